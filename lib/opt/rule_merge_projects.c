/*
 * rule_merge_projects.c - a projection of a projection becomes one; one that
 * only renames disappears.
 *
 * Columns are meant by id, so renaming is replacing ids above.  Where
 * columns count by position (set operations, CTEs, DISTINCT, the result) the
 * projection stays.
 */
#include "opt/opt_internal.h"

struct renames {
	struct opt *o;
	struct expr_subst map;
	bool any;
};

static bool only_renames(const struct plan *p)
{
	for (size_t i = 0; i < p->n_cols; i++)
		if (p->project.exprs[i]->kind != EXPR_COLUMN)
			return false;
	return true;
}

/* --- merging ------------------------------------------------------------- */

struct uses {
	const struct plan *inner;
	size_t *n;
};

static void count_uses(void *arg, struct expr **e)
{
	struct uses *u = arg;

	if ((*e)->kind == EXPR_COLUMN) {
		int at = plan_find_col(u->inner, (*e)->column.id);

		if (at >= 0)
			u->n[at]++;
	}
	expr_each_child(*e, count_uses, arg);
}

static bool is_cheap(const struct expr *e)
{
	return e->kind == EXPR_COLUMN || e->kind == EXPR_CONST;
}

#define MERGE_LIMIT 200 /* columns of the inner projection looked at */

/* Every computed column is used at most once above. */
static bool may_merge(struct opt *o, struct plan *outer, struct plan *inner)
{
	struct uses u = { .inner = inner };
	bool cheap = true;

	for (size_t i = 0; i < inner->n_cols && cheap; i++)
		cheap = is_cheap(inner->project.exprs[i]);
	if (cheap)
		return true;
	if (inner->n_cols > MERGE_LIMIT)
		return false;
	u.n = arena_array(o->a, size_t, inner->n_cols + 1);
	plan_each_expr(outer, count_uses, &u);
	for (size_t i = 0; i < inner->n_cols; i++) {
		const struct expr *e = inner->project.exprs[i];

		if (!is_cheap(e) &&
		    (u.n[i] > 1 || e->is_volatile || (e->can_fail && u.n[i] == 0)))
			return false;
	}
	return true;
}

static void merge(struct opt *o, struct plan *outer, struct plan *inner)
{
	struct expr_subst s = { .arena = o->a };
	struct expr **exprs = arena_array(o->a, struct expr *, outer->n_cols + 1);

	for (size_t i = 0; i < inner->n_cols; i++)
		expr_subst_put(&s, inner->cols[i].id, inner->project.exprs[i]);
	for (size_t i = 0; i < outer->n_cols; i++)
		exprs[i] = expr_substitute(&s, outer->project.exprs[i]);
	outer->project.exprs = exprs;
	outer->children[0] = inner->children[0];
	o->n_changes++;
}

/* --- renaming ------------------------------------------------------------ */

static bool counts_positions(const struct plan *p, size_t child)
{
	switch (p->kind) {
	case PLAN_SETOP:
	case PLAN_RECURSIVE:
	case PLAN_EXPECT: return true;
	case PLAN_DISTINCT: return p->distinct.n_on == 0;
	case PLAN_CTE: return child == 0;
	default: return false;
	}
}

/* Nodes that pass their input on: their parent decides. */
static bool passes(const struct plan *p)
{
	switch (p->kind) {
	case PLAN_FILTER:
	case PLAN_SORT:
	case PLAN_LIMIT:
	case PLAN_ASSERT:
	case PLAN_SAMPLE:
	case PLAN_CTE:
	case PLAN_WINDOW:
	case PLAN_UNNEST:
	case PLAN_JOIN: return true;
	case PLAN_DISTINCT: return p->distinct.n_on > 0;
	default: return false;
	}
}

static void subst_root(void *arg, struct expr **e)
{
	*e = expr_substitute(arg, *e);
}

static void visit(struct renames *r, struct plan **plan, bool positional)
{
	struct plan *p = *plan;

	for (size_t i = 0; i < p->n_children; i++)
		visit(r, &p->children[i],
		      counts_positions(p, i) || (positional && passes(p)));
	if (r->any)
		plan_each_expr(p, subst_root, &r->map);
	plan_refresh_node(r->o->a, p);
	if (p->kind != PLAN_PROJECT)
		return;
	while (p->children[0]->kind == PLAN_PROJECT &&
	       may_merge(r->o, p, p->children[0]))
		merge(r->o, p, p->children[0]);
	if (positional || !only_renames(p)) {
		/* columns that keep their id are this node's again */
		for (size_t i = 0; i < p->n_cols && r->any; i++)
			if (p->cols[i].id < r->map.n)
				r->map.by_id[p->cols[i].id] = NULL;
		return;
	}
	for (size_t i = 0; i < p->n_cols; i++) {
		if (p->cols[i].id == p->project.exprs[i]->column.id)
			continue;
		expr_subst_put(&r->map, p->cols[i].id, p->project.exprs[i]);
		r->any = true;
	}
	*plan = p->children[0];
	r->o->n_changes++;
}

shade_status rule_merge_projects(struct opt *o, struct plan **plan)
{
	struct renames r = { .o = o, .map.arena = o->a };

	visit(&r, plan, true);
	return SHADE_OK;
}
