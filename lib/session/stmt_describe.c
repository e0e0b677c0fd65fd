/*
 * stmt_describe.c - DESCRIBE [EXTENDED].
 */
#include "session/function.h"

#include "parse/parse.h"
#include "source/registry.h"

static const char *const col_names[] = { "column", "type", "nullable", "comment" };
static const enum type_id col_types[] = { TYPE_VARCHAR, TYPE_VARCHAR, TYPE_BOOLEAN,
					  TYPE_VARCHAR };

static struct value opt_text(struct str s)
{
	return s.n > 0 ? value_str(s) : value_null(type_of(TYPE_VARCHAR));
}

static void add_column(struct listing *l, struct str name, const struct type *type,
		       bool not_null, struct str comment)
{
	struct value row[] = { value_str(name),
			       value_str(type_name(l->run->cx.arena, type)),
			       value_bool(!not_null), opt_text(comment) };

	listing_add(l, row);
}

static void add_fact(struct listing *l, const char *key, struct str text)
{
	struct value row[] = { value_str(str_from(key)), value_str(text),
			       value_null(type_of(TYPE_BOOLEAN)),
			       value_null(type_of(TYPE_VARCHAR)) };

	if (text.n > 0)
		listing_add(l, row);
}

static shade_status shadow_facts(struct run *r, struct listing *l,
				 const struct object *o)
{
	struct arena *a = r->cx.arena;
	struct object *other;

	TRY(ddl_find(r, &o->path, o->temporary ? LOOKUP_PERMANENT : LOOKUP_TEMPORARY,
		     &other));
	if (!other)
		return SHADE_OK;
	add_fact(l, o->temporary ? "# shadows" : "# shadowed by",
		 str_fmt(a, "%s %.*s",
			 o->temporary ? str_fmt(a, "permanent %s",
						object_kind_name(other->kind))
						.p
				      : object_kind_words(other),
			 STR_ARG(path_text(a, &other->path))));
	return SHADE_OK;
}

static shade_status add_facts(struct run *r, struct listing *l, const struct object *o)
{
	struct arena *a = r->cx.arena;

	add_fact(l, "# name", path_text(a, &o->path));
	add_fact(l, "# kind", str_from(object_kind_words(o)));
	TRY(shadow_facts(r, l, o));
	add_fact(l, "# comment", o->comment);
	add_fact(l, "# created at", o->created_at);
	for (size_t i = 0; i < o->n_props; i++)
		add_fact(l, "# property",
			 str_fmt(a, "%.*s = %.*s", STR_ARG(o->props[i].key),
				 STR_ARG(o->props[i].value)));
	for (size_t i = 0; i < o->n_options; i++)
		add_fact(l, "# option",
			 str_fmt(a, "%.*s = %.*s", STR_ARG(o->options[i].key),
				 STR_ARG(o->options[i].value)));
	for (size_t i = 0; i < o->n_expectations; i++) {
		const struct expectation_def *e = &o->expectations[i];

		add_fact(l, "# expectation",
			 str_fmt(a, "%.*s: %.*s%s", STR_ARG(e->name), STR_ARG(e->text),
				 e->action == EXPECT_DROP   ? ", drop row"
				 : e->action == EXPECT_FAIL ? ", fail update"
							    : ""));
	}
	if (o->table && o->kind != OBJECT_SYSTEM) {
		struct source *src;

		TRY(o->table->cls->source(&r->cx, o->table, &src));
		dml_hold_source(r, src);
		add_fact(l, "# rows",
			 str_fmt(a, "%llu", (unsigned long long)src->est_rows));
	}
	add_fact(l, "# query", o->sql);
	return SHADE_OK;
}

/* The columns of a view whose types are known only when it is bound. */
static shade_status bound_columns(struct run *r, struct object *o, struct plan **out)
{
	struct sbuf text = { .arena = r->cx.arena };
	struct ast *query;

	sbuf_add(&text, STR("SELECT * FROM "));
	sbuf_add(&text, path_text(r->cx.arena, &o->path));
	TRY(sql_parse_query(&r->cx, sbuf_str(&text), &query));
	return bind_query(&r->cx, &r->env, query, out);
}

static shade_status add_columns(struct run *r, struct listing *l, struct object *o,
				struct str only)
{
	struct plan *p;

	if (!object_is_view(o) || o->body) {
		for (size_t i = 0; i < o->n_cols; i++) {
			const struct source_col *c = &o->cols[i];

			if (!only.p || str_eq_nocase(c->name, only))
				add_column(l, c->name, c->type, c->not_null,
					   c->comment);
		}
		return SHADE_OK;
	}
	TRY(bound_columns(r, o, &p));
	for (size_t i = 0; i < p->n_cols; i++) {
		const struct column *c = &p->cols[i];
		int at = object_find_col(o, c->name);

		if (!only.p || str_eq_nocase(c->name, only))
			add_column(l, c->name, c->type, c->not_null,
				   at >= 0 ? o->cols[at].comment : STR_NONE);
	}
	return SHADE_OK;
}

static shade_status describe_object(struct run *r, const struct ast_describe *d)
{
	struct listing l;
	struct object *o;
	struct str only = STR_NONE;

	TRY(ddl_resolve(r, d->name, &o));
	if (d->column)
		only = AST_CAST(ident, AST_CAST(column, d->column)->parts.v[0])->name;
	if (d->column && o->n_cols > 0 && object_find_col(o, only) < 0)
		return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND, d->column->span,
				  "%s \"%.*s\" has no column \"%.*s\"",
				  object_kind_words(o), STR_ARG(o->path.name),
				  STR_ARG(only));
	listing_init(&l, r, 4, col_names, col_types);
	TRY(add_columns(r, &l, o, only));
	if (d->extended && !d->column)
		TRY(add_facts(r, &l, o));
	return listing_finish(&l);
}

static shade_status describe_query(struct run *r, struct ast *query)
{
	struct listing l;
	struct plan *p;

	TRY(bind_query(&r->cx, &r->env, query, &p));
	listing_init(&l, r, 4, col_names, col_types);
	for (size_t i = 0; i < p->n_cols; i++)
		if (!p->cols[i].hidden)
			add_column(&l, p->cols[i].name, p->cols[i].type,
				   p->cols[i].not_null, STR_NONE);
	return listing_finish(&l);
}

static shade_status describe_file(struct run *r, struct ast *file)
{
	struct source *src;
	struct listing l;

	TRY(source_open_path(&r->cx, AST_CAST(file, file)->path, file->span, &src));
	dml_hold_source(r, src);
	listing_init(&l, r, 4, col_names, col_types);
	for (size_t i = 0; i < src->n_cols; i++)
		if (!src->cols[i].hidden)
			add_column(&l, src->cols[i].name, src->cols[i].type,
				   src->cols[i].not_null, src->cols[i].comment);
	return listing_finish(&l);
}

static shade_status describe_database(struct run *r, const struct ast_describe *d)
{
	static const char *const names[] = { "key", "value" };
	static const enum type_id types[] = { TYPE_VARCHAR, TYPE_VARCHAR };
	struct str catalog, name;
	struct store *s;
	struct database *db;
	struct listing l;

	TRY(ddl_database(r, d->name, &catalog, &name));
	s = catalog_store(r->session->catalog, catalog);
	if (catalog_is_default_name(name))
		name = STR("default_database");
	db = s ? store_find_database(s, name) : NULL;
	if (!db)
		return shade_fail(
			&r->cx, SHADE_E_DATABASE_NOT_FOUND, d->name->span,
			"database \"%.*s\" does not exist in catalog \"%.*s\"",
			STR_ARG(name), STR_ARG(catalog));
	listing_init(&l, r, 2, names, types);
	listing_add(&l,
		    (struct value[]){ value_str(STR("catalog")), value_str(s->name) });
	listing_add(&l, (struct value[]){ value_str(STR("database")),
					  value_str(db->name) });
	listing_add(&l, (struct value[]){ value_str(STR("comment")),
					  opt_text(db->comment) });
	listing_add(&l, (struct value[]){ value_str(STR("file")), opt_text(s->path) });
	return listing_finish(&l);
}

static shade_status describe_function(struct run *r, const struct ast_describe *d)
{
	static const char *const names[] = { "signature", "description", "example",
					     "result" };
	static const enum type_id types[] = { TYPE_VARCHAR, TYPE_VARCHAR, TYPE_VARCHAR,
					      TYPE_VARCHAR };
	struct ast_path *p = AST_CAST(path, d->name);
	struct str name = AST_CAST(ident, p->parts.v[p->parts.n - 1])->name;
	struct listing l;
	struct str signature;
	struct object *o;
	size_t n;
	const struct func_row **rows = func_lookup(r->cx.arena, name, &n);

	TRY(function_find(r, d->name, &o));
	if (n == 0 && !o)
		return shade_fail(&r->cx, SHADE_E_FUNCTION_NOT_FOUND, d->name->span,
				  "function \"%.*s\" does not exist", STR_ARG(name));
	listing_init(&l, r, 4, names, types);
	if (o) {
		TRY(function_signature(r, o, &signature));
		listing_add(&l, (struct value[]){
					value_str(str_fmt(r->cx.arena, "%.*s(%.*s)",
							  STR_ARG(o->path.name),
							  STR_ARG(signature))),
					opt_text(o->comment),
					opt_text(object_property(o, STR("body"))),
					opt_text(STR_NONE) });
	}
	for (size_t i = 0; i < n; i++)
		listing_add(&l, (struct value[]){
					value_str(str_fmt(r->cx.arena, "%s(%s)",
							  rows[i]->name, rows[i]->sig)),
					opt_text(str_from(rows[i]->doc)),
					opt_text(str_from(rows[i]->example)),
					opt_text(str_from(rows[i]->result)) });
	return listing_finish(&l);
}

shade_status stmt_describe(struct run *r, struct ast *stmt)
{
	struct ast_describe *d = AST_CAST(describe, stmt);

	if (d->as_json)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: DESCRIBE .. AS JSON");
	if (d->query)
		return describe_query(r, d->query);
	if (d->name && d->name->kind == AST_FILE)
		return describe_file(r, d->name);
	switch (d->object) {
	case AST_OBJECT_DATABASE: return describe_database(r, d);
	case AST_OBJECT_FUNCTION: return describe_function(r, d);
	case AST_OBJECT_ANY:
	case AST_OBJECT_TABLE:
	case AST_OBJECT_VIEW: return describe_object(r, d);
	default:
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: DESCRIBE of this kind of object");
	}
}
