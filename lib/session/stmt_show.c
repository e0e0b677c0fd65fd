/*
 * stmt_show.c - SHOW in all its forms that list names.
 */
#include "session/function.h"

#include "base/settings.h"
#include "parse/parse.h"

static struct value text_cell(struct str s)
{
	return s.p ? value_str(s) : value_null(type_of(TYPE_VARCHAR));
}

static bool is_listed(const struct ast_show *sh, struct str name)
{
	return ddl_like(name, sh->pattern) != sh->not_like || !sh->pattern.p;
}

static shade_status one_column(struct run *r, const char *name, struct listing *l)
{
	static const enum type_id types[] = { TYPE_VARCHAR };

	listing_init(l, r, 1, &name, types);
	return SHADE_OK;
}

static void add_name(struct listing *l, const struct ast_show *sh, struct str name)
{
	struct value v = value_str(name);

	if (is_listed(sh, name))
		listing_add(l, &v);
}

static shade_status show_catalogs(struct run *r, const struct ast_show *sh)
{
	struct catalog *c = r->session->catalog;
	struct listing l;

	TRY(one_column(r, "catalog", &l));
	for (size_t i = 0; i < catalog_n_stores(c); i++)
		add_name(&l, sh, catalog_store_at(c, i)->name);
	return listing_finish(&l);
}

static shade_status no_catalog(struct run *r, struct str name, struct span span)
{
	return shade_fail(&r->cx, SHADE_E_CATALOG_NOT_FOUND, span,
			  "catalog \"%.*s\" does not exist", STR_ARG(name));
}

static shade_status show_databases(struct run *r, const struct ast_show *sh)
{
	struct catalog *c = r->session->catalog;
	struct str name = catalog_current(c).catalog;
	struct store *s;
	struct listing l;

	if (sh->name)
		name = ddl_typed(r, sh->name);
	s = catalog_store(c, name);
	if (!s)
		return no_catalog(r, name, r->stmt->span);
	TRY(one_column(r, "database", &l));
	for (size_t i = 0; i < s->n_databases; i++)
		add_name(&l, sh, s->databases[i]->name);
	return listing_finish(&l);
}

/* --- tables and views ---------------------------------------------------- */

static bool is_shown(const struct ast_show *sh, const struct object *o)
{
	switch (sh->type) {
	case AST_SHOW_KIND_VIEWS: return object_is_view(o);
	case AST_SHOW_KIND_MATERIALIZED_VIEWS:
		return o->kind == OBJECT_MATERIALIZED_VIEW;
	default: return true;
	}
}

/* What a temporary object hides: "table", "view" .., else NULL. */
static struct str hidden_kind(struct arena *a, struct object *const *list, size_t n,
			      size_t i)
{
	if (list[i]->temporary && i + 1 < n &&
	    path_equal(&list[i]->path, &list[i + 1]->path))
		return str_fmt(a, "%s %.*s", object_kind_name(list[i + 1]->kind),
			       STR_ARG(path_text(a, &list[i + 1]->path)));
	return STR_NONE;
}

static shade_status show_where(struct run *r, const struct ast_show *sh,
			       struct str *catalog, struct str *database)
{
	struct catalog *c = r->session->catalog;

	*catalog = catalog_current(c).catalog;
	*database = catalog_current(c).database;
	if (!sh->name)
		return SHADE_OK;
	TRY(ddl_database(r, sh->name, catalog, database));
	if (catalog_is_default_name(*database))
		*database = STR("default_database");
	if (str_eq_nocase(*database, STR("shade")))
		return SHADE_OK;
	if (!catalog_has_database(c, *catalog, *database))
		return shade_fail(
			&r->cx, SHADE_E_DATABASE_NOT_FOUND, sh->name->span,
			"database \"%.*s\" does not exist in catalog \"%.*s\"",
			STR_ARG(*database), STR_ARG(*catalog));
	return SHADE_OK;
}

static shade_status show_tables(struct run *r, const struct ast_show *sh)
{
	static const char *const names[] = { "name", "kind", "temporary", "shadows" };
	static const enum type_id types[] = { TYPE_VARCHAR, TYPE_VARCHAR, TYPE_BOOLEAN,
					      TYPE_VARCHAR };
	struct str catalog, database;
	struct object **list;
	struct listing l;
	size_t n;

	TRY(show_where(r, sh, &catalog, &database));
	TRY(catalog_list(&r->cx, r->session->catalog, catalog, database, &list, &n));
	listing_init(&l, r, 4, names, types);
	for (size_t i = 0; i < n; i++) {
		const struct object *o = list[i];
		struct value row[4];

		if (!is_shown(sh, o) || !is_listed(sh, o->path.name))
			continue;
		row[0] = value_str(o->path.name);
		row[1] = value_str(str_from(object_kind_name(o->kind)));
		row[2] = value_bool(o->temporary);
		row[3] = text_cell(hidden_kind(r->cx.arena, list, n, i));
		listing_add(&l, row);
	}
	return listing_finish(&l);
}

static shade_status show_columns(struct run *r, const struct ast_show *sh)
{
	struct object *o;
	struct listing l;

	if (!sh->name)
		return shade_fail(&r->cx, SHADE_E_SYNTAX, r->stmt->span,
				  "SHOW COLUMNS needs FROM and a table");
	TRY(ddl_resolve(r, sh->name, &o));
	TRY(one_column(r, "column", &l));
	for (size_t i = 0; i < o->n_cols; i++)
		add_name(&l, sh, o->cols[i].name);
	return listing_finish(&l);
}

static shade_status show_properties(struct run *r, const struct ast_show *sh)
{
	static const char *const names[] = { "key", "value" };
	static const enum type_id types[] = { TYPE_VARCHAR, TYPE_VARCHAR };
	struct object *o;
	struct listing l;

	TRY(ddl_resolve(r, sh->name, &o));
	listing_init(&l, r, 2, names, types);
	for (size_t i = 0; i < o->n_props; i++) {
		struct value row[] = { value_str(o->props[i].key),
				       value_str(o->props[i].value) };

		if (str_eq(o->props[i].key, STR(PARTITION_PROPERTY)))
			continue;
		if (!sh->text.p || str_eq(sh->text, o->props[i].key))
			listing_add(&l, row);
	}
	return listing_finish(&l);
}

/* "k=x/j=y": the combinations that the table's rows have. */
static shade_status show_partitions(struct run *r, const struct ast_show *sh)
{
	struct sbuf sql = { .arena = r->cx.arena };
	struct str names;
	struct object *o;
	struct ast *query;

	TRY(ddl_resolve(r, sh->name, &o));
	names = object_property(o, STR(PARTITION_PROPERTY));
	if (!names.n)
		return shade_fail(&r->cx, SHADE_E_WRONG_OBJECT, sh->name->span,
				  "\"%.*s\" is not partitioned", STR_ARG(o->path.name));
	sbuf_add(&sql, STR("SELECT DISTINCT concat("));
	for (size_t i = 0; names.n; i++) {
		const char *comma = memchr(names.p, ',', names.n);
		size_t n = comma ? (size_t)(comma - names.p) : names.n;
		struct str name = { names.p, n };

		sbuf_addf(&sql, "%s'%.*s=', coalesce(CAST(%.*s AS STRING), 'NULL')",
			  i ? ", '/', " : "", STR_ARG(name),
			  STR_ARG(name_text(r->cx.arena, name)));
		n += comma != NULL;
		names.p += n;
		names.n -= n;
	}
	sbuf_addf(&sql, ") AS \"partition\" FROM %.*s ORDER BY 1",
		  STR_ARG(path_text(r->cx.arena, &o->path)));
	TRY(sql_parse_query(&r->cx, sbuf_str(&sql), &query));
	return run_rows(r, query);
}

static shade_status show_variables(struct run *r)
{
	static const char *const names[] = { "name", "type", "value" };
	static const enum type_id types[] = { TYPE_VARCHAR, TYPE_VARCHAR,
					      TYPE_VARCHAR };
	struct session *s = r->session;
	struct arena *a = r->cx.arena;
	struct listing l;

	listing_init(&l, r, 3, names, types);
	for (size_t i = 0; i < s->variables.n; i++) {
		const struct variable *v = &s->variables.v[i];
		struct value row[] = {
			value_str(v->name),
			value_str(type_name(a, v->type ? v->type : v->value.type)),
			v->value.is_null ? value_null(type_of(TYPE_VARCHAR))
					 : value_str(value_text(a, &v->value)),
		};

		listing_add(&l, row);
	}
	return listing_finish(&l);
}

/* --- functions, settings ------------------------------------------------- */

static shade_status own_functions(struct run *r, const struct ast_show *sh,
				  struct listing *l)
{
	struct object **v;
	size_t n;

	TRY(catalog_list_functions(&r->cx, r->session->catalog, &v, &n));
	for (size_t i = 0; i < n; i++) {
		struct value row[] = {
			value_str(v[i]->path.name),
			value_null(type_of(TYPE_VARCHAR)),
			text_cell(v[i]->comment.n ? v[i]->comment
						  : str_from(object_kind_words(v[i]))),
		};

		struct str signature;

		if (!is_listed(sh, row[0].s))
			continue;
		TRY(function_signature(r, v[i], &signature));
		row[1] = value_str(signature);
		listing_add(l, row);
	}
	return SHADE_OK;
}

static shade_status show_functions(struct run *r, const struct ast_show *sh)
{
	static const char *const names[] = { "name", "signature", "description" };
	static const enum type_id types[] = { TYPE_VARCHAR, TYPE_VARCHAR,
					      TYPE_VARCHAR };
	const char *name, *function;
	struct listing l;

	listing_init(&l, r, 3, names, types);
	if (!sh->system)
		TRY(own_functions(r, sh, &l));
	for (size_t f = 0; f < n_func_families && !sh->user; f++) {
		const struct func_family *fam = func_families[f];

		for (size_t i = 0; i < fam->n; i++) {
			const struct func_row *fn = &fam->rows[i];
			struct value row[] = { value_str(str_from(fn->name)),
					       text_cell(str_from(fn->sig)),
					       text_cell(str_from(fn->doc)) };

			if (!(fn->flags & FUNC_HIDDEN) && is_listed(sh, row[0].s))
				listing_add(&l, row);
		}
	}
	for (size_t i = 0; !sh->user && func_alias_at(i, &name, &function); i++) {
		struct value row[] = {
			value_str(str_from(name)), value_null(type_of(TYPE_VARCHAR)),
			value_str(str_fmt(r->cx.arena, "another name of %s", function))
		};

		if (is_listed(sh, row[0].s))
			listing_add(&l, row);
	}
	return listing_finish(&l);
}

static shade_status show_settings(struct run *r, const struct ast_show *sh, bool all)
{
	static const char *const names[] = { "key", "value", "description" };
	static const enum type_id types[] = { TYPE_VARCHAR, TYPE_VARCHAR,
					      TYPE_VARCHAR };
	struct listing l;
	size_t n = 0;

	listing_init(&l, r, 3, names, types);
	for (size_t i = 0; i < SET_COUNT; i++) {
		struct str key = str_from(setting_rows[i].key);
		struct value row[] = { value_str(key),
				       value_str(settings_text(r->session->settings,
							       (enum setting_id)i)),
				       value_str(str_from(setting_rows[i].doc)) };

		if (all ? !is_listed(sh, key) : !str_eq_nocase(key, sh->text))
			continue;
		listing_add(&l, row);
		n++;
	}
	if (!all && n == 0)
		return shade_fail(&r->cx, SHADE_E_SETTING_NOT_FOUND, r->stmt->span,
				  "there is no setting \"%.*s\"", STR_ARG(sh->text));
	return listing_finish(&l);
}

static shade_status show_current(struct run *r, const struct ast_show *sh)
{
	struct path now = catalog_current(r->session->catalog);
	struct listing l;

	if (sh->type == AST_SHOW_KIND_CURRENT_CATALOG) {
		TRY(one_column(r, "catalog", &l));
		add_name(&l, sh, now.catalog);
	} else {
		TRY(one_column(r, "database", &l));
		add_name(&l, sh, now.database);
	}
	return listing_finish(&l);
}

/* --- SHOW CREATE, SHOW EXPECTATIONS -------------------------------------- */

static shade_status show_create_database(struct run *r, const struct ast_show *sh)
{
	struct arena *a = r->cx.arena;
	struct str catalog, database;
	struct store *s;
	struct database *db;
	struct sbuf text = { .arena = a };
	struct listing l;
	struct value v;

	TRY(show_where(r, sh, &catalog, &database));
	sbuf_addf(&text, "CREATE DATABASE %.*s.%.*s", STR_ARG(name_text(a, catalog)),
		  STR_ARG(name_text(a, database)));
	s = catalog_store(r->session->catalog, catalog);
	db = s ? store_find_database(s, database) : NULL;
	if (db && db->comment.n) {
		sbuf_add(&text, STR(" COMMENT "));
		ast_unparse_string(db->comment, &text);
	}
	TRY(one_column(r, "statement", &l));
	v = value_str(sbuf_str(&text));
	listing_add(&l, &v);
	return listing_finish(&l);
}

static shade_status show_create(struct run *r, const struct ast_show *sh)
{
	struct object *o;
	struct listing l;
	struct value v;

	if (sh->object == AST_OBJECT_DATABASE)
		return show_create_database(r, sh);
	if (sh->object == AST_OBJECT_FUNCTION) {
		TRY(function_find(r, sh->name, &o));
		if (!o)
			return shade_fail(
				&r->cx, SHADE_E_FUNCTION_NOT_FOUND, sh->name->span,
				"there is no function \"%.*s\" with a body in "
				"SQL",
				STR_ARG(ddl_typed(r, sh->name)));
	} else {
		TRY(ddl_resolve(r, sh->name, &o));
	}
	TRY(one_column(r, "statement", &l));
	v = value_str(ddl_create_text(r->cx.arena, o));
	listing_add(&l, &v);
	return listing_finish(&l);
}

/* What they counted; the rows that violated are in shade.expectations. */
static shade_status show_expectations(struct run *r, const struct ast_show *sh)
{
	static const char *const names[] = { "dataset",   "expectation", "action",
					     "condition", "passed",      "failed",
					     "dropped",   "partial" };
	static const enum type_id types[] = { TYPE_VARCHAR, TYPE_VARCHAR, TYPE_VARCHAR,
					      TYPE_VARCHAR, TYPE_BIGINT,  TYPE_BIGINT,
					      TYPE_BIGINT,  TYPE_BOOLEAN };
	struct object *only = NULL;
	struct str path = STR_NONE;
	struct listing l;

	if (sh->name) {
		TRY(ddl_resolve(r, sh->name, &only));
		path = str_fmt(r->cx.arena, "%.*s.%.*s.%.*s",
			       STR_ARG(only->path.catalog),
			       STR_ARG(only->path.database), STR_ARG(only->path.name));
	}
	listing_init(&l, r, ARRAY_LEN(names), names, types);
	for (struct expect_record *e = r->session->expects; e; e = e->next) {
		struct value row[] = {
			value_str(e->dataset),
			value_str(e->name),
			value_str(e->action),
			value_str(e->condition),
			value_int(TYPE_BIGINT, (int64_t)e->passed),
			value_int(TYPE_BIGINT, (int64_t)e->failed),
			value_int(TYPE_BIGINT, (int64_t)e->dropped),
			value_bool(e->partial),
		};

		if (only && !str_eq_nocase(e->dataset, path))
			continue;
		listing_add(&l, row);
	}
	return listing_finish(&l);
}

shade_status stmt_show(struct run *r, struct ast *stmt)
{
	struct ast_show *sh = AST_CAST(show, stmt);

	switch (sh->type) {
	case AST_SHOW_KIND_CATALOGS: return show_catalogs(r, sh);
	case AST_SHOW_KIND_DATABASES: return show_databases(r, sh);
	case AST_SHOW_KIND_TABLES:
	case AST_SHOW_KIND_VIEWS:
	case AST_SHOW_KIND_MATERIALIZED_VIEWS: return show_tables(r, sh);
	case AST_SHOW_KIND_COLUMNS: return show_columns(r, sh);
	case AST_SHOW_KIND_PROPERTIES: return show_properties(r, sh);
	case AST_SHOW_KIND_FUNCTIONS: return show_functions(r, sh);
	case AST_SHOW_KIND_SETTINGS:
	case AST_SHOW_KIND_SETTING:
		return show_settings(r, sh, sh->type == AST_SHOW_KIND_SETTINGS);
	case AST_SHOW_KIND_CURRENT_CATALOG:
	case AST_SHOW_KIND_CURRENT_DATABASE: return show_current(r, sh);
	case AST_SHOW_KIND_CREATE: return show_create(r, sh);
	case AST_SHOW_KIND_EXPECTATIONS: return show_expectations(r, sh);
	case AST_SHOW_KIND_PARTITIONS: return show_partitions(r, sh);
	case AST_SHOW_KIND_VARIABLES: return show_variables(r);
	default:
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: this form of SHOW");
	}
}
