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
	static const struct {
		const char *other, *own;
	} names[] = {
		{ "spark.sql.session.timeZone", "table.local-time-zone" },
		{ "TimeZone", "table.local-time-zone" },
		{ "threads", "shade.threads" },
		{ "worker_threads", "shade.threads" },
		{ "memory_limit", "shade.memory-limit" },
		{ "max_memory", "shade.memory-limit" },
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eq_nocase(key, str_from(names[i].other)))
			return str_from(names[i].own);
	return key;
}

/* DuckDB's and PostgreSQL's, which have no prefix. */
static bool is_plain_foreign(struct str key)
{
	static const char *const words[] = {
		"enable_progress_bar",     "enable_progress_bar_print",
		"progress_bar_time",       "temp_directory",
		"max_temp_directory_size", "preserve_insertion_order",
		"enable_object_cache",     "explain_output",
		"enable_profiling",        "profiling_mode",
		"profiling_output",        "external_threads",
		"default_null_order",      "null_order",
		"default_order",           "default_collation",
		"integer_division",        "checkpoint_threshold",
		"wal_autocheckpoint",      "client_encoding",
		"application_name",        "statement_timeout",
		"client_min_messages",     "perfect_ht_threshold",
		"debug_window_mode",
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_eq_nocase(key, str_from(words[i])))
			return true;
	return false;
}

/* A setting of another system's that has nothing to set here. */
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
	return is_plain_foreign(key);
}

bool setting_is_known(struct str key)
{
	enum setting_id id;

	return settings_find(own_key(key), &id) || is_foreign(own_key(key));
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
		{ "default_null_order", "nulls_first" },
		{ "default_null_order", "nulls_last" },
		{ "default_null_order", "nulls_last_on_asc_first_on_desc" },
		{ "null_order", "nulls_first" },
		{ "null_order", "nulls_last" },
		{ "default_order", "desc" },
		{ "default_collation", "nocase" },
		{ "integer_division", "false" },
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
