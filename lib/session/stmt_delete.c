/*
 * stmt_delete.c - DELETE and TRUNCATE.
 */
#include "session/returning.h"

struct delete_write {
	struct dml_write w;
	struct dml_dense dense; /* _rowid, and all columns for RETURNING */
	struct returning ret;
};

static shade_status remove_batch(void *arg, const struct batch *b)
{
	struct delete_write *d = arg;
	struct run *r = d->w.run;
	struct batch rows;
	size_t removed;

	TRY(dml_densify(r, &d->dense, b, 0, &rows));
	TRY(returning_add(r, &d->ret, d->w.target, rows.cols + 1, rows.n, NULL));
	TRY(d->w.target->table->cls->remove(&r->cx, d->w.writer, rows.cols[0].data,
					    rows.n, &removed));
	d->w.n_changes += (int64_t)removed;
	return SHADE_OK;
}

shade_status delete_plan(struct run *r, struct ast_delete *del, struct object **target,
			 struct plan **out)
{
	struct ast *path, *query;
	struct str alias = dml_alias(del->table, &path);

	TRY(dml_row_target(r, path, target));
	query = dml_row_query(r, del->table, del->using, del->where, del->ctes,
			      del->recursive);
	dml_select_column(r, query, alias, STR("_rowid"), del->table->span);
	for (size_t i = 0; del->returning.n && i < (*target)->n_cols; i++)
		dml_select_column(r, query, alias, (*target)->cols[i].name,
				  del->table->span);
	return bind_query(&r->cx, &r->env, query, out);
}

shade_status stmt_delete(struct run *r, struct ast *stmt)
{
	struct ast_delete *del = AST_CAST(delete, stmt);
	struct delete_write d = { .ret.items = &del->returning };
	struct ast *path;
	struct str alias = dml_alias(del->table, &path);
	struct object *target;
	struct plan *plan;

	TRY(delete_plan(r, del, &target, &plan));
	TRY(dml_begin(&d.w, r, target));
	d.w.only_removes = true;
	TRY(dml_end(&d.w, run_plan(r, plan, remove_batch, &d)));
	return returning_finish(r, &d.ret, target, alias);
}

shade_status stmt_truncate(struct run *r, struct ast *stmt)
{
	struct dml_write w;
	struct object *target;
	uint64_t removed = 0;
	shade_status rc;

	TRY(dml_target(r, AST_CAST(truncate, stmt)->table, &target));
	TRY(dml_begin(&w, r, target));
	w.only_removes = true;
	rc = target->table->cls->remove_all(&r->cx, w.writer, &removed);
	w.n_changes = (int64_t)removed;
	return dml_end(&w, rc);
}
