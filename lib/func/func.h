/*
 * func.h - function rows: names, argument patterns, kernels, docs.
 *
 * A function is one row in its family's table (f_string.c, f_time.c ...),
 * families are listed in families.def.  From the row come overload lookup,
 * SHOW FUNCTIONS, the manual page, and its example as a test.
 *
 * Signatures are text: "VARCHAR, BIGINT [, VARCHAR] -> VARCHAR".
 *   a type name      implicit casts may lead there
 *   ANY              any type, left as it is
 *   T, U             a type variable: all uses become one common type
 *   NUMERIC INTEGER DECIMAL STRING TEMPORAL   any type of that family, kept
 *   ARRAY<T>, MAP<K, V>, ROW
 *   [, x]            optional;   , x...   repeated any number of times (0 too)
 *   -> ?             the result type comes from bind()
 * Several rows of one name are overloads; the cheapest casts win.
 *
 * Operators are rows too.  What the binder calls them: + - * / div % power ||
 * & | ^ ~ << >> >>> = <> < <= > >= "is distinct from" "is not distinct from"
 * "is null" "is not null" not like ilike rlike "similar to" glob (2 or 3
 * arguments) -> ->> "[]" (subscript) "." (field, its name a VARCHAR constant)
 * array map (k, v, ..) row named_struct ('a', x, ..) array_contains is_json
 * timezone (zone, time) get_json_object; count without arguments is count(*).
 */
#ifndef SHADE_FUNC_FUNC_H
#define SHADE_FUNC_FUNC_H

#include "column/vector.h"

enum func_flag {
	FUNC_CAN_FAIL = 1, /* may raise an error: never moved past a guard */
	FUNC_VOLATILE = 2, /* random(), uuid(): never folded or shared */
	FUNC_NULLS = 4, /* sees NULLs itself; else NULL in = NULL out */
	FUNC_STABLE = 8, /* one value a statement: now(); foldable at bind */
	FUNC_ORDERED = 16, /* aggregate whose result depends on row order */
	FUNC_HIDDEN = 32, /* operator or helper, not in SHOW FUNCTIONS */
	FUNC_TOTAL = 64 /* never NULL when no argument is NULL */
};

struct func_row;

/* What a kernel gets besides its vectors; lives as long as the evaluator. */
struct func_call {
	struct shade_cx *cx;
	const struct func_row *row;
	const struct type *const *arg_types;
	size_t n_args;
	const struct type *type; /* of the result */
	void *state; /* from init */
	struct arena *arena; /* lives as long as the call site */
	struct heap *heap; /* string bytes of this batch's results */
	struct arena *scratch; /* reset before each batch; nested results */
	struct span span;
};

/*
 * args[i] is flat or constant; n rows; out is flat with room for n rows and
 * its own data, validity = AND of the arguments' (or NULL); a kernel that
 * makes NULLs itself calls vector_validity().  Values in NULL slots may be
 * garbage in and out; a kernel that can fail must look at validity before
 * it reports (shade_fail with fc->span).
 */
typedef shade_status (*func_kernel)(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, struct vector *out);

static inline struct arena *func_scratch(const struct func_call *fc)
{
	return fc->scratch ? fc->scratch : fc->arena;
}

/* The bitmap of a result, in memory that lasts as long as the result. */
static inline uint64_t *func_validity(struct func_call *fc, struct vector *out,
				      size_t n)
{
	return vector_validity(out->type->n_children ? func_scratch(fc) : fc->arena,
			       out, n);
}

/* Decided once when the call is bound. */
struct func_bind {
	struct shade_cx *cx;
	struct arena *arena;
	const struct func_row *row;
	size_t n_args;
	const struct type **arg_types; /* bind may replace: the binder casts */
	const struct value *const *consts; /* NULL or the folded argument */
	struct span span;
	const struct type *type; /* result, set by bind when sig says ? */
	func_kernel kernel; /* preset to row->kernel; bind may choose another */
	bool can_fail; /* preset from flags; bind may clear or set */
};

/*
 * Aggregate states lie row-wise: state of group g is at base + g * stride.
 * gids NULL: all rows go to group 0.
 */
struct agg_class {
	size_t state_size; /* multiple of 8; zeroed is the empty state */
	bool needs_init; /* false: zeroed memory is a valid empty state */
	/* Calls on the same arguments whose classes have the same update may
	 * keep one state for all and finalize it each in its own way. */
	bool may_share;
	void (*init)(struct func_call *fc, uint8_t *state);
	/* Rows where any argument is NULL are already left out unless
	 * FUNC_NULLS; args flat or constant. */
	shade_status (*update)(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, const uint32_t *gids,
			       uint8_t *base, size_t stride);
	/* Undo rows (window frames, retractions); NULL: cannot. */
	shade_status (*retract)(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride);
	/* Add the n states from src (stride src_stride) to dst group gids[i]. */
	shade_status (*combine)(struct func_call *fc, const uint8_t *src,
				size_t src_stride, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride);
	/* Results of states 0..n-1 into out rows 0..n-1 (flat; set NULLs). */
	shade_status (*finalize)(struct func_call *fc, const uint8_t *base,
				 size_t stride, size_t n, struct vector *out);
	/* Free what one state holds outside fc->arena; NULL: nothing. */
	void (*destroy)(struct func_call *fc, uint8_t *state);
};

enum func_kind { FUNC_SCALAR, FUNC_AGGREGATE, FUNC_WINDOW, FUNC_TABLE };

struct func_row {
	const char *name; /* lower case */
	const char *sig;
	enum func_kind kind;
	unsigned flags;
	func_kernel kernel; /* scalar */
	/* Scalar over one row's values, run by values_kernel: for functions of
	 * nested types (lib/func/values.h). */
	shade_status (*each)(struct func_call *fc, const struct value *args,
			     size_t n_args, struct value *out);
	const struct agg_class *agg; /* aggregate; bind may replace via out */
	shade_status (*bind)(struct func_bind *fb, const struct agg_class **agg);
	/* Once per call site and worker: fc->state (compiled pattern ...). */
	shade_status (*init)(struct func_call *fc, const struct value *const *consts);
	void (*fini)(struct func_call *fc);
	const char *doc; /* one line */
	const char *example; /* an expression, or a query for aggregates */
	const char *result; /* what it prints */
};

struct func_family {
	const char *name; /* "string", "time": the heading in the manual */
	const struct func_row *rows;
	size_t n;
};

extern const struct func_family *const func_families[];
extern const size_t n_func_families;

/* The function that the name is another name of, or the name itself. */
struct str func_canonical(struct str name);
/* Other name number i; false beyond the last. */
bool func_alias_at(size_t i, const char **name, const char **function);
/* All rows of a name, any case; *n = 0 if there is none. In the arena. */
const struct func_row **func_lookup(struct arena *a, struct str name, size_t *n);
/* Up to three nearest names for a misspelt one. */
size_t func_nearest(struct str name, struct str out[3]);

/*
 * Choose among the overloads of a name.  Fills fb->row, arg_types (casts to
 * insert), type, kernel.  Errors: FUNCTION_NOT_FOUND, WRONG_ARG_COUNT,
 * NO_OVERLOAD with the nearest three signatures as hints.
 */
shade_status func_resolve(struct func_bind *fb, struct str name,
			  const struct agg_class **agg);

#endif
