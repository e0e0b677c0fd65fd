/*
 * glob.h - matching of file names.
 */
#ifndef SHADE_BASE_GLOB_H
#define SHADE_BASE_GLOB_H

#include <stdbool.h>

#include "base/str.h"

/* Whether name matches * ? [ab] in pattern; a * stops at nothing. */
bool glob_match(struct str pattern, struct str name);
/* Whether s has any of * ? [ { */
bool glob_has_sign(struct str s);

#endif
