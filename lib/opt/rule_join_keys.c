/*
 * rule_join_keys.c - equalities between the two sides become hash keys.
 */
#include "opt/opt_internal.h"

static shade_status keys_node(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan;
	struct idset left = { .arena = o->a }, right = { .arena = o->a };
	struct expr **rest;
	size_t n_rest = 0, n = p->join.n_keys;

	if (p->kind != PLAN_JOIN || p->join.n_conds == 0)
		return SHADE_OK;
	rest = arena_array(o->a, struct expr *, p->join.n_conds + 1);
	plan_output(p->children[0], &left);
	plan_output(p->children[1], &right);
	for (size_t i = 0; i < p->join.n_conds; i++) {
		struct expr *l, *r;
		bool null_safe;

		if (n >= 64 ||
		    !is_equality(p->join.conds[i], &left, &right, &l, &r, &null_safe)) {
			rest[n_rest++] = p->join.conds[i];
			continue;
		}
		conds_add(o->a, &p->join.left_keys, &n, l);
		n--;
		conds_add(o->a, &p->join.right_keys, &n, r);
		if (null_safe && !(l->not_null && r->not_null))
			p->join.null_safe |= (uint64_t)1 << (n - 1);
		p->join.n_keys = n;
		o->n_changes++;
	}
	p->join.conds = rest;
	p->join.n_conds = n_rest;
	return SHADE_OK;
}

/*
 * Equalities that can fail (a.k * 3 = b.k * 3) stay in a filter above their
 * join.  The first one of the filter is protected by nothing, so it may be
 * the key of a join that has none: it is then computed for every row of
 * both sides instead of every pair.
 */
static shade_status filter_node(struct opt *o, struct plan **plan)
{
	struct plan *f = *plan, *p;
	struct idset left = { .arena = o->a }, right = { .arena = o->a };
	struct expr *l, *r;
	bool null_safe;
	size_t n = 0;

	if (f->kind != PLAN_FILTER || f->filter.n_conds == 0)
		return SHADE_OK;
	p = f->children[0];
	if (p->kind != PLAN_JOIN || p->join.kind != JOIN_INNER || p->join.n_keys > 0 ||
	    p->join.n_conds > 0 || p->join.is_asof || p->join.dependent)
		return SHADE_OK;
	plan_output(p->children[0], &left);
	plan_output(p->children[1], &right);
	if (!is_equality(f->filter.conds[0], &left, &right, &l, &r, &null_safe))
		return SHADE_OK;
	conds_add(o->a, &p->join.left_keys, &n, l);
	n = 0;
	conds_add(o->a, &p->join.right_keys, &n, r);
	p->join.n_keys = 1;
	p->join.null_safe = null_safe;
	f->filter.conds++;
	f->filter.n_conds--;
	if (f->filter.n_conds == 0)
		*plan = p;
	o->n_changes++;
	return SHADE_OK;
}

static shade_status any_node(struct opt *o, struct plan **plan)
{
	TRY(keys_node(o, plan));
	return filter_node(o, plan);
}

shade_status rule_join_keys(struct opt *o, struct plan **plan)
{
	return plan_bottom_up(o, plan, any_node);
}
