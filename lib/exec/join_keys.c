/*
 * join_keys.c - which ON conditions are equalities of the two sides.
 *
 * The optimizer finds them first; this catches plans that come without it.
 */
#include "exec/join.h"

struct side_check {
	const struct plan *side;
	bool all_here, any;
};

static bool check_column(void *arg, struct expr *e)
{
	struct side_check *c = arg;

	if (e->kind != EXPR_COLUMN)
		return true;
	c->any = true;
	c->all_here &= plan_find_col(c->side, e->column.id) >= 0;
	return c->all_here;
}

bool expr_is_of(struct expr *e, const struct plan *side)
{
	struct side_check c = { .side = side, .all_here = true };

	expr_walk(e, check_column, &c);
	return c.all_here && c.any && !e->is_volatile;
}

static bool equality(const struct expr *e, bool *null_safe)
{
	if (e->kind != EXPR_CALL || e->n_args != 2 ||
	    !type_equal(e->args[0]->type, e->args[1]->type))
		return false;
	*null_safe = strcmp(e->call.row->name, "is not distinct from") == 0;
	return *null_safe || strcmp(e->call.row->name, "=") == 0;
}

static bool add_key(struct join_spec *s, struct expr *e, const struct plan *l,
		    const struct plan *r)
{
	bool null_safe;

	if (s->n_keys == 64 || !equality(e, &null_safe))
		return false;
	if (expr_is_of(e->args[0], l) && expr_is_of(e->args[1], r)) {
		s->left_keys[s->n_keys] = e->args[0];
		s->right_keys[s->n_keys] = e->args[1];
	} else if (expr_is_of(e->args[1], l) && expr_is_of(e->args[0], r)) {
		s->left_keys[s->n_keys] = e->args[1];
		s->right_keys[s->n_keys] = e->args[0];
	} else {
		return false;
	}
	s->null_safe |= (uint64_t)null_safe << s->n_keys;
	s->n_keys++;
	return true;
}

void join_spec_make(struct arena *a, const struct plan *p, struct join_spec *s)
{
	size_t n = p->join.n_keys + p->join.n_conds + 1;

	*s = (struct join_spec){ .null_safe = p->join.null_safe };
	s->left_keys = arena_array(a, struct expr *, n);
	s->right_keys = arena_array(a, struct expr *, n);
	s->conds = arena_array(a, struct expr *, n);
	for (size_t i = 0; i < p->join.n_keys; i++) {
		s->left_keys[i] = p->join.left_keys[i];
		s->right_keys[i] = p->join.right_keys[i];
	}
	s->n_keys = p->join.n_keys;
	for (size_t i = 0; i < p->join.n_conds; i++) {
		struct expr *e = p->join.conds[i];

		if (!add_key(s, e, p->children[0], p->children[1]))
			s->conds[s->n_conds++] = e;
	}
}
