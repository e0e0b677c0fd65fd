/*
 * rows_read.c - the rows of a table from its inlined data tables.
 *
 * There is one such table a shape that the table has had; a column that an
 * older shape lacks reads its initial default.  Rows become columns in
 * memory once, and stay there until another process changes the table.
 */
#include "lake/lake_internal.h"

struct row_reader {
	struct shade_cx *cx;
	struct lake *lake;
	struct object *object;
	struct mem_table *table;
	int64_t table_id, snapshot;
	struct rowset *rows;
	int64_t *ids;
	size_t n_ids, cap_ids;
	/* one batch */
	struct vector **cols;
	struct vector *view;
	struct heap *heap;
	size_t n;
	int *source; /* sqlite column of column i, -1: the initial value */
	struct value *initial;
};

/* --- one cell ------------------------------------------------------------ */

static shade_status bad_cell(struct row_reader *r, sqlite3_stmt *st, size_t col)
{
	struct str text = lake_text(r->cx->arena, st, r->source[col]);

	return lake_corrupt(r->cx, r->lake,
			    "row %lld of table \"%.*s\" has \"%.*s\" in column "
			    "\"%.*s\", which is no %.*s",
			    (long long)sqlite3_column_int64(st, 0),
			    STR_ARG(r->object->path.name),
			    (int)(text.n > 100 ? 100 : text.n), text.p ? text.p : "",
			    STR_ARG(r->table->cols[col].name),
			    STR_ARG(type_name(r->cx->arena, r->table->types[col])));
}

static bool store_int(struct vector *v, size_t row, int64_t i)
{
	switch (type_phys(v->type)) {
	case PHYS_BOOL: ((uint8_t *)v->data)[row] = i != 0; return i == 0 || i == 1;
	case PHYS_I8: ((int8_t *)v->data)[row] = (int8_t)i; return i == (int8_t)i;
	case PHYS_I16: ((int16_t *)v->data)[row] = (int16_t)i; return i == (int16_t)i;
	case PHYS_I32: ((int32_t *)v->data)[row] = (int32_t)i; return i == (int32_t)i;
	case PHYS_I64: ((int64_t *)v->data)[row] = i; return true;
	default: return false;
	}
}

static shade_status store_bytes(struct row_reader *r, struct vector *v, const void *p,
				size_t n)
{
	char *copy;

	if (n > UINT32_MAX)
		return lake_corrupt(r->cx, r->lake, "a value is longer than 4 GB");
	if (n <= STRV_INLINE) {
		((struct strv *)v->data)[r->n] = strv_make(p, n);
		return SHADE_OK;
	}
	copy = heap_alloc(r->heap, n);
	if (!copy)
		return cx_nomem(r->cx);
	memcpy(copy, p, n);
	((struct strv *)v->data)[r->n] = strv_make(copy, n);
	return SHADE_OK;
}

static shade_status store_value(struct row_reader *r, struct vector *v,
				const struct value *val)
{
	switch (type_phys(v->type)) {
	case PHYS_STR: return store_bytes(r, v, val->s.p, val->s.n);
	case PHYS_F32: ((float *)v->data)[r->n] = (float)val->d; return SHADE_OK;
	case PHYS_F64: ((double *)v->data)[r->n] = val->d; return SHADE_OK;
	case PHYS_I128: ((__int128 *)v->data)[r->n] = val->h; return SHADE_OK;
	default: (void)store_int(v, r->n, val->i); return SHADE_OK;
	}
}

static void set_null(struct row_reader *r, struct vector *v)
{
	validity_clear(vector_validity(r->cx->arena, v, SHADE_BATCH_ROWS), r->n);
	if (type_phys(v->type) == PHYS_STR)
		((struct strv *)v->data)[r->n] = strv_make("", 0);
}

/* Numbers that DuckDB wrote as text (uint64), or the other way round. */
static shade_status store_text(struct row_reader *r, sqlite3_stmt *st, size_t i)
{
	struct vector *v = r->cols[i];
	struct str text = { (const char *)sqlite3_column_text(st, r->source[i]),
			    (size_t)sqlite3_column_bytes(st, r->source[i]) };
	struct value val;

	if (!text.p)
		return cx_nomem(r->cx);
	if (v->type->id == TYPE_VARCHAR || v->type->id == TYPE_CHAR)
		return store_bytes(r, v, text.p, text.n);
	if (!lake_value_parse(r->cx, text, v->type, &val) || val.is_null)
		return bad_cell(r, st, i);
	return store_value(r, v, &val);
}

static shade_status read_cell(struct row_reader *r, sqlite3_stmt *st, size_t i)
{
	struct vector *v = r->cols[i];
	int at = r->source[i];

	if (at < 0) {
		if (r->initial[i].is_null || !r->initial[i].type) {
			set_null(r, v);
			return SHADE_OK;
		}
		return store_value(r, v, &r->initial[i]);
	}
	switch (sqlite3_column_type(st, at)) {
	case SQLITE_NULL: set_null(r, v); return SHADE_OK;
	case SQLITE_INTEGER:
		if (type_family(v->type) != FAMILY_INTEGER &&
		    v->type->id != TYPE_BOOLEAN)
			return store_text(r, st, i);
		if (type_phys(v->type) == PHYS_I128)
			return store_text(r, st, i);
		if (!store_int(v, r->n, sqlite3_column_int64(st, at)))
			return bad_cell(r, st, i);
		return SHADE_OK;
	case SQLITE_BLOB:
		if (v->type->id != TYPE_BINARY)
			return bad_cell(r, st, i);
		return store_bytes(r, v, sqlite3_column_blob(st, at),
				   (size_t)sqlite3_column_bytes(st, at));
	default: return store_text(r, st, i);
	}
}

/* --- batches ------------------------------------------------------------- */

static shade_status flush(struct row_reader *r)
{
	struct batch b = { .n = r->n, .n_cols = r->table->n_cols, .cols = r->view };

	if (r->n == 0)
		return SHADE_OK;
	for (size_t i = 0; i < b.n_cols; i++)
		r->view[i] = *r->cols[i];
	r->n = 0;
	TRY(cx_check_arena(r->cx));
	TRY(rowset_append(r->cx, r->rows, &b));
	for (size_t i = 0; i < b.n_cols; i++)
		if (r->cols[i]->validity)
			memset(r->cols[i]->validity, 0xff,
			       VALIDITY_WORDS(SHADE_BATCH_ROWS) * sizeof(uint64_t));
	heap_reset(r->heap);
	return SHADE_OK;
}

static bool add_id(struct row_reader *r, int64_t id)
{
	if (r->n_ids == r->cap_ids) {
		size_t cap = r->cap_ids ? r->cap_ids * 2 : 1024;
		int64_t *v = mem_realloc(r->cx->budget, r->ids, r->cap_ids * sizeof(*v),
					 cap * sizeof(*v));

		if (!v)
			return false;
		r->ids = v;
		r->cap_ids = cap;
	}
	r->ids[r->n_ids++] = id;
	return true;
}

static shade_status read_rows(struct row_reader *r, sqlite3_stmt *st)
{
	int64_t id;
	bool row;

	for (;;) {
		TRY(lake_step(r->cx, r->lake, st, &row));
		if (!row)
			return SHADE_OK;
		id = sqlite3_column_int64(st, 0);
		if (id < 0 || id > LAKE_MAX_ID)
			return lake_corrupt(r->cx, r->lake,
					    "table \"%.*s\" has a row with id %lld",
					    STR_ARG(r->object->path.name),
					    (long long)id);
		if (!add_id(r, id))
			return cx_nomem(r->cx);
		for (size_t i = 0; i < r->table->n_cols; i++)
			TRY(read_cell(r, st, i));
		if (++r->n == SHADE_BATCH_ROWS) {
			TRY(cx_check_cancel(r->cx));
			TRY(flush(r));
		}
	}
}

/* --- one inlined table --------------------------------------------------- */

/* Names that the columns had in that shape, by column id. */
static shade_status shape_columns(struct row_reader *r, int64_t version,
				  struct sbuf *select)
{
	struct object *o = r->object;
	sqlite3_stmt *st;
	int64_t at;
	int n = 1;
	shade_status rc;
	bool row;

	TRY(lake_int(
		r->cx, r->lake, &at, -1,
		"SELECT begin_snapshot FROM ducklake_schema_versions WHERE table_id "
		"= ? AND schema_version = ?",
		"ii", r->table_id, version));
	if (at < 0)
		TRY(lake_int(r->cx, r->lake, &at, 0,
			     "SELECT min(begin_snapshot) FROM ducklake_table WHERE "
			     "table_id = ?",
			     "i", r->table_id));
	for (size_t i = 0; i < o->n_cols; i++)
		r->source[i] = -1;
	TRY(lake_prepare(r->cx, r->lake,
			 STR("SELECT column_id, column_name FROM ducklake_column WHERE "
			     "table_id = ?2 AND parent_column IS NULL AND "
			     "begin_snapshot <= ?1 AND (end_snapshot IS NULL OR "
			     "end_snapshot > ?1)"),
			 &st));
	sqlite3_bind_int64(st, 1, at);
	sqlite3_bind_int64(st, 2, r->table_id);
	while (!(rc = lake_step(r->cx, r->lake, st, &row)) && row) {
		struct str name = lake_text(r->cx->arena, st, 1);

		for (size_t i = 0; i < o->n_cols && name.p; i++) {
			if (o->defs[i].id != sqlite3_column_int64(st, 0) ||
			    r->source[i] >= 0)
				continue;
			sbuf_add(select, STR(", "));
			lake_add_name(select, name);
			r->source[i] = n++;
		}
	}
	sqlite3_finalize(st);
	return rc;
}

static shade_status read_inlined(struct row_reader *r, struct str name, int64_t version)
{
	struct sbuf sql = { .arena = r->cx->arena };
	sqlite3_stmt *st;
	shade_status rc;

	sbuf_add(&sql, STR("SELECT row_id"));
	TRY(shape_columns(r, version, &sql));
	sbuf_add(&sql, STR(" FROM "));
	lake_add_name(&sql, name);
	sbuf_addf(&sql,
		  " WHERE begin_snapshot <= %lld AND (end_snapshot IS NULL OR "
		  "end_snapshot > %lld) ORDER BY row_id",
		  (long long)r->snapshot, (long long)r->snapshot);
	TRY(lake_prepare(r->cx, r->lake, sbuf_str(&sql), &st));
	rc = read_rows(r, st);
	sqlite3_finalize(st);
	return rc;
}

static shade_status read_all(struct row_reader *r)
{
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	TRY(lake_prepare(r->cx, r->lake,
			 STR("SELECT table_name, schema_version FROM "
			     "ducklake_inlined_data_tables WHERE table_id = ? ORDER BY "
			     "schema_version"),
			 &st));
	sqlite3_bind_int64(st, 1, r->table_id);
	while (!(rc = lake_step(r->cx, r->lake, st, &row)) && row) {
		struct str name = lake_text(r->cx->arena, st, 0);

		if (!name.p)
			rc = lake_corrupt(r->cx, r->lake,
					  "an inlined table has no name");
		else
			rc = read_inlined(r, name, sqlite3_column_int64(st, 1));
		if (rc)
			break;
	}
	sqlite3_finalize(st);
	return rc ? rc : flush(r);
}

/* --- the table ----------------------------------------------------------- */

static shade_status refuse(struct row_reader *r)
{
	struct str why = object_property(r->object, STR("shade.unreadable"));
	int64_t files;

	if (why.n > 0)
		return shade_fail(r->cx, SHADE_E_UNSUPPORTED, NO_SPAN,
				  "not supported yet: table \"%.*s\" has %.*s",
				  STR_ARG(r->object->path.name), STR_ARG(why));
	TRY(lake_int(r->cx, r->lake, &files, 0,
		     "SELECT count(*) FROM ducklake_data_file WHERE table_id = ?2 AND "
		     "begin_snapshot <= ?1 AND (end_snapshot IS NULL OR end_snapshot > "
		     "?1)",
		     "ii", r->snapshot, r->table_id));
	if (files > 0)
		return shade_fail(
			r->cx, SHADE_E_UNSUPPORTED, NO_SPAN,
			"not supported yet: table \"%.*s\" keeps rows in %lld "
			"Parquet %s",
			STR_ARG(r->object->path.name), (long long)files,
			files == 1 ? "file" : "files");
	return SHADE_OK;
}

static shade_status reader_init(struct row_reader *r)
{
	struct arena *a = r->cx->arena;
	size_t n = r->table->n_cols;

	r->rows = rowset_new(r->cx->budget, n, r->table->types);
	r->heap = heap_new(r->cx->budget);
	if (!r->rows || !r->heap)
		return cx_nomem(r->cx);
	r->cols = arena_array(a, struct vector *, n);
	r->view = arena_array(a, struct vector, n);
	r->source = arena_array(a, int, n);
	r->initial = arena_array(a, struct value, n);
	for (size_t i = 0; i < n; i++) {
		const struct column_def *def = &r->object->defs[i];

		r->cols[i] = vector_new(a, r->table->types[i], SHADE_BATCH_ROWS);
		if (def->has_initial &&
		    !lake_value_parse(r->cx, def->initial, r->table->types[i],
				      &r->initial[i]))
			r->initial[i] = (struct value){ 0 };
	}
	return cx_check_arena(r->cx);
}

shade_status lake_load_rows(struct shade_cx *cx, struct mem_table *t, void *arg)
{
	struct lake_table *lt = arg;
	struct row_reader r = { .cx = cx,
				.lake = lt->lake,
				.object = lt->object,
				.table = t,
				.table_id = lt->table_id,
				.snapshot = lt->lake->now.id };
	int64_t next = 0;
	shade_status rc = refuse(&r);

	if (!rc)
		rc = reader_init(&r);
	if (!rc)
		rc = lake_int(cx, lt->lake, &next, 0,
			      "SELECT max(next_row_id) FROM ducklake_table_stats WHERE "
			      "table_id = ?",
			      "i", lt->table_id);
	if (!rc)
		rc = read_all(&r);
	if (!rc)
		rc = rowset_finish(cx, r.rows);
	if (!rc && (next < 0 || next > LAKE_MAX_ID))
		rc = lake_corrupt(cx, lt->lake, "the next row id of \"%.*s\" is %lld",
				  STR_ARG(lt->object->path.name), (long long)next);
	for (size_t i = 0; i < r.n_ids; i++)
		if (r.ids[i] >= next)
			next = r.ids[i] + 1;
	if (!rc)
		rc = mem_table_set_rows(cx, t, r.rows, r.ids, next);
	rowset_free(r.rows);
	heap_free(r.heap);
	mem_free(cx->budget, r.ids, r.cap_ids * sizeof(*r.ids));
	return rc;
}

/* --- tables of a lake ---------------------------------------------------- */

shade_status lake_table_new(struct shade_cx *cx, struct store *s, struct object *o)
{
	struct lake_table *lt;
	struct mem_table *t;

	for (size_t i = 0; i < o->n_cols; i++)
		if (!lake_type_name(cx->arena, o->cols[i].type).p &&
		    !object_property(o, STR("shade.read_only")).p)
			return shade_fail(
				cx, SHADE_E_UNSUPPORTED, NO_SPAN,
				"not supported yet: column \"%.*s\" of type "
				"%.*s in a permanent table; a TEMPORARY table "
				"takes it",
				STR_ARG(o->cols[i].name),
				STR_ARG(type_name(cx->arena, o->cols[i].type)));
	TRY(mem_table_new(cx, s->log, o->cols, o->n_cols, &o->table));
	t = mem_table_of(o->table);
	t->is_tracked = true;
	lt = arena_new_of(t->arena, struct lake_table);
	lt->lake = (struct lake *)s;
	lt->object = o;
	t->load_arg = lt;
	return SHADE_OK;
}

struct lake_table *lake_table_of(struct object *o)
{
	struct mem_table *t = mem_table_of(o->table);

	return t && t->is_tracked ? t->load_arg : NULL;
}
