/*
 * pivot_values.c - PIVOT without a list of values.
 *
 * The columns of the result are not known before the data is looked at: a
 * query for the distinct values runs while the statement is bound, and its
 * answer becomes the list, as if it had been written.
 */
#include "bind/bind_internal.h"

#define MAX_VALUES 10000

/* Sorted distinct values of e over the input, NULL left out. */
static shade_status distinct_plan(struct bind *b, struct input *in, struct expr *e,
				  struct plan **out)
{
	struct expr_subst map = { .arena = b->a, .ids = &b->env->ids };
	struct idset free = { .arena = b->a };
	struct column col = plan_column(&b->env->ids, STR("value"), e);
	struct sort_key *key = arena_new_of(b->a, struct sort_key);
	struct expr *known;
	struct plan *p;

	p = plan_project(b->a, in->plan, 1, arena_dup(b->a, &e, sizeof(struct expr *)),
			 arena_dup(b->a, &col, sizeof(col)));
	TRY(bind_call1(b, "is not null", plan_col_expr(b->a, &col), e->span, &known));
	p = plan_filter(b->a, p, 1, arena_dup(b->a, &known, sizeof(struct expr *)));
	p = plan_distinct(b->a, p, 0, NULL);
	key->expr = plan_col_expr(b->a, &col);
	p = plan_sort(b->a, p, 1, key);
	bind_ctes_end(b, NULL, &p);
	plan_free_columns(p, &free);
	if (!idset_is_empty(&free))
		return shade_fail(b->cx, SHADE_E_UNSUPPORTED, e->span,
				  "not supported yet: PIVOT without a list of values "
				  "over rows of an outer query");
	*out = plan_copy(&map, p);
	return SHADE_OK;
}

static struct ast *literal(struct bind *b, const struct value *v, struct span span)
{
	struct arena *a = b->freeze ? b->freeze_arena : b->a;
	struct ast *e = ast_new(a, AST_LITERAL, span);

	AST_CAST(literal, e)->type = AST_LITERAL_KIND_STRING;
	AST_CAST(literal, e)->text = str_dup(a, value_text(b->a, v));
	ast_set_height(e);
	return e;
}

static shade_status values_of(struct bind *b, struct input *in, struct ast *column,
			      struct ast_list *out)
{
	struct arena *a = b->freeze ? b->freeze_arena : b->a;
	struct ectx c = { .b = b, .scope = &in->scope, .clause = "PIVOT" };
	struct value *rows;
	struct plan *p = NULL;
	struct expr *e;
	size_t n;

	*out = (struct ast_list){ 0 };
	TRY(bind_scalar(&c, column, &e));
	if (b->n_unresolved)
		return SHADE_OK;
	TRY(distinct_plan(b, in, e, &p));
	TRY(b->env->fetch(b->env->fetch_arg, p, MAX_VALUES, &rows, &n));
	if (n > MAX_VALUES)
		return shade_fail(b->cx, SHADE_E_TOO_COMPLEX, column->span,
				  "PIVOT would make more than %d columns", MAX_VALUES);
	for (size_t i = 0; i < n; i++)
		ast_push(a, out, literal(b, &rows[i], column->span));
	return SHADE_OK;
}

/* Every value of the columns before with every one of this. */
static struct ast_list cross(struct arena *a, const struct ast_list *rows,
			     const struct ast_list *values)
{
	struct ast_list out = { 0 };

	for (size_t i = 0; i < rows->n; i++)
		for (size_t k = 0; k < values->n; k++) {
			struct ast *row = ast_copy(a, rows->v[i]);

			ast_push(a, &AST_CAST(row, row)->items, values->v[k]);
			ast_set_height(row);
			ast_push(a, &out, row);
		}
	return out;
}

shade_status pivot_find_values(struct bind *b, struct ast_pivot *ast, struct input *in)
{
	struct arena *a = b->freeze ? b->freeze_arena : b->a;
	struct ast *start = ast_new(a, AST_ROW, ast->span);
	struct ast_list rows = { 0 };

	if (!b->env->fetch)
		return shade_fail(b->cx, SHADE_E_UNSUPPORTED, ast->span,
				  "not supported yet: PIVOT without a list of values "
				  "here; write FOR c IN (..)");
	ast_push(a, &rows, start);
	for (size_t i = 0; i < ast->columns.n; i++) {
		struct ast_list values;

		TRY(values_of(b, in, ast->columns.v[i], &values));
		rows = cross(a, &rows, &values);
		if (rows.n > MAX_VALUES)
			return shade_fail(b->cx, SHADE_E_TOO_COMPLEX, ast->span,
					  "PIVOT would make more than %d columns",
					  MAX_VALUES);
	}
	for (size_t i = 0; i < rows.n; i++) {
		struct ast *item = ast_new(a, AST_ITEM, ast->span);
		struct ast_list *l = &AST_CAST(row, rows.v[i])->items;

		AST_CAST(item, item)->expr = l->n == 1 ? l->v[0] : rows.v[i];
		ast_set_height(item);
		ast_push(a, &ast->values, item);
	}
	return SHADE_OK;
}
