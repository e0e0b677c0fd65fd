/*
 * lake_internal.h - one catalog in a sqlite3 file, DuckLake 1.0 layout.
 *
 * A lake is a store: its databases and objects are loaded as of the newest
 * snapshot; rows of a table are loaded on first use.  At COMMIT what differs
 * from the loaded state is written as one new snapshot in one sqlite
 * transaction.
 */
#ifndef SHADE_LAKE_LAKE_INTERNAL_H
#define SHADE_LAKE_LAKE_INTERNAL_H

#include <sqlite3.h>

#include "catalog/mem_table.h"
#include "catalog/store.h"

/* Numbers beyond are damage: nothing counts that far, and sums stay in range. */
#define LAKE_MAX_ID (INT64_MAX / 4)

struct snapshot {
	int64_t id, schema_version, next_catalog_id, next_file_id;
};

/* A database as the file has it. */
struct stored_database {
	struct database *db;
	struct str comment;
};

struct lake {
	struct store base;
	sqlite3 *db;
	struct snapshot now; /* what memory shows */
	int64_t data_version; /* sqlite's counter of foreign changes */
	bool must_reload;
	/* What the file holds as of now: the base of the next commit. */
	struct object_list stored;
	struct stored_database *stored_dbs;
	size_t n_stored_dbs, cap_stored_dbs;
};

/* What a table of a lake knows to load and write its rows; in its arena. */
struct lake_table {
	struct lake *lake;
	int64_t table_id; /* 0: not stored yet */
	struct object *object; /* borrowed while loading */
};

/* --- sqlite (query.c) ---------------------------------------------------- */

/* Report what sqlite says; `what` was being done. */
shade_status lake_error(struct shade_cx *cx, struct lake *l, const char *what);
/* A damaged catalog: fmt says what is wrong. */
shade_status lake_corrupt(struct shade_cx *cx, const struct lake *l, const char *fmt,
			  ...) __attribute__((format(printf, 3, 4)));
shade_status lake_exec(struct shade_cx *cx, struct lake *l, const char *sql);
/* Caller finalizes; sql is copied. */
shade_status lake_prepare(struct shade_cx *cx, struct lake *l, struct str sql,
			  sqlite3_stmt **out);
/* *row: a row is there; false: the end. */
shade_status lake_step(struct shade_cx *cx, struct lake *l, sqlite3_stmt *st,
		       bool *row);
/*
 * Prepare, bind, run, finalize.  types: i int64_t, t struct str (p NULL: NULL),
 * 0 NULL, one a parameter.
 */
shade_status lake_run(struct shade_cx *cx, struct lake *l, const char *sql,
		      const char *types, ...);
/* The same for a query of one integer; dflt when there is no row or a NULL. */
shade_status lake_int(struct shade_cx *cx, struct lake *l, int64_t *out, int64_t dflt,
		      const char *sql, const char *types, ...);
/* Column text in the arena; p NULL for NULL. */
struct str lake_text(struct arena *a, sqlite3_stmt *st, int col);
void lake_bind_text(sqlite3_stmt *st, int at, struct str s); /* p NULL: NULL */
/* "name" with quotes doubled. */
void lake_add_name(struct sbuf *b, struct str name);

/* --- opening and loading ------------------------------------------------- */

/* The 28 tables and the first snapshot, in an open transaction (tables.c). */
shade_status lake_create_tables(struct shade_cx *cx, struct lake *l);
shade_status lake_newest_snapshot(struct shade_cx *cx, struct lake *l,
				  struct snapshot *out);
/* Databases and objects as of the newest snapshot (load.c). */
shade_status lake_load(struct shade_cx *cx, struct lake *l);
/* Rows of a table (rows_read.c). */
shade_status lake_load_rows(struct shade_cx *cx, struct mem_table *t, void *arg);
/* A table in memory for an object, with its lake_table. */
shade_status lake_table_new(struct shade_cx *cx, struct store *s, struct object *o);
struct lake_table *lake_table_of(struct object *o); /* NULL: it has no rows here */
/* Remember the present state as what the file holds. */
shade_status lake_remember(struct shade_cx *cx, struct lake *l);

/* --- types (types.c) ----------------------------------------------------- */

/* "decimal(10,2)"; STR_NONE when a permanent table cannot have the type. */
struct str lake_type_name(struct arena *a, const struct type *t);
/* Does the file's type say everything about t? Else a tag keeps it. */
bool lake_type_is_exact(const struct type *t);
/* NULL: not readable.  *exact: rows may also be written. */
const struct type *lake_type_of(struct arena *a, struct str name, bool *exact);
/* BIGINT, VARCHAR or BLOB. */
const char *lake_sqlite_type(const struct type *t);
/* The text that the file holds for a value, also in statistics. */
struct str lake_value_text(struct arena *a, const struct value *v);
/* X'00ff' for a file's \x00\xFF. */
struct str lake_blob_literal(struct arena *a, struct str text);
/* A file's text as a value of the type; false: it is none. */
bool lake_value_parse(struct shade_cx *cx, struct str text, const struct type *t,
		      struct value *out);

/* --- committing ---------------------------------------------------------- */

/* What one commit does and has done so far. */
struct commit {
	struct shade_cx *cx;
	struct lake *lake;
	struct snapshot was; /* newest in the file */
	struct snapshot next; /* what is being written */
	bool schema_changed, stats_changed;
	struct sbuf drops, creates, alters, inserts, deletes; /* of changes_made */
	bool anything;
	bool altered; /* the object being compared differs */
	bool lost_row; /* a row to remove was not there */
};

shade_status lake_commit(struct shade_cx *cx, struct store *s);
/* Databases and objects that differ (write_objects.c). */
shade_status lake_write_databases(struct commit *c);
shade_status lake_write_objects(struct commit *c);
/* The rows of a table that the file does not have (write_rows.c). */
shade_status lake_write_rows(struct commit *c, struct object *o);
/* Functions with a body in SQL (functions.c). */
shade_status lake_has_functions(struct shade_cx *cx, struct lake *l, bool *out);
shade_status lake_write_function(struct commit *c, const struct object *o,
				 int64_t schema);
/* "created_scalar_macro" and its like. */
const char *lake_function_change(const struct object *o, bool created);
/* Columns of a new or altered table; was NULL: new (write_columns.c). */
shade_status lake_write_columns(struct commit *c, struct object *o,
				const struct object *was, int64_t table_id);
/* The inlined table of (table, schema version). */
shade_status lake_create_inlined(struct commit *c, const struct object *o,
				 int64_t table_id);
/* Tags that differ between two versions of an object; was NULL: all. */
shade_status lake_write_tags(struct commit *c, const struct object *o,
			     const struct object *was, int64_t id);
void lake_add_change(struct sbuf *b, const char *token, int64_t id);
void lake_add_change_name(struct sbuf *b, const char *token, struct str schema,
			  struct str name);
/* "main" for default_database. */
struct str lake_schema_name(struct str database);
struct str lake_uuid(struct arena *a);
/* "2026-11-30 21:22:18.3183+00" */
struct str lake_time_text(struct arena *a, int64_t us);

/* --- statistics (stats.c) ------------------------------------------------ */

struct column_stats {
	const struct type *type;
	bool has_null, has_nan;
	bool is_known; /* bounds hold for all values seen */
	struct value min, max; /* type NULL: no value yet */
};
void stats_init(struct column_stats *s, const struct type *t);
void stats_add(struct column_stats *s, struct arena *a, const struct value *v);
/* Merge n rows' statistics into the file's. */
shade_status stats_write(struct commit *c, const struct object *o, int64_t table_id,
			 struct column_stats *s, size_t n_rows, int64_t next_row_id);

/* --- changes_made (changes.c) -------------------------------------------- */

/* Call fn for each token; false: the text does not parse.  name: of created_*
 * ("schema"."name" unquoted into two), else id. */
struct change {
	struct str token;
	int64_t id; /* -1: named */
	struct str schema, name;
};
bool changes_parse(struct arena *a, struct str text,
		   bool (*fn)(void *arg, const struct change *ch), void *arg);
/* Mine against the snapshots (from, to] of others. */
shade_status changes_conflict(struct shade_cx *cx, struct lake *l, struct str mine,
			      int64_t from, int64_t to);

#endif
