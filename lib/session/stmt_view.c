/*
 * stmt_view.c - CREATE VIEW in every form but streams.
 */
#include "session/ddl.h"

#include "base/settings.h"
#include "parse/parse.h"

static shade_status refuse_clauses(struct run *r, const struct ast_create_view *cv)
{
	struct span span = cv->name->span;
	bool is_live = cv->live;

	if (cv->stream)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, span,
				  "not supported yet: CREATE TEMPORARY VIEW .. FROM "
				  "STREAM");
	if (cv->streaming)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, span,
				  "not supported yet: CREATE STREAMING VIEW");
	if (cv->using && cv->schema.n > 0)
		return shade_fail(
			&r->cx, SHADE_E_UNSUPPORTED, span,
			"not supported yet: typed columns with USING; write AS "
			"SELECT CAST(..) FROM 'file'");
	if (cv->expectations.n > 0 && !is_live)
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE,
				  cv->expectations.v[0]->span,
				  "only a live view takes CONSTRAINT .. EXPECT; write "
				  "CREATE %sLIVE VIEW",
				  cv->or_replace ? "OR REPLACE " : "");
	if (cv->or_replace && cv->if_not_exists)
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, span,
				  "OR REPLACE and IF NOT EXISTS exclude each other");
	return SHADE_OK;
}

void ddl_capture_settings(struct run *r, struct object *o)
{
	size_t n = 0;

	o->captured = arena_array(o->arena, struct property, SET_COUNT);
	for (size_t i = 0; i < SET_COUNT; i++) {
		struct str value;

		if (!setting_rows[i].captured)
			continue;
		value = settings_text(r->session->settings, (enum setting_id)i);
		o->captured[n++] = (struct property){
			.key = str_from(setting_rows[i].key),
			.value = str_dup(o->arena, value),
		};
	}
	o->n_captured = n;
}

static shade_status refuse_temporary(struct run *r, const struct object *o,
				     const struct object *temp, struct span span)
{
	struct arena *a = r->cx.arena;
	struct str self = catalog_short_name(r->session->catalog, a, &o->path);
	struct str name = catalog_short_name(r->session->catalog, a, &temp->path);
	shade_status rc;

	rc = shade_fail(&r->cx, SHADE_E_TEMP_REFERENCE, span,
			"permanent view \"%.*s\" cannot read the %s \"%.*s\"",
			STR_ARG(self), object_kind_words(temp), STR_ARG(name));
	shade_hint(&r->cx, "CREATE TEMPORARY VIEW %.*s lasts as long as \"%.*s\" does",
		   STR_ARG(self), STR_ARG(name));
	shade_hint(&r->cx, "or make \"%.*s\" permanent first", STR_ARG(name));
	return rc;
}

/* Frozen body with the column list applied, and the plan of it. */
static shade_status make_body(struct run *r, struct object *o,
			      const struct ast_create_view *cv, struct plan **plan)
{
	struct object *temp = NULL;
	struct ast *body;

	TRY(bind_freeze(&r->cx, &r->env, o->arena, cv->query, &o->path, &body, &temp));
	if (temp && !o->temporary)
		return refuse_temporary(r, o, temp, cv->query->span);
	TRY(bind_query(&r->cx, &r->env, ast_copy(r->cx.arena, body), plan));
	if (cv->columns.n > 0) {
		struct ast *before = body;

		TRY(view_apply_columns(r, o->arena, cv, *plan, &body));
		if (body != before)
			TRY(bind_query(&r->cx, &r->env, ast_copy(r->cx.arena, body),
				       plan));
	}
	TRY(view_check_cycle(r, o, body, cv->name->span));
	o->body = body;
	o->sql = o->temporary ? ast_to_sql(o->arena, body)
			      : view_stored_text(r, o, body);
	return SHADE_OK;
}

static shade_status fill_view(struct run *r, struct object *o,
			      const struct ast_create_view *cv)
{
	struct plan *plan;

	TRY(make_body(r, o, cv, &plan));
	TRY(ddl_columns_of_plan(r, o, plan));
	for (size_t i = 0; i < cv->columns.n && i < o->n_cols; i++) {
		struct ast_view_column *c = AST_CAST(view_column, cv->columns.v[i]);

		o->cols[i].name = str_dup(o->arena, AST_CAST(ident, c->name)->name);
		o->cols[i].comment = str_dup(o->arena, c->comment);
	}
	TRY(view_expectations(r, o, &cv->expectations, plan));
	o->comment = str_dup(o->arena, cv->comment);
	o->created_at = str_dup(o->arena, r->session->origin);
	ddl_set_properties(r, o, &cv->properties);
	ddl_capture_settings(r, o);
	return SHADE_OK;
}

/* USING csv OPTIONS (path 'x', ..) is SELECT * FROM read_csv('x', ..). */
static shade_status using_query(struct run *r, struct ast_create_view *cv)
{
	struct sbuf text = { .arena = r->cx.arena };
	const struct ast_option *path = ddl_option(&cv->using_options, "path");

	if (!path)
		return shade_fail(&r->cx, SHADE_E_OPTION, cv->using->span,
				  "USING %.*s needs OPTIONS (path 'file')",
				  STR_ARG(AST_CAST(ident, cv->using)->name));
	sbuf_add(&text, STR("SELECT * FROM "));
	ast_unparse_name(str_fmt(r->cx.arena, "read_%.*s",
				 STR_ARG(AST_CAST(ident, cv->using)->name)),
			 &text);
	sbuf_addc(&text, '(');
	ast_unparse_string(ddl_option_text(r, path->value), &text);
	for (size_t i = 0; i < cv->using_options.n; i++) {
		const struct ast_option *o = AST_CAST(option, cv->using_options.v[i]);

		if (o == path)
			continue;
		sbuf_add(&text, STR(", "));
		ast_unparse_name(o->key, &text);
		sbuf_add(&text, STR(" => "));
		ast_unparse_string(ddl_option_text(r, o->value), &text);
	}
	sbuf_addc(&text, ')');
	return sql_parse_query(&r->cx, sbuf_str(&text), &cv->query);
}

/* GLOBAL TEMPORARY VIEW v is the temporary view global_temp.v. */
static shade_status global_name(struct run *r, struct ast **name)
{
	struct arena *a = r->cx.arena;
	struct ast_list parts = AST_CAST(path, *name)->parts;
	struct ast *path = ast_new(a, AST_PATH, (*name)->span), *db;

	if (parts.n > 1)
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, (*name)->span,
				  "a global temporary view's name has one part; it is "
				  "read as global_temp.name");
	db = ast_new(a, AST_IDENT, (*name)->span);
	AST_CAST(ident, db)->name = STR("global_temp");
	ast_set_height(db);
	ast_push(a, &AST_CAST(path, path)->parts, db);
	ast_push(a, &AST_CAST(path, path)->parts, parts.v[0]);
	ast_set_height(path);
	*name = path;
	return SHADE_OK;
}

shade_status stmt_create_view(struct run *r, struct ast *stmt)
{
	/* A copy: the statement may be executed again. */
	struct ast_create_view view = *AST_CAST(create_view, stmt), *cv = &view;
	struct ddl_new what = {
		.name = cv->name,
		.temporary = cv->temporary || cv->live,
		.or_replace = cv->or_replace,
		.if_not_exists = cv->if_not_exists,
		.kind = cv->live ? OBJECT_LIVE_VIEW : OBJECT_VIEW,
	};
	struct ddl_slot slot;
	struct object *o;
	shade_status rc;

	TRY(refuse_clauses(r, cv));
	if (cv->global) {
		TRY(global_name(r, &cv->name));
		what.name = cv->name;
		what.temporary = true;
	}
	TRY(ddl_claim(r, &what, &slot));
	if (slot.skip)
		return SHADE_OK;
	if (cv->using && !cv->query)
		TRY(using_query(r, cv));
	o = object_new(r->cx.budget, what.kind, &slot.path, what.temporary);
	if (!o)
		return cx_nomem(&r->cx);
	rc = fill_view(r, o, cv);
	if (rc) {
		object_unref(o);
		return rc;
	}
	object_ref(o);
	rc = catalog_put_take(&r->cx, r->session->catalog, o, cv->name->span);
	if (!rc)
		ddl_note_shadow(r, &slot, o);
	object_unref(o);
	return rc;
}
