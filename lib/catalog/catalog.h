/*
 * catalog.h - names, and the objects they mean.
 *
 * One lookup rule for all: a temporary object at the full path wins over
 * the permanent one (sql.md section 1).  The temporary overlay is one map
 * for tables, views and streams; permanent objects live in catalogs, each
 * in memory or in a sqlite3 file (DuckLake 1.0 layout).
 */
#ifndef SHADE_CATALOG_CATALOG_H
#define SHADE_CATALOG_CATALOG_H

#include "catalog/object.h"
#include "catalog/store.h"
#include "catalog/table.h"

struct catalog; /* all catalogs of a session and the temporary overlay */

/* path n == 0: default_catalog in memory.  Relations of a system view are
 * added by catalog_set_system(). */
shade_status catalog_new(struct shade_cx *cx, struct str path, bool read_only,
			 struct catalog **out);
void catalog_free(struct catalog *c); /* rolls back; NULL is fine */

/* --- statements and transactions ----------------------------------------- */

/*
 * Around each statement.  Begin sees what other processes committed (unless
 * in a transaction); end takes the statement's changes back if it failed,
 * and commits them if no transaction is open.
 */
shade_status catalog_statement_begin(struct shade_cx *cx, struct catalog *c);
shade_status catalog_statement_end(struct shade_cx *cx, struct catalog *c, bool ok);
/* BEGIN, COMMIT, ROLLBACK; TRANSACTION error in the wrong state.  A commit
 * that fails has rolled back. */
shade_status catalog_begin(struct shade_cx *cx, struct catalog *c, struct span span);
shade_status catalog_commit(struct shade_cx *cx, struct catalog *c, struct span span);
shade_status catalog_rollback(struct shade_cx *cx, struct catalog *c, struct span span);
bool catalog_in_transaction(const struct catalog *c);

/* --- looking up ---------------------------------------------------------- */

/* Qualify 1..3 parts with the current catalog and database; `main` is
 * default_database, x.t means the catalog x where there is no database x; no
 * existence check. */
shade_status catalog_qualify(struct shade_cx *cx, struct catalog *c,
			     const struct str *parts, size_t n, struct span span,
			     struct path *out);
struct path catalog_current(const struct catalog *c); /* name empty */

enum lookup { LOOKUP_ANY, LOOKUP_TEMPORARY, LOOKUP_PERMANENT };
/*
 * *out NULL: no such object (not an error).  The result is a counted
 * reference.  The databases session (temporary objects of the current
 * database), live (this script's datasets) and shade (system views) are
 * understood here.
 */
shade_status catalog_find(struct shade_cx *cx, struct catalog *c,
			  const struct path *path, enum lookup which,
			  struct object **out);
/* Report TABLE_NOT_FOUND with the nearest names and a temporary object of the
 * same name under another path. */
shade_status catalog_not_found(struct shade_cx *cx, struct catalog *c,
			       const struct path *path, struct str as_typed,
			       struct span span);
/* The path as short as it still means the object: "v", "db.v" or all. */
struct str catalog_short_name(struct catalog *c, struct arena *a, const struct path *p);

/* --- listing ------------------------------------------------------------- */

/*
 * Objects in order of path, temporary ones before permanent ones of the same
 * path; catalog or database n == 0: all.  Borrowed, in cx->arena.  System
 * views only when the database is shade.
 */
shade_status catalog_list(struct shade_cx *cx, struct catalog *c, struct str catalog,
			  struct str database, struct object ***out, size_t *n);
/* The functions that SQL statements made, of all catalogs. */
shade_status catalog_list_functions(struct shade_cx *cx, struct catalog *c,
				    struct object ***out, size_t *n);
size_t catalog_n_stores(const struct catalog *c);
struct store *catalog_store_at(const struct catalog *c, size_t i);
struct store *catalog_store(const struct catalog *c, struct str name); /* or NULL */
/* Other names of the database default_database. */
bool catalog_is_default_name(struct str name);
bool catalog_has_database(const struct catalog *c, struct str catalog, struct str name);

/* --- results ------------------------------------------------------------- */

/* `_` is the latest result, `_1` the one before it .. `_9`; where no object
 * has that name. */
#define CATALOG_RESULTS 10
/* The newest; NULL: one that could not be kept.  Takes the reference. */
void catalog_put_result_take(struct catalog *c, struct object *o);

/* --- changing ------------------------------------------------------------ */

/* catalog n == 0: the current one; database n == 0: default_database. */
shade_status catalog_use(struct shade_cx *cx, struct catalog *c, struct str catalog,
			 struct str database, struct span span);
/* path n == 0: in memory.  Attaching is not undone by ROLLBACK. */
shade_status catalog_attach(struct shade_cx *cx, struct catalog *c, struct str name,
			    struct str path, bool read_only, struct span span);
shade_status catalog_detach(struct shade_cx *cx, struct catalog *c, struct str name,
			    struct span span);
shade_status catalog_create_database(struct shade_cx *cx, struct catalog *c,
				     struct str catalog, struct str name,
				     struct str comment, struct span span);
/* Not empty: error, unless cascade. */
shade_status catalog_drop_database(struct shade_cx *cx, struct catalog *c,
				   struct str catalog, struct str name, bool cascade,
				   struct span span);
/* COMMENT ON DATABASE. */
shade_status catalog_comment_database(struct shade_cx *cx, struct catalog *c,
				      struct str catalog, struct str name,
				      struct str comment, struct span span);
/*
 * Put an object in its place; what stood there goes.  Takes the reference,
 * also on failure.  Permanent ones need their database to exist and the
 * catalog to be writable.
 */
shade_status catalog_put_take(struct shade_cx *cx, struct catalog *c, struct object *o,
			      struct span span);
shade_status catalog_remove(struct shade_cx *cx, struct catalog *c, struct object *o,
			    struct span span);
/* Set o->table: rows for a new table with the object's columns. */
shade_status catalog_new_table(struct shade_cx *cx, struct catalog *c, struct object *o,
			       struct span span);
/* May this path be written to: database exists, not read-only, not reserved. */
shade_status catalog_check_writable(struct shade_cx *cx, struct catalog *c,
				    const struct path *path, struct span span);

/* --- system views -------------------------------------------------------- */

struct system_rows;
/* A view of the reserved database shade; rows are made when it is looked up. */
struct system_view {
	const char *name;
	const char *comment;
	size_t n_cols;
	const char *const *cols;
	const enum type_id *types;
	/* Append rows: fill(arg) calls system_row() for each. */
	shade_status (*fill)(struct shade_cx *cx, void *arg, struct system_rows *rows);
};

/* n_cols values of the view's types. */
shade_status system_row(struct system_rows *rows, const struct value *cells);
void catalog_set_system(struct catalog *c, const struct system_view *views, size_t n,
			void *arg);

#endif
