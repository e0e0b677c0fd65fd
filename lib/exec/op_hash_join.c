/*
 * op_hash_join.c - joins on equal keys.
 *
 * One side is kept in a table, the other streams past it.  When each key is
 * kept once and nothing else is to be checked, the probe batch goes on as
 * it is, with a selection and the partner's columns beside it.
 */
#include "exec/join.h"

#include "exec/place.h"
#include "exec/restrict.h"

/* --- building ------------------------------------------------------------- */

/* Keep the smaller side when that is known and it does not matter. */
static bool keep_left(const struct plan *p)
{
	double l = p->children[0]->est_rows, r = p->children[1]->est_rows;

	switch (p->join.kind) {
	case JOIN_RIGHT: return true;
	case JOIN_INNER: return l >= 0 && r >= 0 && l * 2 < r;
	/* one worker, as with FULL: it has to pay */
	case JOIN_SEMI:
	case JOIN_ANTI: return l >= 0 && r >= 0 && l * 4 < r;
	default: return false;
	}
}

static shade_status join_make(struct shade_cx *cx, struct op *op)
{
	(void)cx;
	join_sides((struct join_op *)op, keep_left(op->plan));
	return SHADE_OK;
}

static bool build_row_has_null(const struct join_op *jo, size_t row)
{
	for (size_t k = 0; k < jo->keys.n; k++) {
		if (!(jo->keys.null_safe >> k & 1) &&
		    vector_is_null(&jo->table.key_vecs[k], row))
			return true;
	}
	return false;
}

/* MARK over several keys looks at the rows with NULL keys one by one. */
static shade_status list_null_rows(struct shade_cx *cx, struct join_op *jo)
{
	uint32_t *to;

	jo->null_rows = buf_new(cx->budget, (jo->rows->n + 1) * sizeof(uint32_t));
	if (!jo->null_rows)
		return cx_nomem(cx);
	to = (uint32_t *)(void *)jo->null_rows->p;
	for (size_t i = 0; i < jo->rows->n && jo->table.has_null; i++) {
		to[jo->n_null_rows] = (uint32_t)i;
		jo->n_null_rows += build_row_has_null(jo, i);
	}
	return SHADE_OK;
}

static shade_status join_open(struct shade_cx *cx, struct op *op)
{
	struct join_op *jo = (struct join_op *)op;

	TRY(join_collect(cx, jo));
	join_keys_init(&jo->keys, jo->arena, jo->spec.n_keys, jo->build_keys,
		       jo->spec.null_safe);
	TRY(join_table_build(cx, &jo->table, &jo->keys, jo->rows, jo->key_cols,
			     jo->arena));
	jo->keys = jo->table.keys;
	jo->n_null_rows = 0;
	if (jo->kind == JOIN_MARK)
		TRY(list_null_rows(cx, jo));
	op_note_bytes(op, rows_bytes(jo->rows) + jo->table.bytes);
	join_restrict(jo);
	return op_open(cx, jo->probe);
}

static size_t join_workers(const struct op *op)
{
	const struct join_op *jo = (const struct join_op *)op;

	return jo->kind == JOIN_FULL || jo->emits_build ? 1 : op_workers(jo->probe);
}

/* --- one partner at most: no copying of the probe side -------------------- */

static bool is_simple(const struct join_stream *js)
{
	const struct join_op *jo = (const struct join_op *)js->base.op;

	return jo->keys.exact && !jo->table.next && !js->conds &&
	       (jo->kind == JOIN_INNER || jo->kind == JOIN_LEFT ||
		jo->kind == JOIN_SINGLE);
}

/* Put the build columns beside the probe rows at[0..n), partner pos[0..n). */
static void place_build(struct join_stream *js, const uint16_t *at, const uint32_t *pos,
			size_t n)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	struct arena *a = js->base.arena;

	for (size_t i = 0; i < jo->build->n_cols; i++) {
		struct vector *to = js->own[jo->build_at + i];

		if (!at) {
			place_outer(a, to, &jo->build_vecs[i], jo->rows->n, pos, n);
		} else if (to->children) {
			/* nested values are shared, not placed one by one */
			uint32_t all[SHADE_BATCH_ROWS];

			memset(all, 0xff, sizeof(all));
			for (size_t k = 0; k < n; k++)
				all[at[k]] = pos[k];
			place_outer(a, to, &jo->build_vecs[i], jo->rows->n, all,
				    js->in->n);
		} else {
			place_at(a, to, &jo->build_vecs[i], at, pos, n);
		}
		js->out.cols[jo->build_at + i] = *to;
	}
}

static void simple_inner(struct join_stream *js)
{
	const struct batch *in = js->in;
	uint32_t *pos = js->pairs.build;
	size_t n = 0;

	for (size_t i = 0; i < js->n; i++) {
		js->sel[n] = (uint16_t)(in->sel ? in->sel[i] : i);
		pos[n] = js->heads[i];
		n += js->heads[i] != ROWS_NONE;
	}
	js->out.sel = js->sel;
	js->out.n_sel = n;
	if (n == in->n) {
		js->out.sel = NULL;
		place_build(js, NULL, pos, n);
	} else if (n > 0) {
		place_build(js, js->sel, pos, n);
	}
}

static void simple_left(struct join_stream *js)
{
	const struct batch *in = js->in;
	uint32_t pos[SHADE_BATCH_ROWS];

	js->out.sel = in->sel;
	js->out.n_sel = in->n_sel;
	if (!in->sel) {
		place_build(js, NULL, js->heads, in->n);
		return;
	}
	memset(pos, 0xff, in->n * sizeof(*pos));
	for (size_t i = 0; i < js->n; i++)
		pos[in->sel[i]] = js->heads[i];
	place_build(js, NULL, pos, in->n);
}

static void simple_output(struct join_stream *js)
{
	struct join_op *jo = (struct join_op *)js->base.op;

	for (size_t i = 0; i < jo->probe->n_cols; i++)
		js->out.cols[jo->probe_at + i] = js->in->cols[i];
	js->out.n = js->in->n;
	js->out.seq = js->in->seq;
	if (jo->kind == JOIN_INNER)
		simple_inner(js);
	else
		simple_left(js);
}

/* --- the general way ------------------------------------------------------ */

static uint32_t first_match(struct join_stream *js, size_t row)
{
	struct join_op *jo = (struct join_op *)js->base.op;

	if (js->heads[row] == ROWS_NONE || jo->keys.exact)
		return js->heads[row];
	return join_match(&jo->table, js->heads[row], js->key_vals, row);
}

/* The match after build row `at`, or ROWS_NONE. */
static uint32_t next_match(struct join_stream *js, size_t row, uint32_t at)
{
	struct join_op *jo = (struct join_op *)js->base.op;

	at = join_after(&jo->table, at);
	if (at == ROWS_NONE || jo->keys.exact)
		return at;
	return join_match(&jo->table, at, js->key_vals, row);
}

static void fill_pairs(struct join_stream *js)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	bool pairs_out = join_outputs_pairs(jo->kind) || jo->emits_build;
	struct pairs *p = &js->pairs;

	p->n = 0;
	while (js->row < js->n && p->n < SHADE_BATCH_ROWS) {
		uint32_t at = js->mid_row ? js->at : first_match(js, js->row);
		uint32_t after = ROWS_NONE;

		if (at == ROWS_NONE &&
		    (!pairs_out || jo->kind == JOIN_INNER || jo->emits_build)) {
			js->row++;
			js->mid_row = false;
			continue;
		}
		if (at != ROWS_NONE && !(js->hit[js->row] && !pairs_out))
			after = next_match(js, js->row, at);
		p->dense[p->n] = (uint16_t)js->row;
		p->probe[p->n] = (uint16_t)(js->in->sel ? js->in->sel[js->row]
							: js->row);
		p->build[p->n] = at;
		p->last[p->n] = after == ROWS_NONE;
		p->n++;
		js->at = after;
		js->mid_row = after != ROWS_NONE;
		js->row += !js->mid_row;
	}
}

/* SEMI, ANTI and MARK whose codes say it all: any row will do. */
static bool only_asks(const struct join_stream *js)
{
	const struct join_op *jo = (const struct join_op *)js->base.op;

	return jo->keys.exact && !js->conds && !jo->emits_build &&
	       !join_outputs_pairs(jo->kind);
}

static shade_status fetch(struct join_stream *js)
{
	struct join_op *jo = (struct join_op *)js->base.op;

	do
		TRY(stream_next(js->input, &js->in));
	while (js->in && batch_rows(js->in) == 0);
	if (!js->in) {
		js->probe_done = true;
		return SHADE_OK;
	}
	js->n = batch_rows(js->in);
	js->row = 0;
	js->mid_row = false;
	memset(js->hit, 0, js->n);
	evaluator_begin(js->keys, js->in);
	for (size_t k = 0; k < jo->spec.n_keys; k++)
		TRY(evaluator_get(js->keys, k, &js->key_vals[k]));
	join_codes(&jo->keys, js->key_vals, js->n, js->codes, js->valid, &js->has_null);
	if (only_asks(js)) {
		join_probe_any(&jo->table, js->codes, js->has_null ? js->valid : NULL,
			       js->n, js->hit);
		js->row = js->n;
		return SHADE_OK;
	}
	join_probe(&jo->table, js->codes, js->has_null ? js->valid : NULL, js->n,
		   js->heads);
	return SHADE_OK;
}

/* The kept rows that the probe batch finds. */
static shade_status mark_partners(struct join_stream *js)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	const struct batch *out;

	if (js->conds) {
		while (js->row < js->n) {
			fill_pairs(js);
			if (js->pairs.n > 0)
				TRY(join_emit_pairs(js, &out));
		}
		return SHADE_OK;
	}
	for (; js->row < js->n; js->row++) {
		uint32_t at = first_match(js, js->row);

		/* rows of one key hang together: the first one tells of all */
		for (; at != ROWS_NONE && !jo->matched[at];
		     at = next_match(js, js->row, at))
			jo->matched[at] = 1;
	}
	return SHADE_OK;
}

/* The rest of the probe batch at work; js->in = NULL when it is used up. */
static shade_status work_off(struct join_stream *js, const struct batch **out)
{
	struct join_op *jo = (struct join_op *)js->base.op;

	*out = NULL;
	if (jo->emits_build) {
		TRY(mark_partners(js));
		js->in = NULL;
		return SHADE_OK;
	}
	if (is_simple(js)) {
		simple_output(js);
		if (batch_rows(&js->out) > 0)
			*out = &js->out;
		js->in = NULL;
		return SHADE_OK;
	}
	/* without conditions one match settles SEMI, ANTI and MARK */
	if (!join_outputs_pairs(jo->kind) && !js->conds) {
		for (; js->row < js->n; js->row++)
			js->hit[js->row] = first_match(js, js->row) != ROWS_NONE;
	}
	while (!*out && js->row < js->n) {
		fill_pairs(js);
		if (js->pairs.n > 0)
			TRY(join_emit_pairs(js, out));
	}
	if (*out || js->row < js->n)
		return SHADE_OK;
	if (!join_outputs_pairs(jo->kind))
		TRY(join_emit_probe(js, out));
	js->in = NULL;
	return SHADE_OK;
}

static shade_status join_next(struct stream *s, const struct batch **out)
{
	struct join_stream *js = (struct join_stream *)s;
	struct join_op *jo = (struct join_op *)s->op;

	*out = NULL;
	/* nothing can match: do not read the other side */
	if (jo->rows->n == 0 &&
	    (jo->kind == JOIN_INNER || jo->kind == JOIN_SEMI || jo->emits_build))
		return SHADE_OK;
	while (!js->probe_done) {
		if (!js->in || (js->row >= js->n && join_outputs_pairs(jo->kind)))
			TRY(fetch(js));
		if (!js->in)
			break;
		TRY(work_off(js, out));
		if (*out)
			return SHADE_OK;
	}
	return join_emit_rest(js, out);
}

const struct op_class op_hash_join = {
	.name = "HashJoin",
	.op_size = sizeof(struct join_op),
	.stream_size = sizeof(struct join_stream),
	.make = join_make,
	.open = join_open,
	.workers = join_workers,
	.stream_open = join_stream_open,
	.next = join_next,
	.stream_close = join_stream_close,
	.close = join_close,
	.describe = join_describe,
};
