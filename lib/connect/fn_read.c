/*
 * read_csv, read_tsv, read_json and read_files: table functions over files.
 */
#include "connect/files.h"
#include "format/csv_options.h"
#include "format/json_options.h"
#include "format/options.h"
#include "type/value.h"

/* The first argument: a path, a glob, or an array of them. */
static shade_status patterns_of(struct shade_cx *cx, const struct source_call *call,
				const struct source_function *fn, struct str **out,
				size_t *n)
{
	struct source_option arg;

	if (call->n_args != 1)
		return shade_fail(cx, SHADE_E_WRONG_ARG_COUNT, call->span,
				  "%s takes one path, then options by name: %s",
				  fn->name, fn->usage);
	if (call->args[0].is_null)
		return shade_fail(cx, SHADE_E_NULL_VALUE, call->arg_spans[0],
				  "the path of %s must not be NULL", fn->name);
	arg = (struct source_option){ .name = STR("path"),
				      .span = call->arg_spans[0],
				      .value = call->args[0] };
	return option_list(cx, &arg, out, n);
}

static shade_status read_as(struct shade_cx *cx, const struct source_function *fn,
			    const struct source_call *call, const struct format *format,
			    struct source **out)
{
	struct format_files how = {
		.span = call->span,
		.options = call->options,
		.n_options = call->n_options,
	};
	struct str *patterns;
	size_t n;

	TRY(patterns_of(cx, call, fn, &patterns, &n));
	how.span = call->arg_spans[0];
	return files_open_all(cx, format, patterns, n, &how, out);
}

static shade_status open_csv(struct shade_cx *cx, const struct source_function *fn,
			     const struct source_call *call, struct source **out)
{
	return read_as(cx, fn, call, format_by_name(STR("csv")), out);
}

static shade_status open_tsv(struct shade_cx *cx, const struct source_function *fn,
			     const struct source_call *call, struct source **out)
{
	return read_as(cx, fn, call, format_by_name(STR("tsv")), out);
}

static shade_status open_json(struct shade_cx *cx, const struct source_function *fn,
			      const struct source_call *call, struct source **out)
{
	return read_as(cx, fn, call, format_by_name(STR("json")), out);
}

/* Each record as it stands: read_json with records => false. */
static shade_status open_json_objects(struct shade_cx *cx,
				      const struct source_function *fn,
				      const struct source_call *call,
				      struct source **out)
{
	struct source_call with = *call;
	struct source_option *options = arena_array(cx->arena, struct source_option,
						    call->n_options + 1);

	for (size_t i = 0; i < call->n_options; i++)
		options[i] = call->options[i];
	options[with.n_options++] = (struct source_option){
		.name = STR("records"), .span = call->span, .value = value_bool(false)
	};
	with.options = options;
	return open_json(cx, fn, &with, out);
}

/* format => 'csv' decides, else the files do; other options go to it. */
static shade_status open_files(struct shade_cx *cx, const struct source_function *fn,
			       const struct source_call *call, struct source **out)
{
	struct source_call rest = *call;
	struct source_option *options = arena_array(cx->arena, struct source_option,
						    call->n_options + 1);
	const struct format *format = NULL;

	rest.n_options = 0;
	rest.options = options;
	for (size_t i = 0; i < call->n_options; i++) {
		struct str name;

		if (!option_named(call->options[i].name, "format")) {
			options[rest.n_options++] = call->options[i];
			continue;
		}
		TRY(option_text(cx, &call->options[i], &name));
		format = format_by_name(name);
		if (!format)
			return format_unknown(cx, name, call->options[i].span);
	}
	return read_as(cx, fn, &rest, format, out);
}

static const struct source_option_row files_options[] = {
	{ "format", "", "text", "auto",
	  "csv, tsv or json; further options are its own" },
};

const struct source_function fn_read_csv = {
	.name = "read_csv",
	.usage = "read_csv('path or glob' [, option => value ...])",
	.doc = "rows of CSV files; what is not given is found by looking",
	.options = csv_option_rows,
	.n_options = CSV_N_OPTIONS,
	.open = open_csv,
};

const struct source_function fn_read_tsv = {
	.name = "read_tsv",
	.usage = "read_tsv('path or glob' [, option => value ...])",
	.doc = "read_csv with tabs as separators",
	.options = csv_option_rows,
	.n_options = CSV_N_OPTIONS,
	.open = open_tsv,
};

const struct source_function fn_read_json = {
	.name = "read_json",
	.usage = "read_json('path or glob' [, option => value ...])",
	.doc = "rows of JSON files: an array, objects in a row, or one a line",
	.options = json_option_rows,
	.n_options = JSON_N_OPTIONS,
	.open = open_json,
};

const struct source_function fn_read_json_objects = {
	.name = "read_json_objects",
	.usage = "read_json_objects('path or glob' [, option => value ...])",
	.doc = "records of JSON files as they stand, in one column json",
	.options = json_option_rows,
	.n_options = JSON_N_OPTIONS,
	.open = open_json_objects,
};

const struct source_function fn_read_files = {
	.name = "read_files",
	.usage = "read_files('path or glob' [, format => 'csv'] [, option => value "
		 "...])",
	.doc = "rows of files whose format is found by looking",
	.options = files_options,
	.n_options = ARRAY_LEN(files_options),
	.open = open_files,
};
