/*
 * rule_value_ranges.c - arithmetic that cannot overflow.
 *
 * a.n = b.n + 1 may fail where b.n is the largest number there is, so it must
 * stay above the conditions beside it and is no key of a join.  Where the
 * values that reach it are known to be small - a table's bounds, a rank, a
 * count, a narrower type - nothing can fail, and the mark is taken away.
 *
 * Ranges are followed from the scans upwards, integers and dates (days since
 * 1970) only; NULL is in every range.
 */
#include "opt/opt_internal.h"

#include "type/datetime.h"

typedef __int128 wide;

struct range {
	wide lo, hi;
	bool known;
};

struct ranges {
	struct opt *o;
	struct range *of; /* by column id */
	size_t n;
};

/* Ranks and counts: no table has more rows. */
#define MOST_ROWS ((wide)1 << 53)

static struct range type_range(const struct type *t)
{
	switch (t->id) {
	case TYPE_TINYINT: return (struct range){ INT8_MIN, INT8_MAX, true };
	case TYPE_SMALLINT: return (struct range){ INT16_MIN, INT16_MAX, true };
	case TYPE_INT: return (struct range){ INT32_MIN, INT32_MAX, true };
	case TYPE_BIGINT: return (struct range){ INT64_MIN, INT64_MAX, true };
	case TYPE_DATE: return (struct range){ DATE_MIN, DATE_MAX, true };
	default: return (struct range){ 0 };
	}
}

static bool within(struct range r, struct range limit)
{
	return r.known && limit.known && r.lo >= limit.lo && r.hi <= limit.hi;
}

static struct range join(struct range a, struct range b)
{
	return (struct range){ a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi,
			       a.known && b.known };
}

/* --- expressions ------------------------------------------------------------ */

static struct range product(struct range a, struct range b)
{
	wide corner[4] = { a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi };
	struct range r = { corner[0], corner[0], true };

	for (size_t i = 1; i < 4; i++)
		r = join(r, (struct range){ corner[i], corner[i], true });
	return r;
}

/* Quotients and remainders are no larger than what is divided. */
static struct range divided(struct range a, struct range b, struct range all)
{
	wide most = -a.lo > a.hi ? -a.lo : a.hi;

	if (b.lo <= 0 && b.hi >= 0)
		return (struct range){ 0 };
	if (a.lo <= all.lo && b.lo <= -1 && b.hi >= -1)
		return (struct range){ 0 };
	return (struct range){ -most, most, true };
}

/* What the operation yields before its type limits it. */
static struct range call_range(const struct expr *e, const struct range *a)
{
	bool two = e->n_args == 2 && a[0].known && a[1].known;

	if (two && is_call(e, "+"))
		return (struct range){ a[0].lo + a[1].lo, a[0].hi + a[1].hi, true };
	if (two && is_call(e, "-"))
		return (struct range){ a[0].lo - a[1].hi, a[0].hi - a[1].lo, true };
	if (two && is_call(e, "*"))
		return product(a[0], a[1]);
	if (two && (is_call(e, "%") || is_call(e, "div") || is_call(e, "/")))
		return divided(a[0], a[1], type_range(e->type));
	if (e->n_args == 1 && a[0].known && is_call(e, "-"))
		return (struct range){ -a[0].hi, -a[0].lo, true };
	return (struct range){ 0 };
}

static struct range const_range(const struct expr *e)
{
	if (e->value.is_null || !type_range(e->type).known)
		return type_range(e->type);
	return (struct range){ e->value.i, e->value.i, true };
}

static struct range column_range(const struct ranges *r, const struct expr *e)
{
	if (e->column.id < r->n && r->of[e->column.id].known)
		return r->of[e->column.id];
	return type_range(e->type);
}

/* The branches: every second argument of CASE and the last one. */
static struct range branch_range(const struct expr *e, const struct range *a)
{
	struct range out = a[e->n_args - 1];

	for (size_t i = 0; i + 1 < e->n_args; i++)
		if (e->kind == EXPR_COALESCE || i % 2 == 1)
			out = join(out, a[i]);
	return out;
}

/* The range of e; *safe: its own operation stays within its type. */
static struct range own_range(const struct ranges *r, const struct expr *e,
			      const struct range *a, bool *safe)
{
	struct range all = type_range(e->type), out = { 0 };

	*safe = false;
	switch (e->kind) {
	case EXPR_CONST: return const_range(e);
	case EXPR_COLUMN: return column_range(r, e);
	case EXPR_CASE:
	case EXPR_COALESCE: out = branch_range(e, a); break;
	case EXPR_CAST: out = a[0]; break;
	case EXPR_CALL: out = call_range(e, a); break;
	default: return all;
	}
	*safe = within(out, all);
	return *safe ? out : all;
}

/* Does e fail by itself, not only through its arguments? */
static bool derives(const struct expr *e)
{
	switch (e->kind) {
	case EXPR_AND:
	case EXPR_OR:
	case EXPR_CASE:
	case EXPR_COALESCE:
	case EXPR_IN_LIST: return true;
	case EXPR_CALL: return !(e->call.row->flags & FUNC_CAN_FAIL);
	default: return false;
	}
}

static struct expr *follow(struct ranges *r, struct expr *e, struct range *out)
{
	struct range *a = arena_array(r->o->a, struct range, e->n_args + 1);
	struct expr **args = arena_array(r->o->a, struct expr *, e->n_args + 1);
	bool fails = false, changed = false, safe;
	struct expr *copy;

	for (size_t i = 0; i < e->n_args; i++) {
		args[i] = follow(r, e->args[i], &a[i]);
		changed = changed || args[i] != e->args[i];
		fails = fails || args[i]->can_fail;
	}
	*out = own_range(r, e, a, &safe);
	safe = e->can_fail && !fails && (safe || derives(e));
	if (!changed && !safe)
		return e;
	copy = arena_dup(r->o->a, e, sizeof(*e));
	copy->args = args;
	copy->can_fail = e->can_fail && !safe;
	r->o->n_changes += safe;
	return copy;
}

static void follow_root(void *arg, struct expr **e)
{
	struct range ignored;

	if ((*e)->can_fail && (*e)->kind != EXPR_AGG && (*e)->kind != EXPR_WINDOW)
		*e = follow(arg, *e, &ignored);
}

/* --- nodes --------------------------------------------------------------------- */

static void put(struct ranges *r, const struct column *c, struct range v)
{
	if (c->id < r->n && type_range(c->type).known)
		r->of[c->id] = v;
}

static void scan_ranges(struct ranges *r, const struct plan *p)
{
	const struct source *s = p->scan.source;

	for (size_t i = 0; i < p->n_cols && s->min && s->max; i++) {
		const struct value *lo = &s->min[p->scan.source_cols[i]];
		const struct value *hi = &s->max[p->scan.source_cols[i]];

		if (lo->type && hi->type && !lo->is_null && !hi->is_null)
			put(r, &p->cols[i], (struct range){ lo->i, hi->i, true });
	}
}

static struct range range_of(struct ranges *r, struct expr *e)
{
	struct range out;

	(void)follow(r, e, &out);
	return out;
}

/* An aggregate or a window function: a count, a rank, or one of its values. */
static struct range picked_range(struct ranges *r, struct expr *e)
{
	static const char *const counts[] = { "count", "count_if",   "row_number",
					      "rank",  "dense_rank", "ntile" };
	static const char *const picks[] = { "min",         "max",        "any_value",
					     "first_value", "last_value", "nth_value" };
	struct str name = str_from(e->call.row->name);
	bool moves = str_eq(name, STR("lag")) || str_eq(name, STR("lead"));

	for (size_t i = 0; i < ARRAY_LEN(counts); i++)
		if (str_eq(name, str_from(counts[i])))
			return (struct range){ 0, MOST_ROWS, true };
	for (size_t i = 0; i < ARRAY_LEN(picks); i++)
		moves = moves || str_eq(name, str_from(picks[i]));
	if (moves && e->n_args > 0 && e->n_args < 3)
		return range_of(r, e->args[0]);
	return (struct range){ 0 };
}

static void setop_ranges(struct ranges *r, const struct plan *p)
{
	for (size_t i = 0; i < p->n_cols; i++) {
		struct range all = { 0 };

		for (size_t k = 0; k < p->n_children; k++) {
			uint32_t id = p->children[k]->cols[i].id;
			struct range one = id < r->n ? r->of[id] : (struct range){ 0 };

			all = k == 0 ? one : join(all, one);
		}
		put(r, &p->cols[i], all);
	}
}

static void node_ranges(struct ranges *r, struct plan *p)
{
	size_t n;

	switch (p->kind) {
	case PLAN_SCAN: scan_ranges(r, p); break;
	case PLAN_PROJECT:
		for (size_t i = 0; i < p->n_cols; i++)
			put(r, &p->cols[i], range_of(r, p->project.exprs[i]));
		break;
	case PLAN_AGGREGATE:
		n = p->aggregate.n_groups;
		for (size_t i = 0; i < n; i++)
			put(r, &p->cols[i], range_of(r, p->aggregate.groups[i]));
		for (size_t i = 0; i < p->aggregate.n_aggs; i++)
			put(r, &p->cols[n + i], picked_range(r, p->aggregate.aggs[i]));
		break;
	case PLAN_WINDOW:
		n = p->n_cols - p->window.n_windows;
		for (size_t i = 0; i < p->window.n_windows; i++)
			put(r, &p->cols[n + i], picked_range(r, p->window.windows[i]));
		break;
	case PLAN_SETOP: setop_ranges(r, p); break;
	case PLAN_CTE_READ:
		/* what a recursive step reads is not known yet */
		for (size_t i = 0; i < p->n_cols && p->cte.from_ids; i++)
			if (p->cte.from_ids[i] < r->n)
				put(r, &p->cols[i], r->of[p->cte.from_ids[i]]);
		break;
	default: break; /* the children's columns go through, others are unknown */
	}
}

static void walk(struct ranges *r, struct plan *p)
{
	for (size_t i = 0; i < p->n_children; i++)
		walk(r, p->children[i]);
	plan_each_expr(p, follow_root, r);
	node_ranges(r, p);
}

shade_status rule_value_ranges(struct opt *o, struct plan **plan)
{
	struct ranges r = { .o = o, .n = o->ids->next };

	r.of = arena_array(o->a, struct range, r.n + 1);
	walk(&r, *plan);
	return SHADE_OK;
}
