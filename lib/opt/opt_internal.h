/*
 * opt_internal.h - what the rules share.
 */
#ifndef SHADE_OPT_OPT_INTERNAL_H
#define SHADE_OPT_OPT_INTERNAL_H

#include "opt/opt.h"
#include "plan/build.h"
#include "plan/walk.h"

struct opt {
	struct shade_cx *cx;
	struct arena *a;
	struct plan_ids *ids;
	size_t n_changes; /* of the running rule */
};

/* --- rules: each rewrites the whole tree --------------------------------- */

#define RULE(name, fn, needed) shade_status fn(struct opt *o, struct plan **plan);
#include "opt/rules.def"
#undef RULE

/* --- expressions --------------------------------------------------------- */

/* A call of the function row of that name? */
bool is_call(const struct expr *e, const char *name);
/* "=" or IS NOT DISTINCT FROM with one side over a, the other over b: sides in
 * that order. */
bool is_equality(const struct expr *e, const struct idset *a, const struct idset *b,
		 struct expr **left, struct expr **right, bool *null_safe);
bool is_true(const struct expr *e);
/* FALSE or NULL as a condition. */
bool is_never(const struct expr *e);
/* x IS NOT DISTINCT FROM y. */
shade_status null_safe_equal(struct opt *o, struct expr *x, struct expr *y,
			     struct expr **out);
/* TRUE only for rows in which the columns are not all NULL? */
bool rejects_nulls(const struct expr *e, const struct idset *cols);
/* Append to a copy of a list. */
void conds_add(struct arena *a, struct expr ***conds, size_t *n, struct expr *e);
/* Append to a list that only this function filled, from NULL and 0 on. */
void conds_push(struct arena *a, struct expr ***conds, size_t *n, struct expr *e);

/* --- nodes --------------------------------------------------------------- */

/* Recompute the output columns that follow from the children, in the tree. */
void plan_refresh(struct arena *a, struct plan *p);
/* The same for one node whose children are right. */
void plan_refresh_node(struct arena *a, struct plan *p);
/* Exactly one row, whatever the input? */
bool plan_is_one_row(const struct plan *p);
/* Apply a rule's function to the children, then to the node. */
typedef shade_status (*plan_fn)(struct opt *o, struct plan **plan);
shade_status plan_bottom_up(struct opt *o, struct plan **plan, plan_fn fn);
/* No rows, with the node's columns. */
struct plan *plan_empty(struct arena *a, const struct plan *p);

/* --- estimates ----------------------------------------------------------- */

/* Rows, never 0; fills est_rows in the tree. */
double plan_estimate(struct plan *p);
double cond_selectivity(const struct expr *e);
/* Share of pairs of two estimated inputs for which x of one equals y of the
 * other. */
/* Rows of the table that a column comes from, before any filter; 0: unknown. */
double table_rows_of(const struct plan *p, const struct expr *key);
/* Of several equalities between two tables of l and r rows: together they are
 * at most a key of the smaller one. */
double key_selectivity_of(double product, size_t n_keys, double l, double r);
double equality_selectivity(const struct plan *l, const struct plan *r,
			    const struct expr *x, const struct expr *y);

/* --- unnesting ----------------------------------------------------------- */

/*
 * Make join (dependent: its right side reads left columns) independent.
 * Simple correlations become join conditions, others go through the set of
 * distinct outer bindings.  *plan gets the same output columns.
 */
shade_status unnest_join(struct opt *o, struct plan **plan);
/* Try the simple way: false when it does not apply. */
bool unnest_pull_up(struct opt *o, struct plan *join, const struct idset *outer);
/* The general way. */
shade_status unnest_push_down(struct opt *o, struct plan **plan,
			      const struct idset *outer);
/* A correlated scalar aggregate over child: *value is its value for a row. */
shade_status unnest_scalar_aggregate(struct opt *o, struct plan **child,
				     struct plan *sub, const struct idset *outer,
				     struct expr **value, bool *done);
/* Column c of an outer join with the aggregate, or what the aggregate yields
 * without rows: 0 for counts; *out NULL: that is NULL. */
shade_status agg_of_nothing(struct opt *o, const struct expr *agg,
			    const struct column *c, struct expr **out);
/* COALESCE(column, v). */
struct expr *or_else(struct opt *o, const struct column *c, struct value v);

#endif
