/*
 * box.h - state of the box table.
 */
#ifndef SHADE_CMD_RENDER_BOX_H
#define SHADE_CMD_RENDER_BOX_H

#include "grid.h"

struct borders {
	const char *horizontal, *vertical, *cut, *more;
	size_t cut_cells;
	const char *top[3], *middle[3], *bottom[3];
};

struct bcol {
	size_t width;
	size_t left, right; /* around decimal points, point included right */
	bool is_right;
	char *name, *type; /* owned: as shown */
	size_t name_cells, type_cells;
};

/* An array whose rows from `first` on may be the tail. */
struct kept {
	struct ArrowArray array; /* owned */
	size_t first;
};

struct box {
	const struct borders *set;
	struct bcol *cols; /* owned */
	size_t *shown, n_shown; /* owned: numbers of the shown columns */
	size_t fold_at; /* shown columns left of the fold; 0: no fold */
	struct grid grid; /* owned: the first rows */
	size_t keep_rows; /* as many of them */
	struct kept *kept; /* owned */
	size_t n_kept, kept_rows;
	bool is_streaming; /* the header is out */
};

static inline void widen(size_t *to, size_t n)
{
	if (n > *to)
		*to = n;
}

/* Set widths and shown columns for the screen.  False: not even two columns
 * fit side by side. */
bool box_layout(struct render *r);

#endif
