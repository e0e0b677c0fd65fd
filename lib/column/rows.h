/*
 * rows.h - rows that an operator keeps: contiguous columns, any row
 * reachable by its number.
 *
 * Sorts, join builds, windows and materialised inputs keep their rows here.
 * Row numbers are 32 bits: at most ROWS_MAX rows.
 */
#ifndef SHADE_COLUMN_ROWS_H
#define SHADE_COLUMN_ROWS_H

#include "column/colbuf.h"

#define ROWS_MAX ((size_t)UINT32_MAX - 1)
#define ROWS_NONE UINT32_MAX

struct rows {
	size_t n_cols;
	struct colbuf *cols; /* owned */
	struct strheap heap;
	size_t n;
	struct budget *budget; /* counted */
};

/* NULL: out of memory.  The types are borrowed. */
struct rows *rows_new(struct budget *budget, size_t n_cols,
		      const struct type *const *types);
void rows_free(struct rows *r); /* NULL is fine */
/* Copy the (selected) rows of a batch to the end. */
shade_status rows_append(struct shade_cx *cx, struct rows *r, const struct batch *b);
/* Copy n rows of loose vectors to the end; all columns or none. */
shade_status rows_append_cols(struct shade_cx *cx, struct rows *r,
			      const struct vector *const *cols, const uint16_t *sel,
			      size_t n);
/* Put all rows of src behind; src is freed. */
shade_status rows_concat_take(struct shade_cx *cx, struct rows *r, struct rows *src);
/* Columns [first, first+n_cols) of rows [at, at+n) as vectors; no copy. */
void rows_view(const struct rows *r, size_t at, size_t n, size_t first, size_t n_cols,
	       struct vector *cols, struct arena *a);
/* All rows of one column as a vector. */
void rows_col(const struct rows *r, size_t col, struct vector *out, struct arena *a);
size_t rows_bytes(const struct rows *r);

#endif
