/*
 * json_write.h - rows as JSON: one object a line, or one array.
 */
#ifndef SHADE_FORMAT_JSON_WRITE_H
#define SHADE_FORMAT_JSON_WRITE_H

#include "format/format.h"

/* One object a line; the option array => true makes it one array. */
extern const struct format_writer_class json_writer_class;

#endif
