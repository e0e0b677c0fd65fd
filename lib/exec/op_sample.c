/*
 * op_sample.c - TABLESAMPLE: rows by chance, or a fixed number of them.
 *
 * Which rows are taken depends on the seed and on the row's place in the
 * input, not on batches or threads.
 */
#include "exec/collect.h"
#include "exec/sort.h"

struct sample_op {
	struct op base;
	uint64_t seed;
	struct rows *rows; /* a fixed number: all rows */
	struct buf *order; /* the chosen ones, in input order */
	size_t n_chosen;
};

struct sample_stream {
	struct stream base;
	struct stream *input;
	uint64_t row;
	size_t at;
	struct vector *vecs;
	struct vector **own;
	uint16_t sel[SHADE_BATCH_ROWS];
	struct batch out;
};

/* A number in [0, 1) for row i. */
static double chance(const struct sample_op *so, uint64_t i)
{
	return (double)(hash_combine(so->seed, i) >> 11) * 0x1p-53;
}

/* The rows with the smallest chance numbers, back in input order. */
static shade_status choose(struct shade_cx *cx, struct sample_op *so)
{
	size_t n = so->rows->n, m = so->base.plan->sample.rows;
	struct buf *keys = buf_new(cx->budget, (n + 1) * sizeof(double));
	struct buf *order = NULL, *taken = NULL, *sorted = NULL;
	struct sort_col col = { .vec = { .type = type_of(TYPE_DOUBLE) } };
	shade_status rc = SHADE_OK;

	if (!keys)
		return cx_nomem(cx);
	for (size_t i = 0; i < n; i++)
		((double *)(void *)keys->p)[i] = chance(so, i);
	col.vec.data = keys->p;
	rc = sort_rows(cx, &col, 1, n, &order);
	so->n_chosen = m < n ? m : n;
	if (!rc) {
		struct sort_col rows = { .vec = { .type = type_of(TYPE_INT),
						  .data = order->p } };

		rc = sort_rows(cx, &rows, 1, so->n_chosen, &sorted);
	}
	taken = rc ? NULL : buf_new(cx->budget, (so->n_chosen + 1) * sizeof(uint32_t));
	if (!rc && !taken)
		rc = cx_nomem(cx);
	for (size_t i = 0; !rc && i < so->n_chosen; i++)
		((uint32_t *)(void *)taken->p)[i] = ((uint32_t *)(void *)order->p)[(
			(uint32_t *)(void *)sorted->p)[i]];
	so->order = taken;
	buf_unref(keys);
	buf_unref(order);
	buf_unref(sorted);
	return rc;
}

static shade_status sample_open(struct shade_cx *cx, struct op *op)
{
	struct sample_op *so = (struct sample_op *)op;
	const struct plan *p = op->plan;

	so->seed = p->sample.has_seed ? p->sample.seed
				      : hash_combine((uint64_t)cx->now_us, 17);
	TRY(op_open(cx, op->children[0]));
	if (p->sample.fraction >= 0)
		return SHADE_OK;
	TRY(collect_rows(cx, op->children[0], 0, NULL, NULL, &so->rows));
	op_close(cx, op->children[0]);
	return choose(cx, so);
}

static void sample_close(struct shade_cx *cx, struct op *op)
{
	struct sample_op *so = (struct sample_op *)op;

	(void)cx;
	rows_free(so->rows);
	buf_unref(so->order);
	so->rows = NULL;
	so->order = NULL;
}

static shade_status sample_stream_open(struct stream *s)
{
	struct sample_stream *ss = (struct sample_stream *)s;
	struct sample_op *so = (struct sample_op *)s->op;

	if (!so->rows)
		return stream_new(s->op->children[0], s->task, &ss->input);
	ss->out.n_cols = s->op->n_cols;
	ss->out.cols = cols_new(s->arena, s->op->n_cols);
	ss->vecs = cols_new(s->arena, s->op->n_cols);
	rows_view(so->rows, 0, so->rows->n, 0, s->op->n_cols, ss->vecs, s->arena);
	ss->own = arena_array(s->arena, struct vector *, s->op->n_cols + 1);
	for (size_t i = 0; i < s->op->n_cols; i++)
		ss->own[i] = vector_new(s->arena, s->op->types[i], SHADE_BATCH_ROWS);
	return SHADE_OK;
}

static shade_status next_chosen(struct sample_stream *ss, const struct batch **out)
{
	struct sample_op *so = (struct sample_op *)ss->base.op;
	const uint32_t *pos = (const uint32_t *)(void *)so->order->p + ss->at;
	size_t n = so->n_chosen - ss->at;

	if (n == 0)
		return SHADE_OK;
	if (n > SHADE_BATCH_ROWS)
		n = SHADE_BATCH_ROWS;
	for (size_t i = 0; i < so->base.n_cols; i++) {
		ss->own[i]->validity = NULL;
		vector_gather32(ss->base.arena, ss->own[i], &ss->vecs[i], pos, n);
		ss->out.cols[i] = *ss->own[i];
	}
	ss->out.n = n;
	ss->out.seq = ss->at;
	ss->at += n;
	*out = &ss->out;
	return SHADE_OK;
}

static shade_status sample_next(struct stream *s, const struct batch **out)
{
	struct sample_stream *ss = (struct sample_stream *)s;
	struct sample_op *so = (struct sample_op *)s->op;
	const struct batch *b;

	*out = NULL;
	if (so->rows)
		return next_chosen(ss, out);
	for (;;) {
		size_t n = 0;

		TRY(stream_next(ss->input, &b));
		if (!b)
			return SHADE_OK;
		for (size_t i = 0; i < batch_rows(b); i++) {
			ss->sel[n] = (uint16_t)(b->sel ? b->sel[i] : i);
			n += chance(so, ss->row++) < s->op->plan->sample.fraction;
		}
		if (n == 0)
			continue;
		ss->out = *b;
		ss->out.sel = ss->sel;
		ss->out.n_sel = n;
		*out = &ss->out;
		return SHADE_OK;
	}
}

static void sample_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;

	if (p->sample.fraction >= 0)
		sbuf_addf(out, " %g percent", p->sample.fraction * 100);
	else
		sbuf_addf(out, " %llu rows", (unsigned long long)p->sample.rows);
}

const struct op_class op_sample = {
	.name = "Sample",
	.op_size = sizeof(struct sample_op),
	.stream_size = sizeof(struct sample_stream),
	.open = sample_open,
	.stream_open = sample_stream_open,
	.next = sample_next,
	.close = sample_close,
	.describe = sample_describe,
};
