/*
 * unnest_push.c - the general way to make a dependent join independent
 * (Neumann and Kemper, "Unnesting Arbitrary Queries").
 *
 * The distinct values of the outer columns, the domain, are joined to the
 * bottom of the right side, and its operators carry them along; the join
 * then compares them.  The left side is computed once and read twice.
 */
#include "opt/opt_internal.h"

/* One reading of the domain: the columns that stand for the outer ones. */
struct domain {
	struct column *cols; /* parallel to push.outer */
};

struct push {
	struct opt *o;
	const struct idset *outer;
	uint32_t *ids; /* the outer columns */
	size_t n;
	uint32_t cte; /* of the domain */
	struct plan *distinct; /* the domain's plan: n columns */
	bool is_inline; /* each reading is a copy, not a CTE's */
};

static shade_status push(struct push *w, struct plan **plan, struct domain *d);

static bool is_correlated(const struct push *w, const struct plan *p)
{
	struct idset free = { .arena = w->o->a };

	plan_free_columns(p, &free);
	return idset_overlap(&free, w->outer);
}

static bool uses_outer(const struct push *w, const struct expr *e)
{
	struct idset used = { .arena = w->o->a };

	expr_columns(e, &used);
	return idset_overlap(&used, w->outer);
}

/* A fresh reading of the domain. */
static struct plan *read_domain(struct push *w, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *p = plan_new(a, PLAN_CTE_READ, 0, NO_SPAN);
	uint32_t *from = arena_array(a, uint32_t, w->n + 1);

	if (w->is_inline) {
		struct expr_subst s = { .arena = a, .ids = w->o->ids };

		p = plan_copy(&s, w->distinct);
		d->cols = p->cols;
		return p;
	}
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

/* Expressions of the node mean the domain's columns from now on. */
static void subst_node(void *arg, struct expr **e)
{
	*e = expr_substitute(arg, *e);
}

static void use_domain(struct push *w, struct plan *p, const struct domain *d)
{
	struct expr_subst s = { .arena = w->o->a };

	for (size_t i = 0; i < w->n; i++)
		expr_subst_put(&s, w->ids[i], plan_col_expr(w->o->a, &d->cols[i]));
	plan_each_expr(p, subst_node, &s);
}

static shade_status cross(struct push *w, struct plan **plan, struct domain *d)
{
	*plan = plan_join(w->o->a, JOIN_INNER, read_domain(w, d), *plan, 0, NULL);
	return SHADE_OK;
}

/* x IS NOT DISTINCT FROM y for each column of two readings. */
static shade_status add_equalities(struct push *w, struct plan *join,
				   const struct domain *l, const struct domain *r)
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

	TRY(push(w, &p->children[0], d));
	use_domain(w, p, d);
	copy_bytes(exprs, p->project.exprs, p->n_cols * sizeof(*exprs));
	copy_bytes(cols, p->cols, p->n_cols * sizeof(*cols));
	for (size_t i = 0; i < w->n; i++) {
		exprs[p->n_cols + i] = plan_col_expr(a, &d->cols[i]);
		cols[p->n_cols + i] = d->cols[i];
	}
	*plan = plan_project(a, p->children[0], p->n_cols + w->n, exprs, cols);
	return SHADE_OK;
}

/* Without groups there is a row for each binding, also where nothing is
 * aggregated: counts are 0 there. */
static shade_status restore_empty(struct push *w, struct plan **plan, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *agg = *plan, *join;
	struct domain all;
	size_t n = agg->n_cols - w->n;
	struct expr **exprs = arena_array(a, struct expr *, agg->n_cols);
	struct column *cols = arena_array(a, struct column, agg->n_cols);

	join = plan_join(a, JOIN_LEFT, read_domain(w, &all), agg, 0, NULL);
	TRY(add_equalities(w, join, &all, d));
	for (size_t i = 0; i < n; i++) {
		const struct column *c = &join->cols[w->n + w->n + i];

		cols[i] = *c;
		exprs[i] = plan_col_expr(a, c);
		if (agg_is_count(agg->aggregate.aggs[i])) {
			/* a column of its own takes the id of the aggregate's */
			struct column inner = *c;

			inner.id = plan_next_id(w->o->ids);
			agg->cols[w->n + i].id = inner.id;
			exprs[i] = zero_if_null(w->o, &inner);
		}
	}
	plan_refresh_node(a, join);
	for (size_t i = 0; i < w->n; i++) {
		exprs[n + i] = plan_col_expr(a, &all.cols[i]);
		cols[n + i] = all.cols[i];
	}
	*plan = plan_project(a, join, n + w->n, exprs, cols);
	d->cols = all.cols;
	return SHADE_OK;
}

/* The domain's columns come first among the groups. */
static shade_status push_aggregate(struct push *w, struct plan **plan, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *p = *plan;
	size_t n = p->aggregate.n_groups;
	bool scalar = n == 0 && p->aggregate.n_sets == 0;
	struct expr **groups = arena_array(a, struct expr *, n + w->n);
	struct column *cols = arena_array(a, struct column, p->n_cols + w->n);

	if (p->aggregate.n_sets > 0)
		return shade_fail(w->o->cx, SHADE_E_UNSUPPORTED, p->span,
				  "not supported yet: grouping sets in a correlated "
				  "subquery");
	TRY(push(w, &p->children[0], d));
	use_domain(w, p, d);
	for (size_t i = 0; i < w->n; i++) {
		groups[i] = plan_col_expr(a, &d->cols[i]);
		cols[i] = plan_column(w->o->ids, d->cols[i].name, groups[i]);
	}
	if (n > 0)
		copy_bytes(groups + w->n, p->aggregate.groups, n * sizeof(*groups));
	copy_bytes(cols + w->n, p->cols, p->n_cols * sizeof(*cols));
	p->aggregate.groups = groups;
	p->aggregate.n_groups = n + w->n;
	p->cols = cols;
	p->n_cols += w->n;
	d->cols = arena_dup(a, cols, w->n * sizeof(*cols));
	return scalar ? restore_empty(w, plan, d) : SHADE_OK;
}

static shade_status push_join(struct push *w, struct plan **plan, struct domain *d)
{
	struct plan *p = *plan;
	enum join_kind k = p->join.kind;
	bool left = is_correlated(w, p->children[0]);
	bool right = is_correlated(w, p->children[1]);
	struct domain l, r;

	for (size_t i = 0; i < p->join.n_conds; i++)
		if (uses_outer(w, p->join.conds[i]))
			left = true;
	if (k == JOIN_FULL)
		return shade_fail(w->o->cx, SHADE_E_UNSUPPORTED, p->span,
				  "not supported yet: a FULL JOIN in a correlated "
				  "subquery");
	/* an outer join's kept side must have the bindings */
	if (k == JOIN_RIGHT)
		right = true;
	else if (k != JOIN_INNER)
		left = true;
	if (left)
		TRY(push(w, &p->children[0], &l));
	if (right)
		TRY(push(w, &p->children[1], &r));
	*d = left && k != JOIN_RIGHT ? l : r;
	use_domain(w, p, d);
	if (left && right)
		TRY(add_equalities(w, p, &l, &r));
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
		TRY(push(w, &p->children[k], &own));
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

/* LIMIT for each binding: number the rows, keep the first. */
static shade_status number_rows(struct push *w, struct plan **plan,
				struct sort_key *keys, size_t n_keys,
				const struct domain *d, struct column *out)
{
	struct arena *a = w->o->a;
	struct window_spec *spec = arena_new_of(a, struct window_spec);
	struct func_bind fb = { .cx = w->o->cx, .arena = a };
	const struct agg_class *agg = NULL;
	struct expr *e;

	TRY(func_resolve(&fb, STR("row_number"), &agg));
	spec->partition = arena_array(a, struct expr *, w->n + 1);
	spec->n_partition = w->n;
	for (size_t i = 0; i < w->n; i++)
		spec->partition[i] = plan_col_expr(a, &d->cols[i]);
	spec->order = keys;
	spec->n_order = n_keys;
	spec->unit = FRAME_ROWS;
	spec->start = BOUND_UNBOUNDED_PRECEDING;
	spec->end = BOUND_CURRENT;
	e = expr_new(a, EXPR_WINDOW, fb.type, 0, NULL, NO_SPAN);
	e->call.row = fb.row;
	e->call.kernel = fb.kernel;
	e->call.agg = agg;
	e->call.window = spec;
	e->not_null = true;
	*out = plan_column(w->o->ids, STR("row"), e);
	*plan = plan_window(a, *plan, 1, arena_dup(a, &e, sizeof(struct expr *)), out);
	return SHADE_OK;
}

static shade_status compare_number(struct push *w, const struct column *number,
				   const char *op, int64_t limit, struct expr **out)
{
	struct arena *a = w->o->a;
	struct expr *args[2] = { plan_col_expr(a, number),
				 expr_const(a, value_int(TYPE_BIGINT, limit),
					    NO_SPAN) };

	return expr_call(w->o->cx, str_from(op), 2, arena_dup(a, args, sizeof(args)),
			 NO_SPAN, out);
}

static shade_status push_limit(struct push *w, struct plan **plan, struct domain *d)
{
	struct plan *p = *plan, *child = p->children[0];
	struct sort_key *keys = NULL;
	size_t n_keys = 0, n = 0;
	struct expr **conds = arena_array(w->o->a, struct expr *, 2);
	int64_t offset = p->limit.offset ? p->limit.offset->value.i : 0;
	struct column number;

	if (p->limit.percent || p->limit.with_ties)
		return shade_fail(
			w->o->cx, SHADE_E_UNSUPPORTED, p->span,
			"not supported yet: this LIMIT in a correlated subquery");
	/* the projection that drops sort keys lies above the sort */
	if (child->kind == PLAN_SORT) {
		TRY(push(w, &child->children[0], d));
		use_domain(w, child, d);
		keys = child->sort.keys;
		n_keys = child->sort.n_keys;
		child = child->children[0];
	} else {
		TRY(push(w, &p->children[0], d));
		child = p->children[0];
	}
	TRY(number_rows(w, &child, keys, n_keys, d, &number));
	if (p->limit.count)
		TRY(compare_number(w, &number, "<=", offset + p->limit.count->value.i,
				   &conds[n++]));
	if (offset > 0)
		TRY(compare_number(w, &number, ">", offset, &conds[n++]));
	*plan = plan_filter(w->o->a, child, n, conds);
	return SHADE_OK;
}

static shade_status push_window(struct push *w, struct plan **plan, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *p = *plan;

	TRY(push(w, &p->children[0], d));
	use_domain(w, p, d);
	for (size_t i = 0; i < p->window.n_windows; i++) {
		struct expr *e = arena_dup(a, p->window.windows[i], sizeof(*e));
		struct window_spec *s = arena_dup(a, e->call.window, sizeof(*s));
		struct expr **part = arena_array(a, struct expr *,
						 s->n_partition + w->n);

		for (size_t k = 0; k < w->n; k++)
			part[k] = plan_col_expr(a, &d->cols[k]);
		if (s->n_partition)
			copy_bytes(part + w->n, s->partition,
				   s->n_partition * sizeof(*part));
		s->partition = part;
		s->n_partition += w->n;
		e->call.window = s;
		p->window.windows[i] = e;
	}
	plan_refresh_node(a, p);
	return SHADE_OK;
}

static shade_status push_distinct(struct push *w, struct plan **plan, struct domain *d)
{
	struct plan *p = *plan;

	TRY(push(w, &p->children[0], d));
	use_domain(w, p, d);
	if (p->distinct.n_on > 0)
		for (size_t i = 0; i < w->n; i++)
			conds_add(w->o->a, &p->distinct.on, &p->distinct.n_on,
				  plan_col_expr(w->o->a, &d->cols[i]));
	plan_refresh_node(w->o->a, p);
	return SHADE_OK;
}

static shade_status push_values(struct push *w, struct plan **plan, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *p = *plan, *all;

	if (p->values.n_rows == 1) {
		*plan = plan_project(a, plan_one_row(a, p->span), p->n_cols,
				     p->values.exprs, p->cols);
		return push(w, plan, d);
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

static shade_status push(struct push *w, struct plan **plan, struct domain *d)
{
	struct plan *p = *plan;

	if (!is_correlated(w, p))
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
	case PLAN_CTE:
		if (is_correlated(w, p->children[0]))
			break;
		TRY(push(w, &p->children[1], d));
		plan_refresh_node(w->o->a, p);
		return SHADE_OK;
	case PLAN_FILTER:
	case PLAN_SORT:
	case PLAN_UNNEST:
	case PLAN_ASSERT:
	case PLAN_SAMPLE:
		TRY(push(w, &p->children[0], d));
		use_domain(w, p, d);
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
	struct idset left_free = { .arena = o->a };
	uint32_t rows_cte = plan_next_id(o->ids);
	struct expr_subst map = { .arena = o->a, .ids = o->ids };
	struct domain d, left;
	size_t *at;

	list_outer(&w, join->children[0], &left, &at);
	plan_free_columns(join->children[0], &left_free);
	w.cte = plan_next_id(o->ids);
	if (!idset_is_empty(&left_free)) {
		/* a CTE cannot depend on rows further out: compute it twice */
		w.is_inline = true;
		w.distinct = make_domain(&w, plan_copy(&map, join->children[0]), at);
	} else {
		share_left(o, &join->children[0], &def, &map, rows_cte);
		w.distinct = make_domain(&w, read_left(o, def, rows_cte), at);
	}
	TRY(push(&w, &join->children[1], &d));
	TRY(add_equalities(&w, join, &left, &d));
	plan_refresh_node(o->a, join);
	if (w.is_inline)
		return SHADE_OK;
	*plan = cte_over(o, w.cte, STR("outer bindings"), w.distinct, join);
	*plan = cte_over(o, rows_cte, STR("outer rows"), def, *plan);
	return SHADE_OK;
}
