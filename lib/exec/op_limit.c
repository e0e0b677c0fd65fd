/*
 * op_limit.c - count rows and stop: LIMIT, OFFSET, PERCENT, WITH TIES.
 *
 * The input is read by one worker, in order, and never asked for a batch
 * more than is needed: it may be a stream that blocks.
 */
#include "exec/collect.h"
#include "exec/sort.h"

struct limit_op {
	struct op base;
	uint64_t count, offset; /* count UINT64_MAX: all */
	/* PERCENT must know how many rows there are: they are kept */
	struct rows *rows;
	struct arena *arena;
};

struct limit_stream {
	struct stream base;
	struct stream *input;
	uint64_t seen; /* input rows handled, those of the latest batch too */
	size_t at; /* in rows */
	struct evaluator *ties; /* WITH TIES: the keys */
	struct rows *last; /* keys of the last row counted */
	bool done;
	uint16_t sel[SHADE_BATCH_ROWS];
	struct batch out;
};

static shade_status constant(struct shade_cx *cx, const struct expr *e,
			     const char *what, uint64_t *out)
{
	struct value v;

	TRY(expr_fold(cx, e, &v));
	if (v.is_null)
		return SHADE_OK;
	if (v.i < 0)
		return shade_fail(cx, SHADE_E_RANGE, e->span, "%s must not be negative",
				  what);
	*out = (uint64_t)v.i;
	return SHADE_OK;
}

/* A percentage of the rows, rounded down. */
static shade_status open_percent(struct shade_cx *cx, struct op *op)
{
	struct limit_op *lo = (struct limit_op *)op;
	double n;

	if (lo->count > 100)
		return shade_fail(cx, SHADE_E_RANGE, op->plan->limit.count->span,
				  "LIMIT PERCENT must be between 0 and 100");
	TRY(collect_rows(cx, op->children[0], 0, NULL, NULL, &lo->rows));
	op_close(cx, op->children[0]);
	n = (double)lo->rows->n * (double)lo->count / 100.0;
	lo->count = (uint64_t)n;
	return SHADE_OK;
}

/* A scan below, with nothing between that changes the number of rows, need not
 * read further. */
static shade_status limit_make(struct shade_cx *cx, struct op *op)
{
	const struct plan *p = op->plan;
	struct op *below = op->children[0];
	uint64_t count = UINT64_MAX, offset = 0;

	if (!p->limit.count || p->limit.percent || p->limit.with_ties)
		return SHADE_OK;
	while (below->plan->kind == PLAN_PROJECT)
		below = below->children[0];
	if (below->plan->kind != PLAN_SCAN)
		return SHADE_OK;
	TRY(constant(cx, p->limit.count, "LIMIT", &count));
	if (p->limit.offset)
		TRY(constant(cx, p->limit.offset, "OFFSET", &offset));
	if (count < UINT64_MAX - offset)
		op_scan_limit(below, count + offset);
	return SHADE_OK;
}

static shade_status limit_open(struct shade_cx *cx, struct op *op)
{
	struct limit_op *lo = (struct limit_op *)op;
	const struct plan *p = op->plan;

	lo->count = UINT64_MAX;
	lo->offset = 0;
	if (p->limit.count)
		TRY(constant(cx, p->limit.count, "LIMIT", &lo->count));
	if (p->limit.offset)
		TRY(constant(cx, p->limit.offset, "OFFSET", &lo->offset));
	TRY(op_open(cx, op->children[0]));
	return p->limit.percent && p->limit.count ? open_percent(cx, op) : SHADE_OK;
}

static void limit_close(struct shade_cx *cx, struct op *op)
{
	struct limit_op *lo = (struct limit_op *)op;

	(void)cx;
	rows_free(lo->rows);
	lo->rows = NULL;
}

static shade_status limit_stream_open(struct stream *s)
{
	struct limit_stream *ls = (struct limit_stream *)s;
	struct limit_op *lo = (struct limit_op *)s->op;
	const struct plan *p = s->op->plan, *sort = p->children[0];
	struct op *child = s->op->children[0];

	ls->out.n_cols = s->op->n_cols;
	ls->out.cols = cols_new(s->arena, s->op->n_cols);
	if (lo->rows)
		return SHADE_OK;
	TRY(stream_new(child, s->task, &ls->input));
	if (p->limit.with_ties && sort->kind == PLAN_SORT) {
		size_t n = sort->sort.n_keys;
		struct expr **exprs = arena_array(s->arena, struct expr *, n + 1);
		const struct type **types = arena_array(s->arena, const struct type *,
							n + 1);

		for (size_t k = 0; k < n; k++) {
			exprs[k] = sort->sort.keys[k].expr;
			types[k] = exprs[k]->type;
		}
		TRY(evaluator_new(s->cx, s->arena, n, exprs, child->n_cols, child->ids,
				  &ls->ties));
		ls->last = rows_new(s->cx->budget, n, types);
		if (!ls->last)
			return cx_nomem(s->cx);
	}
	return SHADE_OK;
}

static void limit_stream_close(struct stream *s)
{
	struct limit_stream *ls = (struct limit_stream *)s;

	if (ls->ties)
		evaluator_free(ls->ties);
	rows_free(ls->last);
}

/* Rows [from, to) of a batch, counted among the selected. */
static void cut(struct limit_stream *ls, const struct batch *b, size_t from, size_t to)
{
	ls->out = *b;
	for (size_t i = from; i < to; i++)
		ls->sel[i - from] = (uint16_t)(b->sel ? b->sel[i] : i);
	ls->out.sel = ls->sel;
	ls->out.n_sel = to - from;
}

/* Rows from `from` on whose keys equal the last counted row's. */
static shade_status count_ties(struct limit_stream *ls, const struct batch *b,
			       size_t from, size_t *out)
{
	size_t n = batch_rows(b), i = from;

	evaluator_begin(ls->ties, b);
	for (; i < n; i++) {
		for (size_t k = 0; k < ls->last->n_cols; k++) {
			const struct vector *v;
			struct vector last;

			TRY(evaluator_get(ls->ties, k, &v));
			rows_view(ls->last, 0, 1, k, 1, &last, ls->base.arena);
			if (!vector_rows_equal(v, i, &last, 0)) {
				*out = i - from;
				return SHADE_OK;
			}
		}
	}
	*out = i - from;
	return SHADE_OK;
}

static shade_status keep_keys(struct limit_stream *ls, const struct batch *b,
			      size_t row)
{
	uint16_t sel = (uint16_t)row;

	evaluator_begin(ls->ties, b);
	for (size_t k = 0; k < ls->last->n_cols; k++) {
		const struct vector *v;

		TRY(evaluator_get(ls->ties, k, &v));
		if (!colbuf_append(&ls->last->cols[k], &ls->last->heap,
				   ls->last->budget, v, &sel, 1))
			return cx_nomem(ls->base.cx);
	}
	ls->last->n = 1;
	return SHADE_OK;
}

/* How many of the batch's rows from `from` on to hand out. */
static shade_status rows_to_take(struct limit_stream *ls, const struct batch *b,
				 size_t from, uint64_t left, size_t *out)
{
	size_t n = batch_rows(b), ties = 0, more;

	*out = n - from < left ? n - from : (size_t)left;
	if (!ls->ties) {
		ls->done = left <= n - from;
		return SHADE_OK;
	}
	if (left > 0 && left <= n - from)
		TRY(keep_keys(ls, b, from + *out - 1));
	if (left <= n - from && ls->last->n > 0) {
		more = from + *out;
		TRY(count_ties(ls, b, more, &ties));
		*out += ties;
		ls->done = more + ties < n;
	} else {
		ls->done = left == 0;
	}
	return SHADE_OK;
}

static shade_status next_kept(struct limit_stream *ls, const struct batch **out)
{
	struct limit_op *lo = (struct limit_op *)ls->base.op;
	uint64_t end = lo->offset + lo->count;
	size_t n;

	if (ls->at < lo->offset)
		ls->at = lo->offset;
	if (end > lo->rows->n)
		end = lo->rows->n;
	if (ls->at >= end)
		return SHADE_OK;
	n = end - ls->at < SHADE_BATCH_ROWS ? end - ls->at : SHADE_BATCH_ROWS;
	rows_view(lo->rows, ls->at, n, 0, ls->out.n_cols, ls->out.cols, ls->base.arena);
	ls->out.n = n;
	ls->out.seq = ls->at;
	ls->at += n;
	*out = &ls->out;
	return SHADE_OK;
}

static shade_status limit_next(struct stream *s, const struct batch **out)
{
	struct limit_stream *ls = (struct limit_stream *)s;
	struct limit_op *lo = (struct limit_op *)s->op;

	*out = NULL;
	if (lo->rows)
		return next_kept(ls, out);
	if (lo->count == 0)
		ls->done = true;
	while (!ls->done) {
		const struct batch *b;
		uint64_t given;
		size_t n, from = 0, take;

		TRY(stream_next(ls->input, &b));
		if (!b) {
			ls->done = true;
			break;
		}
		n = batch_rows(b);
		if (ls->seen + n <= lo->offset) {
			ls->seen += n;
			continue;
		}
		if (ls->seen < lo->offset)
			from = (size_t)(lo->offset - ls->seen);
		given = ls->seen > lo->offset ? ls->seen - lo->offset : 0;
		ls->seen += n;
		TRY(rows_to_take(ls, b, from, given < lo->count ? lo->count - given : 0,
				 &take));
		if (take == 0)
			continue;
		if (from == 0 && take == n) {
			*out = b;
			return SHADE_OK;
		}
		cut(ls, b, from, from + take);
		*out = &ls->out;
		return SHADE_OK;
	}
	return SHADE_OK;
}

static void limit_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;

	if (p->limit.count)
		sbuf_addf(out, " %.*s%s%s",
			  STR_ARG(expr_text(out->arena, p->limit.count)),
			  p->limit.percent ? " percent" : "",
			  p->limit.with_ties ? " with ties" : "");
	if (p->limit.offset)
		sbuf_addf(out, " offset %.*s",
			  STR_ARG(expr_text(out->arena, p->limit.offset)));
}

const struct op_class op_limit = {
	.name = "Limit",
	.op_size = sizeof(struct limit_op),
	.stream_size = sizeof(struct limit_stream),
	.make = limit_make,
	.open = limit_open,
	.stream_open = limit_stream_open,
	.next = limit_next,
	.stream_close = limit_stream_close,
	.close = limit_close,
	.describe = limit_describe,
};
