/*
 * jointable.h - the build side of a hash join.
 *
 * Key columns become one 64-bit code a row: the value itself when it fits
 * (then equal codes are equal keys), else a hash (then keys are compared).
 * Codes are found in an open table, or in an array when they are dense
 * integers.  Rows of equal code form a chain in row order.
 */
#ifndef SHADE_EXEC_JOINTABLE_H
#define SHADE_EXEC_JOINTABLE_H

#include "column/rows.h"
#include "expr/expr.h"

struct join_keys {
	size_t n;
	const struct type **types;
	uint64_t null_safe; /* bit i: NULL matches NULL */
	bool exact; /* codes are values */
	uint8_t shift[8]; /* exact: first bit of each key */
	bool packed; /* counted from the smallest value of the kept rows */
	unsigned bits; /* packed: of all keys together, at most 63 */
	int64_t lo[8]; /* packed: smallest value; largest minus smallest */
	uint64_t span[8];
};

struct join_slot {
	uint64_t code;
	uint32_t head; /* row + 1; 0: empty */
	uint32_t unused;
};

struct join_table {
	struct join_keys keys;
	struct budget *budget;
	size_t n; /* build rows */
	struct vector *key_vecs; /* all build rows */
	struct buf *slots;
	size_t mask;
	unsigned shift;
	struct buf *array; /* uint32_t heads (row + 1) by code - lo, or NULL */
	uint64_t lo, array_n;
	struct buf *bits; /* a bit for each code from lo on with a row, or NULL */
	uint64_t n_bits;
	struct buf *next; /* uint32_t by row: row + 1, 0 ends; NULL: all unique */
	bool has_null; /* a row with a NULL in a key that is not null-safe */
	size_t bytes;
};

void join_keys_init(struct join_keys *k, struct arena *a, size_t n,
		    struct expr *const *exprs, uint64_t null_safe);
/* The bounds of a flat vector of n integers: the smallest, and how far the
 * largest is from it; false: another type, or only NULLs. */
bool key_range(const struct vector *v, size_t n, int64_t *lo, uint64_t *span);
/* Pack several integer keys by the values of the n kept rows, if they fit. */
void join_keys_pack(struct join_keys *k, const struct vector *vecs, size_t n);
/* codes[i] of rows; valid: bitmap, cleared where a key is NULL and not null-safe
 * (*has_null then).  Vectors of any form, n at most SHADE_BATCH_ROWS. */
void join_codes(const struct join_keys *k, const struct vector *const *vecs, size_t n,
		uint64_t *codes, uint64_t *valid, bool *has_null);
/* The rows must live as long; arena: of the operator. */
shade_status join_table_build(struct shade_cx *cx, struct join_table *t,
			      const struct join_keys *keys, const struct rows *rows,
			      const size_t *key_cols, struct arena *arena);
void join_table_free(struct join_table *t);
/* heads[i]: first row with that code, or ROWS_NONE. */
void join_probe(const struct join_table *t, const uint64_t *codes,
		const uint64_t *valid, size_t n, uint32_t *heads);
/* hit[i]: is there a row with that code?  Exact keys only. */
void join_probe_any(const struct join_table *t, const uint64_t *codes,
		    const uint64_t *valid, size_t n, uint8_t *hit);
/* The row itself, or the next of its chain whose keys equal row i of vecs. */
uint32_t join_match(const struct join_table *t, uint32_t row,
		    const struct vector *const *vecs, size_t i);

static inline uint32_t join_after(const struct join_table *t, uint32_t row)
{
	/* 0 - 1 is ROWS_NONE */
	return t->next ? ((const uint32_t *)(const void *)t->next->p)[row] - 1
		       : ROWS_NONE;
}

#endif
