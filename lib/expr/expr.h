/*
 * expr.h - bound expressions: names and types resolved, casts explicit.
 *
 * Read-only once built, in the statement's arena.  Columns are meant by
 * id: each column that a plan node makes has an id unique in the statement,
 * so that rules move expressions without renumbering.
 */
#ifndef SHADE_EXPR_EXPR_H
#define SHADE_EXPR_EXPR_H

#include "func/func.h"

struct plan;

enum expr_kind {
	EXPR_CONST,
	EXPR_COLUMN,
	EXPR_CALL, /* scalar function or operator: every row of func.h */
	EXPR_CAST,
	EXPR_AND, /* n-ary, evaluated left to right, stops on false */
	EXPR_OR,
	EXPR_CASE, /* args: when1, then1, when2, then2, ..., else */
	EXPR_COALESCE,
	EXPR_TRY, /* NULL where args[0] fails */
	EXPR_IN_LIST, /* args[0] IN consts; hash set */
	EXPR_AGG, /* only in PLAN_AGGREGATE */
	EXPR_WINDOW, /* only in PLAN_WINDOW */
	EXPR_SUBQUERY, /* only before the unnesting rule */
	EXPR_LAMBDA /* argument of a higher-order function */
};

enum subquery_kind { SUBQUERY_SCALAR, SUBQUERY_EXISTS, SUBQUERY_ANY, SUBQUERY_ALL };

struct sort_key {
	struct expr *expr;
	bool desc;
	bool nulls_first;
};

enum frame_unit { FRAME_ROWS, FRAME_RANGE, FRAME_GROUPS };
enum frame_bound {
	BOUND_UNBOUNDED_PRECEDING,
	BOUND_PRECEDING,
	BOUND_CURRENT,
	BOUND_FOLLOWING,
	BOUND_UNBOUNDED_FOLLOWING
};
enum frame_exclude { EXCLUDE_NONE, EXCLUDE_CURRENT, EXCLUDE_GROUP, EXCLUDE_TIES };

struct window_spec {
	struct expr **partition;
	size_t n_partition;
	struct sort_key *order;
	size_t n_order;
	enum frame_unit unit;
	enum frame_bound start, end;
	struct expr *start_offset, *end_offset; /* for PRECEDING/FOLLOWING */
	enum frame_exclude exclude;
};

struct expr {
	enum expr_kind kind;
	const struct type *type;
	bool not_null; /* known never NULL */
	bool can_fail; /* it or something below may raise an error */
	bool is_volatile;
	struct span span;
	size_t n_args;
	struct expr **args;
	union {
		struct value value; /* CONST */
		struct {
			uint32_t id;
			struct str name; /* for EXPLAIN and messages */
		} column;
		struct { /* CALL, AGG, WINDOW */
			const struct func_row *row;
			func_kernel kernel;
			const struct agg_class *agg;
			bool distinct; /* AGG */
			bool ignore_nulls; /* AGG, WINDOW */
			struct expr *filter; /* AGG, WINDOW: FILTER (WHERE ..) */
			struct sort_key *order; /* AGG: ORDER BY / WITHIN GROUP */
			size_t n_order;
			const struct window_spec *window; /* WINDOW */
		} call;
		struct {
			bool is_try;
			enum dialect dialect; /* what text looks like */
		} cast;
		struct { /* IN_LIST */
			const struct value *values; /* of args[0]'s type, no NULL */
			size_t n_values;
			bool has_null;
			bool negated;
		} in;
		struct {
			enum subquery_kind kind;
			enum cmp_kind {
				SUBCMP_EQ,
				SUBCMP_NE,
				SUBCMP_LT,
				SUBCMP_LE,
				SUBCMP_GT,
				SUBCMP_GE
			} cmp; /* ANY, ALL */
			bool negated; /* EXISTS */
			struct plan *plan; /* args are compared with its columns */
			uint32_t same; /* equal: the same text in one place; 0: none */
		} subquery;
		struct {
			uint32_t *params; /* column ids inside args[0] */
			size_t n_params;
		} lambda;
	};
};

/* --- building: casts are inserted by the caller --------------------------- */

struct expr *expr_const(struct arena *a, struct value v, struct span span);
struct expr *expr_column(struct arena *a, uint32_t id, struct str name,
			 const struct type *type, bool not_null, struct span span);
/* Flags are computed from the arguments. */
struct expr *expr_new(struct arena *a, enum expr_kind kind, const struct type *type,
		      size_t n_args, struct expr **args, struct span span);
/* e itself when it already has the type; folds constants; error if CAST is
 * not possible, naming both types. */
shade_status expr_cast(struct shade_cx *cx, struct expr *e, const struct type *to,
		       bool is_try, struct expr **out);
/* A call of a function or operator ("+", "=", "lower") on bound arguments:
 * overload choice, casts, constant folding. */
shade_status expr_call(struct shade_cx *cx, struct str name, size_t n_args,
		       struct expr **args, struct span span, struct expr **out);
/* What a kernel or an aggregate needs to run this CALL, AGG or WINDOW; one a
 * worker.  scratch is reset before each batch (NULL: the arena). */
shade_status expr_call_init(struct shade_cx *cx, const struct expr *e, struct arena *a,
			    struct arena *scratch, struct heap *heap,
			    struct func_call *fc);
void expr_call_fini(struct func_call *fc);
/* AND of n conditions, flattened; n = 0: TRUE. */
struct expr *expr_and(struct arena *a, size_t n, struct expr **conds);

/* --- asking --------------------------------------------------------------- */

bool expr_equal(const struct expr *a, const struct expr *b);
uint64_t expr_hash(const struct expr *e);
bool expr_is_const(const struct expr *e);
/* Evaluate an expression without columns. */
shade_status expr_fold(struct shade_cx *cx, const struct expr *e, struct value *out);
/* Call fn on e and everything below (subquery plans left out), until false. */
bool expr_walk(struct expr *e, bool (*fn)(void *arg, struct expr *e), void *arg);
/* A copy in which fn may replace nodes: fn returns the replacement or NULL to
 * descend. */
struct expr *expr_map(struct arena *a, struct expr *e,
		      struct expr *(*fn)(void *arg, struct expr *e), void *arg);
/* Text for EXPLAIN and column names. */
struct str expr_text(struct arena *a, const struct expr *e);

/* --- evaluating ----------------------------------------------------------- */

/*
 * An evaluator computes n expressions over batches whose columns have the
 * given ids.  One a worker; equal subexpressions are computed once.
 * Results are aligned to the *selected* rows of the batch (batch_rows(b) of
 * them), flat, constant or dictionary, valid until the next begin.
 */
struct evaluator;

shade_status evaluator_new(struct shade_cx *cx, struct arena *a, size_t n,
			   struct expr *const *exprs, size_t n_in,
			   const uint32_t *in_ids, struct evaluator **out);
void evaluator_free(struct evaluator *ev); /* what is outside the arena */
void evaluator_begin(struct evaluator *ev, const struct batch *b);
shade_status evaluator_get(struct evaluator *ev, size_t i, const struct vector **out);
/*
 * Expressions 0..n-1 as ANDed conditions: the rows of the batch for which all
 * are TRUE, as positions in the batch's vectors (ascending), into sel
 * (SHADE_BATCH_ROWS entries).  Calls begin itself; later conditions see only
 * rows that passed earlier ones, in the order given when they can fail.
 */
shade_status evaluator_filter(struct evaluator *ev, const struct batch *b,
			      uint16_t *sel, size_t *n_sel);

#endif
