/*
 * json_build.h - JSON values into vectors, nested ones included.
 *
 * A column lives as long as its worker and is refilled for each batch.  The
 * fields of a ROW are columns with the same row numbers; the elements of an
 * ARRAY are a column that grows.
 */
#ifndef SHADE_FORMAT_JSON_BUILD_H
#define SHADE_FORMAT_JSON_BUILD_H

#include "column/vector.h"
#include "format/csv_cells.h"
#include "format/json.h"

/* A key as it is expected in the text, quotes included. */
struct json_key {
	struct str text; /* "name" with its quotes, escapes as found */
	uint64_t word[2], mask[2]; /* its first 16 bytes */
	int col; /* index into cols; -1: skipped */
};

/* The order of keys seen last; looked at before any lookup. */
struct json_order {
	struct json_key *keys;
	size_t n, cap;
};

struct json_col {
	struct str name;
	const struct type *type;
	enum phys phys;
	bool is_wanted; /* false: known, but not read */
	struct vector *out; /* the vector handed out */
	void *data;
	uint64_t *valid;
	size_t cap; /* rows */
	size_t n; /* ARRAY's element column: rows used */
	struct json_col *children; /* type->n_children */
	struct json_order order; /* ROW: of its fields */
	struct csv_reading reading; /* text into other types */
};

struct json_build {
	struct shade_cx *cx;
	struct arena *arena; /* the worker's: columns */
	struct heap *heap; /* of the batch: unescaped text */
	struct arena *scratch; /* of the batch */
	const struct csv_options *text_options; /* for reading text */
	/* why the latest value was refused */
	struct json_col *bad_col;
	const char *bad_at, *bad_end;
	bool is_malformed;
	/* notes */
	bool has_duplicate, nomem;
	char unknown[64]; /* a key that is no column */
	size_t n_unknown;
};

/* Room for rows rows; columns of a worker, or fields of a ROW. */
bool json_col_init(struct json_build *b, struct json_col *c, struct str name,
		   const struct type *type, size_t rows);
/* Before a batch: everything NULL. */
void json_col_reset(struct json_col *c, size_t rows);
/* Make row i NULL again. */
void json_col_clear(struct json_col *c, size_t i);
/* The vector for n rows. */
void json_col_vector(struct json_col *c, size_t n, struct vector *out);

/*
 * The object at p into row i of the columns; returns behind it, NULL when
 * it is malformed or (bad_col set) a value does not fit its column.
 */
const char *json_object(struct json_build *b, struct json_order *order,
			struct json_col *cols, size_t n_cols, size_t i, const char *p,
			const char *e);
/* The value at p into row i; as above. */
const char *json_value(struct json_build *b, struct json_col *c, size_t i,
		       const char *p, const char *e);

#endif
