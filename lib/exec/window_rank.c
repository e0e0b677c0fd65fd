/*
 * window_rank.c - functions of a row's place alone.
 */
#include "exec/window.h"

typedef shade_status (*rank_fn)(struct win *w, struct win_func *f, size_t begin,
				size_t end);

static shade_status row_number(struct win *w, struct win_func *f, size_t begin,
			       size_t end)
{
	for (size_t i = begin; i < end; i++)
		TRY(win_put_int(w, f, (int64_t)(i - begin + 1)));
	return SHADE_OK;
}

static shade_status rank(struct win *w, struct win_func *f, size_t begin, size_t end)
{
	int64_t now = 1;

	for (size_t i = begin; i < end; i++) {
		if (win_is_peer_start(w, i))
			now = (int64_t)(i - begin + 1);
		TRY(win_put_int(w, f, now));
	}
	return SHADE_OK;
}

static shade_status dense_rank(struct win *w, struct win_func *f, size_t begin,
			       size_t end)
{
	int64_t now = 0;

	for (size_t i = begin; i < end; i++) {
		now += win_is_peer_start(w, i);
		TRY(win_put_int(w, f, now));
	}
	return SHADE_OK;
}

static shade_status percent_rank(struct win *w, struct win_func *f, size_t begin,
				 size_t end)
{
	double n = (double)(end - begin), now = 0;

	for (size_t i = begin; i < end; i++) {
		if (win_is_peer_start(w, i))
			now = n > 1 ? (double)(i - begin) / (n - 1) : 0;
		TRY(win_put_double(w, f, now));
	}
	return SHADE_OK;
}

static shade_status cume_dist(struct win *w, struct win_func *f, size_t begin,
			      size_t end)
{
	double n = (double)(end - begin), now = 0;

	for (size_t i = begin; i < end; i++) {
		if (win_is_peer_start(w, i))
			now = (double)(win_peers_end(w, i, end) - begin) / n;
		TRY(win_put_double(w, f, now));
	}
	return SHADE_OK;
}

/* The first (rows mod tiles) tiles have one row more. */
static shade_status ntile(struct win *w, struct win_func *f, size_t begin, size_t end)
{
	uint64_t n = end - begin;

	for (size_t i = begin; i < end; i++) {
		struct value v = vector_value(&f->args[0], i, NULL);
		uint64_t tiles, small, large_rows, row = i - begin;

		if (v.is_null) {
			TRY(win_room(w, f));
			validity_clear(vector_validity(w->arena, f->buf,
						       SHADE_BATCH_ROWS),
				       f->n_buf);
			TRY(win_put_int(w, f, 0));
			continue;
		}
		if (v.i <= 0)
			return shade_fail(w->cx, SHADE_E_RANGE, f->e->span,
					  "ntile() needs a positive number of tiles, "
					  "not %lld",
					  (long long)v.i);
		tiles = (uint64_t)v.i;
		small = n / tiles;
		large_rows = (n % tiles) * (small + 1);
		if (row < large_rows)
			row = row / (small + 1);
		else
			row = n % tiles + (row - large_rows) / (small ? small : 1);
		TRY(win_put_int(w, f, (int64_t)row + 1));
	}
	return SHADE_OK;
}

static const struct {
	const char *name;
	rank_fn fn;
} ranks[] = {
	{ "row_number", row_number }, { "rank", rank },
	{ "dense_rank", dense_rank }, { "percent_rank", percent_rank },
	{ "cume_dist", cume_dist },   { "ntile", ntile },
};

shade_status win_rank(struct win *w, struct win_func *f, bool *known)
{
	rank_fn fn = NULL;

	for (size_t i = 0; i < ARRAY_LEN(ranks); i++) {
		if (strcmp(f->e->call.row->name, ranks[i].name) == 0)
			fn = ranks[i].fn;
	}
	*known = fn != NULL;
	for (size_t p = 0; fn && p < w->n_parts; p++) {
		TRY(fn(w, f, w->parts[p], w->parts[p + 1]));
		if ((p & 1023) == 0)
			TRY(cx_check_cancel(w->cx));
	}
	return fn ? win_flush(w, f) : SHADE_OK;
}
