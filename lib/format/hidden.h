/*
 * hidden.h - what every file source has besides its data: the columns
 * _file, _line, _offset, _raw, and the note about rejected rows.
 */
#ifndef SHADE_FORMAT_HIDDEN_H
#define SHADE_FORMAT_HIDDEN_H

#include "format/hive.h"

enum hidden_col {
	HIDDEN_FILE, /* VARCHAR: path as opened */
	HIDDEN_LINE, /* BIGINT: 1-based line where the row begins */
	HIDDEN_OFFSET, /* BIGINT: byte offset of the row in the text */
	HIDDEN_RAW, /* VARCHAR: the row as found */
	HIDDEN_COUNT
};

/* Write the HIDDEN_COUNT columns behind the data columns. */
void hidden_cols(struct source_col *cols);
/* Is the column the same in all rows of a file: its path, or a key of its folder? */
bool hidden_constant(const struct hive *h, size_t n_data, size_t file, struct str path,
		     size_t col, struct value *out);
/* "2 of 30002 rows of "x.csv" rejected (.rejects shows them)" */
void hidden_note_rejects(struct shade_cx *cx, struct str path, size_t n_files,
			 uint64_t bad, uint64_t rows);

#endif
