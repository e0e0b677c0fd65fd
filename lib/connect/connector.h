/*
 * connector.h - what CREATE TABLE .. WITH ('connector' = ..) can name.
 *
 * To add a connector: a file with its open function and a row in
 * connectors.def.
 */
#ifndef SHADE_CONNECT_CONNECTOR_H
#define SHADE_CONNECT_CONNECTOR_H

#include "source/registry.h"

struct connector_args {
	const struct source_option *options; /* all of them, connector too */
	size_t n_options;
	const struct source_col *cols; /* declared */
	size_t n_cols;
	struct span span;
};

typedef shade_status (*connector_open)(struct shade_cx *cx,
				       const struct connector_args *args,
				       struct source **out);

#define CONNECTOR(name, fn, doc)                                                \
	shade_status fn(struct shade_cx *cx, const struct connector_args *args, \
			struct source **out);
#include "connect/connectors.def"
#undef CONNECTOR

#endif
