/*
 * op_scan.c - read a source.
 */
#include "exec/op.h"
#include "source/state.h"

struct scan_op {
	struct op base;
	struct scan *scan;
	struct scan_request req; /* sources keep pointing at it */
	size_t workers;
	struct scan_bound *bounds; /* the plan's, then those of joins above */
	size_t n_bounds, cap_bounds; /* 0: the plan's only */
	bool limited;
	uint64_t limit; /* rows the reader will take at most */
};

struct scan_stream {
	struct stream base;
	struct scan_worker *worker;
	struct batch batch;
	uint64_t left; /* rows of a count-only batch still to hand out */
	bool at_end;
};

static shade_status scan_open(struct shade_cx *cx, struct op *op)
{
	struct scan_op *so = (struct scan_op *)op;
	const struct plan *p = op->plan;
	struct source *src = p->scan.source;

	so->req = (struct scan_request){
		.cols = p->scan.source_cols,
		.n_cols = p->n_cols,
		.bounds = so->n_bounds ? so->bounds : p->scan.bounds,
		.n_bounds = so->n_bounds ? so->n_bounds : p->scan.n_bounds,
		.limit = so->limited ? so->limit : UINT64_MAX,
		.ordered = false,
	};

	TRY(src->cls->open(cx, src, &so->req, &so->scan));
	so->workers = src->cls->max_workers ? src->cls->max_workers(so->scan) : 1;
	return SHADE_OK;
}

static size_t scan_workers(const struct op *op)
{
	return ((const struct scan_op *)op)->workers;
}

static shade_status scan_stream_open(struct stream *s)
{
	struct scan_stream *ss = (struct scan_stream *)s;
	struct scan_op *so = (struct scan_op *)s->op;
	const struct source_class *cls = s->op->plan->scan.source->cls;

	ss->batch.cols = cols_new(s->arena, s->op->n_cols);
	return cls->worker_open(s->cx, so->scan, &ss->worker);
}

/* A source may count many rows at once when no column is wanted; operators
 * above expect batches of the usual size. */
static bool hand_out_count(struct scan_stream *ss)
{
	if (ss->left == 0)
		return false;
	ss->batch.seq += ss->batch.n;
	ss->batch.n = ss->left < SHADE_BATCH_ROWS ? ss->left : SHADE_BATCH_ROWS;
	ss->left -= ss->batch.n;
	return true;
}

static shade_status scan_next(struct stream *s, const struct batch **out)
{
	struct scan_stream *ss = (struct scan_stream *)s;
	struct batch *b = &ss->batch;
	const struct source_class *cls = s->op->plan->scan.source->cls;

	*out = NULL;
	if (ss->at_end)
		return SHADE_OK;
	if (hand_out_count(ss)) {
		*out = b;
		return SHADE_OK;
	}
	b->n_cols = s->op->n_cols;
	b->n = 0;
	b->sel = NULL;
	b->weights = NULL;
	TRY(cls->next(s->cx, ss->worker, b));
	if (b->n == 0) {
		ss->at_end = true;
		return SHADE_OK;
	}
	progress_rows(s->cx, b->n);
	if (b->n > SHADE_BATCH_ROWS && b->n_cols == 0) {
		ss->left = b->n - SHADE_BATCH_ROWS;
		b->n = SHADE_BATCH_ROWS;
	}
	*out = b;
	return SHADE_OK;
}

static void scan_stream_close(struct stream *s)
{
	struct scan_stream *ss = (struct scan_stream *)s;
	const struct source_class *cls = s->op->plan->scan.source->cls;

	if (ss->worker && cls->worker_close)
		cls->worker_close(s->cx, ss->worker);
	ss->worker = NULL;
}

static void scan_close(struct shade_cx *cx, struct op *op)
{
	struct scan_op *so = (struct scan_op *)op;
	const struct source_class *cls = op->plan->scan.source->cls;

	if (so->scan && cls->close)
		cls->close(cx, so->scan);
	so->scan = NULL;
	so->n_bounds = 0;
}

static void scan_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;
	struct source *src = p->scan.source;

	if (p->scan.label.n > 0)
		sbuf_addf(out, " %.*s", STR_ARG(p->scan.label));
	sbuf_addf(out, " (%s)", src->cls->name);
	if (src->cls->describe) {
		struct str text = src->cls->describe(out->arena, src);

		if (text.n > 0)
			sbuf_addf(out, " %.*s", STR_ARG(text));
	}
}

void op_scan_limit(struct op *op, uint64_t n)
{
	struct scan_op *so = (struct scan_op *)op;

	so->limited = true;
	so->limit = n;
}

void op_scan_between(struct op *op, uint32_t id, const struct value *lo,
		     const struct value *hi)
{
	struct scan_op *so = (struct scan_op *)op;
	const struct plan *p = op->plan;
	int at = plan_find_col(p, id);
	struct arena *a = op->ex->arena;

	if (at < 0)
		return;
	if (so->n_bounds == 0)
		so->n_bounds = p->scan.n_bounds;
	if (so->n_bounds + 2 > so->cap_bounds) {
		size_t cap = so->n_bounds + 2 + 2 * so->cap_bounds;
		struct scan_bound *v = arena_array(a, struct scan_bound, cap);

		copy_bytes(v, so->cap_bounds ? so->bounds : p->scan.bounds,
			   so->n_bounds * sizeof(*v));
		so->bounds = v;
		so->cap_bounds = cap;
	}
	so->bounds[so->n_bounds++] = (struct scan_bound){ p->scan.source_cols[at],
							  CMP_GE, *lo };
	so->bounds[so->n_bounds++] = (struct scan_bound){ p->scan.source_cols[at],
							  CMP_LE, *hi };
}

const struct op_class op_scan = {
	.name = "Scan",
	.op_size = sizeof(struct scan_op),
	.stream_size = sizeof(struct scan_stream),
	.open = scan_open,
	.workers = scan_workers,
	.stream_open = scan_stream_open,
	.next = scan_next,
	.stream_close = scan_stream_close,
	.close = scan_close,
	.describe = scan_describe,
};
