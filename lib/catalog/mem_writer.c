/*
 * mem_writer.c - one statement's changes to a table in memory.
 *
 * The writer works on a copy of the current version: removing rows copies
 * the segment that holds them, new rows gather in row sets that become
 * segments at the end.
 */
#include "catalog/mem_table.h"

struct mem_writer {
	struct mem_table *t; /* counted */
	struct mem_version *v; /* the version being made */
	struct rowset *fresh; /* new rows; ids follow v->next_id */
	struct rowset *changed; /* updated rows */
	int64_t *changed_ids;
	size_t n_changed, cap_changed;
	bool *is_own; /* segment i of v is a copy of ours */
	size_t n_own;
	size_t last; /* segment of the latest hit */
};

void mem_writer_discard(struct shade_cx *cx, struct table_writer *writer)
{
	struct mem_writer *w = (struct mem_writer *)writer;
	struct budget *budget;

	(void)cx;
	if (!w)
		return;
	budget = w->t->budget;
	mem_version_unref(w->v);
	rowset_free(w->fresh);
	rowset_free(w->changed);
	mem_free(budget, w->changed_ids, w->cap_changed * sizeof(*w->changed_ids));
	mem_free(budget, w->is_own, w->n_own);
	table_unref(&w->t->base);
	mem_free(budget, w, sizeof(*w));
}

shade_status mem_writer_open(struct shade_cx *cx, struct table *table,
			     struct table_writer **out)
{
	struct mem_table *t = (struct mem_table *)table;
	struct mem_writer *w;

	TRY(mem_table_load(cx, t));
	w = mem_alloc(t->budget, sizeof(*w));
	if (!w)
		return cx_nomem(cx);
	w->t = t;
	table_ref(table);
	w->v = mem_version_dup(t->current);
	if (w->v) {
		w->n_own = w->v->n_segs;
		w->is_own = mem_alloc(t->budget, w->n_own);
	}
	w->fresh = rowset_new(t->budget, t->n_cols, t->types);
	if (!w->v || (w->n_own > 0 && !w->is_own) || !w->fresh) {
		mem_writer_discard(cx, (struct table_writer *)w);
		return cx_nomem(cx);
	}
	*out = (struct table_writer *)w;
	return SHADE_OK;
}

shade_status mem_writer_append(struct shade_cx *cx, struct table_writer *writer,
			       const struct batch *b)
{
	return rowset_append(cx, ((struct mem_writer *)writer)->fresh, b);
}

/* --- removing ------------------------------------------------------------ */

static size_t find_row(struct mem_writer *w, int64_t id, size_t *seg)
{
	size_t n = w->n_own;

	for (size_t k = 0; k < n; k++) {
		size_t i = (w->last + k) % n;
		size_t row = segment_find(w->v->segs[i], id);

		if (row != SIZE_MAX) {
			w->last = *seg = i;
			return row;
		}
	}
	return SIZE_MAX;
}

static bool make_own(struct mem_writer *w, size_t seg)
{
	struct segment *copy;

	if (w->is_own[seg])
		return true;
	copy = segment_dup(w->v->segs[seg]);
	if (!copy)
		return false;
	segment_unref(w->v->segs[seg]);
	w->v->segs[seg] = copy;
	w->is_own[seg] = true;
	return true;
}

/* *gone: the row was there and is removed now. */
static shade_status remove_row(struct shade_cx *cx, struct mem_writer *w, int64_t id,
			       bool *gone)
{
	size_t seg = 0;
	size_t row = find_row(w, id, &seg);

	*gone = row != SIZE_MAX;
	if (!*gone)
		return SHADE_OK;
	if (!make_own(w, seg))
		return cx_nomem(cx);
	segment_delete(w->v->segs[seg], row);
	w->v->n_rows--;
	return SHADE_OK;
}

shade_status mem_writer_remove(struct shade_cx *cx, struct table_writer *writer,
			       const int64_t *rowids, size_t n, size_t *n_removed)
{
	size_t removed = 0;

	for (size_t i = 0; i < n; i++) {
		bool gone;

		TRY(remove_row(cx, (struct mem_writer *)writer, rowids[i], &gone));
		removed += gone;
	}
	*n_removed = removed;
	return SHADE_OK;
}

static shade_status keep_id(struct shade_cx *cx, struct mem_writer *w, int64_t id)
{
	if (w->n_changed == w->cap_changed) {
		size_t cap = w->cap_changed ? w->cap_changed * 2 : 1024;
		int64_t *v = mem_realloc(w->t->budget, w->changed_ids,
					 w->cap_changed * sizeof(*v), cap * sizeof(*v));

		if (!v)
			return cx_nomem(cx);
		w->changed_ids = v;
		w->cap_changed = cap;
	}
	w->changed_ids[w->n_changed++] = id;
	return SHADE_OK;
}

shade_status mem_writer_update(struct shade_cx *cx, struct table_writer *writer,
			       const int64_t *rowids, const struct batch *b,
			       size_t *n_updated)
{
	struct mem_writer *w = (struct mem_writer *)writer;
	uint16_t sel[SHADE_BATCH_ROWS];
	struct batch living = *b;
	size_t n = 0;

	assert(!b->sel);
	if (!w->changed)
		w->changed = rowset_new(w->t->budget, w->t->n_cols, w->t->types);
	if (!w->changed)
		return cx_nomem(cx);
	for (size_t i = 0; i < b->n; i++) {
		bool gone;

		TRY(remove_row(cx, w, rowids[i], &gone));
		if (!gone)
			continue;
		TRY(keep_id(cx, w, rowids[i]));
		sel[n++] = (uint16_t)i;
	}
	*n_updated = n;
	if (n == 0)
		return SHADE_OK;
	living.sel = n < b->n ? sel : NULL;
	living.n_sel = n;
	return rowset_append(cx, w->changed, &living);
}

shade_status mem_writer_remove_all(struct shade_cx *cx, struct table_writer *writer,
				   uint64_t *n_removed)
{
	struct mem_writer *w = (struct mem_writer *)writer;

	*n_removed = w->v->n_rows;
	if (!w->t->is_tracked) {
		for (size_t i = 0; i < w->v->n_segs; i++)
			segment_unref(w->v->segs[i]);
		w->v->n_segs = w->n_own = 0;
		w->v->n_rows = 0;
		return SHADE_OK;
	}
	for (size_t i = 0; i < w->n_own; i++) {
		if (!make_own(w, i))
			return cx_nomem(cx);
		for (size_t row = 0; row < w->v->segs[i]->n; row++)
			segment_delete(w->v->segs[i], row);
	}
	w->v->n_rows = 0;
	return SHADE_OK;
}

/* --- finishing ----------------------------------------------------------- */

shade_status mem_writer_finish(struct shade_cx *cx, struct table_writer *writer)
{
	struct mem_writer *w = (struct mem_writer *)writer;
	shade_status rc = rowset_finish(cx, w->fresh);
	struct mem_version *v;

	if (!rc && w->changed) {
		rc = rowset_finish(cx, w->changed);
		if (!rc)
			rc = mem_version_add_rows(cx, w->v, w->t, w->changed,
						  w->changed_ids, &w->v->next_id);
	}
	if (!rc)
		rc = mem_version_add_rows(cx, w->v, w->t, w->fresh, NULL,
					  &w->v->next_id);
	if (!rc)
		rc = mem_version_compact(cx, w->v, w->t);
	if (!rc) {
		v = w->v;
		w->v = NULL;
		rc = mem_table_install_take(cx, w->t, v);
	}
	mem_writer_discard(cx, writer);
	return rc;
}
