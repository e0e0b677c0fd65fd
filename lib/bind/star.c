/*
 * star.c - what * and COLUMNS() mean: the columns that fit, in their order.
 */
#include "bind/bind_internal.h"

struct star {
	struct select *s;
	struct ast_star *ast;
	struct span span;
	VEC(struct star_match) out;
	size_t n_replaced, n_renamed;
};

static struct str last_name(const struct ast *column)
{
	const struct ast_list *parts = &((const struct ast_column *)column)->parts;

	return ident_name(parts->v[parts->n - 1]);
}

static bool named_in(const struct ast_list *list, struct str name)
{
	for (size_t i = 0; i < list->n; i++)
		if (str_eq_nocase(last_name(list->v[i]), name))
			return true;
	return false;
}

static struct ast_item *item_for(const struct ast_list *list, struct str name,
				 bool rename)
{
	for (size_t i = 0; i < list->n; i++) {
		struct ast_item *item = AST_CAST(item, list->v[i]);
		struct str key = rename ? last_name(item->expr)
					: ident_name(item->alias);

		if (str_eq_nocase(key, name))
			return item;
	}
	return NULL;
}

/* --- which columns ------------------------------------------------------- */

/* COLUMNS('regex'), * LIKE 'x%': the predicate's function, folded. */
static shade_status pattern_match(struct star *st, struct str name, bool *hit)
{
	struct bind *b = st->s->b;
	struct expr *e;
	struct value v;

	TRY(bind_call2(b, bind_like_name(st->ast->like),
		       expr_const(b->a, value_str(name), st->span),
		       expr_const(b->a, value_str(st->ast->pattern), st->span),
		       st->span, &e));
	TRY(expr_fold(b->cx, e, &v));
	*hit = (!v.is_null && v.i) != st->ast->not_like;
	return SHADE_OK;
}

/* COLUMNS(c -> ..): the body, with the column's name for c. */
static shade_status lambda_match(struct star *st, struct str name, bool *hit)
{
	struct bind *b = st->s->b;
	struct ast_lambda *l = AST_CAST(lambda, st->ast->lambda);
	struct rel_col param = { .name = last_name(l->params),
				 .type = type_of(TYPE_VARCHAR),
				 .value = expr_const(b->a, value_str(name), st->span) };
	struct lambda scope = { .params = &param, .n_params = 1 };
	struct ectx c = { .b = b, .clause = "COLUMNS", .lambdas = &scope };
	struct expr *e;
	struct value v;

	TRY(bind_condition(&c, l->body, &e));
	TRY(expr_fold(b->cx, e, &v));
	*hit = !v.is_null && v.i;
	return SHADE_OK;
}

static shade_status fits(struct star *st, struct str name, bool *hit)
{
	const struct ast_list *names = &st->ast->names;

	*hit = false;
	if (named_in(&st->ast->except, name))
		return SHADE_OK;
	if (st->ast->pattern.p)
		return pattern_match(st, name, hit);
	if (st->ast->lambda)
		return lambda_match(st, name, hit);
	*hit = names->n == 0;
	for (size_t i = 0; i < names->n && !*hit; i++)
		*hit = str_eq_nocase(AST_CAST(literal, names->v[i])->text, name);
	return SHADE_OK;
}

static shade_status star_column(struct star *st, struct rel *r, struct rel_col *col)
{
	struct star_match m = { .rel = r, .col = col, .name = col->name };
	struct ast_item *replaced, *renamed;
	bool hit;

	TRY(fits(st, col->name, &hit));
	if (!hit)
		return SHADE_OK;
	replaced = item_for(&st->ast->replace, col->name, false);
	renamed = item_for(&st->ast->rename, col->name, true);
	if (replaced)
		m.value = replaced->expr;
	if (renamed)
		m.name = ident_name(renamed->alias);
	st->n_replaced += replaced != NULL;
	st->n_renamed += renamed != NULL;
	vec_push(st->s->b->a, &st->out, m);
	return SHADE_OK;
}

static shade_status star_rel(struct star *st, struct rel *r, bool qualified)
{
	for (size_t k = 0; k < r->n_cols; k++) {
		struct rel_col *col = &r->cols[k];

		if ((col->hidden && !(r->generates && qualified)) ||
		    (col->merged && !qualified))
			continue;
		TRY(star_column(st, r, col));
	}
	return SHADE_OK;
}

/* s.*: the fields of a ROW column; *found false: there is none. */
static shade_status star_row(struct star *st, bool *found)
{
	struct bind *b = st->s->b;
	struct str name = ident_name(st->ast->qualifier.v[0]);
	bool ambiguous = false;
	struct rel_col *col = scope_find(b, &st->s->in.scope, name, &ambiguous);

	if (!col || ambiguous || col->type->id != TYPE_ROW)
		return SHADE_OK;
	*found = true;
	for (size_t i = 0; i < col->type->n_children; i++) {
		struct star_match m = { .col = col, .name = col->type->names[i] };

		TRY(bind_call2(b, ".", rel_col_expr(b, col, st->span),
			       expr_const(b->a, value_str(m.name), st->span), st->span,
			       &m.field));
		vec_push(b->a, &st->out, m);
	}
	return SHADE_OK;
}

/* --- what was named must exist ------------------------------------------- */

static bool in_scope(struct select *s, struct str name)
{
	for (size_t k = 0; k < s->in.scope.rels.n; k++)
		if (rel_find(s->b, s->in.scope.rels.v[k], name))
			return true;
	return false;
}

static shade_status check_names(struct star *st)
{
	struct bind *b = st->s->b;
	const struct ast_list *except = &st->ast->except, *names = &st->ast->names;

	for (size_t i = 0; i < except->n; i++)
		if (!in_scope(st->s, last_name(except->v[i])))
			return shade_fail(b->cx, SHADE_E_COLUMN_NOT_FOUND,
					  except->v[i]->span,
					  "column \"%.*s\" in EXCEPT does not exist",
					  STR_ARG(last_name(except->v[i])));
	for (size_t i = 0; i < names->n; i++) {
		struct str name = AST_CAST(literal, names->v[i])->text;

		if (!in_scope(st->s, name))
			return shade_fail(b->cx, SHADE_E_COLUMN_NOT_FOUND,
					  names->v[i]->span,
					  "column \"%.*s\" in COLUMNS does not exist",
					  STR_ARG(name));
	}
	if (st->n_replaced < st->ast->replace.n)
		return shade_fail(b->cx, SHADE_E_COLUMN_NOT_FOUND, st->span,
				  "REPLACE names a column that * does not have");
	if (st->n_renamed < st->ast->rename.n)
		return shade_fail(b->cx, SHADE_E_COLUMN_NOT_FOUND, st->span,
				  "RENAME names a column that * does not have");
	return SHADE_OK;
}

static struct str star_text(struct bind *b, const struct ast_list *qualifier)
{
	struct sbuf t = { .arena = b->a };

	for (size_t i = 0; i < qualifier->n; i++)
		sbuf_addf(&t, "%s%.*s", i ? "." : "",
			  STR_ARG(ident_name(qualifier->v[i])));
	return sbuf_str(&t);
}

static shade_status fail_empty(struct star *st)
{
	struct shade_cx *cx = st->s->b->cx;

	if (st->ast->pattern.p)
		return shade_fail(cx, SHADE_E_COLUMN_NOT_FOUND, st->span,
				  "no column matches \"%.*s\"",
				  STR_ARG(st->ast->pattern));
	return shade_fail(cx, SHADE_E_COLUMN_NOT_FOUND, st->span,
			  "no column fits the condition of COLUMNS");
}

shade_status star_columns(struct select *s, struct ast_star *ast, struct span span,
			  struct star_match **out, size_t *n)
{
	struct star st = { .s = s, .ast = ast, .span = span };
	const struct ast_list *qualifier = &ast->qualifier;
	bool found = false;

	for (size_t i = 0; i < s->in.scope.rels.n; i++) {
		struct rel *r = s->in.scope.rels.v[i];

		if (qualifier->n && !rel_named(r, qualifier, qualifier->n))
			continue;
		found = true;
		TRY(star_rel(&st, r, qualifier->n > 0));
	}
	if (!found && qualifier->n == 1)
		TRY(star_row(&st, &found));
	if (!found && qualifier->n)
		return shade_fail(s->b->cx, SHADE_E_COLUMN_NOT_FOUND, span,
				  "\"%.*s.*\" does not exist: nothing in FROM is "
				  "called that",
				  STR_ARG(star_text(s->b, qualifier)));
	if (!found)
		return shade_fail(s->b->cx, SHADE_E_INVALID_CLAUSE, span,
				  "* needs a FROM");
	TRY(check_names(&st));
	if (st.out.n == 0 && (ast->pattern.p || ast->lambda))
		return fail_empty(&st);
	*out = st.out.v;
	*n = st.out.n;
	return SHADE_OK;
}

static void push_ident(struct arena *a, struct ast_list *list, struct str name,
		       struct span span)
{
	struct ast *id = ast_new(a, AST_IDENT, span);

	AST_CAST(ident, id)->name = str_dup(a, name);
	AST_CAST(ident, id)->quoted = true;
	ast_set_height(id);
	ast_push(a, list, id);
}

struct ast *star_match_ast(struct arena *a, const struct star_match *m,
			   struct span span)
{
	struct ast *e;
	struct ast_list *parts;

	if (m->value)
		return m->value;
	e = ast_new(a, AST_COLUMN, span);
	parts = &AST_CAST(column, e)->parts;
	if (m->rel && m->rel->alias.n > 0)
		push_ident(a, parts, m->rel->alias, span);
	push_ident(a, parts, m->col->name, span);
	if (m->field)
		push_ident(a, parts, m->name, span);
	ast_set_height(e);
	return e;
}
