/*
 * op_values.c - rows written out in the query; also the one row without
 * columns of a SELECT without FROM.
 */
#include "exec/op.h"

struct values_stream {
	struct stream base;
	struct evaluator *ev;
	struct batch none; /* what the expressions are evaluated over */
	struct batch out;
	size_t row;
};

static shade_status values_stream_open(struct stream *s)
{
	struct values_stream *vs = (struct values_stream *)s;
	const struct plan *p = s->op->plan;

	vs->none.n = 1;
	vs->out.n_cols = p->n_cols;
	vs->out.cols = cols_new(s->arena, p->n_cols);
	for (size_t i = 0; i < p->n_cols; i++)
		vs->out.cols[i] = *vector_new(s->arena, p->cols[i].type,
					      SHADE_BATCH_ROWS);
	return evaluator_new(s->cx, s->arena, p->values.n_rows * p->n_cols,
			     p->values.exprs, 0, NULL, &vs->ev);
}

static shade_status values_next(struct stream *s, const struct batch **out)
{
	struct values_stream *vs = (struct values_stream *)s;
	const struct plan *p = s->op->plan;
	size_t n = p->values.n_rows - vs->row;

	*out = NULL;
	if (n == 0)
		return SHADE_OK;
	if (n > SHADE_BATCH_ROWS)
		n = SHADE_BATCH_ROWS;
	if (vs->row == 0)
		evaluator_begin(vs->ev, &vs->none);
	for (size_t col = 0; col < p->n_cols; col++) {
		vs->out.cols[col].validity = NULL;
		vs->out.cols[col].form = VECTOR_FLAT;
		for (size_t i = 0; i < n; i++) {
			const struct vector *v;

			TRY(evaluator_get(vs->ev, (vs->row + i) * p->n_cols + col, &v));
			vector_copy_rows(s->arena, &vs->out.cols[col], i, v, 1);
		}
	}
	vs->out.n = n;
	vs->out.seq = vs->row;
	vs->row += n;
	*out = &vs->out;
	return SHADE_OK;
}

static void values_stream_close(struct stream *s)
{
	struct values_stream *vs = (struct values_stream *)s;

	if (vs->ev)
		evaluator_free(vs->ev);
}

static void values_describe(const struct op *op, struct sbuf *out)
{
	size_t n = op->plan->values.n_rows;

	sbuf_addf(out, " %zu row%s", n, n == 1 ? "" : "s");
}

const struct op_class op_values = {
	.name = "Values",
	.op_size = sizeof(struct op),
	.stream_size = sizeof(struct values_stream),
	.stream_open = values_stream_open,
	.next = values_next,
	.stream_close = values_stream_close,
	.describe = values_describe,
};
