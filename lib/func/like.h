/*
 * like.h - LIKE, ILIKE: matching without a regular expression.
 */
#ifndef SHADE_FUNC_LIKE_H
#define SHADE_FUNC_LIKE_H

#include "func/func_internal.h"

shade_status like_init(struct func_call *fc, const struct value *const *consts);
shade_status like_kernel(struct func_call *fc, const struct vector *args, size_t n_args,
			 size_t n, struct vector *out);
shade_status ilike_kernel(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out);

#endif
