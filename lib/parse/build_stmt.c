/*
 * build_stmt.c - statements for the grammar.
 */
#include "parse/build.h"

/* --- CREATE --------------------------------------------------------------- */

static void refuse(struct parse *ps, struct span span, const char *what,
		   const char *statement)
{
	parse_fail(ps, SHADE_E_SYNTAX, span, "%s does not go with %s", what, statement);
}

static const char *scope_name(int scope)
{
	switch (scope) {
	case SCOPE_GLOBAL: return "GLOBAL TEMPORARY";
	case SCOPE_SYSTEM: return "TEMPORARY SYSTEM";
	case SCOPE_PRIVATE: return "PRIVATE";
	case SCOPE_EXTERNAL: return "EXTERNAL";
	default: return "TEMPORARY";
	}
}

struct ast *parse_view_head(struct parse *ps, struct span span, int or_what, int scope,
			    int live)
{
	if (or_what == OR_REFRESH)
		refuse(ps, span, "OR REFRESH", "CREATE VIEW");
	if (scope > SCOPE_GLOBAL)
		refuse(ps, span, scope_name(scope), "CREATE VIEW");
	return MAKE(create_view, span, .or_replace = or_what == OR_REPLACE,
		    .temporary = scope == SCOPE_TEMPORARY || scope == SCOPE_GLOBAL,
		    .global = scope == SCOPE_GLOBAL, .live = live != 0,
		    .streaming = live == LIVE_STREAMING);
}

/* Columns, definitions with types and expectations go their ways. */
static void view_elements(struct parse *ps, struct ast_create_view *view,
			  struct ast_list elements)
{
	for (size_t i = 0; i < elements.n; i++) {
		struct ast *e = elements.v[i];

		if (e->kind == AST_EXPECTATION)
			ast_push(ps->arena, &view->expectations, e);
		else if (e->kind == AST_VIEW_COLUMN && view->expectations.n)
			parse_fail(ps, SHADE_E_SYNTAX, e->span,
				   "columns stand before the constraints");
		else if (e->kind == AST_VIEW_COLUMN && view->using)
			parse_fail(ps, SHADE_E_SYNTAX, e->span,
				   "with USING, a column needs a type");
		else if (e->kind == AST_VIEW_COLUMN)
			ast_push(ps->arena, &view->columns, e);
		else if (!view->using)
			parse_fail(ps, SHADE_E_SYNTAX, e->span,
				   "the columns of a view have no types: they come "
				   "from its query");
		else
			ast_push(ps->arena, &view->schema, e);
	}
}

struct ast *parse_view(struct parse *ps, struct span span, struct ast *head,
		       bool if_not_exists, struct ast *name, struct ast *elements,
		       struct ast *rest)
{
	struct ast_create_view *view = AST_CAST(create_view, rest);
	const struct ast_create_view *flags = AST_CAST(create_view, head);

	view->or_replace = flags->or_replace;
	view->temporary = flags->temporary;
	view->global = flags->global;
	view->live = flags->live;
	view->streaming = flags->streaming;
	view->if_not_exists = if_not_exists;
	view->name = name;
	if (elements)
		view_elements(ps, view, AST_CAST(row, elements)->items);
	view->span = span;
	return parse_touch(ps, rest);
}

struct ast *parse_table_head(struct parse *ps, struct span span, int or_what, int scope,
			     int live)
{
	bool hidden = scope == SCOPE_PRIVATE || scope == SCOPE_TEMPORARY;

	if (scope == SCOPE_GLOBAL || scope == SCOPE_SYSTEM)
		refuse(ps, span, scope_name(scope), "CREATE TABLE");
	if (live == 0) {
		if (or_what == OR_REFRESH)
			refuse(ps, span, "OR REFRESH", "CREATE TABLE");
		if (scope == SCOPE_PRIVATE)
			refuse(ps, span, "PRIVATE", "CREATE TABLE");
		return MAKE(create_table, span, .or_replace = or_what == OR_REPLACE,
			    .temporary = scope == SCOPE_TEMPORARY,
			    .external = scope == SCOPE_EXTERNAL);
	}
	if (live == LIVE_PLAIN || live == MATERIALIZED_PLAIN)
		return MAKE(create_materialized_view, span,
			    .or_replace = or_what == OR_REPLACE,
			    .or_refresh = or_what == OR_REFRESH, .private = hidden,
			    .live = live == LIVE_PLAIN);
	return MAKE(create_streaming_table, span, .or_replace = or_what == OR_REPLACE,
		    .or_refresh = or_what == OR_REFRESH, .private = hidden,
		    .live = live == LIVE_STREAMING);
}

static void no_expectations(struct parse *ps, struct ast_list elements)
{
	for (size_t i = 0; i < elements.n; i++) {
		if (elements.v[i]->kind == AST_EXPECTATION)
			parse_fail(ps, SHADE_E_SYNTAX, elements.v[i]->span,
				   "EXPECT goes with materialized views, streaming "
				   "tables and live views, not with CREATE TABLE");
	}
}

static bool no_clauses(const struct ast *clauses)
{
	struct ast_table_clauses empty = { .head = *clauses };

	return ast_equal(clauses, &empty.head);
}

static void materialized_source(struct parse *ps,
				struct ast_create_materialized_view *mv,
				struct ast *source)
{
	if (!ast_is(source, AST_CREATE_TABLE) || !AST_CAST(create_table, source)->query)
		parse_fail(ps, SHADE_E_SYNTAX, source ? source->span : mv->span,
			   "a materialized view needs AS and a query");
	else
		mv->query = AST_CAST(create_table, source)->query;
}

static void streaming_source(struct parse *ps, struct ast_create_streaming_table *st,
			     struct ast *source)
{
	if (ast_is(source, AST_FLOW))
		st->flow = source;
	else if (source && AST_CAST(create_table, source)->like)
		parse_fail(ps, SHADE_E_SYNTAX, source->span,
			   "LIKE does not go with CREATE STREAMING TABLE");
	else if (source)
		st->query = AST_CAST(create_table, source)->query;
}

static void table_source(struct parse *ps, struct ast_create_table *table,
			 struct ast *source)
{
	if (ast_is(source, AST_FLOW)) {
		parse_fail(ps, SHADE_E_SYNTAX, source->span,
			   "FLOW goes with CREATE STREAMING TABLE");
	} else if (source) {
		struct ast_create_table *from = AST_CAST(create_table, source);

		table->query = from->query;
		table->with_no_data = from->with_no_data;
		table->like = from->like;
		table->like_options = from->like_options;
	}
	no_expectations(ps, table->elements);
}

struct ast *parse_dataset(struct parse *ps, struct span span, struct ast *head,
			  bool if_not_exists, struct ast *name,
			  struct ast_list elements, struct ast *clauses,
			  struct ast *source)
{
	if (no_clauses(clauses))
		clauses = NULL;
	head->span = span;
	if (head->kind == AST_CREATE_MATERIALIZED_VIEW) {
		struct ast_create_materialized_view *mv = (void *)head;

		mv->if_not_exists = if_not_exists;
		mv->name = name;
		mv->elements = elements;
		mv->clauses = clauses;
		materialized_source(ps, mv, source);
	} else if (head->kind == AST_CREATE_STREAMING_TABLE) {
		struct ast_create_streaming_table *st = (void *)head;

		st->if_not_exists = if_not_exists;
		st->name = name;
		st->elements = elements;
		st->clauses = clauses;
		streaming_source(ps, st, source);
	} else {
		struct ast_create_table *table = AST_CAST(create_table, head);

		table->if_not_exists = if_not_exists;
		table->name = name;
		table->elements = elements;
		table->clauses = clauses;
		table_source(ps, table, source);
	}
	return parse_touch(ps, head);
}

struct ast *parse_database(struct parse *ps, struct span span, int or_what,
			   bool if_not_exists, struct ast *name, struct ast *clauses)
{
	struct ast_create_database *db = AST_CAST(create_database, clauses);

	if (or_what == OR_REFRESH)
		refuse(ps, span, "OR REFRESH", "CREATE DATABASE");
	db->or_replace = or_what == OR_REPLACE;
	db->if_not_exists = if_not_exists;
	db->name = name;
	db->span = span;
	return parse_touch(ps, clauses);
}

/* x for "dir/x.db" */
static struct ast *name_of_file(struct parse *ps, struct span span, struct str path)
{
	struct str name = path;
	const char *p;

	while ((p = memchr(name.p, '/', name.n)))
		name = (struct str){ p + 1, name.n - (size_t)(p + 1 - name.p) };
	p = memchr(name.p, '.', name.n);
	if (p && p > name.p)
		name.n = (size_t)(p - name.p);
	return MAKE(path, span,
		    .parts = LIST(MAKE(ident, span, .name = name, .quoted = true)));
}

struct ast *parse_attach(struct parse *ps, struct span span, bool if_not_exists,
			 struct str path, struct ast *name, struct ast_list options)
{
	bool memory = str_eq(path, STR(":memory:")) || path.n == 0;
	struct ast_list all = NO_LIST;

	if (!memory)
		all = LIST(MAKE(option, span, .key = STR("path"),
				.value = LITERAL(span, STRING, path)));
	for (size_t i = 0; i < options.n; i++)
		all = PUSH(all, options.v[i]);
	if (!name)
		name = name_of_file(ps, span, memory ? STR("memory") : path);
	return MAKE(create_catalog, span, .if_not_exists = if_not_exists, .name = name,
		    .options = all);
}

struct ast *parse_function(struct parse *ps, struct span span, int or_what, int scope,
			   bool if_not_exists, struct ast *name, struct ast *rest)
{
	struct ast_create_function *f = AST_CAST(create_function, rest);

	if (or_what == OR_REFRESH)
		refuse(ps, span, "OR REFRESH", "CREATE FUNCTION");
	if (scope == SCOPE_GLOBAL || scope > SCOPE_SYSTEM)
		refuse(ps, span, scope_name(scope), "CREATE FUNCTION");
	f->or_replace = or_what == OR_REPLACE;
	f->temporary = scope != 0;
	f->system = scope == SCOPE_SYSTEM;
	f->if_not_exists = if_not_exists;
	f->name = name;
	f->span = span;
	if (f->returns_table && ast_is(f->body, AST_SUBQUERY_EXPR))
		f->body = AST_CAST(subquery_expr, f->body)->query;
	return parse_touch(ps, rest);
}

struct ast *parse_filter_call(struct parse *ps, struct span span, struct ast *name,
			      struct ast_list idents)
{
	struct ast_list args = NO_LIST;

	for (size_t i = 0; i < idents.n; i++)
		ast_push(ps->arena, &args,
			 MAKE(column, idents.v[i]->span, .parts = LIST(idents.v[i])));
	return MAKE(func, span, .name = name, .args = args);
}

/* --- ALTER ---------------------------------------------------------------- */

struct ast *parse_position(struct parse *ps, struct ast *element, struct ast *position)
{
	const struct ast_alter_action *p = AST_CAST(alter_action, position);

	if (element->kind != AST_COLUMN_DEF) {
		parse_fail(ps, SHADE_E_SYNTAX, position->span,
			   "only a column has a position");
		return element;
	}
	AST_CAST(column_def, element)->first = p->first;
	AST_CAST(column_def, element)->after = p->after;
	return parse_touch(ps, element);
}

struct ast *parse_column_position(struct parse *ps, struct span span,
				  struct ast *column, struct ast *position)
{
	struct ast_alter_action *p = AST_CAST(alter_action, position);

	p->type = AST_ALTER_KIND_COLUMN_POSITION;
	p->name = column;
	p->span = span;
	return parse_touch(ps, position);
}

/* --- data ----------------------------------------------------------------- */

struct ast *parse_dml_with(struct parse *ps, struct span span, struct ast *with,
			   struct ast *dml)
{
	const struct ast_query *w = AST_CAST(query, with);

	switch (dml->kind) {
	case AST_INSERT:
		AST_CAST(insert, dml)->ctes = w->ctes;
		AST_CAST(insert, dml)->recursive = w->recursive;
		break;
	case AST_UPDATE:
		AST_CAST(update, dml)->ctes = w->ctes;
		AST_CAST(update, dml)->recursive = w->recursive;
		break;
	case AST_DELETE:
		AST_CAST(delete, dml)->ctes = w->ctes;
		AST_CAST(delete, dml)->recursive = w->recursive;
		break;
	case AST_MERGE:
		AST_CAST(merge, dml)->ctes = w->ctes;
		AST_CAST(merge, dml)->recursive = w->recursive;
		break;
	default: refuse(ps, with->span, "WITH", "this statement");
	}
	dml->span = span;
	return parse_touch(ps, dml);
}

struct ast *parse_insert(struct parse *ps, struct span span, struct ast *head,
			 struct ast *name, struct ast *alias, struct ast *tail,
			 struct ast *conflict, struct ast_list returning)
{
	struct ast_insert *into = AST_CAST(insert, tail);
	const struct ast_insert *flags = AST_CAST(insert, head);

	into->overwrite = flags->overwrite;
	into->or_replace = flags->or_replace;
	into->or_ignore = flags->or_ignore;
	into->once = flags->once;
	into->table = name;
	into->alias = alias;
	if (conflict) {
		const struct ast_insert *c = AST_CAST(insert, conflict);

		into->or_ignore |= c->or_ignore;
		into->conflict_columns = c->conflict_columns;
		into->conflict_assigns = c->conflict_assigns;
		into->conflict_where = c->conflict_where;
	}
	into->returning = returning;
	into->span = span;
	return parse_touch(ps, tail);
}

void parse_insert_part(struct parse *ps, struct ast *insert, struct ast *name,
		       struct ast_list columns, struct ast *select)
{
	struct ast_insert *in = AST_CAST(insert, insert);

	in->table = name;
	in->columns = columns;
	in->query = MAKE(query, select->span, .body = select);
}

struct ast *parse_multi_insert(struct parse *ps, struct span span, struct ast *from,
			       struct ast_list inserts)
{
	for (size_t i = 0; i < inserts.n; i++) {
		struct ast_insert *in = AST_CAST(insert, inserts.v[i]);
		struct ast *select = AST_CAST(query, in->query)->body;

		AST_CAST(select, select)->from = i == 0 ? from
							: ast_copy(ps->arena, from);
		parse_touch(ps, select);
		parse_touch(ps, in->query);
		parse_touch(ps, inserts.v[i]);
	}
	return MAKE(statement_set, span, .statements = inserts);
}

struct ast *parse_merge_clause(struct parse *ps, struct span span, int when,
			       struct ast *condition, struct ast *action)
{
	struct ast_merge_clause *c = AST_CAST(merge_clause, action);
	bool insert = c->action == AST_MERGE_ACTION_INSERT;

	if (insert != (when == AST_MERGE_WHEN_NOT_MATCHED) &&
	    c->action != AST_MERGE_ACTION_DO_NOTHING)
		parse_fail(ps, SHADE_E_SYNTAX, action->span,
			   insert ? "INSERT goes with WHEN NOT MATCHED only"
				  : "WHEN NOT MATCHED takes INSERT or DO NOTHING");
	c->when = (unsigned)when;
	c->condition = condition;
	c->span = span;
	return parse_touch(ps, action);
}

struct ast *parse_merge_insert(struct parse *ps, struct span span,
			       struct ast_list columns, struct ast *row)
{
	return MAKE(merge_clause, span, .action = AST_MERGE_ACTION_INSERT,
		    .columns = columns, .values = AST_CAST(row, row)->items);
}

/* --- utility -------------------------------------------------------------- */

struct ast *parse_show(struct parse *ps, struct span span, int type, struct ast *name,
		       struct ast *pattern)
{
	struct ast *show = MAKE(show, span, .type = (unsigned)type, .name = name);

	if (pattern) {
		struct ast_show *s = AST_CAST(show, show);
		const struct ast_show *p = AST_CAST(show, pattern);

		s->pattern = p->pattern;
		s->like = p->like;
		s->not_like = p->not_like;
	}
	return show;
}

/* Options are explain nodes (a stage, ANALYZE) and other words. */
struct ast *parse_explain(struct parse *ps, struct span span, struct ast_list options,
			  struct ast *statement)
{
	struct ast *node = MAKE(explain, span, .statement = statement);
	struct ast_explain *e = AST_CAST(explain, node);

	for (size_t i = 0; i < options.n; i++) {
		if (options.v[i]->kind != AST_EXPLAIN) {
			ast_push(ps->arena, &e->details, options.v[i]);
			continue;
		}
		const struct ast_explain *o = AST_CAST(explain, options.v[i]);

		e->analyze |= o->analyze;
		if (o->stage)
			e->stage = o->stage;
	}
	return node;
}

struct ast *parse_var_push(struct parse *ps, struct ast *set, struct ast *name,
			   struct ast *value)
{
	struct ast_set_variable *s = AST_CAST(set_variable, set);

	s->names = PUSH(s->names, name);
	s->values = PUSH(s->values, value);
	return parse_touch(ps, set);
}
