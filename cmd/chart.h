/*
 * chart.h - pictures of numbers in characters.
 */
#ifndef SHADE_CMD_CHART_H
#define SHADE_CMD_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

/* Where a chart is drawn. */
struct canvas {
	size_t width, height; /* cells */
	bool utf8;
	struct text *to;
};

/* Points of a result: y over x, or a number for each label. */
struct points {
	char **labels; /* owned; NULL: x counts */
	double *x, *y; /* owned */
	size_t n, cap;
	bool x_is_time; /* x is seconds, labels are the texts */
	const char *x_name, *y_name; /* borrowed */
};

void points_add(struct points *p, const char *label, double x, double y);
void points_free(struct points *p);

void chart_bars(const struct canvas *c, const struct points *p);
void chart_histogram(const struct canvas *c, const struct points *p);
/* Braille dots; is_line: joined in the order given. */
void chart_plot(const struct canvas *c, const struct points *p, bool is_line);

/* The same as text of an SVG file. */
void chart_svg_bars(struct text *t, const struct points *p);
void chart_svg_plot(struct text *t, const struct points *p, bool is_line);

/* Counts of ranges, as labelled bars; the caller frees them. */
struct points chart_bins(const struct points *p);

/* Round step so that about n of them cover the range. */
double chart_step(double range, size_t n);

#endif
