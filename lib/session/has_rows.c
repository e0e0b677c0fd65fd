/*
 * has_rows.c - whether a statement yields rows, before it is executed.
 */
#include "parse/parse.h"
#include "session/prepared.h"

static bool text_has_rows(struct session *s, struct str text)
{
	struct arena *a = arena_new(s->budget);
	struct shade_cx cx = { .arena = a,
			       .budget = s->budget,
			       .settings = s->settings,
			       .session = s,
			       .sql = text,
			       .cancel = &s->cancel };
	struct ast *stmt;
	bool has_rows;

	if (!a)
		return false;
	cx.notices_tail = &cx.notices;
	has_rows = sql_parse(&cx, text, &stmt) == SHADE_OK && stmt &&
		   stmt->kind != AST_EXECUTE_IMMEDIATE && stmt_has_rows(s, stmt);
	arena_free(a);
	return has_rows;
}

static bool immediate_has_rows(struct session *s,
			       const struct ast_execute_immediate *ex)
{
	const struct ast_literal *text = (const struct ast_literal *)ex->text;

	if (ex->into.n)
		return false;
	if (!ast_is(ex->text, AST_LITERAL))
		return true;
	return text->type == AST_LITERAL_KIND_STRING && text_has_rows(s, text->text);
}

bool stmt_has_rows(struct session *s, const struct ast *stmt)
{
	const struct stmt_class *cls = stmt_class_of(stmt);
	struct prepared *p;

	switch (stmt->kind) {
	case AST_INSERT: return ((const struct ast_insert *)stmt)->returning.n > 0;
	case AST_UPDATE: return ((const struct ast_update *)stmt)->returning.n > 0;
	case AST_DELETE: return ((const struct ast_delete *)stmt)->returning.n > 0;
	case AST_MERGE: return ((const struct ast_merge *)stmt)->returning.n > 0;
	case AST_EXECUTE:
		p = session_prepared(
			s, AST_CAST(ident, ((const struct ast_execute *)stmt)->name)
				   ->name);
		return p && p->stmt->kind != AST_EXECUTE && stmt_has_rows(s, p->stmt);
	case AST_PRAGMA: return pragma_has_rows((const struct ast_pragma *)stmt);
	case AST_EXECUTE_IMMEDIATE:
		return immediate_has_rows(s,
					  (const struct ast_execute_immediate *)stmt);
	default: return cls && cls->has_rows;
	}
}
