/*
 * segment.h - a row group of a table in memory, with row ids and deletions.
 *
 * Segments are immutable and refcounted; deleting rows makes a copy that
 * shares the group and the ids.  A version of a table is a list of them.
 */
#ifndef SHADE_CATALOG_SEGMENT_H
#define SHADE_CATALOG_SEGMENT_H

#include "column/rowset.h"

struct segment {
	_Atomic(uint32_t) refs;
	struct budget *budget;
	struct rowgroup *group; /* counted */
	size_t n; /* rows in the group, deleted ones too */
	struct buf *ids; /* int64_t row ids; NULL: first_id, first_id + 1, .. */
	int64_t first_id;
	int64_t min_id, max_id;
	struct buf *by_id; /* uint32_t positions sorted by id; made on demand */
	struct buf *deleted; /* bitmap, bit set: row is gone; NULL: none is */
	size_t n_deleted;
	/* What the catalog's file holds already: the rows (stored) and the
	 * deletions among them (n_stored_deleted of them). */
	bool stored;
	struct buf *stored_deleted;
	size_t n_stored_deleted;
};

/* Takes the reference to the group and ids (may be NULL); NULL: out of memory
 * (the references are given back). */
struct segment *segment_new_take(struct budget *budget, struct rowgroup *group,
				 struct buf *ids, int64_t first_id);
struct segment *segment_ref(struct segment *s);
void segment_unref(struct segment *s); /* NULL is fine */
/* A copy whose deletion bitmap may be written. */
struct segment *segment_dup(const struct segment *s);

static inline int64_t segment_id(const struct segment *s, size_t row)
{
	return s->ids ? ((const int64_t *)(const void *)s->ids->p)[row]
		      : s->first_id + (int64_t)row;
}

static inline bool segment_is_deleted(const struct segment *s, size_t row)
{
	return s->deleted &&
	       ((const uint64_t *)(const void *)s->deleted->p)[row >> 6] >> (row & 63) &
		       1;
}

static inline bool segment_is_deleted_in_file(const struct segment *s, size_t row)
{
	return s->stored_deleted &&
	       ((const uint64_t *)(const void *)s->stored_deleted->p)[row >> 6] >>
			       (row & 63) &
		       1;
}

/* Position of the living row with that id, or SIZE_MAX. */
size_t segment_find(struct segment *s, int64_t id);
/* Only on a segment_dup that nobody else sees. */
void segment_delete(struct segment *s, size_t row);
/* Remember that the file now holds the rows and deletions of s. */
void segment_set_stored(struct segment *s);
/* Living rows of rows [at, at+n) into sel, relative to at; returns how many,
 * or n with sel untouched when none is deleted. */
size_t segment_select(const struct segment *s, size_t at, size_t n, uint16_t *sel);

#endif
