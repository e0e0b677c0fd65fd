/*
 * walk.c - visiting the expressions of plan nodes.
 */
#include "plan/walk.h"

typedef void (*expr_fn)(void *arg, struct expr **e);

static void each(struct expr **v, size_t n, expr_fn fn, void *arg)
{
	for (size_t i = 0; i < n; i++)
		fn(arg, &v[i]);
}

static void each_key(struct sort_key *keys, size_t n, expr_fn fn, void *arg)
{
	for (size_t i = 0; i < n; i++)
		fn(arg, &keys[i].expr);
}

static void each_of_join(struct plan *p, expr_fn fn, void *arg)
{
	each(p->join.left_keys, p->join.n_keys, fn, arg);
	each(p->join.right_keys, p->join.n_keys, fn, arg);
	each(p->join.conds, p->join.n_conds, fn, arg);
}

static void each_of_expect(struct plan *p, expr_fn fn, void *arg)
{
	struct expect_report *r = p->expect.report;

	for (size_t i = 0; i < r->n_items; i++)
		fn(arg, &r->items[i].cond);
}

void plan_each_expr(struct plan *p, expr_fn fn, void *arg)
{
	switch (p->kind) {
	case PLAN_SCAN:
	case PLAN_SETOP:
	case PLAN_CTE:
	case PLAN_CTE_READ:
	case PLAN_RECURSIVE:
	case PLAN_SAMPLE:
	case PLAN_KIND_COUNT: break;
	case PLAN_VALUES:
		each(p->values.exprs, p->values.n_rows * p->n_cols, fn, arg);
		break;
	case PLAN_FILTER: each(p->filter.conds, p->filter.n_conds, fn, arg); break;
	case PLAN_PROJECT: each(p->project.exprs, p->n_cols, fn, arg); break;
	case PLAN_AGGREGATE:
		each(p->aggregate.groups, p->aggregate.n_groups, fn, arg);
		each(p->aggregate.aggs, p->aggregate.n_aggs, fn, arg);
		break;
	case PLAN_JOIN: each_of_join(p, fn, arg); break;
	case PLAN_SORT: each_key(p->sort.keys, p->sort.n_keys, fn, arg); break;
	case PLAN_LIMIT:
		if (p->limit.count)
			fn(arg, &p->limit.count);
		if (p->limit.offset)
			fn(arg, &p->limit.offset);
		break;
	case PLAN_DISTINCT: each(p->distinct.on, p->distinct.n_on, fn, arg); break;
	case PLAN_WINDOW: each(p->window.windows, p->window.n_windows, fn, arg); break;
	case PLAN_UNNEST: each(p->unnest.exprs, p->unnest.n_exprs, fn, arg); break;
	case PLAN_EXPECT: each_of_expect(p, fn, arg); break;
	case PLAN_ASSERT:
		fn(arg, &p->assertion.cond);
		if (p->assertion.message)
			fn(arg, &p->assertion.message);
		break;
	}
}

/* The spec is shared and read-only by contract, but all of a statement's
 * expressions live in the binder's arena: rules that own the node may write. */
static void each_of_window(struct window_spec *w, expr_fn fn, void *arg)
{
	each(w->partition, w->n_partition, fn, arg);
	each_key(w->order, w->n_order, fn, arg);
	if (w->start_offset)
		fn(arg, &w->start_offset);
	if (w->end_offset)
		fn(arg, &w->end_offset);
}

void expr_each_child(struct expr *e, expr_fn fn, void *arg)
{
	each(e->args, e->n_args, fn, arg);
	if (e->kind != EXPR_AGG && e->kind != EXPR_WINDOW)
		return;
	if (e->call.filter)
		fn(arg, &e->call.filter);
	each_key(e->call.order, e->call.n_order, fn, arg);
	if (e->kind == EXPR_WINDOW && e->call.window)
		each_of_window((struct window_spec *)e->call.window, fn, arg);
}

/* --- which columns ------------------------------------------------------- */

struct columns_walk {
	struct idset *out;
	struct idset params; /* of lambdas seen */
};

static void columns_of(void *arg, struct expr **e)
{
	struct columns_walk *w = arg;
	struct expr *x = *e;

	if (x->kind == EXPR_COLUMN)
		idset_add(w->out, x->column.id);
	else if (x->kind == EXPR_SUBQUERY)
		plan_free_columns(x->subquery.plan, w->out);
	else if (x->kind == EXPR_LAMBDA)
		for (size_t i = 0; i < x->lambda.n_params; i++)
			idset_add(&w->params, x->lambda.params[i]);
	expr_each_child(x, columns_of, arg);
}

static void drop_params(struct columns_walk *w)
{
	for (uint32_t id = idset_next(&w->params, 1); id;
	     id = idset_next(&w->params, id + 1))
		idset_remove(w->out, id);
}

void expr_columns(const struct expr *e, struct idset *out)
{
	struct columns_walk w = { .out = out, .params.arena = out->arena };
	struct expr *root = (struct expr *)e;

	columns_of(&w, &root);
	drop_params(&w);
}

bool expr_within(const struct expr *e, const struct idset *cols)
{
	struct idset used = { .arena = cols->arena };

	if (e->kind == EXPR_COLUMN)
		return idset_has(cols, e->column.id);
	expr_columns(e, &used);
	return idset_within(&used, cols);
}

static void find_subquery(void *arg, struct expr **e)
{
	bool *found = arg;

	if ((*e)->kind == EXPR_SUBQUERY)
		*found = true;
	if (!*found)
		expr_each_child(*e, find_subquery, arg);
}

bool expr_has_subquery(const struct expr *e)
{
	struct expr *root = (struct expr *)e;
	bool found = false;

	find_subquery(&found, &root);
	return found;
}

void plan_used_columns(const struct plan *p, struct idset *out)
{
	struct columns_walk w = { .out = out, .params.arena = out->arena };

	plan_each_expr((struct plan *)p, columns_of, &w);
	drop_params(&w);
}

static void collect(const struct plan *p, struct idset *used, struct idset *made)
{
	plan_used_columns(p, used);
	for (size_t i = 0; i < p->n_cols; i++)
		idset_add(made, p->cols[i].id);
	for (size_t i = 0; i < p->n_children; i++)
		collect(p->children[i], used, made);
}

void plan_free_columns(const struct plan *p, struct idset *out)
{
	struct idset used = { .arena = out->arena };
	struct idset made = { .arena = out->arena };

	collect(p, &used, &made);
	for (uint32_t id = idset_next(&used, 1); id; id = idset_next(&used, id + 1))
		if (!idset_has(&made, id))
			idset_add(out, id);
}

void plan_output(const struct plan *p, struct idset *out)
{
	for (size_t i = 0; i < p->n_cols; i++)
		idset_add(out, p->cols[i].id);
}
