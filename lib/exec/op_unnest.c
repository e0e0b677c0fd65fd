/*
 * op_unnest.c - one row for each element of an array or map.
 *
 * Several expressions run side by side; the shorter ones are filled up with
 * NULL.
 */
#include "exec/op.h"
#include "exec/place.h"

struct unnest_stream {
	struct stream base;
	struct stream *input;
	struct evaluator *ev;
	const struct batch *in;
	const struct vector **lists;
	size_t row; /* of the batch's selected rows */
	uint32_t element; /* next in that row */
	uint16_t from[SHADE_BATCH_ROWS]; /* position in the batch */
	uint32_t at[SHADE_BATCH_ROWS]; /* element; ROWS_NONE: outer row */
	uint16_t dense[SHADE_BATCH_ROWS];
	struct vector **own;
	struct batch out;
};

static shade_status unnest_open(struct shade_cx *cx, struct op *op)
{
	return op_open(cx, op->children[0]);
}

static size_t unnest_workers(const struct op *op)
{
	return op_workers(op->children[0]);
}

static shade_status unnest_stream_open(struct stream *s)
{
	struct unnest_stream *us = (struct unnest_stream *)s;
	const struct plan *p = s->op->plan;
	struct op *child = s->op->children[0];

	us->out.n_cols = s->op->n_cols;
	us->out.cols = cols_new(s->arena, s->op->n_cols);
	us->own = arena_array(s->arena, struct vector *, s->op->n_cols + 1);
	for (size_t i = 0; i < s->op->n_cols; i++)
		us->own[i] = vector_new(s->arena, s->op->types[i], SHADE_BATCH_ROWS);
	us->lists = arena_array(s->arena, const struct vector *, p->unnest.n_exprs + 1);
	TRY(stream_new(child, s->task, &us->input));
	return evaluator_new(s->cx, s->arena, p->unnest.n_exprs, p->unnest.exprs,
			     child->n_cols, child->ids, &us->ev);
}

static uint32_t list_n(const struct vector *v, size_t row)
{
	const struct vector *from = v->form == VECTOR_DICT ? v->dict : v;

	if (vector_is_null(v, row))
		return 0;
	return ((const struct list_ref *)from->data)[vector_index(v, row)].n;
}

static uint32_t longest(const struct unnest_stream *us, size_t row)
{
	uint32_t n = 0;

	for (size_t i = 0; i < us->base.op->plan->unnest.n_exprs; i++) {
		uint32_t m = list_n(us->lists[i], row);

		n = m > n ? m : n;
	}
	return n;
}

/* The next output rows: which input row, which element. */
static size_t choose_rows(struct unnest_stream *us)
{
	const struct batch *b = us->in;
	bool outer = us->base.op->plan->unnest.outer;
	size_t n = 0, rows = batch_rows(b);

	while (us->row < rows && n < SHADE_BATCH_ROWS) {
		uint32_t len = longest(us, us->row);
		bool alone = len == 0 && outer;

		if (us->element < len || alone) {
			us->dense[n] = (uint16_t)us->row;
			us->from[n] = (uint16_t)(b->sel ? b->sel[us->row] : us->row);
			us->at[n++] = alone ? ROWS_NONE : us->element++;
		}
		if (us->element >= len) {
			us->row++;
			us->element = 0;
		}
	}
	return n;
}

/* Elements of one expression, child k of its lists. */
static void fill_elements(struct unnest_stream *us, const struct vector *v, size_t k,
			  size_t n, struct vector *to)
{
	const struct vector *from = v->form == VECTOR_DICT ? v->dict : v;
	uint32_t pos[SHADE_BATCH_ROWS];

	for (size_t i = 0; i < n; i++) {
		uint32_t len = list_n(v, us->dense[i]);

		if (us->at[i] == ROWS_NONE || us->at[i] >= len) {
			pos[i] = ROWS_NONE;
			continue;
		}
		pos[i] = ((const struct list_ref *)
				  from->data)[vector_index(v, us->dense[i])]
				 .offset +
			 us->at[i];
	}
	place_outer(us->base.arena, to, &from->children[k], from->child_n, pos, n);
}

static void fill_output(struct unnest_stream *us, size_t n)
{
	const struct plan *p = us->base.op->plan;
	size_t col = us->base.op->children[0]->n_cols;

	for (size_t i = 0; i < col; i++) {
		us->own[i]->validity = NULL;
		us->own[i]->form = VECTOR_FLAT;
		vector_gather(us->base.arena, us->own[i], &us->in->cols[i], us->from,
			      n);
	}
	for (size_t e = 0; e < p->unnest.n_exprs; e++) {
		for (size_t k = 0; k < p->unnest.exprs[e]->type->n_children; k++)
			fill_elements(us, us->lists[e], k, n, us->own[col++]);
	}
	if (p->unnest.with_ordinality) {
		struct vector *to = us->own[col];

		to->validity = NULL;
		for (size_t i = 0; i < n; i++) {
			if (us->at[i] == ROWS_NONE)
				validity_clear(vector_validity(us->base.arena, to,
							       SHADE_BATCH_ROWS),
					       i);
			((int64_t *)to->data)[i] = (int64_t)us->at[i] + 1;
		}
	}
	for (size_t i = 0; i < us->out.n_cols; i++)
		us->out.cols[i] = *us->own[i];
	us->out.n = n;
	us->out.seq = us->in->seq;
}

static shade_status unnest_next(struct stream *s, const struct batch **out)
{
	struct unnest_stream *us = (struct unnest_stream *)s;
	size_t n;

	*out = NULL;
	for (;;) {
		if (!us->in || us->row >= batch_rows(us->in)) {
			TRY(stream_next(us->input, &us->in));
			if (!us->in)
				return SHADE_OK;
			us->row = us->element = 0;
			evaluator_begin(us->ev, us->in);
			for (size_t i = 0; i < s->op->plan->unnest.n_exprs; i++)
				TRY(evaluator_get(us->ev, i, &us->lists[i]));
		}
		n = choose_rows(us);
		if (n == 0)
			continue;
		fill_output(us, n);
		*out = &us->out;
		return SHADE_OK;
	}
}

static void unnest_stream_close(struct stream *s)
{
	struct unnest_stream *us = (struct unnest_stream *)s;

	if (us->ev)
		evaluator_free(us->ev);
}

static void unnest_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;

	for (size_t i = 0; i < p->unnest.n_exprs; i++)
		sbuf_addf(out, "%s%.*s", i ? ", " : " ",
			  STR_ARG(expr_text(out->arena, p->unnest.exprs[i])));
}

const struct op_class op_unnest = {
	.name = "Unnest",
	.op_size = sizeof(struct op),
	.stream_size = sizeof(struct unnest_stream),
	.open = unnest_open,
	.workers = unnest_workers,
	.stream_open = unnest_stream_open,
	.next = unnest_next,
	.stream_close = unnest_stream_close,
	.describe = unnest_describe,
};
