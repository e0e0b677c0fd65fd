/*
 * window_value.c - functions that take a value from another row: lag, lead,
 * first_value, last_value, nth_value.
 */
#include "exec/place.h"
#include "exec/window.h"

/* The position a row takes its value from, or ROWS_NONE. */
struct picker {
	struct win *w;
	struct win_func *f;
	struct framer fr;
	uint32_t pos[SHADE_BATCH_ROWS];
	size_t n;
	size_t done; /* positions before those in pos */
	const struct vector *dflt; /* lag and lead: third argument */
	bool *use_dflt;
};

static bool counts(const struct picker *p, size_t i)
{
	return !p->f->e->call.ignore_nulls || !vector_is_null(&p->f->args[0], i);
}

/* Copy the default of the rows that found no value. */
static void fill_defaults(struct picker *p, struct vector *out)
{
	for (size_t i = 0; i < p->n; i++) {
		struct vector one;

		if (p->pos[i] != ROWS_NONE || !p->use_dflt[i])
			continue;
		win_slice(p->dflt, p->done + i, 1, &one, p->w->arena);
		vector_copy_rows(p->w->arena, out, i, &one, 1);
	}
}

static shade_status picker_flush(struct picker *p)
{
	struct vector *to = p->f->buf;

	place_outer(p->w->arena, to, &p->f->args[0], p->w->n, p->pos, p->n);
	if (p->dflt)
		fill_defaults(p, to);
	p->f->n_buf = p->n;
	p->done += p->n;
	p->n = 0;
	if (arena_failed(p->w->arena))
		return cx_nomem(p->w->cx);
	return win_flush(p->w, p->f);
}

static shade_status picker_put(struct picker *p, uint32_t pos, bool use_dflt)
{
	if (p->n == SHADE_BATCH_ROWS)
		TRY(picker_flush(p));
	p->use_dflt[p->n] = use_dflt;
	p->pos[p->n++] = pos;
	return SHADE_OK;
}

/* --- lag, lead ------------------------------------------------------------ */

/* k rows that count away from i, backwards or forwards. */
static uint32_t walk(const struct picker *p, size_t i, int64_t k, bool back,
		     size_t begin, size_t end)
{
	if (k < 0) {
		back = !back;
		k = -k;
	}
	if (!p->f->e->call.ignore_nulls || k == 0) {
		if (back)
			return (uint64_t)k > i - begin ? ROWS_NONE
						       : (uint32_t)(i - (size_t)k);
		return (uint64_t)k >= end - i ? ROWS_NONE : (uint32_t)(i + (size_t)k);
	}
	while (back ? i > begin : i + 1 < end) {
		i = back ? i - 1 : i + 1;
		if (counts(p, i) && --k == 0)
			return (uint32_t)i;
	}
	return ROWS_NONE;
}

static shade_status shift_part(struct picker *p, size_t begin, size_t end, bool back)
{
	bool has_offset = p->f->e->n_args > 1;

	for (size_t i = begin; i < end; i++) {
		int64_t k = 1;

		if (has_offset) {
			struct value v = vector_value(&p->f->args[1], i, NULL);

			if (v.is_null) {
				TRY(picker_put(p, ROWS_NONE, false));
				continue;
			}
			k = v.i;
		}
		TRY(picker_put(p, walk(p, i, k, back, begin, end), true));
	}
	return SHADE_OK;
}

static shade_status lag(struct picker *p, size_t begin, size_t end)
{
	return shift_part(p, begin, end, true);
}

static shade_status lead(struct picker *p, size_t begin, size_t end)
{
	return shift_part(p, begin, end, false);
}

/* --- values of the frame -------------------------------------------------- */

/* The k-th (from 1) row of a frame that counts. */
static uint32_t nth_of(const struct picker *p, const struct frame *f, uint64_t k)
{
	for (size_t s = 0; s < f->n; s++) {
		size_t begin = f->piece[s].begin, end = f->piece[s].end;

		if (!p->f->e->call.ignore_nulls) {
			if (k <= end - begin)
				return (uint32_t)(begin + k - 1);
			k -= end - begin;
			continue;
		}
		for (size_t i = begin; i < end; i++) {
			if (counts(p, i) && --k == 0)
				return (uint32_t)i;
		}
	}
	return ROWS_NONE;
}

static uint32_t last_of(const struct picker *p, const struct frame *f)
{
	for (size_t s = f->n; s-- > 0;) {
		for (size_t i = f->piece[s].end; i-- > f->piece[s].begin;) {
			if (counts(p, i))
				return (uint32_t)i;
		}
	}
	return ROWS_NONE;
}

static shade_status first_value(struct picker *p, size_t begin, size_t end)
{
	struct frame f;

	framer_part(&p->fr, begin, end);
	for (size_t i = begin; i < end; i++) {
		framer_at(&p->fr, i, &f);
		TRY(picker_put(p, nth_of(p, &f, 1), false));
	}
	return SHADE_OK;
}

static shade_status last_value(struct picker *p, size_t begin, size_t end)
{
	struct frame f;

	framer_part(&p->fr, begin, end);
	for (size_t i = begin; i < end; i++) {
		framer_at(&p->fr, i, &f);
		TRY(picker_put(p, last_of(p, &f), false));
	}
	return SHADE_OK;
}

static shade_status nth_value(struct picker *p, size_t begin, size_t end)
{
	struct frame f;

	framer_part(&p->fr, begin, end);
	for (size_t i = begin; i < end; i++) {
		struct value k = vector_value(&p->f->args[1], i, NULL);

		framer_at(&p->fr, i, &f);
		if (!k.is_null && k.i <= 0)
			return shade_fail(p->w->cx, SHADE_E_RANGE, p->f->e->span,
					  "nth_value() counts from 1, not %lld",
					  (long long)k.i);
		TRY(picker_put(p, k.is_null ? ROWS_NONE : nth_of(p, &f, (uint64_t)k.i),
			       false));
	}
	return SHADE_OK;
}

/* --- by name -------------------------------------------------------------- */

static const struct {
	const char *name;
	shade_status (*fn)(struct picker *p, size_t begin, size_t end);
} values[] = {
	{ "lag", lag },
	{ "lead", lead },
	{ "first_value", first_value },
	{ "last_value", last_value },
	{ "nth_value", nth_value },
};

shade_status win_value(struct win *w, struct win_func *f, bool *known)
{
	shade_status (*fn)(struct picker * p, size_t begin, size_t end) = NULL;
	struct picker *p;

	for (size_t i = 0; i < ARRAY_LEN(values); i++) {
		if (strcmp(f->e->call.row->name, values[i].name) == 0)
			fn = values[i].fn;
	}
	*known = fn && f->e->n_args > 0 && !f->e->call.filter && !f->e->call.distinct;
	if (!*known)
		return SHADE_OK;
	p = arena_new_of(w->arena, struct picker);
	p->w = w;
	p->f = f;
	p->use_dflt = arena_array(w->arena, bool, SHADE_BATCH_ROWS);
	if ((fn == lag || fn == lead) && f->e->n_args > 2)
		p->dflt = &f->args[2];
	TRY(framer_open(&p->fr, w, f));
	for (size_t i = 0; i < w->n_parts; i++) {
		TRY(fn(p, w->parts[i], w->parts[i + 1]));
		if ((i & 1023) == 0)
			TRY(cx_check_cancel(w->cx));
	}
	return p->n > 0 ? picker_flush(p) : SHADE_OK;
}
