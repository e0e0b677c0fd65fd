/*
 * csv_write.h - rows as CSV text.
 *
 * NULL is an empty field, the empty string "" (or what the option null says);
 * text is quoted only where it must be.
 */
#ifndef SHADE_FORMAT_CSV_WRITE_H
#define SHADE_FORMAT_CSV_WRITE_H

#include "format/format.h"

extern const struct format_writer_class csv_writer_class, tsv_writer_class;

#endif
