/*
 * files.h - from a path to a source: globs, formats by name, extension and
 * content.
 */
#ifndef SHADE_CONNECT_FILES_H
#define SHADE_CONNECT_FILES_H

#include "format/format.h"

/* format NULL: found by looking. */
shade_status files_open(struct shade_cx *cx, const struct format *format,
			struct str pattern, const struct format_files *how,
			struct source **out);
/* The same over several patterns, say of a list argument. */
shade_status files_open_all(struct shade_cx *cx, const struct format *format,
			    const struct str *patterns, size_t n,
			    const struct format_files *how, struct source **out);
/* An unknown format's error, with the names that exist. */
shade_status format_unknown(struct shade_cx *cx, struct str name, struct span span);

#endif
