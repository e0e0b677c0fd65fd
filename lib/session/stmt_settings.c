/*
 * stmt_settings.c - SET and RESET.
 */
#include "session/session.h"

/* The text of a value as SET takes it: a literal's or a bare word's. */
static struct str setting_text(struct arena *a, const struct ast *value)
{
	if (value->kind == AST_LITERAL)
		return AST_CAST(literal, (struct ast *)value)->text;
	if (value->kind == AST_COLUMN)
		return ast_name_text(a, value);
	return ast_to_sql(a, value);
}

shade_status stmt_set(struct run *r, struct ast *stmt)
{
	struct ast_set *set = AST_CAST(set, stmt);
	struct sbuf text = { .arena = r->cx.arena };

	for (size_t i = 0; i < set->values.n; i++) {
		if (i > 0)
			sbuf_addc(&text, ',');
		sbuf_add(&text, setting_text(r->cx.arena, set->values.v[i]));
	}
	return settings_set(&r->cx, r->session->settings, set->key, sbuf_str(&text),
			    stmt->span);
}

shade_status stmt_reset(struct run *r, struct ast *stmt)
{
	return settings_reset(&r->cx, r->session->settings, AST_CAST(reset, stmt)->key,
			      stmt->span);
}
