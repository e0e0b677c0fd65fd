/*
 * op_cte.c - WITH: compute once, read many times.
 */
#include "exec/collect.h"
#include "exec/cte.h"

struct cte *cte_entry(struct exec *ex, uint32_t id)
{
	struct cte *c;

	for (c = ex->ctes; c; c = c->next) {
		if (c->id == id)
			return c;
	}
	c = arena_new_of(ex->arena, struct cte);
	c->id = id;
	c->next = ex->ctes;
	ex->ctes = c;
	return c;
}

/* --- the one that computes ------------------------------------------------ */

struct cte_op {
	struct op base;
	struct rows *rows;
};

struct cte_stream {
	struct stream base;
	struct stream *input;
};

static shade_status cte_open(struct shade_cx *cx, struct op *op)
{
	struct cte_op *co = (struct cte_op *)op;
	struct op *body = op->children[0];
	struct cte *c = cte_entry(op->ex, op->plan->cte.id);

	TRY(op_open(cx, body));
	TRY(collect_rows(cx, body, 0, NULL, NULL, &co->rows));
	op_close(cx, body);
	op_note_bytes(op, rows_bytes(co->rows));
	c->rows = co->rows;
	c->ids = body->ids;
	c->n_cols = body->n_cols;
	return op_open(cx, op->children[1]);
}

static void cte_close(struct shade_cx *cx, struct op *op)
{
	struct cte_op *co = (struct cte_op *)op;

	(void)cx;
	cte_entry(op->ex, op->plan->cte.id)->rows = NULL;
	rows_free(co->rows);
	co->rows = NULL;
}

static size_t cte_workers(const struct op *op)
{
	return op_workers(op->children[1]);
}

static shade_status cte_stream_open(struct stream *s)
{
	return stream_new(s->op->children[1], s->task,
			  &((struct cte_stream *)s)->input);
}

static shade_status cte_next(struct stream *s, const struct batch **out)
{
	return stream_next(((struct cte_stream *)s)->input, out);
}

static void cte_describe(const struct op *op, struct sbuf *out)
{
	sbuf_addf(out, " %.*s", STR_ARG(op->plan->cte.name));
}

const struct op_class op_cte = {
	.name = "Cte",
	.op_size = sizeof(struct cte_op),
	.stream_size = sizeof(struct cte_stream),
	.open = cte_open,
	.workers = cte_workers,
	.stream_open = cte_stream_open,
	.next = cte_next,
	.close = cte_close,
	.describe = cte_describe,
};

/* --- the ones that read --------------------------------------------------- */

/* Rows a worker claims at once. */
#define READ_ROWS ((size_t)32 * SHADE_BATCH_ROWS)

struct read_op {
	struct op base;
	struct cte *cte;
	size_t *from; /* which of its columns each is */
	_Atomic(uint64_t) claimed; /* rows given to workers */
};

struct read_stream {
	struct stream base;
	size_t at, end; /* of the claimed part */
	struct batch out;
	struct arena *views; /* children of nested columns, for a batch */
};

static shade_status read_open(struct shade_cx *cx, struct op *op)
{
	struct read_op *ro = (struct read_op *)op;
	const struct plan *p = op->plan;

	ro->cte = cte_entry(op->ex, p->cte.id);
	if (!ro->cte->rows)
		return shade_fail(cx, SHADE_E_INTERNAL, p->span,
				  "\"%.*s\" is read before it is computed",
				  STR_ARG(p->cte.name));
	if (!ro->from)
		ro->from = arena_array(op->ex->arena, size_t, op->n_cols + 1);
	for (size_t i = 0; i < op->n_cols; i++) {
		size_t k = 0;

		while (k < ro->cte->n_cols && ro->cte->ids[k] != p->cte.from_ids[i])
			k++;
		if (k == ro->cte->n_cols)
			return shade_fail(cx, SHADE_E_INTERNAL, p->span,
					  "\"%.*s\" has no column for \"%.*s\"",
					  STR_ARG(p->cte.name),
					  STR_ARG(p->cols[i].name));
		ro->from[i] = k;
	}
	atomic_store(&ro->claimed, 0);
	return SHADE_OK;
}

static size_t read_workers(const struct op *op)
{
	const struct read_op *ro = (const struct read_op *)op;

	return ro->cte->rows->n / READ_ROWS + 1;
}

static shade_status read_stream_open(struct stream *s)
{
	struct read_stream *rs = (struct read_stream *)s;

	rs->out.n_cols = s->op->n_cols;
	rs->out.cols = cols_new(s->arena, s->op->n_cols);
	rs->views = arena_new(s->cx->budget);
	return rs->views ? SHADE_OK : cx_nomem(s->cx);
}

static shade_status read_next(struct stream *s, const struct batch **out)
{
	struct read_stream *rs = (struct read_stream *)s;
	struct read_op *ro = (struct read_op *)s->op;
	const struct rows *rows = ro->cte->rows;
	size_t n;

	*out = NULL;
	if (rs->at >= rs->end) {
		rs->at = atomic_fetch_add(&ro->claimed, READ_ROWS);
		if (rs->at >= rows->n)
			return SHADE_OK;
		rs->end = rows->n - rs->at < READ_ROWS ? rows->n : rs->at + READ_ROWS;
	}
	n = rs->end - rs->at;
	if (n > SHADE_BATCH_ROWS)
		n = SHADE_BATCH_ROWS;
	arena_reset(rs->views);
	for (size_t i = 0; i < s->op->n_cols; i++)
		rows_view(rows, rs->at, n, ro->from[i], 1, &rs->out.cols[i], rs->views);
	rs->out.n = n;
	rs->out.seq = rs->at;
	rs->at += n;
	*out = &rs->out;
	return SHADE_OK;
}

static void read_stream_close(struct stream *s)
{
	struct read_stream *rs = (struct read_stream *)s;

	if (rs->views)
		arena_free(rs->views);
}

const struct op_class op_cte_read = {
	.name = "CteRead",
	.op_size = sizeof(struct read_op),
	.stream_size = sizeof(struct read_stream),
	.open = read_open,
	.workers = read_workers,
	.stream_open = read_stream_open,
	.next = read_next,
	.stream_close = read_stream_close,
	.describe = cte_describe,
};
