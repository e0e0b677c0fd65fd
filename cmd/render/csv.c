/*
 * csv.c - RFC 4180 with LF: NULL is empty, the empty text is "".
 *
 * Nested values are JSON, so that a reader can take them apart.
 */
#include "cell.h"
#include "number.h"
#include "render.h"

struct csv {
	char sep;
	char row_end;
	const char *null_text;
	size_t null_n;
};

static bool needs_quotes(const char *p, size_t n, char sep)
{
	if (n == 0 || p[0] == ' ' || p[n - 1] == ' ')
		return true;
	for (size_t i = 0; i < n; i++) {
		if (p[i] == '"' || p[i] == sep || p[i] == '\n' || p[i] == '\r')
			return true;
	}
	return false;
}

static void put_quoted(struct out *o, const char *p, size_t n)
{
	char *to;

	out_need(o, 2 * n + 2);
	to = o->p;
	*to++ = '"';
	for (size_t i = 0; i < n; i++) {
		if (p[i] == '"')
			*to++ = '"';
		*to++ = p[i];
	}
	*to++ = '"';
	o->p = to;
}

static void put_field(struct out *o, const struct csv *csv, const char *p, size_t n)
{
	bool like_null = csv->null_n && n == csv->null_n &&
			 !memcmp(p, csv->null_text, n);

	if (like_null || needs_quotes(p, n, csv->sep))
		put_quoted(o, p, n);
	else
		out_add(o, p, n);
}

static void csv_begin(struct render *r)
{
	struct csv *csv = r->state;
	const struct looks *l = r->looks;

	csv->sep = l->separator && l->separator[0] ? l->separator[0] : ',';
	csv->row_end = l->nul_rows ? '\0' : '\n';
	csv->null_text = l->null_text ? l->null_text : "";
	csv->null_n = strlen(csv->null_text);
	if (!l->header)
		return;
	for (size_t i = 0; i < r->n_columns; i++) {
		if (i)
			out_addc(r->out, csv->sep);
		put_field(r->out, csv, r->columns[i].name, strlen(r->columns[i].name));
	}
	out_addc(r->out, csv->row_end);
}

static void put_cell(struct render *r, const struct csv *csv, const struct view *v,
		     size_t row)
{
	struct out *o = r->out;
	enum kind k = column_kind(v->col);

	if (view_is_null(v, row)) {
		out_add(o, csv->null_text, csv->null_n);
	} else if (k < K_UTF8 && !v->dict) {
		out_need(o, PUT_MAX);
		o->p = put_fixed(o->p, v, row);
	} else if (is_nested_kind(k)) {
		r->scratch.n = 0;
		cell_json(&r->scratch, v, row, &r->n_lossy);
		put_field(o, csv, r->scratch.p, r->scratch.n);
	} else {
		struct cell c = cell_text(v, row, &r->scratch);

		put_field(o, csv, c.p, c.n);
	}
}

static void csv_rows(struct render *r, struct ArrowArray *a)
{
	const struct csv *csv = r->state;
	struct out *o = r->out;

	for (size_t row = 0; row < (size_t)a->length; row++) {
		for (size_t i = 0; i < r->n_columns; i++) {
			if (i)
				out_addc(o, csv->sep);
			put_cell(r, csv, &r->views[i], row);
		}
		out_addc(o, csv->row_end);
		if (o->error)
			return;
	}
}

static void csv_end(struct render *r, bool ok)
{
	(void)r;
	(void)ok;
}

const struct renderer render_csv = { "csv", sizeof(struct csv), csv_begin, csv_rows,
				     csv_end };
