/*
 * system_views.c - the views of database shade: what the session knows, as
 * tables.
 */
#include "session/ddl.h"

#include "base/settings.h"

static struct value opt_text(struct str s)
{
	return s.n > 0 ? value_str(s) : value_null(type_of(TYPE_VARCHAR));
}

static shade_status fill_expectations(struct shade_cx *cx, void *arg,
				      struct system_rows *rows)
{
	struct session *s = arg;

	(void)cx;
	for (struct expect_record *e = s->expects; e; e = e->next) {
		struct value row[] = {
			value_int(TYPE_TIMESTAMP_LTZ, e->at_us),
			value_str(e->dataset),
			value_str(e->name),
			value_str(e->action),
			value_str(e->condition),
			value_int(TYPE_BIGINT, (int64_t)e->passed),
			value_int(TYPE_BIGINT, (int64_t)e->failed),
			value_int(TYPE_BIGINT, (int64_t)e->dropped),
			value_bool(e->partial),
			opt_text(e->samples),
		};

		TRY(system_row(rows, row));
	}
	return SHADE_OK;
}

static shade_status fill_errors(struct shade_cx *cx, void *arg,
				struct system_rows *rows)
{
	struct session *s = arg;

	(void)cx;
	for (const struct error_entry *e = s->errors; e; e = e->next) {
		struct value null = value_null(type_of(TYPE_BIGINT));
		struct value row[] = {
			value_int(TYPE_TIMESTAMP_LTZ, e->at_us),
			value_str(str_from(error_sqlstate(e->code))),
			value_str(str_from(error_class(e->code))),
			value_str(e->message),
			opt_text(e->hints),
			value_str(e->sql),
			e->begin ? value_int(TYPE_BIGINT, e->begin) : null,
			opt_text(e->file),
			e->file.n ? value_int(TYPE_BIGINT, (int64_t)e->line) : null,
		};

		TRY(system_row(rows, row));
	}
	return SHADE_OK;
}

static shade_status fill_rejects(struct shade_cx *cx, void *arg,
				 struct system_rows *rows)
{
	struct session *s = arg;
	struct reject *list;
	size_t n = rejects_list(s->sources, cx->arena, &list);

	for (size_t i = 0; i < n; i++) {
		const struct reject *j = &list[i];
		struct value row[] = {
			value_int(TYPE_BIGINT, (int64_t)j->scan),
			value_str(j->file),
			value_int(TYPE_BIGINT, (int64_t)j->line),
			value_int(TYPE_BIGINT, (int64_t)j->offset),
			opt_text(j->column),
			value_str(j->reason),
			opt_text(str_from(j->sqlstate)),
			value_str(j->raw),
		};

		TRY(system_row(rows, row));
	}
	return SHADE_OK;
}

static shade_status fill_settings(struct shade_cx *cx, void *arg,
				  struct system_rows *rows)
{
	struct session *s = arg;

	(void)cx;
	for (size_t i = 0; i < SET_COUNT; i++) {
		const struct setting_row *set = &setting_rows[i];
		struct value row[] = {
			value_str(str_from(set->key)),
			value_str(settings_text(s->settings, (enum setting_id)i)),
			value_str(str_from(set->dflt)),
			opt_text(str_from(set->values)),
			value_str(str_from(set->doc)),
		};

		TRY(system_row(rows, row));
	}
	return SHADE_OK;
}

static const char *func_kind_name(enum func_kind kind)
{
	switch (kind) {
	case FUNC_SCALAR: return "scalar";
	case FUNC_AGGREGATE: return "aggregate";
	case FUNC_WINDOW: return "window";
	case FUNC_TABLE: return "table";
	}
	unreachable();
}

static shade_status fill_functions(struct shade_cx *cx, void *arg,
				   struct system_rows *rows)
{
	(void)cx;
	(void)arg;
	for (size_t f = 0; f < n_func_families; f++) {
		const struct func_family *fam = func_families[f];

		for (size_t i = 0; i < fam->n; i++) {
			const struct func_row *fn = &fam->rows[i];
			struct value row[] = {
				value_str(str_from(fn->name)),
				value_str(str_from(func_kind_name(fn->kind))),
				value_str(str_from(fam->name)),
				opt_text(str_from(fn->sig)),
				opt_text(str_from(fn->doc)),
				opt_text(str_from(fn->example)),
				opt_text(str_from(fn->result)),
			};

			if (!(fn->flags & FUNC_HIDDEN))
				TRY(system_row(rows, row));
		}
	}
	return SHADE_OK;
}

static shade_status fill_tables(struct shade_cx *cx, void *arg,
				struct system_rows *rows)
{
	struct session *s = arg;
	struct object **list;
	size_t n;

	TRY(catalog_list(cx, s->catalog, STR_NONE, STR_NONE, &list, &n));
	for (size_t i = 0; i < n; i++) {
		const struct object *o = list[i];
		bool hides = o->temporary && i + 1 < n &&
			     path_equal(&o->path, &list[i + 1]->path);
		bool hidden = !o->temporary && i > 0 &&
			      path_equal(&o->path, &list[i - 1]->path);
		struct value row[] = {
			value_str(o->path.catalog),
			value_str(o->path.database),
			value_str(o->path.name),
			value_str(str_from(object_kind_name(o->kind))),
			value_bool(o->temporary),
			hides ? value_str(str_from(object_kind_name(list[i + 1]->kind)))
			      : value_null(type_of(TYPE_VARCHAR)),
			value_bool(hidden),
			opt_text(o->comment),
			opt_text(o->created_at),
			opt_text(o->sql),
			value_str(ddl_create_text(cx->arena, o)),
		};

		TRY(system_row(rows, row));
	}
	return SHADE_OK;
}

static shade_status fill_columns(struct shade_cx *cx, void *arg,
				 struct system_rows *rows)
{
	struct session *s = arg;
	struct object **list;
	size_t n;

	TRY(catalog_list(cx, s->catalog, STR_NONE, STR_NONE, &list, &n));
	for (size_t i = 0; i < n; i++) {
		const struct object *o = list[i];

		for (size_t k = 0; k < o->n_cols; k++) {
			struct value row[] = {
				value_str(o->path.catalog),
				value_str(o->path.database),
				value_str(o->path.name),
				value_bool(o->temporary),
				value_str(o->cols[k].name),
				value_int(TYPE_INT, (int64_t)k + 1),
				value_str(type_name(cx->arena, o->cols[k].type)),
				value_bool(!o->cols[k].not_null),
				o->defs ? opt_text(o->defs[k].dflt)
					: value_null(type_of(TYPE_VARCHAR)),
				opt_text(o->cols[k].comment),
			};

			TRY(system_row(rows, row));
		}
	}
	return SHADE_OK;
}

static shade_status fill_snapshots(struct shade_cx *cx, void *arg,
				   struct system_rows *rows)
{
	struct session *s = arg;

	for (size_t i = 0; i < catalog_n_stores(s->catalog); i++) {
		struct store *store = catalog_store_at(s->catalog, i);
		struct snapshot_row *list;
		size_t n;

		TRY(store->cls->snapshots(cx, store, 100000, &list, &n));
		for (size_t k = 0; k < n; k++) {
			struct value row[] = {
				value_str(store->name),
				value_int(TYPE_BIGINT, list[k].id),
				opt_text(list[k].time),
				value_int(TYPE_BIGINT, list[k].schema_version),
				opt_text(list[k].changes),
				opt_text(list[k].author),
				opt_text(list[k].message),
			};

			TRY(system_row(rows, row));
		}
	}
	return SHADE_OK;
}

/* --- the list ------------------------------------------------------------ */

#define V TYPE_VARCHAR
#define COLS(...)             \
	(const char *const[]) \
	{                     \
		__VA_ARGS__   \
	}
#define TYPES(...)             \
	(const enum type_id[]) \
	{                      \
		__VA_ARGS__    \
	}

static const struct system_view views[] = {
	{ "columns", "columns of all tables and views", 10,
	  COLS("catalog", "database", "object", "temporary", "name", "position", "type",
	       "nullable", "default", "comment"),
	  TYPES(V, V, V, TYPE_BOOLEAN, V, TYPE_INT, V, TYPE_BOOLEAN, V, V),
	  fill_columns },
	{ "errors", "how the latest statements failed, newest first", 9,
	  COLS("at", "sqlstate", "class", "message", "hints", "statement", "position",
	       "file", "line"),
	  TYPES(TYPE_TIMESTAMP_LTZ, V, V, V, V, V, TYPE_BIGINT, V, TYPE_BIGINT),
	  fill_errors },
	{ "expectations", "what expectations counted, a row a query and reference", 10,
	  COLS("at", "dataset", "expectation", "action", "condition", "passed",
	       "failed", "dropped", "partial", "samples"),
	  TYPES(TYPE_TIMESTAMP_LTZ, V, V, V, V, TYPE_BIGINT, TYPE_BIGINT, TYPE_BIGINT,
		TYPE_BOOLEAN, V),
	  fill_expectations },
	{ "functions", "built-in functions", 7,
	  COLS("name", "kind", "family", "signature", "description", "example",
	       "result"),
	  TYPES(V, V, V, V, V, V, V), fill_functions },
	{ "rejects", "rows of files that could not be read", 8,
	  COLS("scan", "file", "line", "offset", "column", "reason", "sqlstate", "raw"),
	  TYPES(TYPE_BIGINT, V, TYPE_BIGINT, TYPE_BIGINT, V, V, V, V), fill_rejects },
	{ "settings", "settings and their values", 5,
	  COLS("key", "value", "default", "values", "description"),
	  TYPES(V, V, V, V, V), fill_settings },
	{ "snapshots", "committed changes of catalogs with a file", 7,
	  COLS("catalog", "snapshot_id", "time", "schema_version", "changes", "author",
	       "message"),
	  TYPES(V, TYPE_BIGINT, V, TYPE_BIGINT, V, V, V), fill_snapshots },
	{ "tables", "tables and views, temporary and permanent", 11,
	  COLS("catalog", "database", "name", "kind", "temporary", "shadows",
	       "is_shadowed", "comment", "created_at", "query", "definition"),
	  TYPES(V, V, V, V, TYPE_BOOLEAN, V, TYPE_BOOLEAN, V, V, V, V), fill_tables },
};

#undef V
#undef COLS
#undef TYPES

void system_views_register(struct session *s)
{
	catalog_set_system(s->catalog, views, ARRAY_LEN(views), s);
}
