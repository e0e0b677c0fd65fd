/*
 * op_assert.c - |> ASSERT: the query fails at the first row that does not
 * satisfy the condition.
 */
#include "exec/op.h"

struct assert_stream {
	struct stream base;
	struct stream *input;
	struct evaluator *ev; /* condition, then the message */
};

static shade_status assert_open(struct shade_cx *cx, struct op *op)
{
	return op_open(cx, op->children[0]);
}

static size_t assert_workers(const struct op *op)
{
	return op_workers(op->children[0]);
}

static shade_status assert_stream_open(struct stream *s)
{
	struct assert_stream *as = (struct assert_stream *)s;
	const struct plan *p = s->op->plan;
	struct op *child = s->op->children[0];
	struct expr **exprs = arena_array(s->arena, struct expr *, 2);

	exprs[0] = p->assertion.cond;
	exprs[1] = p->assertion.message;
	TRY(stream_new(child, s->task, &as->input));
	return evaluator_new(s->cx, s->arena, p->assertion.message ? 2 : 1, exprs,
			     child->n_cols, child->ids, &as->ev);
}

static shade_status violated(struct assert_stream *as, size_t row)
{
	struct shade_cx *cx = as->base.cx;
	const struct expr *cond = as->base.op->plan->assertion.cond;
	struct str text = expr_text(as->base.arena, cond);
	const struct vector *v;

	if (as->base.op->plan->assertion.message) {
		TRY(evaluator_get(as->ev, 1, &v));
		if (!vector_is_null(v, row)) {
			struct value m = vector_value(v, row, as->base.arena);

			return shade_fail(cx, SHADE_E_ASSERTION, cond->span, "%.*s",
					  STR_ARG(m.s));
		}
	}
	return shade_fail(cx, SHADE_E_ASSERTION, cond->span, "assertion failed: %.*s",
			  STR_ARG(text));
}

static shade_status assert_next(struct stream *s, const struct batch **out)
{
	struct assert_stream *as = (struct assert_stream *)s;
	const struct vector *v, *from;

	TRY(stream_next(as->input, out));
	if (!*out || batch_rows(*out) == 0)
		return SHADE_OK;
	evaluator_begin(as->ev, *out);
	TRY(evaluator_get(as->ev, 0, &v));
	from = v->form == VECTOR_DICT ? v->dict : v;
	for (size_t i = 0; i < batch_rows(*out); i++) {
		if (vector_is_null(v, i) ||
		    !((const uint8_t *)from->data)[vector_index(v, i)])
			return violated(as, i);
	}
	return SHADE_OK;
}

static void assert_stream_close(struct stream *s)
{
	struct assert_stream *as = (struct assert_stream *)s;

	if (as->ev)
		evaluator_free(as->ev);
}

static void assert_describe(const struct op *op, struct sbuf *out)
{
	sbuf_addf(out, " %.*s",
		  STR_ARG(expr_text(out->arena, op->plan->assertion.cond)));
}

const struct op_class op_assert = {
	.name = "Assert",
	.op_size = sizeof(struct op),
	.stream_size = sizeof(struct assert_stream),
	.open = assert_open,
	.workers = assert_workers,
	.stream_open = assert_stream_open,
	.next = assert_next,
	.stream_close = assert_stream_close,
	.describe = assert_describe,
};
