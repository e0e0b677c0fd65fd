/*
 * plan.c - making plan nodes.
 */
#include "plan/build.h"

struct plan *plan_new(struct arena *a, enum plan_kind kind, size_t n_children,
		      struct span span)
{
	struct plan *p = arena_new_of(a, struct plan);

	p->kind = kind;
	p->span = span;
	p->n_children = n_children;
	p->children = arena_array(a, struct plan *, n_children ? n_children : 1);
	p->est_rows = -1;
	return p;
}

int plan_find_col(const struct plan *p, uint32_t id)
{
	for (size_t i = 0; i < p->n_cols; i++)
		if (p->cols[i].id == id)
			return (int)i;
	return -1;
}

/* Output = the child's output. */
static struct plan *plan_over(struct arena *a, enum plan_kind kind, struct plan *child)
{
	struct plan *p = plan_new(a, kind, 1, child->span);

	p->children[0] = child;
	p->cols = child->cols;
	p->n_cols = child->n_cols;
	return p;
}

struct plan *plan_filter(struct arena *a, struct plan *child, size_t n,
			 struct expr **conds)
{
	struct plan *p;

	if (n == 0)
		return child;
	p = plan_over(a, PLAN_FILTER, child);
	p->filter.conds = conds;
	p->filter.n_conds = n;
	return p;
}

struct plan *plan_project(struct arena *a, struct plan *child, size_t n,
			  struct expr **exprs, struct column *cols)
{
	struct plan *p = plan_new(a, PLAN_PROJECT, 1, child->span);

	p->children[0] = child;
	p->project.exprs = exprs;
	p->cols = cols;
	p->n_cols = n;
	return p;
}

struct plan *plan_keep(struct arena *a, struct plan *child, size_t n,
		       const struct column *cols)
{
	struct expr **exprs = arena_array(a, struct expr *, n);
	struct column *own = arena_dup(a, cols, n * sizeof(*cols));

	for (size_t i = 0; i < n; i++)
		exprs[i] = plan_col_expr(a, &cols[i]);
	return plan_project(a, child, n, exprs, own);
}

struct plan *plan_one_row(struct arena *a, struct span span)
{
	struct plan *p = plan_new(a, PLAN_VALUES, 0, span);

	p->values.n_rows = 1;
	p->est_rows = 1;
	return p;
}

struct plan *plan_sort(struct arena *a, struct plan *child, size_t n,
		       struct sort_key *keys)
{
	struct plan *p;

	if (n == 0)
		return child;
	p = plan_over(a, PLAN_SORT, child);
	p->sort.keys = keys;
	p->sort.n_keys = n;
	return p;
}

struct plan *plan_limit(struct arena *a, struct plan *child, struct expr *count,
			struct expr *offset)
{
	struct plan *p = plan_over(a, PLAN_LIMIT, child);

	p->limit.count = count;
	p->limit.offset = offset;
	return p;
}

struct plan *plan_distinct(struct arena *a, struct plan *child, size_t n_on,
			   struct expr **on)
{
	struct plan *p = plan_over(a, PLAN_DISTINCT, child);

	p->distinct.on = on;
	p->distinct.n_on = n_on;
	return p;
}

struct plan *plan_window(struct arena *a, struct plan *child, size_t n,
			 struct expr **windows, const struct column *cols)
{
	struct plan *p = plan_over(a, PLAN_WINDOW, child);

	if (n == 0)
		return child;
	p->window.windows = windows;
	p->window.n_windows = n;
	p->n_cols = child->n_cols + n;
	p->cols = arena_array(a, struct column, p->n_cols);
	copy_bytes(p->cols, child->cols, child->n_cols * sizeof(*cols));
	copy_bytes(p->cols + child->n_cols, cols, n * sizeof(*cols));
	return p;
}

static bool join_nulls_left(enum join_kind k)
{
	return k == JOIN_RIGHT || k == JOIN_FULL;
}

static bool join_nulls_right(enum join_kind k)
{
	return k == JOIN_LEFT || k == JOIN_FULL || k == JOIN_SINGLE;
}

bool join_has_right(enum join_kind k)
{
	return k != JOIN_SEMI && k != JOIN_ANTI && k != JOIN_MARK;
}

void plan_join_columns(struct arena *a, struct plan *p, const struct column *mark)
{
	const struct plan *l = p->children[0], *r = p->children[1];
	size_t n_right = join_has_right(p->join.kind) ? r->n_cols : 0;
	size_t n = l->n_cols + n_right + (mark ? 1 : 0);

	p->cols = arena_array(a, struct column, n ? n : 1);
	p->n_cols = 0;
	for (size_t i = 0; i < l->n_cols; i++) {
		p->cols[p->n_cols] = l->cols[i];
		if (join_nulls_left(p->join.kind))
			p->cols[p->n_cols].not_null = false;
		p->n_cols++;
	}
	for (size_t i = 0; i < n_right; i++) {
		p->cols[p->n_cols] = r->cols[i];
		if (join_nulls_right(p->join.kind))
			p->cols[p->n_cols].not_null = false;
		p->n_cols++;
	}
	if (mark)
		p->cols[p->n_cols++] = *mark;
}

struct plan *plan_join(struct arena *a, enum join_kind kind, struct plan *left,
		       struct plan *right, size_t n_conds, struct expr **conds)
{
	struct plan *p = plan_new(a, PLAN_JOIN, 2, left->span);

	p->children[0] = left;
	p->children[1] = right;
	p->join.kind = kind;
	p->join.conds = conds;
	p->join.n_conds = n_conds;
	plan_join_columns(a, p, NULL);
	return p;
}

struct plan *plan_join_mark(struct arena *a, struct plan *left, struct plan *right,
			    size_t n_conds, struct expr **conds,
			    const struct column *mark)
{
	struct plan *p = plan_join(a, JOIN_MARK, left, right, n_conds, conds);

	plan_join_columns(a, p, mark);
	return p;
}

struct expr *plan_col_expr(struct arena *a, const struct column *c)
{
	return expr_column(a, c->id, c->name, c->type, c->not_null, NO_SPAN);
}

struct column plan_column(struct plan_ids *ids, struct str name, const struct expr *e)
{
	return (struct column){ .id = plan_next_id(ids),
				.name = name,
				.type = e->type,
				.not_null = e->not_null };
}
