/*
 * picture.h - a source line with marks under a span, behind a gutter.
 */
#ifndef SHADE_CMD_PICTURE_H
#define SHADE_CMD_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

struct picture {
	const char *line; /* the line without its newline */
	size_t n;
	size_t begin, end; /* bytes to mark; end <= begin marks one cell */
	size_t number; /* line number for the gutter */
	size_t columns; /* cut the line to about this many cells */
	bool utf8, color;
};

/* Width of the gutter for a line number. */
size_t picture_gutter(size_t number);
void picture_draw(struct text *t, const struct picture *pic);
/* `  = hint`, aligned with a picture's gutter. */
void picture_hint(struct text *t, size_t gutter, const char *hint);
/* Append bytes with control characters and bad UTF-8 made visible; returns
 * the cells that they take when printed. */
size_t picture_escape(struct text *t, const char *p, size_t n, bool utf8);

#endif
