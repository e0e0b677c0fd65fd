/*
 * op_window.c - window functions: keep the rows, sort them for each
 * different window, add a column a function.
 *
 * Rows come out in the order of the input.
 */
#include "exec/collect.h"
#include "exec/window.h"

struct window_op {
	struct op base;
	struct arena *arena; /* of one execution */
	struct rows *rows;
	struct win_func *funcs; /* one a window */
	struct buf **places; /* of each: row to position, NULL: the same */
	struct vector *results; /* of each, all positions */
};

struct window_stream {
	struct stream base;
	size_t at;
	struct vector **own;
	struct batch out;
	struct arena *views;
};

/* --- what must be kept beside the input ----------------------------------- */

struct wanted {
	struct shade_cx *cx;
	struct arena *arena;
	VEC(struct expr *) exprs;
};

static size_t want(struct wanted *w, struct expr *e)
{
	vec_push(w->arena, &w->exprs, e);
	return w->exprs.n - 1;
}

/* RANGE: the order key moved by the distance, as an expression. */
static shade_status want_bound(struct wanted *w, const struct window_spec *s,
			       struct expr *offset, enum frame_bound bound, size_t *out)
{
	struct expr *args[2] = { s->order[0].expr, offset };
	bool minus = (bound == BOUND_PRECEDING) != s->order[0].desc;
	struct expr *moved;

	TRY(expr_call(w->cx, minus ? STR("-") : STR("+"), 2, args, offset->span,
		      &moved));
	TRY(expr_cast(w->cx, moved, s->order[0].expr->type, true, &moved));
	*out = want(w, moved);
	return SHADE_OK;
}

static shade_status want_func(struct wanted *w, struct win_func *f)
{
	const struct expr *e = f->e;
	const struct window_spec *s = e->call.window;
	size_t n = 0;

	f->cols = arena_array(w->arena, size_t, e->n_args + e->call.n_order + 2);
	for (size_t i = 0; i < e->n_args; i++)
		f->cols[n++] = want(w, e->args[i]);
	if (e->call.filter)
		f->cols[n++] = want(w, e->call.filter);
	for (size_t i = 0; i < e->call.n_order; i++)
		f->cols[n++] = want(w, e->call.order[i].expr);
	if (s->unit != FRAME_RANGE || (!s->start_offset && !s->end_offset))
		return SHADE_OK;
	f->order_col = want(w, s->order[0].expr);
	if (s->start_offset)
		TRY(want_bound(w, s, s->start_offset, s->start, &f->start_col));
	if (s->end_offset)
		TRY(want_bound(w, s, s->end_offset, s->end, &f->end_col));
	return SHADE_OK;
}

/* Positions in the list of wanted expressions become columns of the rows. */
static void place_func(struct win_func *f, const size_t *cols)
{
	const struct expr *e = f->e;
	size_t n = e->n_args + (e->call.filter != NULL) + e->call.n_order;

	for (size_t i = 0; i < n; i++)
		f->cols[i] = cols[f->cols[i]];
	f->order_col = cols[f->order_col];
	f->start_col = cols[f->start_col];
	f->end_col = cols[f->end_col];
}

/* --- sorting -------------------------------------------------------------- */

static bool same_sorting(const struct window_spec *a, const struct window_spec *b)
{
	if (a->n_partition != b->n_partition || a->n_order != b->n_order)
		return false;
	for (size_t i = 0; i < a->n_partition; i++) {
		if (!expr_equal(a->partition[i], b->partition[i]))
			return false;
	}
	for (size_t i = 0; i < a->n_order; i++) {
		if (a->order[i].desc != b->order[i].desc ||
		    a->order[i].nulls_first != b->order[i].nulls_first ||
		    !expr_equal(a->order[i].expr, b->order[i].expr))
			return false;
	}
	return true;
}

#define EDGES(T)                                     \
	do {                                         \
		const T *d = v.data;                 \
		for (size_t i = 1; i < w->n; i++)    \
			edge[i] |= d[i] != d[i - 1]; \
	} while (0)

/* Mark the positions where a key, in sorted order, differs from the one before. */
static void mark_edges(const struct win *w, const struct vector *key, uint8_t *edge)
{
	const struct vector v = *key;

	if (v.validity) {
		for (size_t i = 1; i < w->n; i++)
			edge[i] |= !vector_rows_equal(&v, i, &v, i - 1);
		return;
	}
	switch (type_phys(v.type)) {
	case PHYS_BOOL:
	case PHYS_I8: EDGES(int8_t); break;
	case PHYS_I16: EDGES(int16_t); break;
	case PHYS_I32: EDGES(int32_t); break;
	case PHYS_I64: EDGES(int64_t); break;
	default:
		for (size_t i = 1; i < w->n; i++)
			edge[i] |= !vector_rows_equal(&v, i, &v, i - 1);
	}
}

#undef EDGES

static shade_status mark_key(struct win *w, const struct vector *key, uint8_t *edge)
{
	struct vector sorted;

	TRY(win_in_order(w, key, &sorted));
	mark_edges(w, &sorted, edge);
	return SHADE_OK;
}

/* Partitions and peers, from neighbours in sorted order. */
static shade_status find_edges(struct win *w, const struct sort_col *keys,
			       size_t n_partition, size_t n_keys)
{
	uint8_t *edge = arena_alloc(w->arena, w->n + 1);

	w->parts = arena_array(w->arena, uint32_t, w->n + 2);
	w->peer_start = arena_array(w->arena, uint64_t, VALIDITY_WORDS(w->n) + 1);
	for (size_t k = 0; k < n_partition; k++)
		TRY(mark_key(w, &keys[k].vec, edge));
	if (w->n > 0)
		edge[0] = 1;
	for (size_t i = 0; i < w->n; i++) {
		w->parts[w->n_parts] = (uint32_t)i;
		w->n_parts += edge[i];
	}
	w->parts[w->n_parts] = (uint32_t)w->n;
	for (size_t k = n_partition; k < n_keys; k++)
		TRY(mark_key(w, &keys[k].vec, edge));
	for (size_t i = 0; i < w->n; i++) {
		if (edge[i])
			validity_set(w->peer_start, i);
	}
	return SHADE_OK;
}

/* Sorted as they are; others are numbered first, and the numbers sorted. */
static bool is_one_integer(const struct window_spec *s)
{
	return s->n_partition == 1 &&
	       type_family(s->partition[0]->type) == FAMILY_INTEGER;
}

static shade_status sort_for(struct win *w, const size_t *cols, struct buf **order)
{
	const struct window_spec *s = w->spec;
	struct sort_col *keys = arena_array(w->arena, struct sort_col, s->n_order + 2);
	size_t n = s->n_partition ? 1 : 0;

	if (is_one_integer(s))
		rows_col(w->rows, cols[0], &keys[0].vec, w->arena);
	else if (n > 0)
		TRY(win_partition_ids(w, cols, &keys[0].vec));
	for (size_t i = 0; i < s->n_order; i++) {
		struct sort_col *key = &keys[n + i];

		rows_col(w->rows, cols[s->n_partition + i], &key->vec, w->arena);
		key->desc = s->order[i].desc;
		key->nulls_first = s->order[i].nulls_first;
	}
	TRY(sort_rows(w->cx, keys, n + s->n_order, w->n, order));
	w->order = (const uint32_t *)(void *)(*order)->p;
	TRY(find_edges(w, keys, n, n + s->n_order));
	return arena_failed(w->arena) ? cx_nomem(w->cx) : SHADE_OK;
}

/* --- computing ------------------------------------------------------------ */

static shade_status run_func(struct win *w, struct win_func *f)
{
	const struct expr *e = f->e;
	size_t n = e->n_args + (e->call.filter != NULL) + e->call.n_order;
	bool known = false;

	if (!colbuf_init(&f->result, w->cx->budget, e->type))
		return cx_nomem(w->cx);
	f->heap.budget = w->cx->budget;
	f->buf = vector_new(w->arena, e->type, SHADE_BATCH_ROWS);
	f->args = cols_new(w->arena, n);
	for (size_t i = 0; i < n; i++)
		TRY(win_sorted_col(w, f->cols[i], &f->args[i]));
	TRY(win_rank(w, f, &known));
	if (!known)
		TRY(win_value(w, f, &known));
	if (known)
		return SHADE_OK;
	if (!e->call.agg)
		return shade_fail(w->cx, SHADE_E_UNSUPPORTED, e->span,
				  "not supported yet: window function \"%s\"",
				  e->call.row->name);
	return win_aggregate(w, f);
}

/* Row to position, from position to row. */
static shade_status invert(struct win *w, struct buf **out)
{
	struct buf *b = buf_new(w->cx->budget, (w->n + 1) * sizeof(uint32_t));

	if (!b)
		return cx_nomem(w->cx);
	for (size_t i = 0; i < w->n; i++)
		((uint32_t *)(void *)b->p)[w->order[i]] = (uint32_t)i;
	*out = b;
	return SHADE_OK;
}

/* All functions that share the sorting of the first. */
static shade_status run_sorting(struct shade_cx *cx, struct window_op *wo, size_t first,
				const size_t *sort_cols, bool *done)
{
	size_t n = wo->base.plan->window.n_windows;
	struct win w = { .cx = cx,
			 .n = wo->rows->n,
			 .rows = wo->rows,
			 .spec = wo->funcs[first].e->call.window };
	struct buf *order = NULL;
	shade_status rc;

	w.arena = arena_new(cx->budget);
	if (!w.arena)
		return cx_nomem(cx);
	rc = sort_for(&w, sort_cols, &order);
	for (size_t i = first; i < n && !rc; i++) {
		if (done[i] || !same_sorting(w.spec, wo->funcs[i].e->call.window))
			continue;
		done[i] = true;
		rc = run_func(&w, &wo->funcs[i]);
		if (!rc)
			rc = invert(&w, &wo->places[i]);
	}
	buf_unref(order);
	arena_free(w.arena);
	return rc;
}

static shade_status window_open(struct shade_cx *cx, struct op *op)
{
	struct window_op *wo = (struct window_op *)op;
	const struct plan *p = op->plan;
	size_t n = p->window.n_windows, bytes = 0;
	struct wanted w = { .cx = cx };
	size_t *first, *cols;
	bool *done;

	wo->arena = arena_new(cx->budget);
	if (!wo->arena)
		return cx_nomem(cx);
	w.arena = wo->arena;
	wo->funcs = arena_array(wo->arena, struct win_func, n);
	wo->places = arena_array(wo->arena, struct buf *, n);
	wo->results = cols_new(wo->arena, n);
	first = arena_array(wo->arena, size_t, n);
	done = arena_array(wo->arena, bool, n);
	for (size_t i = 0; i < n; i++) {
		const struct window_spec *s = p->window.windows[i]->call.window;

		wo->funcs[i].e = p->window.windows[i];
		first[i] = w.exprs.n;
		for (size_t k = 0; k < s->n_partition; k++)
			want(&w, s->partition[k]);
		for (size_t k = 0; k < s->n_order; k++)
			want(&w, s->order[k].expr);
		TRY(want_func(&w, &wo->funcs[i]));
	}
	cols = arena_array(wo->arena, size_t, w.exprs.n + 1);
	TRY(op_open(cx, op->children[0]));
	TRY(collect_rows(cx, op->children[0], w.exprs.n, w.exprs.v, cols, &wo->rows));
	op_close(cx, op->children[0]);
	for (size_t i = 0; i < n; i++)
		place_func(&wo->funcs[i], cols);
	for (size_t i = 0; i < n; i++) {
		if (!done[i])
			TRY(run_sorting(cx, wo, i, cols + first[i], done));
		colbuf_view(&wo->funcs[i].result, 0, wo->rows->n, &wo->results[i],
			    wo->arena);
		bytes += colbuf_bytes(&wo->funcs[i].result);
	}
	op_note_bytes(op, rows_bytes(wo->rows) + bytes);
	return SHADE_OK;
}

static void window_close(struct shade_cx *cx, struct op *op)
{
	struct window_op *wo = (struct window_op *)op;

	for (size_t i = 0; wo->funcs && i < op->plan->window.n_windows; i++) {
		if (wo->funcs[i].result.type) {
			colbuf_release(&wo->funcs[i].result, cx->budget);
			strheap_release(&wo->funcs[i].heap);
		}
		if (wo->places)
			buf_unref(wo->places[i]);
	}
	wo->funcs = NULL;
	wo->places = NULL;
	rows_free(wo->rows);
	wo->rows = NULL;
	if (wo->arena)
		arena_free(wo->arena);
	wo->arena = NULL;
}

/* --- output --------------------------------------------------------------- */

static shade_status window_stream_open(struct stream *s)
{
	struct window_stream *ws = (struct window_stream *)s;
	const struct plan *p = s->op->plan;

	ws->out.n_cols = s->op->n_cols;
	ws->out.cols = cols_new(s->arena, s->op->n_cols);
	ws->own = arena_array(s->arena, struct vector *, p->window.n_windows + 1);
	for (size_t i = 0; i < p->window.n_windows; i++)
		ws->own[i] = vector_new(s->arena, p->window.windows[i]->type,
					SHADE_BATCH_ROWS);
	ws->views = arena_new(s->cx->budget);
	return ws->views ? SHADE_OK : cx_nomem(s->cx);
}

static shade_status window_next(struct stream *s, const struct batch **out)
{
	struct window_stream *ws = (struct window_stream *)s;
	struct window_op *wo = (struct window_op *)s->op;
	size_t n_in = s->op->children[0]->n_cols, n = wo->rows->n - ws->at;

	*out = NULL;
	if (n == 0)
		return SHADE_OK;
	if (n > SHADE_BATCH_ROWS)
		n = SHADE_BATCH_ROWS;
	arena_reset(ws->views);
	rows_view(wo->rows, ws->at, n, 0, n_in, ws->out.cols, ws->views);
	for (size_t i = 0; i < s->op->plan->window.n_windows; i++) {
		const uint32_t *pos = (const uint32_t *)(void *)wo->places[i]->p +
				      ws->at;

		ws->own[i]->validity = NULL;
		ws->own[i]->form = VECTOR_FLAT;
		vector_gather32(s->arena, ws->own[i], &wo->results[i], pos, n);
		ws->out.cols[n_in + i] = *ws->own[i];
	}
	ws->out.n = n;
	ws->out.seq = ws->at;
	ws->at += n;
	*out = &ws->out;
	return SHADE_OK;
}

static void window_stream_close(struct stream *s)
{
	struct window_stream *ws = (struct window_stream *)s;

	if (ws->views)
		arena_free(ws->views);
}

static void window_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;

	for (size_t i = 0; i < p->window.n_windows && i < 8; i++)
		sbuf_addf(out, "%s%.*s", i ? ", " : " ",
			  STR_ARG(expr_text(out->arena, p->window.windows[i])));
}

const struct op_class op_window = {
	.name = "Window",
	.op_size = sizeof(struct window_op),
	.stream_size = sizeof(struct window_stream),
	.open = window_open,
	.stream_open = window_stream_open,
	.next = window_next,
	.stream_close = window_stream_close,
	.close = window_close,
	.describe = window_describe,
};
