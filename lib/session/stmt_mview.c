/*
 * stmt_mview.c - materialized views: a table that knows its query, computed
 * anew as a whole by CREATE OR REFRESH and REFRESH.
 */
#include "session/ddl.h"

#include "parse/parse.h"

static shade_status split_elements(struct run *r,
				   struct ast_create_materialized_view *mv,
				   struct ast_list *cols, struct ast_list *expects)
{
	for (size_t i = 0; i < mv->elements.n; i++) {
		struct ast *e = mv->elements.v[i];

		if (e->kind == AST_COLUMN_DEF)
			ast_push(r->cx.arena, cols, e);
		else if (e->kind == AST_EXPECTATION)
			ast_push(r->cx.arena, expects, e);
	}
	if (expects->n > 0)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, expects->v[0]->span,
				  "not supported yet: expectations of a materialized "
				  "view; put them on a live view that it reads");
	return SHADE_OK;
}

static shade_status name_columns(struct run *r, struct object *o,
				 const struct ast_list *cols, struct span span)
{
	if (cols->n == 0)
		return SHADE_OK;
	if (cols->n != o->n_cols)
		return shade_fail(
			&r->cx, SHADE_E_COLUMN_COUNT, span,
			"the column list of \"%.*s\" has %zu names, its query "
			"returns %zu columns",
			STR_ARG(o->path.name), cols->n, o->n_cols);
	for (size_t i = 0; i < cols->n; i++) {
		struct ast_column_def *def = AST_CAST(column_def, cols->v[i]);

		if (def->type)
			TRY(ddl_column(r, o, i, def));
		o->cols[i].name = str_dup(o->arena, AST_CAST(ident, def->name)->name);
		o->cols[i].comment = str_dup(o->arena, def->comment);
	}
	return ddl_check_duplicates(r, o, span);
}

static shade_status fill_mview(struct run *r, struct object *o,
			       struct ast_create_materialized_view *mv,
			       struct plan **plan)
{
	struct ast_list cols = { 0 }, expects = { 0 };
	struct object *temp = NULL;
	struct ast *body;

	TRY(split_elements(r, mv, &cols, &expects));
	TRY(bind_freeze(&r->cx, &r->env, o->arena, mv->query, &o->path, &body, &temp));
	TRY(view_check_cycle(r, o, body, mv->name->span));
	/* The rows come through the views as they are, checked. */
	TRY(bind_query(&r->cx, &r->env, ast_copy(r->cx.arena, body), plan));
	TRY(view_inline_temporaries(r, o->arena, &o->path, &body, mv->name->span));
	o->sql = view_stored_text(r, o, body);
	TRY(ddl_columns_of_plan(r, o, *plan));
	TRY(name_columns(r, o, &cols, mv->name->span));
	o->created_at = str_dup(o->arena, r->session->origin);
	if (mv->clauses) {
		struct ast_table_clauses *cl = AST_CAST(table_clauses, mv->clauses);

		o->comment = str_dup(o->arena, cl->comment);
		ddl_set_properties(r, o, &cl->properties);
	}
	return catalog_new_table(&r->cx, r->session->catalog, o, mv->name->span);
}

shade_status stmt_create_mview(struct run *r, struct ast *stmt)
{
	struct ast_create_materialized_view *mv = AST_CAST(create_materialized_view,
							   stmt);
	struct ddl_new what = {
		.name = mv->name,
		.temporary = mv->private,
		.or_replace = mv->or_replace || mv->or_refresh,
		.if_not_exists = mv->if_not_exists,
		.kind = OBJECT_MATERIALIZED_VIEW,
	};
	struct ddl_slot slot;
	struct plan *plan;
	struct object *o;
	shade_status rc;

	TRY(ddl_claim(r, &what, &slot));
	if (slot.skip)
		return SHADE_OK;
	o = object_new(r->cx.budget, what.kind, &slot.path, what.temporary);
	if (!o)
		return cx_nomem(&r->cx);
	rc = fill_mview(r, o, mv, &plan);
	if (!rc)
		rc = dml_fill(r, o, plan, false);
	if (rc) {
		object_unref(o);
		return rc;
	}
	r->changes = -1;
	object_ref(o);
	rc = catalog_put_take(&r->cx, r->session->catalog, o, mv->name->span);
	if (!rc)
		ddl_note_shadow(r, &slot, o);
	object_unref(o);
	return rc;
}

shade_status stmt_refresh(struct run *r, struct ast *stmt)
{
	struct ast_refresh *ref = AST_CAST(refresh, stmt);
	struct object *o;
	struct ast *query;
	struct plan *plan;

	TRY(ddl_resolve(r, ref->name, &o));
	/* a table or a view is read anew each time */
	if (ref->object == AST_OBJECT_TABLE || ref->object == AST_OBJECT_ANY)
		return SHADE_OK;
	if (o->kind != OBJECT_MATERIALIZED_VIEW)
		return shade_fail(&r->cx, SHADE_E_WRONG_OBJECT, ref->name->span,
				  "\"%.*s\" is a %s, not a materialized view",
				  STR_ARG(ddl_typed(r, ref->name)),
				  object_kind_words(o));
	if (!o->temporary)
		TRY(catalog_check_writable(&r->cx, r->session->catalog, &o->path,
					   ref->name->span));
	TRY(sql_parse_query(&r->cx, o->sql, &query));
	view_restore_names(r, o, query);
	TRY(bind_query(&r->cx, &r->env, query, &plan));
	TRY(dml_fill(r, o, plan, true));
	r->changes = -1;
	return SHADE_OK;
}
