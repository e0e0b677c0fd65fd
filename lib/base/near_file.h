/*
 * near_file.h - the file that was probably meant; private to base/.
 */
#ifndef SHADE_BASE_NEAR_FILE_H
#define SHADE_BASE_NEAR_FILE_H

#include "base/arena.h"
#include "base/str.h"

/* The nearest name in the folder of path, spelt with that folder, or none. */
struct str near_file(struct arena *a, const char *path);

#endif
