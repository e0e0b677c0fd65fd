/*
 * view_columns.c - the column list of a view.
 *
 * A list names the query's columns by position when it has as many; when it
 * has more, the columns that the query does not return read NULL; fewer is
 * an error (sql.md section 2).  A list with NULL columns becomes a SELECT
 * around the query, so that nobody below has to know of it.
 */
#include "session/ddl.h"

static struct str listed(const struct ast_create_view *cv, size_t i)
{
	return AST_CAST(ident, AST_CAST(view_column, cv->columns.v[i])->name)->name;
}

static shade_status check_listed_twice(struct run *r, const struct ast_create_view *cv)
{
	struct name_map seen = { .arena = r->cx.arena };

	for (size_t i = 0; i < cv->columns.n; i++) {
		struct str name = listed(cv, i);

		if (name_map_get(&seen, name))
			return shade_fail(&r->cx, SHADE_E_DUPLICATE_COLUMN,
					  cv->columns.v[i]->span,
					  "column \"%.*s\" is listed twice",
					  STR_ARG(name));
		name_map_put(&seen, name, r);
	}
	return SHADE_OK;
}

static size_t find_listed(const struct ast_create_view *cv, struct str name)
{
	for (size_t i = 0; i < cv->columns.n; i++)
		if (str_eq_nocase(listed(cv, i), name))
			return i;
	return SIZE_MAX;
}

static shade_status too_few(struct run *r, const struct ast_create_view *cv,
			    const struct plan *p)
{
	struct sbuf names = { .arena = r->cx.arena }, cols = names;
	shade_status rc;

	for (size_t i = 0; i < cv->columns.n; i++)
		sbuf_addf(&names, "%s%.*s", i ? ", " : "", STR_ARG(listed(cv, i)));
	for (size_t i = 0; i < p->n_cols; i++)
		sbuf_addf(&cols, "%s%.*s", i ? ", " : "", STR_ARG(p->cols[i].name));
	rc = shade_fail(&r->cx, SHADE_E_VIEW_ARITY, cv->name->span,
			"the column list of \"%.*s\" names %zu of the %zu columns "
			"that its query returns",
			STR_ARG(ddl_typed(r, cv->name)), cv->columns.n, p->n_cols);
	shade_hint(&r->cx, "column list: %.*s", STR_ARG(sbuf_str(&names)));
	shade_hint(&r->cx, "query returns: %.*s", STR_ARG(sbuf_str(&cols)));
	return rc;
}

/* from[i]: the query column that list entry i reads; SIZE_MAX: NULL. */
static size_t *map_columns(struct run *r, const struct ast_create_view *cv,
			   const struct plan *p)
{
	size_t *from = arena_array(r->cx.arena, size_t, cv->columns.n);
	bool by_name = cv->columns.n > p->n_cols;

	for (size_t i = 0; by_name && i < p->n_cols; i++)
		by_name = find_listed(cv, p->cols[i].name) != SIZE_MAX;
	for (size_t i = 0; i < cv->columns.n; i++) {
		from[i] = i < p->n_cols ? i : SIZE_MAX;
		if (!by_name)
			continue;
		from[i] = SIZE_MAX;
		for (size_t k = 0; k < p->n_cols; k++)
			if (str_eq_nocase(p->cols[k].name, listed(cv, i)))
				from[i] = k;
	}
	return from;
}

static struct ast *new_ident(struct arena *a, struct str name, struct span span)
{
	struct ast *ident = ast_new(a, AST_IDENT, span);

	AST_CAST(ident, ident)->name = str_dup(a, name);
	return ident;
}

struct ast *view_wrap(struct arena *a, struct ast *query, struct str alias,
		      struct span span)
{
	struct ast *sub = ast_new(a, AST_SUBQUERY, span);
	struct ast *named = ast_new(a, AST_TABLE_ALIAS, span);

	AST_CAST(subquery, sub)->query = query;
	AST_CAST(table_alias, named)->table = sub;
	AST_CAST(table_alias, named)->alias = new_ident(a, alias, span);
	return named;
}

/* CAST(NULL AS VARCHAR), or column number `from` of q. */
static struct ast *source_expr(struct arena *a, size_t from, struct span span)
{
	struct ast *e;

	if (from == SIZE_MAX) {
		struct ast *type = ast_new(a, AST_TYPE, span);

		AST_CAST(type, type)->name = STR("VARCHAR");
		e = ast_new(a, AST_CAST, span);
		AST_CAST(cast, e)->arg = ast_new(a, AST_LITERAL, span);
		AST_CAST(cast, e)->type = type;
		return e;
	}
	e = ast_new(a, AST_COLUMN, span);
	ast_push(a, &AST_CAST(column, e)->parts,
		 new_ident(a, str_fmt(a, "c%zu", from + 1), span));
	return e;
}

/* SELECT c1 AS x, .. FROM (query) AS q (c1, ..) */
static struct ast *select_listed(struct arena *a, const struct ast_create_view *cv,
				 const size_t *from, size_t n_query, struct ast *query)
{
	struct span span = cv->name->span;
	struct ast *out = ast_new(a, AST_QUERY, span);
	struct ast *sel = ast_new(a, AST_SELECT, span);
	struct ast *q = view_wrap(a, query, STR("q"), span);

	for (size_t i = 0; i < n_query; i++)
		ast_push(a, &AST_CAST(table_alias, q)->columns,
			 new_ident(a, str_fmt(a, "c%zu", i + 1), span));
	for (size_t i = 0; i < cv->columns.n; i++) {
		struct ast *item = ast_new(a, AST_ITEM, span);

		AST_CAST(item, item)->expr = source_expr(a, from[i], span);
		AST_CAST(item, item)->alias = new_ident(a, listed(cv, i), span);
		ast_push(a, &AST_CAST(select, sel)->items, item);
	}
	AST_CAST(select, sel)->from = q;
	AST_CAST(query, out)->body = sel;
	return out;
}

shade_status view_apply_columns(struct run *r, struct arena *a,
				const struct ast_create_view *cv, struct plan *plan,
				struct ast **body)
{
	if (cv->columns.n == 0)
		return SHADE_OK;
	TRY(check_listed_twice(r, cv));
	if (cv->columns.n < plan->n_cols)
		return too_few(r, cv, plan);
	if (cv->columns.n > plan->n_cols) {
		*body = select_listed(a, cv, map_columns(r, cv, plan), plan->n_cols,
				      *body);
		return SHADE_OK;
	}
	for (size_t i = 0; i < plan->n_cols; i++)
		plan->cols[i].name = listed(cv, i);
	return SHADE_OK;
}
