/*
 * unnest_push.c - the general way to make a dependent join independent
 * (Neumann and Kemper, "Unnesting Arbitrary Queries").
 *
 * The distinct values of the outer columns, the domain, are joined to the
 * bottom of the right side, and its operators carry them along; the join
 * then compares them.  The left side is computed once and read twice.
 */
#include "opt/unnest_push.h"

static const struct carrier *carrier_of(const struct push *w, const struct plan *p)
{
	for (size_t i = w->carriers.n; i > 0; i--)
		if (w->carriers.v[i - 1].cte == p->cte.id)
			return &w->carriers.v[i - 1];
	return NULL;
}

static bool reads_carrier(const struct push *w, const struct plan *p)
{
	bool found = p->kind == PLAN_CTE_READ && carrier_of(w, p);

	for (size_t i = 0; i < p->n_children && !found; i++)
		found = reads_carrier(w, p->children[i]);
	return found;
}

bool push_is_correlated(const struct push *w, const struct plan *p)
{
	struct idset free = { .arena = w->o->a };

	plan_free_columns(p, &free);
	return idset_overlap(&free, w->outer) ||
	       (w->carriers.n > 0 && reads_carrier(w, p));
}

bool push_uses_outer(const struct push *w, const struct expr *e)
{
	struct idset used = { .arena = w->o->a };

	expr_columns(e, &used);
	return idset_overlap(&used, w->outer);
}

struct plan *push_read_domain(struct push *w, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *p = plan_new(a, PLAN_CTE_READ, 0, NO_SPAN);
	uint32_t *from = arena_array(a, uint32_t, w->n + 1);

	p->cte.id = w->cte;
	p->cte.name = STR("outer bindings");
	p->n_cols = w->n;
	p->cols = arena_dup(a, w->distinct->cols, w->n * sizeof(*p->cols));
	for (size_t i = 0; i < w->n; i++) {
		from[i] = p->cols[i].id;
		p->cols[i].id = plan_next_id(w->o->ids);
	}
	p->cte.from_ids = from;
	d->cols = p->cols;
	return p;
}

static void subst_node(void *arg, struct expr **e)
{
	*e = expr_substitute(arg, *e);
}

void push_use_domain(struct push *w, struct plan *p, const struct domain *d)
{
	struct expr_subst s = { .arena = w->o->a };

	for (size_t i = 0; i < w->n; i++)
		expr_subst_put(&s, w->ids[i], plan_col_expr(w->o->a, &d->cols[i]));
	plan_each_expr(p, subst_node, &s);
}

static shade_status cross(struct push *w, struct plan **plan, struct domain *d)
{
	*plan = plan_join(w->o->a, JOIN_INNER, push_read_domain(w, d), *plan, 0, NULL);
	return SHADE_OK;
}

shade_status push_equalities(struct push *w, struct plan *join, const struct domain *l,
			     const struct domain *r)
{
	struct arena *a = w->o->a;

	for (size_t i = 0; i < w->n; i++) {
		struct expr *eq;

		TRY(null_safe_equal(w->o, plan_col_expr(a, &l->cols[i]),
				    plan_col_expr(a, &r->cols[i]), &eq));
		conds_add(a, &join->join.conds, &join->join.n_conds, eq);
	}
	return SHADE_OK;
}

/* --- operators ----------------------------------------------------------- */

static shade_status push_project(struct push *w, struct plan **plan, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *p = *plan;
	struct expr **exprs = arena_array(a, struct expr *, p->n_cols + w->n);
	struct column *cols = arena_array(a, struct column, p->n_cols + w->n);

	TRY(push_plan(w, &p->children[0], d));
	push_use_domain(w, p, d);
	copy_bytes(exprs, p->project.exprs, p->n_cols * sizeof(*exprs));
	copy_bytes(cols, p->cols, p->n_cols * sizeof(*cols));
	for (size_t i = 0; i < w->n; i++) {
		exprs[p->n_cols + i] = plan_col_expr(a, &d->cols[i]);
		cols[p->n_cols + i] = d->cols[i];
	}
	*plan = plan_project(a, p->children[0], p->n_cols + w->n, exprs, cols);
	return SHADE_OK;
}

/* Either side may be missing: the binding is that of the other. */
static shade_status push_full_join(struct push *w, struct plan **plan, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *p = *plan;
	size_t n = p->n_cols;
	struct expr **exprs = arena_array(a, struct expr *, n + w->n);
	struct column *cols = arena_array(a, struct column, n + w->n);
	struct domain l, r;

	copy_bytes(cols, p->cols, n * sizeof(*cols));
	for (size_t i = 0; i < n; i++)
		exprs[i] = plan_col_expr(a, &cols[i]);
	TRY(push_plan(w, &p->children[0], &l));
	TRY(push_plan(w, &p->children[1], &r));
	push_use_domain(w, p, &l);
	TRY(push_equalities(w, p, &l, &r));
	plan_refresh_node(a, p);
	for (size_t i = 0; i < w->n; i++) {
		struct expr *both[2];

		l.cols[i].not_null = r.cols[i].not_null = false;
		both[0] = plan_col_expr(a, &l.cols[i]);
		both[1] = plan_col_expr(a, &r.cols[i]);
		exprs[n + i] = expr_new(a, EXPR_COALESCE, l.cols[i].type, 2,
					arena_dup(a, both, sizeof(both)), NO_SPAN);
		cols[n + i] = plan_column(w->o->ids, l.cols[i].name, exprs[n + i]);
	}
	*plan = plan_project(a, p, n + w->n, exprs, cols);
	d->cols = arena_dup(a, cols + n, w->n * sizeof(*cols));
	return SHADE_OK;
}

static shade_status push_join(struct push *w, struct plan **plan, struct domain *d)
{
	struct plan *p = *plan;
	enum join_kind k = p->join.kind;
	bool left = push_is_correlated(w, p->children[0]);
	bool right = push_is_correlated(w, p->children[1]);
	struct domain l, r;

	for (size_t i = 0; i < p->join.n_conds; i++)
		if (push_uses_outer(w, p->join.conds[i]))
			left = true;
	if (k == JOIN_FULL)
		return push_full_join(w, plan, d);
	/* an outer join's kept side must have the bindings */
	if (k == JOIN_RIGHT)
		right = true;
	else if (k != JOIN_INNER)
		left = true;
	if (left)
		TRY(push_plan(w, &p->children[0], &l));
	if (right)
		TRY(push_plan(w, &p->children[1], &r));
	*d = left && k != JOIN_RIGHT ? l : r;
	push_use_domain(w, p, d);
	if (left && right)
		TRY(push_equalities(w, p, &l, &r));
	plan_refresh_node(w->o->a, p);
	return SHADE_OK;
}

/* Each input with the domain's columns behind its own. */
static shade_status push_setop(struct push *w, struct plan **plan, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *p = *plan;
	size_t n = p->n_cols;
	struct column *cols = arena_array(a, struct column, n + w->n);

	for (size_t k = 0; k < p->n_children; k++) {
		struct plan *old = p->children[k];
		struct column *want = arena_array(a, struct column, n + w->n);
		struct domain own;

		copy_bytes(want, old->cols, n * sizeof(*want));
		TRY(push_plan(w, &p->children[k], &own));
		copy_bytes(want + n, own.cols, w->n * sizeof(*want));
		p->children[k] = plan_keep(a, p->children[k], n + w->n, want);
	}
	copy_bytes(cols, p->cols, n * sizeof(*cols));
	for (size_t i = 0; i < w->n; i++) {
		cols[n + i] = w->distinct->cols[i];
		cols[n + i].id = plan_next_id(w->o->ids);
	}
	p->cols = cols;
	p->n_cols = n + w->n;
	d->cols = arena_dup(a, cols + n, w->n * sizeof(*cols));
	return SHADE_OK;
}

static shade_status push_values(struct push *w, struct plan **plan, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *p = *plan, *all;

	if (p->values.n_rows == 1) {
		*plan = plan_project(a, plan_one_row(a, p->span), p->n_cols,
				     p->values.exprs, p->cols);
		return push_plan(w, plan, d);
	}
	all = plan_new(a, PLAN_SETOP, p->values.n_rows, p->span);
	all->setop.kind = SETOP_UNION;
	all->setop.all = true;
	all->cols = p->cols;
	all->n_cols = p->n_cols;
	for (size_t r = 0; r < p->values.n_rows; r++) {
		struct column *cols = arena_dup(a, p->cols, p->n_cols * sizeof(*cols));

		for (size_t i = 0; i < p->n_cols; i++)
			cols[i].id = plan_next_id(w->o->ids);
		all->children[r] = plan_project(a, plan_one_row(a, p->span), p->n_cols,
						p->values.exprs + r * p->n_cols, cols);
	}
	*plan = all;
	return push_setop(w, plan, d);
}

/* --- WITH ------------------------------------------------------------------ */

static void add_carrier(struct push *w, uint32_t cte, struct column *cols)
{
	vec_push(w->o->a, &w->carriers, ((struct carrier){ cte, cols }));
}

/* A correlated definition gets the domain's columns, and so do its reads. */
static shade_status push_cte(struct push *w, struct plan *p, struct domain *d)
{
	struct domain def;

	if (push_is_correlated(w, p->children[0])) {
		TRY(push_plan(w, &p->children[0], &def));
		add_carrier(w, p->cte.id, def.cols);
	}
	TRY(push_plan(w, &p->children[1], d));
	plan_refresh_node(w->o->a, p);
	return SHADE_OK;
}

static shade_status push_cte_read(struct push *w, struct plan *p, struct domain *d)
{
	struct arena *a = w->o->a;
	const struct carrier *c = carrier_of(w, p);
	size_t n = p->n_cols;
	uint32_t *from = arena_array(a, uint32_t, n + w->n);
	struct column *cols = arena_array(a, struct column, n + w->n);

	copy_bytes(from, p->cte.from_ids, n * sizeof(*from));
	copy_bytes(cols, p->cols, n * sizeof(*cols));
	for (size_t i = 0; i < w->n; i++) {
		cols[n + i] = c->cols[i];
		cols[n + i].id = plan_next_id(w->o->ids);
		from[n + i] = c->cols[i].id;
	}
	p->cols = cols;
	p->n_cols = n + w->n;
	p->cte.from_ids = from;
	d->cols = arena_dup(a, cols + n, w->n * sizeof(*cols));
	return SHADE_OK;
}

/* One recursion for all bindings: each row knows its own. */
static shade_status push_recursive(struct push *w, struct plan *p, struct domain *d)
{
	struct arena *a = w->o->a;
	size_t n = p->n_cols;
	bool in_step = w->in_step;
	struct column *cols = arena_array(a, struct column, n + w->n);

	copy_bytes(cols, p->cols, n * sizeof(*cols));
	for (size_t i = 0; i < w->n; i++) {
		cols[n + i] = w->distinct->cols[i];
		cols[n + i].id = plan_next_id(w->o->ids);
		cols[n + i].not_null = false;
	}
	d->cols = arena_dup(a, cols + n, w->n * sizeof(*cols));
	add_carrier(w, p->recursive.id, d->cols);
	for (size_t k = 0; k < 2; k++) {
		struct column *want = arena_array(a, struct column, n + w->n);
		struct domain own;

		copy_bytes(want, p->children[k]->cols, n * sizeof(*want));
		w->in_step = in_step || k == 1;
		TRY(push_plan(w, &p->children[k], &own));
		copy_bytes(want + n, own.cols, w->n * sizeof(*want));
		p->children[k] = plan_keep(a, p->children[k], n + w->n, want);
	}
	w->in_step = in_step;
	p->cols = cols;
	p->n_cols = n + w->n;
	return SHADE_OK;
}

shade_status push_plan(struct push *w, struct plan **plan, struct domain *d)
{
	struct plan *p = *plan;

	if (!push_is_correlated(w, p))
		return cross(w, plan, d);
	switch (p->kind) {
	case PLAN_PROJECT: return push_project(w, plan, d);
	case PLAN_AGGREGATE: return push_aggregate(w, plan, d);
	case PLAN_JOIN: return push_join(w, plan, d);
	case PLAN_SETOP: return push_setop(w, plan, d);
	case PLAN_LIMIT: return push_limit(w, plan, d);
	case PLAN_WINDOW: return push_window(w, plan, d);
	case PLAN_DISTINCT: return push_distinct(w, plan, d);
	case PLAN_VALUES: return push_values(w, plan, d);
	case PLAN_CTE: return push_cte(w, p, d);
	case PLAN_CTE_READ: return push_cte_read(w, p, d);
	case PLAN_RECURSIVE: return push_recursive(w, p, d);
	case PLAN_FILTER:
	case PLAN_SORT:
	case PLAN_UNNEST:
	case PLAN_ASSERT:
	case PLAN_SAMPLE:
		TRY(push_plan(w, &p->children[0], d));
		push_use_domain(w, p, d);
		plan_refresh_node(w->o->a, p);
		return SHADE_OK;
	default: break;
	}
	return shade_fail(w->o->cx, SHADE_E_UNSUPPORTED, p->span,
			  "not supported yet: a correlated %s",
			  plan_kind_name(p->kind));
}

/* --- the join ------------------------------------------------------------ */

static struct plan *cte_over(struct opt *o, uint32_t id, struct str name,
			     struct plan *def, struct plan *body)
{
	struct plan *p = plan_new(o->a, PLAN_CTE, 2, body->span);

	p->children[0] = def;
	p->children[1] = body;
	p->cols = body->cols;
	p->n_cols = body->n_cols;
	p->cte.id = id;
	p->cte.name = name;
	return p;
}

/* The left side computed once: *left becomes a reading with the same columns,
 * *def what it reads, columns of it renamed in *again. */
static void share_left(struct opt *o, struct plan **left, struct plan **def,
		       struct expr_subst *map, uint32_t cte)
{
	struct plan *old = *left, *read = plan_new(o->a, PLAN_CTE_READ, 0, old->span);
	uint32_t *from = arena_array(o->a, uint32_t, old->n_cols + 1);

	*map = (struct expr_subst){ .arena = o->a, .ids = o->ids };
	*def = plan_copy(map, old);
	for (size_t i = 0; i < old->n_cols; i++)
		from[i] = (*def)->cols[i].id;
	read->cols = old->cols;
	read->n_cols = old->n_cols;
	read->cte.id = cte;
	read->cte.name = STR("outer rows");
	read->cte.from_ids = from;
	*left = read;
}

/* Another reading of the left side. */
static struct plan *read_left(struct opt *o, const struct plan *def, uint32_t cte)
{
	struct plan *read = plan_new(o->a, PLAN_CTE_READ, 0, NO_SPAN);
	uint32_t *from = arena_array(o->a, uint32_t, def->n_cols + 1);

	read->n_cols = def->n_cols;
	read->cols = arena_dup(o->a, def->cols, def->n_cols * sizeof(*def->cols));
	for (size_t i = 0; i < def->n_cols; i++) {
		from[i] = read->cols[i].id;
		read->cols[i].id = plan_next_id(o->ids);
	}
	read->cte.id = cte;
	read->cte.name = STR("outer rows");
	read->cte.from_ids = from;
	return read;
}

/* The outer columns, and where they stand in the left side. */
static void list_outer(struct push *w, const struct plan *left, struct domain *d,
		       size_t **at)
{
	size_t n = idset_count(w->outer);

	w->ids = arena_array(w->o->a, uint32_t, n + 1);
	d->cols = arena_array(w->o->a, struct column, n + 1);
	*at = arena_array(w->o->a, size_t, n + 1);
	for (uint32_t id = idset_next(w->outer, 1); id;
	     id = idset_next(w->outer, id + 1)) {
		size_t pos = (size_t)plan_find_col(left, id);

		d->cols[w->n] = left->cols[pos];
		(*at)[w->n] = pos;
		w->ids[w->n++] = id;
	}
}

/* Distinct values of the outer columns in a second reading of the left. */
static struct plan *make_domain(struct push *w, struct plan *again, const size_t *at)
{
	struct column *cols = arena_array(w->o->a, struct column, w->n + 1);

	for (size_t i = 0; i < w->n; i++)
		cols[i] = again->cols[at[i]];
	return plan_distinct(w->o->a, plan_keep(w->o->a, again, w->n, cols), 0, NULL);
}

shade_status unnest_push_down(struct opt *o, struct plan **plan,
			      const struct idset *outer)
{
	struct plan *join = *plan, *def = NULL;
	struct push w = { .o = o, .outer = outer };
	uint32_t rows_cte = plan_next_id(o->ids);
	struct expr_subst map = { .arena = o->a, .ids = o->ids };
	struct domain d, left;
	size_t *at;

	list_outer(&w, join->children[0], &left, &at);
	w.cte = plan_next_id(o->ids);
	/* where the left side depends on rows further out, so do these CTEs */
	share_left(o, &join->children[0], &def, &map, rows_cte);
	w.distinct = make_domain(&w, read_left(o, def, rows_cte), at);
	TRY(push_plan(&w, &join->children[1], &d));
	TRY(push_equalities(&w, join, &left, &d));
	plan_refresh_node(o->a, join);
	*plan = cte_over(o, w.cte, STR("outer bindings"), w.distinct, join);
	*plan = cte_over(o, rows_cte, STR("outer rows"), def, *plan);
	return SHADE_OK;
}
