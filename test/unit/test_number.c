/*
 * test_number.c - numbers and dates from text.
 */
#include <stdio.h>
#include <stdlib.h>

#include "format/moment.h"
#include "format/number.h"
#include "unit/unit.h"

static uint64_t seed = 88172645463325252u;

static uint64_t next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/* Doubles of several kinds, among them ties and subnormals. */
static void random_number(char out[80], int kind)
{
	uint64_t bits = next_random();
	double d;

	switch (kind) {
	case 0:
		memcpy(&d, &bits, 8);
		snprintf(out, 80, "%.17g", d);
		break;
	case 1:
		snprintf(out, 80, "%lld.%05llu", (long long)(bits % 1000000) - 500000,
			 (unsigned long long)(next_random() % 100000));
		break;
	case 2:
		snprintf(out, 80, "%llue%d", (unsigned long long)bits,
			 (int)(next_random() % 640) - 340);
		break;
	case 3: snprintf(out, 80, "0.%020llu", (unsigned long long)bits); break;
	default:
		snprintf(out, 80, "%llu%llu.%llu", (unsigned long long)bits,
			 (unsigned long long)next_random(),
			 (unsigned long long)next_random());
	}
}

static void doubles_are_rounded_like_strtod(void **state)
{
	(void)state;
	for (int i = 0; i < 200000; i++) {
		char text[80];
		double expected, got = 0;

		random_number(text, i % 5);
		if (strchr(text, 'n')) /* nan, inf */
			continue;
		expected = strtod(text, NULL);
		assert_true(number_f64(text, text + strlen(text), '.', &got));
		assert_memory_equal(&got, &expected, 8);
	}
}

static bool i64(const char *text, int64_t *out)
{
	return number_i64(text, text + strlen(text), out);
}

static void integers_stop_at_their_limits(void **state)
{
	int64_t v;

	(void)state;
	assert_true(i64("9223372036854775807", &v) && v == INT64_MAX);
	assert_true(i64("-9223372036854775808", &v) && v == INT64_MIN);
	assert_false(i64("9223372036854775808", &v));
	assert_false(i64("-9223372036854775809", &v));
	assert_true(i64("0000000000000000000000000000012", &v) && v == 12);
	assert_false(i64("", &v));
	assert_false(i64("-", &v));
	assert_false(i64("1 ", &v));
	assert_false(i64("1.0", &v));
}

static bool decimal(const char *text, int p, int s, int64_t *out)
{
	__int128 v;
	bool ok = number_decimal(text, text + strlen(text), p, s, '.', &v);

	*out = ok ? (int64_t)v : 0;
	return ok;
}

static void decimals_are_never_rounded(void **state)
{
	int64_t v;

	(void)state;
	assert_true(decimal("12.34", 5, 2, &v) && v == 1234);
	assert_true(decimal("12.340", 5, 2, &v) && v == 1234);
	assert_false(decimal("12.345", 5, 2, &v));
	assert_true(decimal("-.5", 5, 2, &v) && v == -50);
	assert_true(decimal("1e2", 5, 2, &v) && v == 10000);
	assert_false(decimal("1000", 5, 2, &v));
	assert_true(decimal("999.99", 5, 2, &v) && v == 99999);
}

static void swar_digits_see_what_is_no_digit(void **state)
{
	char text[64];

	(void)state;
	for (int i = 0; i < 20000; i++) {
		size_t n = 1 + next_random() % 16, at = 20;
		uint64_t expected = 0, bad = 0, got;
		bool broken = i % 3 == 0;

		memset(text, 'x', sizeof(text));
		for (size_t k = 0; k < n; k++) {
			text[at + k] = (char)('0' + next_random() % 10);
			expected = expected * 10 + (uint64_t)(text[at + k] - '0');
		}
		if (broken)
			text[at + next_random() % n] = "/:. -x"[next_random() % 6];
		got = swar_digits(text + at, text + at + n, &bad);
		assert_int_equal(bad != 0, broken);
		if (!broken)
			assert_int_equal(got, expected);
	}
}

static bool date(const char *text, int32_t *out)
{
	return moment_iso_date(text, text + strlen(text), out);
}

static void dates_are_days_of_the_calendar(void **state)
{
	int32_t d;

	(void)state;
	assert_true(date("1970-01-01", &d) && d == 0);
	assert_true(date("2000-02-29", &d) && d == 11016);
	assert_true(date("1969-12-31", &d) && d == -1);
	assert_false(date("1900-02-29", &d));
	assert_false(date("2024-13-01", &d));
	assert_false(date("2024-04-31", &d));
	assert_false(date("2024-4-30", &d));
}

static bool format(const char *text, const char *how, int64_t *us)
{
	return moment_format(text, text + strlen(text), str_from(how), us, NULL);
}

static void formats_read_what_they_say(void **state)
{
	int64_t us;

	(void)state;
	assert_true(format("31/12/1969", "%d/%m/%Y", &us) && us == -86400000000);
	assert_true(format("Jan 1 1970", "%b %d %Y", &us) && us == 0);
	assert_true(format("January 02 1970", "%B %d %Y", &us) && us == 86400000000);
	assert_true(format("1970-01-01 01:00 PM", "%Y-%m-%d %I:%M %p", &us) &&
		    us == 46800000000);
	assert_false(format("1970-01-01 13:00 PM", "%Y-%m-%d %I:%M %p", &us));
	assert_true(format("70-01-01T00:00:00.5+01:00", "%y-%m-%dT%T.%f%z", &us) &&
		    us == -3599500000);
	assert_false(format("1970-01-01x", "%Y-%m-%d", &us));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(doubles_are_rounded_like_strtod),
		cmocka_unit_test(integers_stop_at_their_limits),
		cmocka_unit_test(decimals_are_never_rounded),
		cmocka_unit_test(swar_digits_see_what_is_no_digit),
		cmocka_unit_test(dates_are_days_of_the_calendar),
		cmocka_unit_test(formats_read_what_they_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
