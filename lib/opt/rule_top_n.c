/*
 * rule_top_n.c - ORDER BY with LIMIT keeps only the first rows; sorts and
 * DISTINCTs that nothing needs go.
 */
#include "opt/opt_internal.h"

#define MAX_TOP 1000000 /* more rows are sorted as a whole */

static bool int_const(const struct expr *e, uint64_t *out)
{
	if (!e) {
		*out = 0;
		return true;
	}
	if (e->kind != EXPR_CONST || e->value.is_null || e->value.i < 0)
		return false;
	*out = (uint64_t)e->value.i;
	return true;
}

static shade_status top_n_node(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan, **at = &p->children[0];
	uint64_t limit, offset;
	struct plan *sort;

	if (p->kind != PLAN_LIMIT || !p->limit.count || p->limit.percent ||
	    p->limit.with_ties)
		return SHADE_OK;
	while ((*at)->kind == PLAN_PROJECT)
		at = &(*at)->children[0];
	sort = *at;
	if (sort->kind != PLAN_SORT || sort->sort.has_limit ||
	    !int_const(p->limit.count, &limit) ||
	    !int_const(p->limit.offset, &offset) || limit + offset > MAX_TOP)
		return SHADE_OK;
	sort->sort.has_limit = true;
	sort->sort.limit = limit;
	sort->sort.offset = offset;
	*plan = p->children[0];
	o->n_changes++;
	return SHADE_OK;
}

shade_status rule_top_n(struct opt *o, struct plan **plan)
{
	return plan_bottom_up(o, plan, top_n_node);
}

/* --- sorts --------------------------------------------------------------- */

static bool order_matters_to(const struct plan *p)
{
	for (size_t i = 0; i < p->aggregate.n_aggs; i++)
		if (p->aggregate.aggs[i]->call.row &&
		    (p->aggregate.aggs[i]->call.row->flags & FUNC_ORDERED))
			return true;
	return false;
}

static void drop_sorts(struct opt *o, struct plan **plan, bool ordered)
{
	struct plan *p = *plan;
	bool below = ordered;

	if (p->kind == PLAN_SORT && !p->sort.has_limit && !ordered) {
		o->n_changes++;
		*plan = p->children[0];
		drop_sorts(o, plan, ordered);
		return;
	}
	switch (p->kind) {
	case PLAN_AGGREGATE: below = order_matters_to(p); break;
	case PLAN_SORT: below = false; break;
	case PLAN_LIMIT:
	case PLAN_ASSERT:
	case PLAN_EXPECT:
	case PLAN_SAMPLE:
	case PLAN_WINDOW: below = true; break;
	case PLAN_DISTINCT: below = ordered || p->distinct.n_on > 0; break;
	default: break;
	}
	for (size_t i = 0; i < p->n_children; i++)
		drop_sorts(o, &p->children[i],
			   p->kind == PLAN_JOIN && i == 1 ? false : below);
}

shade_status rule_remove_sort(struct opt *o, struct plan **plan)
{
	drop_sorts(o, plan, true);
	plan_refresh(o->a, *plan);
	return SHADE_OK;
}

/* --- distinct ------------------------------------------------------------ */

/* Do the columns tell the rows of the plan apart? */
static bool is_unique(const struct plan *p, const struct idset *cols)
{
	switch (p->kind) {
	case PLAN_AGGREGATE:
		for (size_t i = 0; i < p->aggregate.n_groups; i++)
			if (!idset_has(cols, p->cols[i].id))
				return false;
		return p->aggregate.n_sets == 0;
	case PLAN_DISTINCT:
		for (size_t i = 0; i < p->n_cols; i++)
			if (!idset_has(cols, p->cols[i].id))
				return false;
		return p->distinct.n_on == 0;
	case PLAN_FILTER:
	case PLAN_SORT:
	case PLAN_LIMIT:
	case PLAN_SAMPLE: return is_unique(p->children[0], cols);
	case PLAN_PROJECT: {
		struct idset below = { .arena = cols->arena };

		for (size_t i = 0; i < p->n_cols; i++)
			if (p->project.exprs[i]->kind == EXPR_COLUMN &&
			    idset_has(cols, p->cols[i].id))
				idset_add(&below, p->project.exprs[i]->column.id);
		return is_unique(p->children[0], &below);
	}
	case PLAN_VALUES: return p->values.n_rows <= 1;
	default: return false;
	}
}

static shade_status distinct_node(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan;
	struct idset cols = { .arena = o->a };

	if (p->kind != PLAN_DISTINCT || p->distinct.n_on > 0)
		return SHADE_OK;
	plan_output(p, &cols);
	if (!is_unique(p->children[0], &cols))
		return SHADE_OK;
	*plan = p->children[0];
	o->n_changes++;
	return SHADE_OK;
}

shade_status rule_remove_distinct(struct opt *o, struct plan **plan)
{
	return plan_bottom_up(o, plan, distinct_node);
}
