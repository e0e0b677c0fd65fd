#include "tools/runner/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/cell.h"
#include "render/column.h"
#include "tools/runner/script.h"

/* Control characters are written as escapes, so that a value is one line. */
static char *escaped(const char *p, size_t n)
{
	char *out = test_alloc(n * 4 + 10);
	char *at = out;

	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)p[i];

		if (c == '\n' || c == '\t' || c == '\r') {
			*at++ = '\\';
			*at++ = c == '\n' ? 'n' : c == '\t' ? 't' : 'r';
		} else if (c < 0x20 || c == 0x7f) {
			at += sprintf(at, "\\x%02x", c);
		} else {
			*at++ = (char)c;
		}
	}
	*at = 0;
	if (!n)
		memcpy(out, "(empty)", 8);
	return out;
}

static void add_value(struct result *r, char *value)
{
	if (r->n_values == r->cap) {
		r->cap = r->cap ? r->cap * 2 : 64;
		r->values = test_grow(r->values, r->cap * sizeof(char *));
	}
	r->values[r->n_values++] = value;
}

static void add_batch(struct result *r, const struct view *columns, int64_t length)
{
	struct text scratch = { 0 };

	for (int64_t row = 0; row < length; row++) {
		for (size_t i = 0; i < r->n_cols; i++) {
			struct cell c;

			if (view_is_null(&columns[i], (size_t)row)) {
				add_value(r, escaped("NULL", 4));
				continue;
			}
			c = cell_text(&columns[i], (size_t)row, &scratch);
			add_value(r, escaped(c.p, c.n));
		}
	}
	text_free(&scratch);
}

static bool read_batches(struct result *r, struct ArrowArrayStream *rows,
			 struct column *columns, char **problem)
{
	struct view *views = test_alloc(r->n_cols * sizeof(*views));
	struct ArrowArray a = { 0 };
	int rc;

	for (size_t i = 0; i < r->n_cols; i++)
		view_init(&views[i], &columns[i]);
	while ((rc = rows->get_next(rows, &a)) == 0 && a.release) {
		for (size_t i = 0; i < r->n_cols; i++)
			view_bind(&views[i], a.children[i], a.offset);
		add_batch(r, views, a.length);
		a.release(&a);
	}
	if (rc) {
		const char *text = rows->get_last_error(rows);

		*problem = strdup(text ? text : "get_next failed without a message");
	}
	for (size_t i = 0; i < r->n_cols; i++)
		view_release(&views[i]);
	free(views);
	return rc == 0;
}

static bool read_schema(struct result *r, struct ArrowArrayStream *rows,
			struct column **columns, char **problem)
{
	struct ArrowSchema schema = { 0 };
	bool ok = true;

	if (rows->get_schema(rows, &schema)) {
		*problem = strdup("get_schema failed");
		return false;
	}
	r->n_cols = (size_t)schema.n_children;
	*columns = test_alloc(r->n_cols * sizeof(**columns));
	for (size_t i = 0; i < r->n_cols && ok; i++)
		ok = column_init(&(*columns)[i], schema.children[i], problem);
	schema.release(&schema);
	return ok;
}

bool result_read(struct result *r, struct ArrowArrayStream *rows, char **problem)
{
	struct column *columns = NULL;
	bool ok;

	*r = (struct result){ 0 };
	ok = read_schema(r, rows, &columns, problem) &&
	     read_batches(r, rows, columns, problem);
	for (size_t i = 0; columns && i < r->n_cols; i++)
		column_release(&columns[i]);
	free(columns);
	rows->release(rows);
	return ok;
}

void result_free(struct result *r)
{
	for (size_t i = 0; i < r->n_values; i++)
		free(r->values[i]);
	free(r->values);
	*r = (struct result){ 0 };
}

static int by_value(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int by_row(const void *a, const void *b, void *n_cols)
{
	for (size_t i = 0; i < *(size_t *)n_cols; i++) {
		int c = strcmp(((char *const *)a)[i], ((char *const *)b)[i]);

		if (c)
			return c;
	}
	return 0;
}

static void sort_values(char **values, size_t n, size_t n_cols, enum sort_mode mode)
{
	if (!n)
		return;
	if (mode == SORT_VALUES)
		qsort(values, n, sizeof(char *), by_value);
	else if (mode == SORT_ROWS && n_cols)
		qsort_r(values, n / n_cols, n_cols * sizeof(char *), by_row, &n_cols);
}

void result_sort(struct result *r, enum sort_mode mode)
{
	sort_values(r->values, r->n_values, r->n_cols, mode);
}

/* Sums of floats depend on their order, so the last digits may differ. */
static bool is_near(const char *a, const char *b)
{
	char *end_a, *end_b;
	double x = strtod(a, &end_a), y = strtod(b, &end_b);

	if (*end_a || *end_b || end_a == a || end_b == b)
		return false;
	return fabs(x - y) <= 1e-9 * fmax(fabs(x), fabs(y));
}

static bool same_value(const char *got, const char *wanted, char type)
{
	if (strcmp(got, wanted) == 0)
		return true;
	return type == 'R' && is_near(got, wanted);
}

static void print_rows(FILE *out, char mark, size_t n_cols, size_t n,
		       char *const *values)
{
	size_t shown = n;

	if (n_cols && n / n_cols > 40)
		shown = 40 * n_cols;
	for (size_t i = 0; i < shown; i++)
		fprintf(out, "%s%s%s",
			i % n_cols ? "\t" : (mark == '+' ? "    + " : "    - "),
			values[i], (i + 1) % n_cols == 0 || i + 1 == n ? "\n" : "");
	if (shown < n)
		fprintf(out, "    %c ... %zu more values\n", mark, n - shown);
}

/* Lines as values: tab-separated rows when they have as many as columns. */
static char **split_expected(size_t n_cols, size_t n_lines, char *const *lines,
			     size_t *n)
{
	bool in_rows = n_cols > 1 && n_lines && strchr(lines[0], '\t') != NULL;
	char **values = NULL;

	*n = 0;
	for (size_t i = 0; i < n_lines; i++) {
		const char *at = lines[i];

		while (true) {
			const char *end = in_rows ? strchr(at, '\t') : NULL;
			size_t len = end ? (size_t)(end - at) : strlen(at);

			values = test_grow(values, (*n + 1) * sizeof(char *));
			values[(*n)++] = strndup(at, len);
			if (!end)
				break;
			at = end + 1;
		}
	}
	return values;
}

bool result_matches(const struct result *r, const char *types, enum sort_mode mode,
		    size_t n_expected, char *const *expected, FILE *out)
{
	size_t n;
	char **wanted = split_expected(r->n_cols, n_expected, expected, &n);
	bool ok = n == r->n_values;

	sort_values(wanted, n, r->n_cols, mode);
	for (size_t i = 0; ok && i < n; i++) {
		/* Sorted values have lost their columns. */
		char type = mode == SORT_VALUES ? 'R' : types[i % r->n_cols];

		ok = same_value(r->values[i], wanted[i], type);
	}
	if (!ok && r->n_cols) {
		fprintf(out, "    wrong rows: - expected, + got\n");
		print_rows(out, '-', r->n_cols, n, wanted);
		print_rows(out, '+', r->n_cols, r->n_values, r->values);
	}
	for (size_t i = 0; i < n; i++)
		free(wanted[i]);
	free(wanted);
	return ok;
}
