/*
 * text.h - kernels over strings that several families use.
 */
#ifndef SHADE_FUNC_TEXT_H
#define SHADE_FUNC_TEXT_H

#include "func/func_internal.h"

/* ||: text of both sides, or two arrays, or two BINARYs. */
shade_status text_bind_concat_op(struct func_bind *fb, const struct agg_class **agg);
/* All arguments joined; NULL if one is. */
shade_status text_concat(struct func_call *fc, const struct vector *args, size_t n_args,
			 size_t n, struct vector *out);

#endif
