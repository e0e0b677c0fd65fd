#include "grid.h"

#include <stdio.h>

#include "../width.h"
#include "cell.h"
#include "number.h"

void grid_init(struct grid *g, size_t n_columns)
{
	*g = (struct grid){ .n_columns = n_columns };
}

void grid_release(struct grid *g)
{
	text_free(&g->bytes);
	mem_free(g->v);
	*g = (struct grid){ 0 };
}

void grid_add(struct grid *g, struct render *r, size_t row)
{
	if (g->n_rows == g->cap) {
		g->cap = g->cap ? g->cap * 2 : 64;
		g->v = mem_grow(g->v, g->cap * (g->n_columns + 1), sizeof(*g->v));
	}
	for (size_t i = 0; i < g->n_columns; i++) {
		struct gcell *c = grid_at(g, g->n_rows, i);

		c->at = g->bytes.n;
		show_cell(r, &r->views[i], row, &g->bytes, c);
	}
	g->n_rows++;
}

/* A character that must not reach a terminal, as the text it is shown by. */
static size_t show_special(char *to, size_t room, int32_t cp, unsigned char byte)
{
	switch (cp) {
	case '\n': return (size_t)snprintf(to, room, "\\n");
	case '\t': return (size_t)snprintf(to, room, "\\t");
	case '\r': return (size_t)snprintf(to, room, "\\r");
	case 0x1b: return (size_t)snprintf(to, room, "\\e");
	default: break;
	}
	if (cp < 0)
		return (size_t)snprintf(to, room, "\\x%02X", byte);
	if (cp < 0x100 && !is_printable(cp))
		return (size_t)snprintf(to, room, "\\x%02x", (unsigned)cp);
	return (size_t)snprintf(to, room, "\\u{%x}", (unsigned)cp);
}

#define NEWLINE_MARK "↵"

/* marked: a newline is the sign that wrap_line looks for. */
static size_t show_marked(struct text *t, const char *p, size_t n, bool utf8,
			  bool marked)
{
	size_t total = 0;

	if (is_plain(p, n)) {
		text_add(t, p, n);
		return n;
	}
	for (size_t i = 0; i < n;) {
		int32_t cp;
		size_t len = utf8_next(p + i, n - i, &cp);
		unsigned cells;

		if (cp == '\n' && marked) {
			text_addz(t, NEWLINE_MARK);
			total++;
		} else if (cp < 0 || !is_printable(cp) || (!utf8 && cp >= 0x80)) {
			char small[16];
			size_t k = show_special(small, sizeof(small), cp,
						(unsigned char)p[i]);

			text_add(t, small, k);
			total += k;
		} else {
			len = cluster_next(p + i, n - i, &cells);
			text_add(t, p + i, len);
			total += cells;
		}
		i += len;
	}
	return total;
}

size_t show_text(struct text *t, const char *p, size_t n, bool utf8)
{
	return show_marked(t, p, n, utf8, false);
}

/* Text that could be taken for NULL, or whose blanks would not be seen. */
static bool is_ambiguous(const struct render *r, struct cell c)
{
	const char *null_text = r->looks->null_text ? r->looks->null_text : "NULL";

	if (c.n == 0 || c.p[0] == ' ' || c.p[c.n - 1] == ' ')
		return true;
	return c.n == strlen(null_text) && !memcmp(c.p, null_text, c.n);
}

/* 1234567.5 -> 1,234,567.5 in place; returns the new end. */
static size_t group_digits(char *p, size_t n)
{
	size_t first = p[0] == '-', last = first, extra;

	while (last < n && is_digit(p[last]))
		last++;
	if (last - first < 4 || (last < n && p[last] != '.'))
		return n;
	extra = (last - first - 1) / 3;
	memmove(p + last + extra, p + last, n - last);
	for (size_t from = last, to = last + extra, k = 0; from > first; k++) {
		if (k && k % 3 == 0)
			p[--to] = ',';
		p[--to] = p[--from];
	}
	return n + extra;
}

static void show_fixed(struct render *r, const struct view *v, size_t row,
		       struct text *t, struct gcell *c)
{
	char *p = text_room(t, PUT_MAX + 32);
	size_t n = (size_t)(put_fixed(p, v, row) - p);
	enum kind k = v->col->kind;

	if (r->looks->grouped && is_number_kind(k))
		n = group_digits(p, n);
	t->n += n;
	c->n = c->cells = (uint32_t)n;
	if (k == K_F64 || k == K_F32) {
		const char *point = memchr(p, '.', n);

		if (point) {
			c->flags = CELL_POINT;
			c->left = (uint32_t)(point - p);
		}
	}
}

void show_cell(struct render *r, const struct view *v, size_t row, struct text *t,
	       struct gcell *c)
{
	size_t from = t->n;
	struct cell text;
	bool quoted;

	c->flags = 0;
	c->left = 0;
	if (view_is_null(v, row)) {
		const char *z = r->looks->null_text ? r->looks->null_text : "NULL";

		c->flags = CELL_NULL;
		c->cells = (uint32_t)show_text(t, z, strlen(z), r->looks->utf8);
		c->n = (uint32_t)(t->n - from);
		return;
	}
	if (v->col->kind < K_UTF8 && !v->dict) {
		show_fixed(r, v, row, t, c);
		return;
	}
	text = cell_text(v, row, &r->scratch);
	/* A column of one cell must not fill the memory of the screen. */
	if (text.n > UINT32_MAX / 8)
		text.n = UINT32_MAX / 8;
	quoted = is_text_kind(column_kind(v->col)) && is_ambiguous(r, text);
	if (quoted)
		text_addc(t, '\'');
	c->cells = (uint32_t)show_marked(t, text.p, text.n, r->looks->utf8,
					 r->looks->utf8 && r->looks->wrap != WRAP_OFF);
	if (quoted) {
		text_addc(t, '\'');
		c->cells += 2;
	}
	c->n = (uint32_t)(t->n - from);
}

/* Behind the first newline's mark, or n. */
static size_t newline_mark(const char *p, size_t n)
{
	const char *found = memmem(p, n, NEWLINE_MARK, strlen(NEWLINE_MARK));

	return found ? (size_t)(found - p) + strlen(NEWLINE_MARK) : n;
}

size_t wrap_line(const char *p, size_t n, size_t width, bool by_word, size_t *cells,
		 size_t *skip)
{
	size_t line = newline_mark(p, n), len = text_fit(p, line, width, cells), at;

	*skip = 0;
	if (len == 0 && n) {
		/* Wider than the column: one cluster all the same. */
		unsigned w;

		len = cluster_next(p, n, &w);
		*cells = w;
	}
	if (len == line || !by_word)
		return len;
	for (at = len; at > 0 && p[at] != ' '; at--)
		;
	if (!at)
		return len;
	*cells = text_cells(p, at);
	while (at + *skip < n && p[at + *skip] == ' ')
		++*skip;
	return at;
}
