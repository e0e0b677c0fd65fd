/*
 * stmt_merge.c - MERGE INTO target USING source.
 *
 * It becomes one query over the join of both: the target's row id, the
 * number of the clause that applies, and the new row.  The first clause
 * whose conditions hold decides; a target row that two source rows would
 * change is an error.
 */
#include "parse/parse.h"
#include "session/ddl.h"
#include "session/merge.h"

struct merge {
	struct run *run;
	struct ast_merge *ast;
	struct object *target;
	struct str t, s; /* names of target and source in the query, quoted */
	struct ast_list *assigns; /* of each clause, a column each */
	struct dml_write w;
	struct dml_dense all, updates, inserts, deletes;
	struct returning ret;
};

/* --- the query ------------------------------------------------------------ */

static struct str quoted(struct arena *a, struct str name)
{
	struct sbuf b = { .arena = a };

	ast_unparse_name(name, &b);
	return sbuf_str(&b);
}

static struct str source_name(const struct ast *source)
{
	if (source->kind == AST_TABLE_ALIAS)
		return AST_CAST(ident, ((const struct ast_table_alias *)source)->alias)
			->name;
	if (source->kind == AST_TABLE) {
		struct ast_path *p = AST_CAST(path,
					      ((const struct ast_table *)source)->path);

		return AST_CAST(ident, p->parts.v[p->parts.n - 1])->name;
	}
	return STR("source");
}

static void add_condition(struct merge *m, const struct ast_merge_clause *c,
			  struct sbuf *b)
{
	const char *target = c->when == AST_MERGE_WHEN_NOT_MATCHED ? "" : " NOT";
	const char *source = c->when == AST_MERGE_WHEN_NOT_MATCHED_BY_SOURCE ? ""
									     : " NOT";

	sbuf_addf(b, " WHEN %.*s._rowid IS%s NULL AND %.*s._present IS%s NULL",
		  STR_ARG(m->t), target, STR_ARG(m->s), source);
	if (c->condition)
		sbuf_addf(b, " AND (%.*s)",
			  STR_ARG(ast_to_sql(m->run->cx.arena, c->condition)));
	sbuf_add(b, STR(" THEN "));
}

static shade_status value_text_of(struct merge *m, size_t col, const struct ast *value,
				  struct str *out)
{
	struct ast *dflt;

	if (value && value->kind != AST_DEFAULT) {
		*out = ast_to_sql(m->run->cx.arena, value);
		return SHADE_OK;
	}
	TRY(dml_default_ast(m->run, m->target, col, NO_SPAN, &dflt));
	*out = ast_to_sql(m->run->cx.arena, dflt);
	return SHADE_OK;
}

static struct str column_of(struct merge *m, struct str table, size_t col)
{
	struct arena *a = m->run->cx.arena;

	return str_fmt(a, "%.*s.%.*s", STR_ARG(table),
		       STR_ARG(quoted(a, m->target->cols[col].name)));
}

static struct str last_part(const struct ast *column)
{
	const struct ast_column *c = (const struct ast_column *)column;

	return AST_CAST(ident, c->parts.v[c->parts.n - 1])->name;
}

static shade_status updated_value(struct merge *m, size_t clause, size_t col,
				  struct str *out)
{
	const struct ast_merge_clause *c = AST_CAST(merge_clause,
						    m->ast->clauses.v[clause]);
	const struct ast_list *assigns = &m->assigns[clause];

	if (c->star) {
		*out = column_of(m, m->s, col);
		return SHADE_OK;
	}
	for (size_t i = 0; i < assigns->n; i++) {
		struct ast_assign *as = AST_CAST(assign, assigns->v[i]);

		if (str_eq_nocase(last_part(as->target), m->target->cols[col].name))
			return value_text_of(m, col, as->value, out);
	}
	*out = column_of(m, m->t, col);
	return SHADE_OK;
}

static shade_status inserted_value(struct merge *m, const struct ast_merge_clause *c,
				   size_t col, struct str *out)
{
	if (c->star) {
		*out = column_of(m, m->s, col);
		return SHADE_OK;
	}
	if (c->columns.n == 0)
		return value_text_of(m, col, c->values.v[col], out);
	for (size_t i = 0; i < c->columns.n; i++)
		if (str_eq_nocase(last_part(c->columns.v[i]),
				  m->target->cols[col].name))
			return value_text_of(m, col, c->values.v[i], out);
	return value_text_of(m, col, NULL, out);
}

/* CASE WHEN .. THEN CAST(value AS type) .. END for one column. */
static shade_status add_column(struct merge *m, size_t col, struct sbuf *b)
{
	struct arena *a = m->run->cx.arena;
	struct str type = type_name(a, dml_type(m->target, col));
	struct str value;

	sbuf_add(b, STR(", CASE"));
	for (size_t i = 0; i < m->ast->clauses.n; i++) {
		struct ast_merge_clause *c = AST_CAST(merge_clause,
						      m->ast->clauses.v[i]);

		add_condition(m, c, b);
		if (c->action == AST_MERGE_ACTION_UPDATE)
			TRY(updated_value(m, i, col, &value));
		else if (c->action == AST_MERGE_ACTION_INSERT)
			TRY(inserted_value(m, c, col, &value));
		else if (c->action == AST_MERGE_ACTION_DELETE && m->ret.items->n)
			value = column_of(m, m->t, col); /* RETURNING shows it */
		else
			value = STR("NULL");
		sbuf_addf(b, "CAST(%.*s AS %.*s)", STR_ARG(value), STR_ARG(type));
	}
	sbuf_add(b, STR(" END"));
	return SHADE_OK;
}

static const char *join_words(const struct ast_merge *ast)
{
	bool only_matched = true, by_source = false;

	for (size_t i = 0; i < ast->clauses.n; i++) {
		const struct ast_merge_clause *c = AST_CAST(merge_clause,
							    ast->clauses.v[i]);

		only_matched &= c->when == AST_MERGE_WHEN_MATCHED;
		by_source |= c->when == AST_MERGE_WHEN_NOT_MATCHED_BY_SOURCE;
	}
	return by_source ? "FULL" : only_matched ? "INNER" : "LEFT";
}

static bool set_span(struct ast **child, void *arg)
{
	(*child)->span = *(struct span *)arg;
	return ast_walk_children(*child, set_span, arg);
}

static shade_status merge_query(struct merge *m, struct ast **out)
{
	struct arena *a = m->run->cx.arena;
	struct sbuf b = { .arena = a };
	struct span span = m->run->stmt->span;

	sbuf_addf(&b, "SELECT %.*s._rowid, CASE", STR_ARG(m->t));
	for (size_t i = 0; i < m->ast->clauses.n; i++) {
		add_condition(m, AST_CAST(merge_clause, m->ast->clauses.v[i]), &b);
		sbuf_addf(&b, "%zu", i);
	}
	sbuf_add(&b, STR(" END"));
	for (size_t i = 0; i < m->target->n_cols; i++)
		TRY(add_column(m, i, &b));
	sbuf_addf(&b, " FROM (SELECT *, TRUE AS _present FROM %.*s) AS %.*s %s JOIN ",
		  STR_ARG(ast_to_sql(a, m->ast->source)), STR_ARG(m->s),
		  join_words(m->ast));
	sbuf_addf(&b, "%.*s ON %.*s", STR_ARG(ast_to_sql(a, m->ast->target)),
		  STR_ARG(ast_to_sql(a, m->ast->on)));
	TRY(sql_parse_query(&m->run->cx, sbuf_str(&b), out));
	(void)ast_walk_children(*out, set_span, &span);
	for (size_t i = 0; i < m->ast->ctes.n; i++)
		ast_push(a, &AST_CAST(query, *out)->ctes,
			 ast_copy(a, m->ast->ctes.v[i]));
	return SHADE_OK;
}

/* --- checking ------------------------------------------------------------- */

static shade_status check_column(struct merge *m, const struct ast *column)
{
	struct str name;

	if (column->kind != AST_COLUMN)
		return shade_fail(&m->run->cx, SHADE_E_UNSUPPORTED, column->span,
				  "not supported yet: assigning to this in MERGE");
	name = last_part(column);
	if (object_find_col(m->target, name) >= 0)
		return SHADE_OK;
	return shade_fail(&m->run->cx, SHADE_E_COLUMN_NOT_FOUND, column->span,
			  "table \"%.*s\" has no column \"%.*s\"",
			  STR_ARG(m->target->path.name), STR_ARG(name));
}

static void push_assign(struct merge *m, struct ast_list *to, struct ast *target,
			struct ast *value)
{
	struct ast *one = ast_new(m->run->cx.arena, AST_ASSIGN, target->span);

	AST_CAST(assign, one)->target = target;
	AST_CAST(assign, one)->value = value;
	ast_push(m->run->cx.arena, to, one);
}

/* (a, b) = (1, 2) is a = 1, b = 2. */
static shade_status spread_assigns(struct merge *m, const struct ast_merge_clause *c,
				   struct ast_list *out)
{
	for (size_t i = 0; i < c->assigns.n; i++) {
		struct ast_assign *as = AST_CAST(assign, c->assigns.v[i]);
		struct ast_list targets, values;

		if (as->target->kind != AST_ROW) {
			push_assign(m, out, as->target, as->value);
			continue;
		}
		if (ast_is(as->value, AST_SUBQUERY_EXPR))
			return shade_fail(&m->run->cx, SHADE_E_UNSUPPORTED, as->span,
					  "not supported yet: a list of columns set "
					  "from a query in MERGE");
		targets = AST_CAST(row, as->target)->items;
		TRY(dml_assigned(m->run, as, &values));
		for (size_t k = 0; k < targets.n; k++)
			push_assign(m, out, targets.v[k], values.v[k]);
	}
	return SHADE_OK;
}

static shade_status check_clause(struct merge *m, const struct ast_merge_clause *c,
				 struct ast_list *assigns)
{
	size_t want = c->columns.n ? c->columns.n : m->target->n_cols;

	TRY(spread_assigns(m, c, assigns));
	for (size_t i = 0; i < assigns->n; i++)
		TRY(check_column(m, AST_CAST(assign, assigns->v[i])->target));
	for (size_t i = 0; i < c->columns.n; i++)
		TRY(check_column(m, c->columns.v[i]));
	if (c->action == AST_MERGE_ACTION_INSERT && !c->star && c->values.n != want)
		return shade_fail(&m->run->cx, SHADE_E_COLUMN_COUNT, m->run->stmt->span,
				  "INSERT of MERGE takes %zu values, %zu are given",
				  want, c->values.n);
	return SHADE_OK;
}

/* --- writing -------------------------------------------------------------- */

static shade_status changed_twice(struct merge *m)
{
	return shade_fail(&m->run->cx, SHADE_E_ASSERTION, m->run->stmt->span,
			  "a row of \"%.*s\" is matched by more than one source row",
			  STR_ARG(m->target->path.name));
}

static shade_status write_updates(struct merge *m, const struct batch *rows,
				  const uint16_t *sel, const int64_t *ids, size_t n)
{
	struct batch some = *rows, dense;
	size_t done;

	if (n == 0)
		return SHADE_OK;
	some.sel = sel;
	some.n_sel = n;
	TRY(dml_densify(m->run, &m->updates, &some, 0, &dense));
	TRY(dml_check_rows(&m->w, dense.cols, dense.n));
	TRY(returning_add(m->run, &m->ret, m->target, dense.cols, dense.n, "UPDATE"));
	TRY(m->target->table->cls->update(&m->run->cx, m->w.writer, ids, &dense,
					  &done));
	m->w.n_changes += (int64_t)done;
	return done < n ? changed_twice(m) : SHADE_OK;
}

static shade_status write_inserts(struct merge *m, const struct batch *rows,
				  const uint16_t *sel, size_t n)
{
	struct batch some = *rows, dense;

	if (n == 0)
		return SHADE_OK;
	some.sel = sel;
	some.n_sel = n;
	TRY(dml_densify(m->run, &m->inserts, &some, 0, &dense));
	TRY(dml_check_rows(&m->w, dense.cols, dense.n));
	TRY(returning_add(m->run, &m->ret, m->target, dense.cols, dense.n, "INSERT"));
	TRY(m->target->table->cls->append(&m->run->cx, m->w.writer, &dense));
	m->w.n_changes += (int64_t)n;
	return SHADE_OK;
}

static shade_status write_deletes(struct merge *m, const struct batch *rows,
				  const uint16_t *sel, const int64_t *ids, size_t n)
{
	struct batch some = *rows, dense;
	size_t done;

	if (n == 0)
		return SHADE_OK;
	some.sel = sel;
	some.n_sel = n;
	if (m->ret.items->n) {
		TRY(dml_densify(m->run, &m->deletes, &some, 0, &dense));
		TRY(returning_add(m->run, &m->ret, m->target, dense.cols, dense.n,
				  "DELETE"));
	}
	TRY(m->target->table->cls->remove(&m->run->cx, m->w.writer, ids, n, &done));
	m->w.n_changes += (int64_t)done;
	return done < n ? changed_twice(m) : SHADE_OK;
}

static shade_status merge_batch(void *arg, const struct batch *b)
{
	struct merge *m = arg;
	uint16_t updates[SHADE_BATCH_ROWS], inserts[SHADE_BATCH_ROWS];
	uint16_t deletes[SHADE_BATCH_ROWS];
	int64_t update_ids[SHADE_BATCH_ROWS], delete_ids[SHADE_BATCH_ROWS];
	size_t n_up = 0, n_in = 0, n_del = 0;
	struct batch all, rows;

	TRY(dml_densify(m->run, &m->all, b, 0, &all));
	for (size_t i = 0; i < all.n; i++) {
		struct value clause = vector_value(&all.cols[1], i, NULL);
		int64_t id = ((const int64_t *)all.cols[0].data)[i];
		struct ast_merge_clause *c;

		if (clause.is_null)
			continue;
		c = AST_CAST(merge_clause, m->ast->clauses.v[clause.i]);
		if (c->action == AST_MERGE_ACTION_UPDATE) {
			updates[n_up] = (uint16_t)i;
			update_ids[n_up++] = id;
		} else if (c->action == AST_MERGE_ACTION_DELETE) {
			deletes[n_del] = (uint16_t)i;
			delete_ids[n_del++] = id;
		} else if (c->action == AST_MERGE_ACTION_INSERT) {
			inserts[n_in++] = (uint16_t)i;
		}
	}
	rows = all;
	rows.cols = all.cols + 2;
	rows.n_cols = all.n_cols - 2;
	TRY(write_updates(m, &rows, updates, update_ids, n_up));
	TRY(write_deletes(m, &rows, deletes, delete_ids, n_del));
	return write_inserts(m, &rows, inserts, n_in);
}

static shade_status plan_of(struct merge *m, struct plan **out)
{
	struct run *r = m->run;
	struct ast_merge *ast = m->ast;
	struct ast *path, *query;
	struct str alias = dml_alias(ast->target, &path);

	if (ast->schema_evolution)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, r->stmt->span,
				  "not supported yet: MERGE .. WITH SCHEMA EVOLUTION");
	TRY(dml_row_target(r, path, &m->target));
	m->t = quoted(r->cx.arena, alias);
	m->s = quoted(r->cx.arena, source_name(ast->source));
	m->assigns = arena_array(r->cx.arena, struct ast_list, ast->clauses.n);
	for (size_t i = 0; i < ast->clauses.n; i++)
		TRY(check_clause(m, AST_CAST(merge_clause, ast->clauses.v[i]),
				 &m->assigns[i]));
	TRY(merge_query(m, &query));
	return bind_query(&r->cx, &r->env, query, out);
}

static struct merge merge_of(struct run *r, struct ast_merge *ast)
{
	struct merge m = { .run = r, .ast = ast };

	m.ret.items = &ast->returning;
	m.ret.has_action = true;
	return m;
}

shade_status merge_plan(struct run *r, struct ast_merge *ast, struct plan **out)
{
	struct merge m = merge_of(r, ast);

	return plan_of(&m, out);
}

shade_status merge_run(struct run *r, struct ast_merge *ast)
{
	struct merge m = merge_of(r, ast);
	struct plan *plan;
	struct ast *path;
	struct str alias = dml_alias(ast->target, &path);

	TRY(plan_of(&m, &plan));
	TRY(dml_begin(&m.w, r, m.target));
	m.w.rewrites = true;
	TRY(dml_end(&m.w, run_plan(r, plan, merge_batch, &m)));
	return returning_finish(r, &m.ret, m.target, alias);
}

shade_status stmt_merge(struct run *r, struct ast *stmt)
{
	return merge_run(r, AST_CAST(merge, stmt));
}
