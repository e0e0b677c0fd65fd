/*
 * window_agg.c - aggregates over frames.
 *
 * Whole partitions are grouped like GROUP BY.  Frames that only grow take
 * in rows as they come; sliding ones take rows out again where the
 * aggregate can; for the rest small frames are computed anew and large ones
 * put together from a tree of partial states.
 */
#include "exec/window.h"

enum { FAN = 16 }; /* children of a node of the tree */
enum { MAX_LEVELS = 8 };

struct win_agg {
	struct win *w;
	struct win_func *f;
	struct aggs *aggs; /* one group: the frame at hand */
	struct framer fr;
	struct arena *tmp; /* slices */
	struct vector *slices;
	const struct vector **vals;
	bool can_copy; /* states can be set aside and finished together */
	bool slides;
	size_t begin, end; /* rows in the state */
	uint8_t *kept; /* states set aside */
	size_t n_kept;
	struct vector *one; /* a single result */
	/* the tree: level l has the states of FAN^(l+1) rows each */
	struct aggs *tree;
	size_t level_at[MAX_LEVELS], n_levels;
	uint64_t work; /* rows looked at by computing anew */
	uint32_t zeros[SHADE_BATCH_ROWS];
};

/* --- rows in and out ------------------------------------------------------ */

static shade_status change(struct win_agg *wa, size_t begin, size_t end, bool retract)
{
	struct shade_cx *cx = wa->w->cx;

	while (begin < end) {
		size_t n = end - begin;

		if (n > SHADE_BATCH_ROWS)
			n = SHADE_BATCH_ROWS;
		for (size_t k = 0; k < wa->aggs->n_values; k++) {
			win_slice(&wa->f->args[k], begin, n, &wa->slices[k], wa->tmp);
			wa->vals[k] = &wa->slices[k];
		}
		if (retract)
			TRY(aggs_retract(cx, wa->aggs, wa->vals, n, NULL));
		else
			TRY(aggs_update(cx, wa->aggs, wa->vals, n, NULL));
		begin += n;
	}
	if (arena_used(wa->tmp) > (1 << 16))
		arena_reset(wa->tmp);
	return SHADE_OK;
}

static shade_status restart(struct win_agg *wa, size_t at)
{
	TRY(aggs_restart(wa->w->cx, wa->aggs));
	wa->begin = wa->end = at;
	return aggs_reserve(wa->w->cx, wa->aggs, 1);
}

/* --- results -------------------------------------------------------------- */

static shade_status flush_kept(struct win_agg *wa)
{
	struct agg_call *c = &wa->aggs->calls[0];
	struct vector *to = wa->f->buf;

	if (wa->n_kept == 0)
		return SHADE_OK;
	c->fc.cx = wa->w->cx;
	heap_reset(c->fc.heap);
	arena_reset(c->fc.scratch);
	TRY(c->cls->finalize(&c->fc, wa->kept + c->offset, wa->aggs->stride, wa->n_kept,
			     to));
	wa->f->n_buf = wa->n_kept;
	wa->n_kept = 0;
	return win_flush(wa->w, wa->f);
}

/* The state at hand is the result of the next n rows. */
static shade_status put_state(struct win_agg *wa, size_t n)
{
	size_t stride = wa->aggs->stride;
	struct vector repeated;

	if (wa->can_copy) {
		for (size_t i = 0; i < n; i++) {
			if (wa->n_kept == SHADE_BATCH_ROWS)
				TRY(flush_kept(wa));
			memcpy(wa->kept + wa->n_kept++ * stride, wa->aggs->states->p,
			       stride);
		}
		return SHADE_OK;
	}
	TRY(aggs_finish(wa->w->cx, wa->aggs));
	TRY(aggs_results(wa->w->cx, wa->aggs, NULL, 0, 1, &wa->one));
	repeated = *wa->one;
	repeated.form = VECTOR_CONST;
	if (!colbuf_append(&wa->f->result, &wa->f->heap, wa->w->cx->budget, &repeated,
			   NULL, n))
		return cx_nomem(wa->w->cx);
	return SHADE_OK;
}

/* --- whole partitions ----------------------------------------------------- */

static bool is_whole(const struct window_spec *s)
{
	bool free_start = s->start == BOUND_UNBOUNDED_PRECEDING;
	bool free_end = s->end == BOUND_UNBOUNDED_FOLLOWING;

	if (s->exclude != EXCLUDE_NONE)
		return false;
	/* without an order all rows are peers */
	if (s->n_order == 0 && s->unit != FRAME_ROWS) {
		free_start |= s->start == BOUND_CURRENT;
		free_end |= s->end == BOUND_CURRENT;
	}
	return free_start && free_end;
}

static shade_status group_parts(struct win_agg *wa)
{
	struct win *w = wa->w;
	uint32_t gids[SHADE_BATCH_ROWS];
	size_t part = 0;

	TRY(aggs_reserve(w->cx, wa->aggs, w->n_parts));
	for (size_t at = 0; at < w->n; at += SHADE_BATCH_ROWS) {
		size_t n = w->n - at < SHADE_BATCH_ROWS ? w->n - at : SHADE_BATCH_ROWS;

		for (size_t i = 0; i < n; i++) {
			part += at + i == w->parts[part + 1];
			gids[i] = (uint32_t)part;
		}
		for (size_t k = 0; k < wa->aggs->n_values; k++) {
			win_slice(&wa->f->args[k], at, n, &wa->slices[k], wa->tmp);
			wa->vals[k] = &wa->slices[k];
		}
		TRY(aggs_update(w->cx, wa->aggs, wa->vals, n, gids));
		arena_reset(wa->tmp);
	}
	return aggs_finish(w->cx, wa->aggs);
}

static shade_status whole_parts(struct win_agg *wa)
{
	struct win *w = wa->w;
	struct vector *some = vector_new(w->arena, wa->f->e->type, SHADE_BATCH_ROWS);
	uint32_t pos[SHADE_BATCH_ROWS];

	TRY(group_parts(wa));
	for (size_t p = 0; p < w->n_parts; p += SHADE_BATCH_ROWS) {
		size_t n = w->n_parts - p, m = 0;

		if (n > SHADE_BATCH_ROWS)
			n = SHADE_BATCH_ROWS;
		TRY(aggs_results(w->cx, wa->aggs, NULL, p, n, &some));
		for (size_t k = 0; k < n; k++) {
			for (size_t i = w->parts[p + k]; i < w->parts[p + k + 1]; i++) {
				pos[m++] = (uint32_t)k;
				if (m < SHADE_BATCH_ROWS)
					continue;
				if (!colbuf_append_at(&wa->f->result, &wa->f->heap,
						      w->cx->budget, some, pos, m))
					return cx_nomem(w->cx);
				m = 0;
			}
		}
		if (!colbuf_append_at(&wa->f->result, &wa->f->heap, w->cx->budget, some,
				      pos, m))
			return cx_nomem(w->cx);
	}
	return SHADE_OK;
}

/* --- the tree ------------------------------------------------------------- */

static shade_status tree_leaves(struct win_agg *wa)
{
	struct win *w = wa->w;
	uint32_t gids[SHADE_BATCH_ROWS];

	for (size_t at = 0; at < w->n; at += SHADE_BATCH_ROWS) {
		size_t n = w->n - at < SHADE_BATCH_ROWS ? w->n - at : SHADE_BATCH_ROWS;

		for (size_t i = 0; i < n; i++)
			gids[i] = (uint32_t)((at + i) / FAN);
		for (size_t k = 0; k < wa->tree->n_values; k++) {
			win_slice(&wa->f->args[k], at, n, &wa->slices[k], wa->tmp);
			wa->vals[k] = &wa->slices[k];
		}
		TRY(aggs_update(w->cx, wa->tree, wa->vals, n, gids));
		arena_reset(wa->tmp);
	}
	return SHADE_OK;
}

static shade_status tree_build(struct win_agg *wa)
{
	struct win *w = wa->w;
	size_t total = 0, n = w->n;
	uint32_t gids[SHADE_BATCH_ROWS];

	TRY(aggs_new(w->cx, 1, (struct expr *const *)&wa->f->e, &wa->tree));
	for (wa->n_levels = 0; n > 1 && wa->n_levels < MAX_LEVELS; wa->n_levels++) {
		n = (n + FAN - 1) / FAN;
		wa->level_at[wa->n_levels] = total;
		total += n;
	}
	TRY(aggs_reserve(w->cx, wa->tree, total));
	TRY(tree_leaves(wa));
	for (size_t l = 0; l + 1 < wa->n_levels; l++) {
		size_t from = wa->level_at[l], to = wa->level_at[l + 1];

		for (size_t at = from; at < to; at += SHADE_BATCH_ROWS) {
			size_t m = to - at < SHADE_BATCH_ROWS ? to - at
							      : SHADE_BATCH_ROWS;

			for (size_t i = 0; i < m; i++)
				gids[i] = (uint32_t)(to + (at - from + i) / FAN);
			TRY(aggs_combine(w->cx, wa->tree, wa->tree, at, m, gids));
		}
	}
	return SHADE_OK;
}

/* Nodes [lo, hi) of a level (0: rows) into the state, in order. */
static shade_status take_nodes(struct win_agg *wa, size_t level, size_t lo, size_t hi)
{
	if (lo >= hi)
		return SHADE_OK;
	if (level == 0)
		return change(wa, lo, hi, false);
	lo += wa->level_at[level - 1];
	hi += wa->level_at[level - 1];
	for (; lo < hi; lo += SHADE_BATCH_ROWS) {
		size_t n = hi - lo < SHADE_BATCH_ROWS ? hi - lo : SHADE_BATCH_ROWS;

		TRY(aggs_combine(wa->w->cx, wa->aggs, wa->tree, lo, n, wa->zeros));
	}
	return SHADE_OK;
}

static shade_status take_tree(struct win_agg *wa, size_t level, size_t lo, size_t hi)
{
	size_t up_lo = (lo + FAN - 1) / FAN, up_hi = hi / FAN;

	if (level == wa->n_levels || up_lo >= up_hi)
		return take_nodes(wa, level, lo, hi);
	TRY(take_nodes(wa, level, lo, up_lo * FAN));
	TRY(take_tree(wa, level + 1, up_lo, up_hi));
	return take_nodes(wa, level, up_hi * FAN, hi);
}

static bool can_combine(const struct win_agg *wa)
{
	const struct agg_call *c = &wa->aggs->calls[0];

	return c->cls->combine && !c->e->call.distinct && c->e->call.n_order == 0;
}

/* The state of any frame from nothing. */
static shade_status compute(struct win_agg *wa, const struct frame *fr)
{
	size_t begin = fr->n ? fr->piece[0].begin : 0;

	TRY(restart(wa, begin));
	for (size_t s = 0; s < fr->n; s++) {
		size_t lo = fr->piece[s].begin, hi = fr->piece[s].end;

		wa->work += hi - lo;
		if (!wa->tree && can_combine(wa) && wa->work > 64 * wa->w->n + 4096)
			TRY(tree_build(wa));
		if (wa->tree)
			TRY(take_tree(wa, 0, lo, hi));
		else
			TRY(change(wa, lo, hi, false));
	}
	return SHADE_OK;
}

/* --- a partition ---------------------------------------------------------- */

/* Move the state from rows [wa->begin, wa->end) to [begin, end). */
static shade_status slide(struct win_agg *wa, size_t begin, size_t end)
{
	if (begin >= wa->end || begin < wa->begin || end < wa->end ||
	    (begin > wa->begin && !wa->slides)) {
		TRY(restart(wa, begin));
		TRY(change(wa, begin, end, false));
	} else {
		TRY(change(wa, wa->end, end, false));
		TRY(change(wa, wa->begin, begin, true));
	}
	wa->begin = begin;
	wa->end = end;
	return SHADE_OK;
}

static bool same_frame(const struct frame *a, const struct frame *b)
{
	if (a->n != b->n)
		return false;
	for (size_t s = 0; s < a->n; s++) {
		if (a->piece[s].begin != b->piece[s].begin ||
		    a->piece[s].end != b->piece[s].end)
			return false;
	}
	return true;
}

static shade_status aggregate_part(struct win_agg *wa, size_t begin, size_t end)
{
	const struct window_spec *s = wa->f->e->call.window;
	bool grows = s->start == BOUND_UNBOUNDED_PRECEDING &&
		     s->exclude == EXCLUDE_NONE &&
		     wa->aggs->calls[0].e->call.n_order == 0;
	struct frame now, next;
	size_t n = 0;

	framer_part(&wa->fr, begin, end);
	TRY(restart(wa, begin));
	now.n = 0;
	for (size_t i = begin; i < end; i++) {
		framer_at(&wa->fr, i, &next);
		if (n > 0 && same_frame(&now, &next)) {
			n++;
			continue;
		}
		if (n > 0)
			TRY(put_state(wa, n));
		n = 1;
		now = next;
		if ((grows || wa->slides) && now.n == 1 && s->exclude == EXCLUDE_NONE)
			TRY(slide(wa, now.piece[0].begin, now.piece[0].end));
		else if (now.n == 0)
			TRY(restart(wa, i));
		else
			TRY(compute(wa, &now));
		if ((i & 4095) == 0)
			TRY(cx_check_cancel(wa->w->cx));
	}
	return n > 0 ? put_state(wa, n) : SHADE_OK;
}

/* States without pointers can be copied. */
static bool states_can_be_copied(const struct aggs *a)
{
	const struct agg_call *c = &a->calls[0];
	const char *name = c->e->call.row->name;

	if (c->cls->destroy || c->e->call.distinct || c->e->call.n_order > 0)
		return false;
	for (size_t k = 0; k < c->e->n_args; k++) {
		if (type_phys(c->e->args[k]->type) >= PHYS_STR)
			return false;
	}
	return c->cls->retract || strcmp(name, "min") == 0 || strcmp(name, "max") == 0;
}

static shade_status run(struct win_agg *wa)
{
	struct win *w = wa->w;

	wa->tmp = arena_new(w->cx->budget);
	if (!wa->tmp)
		return cx_nomem(w->cx);
	wa->slices = cols_new(w->arena, wa->aggs->n_values);
	wa->vals = arena_array(w->arena, const struct vector *, wa->aggs->n_values + 1);
	if (is_whole(wa->f->e->call.window))
		return whole_parts(wa);
	wa->can_copy = states_can_be_copied(wa->aggs);
	wa->slides = aggs_can_retract(wa->aggs);
	wa->kept = arena_alloc(w->arena, wa->aggs->stride * SHADE_BATCH_ROWS);
	wa->one = vector_new(w->arena, wa->f->e->type, 1);
	TRY(framer_open(&wa->fr, w, wa->f));
	for (size_t p = 0; p < w->n_parts; p++)
		TRY(aggregate_part(wa, w->parts[p], w->parts[p + 1]));
	return flush_kept(wa);
}

shade_status win_aggregate(struct win *w, struct win_func *f)
{
	struct win_agg *wa = arena_new_of(w->arena, struct win_agg);
	shade_status rc;

	wa->w = w;
	wa->f = f;
	rc = aggs_new(w->cx, 1, (struct expr *const *)&f->e, &wa->aggs);
	if (!rc)
		rc = run(wa);
	aggs_free(wa->tree);
	aggs_free(wa->aggs);
	if (wa->tmp)
		arena_free(wa->tmp);
	return rc;
}
