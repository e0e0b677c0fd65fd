/*
 * agg_util.h - arguments of aggregates as plain arrays, results of any type.
 *
 * States are moved in memory when tables grow, so they point only to the
 * call's arena, never into themselves.
 */
#ifndef SHADE_FUNC_AGG_UTIL_H
#define SHADE_FUNC_AGG_UTIL_H

#include "func/agg.h"
#include "func/args.h"

typedef __int128 i128;
typedef unsigned __int128 u128;

/* An integer-like argument (I8..I64, BOOL) as int64_t; tmp has room for n. */
const int64_t *agg_i64(const struct vector *v, size_t n, int64_t *tmp);
/* A floating-point argument as double. */
const double *agg_f64(const struct vector *v, size_t n, double *tmp);

/* Fill out (any type) with n values; NULLs by is_null. */
void agg_store_values(struct func_call *fc, struct vector *out, const struct value *v,
		      size_t n);

#endif
