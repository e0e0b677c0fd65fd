/*
 * render.h - print a result as it comes.
 *
 * To add an output mode: a file with one `const struct renderer render_x`
 * and its line in renderers.def.
 */
#ifndef SHADE_CMD_RENDER_RENDER_H
#define SHADE_CMD_RENDER_RENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../out.h"
#include "../text.h"
#include "column.h"

enum expand { EXPAND_AUTO, EXPAND_ON, EXPAND_OFF };
enum wrap { WRAP_OFF, WRAP_CHAR, WRAP_WORD };

/* How results look; plain values, strings owned by the shell. */
struct looks {
	const struct renderer *mode;
	char *null_text; /* NULL: the mode's own */
	char *separator; /* NULL: the mode's own */
	char *table; /* insert: name of the table */
	bool header, types, footer;
	bool color, utf8;
	bool grouped; /* 1,234,567 for reading */
	bool nul_rows; /* rows end in NUL (-z) */
	enum expand expanded;
	enum wrap wrap;
	size_t max_rows; /* box: rows shown, 0: all */
	bool fits_rows; /* max_rows follows the terminal's height */
	bool has_tail; /* of them at the end; else half */
	size_t tail;
	size_t max_width; /* box: cells of one column, 0: no limit */
	size_t columns; /* of the terminal, 0: not a terminal */
	size_t *widths; /* owned: fixed widths, 0: by content */
	size_t n_widths;
};

/* How many of the rows shown are the last ones. */
static inline size_t looks_tail(const struct looks *l)
{
	if (!l->has_tail)
		return l->max_rows / 2;
	return l->tail < l->max_rows ? l->tail : l->max_rows;
}

struct render {
	const struct renderer *mode;
	const struct looks *looks;
	struct out *out;
	const struct ArrowSchema *schema; /* borrowed */
	size_t n_columns;
	struct column *columns; /* owned */
	struct view *views; /* owned; of the batch at hand */
	uint64_t n_rows; /* rows handed in so far */
	size_t n_shown_columns; /* less than n_columns: some were folded */
	uint64_t n_shown_rows; /* all ones: all */
	size_t n_lossy; /* values the format cannot hold */
	struct text scratch, scratch2; /* owned */
	void *state; /* owned: the mode's own, zeroed */
};

struct renderer {
	const char *name;
	size_t state_size;
	void (*begin)(struct render *r);
	/* views are bound to the array; it may be kept by moving it. */
	void (*rows)(struct render *r, struct ArrowArray *a);
	/* ok false: the result broke off; do not close what would look whole. */
	void (*end)(struct render *r, bool ok);
	/* Why it cannot print such a result, owned by the caller; NULL: it can.
	 * The function may be NULL, then it can print all. */
	char *(*problem)(const struct render *r, const struct ArrowSchema *s);
};

#define RENDERER(id, name, help) extern const struct renderer render_##id;
#include "renderers.def"
#undef RENDERER

/* Modes by number, NULL beyond the last. */
const struct renderer *renderer_at(size_t i, const char **help);
const struct renderer *renderer_find(const char *name);

/* False: *problem says why (owned by the caller). */
bool render_begin(struct render *r, struct out *out, const struct looks *looks,
		  const struct ArrowSchema *schema, char **problem);
/* Takes the array: releases it, or the mode keeps it. */
void render_rows(struct render *r, struct ArrowArray *a);
void render_end(struct render *r, bool ok);

/* The kind of a column's values, seen through a dictionary. */
enum kind column_kind(const struct column *c);

#endif
