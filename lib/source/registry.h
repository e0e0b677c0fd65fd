/*
 * registry.h - the door from the binder to files, table functions and
 * connectors.
 *
 * The rows are static tables in lib/connect (functions.def, formats.def,
 * connectors.def), and so are the functions declared here: whoever includes
 * this header needs to know nothing of lib/connect or lib/format.
 * Everything made lives in cx->arena; a source's release runs when the
 * statement ends.
 */
#ifndef SHADE_SOURCE_REGISTRY_H
#define SHADE_SOURCE_REGISTRY_H

#include "source/source.h"

/* name => value, or 'key' = 'value' (then the value is a VARCHAR). */
struct source_option {
	struct str name; /* as typed; matched without case, _ - . alike */
	struct span span;
	struct value value; /* folded: any type, ROW and MAP literals too */
};

/* A call of a table function: arguments are folded constants. */
struct source_call {
	struct str name; /* as typed */
	struct span span;
	const struct value *args; /* by position */
	const struct span *arg_spans;
	size_t n_args;
	const struct source_option *options; /* by name */
	size_t n_options;
};

/* What an option is: for checking, SHOW, completion and docs. */
struct source_option_row {
	const char *name; /* canonical */
	const char *aliases; /* "sep|separator", or "" */
	const char *type; /* "text", "boolean", "integer", "columns", "list" */
	const char *dflt; /* as text, "auto" when sniffed */
	const char *doc;
};

struct source_function {
	const char *name; /* "read_csv" */
	const char *usage; /* "read_csv(path [, option => value ...])" */
	const char *doc;
	const struct source_option_row *options;
	size_t n_options;
	shade_status (*open)(struct shade_cx *cx, const struct source_function *fn,
			     const struct source_call *call, struct source **out);
};

/* NULL: no such table function. */
const struct source_function *source_function_find(struct str name);
/* All of them, by name: completion, SHOW FUNCTIONS, nearest names. */
const struct source_function *const *source_function_all(size_t *n);

/*
 * FROM 'path': file, glob, folder, "-" or "stdin"; the format by extension
 * and content.
 */
shade_status source_open_path(struct shade_cx *cx, struct str path, struct span span,
			      struct source **out);
/* FROM format.`path`. */
shade_status source_open_format(struct shade_cx *cx, struct str format, struct str path,
				struct span span, struct source **out);
/* Does a format of that name exist (is csv.`x` a file or a database)? */
bool source_format_exists(struct str format);

/*
 * A table WITH ('connector' = 'filesystem', 'path' = .., 'format' = ..).
 * cols: the declared columns, which rule names and types; n_cols 0: as found.
 */
shade_status source_open_connector(struct shade_cx *cx,
				   const struct source_option *options,
				   size_t n_options, const struct source_col *cols,
				   size_t n_cols, struct span span,
				   struct source **out);

#endif
