/*
 * test_csv.c - the index of CSV blocks, and scans by several workers.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/pool.h"
#include "format/csv_index.h"
#include "source/registry.h"
#include "source/state.h"
#include "unit/unit.h"

static uint64_t seed = 1234567;

static uint64_t next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* Fields with quotes, newlines and separators inside, sometimes odd ones. */
static size_t random_text(char *p, size_t target, bool odd)
{
	size_t n = 0;

	while (n < target) {
		uint64_t kind = next_random() % 10;

		if (kind < 6) {
			for (uint64_t k = next_random() % 9; k > 0; k--)
				p[n++] = (char)('a' + next_random() % 26);
		} else if (kind < 9) {
			p[n++] = '"';
			for (uint64_t k = next_random() % 70; k > 0; k--) {
				const char *piece[] = { "\"\"", "\n", ",", "x", "x" };
				const char *s = piece[next_random() % 5];

				memcpy(p + n, s, strlen(s));
				n += strlen(s);
			}
			p[n++] = '"';
		} else if (odd) {
			p[n++] = '"';
		}
		if (next_random() % 5 == 0) {
			if (next_random() % 4 == 0)
				p[n++] = '\r';
			p[n++] = '\n';
		} else {
			p[n++] = ',';
		}
	}
	return n;
}

static void fast_and_exact_index_agree(void **state)
{
	struct csv_dialect d = { .delim = STR(","), .quote = '"' };
	static char text[4096];
	static uint32_t v[4096], x[4096];

	(void)state;
	for (int i = 0; i < 20000; i++) {
		char *p = text + CSV_PAD;
		size_t n = random_text(p, 1 + next_random() % 600, i % 3 == 0);
		struct csv_span a, b, m;
		size_t last = 0;

		if (next_random() % 4 == 0)
			n = next_random() % n;
		memset(p + n, i & 1 ? '"' : ',', CSV_PAD);
		csv_index(&d, p, n, v, &a);
		csv_index_exact(&d, p, n, x, &b);
		csv_measure(&d, p, n, &m);
		assert_int_equal(a.end, b.end);
		assert_int_equal(a.n_lines, b.n_lines);
		assert_int_equal(a.in_quotes, b.in_quotes);
		assert_int_equal(m.end, a.end);
		for (size_t k = 0; k < a.n; k++)
			last = v[k] & 1 ? k + 1 : last;
		assert_memory_equal(v, x, last * sizeof(*v));
		for (size_t k = 0; csv_index_by(k, &d, p, n, v, &m); k++) {
			if (m.is_loose)
				continue;
			assert_int_equal(m.end, b.end);
			assert_memory_equal(v, x, last * sizeof(*v));
		}
	}
}

/* --- several workers ------------------------------------------------------ */

#define ROWS 60000

/* Rows with newlines in quotes, so that no newline can be trusted. */
static size_t make_file(char *p)
{
	size_t n = (size_t)snprintf(p, 100, "id,text,more\n");

	for (int i = 0; i < ROWS; i++)
		n += (size_t)snprintf(p + n, 100, "%d,\"a\n%d,\"\"b\"\"\n\",%s\n", i, i,
				      i % 7 ? "plain" : "\"q,\n\"");
	return n;
}

struct job {
	struct shade_cx *cx;
	struct source *source;
	struct scan *scan;
	int64_t sum[4];
	uint64_t rows[4];
};

static void work(void *arg, size_t worker)
{
	struct job *j = arg;
	struct vector cols[2];
	struct batch b = { .cols = cols };
	struct scan_worker *w;

	assert_int_equal(j->source->cls->worker_open(j->cx, j->scan, &w), SHADE_OK);
	while (true) {
		assert_int_equal(j->source->cls->next(j->cx, w, &b), SHADE_OK);
		if (!b.n)
			break;
		for (size_t i = 0; i < b.n; i++)
			j->sum[worker] += ((const int64_t *)cols[0].data)[i] *
					  ((const int64_t *)cols[1].data)[i];
		j->rows[worker] += b.n;
	}
	j->source->cls->worker_close(j->cx, w);
}

/* Sum of id * line over all rows. */
static int64_t scan_with(struct shade_cx *cx, const char *path, size_t n_workers,
			 uint64_t *rows)
{
	struct job j = { .cx = cx };
	size_t cols[2] = { 0, 0 };
	struct scan_request req = { .cols = cols, .n_cols = 2, .limit = UINT64_MAX };
	struct pool *pool = pool_new(n_workers);

	assert_int_equal(source_open_path(cx, str_from(path), NO_SPAN, &j.source),
			 SHADE_OK);
	for (size_t c = 0; c < j.source->n_cols; c++) {
		if (str_eq(j.source->cols[c].name, STR("_line")))
			cols[1] = c;
	}
	assert_int_equal(j.source->cls->open(cx, j.source, &req, &j.scan), SHADE_OK);
	pool_run(pool, n_workers, work, &j);
	j.source->cls->close(cx, j.scan);
	j.source->cls->release(j.source);
	pool_free(pool);
	*rows = 0;
	for (size_t i = 1; i < 4; i++)
		j.sum[0] += j.sum[i];
	for (size_t i = 0; i < 4; i++)
		*rows += j.rows[i];
	return j.sum[0];
}

static void workers_agree_on_rows_and_lines(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	char *dir = unit_mkdir(), *text = malloc((size_t)ROWS * 100);
	const char *path;
	uint64_t rows, one_rows;
	int64_t one;

	(void)state;
	path = unit_file(dir, "x.csv", text, make_file(text));
	one = scan_with(cx, path, 1, &one_rows);
	assert_int_equal(one_rows, ROWS);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(scan_with(cx, path, 3, &rows), one);
		assert_int_equal(rows, ROWS);
	}
	free(text);
	unit_rmdir(dir);
	unit_cx_free(cx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fast_and_exact_index_agree),
		cmocka_unit_test(workers_agree_on_rows_and_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
