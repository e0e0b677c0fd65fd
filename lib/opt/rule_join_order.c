/*
 * rule_join_order.c - the order of inner joins.
 *
 * Up to DP_MAX relations all orders are tried by dynamic programming over
 * connected sets, above that the cheapest pair is joined again and again.
 * Cost is the number of rows made on the way.
 */
#include "opt/opt_internal.h"

#define DP_MAX 10
#define MAX_RELATIONS 60

struct relation {
	struct plan *plan;
	struct idset cols;
	double rows;
};

struct edge {
	struct expr *cond;
	uint64_t rels; /* that it reads */
	bool is_key; /* an equality of two relations */
	double selectivity;
};

struct graph {
	struct opt *o;
	struct relation rels[MAX_RELATIONS];
	size_t n;
	VEC(struct edge) edges;
	VEC(struct expr *) last; /* conditions that can fail: above all */
};

/* --- collecting ---------------------------------------------------------- */

static bool is_part(const struct plan *p)
{
	return p->kind == PLAN_JOIN && p->join.kind == JOIN_INNER &&
	       !p->join.dependent && !p->join.is_asof && p->join.n_keys == 0;
}

static size_t count_relations(const struct plan *p)
{
	return is_part(p) ? count_relations(p->children[0]) +
				    count_relations(p->children[1])
			  : 1;
}

static shade_status reorder(struct opt *o, struct plan **plan);

struct cond_list {
	VEC(struct expr *) v;
};

static shade_status gather(struct graph *g, struct plan *p, struct cond_list *conds)
{
	struct relation *r;

	if (is_part(p)) {
		TRY(gather(g, p->children[0], conds));
		TRY(gather(g, p->children[1], conds));
		for (size_t i = 0; i < p->join.n_conds; i++)
			vec_push(g->o->a, &conds->v, p->join.conds[i]);
		return SHADE_OK;
	}
	TRY(reorder(g->o, &p));
	r = &g->rels[g->n++];
	r->plan = p;
	r->cols.arena = g->o->a;
	plan_output(p, &r->cols);
	r->rows = plan_estimate(p);
	return SHADE_OK;
}

static uint64_t relations_of(const struct graph *g, const struct expr *e)
{
	struct idset used = { .arena = g->o->a };
	uint64_t mask = 0;

	expr_columns(e, &used);
	for (size_t i = 0; i < g->n; i++)
		if (idset_overlap(&used, &g->rels[i].cols))
			mask |= (uint64_t)1 << i;
	return mask;
}

static double key_selectivity(const struct graph *g, const struct edge *edge)
{
	size_t l = (size_t)__builtin_ctzll(edge->rels);
	size_t r = (size_t)__builtin_ctzll(edge->rels & (edge->rels - 1));
	const struct expr *x = edge->cond->args[0], *y = edge->cond->args[1];

	if (!expr_within(x, &g->rels[l].cols)) {
		x = edge->cond->args[1];
		y = edge->cond->args[0];
	}
	return equality_selectivity(g->rels[l].plan, g->rels[r].plan, x, y);
}

/* Rows of the table that one side of a key reads. */
static double rows_behind(const struct graph *g, const struct edge *edge,
			  const struct expr *side)
{
	size_t l = (size_t)__builtin_ctzll(edge->rels);
	size_t r = (size_t)__builtin_ctzll(edge->rels & (edge->rels - 1));

	return table_rows_of(g->rels[expr_within(side, &g->rels[l].cols) ? l : r].plan,
			     side);
}

/* Keys between the same two relations count together: the first one gets the
 * selectivity of all. */
static void join_keys_together(struct graph *g)
{
	for (size_t i = 0; i < g->edges.n; i++) {
		struct edge *first = &g->edges.v[i];
		double product = first->selectivity, rows[2] = { 0 };
		size_t n = 1;

		if (!first->is_key)
			continue;
		for (size_t k = i + 1; k < g->edges.n; k++) {
			struct edge *e = &g->edges.v[k];

			if (!e->is_key || e->rels != first->rels)
				continue;
			product *= e->selectivity;
			e->selectivity = 1;
			n++;
		}
		for (size_t k = 0; k < 2; k++)
			rows[k] = rows_behind(g, first, first->cond->args[k]);
		first->selectivity = key_selectivity_of(product, n, rows[0], rows[1]);
	}
}

static void make_edges(struct graph *g, const struct cond_list *conds)
{
	for (size_t i = 0; i < conds->v.n; i++) {
		struct expr *e = conds->v.v[i];
		struct edge edge = { .cond = e };

		if (e->can_fail || e->is_volatile) {
			vec_push(g->o->a, &g->last, e);
			continue;
		}
		edge.rels = relations_of(g, e);
		edge.is_key = is_call(e, "=") && __builtin_popcountll(edge.rels) == 2;
		edge.selectivity = edge.is_key ? key_selectivity(g, &edge)
					       : cond_selectivity(e);
		vec_push(g->o->a, &g->edges, edge);
	}
	join_keys_together(g);
}

/* --- joining two sets ---------------------------------------------------- */

struct tree {
	struct plan *plan;
	uint64_t rels;
	double rows, cost;
	bool is_connected; /* to what it was made of, by a key */
};

/* Conditions that become applicable when the two come together. */
static double pair_selectivity(const struct graph *g, uint64_t a, uint64_t b,
			       bool *keyed)
{
	double s = 1;

	*keyed = false;
	for (size_t i = 0; i < g->edges.n; i++) {
		const struct edge *e = &g->edges.v[i];

		if ((e->rels & ~(a | b)) || !(e->rels & a) || !(e->rels & b))
			continue;
		s *= e->selectivity;
		*keyed = *keyed || e->is_key;
	}
	return s;
}

static struct tree pair(const struct graph *g, const struct tree *x,
			const struct tree *y)
{
	struct tree t = { .rels = x->rels | y->rels };

	t.rows = x->rows * y->rows *
		 pair_selectivity(g, x->rels, y->rels, &t.is_connected);
	if (t.rows < 1)
		t.rows = 1;
	t.cost = x->cost + y->cost + t.rows;
	if (!t.is_connected)
		t.cost += x->rows * y->rows;
	/* the smaller side is built */
	t.cost += x->rows < y->rows ? x->rows : y->rows;
	return t;
}

static struct plan *join_plans(struct graph *g, const struct tree *x,
			       const struct tree *y)
{
	struct expr **conds = NULL;
	size_t n = 0;
	const struct tree *l = x->rows >= y->rows ? x : y, *r = l == x ? y : x;

	for (size_t i = 0; i < g->edges.n; i++) {
		struct edge *e = &g->edges.v[i];

		if (!e->cond || (e->rels & ~(x->rels | y->rels)))
			continue;
		conds_add(g->o->a, &conds, &n, e->cond);
		e->cond = NULL;
	}
	return plan_join(g->o->a, JOIN_INNER, l->plan, r->plan, n, conds);
}

/* --- orders -------------------------------------------------------------- */

struct dp {
	struct tree best;
	uint64_t left; /* 0: a relation */
};

static void dp_build(struct graph *g, struct dp *table, uint64_t set)
{
	struct dp *d = &table[set];
	uint64_t l = d->left, r = set & ~d->left;

	if (d->left == 0) {
		d->best.plan = g->rels[__builtin_ctzll(set)].plan;
		return;
	}
	dp_build(g, table, l);
	dp_build(g, table, r);
	d->best.plan = join_plans(g, &table[l].best, &table[r].best);
}

static struct plan *order_dp(struct graph *g)
{
	size_t n_sets = (size_t)1 << g->n;
	struct dp *table = arena_array(g->o->a, struct dp, n_sets);

	for (size_t i = 0; i < g->n; i++)
		table[(size_t)1 << i].best = (struct tree){ .rels = (uint64_t)1 << i,
							    .rows = g->rels[i].rows };
	for (uint64_t set = 3; set < n_sets; set++) {
		bool found = false;

		if ((set & (set - 1)) == 0)
			continue;
		for (uint64_t l = (set - 1) & set; l > (set & ~l); l = (l - 1) & set) {
			struct tree t = pair(g, &table[l].best, &table[set & ~l].best);

			if (found && t.cost >= table[set].best.cost)
				continue;
			found = true;
			table[set].best = t;
			table[set].left = l;
		}
	}
	dp_build(g, table, n_sets - 1);
	return table[n_sets - 1].best.plan;
}

static struct plan *order_greedy(struct graph *g)
{
	struct tree *trees = arena_array(g->o->a, struct tree, g->n);
	size_t n = g->n;

	for (size_t i = 0; i < n; i++)
		trees[i] = (struct tree){ .plan = g->rels[i].plan,
					  .rels = (uint64_t)1 << i,
					  .rows = g->rels[i].rows };
	while (n > 1) {
		size_t bi = 0, bk = 1;
		struct tree best = { 0 };
		bool found = false;

		for (size_t i = 0; i < n; i++)
			for (size_t k = i + 1; k < n; k++) {
				struct tree t = pair(g, &trees[i], &trees[k]);

				if (found && (t.is_connected < best.is_connected ||
					      (t.is_connected == best.is_connected &&
					       t.rows >= best.rows)))
					continue;
				found = true;
				best = t;
				bi = i;
				bk = k;
			}
		best.plan = join_plans(g, &trees[bi], &trees[bk]);
		trees[bi] = best;
		trees[bk] = trees[--n];
	}
	return trees[0].plan;
}

/* Conditions over one relation or none. */
static void leftover(struct graph *g, struct plan **plan)
{
	struct expr **conds = NULL;
	size_t n = 0;

	for (size_t i = 0; i < g->edges.n; i++)
		if (g->edges.v[i].cond)
			conds_add(g->o->a, &conds, &n, g->edges.v[i].cond);
	for (size_t i = 0; i < g->last.n; i++)
		conds_add(g->o->a, &conds, &n, g->last.v[i]);
	*plan = plan_filter(g->o->a, *plan, n, conds);
}

static shade_status reorder_joins(struct opt *o, struct plan **plan)
{
	struct graph *g = arena_new_of(o->a, struct graph);
	struct cond_list conds = { 0 };
	struct column *cols = (*plan)->cols;
	size_t n_cols = (*plan)->n_cols;

	g->o = o;
	TRY(gather(g, *plan, &conds));
	make_edges(g, &conds);
	*plan = g->n <= DP_MAX ? order_dp(g) : order_greedy(g);
	leftover(g, plan);
	*plan = plan_keep(o->a, *plan, n_cols, cols);
	o->n_changes++;
	return SHADE_OK;
}

static shade_status reorder(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan;

	if (is_part(p) && count_relations(p) <= MAX_RELATIONS)
		return reorder_joins(o, plan);
	for (size_t i = 0; i < p->n_children; i++)
		TRY(reorder(o, &p->children[i]));
	plan_refresh_node(o->a, p);
	return SHADE_OK;
}

shade_status rule_join_order(struct opt *o, struct plan **plan)
{
	plan_estimate(*plan);
	return reorder(o, plan);
}
