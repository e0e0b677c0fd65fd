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

#include "source/source.h"

struct path {
	struct str catalog, database, name;
};

enum object_kind {
	OBJECT_TABLE,
	OBJECT_VIEW,
	OBJECT_LIVE_VIEW, /* a temporary view with expectations */
	OBJECT_MATERIALIZED_VIEW, /* a table that knows its query */
	OBJECT_STREAM,
	OBJECT_SYSTEM /* shade.* */
};

struct property {
	struct str key, value;
};

struct expectation_def {
	struct str name;
	int action; /* enum expect_action of plan.h */
	struct str text; /* the condition as written */
	void *cond; /* its AST; opaque here */
};

/* An object lives in an arena of its own and is refcounted: a statement that
 * reads a view keeps it alive while another replaces it. */
struct object {
	_Atomic(uint32_t) refs;
	struct arena *arena;
	enum object_kind kind;
	bool temporary;
	struct path path;
	struct source_col *cols;
	size_t n_cols;
	struct str comment; /* n == 0: none */
	struct property *props;
	size_t n_props;
	struct str created_at; /* "setup.sql:3" or empty */
	/* views and materialized views */
	struct str sql; /* the query as canonical text */
	void *body; /* resolved AST of the query; opaque; NULL: parse sql */
	struct expectation_def *expectations;
	size_t n_expectations;
	struct property *captured; /* settings at creation */
	size_t n_captured;
	/* tables and materialized views: rows */
	struct table *table; /* lib/catalog/table.h; NULL for views */
};

struct object *object_ref(struct object *o);
void object_unref(struct object *o); /* NULL is fine */

struct catalog; /* all catalogs of a session and the temporary overlay */

/* path NULL: default_catalog in memory. */
shade_status catalog_new(struct shade_cx *cx, struct str path, bool read_only,
			 struct catalog **out);
void catalog_free(struct catalog *c); /* rolls back; NULL is fine */

/* A statement is one transaction unless BEGIN opened a larger one; ok false
 * takes its effects back. */
shade_status catalog_statement_begin(struct shade_cx *cx, struct catalog *c);
shade_status catalog_statement_end(struct shade_cx *cx, struct catalog *c, bool ok);

/* Qualify 1..3 parts with the current catalog and database; `main` is
 * default_database; no existence check. */
shade_status catalog_qualify(struct shade_cx *cx, struct catalog *c,
			     const struct str *parts, size_t n, struct span span,
			     struct path *out);
struct path catalog_current(const struct catalog *c); /* name empty */

enum lookup { LOOKUP_ANY, LOOKUP_TEMPORARY, LOOKUP_PERMANENT };
/* *out NULL: no such object (not an error).  The result is a counted
 * reference. */
shade_status catalog_find(struct shade_cx *cx, struct catalog *c,
			  const struct path *path, enum lookup which,
			  struct object **out);
/* Report TABLE_NOT_FOUND with the nearest names and a temporary object of the
 * same name under another path. */
shade_status catalog_not_found(struct shade_cx *cx, struct catalog *c,
			       const struct path *path, struct str as_typed,
			       struct span span);

#endif
