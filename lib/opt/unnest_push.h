/*
 * unnest_push.h - carrying the domain (the distinct outer values) up through
 * the operators of a correlated plan.
 */
#ifndef SHADE_OPT_UNNEST_PUSH_H
#define SHADE_OPT_UNNEST_PUSH_H

#include "opt/opt_internal.h"

/* One reading of the domain: the columns that stand for the outer ones. */
struct domain {
	struct column *cols; /* parallel to push.outer */
};

struct carrier {
	uint32_t cte;
	struct column *cols; /* in its definition */
};

struct push {
	struct opt *o;
	const struct idset *outer;
	uint32_t *ids; /* the outer columns */
	size_t n;
	uint32_t cte; /* of the domain */
	struct plan *distinct; /* the domain's plan: n columns */
	/* CTEs that have the domain's columns: their reads bring them */
	VEC(struct carrier) carriers;
	bool in_step; /* below the recursive part of a WITH RECURSIVE */
};

/* *plan gets the domain's columns, d says which they are. */
shade_status push_plan(struct push *w, struct plan **plan, struct domain *d);
bool push_is_correlated(const struct push *w, const struct plan *p);
bool push_uses_outer(const struct push *w, const struct expr *e);
/* A fresh reading of the domain. */
struct plan *push_read_domain(struct push *w, struct domain *d);
/* Expressions of the node mean the domain's columns from now on. */
void push_use_domain(struct push *w, struct plan *p, const struct domain *d);
/* x IS NOT DISTINCT FROM y for each column of two readings. */
shade_status push_equalities(struct push *w, struct plan *join, const struct domain *l,
			     const struct domain *r);

/* Operators (unnest_ops.c). */
shade_status push_aggregate(struct push *w, struct plan **plan, struct domain *d);
shade_status push_limit(struct push *w, struct plan **plan, struct domain *d);
shade_status push_window(struct push *w, struct plan **plan, struct domain *d);
shade_status push_distinct(struct push *w, struct plan **plan, struct domain *d);

#endif
