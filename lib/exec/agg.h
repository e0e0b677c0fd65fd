/*
 * agg.h - a list of aggregate calls and their states, one row of states a
 * group.
 *
 * States combined into others may be shared with them: the source must live
 * as long.
 *
 * Handles what is common to all aggregates: arguments that are NULL,
 * FILTER, DISTINCT, ORDER BY.  Used by GROUP BY and by windows.
 */
#ifndef SHADE_EXEC_AGG_H
#define SHADE_EXEC_AGG_H

#include "exec/groups.h"
#include "expr/expr.h"

struct agg_call {
	const struct expr *e;
	const struct agg_class *cls;
	struct func_call fc;
	size_t offset; /* of the state in a group's row */
	size_t first; /* position of the first argument among the values */
	size_t n_values; /* arguments, filter, order keys */
	bool skips_nulls;
	bool is_shared; /* the states are an earlier call's */
	struct groups *seen; /* DISTINCT: (group, arguments), made when needed */
	size_t seen_at; /* 1: only the arguments */
	struct rows *held; /* ORDER BY: group, arguments, keys */
	struct vector *scratch; /* arguments without the rows left out */
	struct vector *unique; /* the same without repetitions */
	bool inited; /* fc.state */
};

struct aggs {
	size_t n;
	struct agg_call *calls;
	size_t n_values;
	struct expr **values; /* what the caller evaluates for each batch */
	size_t stride; /* bytes of states a group */
	struct buf *states;
	size_t n_groups; /* with states */
	struct arena *arena; /* owned; states may point into it */
	struct arena *scratch; /* owned; reset before each batch */
	struct shade_cx *cx;
	struct vector *gid_vec; /* for DISTINCT and ORDER BY */
	uint32_t *gid_buf;
	uint16_t *sel_buf;
};

/* exprs: EXPR_AGG or aggregate EXPR_WINDOW. */
shade_status aggs_new(struct shade_cx *cx, size_t n, struct expr *const *exprs,
		      struct aggs **out);
void aggs_free(struct aggs *a); /* NULL is fine */
/* Does the result depend on the order of rows? */
bool aggs_ordered(size_t n, struct expr *const *exprs);
/* Make empty states up to n groups. */
shade_status aggs_reserve(struct shade_cx *cx, struct aggs *a, size_t n);
/* values: the n_values vectors, n rows; gids NULL: group 0. */
shade_status aggs_update(struct shade_cx *cx, struct aggs *a,
			 const struct vector *const *values, size_t n,
			 const uint32_t *gids);
/* Undo an update; only when aggs_can_retract. */
shade_status aggs_retract(struct shade_cx *cx, struct aggs *a,
			  const struct vector *const *values, size_t n,
			  const uint32_t *gids);
bool aggs_can_retract(const struct aggs *a);
/* Back to no groups. */
shade_status aggs_restart(struct shade_cx *cx, struct aggs *a);
/* Add src's states at .. at+n to dst's groups gids. */
shade_status aggs_combine(struct shade_cx *cx, struct aggs *dst, const struct aggs *src,
			  size_t at, size_t n, const uint32_t *gids);
/* After the last row: rows held back for ORDER BY. */
shade_status aggs_finish(struct shade_cx *cx, struct aggs *a);
/* Results of groups perm[0..n) (NULL: at .. at+n) into out, one vector a call. */
shade_status aggs_results(struct shade_cx *cx, struct aggs *a, const uint32_t *perm,
			  size_t at, size_t n, struct vector *const *out);
size_t aggs_bytes(const struct aggs *a);

#endif
