/*
 * subst.c - replacing columns by expressions, in expressions and in trees.
 */
#include "plan/walk.h"

void expr_subst_put(struct expr_subst *s, uint32_t id, struct expr *e)
{
	if (id >= s->n) {
		size_t n = s->n ? s->n : 64;

		while (n <= id)
			n *= 2;
		s->by_id = arena_realloc(s->arena, s->by_id, s->n * sizeof(*s->by_id),
					 n * sizeof(*s->by_id));
		memset(s->by_id + s->n, 0, (n - s->n) * sizeof(*s->by_id));
		s->n = n;
	}
	s->by_id[id] = e;
}

static struct expr *subst_column(struct expr_subst *s, struct expr *e)
{
	uint32_t id = e->column.id;

	return id < s->n && s->by_id[id] ? s->by_id[id] : e;
}

static struct expr **subst_list(struct expr_subst *s, struct expr **v, size_t n)
{
	struct expr **own = NULL;

	for (size_t i = 0; i < n; i++) {
		struct expr *e = expr_substitute(s, v[i]);

		if (e != v[i] && !own)
			own = arena_dup(s->arena, v, n * sizeof(*v));
		if (own)
			own[i] = e;
	}
	return own ? own : v;
}

static struct sort_key *subst_keys(struct expr_subst *s, struct sort_key *keys,
				   size_t n)
{
	struct sort_key *own = NULL;

	for (size_t i = 0; i < n; i++) {
		struct expr *e = expr_substitute(s, keys[i].expr);

		if (e != keys[i].expr && !own)
			own = arena_dup(s->arena, keys, n * sizeof(*keys));
		if (own)
			own[i].expr = e;
	}
	return own ? own : keys;
}

static struct expr *subst_opt(struct expr_subst *s, struct expr *e)
{
	return e ? expr_substitute(s, e) : NULL;
}

static const struct window_spec *subst_window(struct expr_subst *s,
					      const struct window_spec *w)
{
	struct window_spec own = *w;

	own.partition = subst_list(s, w->partition, w->n_partition);
	own.order = subst_keys(s, w->order, w->n_order);
	own.start_offset = subst_opt(s, w->start_offset);
	own.end_offset = subst_opt(s, w->end_offset);
	if (own.partition == w->partition && own.order == w->order &&
	    own.start_offset == w->start_offset && own.end_offset == w->end_offset)
		return w;
	return arena_dup(s->arena, &own, sizeof(own));
}

static bool subst_call(struct expr_subst *s, const struct expr *e, struct expr *own)
{
	own->call.filter = subst_opt(s, e->call.filter);
	own->call.order = subst_keys(s, e->call.order, e->call.n_order);
	if (e->call.window)
		own->call.window = subst_window(s, e->call.window);
	return own->call.filter != e->call.filter || own->call.order != e->call.order ||
	       own->call.window != e->call.window;
}

/* NULL in, or nothing below: not_null may have become weaker. */
static void weaken(struct expr *own, const struct expr *old)
{
	for (size_t i = 0; i < own->n_args; i++)
		if (old->args[i]->not_null && !own->args[i]->not_null)
			own->not_null = false;
}

struct expr *expr_substitute(struct expr_subst *s, struct expr *e)
{
	struct expr own;
	bool changed;

	if (s->match) {
		struct expr *hit = s->match(s->match_arg, e);

		if (hit)
			return hit;
	}
	if (e->kind == EXPR_COLUMN)
		return subst_column(s, e);
	if (e->kind == EXPR_CONST)
		return e;
	own = *e;
	own.args = subst_list(s, e->args, e->n_args);
	changed = own.args != e->args;
	if (e->kind == EXPR_AGG || e->kind == EXPR_WINDOW)
		changed |= subst_call(s, e, &own);
	if (e->kind == EXPR_SUBQUERY) {
		if (s->ids) {
			own.subquery.plan = plan_copy(s, e->subquery.plan);
			changed = true;
		} else {
			plan_substitute(s, e->subquery.plan);
		}
	}
	if (!changed)
		return e;
	if (e->kind != EXPR_AGG && e->kind != EXPR_WINDOW)
		weaken(&own, e);
	return arena_dup(s->arena, &own, sizeof(own));
}

static void subst_root(void *arg, struct expr **e)
{
	*e = expr_substitute(arg, *e);
}

void plan_substitute(struct expr_subst *s, struct plan *p)
{
	plan_each_expr(p, subst_root, s);
	for (size_t i = 0; i < p->n_children; i++)
		plan_substitute(s, p->children[i]);
}
