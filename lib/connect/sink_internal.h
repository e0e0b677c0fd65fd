/*
 * sink_internal.h - what a sink is made of.  Private to connect/.
 */
#ifndef SHADE_CONNECT_SINK_INTERNAL_H
#define SHADE_CONNECT_SINK_INTERNAL_H

#include "connect/folder.h"
#include "connect/partition.h"
#include "source/sink.h"

struct sink {
	struct file_sink *file; /* one of the two */
	struct partition_sink *parts;
	uint64_t n_rows;
	/* INSERT: what goes when the file is there, in the statement's arena */
	struct str *replaced;
	size_t n_replaced;
	struct folder_log made; /* what an abort takes back */
};

#endif
