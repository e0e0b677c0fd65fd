/*
 * f_bar.c - numbers drawn with block characters.
 */
#include <math.h>

#include "func/array.h"
#include "func/values.h"

/* Most characters of a bar. */
#define WIDTH_LIMIT 1000

/* (x, least, most [, width]): an eighth of a character is the unit; filled
 * with blanks to the width. */
ROW(draw_bar)
{
	static const char blocks[8][4] = { " ", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	double x = args[0].d, least = args[1].d, most = args[2].d, share;
	double width = n_args > 3 ? args[3].d : 80;
	struct sbuf b = { .arena = func_scratch(fc) };
	size_t eighths, n;

	if (!(most > least) || !isfinite(least) || !isfinite(most))
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the most of a bar must be greater than its least");
	if (!(width >= 1 && width <= WIDTH_LIMIT))
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the width of a bar is 1 to %d", WIDTH_LIMIT);
	n = (size_t)width;
	share = isnan(x) || x <= least ? 0
		: x >= most            ? 1
				       : (x - least) / (most - least);
	eighths = (size_t)(share * (double)n * 8);
	for (size_t i = 0; i < eighths / 8; i++)
		sbuf_add(&b, STR("█"));
	if (eighths % 8)
		sbuf_add(&b, str_from(blocks[eighths % 8]));
	for (size_t i = (eighths + 7) / 8; i < n; i++)
		sbuf_addc(&b, ' ');
	out->s = sbuf_str(&b);
	return SHADE_OK;
}

/* One character an element, its height between the least and the greatest;
 * NULL and NaN leave a gap. */
ROW(draw_sparkline)
{
	static const char blocks[8][4] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	struct sbuf b = { .arena = func_scratch(fc) };
	double least = INFINITY, most = -INFINITY;

	(void)n_args;
	for (size_t i = 0; i < LEN(&args[0]); i++) {
		const struct value *v = &LIST(&args[0])[i];

		if (v->is_null || !isfinite(v->d))
			continue;
		least = v->d < least ? v->d : least;
		most = v->d > most ? v->d : most;
	}
	for (size_t i = 0; i < LEN(&args[0]); i++) {
		const struct value *v = &LIST(&args[0])[i];
		double share;

		if (v->is_null || isnan(v->d)) {
			sbuf_addc(&b, ' ');
			continue;
		}
		share = v->d <= least  ? 0
			: v->d >= most ? 1
				       : (v->d - least) / (most - least);
		sbuf_add(&b, str_from(blocks[(size_t)(share * 7.999)]));
	}
	out->s = sbuf_str(&b);
	return SHADE_OK;
}

static const struct func_row rows[] = {
	{ EACH("bar", "DOUBLE, DOUBLE, DOUBLE [, DOUBLE] -> VARCHAR", FUNC_CAN_FAIL,
	       draw_bar),
	  DOC("a bar for a number between a least and a most, 80 or so many wide",
	      "bar(5, 0, 10, 4) || '|'", "██  |") },
	{ EACH("sparkline", "ARRAY<DOUBLE> -> VARCHAR", 0, draw_sparkline),
	  DOC("numbers as a row of small bars", "sparkline([1, 5, 22, 13, 3])",
	      "▁▂█▅▁") },
};

const struct func_family func_family_bar = { "Drawing", rows, ARRAY_LEN(rows) };
