/*
 * array.h - joining arrays, for || and array_concat.
 */
#ifndef SHADE_FUNC_ARRAY_H
#define SHADE_FUNC_ARRAY_H

#include "func/func_internal.h"

shade_status array_concat(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out);

#endif
