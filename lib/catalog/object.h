/*
 * object.h - tables and views as the catalog knows them.
 *
 * An object lives in an arena of its own and is refcounted: a statement
 * that reads a view keeps it alive while another replaces it.  Once in the
 * catalog it is read-only; ALTER makes a changed copy and puts that in its
 * place.
 */
#ifndef SHADE_CATALOG_OBJECT_H
#define SHADE_CATALOG_OBJECT_H

#include "source/source.h"

struct path {
	struct str catalog, database, name;
	bool is_function; /* functions have names of their own */
};

enum object_kind {
	OBJECT_TABLE,
	OBJECT_VIEW,
	OBJECT_LIVE_VIEW, /* a temporary view with expectations */
	OBJECT_MATERIALIZED_VIEW, /* a table that knows its query */
	OBJECT_STREAM,
	OBJECT_FUNCTION, /* sql is its CREATE FUNCTION, body the tree of it */
	OBJECT_SYSTEM /* shade.* */
};

struct property {
	struct str key, value;
};

struct expectation_def {
	struct str name;
	int action; /* enum expect_action of plan.h */
	struct str text; /* the condition as written */
	void *cond; /* its AST; opaque here; NULL: parse text */
};

enum constraint_kind {
	CONSTRAINT_PRIMARY_KEY,
	CONSTRAINT_UNIQUE,
	CONSTRAINT_INDEX, /* no rule, only a name for columns */
	CONSTRAINT_CHECK
};

/* A rule about the rows of a table, or an index on it. */
struct constraint_def {
	struct str name;
	enum constraint_kind kind;
	bool not_enforced;
	bool is_index; /* made by CREATE [UNIQUE] INDEX */
	size_t *cols; /* all but CHECK: n_cols columns of the table */
	size_t n_cols;
	struct str text; /* CHECK: its condition as SQL */
};

/* What a column of a table knows beyond struct source_col. */
struct column_def {
	struct str dflt; /* DEFAULT as SQL text; n == 0: NULL */
	struct str dflt_value; /* the same as plain text, if it is a literal */
	bool dflt_is_literal;
	int64_t id; /* permanent number within its table; 0: none yet */
	/* What rows written before the column was added read; as value_text. */
	struct str initial;
	bool has_initial;
};

/*
 * How an object stands in its catalog's file; set by the store, kept by
 * ALTER.  All zero for temporary objects and catalogs in memory.
 */
struct stored_id {
	int64_t id; /* 0: not stored yet */
	int64_t since; /* snapshot of its row */
	struct str uuid, data_path;
	bool path_is_relative;
};

struct object {
	_Atomic(uint32_t) refs;
	struct arena *arena;
	enum object_kind kind;
	bool temporary;
	struct path path;
	struct source_col *cols;
	size_t n_cols;
	struct column_def *defs; /* tables: n_cols; NULL for views */
	struct constraint_def *constraints; /* tables */
	size_t n_constraints;
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
	struct table *table; /* lib/catalog/table.h; counted; NULL for views */
	/* a table WITH ('connector' = ..): its options instead of rows */
	struct property *options;
	size_t n_options;
	struct stored_id stored;
	struct object *keeps; /* counted: whose arena body points into */
};

/* With one reference; the path is copied.  NULL: out of memory. */
struct object *object_new(struct budget *budget, enum object_kind kind,
			  const struct path *path, bool temporary);
struct object *object_ref(struct object *o);
void object_unref(struct object *o); /* NULL is fine */
/* A copy to change before it is put in place; shares table and body. */
struct object *object_dup(struct budget *budget, const struct object *o);
/* Room for n columns (and defs for tables), zeroed; in the object's arena. */
void object_set_cols(struct object *o, size_t n);
/* Index of a column by name, any case, or -1. */
int object_find_col(const struct object *o, struct str name);
/* Name, columns and text are copied. */
void object_add_constraint(struct object *o, const struct constraint_def *c);
/* By name, any case, or NULL. */
struct constraint_def *object_find_constraint(const struct object *o, struct str name);
void object_drop_constraint(struct object *o, struct constraint_def *c);
/* Value of a property by exact key, or STR_NONE. */
struct str object_property(const struct object *o, struct str key);
void object_add_property(struct object *o, struct str key, struct str value);

/* "table", "view", "live view", "materialized view", "stream", "system view" */
const char *object_kind_name(enum object_kind kind);
/* The same with "temporary " in front where it is. */
const char *object_kind_words(const struct object *o);
bool object_is_view(const struct object *o); /* VIEW or LIVE_VIEW */

bool path_equal(const struct path *a, const struct path *b); /* any case */
int path_cmp(const struct path *a, const struct path *b);
struct path path_dup(struct arena *a, const struct path *p);
/* "catalog.database.name", parts quoted where needed; empty parts left out. */
struct str path_text(struct arena *a, const struct path *p);
/* An identifier, in backticks if it is not a plain word. */
struct str name_text(struct arena *a, struct str name);

/* Objects sorted by path; the list holds counted references. */
struct object_list {
	struct object **v;
	size_t n, cap;
	struct budget *budget;
};

struct object *object_list_find(const struct object_list *l, const struct path *p);
/* Insert (the reference is taken) or replace; the replaced object is handed
 * back with its reference in *old (NULL if none).  False: out of memory. */
bool object_list_put(struct object_list *l, struct object *o, struct object **old);
/* Take out; the caller gets the reference. NULL if it is not there. */
struct object *object_list_take(struct object_list *l, const struct path *p);
void object_list_clear(struct object_list *l);

#endif
