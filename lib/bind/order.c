/*
 * order.c - ORDER BY, LIMIT, OFFSET, FETCH.
 */
#include "bind/bind_internal.h"

static void key_order(const struct ast_sort *s, struct sort_key *k)
{
	k->desc = s->direction == AST_DIRECTION_DESC;
	/* NULLs are lowest */
	k->nulls_first = s->nulls == AST_NULLS_ORDER_DEFAULT
				 ? !k->desc
				 : s->nulls == AST_NULLS_ORDER_FIRST;
}

static shade_status position(struct bind *b, struct ast *e, size_t n, long *out)
{
	struct ectx c = { .b = b, .clause = "ORDER BY" };
	int64_t at;

	TRY(bind_const_int(&c, e, "a position in ORDER BY", &at));
	if (at < 1 || (uint64_t)at > n)
		return shade_fail(
			b->cx, SHADE_E_ORDINAL, e->span,
			"ORDER BY position %lld is not in the select list (1 to "
			"%zu)",
			(long long)at, n);
	*out = (long)at - 1;
	return SHADE_OK;
}

static bool is_position(const struct ast *e)
{
	return ast_is(e, AST_LITERAL) &&
	       AST_CAST(literal, (struct ast *)e)->type == AST_LITERAL_KIND_INTEGER;
}

/* A bare name is an output's name first. */
static long output_named(struct select *s, struct ast *e)
{
	struct str name;
	long hit = -1;

	if (!ast_is(e, AST_COLUMN) || AST_CAST(column, e)->parts.n != 1)
		return -1;
	name = ident_name(AST_CAST(column, e)->parts.v[0]);
	hit = select_alias(s, name);
	if (hit >= 0)
		return hit;
	for (size_t i = 0; i < s->items.n; i++)
		if (str_eq_nocase(s->items.v[i].name, name)) {
			if (hit >= 0)
				return -1;
			hit = (long)i;
		}
	return hit;
}

static shade_status order_all(struct select *s, struct ast_sort *sort,
			      struct order_key **keys, size_t *n)
{
	*n = s->items.n;
	*keys = arena_array(s->b->a, struct order_key, *n + 1);
	for (size_t i = 0; i < *n; i++) {
		(*keys)[i].output = (long)i;
		key_order(sort, &(*keys)[i].key);
	}
	return SHADE_OK;
}

/* ORDER BY COLUMNS(..): a key for each column. */
static shade_status spread_keys(struct select *s, const struct ast_list *list,
				struct ast_list *out)
{
	struct arena *a = s->b->a;

	for (size_t i = 0; i < list->n; i++) {
		struct ast_sort *sort = AST_CAST(sort, list->v[i]);
		struct ast_list keys = { 0 };

		if (!sort->expr || !columns_within(sort->expr)) {
			ast_push(a, out, list->v[i]);
			continue;
		}
		TRY(columns_spread(s, sort->expr, &keys));
		for (size_t k = 0; k < keys.n; k++) {
			struct ast_sort *key = arena_dup(a, sort, sizeof(*sort));

			key->expr = keys.v[k];
			ast_push(a, out, &key->head);
		}
	}
	return SHADE_OK;
}

shade_status select_order_by(struct select *s, const struct ast_list *keys_of,
			     struct order_key **keys, size_t *n)
{
	struct ectx c = select_ectx(s, "ORDER BY");
	struct ast_list spread = { 0 }, *list = &spread;
	struct order_key *v;

	TRY(spread_keys(s, keys_of, &spread));
	v = arena_array(s->b->a, struct order_key, list->n + 1);

	if (list->n == 1 && !AST_CAST(sort, list->v[0])->expr)
		return order_all(s, AST_CAST(sort, list->v[0]), keys, n);
	for (size_t i = 0; i < list->n; i++) {
		struct ast_sort *sort = AST_CAST(sort, list->v[i]);

		if (!sort->expr)
			return shade_fail(s->b->cx, SHADE_E_INVALID_CLAUSE, sort->span,
					  "ORDER BY ALL stands alone");
		key_order(sort, &v[i].key);
		v[i].output = -1;
		if (is_position(sort->expr))
			TRY(position(s->b, sort->expr, s->items.n, &v[i].output));
		else
			v[i].output = output_named(s, sort->expr);
		if (v[i].output < 0)
			TRY(bind_scalar(&c, sort->expr, &v[i].key.expr));
	}
	*keys = v;
	*n = list->n;
	return SHADE_OK;
}

/* --- over outputs -------------------------------------------------------- */

/* Keys that are no plain columns are computed in a projection below. */
static struct plan *sort_computed(struct bind *b, struct plan *p, struct sort_key *keys,
				  size_t n)
{
	struct expr **exprs = arena_array(b->a, struct expr *, p->n_cols + n);
	struct column *cols = arena_array(b->a, struct column, p->n_cols + n);
	size_t at = p->n_cols;
	struct plan *wide;

	for (size_t i = 0; i < p->n_cols; i++) {
		exprs[i] = plan_col_expr(b->a, &p->cols[i]);
		cols[i] = p->cols[i];
	}
	for (size_t i = 0; i < n; i++) {
		if (keys[i].expr->kind == EXPR_COLUMN)
			continue;
		exprs[at] = keys[i].expr;
		cols[at] = plan_column(&b->env->ids, STR("key"), keys[i].expr);
		keys[i].expr = plan_col_expr(b->a, &cols[at++]);
	}
	if (at == p->n_cols)
		return plan_sort(b->a, p, n, keys);
	wide = plan_project(b->a, p, at, exprs, cols);
	return plan_keep(b->a, plan_sort(b->a, wide, n, keys), p->n_cols, p->cols);
}

shade_status bind_order_scope(struct bind *b, const struct ast_list *list,
			      struct input *in)
{
	struct ectx c = {
		.b = b, .scope = &in->scope, .clause = "ORDER BY", .alias_limit = 0
	};
	bool all = list->n == 1 && !AST_CAST(sort, list->v[0])->expr;
	size_t n = all ? in->plan->n_cols : list->n;
	struct sort_key *keys = arena_array(b->a, struct sort_key, n + 1);

	for (size_t i = 0; i < n; i++) {
		struct ast_sort *s = AST_CAST(sort, list->v[all ? 0 : i]);
		long at = all ? (long)i : -1;

		key_order(s, &keys[i]);
		if (!all && !s->expr)
			return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, s->span,
					  "ORDER BY ALL stands alone");
		if (!all && is_position(s->expr))
			TRY(position(b, s->expr, in->plan->n_cols, &at));
		if (at >= 0)
			keys[i].expr = plan_col_expr(b->a, &in->plan->cols[at]);
		else
			TRY(bind_scalar(&c, s->expr, &keys[i].expr));
	}
	in->plan = sort_computed(b, in->plan, keys, n);
	return SHADE_OK;
}

shade_status bind_order_outputs(struct bind *b, const struct ast_list *list,
				struct scope *outer, struct plan **plan)
{
	struct input in = { .plan = *plan, .scope.outer = outer };

	if (list->n == 0)
		return SHADE_OK;
	scope_add(b, &in.scope, rel_of_plan(b, STR_NONE, *plan));
	TRY(bind_order_scope(b, list, &in));
	*plan = in.plan;
	return SHADE_OK;
}

/* --- LIMIT --------------------------------------------------------------- */

static shade_status percent_of(struct ectx *c, struct ast *e, struct expr **out)
{
	struct value v;

	TRY(bind_const(c, e, &v));
	TRY(value_cast(c->b->cx, &v, type_of(TYPE_DOUBLE), e->span, &v));
	if (v.is_null || !(v.d >= 0 && v.d <= 100))
		return shade_fail(c->b->cx, SHADE_E_RANGE, e->span,
				  "a percentage must be from 0 to 100");
	if (v.d != (double)(int64_t)v.d)
		return shade_fail(c->b->cx, SHADE_E_UNSUPPORTED, e->span,
				  "not supported yet: a fraction of a percent");
	*out = expr_const(c->b->a, value_int(TYPE_BIGINT, (int64_t)v.d), e->span);
	return SHADE_OK;
}

/* LIMIT NULL is no limit: *out stays NULL. */
static shade_status count_of(struct ectx *c, struct ast *e, struct expr **out)
{
	bool is_null;
	int64_t n;

	TRY(bind_count(c, e, c->clause, &is_null, &n));
	if (!is_null)
		*out = expr_const(c->b->a, value_int(TYPE_BIGINT, n), e->span);
	return SHADE_OK;
}

shade_status bind_limit_of(struct bind *b, struct ast *limit, struct ast *offset,
			   struct plan **plan)
{
	struct ectx c = { .b = b, .clause = "LIMIT" };
	struct expr *count = NULL, *skip = NULL;

	if (limit)
		TRY(count_of(&c, limit, &count));
	if (offset) {
		c.clause = "OFFSET";
		TRY(count_of(&c, offset, &skip));
	}
	if (count || skip)
		*plan = plan_limit(b->a, *plan, count, skip);
	return SHADE_OK;
}

shade_status bind_limit(struct bind *b, struct ast_query *q, struct plan **plan)
{
	struct ectx c = { .b = b, .clause = "LIMIT" };
	struct plan *below = *plan;

	if (!q->limit_percent) {
		TRY(bind_limit_of(b, q->limit, q->offset, plan));
	} else {
		struct expr *percent = NULL;

		TRY(percent_of(&c, q->limit, &percent));
		TRY(bind_limit_of(b, NULL, q->offset, plan));
		if (*plan == below)
			*plan = plan_limit(b->a, below, NULL, NULL);
		(*plan)->limit.count = percent;
		(*plan)->limit.percent = true;
	}
	if (q->with_ties) {
		if (below->kind != PLAN_SORT)
			return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, q->span,
					  "WITH TIES needs an ORDER BY");
		(*plan)->limit.with_ties = true;
	}
	return SHADE_OK;
}
