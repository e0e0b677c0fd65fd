/*
 * sort.h - the order of kept rows.
 *
 * Keys are packed into one or two words that compare like the keys do
 * (integers by their range, strings by their first bytes); short packed
 * keys are sorted by radix, the rest by merging with a comparison that
 * looks at the columns only when the words tie.  Equal rows keep their
 * order.
 */
#ifndef SHADE_EXEC_SORT_H
#define SHADE_EXEC_SORT_H

#include "column/rows.h"

struct sort_col {
	struct vector vec; /* flat, all rows */
	bool desc, nulls_first;
};

/* order: a new buf of n uint32_t, row numbers in sorted order. */
shade_status sort_rows(struct shade_cx *cx, const struct sort_col *cols, size_t n_cols,
		       size_t n, struct buf **order);
/* The order of two rows by all columns: -1, 0, 1. */
int sort_compare(const struct sort_col *cols, size_t n_cols, size_t a, size_t b);

#endif
