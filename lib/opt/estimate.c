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

/* --- distinct values ------------------------------------------------------- */

/* What is known about the values of a column. */
struct values {
	const struct plan *table; /* where it comes from; NULL: from none */
	double rows; /* of the table, before any filter; 0: no table */
	double distinct; /* 0: unknown */
};

static struct values scan_values(const struct plan *p, size_t at)
{
	const struct source *s = p->scan.source;
	size_t col = p->scan.source_cols[at];
	struct values v = { .table = p, .rows = p->est_rows };

	if (s->min && s->max && s->min[col].type && s->max[col].type &&
	    !s->min[col].is_null && !s->max[col].is_null &&
	    type_family(p->cols[at].type) == FAMILY_INTEGER &&
	    p->cols[at].type->id != TYPE_HUGEINT) {
		double range = (double)s->max[col].i - (double)s->min[col].i + 1;

		v.distinct = range < v.rows ? range : v.rows;
	}
	return v;
}

static struct values column_values(const struct plan *p, uint32_t id)
{
	int at = plan_find_col(p, id);

	if (at < 0)
		return (struct values){ 0 };
	switch (p->kind) {
	case PLAN_SCAN: return scan_values(p, (size_t)at);
	case PLAN_VALUES: return (struct values){ p, 0, p->est_rows };
	case PLAN_AGGREGATE:
		if (p->aggregate.n_groups == 1 && at == 0)
			return (struct values){ p, 0, p->est_rows };
		return (struct values){ 0 };
	case PLAN_PROJECT:
		if (p->project.exprs[at]->kind != EXPR_COLUMN)
			return (struct values){ 0 };
		return column_values(p->children[0], p->project.exprs[at]->column.id);
	case PLAN_JOIN:
		if (plan_find_col(p->children[0], id) >= 0)
			return column_values(p->children[0], id);
		return column_values(p->children[1], id);
	case PLAN_FILTER:
	case PLAN_SORT:
	case PLAN_WINDOW:
	case PLAN_LIMIT: return column_values(p->children[0], id);
	default: return (struct values){ 0 };
	}
}

double equality_selectivity(const struct plan *l, const struct plan *r,
			    const struct expr *x, const struct expr *y)
{
	struct values a = { 0 }, b = { 0 };
	double most = l->est_rows > r->est_rows ? l->est_rows : r->est_rows;

	if (x->kind == EXPR_COLUMN)
		a = column_values(l, x->column.id);
	if (y->kind == EXPR_COLUMN)
		b = column_values(r, y->column.id);
	if (a.distinct > 0 || b.distinct > 0)
		most = a.distinct > b.distinct ? a.distinct : b.distinct;
	else if (a.rows > 0 && b.rows > 0) /* the smaller table has the key */
		most = a.rows < b.rows ? a.rows : b.rows;
	return most > 1 ? 1 / most : 1;
}

double table_rows_of(const struct plan *p, const struct expr *key)
{
	return key->kind == EXPR_COLUMN ? column_values(p, key->column.id).rows : 0;
}

double key_selectivity_of(double product, size_t n_keys, double l, double r)
{
	double fewest = l < r ? l : r;

	if (n_keys < 2 || l <= 0 || r <= 0 || product * fewest >= 1)
		return product;
	return 1 / fewest;
}

/* --- filters -------------------------------------------------------------- */

/* The scan that a column comes from, through filters; NULL: another node. */
static const struct plan *scan_of(const struct plan *p, uint32_t id, size_t *col)
{
	int at;

	while (p->kind == PLAN_FILTER)
		p = p->children[0];
	if (p->kind != PLAN_SCAN)
		return NULL;
	at = plan_find_col(p, id);
	if (at < 0)
		return NULL;
	*col = p->scan.source_cols[at];
	return p;
}

/* Share of a column's range below a constant, or -1 when it is not known. */
static double share_below(const struct plan *in, const struct expr *x,
			  const struct value *v)
{
	const struct source *s;
	const struct plan *scan;
	size_t col;
	double lo, hi;

	if (x->kind != EXPR_COLUMN || v->is_null)
		return -1;
	scan = scan_of(in, x->column.id, &col);
	s = scan ? scan->scan.source : NULL;
	if (!s || !s->min || !s->max || !s->min[col].type || !s->max[col].type ||
	    s->min[col].is_null || s->max[col].is_null ||
	    !type_equal(s->min[col].type, v->type))
		return -1;
	if (type_phys(v->type) > PHYS_I64 || type_phys(v->type) == PHYS_BOOL)
		return -1;
	lo = (double)s->min[col].i;
	hi = (double)s->max[col].i;
	if (hi <= lo)
		return -1;
	lo = ((double)v->i - lo) / (hi - lo);
	return lo < 0 ? 0 : lo > 1 ? 1 : lo;
}

/* A column against a constant: what it keeps of the column's range. */
struct range {
	const struct expr *column;
	double share;
	bool is_upper; /* column < constant */
};

static bool range_of(const struct plan *in, const struct expr *e, struct range *out)
{
	bool turned, less;
	double below;

	if (e->kind != EXPR_CALL || e->n_args != 2)
		return false;
	less = is_call(e, "<") || is_call(e, "<=");
	turned = e->args[0]->kind == EXPR_CONST;
	if ((!less && !is_call(e, ">") && !is_call(e, ">=")) ||
	    e->args[turned ? 0 : 1]->kind != EXPR_CONST)
		return false;
	out->column = e->args[turned ? 1 : 0];
	below = share_below(in, out->column, &e->args[turned ? 0 : 1]->value);
	out->is_upper = less != turned;
	out->share = out->is_upper ? below : 1 - below;
	return below >= 0;
}

static double range_selectivity(const struct plan *in, const struct expr *e)
{
	struct range r;

	if (!range_of(in, e, &r))
		return cond_selectivity(e);
	return r.share > 0.0001 ? r.share : 0.0001;
}

/* x >= a AND x < b: condition i and one before it bound the same column from
 * both sides; what to multiply with instead of condition i alone, or -1. */
static double between_selectivity(const struct plan *p, size_t i)
{
	const struct plan *in = p->children[0];
	struct range x, y;

	if (!range_of(in, p->filter.conds[i], &x))
		return -1;
	for (size_t k = 0; k < i; k++) {
		double both;

		if (!range_of(in, p->filter.conds[k], &y) || x.is_upper == y.is_upper ||
		    x.column->column.id != y.column->column.id || y.share <= 0)
			continue;
		both = x.share + y.share - 1;
		return (both > 0.0001 ? both : 0.0001) / y.share;
	}
	return -1;
}

static double equal_selectivity(const struct plan *in, const struct expr *e)
{
	for (size_t i = 0; i < 2 && is_call(e, "="); i++) {
		struct values v;

		if (e->args[i]->kind != EXPR_COLUMN ||
		    e->args[1 - i]->kind != EXPR_CONST)
			continue;
		v = column_values(in, e->args[i]->column.id);
		if (v.distinct >= 1)
			return 1 / v.distinct;
	}
	return range_selectivity(in, e);
}

static double filter_rows(const struct plan *p, double in)
{
	double s = 1;

	for (size_t i = 0; i < p->filter.n_conds; i++) {
		double both = between_selectivity(p, i);

		s *= both >= 0 ? both
			       : equal_selectivity(p->children[0], p->filter.conds[i]);
	}
	return in * s;
}

/* --- nodes ---------------------------------------------------------------- */

/* An equality of a join, and what is known about both sides. */
struct equality {
	const struct expr *x, *y;
	struct values l, r;
};

static struct values side_values(const struct plan *p, const struct expr *e)
{
	struct values v = { 0 };

	if (e->kind == EXPR_COLUMN)
		v = column_values(p, e->column.id);
	if (v.rows <= 0)
		v.rows = p->est_rows;
	return v;
}

/* Keys come first, then the conditions; false: it is none. */
static bool equality_at(const struct plan *p, size_t i, struct equality *out)
{
	if (i < p->join.n_keys) {
		out->x = p->join.left_keys[i];
		out->y = p->join.right_keys[i];
	} else {
		const struct expr *e = p->join.conds[i - p->join.n_keys];
		bool turned;

		if (!is_call(e, "=") && !is_call(e, "is not distinct from"))
			return false;
		turned = e->args[0]->kind == EXPR_COLUMN &&
			 plan_find_col(p->children[0], e->args[0]->column.id) < 0;
		out->x = e->args[turned];
		out->y = e->args[!turned];
	}
	out->l = side_values(p->children[0], out->x);
	out->r = side_values(p->children[1], out->y);
	return true;
}

static bool same_tables(const struct equality *a, const struct equality *b)
{
	return a->l.table == b->l.table && a->r.table == b->r.table;
}

/* Share of pairs that all equalities of the join keep; those between the same
 * two tables count together, at the first of them. */
static double equalities_selectivity(const struct plan *p)
{
	size_t n = p->join.n_keys + p->join.n_conds;
	struct equality first, other;
	double share = 1;

	for (size_t i = 0; i < n; i++) {
		double product = 1;
		size_t same = 0;
		bool seen = false;

		if (!equality_at(p, i, &first))
			continue;
		for (size_t k = 0; k < n && !seen; k++) {
			if (!equality_at(p, k, &other) || !same_tables(&first, &other))
				continue;
			seen = k < i;
			product *= equality_selectivity(p->children[0], p->children[1],
							other.x, other.y);
			same++;
		}
		if (!seen)
			share *= key_selectivity_of(product, same, first.l.rows,
						    first.r.rows);
	}
	return share;
}

static double join_rows(const struct plan *p)
{
	double l = p->children[0]->est_rows, r = p->children[1]->est_rows;
	double n = l * r;

	for (size_t i = 0; i < p->join.n_conds; i++) {
		const struct expr *e = p->join.conds[i];

		if (!is_call(e, "=") && !is_call(e, "is not distinct from"))
			n *= cond_selectivity(e);
	}
	n *= equalities_selectivity(p);
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
	for (size_t i = 0; i < p->aggregate.n_groups; i++) {
		const struct expr *e = p->aggregate.groups[i];
		double distinct =
			e->kind == EXPR_COLUMN
				? column_values(p->children[0], e->column.id).distinct
				: 0;

		n *= distinct > 0 ? distinct : 100;
	}
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
	case PLAN_CTE_READ: return p->est_rows >= 0 ? p->est_rows : DEFAULT_ROWS;
	case PLAN_RECURSIVE: return in * 10;
	case PLAN_SAMPLE:
		return p->sample.fraction >= 0 ? in * p->sample.fraction
					       : (double)p->sample.rows;
	default: return in;
	}
}

/* Tell the nodes that read a CTE how many rows it has. */
static void estimate_reads(struct plan *p, uint32_t cte, double rows)
{
	if (p->kind == PLAN_CTE_READ && p->cte.id == cte)
		p->est_rows = rows;
	for (size_t i = 0; i < p->n_children; i++)
		estimate_reads(p->children[i], cte, rows);
}

double plan_estimate(struct plan *p)
{
	double n;

	for (size_t i = 0; i < p->n_children; i++) {
		n = plan_estimate(p->children[i]);
		if (p->kind == PLAN_CTE && i == 0)
			estimate_reads(p->children[1], p->cte.id, n);
	}
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
