#include "picture.h"

#include <stdio.h>
#include <string.h>

#include "width.h"

#define TAB_STOP 8

/* One cluster of the line: its cells when printed at column `at`; printed
 * to t unless t is NULL. */
static size_t draw_cluster(struct text *t, const char *p, size_t n, size_t at,
			   bool utf8, size_t *cells)
{
	int32_t cp;
	size_t len = utf8_next(p, n, &cp);
	char small[16];
	unsigned w;

	if (cp == '\t') {
		*cells = TAB_STOP - at % TAB_STOP;
		if (t)
			text_repeat(t, " ", *cells);
		return len;
	}
	if (cp < 0)
		snprintf(small, sizeof(small), "\\x%02X", (unsigned char)*p);
	else if (!is_printable(cp) && cp < 0x100)
		snprintf(small, sizeof(small), "\\x%02x", (unsigned)cp);
	else if (!is_printable(cp) || (!utf8 && cp >= 0x80))
		snprintf(small, sizeof(small), "\\u{%x}", (unsigned)cp);
	else {
		len = cluster_next(p, n, &w);
		*cells = w;
		if (t)
			text_add(t, p, len);
		return len;
	}
	*cells = strlen(small);
	if (t)
		text_addz(t, small);
	return len;
}

size_t picture_escape(struct text *t, const char *p, size_t n, bool utf8)
{
	size_t total = 0;

	for (size_t i = 0; i < n;) {
		size_t cells;

		i += draw_cluster(t, p + i, n - i, total, utf8, &cells);
		total += cells;
	}
	return total;
}

size_t picture_gutter(size_t number)
{
	size_t w = 1;

	for (; number >= 10; number /= 10)
		w++;
	return w < 2 ? 2 : w;
}

/* Move the start of what is shown right until the span fits. */
static size_t first_shown(const struct picture *pic)
{
	size_t at = 0, begin = pic->begin;
	size_t before = 0, i = 0;
	size_t room = pic->columns > 30 ? pic->columns - 10 : 20;
	size_t total = picture_escape(NULL, pic->line, pic->n, pic->utf8);

	if (total <= room)
		return 0;
	before = picture_escape(NULL, pic->line, begin, pic->utf8);
	if (before + 10 <= room)
		return 0;
	/* Keep a third of the room before the span. */
	for (; i < begin && before - at > room / 3;) {
		size_t cells;

		i += draw_cluster(NULL, pic->line + i, pic->n - i, at, pic->utf8,
				  &cells);
		at += cells;
	}
	return i;
}

void picture_hint(struct text *t, size_t gutter, const char *hint)
{
	text_repeat(t, " ", gutter + 2);
	text_addz(t, "= ");
	picture_escape(t, hint, strlen(hint), true);
	text_addc(t, '\n');
}

void picture_draw(struct text *t, const struct picture *pic)
{
	const char *dim = pic->color ? "\033[2m" : "",
		   *red = pic->color ? "\033[31;1m" : "";
	const char *off = pic->color ? "\033[0m" : "";
	const char *cut = pic->utf8 ? "…" : "...";
	size_t cut_cells = pic->utf8 ? 1 : 3;
	size_t gutter = picture_gutter(pic->number), room, at = 0, mark_at = 0,
	       mark_n = 0;
	size_t start = first_shown(pic), i;
	size_t end = pic->end > pic->begin ? pic->end : pic->begin + 1;

	room = pic->columns > 30 ? pic->columns - 10 : 20;
	text_addf(t, "%s%*s |%s\n", dim, (int)gutter + 1, "", off);
	text_addf(t, "%s %*zu |%s ", dim, (int)gutter, pic->number, off);
	if (start) {
		text_addz(t, cut);
		at += cut_cells;
	}
	mark_at = at;
	for (i = start; i < pic->n;) {
		size_t cells;
		size_t len = draw_cluster(NULL, pic->line + i, pic->n - i, at,
					  pic->utf8, &cells);

		if (at + cells + cut_cells > room && i + len < pic->n) {
			text_addz(t, cut);
			break;
		}
		draw_cluster(t, pic->line + i, pic->n - i, at, pic->utf8, &cells);
		if (i < pic->begin)
			mark_at = at + cells;
		else if (i < end)
			mark_n += cells;
		at += cells;
		i += len;
	}
	text_addf(t, "\n%s%*s |%s ", dim, (int)gutter + 1, "", off);
	text_repeat(t, " ", mark_at);
	text_addz(t, red);
	text_repeat(t, "^", mark_n ? mark_n : 1);
	text_addf(t, "%s\n", off);
}
