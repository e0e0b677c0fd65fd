/*
 * stmt_insert.c - INSERT INTO and INSERT OVERWRITE.
 */
#include "session/merge.h"

#include "catalog/connected_table.h"

/* Where each column of the target comes from. */
struct mapping {
	size_t *source; /* index of the query's column; SIZE_MAX: its default */
	struct ast **constant; /* PARTITION (c = value): what a row gets; or NULL */
	size_t n_given; /* columns that the query must return */
	size_t *given; /* target column of query column i */
};

static shade_status refuse_unbuilt(struct run *r, const struct ast_insert *in)
{
	if (!in->replace_where)
		return SHADE_OK;
	return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, r->stmt->span,
			  "not supported yet: REPLACE WHERE");
}

static shade_status no_column(struct run *r, const struct object *t, struct str name,
			      struct span span)
{
	struct str *names = arena_array(r->cx.arena, struct str, t->n_cols);
	struct str near;

	for (size_t i = 0; i < t->n_cols; i++)
		names[i] = t->cols[i].name;
	near = str_nearest(name, names, t->n_cols);
	return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND, span,
			  "table \"%.*s\" has no column \"%.*s\"%s%.*s%s",
			  STR_ARG(t->path.name), STR_ARG(name),
			  near.n ? "; did you mean \"" : "", STR_ARG(near),
			  near.n ? "\"?" : "");
}

static shade_status map_name(struct run *r, const struct object *t, struct mapping *m,
			     size_t i, struct str name, struct span span)
{
	int col = object_find_col(t, name);

	if (col < 0)
		return no_column(r, t, name, span);
	if (m->source[col] != SIZE_MAX)
		return shade_fail(&r->cx, SHADE_E_DUPLICATE_COLUMN, span,
				  "column \"%.*s\" is listed twice", STR_ARG(name));
	m->source[col] = i;
	m->given[i] = (size_t)col;
	return SHADE_OK;
}

static void mapping_init(struct mapping *m, struct arena *a, size_t n_target,
			 size_t n_given)
{
	m->n_given = n_given;
	m->source = arena_array(a, size_t, n_target);
	m->constant = arena_array(a, struct ast *, n_target);
	m->given = arena_array(a, size_t, n_given);
	for (size_t i = 0; i < n_target; i++)
		m->source[i] = SIZE_MAX;
}

/* PARTITION (a = 1, b): values that all rows get; the columns without one come
 * last, in the order of the list. */
static shade_status map_partition(struct run *r, const struct ast_insert *in,
				  const struct object *t, struct mapping *m,
				  bool *is_dynamic)
{
	for (size_t i = 0; i < in->partition.n; i++) {
		struct ast_option *o = AST_CAST(option, in->partition.v[i]);
		int col = object_find_col(t, o->key);

		if (col < 0)
			return no_column(r, t, o->key, o->span);
		m->constant[col] = o->value;
		is_dynamic[col] = !o->value;
	}
	return SHADE_OK;
}

static shade_status map_positions(struct run *r, const struct ast_insert *in,
				  const struct object *t, struct mapping *m)
{
	bool *is_dynamic = arena_array(r->cx.arena, bool, t->n_cols);
	size_t n = 0;

	mapping_init(m, r->cx.arena, t->n_cols, t->n_cols);
	TRY(map_partition(r, in, t, m, is_dynamic));
	for (size_t i = 0; i < t->n_cols; i++) {
		if (m->constant[i] || is_dynamic[i])
			continue;
		m->given[n] = i;
		m->source[i] = n++;
	}
	for (size_t i = 0; i < in->partition.n; i++) {
		struct ast_option *o = AST_CAST(option, in->partition.v[i]);

		if (o->value)
			continue;
		m->given[n] = (size_t)object_find_col(t, o->key);
		m->source[m->given[n]] = n;
		n++;
	}
	m->n_given = n;
	return SHADE_OK;
}

/* By the column list, or all columns by position. */
static shade_status map_listed(struct run *r, const struct ast_insert *in,
			       const struct object *t, struct mapping *m)
{
	size_t n = in->columns.n;
	bool *is_dynamic = arena_array(r->cx.arena, bool, t->n_cols);

	if (!n)
		return map_positions(r, in, t, m);
	mapping_init(m, r->cx.arena, t->n_cols, n);
	TRY(map_partition(r, in, t, m, is_dynamic));
	for (size_t i = 0; i < n; i++) {
		struct ast_column *col = AST_CAST(column, in->columns.v[i]);

		TRY(map_name(r, t, m, i, AST_CAST(ident, col->parts.v[0])->name,
			     col->span));
	}
	return SHADE_OK;
}

static shade_status map_by_name(struct run *r, const struct ast_insert *in,
				const struct object *t, const struct plan *p,
				struct mapping *m)
{
	bool *is_dynamic = arena_array(r->cx.arena, bool, t->n_cols);

	mapping_init(m, r->cx.arena, t->n_cols, p->n_cols);
	TRY(map_partition(r, in, t, m, is_dynamic));
	for (size_t i = 0; i < p->n_cols; i++)
		TRY(map_name(r, t, m, i, p->cols[i].name, p->span));
	return SHADE_OK;
}

static shade_status wrong_count(struct run *r, const struct object *t, size_t want,
				size_t got, struct span span)
{
	return shade_fail(&r->cx, SHADE_E_COLUMN_COUNT, span,
			  "\"%.*s\" takes %zu values a row, %zu are given",
			  STR_ARG(t->path.name), want, got);
}

/* --- VALUES: each cell takes its column's type, and DEFAULT is known ----- */

static shade_status values_cell(struct run *r, const struct object *t, size_t col,
				struct ast *cell, struct expr **out)
{
	struct expr *e;

	if (cell->kind == AST_DEFAULT)
		return dml_default(r, t, col, out);
	TRY(bind_expr(&r->cx, &r->env, cell, NULL, STR_NONE, &e));
	return dml_assign(r, t, col, e, out);
}

static shade_status values_plan(struct run *r, const struct object *t,
				const struct mapping *m, struct ast *values,
				struct plan **out)
{
	struct ast_list rows = AST_CAST(values, values)->rows;
	struct arena *a = r->cx.arena;
	struct plan *p = plan_new(a, PLAN_VALUES, 0, values->span);

	p->n_cols = t->n_cols;
	p->cols = arena_array(a, struct column, t->n_cols);
	for (size_t i = 0; i < t->n_cols; i++)
		p->cols[i] = (struct column){ .id = r->env.ids.next++,
					      .name = t->cols[i].name,
					      .type = dml_type(t, i) };
	p->values.n_rows = rows.n;
	p->values.exprs = arena_array(a, struct expr *, rows.n * t->n_cols);
	for (size_t i = 0; i < rows.n; i++) {
		struct ast_list cells = AST_CAST(row, rows.v[i])->items;
		struct expr **to = p->values.exprs + i * t->n_cols;

		if (cells.n != m->n_given)
			return wrong_count(r, t, m->n_given, cells.n, rows.v[i]->span);
		for (size_t col = 0; col < t->n_cols; col++) {
			size_t from = m->source[col];

			if (m->constant[col])
				TRY(values_cell(r, t, col, m->constant[col], &to[col]));
			else if (from == SIZE_MAX)
				TRY(dml_default(r, t, col, &to[col]));
			else
				TRY(values_cell(r, t, col, cells.v[from], &to[col]));
		}
	}
	*out = p;
	return SHADE_OK;
}

/* --- queries ------------------------------------------------------------- */

static shade_status project_plan(struct run *r, const struct object *t,
				 const struct mapping *m, struct plan *child,
				 struct plan **out)
{
	struct arena *a = r->cx.arena;
	struct plan *p = plan_new(a, PLAN_PROJECT, 1, child->span);

	if (child->n_cols != m->n_given)
		return wrong_count(r, t, m->n_given, child->n_cols, child->span);
	p->children[0] = child;
	p->n_cols = t->n_cols;
	p->cols = arena_array(a, struct column, t->n_cols);
	p->project.exprs = arena_array(a, struct expr *, t->n_cols);
	for (size_t i = 0; i < t->n_cols; i++) {
		size_t from = m->source[i];
		struct expr *e;

		p->cols[i] = (struct column){ .id = r->env.ids.next++,
					      .name = t->cols[i].name,
					      .type = dml_type(t, i) };
		if (m->constant[i]) {
			TRY(values_cell(r, t, i, m->constant[i], &p->project.exprs[i]));
			continue;
		}
		if (from == SIZE_MAX) {
			TRY(dml_default(r, t, i, &p->project.exprs[i]));
			continue;
		}
		e = expr_column(a, child->cols[from].id, child->cols[from].name,
				child->cols[from].type, child->cols[from].not_null,
				child->span);
		TRY(dml_assign(r, t, i, e, &p->project.exprs[i]));
	}
	*out = p;
	return SHADE_OK;
}

/* VALUES and nothing else: no WITH, ORDER BY or LIMIT around it. */
static struct ast *plain_values(const struct ast_insert *in)
{
	struct ast_query *q = in->query ? AST_CAST(query, in->query) : NULL;

	if (!q || !ast_is(q->body, AST_VALUES) || q->ctes.n || in->ctes.n ||
	    q->order_by.n || q->limit || q->offset)
		return NULL;
	return q->body;
}

/* The query with the WITH before INSERT; the statement may run again. */
static struct ast *query_with(struct run *r, const struct ast_insert *in)
{
	struct arena *a = r->cx.arena;
	struct ast_query *q;
	struct ast_list own;

	if (in->ctes.n == 0)
		return in->query;
	q = arena_dup(a, in->query, sizeof(*q));
	own = q->ctes;
	q->ctes = (struct ast_list){ 0 };
	for (size_t i = 0; i < in->ctes.n; i++)
		ast_push(a, &q->ctes, in->ctes.v[i]);
	for (size_t i = 0; i < own.n; i++)
		ast_push(a, &q->ctes, own.v[i]);
	q->recursive = q->recursive || in->recursive;
	return &q->head;
}

static shade_status insert_plan(struct run *r, struct ast_insert *in, struct object *t,
				struct plan **out)
{
	struct ast *values = plain_values(in);
	struct mapping m;
	struct plan *p;

	if (in->default_values) {
		mapping_init(&m, r->cx.arena, t->n_cols, 0);
		p = plan_new(r->cx.arena, PLAN_VALUES, 0, in->span);
		p->values.n_rows = 1;
		return project_plan(r, t, &m, p, out);
	}
	if (!in->by_name)
		TRY(map_listed(r, in, t, &m));
	if (values && !in->by_name)
		return values_plan(r, t, &m, values, out);
	TRY(bind_query(&r->cx, &r->env, query_with(r, in), &p));
	if (in->by_name)
		TRY(map_by_name(r, in, t, p, &m));
	return project_plan(r, t, &m, p, out);
}

struct insert_write {
	struct dml_write w;
	struct dml_dense dense;
	struct returning ret;
};

static shade_status append_batch(void *arg, const struct batch *b)
{
	struct insert_write *iw = arg;
	struct dml_write *w = &iw->w;
	const struct table_class *cls = w->target->table->cls;
	struct batch dense;

	/* rows that are filtered out may hold anything */
	if (b->sel) {
		TRY(dml_densify(w->run, &iw->dense, b, 0, &dense));
		b = &dense;
	}
	TRY(dml_check_rows(w, b->cols, b->n));
	TRY(returning_add(w->run, &iw->ret, w->target, b->cols, b->n, NULL));
	TRY(cls->append(&w->run->cx, w->writer, b));
	w->n_changes += (int64_t)b->n;
	return SHADE_OK;
}

shade_status dml_fill(struct run *r, struct object *target, struct plan *query,
		      bool overwrite)
{
	static const struct ast_list nothing;
	struct insert_write iw = { .ret.items = &nothing };
	struct mapping m;
	struct plan *plan;
	uint64_t removed;
	shade_status rc = SHADE_OK;

	mapping_init(&m, r->cx.arena, target->n_cols, target->n_cols);
	for (size_t i = 0; i < target->n_cols; i++)
		m.source[i] = m.given[i] = i;
	TRY(project_plan(r, target, &m, query, &plan));
	TRY(dml_begin(&iw.w, r, target));
	if (overwrite)
		rc = target->table->cls->remove_all(&r->cx, iw.w.writer, &removed);
	if (!rc)
		rc = run_plan(r, plan, append_batch, &iw);
	return dml_end(&iw.w, rc);
}

/* --- INSERT OVERWRITE .. PARTITION (k = 'x') ------------------------------ */

static struct ast *partition_where(struct run *r, const struct ast_insert *in)
{
	struct arena *a = r->cx.arena;
	struct ast *all = ast_new(a, AST_LOGIC, in->span);

	AST_CAST(logic, all)->op = AST_LOGIC_OP_AND;
	for (size_t i = 0; i < in->partition.n; i++) {
		struct ast_option *o = AST_CAST(option, in->partition.v[i]);
		struct ast *same = ast_new(a, AST_BINARY, o->span);
		struct ast *col = ast_new(a, AST_COLUMN, o->span);
		struct ast *name = ast_new(a, AST_IDENT, o->span);

		if (!o->value)
			continue;
		AST_CAST(ident, name)->name = o->key;
		ast_set_height(name);
		ast_push(a, &AST_CAST(column, col)->parts, name);
		ast_set_height(col);
		AST_CAST(binary, same)->op = AST_BINARY_OP_NOT_DISTINCT;
		AST_CAST(binary, same)->left = col;
		AST_CAST(binary, same)->right = o->value;
		ast_set_height(same);
		ast_push(a, &AST_CAST(logic, all)->args, same);
	}
	ast_set_height(all);
	return AST_CAST(logic, all)->args.n ? all : NULL;
}

struct overwrite {
	struct dml_write *w;
	struct dml_dense dense;
};

static shade_status remove_rows(void *arg, const struct batch *b)
{
	struct overwrite *o = arg;
	struct run *r = o->w->run;
	struct batch rows;
	size_t removed;

	TRY(dml_densify(r, &o->dense, b, 0, &rows));
	return o->w->target->table->cls->remove(&r->cx, o->w->writer, rows.cols[0].data,
						rows.n, &removed);
}

/* The rows that an INSERT OVERWRITE replaces. */
static shade_status remove_old(struct run *r, struct ast_insert *in,
			       struct dml_write *w)
{
	struct ast *where = partition_where(r, in), *table, *query, *path;
	struct overwrite o = { .w = w };
	struct str *analyzed;
	struct plan *plan;
	uint64_t removed;

	if (where && table_is_connected(w->target->table))
		return connected_no_rows(&r->cx, in->table->span);
	if (!where)
		return w->target->table->cls->remove_all(&r->cx, w->writer, &removed);
	table = ast_new(r->cx.arena, AST_TABLE, in->table->span);
	AST_CAST(table, table)->path = in->table;
	ast_set_height(table);
	query = dml_row_query(r, table, NULL, where, (struct ast_list){ 0 }, false);
	dml_select_column(r, query, dml_alias(table, &path), STR("_rowid"),
			  in->table->span);
	TRY(bind_query(&r->cx, &r->env, query, &plan));
	analyzed = r->analyzed;
	r->analyzed = NULL;
	TRY(run_plan(r, plan, remove_rows, &o));
	r->analyzed = analyzed;
	return SHADE_OK;
}

shade_status insert_explained(struct run *r, struct ast_insert *in, struct plan **out)
{
	struct object *target;

	TRY(refuse_unbuilt(r, in));
	TRY(dml_target(r, in->table, &target));
	if (in->or_replace || in->or_ignore || in->conflict_assigns.n > 0)
		return shade_fail(
			&r->cx, SHADE_E_UNSUPPORTED, in->span,
			"not supported yet: EXPLAIN of INSERT with a conflict "
			"clause; EXPLAIN ANALYZE runs it");
	return insert_plan(r, in, target, out);
}

shade_status stmt_insert(struct run *r, struct ast *stmt)
{
	struct ast_insert *in = AST_CAST(insert, stmt);
	struct insert_write iw = { .ret.items = &in->returning };
	struct object *target;
	struct plan *plan;
	shade_status rc;

	TRY(refuse_unbuilt(r, in));
	TRY(dml_target(r, in->table, &target));
	if (in->or_replace || in->or_ignore || in->conflict_assigns.n > 0)
		return table_is_connected(target->table)
			       ? connected_no_rows(&r->cx, in->span)
			       : stmt_upsert(r, in, target);
	TRY(insert_plan(r, in, target, &plan));
	TRY(dml_begin(&iw.w, r, target));
	rc = SHADE_OK;
	if (in->overwrite)
		rc = remove_old(r, in, &iw.w);
	if (!rc)
		rc = run_plan(r, plan, append_batch, &iw);
	TRY(dml_end(&iw.w, rc));
	return returning_finish(r, &iw.ret, target, target->path.name);
}
