/*
 * walk.h - the expressions of plan nodes: visiting, replacing, asking which
 * columns they use.
 */
#ifndef SHADE_PLAN_WALK_H
#define SHADE_PLAN_WALK_H

#include "plan/idset.h"
#include "plan/plan.h"

/*
 * Call fn for each expression that the node itself holds (roots, not what is
 * below them; children of the node left out); fn may replace *e.
 */
void plan_each_expr(struct plan *p, void (*fn)(void *arg, struct expr **e), void *arg);

/*
 * Call fn for each expression directly below e: arguments, FILTER, ORDER BY
 * and window parts.  fn may replace *child, so e must be the caller's own.
 */
void expr_each_child(struct expr *e, void (*fn)(void *arg, struct expr **child),
		     void *arg);

/* Columns that e reads: lambda parameters left out, what subqueries take from
 * outside included. */
void expr_columns(const struct expr *e, struct idset *out);
/* Does e read only columns of the set? */
bool expr_within(const struct expr *e, const struct idset *cols);
bool expr_has_subquery(const struct expr *e);

/* Columns that the node's own expressions read. */
void plan_used_columns(const struct plan *p, struct idset *out);
/* Columns that the tree reads from outside: correlation. */
void plan_free_columns(const struct plan *p, struct idset *out);
/* The node's output as a set. */
void plan_output(const struct plan *p, struct idset *out);

/* Replace columns by expressions: an array indexed by id, NULL keeps. */
struct expr_subst {
	struct arena *arena;
	struct expr **by_id;
	size_t n;
	struct plan_ids *ids; /* not NULL: plans of subqueries are copied */
	/* asked first, for every node; NULL: go on */
	struct expr *(*match)(void *arg, struct expr *e);
	void *match_arg;
	/* CTEs defined in what is copied: old id, new id, .. */
	VEC(uint32_t) ctes;
};

void expr_subst_put(struct expr_subst *s, uint32_t id, struct expr *e);
/* What e means with the columns replaced: e itself where nothing changes;
 * subquery plans are changed in place. */
struct expr *expr_substitute(struct expr_subst *s, struct expr *e);
/* The same for every expression of the tree, in place. */
void plan_substitute(struct expr_subst *s, struct plan *p);

/* A deep copy with fresh ids: old id -> new column goes into s, which is
 * zero but for .arena and .ids. */
struct plan *plan_copy(struct expr_subst *s, const struct plan *p);

#endif
