/*
 * tsv.c - tab-separated: \t \n \r \\ escaped, NULL is \N.
 */
#include "cell.h"
#include "number.h"
#include "render.h"

static void put_escaped(struct out *o, const char *p, size_t n)
{
	char *to;

	out_need(o, 2 * n);
	to = o->p;
	for (size_t i = 0; i < n; i++) {
		switch (p[i]) {
		case '\t': *to++ = '\\', *to++ = 't'; break;
		case '\n': *to++ = '\\', *to++ = 'n'; break;
		case '\r': *to++ = '\\', *to++ = 'r'; break;
		case '\\': *to++ = '\\', *to++ = '\\'; break;
		default: *to++ = p[i];
		}
	}
	o->p = to;
}

static void tsv_begin(struct render *r)
{
	if (!r->looks->header)
		return;
	for (size_t i = 0; i < r->n_columns; i++) {
		if (i)
			out_addc(r->out, '\t');
		put_escaped(r->out, r->columns[i].name, strlen(r->columns[i].name));
	}
	out_addc(r->out, r->looks->nul_rows ? '\0' : '\n');
}

static void put_cell(struct render *r, const struct view *v, size_t row)
{
	struct out *o = r->out;
	enum kind k = column_kind(v->col);

	if (view_is_null(v, row)) {
		out_addz(o, r->looks->null_text ? r->looks->null_text : "\\N");
	} else if (k < K_UTF8 && !v->dict) {
		out_need(o, PUT_MAX);
		o->p = put_fixed(o->p, v, row);
	} else if (is_nested_kind(k)) {
		r->scratch.n = 0;
		cell_json(&r->scratch, v, row, &r->n_lossy);
		put_escaped(o, r->scratch.p, r->scratch.n);
	} else {
		struct cell c = cell_text(v, row, &r->scratch);

		put_escaped(o, c.p, c.n);
	}
}

static void tsv_rows(struct render *r, struct ArrowArray *a)
{
	for (size_t row = 0; row < (size_t)a->length && !r->out->error; row++) {
		for (size_t i = 0; i < r->n_columns; i++) {
			if (i)
				out_addc(r->out, '\t');
			put_cell(r, &r->views[i], row);
		}
		out_addc(r->out, r->looks->nul_rows ? '\0' : '\n');
	}
}

static void tsv_end(struct render *r, bool ok)
{
	(void)r;
	(void)ok;
}

const struct renderer render_tsv = { "tsv", 0, tsv_begin, tsv_rows, tsv_end };
