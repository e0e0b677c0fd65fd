/*
 * chart_svg.c - the charts of chart.c as an SVG file.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chart.h"

#define WIDTH 800.0
#define HEIGHT 450.0
#define LEFT 80.0
#define RIGHT 20.0
#define TOP 30.0
#define BOTTOM 50.0

static void add_escaped(struct text *t, const char *z)
{
	for (; *z; z++) {
		unsigned char c = (unsigned char)*z;

		if (c == '<')
			text_addz(t, "&lt;");
		else if (c == '&')
			text_addz(t, "&amp;");
		else if (c >= 0x20)
			text_addc(t, *z);
	}
}

static void add_label(struct text *t, double x, double y, const char *anchor,
		      const char *text)
{
	text_addf(t, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
	add_escaped(t, text);
	text_addz(t, "</text>\n");
}

static void begin_svg(struct text *t, double height, const char *title)
{
	text_addf(t,
		  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
		  "font-family=\"sans-serif\" font-size=\"12\">\n"
		  "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
		  WIDTH, height);
	add_label(t, WIDTH / 2, 18, "middle", title);
}

static void range_of(const double *v, size_t n, double *low, double *high)
{
	*low = INFINITY;
	*high = -INFINITY;
	for (size_t i = 0; i < n; i++) {
		*low = v[i] < *low ? v[i] : *low;
		*high = v[i] > *high ? v[i] : *high;
	}
	if (*low == *high) {
		*low -= 1;
		*high += 1;
	}
}

void chart_svg_bars(struct text *t, const struct points *p)
{
	double row = 22, height = TOP + row * (double)p->n + 20, most = 0;
	double left = 180, room = WIDTH - left - 80;

	for (size_t i = 0; i < p->n; i++)
		most = fabs(p->y[i]) > most ? fabs(p->y[i]) : most;
	begin_svg(t, height, p->y_name);
	for (size_t i = 0; i < p->n; i++) {
		double y = TOP + row * (double)i;
		double w = most > 0 ? fabs(p->y[i]) / most * room : 0;
		char number[40];

		snprintf(number, sizeof(number), "%.10g", p->y[i]);
		add_label(t, left - 6, y + 15, "end", p->labels[i]);
		text_addf(t,
			  "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"16\" "
			  "fill=\"%s\"/>\n",
			  left, y + 2, w, p->y[i] < 0 ? "#c0504d" : "#4f81bd");
		add_label(t, left + w + 6, y + 15, "start", number);
	}
	text_addz(t, "</svg>\n");
}

static void y_axis(struct text *t, double low, double high)
{
	double step = chart_step(high - low, 6);

	for (double v = ceil(low / step) * step; v <= high; v += step) {
		double y = TOP + (high - v) / (high - low) * (HEIGHT - TOP - BOTTOM);
		char number[40];

		snprintf(number, sizeof(number), "%.6g", fabs(v) < step / 1e6 ? 0 : v);
		text_addf(t,
			  "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" "
			  "stroke=\"#ddd\"/>\n",
			  LEFT, WIDTH - RIGHT, y, y);
		add_label(t, LEFT - 6, y + 4, "end", number);
	}
}

static size_t nearest(const struct points *p, double x)
{
	size_t best = 0;

	for (size_t i = 1; i < p->n; i++) {
		if (fabs(p->x[i] - x) < fabs(p->x[best] - x))
			best = i;
	}
	return best;
}

static void x_axis(struct text *t, const struct points *p, double low, double high)
{
	for (int i = 0; i <= 4; i++) {
		double v = low + (high - low) * i / 4;
		double x = LEFT + (WIDTH - LEFT - RIGHT) * i / 4;
		char number[40];

		snprintf(number, sizeof(number), "%.6g", v);
		add_label(t, x, HEIGHT - BOTTOM + 18,
			  i == 0   ? "start"
			  : i == 4 ? "end"
				   : "middle",
			  p->x_is_time ? p->labels[nearest(p, v)] : number);
	}
	add_label(t, WIDTH / 2, HEIGHT - 10, "middle", p->x_name);
}

void chart_svg_plot(struct text *t, const struct points *p, bool is_line)
{
	double x0, x1, y0, y1;

	range_of(p->x, p->n, &x0, &x1);
	range_of(p->y, p->n, &y0, &y1);
	begin_svg(t, HEIGHT, p->y_name);
	y_axis(t, y0, y1);
	x_axis(t, p, x0, x1);
	if (is_line)
		text_addz(t, "<polyline fill=\"none\" stroke=\"#4f81bd\" "
			     "stroke-width=\"1.5\" points=\"");
	for (size_t i = 0; i < p->n; i++) {
		double x = LEFT + (p->x[i] - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT);
		double y = TOP + (y1 - p->y[i]) / (y1 - y0) * (HEIGHT - TOP - BOTTOM);

		if (is_line)
			text_addf(t, "%.1f,%.1f ", x, y);
		else
			text_addf(t,
				  "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" "
				  "fill=\"#4f81bd\" fill-opacity=\"0.6\"/>\n",
				  x, y);
	}
	text_addz(t, is_line ? "\"/>\n</svg>\n" : "</svg>\n");
}
