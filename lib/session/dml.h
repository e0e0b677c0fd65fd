/*
 * dml.h - what INSERT, UPDATE, DELETE, TRUNCATE and COPY share.
 */
#ifndef SHADE_SESSION_DML_H
#define SHADE_SESSION_DML_H

#include "catalog/object.h"
#include "catalog/table.h"
#include "session/session.h"

/* The table a statement writes to; held by the run. */
shade_status dml_target(struct run *r, struct ast *path, struct object **out);

/* One whose single rows can be changed or removed. */
shade_status dml_row_target(struct run *r, struct ast *path, struct object **out);

/* An expression as a value of the column: assignment casts narrow, with an
 * error when a value does not fit (sql.md section 4). */
shade_status dml_assign(struct run *r, const struct object *target, size_t col,
			struct expr *value, struct expr **out);
/* The type of such a value: VARCHAR for VARCHAR(n). */
const struct type *dml_type(const struct object *target, size_t col);
/* The column's DEFAULT, or NULL. */
shade_status dml_default(struct run *r, const struct object *target, size_t col,
			 struct expr **out);
/* The same as a tree to put into a query. */
shade_status dml_default_ast(struct run *r, const struct object *target, size_t col,
			     struct span span, struct ast **out);

/* A write in progress. */
struct dml_write {
	struct run *run;
	struct object *target;
	struct table_writer *writer;
	int64_t n_changes;
	int64_t first_new; /* row id of the first row that is added */
	bool rewrites; /* old rows get new values, too */
	bool only_removes;
};

shade_status dml_begin(struct dml_write *w, struct run *r, struct object *target);
/* No NULL where the table has NOT NULL, no text that is too long; cols are the
 * table's. */
shade_status dml_check_rows(struct dml_write *w, const struct vector *cols, size_t n);
/* rc of the work so far; finishes or aborts, sets run->changes. */
shade_status dml_end(struct dml_write *w, shade_status rc);

/* Have the source released when the statement ends. */
void dml_hold_source(struct run *r, struct source *src);

/* The rows of a bound query into a table, by position; CREATE TABLE AS. */
shade_status dml_fill(struct run *r, struct object *target, struct plan *query,
		      bool overwrite);

/* The rows of a batch without selection, in the run's arena; columns from
 * first on.  Reused buffers: valid until the next call with the same dense. */
struct dml_dense {
	struct vector **cols;
	size_t n_cols;
	struct vector *view; /* n_cols, contiguous */
};
shade_status dml_densify(struct run *r, struct dml_dense *d, const struct batch *b,
			 size_t first, struct batch *out);

/* target [, from] with where, as the FROM of a query that reads _rowid. */
struct ast *dml_row_query(struct run *r, struct ast *table, struct ast *from,
			  struct ast *where, struct ast_list ctes, bool recursive);
/* Add an item to that query's select list: alias.name of the target. */
void dml_select_column(struct run *r, struct ast *query, struct str alias,
		       struct str name, struct span span);
void dml_select_expr(struct run *r, struct ast *query, struct ast *expr);
/* The values of (a, b) = .., one for each column: a row's or a query's. */
shade_status dml_assigned(struct run *r, struct ast_assign *assign,
			  struct ast_list *out);
/* The plan that a statement reads its rows from, and its target. */
shade_status update_plan(struct run *r, struct ast_update *up, struct object **target,
			 struct plan **out);
shade_status delete_plan(struct run *r, struct ast_delete *del, struct object **target,
			 struct plan **out);
shade_status merge_plan(struct run *r, struct ast_merge *ast, struct plan **out);
shade_status insert_explained(struct run *r, struct ast_insert *in, struct plan **out);
/* The name by which the query calls the target, and its path node. */
struct str dml_alias(struct ast *table, struct ast **path);

#endif
