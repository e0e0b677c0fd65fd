/*
 * test_rows.c - rows in memory and their export as Arrow data.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "column/arrow.h"
#include "column/rows.h"
#include "column/rowset.h"

#define N ((size_t)3000)

struct fixture {
	struct shade_cx cx;
	struct budget *budget;
	const struct type *types[3]; /* BIGINT, VARCHAR, ARRAY<INT> */
};

static int setup(void **state)
{
	struct fixture *f = test_calloc(1, sizeof(*f));

	f->budget = budget_new(0);
	f->cx.arena = arena_new(NULL);
	f->cx.budget = f->budget;
	f->cx.notices_tail = &f->cx.notices;
	f->types[0] = type_of(TYPE_BIGINT);
	f->types[1] = type_of(TYPE_VARCHAR);
	f->types[2] = type_array(f->cx.arena, type_of(TYPE_INT));
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	arena_free(f->cx.arena);
	assert_int_equal(budget_used(f->budget), 0);
	budget_unref(f->budget);
	test_free(f);
	return 0;
}

/* Rows first .. first+n: a number (every 7th NULL), its text, [i, i + 1]. */
static void make_batch(struct fixture *f, size_t first, size_t n, struct batch *b)
{
	struct arena *a = f->cx.arena;

	*b = (struct batch){ .n = n, .n_cols = 3, .seq = first };
	b->cols = arena_array(a, struct vector, 3);
	for (size_t k = 0; k < 3; k++)
		b->cols[k] = *vector_new(a, f->types[k], n);
	b->cols[2].children[0] = *vector_new(a, type_of(TYPE_INT), 2 * n);
	b->cols[2].child_n = 2 * n;
	for (size_t i = 0; i < n; i++) {
		struct str s = str_fmt(a, "row number %zu", first + i);

		((int64_t *)b->cols[0].data)[i] = (int64_t)(first + i);
		if ((first + i) % 7 == 0)
			validity_clear(vector_validity(a, &b->cols[0], n), i);
		((struct strv *)b->cols[1].data)[i] = strv_make(s.p, s.n);
		((struct list_ref *)b->cols[2].data)[i] = (struct list_ref){
			(uint32_t)(2 * i), 2
		};
		((int32_t *)b->cols[2].children[0].data)[2 * i] = (int32_t)(first + i);
		((int32_t *)b->cols[2].children[0].data)[2 * i + 1] = (int32_t)(first +
										i + 1);
	}
}

static void check_row(struct fixture *f, const struct vector *cols, size_t i,
		      size_t row)
{
	struct value v = vector_value(&cols[0], i, f->cx.arena);
	struct str s = str_fmt(f->cx.arena, "row number %zu", row);

	assert_int_equal(v.is_null, row % 7 == 0);
	if (!v.is_null)
		assert_int_equal(v.i, row);
	v = vector_value(&cols[1], i, f->cx.arena);
	assert_true(str_eq(v.s, s));
	v = vector_value(&cols[2], i, f->cx.arena);
	assert_int_equal(v.list.n, 2);
	assert_int_equal(v.list.v[1].i, row + 1);
}

static struct rows *make_rows(struct fixture *f)
{
	struct rows *r = rows_new(f->budget, 3, f->types);
	struct batch b;

	for (size_t at = 0; at < N; at += 100) {
		make_batch(f, at, 100, &b);
		assert_int_equal(rows_append(&f->cx, r, &b), SHADE_OK);
	}
	return r;
}

static void rows_keep_what_was_appended(void **state)
{
	struct fixture *f = *state;
	struct rows *r = make_rows(f);
	struct vector cols[3];

	assert_int_equal(r->n, N);
	rows_view(r, 0, N, 0, 3, cols, f->cx.arena);
	for (size_t i = 0; i < N; i += 13)
		check_row(f, cols, i, i);
	rows_free(r);
}

static void views_may_begin_anywhere(void **state)
{
	struct fixture *f = *state;
	struct rows *r = make_rows(f);
	struct vector cols[3];

	for (size_t at = 1; at < 200; at += 31) {
		rows_view(r, at, 150, 0, 3, cols, f->cx.arena);
		for (size_t i = 0; i < 150; i++)
			check_row(f, cols, i, at + i);
	}
	rows_free(r);
}

static void only_selected_rows_are_appended(void **state)
{
	struct fixture *f = *state;
	struct rows *r = rows_new(f->budget, 3, f->types);
	uint16_t sel[] = { 1, 6, 7, 50, 99 };
	struct vector cols[3];
	struct batch b;

	make_batch(f, 0, 100, &b);
	b.sel = sel;
	b.n_sel = ARRAY_LEN(sel);
	assert_int_equal(rows_append(&f->cx, r, &b), SHADE_OK);
	rows_view(r, 0, r->n, 0, 3, cols, f->cx.arena);
	for (size_t i = 0; i < ARRAY_LEN(sel); i++)
		check_row(f, cols, i, sel[i]);
	rows_free(r);
}

static void concatenated_rows_keep_their_strings_and_lists(void **state)
{
	struct fixture *f = *state;
	struct rows *r = rows_new(f->budget, 3, f->types);
	struct rows *s = rows_new(f->budget, 3, f->types);
	struct vector cols[3];
	struct batch b;

	make_batch(f, 0, 100, &b);
	assert_int_equal(rows_append(&f->cx, r, &b), SHADE_OK);
	make_batch(f, 100, 100, &b);
	assert_int_equal(rows_append(&f->cx, s, &b), SHADE_OK);
	assert_int_equal(rows_concat_take(&f->cx, r, s), SHADE_OK);
	rows_view(r, 0, 200, 0, 3, cols, f->cx.arena);
	for (size_t i = 0; i < 200; i++)
		check_row(f, cols, i, i);
	rows_free(r);
}

static void a_rowset_shares_its_groups_with_its_copy(void **state)
{
	struct fixture *f = *state;
	struct rowset *rs = rowset_new(f->budget, 3, f->types), *copy;
	size_t which[] = { 0, 1, 2 };
	struct vector cols[3];
	struct batch b;

	make_batch(f, 0, 500, &b);
	assert_int_equal(rowset_append(&f->cx, rs, &b), SHADE_OK);
	assert_int_equal(rowset_finish(&f->cx, rs), SHADE_OK);
	copy = rowset_dup(rs);
	rowset_free(rs);
	assert_int_equal(copy->n_rows, 500);
	rowset_view(copy, 0, 64, 100, which, 3, cols, f->cx.arena);
	for (size_t i = 0; i < 100; i++)
		check_row(f, cols, i, 64 + i);
	rowset_free(copy);
}

static void exported_arrays_outlive_what_they_came_from(void **state)
{
	struct fixture *f = *state;
	struct rows *r = make_rows(f);
	struct ArrowArray array;
	struct batch b = { .n = 100, .n_cols = 3 };
	uint16_t sel[] = { 0, 3, 14 };
	const int32_t *offsets;

	b.cols = arena_array(f->cx.arena, struct vector, 3);
	rows_view(r, 0, 100, 0, 3, b.cols, f->cx.arena);
	b.sel = sel;
	b.n_sel = ARRAY_LEN(sel);
	assert_int_equal(arrow_export_batch(&f->cx, &b, &array), SHADE_OK);
	rows_free(r);
	assert_int_equal(array.length, 3);
	assert_int_equal(array.n_children, 3);
	assert_int_equal(array.children[0]->null_count, 2);
	assert_int_equal(((const int64_t *)array.children[0]->buffers[1])[1], 3);
	offsets = array.children[1]->buffers[1];
	assert_memory_equal((const char *)array.children[1]->buffers[2] + offsets[2],
			    "row number 14", 13);
	offsets = array.children[2]->buffers[1];
	assert_int_equal(offsets[3], 6);
	assert_int_equal(
		((const int32_t *)array.children[2]->children[0]->buffers[1])[5], 15);
	array.release(&array);
}

static void schemas_name_the_sql_type(void **state)
{
	struct fixture *f = *state;
	struct str names[] = { STR("a"), STR("b"), STR("c") };
	bool not_null[] = { true, false, false };
	struct ArrowSchema schema;

	assert_int_equal(arrow_export_schema(&f->cx, 3, names, f->types, not_null,
					     &schema),
			 SHADE_OK);
	assert_string_equal(schema.format, "+s");
	assert_string_equal(schema.children[0]->format, "l");
	assert_int_equal(schema.children[0]->flags, 0);
	assert_string_equal(schema.children[1]->name, "b");
	assert_string_equal(schema.children[2]->children[0]->format, "i");
	assert_memory_equal(schema.children[0]->metadata + 8, "shade.type", 10);
	assert_memory_equal(schema.children[0]->metadata + 22, "BIGINT", 6);
	schema.release(&schema);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(rows_keep_what_was_appended, setup,
						teardown),
		cmocka_unit_test_setup_teardown(views_may_begin_anywhere, setup,
						teardown),
		cmocka_unit_test_setup_teardown(only_selected_rows_are_appended, setup,
						teardown),
		cmocka_unit_test_setup_teardown(
			concatenated_rows_keep_their_strings_and_lists, setup,
			teardown),
		cmocka_unit_test_setup_teardown(
			a_rowset_shares_its_groups_with_its_copy, setup, teardown),
		cmocka_unit_test_setup_teardown(
			exported_arrays_outlive_what_they_came_from, setup, teardown),
		cmocka_unit_test_setup_teardown(schemas_name_the_sql_type, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
