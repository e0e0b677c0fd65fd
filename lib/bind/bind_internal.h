/*
 * bind_internal.h - what the files of the binder share.
 *
 * Everything lives in the statement's arena.  Unresolved columns do not stop
 * the binder: the first is reported, the others become hints, and a NULL
 * stands in, so that all misspelt names of a statement are told together.
 */
#ifndef SHADE_BIND_BIND_INTERNAL_H
#define SHADE_BIND_BIND_INTERNAL_H

#include "base/settings.h"
#include "bind/bind.h"
#include "plan/build.h"
#include "plan/walk.h"

/* --- names in scope ------------------------------------------------------ */

struct rel_col {
	struct str name;
	uint32_t id;
	const struct type *type;
	bool not_null;
	bool hidden; /* by name only, not in * */
	bool merged; /* a USING column took its place: only with qualifier */
	bool twice; /* another column of the relation has the name */
	struct expr *value; /* outputs of WINDOW in pipes etc.; usually NULL */
};

/* A table, subquery or join side under one name. */
struct rel {
	bool generates; /* its columns are hidden, but generator.* shows them */
	struct str alias; /* n == 0: its columns have no qualifier */
	struct path path; /* of a table without alias: db.t.c works */
	struct rel_col *cols;
	size_t n_cols;
	struct name_map map; /* of wide relations, made on first use */
};

struct scope {
	struct scope *outer; /* of the enclosing query; NULL: none */
	VEC(struct rel *) rels;
	struct select *sel; /* whose aliases may be used; NULL: none */
};

/* A plan, and the names under which its columns are known. */
struct input {
	struct plan *plan;
	struct scope scope;
};

/* --- WITH ---------------------------------------------------------------- */

struct cte {
	struct cte *next; /* what its own query sees: earlier ones, outer ones */
	struct str name;
	struct ast_cte *ast;
	struct scope *outer;
	struct str text; /* that its spans point into */
	bool inlined; /* bound at its only use */
	bool is_recursive;
	bool busy; /* being bound: a use is recursive */
	struct plan *given; /* rows of a pipe, read once; or NULL */
	uint32_t id; /* of PLAN_CTE or PLAN_RECURSIVE */
	struct plan *plan; /* once bound: columns to read */
};

/* --- subqueries ---------------------------------------------------------- */

/* One that was bound: the same text in the same SELECT means the same. */
struct known_query {
	struct ast *query;
	uint32_t select; /* its id */
	uint32_t id;
};

/* --- views --------------------------------------------------------------- */

struct view_use {
	struct view_use *next; /* the view that reads it */
	const struct object *object;
};

/* --- the statement ------------------------------------------------------- */

struct bind {
	struct shade_cx *cx;
	struct arena *a;
	struct bind_env *env;
	enum dialect dialect;
	struct str text; /* names of unnamed columns come from it */
	struct cte *ctes;
	struct view_use *views;
	VEC(struct known_query) queries;
	/* of the SQL function whose body is being bound; NULL: none */
	struct rel *params;
	bool guessed; /* a parameter stood where only constants may */
	size_t n_unresolved;
	size_t depth; /* of nested queries and views */
	/* freezing a view's body: the tree is rewritten as it is bound */
	bool freeze;
	struct arena *freeze_arena;
	const struct path *self;
	bool self_is_temporary;
	struct object *first_temporary;
};

#define BIND_MAX_DEPTH 200

/* --- expressions --------------------------------------------------------- */

struct lambda {
	struct lambda *next;
	struct rel_col *params;
	size_t n_params;
};

/* Where an expression stands, and what it may hold there. */
struct ectx {
	struct bind *b;
	struct scope *scope; /* NULL: constants only */
	const char *clause; /* "WHERE": for messages */
	struct select *sel; /* collects aggregates and windows; NULL: none */
	bool no_aggs, no_windows;
	bool in_agg, in_window; /* inside an argument: no nesting */
	bool no_subqueries;
	size_t alias_limit; /* select items before this one may be used by alias */
	unsigned alias_depth;
	struct lambda *lambdas;
};

shade_status bind_scalar(struct ectx *c, struct ast *e, struct expr **out);
/* To BOOLEAN, as a condition. */
shade_status bind_condition(struct ectx *c, struct ast *e, struct expr **out);
/* Split at AND. */
void bind_split_and(struct bind *b, struct expr *e, struct expr ***conds, size_t *n);
shade_status bind_list(struct ectx *c, const struct ast_list *list, struct expr ***out);

shade_status bind_column(struct ectx *c, struct ast *e, struct expr **out);
shade_status bind_literal(struct bind *b, struct ast *e, bool negative,
			  struct expr **out);
shade_status bind_interval(struct ectx *c, struct ast *e, struct expr **out);
shade_status bind_operator(struct ectx *c, struct ast *e, struct expr **out);
shade_status bind_predicate(struct ectx *c, struct ast *e, struct expr **out);
shade_status bind_in(struct ectx *c, struct ast *e, struct expr **out);
shade_status bind_case(struct ectx *c, struct ast *e, struct expr **out);
shade_status bind_collate(struct ectx *c, struct ast *e, struct expr **out);
/* What is compared with one another: COLLATE of one counts for all. */
shade_status bind_operands(struct ectx *c, size_t n, struct ast *const *asts,
			   struct expr **out);
shade_status bind_constructor(struct ectx *c, struct ast *e, struct expr **out);
/* A ROW of n named fields. */
shade_status bind_named_row(struct bind *b, size_t n, struct str *names,
			    struct expr **v, struct span span, struct expr **out);
shade_status bind_struct_call(struct ectx *c, struct ast_func *f, struct expr **out);
shade_status bind_access(struct ectx *c, struct ast *e, struct expr **out);
shade_status bind_func(struct ectx *c, struct ast *e, struct expr **out);
/* unnest(x) as a value: its SELECT makes a row for each element. */
bool is_unnest(struct str name);
shade_status bind_unnest_item(struct ectx *c, struct ast_func *f, struct str name,
			      struct expr **out);
shade_status bind_subquery_expr(struct ectx *c, struct ast *e, struct expr **out);
shade_status bind_aggregate(struct ectx *c, struct ast_func *f, struct str name,
			    struct expr **out);
shade_status bind_window_call(struct ectx *c, struct ast_func *f, struct str name,
			      struct expr **out);
/* KEY k VALUE v as two arguments. */
struct ast_list bind_pair_args(struct bind *b, const struct ast_list *args);
/* JSON functions with clauses of the standard; *out NULL: a plain call. */
shade_status bind_json_call(struct ectx *c, struct ast_func *f, struct str name,
			    struct expr **out);
/* What a call means in the dialect; *out NULL: the same as everywhere. */
/* current_user(), from_json(x, 'a INT'): *out NULL when the call remains one
 * of a function; arguments may be replaced. */
shade_status bind_context_call(struct bind *b, struct str name, size_t n,
			       struct expr **v, struct span span, struct expr **out);
shade_status bind_dialect_call(struct bind *b, struct str name, size_t n,
			       struct expr **v, struct span span, struct expr **out);
struct str bind_dialect_aggregate(const struct bind *b, struct str name);
shade_status bind_dialect_numbers(struct bind *b, struct str name, size_t n,
				  struct expr **v);
/* The arguments of a call; lambdas are left NULL. */
/* Is there a column or a lambda's parameter of that name? */
bool bind_names_column(struct ectx *c, struct str name);
shade_status bind_args(struct ectx *c, const struct ast_list *args, struct expr ***out);
shade_status bind_sort_keys(struct ectx *c, const struct ast_list *list,
			    struct sort_key **out);

/* An aggregate or window function on bound arguments: overload and casts. */
shade_status bind_resolve(struct bind *b, struct str name, size_t n, struct expr **args,
			  enum expr_kind kind, struct span span, struct expr **out);
shade_status bind_agg_parts(struct ectx *c, struct ast_func *f, struct str name,
			    enum expr_kind kind, struct expr **out);
/* An aggregate on bound arguments. */
shade_status bind_agg_call(struct bind *b, struct str name, size_t n,
			   struct expr **args, struct span span, struct expr **out);
struct expr *bind_bool(struct bind *b, bool v, struct span span);
struct expr *bind_null(struct bind *b, const struct type *t, struct span span);
/* param -> body; the column param stands in the body. */
struct expr *bind_lambda_of(struct bind *b, uint32_t param, struct expr *body);
/* The function row of an operator. */
const char *bind_operator_name(enum ast_binary_op op);
const char *bind_like_name(enum ast_like_kind kind);
shade_status bind_not(struct bind *b, struct expr *e, struct expr **out);
shade_status bind_call1(struct bind *b, const char *name, struct expr *x,
			struct span span, struct expr **out);
shade_status bind_call2(struct bind *b, const char *name, struct expr *x,
			struct expr *y, struct span span, struct expr **out);
shade_status bind_to_bool(struct bind *b, struct expr *e, const char *what,
			  struct expr **out);
/* Cast all to their common type. */
shade_status bind_unify(struct bind *b, struct expr **v, size_t n, const char *what);
/* A non-negative integer constant, or an error that names what. */
shade_status bind_const_int(struct ectx *c, struct ast *e, const char *what,
			    int64_t *out);
/* The same where NULL means that there is none. */
shade_status bind_count(struct ectx *c, struct ast *e, const char *what, bool *is_null,
			int64_t *out);
/* A session variable or a parameter whose value is known. */
bool bind_is_constant_name(struct bind *b, struct ast_column *col);
shade_status bind_const(struct ectx *c, struct ast *e, struct value *out);

/* --- scopes -------------------------------------------------------------- */

struct rel *rel_new(struct bind *b, struct str alias, size_t n_cols);
/* All columns of a plan under a name. */
struct rel *rel_of_plan(struct bind *b, struct str alias, const struct plan *p);
void scope_add(struct bind *b, struct scope *s, struct rel *r);
/* NULL: none; *ambiguous if there are several. */
struct rel_col *rel_find(struct bind *b, struct rel *r, struct str name);
struct rel_col *scope_find(struct bind *b, struct scope *s, struct str name,
			   bool *ambiguous);
struct expr *rel_col_expr(struct bind *b, const struct rel_col *c, struct span span);
/* Name the columns of a relation: t (a, b). */
shade_status rel_rename(struct bind *b, struct rel *r, const struct ast_list *names,
			struct span span);
bool rel_named(const struct rel *r, const struct ast_list *parts, size_t n);
struct str ident_name(const struct ast *ident);
struct str path_last(const struct ast *path);
/* "did you mean .." of the nearest names, or an empty text. */
struct str bind_nearest(struct bind *b, struct str word, const struct str *names,
			size_t n);

/* --- queries ------------------------------------------------------------- */

/* Names of the plan's columns are the output names. */
shade_status bind_query_node(struct bind *b, struct ast *query, struct scope *outer,
			     struct plan **out);
/* select, setop, values, pipe or query. */
shade_status bind_body(struct bind *b, struct ast *body, struct scope *outer,
		       struct plan **out);
shade_status bind_setop(struct bind *b, struct ast_setop *s, struct scope *outer,
			struct plan **out);
shade_status bind_setop_plans(struct bind *b, enum ast_setop_kind op, bool all,
			      bool by_name, struct plan **v, size_t n, struct span span,
			      struct plan **out);
shade_status bind_values(struct bind *b, struct ast_values *v, struct scope *outer,
			 struct plan **out);
shade_status bind_pipe(struct bind *b, struct ast_pipe *p, struct scope *outer,
		       struct plan **out);
/* LIMIT, OFFSET, FETCH of a query over a plan. */
shade_status bind_limit(struct bind *b, struct ast_query *q, struct plan **plan);
shade_status bind_limit_of(struct bind *b, struct ast *limit, struct ast *offset,
			   struct plan **plan);
/* ORDER BY over what is in scope; the plan keeps its columns. */
shade_status bind_order_scope(struct bind *b, const struct ast_list *list,
			      struct input *in);
/* ORDER BY over output columns only. */
shade_status bind_order_outputs(struct bind *b, const struct ast_list *keys,
				struct scope *outer, struct plan **plan);
/* Cast the plan's columns to the types where they differ. */
shade_status bind_cast_plan(struct bind *b, struct plan **plan,
			    const struct type *const *types);

/* --- WITH ---------------------------------------------------------------- */

struct cte *cte_find(struct bind *b, struct str name);
shade_status bind_ctes(struct bind *b, struct ast_query *q, struct scope *outer);
/* Put PLAN_CTE nodes of the CTEs from b->ctes down to last above the plan. */
void bind_ctes_end(struct bind *b, struct cte *last, struct plan **plan);
shade_status bind_cte_use(struct bind *b, struct cte *c, struct span span,
			  struct plan **out);

/* --- FROM ---------------------------------------------------------------- */

/* left: what is to the left of it in FROM (NULL: nothing), for LATERAL. */
shade_status bind_from(struct bind *b, struct ast *ref, struct scope *outer,
		       struct input *left, struct input *out);
/* Give the input a name, and names for its columns (NULL: keep). */
shade_status input_alias(struct bind *b, struct input *in, struct str alias,
			 const struct ast_list *columns, struct span span);
shade_status bind_table(struct bind *b, struct ast_table *t, struct input *out);
shade_status bind_object(struct bind *b, struct object *o, struct span span,
			 struct input *out);
shade_status bind_view(struct bind *b, struct object *o, struct span span,
		       struct input *out);
shade_status bind_scan(struct bind *b, struct source *s, struct str label,
		       struct span span, struct plan **out);
shade_status bind_join(struct bind *b, struct ast_join *j, struct scope *outer,
		       struct input *left, struct input *out);
shade_status bind_positional(struct bind *b, struct plan *left, struct plan *right,
			     struct span span, struct plan **out);
shade_status bind_table_func(struct bind *b, struct ast_table_func *t,
			     struct scope *outer, struct input *left, bool left_outer,
			     struct input *out, bool *took_left);
/* which('name') */
shade_status bind_which(struct bind *b, struct ast_func *f, struct input *out);
/* The full path that the only argument of f names as text. */
shade_status bind_path_arg(struct bind *b, struct ast_func *f, struct str func,
			   struct path *out);
/* A relation of constant rows; cells: n_rows * n_cols of the types. */
shade_status bind_listing(struct bind *b, struct str name, size_t n_cols,
			  const char *const *names, const enum type_id *types,
			  size_t n_rows, const struct value *cells, struct span span,
			  struct input *out);
/* lineage('name'), column_lineage('name') */
bool is_lineage(struct str name);
shade_status bind_lineage(struct bind *b, struct ast_func *f, struct input *out);
/* Remember in env that o (NULL: the file or function label) is read here. */
void bind_note_read(struct bind *b, const struct object *o, struct str label);
/* x -> e as argument i of fn, whose other arguments are in v. */
shade_status bind_lambda(struct ectx *c, struct ast *e, struct str fn, struct expr **v,
			 size_t i, struct expr **out);
/* map_zip_with(a, b, function): v as bind_lambda left it. */
shade_status bind_map_zip(struct bind *b, struct expr **v, struct span span,
			  struct expr **out);
/* TUMBLE, HOP, SESSION as a key of GROUP BY, their _START and _END; in Spark's
 * dialect window and session_window. */
bool is_group_window(const struct bind *b, struct str name);
shade_status bind_group_window(struct ectx *c, struct ast_func *f, struct str name,
			       struct expr **out);
/* Spark's column of that name beside the window; *out NULL: there is none. */
shade_status bind_window_column(struct ectx *c, struct str name, struct span span,
				struct expr **out);
/* TUMBLE, HOP, CUMULATE, SESSION over TABLE t. */
bool is_window_table(struct ast_func *f);
/* The name of one, whatever its arguments are. */
bool is_window_function(struct ast_func *f);
shade_status bind_window_table(struct bind *b, struct ast_func *f, struct scope *outer,
			       struct input *out);
/* One of explode, posexplode, inline, stack, json_tuple and their like. */
bool is_generator(struct str name);
shade_status bind_lateral_view(struct bind *b, struct ast_lateral_view *v,
			       struct scope *outer, struct input *left,
			       struct input *out);
/* Whose text is bound: settings at its creation, and what to say of errors. */
enum dialect bind_captured_dialect(struct bind *b, const struct object *o);
void bind_explain_failure(struct bind *b, struct object *o, struct span span);
/* An object that the statement reads; it holds the reference from now on. */
void bind_keep_object(struct bind *b, struct object *o);
/* What a path of n parts means here, and where to look for it. */
void bind_qualify(struct bind *b, size_t n_parts, struct path *path);
enum lookup bind_lookup(struct bind *b, const struct ast_path *p,
			const struct path *path);
/* While freezing: the path becomes the object's own. */
void bind_freeze_path(struct bind *b, struct ast_path *p, const struct object *o);

/* --- functions with a body in SQL (sql_func.c) ---------------------------- */

/* *out NULL: none.  system: only those that hide built-in functions. */
shade_status bind_find_function(struct bind *b, struct ast *name, bool system,
				struct object **out);
shade_status bind_function_call(struct ectx *c, struct object *fn, struct ast_func *f,
				struct expr **out);
shade_status bind_function_table(struct ectx *c, struct object *fn, struct ast_func *f,
				 struct input *out);
/* Check the body of a definition; b freezes its names. */
shade_status bind_freeze_body(struct bind *b, struct ast_create_function *def,
			      struct str name);

/* PLAN_EXPECT with a report of its own. */
struct plan *bind_expect_node(struct bind *b, struct plan *p, struct str dataset,
			      struct expectation *items, size_t n);
shade_status bind_sample(struct bind *b, struct ast_sample *s, struct plan **plan);
shade_status bind_pivot(struct bind *b, struct ast_pivot *p, struct scope *outer,
			struct input *in);
/* The values of PIVOT .. ON without a list: what the columns hold, sorted. */
shade_status pivot_find_values(struct bind *b, struct ast_pivot *ast, struct input *in);
shade_status bind_unpivot(struct bind *b, struct ast_unpivot *p, struct scope *outer,
			  struct input *in);

#include "bind/select.h"

#endif
