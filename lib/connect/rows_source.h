/*
 * rows_source.h - a source over a few rows that exist already: what glob(),
 * read_text() and sniff_csv() return.
 */
#ifndef SHADE_CONNECT_ROWS_SOURCE_H
#define SHADE_CONNECT_ROWS_SOURCE_H

#include "source/registry.h"

/* rows: n_rows * n_cols values, row by row, flat types only; everything is in
 * cx->arena. */
struct source *rows_source_new(struct shade_cx *cx, const char *name,
			       const struct source_col *cols, size_t n_cols,
			       const struct value *rows, size_t n_rows);

#endif
