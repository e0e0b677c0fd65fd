/*
 * constraint.h - PRIMARY KEY, UNIQUE and CHECK: what a table's rows must obey.
 *
 * A statement that adds or changes rows is checked when its rows are in
 * place, before anybody else can see them; a violation takes them back.
 */
#ifndef SHADE_SESSION_CONSTRAINT_H
#define SHADE_SESSION_CONSTRAINT_H

#include "session/ddl.h"

/* Those written behind a column. */
shade_status constraints_of_column(struct run *r, struct object *o,
				   const struct ast_column_def *def);
/* One of the table's own; a name is made when it has none. */
shade_status constraint_of_element(struct run *r, struct object *o,
				   const struct ast_constraint *con);
/* A key or an index over columns by name; `name` empty: one is made. */
shade_status constraint_add_key(struct run *r, struct object *o, struct str name,
				enum constraint_kind kind, bool is_index,
				const struct ast_list *columns, bool not_enforced);

/* Rows of table o with ids from first_new on against all; first_new 0: every row.
 * The object must be found under its path. */
shade_status constraints_check(struct run *r, const struct object *o,
			       int64_t first_new);
/* The same for one constraint. */
shade_status constraint_check(struct run *r, const struct object *o,
			      const struct constraint_def *c, int64_t first_new);

/* "UNIQUE (a, b)", as in CREATE TABLE, without its name. */
struct str constraint_text(struct arena *a, const struct object *o,
			   const struct constraint_def *c);

/* Column col leaves the table: an error if a constraint is about it, else later
 * columns move up. */
shade_status constraints_drop_column(struct run *r, struct object *o, size_t col,
				     struct span span);
/* A column is put in at `at`. */
void constraints_insert_column(struct object *o, size_t at);
/* Column `was` is now called `name`: conditions follow. */
shade_status constraints_rename_column(struct run *r, struct object *o, struct str was,
				       struct str name);

/* The table of an index, in the database of the path; *out NULL: none. */
shade_status find_index(struct run *r, const struct path *path, struct object **out);
/* DROP INDEX of one name (stmt_index.c). */
shade_status drop_index(struct run *r, const struct ast_drop *drop, struct ast *name);

#endif
