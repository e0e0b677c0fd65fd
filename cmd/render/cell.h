/*
 * cell.h - one value as text.
 */
#ifndef SHADE_CMD_RENDER_CELL_H
#define SHADE_CMD_RENDER_CELL_H

#include <stddef.h>

#include "../text.h"
#include "column.h"

struct cell {
	const char *p;
	size_t n;
};

/* The bytes of a text or binary value, in place. */
struct cell cell_bytes(const struct view *v, size_t row);

/* A value of fixed width at p (PUT_MAX bytes of room); returns the end. */
char *put_fixed(char *p, const struct view *v, size_t row);

/*
 * Any value that is not NULL: numbers as they are, text unquoted, nested
 * values like [1, 2] and {a: 1}.  Bytes that had to be made go to scratch,
 * which is cleared first; others stay in the array.
 */
struct cell cell_text(const struct view *v, size_t row, struct text *scratch);

/* Append a value as JSON (also NULL, as null).  Counts in *n_lossy what JSON
 * cannot say: NaN, infinities, text that is not UTF-8. */
void cell_json(struct text *t, const struct view *v, size_t row, size_t *n_lossy);

/* Append text as a JSON string. */
void json_string(struct text *t, const char *p, size_t n, size_t *n_lossy);

/* Rows of a list's value: its children's begin and end. */
void list_range(const struct view *v, size_t row, size_t *begin, size_t *end);

#endif
