/*
 * view_text.c - the text of a permanent view, as it is stored.
 */
#include "session/ddl.h"

#include "source/registry.h"

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

/* --- and back ------------------------------------------------------------- */

static struct str part(const struct ast_path *p, size_t i)
{
	return AST_CAST(ident, p->parts.v[i])->name;
}

/* db.name was stored without the object's catalog; CTEs have one part. */
static bool restore(struct ast **child, void *arg)
{
	struct shortener *s = arg;
	struct ast_path *p;
	struct ast *catalog;

	if ((*child)->kind != AST_TABLE)
		return ast_walk_children(*child, restore, arg);
	p = AST_CAST(path, AST_CAST(table, *child)->path);
	if (p->parts.n != 2 || source_format_exists(part(p, 0)) ||
	    str_eq_nocase(part(p, 0), STR("shade")))
		return true;
	catalog = ast_new(s->arena, AST_IDENT, (*child)->span);
	AST_CAST(ident, catalog)->name = s->catalog;
	ast_push(s->arena, &p->parts, p->parts.v[1]);
	p->parts.v[1] = p->parts.v[0];
	p->parts.v[0] = catalog;
	p->resolved = AST_RESOLVED_PERMANENT;
	return true;
}

void view_restore_names(struct run *r, const struct object *o, struct ast *query)
{
	struct shortener s = { .arena = r->cx.arena, .catalog = o->path.catalog };

	(void)ast_walk_children(query, restore, &s);
}
