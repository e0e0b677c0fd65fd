/*
 * suffix_chart.c - \chart: which picture fits the columns of a result.
 *
 * text x number: bars; time or number x number: a line when x ascends, else
 * points; one number: a histogram.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "chart.h"
#include "dot.h"
#include "suffix.h"

#define MOST_POINTS 100000

struct collect {
	struct points points;
	char *names[2]; /* owned */
	size_t n_columns, n_rows;
	bool x_is_number, x_is_time, y_is_number, x_ascends;
	bool too_many;
};

static bool read_number(const char *z, double *v)
{
	char *end;

	*v = strtod(z, &end);
	return end != z && !*end && isfinite(*v);
}

/* 2024-01-05 or 2024-01-05 12:30:00: seconds of some epoch. */
static bool read_time(const char *z, double *v)
{
	struct tm tm = { 0 };
	const char *end = strptime(z, "%Y-%m-%d", &tm);

	if (!end || end - z < 8)
		return false;
	if (*end)
		strptime(end + 1, "%H:%M:%S", &tm);
	*v = (double)timegm(&tm);
	return true;
}

static bool collect_row(void *arg, size_t n, const char *const *names,
			const char *const *values)
{
	struct collect *c = arg;
	const char *label = values[0], *number = n > 1 ? values[1] : values[0];
	double x = (double)c->n_rows, y = 0, t = 0;

	if (!c->n_rows) {
		c->n_columns = n;
		c->names[0] = str_dup(names[0]);
		c->names[1] = str_dup(names[n > 1]);
		c->x_is_number = c->x_is_time = c->y_is_number = c->x_ascends = true;
	}
	if (c->n_rows++ >= MOST_POINTS) {
		c->too_many = true;
		return false;
	}
	if (!number)
		return true;
	if (!read_number(number, &y))
		c->y_is_number = false;
	if (n > 1 && label) {
		if (!read_number(label, &x))
			c->x_is_number = false;
		if (!read_time(label, &t))
			c->x_is_time = false;
		else
			x = t;
	}
	if (c->points.n && x < c->points.x[c->points.n - 1])
		c->x_ascends = false;
	points_add(&c->points, label ? label : "NULL", x, y);
	return true;
}

enum shape { SHAPE_BARS, SHAPE_BINS, SHAPE_LINE, SHAPE_POINTS };

static enum shape shape_of(const struct collect *c, const char *kind)
{
	bool plots = c->n_columns > 1 && (c->x_is_number || c->x_is_time);

	if (!strcmp(kind, "hist") || (!*kind && c->n_columns == 1))
		return SHAPE_BINS;
	if (!strcmp(kind, "bar") || (!*kind && !plots))
		return SHAPE_BARS;
	return strcmp(kind, "scatter") != 0 && c->x_ascends ? SHAPE_LINE : SHAPE_POINTS;
}

static void draw(const struct collect *c, const struct canvas *canvas, enum shape shape)
{
	text_addf(canvas->to, "%s\n", c->names[1]);
	switch (shape) {
	case SHAPE_BINS: chart_histogram(canvas, &c->points); break;
	case SHAPE_BARS: chart_bars(canvas, &c->points); break;
	case SHAPE_LINE:
	case SHAPE_POINTS: chart_plot(canvas, &c->points, shape == SHAPE_LINE); break;
	}
}

static void draw_svg(const struct collect *c, struct text *t, enum shape shape)
{
	struct points bars;

	switch (shape) {
	case SHAPE_BINS:
		bars = chart_bins(&c->points);
		chart_svg_bars(t, &bars);
		points_free(&bars);
		break;
	case SHAPE_BARS: chart_svg_bars(t, &c->points); break;
	case SHAPE_LINE:
	case SHAPE_POINTS: chart_svg_plot(t, &c->points, shape == SHAPE_LINE); break;
	}
}

static bool send_chart(struct shell *sh, struct run *run, const struct collect *c,
		       const char *kind, const char *file)
{
	struct text t = { 0 };
	struct canvas canvas = { .width = sh->looks.columns ? sh->looks.columns : 80,
				 .height = 16,
				 .utf8 = sh->utf8,
				 .to = &t };
	struct out other, *out = &sh->out;
	bool ok = true;

	if (file && !dot_open_output(sh, &other, file, &run->o))
		return false;
	if (file)
		draw_svg(c, &t, shape_of(c, kind));
	else
		draw(c, &canvas, shape_of(c, kind));
	out = file ? &other : out;
	out_add(out, t.p, t.n);
	ok = shell_check_output(sh, out);
	if (file)
		out_close(&other);
	text_free(&t);
	return ok;
}

/* [KIND] [--svg FILE]; false: reported. */
static bool chart_options(struct shell *sh, struct run *run, char *args,
			  const char **kind, const char **file)
{
	static const char *const kinds[] = { "bar", "line", "hist", "scatter" };
	char *save = NULL;

	*kind = "";
	*file = NULL;
	for (char *word = strtok_r(args, " \t", &save); word;
	     word = strtok_r(NULL, " \t", &save)) {
		bool known = false;

		if (!strcmp(word, "--svg")) {
			*file = strtok_r(NULL, " \t", &save);
			if (!*file)
				return suffix_fail(sh, run, "--svg needs a file");
			continue;
		}
		for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
			known = known || !strcmp(kinds[i], word);
		if (!known)
			return suffix_fail(
				sh, run,
				"\\chart knows bar, line, scatter and hist, not \"%s\"",
				word);
		*kind = word;
	}
	return true;
}

bool suffix_chart(struct shell *sh, struct run *run, char *args)
{
	struct collect c = { 0 };
	const char *kind, *file;
	bool ok;

	if (!chart_options(sh, run, args, &kind, &file))
		return false;
	ok = run_rows(sh, run, true, collect_row, &c);
	c.points.x_is_time = c.x_is_time && c.n_columns > 1;
	c.points.x_name = c.names[0];
	c.points.y_name = c.names[1];
	if (ok && !c.points.n)
		ok = suffix_fail(sh, run, "nothing to draw: no row");
	else if (ok && !c.y_is_number)
		ok = suffix_fail(sh, run, "\\chart wants numbers in column \"%s\"",
				 c.names[1]);
	else if (ok)
		ok = send_chart(sh, run, &c, kind, file);
	if (ok && c.too_many)
		report_note(&sh->report, true, "only the first %d rows are drawn",
			    MOST_POINTS);
	points_free(&c.points);
	mem_free(c.names[0]);
	mem_free(c.names[1]);
	return ok;
}
