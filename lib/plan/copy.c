/*
 * copy.c - deep copies of plans with ids of their own.
 */
#include "plan/build.h"
#include "plan/walk.h"

static uint32_t new_cte(struct expr_subst *s, uint32_t old)
{
	uint32_t id = plan_next_id(s->ids);

	vec_push(s->arena, &s->ctes, old);
	vec_push(s->arena, &s->ctes, id);
	return id;
}

/* CTEs defined outside of the copy keep their ids. */
static uint32_t cte_of(const struct expr_subst *s, uint32_t old)
{
	for (size_t i = s->ctes.n; i > 0; i -= 2)
		if (s->ctes.v[i - 2] == old)
			return s->ctes.v[i - 1];
	return old;
}

static void fresh_columns(struct expr_subst *s, struct plan *p)
{
	p->cols = arena_dup(s->arena, p->cols, p->n_cols * sizeof(*p->cols));
	for (size_t i = 0; i < p->n_cols; i++) {
		uint32_t old = p->cols[i].id;

		/* a node that passes a column through meets it made already */
		if (old < s->n && s->by_id[old] && s->by_id[old]->kind == EXPR_COLUMN) {
			p->cols[i].id = s->by_id[old]->column.id;
			continue;
		}
		p->cols[i].id = plan_next_id(s->ids);
		expr_subst_put(s, old, plan_col_expr(s->arena, &p->cols[i]));
	}
}

static void copy_lists(struct arena *a, struct plan *p)
{
#define OWN(list, n) ((list) = arena_dup(a, (list), (n) * sizeof(*(list))))
	switch (p->kind) {
	case PLAN_SCAN: OWN(p->scan.source_cols, p->n_cols); break;
	case PLAN_VALUES: OWN(p->values.exprs, p->values.n_rows * p->n_cols); break;
	case PLAN_FILTER: OWN(p->filter.conds, p->filter.n_conds); break;
	case PLAN_PROJECT: OWN(p->project.exprs, p->n_cols); break;
	case PLAN_AGGREGATE:
		OWN(p->aggregate.groups, p->aggregate.n_groups);
		OWN(p->aggregate.aggs, p->aggregate.n_aggs);
		break;
	case PLAN_JOIN:
		OWN(p->join.left_keys, p->join.n_keys);
		OWN(p->join.right_keys, p->join.n_keys);
		OWN(p->join.conds, p->join.n_conds);
		break;
	case PLAN_SORT: OWN(p->sort.keys, p->sort.n_keys); break;
	case PLAN_DISTINCT: OWN(p->distinct.on, p->distinct.n_on); break;
	case PLAN_WINDOW: OWN(p->window.windows, p->window.n_windows); break;
	case PLAN_UNNEST: OWN(p->unnest.exprs, p->unnest.n_exprs); break;
	default: break;
	}
#undef OWN
}

static void subst_root(void *arg, struct expr **e)
{
	*e = expr_substitute(arg, *e);
}

static void copy_reads(struct expr_subst *s, struct plan *p)
{
	uint32_t *from = arena_dup(s->arena, p->cte.from_ids,
				   p->n_cols * sizeof(*from));

	for (size_t i = 0; i < p->n_cols; i++) {
		const struct expr *e = from[i] < s->n ? s->by_id[from[i]] : NULL;

		if (e && e->kind == EXPR_COLUMN)
			from[i] = e->column.id;
	}
	p->cte.from_ids = from;
	p->cte.id = cte_of(s, p->cte.id);
}

struct plan *plan_copy(struct expr_subst *s, const struct plan *old)
{
	struct plan *p = arena_dup(s->arena, old, sizeof(*old));

	if (p->kind == PLAN_RECURSIVE) {
		/* the step reads the node's own columns */
		p->recursive.id = new_cte(s, p->recursive.id);
		fresh_columns(s, p);
	}
	p->children = arena_array(s->arena, struct plan *, p->n_children + 1);
	for (size_t i = 0; i < p->n_children; i++) {
		p->children[i] = plan_copy(s, old->children[i]);
		if (p->kind == PLAN_CTE && i == 0)
			p->cte.id = new_cte(s, p->cte.id);
	}
	copy_lists(s->arena, p);
	plan_each_expr(p, subst_root, s);
	if (p->kind == PLAN_CTE_READ)
		copy_reads(s, p);
	if (p->kind != PLAN_RECURSIVE)
		fresh_columns(s, p);
	return p;
}
