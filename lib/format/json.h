/*
 * json.h - JSON files: one array, objects one a line or in a row.
 *
 * Opening infers columns from a sample; scanning expects each object's keys
 * in the order of the last one and falls back to a lookup.
 */
#ifndef SHADE_FORMAT_JSON_H
#define SHADE_FORMAT_JSON_H

#include "format/csv.h"
#include "format/input.h"
#include "format/json_text.h"
#include "source/source.h"

struct json_options {
	bool lines_only; /* format => 'newline_delimited' */
	bool array_only;
	bool as_text; /* no inference: one column json with each record */
	bool filename;
	bool auto_detect; /* false: columns are declared */
	enum csv_on_error on_error;
	struct input_as input;
	struct hive_options hive;
	int64_t sample_rows;
	size_t max_line;
	struct str date_format, timestamp_format;
	const struct source_col *declared;
	size_t n_declared;
	const struct source_col *overrides;
	size_t n_overrides;
};

void json_options_init(struct json_options *o);

enum json_layout {
	JSON_LINES, /* a record a line */
	JSON_VALUES, /* records in a row, blanks or commas between */
	JSON_ARRAY /* the same inside brackets */
};

struct json_file {
	struct str path;
	enum json_layout layout;
	size_t begin; /* offset of the first record */
	uint64_t line; /* its line */
	uint64_t size;
	double row_bytes;
	uint64_t n_rows;
	bool is_complete;
	/* not mapped: as in struct csv_file */
	_Atomic(bool) is_taken;
	struct input *input;
	struct buf *head; /* behind JSON_PAD bytes */
};

/* What values of one place in the records are. */
struct json_node {
	unsigned kinds; /* JSON_IS_* */
	size_t n; /* values seen, NULLs too */
	size_t n_objects;
	int int_digits, frac_digits;
	struct str name; /* of a field */
	struct json_node **fields;
	size_t n_fields, cap_fields;
	struct name_map *map; /* exact names: keys are case-sensitive */
	struct json_node *element;
};

enum {
	JSON_IS_NULL = 1,
	JSON_IS_BOOL = 2,
	JSON_IS_INT = 4,
	JSON_IS_HUGE = 8, /* integers of more than 18 digits */
	JSON_IS_FLOAT = 16,
	JSON_IS_STRING = 32, /* any text */
	JSON_IS_DATE = 64,
	JSON_IS_TIMESTAMP = 128,
	JSON_IS_OBJECT = 256,
	JSON_IS_ARRAY = 512,
	JSON_IS_LONG = 1024 /* more than 38 digits */
};

/* Add one value to what is known; depth bounds the recursion. */
void json_observe(struct arena *a, struct json_node *node, const char *p, const char *e,
		  int depth);
const struct type *json_node_type(struct arena *a, const struct json_node *node);

/* Behind the record at p, or NULL: malformed or cut off.  Blanks, and commas
 * where the layout has them, are before p no more. */
const char *json_record_end(enum json_layout layout, const char *p, const char *e);
/* Skip to the next record; e if there is none. */
const char *json_record_begin(enum json_layout layout, const char *p, const char *e);

struct json_source {
	struct source base;
	struct json_options options;
	struct json_file *files;
	size_t n_files;
	size_t n_data; /* columns before the hidden ones */
	struct hive hive;
	bool is_object; /* records are objects, columns are their fields */
};

shade_status json_source_open(struct shade_cx *cx, const struct str *paths,
			      size_t n_paths, struct span span,
			      const struct json_options *o, struct source **out);

extern const struct source_class json_source_class;

#endif
