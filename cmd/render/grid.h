/*
 * grid.h - cells as they look on a screen, stored until widths are known.
 */
#ifndef SHADE_CMD_RENDER_GRID_H
#define SHADE_CMD_RENDER_GRID_H

#include "render.h"

enum { CELL_NULL = 1, CELL_POINT = 2 };

struct gcell {
	size_t at; /* of its bytes in grid.bytes */
	uint32_t n;
	uint32_t cells; /* width on the screen */
	uint32_t left; /* CELL_POINT: cells before the decimal point */
	uint8_t flags;
};

struct grid {
	struct text bytes; /* owned */
	struct gcell *v; /* owned; n_rows * n_columns, row by row */
	size_t n_columns, n_rows, cap;
};

void grid_init(struct grid *g, size_t n_columns);
void grid_release(struct grid *g);
/* Append row `row` of the render's bound views. */
void grid_add(struct grid *g, struct render *r, size_t row);

static inline struct gcell *grid_at(const struct grid *g, size_t row, size_t col)
{
	return &g->v[row * g->n_columns + col];
}

/*
 * Append how a value looks to t: control characters visible, text quoted
 * where it could be mistaken.  Fills all of *c but `at`.
 */
void show_cell(struct render *r, const struct view *v, size_t row, struct text *t,
	       struct gcell *c);
/* The same for a name or any other text; returns its cells. */
size_t show_text(struct text *t, const char *p, size_t n, bool utf8);

/*
 * The part of a shown text that stands on one line of `width` cells: its
 * bytes, its cells in *cells, and in *skip what lies between it and the next
 * line.  Breaks at blanks when by_word, and behind the mark of a newline.
 */
size_t wrap_line(const char *p, size_t n, size_t width, bool by_word, size_t *cells,
		 size_t *skip);

#endif
