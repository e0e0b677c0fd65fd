/*
 * expr_case.c - CASE and IN lists.
 */
#include "bind/bind_internal.h"

/* CASE x WHEN v: x = v. */
static shade_status when_condition(struct ectx *c, struct expr *operand, struct ast *e,
				   struct expr **out)
{
	struct expr *x;

	TRY(bind_scalar(c, e, &x));
	if (operand)
		return bind_call2(c->b, "=", operand, x, e->span, out);
	return bind_to_bool(c->b, x, "a WHEN condition", out);
}

shade_status bind_case(struct ectx *c, struct ast *e, struct expr **out)
{
	struct bind *b = c->b;
	struct ast_case *cs = AST_CAST(case, e);
	size_t n = cs->whens.n;
	struct expr **args = arena_array(b->a, struct expr *, 2 * n + 1);
	struct expr **results = arena_array(b->a, struct expr *, n + 1);
	struct expr *operand = NULL;

	if (cs->operand)
		TRY(bind_scalar(c, cs->operand, &operand));
	for (size_t i = 0; i < n; i++) {
		struct ast_when *w = AST_CAST(when, cs->whens.v[i]);

		TRY(when_condition(c, operand, w->condition, &args[2 * i]));
		TRY(bind_scalar(c, w->result, &results[i]));
	}
	results[n] = bind_null(b, type_of(TYPE_NULL), e->span);
	if (cs->otherwise)
		TRY(bind_scalar(c, cs->otherwise, &results[n]));
	TRY(bind_unify(b, results, n + 1, "CASE"));
	for (size_t i = 0; i < n; i++)
		args[2 * i + 1] = results[i];
	args[2 * n] = results[n];
	*out = expr_new(b->a, EXPR_CASE, results[n]->type, 2 * n + 1, args, e->span);
	return SHADE_OK;
}

/* --- IN (a, b, c) -------------------------------------------------------- */

static bool is_literal(const struct ast *e)
{
	if (ast_is(e, AST_UNARY))
		return is_literal(AST_CAST(unary, (struct ast *)e)->arg);
	return ast_is(e, AST_LITERAL);
}

/* All constants of one type: a hash set. */
static shade_status in_constants(struct bind *b, struct expr *x, struct expr **v,
				 size_t n, bool negated, struct span span,
				 struct expr **out)
{
	struct value *values = arena_array(b->a, struct value, n ? n : 1);
	size_t n_values = 0;
	struct expr *e;

	e = expr_new(b->a, EXPR_IN_LIST, type_of(TYPE_BOOLEAN), 1,
		     arena_dup(b->a, &x, sizeof(x)), span);
	for (size_t i = 0; i < n; i++) {
		struct value one;

		TRY(expr_fold(b->cx, v[i], &one));
		if (one.is_null)
			e->in.has_null = true;
		else
			values[n_values++] = one;
	}
	e->in.values = values;
	e->in.n_values = n_values;
	e->in.negated = negated;
	if (e->in.has_null)
		e->not_null = false;
	*out = e;
	return SHADE_OK;
}

/* Anything else: x = a OR x = b. */
static shade_status in_any(struct bind *b, struct expr *x, struct expr **v, size_t n,
			   bool negated, struct span span, struct expr **out)
{
	struct expr *e;

	for (size_t i = 0; i < n; i++)
		TRY(bind_call2(b, "=", x, v[i], span, &v[i]));
	e = n == 1 ? v[0] : expr_new(b->a, EXPR_OR, type_of(TYPE_BOOLEAN), n, v, span);
	if (negated)
		return bind_not(b, e, out);
	*out = e;
	return SHADE_OK;
}

static shade_status in_rows(struct ectx *c, struct ast_in *in, struct expr **out)
{
	struct bind *b = c->b;
	size_t n = in->items.n;
	struct expr **v = arena_array(b->a, struct expr *, n), *e;

	for (size_t i = 0; i < n; i++) {
		struct ast_binary eq = { .kind = AST_BINARY,
					 .span = in->items.v[i]->span,
					 .op = AST_BINARY_OP_EQ,
					 .left = in->arg,
					 .right = in->items.v[i] };

		TRY(bind_operator(c, &eq.head, &v[i]));
	}
	e = n == 1 ? v[0]
		   : expr_new(b->a, EXPR_OR, type_of(TYPE_BOOLEAN), n, v, in->span);
	if (in->negated)
		return bind_not(b, e, out);
	*out = e;
	return SHADE_OK;
}

static shade_status in_list(struct ectx *c, struct ast_in *in, struct expr **out)
{
	struct bind *b = c->b;
	size_t n = in->items.n;
	struct expr **v = arena_array(b->a, struct expr *, n + 1);
	struct ast **asts = arena_array(b->a, struct ast *, n + 1);
	bool constant = true;

	if (ast_is(in->arg, AST_ROW) && ast_is(in->items.v[0], AST_ROW))
		return in_rows(c, in, out);
	asts[0] = in->arg;
	copy_bytes(asts + 1, in->items.v, n * sizeof(*asts));
	TRY(bind_operands(c, n + 1, asts, v));
	for (size_t i = 0; i < n; i++)
		constant = constant &&
			   (is_literal(in->items.v[i]) ||
			    (expr_is_const(v[i + 1]) && !v[i + 1]->can_fail));
	/* text literals follow the column, a text column follows numbers */
	TRY(bind_unify(b, v, n + 1, "IN"));
	if (constant && v[0]->type->id != TYPE_NULL)
		return in_constants(b, v[0], v + 1, n, in->negated, in->span, out);
	return in_any(b, v[0], v + 1, n, in->negated, in->span, out);
}

shade_status bind_in(struct ectx *c, struct ast *e, struct expr **out)
{
	struct ast_in *in = AST_CAST(in, e);
	struct expr *x, *array, *hit;

	if (in->items.n > 0)
		return in_list(c, in, out);
	if (in->query)
		return bind_subquery_expr(c, e, out);
	TRY(bind_scalar(c, in->arg, &x));
	if (!in->array) { /* IN () */
		*out = expr_const(c->b->a, value_bool(in->negated), e->span);
		return SHADE_OK;
	}
	TRY(bind_scalar(c, in->array, &array));
	TRY(bind_call2(c->b, "array_contains", array, x, e->span, &hit));
	if (in->negated)
		return bind_not(c->b, hit, out);
	*out = hit;
	return SHADE_OK;
}
