/*
 * op_recursive.c - WITH RECURSIVE: repeat a step on the rows that the last
 * one made, until there are no new ones.
 *
 * Steps run as their rows are asked for, so a LIMIT above ends an endless
 * recursion.
 */
#include "exec/collect.h"
#include "exec/cte.h"
#include "exec/groups.h"

struct recursive_op {
	struct op base;
	struct rows *work; /* what the step reads */
	struct groups *seen; /* UNION without ALL */
};

struct recursive_stream {
	struct stream base;
	size_t at; /* in work */
	uint64_t seq;
	struct batch out;
	struct arena *views;
};

/* Only rows never seen before stay. */
static shade_status keep_new(struct shade_cx *cx, struct recursive_op *ro,
			     struct rows **rows)
{
	size_t n_cols = ro->base.n_cols;
	struct arena *a = arena_new(cx->budget);
	struct rows *kept = rows_new(cx->budget, n_cols, ro->base.types);
	struct vector *views;
	const struct vector **keys;
	shade_status rc = SHADE_OK;

	if (!a || !kept) {
		rc = cx_nomem(cx);
		goto out;
	}
	views = cols_new(a, n_cols);
	keys = arena_array(a, const struct vector *, n_cols + 1);
	for (size_t at = 0; at < (*rows)->n && !rc; at += SHADE_BATCH_ROWS) {
		size_t n = (*rows)->n - at, seen = groups_count(ro->seen), m = 0;
		uint32_t gids[SHADE_BATCH_ROWS];
		uint16_t sel[SHADE_BATCH_ROWS];

		if (n > SHADE_BATCH_ROWS)
			n = SHADE_BATCH_ROWS;
		rows_view(*rows, at, n, 0, n_cols, views, a);
		for (size_t i = 0; i < n_cols; i++)
			keys[i] = &views[i];
		rc = groups_find(cx, ro->seen, keys, n, gids);
		for (size_t i = 0; i < n && !rc; i++) {
			if (gids[i] != seen)
				continue;
			seen++;
			sel[m++] = (uint16_t)i;
		}
		if (!rc)
			rc = rows_append_cols(cx, kept, keys, sel, m);
	}
	if (!rc) {
		rows_free(*rows);
		*rows = kept;
		kept = NULL;
	}
out:
	rows_free(kept);
	if (a)
		arena_free(a);
	return rc;
}

/* The rows of a child become the working table. */
static shade_status run_child(struct shade_cx *cx, struct recursive_op *ro,
			      struct op *child)
{
	struct cte *c = cte_entry(ro->base.ex, ro->base.plan->recursive.id);
	struct rows *rows = NULL;
	shade_status rc = op_open(cx, child);

	if (!rc)
		rc = collect_rows(cx, child, 0, NULL, NULL, &rows);
	op_close(cx, child);
	if (!rc && ro->seen)
		rc = keep_new(cx, ro, &rows);
	rows_free(ro->work);
	ro->work = rows;
	c->rows = rows;
	c->ids = ro->base.ids;
	c->n_cols = ro->base.n_cols;
	if (!rc)
		op_note_bytes(&ro->base,
			      rows_bytes(rows) +
				      (ro->seen ? groups_bytes(ro->seen) : 0));
	return rc;
}

static shade_status recursive_open(struct shade_cx *cx, struct op *op)
{
	struct recursive_op *ro = (struct recursive_op *)op;

	if (op->plan->recursive.distinct)
		TRY(groups_new(cx, op->n_cols, op->types, &ro->seen));
	return run_child(cx, ro, op->children[0]);
}

static void recursive_close(struct shade_cx *cx, struct op *op)
{
	struct recursive_op *ro = (struct recursive_op *)op;

	(void)cx;
	cte_entry(op->ex, op->plan->recursive.id)->rows = NULL;
	rows_free(ro->work);
	groups_free(ro->seen);
	ro->work = NULL;
	ro->seen = NULL;
}

static shade_status recursive_stream_open(struct stream *s)
{
	struct recursive_stream *rs = (struct recursive_stream *)s;

	rs->out.n_cols = s->op->n_cols;
	rs->out.cols = cols_new(s->arena, s->op->n_cols);
	rs->views = arena_new(s->cx->budget);
	return rs->views ? SHADE_OK : cx_nomem(s->cx);
}

static shade_status recursive_next(struct stream *s, const struct batch **out)
{
	struct recursive_stream *rs = (struct recursive_stream *)s;
	struct recursive_op *ro = (struct recursive_op *)s->op;
	size_t n;

	*out = NULL;
	while (ro->work->n > 0 && rs->at == ro->work->n) {
		TRY(cx_check_cancel(s->cx));
		TRY(run_child(s->cx, ro, s->op->children[1]));
		rs->at = 0;
	}
	n = ro->work->n - rs->at;
	if (n == 0)
		return SHADE_OK;
	if (n > SHADE_BATCH_ROWS)
		n = SHADE_BATCH_ROWS;
	arena_reset(rs->views);
	rows_view(ro->work, rs->at, n, 0, s->op->n_cols, rs->out.cols, rs->views);
	rs->out.n = n;
	rs->out.seq = rs->seq;
	rs->seq += n;
	rs->at += n;
	*out = &rs->out;
	return SHADE_OK;
}

static void recursive_stream_close(struct stream *s)
{
	struct recursive_stream *rs = (struct recursive_stream *)s;

	if (rs->views)
		arena_free(rs->views);
}

static void recursive_describe(const struct op *op, struct sbuf *out)
{
	sbuf_addf(out, " %.*s%s", STR_ARG(op->plan->recursive.name),
		  op->plan->recursive.distinct ? "" : " all");
}

const struct op_class op_recursive = {
	.name = "Recursive",
	.op_size = sizeof(struct recursive_op),
	.stream_size = sizeof(struct recursive_stream),
	.open = recursive_open,
	.stream_open = recursive_stream_open,
	.next = recursive_next,
	.stream_close = recursive_stream_close,
	.close = recursive_close,
	.describe = recursive_describe,
};
