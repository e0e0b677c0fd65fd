/*
 * bind.h - from AST to logical plan: names, types, coercions.
 */
#ifndef SHADE_BIND_BIND_H
#define SHADE_BIND_BIND_H

#include "ast/ast.h"
#include "catalog/catalog.h"
#include "plan/plan.h"

struct bind_param {
	struct str name; /* "day", or "1" for the first ? */
	struct value value;
};

/* A table reference that was bound. */
struct bind_read {
	const struct object *by; /* the view whose body it is in; NULL: the query */
	const struct object *object; /* NULL: a file or a table function */
	struct str label; /* of those */
};

/* What a statement's binding reads and what it leaves for its end. */
struct bind_env {
	struct catalog *catalog;
	const struct bind_param *params;
	size_t n_params;
	/* session variables: what a name means that is no column */
	const struct bind_param *variables;
	size_t n_variables;
	struct plan_ids ids;
	/* objects the plan reads: unref when the statement ends */
	VEC(struct object *) used;
	/* who reads what, in order: lineage() */
	VEC(struct bind_read) reads;
	struct source **sources; /* release when the statement ends */
	size_t n_sources, cap_sources;
	struct expect_report *reports; /* of live views read */
	/* Run a plan now and hand out its rows, n_cols values each (PIVOT whose
	 * values the data say); NULL: not possible here. */
	shade_status (*fetch)(void *arg, struct plan *p, size_t max,
			      struct value **rows, size_t *n);
	void *fetch_arg;
};

/* Bind a query (AST of any query form). */
shade_status bind_query(struct shade_cx *cx, struct bind_env *env, struct ast *query,
			struct plan **out);
/* Bind one expression over the columns of a plan node (UPDATE, EXPECT,
 * DEFAULT, ...); in NULL: constants only. */
shade_status bind_expr(struct shade_cx *cx, struct bind_env *env, struct ast *expr,
		       const struct plan *in, struct str alias, struct expr **out);
/* Name of an unaliased output column: the column's own, or the expression's
 * text as typed with spaces folded. */
struct str bind_output_name(struct arena *a, struct str text, struct ast *e);
/* The type that a type AST names. */
shade_status bind_type(struct shade_cx *cx, struct ast *type, const struct type **out);
/*
 * Freeze a view's body: every table reference in a copy of query becomes
 * qualified and remembers temporary or permanent; stars are expanded.  self
 * is invisible as temporary object (self-shadowing views).  *uses_temporary
 * names the first temporary object it reads, or NULL.
 */
shade_status bind_freeze(struct shade_cx *cx, struct bind_env *env, struct arena *a,
			 struct ast *query, const struct path *self,
			 struct ast **frozen, struct object **uses_temporary);

/* The same for the body of a CREATE FUNCTION: its parameters are known there. */
shade_status bind_freeze_function(struct shade_cx *cx, struct bind_env *env,
				  struct arena *a, struct ast *def,
				  const struct path *self, struct ast **frozen,
				  struct object **uses_temporary);

/*
 * How a view's column list fits its query (sql.md section 2): which[i] is
 * the position among cols for names[i], or -1 where it reads NULL.  Error
 * VIEW_ARITY for fewer names than columns, DUPLICATE_COLUMN for names twice.
 * n_names 0: the query's own names, which must differ then.
 */
shade_status bind_view_columns(struct shade_cx *cx, const struct str *names,
			       size_t n_names, const struct column *cols, size_t n_cols,
			       struct span span, int **which);

/* An expectation's condition over the view's columns: no aggregates, windows
 * or subqueries.  For CREATE LIVE VIEW to check, out may be dropped. */
shade_status bind_expectation(struct shade_cx *cx, struct bind_env *env,
			      struct ast *cond, const struct plan *in, struct str view,
			      struct expr **out);

#endif
