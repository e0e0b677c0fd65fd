/*
 * origin.c - columns followed from a plan's output down to its scans.
 */
#include "plan/origin.h"

#include "plan/walk.h"

static void visit(struct origins *o, const struct plan *p);

static void add_columns(struct origins *o, uint32_t to, const struct idset *cols)
{
	for (uint32_t id = idset_next(cols, 0); id; id = idset_next(cols, id + 1))
		idset_union(&o->of[to], &o->of[id]);
}

struct values {
	struct origins *o;
	uint32_t to;
};

/* The plan of a subquery, and what it hands out. */
static bool add_subquery(void *arg, struct expr *e)
{
	struct values *v = arg;

	if (e->kind != EXPR_SUBQUERY)
		return true;
	visit(v->o, e->subquery.plan);
	for (size_t i = 0; i < e->subquery.plan->n_cols; i++)
		idset_union(&v->o->of[v->to], &v->o->of[e->subquery.plan->cols[i].id]);
	return true;
}

static void add_expr(struct origins *o, uint32_t to, struct expr *e)
{
	struct idset cols = { .arena = o->arena };
	struct values v = { o, to };

	expr_columns(e, &cols);
	add_columns(o, to, &cols);
	expr_walk(e, add_subquery, &v);
}

static void scan_columns(struct origins *o, const struct plan *p)
{
	for (size_t i = 0; i < p->n_cols; i++) {
		uint32_t id = p->cols[i].id;

		o->scans[id] = (struct origin){ p, i };
		idset_add(&o->of[id], id);
	}
}

/* Column i is made of column i of every child. */
static void by_position(struct origins *o, const struct plan *p)
{
	for (size_t i = 0; i < p->n_cols; i++)
		for (size_t k = 0; k < p->n_children; k++)
			idset_union(&o->of[p->cols[i].id],
				    &o->of[p->children[k]->cols[i].id]);
}

static void aggregate_columns(struct origins *o, const struct plan *p)
{
	size_t n = p->aggregate.n_groups;

	for (size_t i = 0; i < n; i++)
		add_expr(o, p->cols[i].id, p->aggregate.groups[i]);
	for (size_t i = 0; i < p->aggregate.n_aggs; i++)
		add_expr(o, p->cols[n + i].id, p->aggregate.aggs[i]);
}

static void unnest_columns(struct origins *o, const struct plan *p)
{
	for (size_t i = p->children[0]->n_cols; i < p->n_cols; i++)
		for (size_t k = 0; k < p->unnest.n_exprs; k++)
			add_expr(o, p->cols[i].id, p->unnest.exprs[k]);
}

/* Columns that the node hands on keep their ids and need nothing. */
static void visit(struct origins *o, const struct plan *p)
{
	for (size_t i = 0; i < p->n_children; i++)
		visit(o, p->children[i]);
	switch (p->kind) {
	case PLAN_SCAN: scan_columns(o, p); break;
	case PLAN_PROJECT:
		for (size_t i = 0; i < p->n_cols; i++)
			add_expr(o, p->cols[i].id, p->project.exprs[i]);
		break;
	case PLAN_AGGREGATE: aggregate_columns(o, p); break;
	case PLAN_SETOP:
	case PLAN_RECURSIVE: by_position(o, p); break;
	case PLAN_WINDOW:
		for (size_t i = 0; i < p->window.n_windows; i++)
			add_expr(o, p->cols[p->children[0]->n_cols + i].id,
				 p->window.windows[i]);
		break;
	case PLAN_UNNEST: unnest_columns(o, p); break;
	case PLAN_CTE_READ:
		for (size_t i = 0; i < p->n_cols && p->cte.from_ids; i++)
			idset_union(&o->of[p->cols[i].id], &o->of[p->cte.from_ids[i]]);
		break;
	case PLAN_VALUES:
	case PLAN_FILTER:
	case PLAN_JOIN:
	case PLAN_SORT:
	case PLAN_LIMIT:
	case PLAN_DISTINCT:
	case PLAN_EXPECT:
	case PLAN_ASSERT:
	case PLAN_CTE:
	case PLAN_SAMPLE:
	case PLAN_KIND_COUNT: break;
	}
}

void origins_find(struct origins *o, struct arena *a, const struct plan *plan,
		  uint32_t n_ids)
{
	*o = (struct origins){ .arena = a, .n = n_ids };
	o->of = arena_array(a, struct idset, n_ids + 1);
	o->scans = arena_array(a, struct origin, n_ids + 1);
	for (size_t i = 0; i < n_ids; i++)
		o->of[i].arena = a;
	visit(o, plan);
}
