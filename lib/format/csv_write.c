#include "format/csv_write.h"

#include "format/options.h"
#include "format/text_out.h"
#include "type/value.h"

struct format_writer {
	struct text_out out; /* large: the writer is not on the stack */
	struct budget *budget;
	struct str delim;
	char quote;
	bool header, quote_all;
	struct str null;
	size_t n_cols;
	bool must_quote[256]; /* bytes that make quotes necessary */
};

static const struct source_option_row option_rows[] = {
	{ "delim", "sep|delimiter|separator|field_delimiter|csv.field_delimiter",
	  "text", ",", "separator of fields" },
	{ "quote", "quote_character|csv.quote_character", "text", "\"",
	  "character around fields that need it" },
	{ "header", "", "boolean", "true", "write the names of the columns first" },
	{ "null", "nullstr|null_literal|csv.null_literal", "text", "",
	  "what stands for NULL" },
	{ "force_quote", "quote_all", "boolean", "false", "quote every text" },
};

enum { OPT_DELIM, OPT_QUOTE, OPT_HEADER, OPT_NULL, OPT_FORCE };

static shade_status apply(struct shade_cx *cx, struct format_writer *w,
			  const struct source_option *o)
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
	case OPT_HEADER: return option_bool(cx, o, &w->header);
	case OPT_NULL: return option_text(cx, o, &w->null);
	default: return option_bool(cx, o, &w->quote_all);
	}
}

static shade_status write_quoted(struct format_writer *w, struct str s)
{
	const char *p = s.p, *end = s.p + s.n;

	TRY(text_out_char(&w->out, w->quote));
	while (p < end) {
		const char *q = memchr(p, w->quote, (size_t)(end - p));
		size_t n = (size_t)((q ? q : end) - p);

		TRY(text_out_add(&w->out, p, n));
		if (!q)
			break;
		TRY(text_out_add(&w->out, &w->quote, 1));
		TRY(text_out_add(&w->out, &w->quote, 1));
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
	mem_free(budget, w, sizeof(*w));
}

static shade_status write_header(struct format_writer *w, const struct source_col *cols)
{
	for (size_t c = 0; c < w->n_cols; c++) {
		if (c)
			TRY(text_out_add(&w->out, w->delim.p, w->delim.n));
		TRY(write_text(w, cols[c].name));
	}
	return text_out_char(&w->out, '\n');
}

static shade_status setup(struct shade_cx *cx, struct format_writer *w,
			  const struct source_option *options, size_t n_options)
{
	w->out.scratch = arena_new(cx->budget);
	if (!w->out.scratch)
		return cx_nomem(cx);
	w->out.zone = zone_of_session(cx, cx->arena);
	for (size_t i = 0; i < n_options; i++)
		TRY(apply(cx, w, &options[i]));
	for (size_t i = 0; i < w->delim.n; i++)
		w->must_quote[(unsigned char)w->delim.p[i]] = true;
	w->must_quote['\n'] = w->must_quote['\r'] = true;
	w->must_quote[(unsigned char)w->quote] = true;
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
	rc = setup(cx, w, options, n_options);
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
	.open = csv_open,
	.write = csv_write,
	.finish = csv_finish,
	.close = csv_close,
};

const struct format_writer_class tsv_writer_class = {
	.open = tsv_open,
	.write = csv_write,
	.finish = csv_finish,
	.close = csv_close,
};
