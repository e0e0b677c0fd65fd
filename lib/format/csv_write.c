#include "format/csv_write.h"

#include "format/options.h"
#include "format/text_out.h"
#include "type/value.h"

struct format_writer {
	struct text_out out; /* large: the writer is not on the stack */
	struct budget *budget;
	struct str delim;
	char quote;
	struct arena *names; /* what lives as long as the writer */
	char escape; /* before a quote or itself within quotes */
	bool header, quote_all;
	bool *quoted; /* for each column, in quotes whatever its type; NULL: none */
	struct str null;
	size_t n_cols;
	bool must_quote[256]; /* bytes that make quotes necessary */
};

static const struct source_option_row option_rows[] = {
	{ "delim", "sep|delimiter|separator|field_delimiter|csv.field_delimiter",
	  "text", ",", "separator of fields" },
	{ "quote", "quote_character|csv.quote_character", "text", "\"",
	  "character around fields that need it" },
	{ "escape", "escape_character|csv.escape_character", "text", "the quote",
	  "character before a quote within quotes" },
	{ "header", "", "boolean", "true", "write the names of the columns first" },
	{ "null", "nullstr|null_literal|csv.null_literal", "text", "",
	  "what stands for NULL" },
	{ "force_quote", "quote_all", "list", "false",
	  "true: quote every text; '*' or names: every value of these columns" },
	{ "encoding", "", "text", "utf-8", "utf-8" },
	{ "partition_by",
	  "per_thread_output|append|prefix|suffix|new_line|use_tmp_file|"
	  "write_partition_columns|overwrite|overwrite_or_ignore|return_files|"
	  "file_size_bytes|filename_pattern|file_extension",
	  "text", "", "known, not supported yet (false is)" },
};

enum {
	OPT_DELIM,
	OPT_QUOTE,
	OPT_ESCAPE,
	OPT_HEADER,
	OPT_NULL,
	OPT_FORCE,
	OPT_ENCODING,
	OPT_LATER
};

static shade_status check_encoding(struct shade_cx *cx, const struct source_option *o)
{
	struct str s;

	TRY(option_text(cx, o, &s));
	if (str_eq_nocase(s, STR("utf-8")) || str_eq_nocase(s, STR("utf8")))
		return SHADE_OK;
	return shade_fail(cx, SHADE_E_UNSUPPORTED, o->span,
			  "not supported yet: writing in encoding \"%.*s\"",
			  STR_ARG(s));
}

static shade_status force_column(struct shade_cx *cx, struct format_writer *w,
				 const struct source_option *o, struct str name,
				 const struct source_col *cols)
{
	bool all = str_eq(name, STR("*")), found = false;

	for (size_t c = 0; c < w->n_cols; c++) {
		if (all || str_eq_nocase(cols[c].name, name))
			w->quoted[c] = found = true;
	}
	if (!found && !all)
		return shade_fail(cx, SHADE_E_COLUMN_NOT_FOUND, o->span,
				  "column \"%.*s\" in option \"%.*s\" does not exist",
				  STR_ARG(name), STR_ARG(o->name));
	return SHADE_OK;
}

static shade_status apply_force(struct shade_cx *cx, struct format_writer *w,
				const struct source_option *o,
				const struct source_col *cols)
{
	struct str *names;
	size_t n;

	if (!o->value.is_null && o->value.type->id == TYPE_BOOLEAN)
		return option_bool(cx, o, &w->quote_all);
	TRY(option_list(cx, o, &names, &n));
	if (n == 1 && (str_eq_nocase(names[0], STR("true")) ||
		       str_eq_nocase(names[0], STR("false"))))
		return option_bool(cx, o, &w->quote_all);
	w->quoted = arena_array(w->names, bool, w->n_cols + 1);
	for (size_t i = 0; i < n; i++)
		TRY(force_column(cx, w, o, names[i], cols));
	return SHADE_OK;
}

static shade_status apply(struct shade_cx *cx, struct format_writer *w,
			  const struct source_option *o, const struct source_col *cols)
{
	size_t id;
	int c;

	TRY(option_find(cx, "writing csv", option_rows, ARRAY_LEN(option_rows), o,
			&id));
	switch (id) {
	case OPT_DELIM:
		TRY(option_text(cx, o, &w->delim));
		w->delim = option_unescape(cx->arena, w->delim);
		if (!w->delim.n)
			return shade_fail(cx, SHADE_E_OPTION, o->span,
					  "option \"delim\" must not be empty");
		return SHADE_OK;
	case OPT_QUOTE:
		TRY(option_char(cx, o, &c));
		w->quote = (char)c;
		return SHADE_OK;
	case OPT_ESCAPE:
		TRY(option_char(cx, o, &c));
		w->escape = (char)c;
		return SHADE_OK;
	case OPT_HEADER: return option_bool(cx, o, &w->header);
	case OPT_NULL: return option_text(cx, o, &w->null);
	case OPT_ENCODING: return check_encoding(cx, o);
	case OPT_LATER: return option_later(cx, "writing csv", o);
	default: return apply_force(cx, w, o, cols);
	}
}

static shade_status write_quoted(struct format_writer *w, struct str s)
{
	const char *p = s.p, *end = s.p + s.n;

	TRY(text_out_char(&w->out, w->quote));
	while (p < end) {
		const char *q = p;

		while (q < end && *q != w->quote && *q != w->escape)
			q++;
		TRY(text_out_add(&w->out, p, (size_t)(q - p)));
		if (q == end)
			break;
		TRY(text_out_char(&w->out, w->escape));
		TRY(text_out_char(&w->out, *q));
		p = q + 1;
	}
	return text_out_char(&w->out, w->quote);
}

static shade_status write_text(struct format_writer *w, struct str s)
{
	bool quote = w->quote_all || s.n == 0 || str_eq(s, w->null) || s.p[0] == ' ' ||
		     s.p[s.n - 1] == ' ';

	for (size_t i = 0; i < s.n && !quote; i++)
		quote = w->must_quote[(unsigned char)s.p[i]];
	if (quote && w->quote)
		return write_quoted(w, s);
	return text_out_add(&w->out, s.p, s.n);
}

/* A value that the option force_quote puts between quotes. */
static shade_status write_forced(struct format_writer *w, const struct vector *v,
				 size_t row)
{
	struct value value = vector_value(v, row, w->out.scratch);

	if (type_phys(v->type) == PHYS_STR)
		return write_quoted(w, value.s);
	return write_quoted(w, value_text(w->out.scratch, &value));
}

static shade_status write_cell(struct format_writer *w, const struct vector *v,
			       size_t row)
{
	const struct vector *flat = v->form == VECTOR_DICT ? v->dict : v;
	size_t at = vector_index(v, row);
	struct value nested;

	if (vector_is_null(v, row))
		return text_out_add(&w->out, w->null.p, w->null.n);
	switch (type_phys(v->type)) {
	case PHYS_STR:
		return write_text(w, strv_str(&((const struct strv *)flat->data)[at]));
	case PHYS_LIST:
	case PHYS_ROW:
		nested = vector_value(v, row, w->out.scratch);
		return write_text(w, value_text(w->out.scratch, &nested));
	default: return text_out_value(&w->out, flat, at);
	}
}

static shade_status csv_write(struct shade_cx *cx, struct format_writer *w,
			      const struct batch *b)
{
	size_t n = batch_rows(b);

	w->out.cx = cx;
	for (size_t i = 0; i < n; i++) {
		size_t row = b->sel ? b->sel[i] : i;

		for (size_t c = 0; c < w->n_cols; c++) {
			if (c)
				TRY(text_out_add(&w->out, w->delim.p, w->delim.n));
			if (w->quoted && w->quoted[c] &&
			    !vector_is_null(&b->cols[c], row))
				TRY(write_forced(w, &b->cols[c], row));
			else
				TRY(write_cell(w, &b->cols[c], row));
		}
		TRY(text_out_char(&w->out, '\n'));
	}
	arena_reset(w->out.scratch);
	return SHADE_OK;
}

static shade_status csv_finish(struct shade_cx *cx, struct format_writer *w)
{
	w->out.cx = cx;
	return text_out_flush(&w->out);
}

static void csv_close(struct format_writer *w)
{
	struct budget *budget = w->budget;

	if (w->out.scratch)
		arena_free(w->out.scratch);
	if (w->names)
		arena_free(w->names);
	mem_free(budget, w, sizeof(*w));
}

static shade_status write_header(struct format_writer *w, const struct source_col *cols)
{
	for (size_t c = 0; c < w->n_cols; c++) {
		if (c)
			TRY(text_out_add(&w->out, w->delim.p, w->delim.n));
		if (w->quoted && w->quoted[c])
			TRY(write_quoted(w, cols[c].name));
		else
			TRY(write_text(w, cols[c].name));
	}
	return text_out_char(&w->out, '\n');
}

static shade_status setup(struct shade_cx *cx, struct format_writer *w,
			  const struct source_option *options, size_t n_options,
			  const struct source_col *cols)
{
	w->out.scratch = arena_new(cx->budget);
	w->names = arena_new(cx->budget);
	if (!w->out.scratch || !w->names)
		return cx_nomem(cx);
	w->out.zone = zone_of_session(cx, cx->arena);
	for (size_t i = 0; i < n_options; i++)
		TRY(apply(cx, w, &options[i], cols));
	if (!w->escape)
		w->escape = w->quote;
	for (size_t i = 0; i < w->delim.n; i++)
		w->must_quote[(unsigned char)w->delim.p[i]] = true;
	w->must_quote['\n'] = w->must_quote['\r'] = true;
	w->must_quote[(unsigned char)w->quote] = true;
	w->must_quote[(unsigned char)w->escape] = true;
	return SHADE_OK;
}

static shade_status open_with(struct shade_cx *cx, struct writer *to, struct str delim,
			      const struct source_option *options, size_t n_options,
			      const struct source_col *cols, size_t n_cols,
			      struct format_writer **out)
{
	struct format_writer *w = mem_alloc(cx->budget, sizeof(*w));
	shade_status rc;

	if (!w)
		return cx_nomem(cx);
	w->budget = cx->budget;
	w->out.cx = cx;
	w->out.to = to;
	w->delim = delim;
	w->quote = '"';
	w->header = true;
	w->n_cols = n_cols;
	rc = setup(cx, w, options, n_options, cols);
	if (!rc && w->header)
		rc = write_header(w, cols);
	if (rc) {
		csv_close(w);
		return rc;
	}
	*out = w;
	return SHADE_OK;
}

static shade_status csv_open(struct shade_cx *cx, struct writer *to,
			     const struct source_option *options, size_t n_options,
			     const struct source_col *cols, size_t n_cols,
			     struct format_writer **out)
{
	return open_with(cx, to, STR(","), options, n_options, cols, n_cols, out);
}

static shade_status tsv_open(struct shade_cx *cx, struct writer *to,
			     const struct source_option *options, size_t n_options,
			     const struct source_col *cols, size_t n_cols,
			     struct format_writer **out)
{
	return open_with(cx, to, STR("\t"), options, n_options, cols, n_cols, out);
}

const struct format_writer_class csv_writer_class = {
	.options = option_rows,
	.n_options = ARRAY_LEN(option_rows),
	.open = csv_open,
	.write = csv_write,
	.finish = csv_finish,
	.close = csv_close,
};

const struct format_writer_class tsv_writer_class = {
	.options = option_rows,
	.n_options = ARRAY_LEN(option_rows),
	.open = tsv_open,
	.write = csv_write,
	.finish = csv_finish,
	.close = csv_close,
};
