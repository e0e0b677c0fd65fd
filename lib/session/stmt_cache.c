/*
 * stmt_cache.c - CACHE, UNCACHE and CLEAR CACHE, ANALYZE TABLE, and the
 * statements of STATEMENT SET.
 *
 * Tables are read where their rows lie, and their statistics are kept as the
 * rows change: of Spark's statements about caches remain the checks of names,
 * a note, and CACHE TABLE t AS query, which does make something.
 */
#include "session/ddl.h"

static shade_status cache_query(struct run *r, struct ast_cache *c)
{
	struct ast *stmt = ast_new(r->cx.arena, AST_CREATE_TABLE, c->span);
	struct ast_create_table *ct = AST_CAST(create_table, stmt);

	ct->temporary = true;
	ct->name = c->table;
	ct->query = c->query;
	ast_set_height(stmt);
	return stmt_create_table(r, stmt);
}

shade_status stmt_cache(struct run *r, struct ast *stmt)
{
	struct ast_cache *c = AST_CAST(cache, stmt);
	struct object *o;
	struct path path;

	if (c->action == AST_CACHE_ACTION_CLEAR)
		return SHADE_OK;
	if (c->query)
		return cache_query(r, c);
	if (c->if_exists) {
		TRY(ddl_path(r, c->table, &path));
		TRY(ddl_find(r, &path, LOOKUP_ANY, &o));
		if (!o)
			return SHADE_OK;
	} else {
		TRY(ddl_resolve(r, c->table, &o));
	}
	if (c->action == AST_CACHE_ACTION_CACHE)
		run_note(r, false, c->table->span,
			 "nothing to cache: \"%.*s\" is read where it lies; CACHE "
			 "TABLE name AS query keeps a result",
			 STR_ARG(ddl_typed(r, c->table)));
	return SHADE_OK;
}

shade_status stmt_analyze_table(struct run *r, struct ast *stmt)
{
	struct ast_analyze_table *a = AST_CAST(analyze_table, stmt);
	struct object *o;

	TRY(ddl_resolve(r, a->table, &o));
	for (size_t i = 0; i < a->columns.n; i++) {
		struct ast_column *c = AST_CAST(column, a->columns.v[i]);
		struct str name = AST_CAST(ident, c->parts.v[0])->name;

		if (object_find_col(o, name) < 0)
			return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND, c->span,
					  "\"%.*s\" has no column \"%.*s\"",
					  STR_ARG(o->path.name), STR_ARG(name));
	}
	run_note(r, true, a->table->span,
		 "statistics of \"%.*s\" are kept up to date as its rows change",
		 STR_ARG(ddl_typed(r, a->table)));
	return SHADE_OK;
}

/* One transaction: all of the statements happen, or none. */
shade_status stmt_statement_set(struct run *r, struct ast *stmt)
{
	struct ast_list list = AST_CAST(statement_set, stmt)->statements;
	int64_t changes = 0;

	for (size_t i = 0; i < list.n; i++) {
		TRY(stmt_insert(r, list.v[i]));
		if (r->changes > 0)
			changes += r->changes;
	}
	r->changes = changes;
	return SHADE_OK;
}
