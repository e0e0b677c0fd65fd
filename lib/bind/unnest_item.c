/*
 * unnest_item.c - unnest(x) in the select list.
 *
 * Of an array it makes a row for each element, of a ROW a column for each
 * field; with recursive := true or max_depth := n it goes on with what it
 * finds, arrays first.
 */
#include "bind/bind_internal.h"

bool is_unnest(struct str name)
{
	return str_eq_nocase(name, STR("unnest")) ||
	       str_eq_nocase(name, STR("explode"));
}

/* A column that stands for the elements of the array x. */
static struct expr *collect_unnest(struct select *s, struct expr *x, struct str name)
{
	struct bind *b = s->b;
	struct column col = { .id = plan_next_id(&b->env->ids),
			      .name = name,
			      .type = x->type->children[0] };

	vec_push(b->a, &s->unnests.exprs, x);
	vec_push(b->a, &s->unnests.cols, col);
	return plan_col_expr(b->a, &col);
}

static shade_status fail_type(struct bind *b, const struct expr *x)
{
	return shade_fail(b->cx, SHADE_E_TYPE, x->span,
			  "only an array or a ROW can be unnested here, not %.*s",
			  STR_ARG(type_name(b->a, x->type)));
}

shade_status bind_unnest_item(struct ectx *c, struct ast_func *f, struct str name,
			      struct expr **out)
{
	struct bind *b = c->b;
	struct select *s = c->sel;
	struct ectx inner = *c;
	struct expr *x;

	inner.clause = "unnest"; /* no second one inside */
	if (!s || c->in_agg || c->in_window || strcmp(c->clause, "SELECT") != 0)
		return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, f->span,
				  "\"%.*s\" stands in FROM or in the select list",
				  STR_ARG(name));
	if (f->args.n != 1)
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, f->span,
				  "\"%.*s\" takes one array here", STR_ARG(name));
	TRY(bind_scalar(&inner, f->args.v[0], &x));
	if (x->type->id == TYPE_ROW)
		return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, f->span,
				  "\"%.*s\" of a ROW makes columns, so it stands "
				  "alone in the select list",
				  STR_ARG(name));
	if (x->type->id != TYPE_ARRAY)
		return fail_type(b, x);
	*out = collect_unnest(s, x, name);
	return SHADE_OK;
}

/* --- as an item of its own ------------------------------------------------ */

/* How many levels are taken apart: 1, or what the named arguments say. */
static shade_status read_depth(struct bind *b, struct ast_func *f, int64_t *depth)
{
	struct ectx c = { .b = b, .clause = "an option of unnest" };

	*depth = 1;
	for (size_t i = 1; i < f->args.n; i++) {
		struct ast_named_arg *arg = ast_is(f->args.v[i], AST_NAMED_ARG)
						    ? AST_CAST(named_arg, f->args.v[i])
						    : NULL;
		struct str name = arg ? ident_name(arg->name) : STR_NONE;
		struct value v;

		if (arg && str_eq_nocase(name, STR("recursive"))) {
			TRY(bind_const(&c, arg->value, &v));
			if (v.is_null || v.type->id != TYPE_BOOLEAN)
				return shade_fail(b->cx, SHADE_E_TYPE, arg->span,
						  "recursive must be true or false");
			*depth = v.i ? INT64_MAX : 1;
		} else if (arg && str_eq_nocase(name, STR("max_depth"))) {
			TRY(bind_const_int(&c, arg->value, "max_depth", depth));
			if (*depth == 0)
				return shade_fail(b->cx, SHADE_E_RANGE, arg->span,
						  "max_depth must be at least 1");
		} else {
			return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT,
					  f->args.v[i]->span,
					  "unnest takes one value, and the options "
					  "recursive and max_depth");
		}
	}
	return SHADE_OK;
}

/* The inner arrays of x in one, NULLs left out. */
static shade_status flatten(struct bind *b, struct expr **x)
{
	struct span span = (*x)->span;
	uint32_t id = plan_next_id(&b->env->ids);
	struct expr *y = expr_column(b->a, id, STR("y"), (*x)->type->children[0], false,
				     span);

	TRY(bind_call1(b, "is not null", y, span, &y));
	TRY(bind_call2(b, "filter", *x, bind_lambda_of(b, id, y), span, x));
	return bind_call1(b, "flatten", *x, span, x);
}

static shade_status put_fields(struct bind *b, struct expr *row, int64_t depth,
			       struct unnested *out)
{
	for (size_t i = 0; i < row->type->n_children; i++) {
		struct str name = row->type->names[i];
		struct expr *e;

		TRY(bind_call2(b, ".", row,
			       expr_const(b->a, value_str(name), row->span), row->span,
			       &e));
		if (depth > 1 && e->type->id == TYPE_ROW) {
			TRY(put_fields(b, e, depth - 1, out));
			continue;
		}
		vec_push(b->a, &out->exprs, e);
		vec_push(b->a, &out->names, name);
	}
	return SHADE_OK;
}

struct search {
	bool found;
};

static bool find_unnest(struct ast **child, void *arg)
{
	struct search *s = arg;

	if ((*child)->kind == AST_QUERY)
		return true;
	s->found = s->found || ((*child)->kind == AST_FUNC &&
				is_unnest(path_last(AST_CAST(func, *child)->name)));
	return !s->found && ast_walk_children(*child, find_unnest, arg);
}

static bool is_plain_call(struct ast *e)
{
	struct ast_func *f = ast_is(e, AST_FUNC) ? AST_CAST(func, e) : NULL;
	struct search inner = { 0 };

	if (!f || f->args.n == 0 || f->over || f->filter || f->distinct ||
	    !is_unnest(path_last(f->name)))
		return false;
	ast_walk_children(e, find_unnest, &inner);
	return !inner.found;
}

shade_status select_unnest(struct select *s, size_t n_items, struct ast *e,
			   struct unnested *out)
{
	struct bind *b = s->b;
	struct ectx c = select_ectx(s, "SELECT");
	struct str name = item_name(b, e);
	struct expr *x;
	int64_t depth;

	*out = (struct unnested){ 0 };
	if (!is_plain_call(e))
		return SHADE_OK;
	TRY(read_depth(b, AST_CAST(func, e), &depth));
	c.alias_limit = n_items;
	TRY(bind_scalar(&c, AST_CAST(func, e)->args.v[0], &x));
	/* NULL is an array without elements */
	if (x->type->id == TYPE_NULL)
		TRY(expr_cast(b->cx, x, type_array(b->a, x->type), false, &x));
	if (x->type->id != TYPE_ROW && x->type->id != TYPE_ARRAY)
		return fail_type(b, x);
	if (x->type->id == TYPE_ARRAY) {
		for (depth--; depth > 0 && x->type->children[0]->id == TYPE_ARRAY;
		     depth--)
			TRY(flatten(b, &x));
		x = collect_unnest(s, x, name);
	}
	if (x->type->id == TYPE_ROW && depth > 0) {
		out->is_row = true;
		return put_fields(b, x, depth, out);
	}
	vec_push(b->a, &out->exprs, x);
	vec_push(b->a, &out->names, name);
	return SHADE_OK;
}
