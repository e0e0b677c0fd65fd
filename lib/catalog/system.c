/*
 * system.c - the views of the reserved database shade.
 *
 * A system view is a table made at the moment it is looked up: it shows
 * the state when the query was bound.
 */
#include "catalog/catalog_internal.h"
#include "catalog/mem_table.h"

struct system_rows {
	struct shade_cx *cx;
	size_t n_cols;
	struct source_col *cols;
	struct table *table;
	struct table_writer *writer;
	struct vector **vectors; /* n_cols, for one batch */
	struct vector *batch_cols;
	size_t n; /* rows in the batch */
};

void catalog_set_system(struct catalog *c, const struct system_view *views, size_t n,
			void *arg)
{
	c->system = views;
	c->n_system = n;
	c->system_arg = arg;
}

static shade_status flush_rows(struct system_rows *r)
{
	struct batch b = { .n = r->n, .n_cols = r->n_cols, .cols = r->batch_cols };

	if (r->n == 0)
		return SHADE_OK;
	for (size_t i = 0; i < r->n_cols; i++)
		r->batch_cols[i] = *r->vectors[i];
	r->n = 0;
	TRY(cx_check_arena(r->cx));
	TRY(r->table->cls->append(r->cx, r->writer, &b));
	for (size_t i = 0; i < r->n_cols; i++)
		r->vectors[i]->validity = NULL;
	return SHADE_OK;
}

shade_status system_row(struct system_rows *r, const struct value *cells)
{
	struct arena *a = r->cx->arena;

	for (size_t i = 0; i < r->n_cols; i++) {
		struct vector one = { 0 };
		struct value v = cells[i];

		v.type = r->cols[i].type;
		one.type = v.type;
		vector_set_const(a, &one, &v);
		vector_copy_rows(a, r->vectors[i], r->n, &one, 1);
	}
	if (++r->n == SHADE_BATCH_ROWS)
		return flush_rows(r);
	return SHADE_OK;
}

static const struct system_view *find_view(const struct catalog *c, struct str name)
{
	for (size_t i = 0; i < c->n_system; i++)
		if (str_eq_nocase(str_from(c->system[i].name), name))
			return &c->system[i];
	return NULL;
}

static shade_status fill_view(struct shade_cx *cx, struct catalog *c,
			      const struct system_view *view, struct object *o)
{
	struct system_rows rows = {
		.cx = cx, .n_cols = o->n_cols, .cols = o->cols, .table = o->table
	};
	shade_status rc;

	TRY(o->table->cls->writer_open(cx, o->table, &rows.writer));
	rows.vectors = arena_array(cx->arena, struct vector *, o->n_cols);
	rows.batch_cols = arena_array(cx->arena, struct vector, o->n_cols);
	for (size_t i = 0; i < o->n_cols; i++)
		rows.vectors[i] = vector_new(cx->arena, o->cols[i].type,
					     SHADE_BATCH_ROWS);
	rc = view->fill(cx, c->system_arg, &rows);
	if (!rc)
		rc = flush_rows(&rows);
	if (rc) {
		o->table->cls->discard(cx, rows.writer);
		return rc;
	}
	return o->table->cls->finish(cx, rows.writer);
}

shade_status system_find(struct shade_cx *cx, struct catalog *c,
			 const struct path *path, struct object **out)
{
	const struct system_view *view = find_view(c, path->name);
	struct object *o;
	shade_status rc;

	*out = NULL;
	if (!view)
		return SHADE_OK;
	o = object_new(cx->budget, OBJECT_SYSTEM, path, false);
	if (!o)
		return cx_nomem(cx);
	object_set_cols(o, view->n_cols);
	for (size_t i = 0; i < view->n_cols; i++) {
		o->cols[i].name = str_from(view->cols[i]);
		o->cols[i].type = type_of(view->types[i]);
	}
	o->comment = str_from(view->comment);
	rc = mem_table_new(cx, NULL, o->cols, o->n_cols, &o->table);
	if (!rc)
		rc = fill_view(cx, c, view, o);
	if (rc) {
		object_unref(o);
		return rc;
	}
	*out = o;
	return SHADE_OK;
}
