/*
 * rule_scan_bounds.c - simple comparisons of a filter are told to the scan
 * below, so that it can skip rows; the filter stays.
 */
#include "opt/opt_internal.h"

static bool cmp_of(const struct expr *e, enum cmp_op *op)
{
	static const struct {
		const char *name;
		enum cmp_op op;
	} ops[] = { { "=", CMP_EQ },
		    { "<", CMP_LT },
		    { "<=", CMP_LE },
		    { ">", CMP_GT },
		    { ">=", CMP_GE } };

	for (size_t i = 0; i < ARRAY_LEN(ops); i++)
		if (is_call(e, ops[i].name)) {
			*op = ops[i].op;
			return true;
		}
	return false;
}

static enum cmp_op turned(enum cmp_op op)
{
	switch (op) {
	case CMP_LT: return CMP_GT;
	case CMP_LE: return CMP_GE;
	case CMP_GT: return CMP_LT;
	case CMP_GE: return CMP_LE;
	default: return op;
	}
}

/* The column behind a cast to a wider integer, with the constant narrowed. */
static bool unwrap(const struct expr *x, struct value *v, const struct expr **col)
{
	static const int64_t low[] = { [TYPE_TINYINT] = INT8_MIN,
				       [TYPE_SMALLINT] = INT16_MIN,
				       [TYPE_INT] = INT32_MIN,
				       [TYPE_BIGINT] = INT64_MIN };
	static const int64_t high[] = { [TYPE_TINYINT] = INT8_MAX,
					[TYPE_SMALLINT] = INT16_MAX,
					[TYPE_INT] = INT32_MAX,
					[TYPE_BIGINT] = INT64_MAX };
	enum type_id id;

	if (x->kind == EXPR_CAST && x->args[0]->kind == EXPR_COLUMN) {
		id = x->args[0]->type->id;
		if (type_family(x->type) != FAMILY_INTEGER ||
		    x->type->id == TYPE_HUGEINT || id < TYPE_TINYINT ||
		    id > TYPE_BIGINT || v->i < low[id] || v->i > high[id])
			return false;
		v->type = x->args[0]->type;
		x = x->args[0];
	}
	*col = x;
	return x->kind == EXPR_COLUMN && type_equal(x->type, v->type);
}

static void add_bound(struct opt *o, struct plan *scan, const struct expr *x,
		      enum cmp_op op, struct value v)
{
	const struct expr *col;
	struct scan_bound *bounds;
	int at;

	if (v.is_null || !unwrap(x, &v, &col))
		return;
	at = plan_find_col(scan, col->column.id);
	if (at < 0)
		return;
	bounds = arena_array(o->a, struct scan_bound, scan->scan.n_bounds + 1);
	if (scan->scan.n_bounds)
		copy_bytes(bounds, scan->scan.bounds,
			   scan->scan.n_bounds * sizeof(*bounds));
	bounds[scan->scan.n_bounds++] = (struct scan_bound){ scan->scan.source_cols[at],
							     op, v };
	scan->scan.bounds = bounds;
	o->n_changes++;
}

/* IN (..): between the least and the greatest. */
static void list_bounds(struct opt *o, struct plan *scan, const struct expr *e)
{
	const struct value *lo, *hi;

	if (e->in.negated || e->in.n_values == 0 || e->args[0]->kind != EXPR_COLUMN)
		return;
	lo = hi = &e->in.values[0];
	for (size_t i = 1; i < e->in.n_values; i++) {
		if (value_cmp(&e->in.values[i], lo) < 0)
			lo = &e->in.values[i];
		if (value_cmp(&e->in.values[i], hi) > 0)
			hi = &e->in.values[i];
	}
	add_bound(o, scan, e->args[0], CMP_GE, *lo);
	add_bound(o, scan, e->args[0], CMP_LE, *hi);
}

static void cond_bounds(struct opt *o, struct plan *scan, const struct expr *e)
{
	enum cmp_op op;

	if (e->kind == EXPR_IN_LIST) {
		list_bounds(o, scan, e);
		return;
	}
	if (e->n_args != 2 || !cmp_of(e, &op))
		return;
	if (e->args[1]->kind == EXPR_CONST)
		add_bound(o, scan, e->args[0], op, e->args[1]->value);
	else if (e->args[0]->kind == EXPR_CONST)
		add_bound(o, scan, e->args[1], turned(op), e->args[0]->value);
}

static shade_status bounds_node(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan, *scan;

	if (p->kind != PLAN_FILTER)
		return SHADE_OK;
	scan = p->children[0];
	while (scan->kind == PLAN_FILTER)
		scan = scan->children[0];
	if (scan->kind != PLAN_SCAN)
		return SHADE_OK;
	/* a condition that can fail must see every row that reaches it */
	for (size_t i = 0; i < p->filter.n_conds && !p->filter.conds[i]->can_fail; i++)
		cond_bounds(o, scan, p->filter.conds[i]);
	return SHADE_OK;
}

shade_status rule_scan_bounds(struct opt *o, struct plan **plan)
{
	return plan_bottom_up(o, plan, bounds_node);
}
