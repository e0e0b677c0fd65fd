/*
 * expr.c - binding an expression: which file knows the node.
 */
#include "bind/bind_internal.h"

shade_status bind_list(struct ectx *c, const struct ast_list *list, struct expr ***out)
{
	struct expr **v = arena_array(c->b->a, struct expr *, list->n ? list->n : 1);

	for (size_t i = 0; i < list->n; i++)
		TRY(bind_scalar(c, list->v[i], &v[i]));
	*out = v;
	return SHADE_OK;
}

static shade_status bind_param(struct ectx *c, struct ast *e, struct expr **out)
{
	struct bind *b = c->b;
	struct ast_param *p = AST_CAST(param, e);
	struct str name = p->name;

	if (p->type == AST_PARAM_KIND_POSITION)
		name = str_fmt(b->a, "%lld", (long long)p->index);
	for (size_t i = 0; i < b->env->n_params; i++)
		if (str_eq_nocase(b->env->params[i].name, name)) {
			*out = expr_const(b->a, b->env->params[i].value, e->span);
			return SHADE_OK;
		}
	return shade_fail(b->cx, SHADE_E_PARAMETER, e->span,
			  "parameter \"%.*s\" has no value; set it with -p or .param",
			  STR_ARG(name));
}

static shade_status bind_cast(struct ectx *c, struct ast *e, struct expr **out)
{
	struct ast_cast *cast = AST_CAST(cast, e);
	const struct type *type;
	struct expr *x;

	TRY(bind_scalar(c, cast->arg, &x));
	TRY(bind_type(c->b->cx, cast->type, &type));
	if (cast->format) {
		struct expr *args[2] = { x, NULL };
		const char *fn = type->id == TYPE_DATE ? "to_date" : "to_timestamp";

		TRY(bind_scalar(c, cast->format, &args[1]));
		if (type_family(type) == FAMILY_STRING)
			fn = "date_format";
		TRY(bind_call2(c->b, fn, x, args[1], e->span, &x));
	}
	if (x->span.end == 0)
		x->span = e->span;
	return expr_cast(c->b->cx, x, type, cast->is_try, out);
}

static shade_status bind_time_zone(struct ectx *c, struct ast *e, struct expr **out)
{
	struct ast_at_time_zone *z = AST_CAST(at_time_zone, e);
	struct expr *x, *zone;

	TRY(bind_scalar(c, z->arg, &x));
	TRY(bind_scalar(c, z->zone, &zone));
	return bind_call2(c->b, "timezone", zone, x, e->span, out);
}

static shade_status misplaced(struct ectx *c, struct ast *e)
{
	const char *what = "this";

	if (e->kind == AST_STAR)
		what = "*";
	else if (e->kind == AST_COLUMNS)
		what = "COLUMNS()";
	else if (e->kind == AST_DEFAULT)
		what = "DEFAULT";
	else if (e->kind == AST_LAMBDA)
		what = "a lambda";
	else if (e->kind == AST_GROUPING)
		what = "GROUPING SETS";
	return shade_fail(c->b->cx, SHADE_E_INVALID_CLAUSE, e->span,
			  "%s cannot stand in %s here", what, c->clause);
}

shade_status bind_scalar(struct ectx *c, struct ast *e, struct expr **out)
{
	switch (e->kind) {
	case AST_COLUMN: return bind_column(c, e, out);
	case AST_LITERAL: return bind_literal(c->b, e, false, out);
	case AST_INTERVAL: return bind_interval(c, e, out);
	case AST_PARAM: return bind_param(c, e, out);
	case AST_UNARY:
	case AST_BINARY:
	case AST_LOGIC: return bind_operator(c, e, out);
	case AST_IS:
	case AST_BETWEEN:
	case AST_LIKE: return bind_predicate(c, e, out);
	case AST_IN: return bind_in(c, e, out);
	case AST_QUANTIFIED:
	case AST_EXISTS:
	case AST_SUBQUERY_EXPR:
	case AST_ARRAY_QUERY: return bind_subquery_expr(c, e, out);
	case AST_CASE: return bind_case(c, e, out);
	case AST_CAST: return bind_cast(c, e, out);
	case AST_AT_TIME_ZONE: return bind_time_zone(c, e, out);
	case AST_COLLATE: return bind_collate(c, e, out);
	case AST_SUBSCRIPT:
	case AST_FIELD:
	case AST_JSON_PATH:
	case AST_LAMBDA: return bind_access(c, e, out);
	case AST_ARRAY:
	case AST_MAP:
	case AST_ROW:
	case AST_STRUCT: return bind_constructor(c, e, out);
	case AST_FUNC: return bind_func(c, e, out);
	default: return misplaced(c, e);
	}
}

/* --- helpers ------------------------------------------------------------- */

struct expr *bind_bool(struct bind *b, bool v, struct span span)
{
	return expr_const(b->a, value_bool(v), span);
}

struct expr *bind_null(struct bind *b, const struct type *t, struct span span)
{
	return expr_const(b->a, value_null(t), span);
}

shade_status bind_call1(struct bind *b, const char *name, struct expr *x,
			struct span span, struct expr **out)
{
	struct expr **args = arena_dup(b->a, &x, sizeof(x));

	return expr_call(b->cx, str_from(name), 1, args, span, out);
}

shade_status bind_call2(struct bind *b, const char *name, struct expr *x,
			struct expr *y, struct span span, struct expr **out)
{
	struct expr *args[2] = { x, y };

	return expr_call(b->cx, str_from(name), 2, arena_dup(b->a, args, sizeof(args)),
			 span, out);
}

struct expr *bind_lambda_of(struct bind *b, uint32_t param, struct expr *body)
{
	struct expr *e = expr_new(b->a, EXPR_LAMBDA, body->type, 1,
				  arena_dup(b->a, &body, sizeof(struct expr *)),
				  body->span);

	e->lambda.params = arena_dup(b->a, &param, sizeof(param));
	e->lambda.n_params = 1;
	return e;
}

shade_status bind_not(struct bind *b, struct expr *e, struct expr **out)
{
	if (e->kind == EXPR_IN_LIST) {
		struct expr *flip = arena_dup(b->a, e, sizeof(*e));

		flip->in.negated = !flip->in.negated;
		*out = flip;
		return SHADE_OK;
	}
	return bind_call1(b, "not", e, e->span, out);
}

shade_status bind_to_bool(struct bind *b, struct expr *e, const char *what,
			  struct expr **out)
{
	if (e->type->id != TYPE_BOOLEAN && e->type->id != TYPE_NULL &&
	    !(e->kind == EXPR_CONST && type_family(e->type) == FAMILY_STRING))
		return shade_fail(b->cx, SHADE_E_TYPE, e->span,
				  "%s must be BOOLEAN, not %.*s", what,
				  STR_ARG(type_name(b->a, e->type)));
	return expr_cast(b->cx, e, type_of(TYPE_BOOLEAN), false, out);
}

shade_status bind_condition(struct ectx *c, struct ast *e, struct expr **out)
{
	struct expr *x;

	TRY(bind_scalar(c, e, &x));
	return bind_to_bool(c->b, x, c->clause, out);
}

static size_t count_conds(const struct expr *e)
{
	size_t n = 0;

	if (e->kind != EXPR_AND)
		return 1;
	for (size_t i = 0; i < e->n_args; i++)
		n += count_conds(e->args[i]);
	return n;
}

static void fill_conds(struct expr *e, struct expr **v, size_t *n)
{
	if (e->kind != EXPR_AND) {
		v[(*n)++] = e;
		return;
	}
	for (size_t i = 0; i < e->n_args; i++)
		fill_conds(e->args[i], v, n);
}

void bind_split_and(struct bind *b, struct expr *e, struct expr ***conds, size_t *n)
{
	struct expr **v = arena_array(b->a, struct expr *, count_conds(e));

	*n = 0;
	fill_conds(e, v, n);
	*conds = v;
}

shade_status bind_unify(struct bind *b, struct expr **v, size_t n, const char *what)
{
	const struct type *t;

	if (n == 0)
		return SHADE_OK;
	t = v[0]->type;
	for (size_t i = 1; i < n; i++) {
		const struct type *both = type_common(b->a, t, v[i]->type);

		/* text literals take the other side's type */
		if (!both && v[i]->kind == EXPR_CONST &&
		    type_family(v[i]->type) == FAMILY_STRING)
			both = t;
		if (!both && i == 1 && v[0]->kind == EXPR_CONST &&
		    type_family(v[0]->type) == FAMILY_STRING)
			both = v[i]->type;
		if (!both)
			return shade_fail(
				b->cx, SHADE_E_TYPE, v[i]->span,
				"%s cannot mix %.*s and %.*s; CAST one of them", what,
				STR_ARG(type_name(b->a, t)),
				STR_ARG(type_name(b->a, v[i]->type)));
		t = both;
	}
	for (size_t i = 0; i < n; i++)
		TRY(expr_cast(b->cx, v[i], t, false, &v[i]));
	return SHADE_OK;
}
