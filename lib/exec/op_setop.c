/*
 * op_setop.c - INTERSECT and EXCEPT, with and without ALL.
 *
 * The right side is counted by row; the left side then streams past the
 * counts.  NULLs are equal.
 */
#include "exec/groups.h"
#include "exec/op.h"

struct setop_op {
	struct op base;
	struct groups *groups;
	size_t n_right; /* groups of the right side */
	struct buf *counts; /* uint64_t by group: right rows not yet matched */
};

struct setop_stream {
	struct stream base;
	struct stream *input;
	const struct vector **keys;
	struct vector **dense;
	uint16_t sel[SHADE_BATCH_ROWS];
	uint32_t gids[SHADE_BATCH_ROWS];
	struct batch out;
};

static bool counts_room(struct setop_op *so, size_t from, struct budget *budget)
{
	size_t n = groups_count(so->groups), need = (n + 1) * sizeof(uint64_t);

	if (!buf_room(&so->counts, budget, need))
		return false;
	memset((uint64_t *)(void *)so->counts->p + from, 0,
	       (n - from) * sizeof(uint64_t));
	return true;
}

/* The columns of the selected rows. */
static void dense_keys(const struct batch *b, struct vector **dense, struct arena *a,
		       const struct vector **keys)
{
	for (size_t k = 0; k < b->n_cols; k++) {
		keys[k] = &b->cols[k];
		if (!b->sel || b->cols[k].form == VECTOR_CONST)
			continue;
		dense[k]->validity = NULL;
		vector_gather(a, dense[k], &b->cols[k], b->sel, b->n_sel);
		keys[k] = dense[k];
	}
}

static struct vector **dense_new(const struct op *op, struct arena *a)
{
	struct vector **dense = arena_array(a, struct vector *, op->n_cols + 1);

	for (size_t k = 0; k < op->n_cols; k++)
		dense[k] = vector_new(a, op->types[k], SHADE_BATCH_ROWS);
	return dense;
}

static shade_status count_right(void *arg, size_t worker, struct stream *in)
{
	struct setop_op *so = arg;
	struct vector **dense = dense_new(&so->base, in->arena);
	const struct vector **keys = arena_array(in->arena, const struct vector *,
						 so->base.n_cols + 1);
	uint32_t gids[SHADE_BATCH_ROWS];
	const struct batch *b;

	(void)worker;
	for (;;) {
		size_t before = groups_count(so->groups);

		TRY(stream_input(in, &b));
		if (!b)
			return SHADE_OK;
		dense_keys(b, dense, in->arena, keys);
		TRY(groups_find(in->cx, so->groups, keys, batch_rows(b), gids));
		if (!counts_room(so, before, in->cx->budget))
			return cx_nomem(in->cx);
		for (size_t i = 0; i < batch_rows(b); i++)
			((uint64_t *)(void *)so->counts->p)[gids[i]]++;
	}
}

static shade_status setop_open(struct shade_cx *cx, struct op *op)
{
	struct setop_op *so = (struct setop_op *)op;
	struct work work = { count_right, so };

	TRY(groups_new(cx, op->n_cols, op->types, &so->groups));
	TRY(op_open(cx, op->children[1]));
	TRY(run_workers(cx, op->children[1], 1, &work));
	op_close(cx, op->children[1]);
	so->n_right = groups_count(so->groups);
	if (!counts_room(so, so->n_right, cx->budget))
		return cx_nomem(cx);
	op_note_bytes(op, groups_bytes(so->groups) + so->counts->cap);
	return op_open(cx, op->children[0]);
}

static void setop_close(struct shade_cx *cx, struct op *op)
{
	struct setop_op *so = (struct setop_op *)op;

	(void)cx;
	groups_free(so->groups);
	buf_unref(so->counts);
	so->groups = NULL;
	so->counts = NULL;
}

static shade_status setop_stream_open(struct stream *s)
{
	struct setop_stream *ss = (struct setop_stream *)s;

	ss->dense = dense_new(s->op, s->arena);
	ss->keys = arena_array(s->arena, const struct vector *, s->op->n_cols + 1);
	return stream_new(s->op->children[0], s->task, &ss->input);
}

/*
 * Does a left row of this group go out?  Without ALL a group goes out once:
 * its count is spent for that, or set to mark it.
 */
static bool goes_out(const struct setop_op *so, uint32_t gid)
{
	const struct plan *p = so->base.plan;
	uint64_t *count = (uint64_t *)(void *)so->counts->p + gid;
	bool intersect = p->setop.kind == SETOP_INTERSECT;
	bool in_right = gid < so->n_right;

	if (p->setop.all) {
		if (*count == 0)
			return !intersect;
		--*count;
		return intersect;
	}
	if (intersect) {
		bool first = in_right && *count > 0;

		*count = 0;
		return first;
	}
	if (in_right || *count > 0)
		return false;
	*count = 1;
	return true;
}

static shade_status setop_next(struct stream *s, const struct batch **out)
{
	struct setop_stream *ss = (struct setop_stream *)s;
	struct setop_op *so = (struct setop_op *)s->op;
	const struct batch *b;

	*out = NULL;
	for (;;) {
		size_t before = groups_count(so->groups), n = 0;

		TRY(stream_input(ss->input, &b));
		if (!b)
			return SHADE_OK;
		dense_keys(b, ss->dense, s->arena, ss->keys);
		TRY(groups_find(s->cx, so->groups, ss->keys, batch_rows(b), ss->gids));
		if (!counts_room(so, before, s->cx->budget))
			return cx_nomem(s->cx);
		for (size_t i = 0; i < batch_rows(b); i++) {
			ss->sel[n] = (uint16_t)(b->sel ? b->sel[i] : i);
			n += goes_out(so, ss->gids[i]);
		}
		if (n == 0)
			continue;
		ss->out = *b;
		ss->out.sel = ss->sel;
		ss->out.n_sel = n;
		*out = &ss->out;
		return SHADE_OK;
	}
}

static void setop_describe(const struct op *op, struct sbuf *out)
{
	sbuf_addf(out, " %s%s",
		  op->plan->setop.kind == SETOP_INTERSECT ? "intersect" : "except",
		  op->plan->setop.all ? " all" : "");
}

const struct op_class op_setop = {
	.name = "SetOperation",
	.op_size = sizeof(struct setop_op),
	.stream_size = sizeof(struct setop_stream),
	.open = setop_open,
	.stream_open = setop_stream_open,
	.next = setop_next,
	.close = setop_close,
	.describe = setop_describe,
};
