/*
 * same.c - equality and hashing of expressions.
 */
#include "expr/expr_internal.h"

static bool keys_equal(const struct sort_key *a, const struct sort_key *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (a[i].desc != b[i].desc || a[i].nulls_first != b[i].nulls_first ||
		    !expr_equal(a[i].expr, b[i].expr))
			return false;
	return true;
}

static bool both(const struct expr *a, const struct expr *b)
{
	return a && b ? expr_equal(a, b) : a == b;
}

static bool windows_equal(const struct window_spec *a, const struct window_spec *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->n_partition != b->n_partition || a->n_order != b->n_order ||
	    a->unit != b->unit || a->start != b->start || a->end != b->end ||
	    a->exclude != b->exclude)
		return false;
	for (size_t i = 0; i < a->n_partition; i++)
		if (!expr_equal(a->partition[i], b->partition[i]))
			return false;
	return keys_equal(a->order, b->order, a->n_order) &&
	       both(a->start_offset, b->start_offset) &&
	       both(a->end_offset, b->end_offset);
}

static bool values_equal(const struct value *a, const struct value *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!value_equal(&a[i], &b[i]))
			return false;
	return true;
}

/* What a node holds besides its arguments. */
static bool payload_equal(const struct expr *a, const struct expr *b)
{
	switch (a->kind) {
	case EXPR_CONST: return value_equal(&a->value, &b->value);
	case EXPR_COLUMN: return a->column.id == b->column.id;
	case EXPR_AGG:
	case EXPR_WINDOW:
		return a->call.row == b->call.row && a->call.agg == b->call.agg &&
		       a->call.distinct == b->call.distinct &&
		       a->call.ignore_nulls == b->call.ignore_nulls &&
		       a->call.n_order == b->call.n_order &&
		       both(a->call.filter, b->call.filter) &&
		       keys_equal(a->call.order, b->call.order, a->call.n_order) &&
		       (a->kind == EXPR_AGG ||
			windows_equal(a->call.window, b->call.window));
	case EXPR_CALL:
		return a->call.row == b->call.row && a->call.kernel == b->call.kernel;
	case EXPR_CAST:
		return a->cast.is_try == b->cast.is_try &&
		       a->cast.dialect == b->cast.dialect;
	case EXPR_IN_LIST:
		return a->in.n_values == b->in.n_values &&
		       a->in.has_null == b->in.has_null &&
		       a->in.negated == b->in.negated &&
		       values_equal(a->in.values, b->in.values, a->in.n_values);
	case EXPR_SUBQUERY:
		return a->subquery.same && a->subquery.same == b->subquery.same &&
		       a->subquery.kind == b->subquery.kind &&
		       a->subquery.cmp == b->subquery.cmp;
	case EXPR_LAMBDA: return a == b;
	case EXPR_AND:
	case EXPR_OR:
	case EXPR_CASE:
	case EXPR_COALESCE:
	case EXPR_TRY: return true;
	}
	unreachable();
}

bool expr_equal(const struct expr *a, const struct expr *b)
{
	if (a == b)
		return !a->is_volatile;
	if (a->kind != b->kind || a->n_args != b->n_args || a->is_volatile ||
	    b->is_volatile || !type_equal(a->type, b->type) || !payload_equal(a, b))
		return false;
	for (size_t i = 0; i < a->n_args; i++)
		if (!expr_equal(a->args[i], b->args[i]))
			return false;
	return true;
}

uint64_t expr_value_hash(const struct value *v)
{
	if (v->is_null)
		return 1;
	switch (type_phys(v->type)) {
	case PHYS_STR: return hash_bytes(v->s.p, v->s.n);
	case PHYS_I128: return hash_u64((uint64_t)v->h);
	case PHYS_F32:
	case PHYS_F64:
		return hash_u64(
			(uint64_t)(int64_t)(v->d > -1e18 && v->d < 1e18 ? v->d : 0));
	case PHYS_LIST:
	case PHYS_ROW: return v->list.n;
	default: return hash_u64((uint64_t)v->i);
	}
}

uint64_t expr_hash_own(const struct expr *e)
{
	uint64_t h = hash_combine((uint64_t)e->kind, (uint64_t)e->type->id);

	switch (e->kind) {
	case EXPR_CONST: return hash_combine(h, expr_value_hash(&e->value));
	case EXPR_COLUMN: return hash_combine(h, e->column.id);
	case EXPR_CALL:
	case EXPR_AGG:
	case EXPR_WINDOW: return hash_combine(h, (uint64_t)(uintptr_t)e->call.row);
	case EXPR_IN_LIST: return hash_combine(h, e->in.n_values);
	default: return h;
	}
}

uint64_t expr_hash(const struct expr *e)
{
	uint64_t h = expr_hash_own(e);

	for (size_t i = 0; i < e->n_args; i++)
		h = hash_combine(h, expr_hash(e->args[i]));
	return h;
}

bool expr_same_payload(const struct expr *a, const struct expr *b)
{
	return a->kind == b->kind && a->n_args == b->n_args &&
	       type_equal(a->type, b->type) && payload_equal(a, b);
}
