/*
 * plan.h - the logical plan: relational operators over bound expressions.
 *
 * Read-only once built (rules make new nodes or edit nodes they own), in
 * the statement's arena.  A node's output columns carry ids unique in the
 * statement; expressions in a node mean columns of its children by id.
 */
#ifndef SHADE_PLAN_PLAN_H
#define SHADE_PLAN_PLAN_H

#include "expr/expr.h"
#include "source/source.h"

enum plan_kind {
	PLAN_SCAN, /* no child */
	PLAN_VALUES, /* no child; n_rows 1 with 0 columns is SELECT without FROM */
	PLAN_FILTER,
	PLAN_PROJECT,
	PLAN_AGGREGATE,
	PLAN_JOIN, /* left, right */
	PLAN_SORT, /* with limit: top-N */
	PLAN_LIMIT,
	PLAN_DISTINCT,
	PLAN_SETOP, /* two children or more (UNION ALL) */
	PLAN_WINDOW,
	PLAN_UNNEST,
	PLAN_EXPECT, /* checks expectations; barrier for the optimizer */
	PLAN_ASSERT, /* |> ASSERT */
	PLAN_CTE, /* children: the CTE's plan, then the query that reads it */
	PLAN_CTE_READ, /* no child */
	PLAN_RECURSIVE, /* children: anchor, step */
	PLAN_SAMPLE,
	PLAN_KIND_COUNT
};

struct column {
	uint32_t id;
	struct str name; /* output name as typed */
	const struct type *type;
	bool not_null;
	bool hidden; /* not in SELECT * */
};

enum join_kind {
	JOIN_INNER,
	JOIN_LEFT,
	JOIN_RIGHT,
	JOIN_FULL,
	JOIN_SEMI, /* left rows with a match; columns of the left only */
	JOIN_ANTI, /* left rows without a match */
	/* left columns and a mark: TRUE if all keys and conds are TRUE for some
	 * right row, else NULL if they are NULL for some, else FALSE */
	JOIN_MARK,
	JOIN_SINGLE /* LEFT that fails when a row has two matches (scalar subquery) */
};

enum setop_kind { SETOP_UNION, SETOP_INTERSECT, SETOP_EXCEPT };

enum expect_action { EXPECT_KEEP, EXPECT_DROP, EXPECT_FAIL };

/* One expectation of one reference to a view, with what it counted. */
struct expectation {
	struct str name;
	enum expect_action action;
	struct expr *cond;
	struct str text; /* as written */
	uint64_t passed, failed; /* rows; filled by the executor */
};

/* Filled by the executor, read when the statement ends. */
struct expect_report {
	struct expect_report *next;
	struct str dataset; /* full path of the view */
	struct expectation *items;
	size_t n_items;
	uint64_t kept, dropped;
	bool partial; /* the reader stopped early */
	struct str *samples; /* violating rows as JSON, in the arena */
	struct str *sample_names; /* expectation each sample violated */
	size_t n_samples;
};

struct plan {
	enum plan_kind kind;
	struct span span;
	struct column *cols; /* output */
	size_t n_cols;
	struct plan **children;
	size_t n_children;
	double est_rows; /* < 0: unknown yet */
	union {
		struct {
			struct source *source;
			size_t *source_cols; /* parallel to cols */
			struct scan_bound *bounds; /* col: source column */
			size_t n_bounds;
			struct str label; /* object path or file, for EXPLAIN */
		} scan;
		struct {
			struct expr **exprs; /* n_rows * n_cols, row by row */
			size_t n_rows;
		} values;
		struct {
			struct expr **conds; /* ANDed, in order */
			size_t n_conds;
		} filter;
		struct {
			struct expr **exprs; /* parallel to cols */
		} project;
		/*
		 * cols: groups, aggs, then grouping_id BIGINT if n_sets > 0: its bit
		 * g is set when groups[g] is not in the row's set.
		 */
		struct {
			struct expr **groups;
			size_t n_groups;
			struct expr **aggs; /* EXPR_AGG */
			size_t n_aggs;
			/* GROUPING SETS: bit g of set i: groups[g] is in it */
			const uint64_t *sets;
			size_t n_sets; /* 0: one set of all groups */
		} aggregate;
		struct { /* cols: left's, right's (kinds that have them), mark */
			enum join_kind kind;
			struct expr **left_keys, **right_keys; /* equal types */
			size_t n_keys;
			uint64_t null_safe; /* bit i: key i matches NULL with NULL */
			struct expr **conds; /* further ON conditions */
			size_t n_conds;
			bool dependent; /* right may use left's columns; the
					 * unnesting rule removes it */
			bool is_asof;
		} join;
		struct {
			struct sort_key *keys;
			size_t n_keys;
			bool has_limit; /* top-N: keep limit rows after offset */
			uint64_t limit, offset;
		} sort;
		struct {
			struct expr *count, *offset; /* BIGINT consts; NULL: none */
			bool percent;
			/* WITH TIES: child is a PLAN_SORT on these keys */
			bool with_ties;
		} limit;
		struct {
			struct expr **on; /* n_on 0: all columns */
			size_t n_on;
		} distinct;
		struct { /* columns correspond by position and type */
			enum setop_kind kind;
			bool all;
		} setop;
		struct { /* cols: child's, then one a window */
			struct expr **windows; /* EXPR_WINDOW */
			size_t n_windows;
		} window;
		struct { /* cols: child's, then the elements', then ordinality */
			struct expr **exprs; /* ARRAY or MAP; run side by side */
			size_t n_exprs;
			bool outer; /* keep rows without elements */
			bool with_ordinality;
		} unnest;
		struct {
			struct expect_report *report;
		} expect;
		struct {
			struct expr *cond;
			struct expr *message; /* or NULL */
		} assertion;
		struct {
			uint32_t id; /* ties CTE and CTE_READ */
			struct str name;
			/* CTE_READ: ids of the CTE's columns, parallel to cols */
			const uint32_t *from_ids;
		} cte;
		struct {
			uint32_t id;
			bool distinct; /* UNION, not UNION ALL */
			struct str name;
		} recursive;
		struct {
			double fraction; /* of rows; < 0: rows */
			uint64_t rows;
			uint64_t seed;
			bool has_seed;
		} sample;
	};
};

/* The next free column id of the statement. */
struct plan_ids {
	uint32_t next;
};

struct plan *plan_new(struct arena *a, enum plan_kind kind, size_t n_children,
		      struct span span);
/* Position of a column id in the node's output, or -1. */
int plan_find_col(const struct plan *p, uint32_t id);
/* The node and its expressions are consistent; debug builds run this after
 * each rule.  Reports INTERNAL with the rule's name. */
shade_status plan_verify(struct shade_cx *cx, const struct plan *p, const char *where);
/* "scan", "left": for EXPLAIN and messages. */
const char *plan_kind_name(enum plan_kind kind);
const char *join_kind_name(enum join_kind kind);
/* Indented text, one node a line: EXPLAIN. */
struct str plan_text(struct arena *a, const struct plan *p);

#endif
