/*
 * op_asof_join.c - ASOF: the one nearest row by an inequality.
 *
 * The kept side is sorted by (equal keys, the compared value); each row of
 * the other side finds its keys' rows and then, by bisection, the last one
 * (for >= and >) or the first (for <= and <) that satisfies the condition.
 */
#include "exec/collect.h"
#include "exec/groups.h"
#include "exec/join.h"
#include "exec/sort.h"

struct asof_op {
	struct join_op join;
	struct expr *probe_value, *build_value;
	enum cmp_op op; /* probe OP build */
	struct groups *groups; /* of the kept side's keys */
	uint32_t *begin; /* by group: first position; one more at the end */
	struct buf *order; /* position to row */
	struct vector value; /* of the kept side, by position */
};

struct asof_stream {
	struct join_stream js;
	struct evaluator *value;
	uint32_t gids[SHADE_BATCH_ROWS];
};

/* --- the inequality ------------------------------------------------------- */

static bool parse_op(const char *name, enum cmp_op *op)
{
	static const struct {
		const char *name;
		enum cmp_op op;
	} ops[] = {
		{ ">=", CMP_GE }, { ">", CMP_GT }, { "<=", CMP_LE }, { "<", CMP_LT }
	};

	for (size_t i = 0; i < ARRAY_LEN(ops); i++) {
		if (strcmp(name, ops[i].name) == 0) {
			*op = ops[i].op;
			return true;
		}
	}
	return false;
}

static enum cmp_op mirrored(enum cmp_op op)
{
	switch (op) {
	case CMP_GE: return CMP_LE;
	case CMP_GT: return CMP_LT;
	case CMP_LE: return CMP_GE;
	case CMP_LT: return CMP_GT;
	case CMP_EQ:
	case CMP_NE: break;
	}
	return op;
}

/* The one inequality between the sides; it leaves the list of conditions. */
static bool take_inequality(struct asof_op *ao)
{
	struct join_op *jo = &ao->join;
	const struct plan *l = jo->probe->plan, *r = jo->build->plan;

	for (size_t i = 0; i < jo->spec.n_conds; i++) {
		struct expr *e = jo->spec.conds[i];

		if (e->kind != EXPR_CALL || e->n_args != 2 ||
		    !parse_op(e->call.row->name, &ao->op))
			continue;
		if (expr_is_of(e->args[0], l) && expr_is_of(e->args[1], r)) {
			ao->probe_value = e->args[0];
			ao->build_value = e->args[1];
		} else if (expr_is_of(e->args[1], l) && expr_is_of(e->args[0], r)) {
			ao->probe_value = e->args[1];
			ao->build_value = e->args[0];
			ao->op = mirrored(ao->op);
		} else {
			continue;
		}
		jo->spec.conds[i] = jo->spec.conds[--jo->spec.n_conds];
		return true;
	}
	return false;
}

static shade_status asof_make(struct shade_cx *cx, struct op *op)
{
	struct asof_op *ao = (struct asof_op *)op;
	const struct plan *p = op->plan;

	if (p->join.kind != JOIN_INNER && p->join.kind != JOIN_LEFT)
		return shade_fail(cx, SHADE_E_UNSUPPORTED, p->span,
				  "not supported yet: %s ASOF joins",
				  join_kind_name(p->join.kind));
	join_sides(&ao->join, false);
	if (!take_inequality(ao) || ao->join.spec.n_conds > 0)
		return shade_fail(cx, SHADE_E_INVALID_CLAUSE, p->span,
				  "an ASOF join needs equalities and one comparison "
				  "(<, <=, >, >=) of the two sides");
	return SHADE_OK;
}

/* --- the kept side -------------------------------------------------------- */

/* Number the keys of all rows; rows with NULLs get a number nobody asks for. */
static shade_status number_keys(struct shade_cx *cx, struct asof_op *ao, uint32_t *gids)
{
	struct join_op *jo = &ao->join;
	size_t n_keys = jo->spec.n_keys;
	const struct type **types = arena_array(jo->arena, const struct type *,
						n_keys + 1);
	struct vector *views = cols_new(jo->arena, n_keys);
	const struct vector **keys = arena_array(jo->arena, const struct vector *,
						 n_keys + 1);

	for (size_t k = 0; k < n_keys; k++) {
		types[k] = jo->build_keys[k]->type;
		keys[k] = &views[k];
	}
	TRY(groups_new(cx, n_keys, types, &ao->groups));
	for (size_t at = 0; at < jo->rows->n; at += SHADE_BATCH_ROWS) {
		size_t n = jo->rows->n - at;

		if (n > SHADE_BATCH_ROWS)
			n = SHADE_BATCH_ROWS;
		for (size_t k = 0; k < n_keys; k++)
			rows_view(jo->rows, at, n, jo->key_cols[k], 1, &views[k],
				  jo->arena);
		TRY(groups_find(cx, ao->groups, keys, n, gids + at));
	}
	return SHADE_OK;
}

/* Sort by (key number, value); positions of each key. */
static shade_status sort_build(struct shade_cx *cx, struct asof_op *ao,
			       size_t value_col)
{
	struct join_op *jo = &ao->join;
	size_t n = jo->rows->n, n_groups;
	struct buf *gids = buf_new(cx->budget, (n + 1) * sizeof(uint32_t));
	struct sort_col cols[2] = { { .vec = { .type = type_of(TYPE_INT) } } };
	struct vector all;
	const uint32_t *order, *g;
	shade_status rc;

	if (!gids)
		return cx_nomem(cx);
	rc = number_keys(cx, ao, (uint32_t *)(void *)gids->p);
	cols[0].vec.data = gids->p;
	rows_col(jo->rows, value_col, &cols[1].vec, jo->arena);
	cols[1].nulls_first = true;
	if (!rc)
		rc = sort_rows(cx, cols, 2, n, &ao->order);
	if (rc) {
		buf_unref(gids);
		return rc;
	}
	order = (const uint32_t *)(void *)ao->order->p;
	g = (const uint32_t *)(void *)gids->p;
	n_groups = groups_count(ao->groups);
	ao->begin = arena_array(jo->arena, uint32_t, n_groups + 2);
	for (size_t i = 0; i < n; i++)
		ao->begin[g[order[i]] + 1] = (uint32_t)(i + 1);
	buf_unref(gids);
	rows_col(jo->rows, value_col, &all, jo->arena);
	ao->value = *vector_new(jo->arena, all.type, n + 1);
	if (n > 0)
		vector_gather32(jo->arena, &ao->value, &all, order, n);
	return arena_failed(jo->arena) ? cx_nomem(cx) : SHADE_OK;
}

static shade_status asof_open(struct shade_cx *cx, struct op *op)
{
	struct asof_op *ao = (struct asof_op *)op;
	struct join_op *jo = &ao->join;
	size_t n = jo->spec.n_keys;
	struct expr **exprs;

	jo->arena = arena_new(cx->budget);
	if (!jo->arena)
		return cx_nomem(cx);
	exprs = arena_array(jo->arena, struct expr *, n + 1);
	for (size_t k = 0; k < n; k++)
		exprs[k] = jo->build_keys[k];
	exprs[n] = ao->build_value;
	jo->key_cols = arena_array(jo->arena, size_t, n + 1);
	TRY(op_open(cx, jo->build));
	TRY(collect_rows(cx, jo->build, n + 1, exprs, jo->key_cols, &jo->rows));
	op_close(cx, jo->build);
	jo->build_vecs = cols_new(jo->arena, jo->build->n_cols);
	rows_view(jo->rows, 0, jo->rows->n, 0, jo->build->n_cols, jo->build_vecs,
		  jo->arena);
	TRY(sort_build(cx, ao, jo->key_cols[n]));
	op_note_bytes(op, rows_bytes(jo->rows) + groups_bytes(ao->groups));
	return op_open(cx, jo->probe);
}

static void asof_close(struct shade_cx *cx, struct op *op)
{
	struct asof_op *ao = (struct asof_op *)op;

	groups_free(ao->groups);
	buf_unref(ao->order);
	ao->groups = NULL;
	ao->order = NULL;
	join_close(cx, op);
}

/* --- finding -------------------------------------------------------------- */

static shade_status asof_stream_open(struct stream *s)
{
	struct asof_stream *as = (struct asof_stream *)s;
	struct asof_op *ao = (struct asof_op *)s->op;
	struct op *probe = ao->join.probe;

	TRY(join_stream_open(s));
	return evaluator_new(s->cx, s->arena, 1, &ao->probe_value, probe->n_cols,
			     probe->ids, &as->value);
}

static void asof_stream_close(struct stream *s)
{
	struct asof_stream *as = (struct asof_stream *)s;

	if (as->value)
		evaluator_free(as->value);
	join_stream_close(s);
}

/* Does the kept value at position i stand before (or at) the probe's? */
static bool stands_before(const struct asof_op *ao, size_t i, const struct vector *v,
			  size_t row, bool or_equal)
{
	int c;

	if (!validity_get(ao->value.validity, i))
		return true; /* NULLs are first and never chosen */
	c = vector_rows_cmp(&ao->value, i, v, row);
	return or_equal ? c <= 0 : c < 0;
}

/* The kept row for a probe value among positions [lo, end). */
static uint32_t nearest(const struct asof_op *ao, size_t lo, size_t end,
			const struct vector *v, size_t row)
{
	bool or_equal = ao->op == CMP_GE || ao->op == CMP_GT ? ao->op == CMP_GE
							     : ao->op == CMP_LT;
	const uint32_t *order = (const uint32_t *)(void *)ao->order->p;
	size_t begin = lo, hi = end;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (stands_before(ao, mid, v, row, or_equal))
			lo = mid + 1;
		else
			hi = mid;
	}
	if (ao->op == CMP_LE || ao->op == CMP_LT)
		return lo < end ? order[lo] : ROWS_NONE;
	if (lo == begin || !validity_get(ao->value.validity, lo - 1))
		return ROWS_NONE;
	return order[lo - 1];
}

static shade_status find_all(struct asof_stream *as)
{
	struct asof_op *ao = (struct asof_op *)as->js.base.op;
	struct join_stream *js = &as->js;
	const struct vector *v;

	if (js->keys)
		evaluator_begin(js->keys, js->in);
	for (size_t k = 0; k < ao->join.spec.n_keys; k++)
		TRY(evaluator_get(js->keys, k, &js->key_vals[k]));
	TRY(groups_probe(js->base.cx, ao->groups, js->key_vals, js->n, as->gids));
	evaluator_begin(as->value, js->in);
	TRY(evaluator_get(as->value, 0, &v));
	for (size_t i = 0; i < js->n; i++) {
		uint32_t g = as->gids[i];
		bool is_null = vector_is_null(v, i);

		for (size_t k = 0; k < ao->join.spec.n_keys; k++)
			is_null |= vector_is_null(js->key_vals[k], i) &&
				   !(ao->join.spec.null_safe >> k & 1);
		js->heads[i] = is_null || g == UINT32_MAX
				       ? ROWS_NONE
				       : nearest(ao, g ? ao->begin[g] : 0,
						 ao->begin[g + 1], v, i);
	}
	return SHADE_OK;
}

static shade_status asof_next(struct stream *s, const struct batch **out)
{
	struct asof_stream *as = (struct asof_stream *)s;
	struct join_stream *js = &as->js;
	struct join_op *jo = (struct join_op *)s->op;

	*out = NULL;
	for (;;) {
		struct pairs *p = &js->pairs;

		TRY(stream_input(js->input, &js->in));
		if (!js->in)
			return SHADE_OK;
		js->n = batch_rows(js->in);
		TRY(find_all(as));
		p->n = 0;
		for (size_t i = 0; i < js->n; i++) {
			p->probe[p->n] = (uint16_t)(js->in->sel ? js->in->sel[i] : i);
			p->build[p->n] = js->heads[i];
			p->n += js->heads[i] != ROWS_NONE || jo->kind == JOIN_LEFT;
		}
		if (p->n == 0)
			continue;
		join_gather(js, p->probe, p->build, p->n);
		*out = &js->joined;
		return SHADE_OK;
	}
}

static size_t asof_workers(const struct op *op)
{
	return op_workers(((const struct join_op *)op)->probe);
}

const struct op_class op_asof_join = {
	.name = "AsofJoin",
	.op_size = sizeof(struct asof_op),
	.stream_size = sizeof(struct asof_stream),
	.make = asof_make,
	.open = asof_open,
	.workers = asof_workers,
	.stream_open = asof_stream_open,
	.next = asof_next,
	.stream_close = asof_stream_close,
	.close = asof_close,
	.describe = join_describe,
};
