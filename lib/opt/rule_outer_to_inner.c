/*
 * rule_outer_to_inner.c - an outer join whose made-up NULL rows are thrown
 * away above is an inner one.
 */
#include "opt/opt_internal.h"

struct conds {
	struct expr **v;
	size_t n;
};

static void visit(struct opt *o, struct plan *p, struct conds in);

static bool rejected(const struct conds *in, const struct idset *cols)
{
	for (size_t i = 0; i < in->n; i++)
		if (rejects_nulls(in->v[i], cols))
			return true;
	return false;
}

static struct conds joined(struct opt *o, const struct conds *x, struct expr *const *v,
			   size_t n)
{
	struct conds all = { arena_array(o->a, struct expr *, x->n + n + 1), x->n + n };

	if (x->n)
		copy_bytes(all.v, x->v, x->n * sizeof(*all.v));
	if (n)
		copy_bytes(all.v + x->n, v, n * sizeof(*all.v));
	return all;
}

static void visit_join(struct opt *o, struct plan *p, struct conds in)
{
	struct idset left = { .arena = o->a }, right = { .arena = o->a };
	enum join_kind k = p->join.kind;
	struct conds none = { 0 }, both;
	bool no_left, no_right;

	plan_output(p->children[0], &left);
	plan_output(p->children[1], &right);
	no_right = rejected(&in, &right); /* rows without a right side go */
	no_left = rejected(&in, &left);
	if (k == JOIN_LEFT && no_right)
		k = JOIN_INNER;
	else if (k == JOIN_RIGHT && no_left)
		k = JOIN_INNER;
	else if (k == JOIN_FULL && (no_left || no_right))
		k = no_left && no_right ? JOIN_INNER : no_left ? JOIN_LEFT : JOIN_RIGHT;
	if (k != p->join.kind) {
		p->join.kind = k;
		o->n_changes++;
	}
	both = joined(o, &in, p->join.conds, p->join.n_conds);
	switch (k) {
	case JOIN_INNER:
		visit(o, p->children[0], both);
		visit(o, p->children[1], both);
		break;
	case JOIN_SEMI:
		visit(o, p->children[0], both);
		visit(o, p->children[1], both);
		break;
	case JOIN_LEFT:
		visit(o, p->children[0], in);
		visit(o, p->children[1],
		      (struct conds){ p->join.conds, p->join.n_conds });
		break;
	case JOIN_RIGHT:
		visit(o, p->children[0],
		      (struct conds){ p->join.conds, p->join.n_conds });
		visit(o, p->children[1], in);
		break;
	default:
		visit(o, p->children[0], k == JOIN_FULL ? none : in);
		visit(o, p->children[1], none);
		break;
	}
	plan_refresh_node(o->a, p);
}

static struct conds below_project(struct opt *o, struct plan *p, struct conds in)
{
	struct expr_subst s = { .arena = o->a };
	struct conds out = { arena_array(o->a, struct expr *, in.n + 1), in.n };

	for (size_t i = 0; i < p->n_cols && in.n; i++)
		expr_subst_put(&s, p->cols[i].id, p->project.exprs[i]);
	for (size_t i = 0; i < in.n; i++)
		out.v[i] = expr_substitute(&s, in.v[i]);
	return out;
}

static void visit(struct opt *o, struct plan *p, struct conds in)
{
	struct conds none = { 0 };

	switch (p->kind) {
	case PLAN_JOIN: visit_join(o, p, in); return;
	case PLAN_FILTER:
		visit(o, p->children[0],
		      joined(o, &in, p->filter.conds, p->filter.n_conds));
		break;
	case PLAN_PROJECT: visit(o, p->children[0], below_project(o, p, in)); break;
	default:
		for (size_t i = 0; i < p->n_children; i++)
			visit(o, p->children[i], none);
		break;
	}
	plan_refresh_node(o->a, p);
}

shade_status rule_outer_to_inner(struct opt *o, struct plan **plan)
{
	visit(o, *plan, (struct conds){ 0 });
	return SHADE_OK;
}
