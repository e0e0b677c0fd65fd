/*
 * op_project.c - compute columns.
 *
 * When every column is one of the input's, nothing is computed and the
 * selection stays as it is.
 */
#include "exec/op.h"

struct project_stream {
	struct stream base;
	struct stream *input;
	struct evaluator *ev; /* NULL: columns are only rearranged */
	const int *from; /* then: which input column each is */
	int32_t weights[SHADE_BATCH_ROWS]; /* of the selected rows */
	struct batch out;
};

static shade_status project_open(struct shade_cx *cx, struct op *op)
{
	return op_open(cx, op->children[0]);
}

static size_t project_workers(const struct op *op)
{
	return op_workers(op->children[0]);
}

/* NULL when something must be computed. */
static const int *only_columns(struct arena *a, const struct plan *p)
{
	const struct plan *child = p->children[0];
	int *from = arena_array(a, int, p->n_cols + 1);

	for (size_t i = 0; i < p->n_cols; i++) {
		const struct expr *e = p->project.exprs[i];

		if (e->kind != EXPR_COLUMN)
			return NULL;
		from[i] = plan_find_col(child, e->column.id);
		if (from[i] < 0)
			return NULL;
	}
	return from;
}

static shade_status project_stream_open(struct stream *s)
{
	struct project_stream *ps = (struct project_stream *)s;
	const struct plan *p = s->op->plan;
	struct op *child = s->op->children[0];

	ps->out.cols = cols_new(s->arena, p->n_cols);
	ps->out.n_cols = p->n_cols;
	TRY(stream_new(child, s->task, &ps->input));
	ps->from = only_columns(s->arena, p);
	if (ps->from)
		return SHADE_OK;
	return evaluator_new(s->cx, s->arena, p->n_cols, p->project.exprs,
			     child->n_cols, child->ids, &ps->ev);
}

static shade_status project_next(struct stream *s, const struct batch **out)
{
	struct project_stream *ps = (struct project_stream *)s;
	const struct batch *b;

	*out = NULL;
	TRY(stream_next(ps->input, &b));
	if (!b)
		return SHADE_OK;
	ps->out.seq = b->seq;
	*out = &ps->out;
	if (ps->from) {
		for (size_t i = 0; i < ps->out.n_cols; i++)
			ps->out.cols[i] = b->cols[ps->from[i]];
		ps->out.n = b->n;
		ps->out.sel = b->sel;
		ps->out.n_sel = b->n_sel;
		ps->out.weights = b->weights;
		return SHADE_OK;
	}
	ps->out.n = batch_rows(b);
	ps->out.weights = b->weights;
	if (b->weights && b->sel) {
		for (size_t i = 0; i < b->n_sel; i++)
			ps->weights[i] = b->weights[b->sel[i]];
		ps->out.weights = ps->weights;
	}
	evaluator_begin(ps->ev, b);
	for (size_t i = 0; i < ps->out.n_cols; i++) {
		const struct vector *v;

		TRY(evaluator_get(ps->ev, i, &v));
		ps->out.cols[i] = *v;
	}
	return SHADE_OK;
}

static void project_stream_close(struct stream *s)
{
	struct project_stream *ps = (struct project_stream *)s;

	if (ps->ev)
		evaluator_free(ps->ev);
}

static void project_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;

	for (size_t i = 0; i < p->n_cols && i < 8; i++)
		sbuf_addf(out, "%s%.*s", i ? ", " : " ",
			  STR_ARG(expr_text(out->arena, p->project.exprs[i])));
	if (p->n_cols > 8)
		sbuf_addf(out, ", ... %zu in all", p->n_cols);
}

const struct op_class op_project = {
	.name = "Project",
	.op_size = sizeof(struct op),
	.stream_size = sizeof(struct project_stream),
	.open = project_open,
	.workers = project_workers,
	.stream_open = project_stream_open,
	.next = project_next,
	.stream_close = project_stream_close,
	.describe = project_describe,
};
