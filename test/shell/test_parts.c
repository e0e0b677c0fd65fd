/*
 * test_parts.c - parts of the shell that need no library: how scripts are
 * cut, how wide text is, how numbers and times print.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "render/moment.h"
#include "render/number.h"
#include "scan.h"
#include "width.h"

static size_t cells(const char *z)
{
	return text_cells(z, strlen(z));
}

static void width_counts_clusters(void **state)
{
	(void)state;
	assert_int_equal(cells("abc"), 3);
	assert_int_equal(cells("José"), 4);
	assert_int_equal(cells("Jose\xcc\x81"), 4);
	assert_int_equal(cells("李雷"), 4);
	assert_int_equal(cells("한국"), 4);
	assert_int_equal(cells("👨‍👩‍👧‍👦"), 2);
	assert_int_equal(cells("🇩🇪🇫🇷"), 4);
	assert_int_equal(cells("❤️"), 2);
	assert_int_equal(cells("👍🏽"), 2);
	assert_int_equal(cells("e\xcc\x81\xcc\x82"), 1);
	assert_int_equal(cells("\xff"), 1);
	assert_int_equal(cells("ก็"), 1);
}

static void width_cuts_between_clusters(void **state)
{
	const char *z = "a👨‍👩‍👧‍👦b";
	size_t got;

	(void)state;
	assert_int_equal(text_fit(z, strlen(z), 2, &got), 1);
	assert_int_equal(got, 1);
	assert_int_equal(text_fit(z, strlen(z), 3, &got), strlen(z) - 1);
	assert_int_equal(got, 3);
}

static void bad_utf8_is_one_byte_each(void **state)
{
	static const char *const bad[] = {
		"\x80",         "\xc0\x80",         "\xe2\x82",
		"\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80"
	};
	int32_t cp;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		assert_int_equal(utf8_next(bad[i], strlen(bad[i]), &cp), 1);
		assert_int_equal(cp, -1);
	}
}

static struct piece piece(const char *z, size_t at, bool final)
{
	return piece_next(NULL, z, strlen(z), at, final);
}

static void scripts_are_cut_into_pieces(void **state)
{
	struct piece p;

	(void)state;
	p = piece("  -- c\n .mode csv\nSELECT 1;", 0, true);
	assert_int_equal(p.kind, PIECE_DOT);
	p = piece("SELECT ';' ; x", 0, true);
	assert_int_equal(p.kind, PIECE_SQL);
	assert_int_equal(p.end, 12);
	p = piece("SELECT 1", 0, false);
	assert_int_equal(p.kind, PIECE_WAIT);
	p = piece("SELECT 1", 0, true);
	assert_int_equal(p.kind, PIECE_SQL);
	p = piece("SELECT 1 \\gx\nSELECT 2;", 0, false);
	assert_int_equal(p.kind, PIECE_SQL);
	assert_int_equal(p.end, 9);
	assert_int_equal(p.next, 13);
	p = piece("SELECT '\\g' ;", 0, false);
	assert_int_equal(p.suffix, p.suffix_end);
	p = piece("/* open", 0, false);
	assert_int_equal(p.kind, PIECE_WAIT);
	p = piece(" ; ; -- x", 0, true);
	assert_int_equal(p.kind, PIECE_END);
	p = piece(".5", 0, true);
	assert_int_equal(p.kind, PIECE_SQL);
}

static void script_start_skips_mark_and_interpreter(void **state)
{
	(void)state;
	assert_int_equal(script_start("SELECT", 6), 0);
	assert_int_equal(script_start("\xef\xbb\xbfx", 4), 3);
	assert_int_equal(script_start("#!a\nx", 5), 3);
}

static const char *end(char *buf, char *stop)
{
	*stop = '\0';
	return buf;
}

static void doubles_are_shortest(void **state)
{
	static const struct {
		double v;
		const char *text;
	} rows[] = {
		{ 0.1, "0.1" },
		{ 100, "100.0" },
		{ -0.0, "-0.0" },
		{ 1.0 / 3, "0.3333333333333333" },
		{ 1e15, "1000000000000000.0" },
		{ 1e16, "1e+16" },
		{ 1.5e-7, "1.5e-07" },
		{ 5e-324, "5e-324" },
		{ 1.7976931348623157e308, "1.7976931348623157e+308" },
		{ 9007199254740993.0, "9007199254740992.0" },
	};
	char buf[PUT_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		assert_string_equal(end(buf, put_double(buf, rows[i].v)), rows[i].text);
	assert_string_equal(end(buf, put_float(buf, 0.1f)), "0.1");
}

static void integers_print_all_digits(void **state)
{
	char buf[PUT_MAX];
	__int128 big = (__int128)1 << 126;

	(void)state;
	assert_string_equal(end(buf, put_i64(buf, INT64_MIN)), "-9223372036854775808");
	assert_string_equal(end(buf, put_u64(buf, UINT64_MAX)), "18446744073709551615");
	assert_string_equal(end(buf, put_decimal(buf, -5, 2)), "-0.05");
	assert_string_equal(end(buf, put_decimal(buf, 150, 2)), "1.50");
	assert_string_equal(end(buf, put_decimal(buf, big, 0)),
			    "85070591730234615865843651857942052864");
}

static void times_print_iso(void **state)
{
	char buf[PUT_MAX];

	(void)state;
	assert_string_equal(end(buf, put_date(buf, 0)), "1970-01-01");
	assert_string_equal(end(buf, put_date(buf, -719528)), "0000-01-01");
	assert_string_equal(end(buf, put_date(buf, 19782)), "2024-02-29");
	assert_string_equal(end(buf, put_date(buf, 2932897)), "+10000-01-01");
	assert_string_equal(end(buf, put_timestamp(buf, -1, 1000000, NULL)),
			    "1969-12-31 23:59:59.999999");
	assert_string_equal(end(buf, put_timestamp(buf, 1500, 1000, "UTC")),
			    "1970-01-01 00:00:01.5+00");
	assert_string_equal(end(buf, put_timestamp(buf, 0, 1, "-05:30")),
			    "1969-12-31 18:30:00-05:30");
	assert_string_equal(end(buf, put_months(buf, -14)), "-1-02");
	assert_string_equal(end(buf, put_duration(buf, 93784500000, 1000000)),
			    "+1 02:03:04.5");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(width_counts_clusters),
		cmocka_unit_test(width_cuts_between_clusters),
		cmocka_unit_test(bad_utf8_is_one_byte_each),
		cmocka_unit_test(scripts_are_cut_into_pieces),
		cmocka_unit_test(script_start_skips_mark_and_interpreter),
		cmocka_unit_test(doubles_are_shortest),
		cmocka_unit_test(integers_print_all_digits),
		cmocka_unit_test(times_print_iso),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	printf("%zu passed, %d failed\n",
	       sizeof(tests) / sizeof(*tests) - (size_t)failed, failed);
	return failed;
}
