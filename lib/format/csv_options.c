#include "format/csv_options.h"

const struct source_option_row csv_option_rows[CSV_N_OPTIONS] = {
#define OPT(id, name, aliases, type, dflt, doc) { name, aliases, type, dflt, doc },
#include "format/csv_options.def"
#undef OPT
};

static shade_status apply_delim(struct shade_cx *cx, const struct source_option *opt,
				struct csv_options *o)
{
	TRY(option_text(cx, opt, &o->delim));
	o->delim = option_unescape(cx->arena, o->delim);
	if (o->delim.n == 0 || o->delim.n > 8 || memchr(o->delim.p, '\n', o->delim.n))
		return shade_fail(cx, SHADE_E_OPTION, opt->span,
				  "option \"%.*s\" is a separator of 1 to 8 bytes",
				  STR_ARG(opt->name));
	return SHADE_OK;
}

static shade_status apply_point(struct shade_cx *cx, const struct source_option *opt,
				char *out)
{
	int c;

	TRY(option_char(cx, opt, &c));
	*out = (char)c;
	return SHADE_OK;
}

static shade_status apply_names(struct shade_cx *cx, const struct source_option *opt,
				struct csv_options *o)
{
	return option_list(cx, opt, &o->names, &o->n_names);
}

static shade_status apply_on_error(struct shade_cx *cx, const struct source_option *opt,
				   struct csv_options *o)
{
	struct str s;

	TRY(option_text(cx, opt, &s));
	if (str_eq_nocase(s, STR("reject")) || str_eq_nocase(s, STR("permissive")))
		o->on_error = CSV_REJECT;
	else if (str_eq_nocase(s, STR("skip")) ||
		 str_eq_nocase(s, STR("dropmalformed")))
		o->on_error = CSV_SKIP;
	else if (str_eq_nocase(s, STR("fail")) || str_eq_nocase(s, STR("failfast")))
		o->on_error = CSV_FAIL;
	else
		return shade_fail(cx, SHADE_E_OPTION, opt->span,
				  "option \"on_error\" is 'reject', 'skip' or 'fail'");
	return SHADE_OK;
}

static shade_status apply_bool(struct shade_cx *cx, const struct source_option *opt,
			       enum csv_option id, struct csv_options *o)
{
	bool b;

	TRY(option_bool(cx, opt, &b));
	switch ((int)id) {
	case CSV_OPT_HEADER: o->header = b; break;
	case CSV_OPT_ALL_VARCHAR: o->all_varchar = b; break;
	case CSV_OPT_INFER: o->all_varchar = !b; break;
	case CSV_OPT_IGNORE: o->on_error = b ? CSV_SKIP : CSV_REJECT; break;
	case CSV_OPT_STRICT: o->strict = b; break;
	case CSV_OPT_QUOTED_NULLS: o->quoted_nulls = b; break;
	case CSV_OPT_PAD: o->pad = b; break;
	case CSV_OPT_COMMENTS: o->comment = b ? '#' : 0; break;
	case CSV_OPT_NO_QUOTE: o->quote = b ? 0 : o->quote; break;
	case CSV_OPT_STORE: o->on_error = b ? CSV_REJECT : o->on_error; break;
	case CSV_OPT_FILENAME: o->filename = b; break;
	case CSV_OPT_BY_NAME: o->by_name = b; break;
	case CSV_OPT_EMPTY_OK: o->empty_ok = b; break;
	case CSV_OPT_PARALLEL: o->one_worker = !b; break;
	case CSV_OPT_AUTO_DETECT: o->auto_detect = b; break;
	}
	return SHADE_OK;
}

/* How lines end, by its sign or by its name. */
static shade_status apply_new_line(struct shade_cx *cx, const struct source_option *opt,
				   struct csv_options *o)
{
	static const struct {
		const char *name;
		enum csv_new_line new_line;
	} names[] = {
		{ "auto", CSV_NL_AUTO }, { "\n", CSV_NL_LF },     { "lf", CSV_NL_LF },
		{ "\r\n", CSV_NL_CRLF }, { "crlf", CSV_NL_CRLF }, { "\r", CSV_NL_CR },
		{ "cr", CSV_NL_CR },
	};
	struct str s;

	TRY(option_text(cx, opt, &s));
	s = option_unescape(cx->arena, s);
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		if (str_eq_nocase(s, str_from(names[i].name))) {
			o->new_line = names[i].new_line;
			return SHADE_OK;
		}
	}
	return shade_fail(cx, SHADE_E_OPTION, opt->span,
			  "option \"%.*s\" is 'auto', '\\n' (lf), '\\r\\n' (crlf) or "
			  "'\\r' (cr)",
			  STR_ARG(opt->name));
}

/* types => ['INT', 'DATE']: of the first columns, in order. */
static shade_status apply_types(struct shade_cx *cx, const struct source_option *opt,
				struct csv_options *o)
{
	struct str *names;
	size_t n;

	TRY(option_list(cx, opt, &names, &n));
	o->overrides = arena_array(cx->arena, struct source_col, n + 1);
	o->n_overrides = n;
	for (size_t i = 0; i < n; i++) {
		struct source_col *col = (struct source_col *)&o->overrides[i];

		col->name = STR_NONE;
		TRY(type_from_text(cx, names[i], opt->span, &col->type));
	}
	return SHADE_OK;
}

static shade_status apply_candidates(struct shade_cx *cx,
				     const struct source_option *opt,
				     struct csv_options *o)
{
	const struct type *type;
	struct str *names;
	size_t n;

	TRY(option_list(cx, opt, &names, &n));
	o->types = (uint32_t)1 << TYPE_VARCHAR;
	for (size_t i = 0; i < n; i++) {
		TRY(type_from_text(cx, names[i], opt->span, &type));
		o->types |= (uint32_t)1 << type->id;
	}
	return SHADE_OK;
}

static shade_status apply_columns(struct shade_cx *cx, const struct source_option *opt,
				  bool all, struct csv_options *o)
{
	struct source_col *cols;
	size_t n;

	if (!all && !opt->value.is_null && opt->value.type->id == TYPE_ARRAY)
		return apply_types(cx, opt, o);
	TRY(option_columns(cx, opt, &cols, &n));
	if (all) {
		o->declared = cols;
		o->n_declared = n;
	} else {
		o->overrides = cols;
		o->n_overrides = n;
	}
	return SHADE_OK;
}

static shade_status apply(struct shade_cx *cx, const struct source_option *opt,
			  enum csv_option id, struct csv_options *o)
{
	int64_t n;

	switch (id) {
	case CSV_OPT_DELIM: return apply_delim(cx, opt, o);
	case CSV_OPT_QUOTE: return option_char(cx, opt, &o->quote);
	case CSV_OPT_ESCAPE: return option_char(cx, opt, &o->escape);
	case CSV_OPT_COMMENT: return option_char(cx, opt, &o->comment);
	case CSV_OPT_NULLSTR:
		o->has_nulls = true;
		return option_list(cx, opt, &o->nulls, &o->n_nulls);
	case CSV_OPT_COLUMNS: return apply_columns(cx, opt, true, o);
	case CSV_OPT_TYPES: return apply_columns(cx, opt, false, o);
	case CSV_OPT_NAMES: return apply_names(cx, opt, o);
	case CSV_OPT_SKIP: return option_int(cx, opt, 0, &o->skip);
	case CSV_OPT_DATEFORMAT: return option_text(cx, opt, &o->date_format);
	case CSV_OPT_TIMEFORMAT: return option_text(cx, opt, &o->timestamp_format);
	case CSV_OPT_DECIMAL: return apply_point(cx, opt, &o->number.point);
	case CSV_OPT_THOUSANDS: return apply_point(cx, opt, &o->number.thousands);
	case CSV_OPT_ON_ERROR: return apply_on_error(cx, opt, o);
	case CSV_OPT_ENCODING: return option_encoding(cx, opt, &o->input.encoding);
	case CSV_OPT_COMPRESSION:
		return option_compression(cx, opt, &o->input.compression);
	case CSV_OPT_NEW_LINE: return apply_new_line(cx, opt, o);
	case CSV_OPT_SAMPLE: return option_int(cx, opt, -1, &o->sample_rows);
	case CSV_OPT_MAX_LINE:
		TRY(option_int(cx, opt, 1, &n));
		o->max_line = (size_t)n;
		return SHADE_OK;
	case CSV_OPT_HEADER:
	case CSV_OPT_ALL_VARCHAR:
	case CSV_OPT_INFER:
	case CSV_OPT_IGNORE:
	case CSV_OPT_COMMENTS:
	case CSV_OPT_NO_QUOTE:
	case CSV_OPT_STORE:
	case CSV_OPT_STRICT:
	case CSV_OPT_QUOTED_NULLS:
	case CSV_OPT_PAD:
	case CSV_OPT_FILENAME:
	case CSV_OPT_BY_NAME:
	case CSV_OPT_PARALLEL:
	case CSV_OPT_AUTO_DETECT:
	case CSV_OPT_EMPTY_OK: return apply_bool(cx, opt, id, o);
	case CSV_OPT_ALWAYS: return option_always(cx, "csv", opt);
	case CSV_OPT_MANY: return option_int(cx, opt, -1, &n);
	case CSV_OPT_HIVE: return option_hive(cx, opt, &o->hive);
	case CSV_OPT_HIVE_TYPES: return option_hive_types(cx, opt, &o->hive);
	case CSV_OPT_HIVE_CAST: return option_hive_cast(cx, opt, &o->hive);
	case CSV_OPT_NOT_NULL:
		return option_list(cx, opt, &o->not_null, &o->n_not_null);
	case CSV_OPT_CANDIDATES: return apply_candidates(cx, opt, o);
	case CSV_OPT_LATER: return option_later(cx, "csv", opt);
	case CSV_N_OPTIONS: return SHADE_OK;
	}
	unreachable();
}

/* auto_detect => false: what is not given is as RFC 4180 has it, without a
 * header, and every column is text. */
static void decide_all(struct csv_options *o)
{
	if (!o->delim.n)
		o->delim = STR(",");
	if (o->quote == CSV_AUTO)
		o->quote = '"';
	if (o->escape == CSV_AUTO)
		o->escape = 0;
	if (o->comment == CSV_AUTO)
		o->comment = 0;
	if (o->header == CSV_AUTO)
		o->header = 0;
	if (o->skip == CSV_AUTO)
		o->skip = 0;
	o->all_varchar = true;
}

shade_status csv_options_apply(struct shade_cx *cx, const struct source_option *options,
			       size_t n, struct csv_options *o)
{
	size_t id;

	for (size_t i = 0; i < n; i++) {
		TRY(option_find(cx, "csv", csv_option_rows, CSV_N_OPTIONS, &options[i],
				&id));
		TRY(apply(cx, &options[i], (enum csv_option)id, o));
	}
	if (!o->auto_detect)
		decide_all(o);
	return SHADE_OK;
}
