/*
 * view_cycle.c - views that would read themselves through other views.
 */
#include "session/ddl.h"

#include "parse/parse.h"

#define MAX_DEPTH 200

struct cycle {
	struct run *r;
	const struct object *self;
	bool permanent; /* inside a permanent view: all names mean permanent ones */
	struct str trail[MAX_DEPTH];
	size_t depth;
	shade_status rc;
	struct span span;
};

static bool visit(struct ast **child, void *arg);

static shade_status report(struct cycle *c, const struct object *o)
{
	struct run *r = c->r;
	struct sbuf path = { .arena = r->cx.arena };
	struct str self = catalog_short_name(r->session->catalog, r->cx.arena,
					     &o->path);
	shade_status rc;

	sbuf_add(&path, self);
	for (size_t i = 0; i < c->depth; i++)
		sbuf_addf(&path, " reads %.*s, which", STR_ARG(c->trail[i]));
	sbuf_addf(&path, " reads %.*s", STR_ARG(self));
	rc = shade_fail(&r->cx, SHADE_E_RECURSIVE_VIEW, c->span,
			"view \"%.*s\" would read itself", STR_ARG(self));
	shade_hint(&r->cx, "%.*s", STR_ARG(sbuf_str(&path)));
	return rc;
}

static bool is_self(const struct cycle *c, const struct object *o)
{
	return o->temporary == c->self->temporary &&
	       path_equal(&o->path, &c->self->path);
}

static shade_status enter(struct cycle *c, struct object *o)
{
	bool outer = c->permanent;
	struct ast *body = o->body;

	if (c->depth == MAX_DEPTH)
		return shade_fail(&c->r->cx, SHADE_E_TOO_COMPLEX, c->span,
				  "views are nested more than %d deep", MAX_DEPTH);
	if (!body) {
		if (sql_parse_query(&c->r->cx, o->sql, &body)) {
			shade_clear(&c->r->cx); /* it fails when it is used */
			return SHADE_OK;
		}
	}
	c->trail[c->depth++] = catalog_short_name(c->r->session->catalog,
						  c->r->cx.arena, &o->path);
	c->permanent = !o->temporary;
	(void)ast_walk_children(body, visit, c);
	c->permanent = outer;
	c->depth--;
	return c->rc;
}

static shade_status visit_table(struct cycle *c, struct ast *node)
{
	struct ast_path *p = AST_CAST(path, AST_CAST(table, node)->path);
	enum lookup which = c->permanent ? LOOKUP_PERMANENT : LOOKUP_ANY;
	struct str parts[3];
	struct path full;
	struct object *o;

	if (p->parts.n > 3)
		return SHADE_OK;
	if (p->resolved == AST_RESOLVED_TEMPORARY)
		which = LOOKUP_TEMPORARY;
	else if (p->resolved == AST_RESOLVED_PERMANENT)
		which = LOOKUP_PERMANENT;
	for (size_t i = 0; i < p->parts.n; i++)
		parts[i] = AST_CAST(ident, p->parts.v[i])->name;
	TRY(catalog_qualify(&c->r->cx, c->r->session->catalog, parts, p->parts.n,
			    node->span, &full));
	TRY(ddl_find(c->r, &full, which, &o));
	if (!o || !object_is_view(o))
		return SHADE_OK;
	if (is_self(c, o))
		return report(c, o);
	return enter(c, o);
}

static bool visit(struct ast **child, void *arg)
{
	struct cycle *c = arg;

	if ((*child)->kind == AST_TABLE) {
		c->rc = visit_table(c, *child);
		return c->rc == SHADE_OK;
	}
	return ast_walk_children(*child, visit, c);
}

shade_status view_check_cycle(struct run *r, const struct object *self,
			      struct ast *body, struct span span)
{
	struct cycle *c = arena_new_of(r->cx.arena, struct cycle);

	c->r = r;
	c->self = self;
	c->permanent = !self->temporary;
	c->span = span;
	(void)ast_walk_children(body, visit, c);
	return c->rc;
}
