/*
 * op_distinct.c - the first row of each key: DISTINCT and DISTINCT ON.
 *
 * Streams: a row goes out as soon as its key is seen for the first time.
 */
#include "exec/groups.h"
#include "exec/op.h"

struct distinct_stream {
	struct stream base;
	struct stream *input;
	struct evaluator *ev; /* DISTINCT ON */
	struct groups *groups;
	const struct vector **keys;
	struct vector **dense; /* all columns: the selected rows */
	size_t n_keys;
	uint16_t sel[SHADE_BATCH_ROWS];
	uint32_t gids[SHADE_BATCH_ROWS];
	struct batch out;
};

static shade_status distinct_open(struct shade_cx *cx, struct op *op)
{
	return op_open(cx, op->children[0]);
}

static shade_status distinct_stream_open(struct stream *s)
{
	struct distinct_stream *ds = (struct distinct_stream *)s;
	const struct plan *p = s->op->plan;
	struct op *child = s->op->children[0];
	const struct type **types;
	bool on = p->distinct.n_on > 0;

	ds->n_keys = on ? p->distinct.n_on : s->op->n_cols;
	ds->keys = arena_array(s->arena, const struct vector *, ds->n_keys + 1);
	types = arena_array(s->arena, const struct type *, ds->n_keys + 1);
	TRY(stream_new(child, s->task, &ds->input));
	if (on) {
		for (size_t k = 0; k < ds->n_keys; k++)
			types[k] = p->distinct.on[k]->type;
		TRY(evaluator_new(s->cx, s->arena, ds->n_keys, p->distinct.on,
				  child->n_cols, child->ids, &ds->ev));
	} else {
		ds->dense = arena_array(s->arena, struct vector *, ds->n_keys + 1);
		for (size_t k = 0; k < ds->n_keys; k++) {
			types[k] = child->types[k];
			ds->dense[k] = vector_new(s->arena, types[k], SHADE_BATCH_ROWS);
		}
	}
	return groups_new(s->cx, ds->n_keys, types, &ds->groups);
}

/* The key vectors of the selected rows. */
static shade_status distinct_keys(struct distinct_stream *ds, const struct batch *b)
{
	if (ds->ev) {
		evaluator_begin(ds->ev, b);
		for (size_t k = 0; k < ds->n_keys; k++)
			TRY(evaluator_get(ds->ev, k, &ds->keys[k]));
		return SHADE_OK;
	}
	for (size_t k = 0; k < ds->n_keys; k++) {
		ds->keys[k] = &b->cols[k];
		if (!b->sel || b->cols[k].form == VECTOR_CONST)
			continue;
		ds->dense[k]->validity = NULL;
		vector_gather(ds->base.arena, ds->dense[k], &b->cols[k], b->sel,
			      b->n_sel);
		ds->keys[k] = ds->dense[k];
	}
	return SHADE_OK;
}

static shade_status distinct_next(struct stream *s, const struct batch **out)
{
	struct distinct_stream *ds = (struct distinct_stream *)s;
	const struct batch *b;

	*out = NULL;
	for (;;) {
		size_t seen = groups_count(ds->groups), n = 0;

		TRY(stream_input(ds->input, &b));
		if (!b) {
			op_note_bytes(s->op, groups_bytes(ds->groups));
			return SHADE_OK;
		}
		TRY(distinct_keys(ds, b));
		TRY(groups_find(s->cx, ds->groups, ds->keys, batch_rows(b), ds->gids));
		if (groups_count(ds->groups) == seen)
			continue;
		for (size_t i = 0; i < batch_rows(b); i++) {
			if (ds->gids[i] != seen)
				continue;
			seen++;
			ds->sel[n++] = (uint16_t)(b->sel ? b->sel[i] : i);
		}
		ds->out = *b;
		ds->out.sel = ds->sel;
		ds->out.n_sel = n;
		*out = &ds->out;
		return SHADE_OK;
	}
}

static void distinct_stream_close(struct stream *s)
{
	struct distinct_stream *ds = (struct distinct_stream *)s;

	if (ds->ev)
		evaluator_free(ds->ev);
	groups_free(ds->groups);
}

static void distinct_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;

	for (size_t i = 0; i < p->distinct.n_on; i++)
		sbuf_addf(out, "%s%.*s", i ? ", " : " on ",
			  STR_ARG(expr_text(out->arena, p->distinct.on[i])));
}

const struct op_class op_distinct = {
	.name = "Distinct",
	.op_size = sizeof(struct op),
	.stream_size = sizeof(struct distinct_stream),
	.open = distinct_open,
	.stream_open = distinct_stream_open,
	.next = distinct_next,
	.stream_close = distinct_stream_close,
	.describe = distinct_describe,
};
