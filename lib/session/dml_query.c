/*
 * dml_query.c - the query that finds the rows which UPDATE and DELETE touch.
 */
#include "session/dml.h"

struct str dml_alias(struct ast *table, struct ast **path)
{
	struct ast_path *p;

	if (table->kind == AST_TABLE_ALIAS) {
		struct ast_table_alias *ta = AST_CAST(table_alias, table);

		*path = AST_CAST(table, ta->table)->path;
		return AST_CAST(ident, ta->alias)->name;
	}
	*path = AST_CAST(table, table)->path;
	p = AST_CAST(path, *path);
	return AST_CAST(ident, p->parts.v[p->parts.n - 1])->name;
}

shade_status dml_assigned(struct run *r, struct ast_assign *assign,
			  struct ast_list *out)
{
	size_t n = AST_CAST(row, assign->target)->items.n;
	struct ast *value = assign->value;

	if (ast_is(value, AST_SUBQUERY_EXPR)) {
		*out = ast_query_fields(r->cx.arena,
					AST_CAST(subquery_expr, value)->query, n,
					value->span);
		return SHADE_OK;
	}
	*out = ast_is(value, AST_ROW) ? AST_CAST(row, value)->items
				      : (struct ast_list){ &assign->value, 1 };
	if (out->n != n)
		return shade_fail(&r->cx, SHADE_E_COLUMN_COUNT, value->span,
				  "%zu columns are set to %zu values", n, out->n);
	return SHADE_OK;
}

struct ast *dml_row_query(struct run *r, struct ast *table, struct ast *from,
			  struct ast *where, struct ast_list ctes, bool recursive)
{
	struct arena *a = r->cx.arena;
	struct ast *query = ast_new(a, AST_QUERY, table->span);
	struct ast *select = ast_new(a, AST_SELECT, table->span);

	AST_CAST(query, query)->ctes = ctes;
	AST_CAST(query, query)->recursive = recursive;
	AST_CAST(query, query)->body = select;
	AST_CAST(select, select)->where = where;
	if (from) {
		struct ast *join = ast_new(a, AST_JOIN, from->span);

		AST_CAST(join, join)->type = AST_JOIN_KIND_CROSS;
		AST_CAST(join, join)->left = table;
		AST_CAST(join, join)->right = from;
		AST_CAST(select, select)->from = join;
	} else {
		AST_CAST(select, select)->from = table;
	}
	return query;
}

void dml_select_expr(struct run *r, struct ast *query, struct ast *expr)
{
	struct ast *select = AST_CAST(query, query)->body;
	struct ast *item = ast_new(r->cx.arena, AST_ITEM, expr->span);

	AST_CAST(item, item)->expr = expr;
	ast_push(r->cx.arena, &AST_CAST(select, select)->items, item);
}

static struct ast *new_ident(struct arena *a, struct str name, struct span span)
{
	struct ast *ident = ast_new(a, AST_IDENT, span);

	AST_CAST(ident, ident)->name = name;
	return ident;
}

void dml_select_column(struct run *r, struct ast *query, struct str alias,
		       struct str name, struct span span)
{
	struct arena *a = r->cx.arena;
	struct ast *col = ast_new(a, AST_COLUMN, span);

	ast_push(a, &AST_CAST(column, col)->parts, new_ident(a, alias, span));
	ast_push(a, &AST_CAST(column, col)->parts, new_ident(a, name, span));
	dml_select_expr(r, query, col);
}
