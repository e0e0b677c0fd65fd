/*
 * unnest_simple.c - correlations that are conditions of a filter are pulled
 * up into the join; a scalar aggregate is grouped by what it is compared
 * with.
 */
#include "opt/opt_internal.h"

struct pull {
	struct opt *o;
	const struct idset *outer;
	bool ordered; /* an aggregate above looks at the order of rows */
	bool sets; /* doubles do not matter: semi, anti, mark */
	/* conditions taken out, over what the pulled plan puts out */
	VEC(struct expr *) conds;
};

static bool uses_outer(const struct pull *w, const struct expr *e)
{
	struct idset used = { .arena = w->o->a };

	expr_columns(e, &used);
	return idset_overlap(&used, w->outer);
}

static bool any_uses_outer(const struct pull *w, struct expr *const *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (uses_outer(w, v[i]))
			return true;
	return false;
}

static bool is_correlated(const struct pull *w, const struct plan *p)
{
	struct idset free = { .arena = w->o->a };

	plan_free_columns(p, &free);
	return idset_overlap(&free, w->outer);
}

static bool is_one_of(const struct expr *agg, const char *const *names)
{
	for (; *names; names++)
		if (agg->call.row && strcmp(agg->call.row->name, *names) == 0)
			return true;
	return false;
}

/* --- may it be done? ----------------------------------------------------- */

/* inner = outer with nothing else in it. */
static bool splits(const struct pull *w, const struct expr *e, struct expr **inner,
		   struct expr **outer, bool *null_safe)
{
	struct idset used = { .arena = w->o->a }, in = { .arena = w->o->a };

	expr_columns(e, &used);
	for (uint32_t id = idset_next(&used, 1); id; id = idset_next(&used, id + 1))
		if (!idset_has(w->outer, id))
			idset_add(&in, id);
	return is_equality(e, &in, w->outer, inner, outer, null_safe);
}

static bool can_pull(struct pull *w, const struct plan *p, bool equal_only);

static bool can_pull_conds(struct pull *w, struct expr *const *v, size_t n,
			   bool equal_only)
{
	struct expr *in, *out;
	bool null_safe;

	for (size_t i = 0; i < n; i++)
		if (equal_only && uses_outer(w, v[i]) &&
		    !splits(w, v[i], &in, &out, &null_safe))
			return false;
	return true;
}

static bool can_pull_join(struct pull *w, const struct plan *p, bool equal_only)
{
	const struct plan *l = p->children[0], *r = p->children[1];

	if (p->join.is_asof || p->join.dependent)
		return false;
	if (p->join.kind == JOIN_INNER)
		return can_pull_conds(w, p->join.conds, p->join.n_conds, equal_only) &&
		       can_pull(w, l, equal_only) && can_pull(w, r, equal_only);
	if (p->join.kind == JOIN_RIGHT || p->join.kind == JOIN_FULL)
		return false;
	return !is_correlated(w, r) &&
	       !any_uses_outer(w, p->join.conds, p->join.n_conds) &&
	       can_pull(w, l, equal_only);
}

/* Aggregates whose value depends on the order of rows: what is not listed. */
static bool is_ordered(const struct plan *agg)
{
	static const char *const plain[] = { "count",   "sum",      "min",
					     "max",     "avg",      "bool_and",
					     "bool_or", "count_if", NULL };

	for (size_t i = 0; i < agg->aggregate.n_aggs; i++)
		if (!is_one_of(agg->aggregate.aggs[i], plain))
			return true;
	return false;
}

static bool can_pull_groups(struct pull *w, const struct plan *p)
{
	bool saved = w->ordered, ok;

	w->ordered = w->ordered || is_ordered(p);
	ok = p->aggregate.n_groups > 0 && p->aggregate.n_sets == 0 &&
	     !any_uses_outer(w, p->aggregate.groups, p->aggregate.n_groups) &&
	     !any_uses_outer(w, p->aggregate.aggs, p->aggregate.n_aggs) &&
	     can_pull(w, p->children[0], true);
	w->ordered = saved;
	return ok;
}

static bool can_pull(struct pull *w, const struct plan *p, bool equal_only)
{
	if (!is_correlated(w, p))
		return true;
	switch (p->kind) {
	case PLAN_FILTER:
		return can_pull_conds(w, p->filter.conds, p->filter.n_conds,
				      equal_only) &&
		       can_pull(w, p->children[0], equal_only);
	case PLAN_PROJECT:
		return !any_uses_outer(w, p->project.exprs, p->n_cols) &&
		       can_pull(w, p->children[0], equal_only);
	case PLAN_SORT:
		return !p->sort.has_limit && !w->ordered &&
		       can_pull(w, p->children[0], equal_only);
	case PLAN_DISTINCT:
		return p->distinct.n_on == 0 && (w->sets || equal_only) &&
		       can_pull(w, p->children[0], true);
	case PLAN_JOIN: return can_pull_join(w, p, equal_only);
	case PLAN_AGGREGATE: return can_pull_groups(w, p);
	default: return false;
	}
}

/* --- doing it ------------------------------------------------------------ */

static struct plan *do_pull(struct pull *w, struct plan *p);

static void take_conds(struct pull *w, struct expr ***conds, size_t *n)
{
	struct expr **kept = arena_array(w->o->a, struct expr *, *n + 1);
	size_t n_kept = 0;

	for (size_t i = 0; i < *n; i++) {
		if (uses_outer(w, (*conds)[i]))
			vec_push(w->o->a, &w->conds, (*conds)[i]);
		else
			kept[n_kept++] = (*conds)[i];
	}
	*conds = kept;
	*n = n_kept;
}

/* Inner columns that the pulled conditions need from this plan. */
static void needed(struct pull *w, size_t from, struct idset *out)
{
	struct idset used = { .arena = w->o->a };

	for (size_t i = from; i < w->conds.n; i++)
		expr_columns(w->conds.v[i], &used);
	for (uint32_t id = idset_next(&used, 1); id; id = idset_next(&used, id + 1))
		if (!idset_has(w->outer, id))
			idset_add(out, id);
}

/* A projection lets the columns through that the conditions need. */
static struct plan *widen_project(struct pull *w, struct plan *p, size_t from)
{
	struct arena *a = w->o->a;
	struct idset want = { .arena = a };
	struct plan *c = p->children[0];
	struct expr **exprs;
	struct column *cols;
	size_t n = p->n_cols;

	needed(w, from, &want);
	exprs = arena_array(a, struct expr *, n + c->n_cols + 1);
	cols = arena_array(a, struct column, n + c->n_cols + 1);
	copy_bytes(exprs, p->project.exprs, n * sizeof(*exprs));
	copy_bytes(cols, p->cols, n * sizeof(*cols));
	for (size_t i = 0; i < c->n_cols; i++) {
		if (!idset_has(&want, c->cols[i].id) ||
		    plan_find_col(p, c->cols[i].id) >= 0)
			continue;
		exprs[n] = plan_col_expr(a, &c->cols[i]);
		cols[n++] = c->cols[i];
	}
	return plan_project(a, c, n, exprs, cols);
}

/* Group by the inner sides of the pulled equalities from on. */
static void widen_groups(struct pull *w, struct plan *p, size_t from)
{
	struct arena *a = w->o->a;
	struct opt *o = w->o;
	size_t n = p->aggregate.n_groups, more = w->conds.n - from;
	struct expr **groups = arena_array(a, struct expr *, n + more + 1);
	struct column *cols = arena_array(a, struct column, p->n_cols + more + 1);

	if (n)
		copy_bytes(groups, p->aggregate.groups, n * sizeof(*groups));
	copy_bytes(cols, p->cols, n * sizeof(*cols));
	for (size_t i = 0; i < more; i++) {
		struct expr *e = w->conds.v[from + i], *in, *out, *args[2];
		bool null_safe;

		if (!splits(w, e, &in, &out, &null_safe))
			continue;
		groups[n + i] = in;
		cols[n + i] = plan_column(o->ids, STR("key"), in);
		e = arena_dup(a, e, sizeof(*e));
		args[0] = plan_col_expr(a, &cols[n + i]);
		args[1] = out;
		e->args = arena_dup(a, args, sizeof(args));
		w->conds.v[from + i] = e;
	}
	copy_bytes(cols + n + more, p->cols + n, (p->n_cols - n) * sizeof(*cols));
	p->aggregate.groups = groups;
	p->aggregate.n_groups = n + more;
	p->cols = cols;
	p->n_cols += more;
}

static struct plan *do_pull(struct pull *w, struct plan *p)
{
	size_t from = w->conds.n;

	if (!is_correlated(w, p))
		return p;
	for (size_t i = 0; i < p->n_children; i++)
		p->children[i] = do_pull(w, p->children[i]);
	switch (p->kind) {
	case PLAN_FILTER:
		take_conds(w, &p->filter.conds, &p->filter.n_conds);
		return plan_filter(w->o->a, p->children[0], p->filter.n_conds,
				   p->filter.conds);
	case PLAN_JOIN:
		if (p->join.kind == JOIN_INNER)
			take_conds(w, &p->join.conds, &p->join.n_conds);
		plan_refresh_node(w->o->a, p);
		return p;
	case PLAN_PROJECT: return widen_project(w, p, from);
	case PLAN_AGGREGATE: widen_groups(w, p, from); return p;
	case PLAN_SORT: return p->children[0];
	default: /* DISTINCT */ plan_refresh_node(w->o->a, p); return p;
	}
}

bool unnest_pull_up(struct opt *o, struct plan *join, const struct idset *outer)
{
	enum join_kind k = join->join.kind;
	struct pull w = { .o = o, .outer = outer };

	w.sets = k == JOIN_SEMI || k == JOIN_ANTI || k == JOIN_MARK;
	if (join->join.is_asof || !can_pull(&w, join->children[1], false))
		return false;
	join->children[1] = do_pull(&w, join->children[1]);
	for (size_t i = 0; i < w.conds.n; i++)
		conds_add(o->a, &join->join.conds, &join->join.n_conds, w.conds.v[i]);
	plan_refresh_node(o->a, join);
	return true;
}

/* --- scalar aggregates --------------------------------------------------- */

struct expr *or_else(struct opt *o, const struct column *c, struct value v)
{
	struct column nullable = *c;
	struct expr *args[2];

	nullable.not_null = false;
	if (type_family(c->type) == FAMILY_INTEGER)
		v.type = c->type;
	args[0] = plan_col_expr(o->a, &nullable);
	args[1] = expr_const(o->a, v, NO_SPAN);
	return expr_new(o->a, EXPR_COALESCE, c->type, 2,
			arena_dup(o->a, args, sizeof(args)), NO_SPAN);
}

shade_status agg_of_nothing(struct opt *o, const struct expr *agg,
			    const struct column *c, struct expr **out)
{
	static const char *const counts[] = { "count",      "count_if",
					      "countif",    "approx_count_distinct",
					      "regr_count", NULL };
	static const char *const lists[] = { "collect_list", "collect_set", NULL };
	static const char *const arrays[] = { "json_arrayagg", "json_group_array",
					      NULL };
	static const char *const objects[] = { "json_objectagg", "json_group_object",
					       NULL };
	struct expr *empty;

	*out = NULL;
	if (is_one_of(agg, counts)) {
		*out = or_else(o, c, value_int(TYPE_BIGINT, 0));
	} else if (is_one_of(agg, lists)) {
		TRY(expr_call(o->cx, STR("array"), 0, NULL, NO_SPAN, &empty));
		TRY(expr_cast(o->cx, empty, c->type, false, &empty));
		*out = or_else(o, c, value_str(STR("")));
		(*out)->args[1] = empty;
	} else if (is_one_of(agg, arrays) || is_one_of(agg, objects)) {
		struct value v = value_str(is_one_of(agg, arrays) ? STR("[]")
								  : STR("{}"));

		v.type = c->type;
		*out = or_else(o, c, v);
	}
	return SHADE_OK;
}

/* The value over the aggregate's columns: projections composed. */
static struct expr *compose(struct opt *o, struct plan *sub, struct plan **agg)
{
	struct expr *value = plan_col_expr(o->a, &sub->cols[0]);

	while (sub->kind == PLAN_PROJECT) {
		struct expr_subst s = { .arena = o->a };

		for (size_t i = 0; i < sub->n_cols; i++)
			expr_subst_put(&s, sub->cols[i].id, sub->project.exprs[i]);
		value = expr_substitute(&s, value);
		sub = sub->children[0];
	}
	*agg = sub;
	return value;
}

shade_status unnest_scalar_aggregate(struct opt *o, struct plan **child,
				     struct plan *sub, const struct idset *outer,
				     struct expr **value, bool *done)
{
	struct pull w = { .o = o, .outer = outer };
	struct expr_subst counts = { .arena = o->a };
	struct plan *agg, *join;
	struct expr *v = compose(o, sub, &agg);

	*done = false;
	w.ordered = agg->kind == PLAN_AGGREGATE && is_ordered(agg);
	if (agg->kind != PLAN_AGGREGATE || agg->aggregate.n_groups > 0 ||
	    any_uses_outer(&w, agg->aggregate.aggs, agg->aggregate.n_aggs) ||
	    !can_pull(&w, agg->children[0], true))
		return SHADE_OK;
	agg->children[0] = do_pull(&w, agg->children[0]);
	widen_groups(&w, agg, 0);
	join = plan_join(o->a, JOIN_LEFT, *child, agg, w.conds.n, w.conds.v);
	for (size_t i = 0; i < agg->aggregate.n_aggs; i++) {
		struct column *c =
			&join->cols[join->n_cols - agg->aggregate.n_aggs + i];

		struct expr *e;

		TRY(agg_of_nothing(o, agg->aggregate.aggs[i], c, &e));
		expr_subst_put(&counts, c->id, e ? e : plan_col_expr(o->a, c));
	}
	*value = expr_substitute(&counts, v);
	*child = join;
	*done = true;
	o->n_changes++;
	return SHADE_OK;
}
