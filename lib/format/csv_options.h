/*
 * csv_options.h - the options of read_csv and of 'format' = 'csv'.
 */
#ifndef SHADE_FORMAT_CSV_OPTIONS_H
#define SHADE_FORMAT_CSV_OPTIONS_H

#include "format/csv.h"
#include "format/options.h"

enum csv_option {
#define OPT(id, name, aliases, type, dflt, doc) CSV_OPT_##id,
#include "format/csv_options.def"
#undef OPT
	CSV_N_OPTIONS
};

extern const struct source_option_row csv_option_rows[CSV_N_OPTIONS];

/* Apply options on top of o (csv_options_init). */
shade_status csv_options_apply(struct shade_cx *cx, const struct source_option *options,
			       size_t n, struct csv_options *o);

#endif
