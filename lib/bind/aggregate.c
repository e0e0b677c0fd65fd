/*
 * aggregate.c - aggregate calls, collected by their SELECT.
 */
#include "bind/bind_internal.h"

shade_status bind_resolve(struct bind *b, struct str name, size_t n, struct expr **args,
			  enum expr_kind kind, struct span span, struct expr **out)
{
	const struct value **consts = arena_array(b->a, const struct value *, n + 1);
	const struct type **types = arena_array(b->a, const struct type *, n + 1);
	const struct agg_class *agg = NULL;
	struct func_bind fb = { .cx = b->cx,
				.arena = b->a,
				.n_args = n,
				.arg_types = types,
				.consts = consts,
				.span = span };
	struct expr *e;

	for (size_t i = 0; i < n; i++) {
		types[i] = args[i]->type;
		if (args[i]->kind == EXPR_CONST)
			consts[i] = &args[i]->value;
	}
	TRY(func_resolve(&fb, name, &agg));
	for (size_t i = 0; i < n; i++)
		TRY(expr_cast(b->cx, args[i], fb.arg_types[i], false, &args[i]));
	e = expr_new(b->a, kind, fb.type, n, args, span);
	e->call.row = fb.row;
	e->call.kernel = fb.kernel;
	e->call.agg = agg;
	e->not_null = str_eq_nocase(name, STR("count")) ||
		      str_eq_nocase(name, STR("row_number"));
	e->can_fail = e->can_fail || fb.can_fail;
	*out = e;
	return SHADE_OK;
}

shade_status bind_agg_call(struct bind *b, struct str name, size_t n,
			   struct expr **args, struct span span, struct expr **out)
{
	return bind_resolve(b, name, n, args, EXPR_AGG, span, out);
}

static shade_status check_place(struct ectx *c, struct ast_func *f, struct str name)
{
	struct shade_cx *cx = c->b->cx;
	shade_status rc;

	if (c->in_agg)
		return shade_fail(cx, SHADE_E_GROUPING, f->span,
				  "aggregate \"%.*s\" cannot stand inside another "
				  "aggregate",
				  STR_ARG(name));
	if (c->sel && !c->no_aggs)
		return SHADE_OK;
	rc = shade_fail(cx, SHADE_E_GROUPING, f->span,
			"aggregate \"%.*s\" cannot stand in %s", STR_ARG(name),
			c->clause);
	if (strcmp(c->clause, "WHERE") == 0)
		shade_hint(cx, "conditions on aggregates go into HAVING");
	return rc;
}

/* percentile_cont(0.5) WITHIN GROUP (ORDER BY x) is percentile_cont(x, 0.5). */
static bool takes_ordered_value(struct str name)
{
	static const char *const names[] = {
		"percentile_cont", "percentile_disc", "mode",       "quantile_cont",
		"quantile_disc",   "median",          "percentile", "quantile"
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eq_nocase(name, str_from(names[i])))
			return true;
	return false;
}

static shade_status within_group(struct ectx *c, struct ast_func *f, struct str name,
				 struct expr ***args, size_t *n)
{
	struct bind *b = c->b;
	struct ast_sort *s = AST_CAST(sort, f->within_group.v[0]);
	struct expr **v = arena_array(b->a, struct expr *, *n + 1);

	if (f->within_group.n != 1 || !s->expr)
		return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, f->span,
				  "\"%.*s\" orders by one expression", STR_ARG(name));
	TRY(bind_scalar(c, s->expr, &v[0]));
	copy_bytes(v + 1, *args, *n * sizeof(*v));
	if (s->direction == AST_DIRECTION_DESC && *n == 1) {
		struct expr *one = expr_const(b->a, value_double(1.0), f->span);

		TRY(bind_call2(b, "-", one, v[1], f->span, &v[1]));
	}
	*args = v;
	*n += 1;
	return SHADE_OK;
}

/* Arguments, DISTINCT, FILTER, ORDER BY: what aggregates and windows share. */
shade_status bind_agg_parts(struct ectx *c, struct ast_func *f, struct str name,
			    enum expr_kind kind, struct expr **out)
{
	struct bind *b = c->b;
	size_t n = f->args.n;
	bool ordered_value = f->within_group.n > 0 && takes_ordered_value(name);
	const struct ast_list *order = f->order_by.n ? &f->order_by : &f->within_group;
	struct sort_key *keys = NULL;
	struct expr **args, *filter = NULL, *e;

	if (f->star && !str_eq_nocase(name, STR("count")))
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, f->span,
				  "only count takes *, not \"%.*s\"", STR_ARG(name));
	struct ast_list plain = bind_pair_args(b, &f->args);

	n = plain.n;
	TRY(bind_args(c, &plain, &args));
	if (ordered_value)
		TRY(within_group(c, f, name, &args, &n));
	else if (order->n > 0)
		TRY(bind_sort_keys(c, order, &keys));
	if (f->filter) {
		struct ectx own = *c;

		own.clause = "FILTER";
		TRY(bind_condition(&own, f->filter, &filter));
	}
	TRY(bind_dialect_numbers(b, name, n, args));
	TRY(bind_resolve(b, bind_dialect_aggregate(b, name), n, args, kind, f->span,
			 &e));
	/* min and max are the same over distinct values */
	e->call.distinct = f->distinct && !str_eq_nocase(name, STR("min")) &&
			   !str_eq_nocase(name, STR("max"));
	e->call.ignore_nulls = f->nulls == AST_NULLS_TREATMENT_IGNORE;
	e->call.filter = filter;
	e->call.order = keys;
	e->call.n_order = keys ? order->n : 0;
	*out = e;
	return SHADE_OK;
}

static void scope_columns(const struct scope *s, struct idset *out)
{
	for (size_t i = 0; i < s->rels.n; i++)
		for (size_t k = 0; k < s->rels.v[i]->n_cols; k++)
			idset_add(out, s->rels.v[i]->cols[k].id);
}

/*
 * The SELECT that an aggregate belongs to: the innermost one whose columns
 * it reads.  (SELECT max(t.x)) in a query over t is t's maximum.  NULL: the
 * SELECT where it stands.
 */
static struct select *outer_select(struct ectx *c, const struct expr *e)
{
	struct idset used = { .arena = c->b->a }, here = { .arena = c->b->a };

	expr_columns(e, &used);
	scope_columns(c->scope, &here);
	if (idset_is_empty(&used) || idset_overlap(&used, &here))
		return NULL;
	for (struct scope *s = c->scope->outer; s; s = s->outer) {
		struct idset cols = { .arena = c->b->a };

		scope_columns(s, &cols);
		if (idset_overlap(&used, &cols))
			return s->sel && s->sel->takes_aggs ? s->sel : NULL;
	}
	return NULL;
}

shade_status bind_aggregate(struct ectx *c, struct ast_func *f, struct str name,
			    struct expr **out)
{
	struct ectx own = *c;
	struct select *to = c->sel;
	struct expr *e = NULL;

	own.in_agg = true;
	if (!c->in_agg && c->scope && c->scope->outer && f->args.n > 0) {
		struct select *outer;

		TRY(bind_agg_parts(&own, f, name, EXPR_AGG, &e));
		outer = outer_select(c, e);
		if (outer)
			to = outer;
		else
			TRY(check_place(c, f, name));
	} else {
		TRY(check_place(c, f, name));
		TRY(bind_agg_parts(&own, f, name, EXPR_AGG, &e));
	}
	*out = collect(to, &to->aggs, e, expr_text(c->b->a, e));
	(*out)->span = f->span;
	return SHADE_OK;
}

shade_status bind_sort_keys(struct ectx *c, const struct ast_list *list,
			    struct sort_key **out)
{
	struct sort_key *keys = arena_array(c->b->a, struct sort_key, list->n + 1);

	for (size_t i = 0; i < list->n; i++) {
		struct ast_sort *s = AST_CAST(sort, list->v[i]);

		if (!s->expr)
			return shade_fail(c->b->cx, SHADE_E_INVALID_CLAUSE, s->span,
					  "ORDER BY ALL cannot stand here");
		TRY(bind_scalar(c, s->expr, &keys[i].expr));
		keys[i].desc = s->direction == AST_DIRECTION_DESC;
		/* NULLs are lowest */
		keys[i].nulls_first = s->nulls == AST_NULLS_ORDER_DEFAULT
					      ? !keys[i].desc
					      : s->nulls == AST_NULLS_ORDER_FIRST;
	}
	*out = keys;
	return SHADE_OK;
}
