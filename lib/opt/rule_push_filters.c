/*
 * rule_push_filters.c - conditions move towards the scans.
 *
 * Never through expectations and assertions, never below LIMIT, and never
 * an expression that can fail: it may be protected by the filters and joins
 * that it would pass.
 */
#include "opt/opt_internal.h"

struct conds {
	struct expr **v;
	size_t n;
};

static shade_status push(struct opt *o, struct plan **plan, struct conds in);

static void add(struct opt *o, struct conds *c, struct expr *e)
{
	/* lists double in size; n is a power of two when full */
	if ((c->n & (c->n - 1)) == 0)
		c->v = arena_realloc(o->a, c->v, c->n * sizeof(*c->v),
				     (c->n ? 2 * c->n : 1) * sizeof(*c->v));
	c->v[c->n++] = e;
}

static bool is_movable(const struct expr *e)
{
	return !e->can_fail && !e->is_volatile && !expr_has_subquery(e);
}

/* Conditions that go no further stand here. */
static void settle(struct opt *o, struct plan **plan, const struct conds *here)
{
	*plan = plan_filter(o->a, *plan, here->n, here->v);
}

static shade_status push_filter(struct opt *o, struct plan **plan, struct conds in)
{
	struct plan *p = *plan;
	struct conds down = { 0 }, stay = { 0 };

	for (size_t i = 0; i < p->filter.n_conds; i++) {
		struct expr *e = p->filter.conds[i];

		add(o, is_movable(e) ? &down : &stay, e);
	}
	for (size_t i = 0; i < in.n; i++)
		add(o, &down, in.v[i]);
	*plan = p->children[0];
	TRY(push(o, plan, down));
	settle(o, plan, &stay);
	return SHADE_OK;
}

/* Through a projection or a grouping: outputs replaced by what they are. */
static shade_status push_computed(struct opt *o, struct plan **plan, struct conds in,
				  struct expr *const *exprs, size_t n)
{
	struct plan *p = *plan;
	struct expr_subst s = { .arena = o->a };
	struct idset known = { .arena = o->a };
	struct conds down = { 0 }, stay = { 0 };

	for (size_t i = 0; i < n && in.n > 0; i++) {
		if (exprs[i]->is_volatile)
			continue;
		expr_subst_put(&s, p->cols[i].id, exprs[i]);
		idset_add(&known, p->cols[i].id);
	}
	for (size_t i = 0; i < in.n; i++) {
		struct expr *e = in.v[i];

		if (expr_within(e, &known)) {
			struct expr *below = expr_substitute(&s, e);
			struct idset used = { .arena = o->a };
			bool safe = true;

			expr_columns(e, &used);
			for (size_t k = 0; k < n && safe; k++)
				if (exprs[k]->can_fail &&
				    idset_has(&used, p->cols[k].id))
					safe = false;
			if (safe) {
				add(o, &down, below);
				continue;
			}
		}
		add(o, &stay, e);
	}
	TRY(push(o, &p->children[0], down));
	settle(o, plan, &stay);
	return SHADE_OK;
}

/* Only conditions over some columns go down. */
static shade_status push_some(struct opt *o, struct plan **plan, struct conds in,
			      const struct idset *cols)
{
	struct conds down = { 0 }, stay = { 0 };

	for (size_t i = 0; i < in.n; i++)
		add(o, expr_within(in.v[i], cols) ? &down : &stay, in.v[i]);
	TRY(push(o, &(*plan)->children[0], down));
	plan_refresh_node(o->a, *plan);
	settle(o, plan, &stay);
	return SHADE_OK;
}

/* Columns by which all windows partition: whole partitions go. */
static void partition_columns(const struct plan *p, struct idset *out)
{
	const struct window_spec *first = p->window.windows[0]->call.window;

	for (size_t i = 0; i < first->n_partition; i++) {
		const struct expr *e = first->partition[i];
		bool all = e->kind == EXPR_COLUMN;

		for (size_t k = 1; k < p->window.n_windows && all; k++) {
			const struct window_spec *w = p->window.windows[k]->call.window;
			bool has = false;

			for (size_t j = 0; j < w->n_partition && !has; j++)
				has = expr_equal(w->partition[j], e);
			all = has;
		}
		if (all)
			idset_add(out, e->column.id);
	}
}

/* --- joins --------------------------------------------------------------- */

struct sides {
	struct idset left, right;
	struct conds to_left, to_right, on, above;
};

static bool may_push_left(enum join_kind k)
{
	return k != JOIN_RIGHT && k != JOIN_FULL;
}

static bool may_push_right(enum join_kind k)
{
	return k == JOIN_INNER || k == JOIN_RIGHT;
}

static void place_above(struct opt *o, struct plan *p, struct sides *s, struct expr *e)
{
	enum join_kind k = p->join.kind;

	if (may_push_left(k) && expr_within(e, &s->left))
		add(o, &s->to_left, e);
	else if (may_push_right(k) && expr_within(e, &s->right))
		add(o, &s->to_right, e);
	else if (k == JOIN_INNER && !p->join.is_asof)
		add(o, &s->on, e);
	else
		add(o, &s->above, e);
}

/* A condition of ON may filter the side that is not kept. */
static void place_on(struct opt *o, struct plan *p, struct sides *s, struct expr *e)
{
	enum join_kind k = p->join.kind;
	bool left = k == JOIN_INNER || k == JOIN_SEMI || k == JOIN_RIGHT;
	bool right = k == JOIN_INNER || k == JOIN_SEMI || k == JOIN_ANTI ||
		     k == JOIN_LEFT;

	if (!is_movable(e))
		add(o, &s->on, e);
	else if (left && expr_within(e, &s->left))
		add(o, &s->to_left, e);
	else if (right && expr_within(e, &s->right))
		add(o, &s->to_right, e);
	else
		add(o, &s->on, e);
}

/* A comparison with a constant, or a list of them, of one column. */
static bool is_about(struct opt *o, const struct expr *e, const struct expr *column)
{
	struct idset only = { .arena = o->a };

	idset_add(&only, column->column.id);
	if (e->kind == EXPR_IN_LIST)
		return expr_within(e, &only);
	return e->kind == EXPR_CALL && e->n_args == 2 &&
	       e->args[1]->kind == EXPR_CONST && expr_within(e, &only);
}

/* What is known of x holds for y, its equal, too. */
static void derive_twins(struct opt *o, const struct conds *from, const struct expr *x,
			 struct expr *y, struct conds *to)
{
	size_t n = from->n;

	for (size_t k = 0; k < n; k++) {
		struct expr_subst subst = { .arena = o->a };
		struct expr *twin;
		bool known = false;

		if (!is_about(o, from->v[k], x))
			continue;
		expr_subst_put(&subst, x->column.id, y);
		twin = expr_substitute(&subst, from->v[k]);
		for (size_t j = 0; j < to->n && !known; j++)
			known = expr_equal(to->v[j], twin);
		if (!known)
			add(o, to, twin);
	}
}

/* left.a = right.b and left.a = 5: right.b = 5 too.  Where one side is kept, only
 * what is known of that side says something about the partners it can have. */
static void derive(struct opt *o, struct sides *s, const struct plan *p)
{
	enum join_kind k = p->join.kind;
	bool both = k == JOIN_INNER || k == JOIN_SEMI;
	bool to_right = both || k == JOIN_LEFT || k == JOIN_ANTI;
	bool to_left = both || k == JOIN_RIGHT;

	for (size_t i = 0; i < s->on.n; i++) {
		struct expr *l, *r;
		bool null_safe;

		if (!is_equality(s->on.v[i], &s->left, &s->right, &l, &r, &null_safe) ||
		    l->kind != EXPR_COLUMN || r->kind != EXPR_COLUMN || null_safe)
			continue;
		if (to_right)
			derive_twins(o, &s->to_left, l, r, &s->to_right);
		if (to_left)
			derive_twins(o, &s->to_right, r, l, &s->to_left);
	}
}

static shade_status push_join(struct opt *o, struct plan **plan, struct conds in)
{
	struct plan *p = *plan;
	struct sides s = { .left.arena = o->a, .right.arena = o->a };

	plan_output(p->children[0], &s.left);
	plan_output(p->children[1], &s.right);
	for (size_t i = 0; i < p->join.n_conds && !p->join.is_asof; i++)
		place_on(o, p, &s, p->join.conds[i]);
	for (size_t i = 0; i < in.n; i++)
		place_above(o, p, &s, in.v[i]);
	if (!p->join.is_asof) {
		derive(o, &s, p);
		p->join.conds = s.on.v;
		p->join.n_conds = s.on.n;
	}
	TRY(push(o, &p->children[0], s.to_left));
	TRY(push(o, &p->children[1], s.to_right));
	plan_refresh_node(o->a, p);
	settle(o, plan, &s.above);
	return SHADE_OK;
}

/* --- the others ---------------------------------------------------------- */

static shade_status push_setop(struct opt *o, struct plan **plan, struct conds in)
{
	struct plan *p = *plan;
	/* One map for all arms, as large as the ids are: thousands share it. */
	struct expr_subst s = { .arena = o->a };

	for (size_t k = 0; k < p->n_children; k++) {
		struct plan *c = p->children[k];
		struct conds own = { 0 };

		for (size_t i = 0; in.n && i < p->n_cols; i++)
			expr_subst_put(&s, p->cols[i].id,
				       plan_col_expr(o->a, &c->cols[i]));
		for (size_t i = 0; i < in.n; i++)
			add(o, &own, expr_substitute(&s, in.v[i]));
		TRY(push(o, &p->children[k], own));
	}
	return SHADE_OK;
}

/* Children get nothing; the conditions stay above the node. */
static shade_status push_nothing(struct opt *o, struct plan **plan, struct conds in)
{
	struct plan *p = *plan;

	for (size_t i = 0; i < p->n_children; i++)
		TRY(push(o, &p->children[i], (struct conds){ 0 }));
	plan_refresh_node(o->a, p);
	settle(o, plan, &in);
	return SHADE_OK;
}

static shade_status push_through(struct opt *o, struct plan **plan, size_t child,
				 struct conds in)
{
	struct plan *p = *plan;

	for (size_t i = 0; i < p->n_children; i++)
		TRY(push(o, &p->children[i], i == child ? in : (struct conds){ 0 }));
	plan_refresh_node(o->a, p);
	return SHADE_OK;
}

static shade_status push_kept(struct opt *o, struct plan **plan, struct conds in)
{
	struct idset cols = { .arena = o->a };

	if ((*plan)->kind == PLAN_WINDOW)
		partition_columns(*plan, &cols);
	else
		plan_output((*plan)->children[0], &cols);
	return push_some(o, plan, in, &cols);
}

static shade_status push(struct opt *o, struct plan **plan, struct conds in)
{
	struct plan *p = *plan;

	switch (p->kind) {
	case PLAN_FILTER: return push_filter(o, plan, in);
	case PLAN_PROJECT:
		return push_computed(o, plan, in, p->project.exprs, p->n_cols);
	case PLAN_AGGREGATE:
		if (p->aggregate.n_sets > 0 || p->aggregate.n_groups == 0)
			return push_nothing(o, plan, in);
		return push_computed(o, plan, in, p->aggregate.groups,
				     p->aggregate.n_groups);
	case PLAN_JOIN: return push_join(o, plan, in);
	case PLAN_SORT:
		if (p->sort.has_limit)
			return push_nothing(o, plan, in);
		return push_through(o, plan, 0, in);
	case PLAN_DISTINCT:
		if (p->distinct.n_on > 0)
			return push_nothing(o, plan, in);
		return push_through(o, plan, 0, in);
	case PLAN_CTE: return push_through(o, plan, 1, in);
	case PLAN_SETOP: return push_setop(o, plan, in);
	case PLAN_WINDOW:
	case PLAN_UNNEST: return push_kept(o, plan, in);
	default: return push_nothing(o, plan, in);
	}
}

shade_status rule_push_filters(struct opt *o, struct plan **plan)
{
	return push(o, plan, (struct conds){ 0 });
}
