/*
 * partition.h - rows to files in folders named key=value: COPY .. TO
 * (PARTITION_BY ..).  Private to connect/.
 *
 * A failed statement takes back files and folders that it made.
 */
#ifndef SHADE_CONNECT_PARTITION_H
#define SHADE_CONNECT_PARTITION_H

#include "connect/file_sink.h"

struct partition_sink;

struct partition_options {
	struct str *keys;
	size_t n_keys;
	bool writes_keys; /* the columns stand in the files, too */
	bool may_have_files; /* the folder need not be empty */
	bool appends; /* under names that nobody has */
};

/* Take the options about folders out of the list; n_keys 0: no partitions. */
shade_status partition_options(struct shade_cx *cx, const struct source_option *options,
			       size_t n, struct source_option *rest, size_t *n_rest,
			       struct partition_options *out);
shade_status partition_open(struct shade_cx *cx, struct str path,
			    const struct partition_options *o,
			    const struct file_sink_how *how,
			    struct partition_sink **out);
shade_status partition_write(struct shade_cx *cx, struct partition_sink *s,
			     const struct batch *b);
/* Both free the sink. */
shade_status partition_finish(struct shade_cx *cx, struct partition_sink *s);
void partition_abort(struct shade_cx *cx, struct partition_sink *s);

#endif
