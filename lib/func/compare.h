/*
 * compare.h - comparisons and tests of every type.
 */
#ifndef SHADE_FUNC_COMPARE_H
#define SHADE_FUNC_COMPARE_H

#include "func/func_internal.h"

shade_status compare_bind(struct func_bind *fb, const struct agg_class **agg);

#define KERNEL(name)                                                       \
	shade_status name(struct func_call *fc, const struct vector *args, \
			  size_t n_args, size_t n, struct vector *out)

KERNEL(compare_eq);
KERNEL(compare_ne);
KERNEL(compare_lt);
KERNEL(compare_le);
KERNEL(compare_gt);
KERNEL(compare_ge);
KERNEL(compare_distinct);
KERNEL(compare_not_distinct);
KERNEL(compare_is_null);
KERNEL(compare_is_not_null);
KERNEL(compare_not);
KERNEL(compare_greatest);
KERNEL(compare_least);
#undef KERNEL

#endif
