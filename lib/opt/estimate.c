/*
 * estimate.c - how many rows come out of a node.
 *
 * Coarse, never 0.  A join on equality is taken as one over a key: each row
 * of the larger side finds what is left of the smaller.
 */
#include "opt/opt_internal.h"

#define DEFAULT_ROWS 1000.0

double cond_selectivity(const struct expr *e)
{
	double s = 1;

	switch (e->kind) {
	case EXPR_AND:
		for (size_t i = 0; i < e->n_args; i++)
			s *= cond_selectivity(e->args[i]);
		return s;
	case EXPR_OR:
		for (size_t i = 0; i < e->n_args && i < 64; i++)
			s *= 1 - cond_selectivity(e->args[i]);
		return 1 - s > 0.001 ? 1 - s : 0.001;
	case EXPR_IN_LIST:
		s = 0.05 * (double)e->in.n_values;
		s = s > 0.5 ? 0.5 : s;
		return e->in.negated ? 1 - s : s;
	case EXPR_CONST: return is_true(e) ? 1 : 0.0001;
	default: break;
	}
	if (is_call(e, "=") || is_call(e, "is not distinct from"))
		return 0.05;
	if (is_call(e, "<>") || is_call(e, "is not null"))
		return 0.9;
	if (is_call(e, "is null"))
		return 0.1;
	if (is_call(e, "like") || is_call(e, "ilike"))
		return 0.1;
	if (is_call(e, "not"))
		return 1 - cond_selectivity(e->args[0]) * 0.99;
	return 0.33;
}

static double filter_rows(const struct plan *p, double in)
{
	double s = 1;

	for (size_t i = 0; i < p->filter.n_conds; i++)
		s *= cond_selectivity(p->filter.conds[i]);
	return in * s;
}

/* Rows before any filter: what a key of it can have as values. */
static double base_rows(const struct plan *p)
{
	while (p->kind == PLAN_FILTER || p->kind == PLAN_PROJECT ||
	       p->kind == PLAN_SORT)
		p = p->children[0];
	return p->est_rows > 0 ? p->est_rows : DEFAULT_ROWS;
}

static double join_rows(const struct plan *p)
{
	double l = p->children[0]->est_rows, r = p->children[1]->est_rows;
	double bl = base_rows(p->children[0]), br = base_rows(p->children[1]);
	double n = l * r;
	bool keyed = p->join.n_keys > 0;

	for (size_t i = 0; i < p->join.n_conds; i++) {
		if (is_call(p->join.conds[i], "=") ||
		    is_call(p->join.conds[i], "is not distinct from"))
			keyed = true;
		else
			n *= cond_selectivity(p->join.conds[i]);
	}
	if (keyed)
		n /= bl > br ? bl : br;
	switch (p->join.kind) {
	case JOIN_INNER: return n;
	case JOIN_LEFT: return n > l ? n : l;
	case JOIN_RIGHT: return n > r ? n : r;
	case JOIN_FULL: return n > l + r ? n : l + r;
	case JOIN_SEMI:
	case JOIN_ANTI: return l * 0.5;
	case JOIN_MARK:
	case JOIN_SINGLE: return l;
	}
	unreachable();
}

static double group_rows(const struct plan *p, double in)
{
	double n = 1;

	if (p->aggregate.n_groups == 0)
		return 1;
	for (size_t i = 0; i < p->aggregate.n_groups; i++)
		n *= 100;
	n = n < in ? n : in * 0.8;
	return p->aggregate.n_sets > 0 ? n * (double)p->aggregate.n_sets : n;
}

static double node_rows(const struct plan *p)
{
	double in = p->n_children ? p->children[0]->est_rows : 0;

	switch (p->kind) {
	case PLAN_SCAN:
		return p->scan.source->est_rows || p->scan.source->rows_exact
			       ? (double)p->scan.source->est_rows
			       : DEFAULT_ROWS;
	case PLAN_VALUES: return (double)p->values.n_rows;
	case PLAN_FILTER: return filter_rows(p, in);
	case PLAN_AGGREGATE: return group_rows(p, in);
	case PLAN_JOIN: return join_rows(p);
	case PLAN_SORT:
		return p->sort.has_limit && (double)p->sort.limit < in
			       ? (double)p->sort.limit
			       : in;
	case PLAN_LIMIT:
		if (p->limit.count && !p->limit.percent &&
		    (double)p->limit.count->value.i < in)
			return (double)p->limit.count->value.i;
		return in;
	case PLAN_DISTINCT: return in * 0.5;
	case PLAN_SETOP:
		if (p->setop.kind != SETOP_UNION)
			return in * 0.5;
		for (size_t i = 1; i < p->n_children; i++)
			in += p->children[i]->est_rows;
		return in;
	case PLAN_UNNEST: return in * 4;
	case PLAN_CTE: return p->children[1]->est_rows;
	case PLAN_CTE_READ: return DEFAULT_ROWS;
	case PLAN_RECURSIVE: return in * 10;
	case PLAN_SAMPLE:
		return p->sample.fraction >= 0 ? in * p->sample.fraction
					       : (double)p->sample.rows;
	default: return in;
	}
}

double plan_estimate(struct plan *p)
{
	double n;

	for (size_t i = 0; i < p->n_children; i++)
		plan_estimate(p->children[i]);
	n = node_rows(p);
	p->est_rows = n < 1 ? 1 : n;
	return p->est_rows;
}

shade_status rule_estimate(struct opt *o, struct plan **plan)
{
	(void)o;
	plan_estimate(*plan);
	return SHADE_OK;
}
