#include <stdatomic.h>

#include "base/pool.h"
#include "unit/unit.h"

static void first_error_wins(void **state)
{
	struct shade_cx *cx = unit_cx_new();

	(void)state;
	assert_int_equal(shade_fail(cx, SHADE_E_TYPE, (struct span){ 3, 5 }, "one %d",
				    1),
			 SHADE_E_TYPE);
	assert_int_equal(shade_fail(cx, SHADE_E_IO, NO_SPAN, "two"), SHADE_E_TYPE);
	assert_string_equal(cx->err.message, "one 1");
	assert_int_equal(cx->err.span.end, 5);
	for (int i = 0; i < ERROR_HINTS + 2; i++)
		shade_hint(cx, "try %d", i);
	assert_int_equal(cx->err.n_hints, ERROR_HINTS);
	shade_clear(cx);
	assert_int_equal(shade_fail(cx, SHADE_E_IO, NO_SPAN, "two"), SHADE_E_IO);
	assert_int_equal(cx->err.n_hints, 0);
	assert_string_equal(error_sqlstate(SHADE_E_COLUMN_NOT_FOUND), "42703");
	assert_string_equal(error_class(SHADE_E_MEMORY_LIMIT), "MEMORY_LIMIT_EXCEEDED");
	unit_cx_free(cx);
}

static void every_error_has_class_and_state(void **state)
{
	(void)state;
	for (int code = 0; code < (int)SHADE_N_CODES; code++) {
		const char *name = error_class((shade_status)code);
		const char *five = error_sqlstate((shade_status)code);

		assert_true(strlen(name) > 1);
		assert_int_equal(strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"),
				 strlen(name));
		assert_int_equal(strlen(five), 5);
		assert_int_equal(strspn(five, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
				 5);
	}
}

static void long_message_is_cut_between_code_points(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	char text[3000];

	(void)state;
	for (size_t i = 0; i + 2 < sizeof(text); i += 2)
		memcpy(text + i, "ä", 3);
	(void)!shade_fail(cx, SHADE_E_TYPE, NO_SPAN, "x%s", text);
	assert_true(strlen(cx->err.message) < sizeof(cx->err.message));
	assert_string_equal(cx->err.message + strlen(cx->err.message) - 5, "ä...");
	unit_cx_free(cx);
}

static void data_position_keeps_the_mark_in_view(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	char line[5000];
	struct data_pos pos = { .file = STR("f.csv"), .line = 7 };

	(void)state;
	memset(line, '.', sizeof(line));
	memcpy(line + 4000, "BAD", 3);
	pos.text = (struct str){ line, sizeof(line) };
	pos.mark_begin = 4000;
	pos.mark_end = 4003;
	(void)!shade_fail(cx, SHADE_E_CAST, NO_SPAN, "bad");
	shade_fail_at(cx, &pos);
	assert_str(cx->err.pos.file, "f.csv");
	assert_memory_equal(cx->err.pos.text.p + cx->err.pos.mark_begin, "BAD", 3);
	assert_int_equal(cx->err.pos.mark_end - cx->err.pos.mark_begin, 3);
	unit_cx_free(cx);
}

static void notices_come_in_order(void **state)
{
	struct shade_cx *cx = unit_cx_new();

	(void)state;
	shade_note(cx, NO_SPAN, "one");
	shade_warn(cx, NO_SPAN, "two %s", "x");
	assert_str(cx->notices->text, "one");
	assert_str(cx->notices->next->text, "two x");
	assert_true(cx->notices->next->is_warning);
	assert_null(cx->notices->next->next);
	unit_cx_free(cx);
}

static void cancel_is_seen(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	_Atomic(bool) cancel = false;

	(void)state;
	cx->cancel = &cancel;
	assert_int_equal(cx_check_cancel(cx), SHADE_OK);
	cancel = true;
	assert_int_equal(cx_check_cancel(cx), SHADE_E_CANCELLED);
	unit_cx_free(cx);
}

static void settings_check_their_values(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	struct settings *s = cx->settings;

	(void)state;
	assert_int_equal(settings_dialect(s), DIALECT_ANSI);
	assert_int_equal(settings_set(cx, s, STR("SHADE.dialect"), STR(" Flink"),
				      NO_SPAN),
			 SHADE_OK);
	assert_int_equal(settings_dialect(s), DIALECT_FLINK);
	assert_str(settings_text(s, SET_DIALECT), "flink");
	assert_int_equal(settings_set(cx, s, STR("shade.memory-limit"), STR("2 GB"),
				      NO_SPAN),
			 SHADE_OK);
	assert_int_equal(settings_int(s, SET_MEMORY_LIMIT), 2147483648);
	assert_int_equal(settings_set(cx, s, STR("shade.threads"), STR("-1"), NO_SPAN),
			 SHADE_E_SETTING);
	shade_clear(cx);
	assert_int_equal(settings_set(cx, s, STR("shade.memory-limit"),
				      STR("99999999999999999 GB"), NO_SPAN),
			 SHADE_E_SETTING);
	shade_clear(cx);
	assert_int_equal(settings_set(cx, s, STR("shade.thread"), STR("1"), NO_SPAN),
			 SHADE_E_SETTING_NOT_FOUND);
	assert_non_null(strstr(cx->err.message, "did you mean \"shade.threads\""));
	assert_int_equal(settings_reset(cx, s, STR_NONE, NO_SPAN), SHADE_OK);
	assert_int_equal(settings_int(s, SET_MEMORY_LIMIT), 0);
	unit_cx_free(cx);
}

struct tally {
	struct pool *pool;
	_Atomic(int) calls, sum;
};

static void add(void *arg, size_t worker)
{
	struct tally *t = arg;

	atomic_fetch_add(&t->calls, 1);
	atomic_fetch_add(&t->sum, (int)worker);
}

static void add_nested(void *arg, size_t worker)
{
	struct tally *t = arg;

	(void)worker;
	assert_int_equal(pool_run(t->pool, 4, add, t), 1);
}

static void pool_runs_every_worker_once(void **state)
{
	struct tally t = { .pool = pool_new(4) };

	(void)state;
	for (int i = 0; i < 200; i++) {
		t.calls = t.sum = 0;
		assert_int_equal(pool_run(t.pool, 4, add, &t), 4);
		assert_int_equal(t.calls, 4);
		assert_int_equal(t.sum, 6);
	}
	pool_resize(t.pool, 2);
	t.calls = 0;
	assert_int_equal(pool_run(t.pool, 9, add, &t), 2);
	assert_int_equal(t.calls, 2);
	t.calls = 0;
	pool_run(t.pool, 2, add_nested, &t);
	assert_int_equal(t.calls, 2);
	pool_free(t.pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_error_wins),
		cmocka_unit_test(every_error_has_class_and_state),
		cmocka_unit_test(long_message_is_cut_between_code_points),
		cmocka_unit_test(data_position_keeps_the_mark_in_view),
		cmocka_unit_test(notices_come_in_order),
		cmocka_unit_test(cancel_is_seen),
		cmocka_unit_test(settings_check_their_values),
		cmocka_unit_test(pool_runs_every_worker_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
