#include "chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "width.h"

void points_add(struct points *p, const char *label, double x, double y)
{
	if (p->n == p->cap) {
		p->cap = p->cap ? p->cap * 2 : 64;
		p->labels = mem_grow(p->labels, p->cap, sizeof(*p->labels));
		p->x = mem_grow(p->x, p->cap, sizeof(*p->x));
		p->y = mem_grow(p->y, p->cap, sizeof(*p->y));
	}
	p->labels[p->n] = label ? str_dup(label) : NULL;
	p->x[p->n] = x;
	p->y[p->n++] = y;
}

void points_free(struct points *p)
{
	for (size_t i = 0; i < p->n; i++)
		mem_free(p->labels[i]);
	mem_free(p->labels);
	mem_free(p->x);
	mem_free(p->y);
	*p = (struct points){ 0 };
}

double chart_step(double range, size_t n)
{
	double rough = range / (double)(n ? n : 1);
	double power = pow(10, floor(log10(rough > 0 ? rough : 1)));
	double digit = rough / power;

	if (digit <= 1)
		return power;
	if (digit <= 2)
		return 2 * power;
	return digit <= 5 ? 5 * power : 10 * power;
}

/* --- bars ----------------------------------------------------------------- */

/* A bar of the given length in eighths of a cell. */
static void add_bar(struct text *t, size_t eighths, bool utf8)
{
	static const char *const parts[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };

	text_repeat(t, utf8 ? "█" : "#", eighths / 8);
	if (utf8)
		text_addz(t, parts[eighths % 8]);
	else if (eighths % 8 >= 4)
		text_addc(t, '#');
}

void chart_bars(const struct canvas *c, const struct points *p)
{
	size_t labels = 1, values = 1, room;
	double most = 0;
	bool any_negative = false;
	char value[64];

	for (size_t i = 0; i < p->n; i++) {
		size_t w = text_cells(p->labels[i], strlen(p->labels[i]));
		int n = snprintf(value, sizeof(value), "%.10g", p->y[i]);

		labels = w > labels ? w : labels;
		values = (size_t)n > values ? (size_t)n : values;
		most = fabs(p->y[i]) > most ? fabs(p->y[i]) : most;
		any_negative = any_negative || p->y[i] < 0;
	}
	labels = labels > c->width / 3 ? c->width / 3 : labels;
	room = c->width > labels + values + 6 ? c->width - labels - values - 6 : 8;
	for (size_t i = 0; i < p->n; i++) {
		const char *z = p->labels[i];
		size_t cells, n = text_fit(z, strlen(z), labels, &cells);

		text_repeat(c->to, " ", labels - cells);
		text_add(c->to, z, n);
		text_addz(c->to, c->utf8 ? " │" : " |");
		if (any_negative)
			text_addc(c->to, p->y[i] < 0 ? '-' : ' ');
		if (most > 0)
			add_bar(c->to,
				(size_t)lround(fabs(p->y[i]) / most * (double)room * 8),
				c->utf8);
		text_addf(c->to, " %.10g\n", p->y[i]);
	}
}

struct points chart_bins(const struct points *p)
{
	struct points bars = { .x_name = p->y_name, .y_name = p->y_name };
	double low = INFINITY, high = -INFINITY, step, first;
	size_t n, want;

	for (size_t i = 0; i < p->n; i++) {
		low = p->y[i] < low ? p->y[i] : low;
		high = p->y[i] > high ? p->y[i] : high;
	}
	want = (size_t)ceil(log2((double)p->n + 1)) + 1;
	want = want < 5 ? 5 : want > 24 ? 24 : want;
	step = chart_step(high - low, want);
	first = floor(low / step) * step;
	n = (size_t)floor((high - first) / step) + 1;
	for (size_t i = 0; i < n && i < 64; i++) {
		char *label = str_fmt("%.6g .. %.6g", first + (double)i * step,
				      first + (double)(i + 1) * step);

		points_add(&bars, label, 0, 0);
		mem_free(label);
	}
	for (size_t i = 0; i < p->n; i++) {
		size_t k = (size_t)((p->y[i] - first) / step);

		bars.y[k < bars.n ? k : bars.n - 1]++;
	}
	return bars;
}

void chart_histogram(const struct canvas *c, const struct points *p)
{
	struct points bars = chart_bins(p);

	chart_bars(c, &bars);
	points_free(&bars);
}

/* --- plots ---------------------------------------------------------------- */

/* A field of dots, two by four in a cell. */
struct dots {
	size_t width, height; /* in dots */
	unsigned char *cells; /* owned */
};

static void dot_set(struct dots *d, long x, long y)
{
	static const unsigned char bits[4][2] = {
		{ 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 }, { 0x40, 0x80 }
	};

	if (x < 0 || y < 0 || (size_t)x >= d->width || (size_t)y >= d->height)
		return;
	d->cells[(size_t)(y / 4) * (d->width / 2) + (size_t)(x / 2)] |=
		bits[y % 4][x % 2];
}

/* Bresenham. */
static void dot_line(struct dots *d, long x0, long y0, long x1, long y1)
{
	long dx = labs(x1 - x0), dy = -labs(y1 - y0);
	long sx = x0 < x1 ? 1 : -1, sy = y0 < y1 ? 1 : -1, err = dx + dy;

	for (;;) {
		long twice = 2 * err;

		dot_set(d, x0, y0);
		if (x0 == x1 && y0 == y1)
			return;
		if (twice >= dy) {
			err += dy;
			x0 += sx;
		}
		if (twice <= dx) {
			err += dx;
			y0 += sy;
		}
	}
}

struct range {
	double low, high, step;
};

static struct range range_of(const double *v, size_t n, size_t ticks)
{
	struct range r = { INFINITY, -INFINITY, 1 };

	for (size_t i = 0; i < n; i++) {
		r.low = v[i] < r.low ? v[i] : r.low;
		r.high = v[i] > r.high ? v[i] : r.high;
	}
	if (r.low == r.high) {
		r.low -= 1;
		r.high += 1;
	}
	r.step = chart_step(r.high - r.low, ticks);
	return r;
}

/* The point nearest to a place on the x axis. */
static size_t nearest(const struct points *p, double x)
{
	size_t best = 0;

	for (size_t i = 1; i < p->n; i++) {
		if (fabs(p->x[i] - x) < fabs(p->x[best] - x))
			best = i;
	}
	return best;
}

static void x_axis(const struct canvas *c, const struct points *p, struct range x,
		   size_t left, size_t width)
{
	size_t n = width >= 45 ? 3 : 2, at = 0;

	text_repeat(c->to, " ", left);
	text_addz(c->to, c->utf8 ? "└" : "+");
	text_repeat(c->to, c->utf8 ? "─" : "-", width);
	text_addc(c->to, '\n');
	text_repeat(c->to, " ", left + 1);
	for (size_t i = 0; i < n; i++) {
		double v = x.low + (x.high - x.low) * (double)i / (double)(n - 1);
		const char *text = p->x_is_time ? p->labels[nearest(p, v)] : NULL;
		char number[40];
		size_t w, place;

		snprintf(number, sizeof(number), "%.6g", v);
		text = text ? text : number;
		w = strlen(text);
		place = i == 0 ? 0 : i + 1 == n ? width - w : (width - w) / 2;
		if (place > width)
			place = at;
		text_repeat(c->to, " ", place > at ? place - at : 1);
		text_addz(c->to, text);
		at = place + w;
	}
	text_addc(c->to, '\n');
}

/* The tick that falls into a row of cells; false: none. */
static bool tick_in(struct range y, double top, double bottom, double *tick)
{
	*tick = floor(top / y.step) * y.step;
	if (fabs(*tick) < y.step / 1e6)
		*tick = 0;
	return *tick > bottom;
}

static void add_dots(struct text *t, unsigned char dots, bool utf8)
{
	if (!dots)
		text_addc(t, ' ');
	else if (!utf8)
		text_addc(t, dots & 0x09 ? '\'' : dots & 0xc0 ? '.' : '*');
	else
		text_add(t,
			 (const char[]){ '\xe2', (char)(0xa0 | dots >> 6),
					 (char)(0x80 | (dots & 63)) },
			 3);
}

static void draw_rows(const struct canvas *c, const struct dots *d, struct range y,
		      size_t left)
{
	size_t width = d->width / 2, height = d->height / 4;
	double row = (y.high - y.low) / (double)height;

	for (size_t i = 0; i < height; i++) {
		double top = y.high - (double)i * row, tick;
		char number[40] = "";

		if (tick_in(y, top + row / 1e6, top - row, &tick))
			snprintf(number, sizeof(number), "%.6g", tick);
		text_addf(c->to, "%*s%s", (int)left, number,
			  c->utf8 ? (number[0] ? "┤" : "│") : "|");
		for (size_t k = 0; k < width; k++)
			add_dots(c->to, d->cells[i * width + k], c->utf8);
		text_addc(c->to, '\n');
	}
}

void chart_plot(const struct canvas *c, const struct points *p, bool is_line)
{
	struct range x = range_of(p->x, p->n, 5),
		     y = range_of(p->y, p->n, c->height / 3);
	size_t left = 0, width;
	struct dots d;
	long px = 0, py = 0;

	/* Room for the widest tick. */
	for (double v = ceil(y.low / y.step) * y.step; v <= y.high; v += y.step) {
		char number[40];
		size_t n = (size_t)snprintf(number, sizeof(number), "%.6g", v);

		left = n > left ? n : left;
	}
	width = c->width > left + 10 ? c->width - left - 2 : 20;
	d.width = width * 2;
	d.height = c->height * 4;
	d.cells = mem_get(width * c->height, 1);
	for (size_t i = 0; i < p->n; i++) {
		long dx = lround((p->x[i] - x.low) / (x.high - x.low) *
				 (double)(d.width - 1));
		long dy = lround((y.high - p->y[i]) / (y.high - y.low) *
				 (double)(d.height - 1));

		if (is_line && i)
			dot_line(&d, px, py, dx, dy);
		else
			dot_set(&d, dx, dy);
		px = dx;
		py = dy;
	}
	draw_rows(c, &d, y, left);
	x_axis(c, p, x, left, width);
	mem_free(d.cells);
}
