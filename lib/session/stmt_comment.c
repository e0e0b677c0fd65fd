/*
 * stmt_comment.c - COMMENT ON.
 */
#include "session/ddl.h"

static shade_status comment_column(struct run *r, struct ast_comment_on *c)
{
	struct ast_path *p = AST_CAST(path, c->name);
	struct ast *table = ast_copy(r->cx.arena, c->name);
	struct object *o, *changed;
	struct str name;
	int col;

	if (p->parts.n < 2)
		return shade_fail(&r->cx, SHADE_E_SYNTAX, c->name->span,
				  "COMMENT ON COLUMN needs table.column");
	name = AST_CAST(ident, p->parts.v[p->parts.n - 1])->name;
	AST_CAST(path, table)->parts.n--;
	TRY(ddl_resolve(r, table, &o));
	col = object_find_col(o, name);
	if (col < 0)
		return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND, c->name->span,
				  "%s \"%.*s\" has no column \"%.*s\"",
				  object_kind_words(o), STR_ARG(o->path.name),
				  STR_ARG(name));
	changed = object_dup(r->cx.budget, o);
	if (!changed)
		return cx_nomem(&r->cx);
	changed->cols[col].comment = str_dup(changed->arena, c->text);
	return catalog_put_take(&r->cx, r->session->catalog, changed, c->name->span);
}

shade_status stmt_comment_on(struct run *r, struct ast *stmt)
{
	struct ast_comment_on *c = AST_CAST(comment_on, stmt);
	struct object *o, *changed;
	struct str catalog, name;

	switch (c->object) {
	case AST_OBJECT_COLUMN: return comment_column(r, c);
	case AST_OBJECT_DATABASE:
		TRY(ddl_database(r, c->name, &catalog, &name));
		return catalog_comment_database(&r->cx, r->session->catalog, catalog,
						name, c->text, c->name->span);
	case AST_OBJECT_TABLE:
	case AST_OBJECT_VIEW:
	case AST_OBJECT_MATERIALIZED_VIEW:
	case AST_OBJECT_ANY: break;
	default:
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: COMMENT ON this kind of object");
	}
	TRY(ddl_resolve(r, c->name, &o));
	changed = object_dup(r->cx.budget, o);
	if (!changed)
		return cx_nomem(&r->cx);
	changed->comment = str_dup(changed->arena, c->text);
	return catalog_put_take(&r->cx, r->session->catalog, changed, c->name->span);
}
