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

/* Other systems' names for settings that exist here. */
static struct str own_key(struct str key)
{
	if (str_eq_nocase(key, STR("spark.sql.session.timeZone")))
		return STR("table.local-time-zone");
	return key;
}

/* A setting of Spark's or Flink's that has nothing to set here. */
static bool is_foreign(struct str key)
{
	static const char *const prefixes[] = {
		"spark.",  "pipelines.",   "hive.",
		"hadoop.", "execution.",   "pipeline.",
		"table.",  "parallelism.", "sql-client.",
		"state.",  "taskmanager.", "jobmanager.",
		"rest.",   "sql-gateway.", "restart-strategy",
	};
	enum setting_id id;

	if (settings_find(key, &id))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(prefixes); i++) {
		struct str p = str_from(prefixes[i]);

		if (key.n > p.n && str_eq_nocase((struct str){ key.p, p.n }, p))
			return true;
	}
	return false;
}

/* What would change answers must not be passed over. */
static shade_status check_foreign(struct run *r, struct str key, struct str value,
				  struct span span)
{
	static const struct {
		const char *key, *value;
	} others[] = {
		{ "spark.sql.ansi.enabled", "false" },
		{ "spark.sql.caseSensitive", "true" },
		{ "execution.runtime-mode", "streaming" },
		{ "table.sql-dialect", "hive" },
	};

	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (str_eq_nocase(key, str_from(others[i].key)) &&
		    str_eq_nocase(value, str_from(others[i].value)))
			return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, span,
					  "not supported yet: \"%s\" = \"%s\"",
					  others[i].key, others[i].value);
	run_note(r, false, span, "setting \"%.*s\" has no meaning here", STR_ARG(key));
	return SHADE_OK;
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
	if (is_foreign(own_key(set->key)))
		return check_foreign(r, set->key, sbuf_str(&text), stmt->span);
	return settings_set(&r->cx, r->session->settings, own_key(set->key),
			    sbuf_str(&text), stmt->span);
}

shade_status stmt_reset(struct run *r, struct ast *stmt)
{
	struct str key = own_key(AST_CAST(reset, stmt)->key);

	if (key.n && is_foreign(key))
		return SHADE_OK;
	return settings_reset(&r->cx, r->session->settings, key, stmt->span);
}
