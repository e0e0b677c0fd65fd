/*
 * stmt_update.c - UPDATE: read the rows with their new values, write them
 * back under the same ids.
 */
#include "session/returning.h"

struct update_write {
	struct dml_write w;
	struct dml_dense dense, ids;
	struct returning ret;
};

static shade_status update_batch(void *arg, const struct batch *b)
{
	struct update_write *u = arg;
	struct run *r = u->w.run;
	struct batch id_batch = *b, rows, ids;
	size_t updated;

	id_batch.n_cols = 1;
	TRY(dml_densify(r, &u->ids, &id_batch, 0, &ids));
	TRY(dml_densify(r, &u->dense, b, 1, &rows));
	TRY(dml_check_rows(&u->w, rows.cols, rows.n));
	TRY(returning_add(r, &u->ret, u->w.target, rows.cols, rows.n, NULL));
	TRY(u->w.target->table->cls->update(&r->cx, u->w.writer, ids.cols[0].data,
					    &rows, &updated));
	u->w.n_changes += (int64_t)updated;
	return SHADE_OK;
}

static shade_status set_column(struct run *r, const struct object *t,
			       struct ast **values, struct ast *target,
			       struct ast *value)
{
	struct ast_column *node = AST_CAST(column, target);
	struct str name = AST_CAST(ident, node->parts.v[node->parts.n - 1])->name;
	int col = object_find_col(t, name);

	if (col < 0) {
		struct str *names = arena_array(r->cx.arena, struct str, t->n_cols);
		struct str near;

		for (size_t i = 0; i < t->n_cols; i++)
			names[i] = t->cols[i].name;
		near = str_nearest(name, names, t->n_cols);
		return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND, target->span,
				  "table \"%.*s\" has no column \"%.*s\"%s%.*s%s",
				  STR_ARG(t->path.name), STR_ARG(name),
				  near.n ? "; did you mean \"" : "", STR_ARG(near),
				  near.n ? "\"?" : "");
	}
	if (values[col])
		return shade_fail(&r->cx, SHADE_E_DUPLICATE_COLUMN, target->span,
				  "column \"%.*s\" is set twice", STR_ARG(name));
	if (value->kind == AST_DEFAULT)
		return dml_default_ast(r, t, (size_t)col, value->span, &values[col]);
	values[col] = value;
	return SHADE_OK;
}

/* a = e, or (a, b) = (e, f). */
static shade_status set_assign(struct run *r, const struct object *t,
			       struct ast **values, struct ast_assign *assign)
{
	struct ast_list targets, exprs;

	if (assign->target->kind != AST_ROW)
		return set_column(r, t, values, assign->target, assign->value);
	targets = AST_CAST(row, assign->target)->items;
	TRY(dml_assigned(r, assign, &exprs));
	for (size_t i = 0; i < targets.n; i++)
		TRY(set_column(r, t, values, targets.v[i], exprs.v[i]));
	return SHADE_OK;
}

/* _rowid, then every column with its new or old value, cast to its type. */
static shade_status cast_columns(struct run *r, const struct object *t,
				 struct plan *child, struct plan **out)
{
	struct arena *a = r->cx.arena;
	struct plan *p = plan_new(a, PLAN_PROJECT, 1, child->span);

	p->children[0] = child;
	p->n_cols = child->n_cols;
	p->cols = arena_array(a, struct column, child->n_cols);
	p->project.exprs = arena_array(a, struct expr *, child->n_cols);
	for (size_t i = 0; i < child->n_cols; i++) {
		const struct column *c = &child->cols[i];
		struct expr *e = expr_column(a, c->id, c->name, c->type, c->not_null,
					     child->span);

		if (i > 0)
			TRY(dml_assign(r, t, i - 1, e, &e));
		p->project.exprs[i] = e;
		p->cols[i] = (struct column){ .id = r->env.ids.next++,
					      .name = c->name,
					      .type = e->type };
	}
	*out = p;
	return SHADE_OK;
}

shade_status update_plan(struct run *r, struct ast_update *up, struct object **target,
			 struct plan **out)
{
	struct ast *path, *query, **values;
	struct str alias = dml_alias(up->table, &path);
	struct object *t;
	struct plan *plan;

	TRY(dml_row_target(r, path, target));
	t = *target;
	values = arena_array(r->cx.arena, struct ast *, t->n_cols);
	for (size_t i = 0; i < up->assigns.n; i++)
		TRY(set_assign(r, t, values, AST_CAST(assign, up->assigns.v[i])));
	query = dml_row_query(r, up->table, up->from, up->where, up->ctes,
			      up->recursive);
	dml_select_column(r, query, alias, STR("_rowid"), up->table->span);
	for (size_t i = 0; i < t->n_cols; i++) {
		if (values[i])
			dml_select_expr(r, query, values[i]);
		else
			dml_select_column(r, query, alias, t->cols[i].name,
					  up->table->span);
	}
	TRY(bind_query(&r->cx, &r->env, query, &plan));
	return cast_columns(r, t, plan, out);
}

shade_status stmt_update(struct run *r, struct ast *stmt)
{
	struct ast_update *up = AST_CAST(update, stmt);
	struct ast *path;
	struct str alias = dml_alias(up->table, &path);
	struct update_write u = { .ret.items = &up->returning };
	struct object *t;
	struct plan *plan;

	TRY(update_plan(r, up, &t, &plan));
	TRY(dml_begin(&u.w, r, t));
	u.w.rewrites = true;
	TRY(dml_end(&u.w, run_plan(r, plan, update_batch, &u)));
	return returning_finish(r, &u.ret, t, alias);
}
