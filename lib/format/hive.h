/*
 * hive.h - folders named key=value, as Hive, Spark and Flink write them: each
 * key is a column of every row in the files below.
 */
#ifndef SHADE_FORMAT_HIVE_H
#define SHADE_FORMAT_HIVE_H

#include "source/source.h"

enum hive_mode {
	HIVE_AUTO, /* if all files have the same keys */
	HIVE_OFF,
	HIVE_ON /* files whose keys differ are an error */
};

struct hive_options {
	enum hive_mode mode;
	bool as_text; /* no inference of types */
	const struct source_col *types; /* of some keys */
	size_t n_types;
};

struct hive_key {
	struct str name;
	const struct type *type;
	size_t col; /* column of the source that it fills */
};

struct hive {
	struct hive_key *keys; /* in the order of the path */
	size_t n_keys;
	struct value *values; /* of file f: values[f * n_keys ...] */
};

shade_status hive_find(struct shade_cx *cx, const struct str *paths, size_t n_paths,
		       struct span span, const struct hive_options *o,
		       struct hive *out);
/*
 * Give each key its column: one of the first n_data that has its name, or a new
 * one behind *n_cols, for which there must be room.  Declared columns keep their
 * types, others take the key's.
 */
shade_status hive_columns(struct shade_cx *cx, struct hive *h, size_t n_paths,
			  struct span span, struct source_col *cols, size_t n_data,
			  bool is_declared, size_t *n_cols);
bool hive_has_key(const struct hive *h, struct str name);
/* What a column is in all rows of a file; NULL: no key fills it. */
const struct value *hive_value(const struct hive *h, size_t file, size_t col);
/* Can no row of the file pass the bounds? */
bool hive_excludes(const struct hive *h, size_t file, const struct scan_request *req);

#endif
