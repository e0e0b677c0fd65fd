/*
 * alter_columns.c - ADD, DROP, RENAME COLUMN, types, defaults, NOT NULL.
 */
#include "session/alter.h"

#include "catalog/mem_table.h"
#include "session/constraint.h"

/* How each new column comes from the old ones. */
struct reshape {
	struct run *run;
	struct object *from, *to;
	size_t *source; /* old column; SIZE_MAX: fill[i] */
	struct value *fill;
	size_t check_null; /* new column that must hold no NULL; SIZE_MAX: none */
	bool rows_change;
	/* while copying */
	struct rowset *rows;
	VEC(int64_t) ids;
	struct dml_dense dense;
};

static shade_status find_column(struct run *r, const struct object *o,
				const struct ast *name, size_t *col)
{
	struct str text;
	struct str *names = arena_array(r->cx.arena, struct str, o->n_cols);
	struct str near;
	int found;

	if (name->kind == AST_IDENT)
		text = ((const struct ast_ident *)name)->name;
	else if (name->kind == AST_COLUMN)
		text = AST_CAST(ident, ((const struct ast_column *)name)->parts.v[0])
			       ->name;
	else
		text = ast_name_text(r->cx.arena, name);
	found = object_find_col(o, text);
	if (found >= 0) {
		*col = (size_t)found;
		return SHADE_OK;
	}
	for (size_t i = 0; i < o->n_cols; i++)
		names[i] = o->cols[i].name;
	near = str_nearest(text, names, o->n_cols);
	return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND, name->span,
			  "table \"%.*s\" has no column \"%.*s\"%s%.*s%s",
			  STR_ARG(o->path.name), STR_ARG(text),
			  near.n ? "; did you mean \"" : "", STR_ARG(near),
			  near.n ? "\"?" : "");
}

/* --- the new columns ----------------------------------------------------- */

static void insert_column(struct reshape *rs, size_t at)
{
	struct object *to = rs->to;
	struct source_col *cols = to->cols;
	struct column_def *defs = to->defs;
	size_t n = to->n_cols;

	object_set_cols(to, n + 1);
	for (size_t i = 0, k = 0; i < n + 1; i++) {
		if (i == at)
			continue;
		to->cols[i] = cols[k];
		to->defs[i] = defs[k++];
	}
	memmove(rs->source + at + 1, rs->source + at, (n - at) * sizeof(*rs->source));
	memmove(rs->fill + at + 1, rs->fill + at, (n - at) * sizeof(*rs->fill));
	rs->source[at] = SIZE_MAX;
	constraints_insert_column(to, at);
}

static shade_status add_column(struct reshape *rs, const struct ast_column_def *def,
			       const struct ast_alter_action *act)
{
	struct run *r = rs->run;
	struct str name = AST_CAST(ident, def->name)->name;
	struct expr *e;
	size_t at = rs->to->n_cols;

	if (object_find_col(rs->to, name) >= 0) {
		if (act->if_not_exists)
			return SHADE_OK;
		return shade_fail(&r->cx, SHADE_E_DUPLICATE_COLUMN, def->name->span,
				  "table \"%.*s\" already has a column \"%.*s\"",
				  STR_ARG(rs->to->path.name), STR_ARG(name));
	}
	if (def->first)
		at = 0;
	if (def->after) {
		TRY(find_column(r, rs->to, def->after, &at));
		at++;
	}
	insert_column(rs, at);
	TRY(ddl_column(r, rs->to, at, def));
	TRY(dml_default(r, rs->to, at, &e));
	TRY(expr_fold(&r->cx, e, &rs->fill[at]));
	if (rs->to->cols[at].not_null && rs->fill[at].is_null)
		rs->check_null = at;
	rs->to->defs[at].has_initial = !rs->fill[at].is_null;
	if (!rs->fill[at].is_null)
		rs->to->defs[at].initial = str_dup(
			rs->to->arena, value_text(r->cx.arena, &rs->fill[at]));
	rs->rows_change = true;
	return SHADE_OK;
}

static shade_status drop_column(struct reshape *rs, const struct ast *name,
				bool if_exists)
{
	struct object *to = rs->to;
	size_t col;

	if (if_exists && find_column(rs->run, to, name, &col)) {
		shade_clear(&rs->run->cx);
		return SHADE_OK;
	}
	TRY(find_column(rs->run, to, name, &col));
	if (to->n_cols == 1)
		return shade_fail(&rs->run->cx, SHADE_E_INVALID_CLAUSE, name->span,
				  "\"%.*s\" is the only column of the table",
				  STR_ARG(to->cols[col].name));
	TRY(constraints_drop_column(rs->run, to, col, name->span));
	to->n_cols--;
	memmove(to->cols + col, to->cols + col + 1,
		(to->n_cols - col) * sizeof(*to->cols));
	memmove(to->defs + col, to->defs + col + 1,
		(to->n_cols - col) * sizeof(*to->defs));
	memmove(rs->source + col, rs->source + col + 1,
		(to->n_cols - col) * sizeof(*rs->source));
	memmove(rs->fill + col, rs->fill + col + 1,
		(to->n_cols - col) * sizeof(*rs->fill));
	rs->rows_change = true;
	return SHADE_OK;
}

static shade_status rename_column(struct reshape *rs,
				  const struct ast_alter_action *act)
{
	struct run *r = rs->run;
	struct ast_path *to = AST_CAST(path, act->new_name);
	struct str name = AST_CAST(ident, to->parts.v[0])->name;
	size_t col;
	int taken;

	TRY(find_column(r, rs->to, act->name, &col));
	taken = object_find_col(rs->to, name);
	if (taken >= 0 && (size_t)taken != col)
		return shade_fail(&r->cx, SHADE_E_DUPLICATE_COLUMN, act->new_name->span,
				  "table \"%.*s\" already has a column \"%.*s\"",
				  STR_ARG(rs->to->path.name), STR_ARG(name));
	TRY(constraints_rename_column(r, rs->to, rs->to->cols[col].name, name));
	rs->to->cols[col].name = str_dup(rs->to->arena, name);
	return SHADE_OK;
}

static shade_status set_type(struct reshape *rs, const struct ast_alter_action *act)
{
	struct run *r = rs->run;
	struct arena *a = r->cx.arena;
	struct store *s = catalog_store(r->session->catalog, rs->to->path.catalog);
	const struct type *type, *was;
	size_t col;

	TRY(find_column(r, rs->to, act->name, &col));
	TRY(bind_type(&r->cx, act->data_type, &type));
	was = rs->to->cols[col].type;
	if (!rs->to->temporary && s && s->path.n > 0 && !type_widens(was, type))
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, act->data_type->span,
				  "not supported yet: a column of a permanent table "
				  "can only be widened, not changed from %.*s to %.*s",
				  STR_ARG(type_name(a, was)),
				  STR_ARG(type_name(a, type)));
	rs->to->cols[col].type = type_dup(rs->to->arena, type);
	rs->rows_change = true;
	return SHADE_OK;
}

static shade_status set_default(struct reshape *rs, const struct ast_alter_action *act)
{
	struct run *r = rs->run;
	struct expr *e;
	size_t col;

	TRY(find_column(r, rs->to, act->name, &col));
	if (act->type == AST_ALTER_KIND_DROP_DEFAULT) {
		rs->to->defs[col].dflt = STR_NONE;
		rs->to->defs[col].dflt_is_literal = false;
		return SHADE_OK;
	}
	TRY(bind_expr(&r->cx, &r->env, ast_copy(r->cx.arena, act->expr), NULL, STR_NONE,
		      &e));
	TRY(dml_assign(r, rs->to, col, e, &e));
	return ddl_set_default(r, rs->to, col, act->expr, e);
}

static shade_status set_not_null(struct reshape *rs, const struct ast_alter_action *act)
{
	size_t col;

	TRY(find_column(rs->run, rs->to, act->name, &col));
	rs->to->cols[col].not_null = act->type == AST_ALTER_KIND_SET_NOT_NULL;
	if (rs->to->cols[col].not_null)
		rs->check_null = col;
	return SHADE_OK;
}

static shade_status add_element(struct reshape *rs, const struct ast *e,
				const struct ast_alter_action *act)
{
	struct run *r = rs->run;
	size_t n = rs->to->n_constraints;

	if (e->kind == AST_CONSTRAINT) {
		TRY(constraint_of_element(r, rs->to, (const struct ast_constraint *)e));
		for (; n < rs->to->n_constraints; n++)
			TRY(constraint_check(r, rs->to, &rs->to->constraints[n], 0));
		return SHADE_OK;
	}
	if (e->kind != AST_COLUMN_DEF)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, e->span,
				  "not supported yet: adding this to a table");
	TRY(add_column(rs, (const struct ast_column_def *)e, act));
	TRY(constraints_of_column(r, rs->to, (const struct ast_column_def *)e));
	if (rs->to->n_constraints > n)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, e->span,
				  "not supported yet: adding a column with a "
				  "constraint; add the constraint afterwards");
	return SHADE_OK;
}

static shade_status change_columns(struct reshape *rs,
				   const struct ast_alter_action *act)
{
	size_t col;

	switch (act->type) {
	case AST_ALTER_KIND_ADD:
		for (size_t i = 0; i < act->elements.n; i++)
			TRY(add_element(rs, act->elements.v[i], act));
		return SHADE_OK;
	case AST_ALTER_KIND_DROP_COLUMN:
		for (size_t i = 0; i < act->columns.n; i++)
			TRY(drop_column(rs, act->columns.v[i], act->if_exists));
		return SHADE_OK;
	case AST_ALTER_KIND_RENAME_COLUMN: return rename_column(rs, act);
	case AST_ALTER_KIND_SET_TYPE: return set_type(rs, act);
	case AST_ALTER_KIND_SET_DEFAULT:
	case AST_ALTER_KIND_DROP_DEFAULT: return set_default(rs, act);
	case AST_ALTER_KIND_SET_NOT_NULL:
	case AST_ALTER_KIND_DROP_NOT_NULL: return set_not_null(rs, act);
	default:
		TRY(find_column(rs->run, rs->to, act->name, &col));
		rs->to->cols[col].comment = str_dup(rs->to->arena, act->text);
		return SHADE_OK;
	}
}

/* --- the rows ------------------------------------------------------------ */

static struct plan *scan_plan(struct run *r, struct source *src)
{
	struct arena *a = r->cx.arena;
	struct plan *p = plan_new(a, PLAN_SCAN, 0, r->stmt->span);

	p->n_cols = src->n_cols;
	p->cols = arena_array(a, struct column, src->n_cols);
	p->scan.source = src;
	p->scan.source_cols = arena_array(a, size_t, src->n_cols);
	for (size_t i = 0; i < src->n_cols; i++) {
		p->scan.source_cols[i] = i;
		p->cols[i] = (struct column){ .id = r->env.ids.next++,
					      .name = src->cols[i].name,
					      .type = src->cols[i].type };
	}
	p->scan.label = STR("table");
	return p;
}

static shade_status column_expr(struct reshape *rs, const struct plan *scan, size_t i,
				struct expr **out)
{
	struct arena *a = rs->run->cx.arena;
	const struct column *c;
	struct expr *e;

	if (rs->source[i] == SIZE_MAX) {
		*out = expr_const(a, rs->fill[i], NO_SPAN);
		return SHADE_OK;
	}
	c = &scan->cols[rs->source[i]];
	e = expr_column(a, c->id, c->name, c->type, false, NO_SPAN);
	return dml_assign(rs->run, rs->to, i, e, out);
}

/* The new columns, then _rowid. */
static shade_status reshape_plan(struct reshape *rs, struct plan **out)
{
	struct run *r = rs->run;
	struct arena *a = r->cx.arena;
	size_t n = rs->to->n_cols;
	struct source *src;
	struct plan *scan, *p;
	const struct column *id;

	TRY(rs->from->table->cls->source(&r->cx, rs->from->table, &src));
	dml_hold_source(r, src);
	scan = scan_plan(r, src);
	p = plan_new(a, PLAN_PROJECT, 1, r->stmt->span);
	p->children[0] = scan;
	p->n_cols = n + 1;
	p->cols = arena_array(a, struct column, n + 1);
	p->project.exprs = arena_array(a, struct expr *, n + 1);
	for (size_t i = 0; i < n; i++)
		TRY(column_expr(rs, scan, i, &p->project.exprs[i]));
	id = &scan->cols[scan->n_cols - 1];
	p->project.exprs[n] = expr_column(a, id->id, id->name, id->type, true, NO_SPAN);
	for (size_t i = 0; i <= n; i++)
		p->cols[i] = (struct column){ .id = r->env.ids.next++,
					      .name = i < n ? rs->to->cols[i].name
							    : STR("_rowid"),
					      .type = p->project.exprs[i]->type };
	*out = p;
	return SHADE_OK;
}

static shade_status copy_batch(void *arg, const struct batch *b)
{
	struct reshape *rs = arg;
	struct shade_cx *cx = &rs->run->cx;
	size_t n = rs->to->n_cols;
	struct dml_write w = { .run = rs->run, .target = rs->to };
	struct batch rows;

	TRY(dml_densify(rs->run, &rs->dense, b, 0, &rows));
	for (size_t i = 0; i < rows.n; i++) {
		if (rs->check_null != SIZE_MAX &&
		    vector_is_null(&rows.cols[rs->check_null], i))
			return shade_fail(cx, SHADE_E_NULL_VALUE, rs->run->stmt->span,
					  "column \"%.*s\" cannot be NOT NULL: a row "
					  "has NULL there",
					  STR_ARG(rs->to->cols[rs->check_null].name));
		vec_push(cx->arena, &rs->ids, ((int64_t *)rows.cols[n].data)[i]);
	}
	rows.n_cols = n;
	TRY(dml_check_rows(&w, rows.cols, rows.n));
	return rowset_append(cx, rs->rows, &rows);
}

static shade_status copy_rows(struct reshape *rs, struct mem_table *from,
			      struct mem_table *to)
{
	struct shade_cx *cx = &rs->run->cx;
	struct plan *plan;
	shade_status rc;

	TRY(reshape_plan(rs, &plan));
	rs->rows = rowset_new(cx->budget, to->n_cols, to->types);
	if (!rs->rows)
		return cx_nomem(cx);
	rc = run_plan(rs->run, plan, copy_batch, rs);
	if (!rc)
		rc = rowset_finish(cx, rs->rows);
	if (!rc && rs->rows_change)
		rc = mem_table_set_rows(cx, to, rs->rows, rs->ids.v,
					from->current->next_id);
	rowset_free(rs->rows);
	return rc;
}

shade_status alter_columns(struct run *r, struct object *o, struct object *to,
			   const struct ast_alter_action *act)
{
	size_t room = o->n_cols + act->elements.n + 1;
	struct reshape rs = { .run = r, .from = o, .to = to, .check_null = SIZE_MAX };
	struct mem_table *from = mem_table_of(o->table);
	struct mem_table *table;

	rs.source = arena_array(r->cx.arena, size_t, room);
	rs.fill = arena_array(r->cx.arena, struct value, room);
	for (size_t i = 0; i < o->n_cols; i++)
		rs.source[i] = i;
	TRY(change_columns(&rs, act));
	TRY(mem_table_load(&r->cx, from));
	if (rs.rows_change && from->is_tracked && mem_table_has_unstored(from))
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, r->stmt->span,
				  "not supported yet: altering \"%.*s\" in the "
				  "transaction that changed its rows; COMMIT first",
				  STR_ARG(o->path.name));
	table_unref(to->table);
	to->table = NULL;
	TRY(catalog_new_table(&r->cx, r->session->catalog, to, r->stmt->span));
	table = mem_table_of(to->table);
	if (!rs.rows_change)
		TRY(mem_table_share_rows(&r->cx, table, from));
	if (rs.rows_change || rs.check_null != SIZE_MAX)
		TRY(copy_rows(&rs, from, table));
	return SHADE_OK;
}
