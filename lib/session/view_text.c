/*
 * view_text.c - the text of a permanent view, as it is stored.
 */
#include "session/ddl.h"

struct shortener {
	struct arena *arena;
	struct str catalog;
};

static void shorten(struct shortener *s, struct ast *path)
{
	struct ast_path *p = AST_CAST(path, path);
	struct ast_ident *db;

	if (p->parts.n != 3 || p->resolved == AST_RESOLVED_UNRESOLVED ||
	    !str_eq_nocase(AST_CAST(ident, p->parts.v[0])->name, s->catalog))
		return;
	p->parts.v[0] = p->parts.v[1];
	p->parts.v[1] = p->parts.v[2];
	p->parts.n = 2;
	db = AST_CAST(ident, p->parts.v[0]);
	if (str_eq_nocase(db->name, STR("default_database")))
		db->name = STR("main");
}

static bool visit(struct ast **child, void *arg)
{
	if ((*child)->kind == AST_PATH) {
		shorten(arg, *child);
		return true;
	}
	return ast_walk_children(*child, visit, arg);
}

struct str view_stored_text(struct run *r, struct object *o, struct ast *body)
{
	struct shortener s = { .arena = r->cx.arena, .catalog = o->path.catalog };
	struct ast *copy = ast_copy(r->cx.arena, body);

	(void)ast_walk_children(copy, visit, &s);
	return ast_to_sql(o->arena, copy);
}
