/*
 * op_union.c - UNION [ALL]: one input after the other.
 */
#include "exec/groups.h"
#include "exec/op.h"

struct union_stream {
	struct stream base;
	struct stream *input; /* of child at - 1 */
	size_t at; /* next child */
	uint64_t seq; /* rows so far */
	struct groups *groups; /* UNION without ALL */
	const struct vector **keys;
	struct vector **dense;
	uint16_t sel[SHADE_BATCH_ROWS];
	uint32_t gids[SHADE_BATCH_ROWS];
	struct batch out;
};

/* Children are opened when their turn comes. */
static shade_status union_stream_open(struct stream *s)
{
	struct union_stream *us = (struct union_stream *)s;
	size_t n = s->op->n_cols;

	if (s->op->plan->setop.all)
		return SHADE_OK;
	us->keys = arena_array(s->arena, const struct vector *, n + 1);
	us->dense = arena_array(s->arena, struct vector *, n + 1);
	for (size_t k = 0; k < n; k++)
		us->dense[k] = vector_new(s->arena, s->op->types[k], SHADE_BATCH_ROWS);
	return groups_new(s->cx, n, s->op->types, &us->groups);
}

static shade_status next_input(struct union_stream *us, const struct batch **out)
{
	struct op *op = us->base.op;

	*out = NULL;
	while (us->at <= op->n_children) {
		if (us->input) {
			TRY(stream_next(us->input, out));
			if (*out)
				return SHADE_OK;
			us->input = NULL;
		}
		if (us->at == op->n_children)
			return SHADE_OK;
		TRY(op_open(us->base.cx, op->children[us->at]));
		TRY(stream_new(op->children[us->at++], us->base.task, &us->input));
	}
	return SHADE_OK;
}

/* Only rows not seen before; false: none. */
static shade_status keep_new(struct union_stream *us, const struct batch *b, bool *any)
{
	size_t seen = groups_count(us->groups), n = 0;

	for (size_t k = 0; k < us->base.op->n_cols; k++) {
		us->keys[k] = &b->cols[k];
		if (!b->sel || b->cols[k].form == VECTOR_CONST)
			continue;
		us->dense[k]->validity = NULL;
		vector_gather(us->base.arena, us->dense[k], &b->cols[k], b->sel,
			      b->n_sel);
		us->keys[k] = us->dense[k];
	}
	TRY(groups_find(us->base.cx, us->groups, us->keys, batch_rows(b), us->gids));
	for (size_t i = 0; i < batch_rows(b); i++) {
		if (us->gids[i] != seen)
			continue;
		seen++;
		us->sel[n++] = (uint16_t)(b->sel ? b->sel[i] : i);
	}
	us->out.sel = us->sel;
	us->out.n_sel = n;
	*any = n > 0;
	return SHADE_OK;
}

static shade_status union_next(struct stream *s, const struct batch **out)
{
	struct union_stream *us = (struct union_stream *)s;
	const struct batch *b;
	bool any = true;

	*out = NULL;
	do {
		TRY(next_input(us, &b));
		if (!b)
			return SHADE_OK;
		us->out = *b;
		any = batch_rows(b) > 0;
		if (us->groups && any)
			TRY(keep_new(us, b, &any));
	} while (!any);
	us->out.seq = us->seq;
	us->seq += us->out.n;
	*out = &us->out;
	return SHADE_OK;
}

static void union_stream_close(struct stream *s)
{
	groups_free(((struct union_stream *)s)->groups);
}

static void union_describe(const struct op *op, struct sbuf *out)
{
	if (op->plan->setop.all)
		sbuf_add(out, STR(" all"));
}

const struct op_class op_union = {
	.name = "Union",
	.op_size = sizeof(struct op),
	.stream_size = sizeof(struct union_stream),
	.stream_open = union_stream_open,
	.next = union_next,
	.stream_close = union_stream_close,
	.describe = union_describe,
};
