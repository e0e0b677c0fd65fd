/*
 * mem_table.c - columnar tables in memory and their versions.
 */
#include "catalog/mem_table.h"

/* --- versions ------------------------------------------------------------ */

struct mem_version *mem_version_new(struct budget *budget)
{
	struct mem_version *v = mem_alloc(budget, sizeof(*v));

	if (v) {
		atomic_init(&v->refs, 1);
		v->budget = budget;
	}
	return v;
}

static bool reserve_segs(struct mem_version *v, size_t n)
{
	size_t cap = v->cap_segs ? v->cap_segs : 4;
	struct segment **segs;

	if (n <= v->cap_segs)
		return true;
	while (cap < n)
		cap *= 2;
	segs = mem_realloc(v->budget, v->segs, v->cap_segs * sizeof(struct segment *),
			   cap * sizeof(struct segment *));
	if (!segs)
		return false;
	v->segs = segs;
	v->cap_segs = cap;
	return true;
}

struct mem_version *mem_version_dup(const struct mem_version *v)
{
	struct mem_version *to = mem_version_new(v->budget);

	if (!to)
		return NULL;
	if (!reserve_segs(to, v->n_segs)) {
		mem_version_unref(to);
		return NULL;
	}
	for (size_t i = 0; i < v->n_segs; i++)
		to->segs[i] = segment_ref(v->segs[i]);
	to->n_segs = v->n_segs;
	to->n_rows = v->n_rows;
	to->next_id = v->next_id;
	return to;
}

void mem_version_unref(struct mem_version *v)
{
	if (!v || atomic_fetch_sub(&v->refs, 1) != 1)
		return;
	for (size_t i = 0; i < v->n_segs; i++)
		segment_unref(v->segs[i]);
	mem_free(v->budget, v->segs, v->cap_segs * sizeof(struct segment *));
	mem_free(v->budget, v, sizeof(*v));
}

bool mem_version_add_take(struct mem_version *v, struct segment *s)
{
	if (!reserve_segs(v, v->n_segs + 1)) {
		segment_unref(s);
		return false;
	}
	v->segs[v->n_segs++] = s;
	v->n_rows += s->n - s->n_deleted;
	return true;
}

/* Bounds of a group name types of the row set that made it; the table's
 * live as long as the segment. */
static void own_bounds(struct rowgroup *g, const struct mem_table *t)
{
	for (size_t i = 0; i < g->n_cols; i++) {
		if (g->cols[i].min.type)
			g->cols[i].min.type = t->types[i];
		if (g->cols[i].max.type)
			g->cols[i].max.type = t->types[i];
	}
}

shade_status mem_version_add_rows(struct shade_cx *cx, struct mem_version *v,
				  const struct mem_table *t, struct rowset *rows,
				  const int64_t *ids, int64_t *first)
{
	size_t n_groups = rows->n_groups, done = 0;

	rows->n_groups = 0;
	for (size_t i = 0; i < n_groups; i++) {
		struct rowgroup *g = rows->groups[i];
		struct buf *id_buf = NULL;
		struct segment *s;
		size_t n = g->n;

		own_bounds(g, t);
		if (ids) {
			id_buf = buf_new(cx->budget, n * sizeof(*ids));
			if (id_buf)
				memcpy(id_buf->p, ids + done, n * sizeof(*ids));
		}
		s = ids && !id_buf ? NULL
				   : segment_new_take(cx->budget, g, id_buf, *first);
		if (ids && !id_buf)
			rowgroup_unref(g);
		if (!s || !mem_version_add_take(v, s)) {
			for (i++; i < n_groups; i++)
				rowgroup_unref(rows->groups[i]);
			return cx_nomem(cx);
		}
		done += n;
		if (!ids)
			*first += (int64_t)n;
	}
	rows->n_rows = 0;
	return SHADE_OK;
}

/* --- compaction ---------------------------------------------------------- */

static bool may_merge(const struct mem_table *t, const struct segment *a,
		      const struct segment *b)
{
	if (a->n + b->n > ROWGROUP_ROWS || a->n > 4 * b->n)
		return false;
	if (!t->is_tracked)
		return true;
	return a->stored == b->stored && a->n_deleted == a->n_stored_deleted &&
	       b->n_deleted == b->n_stored_deleted;
}

static shade_status copy_living(struct shade_cx *cx, const struct mem_table *t,
				struct segment *s, struct rowset *to, int64_t *ids,
				size_t *n_ids)
{
	struct rowset one = { .n_cols = t->n_cols,
			      .types = (const struct type **)t->types,
			      .groups = &s->group,
			      .n_groups = 1 };
	struct arena *a = arena_new(cx->budget);
	struct vector *cols = a ? arena_array(a, struct vector, t->n_cols) : NULL;
	size_t *which = a ? arena_array(a, size_t, t->n_cols) : NULL;
	uint16_t sel[SHADE_BATCH_ROWS];
	shade_status rc = a ? SHADE_OK : cx_nomem(cx);

	for (size_t i = 0; a && i < t->n_cols; i++)
		which[i] = i;
	for (size_t at = 0; !rc && at < s->n; at += SHADE_BATCH_ROWS) {
		size_t left = s->n - at;
		size_t n = left < SHADE_BATCH_ROWS ? left : SHADE_BATCH_ROWS;
		struct batch b = { .n = n, .n_cols = t->n_cols, .cols = cols };

		rowset_view(&one, 0, at, n, which, t->n_cols, cols, a);
		b.n_sel = segment_select(s, at, n, sel);
		b.sel = b.n_sel < n ? sel : NULL;
		for (size_t i = 0; i < n; i++)
			if (!segment_is_deleted(s, at + i))
				ids[(*n_ids)++] = segment_id(s, at + i);
		if (batch_rows(&b) > 0)
			rc = rowset_append(cx, to, &b);
	}
	arena_free(a);
	return rc;
}

static bool ids_are_consecutive(const int64_t *ids, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (ids[i] != ids[i - 1] + 1)
			return false;
	return true;
}

/* Replace the last two segments of v by one without the deleted rows. */
static shade_status merge_last(struct shade_cx *cx, struct mem_version *v,
			       const struct mem_table *t)
{
	struct segment *a = v->segs[v->n_segs - 2], *b = v->segs[v->n_segs - 1];
	size_t room = (a->n + b->n) * sizeof(int64_t), n_ids = 0;
	struct rowset *rows = rowset_new(cx->budget, t->n_cols, t->types);
	int64_t *ids = mem_alloc(cx->budget, room);
	shade_status rc = rows && ids ? SHADE_OK : cx_nomem(cx);
	bool stored = a->stored;
	int64_t first;

	if (!rc)
		rc = copy_living(cx, t, a, rows, ids, &n_ids);
	if (!rc)
		rc = copy_living(cx, t, b, rows, ids, &n_ids);
	if (!rc)
		rc = rowset_finish(cx, rows);
	if (rc)
		goto out;
	v->n_segs -= 2;
	v->n_rows -= a->n - a->n_deleted + b->n - b->n_deleted;
	segment_unref(a);
	segment_unref(b);
	first = n_ids > 0 ? ids[0] : 0;
	rc = mem_version_add_rows(cx, v, t, rows,
				  ids_are_consecutive(ids, n_ids) ? NULL : ids, &first);
	if (!rc && stored && n_ids > 0)
		segment_set_stored(v->segs[v->n_segs - 1]);
out:
	rowset_free(rows);
	mem_free(cx->budget, ids, room);
	return rc;
}

shade_status mem_version_compact(struct shade_cx *cx, struct mem_version *v,
				 const struct mem_table *t)
{
	while (v->n_segs >= 2 &&
	       may_merge(t, v->segs[v->n_segs - 2], v->segs[v->n_segs - 1]))
		TRY(merge_last(cx, v, t));
	return SHADE_OK;
}

/* --- tables -------------------------------------------------------------- */

static void mem_table_free(struct table *base)
{
	struct mem_table *t = (struct mem_table *)base;

	mem_version_unref(t->current);
	table_unref(t->parent);
	arena_free(t->arena);
	mem_free(t->budget, t, sizeof(*t));
}

static void undo_install(struct undo_entry *e)
{
	struct mem_table *t = e->where;

	mem_version_unref(t->current);
	t->current = e->was;
	table_unref(&t->base);
}

static void drop_install(struct undo_entry *e)
{
	struct mem_table *t = e->where;

	mem_version_unref(e->was);
	table_unref(&t->base);
}

shade_status mem_table_install_take(struct shade_cx *cx, struct mem_table *t,
				    struct mem_version *v)
{
	if (!t->log) {
		mem_version_unref(t->current);
		t->current = v;
		return SHADE_OK;
	}
	if (!undo_reserve(t->log)) {
		mem_version_unref(v);
		return cx_nomem(cx);
	}
	table_ref(&t->base);
	undo_push(t->log, (struct undo_entry){ .undo = undo_install,
					       .drop = drop_install,
					       .where = t,
					       .was = t->current });
	t->current = v;
	return SHADE_OK;
}

static const struct table_class mem_table_class;

shade_status mem_table_new(struct shade_cx *cx, struct undo_log *log,
			   const struct source_col *cols, size_t n_cols,
			   struct table **out)
{
	struct mem_table *t = mem_alloc(cx->budget, sizeof(*t));

	if (!t)
		return cx_nomem(cx);
	t->base.cls = &mem_table_class;
	atomic_init(&t->base.refs, 1);
	t->budget = cx->budget;
	t->log = log;
	t->arena = arena_new(cx->budget);
	t->current = mem_version_new(cx->budget);
	if (!t->arena || !t->current) {
		mem_table_free(&t->base);
		return cx_nomem(cx);
	}
	t->n_cols = n_cols;
	t->cols = arena_array(t->arena, struct source_col, n_cols + 1);
	t->types = arena_array(t->arena, const struct type *, n_cols + 1);
	for (size_t i = 0; i < n_cols; i++) {
		t->cols[i] = cols[i];
		t->cols[i].name = str_dup(t->arena, cols[i].name);
		t->cols[i].type = type_dup(t->arena, cols[i].type);
		t->cols[i].comment = str_dup(t->arena, cols[i].comment);
		t->types[i] = t->cols[i].type;
	}
	t->cols[n_cols] = (struct source_col){ .name = STR("_rowid"),
					       .type = type_of(TYPE_BIGINT),
					       .not_null = true,
					       .hidden = true };
	t->types[n_cols] = type_of(TYPE_BIGINT);
	*out = &t->base;
	return SHADE_OK;
}

struct mem_table *mem_table_of(struct table *t)
{
	return t && t->cls == &mem_table_class ? (struct mem_table *)t : NULL;
}

shade_status mem_table_load(struct shade_cx *cx, struct mem_table *t)
{
	shade_status (*load)(struct shade_cx *, struct mem_table *, void *) = t->load;

	if (!load)
		return SHADE_OK;
	TRY(load(cx, t, t->load_arg));
	t->load = NULL;
	return SHADE_OK;
}

shade_status mem_table_share_rows(struct shade_cx *cx, struct mem_table *t,
				  struct mem_table *from)
{
	TRY(mem_table_load(cx, from));
	mem_version_unref(t->current);
	t->current = from->current;
	atomic_fetch_add(&t->current->refs, 1);
	t->parent = table_ref(&from->base);
	t->first_fresh_id = from->first_fresh_id;
	t->load = NULL;
	return SHADE_OK;
}

shade_status mem_table_set_rows(struct shade_cx *cx, struct mem_table *t,
				struct rowset *rows, const int64_t *ids,
				int64_t next_id)
{
	struct mem_version *v = mem_version_new(t->budget);
	int64_t first = next_id;

	if (!v)
		return cx_nomem(cx);
	mem_version_unref(t->current);
	t->current = v;
	t->load = NULL;
	v->next_id = t->first_fresh_id = next_id;
	TRY(mem_version_add_rows(cx, v, t, rows, ids, &first));
	for (size_t i = 0; t->is_tracked && i < v->n_segs; i++)
		segment_set_stored(v->segs[i]);
	return SHADE_OK;
}

bool mem_table_has_unstored(const struct mem_table *t)
{
	for (size_t i = 0; t->current && i < t->current->n_segs; i++) {
		const struct segment *s = t->current->segs[i];

		if (!s->stored || s->n_deleted != s->n_stored_deleted)
			return true;
	}
	return false;
}

static shade_status mem_table_source(struct shade_cx *cx, struct table *t,
				     struct source **out)
{
	struct mem_table *m = (struct mem_table *)t;

	TRY(mem_table_load(cx, m));
	return mem_source_new(cx, m, out);
}

static const struct table_class mem_table_class = {
	.source = mem_table_source,
	.writer_open = mem_writer_open,
	.append = mem_writer_append,
	.remove = mem_writer_remove,
	.update = mem_writer_update,
	.remove_all = mem_writer_remove_all,
	.finish = mem_writer_finish,
	.discard = mem_writer_discard,
	.free = mem_table_free,
};
