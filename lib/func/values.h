/*
 * values.h - functions that work on one row of values at a time.
 *
 * For nested types, where a loop over plain arrays has nothing to gain.
 */
#ifndef SHADE_FUNC_VALUES_H
#define SHADE_FUNC_VALUES_H

#include "func/func_internal.h"

/* Compute *out (its type is set, is_null false) from the arguments of a row;
 * memory from the scratch arena. */
typedef shade_status (*row_fn)(struct func_call *fc, const struct value *args,
			       size_t n_args, struct value *out);

/* Run fn for all rows; rows whose result is NULL already are left out. */
shade_status values_each(struct func_call *fc, const struct vector *args, size_t n_args,
			 size_t n, struct vector *out, row_fn fn);
/* The kernel of rows that have .each. */
shade_status values_kernel(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out);
#define EACH(n, s, f, fn) SCALAR(n, s, f, values_kernel), .each = (fn)
/* Values (of the result's type) as the result's rows. */
shade_status values_out(struct func_call *fc, const struct value *vals, size_t n,
			struct vector *out);

/* A list value with room for n items. */
struct value value_list(struct func_call *fc, const struct type *t, size_t n);

#endif
