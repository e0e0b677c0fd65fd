/*
 * json as a format, and its options.
 */
#include "format/format.h"
#include "format/json_options.h"
#include "format/json_write.h"

const struct source_option_row json_option_rows[JSON_N_OPTIONS] = {
#define OPT(id, name, aliases, type, dflt, doc) { name, aliases, type, dflt, doc },
#include "format/json_options.def"
#undef OPT
};

static shade_status apply_word(struct shade_cx *cx, const struct source_option *opt,
			       enum json_option id, struct json_options *o)
{
	struct str s;

	TRY(option_text(cx, opt, &s));
	if (id == JSON_OPT_LAYOUT) {
		o->lines_only = str_eq_nocase(s, STR("lines")) ||
				str_eq_nocase(s, STR("newline_delimited")) ||
				str_eq_nocase(s, STR("nd"));
		o->array_only = str_eq_nocase(s, STR("array"));
		if (!o->lines_only && !o->array_only &&
		    !str_eq_nocase(s, STR("auto")) &&
		    !str_eq_nocase(s, STR("unstructured")))
			return shade_fail(
				cx, SHADE_E_OPTION, opt->span,
				"option \"layout\" is 'lines', 'array' or 'auto'");
	} else if (id == JSON_OPT_RECORDS) {
		o->as_text = str_eq_nocase(s, STR("false"));
	} else if (str_eq_nocase(s, STR("reject"))) {
		o->on_error = CSV_REJECT;
	} else if (str_eq_nocase(s, STR("skip"))) {
		o->on_error = CSV_SKIP;
	} else if (str_eq_nocase(s, STR("fail"))) {
		o->on_error = CSV_FAIL;
	} else {
		return shade_fail(cx, SHADE_E_OPTION, opt->span,
				  "option \"on_error\" is 'reject', 'skip' or 'fail'");
	}
	return SHADE_OK;
}

static shade_status apply(struct shade_cx *cx, const struct source_option *opt,
			  enum json_option id, struct json_options *o)
{
	struct source_col *cols;
	int64_t n;
	bool b;

	switch (id) {
	case JSON_OPT_COLUMNS:
		TRY(option_columns(cx, opt, &cols, &o->n_declared));
		o->declared = cols;
		return SHADE_OK;
	case JSON_OPT_TYPES:
		TRY(option_columns(cx, opt, &cols, &o->n_overrides));
		o->overrides = cols;
		return SHADE_OK;
	case JSON_OPT_LAYOUT:
	case JSON_OPT_RECORDS:
	case JSON_OPT_ON_ERROR: return apply_word(cx, opt, id, o);
	case JSON_OPT_ENCODING: return option_encoding(cx, opt, &o->input.encoding);
	case JSON_OPT_COMPRESSION:
		return option_compression(cx, opt, &o->input.compression);
	case JSON_OPT_HIVE: return option_hive(cx, opt, &o->hive);
	case JSON_OPT_HIVE_TYPES: return option_hive_types(cx, opt, &o->hive);
	case JSON_OPT_HIVE_CAST: return option_hive_cast(cx, opt, &o->hive);
	case JSON_OPT_LATER: return option_later(cx, "json", opt);
	case JSON_OPT_DATEFORMAT: return option_text(cx, opt, &o->date_format);
	case JSON_OPT_TIMEFORMAT: return option_text(cx, opt, &o->timestamp_format);
	case JSON_OPT_IGNORE:
		TRY(option_bool(cx, opt, &b));
		o->on_error = b ? CSV_SKIP : CSV_REJECT;
		return SHADE_OK;
	case JSON_OPT_SAMPLE: return option_int(cx, opt, -1, &o->sample_rows);
	case JSON_OPT_FILENAME: return option_bool(cx, opt, &o->filename);
	case JSON_OPT_BY_NAME: return option_always(cx, "json", opt);
	case JSON_OPT_MAX_SIZE:
		TRY(option_int(cx, opt, 1, &n));
		o->max_line = (size_t)n;
		return SHADE_OK;
	case JSON_OPT_AUTO_DETECT: return option_bool(cx, opt, &o->auto_detect);
	case JSON_N_OPTIONS: return SHADE_OK;
	}
	unreachable();
}

shade_status json_options_apply(struct shade_cx *cx,
				const struct source_option *options, size_t n,
				struct json_options *o)
{
	size_t id;

	for (size_t i = 0; i < n; i++) {
		TRY(option_find(cx, "json", json_option_rows, JSON_N_OPTIONS,
				&options[i], &id));
		TRY(apply(cx, &options[i], (enum json_option)id, o));
	}
	return SHADE_OK;
}

static shade_status json_open(struct shade_cx *cx, const struct format_files *f,
			      struct source **out)
{
	struct json_options o;

	json_options_init(&o);
	TRY(json_options_apply(cx, f->options, f->n_options, &o));
	if (f->n_declared) {
		o.declared = f->declared;
		o.n_declared = f->n_declared;
	}
	if (!o.auto_detect && !o.n_declared)
		return shade_fail(cx, SHADE_E_OPTION, f->span,
				  "without auto_detect, json needs the option columns");
	return json_source_open(cx, f->paths, f->n_paths, f->span, &o, out);
}

const struct format format_json = {
	.name = "json",
	.extensions = "json|jsonl|ndjson",
	.doc = "one array, objects in a row, or one a line",
	.options = json_option_rows,
	.n_options = JSON_N_OPTIONS,
	.open = json_open,
	.writer = &json_writer_class,
};
