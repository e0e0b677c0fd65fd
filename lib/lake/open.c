/*
 * open.c - opening a catalog's file, and seeing what others committed.
 */
#include "lake/lake_internal.h"

#include <errno.h>
#include <unistd.h>

#include "base/io.h"

#define BUSY_MS 10000

static shade_status set_up(struct shade_cx *cx, struct lake *l)
{
	sqlite3_busy_timeout(l->db, BUSY_MS);
	sqlite3_extended_result_codes(l->db, 1);
	sqlite3_db_config(l->db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
	sqlite3_db_config(l->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
	/* The first read of the file: not a database is found here. */
	TRY(lake_exec(cx, l, "PRAGMA synchronous = FULL"));
	TRY(lake_exec(cx, l, "PRAGMA cell_size_check = ON"));
	TRY(lake_exec(cx, l, "SELECT count(*) FROM sqlite_schema"));
	if (!l->base.read_only)
		TRY(lake_exec(cx, l, "PRAGMA journal_mode = WAL"));
	return SHADE_OK;
}

static shade_status is_empty(struct shade_cx *cx, struct lake *l, bool *empty)
{
	int64_t n;

	TRY(lake_int(cx, l, &n, 0, "SELECT count(*) FROM sqlite_schema", ""));
	*empty = n == 0;
	return SHADE_OK;
}

/* Two processes may find the new file empty: look again under the lock. */
static shade_status create(struct shade_cx *cx, struct lake *l)
{
	bool empty = false;
	shade_status rc;

	if (l->base.read_only)
		return shade_fail(cx, SHADE_E_READ_ONLY, NO_SPAN,
				  "\"%.*s\" is empty and was opened read-only",
				  STR_ARG(l->base.path));
	TRY(lake_exec(cx, l, "BEGIN IMMEDIATE"));
	rc = is_empty(cx, l, &empty);
	if (!rc && empty)
		rc = lake_create_tables(cx, l);
	if (!rc)
		rc = lake_exec(cx, l, "COMMIT");
	if (rc)
		sqlite3_exec(l->db, "ROLLBACK", NULL, NULL, NULL);
	return rc;
}

static shade_status metadata(struct shade_cx *cx, struct lake *l, const char *key,
			     struct str *out)
{
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	TRY(lake_prepare(cx, l,
			 STR("SELECT value FROM ducklake_metadata WHERE key = ? AND "
			     "scope IS NULL"),
			 &st));
	lake_bind_text(st, 1, str_from(key));
	rc = lake_step(cx, l, st, &row);
	*out = !rc && row ? lake_text(cx->arena, st, 0) : STR_NONE;
	sqlite3_finalize(st);
	return rc;
}

static shade_status check_format(struct shade_cx *cx, struct lake *l)
{
	struct str version, encrypted;
	int64_t n;

	TRY(lake_int(cx, l, &n, 0,
		     "SELECT count(*) FROM sqlite_schema WHERE name = "
		     "'ducklake_metadata'",
		     ""));
	if (n == 0)
		return shade_fail(cx, SHADE_E_CATALOG_CORRUPT, NO_SPAN,
				  "\"%.*s\" is a sqlite3 file, but not a catalog: it "
				  "has no table \"ducklake_metadata\"",
				  STR_ARG(l->base.path));
	TRY(metadata(cx, l, "version", &version));
	if (!str_eq(version, STR("1.0")))
		return shade_fail(
			cx, SHADE_E_UNSUPPORTED, NO_SPAN,
			"catalog \"%.*s\" has DuckLake version \"%.*s\"; only "
			"1.0 is supported",
			STR_ARG(l->base.path), STR_ARG(version));
	TRY(metadata(cx, l, "encrypted", &encrypted));
	if (str_eq_nocase(encrypted, STR("true")))
		return shade_fail(cx, SHADE_E_UNSUPPORTED, NO_SPAN,
				  "catalog \"%.*s\" is encrypted, which is not "
				  "supported",
				  STR_ARG(l->base.path));
	return SHADE_OK;
}

static bool in_range(int64_t n)
{
	return n >= 0 && n <= LAKE_MAX_ID;
}

shade_status lake_newest_snapshot(struct shade_cx *cx, struct lake *l,
				  struct snapshot *out)
{
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	TRY(lake_prepare(cx, l,
			 STR("SELECT snapshot_id, schema_version, next_catalog_id, "
			     "next_file_id FROM ducklake_snapshot ORDER BY snapshot_id "
			     "DESC LIMIT 1"),
			 &st));
	rc = lake_step(cx, l, st, &row);
	if (!rc && !row)
		rc = lake_corrupt(cx, l, "it has no snapshot");
	if (!rc)
		*out = (struct snapshot){
			.id = sqlite3_column_int64(st, 0),
			.schema_version = sqlite3_column_int64(st, 1),
			.next_catalog_id = sqlite3_column_int64(st, 2),
			.next_file_id = sqlite3_column_int64(st, 3),
		};
	sqlite3_finalize(st);
	if (!rc && !(in_range(out->id) && in_range(out->schema_version) &&
		     in_range(out->next_catalog_id) && in_range(out->next_file_id)))
		rc = lake_corrupt(cx, l,
				  "the counters of snapshot %lld are out of range",
				  (long long)out->id);
	return rc;
}

/* --- the store ----------------------------------------------------------- */

static shade_status lake_refresh(struct shade_cx *cx, struct store *s)
{
	struct lake *l = (struct lake *)s;
	int64_t version;
	shade_status rc;

	TRY(lake_int(cx, l, &version, 0, "PRAGMA data_version", ""));
	if (version == l->data_version && !l->must_reload)
		return SHADE_OK;
	TRY(lake_exec(cx, l, "BEGIN"));
	rc = lake_load(cx, l);
	if (!rc)
		rc = lake_exec(cx, l, "COMMIT");
	if (rc) {
		sqlite3_exec(l->db, "ROLLBACK", NULL, NULL, NULL);
		l->must_reload = true;
		l->now.id = -1;
		return rc;
	}
	l->data_version = version;
	l->must_reload = false;
	return SHADE_OK;
}

static void lake_close(struct store *s)
{
	struct lake *l = (struct lake *)s;
	struct budget *budget = s->budget;

	object_list_clear(&l->stored);
	mem_free(budget, l->stored_dbs, l->cap_stored_dbs * sizeof(*l->stored_dbs));
	sqlite3_close(l->db);
	store_release(s);
	mem_free(budget, l, sizeof(*l));
}

static shade_status lake_snapshots(struct shade_cx *cx, struct store *s, size_t limit,
				   struct snapshot_row **out, size_t *n)
{
	struct lake *l = (struct lake *)s;
	VEC(struct snapshot_row) rows = { 0 };
	sqlite3_stmt *st;
	shade_status rc;
	bool row;

	TRY(lake_prepare(
		cx, l,
		STR("SELECT s.snapshot_id, s.schema_version, s.snapshot_time, "
		    "c.changes_made, c.author, c.commit_message FROM "
		    "ducklake_snapshot s LEFT JOIN ducklake_snapshot_changes c "
		    "USING (snapshot_id) ORDER BY 1 DESC LIMIT ?"),
		&st));
	sqlite3_bind_int64(st, 1, (sqlite3_int64)limit);
	while (!(rc = lake_step(cx, l, st, &row)) && row) {
		struct snapshot_row r = {
			.id = sqlite3_column_int64(st, 0),
			.schema_version = sqlite3_column_int64(st, 1),
			.time = lake_text(cx->arena, st, 2),
			.changes = lake_text(cx->arena, st, 3),
			.author = lake_text(cx->arena, st, 4),
			.message = lake_text(cx->arena, st, 5),
		};

		vec_push(cx->arena, &rows, r);
	}
	sqlite3_finalize(st);
	*out = rows.v;
	*n = rows.n;
	return rc;
}

static const struct store_class lake_class = {
	.type = "sqlite",
	.refresh = lake_refresh,
	.commit = lake_commit,
	.table_new = lake_table_new,
	.snapshots = lake_snapshots,
	.close = lake_close,
};

static shade_status open_file(struct shade_cx *cx, struct lake *l)
{
	struct str path = str_dup(l->base.arena, l->base.path);
	int flags = l->base.read_only ? SQLITE_OPEN_READONLY
				      : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
	bool empty;

	if (l->base.read_only && access(path.p, F_OK) != 0)
		return shade_fail(cx, SHADE_E_FILE_NOT_FOUND, NO_SPAN,
				  "cannot open catalog \"%.*s\": %s", STR_ARG(path),
				  errno_text(cx, errno));
	if (sqlite3_open_v2(path.p, &l->db, flags, NULL) != SQLITE_OK) {
		if (!l->db)
			return cx_nomem(cx);
		return shade_fail(cx, SHADE_E_IO, NO_SPAN,
				  "cannot open catalog \"%.*s\": %s", STR_ARG(path),
				  sqlite3_errmsg(l->db));
	}
	TRY(set_up(cx, l));
	TRY(is_empty(cx, l, &empty));
	if (empty)
		TRY(create(cx, l));
	TRY(check_format(cx, l));
	l->must_reload = true;
	return lake_refresh(cx, &l->base);
}

shade_status store_open_file(struct shade_cx *cx, struct str name, struct str path,
			     bool read_only, struct undo_log *log, struct store **out)
{
	struct lake *l = mem_alloc(cx->budget, sizeof(*l));
	shade_status rc;

	if (!l)
		return cx_nomem(cx);
	l->base.cls = &lake_class;
	rc = store_init(cx, &l->base, name, log);
	if (rc) {
		mem_free(cx->budget, l, sizeof(*l));
		return rc;
	}
	l->base.path = str_dup(l->base.arena, path);
	l->base.read_only = read_only;
	l->stored.budget = cx->budget;
	l->now.id = -1;
	rc = open_file(cx, l);
	if (rc) {
		lake_close(&l->base);
		return rc;
	}
	*out = &l->base;
	return SHADE_OK;
}
