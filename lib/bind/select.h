/*
 * select.h - the state of one SELECT while it is bound.
 *
 * Expressions are bound over the columns of FROM.  Aggregates and window
 * functions are collected on the way, a column stands in for each; when the
 * query groups, what is left over FROM's columns must be in GROUP BY.
 */
#ifndef SHADE_BIND_SELECT_H
#define SHADE_BIND_SELECT_H

#include "bind/bind_internal.h"

/* Aggregates or windows met so far, equal ones once. */
struct collected {
	VEC(struct expr *) exprs;
	VEC(struct column) cols;
	VEC(uint64_t) hashes;
	struct idset ids;
};

struct out_item {
	struct ast *ast; /* expression; NULL: bound from the start (a star) */
	struct str name;
	bool has_alias;
	struct expr *expr; /* once bound */
	bool busy; /* being bound: its own alias is not visible */
};

struct select {
	uint32_t id; /* unique in the statement */
	struct bind *b;
	struct input in; /* FROM */
	VEC(struct out_item) items;
	struct name_map aliases; /* name -> index + 1 */
	const struct ast_list *named_windows;
	struct collected aggs, windows;
	struct collected unnests; /* unnest(x) as an item: arrays to take apart */
	bool takes_aggs; /* a clause is bound that may hold aggregates */
	bool is_grouped; /* GROUP BY, HAVING or an aggregate */
	VEC(struct expr *) groups;
	struct column *group_cols;
	VEC(uint64_t) sets;
	bool has_sets;
	uint32_t grouping_id; /* column, once grouping() is used or sets exist */
	const struct group_window *group_window; /* of time; NULL: none */
};

struct select_tail {
	const struct ast_list *order_by;
	struct ast_query *limit; /* NULL: none */
};

void select_init(struct select *s, struct bind *b);
/* The stand-in column for an aggregate or window. */
struct expr *collect(struct select *s, struct collected *to, struct expr *e,
		     struct str name);
struct ectx select_ectx(struct select *s, const char *clause);

/* A generator in the select list becomes a LATERAL VIEW; *ast may be copied. */
shade_status select_generators(struct bind *b, struct ast_select **ast);
/* Expand stars; named items get their names. */
shade_status select_expand(struct select *s, struct ast_list *items);
shade_status select_bind_items(struct select *s);
shade_status select_bind_item(struct select *s, size_t i);
/* Item of that alias, or -1. */
long select_alias(struct select *s, struct str name);
/* GROUP BY: expressions, ordinals, aliases, grouping sets. */
shade_status select_group_by(struct select *s, const struct ast_list *list);
shade_status select_group_all(struct select *s);
/* Over the groups instead of FROM; error for columns that are not grouped. */
shade_status select_regroup(struct select *s, struct expr **e);
/* FROM's plan, filtered, grouped. */
struct plan *select_aggregate_plan(struct select *s, struct plan *in);
shade_status select_grouping(struct ectx *c, struct ast_func *f, struct expr **out);

struct order_key {
	long output; /* position of an output column, or -1 */
	struct sort_key key;
};

shade_status select_order_by(struct select *s, const struct ast_list *list,
			     struct order_key **keys, size_t *n);
/* |> AGGREGATE: group and project the select's items; the first n_keys are the
 * keys, the others must hold an aggregate. */
shade_status select_finish_pipe(struct select *s, struct ast_select *ast,
				bool group_all, size_t n_keys, struct plan **out);
shade_status bind_select(struct bind *b, struct ast_select *ast, struct scope *outer,
			 const struct select_tail *tail, struct plan **out);
/* The name of an item without alias. */
struct str item_name(struct bind *b, struct ast *e);

/* What unnest(..) as an item becomes; nothing when e is something else. */
struct unnested {
	bool is_row; /* one column for each field */
	VEC(struct expr *) exprs;
	VEC(struct str) names;
};
shade_status select_unnest(struct select *s, size_t n_items, struct ast *e,
			   struct unnested *out);

/* A column that * or COLUMNS() stands for. */
struct star_match {
	struct rel *rel; /* NULL: a field of the ROW col */
	struct rel_col *col;
	struct str name; /* of the output */
	struct ast *value; /* REPLACE (value AS name), or NULL */
	struct expr *field; /* of a ROW, or NULL */
};

shade_status star_columns(struct select *s, struct ast_star *ast, struct span span,
			  struct star_match **out, size_t *n);
struct ast *star_match_ast(struct arena *a, const struct star_match *m,
			   struct span span);

/* COLUMNS in the expression, outside subqueries, or NULL. */
struct ast_columns *columns_within(struct ast *e);
/* A copy with something else in place of every COLUMNS. */
struct ast *columns_fill(struct arena *a, const struct ast *e, const struct ast *with);
/* e once for each column of the COLUMNS in it; without one: e. */
shade_status columns_spread(struct select *s, struct ast *e, struct ast_list *out);
/* f(*COLUMNS(..)) with the columns as arguments; *e may become a copy. */
shade_status columns_unpack(struct select *s, struct ast **e);

#endif
