/*
 * csv_options.h - the options of read_csv and of 'format' = 'csv'.
 */
#ifndef SHADE_FORMAT_CSV_OPTIONS_H
#define SHADE_FORMAT_CSV_OPTIONS_H

#include "format/csv.h"
#include "format/options.h"

extern const struct source_option_row csv_option_rows[];
extern const size_t n_csv_option_rows;

/* Apply options on top of o (csv_options_init). */
shade_status csv_options_apply(struct shade_cx *cx, const struct source_option *options,
			       size_t n, struct csv_options *o);

#endif
