#include "base/hash.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "unit/unit.h"

static void comparison_folds_ascii_case_only(void **state)
{
	(void)state;
	assert_true(str_eq_nocase(STR("Straße"), STR("sTRAßE")));
	assert_false(str_eq_nocase(STR("é"), STR("É")));
	assert_true(str_cmp_nocase(STR("abc"), STR("ABD")) < 0);
	assert_true(str_cmp(STR("ab"), STR("abc")) < 0);
	assert_int_equal(str_hash_nocase(STR("Total")), str_hash_nocase(STR("tOTAL")));
	assert_str(str_trim(STR(" \t a b\n")), "a b");
}

static void distance_counts_a_swap_as_one(void **state)
{
	(void)state;
	assert_int_equal(str_distance(STR("price"), STR("pirce")), 1);
	assert_int_equal(str_distance(STR("kitten"), STR("sitting")), 3);
	assert_int_equal(str_distance(STR(""), STR("abc")), 3);
	assert_int_equal(str_distance(STR("ABC"), STR("abc")), 0);
}

static void nearest_is_within_a_third_and_not_the_word(void **state)
{
	struct str words[] = { STR("precipitation"), STR("wind"), STR("weather") };

	(void)state;
	assert_str(str_nearest(STR("wether"), words, 3), "weather");
	assert_str(str_nearest(STR("wnid"), words, 3), "wind");
	assert_int_equal(str_nearest(STR("wind"), words, 3).n, 0);
	assert_int_equal(str_nearest(STR("banana"), words, 3).n, 0);
}

static void growing_text_is_terminated(void **state)
{
	struct arena *a = arena_new(NULL);
	struct sbuf b = { .arena = a };

	(void)state;
	assert_str(sbuf_str(&b), "");
	for (int i = 0; i < 1000; i++)
		sbuf_addf(&b, "%d,", i % 10);
	sbuf_add(&b, STR("end"));
	sbuf_addc(&b, '!');
	assert_int_equal(sbuf_str(&b).n, 2004);
	assert_string_equal(sbuf_str(&b).p + 1998, "9,end!");
	arena_free(a);
}

static void vector_grows(void **state)
{
	struct arena *a = arena_new(NULL);
	VEC(int) v = { 0 };

	(void)state;
	for (int i = 0; i < 1000; i++)
		vec_push(a, &v, i);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(v.v[i], i);
	arena_free(a);
}

static void hashes_depend_on_every_byte_and_the_length(void **state)
{
	char text[200] = { 0 };

	(void)state;
	for (size_t n = 1; n < sizeof(text); n++) {
		uint64_t h = hash_bytes(text, n);

		assert_int_not_equal(h, hash_bytes(text, n - 1));
		for (size_t i = 0; i < n; i++) {
			text[i] ^= 1;
			assert_int_not_equal(h, hash_bytes(text, n));
			text[i] ^= 1;
		}
	}
}

static void name_map_keeps_order_and_ignores_case(void **state)
{
	struct arena *a = arena_new(NULL);
	struct name_map m = { .arena = a };

	(void)state;
	for (int i = 0; i < 500; i++)
		name_map_put(&m, str_fmt(a, "Name%d", i),
			     str_fmt(a, "%d", i).p ? (void *)(uintptr_t)(i + 1) : NULL);
	assert_ptr_equal(name_map_get(&m, STR("NAME499")), (void *)500);
	assert_true(name_map_remove(&m, STR("name7")));
	assert_false(name_map_remove(&m, STR("name7")));
	assert_null(name_map_get(&m, STR("Name7")));
	name_map_put(&m, STR("name7"), a);
	assert_ptr_equal(name_map_get(&m, STR("Name7")), a);
	name_map_put(&m, STR("name8"), a);
	assert_ptr_equal(name_map_get(&m, STR("Name8")), a);
	assert_str(m.entries[3].key, "Name3");
	arena_free(a);
}

static void invalid_utf8_ends_the_prefix(void **state)
{
	static const struct {
		const char *text;
		size_t valid;
	} cases[] = {
		{ "plain ascii of some length", 26 },
		{ "ä€😀", 9 },
		{ "ab\xff", 2 },
		{ "a\xc0\x80", 1 }, /* overlong */
		{ "a\xed\xa0\x80", 1 }, /* surrogate */
		{ "a\xf4\x90\x80\x80", 1 }, /* beyond */
		{ "0123456789\xe2\x82", 10 }, /* cut */
		{ "a\x80", 1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_int_equal(utf8_valid_prefix(cases[i].text,
						   strlen(cases[i].text)),
				 cases[i].valid);
}

static void code_points_survive_the_round_trip(void **state)
{
	static const uint32_t points[] = { 1,     0x7f,   0x80,    0x7ff,
					   0x800, 0xffff, 0x10000, 0x10ffff };
	char out[4];
	size_t len;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(points); i++) {
		size_t n = utf8_encode(points[i], out);

		assert_int_equal(utf8_valid_prefix(out, n), n);
		assert_int_equal(utf8_decode(out, n, &len), points[i]);
		assert_int_equal(len, n);
	}
	assert_int_equal(utf8_encode(0xd800, out), 0);
	assert_int_equal(utf8_encode(0x110000, out), 0);
	assert_int_equal(utf8_count("ä€😀", 9), 3);
	assert_int_equal(utf8_offset("ä€😀", 9, 2), 5);
	assert_int_equal(utf8_offset("ä€😀", 9, 9), 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comparison_folds_ascii_case_only),
		cmocka_unit_test(distance_counts_a_swap_as_one),
		cmocka_unit_test(nearest_is_within_a_third_and_not_the_word),
		cmocka_unit_test(growing_text_is_terminated),
		cmocka_unit_test(vector_grows),
		cmocka_unit_test(hashes_depend_on_every_byte_and_the_length),
		cmocka_unit_test(name_map_keeps_order_and_ignores_case),
		cmocka_unit_test(invalid_utf8_ends_the_prefix),
		cmocka_unit_test(code_points_survive_the_round_trip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
