/*
 * ddl.h - what the statements that define and list things share.
 */
#ifndef SHADE_SESSION_DDL_H
#define SHADE_SESSION_DDL_H

#include "session/dml.h"
#include "session/run_internal.h"

/* --- names (ddl_name.c) -------------------------------------------------- */

/* The full path that an AST_PATH names; for new objects `session.v` is v of
 * the current database. */
shade_status ddl_path(struct run *r, struct ast *path, struct path *out);
/* As typed, for messages. */
struct str ddl_typed(struct run *r, const struct ast *path);
/* Parts of a path that names a database: [catalog.]database. */
shade_status ddl_database(struct run *r, struct ast *path, struct str *catalog,
			  struct str *database);
/* Look up, held by the run; *out NULL: no such object. */
shade_status ddl_find(struct run *r, const struct path *path, enum lookup which,
		      struct object **out);
/* The same, or the error with the nearest names. */
shade_status ddl_resolve(struct run *r, struct ast *path, struct object **out);
/* Text of an option's value: a literal's text, else as SQL. */
struct str ddl_option_text(struct run *r, const struct ast *value);
/* The value of an option by key (any case), or NULL. */
const struct ast_option *ddl_option(const struct ast_list *options, const char *key);
/* Options as properties in the object's arena. */
void ddl_set_properties(struct run *r, struct object *o,
			const struct ast_list *options);

/* What stands in the way of a new object of that name. */
struct ddl_slot {
	struct path path;
	struct object
		*taken; /* of the same sort (temporary or permanent); NULL: free */
	struct object *other; /* the permanent one it hides, or the temporary one
			       * that hides it; NULL: none */
	bool skip; /* IF NOT EXISTS and taken: nothing to do */
};

struct ddl_new {
	struct ast *name; /* AST_PATH */
	bool temporary, or_replace, if_not_exists;
	enum object_kind kind;
};

/* Resolve the name and apply IF NOT EXISTS, OR REPLACE and the rule about
 * occupied names. */
shade_status ddl_claim(struct run *r, const struct ddl_new *what, struct ddl_slot *out);
/* The note about what hides what, after the object is in place. */
void ddl_note_shadow(struct run *r, const struct ddl_slot *slot,
		     const struct object *o);

/* Property of a table that was made with PARTITIONED BY: names with commas. */
#define PARTITION_PROPERTY "partitioned_by"
/* Keep the settings that change what the object's text means. */
void ddl_capture_settings(struct run *r, struct object *o);

/* --- columns (ddl_columns.c) --------------------------------------------- */

/* Columns of the object as the query returns them; duplicates are errors. */
shade_status ddl_columns_of_plan(struct run *r, struct object *o, const struct plan *p);
/* Columns from AST_COLUMN_DEF elements. */
shade_status ddl_columns_of_defs(struct run *r, struct object *o,
				 const struct ast_list *elements);
/* One column definition into column i of the object. */
shade_status ddl_column(struct run *r, struct object *o, size_t i,
			const struct ast_column_def *def);
/* A default as a catalog's file keeps it: plain text, bytes as \x00. */
struct str ddl_value_text(struct arena *a, const struct value *v);
/* DEFAULT of column i: its tree, and bound to the column's type. */
shade_status ddl_set_default(struct run *r, struct object *o, size_t i,
			     const struct ast *ast, const struct expr *bound);
/* Two columns of one name. */
shade_status ddl_check_duplicates(struct run *r, const struct object *o,
				  struct span span);

/* --- views (view_*.c) ---------------------------------------------------- */

/*
 * Apply the column list of a view (sql.md section 2): rename the columns of
 * the plan, or, when the list names columns that the query does not return,
 * wrap *body in a SELECT that adds them.
 */
shade_status view_apply_columns(struct run *r, struct arena *a,
				const struct ast_create_view *cv, struct plan *plan,
				struct ast **body);
/* The text to store for a permanent object: names without their catalog where
 * it is the object's own, default_database as main. */
struct str view_stored_text(struct run *r, struct object *o, struct ast *body);
/* The reverse for a query parsed from such a text. */
void view_restore_names(struct run *r, const struct object *o, struct ast *query);
/* A body that reads the object itself, through other views: RECURSIVE_VIEW. */
shade_status view_check_cycle(struct run *r, const struct object *self,
			      struct ast *body, struct span span);
/* Replace references to temporary views by their queries, so that the body can
 * be stored; a temporary table is an error. */
shade_status view_inline_temporaries(struct run *r, struct arena *a,
				     const struct path *self, struct ast **body,
				     struct span span);
/* Expectations of the object from AST_EXPECTATION nodes, bound once against
 * its columns. */
shade_status view_expectations(struct run *r, struct object *o,
			       const struct ast_list *list, const struct plan *plan);
/* A sub-select around a query: FROM (query) AS alias. */
struct ast *view_wrap(struct arena *a, struct ast *query, struct str alias,
		      struct span span);

/* --- listings ------------------------------------------------------------ */

/* SQL LIKE with % and _, and * as %; | separates alternatives; any case. */
bool ddl_like(struct str text, struct str pattern);
/* CREATE statement that makes the object again. */
struct str ddl_create_text(struct arena *a, const struct object *o);
void system_views_register(struct session *s);

#endif
