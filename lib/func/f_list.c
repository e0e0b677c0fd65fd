/*
 * f_list.c - functions of arrays that DuckDB has, by its names.
 */
#include "base/utf8.h"
#include "func/array.h"
#include "func/values.h"

/* --- numbers in a row ------------------------------------------------------ */

static shade_status numbers(struct func_call *fc, int64_t from, int64_t to,
			    int64_t step, bool included, struct value *out)
{
	double span = (double)to - (double)from, n;

	if (step == 0)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the step of a series must not be 0");
	n = span / (double)step;
	if (n < 0 || (n == 0 && !included))
		n = 0;
	else if (included)
		n = (double)(int64_t)n + 1;
	else
		n = (double)(int64_t)n + ((double)(int64_t)n < n);
	return list_series(fc, from, step, n, out);
}

ROW(range)
{
	return numbers(fc, n_args > 1 ? args[0].i : 0, args[n_args > 1].i,
		       n_args > 2 ? args[2].i : 1, false, out);
}

ROW(series)
{
	return numbers(fc, n_args > 1 ? args[0].i : 0, args[n_args > 1].i,
		       n_args > 2 ? args[2].i : 1, true, out);
}

/* --- sets ------------------------------------------------------------------ */

ROW(has_any)
{
	(void)fc, (void)n_args;
	out->i = 0;
	for (size_t i = 0; i < LEN(&args[1]) && !out->i; i++)
		out->i = !LIST(&args[1])[i].is_null &&
			 list_find(&args[0], &LIST(&args[1])[i]) != SIZE_MAX;
	return SHADE_OK;
}

ROW(has_all)
{
	(void)fc, (void)n_args;
	out->i = 1;
	for (size_t i = 0; i < LEN(&args[1]) && out->i; i++)
		out->i = LIST(&args[1])[i].is_null ||
			 list_find(&args[0], &LIST(&args[1])[i]) != SIZE_MAX;
	return SHADE_OK;
}

ROW(unique)
{
	(void)fc, (void)n_args;
	out->i = 0;
	for (size_t i = 0; i < LEN(&args[0]); i++) {
		struct value before = args[0];

		before.list.n = i;
		out->i += !LIST(&args[0])[i].is_null &&
			  list_find(&before, &LIST(&args[0])[i]) == SIZE_MAX;
	}
	return SHADE_OK;
}

ROW(any_value)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < LEN(&args[0]); i++)
		if (!LIST(&args[0])[i].is_null) {
			*out = LIST(&args[0])[i];
			return SHADE_OK;
		}
	out->is_null = true;
	return SHADE_OK;
}

/* --- parts ----------------------------------------------------------------- */

ROW(pop_back)
{
	(void)n_args;
	*out = list_room(fc, LEN(&args[0]));
	for (size_t i = 0; i + 1 < LEN(&args[0]); i++)
		list_append(out, &LIST(&args[0])[i]);
	return SHADE_OK;
}

ROW(pop_front)
{
	(void)n_args;
	*out = list_room(fc, LEN(&args[0]));
	for (size_t i = 1; i < LEN(&args[0]); i++)
		list_append(out, &LIST(&args[0])[i]);
	return SHADE_OK;
}

/* (array, size [, filler]) */
ROW(resize)
{
	struct value fill = value_null(fc->type->children[0]);
	int64_t size = args[1].is_null ? 0 : args[1].i;

	if (args[0].is_null) {
		out->is_null = true;
		return SHADE_OK;
	}
	if (size < 0)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the size of an array must not be negative");
	if (n_args > 2)
		fill = args[2];
	TRY(list_check_length(fc, (double)size));
	*out = list_room(fc, (size_t)size);
	for (size_t i = 0; i < (size_t)size; i++)
		list_append(out, i < LEN(&args[0]) ? &LIST(&args[0])[i] : &fill);
	return SHADE_OK;
}

/* Elements where the other array, of the same length, is true. */
ROW(where)
{
	(void)n_args;
	*out = list_room(fc, LEN(&args[0]));
	for (size_t i = 0; i < LEN(&args[1]); i++) {
		const struct value *keep = &LIST(&args[1])[i];
		struct value none = value_null(fc->type->children[0]);

		if (keep->is_null || !keep->i)
			continue;
		if (i >= LEN(&args[0]) && LEN(out) >= LEN(&args[0]))
			break;
		list_append(out, i < LEN(&args[0]) ? &LIST(&args[0])[i] : &none);
	}
	return SHADE_OK;
}

/* Elements at these positions; NULL where there is none. */
ROW(select_at)
{
	struct value none = value_null(fc->type->children[0]);

	(void)n_args;
	*out = list_room(fc, LEN(&args[1]));
	for (size_t i = 0; i < LEN(&args[1]); i++) {
		const struct value *at = &LIST(&args[1])[i];
		bool inside = !at->is_null && at->i >= 1 &&
			      (uint64_t)at->i <= LEN(&args[0]);

		list_append(out, inside ? &LIST(&args[0])[at->i - 1] : &none);
	}
	return SHADE_OK;
}

/* --- order ----------------------------------------------------------------- */

struct place {
	const struct value *v;
	int64_t at;
};

static int by_value(const void *x, const void *y)
{
	const struct place *a = x, *b = y;
	int c;

	if (a->v->is_null || b->v->is_null)
		c = b->v->is_null - a->v->is_null;
	else
		c = value_cmp(a->v, b->v);
	return c ? c : (a->at > b->at) - (a->at < b->at);
}

ROW(grade_up)
{
	size_t n = LEN(&args[0]);
	struct place *places = arena_array(fc->scratch, struct place, n + 1);

	(void)n_args;
	for (size_t i = 0; i < n; i++)
		places[i] = (struct place){ &LIST(&args[0])[i], (int64_t)i + 1 };
	if (n > 1)
		qsort(places, n, sizeof(*places), by_value);
	*out = list_room(fc, n);
	for (size_t i = 0; i < n; i++) {
		struct value v = value_int(TYPE_BIGINT, places[i].at);

		list_append(out, &v);
	}
	return SHADE_OK;
}

/* --- text ------------------------------------------------------------------ */

/* Characters from one to another, both included; negative: from the end. */
ROW(text_slice)
{
	struct str s = args[0].s;
	int64_t n = (int64_t)utf8_count(s.p, s.n), from = args[1].i;
	int64_t to = n_args > 2 ? args[2].i : n;
	size_t begin, end;

	(void)fc;
	from = from < 0 ? n + from + 1 : from;
	to = to < 0 ? n + to + 1 : to > n ? n : to;
	if (from < 1)
		from = 1;
	if (from > to) {
		out->s = STR("");
		return SHADE_OK;
	}
	begin = utf8_offset(s.p, s.n, (size_t)from - 1);
	end = utf8_offset(s.p, s.n, (size_t)to);
	out->s = (struct str){ s.p + begin, end - begin };
	return SHADE_OK;
}

static const struct func_row rows[] = {
	{ EACH("range", "BIGINT [, BIGINT [, BIGINT]] -> ARRAY<BIGINT>", FUNC_CAN_FAIL,
	       range),
	  DOC("numbers from one to before another, by steps", "range(2, 8, 3)",
	      "[2, 5]") },
	{ EACH("generate_series", "BIGINT [, BIGINT [, BIGINT]] -> ARRAY<BIGINT>",
	       FUNC_CAN_FAIL, series),
	  DOC("numbers from one to another, both included, by steps",
	      "generate_series(2, 8, 3)", "[2, 5, 8]") },
	{ EACH("list_has_any", "ARRAY<T>, ARRAY<T> -> BOOLEAN", FUNC_TOTAL, has_any),
	  DOC("has the array an element of the other",
	      "list_has_any(array(1, 2), array(2, 3))", "true") },
	{ EACH("list_has_all", "ARRAY<T>, ARRAY<T> -> BOOLEAN", FUNC_TOTAL, has_all),
	  DOC("has the array all elements of the other",
	      "list_has_all(array(1, 2), array(2, 3))", "false") },
	{ EACH("list_unique", "ARRAY<T> -> BIGINT", FUNC_TOTAL, unique),
	  DOC("number of different elements, NULL not counted",
	      "list_unique(array(1, 1, NULL, 2))", "2") },
	{ EACH("list_any_value", "ARRAY<T> -> T", 0, any_value),
	  DOC("the first element that is not NULL", "list_any_value(array(NULL, 7))",
	      "7") },
	{ EACH("list_pop_back", "ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, pop_back),
	  DOC("without the last element", "list_pop_back(array(1, 2, 3))", "[1, 2]") },
	{ EACH("list_pop_front", "ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, pop_front),
	  DOC("without the first element", "list_pop_front(array(1, 2, 3))",
	      "[2, 3]") },
	{ EACH("list_resize", "ARRAY<T>, BIGINT [, T] -> ARRAY<T>",
	       FUNC_NULLS | FUNC_CAN_FAIL, resize),
	  DOC("of another length, filled up with NULL or a value",
	      "list_resize(array(1), 3, 0)", "[1, 0, 0]") },
	{ EACH("list_where", "ARRAY<T>, ARRAY<BOOLEAN> -> ARRAY<T>", FUNC_TOTAL, where),
	  DOC("elements where the other array is true",
	      "list_where(array(10, 20, 30), array(true, false, true))", "[10, 30]") },
	{ EACH("list_select", "ARRAY<T>, ARRAY<BIGINT> -> ARRAY<T>", FUNC_TOTAL,
	       select_at),
	  DOC("elements at these positions", "list_select(array(10, 20), array(2, 1))",
	      "[20, 10]") },
	{ EACH("list_grade_up", "ARRAY<T> -> ARRAY<BIGINT>", FUNC_TOTAL, grade_up),
	  DOC("positions of the elements in their order",
	      "list_grade_up(array(30, 10, 20))", "[2, 3, 1]") },
	{ EACH("array_slice", "VARCHAR, BIGINT [, BIGINT] -> VARCHAR", FUNC_TOTAL,
	       text_slice),
	  DOC("characters between two positions", "array_slice('shade', 2, 3)", "ha") },
};

const struct func_family func_family_list = { "Lists", rows, ARRAY_LEN(rows) };
