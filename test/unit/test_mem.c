#include "unit/unit.h"

static void arena_memory_is_zeroed_and_aligned(void **state)
{
	struct arena *a = arena_new(NULL);

	(void)state;
	for (size_t n = 0; n < 5000; n += 37) {
		unsigned char *p = arena_alloc(a, n);

		assert_int_equal((uintptr_t)p % 16, 0);
		for (size_t i = 0; i < n; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xff, n);
	}
	arena_reset(a);
	assert_int_equal(arena_used(a), 0);
	for (size_t i = 0; i < 1000; i++)
		assert_int_equal(*(int *)arena_alloc(a, 100), 0);
	arena_free(a);
}

static void arena_realloc_keeps_contents(void **state)
{
	struct arena *a = arena_new(NULL);
	char *p = arena_dup(a, "abc", 3);

	(void)state;
	p = arena_realloc(a, p, 3, 40);
	assert_memory_equal(p, "abc\0\0", 5);
	arena_alloc(a, 1);
	p = arena_realloc(a, p, 40, 3000000);
	assert_memory_equal(p, "abc\0\0", 5);
	arena_free(a);
}

static void refused_arena_still_hands_out_memory(void **state)
{
	struct budget *b = budget_new(20000);
	struct arena *a = arena_new(b);
	char *p;

	(void)state;
	assert_false(arena_failed(a));
	p = arena_alloc(a, 100000);
	memset(p, 1, 100000);
	assert_true(arena_failed(a));
	arena_free(a);
	assert_int_equal(budget_used(b), 0);
	budget_unref(b);
}

static void injected_failure_marks_the_arena(void **state)
{
	struct arena *a = arena_new(NULL);

	(void)state;
	mem_fail_at(1);
	arena_alloc(a, 100000);
	mem_fail_at(0);
	assert_true(arena_failed(a));
	arena_free(a);
}

static void budget_refuses_beyond_the_limit(void **state)
{
	struct budget *b = budget_new(1000);

	(void)state;
	assert_true(budget_charge(b, 600));
	assert_false(budget_charge(b, 600));
	assert_int_equal(budget_used(b), 600);
	budget_release(b, 600);
	assert_int_equal(budget_peak(b), 600);
	budget_unref(b);
}

static void buffers_of_all_sizes_come_and_go(void **state)
{
	struct budget *b = budget_new(0);

	(void)state;
	for (int round = 0; round < 2; round++) {
		for (size_t n = 1; n < (size_t)40 << 20; n = n * 3 + 1) {
			struct buf *x = buf_new(b, n);
			struct buf *same = buf_ref(x);

			assert_int_equal(x->n, n);
			assert_true(x->cap >= n);
			assert_int_equal((uintptr_t)x->p % 64, 0);
			memset(x->p, 7, x->cap);
			buf_unref(same);
			buf_unref(x);
		}
	}
	assert_int_equal(budget_used(b), 0);
	budget_unref(b);
	buf_pool_trim();
}

static void buffer_outlives_its_session(void **state)
{
	struct budget *b = budget_new(0);
	struct buf *x = buf_new(b, 100);

	(void)state;
	budget_unref(b);
	buf_unref(x);
}

static void a_growing_buffer_keeps_bytes_beyond_its_length(void **state)
{
	struct buf *b = buf_new(NULL, 8);
	size_t kept;

	(void)state;
	assert_non_null(b);
	kept = b->cap;
	memset(b->p, 0x5a, kept);
	assert_true(buf_reserve(&b, NULL, 1000000));
	for (size_t i = 0; i < kept; i++)
		assert_int_equal(b->p[i], 0x5a);
	buf_unref(b);
}

static void reserve_keeps_bytes(void **state)
{
	struct buf *x = buf_new(NULL, 3);

	(void)state;
	memcpy(x->p, "abc", 3);
	assert_true(buf_reserve(&x, NULL, 1000000));
	assert_true(x->cap >= 1000000);
	assert_int_equal(x->n, 3);
	assert_memory_equal(x->p, "abc", 3);
	buf_unref(x);
}

static int n_released;

static void count_release(struct buf *b)
{
	assert_string_equal(b->owner, "me");
	n_released++;
}

static void foreign_memory_is_released_once(void **state)
{
	char bytes[] = "xyz";
	struct buf *x = buf_wrap(bytes, 3, count_release, "me");

	(void)state;
	buf_ref(x);
	buf_unref(x);
	assert_int_equal(n_released, 0);
	buf_unref(x);
	assert_int_equal(n_released, 1);
}

static void heap_memory_is_zeroed_and_charged(void **state)
{
	struct budget *b = budget_new(0);
	char *p = mem_alloc(b, 100000);

	(void)state;
	assert_true(budget_used(b) >= 100000);
	memset(p, 1, 100000);
	p = mem_realloc(b, p, 100000, 300000);
	assert_int_equal(p[99999], 1);
	assert_int_equal(p[100000], 0);
	assert_int_equal(p[299999], 0);
	p = mem_realloc(b, p, 300000, 10);
	assert_int_equal(p[9], 1);
	mem_free(b, p, 10);
	assert_int_equal(budget_used(b), 0);
	budget_unref(b);
}

static void recycled_heap_memory_is_zeroed(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		char *p = mem_alloc(NULL, (size_t)3 << 20);

		for (size_t at = 0; at < (size_t)3 << 20; at += 999)
			assert_int_equal(p[at], 0);
		memset(p, 9, (size_t)3 << 20);
		mem_free(NULL, p, (size_t)3 << 20);
	}
}

static void every_allocation_is_counted_and_can_fail(void **state)
{
	(void)state;
	mem_fail_at(2);
	void *p = mem_alloc(NULL, 8);
	assert_non_null(p);
	assert_null(buf_new(NULL, 8));
	struct buf *b = buf_new(NULL, 8);
	assert_non_null(b);
	assert_int_equal(mem_fail_at(0), 3);
	buf_unref(b);
	mem_free(NULL, p, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_growing_buffer_keeps_bytes_beyond_its_length),
		cmocka_unit_test(arena_memory_is_zeroed_and_aligned),
		cmocka_unit_test(arena_realloc_keeps_contents),
		cmocka_unit_test(refused_arena_still_hands_out_memory),
		cmocka_unit_test(injected_failure_marks_the_arena),
		cmocka_unit_test(budget_refuses_beyond_the_limit),
		cmocka_unit_test(buffers_of_all_sizes_come_and_go),
		cmocka_unit_test(buffer_outlives_its_session),
		cmocka_unit_test(reserve_keeps_bytes),
		cmocka_unit_test(foreign_memory_is_released_once),
		cmocka_unit_test(heap_memory_is_zeroed_and_charged),
		cmocka_unit_test(recycled_heap_memory_is_zeroed),
		cmocka_unit_test(every_allocation_is_counted_and_can_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
