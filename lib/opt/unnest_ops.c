/*
 * unnest_ops.c - groupings, LIMIT, windows and DISTINCT for each outer
 * binding.
 */
#include "opt/unnest_push.h"

/* Is there a row even where nothing is grouped?  ROLLUP has one for (). */
static shade_status has_total(struct push *w, const struct plan *p, bool *out)
{
	size_t n = 0;

	for (size_t i = 0; i < p->aggregate.n_sets; i++)
		n += p->aggregate.sets[i] == 0;
	if (n > 1)
		return shade_fail(w->o->cx, SHADE_E_UNSUPPORTED, p->span,
				  "not supported yet: the grouping set () twice in a "
				  "correlated subquery");
	*out = n == 1 || (p->aggregate.n_groups == 0 && p->aggregate.n_sets == 0);
	return SHADE_OK;
}

/* The total's value of column c where its binding has no rows; NULL: NULL. */
static shade_status total_of_nothing(struct push *w, const struct plan *agg, size_t i,
				     struct column *c, struct expr **out)
{
	size_t n = agg->aggregate.n_groups, n_aggs = agg->aggregate.n_aggs;

	*out = NULL;
	if (i >= n && i < n + n_aggs)
		return agg_of_nothing(w->o, agg->aggregate.aggs[i - n], c, out);
	if (i < n + n_aggs)
		return SHADE_OK;
	/* grouping_id: no group of the query is in the set */
	*out = or_else(w->o, c,
		       value_int(TYPE_BIGINT,
				 (int64_t)(((uint64_t)1 << (n - w->n)) - 1)));
	return SHADE_OK;
}

/* A row for each binding, also where nothing is aggregated: counts are 0
 * there. */
static shade_status restore_empty(struct push *w, struct plan **plan, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *agg = *plan, *join;
	struct domain all;
	size_t first = agg->aggregate.n_groups - w->n, n = 0;
	struct expr **exprs = arena_array(a, struct expr *, agg->n_cols);
	struct column *cols = arena_array(a, struct column, agg->n_cols);

	join = plan_join(a, JOIN_LEFT, push_read_domain(w, &all), agg, 0, NULL);
	TRY(push_equalities(w, join, &all, d));
	for (size_t i = 0; i < agg->n_cols; i++) {
		struct column c = join->cols[w->n + i], inner = c;
		struct expr *e;

		if (i >= first && i < first + w->n)
			continue;
		inner.id = plan_next_id(w->o->ids);
		TRY(total_of_nothing(w, agg, i, &inner, &e));
		/* a column of its own takes the id of the aggregate's */
		if (e)
			agg->cols[i].id = inner.id;
		cols[n] = c;
		exprs[n++] = e ? e : plan_col_expr(a, &c);
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

/* The domain's columns come last among the groups: bits of sets stay. */
static shade_status add_groups(struct push *w, struct plan *p, struct domain *d)
{
	struct arena *a = w->o->a;
	size_t n = p->aggregate.n_groups, all = n + w->n;
	uint64_t bits = 0, *sets = arena_array(a, uint64_t, p->aggregate.n_sets + 1);
	struct expr **groups = arena_array(a, struct expr *, all + 1);
	struct column *cols = arena_array(a, struct column, p->n_cols + w->n);

	if (p->aggregate.n_sets > 0 && all > 63)
		return shade_fail(w->o->cx, SHADE_E_TOO_COMPLEX, p->span,
				  "grouping sets in a correlated subquery have more "
				  "than 63 keys");
	if (n > 0)
		copy_bytes(groups, p->aggregate.groups, n * sizeof(*groups));
	copy_bytes(cols, p->cols, n * sizeof(*cols));
	copy_bytes(cols + all, p->cols + n, (p->n_cols - n) * sizeof(*cols));
	for (size_t i = 0; i < w->n; i++) {
		groups[n + i] = plan_col_expr(a, &d->cols[i]);
		cols[n + i] = plan_column(w->o->ids, d->cols[i].name, groups[n + i]);
		bits |= (uint64_t)1 << ((n + i) & 63);
	}
	for (size_t i = 0; i < p->aggregate.n_sets; i++)
		sets[i] = p->aggregate.sets[i] | bits;
	p->aggregate.sets = sets;
	p->aggregate.groups = groups;
	p->aggregate.n_groups = all;
	p->cols = cols;
	p->n_cols += w->n;
	d->cols = arena_dup(a, cols + n, w->n * sizeof(*cols));
	return SHADE_OK;
}

shade_status push_aggregate(struct push *w, struct plan **plan, struct domain *d)
{
	struct plan *p = *plan;
	bool total = false;

	TRY(has_total(w, p, &total));
	if (total && w->in_step)
		return shade_fail(w->o->cx, SHADE_E_UNSUPPORTED, p->span,
				  "not supported yet: a total in the recursive part of "
				  "a correlated WITH RECURSIVE");
	TRY(push_plan(w, &p->children[0], d));
	push_use_domain(w, p, d);
	TRY(add_groups(w, p, d));
	return total ? restore_empty(w, plan, d) : SHADE_OK;
}

/* --- LIMIT ----------------------------------------------------------------- */

/* fn() OVER (PARTITION BY the binding ORDER BY keys); no keys: of all rows. */
static shade_status add_window(struct push *w, struct plan **plan, const char *fn,
			       struct sort_key *keys, size_t n_keys,
			       const struct domain *d, struct column *out)
{
	struct arena *a = w->o->a;
	struct window_spec *spec = arena_new_of(a, struct window_spec);
	struct func_bind fb = { .cx = w->o->cx, .arena = a };
	bool whole = strcmp(fn, "count") == 0;
	const struct agg_class *agg = NULL;
	struct expr *e;

	TRY(func_resolve(&fb, str_from(fn), &agg));
	spec->partition = arena_array(a, struct expr *, w->n + 1);
	spec->n_partition = w->n;
	for (size_t i = 0; i < w->n; i++)
		spec->partition[i] = plan_col_expr(a, &d->cols[i]);
	spec->order = whole ? NULL : keys;
	spec->n_order = whole ? 0 : n_keys;
	spec->unit = FRAME_ROWS;
	spec->start = BOUND_UNBOUNDED_PRECEDING;
	spec->end = whole ? BOUND_UNBOUNDED_FOLLOWING : BOUND_CURRENT;
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

static struct expr *number(struct push *w, int64_t n)
{
	return expr_const(w->o->a, value_int(TYPE_BIGINT, n), NO_SPAN);
}

static shade_status call2(struct push *w, const char *op, struct expr *x,
			  struct expr *y, struct expr **out)
{
	struct expr *args[2] = { x, y };

	return expr_call(w->o->cx, str_from(op), 2,
			 arena_dup(w->o->a, args, sizeof(args)), NO_SPAN, out);
}

/* The last row that stays: offset + count, or a share of the rows. */
static shade_status last_row(struct push *w, const struct plan *limit,
			     struct plan **child, const struct domain *d,
			     int64_t offset, struct expr **out)
{
	struct column rows;
	int64_t count = limit->limit.count->value.i;

	if (!limit->limit.percent) {
		*out = number(w,
			      offset > INT64_MAX - count ? INT64_MAX : offset + count);
		return SHADE_OK;
	}
	TRY(add_window(w, child, "count", NULL, 0, d, &rows));
	TRY(call2(w, "*", plan_col_expr(w->o->a, &rows), number(w, count), out));
	TRY(call2(w, "div", *out, number(w, 100), out));
	return call2(w, "+", *out, number(w, offset), out);
}

/* LIMIT for each binding: number the rows, keep the first. */
shade_status push_limit(struct push *w, struct plan **plan, struct domain *d)
{
	struct plan *p = *plan, *child = p->children[0];
	struct arena *a = w->o->a;
	struct sort_key *keys = NULL;
	size_t n_keys = 0, n = 0;
	struct expr **conds = arena_array(a, struct expr *, 2), *last;
	int64_t offset = p->limit.offset ? p->limit.offset->value.i : 0;
	struct column row, rank;

	/* the projection that drops sort keys lies above the sort */
	if (child->kind == PLAN_SORT) {
		TRY(push_plan(w, &child->children[0], d));
		push_use_domain(w, child, d);
		keys = child->sort.keys;
		n_keys = child->sort.n_keys;
		child = child->children[0];
	} else {
		TRY(push_plan(w, &p->children[0], d));
		child = p->children[0];
	}
	TRY(add_window(w, &child, "row_number", keys, n_keys, d, &row));
	rank = row;
	if (p->limit.with_ties)
		TRY(add_window(w, &child, "rank", keys, n_keys, d, &rank));
	if (p->limit.count) {
		TRY(last_row(w, p, &child, d, offset, &last));
		TRY(call2(w, "<=", plan_col_expr(a, &rank), last, &conds[n++]));
	}
	if (offset > 0)
		TRY(call2(w, ">", plan_col_expr(a, &row), number(w, offset),
			  &conds[n++]));
	*plan = plan_filter(a, child, n, conds);
	return SHADE_OK;
}

/* --- windows, DISTINCT ------------------------------------------------------ */

shade_status push_window(struct push *w, struct plan **plan, struct domain *d)
{
	struct arena *a = w->o->a;
	struct plan *p = *plan;

	TRY(push_plan(w, &p->children[0], d));
	push_use_domain(w, p, d);
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

shade_status push_distinct(struct push *w, struct plan **plan, struct domain *d)
{
	struct plan *p = *plan;

	TRY(push_plan(w, &p->children[0], d));
	push_use_domain(w, p, d);
	if (p->distinct.n_on > 0)
		for (size_t i = 0; i < w->n; i++)
			conds_add(w->o->a, &p->distinct.on, &p->distinct.n_on,
				  plan_col_expr(w->o->a, &d->cols[i]));
	plan_refresh_node(w->o->a, p);
	return SHADE_OK;
}
