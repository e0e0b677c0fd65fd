/*
 * test_type.c - decimals, dates, zones, numbers and signatures.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "func/sig.h"
#include "type/datetime.h"
#include "type/decimal.h"
#include "type/number.h"
#include "type/tz.h"
#include "type/value.h"

static int setup(void **state)
{
	*state = arena_new(NULL);
	return 0;
}

static int teardown(void **state)
{
	arena_free(*state);
	return 0;
}

static struct str decimal_text(int128 v, int scale, char out[DECIMAL_TEXT])
{
	size_t n = decimal_print(v, scale, out);

	out[n] = 0;
	return (struct str){ out, n };
}

#define assert_text(s, want) assert_string_equal((s).p, (want))

static void decimals_round_half_away_from_zero(void **state)
{
	char t[DECIMAL_TEXT];

	(void)state;
	assert_text(decimal_text(decimal_shift_down(125, 1), 0, t), "13");
	assert_text(decimal_text(decimal_shift_down(-125, 1), 0, t), "-13");
	assert_text(decimal_text(decimal_shift_down(124, 1), 0, t), "12");
	assert_text(decimal_text(5, 3, t), "0.005");
}

static void products_of_38_digits_go_through_256_bits(void **state)
{
	int128 big = decimal_pow10[37], r;
	char t[DECIMAL_TEXT];

	(void)state;
	/* 10^37 * 10^30 / 10^30 */
	assert_true(decimal_mul(big, decimal_pow10[30], 30, 38, &r));
	assert_text(decimal_text(r, 0, t), "10000000000000000000000000000000000000");
	assert_false(decimal_mul(big, 100, 0, 38, &r));
	assert_true(
		decimal_mul(-3 * decimal_pow10[36], decimal_pow10[20] + 5, 20, 38, &r));
	assert_text(decimal_text(r, 0, t), "-3000000000000000000150000000000000000");
}

static void quotients_keep_their_scale(void **state)
{
	int128 r;
	char t[DECIMAL_TEXT];

	(void)state;
	assert_true(decimal_div(2, 6, 3, 38, &r));
	assert_text(decimal_text(r, 6, t), "0.666667");
	assert_true(decimal_div(decimal_pow10[37], 38, decimal_pow10[38] - 1, 38, &r));
	assert_text(decimal_text(r, 38, t), "0.10000000000000000000000000000000000000");
	assert_false(decimal_div(decimal_pow10[37], 30, 1, 38, &r));
}

static void decimal_text_is_parsed_with_exponents(void **state)
{
	int128 r;

	(void)state;
	assert_int_equal(decimal_parse("-1.255e1", 8, 10, 2, &r), DECIMAL_OK);
	assert_int_equal((int64_t)r, -1255);
	assert_int_equal(decimal_parse("0.005", 5, 10, 2, &r), DECIMAL_OK);
	assert_int_equal((int64_t)r, 1);
	assert_int_equal(decimal_parse("1e9", 3, 5, 0, &r), DECIMAL_OVERFLOW);
	assert_int_equal(decimal_parse("1.2.3", 5, 5, 0, &r), DECIMAL_BAD);
	assert_int_equal(decimal_parse(".", 1, 5, 0, &r), DECIMAL_BAD);
	assert_int_equal(decimal_parse("", 0, 5, 0, &r), DECIMAL_BAD);
}

static void decimals_and_integers_meet_in_a_wide_enough_type(void **state)
{
	struct arena *a = *state;
	const struct type *t = type_common(a, type_of(TYPE_INT), type_decimal(a, 5, 2));

	assert_string_equal(type_name(a, t).p, "DECIMAL(12,2)");
	t = type_common(a, type_decimal(a, 38, 10), type_decimal(a, 38, 0));
	assert_string_equal(type_name(a, t).p, "DECIMAL(38,6)");
	assert_null(type_common(a, type_of(TYPE_DATE), type_of(TYPE_INT)));
}

static void names_of_types_parse_back(void **state)
{
	struct arena *a = *state;
	const struct type *fields[2] = { type_of(TYPE_INT), type_of(TYPE_VARCHAR) };
	struct str names[2] = { STR("a"), STR("b c") };

	assert_string_equal(
		type_name(a, type_array(a, type_row(a, 2, fields, names))).p,
		"ARRAY<ROW<a INT, \"b c\" VARCHAR>>");
	assert_int_equal(type_by_name(a, STR("Int8"), -1, -1)->id, TYPE_BIGINT);
	assert_int_equal(type_by_name(a, STR("NUMERIC"), 7, 3)->scale, 3);
	assert_null(type_by_name(a, STR("decimal"), 39, 0));
	assert_null(type_by_name(a, STR("sting"), -1, -1));
}

static void integers_stop_at_their_limits(void **state)
{
	int64_t i;
	char t[NUMBER_TEXT];

	(void)state;
	assert_int_equal(number_parse_i64("-9223372036854775808", 20, &i), NUMBER_OK);
	assert_true(i == INT64_MIN);
	assert_int_equal(number_print_i64(i, t), 20);
	assert_memory_equal(t, "-9223372036854775808", 20);
	assert_int_equal(number_parse_i64("9223372036854775808", 19, &i),
			 NUMBER_OVERFLOW);
	assert_int_equal(number_parse_i64("000000000000000000000000001", 27, &i),
			 NUMBER_OK);
	assert_int_equal(number_parse_i64("1 ", 2, &i), NUMBER_BAD);
	assert_int_equal(number_parse_i64("-", 1, &i), NUMBER_BAD);
}

static void doubles_print_as_short_as_they_read_back(void **state)
{
	static const char *const texts[] = {
		"0.1", "1e+20", "1.0", "-0.0", "5e-324", "1e+300", "123456.789", "1e-07"
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		char t[NUMBER_TEXT];
		double d;
		size_t n;

		assert_int_equal(number_parse_double(texts[i], strlen(texts[i]), &d),
				 NUMBER_OK);
		n = number_print_double(d, t);
		assert_int_equal(n, strlen(texts[i]));
		assert_memory_equal(t, texts[i], n);
	}
}

static void dates_count_from_1970(void **state)
{
	(void)state;
	assert_int_equal(date_from_civil(1970, 1, 1), 0);
	assert_int_equal(date_from_civil(2000, 3, 1), 11017);
	assert_int_equal(date_from_civil(1, 1, 1), -719162);
	for (int64_t d = -800000; d < 800000; d += 997) {
		struct civil c = date_to_civil(d);

		assert_int_equal(date_from_civil(c.year, c.month, c.day), d);
	}
	assert_int_equal(date_weekday(0), 4); /* a Thursday */
	assert_int_equal(date_iso_week(date_from_civil(2021, 1, 3), NULL), 53);
	assert_int_equal(date_add_months(date_from_civil(2024, 1, 31), 1),
			 date_from_civil(2024, 2, 29));
	assert_int_equal(date_add_months(date_from_civil(2024, 1, 31), -13),
			 date_from_civil(2022, 12, 31));
}

static void intervals_are_read_in_all_spellings(void **state)
{
	int64_t months, us;

	(void)state;
	assert_true(interval_parse(STR("1 year 2 months"), UNIT_COUNT, &months, &us));
	assert_int_equal(months, 14);
	assert_true(interval_parse(STR("-1-2"), UNIT_YEAR, &months, &us));
	assert_int_equal(months, -14);
	assert_true(interval_parse(STR("-3 04:05:06.5"), UNIT_DAY, &months, &us));
	assert_int_equal(us, -(3 * US_DAY + 4 * US_HOUR + 5 * US_MINUTE + 6500000));
	assert_true(interval_parse(STR("1.5"), UNIT_HOUR, &months, &us));
	assert_int_equal(us, 90 * US_MINUTE);
	assert_true(interval_parse(STR("3 days 2h"), UNIT_COUNT, &months, &us));
	assert_int_equal(us, 3 * US_DAY + 2 * US_HOUR);
	assert_false(interval_parse(STR("soon"), UNIT_COUNT, &months, &us));
	assert_false(interval_parse(STR(""), UNIT_DAY, &months, &us));
	assert_false(interval_parse(STR("99999999999999999999 days"), UNIT_COUNT,
				    &months, &us));
}

static void zones_follow_their_rules_into_the_future(void **state)
{
	const struct zone *z = zone_find(*state, STR("Europe/Berlin"));
	int64_t summer = date_from_civil(2055, 7, 1) * US_DAY;
	int64_t gap = date_from_civil(2024, 3, 31) * US_DAY + 150 * US_MINUTE;

	if (!z)
		skip(); /* no tz database here */
	assert_int_equal(zone_offset_at_utc(z, 0), US_HOUR);
	assert_int_equal(zone_offset_at_utc(z, summer), 2 * US_HOUR);
	/* 02:30 does not exist: an hour later */
	assert_int_equal(zone_to_utc(z, gap) +
				 zone_offset_at_utc(z, zone_to_utc(z, gap)),
			 gap + US_HOUR);
	assert_null(zone_find(*state, STR("../../etc/passwd")));
	assert_int_equal(zone_offset_at_utc(zone_find(*state, STR("-03:30")), 0),
			 -210 * US_MINUTE);
}

static void literals_parse_back(void **state)
{
	struct arena *a = *state;
	struct value v = { .type = type_of(TYPE_INTERVAL_DAY), .i = -US_HOUR };

	assert_string_equal(value_literal(a, &v).p,
			    "INTERVAL '-0 01:00:00' DAY TO SECOND");
	v = value_str(STR("it's"));
	assert_string_equal(value_literal(a, &v).p, "'it''s'");
	v = value_double(1);
	assert_string_equal(value_literal(a, &v).p, "1.0e0");
	v = value_int(TYPE_BIGINT, 5);
	assert_string_equal(value_literal(a, &v).p, "CAST(5 AS BIGINT)");
	v = value_null(type_of(TYPE_DATE));
	assert_string_equal(value_literal(a, &v).p, "CAST(NULL AS DATE)");
}

static void signatures_choose_the_common_type(void **state)
{
	struct arena *a = *state;
	const struct type *types[3] = { type_of(TYPE_INT), type_decimal(a, 5, 2),
					type_of(TYPE_NULL) };
	const struct value *consts[3] = { NULL };
	struct sig_match m;
	struct sig sig;
	size_t bad;

	assert_true(sig_parse("T, T... -> ARRAY<T>", &sig));
	assert_true(sig_match(a, &sig, 3, types, consts, &m, &bad));
	assert_string_equal(type_name(a, m.result).p, "ARRAY<DECIMAL(12,2)>");
	assert_true(sig_parse("VARCHAR, BIGINT [, VARCHAR] -> VARCHAR", &sig));
	assert_int_equal(sig.n_min, 2);
	assert_false(sig_match(a, &sig, 1, types, consts, &m, &bad));
	assert_false(sig_match(a, &sig, 2, types, consts, &m, &bad));
	assert_int_equal(bad, 0);
	assert_false(sig_parse("VARCHAR, NONSENSE -> VARCHAR", &sig));
}

static void every_row_has_a_signature_that_parses(void **state)
{
	(void)state;
	for (size_t f = 0; f < n_func_families; f++) {
		for (size_t i = 0; i < func_families[f]->n; i++) {
			const struct func_row *row = &func_families[f]->rows[i];
			struct sig sig;

			if (!sig_parse(row->sig, &sig))
				fail_msg("%s: %s", row->name, row->sig);
		}
	}
}

/* Overloads may leave their documentation to another row of the name. */
static void every_visible_name_is_documented(void **state)
{
	for (size_t f = 0; f < n_func_families; f++) {
		for (size_t i = 0; i < func_families[f]->n; i++) {
			const char *name = func_families[f]->rows[i].name;
			bool has_doc = false, hidden = true;
			size_t n;
			const struct func_row **rows = func_lookup(*state,
								   str_from(name), &n);

			for (size_t k = 0; k < n; k++) {
				has_doc = has_doc || (rows[k]->doc && rows[k]->example);
				hidden = hidden && (rows[k]->flags & FUNC_HIDDEN);
			}
			if (!has_doc && !hidden)
				fail_msg("%s has no documentation", name);
		}
	}
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(decimals_round_half_away_from_zero),
		T(products_of_38_digits_go_through_256_bits),
		T(quotients_keep_their_scale),
		T(decimal_text_is_parsed_with_exponents),
		T(decimals_and_integers_meet_in_a_wide_enough_type),
		T(names_of_types_parse_back),
		T(integers_stop_at_their_limits),
		T(doubles_print_as_short_as_they_read_back),
		T(dates_count_from_1970),
		T(intervals_are_read_in_all_spellings),
		T(zones_follow_their_rules_into_the_future),
		T(literals_parse_back),
		T(signatures_choose_the_common_type),
		T(every_row_has_a_signature_that_parses),
		T(every_visible_name_is_documented),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
