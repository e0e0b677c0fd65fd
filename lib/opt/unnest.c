/*
 * unnest.c - subqueries in expressions become joins.
 *
 * Innermost first: when a subquery's join is made independent of its own
 * outer side, columns of queries further out stay free in both sides and
 * are resolved by the joins above.
 */
#include "opt/opt_internal.h"

static shade_status unnest_tree(struct opt *o, struct plan **plan);

static void outer_columns(const struct plan *left, const struct plan *right,
			  struct idset *out)
{
	struct idset free = { .arena = out->arena }, have = { .arena = out->arena };

	plan_free_columns(right, &free);
	plan_output(left, &have);
	for (uint32_t id = idset_next(&free, 1); id; id = idset_next(&free, id + 1))
		if (idset_has(&have, id))
			idset_add(out, id);
}

shade_status unnest_join(struct opt *o, struct plan **plan)
{
	struct plan *join = *plan;
	struct idset outer = { .arena = o->a };
	struct column *cols = join->cols;
	size_t n = join->n_cols;

	outer_columns(join->children[0], join->children[1], &outer);
	join->join.dependent = false;
	if (idset_is_empty(&outer))
		return SHADE_OK;
	o->n_changes++;
	if (!unnest_pull_up(o, join, &outer))
		TRY(unnest_push_down(o, plan, &outer));
	if ((*plan)->n_cols != n)
		*plan = plan_keep(o->a, *plan, n, cols);
	return SHADE_OK;
}

/* --- one subquery -------------------------------------------------------- */

static const char *cmp_name(enum cmp_kind cmp, bool opposite)
{
	static const char *const names[] = {
		[SUBCMP_EQ] = "=",  [SUBCMP_NE] = "<>", [SUBCMP_LT] = "<",
		[SUBCMP_LE] = "<=", [SUBCMP_GT] = ">",  [SUBCMP_GE] = ">="
	};
	static const char *const others[] = {
		[SUBCMP_EQ] = "<>", [SUBCMP_NE] = "=",  [SUBCMP_LT] = ">=",
		[SUBCMP_LE] = ">",  [SUBCMP_GT] = "<=", [SUBCMP_GE] = "<"
	};

	return opposite ? others[cmp] : names[cmp];
}

/* args op columns of the subquery; for ALL the opposite: x > ALL (q) is
 * NOT (x <= ANY (q)). */
static shade_status comparisons(struct opt *o, struct expr *e, struct expr ***conds)
{
	struct plan *sub = e->subquery.plan;
	const char *op = cmp_name(e->subquery.cmp, e->subquery.kind == SUBQUERY_ALL);

	*conds = arena_array(o->a, struct expr *, e->n_args + 1);
	for (size_t i = 0; i < e->n_args; i++) {
		struct expr *args[2] = { e->args[i],
					 plan_col_expr(o->a, &sub->cols[i]) };

		TRY(expr_call(o->cx, str_from(op), 2,
			      arena_dup(o->a, args, sizeof(args)), e->span,
			      &(*conds)[i]));
	}
	/* (a, b) <> ANY (q): one of the fields differs */
	if (e->n_args > 1 && strcmp(op, "<>") == 0) {
		struct expr *any = expr_new(o->a, EXPR_OR, type_of(TYPE_BOOLEAN),
					    e->n_args, *conds, e->span);

		*conds = arena_dup(o->a, &any, sizeof(struct expr *));
	}
	return SHADE_OK;
}

static size_t n_comparisons(const struct expr *e)
{
	const char *op = cmp_name(e->subquery.cmp, e->subquery.kind == SUBQUERY_ALL);

	return e->n_args > 1 && strcmp(op, "<>") == 0 ? 1 : e->n_args;
}

/* What EXISTS does not look at: columns, order, doubles. */
static struct plan *strip_for_exists(struct plan *p)
{
	for (;;) {
		bool skip = p->kind == PLAN_DISTINCT || p->kind == PLAN_SORT ||
			    (p->kind == PLAN_PROJECT);

		if (p->kind == PLAN_LIMIT && !p->limit.offset && !p->limit.percent &&
		    p->limit.count && p->limit.count->kind == EXPR_CONST &&
		    p->limit.count->value.i > 0)
			skip = true;
		if (!skip)
			return p;
		p = p->children[0];
	}
}

static struct expr *known(struct opt *o, struct expr *mark)
{
	struct expr *args[2] = { mark, expr_const(o->a, value_bool(false), NO_SPAN) };

	return expr_new(o->a, EXPR_COALESCE, mark->type, 2,
			arena_dup(o->a, args, sizeof(args)), NO_SPAN);
}

/* A mark that is TRUE where a row of sub meets the conditions. */
static shade_status add_mark(struct opt *o, struct plan **child, struct plan *sub,
			     size_t n, struct expr **conds, struct expr **value)
{
	struct column mark = { .id = plan_next_id(o->ids),
			       .name = STR("mark"),
			       .type = type_of(TYPE_BOOLEAN) };

	*child = plan_join_mark(o->a, *child, sub, n, conds, &mark);
	*value = plan_col_expr(o->a, &mark);
	return unnest_join(o, child);
}

/* One condition of all, wrapped in an operator. */
static shade_status wrap_conds(struct opt *o, struct expr **conds, size_t n,
			       const char *op, struct expr *arg, struct expr **out)
{
	struct expr *all = n == 1 ? conds[0] : expr_and(o->a, n, conds);
	struct expr *args[2] = { all, arg };

	return expr_call(o->cx, str_from(op), arg ? 2 : 1,
			 arena_dup(o->a, args, sizeof(args)), NO_SPAN, out);
}

/*
 * A correlated IN as a value: the conditions of the correlation are no part
 * of the comparison, so one mark says that a row is equal, a second one that
 * a comparison is NULL.
 */
static shade_status mark_correlated(struct opt *o, struct plan **child, struct expr *e,
				    struct expr **value)
{
	struct plan *sub = e->subquery.plan;
	struct expr_subst map = { .arena = o->a, .ids = o->ids };
	struct expr *again = arena_dup(o->a, e, sizeof(*e));
	size_t n = n_comparisons(e);
	struct expr **conds, *yes, *unknown, *args[5];

	again->subquery.plan = plan_copy(&map, sub);
	TRY(comparisons(o, e, &conds));
	TRY(add_mark(o, child, sub, n, conds, &yes));
	TRY(comparisons(o, again, &conds));
	TRY(wrap_conds(o, conds, n, "is null", NULL, &unknown));
	TRY(add_mark(o, child, again->subquery.plan, 1,
		     arena_dup(o->a, &unknown, sizeof(unknown)), &unknown));
	args[0] = known(o, yes);
	args[1] = expr_const(o->a, value_bool(true), e->span);
	args[2] = known(o, unknown);
	args[3] = expr_const(o->a, value_null(type_of(TYPE_BOOLEAN)), e->span);
	args[4] = expr_const(o->a, value_bool(false), e->span);
	*value = expr_new(o->a, EXPR_CASE, type_of(TYPE_BOOLEAN), 5,
			  arena_dup(o->a, args, sizeof(args)), e->span);
	return SHADE_OK;
}

static bool is_correlated(struct opt *o, const struct plan *child,
			  const struct plan *sub)
{
	struct idset outer = { .arena = o->a };

	outer_columns(child, sub, &outer);
	return !idset_is_empty(&outer);
}

static shade_status mark_join(struct opt *o, struct plan **child, struct expr *e,
			      struct expr **value)
{
	struct expr **conds = NULL;

	if (e->subquery.kind == SUBQUERY_EXISTS) {
		e->subquery.plan = strip_for_exists(e->subquery.plan);
		TRY(add_mark(o, child, e->subquery.plan, 0, NULL, value));
		*value = known(o, *value);
		return SHADE_OK;
	}
	if (is_correlated(o, *child, e->subquery.plan)) {
		TRY(mark_correlated(o, child, e, value));
	} else {
		TRY(comparisons(o, e, &conds));
		TRY(add_mark(o, child, e->subquery.plan, n_comparisons(e), conds,
			     value));
	}
	if (e->subquery.kind == SUBQUERY_ALL)
		TRY(expr_call(o->cx, STR("not"), 1,
			      arena_dup(o->a, value, sizeof(*value)), e->span, value));
	return SHADE_OK;
}

static shade_status scalar_join(struct opt *o, struct plan **child, struct expr *e,
				struct expr **value)
{
	struct plan *sub = e->subquery.plan;
	struct idset outer = { .arena = o->a };
	enum join_kind kind = JOIN_SINGLE;
	struct column col = sub->cols[0];
	bool done = false;

	outer_columns(*child, sub, &outer);
	if (plan_is_one_row(sub)) {
		kind = idset_is_empty(&outer) ? JOIN_INNER : JOIN_LEFT;
		if (!idset_is_empty(&outer))
			TRY(unnest_scalar_aggregate(o, child, sub, &outer, value,
						    &done));
		if (done)
			return SHADE_OK;
	}
	*child = plan_join(o->a, kind, *child, sub, 0, NULL);
	(*child)->span = e->span;
	TRY(unnest_join(o, child));
	if (kind != JOIN_INNER)
		col.not_null = false;
	*value = plan_col_expr(o->a, &col);
	return SHADE_OK;
}

/* --- in expressions ------------------------------------------------------ */

struct replace {
	struct opt *o;
	struct plan **child;
	/* plans already joined and what stands for them: shared expressions */
	VEC(struct plan *) plans;
	VEC(struct expr *) values;
	shade_status rc;
};

static struct expr *replace_one(void *arg, struct expr *e)
{
	struct replace *r = arg;
	struct plan *key;
	struct expr *value = NULL;

	if (e->kind != EXPR_SUBQUERY || r->rc)
		return NULL;
	key = e->subquery.plan;
	for (size_t i = 0; i < r->plans.n; i++)
		if (r->plans.v[i] == key)
			return r->values.v[i];
	e = arena_dup(r->o->a, e, sizeof(*e));
	/* the compared values may hold subqueries themselves */
	for (size_t i = 0; i < e->n_args; i++) {
		struct expr_subst s = { .arena = r->o->a,
					.match = replace_one,
					.match_arg = r };

		if (i == 0)
			e->args = arena_dup(r->o->a, e->args,
					    e->n_args * sizeof(*e->args));
		e->args[i] = expr_substitute(&s, e->args[i]);
	}
	r->rc = unnest_tree(r->o, &e->subquery.plan);
	if (!r->rc && e->subquery.kind == SUBQUERY_SCALAR)
		r->rc = scalar_join(r->o, r->child, e, &value);
	else if (!r->rc)
		r->rc = mark_join(r->o, r->child, e, &value);
	if (r->rc)
		return e;
	vec_push(r->o->a, &r->plans, key);
	vec_push(r->o->a, &r->values, value);
	return value;
}

static shade_status replace_in(struct replace *r, struct expr **e)
{
	struct expr_subst s = { .arena = r->o->a,
				.match = replace_one,
				.match_arg = r };

	if (!expr_has_subquery(*e))
		return SHADE_OK;
	*e = expr_substitute(&s, *e);
	return r->rc;
}

struct replace_arg {
	struct replace *r;
	shade_status rc;
};

static void replace_root(void *arg, struct expr **e)
{
	struct replace_arg *a = arg;

	if (!a->rc)
		a->rc = replace_in(a->r, e);
}

static void has_root(void *arg, struct expr **e)
{
	bool *found = arg;

	*found = *found || expr_has_subquery(*e);
}

static bool has_subqueries(struct plan *p)
{
	bool found = false;

	plan_each_expr(p, has_root, &found);
	return found;
}

/* --- conditions ---------------------------------------------------------- */

/* NOT IN where NULLs may be: a mark, or an anti join on "not FALSE". */
static shade_status not_in_join(struct opt *o, struct plan **child, struct expr *sub,
				bool negated, struct span span)
{
	struct expr **conds, *value;

	if (is_correlated(o, *child, sub->subquery.plan)) {
		TRY(comparisons(o, sub, &conds));
		TRY(wrap_conds(o, conds, n_comparisons(sub), "is distinct from",
			       expr_const(o->a, value_bool(false), span), &value));
		*child = plan_join(o->a, JOIN_ANTI, *child, sub->subquery.plan, 1,
				   arena_dup(o->a, &value, sizeof(value)));
		return unnest_join(o, child);
	}
	TRY(mark_join(o, child, sub, &value));
	if (negated)
		TRY(expr_call(o->cx, STR("not"), 1,
			      arena_dup(o->a, &value, sizeof(value)), span, &value));
	*child = plan_filter(o->a, *child, 1, arena_dup(o->a, &value, sizeof(value)));
	return SHADE_OK;
}

/* EXISTS, IN and their NOTs as conditions of their own: semi and anti joins. */
static shade_status condition_join(struct opt *o, struct plan **child, struct expr *e,
				   bool *done)
{
	bool negated = is_call(e, "not");
	struct expr *sub = negated ? e->args[0] : e;
	struct expr **conds = NULL;
	size_t n = 0;
	bool anti, null_free = true;

	*done = false;
	if (sub->kind != EXPR_SUBQUERY || sub->subquery.kind == SUBQUERY_SCALAR)
		return SHADE_OK;
	for (size_t i = 0; i < sub->n_args; i++)
		if (expr_has_subquery(sub->args[i]))
			return SHADE_OK;
	sub = arena_dup(o->a, sub, sizeof(*sub));
	TRY(unnest_tree(o, &sub->subquery.plan));
	anti = negated != (sub->subquery.kind == SUBQUERY_ALL);
	for (size_t i = 0; i < sub->n_args; i++)
		null_free = null_free && sub->args[i]->not_null &&
			    sub->subquery.plan->cols[i].not_null;
	if (anti && sub->subquery.kind != SUBQUERY_EXISTS && !null_free) {
		*done = true;
		return not_in_join(o, child, sub, negated, e->span);
	}
	if (sub->subquery.kind == SUBQUERY_EXISTS) {
		sub->subquery.plan = strip_for_exists(sub->subquery.plan);
	} else {
		TRY(comparisons(o, sub, &conds));
		n = n_comparisons(sub);
	}
	*child = plan_join(o->a, anti ? JOIN_ANTI : JOIN_SEMI, *child,
			   sub->subquery.plan, n, conds);
	*done = true;
	return unnest_join(o, child);
}

static shade_status unnest_filter(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan, *child = p->children[0];
	struct column *cols = p->cols;
	size_t n_cols = p->n_cols, n_below = 0, n_above = 0;
	struct expr **below = arena_array(o->a, struct expr *, p->filter.n_conds);
	struct expr **above = arena_array(o->a, struct expr *, p->filter.n_conds);
	struct replace r = { .o = o, .child = &child };
	bool seen = false;

	for (size_t i = 0; i < p->filter.n_conds; i++) {
		struct expr *e = p->filter.conds[i];

		/* a condition that can fail stays behind those before it */
		if (expr_has_subquery(e) || (seen && e->can_fail)) {
			seen = true;
			above[n_above++] = e;
		} else {
			below[n_below++] = e;
		}
	}
	child = plan_filter(o->a, child, n_below, below);
	for (size_t i = 0; i < n_above; i++) {
		bool done = false;

		TRY(condition_join(o, &child, above[i], &done));
		if (done)
			continue;
		TRY(replace_in(&r, &above[i]));
		child = plan_filter(o->a, child, 1,
				    arena_dup(o->a, &above[i], sizeof(*above)));
	}
	if (child->n_cols != n_cols)
		child = plan_keep(o->a, child, n_cols, cols);
	*plan = child;
	return SHADE_OK;
}

/* --- other nodes --------------------------------------------------------- */

/* VALUES with subqueries: a projection, or a union of them. */
static struct plan *values_as_projects(struct opt *o, struct plan *p)
{
	struct plan *all = plan_new(o->a, PLAN_SETOP, p->values.n_rows, p->span);

	for (size_t r = 0; r < p->values.n_rows; r++) {
		struct column *cols = arena_dup(o->a, p->cols,
						p->n_cols * sizeof(*cols));

		for (size_t i = 0; i < p->n_cols && p->values.n_rows > 1; i++)
			cols[i].id = plan_next_id(o->ids);
		all->children[r] = plan_project(o->a, plan_one_row(o->a, p->span),
						p->n_cols,
						p->values.exprs + r * p->n_cols, cols);
	}
	if (p->values.n_rows == 1)
		return all->children[0];
	all->setop.kind = SETOP_UNION;
	all->setop.all = true;
	all->cols = p->cols;
	all->n_cols = p->n_cols;
	return all;
}

/* --- ON of outer joins ------------------------------------------------------ */

static bool uses_both_sides(struct opt *o, const struct plan *p)
{
	struct idset left = { .arena = o->a }, right = { .arena = o->a };

	plan_output(p->children[0], &left);
	plan_output(p->children[1], &right);
	for (size_t i = 0; i < p->join.n_conds; i++) {
		struct idset used = { .arena = o->a };

		if (!expr_has_subquery(p->join.conds[i]))
			continue;
		expr_columns(p->join.conds[i], &used);
		if (idset_overlap(&used, &left) && idset_overlap(&used, &right))
			return true;
	}
	return false;
}

static shade_status unnest_filter(struct opt *o, struct plan **plan);

/* The conditions become a filter of the right side, which then depends on the
 * left one. */
static shade_status conds_to_right(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan;

	p->children[1] = plan_filter(o->a, p->children[1], p->join.n_conds,
				     p->join.conds);
	p->join.conds = NULL;
	p->join.n_conds = 0;
	if (p->children[1]->kind == PLAN_FILTER)
		TRY(unnest_filter(o, &p->children[1]));
	plan_refresh_node(o->a, p);
	return unnest_join(o, plan);
}

/* Rows of the right side without a partner, NULLs for the left. */
static shade_status right_alone(struct opt *o, const struct plan *p, struct plan **out)
{
	struct expr_subst map = { .arena = o->a, .ids = o->ids };
	struct plan *copy = plan_copy(&map, p), *anti;
	size_t n_left = copy->children[0]->n_cols;
	struct expr **exprs = arena_array(o->a, struct expr *, p->n_cols + 1);
	struct column *cols = arena_array(o->a, struct column, p->n_cols + 1);

	anti = plan_join(o->a, JOIN_ANTI, copy->children[1], copy->children[0],
			 copy->join.n_conds, copy->join.conds);
	TRY(conds_to_right(o, &anti));
	for (size_t i = 0; i < p->n_cols; i++) {
		const struct column *c = &copy->cols[i];

		if (i < n_left)
			exprs[i] = expr_const(o->a, value_null(c->type), NO_SPAN);
		else
			exprs[i] = plan_col_expr(o->a,
						 &copy->children[1]->cols[i - n_left]);
		cols[i] = plan_column(o->ids, c->name, exprs[i]);
	}
	*out = plan_project(o->a, anti, p->n_cols, exprs, cols);
	return SHADE_OK;
}

/* FULL JOIN: the LEFT JOIN, and what of the right side is left over. */
static shade_status full_as_union(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan, *all = plan_new(o->a, PLAN_SETOP, 2, p->span);
	size_t n = p->n_cols;
	struct column *cols = arena_dup(o->a, p->cols, n * sizeof(*cols));
	struct column *own = arena_array(o->a, struct column, n + 1);
	struct expr **exprs = arena_array(o->a, struct expr *, n + 1);
	struct plan *alone, *left;

	TRY(right_alone(o, p, &alone));
	left = plan_join(o->a, JOIN_LEFT, p->children[0], p->children[1],
			 p->join.n_conds, p->join.conds);
	TRY(conds_to_right(o, &left));
	/* the union's columns keep their ids, its first part gets others */
	for (size_t i = 0; i < n; i++) {
		exprs[i] = plan_col_expr(o->a, &cols[i]);
		own[i] = plan_column(o->ids, cols[i].name, exprs[i]);
		cols[i].not_null = false;
	}
	all->children[0] = plan_project(o->a, left, n, exprs, own);
	all->children[1] = alone;
	all->setop.kind = SETOP_UNION;
	all->setop.all = true;
	all->cols = cols;
	all->n_cols = n;
	*plan = all;
	return SHADE_OK;
}

/* A subquery in ON that looks at both sides: the side that is filled with
 * NULLs is looked up for each row of the other. */
static shade_status unnest_outer_conds(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan;
	struct column *cols = p->cols;
	size_t n = p->n_cols;

	if (p->join.is_asof || p->join.n_keys > 0 || p->join.kind == JOIN_MARK ||
	    p->join.kind == JOIN_SINGLE)
		return shade_fail(
			o->cx, SHADE_E_UNSUPPORTED, p->span,
			"not supported yet: a subquery in the ON of this join "
			"that uses both sides");
	if (p->join.kind == JOIN_FULL)
		return full_as_union(o, plan);
	if (p->join.kind == JOIN_RIGHT)
		*plan = plan_join(o->a, JOIN_LEFT, p->children[1], p->children[0],
				  p->join.n_conds, p->join.conds);
	TRY(conds_to_right(o, plan));
	*plan = plan_keep(o->a, *plan, n, cols);
	return SHADE_OK;
}

/* Conditions with subqueries leave an inner join; those of outer joins are
 * computed on the side that they use. */
static shade_status unnest_join_conds(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan;
	struct expr **plain = arena_array(o->a, struct expr *, p->join.n_conds);
	struct expr **moved = arena_array(o->a, struct expr *, p->join.n_conds);
	size_t n_plain = 0, n_moved = 0;

	if (p->join.kind == JOIN_INNER) {
		for (size_t i = 0; i < p->join.n_conds; i++) {
			struct expr *e = p->join.conds[i];

			if (expr_has_subquery(e))
				moved[n_moved++] = e;
			else
				plain[n_plain++] = e;
		}
		p->join.conds = plain;
		p->join.n_conds = n_plain;
		*plan = plan_filter(o->a, p, n_moved, moved);
		return unnest_filter(o, plan);
	}
	if (uses_both_sides(o, p))
		return unnest_outer_conds(o, plan);
	for (size_t i = 0; i < p->join.n_conds; i++) {
		struct idset used = { .arena = o->a }, left = { .arena = o->a };
		struct replace r = { .o = o };

		if (!expr_has_subquery(p->join.conds[i]))
			continue;
		expr_columns(p->join.conds[i], &used);
		plan_output(p->children[0], &left);
		r.child = &p->children[idset_overlap(&used, &left) ? 0 : 1];
		TRY(replace_in(&r, &p->join.conds[i]));
	}
	plan_refresh_node(o->a, p);
	return SHADE_OK;
}

static shade_status unnest_node(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan;
	struct column *cols = p->cols;
	size_t n = p->n_cols;
	struct replace r = { .o = o };
	struct replace_arg arg = { &r, SHADE_OK };

	if (p->kind == PLAN_VALUES) {
		*plan = values_as_projects(o, p);
		for (size_t i = 0; i < (*plan)->n_children; i++)
			TRY(unnest_tree(o, &(*plan)->children[i]));
		return p->values.n_rows == 1 ? unnest_node(o, plan) : SHADE_OK;
	}
	if (p->kind == PLAN_FILTER)
		return unnest_filter(o, plan);
	if (p->kind == PLAN_JOIN) {
		TRY(unnest_join_conds(o, plan));
	} else {
		r.child = &p->children[0];
		plan_each_expr(p, replace_root, &arg);
		TRY(arg.rc);
		plan_refresh_node(o->a, p);
	}
	if ((*plan)->n_cols != n)
		*plan = plan_keep(o->a, *plan, n, cols);
	return SHADE_OK;
}

static shade_status unnest_tree(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan;
	bool dependent = p->kind == PLAN_JOIN && p->join.dependent;

	TRY(cx_check_arena(o->cx));
	for (size_t i = 0; i < p->n_children; i++)
		TRY(unnest_tree(o, &p->children[i]));
	if (dependent) {
		TRY(unnest_join(o, plan));
		/* the join may lie below a projection or a CTE now */
		while ((*plan)->kind != PLAN_JOIN)
			plan = &(*plan)->children[(*plan)->n_children - 1];
		p = *plan;
	}
	return has_subqueries(p) ? unnest_node(o, plan) : SHADE_OK;
}

shade_status rule_unnest(struct opt *o, struct plan **plan)
{
	return unnest_tree(o, plan);
}
