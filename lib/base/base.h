/*
 * base.h - what nearly every file needs: status, strings, arena, context.
 */
#ifndef SHADE_BASE_BASE_H
#define SHADE_BASE_BASE_H

#include <assert.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/buf.h"
#include "base/cx.h"
#include "base/hash.h"
#include "base/status.h"
#include "base/str.h"
#include "base/vec.h"

#endif
