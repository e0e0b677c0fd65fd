/*
 * restrict.c - what a join's kept rows tell the scan on the other side.
 *
 * Once a side is kept, the values of its integer keys lie between two
 * bounds, and a row of the other side outside of them finds no partner.  A
 * scan that knows the bounds of its segments skips those; the hint goes down
 * to it where no operator on the way could tell the difference.
 */
#include "exec/restrict.h"

#include "exec/join.h"

static bool none_fails(struct expr *const *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (v[i]->can_fail)
			return false;
	return true;
}

static struct op *holder_of(struct op *op, uint32_t id)
{
	for (size_t i = 0; i < op->n_children; i++)
		if (plan_find_col(op->children[i]->plan, id) >= 0)
			return op->children[i];
	return NULL;
}

/* The side of a join that may miss rows whose column is out of bounds. */
static struct op *join_side(struct op *op, uint32_t id)
{
	const struct plan *p = op->plan;
	struct op *side = holder_of(op, id);

	if (!side || p->join.is_asof || !none_fails(p->join.conds, p->join.n_conds) ||
	    !none_fails(p->join.left_keys, p->join.n_keys) ||
	    !none_fails(p->join.right_keys, p->join.n_keys))
		return NULL;
	switch (p->join.kind) {
	case JOIN_INNER: return side;
	case JOIN_LEFT:
	case JOIN_SEMI:
	case JOIN_ANTI:
	case JOIN_MARK: return side == op->children[0] ? side : NULL;
	case JOIN_RIGHT: return side == op->children[1] ? side : NULL;
	case JOIN_FULL:
	case JOIN_SINGLE: break;
	}
	return NULL;
}

/* The input that a column of the output comes from, unchanged; NULL: none, or
 * rows must not be missing there. */
static struct op *source_of(struct op *op, uint32_t *id)
{
	const struct plan *p = op->plan;
	int at;

	switch (p->kind) {
	case PLAN_FILTER:
		return none_fails(p->filter.conds, p->filter.n_conds) ? op->children[0]
								      : NULL;
	case PLAN_PROJECT:
		at = plan_find_col(p, *id);
		if (at < 0 || p->project.exprs[at]->kind != EXPR_COLUMN ||
		    !none_fails(p->project.exprs, p->n_cols))
			return NULL;
		*id = p->project.exprs[at]->column.id;
		return op->children[0];
	case PLAN_JOIN: return join_side(op, *id);
	default: return NULL;
	}
}

static void restrict_to(struct op *op, uint32_t id, const struct value *lo,
			const struct value *hi)
{
	while (op && op->plan->kind != PLAN_SCAN)
		op = source_of(op, &id);
	if (op)
		op_scan_between(op, id, lo, hi);
}

void join_restrict(struct join_op *jo)
{
	bool misses = jo->kind == JOIN_INNER ||
		      (jo->kind == JOIN_SEMI && !jo->emits_build);

	for (size_t k = 0; k < jo->keys.n && misses; k++) {
		const struct expr *e = jo->probe_keys[k];
		struct value lo = { .type = e->type }, hi = { .type = e->type };
		uint64_t span;

		if (e->kind != EXPR_COLUMN || (jo->keys.null_safe >> k & 1) ||
		    type_phys(e->type) == PHYS_BOOL ||
		    !key_range(&jo->table.key_vecs[k], jo->rows->n, &lo.i, &span))
			continue;
		hi.i = (int64_t)((uint64_t)lo.i + span);
		restrict_to(jo->probe, e->column.id, &lo, &hi);
	}
}
