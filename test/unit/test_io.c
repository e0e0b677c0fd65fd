#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "base/glob.h"
#include "base/io.h"
#include "unit/unit.h"

static char *slurp(struct shade_cx *cx, const char *path, size_t *n)
{
	struct reader *r = NULL;
	struct sbuf all = { .arena = cx->arena };
	char part[7];
	size_t got;

	assert_int_equal(reader_open(cx, str_from(path), NO_SPAN, &r), SHADE_OK);
	do {
		if (reader_read(cx, r, part, sizeof(part), &got)) {
			reader_close(r);
			return NULL;
		}
		sbuf_add(&all, (struct str){ part, got });
	} while (got);
	reader_close(r);
	*n = all.n;
	return (char *)(uintptr_t)sbuf_str(&all).p;
}

static void plain_file_is_read_and_mapped(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	char *dir = unit_mkdir();
	const char *path = unit_file(dir, "a.csv", "a,b\n1,2\n", 8);
	struct reader *r = NULL;
	size_t n;

	(void)state;
	assert_string_equal(slurp(cx, path, &n), "a,b\n1,2\n");
	assert_int_equal(reader_open(cx, str_from(path), NO_SPAN, &r), SHADE_OK);
	assert_memory_equal(reader_map(r, &n), "a,b\n1,2\n", 8);
	assert_int_equal(n, 8);
	assert_true(reader_is_seekable(r));
	assert_false(reader_would_block(r));
	reader_close(r);
	unit_rmdir(dir);
	unit_cx_free(cx);
}

static void gzip_members_are_joined(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	char *dir = unit_mkdir(), path[256];
	size_t n;

	(void)state;
	snprintf(path, sizeof(path), "%s/a.gz", dir);
	for (int i = 0; i < 2; i++) {
		gzFile f = gzopen(path, "ab");

		gzwrite(f, "hello world\n", 12);
		gzclose(f);
	}
	assert_string_equal(slurp(cx, path, &n), "hello world\nhello world\n");
	unit_rmdir(dir);
	unit_cx_free(cx);
}

static void zstd_is_recognised_and_its_cut_reported(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	char *dir = unit_mkdir();
	char packed[200], text[] = "some text, some text, some text";
	size_t n, n_packed = ZSTD_compress(packed, 200, text, strlen(text), 3);

	(void)state;
	assert_string_equal(slurp(cx, unit_file(dir, "x", packed, n_packed), &n), text);
	assert_null(slurp(cx, unit_file(dir, "y", packed, n_packed - 3), &n));
	assert_int_equal(cx->err.code, SHADE_E_DATA_FORMAT);
	unit_rmdir(dir);
	unit_cx_free(cx);
}

static void damaged_gzip_is_an_error(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	char *dir = unit_mkdir();
	size_t n;

	(void)state;
	assert_null(slurp(cx, unit_file(dir, "x.gz", "\x1f\x8b\x08garbage..", 12), &n));
	assert_int_equal(cx->err.code, SHADE_E_DATA_FORMAT);
	unit_rmdir(dir);
	unit_cx_free(cx);
}

static void missing_file_names_its_neighbour(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	char *dir = unit_mkdir();
	struct reader *r = NULL;

	(void)state;
	unit_file(dir, "weather.csv", "", 0);
	assert_int_equal(reader_open(cx, str_fmt(cx->arena, "%s/wether.csv", dir),
				     NO_SPAN, &r),
			 SHADE_E_FILE_NOT_FOUND);
	assert_non_null(strstr(cx->err.message, "did you mean"));
	assert_non_null(strstr(cx->err.message, "weather.csv"));
	unit_rmdir(dir);
	unit_cx_free(cx);
}

static void atomic_writer_replaces_only_on_commit(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	char *dir = unit_mkdir();
	const char *path = unit_file(dir, "out", "old", 3);
	struct writer *w = NULL;
	struct stat st;
	char *text;
	size_t n;

	(void)state;
	chmod(path, 0640);
	assert_int_equal(writer_open(cx, str_from(path), NO_SPAN, true, &w), SHADE_OK);
	assert_int_equal(writer_write(cx, w, "new!", 4), SHADE_OK);
	assert_string_equal(slurp(cx, path, &n), "old");
	writer_abort(w);
	assert_string_equal(slurp(cx, path, &n), "old");

	assert_int_equal(writer_open(cx, str_from(path), NO_SPAN, true, &w), SHADE_OK);
	text = arena_alloc(cx->arena, 300000);
	memset(text, 'x', 300000);
	assert_int_equal(writer_write(cx, w, "new!", 4), SHADE_OK);
	assert_int_equal(writer_write(cx, w, text, 300000), SHADE_OK);
	assert_int_equal(writer_commit(cx, w), SHADE_OK);
	slurp(cx, path, &n);
	assert_int_equal(n, 300004);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	unit_rmdir(dir);
	unit_cx_free(cx);
}

static void full_disk_has_its_own_code(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	struct writer *w = NULL;

	(void)state;
	if (access("/dev/full", W_OK) == 0) {
		assert_int_equal(writer_open(cx, STR("/dev/full"), NO_SPAN, true, &w),
				 SHADE_OK);
		assert_int_equal(writer_write(cx, w, "x", 1), SHADE_OK);
		assert_int_equal(writer_commit(cx, w), SHADE_E_DISK_FULL);
	}
	unit_cx_free(cx);
}

static void pattern_matches(void **state)
{
	(void)state;
	assert_true(glob_match(STR("*.csv"), STR("a.csv")));
	assert_true(glob_match(STR("a*b*c"), STR("aXbbYc")));
	assert_false(glob_match(STR("a*b*c"), STR("aXbbY")));
	assert_true(glob_match(STR("[a-c]?[!x]"), STR("b12")));
	assert_false(glob_match(STR("[a-c]?[!x]"), STR("b1x")));
	assert_true(glob_match(STR("[]]"), STR("]")));
	assert_false(glob_match(STR(""), STR("a")));
	assert_true(glob_match(STR("**"), STR("")));
}

static void assert_glob(struct shade_cx *cx, const char *dir, const char *pattern,
			const char *expected)
{
	struct sbuf all = { .arena = cx->arena };
	struct str *paths = NULL;
	size_t n = 0;

	assert_int_equal(glob_paths(cx, str_fmt(cx->arena, "%s/%s", dir, pattern),
				    NO_SPAN, &paths, &n),
			 SHADE_OK);
	for (size_t i = 0; i < n; i++)
		sbuf_addf(&all, "%s%s", i ? " " : "", paths[i].p + strlen(dir) + 1);
	assert_string_equal(sbuf_str(&all).p, expected);
}

static void globs_find_files_in_order(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	char *dir = unit_mkdir();
	char sub[300];
	struct str *paths;
	size_t n;

	(void)state;
	snprintf(sub, sizeof(sub), "%s/sub", dir);
	assert_int_equal(mkdir(sub, 0777), 0);
	unit_file(dir, "b.csv", "", 0);
	unit_file(dir, "a.csv", "", 0);
	unit_file(dir, "c.json", "", 0);
	unit_file(dir, ".hidden.csv", "", 0);
	unit_file(dir, "_SUCCESS", "", 0);
	unit_file(dir, "odd[1].csv", "", 0);
	unit_file(sub, "d.csv", "", 0);
	assert_glob(cx, dir, "?.csv", "a.csv b.csv");
	assert_glob(cx, dir, "{b,a,zz}.csv", "a.csv b.csv");
	assert_glob(cx, dir, "{a,s{u,o}b/d}.csv", "a.csv sub/d.csv");
	assert_glob(cx, dir, "**/?.csv", "a.csv b.csv sub/d.csv");
	assert_glob(cx, dir, "s*/*", "sub/d.csv");
	assert_glob(cx, dir, "odd[1].csv", "odd[1].csv");
	assert_glob(cx, dir, "nothing.csv", "nothing.csv");
	assert_glob(cx, dir, "sub/../[ab].csv", "sub/../a.csv sub/../b.csv");
	assert_glob(cx, dir, "", "a.csv b.csv c.json odd[1].csv sub/d.csv");
	assert_int_equal(glob_paths(cx, STR("/nowhere/*.csv"), NO_SPAN, &paths, &n),
			 SHADE_E_FILE_NOT_FOUND);
	unit_rmdir(dir);
	unit_cx_free(cx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_file_is_read_and_mapped),
		cmocka_unit_test(gzip_members_are_joined),
		cmocka_unit_test(zstd_is_recognised_and_its_cut_reported),
		cmocka_unit_test(damaged_gzip_is_an_error),
		cmocka_unit_test(missing_file_names_its_neighbour),
		cmocka_unit_test(atomic_writer_replaces_only_on_commit),
		cmocka_unit_test(full_disk_has_its_own_code),
		cmocka_unit_test(pattern_matches),
		cmocka_unit_test(globs_find_files_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
