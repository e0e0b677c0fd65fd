/*
 * op_loop_join.c - joins without equal keys: every pair is looked at.
 *
 * One side is kept; the rows of the other meet each of its rows in turn.  A
 * side of exactly one row (a scalar subquery) is put beside the other's
 * batches as constants.
 */
#include "exec/join.h"

static shade_status loop_make(struct shade_cx *cx, struct op *op)
{
	(void)cx;
	join_sides((struct join_op *)op, op->plan->join.kind == JOIN_RIGHT);
	return SHADE_OK;
}

static shade_status loop_open(struct shade_cx *cx, struct op *op)
{
	struct join_op *jo = (struct join_op *)op;

	TRY(join_collect(cx, jo));
	op_note_bytes(op, rows_bytes(jo->rows));
	return op_open(cx, jo->probe);
}

static size_t loop_workers(const struct op *op)
{
	const struct join_op *jo = (const struct join_op *)op;

	return jo->kind == JOIN_FULL ? 1 : op_workers(jo->probe);
}

/* --- a single row on the kept side ---------------------------------------- */

static bool is_single_row(const struct join_op *jo)
{
	return jo->rows->n == 1 &&
	       (jo->kind == JOIN_INNER ||
		(jo->spec.n_conds == 0 &&
		 (jo->kind == JOIN_LEFT || jo->kind == JOIN_SINGLE)));
}

static shade_status with_constants(struct join_stream *js, const struct batch **out)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	struct batch *o = &js->out;
	size_t n;

	o->n = js->in->n;
	o->seq = js->in->seq;
	o->sel = js->in->sel;
	o->n_sel = js->in->n_sel;
	for (size_t i = 0; i < jo->probe->n_cols; i++)
		o->cols[jo->probe_at + i] = js->in->cols[i];
	for (size_t i = 0; i < jo->build->n_cols; i++) {
		o->cols[jo->build_at + i] = jo->build_vecs[i];
		o->cols[jo->build_at + i].form = VECTOR_CONST;
	}
	*out = o;
	if (!js->conds)
		return SHADE_OK;
	TRY(evaluator_filter(js->conds, o, js->sel, &n));
	o->sel = js->sel;
	o->n_sel = n;
	if (n == 0)
		*out = NULL;
	return SHADE_OK;
}

/* --- all pairs ------------------------------------------------------------ */

static void fill_pairs(struct join_stream *js)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	bool pairs_out = join_outputs_pairs(jo->kind);
	bool outer = pairs_out && jo->kind != JOIN_INNER;
	size_t n_build = jo->rows->n;
	struct pairs *p = &js->pairs;

	p->n = 0;
	while (js->row < js->n && p->n < SHADE_BATCH_ROWS) {
		bool settled = !pairs_out && (js->hit[js->row] || !js->conds);
		size_t left = n_build - js->at;
		uint16_t pos = (uint16_t)(js->in->sel ? js->in->sel[js->row] : js->row);

		if (settled && js->at > 0)
			left = 0;
		if (left == 0 && !(n_build == 0 && outer)) {
			js->row++;
			js->at = 0;
			continue;
		}
		p->dense[p->n] = (uint16_t)js->row;
		p->probe[p->n] = pos;
		p->build[p->n] = n_build == 0 ? ROWS_NONE : js->at;
		p->last[p->n] = left <= 1;
		p->n++;
		if (left <= 1) {
			js->row++;
			js->at = 0;
		} else {
			js->at++;
		}
	}
}

static shade_status fetch(struct join_stream *js)
{
	do
		TRY(stream_next(js->input, &js->in));
	while (js->in && batch_rows(js->in) == 0);
	if (!js->in) {
		js->probe_done = true;
		return SHADE_OK;
	}
	js->n = batch_rows(js->in);
	js->row = 0;
	js->at = 0;
	memset(js->hit, 0, js->n);
	return SHADE_OK;
}

static shade_status work_off(struct join_stream *js, const struct batch **out)
{
	struct join_op *jo = (struct join_op *)js->base.op;

	*out = NULL;
	if (is_single_row(jo)) {
		TRY(with_constants(js, out));
		js->in = NULL;
		return SHADE_OK;
	}
	while (!*out && js->row < js->n) {
		TRY(cx_check_cancel(js->base.cx));
		fill_pairs(js);
		if (js->pairs.n > 0)
			TRY(join_emit_pairs(js, out));
	}
	if (*out || js->row < js->n)
		return SHADE_OK;
	if (!join_outputs_pairs(jo->kind))
		TRY(join_emit_probe(js, out));
	js->in = NULL;
	return SHADE_OK;
}

static shade_status loop_next(struct stream *s, const struct batch **out)
{
	struct join_stream *js = (struct join_stream *)s;
	struct join_op *jo = (struct join_op *)s->op;

	*out = NULL;
	if (jo->rows->n == 0 && (jo->kind == JOIN_INNER || jo->kind == JOIN_SEMI))
		return SHADE_OK;
	while (!js->probe_done) {
		if (!js->in || (js->row >= js->n && join_outputs_pairs(jo->kind)))
			TRY(fetch(js));
		if (!js->in)
			break;
		TRY(work_off(js, out));
		if (*out)
			return SHADE_OK;
	}
	return join_emit_rest(js, out);
}

const struct op_class op_loop_join = {
	.name = "LoopJoin",
	.op_size = sizeof(struct join_op),
	.stream_size = sizeof(struct join_stream),
	.make = loop_make,
	.open = loop_open,
	.workers = loop_workers,
	.stream_open = join_stream_open,
	.next = loop_next,
	.stream_close = join_stream_close,
	.close = join_close,
	.describe = join_describe,
};
