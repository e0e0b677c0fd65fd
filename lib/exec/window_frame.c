/*
 * window_frame.c - which rows a function sees: ROWS, GROUPS, RANGE, EXCLUDE.
 */
#include "exec/window.h"

shade_status framer_open(struct framer *fr, struct win *w, struct win_func *f)
{
	const struct window_spec *s = f->e->call.window;

	*fr = (struct framer){ .w = w, .f = f };
	fr->has_range = s->unit == FRAME_RANGE && (s->start_offset || s->end_offset);
	if (!fr->has_range)
		return SHADE_OK;
	TRY(win_sorted_col(w, f->order_col, &fr->key));
	if (s->start_offset)
		TRY(win_sorted_col(w, f->start_col, &fr->start));
	if (s->end_offset)
		TRY(win_sorted_col(w, f->end_col, &fr->end_bound));
	return SHADE_OK;
}

/* Where the groups of peers begin; the array is reused. */
static void list_groups(struct framer *fr)
{
	fr->n_groups = 0;
	for (size_t i = fr->begin; i < fr->end; i++) {
		if (i != fr->begin && !win_is_peer_start(fr->w, i))
			continue;
		if (fr->n_groups == fr->cap_groups) {
			size_t cap = fr->cap_groups ? fr->cap_groups * 2 : 64;

			fr->groups = arena_realloc(fr->w->arena, fr->groups,
						   fr->cap_groups * sizeof(uint32_t),
						   cap * sizeof(uint32_t));
			fr->cap_groups = cap;
		}
		fr->groups[fr->n_groups++] = (uint32_t)i;
	}
}

void framer_part(struct framer *fr, size_t begin, size_t end)
{
	fr->begin = fr->last_start = fr->last_end = begin;
	fr->end = end;
	fr->group = 0;
	if (fr->f->e->call.window->unit == FRAME_GROUPS)
		list_groups(fr);
}

/* --- distances ------------------------------------------------------------ */

static uint64_t distance(const struct expr *e)
{
	return e->value.is_null || e->value.i < 0 ? 0 : (uint64_t)e->value.i;
}

/* begin + moved, kept inside [fr->begin, fr->end]. */
static size_t moved(const struct framer *fr, size_t i, uint64_t by, bool forward)
{
	if (forward)
		return by >= fr->end - i ? fr->end : i + by;
	return by > i - fr->begin ? fr->begin : i - by;
}

/* The first position of group g of the partition. */
static size_t group_begin(const struct framer *fr, uint64_t g)
{
	return g >= fr->n_groups ? fr->end : fr->groups[g];
}

/* Does the key at position k stand before the bound of position i? */
static bool key_before(const struct framer *fr, size_t k, const struct vector *bound,
		       size_t i, bool or_equal)
{
	bool desc = fr->w->spec->order[0].desc;
	int c = vector_rows_cmp(&fr->key, k, bound, i);

	if (desc)
		c = -c;
	return or_equal ? c <= 0 : c < 0;
}

/* The rows whose key is not NULL. */
static void not_null_range(const struct framer *fr, size_t *begin, size_t *end)
{
	*begin = fr->begin;
	*end = fr->end;
	while (*begin < *end && vector_is_null(&fr->key, *begin))
		++*begin;
	while (*end > *begin && vector_is_null(&fr->key, *end - 1))
		--*end;
}

/* First position whose key is not before the bound (or behind it). */
static size_t range_bound(const struct framer *fr, const struct vector *bound, size_t i,
			  bool or_equal, bool is_start)
{
	size_t lo, hi;

	not_null_range(fr, &lo, &hi);
	/* a bound beyond the type's range takes in everything */
	if (vector_is_null(bound, i))
		return is_start ? lo : hi;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (key_before(fr, mid, bound, i, or_equal))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* --- bounds --------------------------------------------------------------- */

static size_t start_of(struct framer *fr, size_t i)
{
	const struct window_spec *s = fr->f->e->call.window;
	bool forward = s->start == BOUND_FOLLOWING;
	uint64_t by;

	if (s->start == BOUND_UNBOUNDED_PRECEDING)
		return fr->begin;
	if (s->start == BOUND_CURRENT)
		return s->unit == FRAME_ROWS ? i : win_peers_begin(fr->w, i, fr->begin);
	switch (s->unit) {
	case FRAME_ROWS: return moved(fr, i, distance(s->start_offset), forward);
	case FRAME_GROUPS:
		by = distance(s->start_offset);
		if (forward)
			return by > fr->n_groups ? fr->end
						 : group_begin(fr, fr->group + by);
		return group_begin(fr, by > fr->group ? 0 : fr->group - by);
	case FRAME_RANGE: break;
	}
	if (vector_is_null(&fr->key, i))
		return win_peers_begin(fr->w, i, fr->begin);
	return range_bound(fr, &fr->start, i, false, true);
}

static size_t end_of(struct framer *fr, size_t i)
{
	const struct window_spec *s = fr->f->e->call.window;
	bool forward = s->end == BOUND_FOLLOWING;
	uint64_t by;

	if (s->end == BOUND_UNBOUNDED_FOLLOWING)
		return fr->end;
	if (s->end == BOUND_CURRENT)
		return s->unit == FRAME_ROWS ? i + 1 : win_peers_end(fr->w, i, fr->end);
	switch (s->unit) {
	case FRAME_ROWS:
		by = distance(s->end_offset);
		if (forward)
			return moved(fr, i + 1, by, true);
		return by > i - fr->begin ? fr->begin : i - by + 1;
	case FRAME_GROUPS:
		by = distance(s->end_offset);
		if (forward)
			return by > fr->n_groups ? fr->end
						 : group_begin(fr, fr->group + by + 1);
		return by > fr->group ? fr->begin : group_begin(fr, fr->group - by + 1);
	case FRAME_RANGE: break;
	}
	if (vector_is_null(&fr->key, i))
		return win_peers_end(fr->w, i, fr->end);
	return range_bound(fr, &fr->end_bound, i, true, false);
}

void framer_bounds(struct framer *fr, size_t i, size_t *begin, size_t *end)
{
	const struct window_spec *s = fr->f->e->call.window;

	if (s->unit == FRAME_GROUPS && fr->group + 1 < fr->n_groups &&
	    i >= fr->groups[fr->group + 1])
		fr->group++;
	/* peers share their bounds */
	if (s->unit != FRAME_ROWS && i != fr->begin && !win_is_peer_start(fr->w, i)) {
		*begin = fr->last_start;
		*end = fr->last_end;
		return;
	}
	*begin = start_of(fr, i);
	*end = end_of(fr, i);
	if (*end < *begin)
		*end = *begin;
	fr->last_start = *begin;
	fr->last_end = *end;
}

static void add_piece(struct frame *f, size_t begin, size_t end)
{
	if (begin >= end)
		return;
	f->piece[f->n].begin = begin;
	f->piece[f->n++].end = end;
}

static size_t clamp(size_t x, size_t lo, size_t hi)
{
	return x < lo ? lo : x > hi ? hi : x;
}

void framer_at(struct framer *fr, size_t i, struct frame *out)
{
	enum frame_exclude ex = fr->f->e->call.window->exclude;
	size_t begin, end, cut_begin = i, cut_end = i + 1;

	framer_bounds(fr, i, &begin, &end);
	out->n = 0;
	if (ex == EXCLUDE_NONE) {
		add_piece(out, begin, end);
		return;
	}
	if (ex != EXCLUDE_CURRENT) {
		cut_begin = win_peers_begin(fr->w, i, fr->begin);
		cut_end = win_peers_end(fr->w, i, fr->end);
	}
	add_piece(out, begin, clamp(cut_begin, begin, end));
	if (ex == EXCLUDE_TIES && i >= begin && i < end)
		add_piece(out, i, i + 1);
	add_piece(out, clamp(cut_end, begin, end), end);
}
