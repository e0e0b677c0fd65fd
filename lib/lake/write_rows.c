/*
 * write_rows.c - new rows into a table's inlined data table, removed rows
 * out of it.
 */
#include "lake/lake_internal.h"

struct row_writer {
	struct commit *c;
	struct object *object;
	struct mem_table *table;
	int64_t table_id;
	int64_t shift; /* of ids that are new since the load */
	int64_t next_row_id;
	size_t n_inserted, n_deleted;
	struct column_stats *stats;
	struct arena *arena; /* reset a batch */
};

/* --- removed rows -------------------------------------------------------- */

struct inlined {
	struct str name;
	sqlite3_stmt *end; /* one row */
};

static shade_status list_inlined(struct row_writer *w, struct inlined **out, size_t *n)
{
	struct commit *c = w->c;
	VEC(struct inlined) v = { 0 };
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	TRY(lake_prepare(
		c->cx, c->lake,
		STR("SELECT table_name FROM ducklake_inlined_data_tables WHERE "
		    "table_id = ? ORDER BY schema_version DESC"),
		&st));
	sqlite3_bind_int64(st, 1, w->table_id);
	while (!(rc = lake_step(c->cx, c->lake, st, &row)) && row) {
		struct inlined in = { .name = lake_text(c->cx->arena, st, 0) };

		if (in.name.p)
			vec_push(c->cx->arena, &v, in);
	}
	sqlite3_finalize(st);
	*out = v.v;
	*n = v.n;
	return rc;
}

static shade_status prepare_end(struct row_writer *w, struct inlined *in)
{
	struct commit *c = w->c;
	struct sbuf sql = { .arena = c->cx->arena };

	sbuf_add(&sql, STR("CREATE INDEX IF NOT EXISTS "));
	lake_add_name(&sql, str_fmt(c->cx->arena, "shade_ix_%.*s", STR_ARG(in->name)));
	sbuf_add(&sql, STR(" ON "));
	lake_add_name(&sql, in->name);
	sbuf_add(&sql, STR("(row_id)"));
	TRY(lake_exec(c->cx, c->lake, sbuf_str(&sql).p));
	sql = (struct sbuf){ .arena = c->cx->arena };
	sbuf_add(&sql, STR("UPDATE "));
	lake_add_name(&sql, in->name);
	sbuf_addf(&sql,
		  " SET end_snapshot = %lld WHERE row_id = ? AND end_snapshot IS NULL",
		  (long long)c->next.id);
	return lake_prepare(c->cx, c->lake, sbuf_str(&sql), &in->end);
}

static shade_status end_row(struct row_writer *w, struct inlined *list, size_t n,
			    int64_t id)
{
	struct commit *c = w->c;
	bool row;

	for (size_t i = 0; i < n; i++) {
		if (!list[i].end)
			TRY(prepare_end(w, &list[i]));
		sqlite3_reset(list[i].end);
		sqlite3_bind_int64(list[i].end, 1, id);
		TRY(lake_step(c->cx, c->lake, list[i].end, &row));
		if (sqlite3_changes(c->lake->db) > 0)
			return SHADE_OK;
	}
	c->lost_row = true; /* another process removed it: a conflict */
	return SHADE_OK;
}

static bool is_removed(const struct segment *s, size_t row)
{
	return segment_is_deleted(s, row) && !segment_is_deleted_in_file(s, row);
}

static shade_status end_rows(struct row_writer *w)
{
	const struct mem_version *v = w->table->current;
	struct inlined *list = NULL;
	size_t n = 0;
	shade_status rc = SHADE_OK;

	for (size_t i = 0; i < v->n_segs && !rc; i++) {
		const struct segment *s = v->segs[i];

		if (!s->stored || s->n_deleted == s->n_stored_deleted)
			continue;
		if (!list)
			rc = list_inlined(w, &list, &n);
		for (size_t row = 0; row < s->n && !rc; row++) {
			if (!is_removed(s, row))
				continue;
			rc = end_row(w, list, n, segment_id(s, row));
			w->n_deleted++;
		}
	}
	for (size_t i = 0; i < n; i++)
		sqlite3_finalize(list[i].end);
	return rc;
}

/* --- new rows ------------------------------------------------------------ */

static void bind_value(struct row_writer *w, sqlite3_stmt *st, int at,
		       const struct value *v)
{
	if (v->is_null) {
		sqlite3_bind_null(st, at);
		return;
	}
	switch (v->type->id) {
	case TYPE_BOOLEAN:
	case TYPE_TINYINT:
	case TYPE_SMALLINT:
	case TYPE_INT:
	case TYPE_BIGINT: sqlite3_bind_int64(st, at, v->i); return;
	case TYPE_BINARY:
		sqlite3_bind_blob64(st, at, v->s.n ? v->s.p : "", v->s.n,
				    SQLITE_STATIC);
		return;
	case TYPE_CHAR:
	case TYPE_VARCHAR:
		sqlite3_bind_text64(st, at, v->s.n ? v->s.p : "", v->s.n, SQLITE_STATIC,
				    SQLITE_UTF8);
		return;
	default: {
		struct str s = lake_value_text(w->arena, v);

		sqlite3_bind_text64(st, at, s.p, s.n, SQLITE_STATIC, SQLITE_UTF8);
	}
	}
}

static int64_t stored_row_id(const struct row_writer *w, int64_t id)
{
	return id >= w->table->first_fresh_id ? id + w->shift : id;
}

static shade_status insert_row(struct row_writer *w, sqlite3_stmt *st, int64_t id,
			       const struct vector *cols, size_t row)
{
	struct commit *c = w->c;
	bool more;

	id = stored_row_id(w, id);
	if (id >= w->next_row_id)
		w->next_row_id = id + 1;
	sqlite3_bind_int64(st, 1, id);
	for (size_t i = 0; i < w->table->n_cols; i++) {
		struct value v = vector_value(&cols[i], row, w->arena);

		v.type = w->table->types[i];
		stats_add(&w->stats[i], c->cx->arena, &v);
		bind_value(w, st, (int)i + 2, &v);
	}
	TRY(lake_step(c->cx, c->lake, st, &more));
	sqlite3_reset(st);
	w->n_inserted++;
	return SHADE_OK;
}

static shade_status insert_segment(struct row_writer *w, sqlite3_stmt *st,
				   struct segment *s)
{
	struct mem_table *t = w->table;
	struct rowset one = { .n_cols = t->n_cols,
			      .types = t->types,
			      .groups = &s->group,
			      .n_groups = 1 };
	struct vector *cols = arena_array(w->c->cx->arena, struct vector, t->n_cols);
	size_t *which = arena_array(w->c->cx->arena, size_t, t->n_cols);

	for (size_t i = 0; i < t->n_cols; i++)
		which[i] = i;
	for (size_t at = 0; at < s->n; at += 1024) {
		size_t n = s->n - at < 1024 ? s->n - at : 1024;

		arena_reset(w->arena);
		rowset_view(&one, 0, at, n, which, t->n_cols, cols, w->arena);
		for (size_t row = 0; row < n; row++)
			if (!segment_is_deleted(s, at + row))
				TRY(insert_row(w, st, segment_id(s, at + row), cols,
					       row));
	}
	return SHADE_OK;
}

/* The inlined table that new rows go to; made if there is none. */
static shade_status newest_inlined(struct row_writer *w, struct str *name)
{
	struct commit *c = w->c;
	struct inlined *list;
	size_t n;

	TRY(list_inlined(w, &list, &n));
	if (n == 0) {
		TRY(lake_create_inlined(c, w->object, w->table_id));
		TRY(list_inlined(w, &list, &n));
	}
	*name = n > 0 ? list[0].name : STR_NONE;
	return SHADE_OK;
}

static shade_status prepare_insert(struct row_writer *w, sqlite3_stmt **out)
{
	struct commit *c = w->c;
	struct sbuf sql = { .arena = c->cx->arena };
	struct str name;

	TRY(newest_inlined(w, &name));
	sbuf_add(&sql, STR("INSERT INTO "));
	lake_add_name(&sql, name);
	sbuf_add(&sql, STR("(row_id, begin_snapshot, end_snapshot"));
	for (size_t i = 0; i < w->object->n_cols; i++) {
		sbuf_add(&sql, STR(", "));
		lake_add_name(&sql, w->object->cols[i].name);
	}
	sbuf_addf(&sql, ") VALUES(?, %lld, NULL", (long long)c->next.id);
	for (size_t i = 0; i < w->object->n_cols; i++)
		sbuf_add(&sql, STR(", ?"));
	sbuf_addc(&sql, ')');
	return lake_prepare(c->cx, c->lake, sbuf_str(&sql), out);
}

static shade_status insert_rows(struct row_writer *w)
{
	const struct mem_version *v = w->table->current;
	sqlite3_stmt *st = NULL;
	shade_status rc = SHADE_OK;

	for (size_t i = 0; i < v->n_segs && !rc; i++) {
		if (v->segs[i]->stored || v->segs[i]->n_deleted == v->segs[i]->n)
			continue;
		if (!st)
			rc = prepare_insert(w, &st);
		if (!rc)
			rc = insert_segment(w, st, v->segs[i]);
	}
	sqlite3_finalize(st);
	return rc;
}

/* --- a table ------------------------------------------------------------- */

static shade_status write_all(struct row_writer *w)
{
	struct commit *c = w->c;
	int64_t next;

	TRY(lake_int(c->cx, c->lake, &next, 0,
		     "SELECT max(next_row_id) FROM ducklake_table_stats WHERE table_id "
		     "= ?",
		     "i", w->table_id));
	if (next < 0 || next > LAKE_MAX_ID)
		return lake_corrupt(c->cx, c->lake,
				    "the next row id of \"%.*s\" is %lld",
				    STR_ARG(w->object->path.name), (long long)next);
	w->shift = next > w->table->first_fresh_id ? next - w->table->first_fresh_id
						   : 0;
	w->next_row_id = next;
	w->stats = arena_array(c->cx->arena, struct column_stats, w->table->n_cols);
	for (size_t i = 0; i < w->table->n_cols; i++)
		stats_init(&w->stats[i], w->table->types[i]);
	TRY(end_rows(w));
	TRY(insert_rows(w));
	if (w->n_inserted > 0) {
		TRY(stats_write(c, w->object, w->table_id, w->stats, w->n_inserted,
				w->next_row_id));
		lake_add_change(&c->inserts, "inlined_insert", w->table_id);
		c->anything = true;
	}
	if (w->n_deleted > 0) {
		lake_add_change(&c->deletes, "inlined_delete", w->table_id);
		c->anything = true;
	}
	return SHADE_OK;
}

shade_status lake_write_rows(struct commit *c, struct object *o)
{
	struct row_writer w = { .c = c,
				.object = o,
				.table = mem_table_of(o->table),
				.table_id = o->stored.id };
	shade_status rc;

	if (!lake_table_of(o) || w.table->load || !mem_table_has_unstored(w.table))
		return SHADE_OK;
	if (object_property(o, STR("shade.read_only")).p)
		return shade_fail(c->cx, SHADE_E_UNSUPPORTED, NO_SPAN,
				  "not supported yet: writing into \"%.*s\", whose "
				  "column \"%.*s\" has a type that shade only reads",
				  STR_ARG(o->path.name),
				  STR_ARG(object_property(o, STR("shade.read_only"))));
	w.arena = arena_new(c->cx->budget);
	if (!w.arena)
		return cx_nomem(c->cx);
	rc = write_all(&w);
	arena_free(w.arena);
	return rc;
}
