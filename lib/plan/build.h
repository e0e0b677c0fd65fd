/*
 * build.h - making plan nodes; the arrays handed in become the node's.
 */
#ifndef SHADE_PLAN_BUILD_H
#define SHADE_PLAN_BUILD_H

#include "plan/plan.h"

static inline uint32_t plan_next_id(struct plan_ids *ids)
{
	if (ids->next == 0)
		ids->next = 1;
	return ids->next++;
}

/* n == 0: the child itself. */
struct plan *plan_filter(struct arena *a, struct plan *child, size_t n,
			 struct expr **conds);
struct plan *plan_project(struct arena *a, struct plan *child, size_t n,
			  struct expr **exprs, struct column *cols);
/* Project to some of the child's columns, ids kept; copies cols. */
struct plan *plan_keep(struct arena *a, struct plan *child, size_t n,
		       const struct column *cols);
/* One row without columns. */
struct plan *plan_one_row(struct arena *a, struct span span);
struct plan *plan_sort(struct arena *a, struct plan *child, size_t n,
		       struct sort_key *keys);
struct plan *plan_limit(struct arena *a, struct plan *child, struct expr *count,
			struct expr *offset);
struct plan *plan_distinct(struct arena *a, struct plan *child, size_t n_on,
			   struct expr **on);
struct plan *plan_window(struct arena *a, struct plan *child, size_t n,
			 struct expr **windows, const struct column *cols);
struct plan *plan_join(struct arena *a, enum join_kind kind, struct plan *left,
		       struct plan *right, size_t n_conds, struct expr **conds);
struct plan *plan_join_mark(struct arena *a, struct plan *left, struct plan *right,
			    size_t n_conds, struct expr **conds,
			    const struct column *mark);
/* (Re)compute a join's output from its children; mark: of JOIN_MARK. */
void plan_join_columns(struct arena *a, struct plan *p, const struct column *mark);
/* Does the join's output hold the right side's columns? */
bool join_has_right(enum join_kind k);

/* A reference to a column; a fresh column for an expression's values. */
struct expr *plan_col_expr(struct arena *a, const struct column *c);
struct column plan_column(struct plan_ids *ids, struct str name, const struct expr *e);

#endif
