/*
 * csv_cells.h - from fields of text to values of columns.
 */
#ifndef SHADE_FORMAT_CSV_CELLS_H
#define SHADE_FORMAT_CSV_CELLS_H

#include "column/vector.h"
#include "format/csv.h"
#include "type/tz.h"

/* A field without quotes, blanks or CR. */
struct csv_text {
	const char *p, *e;
	bool quoted;
	bool escaped; /* quotes inside are doubled: csv_unescape */
};

/* [s, e) is what stands between separators; last: a CR may end it. */
struct csv_text csv_text_of(const struct csv_dialect *d, const char *s, const char *e,
			    bool last);
/* Write the value to dst (room for e - p bytes); returns its length. */
size_t csv_unescape(const struct csv_dialect *d, struct csv_text t, char *dst);

/* How text of one column is read. */
struct csv_reading {
	const struct csv_dialect *dialect;
	const struct csv_options *options;
	const struct type *type;
	struct date_style date;
	enum phys phys;
	struct shade_cx *cx; /* for casts of rare types */
	struct arena *scratch; /* reset by the owner */
	bool *nomem; /* set when the heap refuses */
	const struct zone *zone; /* for times without one in an LTZ column */
};

/* The type that one text would get by inference. */
const struct type *csv_type_of_text(struct arena *a, const struct csv_options *o,
				    struct csv_text t);

enum cell { CELL_OK, CELL_NULL, CELL_BAD };

/* Any type; slot is the value's place in the column, strings borrow from the
 * text or the heap. */
enum cell csv_cell(const struct csv_reading *r, struct csv_text t, struct heap *heap,
		   void *slot);

/* Rows of one block, made of index entries. */
struct csv_rows {
	const char *p; /* the block */
	const uint32_t *v; /* entries; v[-1] is 0 */
	const uint32_t *first; /* first entry of each row */
	const uint16_t *n_fields; /* NULL: all rows are complete */
	size_t n;
	bool has_quotes;
};

/* One column of n rows from row at on. */
struct csv_column {
	const struct csv_rows *rows;
	const struct csv_reading *reading;
	size_t at, n;
	size_t field;
	size_t width; /* of the separator behind the field */
	bool last; /* CR may stand before it */
	struct heap *heap;
	void *data;
	uint64_t *valid; /* all ones before */
	uint64_t *bad; /* rows that do not fit are set; others untouched */
	bool has_null, has_bad;
};

void csv_column_read(struct csv_column *c);
/* [s, e) of a field of row i of the block. */
void csv_field_range(const struct csv_rows *rows, size_t row, size_t field,
		     size_t width, const char **s, const char **e);

#endif
