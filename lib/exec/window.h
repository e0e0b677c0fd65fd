/*
 * window.h - window functions over rows sorted by partition and order.
 *
 * op_window.c keeps the input and sorts it once for each different (PARTITION
 * BY, ORDER BY); the functions of that pair then fill their columns in
 * sorted order, partition by partition.
 */
#ifndef SHADE_EXEC_WINDOW_H
#define SHADE_EXEC_WINDOW_H

#include "exec/agg.h"
#include "exec/op.h"
#include "exec/sort.h"

/* The rows in sorted order; positions are places in that order. */
struct win {
	struct shade_cx *cx;
	struct arena *arena; /* as long as this sorting is in use */
	size_t n;
	const uint32_t *order; /* position to row */
	uint32_t *parts; /* first position of each partition, then n */
	size_t n_parts;
	uint64_t *peer_start; /* bit: first of its peers */
	const struct rows *rows;
	const struct window_spec *spec;
};

/* One function: where its arguments are in the rows, and its result. */
struct win_func {
	const struct expr *e;
	size_t *cols; /* arguments, filter */
	size_t order_col; /* the order key, start and end bounds of RANGE */
	size_t start_col, end_col;
	struct vector *args; /* arguments and filter in sorted order */
	struct colbuf result; /* in sorted order */
	struct strheap heap;
	struct vector *buf; /* results not yet in result */
	size_t n_buf;
};

/* --- results, one position after the other -------------------------------- */

shade_status win_flush(struct win *w, struct win_func *f);
static inline shade_status win_room(struct win *w, struct win_func *f)
{
	return f->n_buf == SHADE_BATCH_ROWS ? win_flush(w, f) : SHADE_OK;
}
shade_status win_put_int(struct win *w, struct win_func *f, int64_t v);
shade_status win_put_double(struct win *w, struct win_func *f, double v);

/* --- partitions ----------------------------------------------------------- */

static inline bool win_is_peer_start(const struct win *w, size_t i)
{
	return w->peer_start[i >> 6] >> (i & 63) & 1;
}

/* The partition of each row, numbered by first appearance; cols: the keys. */
shade_status win_partition_ids(struct win *w, const size_t *cols, struct vector *out);
/* The end of the peers of position i, at most end. */
size_t win_peers_end(const struct win *w, size_t i, size_t end);
size_t win_peers_begin(const struct win *w, size_t i, size_t begin);

/* --- frames --------------------------------------------------------------- */

/* Rows of a partition that a function sees for one row: up to three pieces,
 * in order. */
struct frame {
	size_t n;
	struct {
		size_t begin, end;
	} piece[3];
};

struct framer {
	struct win *w;
	struct win_func *f;
	size_t begin, end; /* the partition */
	struct vector key, start, end_bound; /* RANGE with distances, sorted order */
	bool has_range;
	/* GROUPS: first position of each group of peers in the partition */
	uint32_t *groups;
	size_t n_groups, cap_groups, group;
	size_t last_start, last_end; /* bounds only move forward */
};

shade_status framer_open(struct framer *fr, struct win *w, struct win_func *f);
/* Start with a partition. */
void framer_part(struct framer *fr, size_t begin, size_t end);
/* The frame of position i; positions are asked for in order. */
void framer_at(struct framer *fr, size_t i, struct frame *out);
/* Bounds without exclusion. */
void framer_bounds(struct framer *fr, size_t i, size_t *begin, size_t *end);

/* --- the functions -------------------------------------------------------- */

/* *known = false: not a function of this family. */
shade_status win_rank(struct win *w, struct win_func *f, bool *known);
shade_status win_value(struct win *w, struct win_func *f, bool *known);
shade_status win_aggregate(struct win *w, struct win_func *f);

/* A value for each row, brought into sorted order. */
shade_status win_in_order(struct win *w, const struct vector *all, struct vector *out);
/* A column of the rows in sorted order. */
shade_status win_sorted_col(struct win *w, size_t col, struct vector *out);
/* Rows [at, at+n) of a flat vector; bitmap into the arena if it must move. */
void win_slice(const struct vector *v, size_t at, size_t n, struct vector *out,
	       struct arena *a);

#endif
