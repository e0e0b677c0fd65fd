/*
 * stmt_explain.c - EXPLAIN in every stage, and EXPLAIN ANALYZE.
 */
#include "opt/opt.h"
#include "session/ddl.h"
#include "session/run_internal.h"

static shade_status list_lines(struct run *r, struct str text)
{
	static const char *const names[] = { "plan" };
	static const enum type_id types[] = { TYPE_VARCHAR };
	struct listing l;

	listing_init(&l, r, 1, names, types);
	while (text.n > 0) {
		const char *nl = memchr(text.p, '\n', text.n);
		size_t n = nl ? (size_t)(nl - text.p) : text.n;
		struct value v = value_str((struct str){ text.p, n });

		listing_add(&l, &v);
		n += nl ? 1 : 0;
		text = (struct str){ text.p + n, text.n - n };
	}
	return listing_finish(&l);
}

static shade_status drain(struct run *r, struct exec *exec)
{
	const struct batch *b;

	do
		TRY(exec_next(&r->cx, exec, &b));
	while (b);
	return SHADE_OK;
}

static shade_status physical_text(struct run *r, struct plan *plan, bool analyze,
				  struct str *out)
{
	struct exec *exec = NULL;
	shade_status rc = exec_new(&r->cx, plan, &exec);

	if (!rc && analyze) {
		exec_analyze(exec);
		rc = drain(r, exec);
	}
	if (!rc)
		*out = exec_text(r->cx.arena, exec, analyze);
	exec_free(&r->cx, exec);
	return rc;
}

/* The query whose plan is shown; DDL has none. */
static struct ast *explained_query(struct ast *stmt)
{
	switch (stmt->kind) {
	case AST_QUERY: return stmt;
	case AST_CREATE_VIEW: return AST_CAST(create_view, stmt)->query;
	case AST_CREATE_TABLE: return AST_CAST(create_table, stmt)->query;
	case AST_CREATE_MATERIALIZED_VIEW:
		return AST_CAST(create_materialized_view, stmt)->query;
	case AST_INSERT: return AST_CAST(insert, stmt)->query;
	default: return NULL;
	}
}

/* What each name of the query meant, and what it hides. */
static shade_status add_names(struct run *r, struct sbuf *out)
{
	struct name_map seen = { .arena = r->cx.arena };

	sbuf_add(out, STR("== names ==\n"));
	for (size_t i = 0; i < r->env.used.n; i++) {
		const struct object *o = r->env.used.v[i];
		struct object *hidden = NULL;
		struct str path = str_fmt(r->cx.arena, "%.*s.%.*s.%.*s",
					  STR_ARG(o->path.catalog),
					  STR_ARG(o->path.database),
					  STR_ARG(o->path.name));
		struct str line = str_fmt(r->cx.arena, "%.*s: %s%s", STR_ARG(path),
					  o->temporary ? "temporary " : "",
					  object_kind_name(o->kind));

		if (name_map_get(&seen, line))
			continue;
		name_map_put(&seen, line, r);
		sbuf_add(out, line);
		if (o->temporary)
			TRY(catalog_find(&r->cx, r->session->catalog, &o->path,
					 LOOKUP_PERMANENT, &hidden));
		if (hidden)
			sbuf_addf(out, ", hides a %s", object_kind_name(hidden->kind));
		object_unref(hidden);
		sbuf_addc(out, '\n');
	}
	return SHADE_OK;
}

static shade_status stage_text(struct run *r, struct ast_explain *ex, struct ast *query,
			       struct str *out)
{
	struct arena *a = r->cx.arena;
	struct sbuf all = { .arena = a }, trace = { .arena = a };
	bool want_all = ex->stage == AST_EXPLAIN_STAGE_ALL;
	struct plan *plan;

	TRY(bind_query(&r->cx, &r->env, query, &plan));
	if (ex->stage == AST_EXPLAIN_STAGE_LOGICAL) {
		*out = plan_text(a, plan);
		return SHADE_OK;
	}
	if (want_all) {
		if (r->env.used.n > 0)
			TRY(add_names(r, &all));
		sbuf_add(&all, STR("== logical ==\n"));
		sbuf_add(&all, plan_text(a, plan));
	}
	TRY(opt_run_traced(&r->cx, &r->env.ids, &plan, want_all ? &trace : NULL));
	if (ex->stage == AST_EXPLAIN_STAGE_OPTIMIZED) {
		*out = plan_text(a, plan);
		return SHADE_OK;
	}
	if (want_all) {
		sbuf_add(&all, STR("== rules ==\n"));
		sbuf_add(&all, sbuf_str(&trace));
		sbuf_add(&all, STR("== optimized ==\n"));
		sbuf_add(&all, plan_text(a, plan));
		sbuf_add(&all, STR("== physical ==\n"));
	}
	TRY(physical_text(r, plan, ex->analyze, out));
	if (want_all) {
		sbuf_add(&all, *out);
		*out = sbuf_str(&all);
	}
	return SHADE_OK;
}

/* Which temporary objects the plan reads, and what they hide: names in the
 * query may not mean what they seem to. */
static shade_status shadow_text(struct run *r, struct str *text)
{
	struct arena *a = r->cx.arena;
	struct sbuf b = { .arena = a };
	size_t n = r->env.used.n;

	for (size_t i = 0; i < n; i++) {
		const struct object *o = r->env.used.v[i];
		bool seen = !o->temporary;
		struct object *hidden;

		for (size_t k = 0; k < i && !seen; k++)
			seen = r->env.used.v[k] == o;
		if (seen)
			continue;
		TRY(ddl_find(r, &o->path, LOOKUP_PERMANENT, &hidden));
		if (hidden)
			sbuf_addf(&b,
				  "%.*s is a %s; it hides the permanent %s of that "
				  "name\n",
				  STR_ARG(path_text(a, &o->path)), object_kind_words(o),
				  object_kind_name(hidden->kind));
	}
	if (b.n == 0)
		return SHADE_OK;
	*text = str_fmt(a, "%.*s%s%.*s", STR_ARG(*text),
			text->n > 0 && text->p[text->n - 1] != '\n' ? "\n" : "",
			STR_ARG(sbuf_str(&b)));
	return SHADE_OK;
}

shade_status stmt_explain(struct run *r, struct ast *stmt)
{
	struct ast_explain *ex = AST_CAST(explain, stmt);
	struct ast *query = explained_query(ex->statement);
	struct str text;

	if (ex->stage == AST_EXPLAIN_STAGE_AST) {
		struct sbuf dump = { .arena = r->cx.arena };

		ast_dump(ex->statement, &dump);
		return list_lines(r, sbuf_str(&dump));
	}
	if (!query || ex->stage == AST_EXPLAIN_STAGE_CHANGELOG)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: EXPLAIN %s of %s",
				  query ? "CHANGELOG" : "the plan",
				  stmt_words(ex->statement));
	TRY(stage_text(r, ex, query, &text));
	TRY(shadow_text(r, &text));
	return list_lines(r, text);
}
