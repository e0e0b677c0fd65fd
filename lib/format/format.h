/*
 * format.h - file formats: how to open files of one as a source, and how to
 * write one.
 *
 * To add a format: a struct format, its options as rows, and a line in
 * formats.def.
 */
#ifndef SHADE_FORMAT_FORMAT_H
#define SHADE_FORMAT_FORMAT_H

#include "base/io.h"
#include "source/registry.h"

struct format_files {
	const struct str *paths; /* at least one; may be "-" */
	size_t n_paths;
	struct span span;
	const struct source_option *options;
	size_t n_options;
	const struct source_col *declared; /* names and types rule; n 0: sniff */
	size_t n_declared;
};

struct format_writer; /* the format's own */

struct format_writer_class {
	const struct source_option_row *options;
	size_t n_options;
	/* Write what comes before the rows. */
	shade_status (*open)(struct shade_cx *cx, struct writer *to,
			     const struct source_option *options, size_t n_options,
			     const struct source_col *cols, size_t n_cols,
			     struct format_writer **out);
	shade_status (*write)(struct shade_cx *cx, struct format_writer *w,
			      const struct batch *b);
	/* What comes after the rows; the writer stays open. */
	shade_status (*finish)(struct shade_cx *cx, struct format_writer *w);
	/* Free; after finish or instead of it. */
	void (*close)(struct format_writer *w);
};

struct format {
	const char *name;
	const char *extensions; /* "csv|txt" */
	const char *doc;
	const struct source_option_row *options;
	size_t n_options;
	shade_status (*open)(struct shade_cx *cx, const struct format_files *f,
			     struct source **out);
	const struct format_writer_class *writer; /* NULL: read only */
};

/* NULL: no such format.  "ndjson" and "jsonl" are json, "text" is no format. */
const struct format *format_by_name(struct str name);
/* By the extension, compression suffixes (.gz .zst) left out; NULL: none. */
const struct format *format_by_path(struct str path);
/* All names, for messages. */
struct str format_names(struct arena *a);

#endif
