/*
 * identifier.c - IDENTIFIER(e): names that a statement computes.
 *
 * Before a statement starts, e is folded to text and the text is parsed as a
 * name; what follows sees a plain path.  The tree is the statement's own: at
 * each execution the name is made anew.
 */
#include "session/run_internal.h"

#include "parse/parse.h"

struct search {
	struct run *run;
	shade_status rc;
};

static shade_status compute(struct run *r, struct ast_path *p)
{
	struct expr *e;
	struct value v;
	struct ast *path;

	TRY(bind_expr(&r->cx, &r->env, p->expr, NULL, STR_NONE, &e));
	TRY(expr_fold(&r->cx, e, &v));
	if (v.is_null || type_family(v.type) != FAMILY_STRING)
		return shade_fail(&r->cx, SHADE_E_TYPE, p->span,
				  "IDENTIFIER takes a name as text");
	if (sql_parse_path(&r->cx, v.s, &path)) {
		shade_clear(&r->cx);
		return shade_fail(&r->cx, SHADE_E_SYNTAX, p->span,
				  "\"%.*s\" is not a name", STR_ARG(v.s));
	}
	p->parts = AST_CAST(path, path)->parts;
	return SHADE_OK;
}

static bool resolve(struct ast **child, void *arg)
{
	struct search *s = arg;
	struct ast *node = *child;

	if (node->kind == AST_PATH && AST_CAST(path, node)->expr)
		s->rc = compute(s->run, AST_CAST(path, node));
	if (!s->rc && node->kind == AST_COLUMN && AST_CAST(column, node)->computed) {
		struct ast_column *c = AST_CAST(column, node);

		s->rc = compute(s->run, AST_CAST(path, c->computed));
		c->parts = AST_CAST(path, c->computed)->parts;
		return s->rc == SHADE_OK;
	}
	return s->rc == SHADE_OK && ast_walk_children(node, resolve, arg);
}

shade_status run_compute_names(struct run *r, struct ast *stmt)
{
	struct search s = { .run = r };

	ast_walk_children(stmt, resolve, &s);
	return s.rc;
}
