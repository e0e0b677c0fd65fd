/*
 * op_sort.c - ORDER BY: keep all rows, sort their numbers, gather.
 */
#include "exec/collect.h"
#include "exec/sort.h"

struct sort_op {
	struct op base;
	struct arena *arena; /* of one execution */
	struct rows *rows;
	struct buf *order;
	struct vector *vecs; /* all rows */
};

struct sort_stream {
	struct stream base;
	size_t at;
	struct vector **own;
	struct batch out;
};

static shade_status sort_open(struct shade_cx *cx, struct op *op)
{
	struct sort_op *so = (struct sort_op *)op;
	const struct plan *p = op->plan;
	size_t n = p->sort.n_keys;
	struct expr **exprs;
	struct sort_col *keys;
	size_t *cols;

	so->arena = arena_new(cx->budget);
	if (!so->arena)
		return cx_nomem(cx);
	exprs = arena_array(so->arena, struct expr *, n + 1);
	cols = arena_array(so->arena, size_t, n + 1);
	keys = arena_array(so->arena, struct sort_col, n + 1);
	for (size_t k = 0; k < n; k++)
		exprs[k] = p->sort.keys[k].expr;
	TRY(op_open(cx, op->children[0]));
	TRY(collect_rows(cx, op->children[0], n, exprs, cols, &so->rows));
	op_close(cx, op->children[0]);
	for (size_t k = 0; k < n; k++) {
		rows_col(so->rows, cols[k], &keys[k].vec, so->arena);
		keys[k].desc = p->sort.keys[k].desc;
		keys[k].nulls_first = p->sort.keys[k].nulls_first;
	}
	so->vecs = cols_new(so->arena, op->n_cols);
	rows_view(so->rows, 0, so->rows->n, 0, op->n_cols, so->vecs, so->arena);
	TRY(sort_rows(cx, keys, n, so->rows->n, &so->order));
	op_note_bytes(op, rows_bytes(so->rows) + so->order->cap);
	return SHADE_OK;
}

static void sort_close(struct shade_cx *cx, struct op *op)
{
	struct sort_op *so = (struct sort_op *)op;

	(void)cx;
	rows_free(so->rows);
	buf_unref(so->order);
	if (so->arena)
		arena_free(so->arena);
	so->rows = NULL;
	so->order = NULL;
	so->arena = NULL;
}

static shade_status sort_stream_open(struct stream *s)
{
	struct sort_stream *ss = (struct sort_stream *)s;

	ss->out.n_cols = s->op->n_cols;
	ss->out.cols = cols_new(s->arena, s->op->n_cols);
	ss->own = arena_array(s->arena, struct vector *, s->op->n_cols + 1);
	for (size_t i = 0; i < s->op->n_cols; i++)
		ss->own[i] = vector_new(s->arena, s->op->types[i], SHADE_BATCH_ROWS);
	return SHADE_OK;
}

static shade_status sort_next(struct stream *s, const struct batch **out)
{
	struct sort_stream *ss = (struct sort_stream *)s;
	struct sort_op *so = (struct sort_op *)s->op;
	const uint32_t *pos = (const uint32_t *)(void *)so->order->p + ss->at;
	size_t n = so->rows->n - ss->at;

	*out = NULL;
	if (n == 0)
		return SHADE_OK;
	if (n > SHADE_BATCH_ROWS)
		n = SHADE_BATCH_ROWS;
	for (size_t i = 0; i < s->op->n_cols; i++) {
		ss->own[i]->validity = NULL;
		vector_gather32(s->arena, ss->own[i], &so->vecs[i], pos, n);
		ss->out.cols[i] = *ss->own[i];
	}
	ss->out.n = n;
	ss->out.seq = ss->at;
	ss->at += n;
	*out = &ss->out;
	return SHADE_OK;
}

static void sort_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;

	for (size_t k = 0; k < p->sort.n_keys; k++) {
		const struct sort_key *key = &p->sort.keys[k];

		sbuf_addf(out, "%s%.*s%s%s", k ? ", " : " by ",
			  STR_ARG(expr_text(out->arena, key->expr)),
			  key->desc ? " DESC" : "",
			  key->nulls_first ? " NULLS FIRST" : "");
	}
}

const struct op_class op_sort = {
	.name = "Sort",
	.op_size = sizeof(struct sort_op),
	.stream_size = sizeof(struct sort_stream),
	.open = sort_open,
	.stream_open = sort_stream_open,
	.next = sort_next,
	.close = sort_close,
	.describe = sort_describe,
};
