/*
 * file_sink.h - rows to one file: private to connect/.
 */
#ifndef SHADE_CONNECT_FILE_SINK_H
#define SHADE_CONNECT_FILE_SINK_H

#include "format/format.h"

struct file_sink;

/* How files are written; options are the format's own and compression. */
struct file_sink_how {
	const struct format *format;
	const struct source_option *options;
	size_t n_options;
	const struct source_col *cols;
	size_t n_cols;
	struct span span;
	struct str base; /* a file whose text comes first; n 0: none */
	bool is_one_of_many; /* open it only while bytes are written */
};

shade_status file_sink_open(struct shade_cx *cx, struct str path,
			    const struct file_sink_how *how, struct file_sink **out);
shade_status file_sink_write(struct shade_cx *cx, struct file_sink *s,
			     const struct batch *b);
/* Make the file appear; frees the sink, also on failure. */
shade_status file_sink_finish(struct shade_cx *cx, struct file_sink *s);
void file_sink_abort(struct shade_cx *cx, struct file_sink *s); /* NULL is fine */

#endif
