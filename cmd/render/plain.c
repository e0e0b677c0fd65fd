/*
 * plain.c - small modes without layout: list, line, md, html.
 */
#include "cell.h"
#include "render.h"

#include "../picture.h"
#include "../width.h"

static const char *null_or(const struct render *r, const char *usual)
{
	return r->looks->null_text ? r->looks->null_text : usual;
}

/* The text of a cell, NULL included. */
static struct cell text_of(struct render *r, size_t col, size_t row,
			   const char *null_text)
{
	if (view_is_null(&r->views[col], row)) {
		const char *z = null_or(r, null_text);

		return (struct cell){ z, strlen(z) };
	}
	return cell_text(&r->views[col], row, &r->scratch);
}

static void nothing(struct render *r, bool ok)
{
	(void)r;
	(void)ok;
}

/* --- list ------------------------------------------------------------------
 */

static const char *list_separator(const struct render *r)
{
	return r->looks->separator ? r->looks->separator : "|";
}

/* Lines as they are, other control characters as text. */
static void put_visible(struct render *r, struct cell c)
{
	while (c.n) {
		const char *nl = memchr(c.p, '\n', c.n);
		size_t n = nl ? (size_t)(nl - c.p) : c.n;

		text_clear(&r->scratch2);
		picture_escape(&r->scratch2, c.p, n, r->looks->utf8);
		out_add(r->out, text_str(&r->scratch2), r->scratch2.n);
		if (nl)
			out_addc(r->out, '\n');
		n += nl != NULL;
		c.p += n;
		c.n -= n;
	}
}

static void list_begin(struct render *r)
{
	(void)r;
}

static void list_rows(struct render *r, struct ArrowArray *a)
{
	for (size_t row = 0; row < (size_t)a->length && !r->out->error; row++) {
		for (size_t i = 0; i < r->n_columns; i++) {
			struct cell c = text_of(r, i, row, "");

			if (i)
				out_addz(r->out, list_separator(r));
			if (r->out->is_tty)
				put_visible(r, c);
			else
				out_add(r->out, c.p, c.n);
		}
		out_addc(r->out, r->looks->nul_rows ? '\0' : '\n');
	}
}

const struct renderer render_list = { "list", 0, list_begin, list_rows, nothing };

/* --- line ------------------------------------------------------------------
 */

struct line {
	size_t name_cells;
	bool any;
};

static void line_begin(struct render *r)
{
	struct line *line = r->state;

	for (size_t i = 0; i < r->n_columns; i++) {
		const char *name = r->columns[i].name;
		size_t w = text_cells(name, strlen(name));

		if (w > line->name_cells)
			line->name_cells = w;
	}
}

static void line_rows(struct render *r, struct ArrowArray *a)
{
	struct line *line = r->state;

	for (size_t row = 0; row < (size_t)a->length && !r->out->error; row++) {
		if (line->any)
			out_addc(r->out, '\n');
		line->any = true;
		for (size_t i = 0; i < r->n_columns; i++) {
			const char *name = r->columns[i].name;
			struct cell c = text_of(r, i, row, "NULL");

			out_repeat(r->out, " ",
				   line->name_cells - text_cells(name, strlen(name)));
			out_addz(r->out, name);
			out_addz(r->out, " = ");
			if (r->looks->columns) {
				text_clear(&r->scratch2);
				picture_escape(&r->scratch2, c.p, c.n, r->looks->utf8);
				c = (struct cell){ text_str(&r->scratch2),
						   r->scratch2.n };
			}
			out_add(r->out, c.p, c.n);
			out_addc(r->out, '\n');
		}
	}
}

const struct renderer render_line = { "line", sizeof(struct line), line_begin,
				      line_rows, nothing };

/* --- md --------------------------------------------------------------------
 */

static void md_put(struct out *o, const char *p, size_t n)
{
	out_addc(o, ' ');
	for (size_t i = 0; i < n; i++) {
		if (p[i] == '|' || p[i] == '\\')
			out_addc(o, '\\');
		if (p[i] == '\n')
			out_addz(o, "<br>");
		else if (p[i] == '<')
			out_addz(o, "&lt;");
		else if (p[i] != '\r')
			out_addc(o, p[i]);
	}
	out_add(o, " |", 2);
}

static void md_begin(struct render *r)
{
	out_addc(r->out, '|');
	for (size_t i = 0; i < r->n_columns; i++)
		md_put(r->out, r->columns[i].name, strlen(r->columns[i].name));
	out_addz(r->out, "\n|");
	for (size_t i = 0; i < r->n_columns; i++)
		out_addz(r->out, is_number_kind(column_kind(&r->columns[i])) ? "---:|"
									     : "---|");
	out_addc(r->out, '\n');
}

static void md_rows(struct render *r, struct ArrowArray *a)
{
	for (size_t row = 0; row < (size_t)a->length && !r->out->error; row++) {
		out_addc(r->out, '|');
		for (size_t i = 0; i < r->n_columns; i++) {
			struct cell c = text_of(r, i, row, "");

			md_put(r->out, c.p, c.n);
		}
		out_addc(r->out, '\n');
	}
}

const struct renderer render_md = { "md", 0, md_begin, md_rows, nothing };

/* --- html ------------------------------------------------------------------
 */

static void html_put(struct out *o, const char *tag, const char *p, size_t n)
{
	out_addc(o, '<');
	out_addz(o, tag);
	out_addc(o, '>');
	for (size_t i = 0; i < n; i++) {
		switch (p[i]) {
		case '<': out_addz(o, "&lt;"); break;
		case '>': out_addz(o, "&gt;"); break;
		case '&': out_addz(o, "&amp;"); break;
		case '"': out_addz(o, "&quot;"); break;
		default: out_addc(o, p[i]);
		}
	}
	out_addz(o, "</");
	out_addz(o, tag);
	out_addc(o, '>');
}

static void html_begin(struct render *r)
{
	out_addz(r->out, "<table>\n");
	if (!r->looks->header)
		return;
	out_addz(r->out, "<tr>");
	for (size_t i = 0; i < r->n_columns; i++)
		html_put(r->out, "th", r->columns[i].name, strlen(r->columns[i].name));
	out_addz(r->out, "</tr>\n");
}

static void html_rows(struct render *r, struct ArrowArray *a)
{
	for (size_t row = 0; row < (size_t)a->length && !r->out->error; row++) {
		out_addz(r->out, "<tr>");
		for (size_t i = 0; i < r->n_columns; i++) {
			struct cell c = text_of(r, i, row, "");

			html_put(r->out, "td", c.p, c.n);
		}
		out_addz(r->out, "</tr>\n");
	}
}

static void html_end(struct render *r, bool ok)
{
	if (ok)
		out_addz(r->out, "</table>\n");
}

const struct renderer render_html = { "html", 0, html_begin, html_rows, html_end };
