/*
 * op_filter.c - keep the rows for which all conditions are TRUE.
 */
#include "exec/op.h"

struct filter_stream {
	struct stream base;
	struct stream *input;
	struct evaluator *ev;
	uint16_t *sel;
	struct batch out;
};

static shade_status filter_open(struct shade_cx *cx, struct op *op)
{
	return op_open(cx, op->children[0]);
}

static size_t filter_workers(const struct op *op)
{
	return op_workers(op->children[0]);
}

static shade_status filter_stream_open(struct stream *s)
{
	struct filter_stream *fs = (struct filter_stream *)s;
	const struct plan *p = s->op->plan;
	struct op *child = s->op->children[0];

	fs->sel = arena_array(s->arena, uint16_t, SHADE_BATCH_ROWS);
	TRY(stream_new(child, s->task, &fs->input));
	return evaluator_new(s->cx, s->arena, p->filter.n_conds, p->filter.conds,
			     child->n_cols, child->ids, &fs->ev);
}

static shade_status filter_next(struct stream *s, const struct batch **out)
{
	struct filter_stream *fs = (struct filter_stream *)s;
	const struct batch *b;
	size_t n;

	*out = NULL;
	for (;;) {
		TRY(stream_next(fs->input, &b));
		if (!b)
			return SHADE_OK;
		TRY(evaluator_filter(fs->ev, b, fs->sel, &n));
		if (n == 0)
			continue;
		if (n == batch_rows(b)) {
			*out = b;
			return SHADE_OK;
		}
		fs->out = *b;
		fs->out.sel = fs->sel;
		fs->out.n_sel = n;
		*out = &fs->out;
		return SHADE_OK;
	}
}

static void filter_stream_close(struct stream *s)
{
	struct filter_stream *fs = (struct filter_stream *)s;

	if (fs->ev)
		evaluator_free(fs->ev);
}

static void filter_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;

	for (size_t i = 0; i < p->filter.n_conds; i++)
		sbuf_addf(out, "%s%.*s", i ? " AND " : " ",
			  STR_ARG(expr_text(out->arena, p->filter.conds[i])));
}

const struct op_class op_filter = {
	.name = "Filter",
	.op_size = sizeof(struct op),
	.stream_size = sizeof(struct filter_stream),
	.open = filter_open,
	.workers = filter_workers,
	.stream_open = filter_stream_open,
	.next = filter_next,
	.stream_close = filter_stream_close,
	.describe = filter_describe,
};
