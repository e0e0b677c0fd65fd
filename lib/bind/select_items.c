/*
 * select_items.c - the select list: stars, COLUMNS(), names, aliases.
 */
#include "bind/bind_internal.h"

struct str bind_output_name(struct arena *a, struct str text, struct ast *e)
{
	struct sbuf name = { .arena = a };
	bool space = false;

	if (e->kind == AST_COLUMN) {
		const struct ast_list *parts = &AST_CAST(column, e)->parts;

		return ident_name(parts->v[parts->n - 1]);
	}
	if (e->kind == AST_FIELD)
		return ident_name(AST_CAST(field, e)->name);
	if (e->span.end <= e->span.begin || e->span.end > text.n)
		return ast_to_sql(a, e);
	for (size_t i = e->span.begin; i < e->span.end; i++) {
		char ch = text.p[i];

		if (ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r') {
			space = name.n > 0;
			continue;
		}
		if (space)
			sbuf_addc(&name, ' ');
		space = false;
		sbuf_addc(&name, ch);
	}
	return sbuf_str(&name);
}

struct str item_name(struct bind *b, struct ast *e)
{
	return bind_output_name(b->a, b->text, e);
}

static void add_item(struct select *s, struct ast *ast, struct str name, bool has_alias,
		     struct expr *expr)
{
	struct out_item item = {
		.ast = ast, .name = name, .has_alias = has_alias, .expr = expr
	};

	vec_push(s->b->a, &s->items, item);
	if (has_alias && !name_map_get(&s->aliases, name))
		name_map_put(&s->aliases, name, (void *)(uintptr_t)s->items.n);
}

long select_alias(struct select *s, struct str name)
{
	return (long)(uintptr_t)name_map_get(&s->aliases, name) - 1;
}

/* --- stars --------------------------------------------------------------- */

struct star {
	struct select *s;
	struct ast_star *ast; /* except, replace, rename; NULL for COLUMNS */
	struct ast_columns *columns;
	struct str pattern; /* n == 0: all */
	struct ast_item *shape; /* COLUMNS inside this item's expression, or NULL */
	struct ast_list out; /* when freezing */
	size_t n_excepted, n_replaced, n_renamed;
	size_t n;
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

static struct ast *frozen_ident(struct bind *b, struct str name)
{
	struct ast *e = ast_new(b->freeze_arena, AST_IDENT, NO_SPAN);

	AST_CAST(ident, e)->name = str_dup(b->freeze_arena, name);
	AST_CAST(ident, e)->quoted = true;
	ast_set_height(e);
	return e;
}

/* The shape with one column in place of its COLUMNS. */
static void shape_column(struct star *st, struct rel *r, struct rel_col *col)
{
	struct bind *b = st->s->b;
	struct ast_list parts = { 0 };
	struct str name = st->shape->alias ? ident_name(st->shape->alias) : col->name;
	struct arena *a = b->freeze ? b->freeze_arena : b->a;
	struct str words[] = { r->alias, col->name };
	struct ast *e, *item;

	for (size_t i = r->alias.n ? 0 : 1; i < ARRAY_LEN(words); i++) {
		struct ast *id = ast_new(a, AST_IDENT, st->columns->span);

		AST_CAST(ident, id)->name = str_dup(a, words[i]);
		AST_CAST(ident, id)->quoted = true;
		ast_set_height(id);
		ast_push(a, &parts, id);
	}
	e = columns_fill(a, st->shape->expr, &parts);
	add_item(st->s, e, name, true, NULL);
	if (!b->freeze)
		return;
	item = ast_new(a, AST_ITEM, NO_SPAN);
	AST_CAST(item, item)->expr = e;
	AST_CAST(item, item)->alias = frozen_ident(b, name);
	ast_set_height(item);
	ast_push(a, &st->out, item);
}

/* The column that stands for a star's column in a frozen view. */
static void freeze_column(struct star *st, struct rel *r, struct rel_col *col,
			  struct ast_item *replaced, struct str name)
{
	struct bind *b = st->s->b;
	struct ast *item, *e;

	if (!b->freeze)
		return;
	item = ast_new(b->freeze_arena, AST_ITEM, NO_SPAN);
	if (replaced) {
		e = replaced->expr;
	} else {
		e = ast_new(b->freeze_arena, AST_COLUMN, NO_SPAN);
		if (r->alias.n > 0)
			ast_push(b->freeze_arena, &AST_CAST(column, e)->parts,
				 frozen_ident(b, r->alias));
		ast_push(b->freeze_arena, &AST_CAST(column, e)->parts,
			 frozen_ident(b, col->name));
		ast_set_height(e);
	}
	AST_CAST(item, item)->expr = e;
	AST_CAST(item, item)->alias = frozen_ident(b, name);
	ast_set_height(item);
	ast_push(b->freeze_arena, &st->out, item);
}

/* COLUMNS('regex'): the regular expression function, folded. */
static shade_status pattern_match(struct star *st, struct str name, bool *hit)
{
	struct bind *b = st->s->b;
	struct span span = st->columns->span;
	struct expr *e;
	struct value v;

	TRY(bind_call2(b, "rlike", expr_const(b->a, value_str(name), span),
		       expr_const(b->a, value_str(st->pattern), span), span, &e));
	TRY(expr_fold(b->cx, e, &v));
	*hit = !v.is_null && v.i;
	return SHADE_OK;
}

static shade_status star_column(struct star *st, struct rel *r, struct rel_col *col)
{
	struct select *s = st->s;
	const struct ast_list *except = st->ast ? &st->ast->except
						: &st->columns->except;
	struct ast_item *replaced = NULL, *renamed = NULL;
	struct str name = col->name;

	if (except->n && named_in(except, name)) {
		st->n_excepted++;
		return SHADE_OK;
	}
	if (st->pattern.n > 0) {
		bool hit;

		TRY(pattern_match(st, name, &hit));
		if (!hit)
			return SHADE_OK;
	}
	if (st->shape) {
		st->n++;
		shape_column(st, r, col);
		return SHADE_OK;
	}
	if (st->ast && st->ast->replace.n)
		replaced = item_for(&st->ast->replace, name, false);
	if (st->ast && st->ast->rename.n)
		renamed = item_for(&st->ast->rename, name, true);
	if (renamed)
		name = ident_name(renamed->alias);
	st->n_replaced += replaced != NULL;
	st->n_renamed += renamed != NULL;
	st->n++;
	freeze_column(st, r, col, replaced, name);
	if (replaced)
		add_item(s, replaced->expr, name, true, NULL);
	else
		add_item(s, NULL, name, false,
			 rel_col_expr(s->b, col,
				      st->ast ? st->ast->span : st->columns->span));
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

/* EXCEPT (x) where there is no x. */
static shade_status check_named(struct star *st, struct span span)
{
	struct bind *b = st->s->b;
	const struct ast_list *except = st->ast ? &st->ast->except
						: &st->columns->except;

	for (size_t i = 0; i < except->n; i++) {
		struct ast_list *parts = &AST_CAST(column, except->v[i])->parts;
		struct str name = ident_name(parts->v[parts->n - 1]);
		bool found = false;

		for (size_t k = 0; k < st->s->in.scope.rels.n && !found; k++)
			found = rel_find(b, st->s->in.scope.rels.v[k], name) != NULL;
		if (!found)
			return shade_fail(b->cx, SHADE_E_COLUMN_NOT_FOUND,
					  except->v[i]->span,
					  "column \"%.*s\" in EXCEPT does not exist",
					  STR_ARG(name));
	}
	if (st->ast && st->n_replaced < st->ast->replace.n)
		return shade_fail(b->cx, SHADE_E_COLUMN_NOT_FOUND, span,
				  "REPLACE names a column that * does not have");
	if (st->ast && st->n_renamed < st->ast->rename.n)
		return shade_fail(b->cx, SHADE_E_COLUMN_NOT_FOUND, span,
				  "RENAME names a column that * does not have");
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

static bool expand_row(struct select *s, const struct ast_list *qualifier,
		       struct ast_star *ast);

static shade_status expand(struct star *st, const struct ast_list *qualifier,
			   struct span span)
{
	struct select *s = st->s;
	bool found = false;

	for (size_t i = 0; i < s->in.scope.rels.n; i++) {
		struct rel *r = s->in.scope.rels.v[i];

		if (qualifier->n && !rel_named(r, qualifier, qualifier->n))
			continue;
		found = true;
		TRY(star_rel(st, r, qualifier->n > 0));
	}
	if (!found && qualifier->n == 1 && st->ast && expand_row(s, qualifier, st->ast))
		return SHADE_OK;
	if (!found && qualifier->n)
		return shade_fail(
			s->b->cx, SHADE_E_COLUMN_NOT_FOUND, span,
			"\"%.*s.*\" does not exist: nothing in FROM is called "
			"that",
			STR_ARG(star_text(s->b, qualifier)));
	if (!found)
		return shade_fail(s->b->cx, SHADE_E_INVALID_CLAUSE, span,
				  "* needs a FROM");
	return check_named(st, span);
}

/* s.*: the fields of a ROW column. */
static bool expand_row(struct select *s, const struct ast_list *qualifier,
		       struct ast_star *ast)
{
	struct bind *b = s->b;
	bool ambiguous = false;
	struct rel_col *col = scope_find(b, &s->in.scope, ident_name(qualifier->v[0]),
					 &ambiguous);

	if (!col || ambiguous || col->type->id != TYPE_ROW)
		return false;
	for (size_t i = 0; i < col->type->n_children; i++) {
		struct str name = col->type->names[i];
		struct expr *e;
		shade_status rc = bind_call2(
			b, ".", rel_col_expr(b, col, ast->span),
			expr_const(b->a, value_str(name), ast->span), ast->span, &e);

		if (rc)
			return true; /* the error is recorded; found by the caller */
		add_item(s, NULL, name, false, e);
	}
	return true;
}

static shade_status expand_item(struct select *s, struct ast *node,
				struct ast_item *shape, struct ast_list *frozen)
{
	struct star st = { .s = s, .shape = shape };

	if (node->kind == AST_STAR) {
		st.ast = AST_CAST(star, node);
		TRY(expand(&st, &st.ast->qualifier, node->span));
	} else {
		st.columns = AST_CAST(columns, node);
		st.pattern = st.columns->pattern;
		TRY(expand(&st, &st.columns->qualifier, node->span));
		if (st.n == 0)
			return shade_fail(s->b->cx, SHADE_E_COLUMN_NOT_FOUND,
					  node->span, "no column matches \"%.*s\"",
					  STR_ARG(st.pattern));
	}
	for (size_t i = 0; i < st.out.n; i++)
		ast_push(s->b->freeze_arena, frozen, st.out.v[i]);
	return SHADE_OK;
}

/* Columns that have the same name cannot be told apart in a frozen star. */
static bool can_freeze(struct select *s)
{
	for (size_t i = 0; i < s->in.scope.rels.n; i++) {
		struct rel *r = s->in.scope.rels.v[i];

		for (size_t k = 0; k < r->n_cols; k++)
			if (rel_find(s->b, r, r->cols[k].name)->twice)
				return false;
	}
	return true;
}

static void name_item(struct bind *b, struct ast_item *item, struct str name)
{
	if (b->freeze && !item->alias && !item->aliases.n)
		item->alias = frozen_ident(b, name);
}

static shade_status expand_one(struct select *s, struct ast *node,
			       struct ast_list *frozen)
{
	struct bind *b = s->b;
	struct ast_item *item = AST_CAST(item, node);
	struct ast_columns *columns;
	struct str name;

	if (item->expr->kind == AST_STAR || item->expr->kind == AST_COLUMNS)
		return expand_item(s, item->expr, NULL, frozen);
	columns = columns_within(item->expr);
	if (columns)
		return expand_item(s, (struct ast *)columns, item, frozen);
	if (item->aliases.n > 0)
		return shade_fail(
			b->cx, SHADE_E_UNSUPPORTED, node->span,
			"not supported yet: several names for one expression");
	name = item->alias ? ident_name(item->alias) : item_name(b, item->expr);
	name_item(b, item, name);
	if (b->freeze)
		ast_push(b->freeze_arena, frozen, node);
	add_item(s, item->expr, name, item->alias != NULL, NULL);
	return SHADE_OK;
}

shade_status select_expand(struct select *s, struct ast_list *items)
{
	struct ast_list frozen = { 0 };

	for (size_t i = 0; i < items->n; i++)
		TRY(expand_one(s, items->v[i], &frozen));
	if (s->b->freeze && can_freeze(s))
		*items = frozen;
	return SHADE_OK;
}

/* --- values -------------------------------------------------------------- */

shade_status select_bind_item(struct select *s, size_t i)
{
	struct ectx c = select_ectx(s, "SELECT");
	struct out_item *item = &s->items.v[i];
	struct expr *e;
	shade_status rc;

	if (item->expr)
		return SHADE_OK;
	c.alias_limit = i;
	item->busy = true;
	rc = bind_scalar(&c, item->ast, &e);
	item = &s->items.v[i];
	item->busy = false;
	if (!rc)
		item->expr = e;
	return rc;
}

shade_status select_bind_items(struct select *s)
{
	for (size_t i = 0; i < s->items.n; i++)
		TRY(select_bind_item(s, i));
	return SHADE_OK;
}
