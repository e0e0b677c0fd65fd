/*
 * stmt_delete.c - DELETE and TRUNCATE.
 */
#include "session/dml.h"

static shade_status remove_batch(void *arg, const struct batch *b)
{
	struct dml_write *w = arg;
	struct run *r = w->run;
	struct dml_dense dense = { 0 };
	struct batch rows;
	size_t removed;

	TRY(dml_densify(r, &dense, b, 0, &rows));
	TRY(w->target->table->cls->remove(&r->cx, w->writer, rows.cols[0].data, rows.n,
					  &removed));
	w->n_changes += (int64_t)removed;
	return SHADE_OK;
}

shade_status stmt_delete(struct run *r, struct ast *stmt)
{
	struct ast_delete *del = AST_CAST(delete, stmt);
	struct ast *path, *query;
	struct str alias = dml_alias(del->table, &path);
	struct dml_write w;
	struct object *target;
	struct plan *plan;

	if (del->returning.n)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: RETURNING");
	TRY(dml_target(r, path, &target));
	query = dml_row_query(r, del->table, del->using, del->where, del->ctes,
			      del->recursive);
	dml_select_column(r, query, alias, STR("_rowid"), del->table->span);
	TRY(bind_query(&r->cx, &r->env, query, &plan));
	TRY(dml_begin(&w, r, target));
	return dml_end(&w, run_plan(r, plan, remove_batch, &w));
}

shade_status stmt_truncate(struct run *r, struct ast *stmt)
{
	struct dml_write w;
	struct object *target;
	uint64_t removed = 0;
	shade_status rc;

	TRY(dml_target(r, AST_CAST(truncate, stmt)->table, &target));
	TRY(dml_begin(&w, r, target));
	rc = target->table->cls->remove_all(&r->cx, w.writer, &removed);
	w.n_changes = (int64_t)removed;
	return dml_end(&w, rc);
}
