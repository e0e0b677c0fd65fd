/*
 * column.h - an Arrow result seen as columns of cells.
 *
 * A struct column describes one column (from ArrowSchema) and owns its
 * strings and children.  A struct view points into one ArrowArray and is
 * bound again for each batch; it owns nothing but its children's array.
 */
#ifndef SHADE_CMD_RENDER_COLUMN_H
#define SHADE_CMD_RENDER_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shade.h"

enum kind {
	K_NULL,
	K_BOOL,
	K_I8,
	K_I16,
	K_I32,
	K_I64,
	K_U8,
	K_U16,
	K_U32,
	K_U64,
	K_F32,
	K_F64,
	K_DECIMAL,
	K_DATE32,
	K_DATE64,
	K_TIME32,
	K_TIME64,
	K_TIMESTAMP,
	K_DURATION,
	K_MONTHS,
	K_DAY_TIME,
	K_MONTH_DAY_NANO,
	K_UTF8, /* from here: not of fixed width */
	K_LARGE_UTF8,
	K_UTF8_VIEW,
	K_BINARY,
	K_LARGE_BINARY,
	K_BINARY_VIEW,
	K_FIXED_BINARY,
	K_LIST, /* from here: nested */
	K_LARGE_LIST,
	K_FIXED_LIST,
	K_STRUCT,
	K_MAP
};

struct column {
	char *name; /* owned */
	char *type; /* owned: SQL type name, as written in a cast */
	char *zone; /* owned: of a timestamp; NULL: without time zone */
	enum kind kind;
	int32_t scale; /* decimals */
	int64_t unit; /* of a time: parts of a second; of a fixed list: its size */
	bool is_json; /* text that is JSON already */
	size_t n_kids;
	struct column *kids; /* owned */
	struct column *dict; /* owned: of the values, if dictionary-encoded */
};

struct view {
	const struct column *col;
	const uint8_t *valid; /* NULL: no NULLs */
	const void *data; /* fixed-width values, or offsets, or string views */
	const char *bytes; /* of variable-width values */
	const void *const *buffers; /* further buffers of string views */
	int64_t offset; /* of row 0 inside the buffers */
	bool all_null;
	size_t n_kids;
	struct view *kids; /* owned */
	struct view *dict; /* owned */
};

/* False: the format is not known, *problem says which (owned by caller). */
bool column_init(struct column *c, const struct ArrowSchema *s, char **problem);
/* Show its timestamps with time zone in that zone. */
void column_set_zone(struct column *c, const char *zone);
void column_release(struct column *c);

void view_init(struct view *v, const struct column *c);
/* Point at an array; rows are counted from `first` of the array. */
void view_bind(struct view *v, const struct ArrowArray *a, int64_t first);
void view_release(struct view *v);

static inline bool is_text_kind(enum kind k)
{
	return k >= K_UTF8 && k <= K_UTF8_VIEW;
}

static inline bool is_binary_kind(enum kind k)
{
	return k >= K_BINARY && k <= K_FIXED_BINARY;
}

static inline bool is_nested_kind(enum kind k)
{
	return k >= K_LIST;
}

static inline bool is_number_kind(enum kind k)
{
	return k >= K_I8 && k <= K_DECIMAL;
}

static inline bool view_is_null(const struct view *v, size_t row)
{
	size_t at = row + (size_t)v->offset;

	if (v->valid && !(v->valid[at >> 3] >> (at & 7) & 1))
		return true;
	return v->all_null;
}

#endif
