#include "vertical.h"

#include <stdio.h>

#include "../width.h"

static size_t name_width(const struct render *r)
{
	size_t w = 1;

	for (size_t i = 0; i < r->n_columns; i++) {
		size_t cells = text_cells(r->columns[i].name,
					  strlen(r->columns[i].name));

		if (cells > w)
			w = cells;
	}
	return w;
}

/* Dim text. */
static void put_dim(struct render *r, const char *p, size_t n)
{
	if (r->looks->color)
		out_addz(r->out, "\033[2m");
	out_add(r->out, p, n);
	if (r->looks->color)
		out_addz(r->out, "\033[0m");
}

static void row_rule(struct render *r, const char *horizontal, size_t names)
{
	struct text t = { 0 };
	size_t wide = r->looks->columns ? r->looks->columns : 40, used;

	text_repeat(&t, horizontal, 1);
	text_addf(&t, " row %llu ", (unsigned long long)r->n_shown_rows + 1);
	used = t.n - strlen(horizontal) + 1;
	if (wide > names + 24)
		wide = names + 24;
	text_repeat(&t, horizontal, wide > used ? wide - used : 1);
	put_dim(r, t.p, t.n);
	out_addc(r->out, '\n');
	text_free(&t);
}

static void value_line(struct render *r, size_t col, size_t names, const char *vertical,
		       const char *p, const struct gcell *c)
{
	const char *name = r->columns[col].name;
	struct text t = { 0 };
	size_t cells = show_text(&t, name, strlen(name), r->looks->utf8);

	out_repeat(r->out, " ", names > cells ? names - cells : 0);
	out_add(r->out, text_str(&t), t.n);
	out_addc(r->out, ' ');
	put_dim(r, vertical, strlen(vertical));
	out_addc(r->out, ' ');
	if (c->flags & CELL_NULL)
		put_dim(r, p, c->n);
	else
		out_add(r->out, p, c->n);
	out_addc(r->out, '\n');
	text_free(&t);
}

void vertical_grid(struct render *r, const struct grid *g, const struct borders *set)
{
	size_t names = name_width(r);

	for (size_t row = 0; row < g->n_rows && !r->out->error; row++) {
		row_rule(r, set->horizontal, names);
		for (size_t i = 0; i < r->n_columns; i++) {
			const struct gcell *c = grid_at(g, row, i);

			value_line(r, i, names, set->vertical, g->bytes.p + c->at, c);
		}
		r->n_shown_rows++;
	}
}

static void vertical_begin(struct render *r)
{
	r->n_shown_rows = 0;
	*(size_t *)r->state = name_width(r);
}

static void vertical_rows(struct render *r, struct ArrowArray *a)
{
	size_t names = *(size_t *)r->state;

	for (size_t row = 0; row < (size_t)a->length && !r->out->error; row++) {
		/* As with tables, a long result shows its beginning only. */
		if (r->looks->max_rows && r->n_shown_rows >= r->looks->max_rows)
			return;
		row_rule(r, r->looks->utf8 ? "─" : "-", names);
		for (size_t i = 0; i < r->n_columns; i++) {
			struct gcell c;

			r->scratch2.n = 0;
			show_cell(r, &r->views[i], row, &r->scratch2, &c);
			value_line(r, i, names, r->looks->utf8 ? "│" : "|",
				   text_str(&r->scratch2), &c);
		}
		r->n_shown_rows++;
	}
}

static void vertical_end(struct render *r, bool ok)
{
	(void)r;
	(void)ok;
}

const struct renderer render_vertical = { "vertical", sizeof(size_t), vertical_begin,
					  vertical_rows, vertical_end };
