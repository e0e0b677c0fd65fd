/*
 * expr_internal.h - what the files of lib/expr share.
 */
#ifndef SHADE_EXPR_INTERNAL_H
#define SHADE_EXPR_INTERNAL_H

#include "expr/expr.h"
#include "kernel/kernel.h"

uint64_t expr_value_hash(const struct value *v);
/* Hash and equality of a node without its arguments. */
uint64_t expr_hash_own(const struct expr *e);
bool expr_same_payload(const struct expr *a, const struct expr *b);

struct node;

/*
 * A set of rows that expressions are evaluated for.  The root's rows are the
 * batch's selected ones; a branch of CASE, AND, OR makes a smaller set.
 */
struct scope {
	struct evaluator *ev;
	struct scope *parent;
	const uint16_t *rows; /* positions in the batch; NULL: 0..n-1 */
	uint16_t *row_mem; /* the rows of a branch */
	uint16_t *pos; /* branch: which rows of the parent these are */
	size_t n;
	uint64_t turn; /* changes when the rows do */
	struct shade_cx *cx; /* who hears of errors */
};

/* One expression in one scope; shared by all that need it. */
struct node {
	const struct expr *expr;
	struct scope *scope;
	struct node **args; /* evaluated in scope unless branches says else */
	size_t n_args;
	struct node *next; /* in the table of known nodes */
	uint64_t hash;
	uint64_t turn; /* scope->turn when out was computed */
	const struct vector *out;

	struct vector *own; /* memory of a computed result */
	struct vector view; /* relabelled, constant or dictionary result */
	struct vector *flat; /* arguments given to the kernel */
	struct vector **flat_mem; /* decoded dictionaries */
	uint32_t *codes; /* gathered dictionary codes */
	uint8_t *bytes; /* working space of logic */
	struct scope *branches; /* CASE, AND, OR, COALESCE */
	struct attempt *attempt; /* CASE */
	struct func_call fc; /* CALL */
	struct cast_plan *cast; /* CAST */
	struct in_set *in; /* IN_LIST */
	struct lambda_plan *lambda; /* CALL with a lambda argument */
	size_t col; /* COLUMN: index in the batch */
};

struct evaluator {
	struct shade_cx *cx;
	struct arena *arena;
	struct arena *scratch; /* nested results of one batch */
	struct heap *heap;
	size_t cap; /* rows of a batch */
	size_t n_in;
	const uint32_t *in_ids;
	size_t n_exprs;
	struct expr *const *exprs;
	struct node **roots;
	struct scope root;
	const struct batch *batch;
	uint64_t turns;
	struct node **table; /* known nodes by hash */
	size_t n_buckets; /* of table, a power of two */
	size_t n_table;
	VEC(struct node *) calls; /* whose row has fini */
	VEC(struct evaluator *) inner; /* bodies of lambdas */
	struct filter_cond *conds; /* made by the first evaluator_filter */
	uint8_t *mask;
};

shade_status evaluator_make(struct shade_cx *cx, struct arena *a, size_t cap, size_t n,
			    struct expr *const *exprs, size_t n_in,
			    const uint32_t *in_ids, struct evaluator **out);
/* The node of e in a scope, made on demand. */
shade_status node_compile(struct scope *s, const struct expr *e, struct node **out);
/* The nodes of its arguments, in the branches that it has. */
shade_status node_compile_args(struct node *nd);
/* Compute the node for the rows of its scope. */
shade_status node_eval(struct node *nd);
/* The node's own flat result vector, validity reset. */
struct vector *node_result(struct node *nd);
/* A flat version of a result, in memory of slot (kept for the next batch). */
const struct vector *node_flatten(struct node *nd, const struct vector *v,
				  struct vector **slot);

/* A scope of all the parent's rows whose errors nobody hears. */
struct scope *scope_quiet(struct scope *parent);
/* Its rows are the parent's of this moment. */
void scope_follow(struct scope *s);
/* Begin a branch: rows pos[0..n) of the parent, already in s->pos. */
void scope_enter(struct scope *s, size_t n);
struct scope *scope_new(struct scope *parent, size_t n);

shade_status eval_logic(struct node *nd); /* AND, OR */
shade_status eval_case(struct node *nd);
/* CASE: compile the results that are cheaper for all rows than for some. */
shade_status case_prepare(struct node *nd);
shade_status eval_coalesce(struct node *nd);
/* TRY: its argument fails quietly. */
shade_status try_prepare(struct node *nd);
shade_status eval_try(struct node *nd);
shade_status eval_in(struct node *nd);
shade_status eval_cast(struct node *nd);

/* Calls of functions of functions. */
bool lambda_has(const struct expr *e);
shade_status lambda_prepare(struct node *nd);
shade_status lambda_eval(struct node *nd);

/* The memory of the node's result. */
struct arena *node_arena(const struct node *nd);
/* CASE, COALESCE: evaluate argument k for rows[0..n) and put it in place. */
shade_status take_branch(struct node *nd, size_t k, const uint16_t *rows, size_t n,
			 struct vector *out);

/* TRUE rows as bytes (NULL counts as not true). */
shade_status bytes_true(struct node *nd, const struct vector *v, uint8_t *out);

#endif
