/*
 * flatbuf.h - just enough FlatBuffers to write Arrow's messages.
 *
 * (https://flatbuffers.dev/internals.html)  Written front to back: a table
 * first, with its references left open, then what they point to, each closed
 * by fb_point().  Positions count from the start of the text.
 */
#ifndef SHADE_CMD_RENDER_FLATBUF_H
#define SHADE_CMD_RENDER_FLATBUF_H

#include <stddef.h>
#include <stdint.h>

#include "../text.h"

#define FB_MOST_FIELDS 8

/* A field of a table by its number in the schema; size 0: left out. */
struct fb_field {
	uint8_t size; /* 1, 2, 4 or 8 bytes; a reference has 4 */
	int64_t value;
};

/* Returns the table's position; where each field lies goes to at[]. */
size_t fb_table(struct text *t, const struct fb_field *fields, size_t n, size_t *at);
/* Close the reference at `at`: it means the object at `target` behind it. */
void fb_point(struct text *t, size_t at, size_t target);
/* A vector's head for n elements of that alignment (4 or 8); returns its
 * position, the elements come next. */
size_t fb_vector(struct text *t, size_t n, size_t align);
size_t fb_string(struct text *t, const char *z);
void fb_add(struct text *t, uint64_t value, size_t size); /* little endian */
/* Zeros until the length is `rest` beyond a multiple of align. */
void fb_pad(struct text *t, size_t align, size_t rest);

#endif
