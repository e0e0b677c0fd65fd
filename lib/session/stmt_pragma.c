/*
 * stmt_pragma.c - PRAGMA of sqlite and DuckDB, and VACUUM, ANALYZE, REINDEX
 * and CHECKPOINT.
 *
 * A pragma is a question about tables, a setting of this program by another
 * name, or a setting that has nothing to set here: then a note says so.
 * Upkeep happens by itself; what remains of its statements is that the names
 * in them must exist.
 */
#include "session/constraint.h"

struct question {
	const char *name;
	bool takes_table;
	shade_status (*answer)(struct run *r, struct object *o);
};

static bool is_key_column(const struct object *o, size_t col)
{
	for (size_t i = 0; i < o->n_constraints; i++) {
		const struct constraint_def *c = &o->constraints[i];

		if (c->kind != CONSTRAINT_PRIMARY_KEY)
			continue;
		for (size_t k = 0; k < c->n_cols; k++)
			if (c->cols[k] == col)
				return true;
	}
	return false;
}

static shade_status table_info(struct run *r, struct object *o)
{
	static const char *const names[] = { "cid",     "name",       "type",
					     "notnull", "dflt_value", "pk" };
	static const enum type_id types[] = {
		TYPE_INT,     TYPE_VARCHAR, TYPE_VARCHAR,
		TYPE_BOOLEAN, TYPE_VARCHAR, TYPE_BOOLEAN
	};
	struct listing l;

	listing_init(&l, r, ARRAY_LEN(names), names, types);
	for (size_t i = 0; i < o->n_cols; i++) {
		const struct source_col *c = &o->cols[i];
		struct str dflt = o->defs ? o->defs[i].dflt : STR_NONE;
		struct value row[] = {
			value_int(TYPE_INT, (int64_t)i),
			value_str(c->name),
			value_str(type_name(r->cx.arena, c->type)),
			value_bool(c->not_null),
			dflt.n ? value_str(dflt) : value_null(type_of(TYPE_VARCHAR)),
			value_bool(is_key_column(o, i)),
		};

		listing_add(&l, row);
	}
	return listing_finish(&l);
}

static shade_status show_tables(struct run *r, struct object *unused)
{
	static const char *const names[] = { "name" };
	static const enum type_id types[] = { TYPE_VARCHAR };
	struct catalog *c = r->session->catalog;
	struct path at = catalog_current(c);
	struct object **list;
	struct listing l;
	size_t n;

	(void)unused;
	TRY(catalog_list(&r->cx, c, at.catalog, at.database, &list, &n));
	listing_init(&l, r, ARRAY_LEN(names), names, types);
	for (size_t i = 0; i < n; i++) {
		struct value v = value_str(list[i]->path.name);

		if (i == 0 || !path_equal(&list[i]->path, &list[i - 1]->path))
			listing_add(&l, &v);
	}
	return listing_finish(&l);
}

static const struct question questions[] = {
	{ "table_info", true, table_info },
	{ "table_xinfo", true, table_info },
	{ "show", true, table_info },
	{ "show_tables", false, show_tables },
};

static const struct question *find_question(struct str key)
{
	for (size_t i = 0; i < ARRAY_LEN(questions); i++)
		if (str_eq_nocase(key, str_from(questions[i].name)))
			return &questions[i];
	return NULL;
}

bool pragma_has_rows(const struct ast_pragma *p)
{
	return find_question(p->key) != NULL;
}

/* The table that the one argument names, as text or as a name. */
static shade_status table_argument(struct run *r, const struct ast_pragma *p,
				   struct span span, struct object **out)
{
	struct ast *arg = p->values.n == 1 ? p->values.v[0] : NULL;
	struct str parts[3], text;
	struct path full;
	size_t n = 0;

	if (!arg || (arg->kind != AST_LITERAL && arg->kind != AST_COLUMN))
		return shade_fail(&r->cx, SHADE_E_SYNTAX, span,
				  "PRAGMA %.*s needs the name of one table",
				  STR_ARG(p->key));
	text = arg->kind == AST_LITERAL ? AST_CAST(literal, arg)->text : STR_NONE;
	if (arg->kind == AST_LITERAL) {
		parts[n++] = text;
	} else {
		const struct ast_list *names = &AST_CAST(column, arg)->parts;

		for (size_t i = 0; i < names->n && n < ARRAY_LEN(parts); i++)
			parts[n++] = AST_CAST(ident, names->v[i])->name;
		text = parts[n - 1];
	}
	TRY(catalog_qualify(&r->cx, r->session->catalog, parts, n, arg->span, &full));
	TRY(ddl_find(r, &full, LOOKUP_ANY, out));
	return *out ? SHADE_OK
		    : catalog_not_found(&r->cx, r->session->catalog, &full, text,
					arg->span);
}

/* PRAGMA k = v and PRAGMA k(v): SET k = v. */
static shade_status as_setting(struct run *r, const struct ast_pragma *p,
			       struct span span)
{
	struct ast *stmt = ast_new(r->cx.arena, AST_SET, span);
	struct ast_set *set = AST_CAST(set, stmt);

	set->key = p->key;
	set->values = p->values;
	ast_set_height(stmt);
	return stmt_set(r, stmt);
}

/* These would change answers. */
static bool matters(struct str key)
{
	static const char *const words[] = {
		"case_sensitive_like",       "writable_schema",    "recursive_triggers",
		"reverse_unordered_selects", "short_column_names", "full_column_names"
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_eq_nocase(key, str_from(words[i])))
			return true;
	return false;
}

shade_status stmt_pragma(struct run *r, struct ast *stmt)
{
	const struct ast_pragma *p = AST_CAST(pragma, stmt);
	const struct question *q = find_question(p->key);
	struct object *o = NULL;

	if (q) {
		if (q->takes_table)
			TRY(table_argument(r, p, stmt->span, &o));
		return q->answer(r, o);
	}
	if (p->values.n && setting_is_known(p->key))
		return as_setting(r, p, stmt->span);
	if (matters(p->key))
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: PRAGMA %.*s", STR_ARG(p->key));
	run_note(r, false, stmt->span, "pragma \"%.*s\" has no meaning here",
		 STR_ARG(p->key));
	return SHADE_OK;
}

shade_status stmt_upkeep(struct run *r, struct ast *stmt)
{
	const struct ast_upkeep *u = AST_CAST(upkeep, stmt);
	struct object *o = NULL;
	struct path path;

	if (u->name)
		TRY(ddl_resolve(r, u->name, &o));
	if (u->index) {
		TRY(ddl_path(r, u->index, &path));
		TRY(find_index(r, &path, &o));
		if (!o)
			TRY(ddl_resolve(r, u->index, &o));
	}
	run_note(r, true, stmt->span, "nothing to do: %.*s happens as rows change",
		 STR_ARG(u->verb));
	return SHADE_OK;
}
