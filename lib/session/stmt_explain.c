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

/* The query whose plan is shown. */
static struct ast *explained_query(struct ast *stmt)
{
	switch (stmt->kind) {
	case AST_QUERY: return stmt;
	case AST_CREATE_VIEW: return AST_CAST(create_view, stmt)->query;
	case AST_CREATE_TABLE: return AST_CAST(create_table, stmt)->query;
	case AST_CREATE_MATERIALIZED_VIEW:
		return AST_CAST(create_materialized_view, stmt)->query;
	default: return NULL;
	}
}

/* What a statement does with the rows of its plan: a line above it. */
static struct str head_line(struct arena *a, struct ast *stmt)
{
	const char *verb;
	struct ast *name;

	switch (stmt->kind) {
	case AST_INSERT:
		verb = "Insert into";
		name = AST_CAST(insert, stmt)->table;
		break;
	case AST_UPDATE:
		verb = "Update";
		name = AST_CAST(update, stmt)->table;
		break;
	case AST_DELETE:
		verb = "Delete from";
		name = AST_CAST(delete, stmt)->table;
		break;
	case AST_MERGE:
		verb = "Merge into";
		name = AST_CAST(merge, stmt)->target;
		break;
	case AST_CREATE_TABLE:
		verb = "Create table";
		name = AST_CAST(create_table, stmt)->name;
		break;
	default: return STR_NONE;
	}
	return str_fmt(a, "%s %.*s", verb, STR_ARG(ast_to_sql(a, name)));
}

/* The line, and the plan under it. */
static struct str under_head(struct arena *a, struct str head, struct str text)
{
	struct sbuf out = { .arena = a };
	bool at_start = true;

	if (head.n == 0)
		return text;
	sbuf_addf(&out, "%.*s\n", STR_ARG(head));
	for (size_t i = 0; i < text.n; i++) {
		if (at_start)
			sbuf_add(&out, STR("  "));
		sbuf_addc(&out, text.p[i]);
		at_start = text.p[i] == '\n';
	}
	return sbuf_str(&out);
}

/* *out NULL: the statement has none. */
static shade_status explained_plan(struct run *r, struct ast *stmt, struct plan **out)
{
	struct ast *query = explained_query(stmt);
	struct object *target;

	*out = NULL;
	if (query)
		return bind_query(&r->cx, &r->env, query, out);
	switch (stmt->kind) {
	case AST_INSERT: return insert_explained(r, AST_CAST(insert, stmt), out);
	case AST_UPDATE: return update_plan(r, AST_CAST(update, stmt), &target, out);
	case AST_DELETE: return delete_plan(r, AST_CAST(delete, stmt), &target, out);
	case AST_MERGE: return merge_plan(r, AST_CAST(merge, stmt), out);
	default: return SHADE_OK;
	}
}

static bool writes(const struct ast *stmt)
{
	return stmt->kind == AST_INSERT || stmt->kind == AST_UPDATE ||
	       stmt->kind == AST_DELETE || stmt->kind == AST_MERGE ||
	       (stmt->kind == AST_CREATE_TABLE &&
		((const struct ast_create_table *)stmt)->query);
}

/* EXPLAIN ANALYZE of a statement that writes runs it, changes included. */
static shade_status analyzed_text(struct run *r, struct ast *stmt, struct str *out)
{
	struct arena *a = r->cx.arena;
	struct str plan = STR_NONE, total = STR_NONE, head = head_line(a, stmt);
	const char *end;

	r->analyzed = &plan;
	TRY(stmt_class_of(stmt)->start(r, stmt));
	r->analyzed = NULL;
	if (r->exec)
		exec_free(&r->cx, r->exec); /* what RETURNING would have shown */
	r->exec = NULL;
	if (r->changes >= 0)
		head = str_fmt(a, "%.*s  [%lld row%s]", STR_ARG(head),
			       (long long)r->changes, r->changes == 1 ? "" : "s");
	/* the first line is about all of it */
	end = plan.n ? memchr(plan.p, '\n', plan.n) : NULL;
	if (end) {
		size_t n = (size_t)(end - plan.p) + 1;

		total = (struct str){ plan.p, n };
		plan = (struct str){ plan.p + n, plan.n - n };
	}
	*out = str_fmt(a, "%.*s%.*s", STR_ARG(total),
		       STR_ARG(under_head(a, head, plan)));
	return SHADE_OK;
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

static shade_status stage_text(struct run *r, struct ast_explain *ex, struct plan *plan,
			       struct str *out)
{
	struct arena *a = r->cx.arena;
	struct sbuf all = { .arena = a }, trace = { .arena = a };
	bool want_all = ex->stage == AST_EXPLAIN_STAGE_ALL;

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
	struct plan *plan;
	struct str text;

	if (ex->stage == AST_EXPLAIN_STAGE_AST) {
		struct sbuf dump = { .arena = r->cx.arena };

		ast_dump(ex->statement, &dump);
		return list_lines(r, sbuf_str(&dump));
	}
	if (ex->stage == AST_EXPLAIN_STAGE_CHANGELOG)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: EXPLAIN CHANGELOG of %s",
				  stmt_words(ex->statement));
	if (ex->analyze && writes(ex->statement)) {
		TRY(analyzed_text(r, ex->statement, &text));
		return list_lines(r, text);
	}
	TRY(explained_plan(r, ex->statement, &plan));
	if (!plan)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: EXPLAIN the plan of %s",
				  stmt_words(ex->statement));
	TRY(stage_text(r, ex, plan, &text));
	if (ex->stage != AST_EXPLAIN_STAGE_ALL)
		text = under_head(r->cx.arena, head_line(r->cx.arena, ex->statement),
				  text);
	TRY(shadow_text(r, &text));
	return list_lines(r, text);
}
