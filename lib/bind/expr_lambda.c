/*
 * expr_lambda.c - functions as arguments: x -> x + 1.
 *
 * What a parameter means comes from the function that is called and from its
 * other arguments, so these are bound first.
 */
#include "bind/bind_internal.h"

static const struct type *element_of(const struct expr *e, size_t i)
{
	if (e && i < e->type->n_children &&
	    (e->type->id == TYPE_ARRAY || e->type->id == TYPE_MAP))
		return e->type->children[i];
	return type_of(TYPE_NULL);
}

/* Type of parameter p of the lambda at argument i. */
static const struct type *param_type(struct str name, struct expr **v, size_t i,
				     size_t p)
{
	bool reduce = str_eq_nocase(name, STR("reduce")) ||
		      str_eq_nocase(name, STR("aggregate")) ||
		      str_eq_nocase(name, STR("list_reduce"));

	if (reduce)
		return p == 0 && v[1] ? v[1]->type : element_of(v[0], 0);
	if (str_eq_nocase(name, STR("zip_with")) && v[p < 2 ? p : 0])
		return element_of(v[p < 2 ? p : 0], 0);
	if (str_eq_nocase(name, STR("array_sort")) ||
	    str_eq_nocase(name, STR("list_sort")))
		return element_of(v[0], 0);
	if (str_eq_nocase(name, STR("map_zip_with")) && v[0] && v[1])
		return element_of(p == 2 ? v[1] : v[0], p == 0 ? 0 : 1);
	if (v[0] && v[0]->type->id == TYPE_MAP)
		return element_of(v[0], p < 2 ? p : 0);
	(void)i;
	return p == 0 ? element_of(v[0], 0) : type_of(TYPE_INT);
}

static shade_status lambda_names(struct bind *b, struct ast_lambda *l,
				 struct str **names, size_t *n)
{
	struct ast *one[1] = { l->params };
	struct ast_list list = { one, 1 };

	if (ast_is(l->params, AST_ROW))
		list = AST_CAST(row, l->params)->items;
	*names = arena_array(b->a, struct str, list.n + 1);
	*n = list.n;
	for (size_t i = 0; i < list.n; i++) {
		if (!ast_is(list.v[i], AST_COLUMN) ||
		    AST_CAST(column, list.v[i])->parts.n != 1)
			return shade_fail(b->cx, SHADE_E_SYNTAX, list.v[i]->span,
					  "a lambda's parameter must be a name");
		(*names)[i] = ident_name(AST_CAST(column, list.v[i])->parts.v[0]);
	}
	return SHADE_OK;
}

/* (x, i) -> ..: Spark's positions in an array begin with 0. */
static bool counts_from_zero(const struct bind *b, struct str fn, const struct expr *in)
{
	return b->dialect == DIALECT_SPARK && in && in->type->id == TYPE_ARRAY &&
	       (str_eq_nocase(fn, STR("transform")) ||
		str_eq_nocase(fn, STR("filter")));
}

/* map_zip_with(a, b, (k, x, y) -> ..): x is a[k] and y is b[k]. */
static shade_status look_up_values(struct bind *b, struct lambda *scope,
				   struct expr **v, struct span span)
{
	struct rel_col *key = &scope->params[0];

	if (scope->n_params != 3 || !v[0] || !v[1] || v[0]->type->id != TYPE_MAP ||
	    v[1]->type->id != TYPE_MAP)
		return shade_fail(
			b->cx, SHADE_E_WRONG_ARG_COUNT, span,
			"map_zip_with takes two maps and (key, value, value) -> ..");
	for (size_t p = 0; p < 2; p++)
		TRY(bind_call2(b, "[]", v[p], rel_col_expr(b, key, span), span,
			       &scope->params[p + 1].value));
	return SHADE_OK;
}

shade_status bind_lambda(struct ectx *c, struct ast *e, struct str fn, struct expr **v,
			 size_t i, struct expr **out)
{
	struct bind *b = c->b;
	struct ast_lambda *l = AST_CAST(lambda, e);
	struct lambda scope = { .next = c->lambdas };
	struct ectx own = *c;
	struct str *names;
	struct expr *body;
	uint32_t *ids;

	TRY(lambda_names(b, l, &names, &scope.n_params));
	scope.params = arena_array(b->a, struct rel_col, scope.n_params + 1);
	ids = arena_array(b->a, uint32_t, scope.n_params + 1);
	for (size_t p = 0; p < scope.n_params; p++) {
		ids[p] = plan_next_id(&b->env->ids);
		scope.params[p] = (struct rel_col){ .name = names[p],
						    .id = ids[p],
						    .type = param_type(fn, v, i, p) };
	}
	if (scope.n_params == 2 && counts_from_zero(b, fn, v[0])) {
		struct rel_col *at = &scope.params[1];
		struct expr *one = expr_const(b->a, value_int(TYPE_INT, 1), e->span);

		TRY(bind_call2(b, "-", rel_col_expr(b, at, e->span), one, e->span,
			       &at->value));
	}
	if (str_eq_nocase(fn, STR("map_zip_with")))
		TRY(look_up_values(b, &scope, v, e->span));
	own.lambdas = &scope;
	TRY(bind_scalar(&own, l->body, &body));
	*out = expr_new(b->a, EXPR_LAMBDA, body->type, 1,
			arena_dup(b->a, &body, sizeof(body)), e->span);
	(*out)->lambda.params = ids;
	(*out)->lambda.n_params = scope.n_params;
	return SHADE_OK;
}

shade_status bind_map_zip(struct bind *b, struct expr **v, struct span span,
			  struct expr **out)
{
	struct expr *keys[2], *values;

	if (v[2]->kind != EXPR_LAMBDA)
		return shade_fail(
			b->cx, SHADE_E_TYPE, v[2]->span,
			"map_zip_with takes two maps and (key, value, value) -> ..");
	for (size_t i = 0; i < 2; i++)
		TRY(bind_call1(b, "map_keys", v[i], span, &keys[i]));
	TRY(bind_call2(b, "array_union", keys[0], keys[1], span, &keys[0]));
	v[2]->lambda.n_params = 1; /* the values are looked up by the key */
	TRY(bind_call2(b, "transform", keys[0], v[2], span, &values));
	return bind_call2(b, "map_from_arrays", keys[0], values, span, out);
}
