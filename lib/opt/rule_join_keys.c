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

		if (n >= 64 || !is_equality(p->join.conds[i], &left, &right, &l, &r,
					    &null_safe)) {
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

shade_status rule_join_keys(struct opt *o, struct plan **plan)
{
	return plan_bottom_up(o, plan, keys_node);
}
