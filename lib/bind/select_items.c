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
	/* Spark calls the window's column after its function */
	if (b->dialect == DIALECT_SPARK && ast_is(e, AST_FUNC) &&
	    is_group_window(b, path_last(AST_CAST(func, e)->name)))
		return path_last(AST_CAST(func, e)->name);
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

static struct ast *frozen_ident(struct bind *b, struct str name)
{
	struct ast *e = ast_new(b->freeze_arena, AST_IDENT, NO_SPAN);

	AST_CAST(ident, e)->name = str_dup(b->freeze_arena, name);
	AST_CAST(ident, e)->quoted = true;
	ast_set_height(e);
	return e;
}

/* In a frozen view each column of a star is an item of its own. */
static void freeze_item(struct bind *b, struct ast *e, struct str name,
			struct ast_list *frozen)
{
	struct ast *item;

	if (!b->freeze)
		return;
	item = ast_new(b->freeze_arena, AST_ITEM, NO_SPAN);
	AST_CAST(item, item)->expr = e;
	AST_CAST(item, item)->alias = frozen_ident(b, name);
	ast_set_height(item);
	ast_push(b->freeze_arena, frozen, item);
}

static shade_status expand_star(struct select *s, struct ast_star *star,
				struct span span, struct ast_list *frozen)
{
	struct bind *b = s->b;
	struct star_match *m;
	size_t n;

	TRY(star_columns(s, star, span, &m, &n));
	for (size_t i = 0; i < n; i++) {
		if (b->freeze)
			freeze_item(b, star_match_ast(b->freeze_arena, &m[i], NO_SPAN),
				    m[i].name, frozen);
		if (m[i].value)
			add_item(s, m[i].value, m[i].name, true, NULL);
		else
			add_item(s, NULL, m[i].name, false,
				 m[i].field ? m[i].field
					    : rel_col_expr(b, m[i].col, span));
	}
	return SHADE_OK;
}

/* COLUMNS('(a)(b)') AS '\\2_\\1': what the groups of the pattern matched. */
static shade_status alias_of(struct select *s, struct ast_star *star, struct str alias,
			     struct str column, struct span span, struct str *out)
{
	struct bind *b = s->b;
	struct sbuf text = { .arena = b->a };

	for (size_t i = 0; i < alias.n; i++) {
		struct expr *args[3], *e;
		struct value v;
		int group;

		if (!star->pattern.p || alias.p[i] != '\\' || i + 1 == alias.n ||
		    alias.p[i + 1] < '0' || alias.p[i + 1] > '9') {
			sbuf_addc(&text, alias.p[i]);
			continue;
		}
		group = alias.p[++i] - '0';
		args[0] = expr_const(b->a, value_str(column), span);
		args[1] = expr_const(b->a, value_str(star->pattern), span);
		args[2] = expr_const(b->a, value_int(TYPE_INT, group), span);
		TRY(expr_call(b->cx, STR("regexp_extract"), 3,
			      arena_dup(b->a, args, sizeof(args)), span, &e));
		TRY(expr_fold(b->cx, e, &v));
		if (!v.is_null)
			sbuf_add(&text, v.s);
	}
	*out = sbuf_str(&text);
	return SHADE_OK;
}

/* An item with COLUMNS in it: once for each column. */
static shade_status expand_columns(struct select *s, struct ast_item *item,
				   struct ast_columns *columns, struct ast_list *frozen)
{
	struct bind *b = s->b;
	struct arena *a = b->freeze ? b->freeze_arena : b->a;
	struct ast_star *star = AST_CAST(star, columns->star);
	struct star_match *m;
	size_t n;

	TRY(star_columns(s, star, columns->span, &m, &n));
	for (size_t i = 0; i < n; i++) {
		struct ast *with = star_match_ast(a, &m[i], columns->span);
		struct ast *e = columns_fill(a, item->expr, with);
		struct str name = m[i].name;

		if (item->alias)
			TRY(alias_of(s, star, ident_name(item->alias), name,
				     columns->span, &name));
		add_item(s, e, name, true, NULL);
		freeze_item(b, e, name, frozen);
	}
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

/* unnest(..): the column of its elements, or columns for the fields. */
static shade_status expand_unnest(struct select *s, struct ast *node,
				  struct ast_list *frozen, bool *done)
{
	struct bind *b = s->b;
	struct ast_item *item = AST_CAST(item, node);
	struct unnested u;

	TRY(select_unnest(s, s->items.n, item->expr, &u));
	*done = u.exprs.n > 0;
	if (!*done)
		return SHADE_OK;
	if (!u.is_row && item->alias)
		u.names.v[0] = ident_name(item->alias);
	for (size_t i = 0; i < u.exprs.n; i++)
		add_item(s, NULL, u.names.v[i], item->alias != NULL, u.exprs.v[i]);
	if (!b->freeze)
		return SHADE_OK;
	if (!u.is_row)
		name_item(b, item, u.names.v[0]);
	ast_push(b->freeze_arena, frozen, node);
	return SHADE_OK;
}

static shade_status expand_one(struct select *s, struct ast *node,
			       struct ast_list *frozen)
{
	struct bind *b = s->b;
	struct ast_item *item = AST_CAST(item, node);
	struct ast_columns *columns;
	bool done;
	struct str name;

	if (item->expr->kind == AST_STAR)
		return expand_star(s, AST_CAST(star, item->expr), item->expr->span,
				   frozen);
	if (item->expr->kind == AST_COLUMNS && !item->alias) {
		columns = AST_CAST(columns, item->expr);
		return expand_star(s, AST_CAST(star, columns->star), columns->span,
				   frozen);
	}
	TRY(columns_unpack(s, &node));
	item = AST_CAST(item, node);
	columns = columns_within(item->expr);
	if (columns)
		return expand_columns(s, item, columns, frozen);
	TRY(expand_unnest(s, node, frozen, &done));
	if (done)
		return SHADE_OK;
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
