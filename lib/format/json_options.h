/*
 * json_options.h - the options of read_json and of 'format' = 'json'.
 */
#ifndef SHADE_FORMAT_JSON_OPTIONS_H
#define SHADE_FORMAT_JSON_OPTIONS_H

#include "format/json.h"
#include "format/options.h"

enum json_option {
#define OPT(id, name, aliases, type, dflt, doc) JSON_OPT_##id,
#include "format/json_options.def"
#undef OPT
	JSON_N_OPTIONS
};

extern const struct source_option_row json_option_rows[JSON_N_OPTIONS];

/* Apply options on top of o (json_options_init). */
shade_status json_options_apply(struct shade_cx *cx,
				const struct source_option *options, size_t n,
				struct json_options *o);

#endif
