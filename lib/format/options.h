/*
 * options.h - reading name => value lists against rows of known options.
 */
#ifndef SHADE_FORMAT_OPTIONS_H
#define SHADE_FORMAT_OPTIONS_H

#include "format/hive.h"
#include "format/input.h"
#include "source/registry.h"

/* The row of an option, or an error that names the nearest one; who: "csv". */
shade_status option_find(struct shade_cx *cx, const char *who,
			 const struct source_option_row *rows, size_t n_rows,
			 const struct source_option *o, size_t *out);
bool option_is(const struct source_option_row *row, struct str name);
/* Names are alike without case, "_", "-" and ".". */
bool option_named(struct str name, const char *canonical);

/* An option that is known and not built: only false is taken. */
shade_status option_later(struct shade_cx *cx, const char *who,
			  const struct source_option *o);

/* An option of others that is always on here: only true is taken. */
shade_status option_always(struct shade_cx *cx, const char *who,
			   const struct source_option *o);

shade_status option_text(struct shade_cx *cx, const struct source_option *o,
			 struct str *out);
shade_status option_bool(struct shade_cx *cx, const struct source_option *o, bool *out);
/* Integer of at least min; "64MB" and the like when the text has a unit. */
shade_status option_int(struct shade_cx *cx, const struct source_option *o, int64_t min,
			int64_t *out);
/* One character, or none (empty text, NULL): 0. \t and the like are taken. */
shade_status option_char(struct shade_cx *cx, const struct source_option *o, int *out);
shade_status option_compression(struct shade_cx *cx, const struct source_option *o,
				enum compression *out);
shade_status option_encoding(struct shade_cx *cx, const struct source_option *o,
			     enum text_encoding *out);
/* A text or an array of texts. */
shade_status option_list(struct shade_cx *cx, const struct source_option *o,
			 struct str **out, size_t *n);
/* ROW or MAP of name: 'TYPE', or text "a INT, b VARCHAR". */
shade_status option_columns(struct shade_cx *cx, const struct source_option *o,
			    struct source_col **out, size_t *n);
shade_status option_hive(struct shade_cx *cx, const struct source_option *o,
			 struct hive_options *out);
shade_status option_hive_types(struct shade_cx *cx, const struct source_option *o,
			       struct hive_options *out);
shade_status option_hive_cast(struct shade_cx *cx, const struct source_option *o,
			      struct hive_options *out);
/* "\t" -> TAB, "\\" -> backslash. */
struct str option_unescape(struct arena *a, struct str s);

/* A type as text: INT, DECIMAL(10,2), ARRAY<INT>, ROW<a INT, b ARRAY<DATE>>,
 * MAP<VARCHAR, INT>, INT[]. */
shade_status type_from_text(struct shade_cx *cx, struct str text, struct span span,
			    const struct type **out);

#endif
