/*
 * view_inline.c - a query without temporary views, so that it can be stored.
 *
 * A materialized view may read temporary views: it is stored with their
 * queries in place of their names (sql.md section 1).
 */
#include "session/ddl.h"

#define MAX_DEPTH 100

struct inliner {
	struct run *r;
	struct arena *arena;
	const struct path *self;
	size_t depth;
	shade_status rc;
	struct span span;
};

static bool visit(struct ast **child, void *arg);

static shade_status not_storable(struct inliner *in, const struct object *o)
{
	struct run *r = in->r;
	struct arena *a = r->cx.arena;
	struct catalog *c = r->session->catalog;
	struct str self = catalog_short_name(c, a, in->self);
	struct str name = catalog_short_name(c, a, &o->path);
	shade_status rc;

	rc = shade_fail(&r->cx, SHADE_E_TEMP_REFERENCE, in->span,
			"materialized view \"%.*s\" cannot be stored: it reads the %s "
			"\"%.*s\"",
			STR_ARG(self), object_kind_words(o), STR_ARG(name));
	shade_hint(&r->cx, "CREATE TABLE %.*s AS .. keeps its rows instead",
		   STR_ARG(self));
	return rc;
}

/* The query of the temporary view that a table node means; NULL: the node is
 * none. */
static shade_status query_of(struct inliner *in, struct ast *node, struct object **view,
			     struct ast **query)
{
	struct ast_path *p = AST_CAST(path, AST_CAST(table, node)->path);
	struct str parts[3];
	struct path full;
	struct object *o;

	*query = NULL;
	if (p->resolved != AST_RESOLVED_TEMPORARY || p->parts.n > 3)
		return SHADE_OK;
	for (size_t i = 0; i < p->parts.n; i++)
		parts[i] = AST_CAST(ident, p->parts.v[i])->name;
	TRY(catalog_qualify(&in->r->cx, in->r->session->catalog, parts, p->parts.n,
			    node->span, &full));
	TRY(ddl_find(in->r, &full, LOOKUP_TEMPORARY, &o));
	if (!o)
		return SHADE_OK;
	if (!object_is_view(o) || !o->body)
		return not_storable(in, o);
	if (in->depth == MAX_DEPTH)
		return shade_fail(&in->r->cx, SHADE_E_TOO_COMPLEX, in->span,
				  "views are nested more than %d deep", MAX_DEPTH);
	*view = o;
	*query = ast_copy(in->arena, o->body);
	in->depth++;
	(void)ast_walk_children(*query, visit, in);
	in->depth--;
	return in->rc;
}

/* The view's own names, when a column list gave it some. */
static void name_columns(struct arena *a, const struct object *view,
			 struct ast_table_alias *alias)
{
	for (size_t i = 0; i < view->n_cols; i++) {
		struct ast *ident = ast_new(a, AST_IDENT, alias->head.span);

		AST_CAST(ident, ident)->name = str_dup(a, view->cols[i].name);
		ast_push(a, &alias->columns, ident);
	}
}

/* What an expectation with DROP ROW drops is not there; the other actions keep
 * the row. */
static struct ast *with_drops(struct inliner *in, const struct object *view,
			      struct ast *query)
{
	struct arena *a = in->arena;
	struct ast *where = NULL;

	for (size_t i = 0; i < view->n_expectations; i++) {
		const struct expectation_def *e = &view->expectations[i];
		struct ast *cond, *both;

		if (e->action != EXPECT_DROP || !e->cond)
			continue;
		cond = ast_copy(a, e->cond);
		if (!where) {
			where = cond;
			continue;
		}
		both = ast_new(a, AST_LOGIC, in->span);
		AST_CAST(logic, both)->op = AST_LOGIC_OP_AND;
		ast_push(a, &AST_CAST(logic, both)->args, where);
		ast_push(a, &AST_CAST(logic, both)->args, cond);
		where = both;
	}
	if (where) {
		struct ast *outer = ast_new(a, AST_QUERY, in->span);
		struct ast *sel = ast_new(a, AST_SELECT, in->span);
		struct ast *item = ast_new(a, AST_ITEM, in->span);

		AST_CAST(item, item)->expr = ast_new(a, AST_STAR, in->span);
		ast_push(a, &AST_CAST(select, sel)->items, item);
		AST_CAST(select, sel)->from = view_wrap(a, query, view->path.name,
							in->span);
		name_columns(a, view,
			     AST_CAST(table_alias, AST_CAST(select, sel)->from));
		AST_CAST(select, sel)->where = where;
		AST_CAST(query, outer)->body = sel;
		return outer;
	}
	return query;
}

static bool visit(struct ast **child, void *arg)
{
	struct inliner *in = arg;
	struct ast **table = child;
	struct object *view = NULL;
	struct ast *query;

	if ((*child)->kind == AST_TABLE_ALIAS)
		table = &AST_CAST(table_alias, *child)->table;
	if ((*table)->kind != AST_TABLE)
		return ast_walk_children(*child, visit, in);
	in->rc = query_of(in, *table, &view, &query);
	if (in->rc)
		return false;
	if (!query)
		return true;
	query = view_wrap(in->arena, with_drops(in, view, query), view->path.name,
			  (*table)->span);
	name_columns(in->arena, view, AST_CAST(table_alias, query));
	if (table == child) {
		*table = query;
		return true;
	}
	if (AST_CAST(table_alias, *child)->columns.n == 0)
		name_columns(in->arena, view, AST_CAST(table_alias, *child));
	*table = AST_CAST(table_alias, query)->table;
	return true;
}

shade_status view_inline_temporaries(struct run *r, struct arena *a,
				     const struct path *self, struct ast **body,
				     struct span span)
{
	struct inliner in = { .r = r, .arena = a, .self = self, .span = span };

	(void)ast_walk_children(*body, visit, &in);
	return in.rc;
}
