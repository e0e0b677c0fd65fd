/*
 * write_objects.c - databases, tables and views that differ from what the
 * file holds.
 */
#include "lake/lake_internal.h"

static shade_status gone(struct commit *c, const char *what, struct str name)
{
	return shade_fail(c->cx, SHADE_E_CONFLICT, NO_SPAN,
			  "another process was faster: it dropped or changed %s "
			  "\"%.*s\"; run it again",
			  what, STR_ARG(name));
}

/* --- databases ----------------------------------------------------------- */

static struct stored_database *stored_of(struct lake *l, const struct database *db)
{
	for (size_t i = 0; i < l->n_stored_dbs; i++)
		if (l->stored_dbs[i].db == db)
			return &l->stored_dbs[i];
	return NULL;
}

static struct str folder_name(struct arena *a, struct str name)
{
	bool plain = name.n > 0;

	for (size_t i = 0; i < name.n; i++) {
		char ch = name.p[i];

		if (!(ch >= 'a' && ch <= 'z') && !(ch >= 'A' && ch <= 'Z') &&
		    !(ch >= '0' && ch <= '9') && ch != '_' && ch != '-')
			plain = false;
	}
	return str_fmt(a, "%.*s/", STR_ARG(plain ? name : lake_uuid(a)));
}

static shade_status create_database(struct commit *c, struct database *db)
{
	struct str name = lake_schema_name(db->name);
	int64_t taken;

	TRY(lake_int(c->cx, c->lake, &taken, 0,
		     "SELECT count(*) FROM ducklake_schema WHERE lower(schema_name) = "
		     "lower(?) AND end_snapshot IS NULL",
		     "t", name));
	if (taken > 0)
		return gone(c, "database", db->name);
	db->stored.id = c->next.next_catalog_id++;
	lake_add_change_name(&c->creates, "created_schema", name, STR_NONE);
	c->anything = c->schema_changed = true;
	return lake_run(c->cx, c->lake,
			"INSERT INTO ducklake_schema VALUES(?, ?, ?, NULL, ?, ?, 1)",
			"ititt", db->stored.id, lake_uuid(c->cx->arena), c->next.id,
			name, folder_name(c->cx->arena, name));
}

static shade_status comment_database(struct commit *c, struct database *db)
{
	TRY(lake_run(c->cx, c->lake,
		     "UPDATE ducklake_tag SET end_snapshot = ? WHERE object_id = ? AND "
		     "key = 'comment' AND end_snapshot IS NULL",
		     "ii", c->next.id, db->stored.id));
	c->anything = c->schema_changed = true;
	if (db->comment.n == 0)
		return SHADE_OK;
	return lake_run(c->cx, c->lake,
			"INSERT INTO ducklake_tag VALUES(?, ?, NULL, 'comment', ?)",
			"iit", db->stored.id, c->next.id, db->comment);
}

static shade_status drop_database(struct commit *c, const struct database *db)
{
	int64_t left;

	TRY(lake_int(c->cx, c->lake, &left, 0,
		     "SELECT (SELECT count(*) FROM ducklake_table WHERE schema_id = ?1 "
		     "AND end_snapshot IS NULL) + (SELECT count(*) FROM ducklake_view "
		     "WHERE schema_id = ?1 AND end_snapshot IS NULL)",
		     "i", db->stored.id));
	if (left > 0)
		return gone(c, "database", db->name);
	lake_add_change(&c->drops, "dropped_schema", db->stored.id);
	c->anything = c->schema_changed = true;
	return lake_run(
		c->cx, c->lake,
		"UPDATE ducklake_schema SET end_snapshot = ? WHERE schema_id = ? "
		"AND end_snapshot IS NULL",
		"ii", c->next.id, db->stored.id);
}

/* New ones; dropped ones end after their tables (lake_write_objects). */
shade_status lake_write_databases(struct commit *c)
{
	struct store *s = &c->lake->base;

	for (size_t i = 0; i < s->n_databases; i++) {
		struct database *db = s->databases[i];
		struct stored_database *was = stored_of(c->lake, db);

		if (!was)
			TRY(create_database(c, db));
		if (!str_eq(was ? was->comment : STR_NONE, db->comment))
			TRY(comment_database(c, db));
	}
	return SHADE_OK;
}

static shade_status end_databases(struct commit *c)
{
	struct store *s = &c->lake->base;

	for (size_t i = 0; i < c->lake->n_stored_dbs; i++) {
		const struct database *db = c->lake->stored_dbs[i].db;
		bool is_there = false;

		for (size_t k = 0; k < s->n_databases; k++)
			is_there |= s->databases[k] == db;
		if (!is_there)
			TRY(drop_database(c, db));
	}
	return SHADE_OK;
}

/* --- dropping ------------------------------------------------------------ */

static shade_status end_where(struct commit *c, const char *table, const char *column,
			      int64_t id)
{
	struct str sql = str_fmt(c->cx->arena,
				 "UPDATE %s SET end_snapshot = ? WHERE %s = ? AND "
				 "end_snapshot IS NULL",
				 table, column);

	return lake_run(c->cx, c->lake, sql.p, "ii", c->next.id, id);
}

static shade_status drop_object(struct commit *c, const struct object *o)
{
	static const char *const tables[][2] = {
		{ "ducklake_table", "table_id" },
		{ "ducklake_partition_info", "table_id" },
		{ "ducklake_column", "table_id" },
		{ "ducklake_column_tag", "table_id" },
		{ "ducklake_data_file", "table_id" },
		{ "ducklake_delete_file", "table_id" },
		{ "ducklake_sort_info", "table_id" },
	};
	int64_t id = o->stored.id;

	c->anything = c->schema_changed = true;
	TRY(end_where(c, "ducklake_tag", "object_id", id));
	if (o->kind == OBJECT_FUNCTION) {
		lake_add_change(&c->drops, lake_function_change(o, false), id);
		return end_where(c, "shade_function", "function_id", id);
	}
	if (object_is_view(o)) {
		lake_add_change(&c->drops, "dropped_view", id);
		return end_where(c, "ducklake_view", "view_id", id);
	}
	lake_add_change(&c->drops, "dropped_table", id);
	for (size_t i = 0; i < ARRAY_LEN(tables); i++)
		TRY(end_where(c, tables[i][0], tables[i][1], id));
	return SHADE_OK;
}

/* --- creating ------------------------------------------------------------ */

static shade_status schema_of(struct commit *c, const struct object *o, int64_t *id)
{
	struct database *db = store_find_database(&c->lake->base, o->path.database);
	int64_t visible;

	if (!db)
		return gone(c, "database", o->path.database);
	TRY(lake_int(c->cx, c->lake, &visible, 0,
		     "SELECT count(*) FROM ducklake_schema WHERE schema_id = ? AND "
		     "end_snapshot IS NULL",
		     "i", db->stored.id));
	if (visible == 0)
		return gone(c, "database", o->path.database);
	*id = db->stored.id;
	return SHADE_OK;
}

static shade_status function_taken(struct commit *c, const struct object *o,
				   int64_t schema, int64_t *n)
{
	bool any;

	*n = 0;
	TRY(lake_has_functions(c->cx, c->lake, &any));
	if (!any)
		return SHADE_OK;
	return lake_int(c->cx, c->lake, n, 0,
			"SELECT count(*) FROM shade_function WHERE schema_id = ? AND "
			"lower(function_name) = lower(?) AND end_snapshot IS NULL",
			"it", schema, o->path.name);
}

static shade_status check_free(struct commit *c, const struct object *o, int64_t schema)
{
	int64_t n;

	if (o->kind == OBJECT_FUNCTION)
		TRY(function_taken(c, o, schema, &n));
	else
		TRY(lake_int(
			c->cx, c->lake, &n, 0,
			"SELECT (SELECT count(*) FROM ducklake_table WHERE schema_id = "
			"?1 "
			"AND lower(table_name) = lower(?2) AND end_snapshot IS NULL) + "
			"(SELECT count(*) FROM ducklake_view WHERE schema_id = ?1 AND "
			"lower(view_name) = lower(?2) AND end_snapshot IS NULL)",
			"it", schema, o->path.name));
	if (n > 0)
		return shade_fail(
			c->cx, SHADE_E_CONFLICT, NO_SPAN,
			"another process was faster: it created \"%.*s\"; run "
			"it again",
			STR_ARG(o->path.name));
	return SHADE_OK;
}

/* "a","b": DuckDB cannot load a catalog where this is NULL. */
static struct str aliases(struct arena *a, const struct object *o)
{
	struct sbuf b = { .arena = a };

	for (size_t i = 0; i < o->n_cols; i++) {
		if (i > 0)
			sbuf_addc(&b, ',');
		lake_add_name(&b, o->cols[i].name);
	}
	return b.n ? sbuf_str(&b) : STR("");
}

static shade_status insert_view(struct commit *c, const struct object *o,
				int64_t schema, struct str uuid)
{
	return lake_run(
		c->cx, c->lake,
		"INSERT INTO ducklake_view VALUES(?, ?, ?, NULL, ?, ?, 'shade', "
		"?, ?)",
		"itiittt", o->stored.id, uuid, c->next.id, schema, o->path.name, o->sql,
		aliases(c->cx->arena, o));
}

static shade_status insert_table(struct commit *c, const struct object *o,
				 int64_t schema)
{
	return lake_run(c->cx, c->lake,
			"INSERT INTO ducklake_table VALUES(?, ?, ?, NULL, ?, ?, ?, ?)",
			"itiitti", o->stored.id, o->stored.uuid, c->next.id, schema,
			o->path.name, o->stored.data_path,
			(int64_t)o->stored.path_is_relative);
}

static const char *created_token(const struct object *o)
{
	if (o->kind == OBJECT_FUNCTION)
		return lake_function_change(o, true);
	return object_is_view(o) ? "created_view" : "created_table";
}

static shade_status create_object(struct commit *c, struct object *o)
{
	struct arena *a = c->cx->arena;
	int64_t schema;

	TRY(schema_of(c, o, &schema));
	TRY(check_free(c, o, schema));
	o->stored.id = c->next.next_catalog_id++;
	o->stored.since = c->next.id;
	o->stored.uuid = str_dup(o->arena, lake_uuid(a));
	c->anything = c->schema_changed = true;
	lake_add_change_name(&c->creates, created_token(o),
			     lake_schema_name(o->path.database), o->path.name);
	if (o->kind == OBJECT_FUNCTION) {
		TRY(lake_write_function(c, o, schema));
	} else if (object_is_view(o)) {
		TRY(insert_view(c, o, schema, o->stored.uuid));
	} else {
		o->stored.data_path = str_dup(o->arena, folder_name(a, o->path.name));
		o->stored.path_is_relative = true;
		TRY(insert_table(c, o, schema));
		for (size_t i = 0; i < o->n_cols; i++) {
			o->defs[i].id = 0;
			o->defs[i].has_initial = false;
		}
		TRY(lake_write_columns(c, o, NULL, o->stored.id));
	}
	return lake_write_tags(c, o, NULL, o->stored.id);
}

/* --- altering ------------------------------------------------------------ */

static shade_status rename_object(struct commit *c, struct object *o,
				  const struct object *was)
{
	int64_t schema;

	TRY(schema_of(c, o, &schema));
	if (object_is_view(o)) {
		if (path_equal(&o->path, &was->path) &&
		    str_eq(o->path.name, was->path.name))
			return SHADE_OK;
		TRY(end_where(c, "ducklake_view", "view_id", o->stored.id));
		TRY(check_free(c, o, schema));
		c->altered = true;
		return insert_view(c, o, schema, o->stored.uuid);
	}
	if (str_eq(o->path.name, was->path.name) &&
	    str_eq_nocase(o->path.database, was->path.database))
		return SHADE_OK;
	TRY(end_where(c, "ducklake_table", "table_id", o->stored.id));
	TRY(check_free(c, o, schema));
	c->altered = true;
	return insert_table(c, o, schema);
}

static shade_status alter_object(struct commit *c, struct object *o,
				 const struct object *was)
{
	bool is_view = object_is_view(o);

	if (o->kind == OBJECT_FUNCTION) /* replaced as a whole */
		return SHADE_OK;
	c->altered = false;
	TRY(rename_object(c, o, was));
	if (!is_view)
		TRY(lake_write_columns(c, o, was, o->stored.id));
	TRY(lake_write_tags(c, o, was, o->stored.id));
	if (!c->altered)
		return SHADE_OK;
	c->anything = c->schema_changed = true;
	lake_add_change(&c->alters, is_view ? "altered_view" : "altered_table",
			o->stored.id);
	return SHADE_OK;
}

/* --- all ----------------------------------------------------------------- */

static int cmp_ids(const void *x, const void *y)
{
	int64_t a = (*(struct object *const *)x)->stored.id;
	int64_t b = (*(struct object *const *)y)->stored.id;

	return a < b ? -1 : a > b;
}

static struct object **by_id(struct arena *a, const struct object_list *l)
{
	struct object **v = arena_array(a, struct object *, l->n);

	if (l->n > 0)
		memcpy(v, l->v, l->n * sizeof(*v));
	qsort(v, l->n, sizeof(*v), cmp_ids);
	return v;
}

static struct object *find_id(struct object **v, size_t n, int64_t id)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (v[mid]->stored.id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < n && v[lo]->stored.id == id ? v[lo] : NULL;
}

shade_status lake_write_objects(struct commit *c)
{
	struct store *s = &c->lake->base;
	struct object **was = by_id(c->cx->arena, &c->lake->stored);
	struct object **now = by_id(c->cx->arena, &s->objects);
	size_t n_was = c->lake->stored.n, n_now = s->objects.n;

	for (size_t i = 0; i < n_was; i++)
		if (!find_id(now, n_now, was[i]->stored.id))
			TRY(drop_object(c, was[i]));
	TRY(end_databases(c));
	for (size_t i = 0; i < n_now; i++) {
		struct object *o = now[i];
		struct object *before;

		if (o->stored.id == 0) {
			TRY(create_object(c, o));
			continue;
		}
		before = find_id(was, n_was, o->stored.id);
		if (before && before != o)
			TRY(alter_object(c, o, before));
	}
	for (size_t i = 0; i < n_now; i++)
		if (now[i]->table)
			TRY(lake_write_rows(c, now[i]));
	return SHADE_OK;
}
