/*
 * sink.h - where rows go outside the catalog: COPY .. TO, INSERT into a
 * filesystem table, .once FILE.
 *
 * A plain file is written under a temporary name and renamed by
 * sink_finish, so a failed statement leaves nothing behind.
 */
#ifndef SHADE_SOURCE_SINK_H
#define SHADE_SOURCE_SINK_H

#include "source/registry.h"

struct sink;

/*
 * path: file, "-" or "/dev/stdout" (the open stream, never truncated).
 * format n == 0: by extension (.csv .tsv .json .jsonl .ndjson, then .gz
 * .zst).  Options: header, delim, quote, escape, null, array, overwrite ...;
 * unknown ones are errors with the nearest name.
 */
shade_status sink_open(struct shade_cx *cx, struct str path, struct str format,
		       const struct source_option *options, size_t n_options,
		       const struct source_col *cols, size_t n_cols, struct span span,
		       struct sink **out);
/*
 * INSERT into a table WITH ('connector' = ..): a further file of its folder, or
 * the rows behind those of its file.  overwrite: what was there goes when the
 * new file is there.
 */
shade_status sink_open_connector(struct shade_cx *cx,
				 const struct source_option *options, size_t n_options,
				 const struct source_col *cols, size_t n_cols,
				 bool overwrite, struct span span, struct sink **out);
/* The columns are those of sink_open, in order and type. */
shade_status sink_write(struct shade_cx *cx, struct sink *s, const struct batch *b);
/* Make the file appear; frees the sink, also on failure. */
shade_status sink_finish(struct shade_cx *cx, struct sink *s, uint64_t *n_rows);
/* Leave nothing behind; NULL is fine. */
void sink_abort(struct shade_cx *cx, struct sink *s);

#endif
