/*
 * f_array.c - functions of arrays.
 *
 * NULL elements are equal to each other here, as in DISTINCT, and sort
 * lowest.
 */
#include "func/array.h"
#include "func/values.h"
#include "type/datetime.h"

ROW(contains)
{
	(void)fc, (void)n_args;
	out->i = list_find(&args[0], &args[1]) != SIZE_MAX;
	return SHADE_OK;
}

ROW(position)
{
	size_t at = list_find(&args[0], &args[1]);

	(void)fc, (void)n_args;
	out->i = at == SIZE_MAX ? 0 : (int64_t)at + 1;
	return SHADE_OK;
}

ROW(distinct)
{
	(void)n_args;
	*out = list_room(fc, LEN(&args[0]));
	for (size_t i = 0; i < LEN(&args[0]); i++)
		if (list_find(out, &LIST(&args[0])[i]) == SIZE_MAX)
			list_append(out, &LIST(&args[0])[i]);
	return SHADE_OK;
}

ROW(reverse)
{
	size_t n = LEN(&args[0]);

	(void)n_args;
	*out = value_list(fc, fc->type, n);
	for (size_t i = 0; i < n; i++)
		LIST(out)[i] = LIST(&args[0])[n - 1 - i];
	return SHADE_OK;
}

static int cmp_nulls_low(const void *x, const void *y)
{
	const struct value *a = x, *b = y;

	if (a->is_null || b->is_null)
		return b->is_null - a->is_null;
	return value_cmp(a, b);
}

static int cmp_desc(const void *x, const void *y)
{
	return cmp_nulls_low(y, x);
}

static shade_status sort_list(struct func_call *fc, const struct value *list, bool desc,
			      struct value *out)
{
	*out = value_list(fc, fc->type, LEN(list));
	if (LEN(list) == 0)
		return SHADE_OK;
	memcpy(LIST(out), LIST(list), LEN(list) * sizeof(struct value));
	qsort(LIST(out), LEN(list), sizeof(struct value),
	      desc ? cmp_desc : cmp_nulls_low);
	return SHADE_OK;
}

/* (array [, ascending]) */
ROW(sort_array)
{
	return sort_list(fc, &args[0], n_args > 1 && !args[1].i, out);
}

/* (array, 'ASC' | 'DESC') */
ROW(sort_by_word)
{
	bool desc = str_eq_nocase(args[1].s, STR("desc"));

	(void)n_args;
	if (!desc && !str_eq_nocase(args[1].s, STR("asc")))
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the order must be ASC or DESC, not \"%.*s\"",
				  STR_ARG(args[1].s));
	return sort_list(fc, &args[0], desc, out);
}

ROW(sort_desc)
{
	(void)n_args;
	return sort_list(fc, &args[0], true, out);
}

ROW(append_one)
{
	(void)n_args;
	if (args[0].is_null) {
		out->is_null = true;
		return SHADE_OK;
	}
	*out = list_room(fc, LEN(&args[0]) + 1);
	for (size_t i = 0; i < LEN(&args[0]); i++)
		list_append(out, &LIST(&args[0])[i]);
	list_append(out, &args[1]);
	return SHADE_OK;
}

static shade_status prepend_to(struct func_call *fc, const struct value *list,
			       const struct value *x, struct value *out)
{
	if (list->is_null) {
		out->is_null = true;
		return SHADE_OK;
	}
	*out = list_room(fc, LEN(list) + 1);
	list_append(out, x);
	for (size_t i = 0; i < LEN(list); i++)
		list_append(out, &LIST(list)[i]);
	return SHADE_OK;
}

ROW(prepend_one)
{
	(void)n_args;
	return prepend_to(fc, &args[0], &args[1], out);
}

ROW(list_prepend)
{
	(void)n_args;
	return prepend_to(fc, &args[1], &args[0], out);
}

ROW(remove_all)
{
	(void)n_args;
	*out = list_room(fc, LEN(&args[0]));
	for (size_t i = 0; i < LEN(&args[0]); i++)
		if (!value_equal(&LIST(&args[0])[i], &args[1]))
			list_append(out, &LIST(&args[0])[i]);
	return SHADE_OK;
}

ROW(compact)
{
	(void)n_args;
	*out = list_room(fc, LEN(&args[0]));
	for (size_t i = 0; i < LEN(&args[0]); i++)
		if (!LIST(&args[0])[i].is_null)
			list_append(out, &LIST(&args[0])[i]);
	return SHADE_OK;
}

ROW(join_lists)
{
	size_t total = 0;

	for (size_t k = 0; k < n_args; k++)
		total += LEN(&args[k]);
	*out = list_room(fc, total);
	for (size_t k = 0; k < n_args; k++)
		for (size_t i = 0; i < LEN(&args[k]); i++)
			list_append(out, &LIST(&args[k])[i]);
	return SHADE_OK;
}

ROW(union_lists)
{
	*out = list_room(fc, LEN(&args[0]) + LEN(&args[1]));
	for (size_t k = 0; k < n_args; k++)
		for (size_t i = 0; i < LEN(&args[k]); i++)
			if (list_find(out, &LIST(&args[k])[i]) == SIZE_MAX)
				list_append(out, &LIST(&args[k])[i]);
	return SHADE_OK;
}

/* Elements of the first that are, or are not, in the second; once each. */
static shade_status common(struct func_call *fc, const struct value *args, bool wanted,
			   struct value *out)
{
	*out = list_room(fc, LEN(&args[0]));
	for (size_t i = 0; i < LEN(&args[0]); i++) {
		const struct value *x = &LIST(&args[0])[i];

		if ((list_find(&args[1], x) != SIZE_MAX) == wanted &&
		    list_find(out, x) == SIZE_MAX)
			list_append(out, x);
	}
	return SHADE_OK;
}

ROW(intersect)
{
	(void)n_args;
	return common(fc, args, true, out);
}

ROW(except)
{
	(void)n_args;
	return common(fc, args, false, out);
}

static bool has_null(const struct value *list)
{
	for (size_t i = 0; i < LEN(list); i++)
		if (LIST(list)[i].is_null)
			return true;
	return false;
}

ROW(overlap)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < LEN(&args[0]) && !out->i; i++)
		out->i = !LIST(&args[0])[i].is_null &&
			 list_find(&args[1], &LIST(&args[0])[i]) != SIZE_MAX;
	/* a NULL might be the element that they share */
	out->is_null = !out->i && LEN(&args[0]) && LEN(&args[1]) &&
		       (has_null(&args[0]) || has_null(&args[1]));
	return SHADE_OK;
}

static shade_status extreme(const struct value *list, int sign, struct value *out)
{
	const struct value *best = NULL;

	for (size_t i = 0; i < LEN(list); i++) {
		const struct value *x = &LIST(list)[i];

		if (!x->is_null && (!best || sign * value_cmp(x, best) > 0))
			best = x;
	}
	if (best)
		*out = *best;
	else
		out->is_null = true;
	return SHADE_OK;
}

ROW(max_of)
{
	(void)fc, (void)n_args;
	return extreme(&args[0], 1, out);
}

ROW(min_of)
{
	(void)fc, (void)n_args;
	return extreme(&args[0], -1, out);
}

/* (array, start, length), from 1, negative from the end (Spark). */
ROW(slice)
{
	int64_t n = (int64_t)LEN(&args[0]), from = args[1].i, len = args[2].i;

	(void)n_args;
	if (from == 0)
		return shade_fail(fc->cx, SHADE_E_ARRAY_INDEX, fc->span,
				  "a slice starts at 1, or at -1 from the end");
	if (len < 0)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the length of a slice must not be negative: %lld",
				  (long long)len);
	from = from < 0 ? n + from : from - 1;
	*out = list_room(fc, (size_t)n);
	for (int64_t i = 0; from >= 0 && i < len && from + i < n; i++)
		list_append(out, &LIST(&args[0])[from + i]);
	return SHADE_OK;
}

/* (array, begin [, end]), both from 1 and included (Flink, DuckDB). */
ROW(slice_between)
{
	int64_t n = (int64_t)LEN(&args[0]), from = args[1].i;
	int64_t to = n_args > 2 ? args[2].i : n;

	from = from < 0 ? n + from + 1 : from < 1 ? 1 : from;
	to = to < 0 ? n + to + 1 : to > n ? n : to;
	*out = list_room(fc, (size_t)n);
	for (int64_t i = from < 1 ? 1 : from; i <= to; i++)
		list_append(out, &LIST(&args[0])[i - 1]);
	return SHADE_OK;
}

ROW(flatten)
{
	size_t total = 0;

	(void)n_args;
	for (size_t i = 0; i < LEN(&args[0]); i++)
		if (!LIST(&args[0])[i].is_null)
			total += LEN(&LIST(&args[0])[i]);
	*out = list_room(fc, total);
	for (size_t i = 0; i < LEN(&args[0]); i++) {
		const struct value *part = &LIST(&args[0])[i];

		for (size_t k = 0; !part->is_null && k < LEN(part); k++)
			list_append(out, &LIST(part)[k]);
	}
	return SHADE_OK;
}

static shade_status bind_flatten(struct func_bind *fb, const struct agg_class **agg)
{
	const struct type *t = fb->arg_types[0];

	(void)agg;
	if (t->n_children != 1 || t->children[0]->id != TYPE_ARRAY)
		return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
				  "flatten takes an array of arrays, not %.*s",
				  STR_ARG(type_name(fb->arena, t)));
	fb->type = t->children[0];
	return SHADE_OK;
}

ROW(repeat)
{
	int64_t n = args[1].is_null || args[1].i < 0 ? 0 : args[1].i;

	(void)n_args;
	TRY(list_check_length(fc, (double)n));
	*out = list_room(fc, (size_t)n);
	for (int64_t i = 0; i < n; i++)
		list_append(out, &args[0]);
	return SHADE_OK;
}

/* (start, stop [, step]), both ends included. */
ROW(sequence)
{
	int64_t from = args[0].i, to = args[1].i;
	int64_t step = n_args > 2 ? args[2].i : from <= to ? 1 : -1;
	double n;

	if (step == 0)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the step of a sequence must not be 0");
	n = ((double)to - (double)from) / (double)step + 1;
	if (n < 1)
		n = 0;
	return list_series(fc, from, step, n, out);
}

/* Dates or timestamps one step apart; without a step a day. */
ROW(time_sequence)
{
	bool is_date = args[0].type->id == TYPE_DATE;
	bool months = n_args > 2 && args[2].type->id == TYPE_INTERVAL_MONTH;
	int64_t unit = is_date ? US_DAY : 1;
	int64_t from = args[0].i, to = args[1].i;
	int64_t step = n_args > 2 ? args[2].i : (from <= to ? 1 : -1) * US_DAY;
	double n;

	if (step == 0 || (is_date && !months && step % US_DAY))
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the step of a sequence must not be 0, and of dates "
				  "whole days");
	n = ((double)to - (double)from) * (double)unit /
		    ((double)step * (months ? 28.0 * (double)US_DAY : 1)) +
	    1;
	if (n < 1)
		n = 0;
	TRY(list_check_length(fc, n));
	*out = list_room(fc, (size_t)n);
	for (int64_t i = 0; i < (int64_t)n; i++) {
		struct value v = { .type = args[0].type };
		int64_t days = is_date ? from : ts_date(from);

		if (!months)
			v.i = (int64_t)((uint64_t)from +
					(uint64_t)i * (uint64_t)(step / unit));
		else if (is_date)
			v.i = date_add_months(days, i * step);
		else
			v.i = date_add_months(days, i * step) * US_DAY + ts_time(from);
		if (step > 0 ? v.i > to : v.i < to)
			break;
		list_append(out, &v);
	}
	return SHADE_OK;
}

/* (array, position, value): negative positions count from the end. */
ROW(insert_at)
{
	int64_t n, at;
	size_t size;

	(void)n_args;
	if (args[0].is_null || args[1].is_null) {
		out->is_null = true;
		return SHADE_OK;
	}
	n = (int64_t)LEN(&args[0]);
	at = args[1].i < 0 ? n + args[1].i + 1 : args[1].i - 1;
	if (args[1].i == 0)
		return shade_fail(fc->cx, SHADE_E_ARRAY_INDEX, fc->span,
				  "array index 0: the first element is 1");
	TRY(list_check_length(fc, (double)at));
	at = at < 0 ? 0 : at;
	size = (size_t)(at > n ? at : n) + 1;
	*out = value_list(fc, fc->type, size);
	for (size_t i = 0; i < size; i++) {
		size_t from = i > (size_t)at ? i - 1 : i;

		if (i == (size_t)at)
			LIST(out)[i] = args[2];
		else
			LIST(out)
		[i] = from < (size_t)n ? LIST(&args[0])[from]
				       : value_null(args[2].type);
	}
	return SHADE_OK;
}

/* Arrays side by side as rows; shorter ones end in NULLs. */
ROW(zip)
{
	size_t longest = 0;

	for (size_t k = 0; k < n_args; k++)
		longest = LEN(&args[k]) > longest ? LEN(&args[k]) : longest;
	*out = value_list(fc, fc->type, longest);
	for (size_t i = 0; i < longest; i++) {
		struct value row = value_list(fc, fc->type->children[0], n_args);

		for (size_t k = 0; k < n_args; k++)
			LIST(&row)
		[k] = i < LEN(&args[k]) ? LIST(&args[k])[i]
					: value_null(row.type->children[k]);
		LIST(out)[i] = row;
	}
	return SHADE_OK;
}

static shade_status bind_zip(struct func_bind *fb, const struct agg_class **agg)
{
	struct str *names = arena_array(fb->arena, struct str, fb->n_args);
	const struct type **types = arena_array(fb->arena, const struct type *,
						fb->n_args);

	(void)agg;
	for (size_t i = 0; i < fb->n_args; i++) {
		names[i] = str_fmt(fb->arena, "%zu", i);
		types[i] = fb->arg_types[i]->children[0];
	}
	fb->type = type_array(fb->arena, type_row(fb->arena, fb->n_args, types, names));
	return SHADE_OK;
}

/* The one element of an array. */
ROW(only)
{
	(void)n_args;
	if (LEN(&args[0]) > 1)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "element takes an array of one element, not of %zu",
				  LEN(&args[0]));
	if (LEN(&args[0]) == 1)
		*out = LIST(&args[0])[0];
	else
		out->is_null = true;
	return SHADE_OK;
}

/* By position from 0; NULL outside. */
ROW(from_zero)
{
	(void)fc, (void)n_args;
	if (args[1].i >= 0 && args[1].i < (int64_t)LEN(&args[0]))
		*out = LIST(&args[0])[args[1].i];
	else
		out->is_null = true;
	return SHADE_OK;
}

/* (array, separator [, text for NULL]) */
ROW(join_text)
{
	struct sbuf b = { .arena = func_scratch(fc) };
	bool first = true;

	for (size_t i = 0; i < LEN(&args[0]); i++) {
		const struct value *x = &LIST(&args[0])[i];

		if (x->is_null && n_args < 3)
			continue;
		if (!first)
			sbuf_add(&b, args[1].s);
		first = false;
		sbuf_add(&b, x->is_null ? args[2].s : value_text(func_scratch(fc), x));
	}
	out->s = sbuf_str(&b);
	return SHADE_OK;
}

/* Text cut at every separator; the empty separator cuts characters. */
ROW(split_text)
{
	struct str s = args[0].s, sep = args[1].s;
	size_t n = 1, at = 0;

	(void)n_args;
	for (size_t i = 0; sep.n && i + sep.n <= s.n;) {
		bool hit = memcmp(s.p + i, sep.p, sep.n) == 0;

		n += hit;
		i += hit ? sep.n : 1;
	}
	*out = list_room(fc, sep.n ? n : s.n);
	for (size_t i = 0; i <= s.n;) {
		bool hit = sep.n ? i + sep.n <= s.n &&
					   memcmp(s.p + i, sep.p, sep.n) == 0
				 : i > at && i < s.n &&
					   ((unsigned char)s.p[i] & 0xc0) != 0x80;

		if (hit || i == s.n) {
			struct value part = value_str((struct str){ s.p + at, i - at });

			if (sep.n || part.s.n)
				list_append(out, &part);
			at = i + sep.n;
		}
		i += hit && sep.n ? sep.n : 1;
	}
	return SHADE_OK;
}

/* 'a=1,b=2' [, between pairs [, between key and value]] */
ROW(text_to_map)
{
	struct str s = args[0].s, between = n_args > 1 ? args[1].s : STR(",");
	struct str inside = n_args > 2 ? args[2].s : STR("=");
	struct value *keys, *vals;
	size_t n = 0;

	if (between.n == 0 || inside.n == 0)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "a delimiter must not be empty");
	keys = arena_array(func_scratch(fc), struct value, s.n + 1);
	vals = arena_array(func_scratch(fc), struct value, s.n + 1);
	for (bool more = s.n > 0; more;) {
		const char *end = memmem(s.p, s.n, between.p, between.n);
		struct str part = { s.p, end ? (size_t)(end - s.p) : s.n };
		const char *mid = memmem(part.p, part.n, inside.p, inside.n);

		more = end != NULL;
		if (end)
			s = (struct str){ end + between.n, s.n - part.n - between.n };
		vals[n] = value_null(type_of(TYPE_VARCHAR));
		if (mid) {
			size_t k = (size_t)(mid - part.p) + inside.n;

			vals[n] = value_str((struct str){ part.p + k, part.n - k });
			part.n = k - inside.n;
		}
		keys[n++] = value_str(part);
	}
	*out = value_list(fc, fc->type, n);
	memcpy(LIST(out), keys, n * sizeof(*keys));
	memcpy(LIST(out) + n, vals, n * sizeof(*vals));
	return SHADE_OK;
}

shade_status array_concat(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out)
{
	return values_each(fc, args, n_args, n, out, join_lists);
}

static const struct func_row rows[] = {
	{ EACH("array_contains", "ARRAY<T>, T -> BOOLEAN", 0, contains),
	  DOC("is the value in the array", "array_contains(array(1, 2), 2)", "true") },
	{ EACH("list_contains", "ARRAY<T>, T -> BOOLEAN", 0, contains),
	  DOC("is the value in the array", "list_contains(array('a'), 'b')", "false") },
	{ EACH("array_has", "ARRAY<T>, T -> BOOLEAN", 0, contains),
	  DOC("is the value in the array", "array_has(array('a'), 'a')", "true") },
	{ EACH("array_position", "ARRAY<T>, T -> BIGINT", 0, position),
	  DOC("where the value is, from 1; 0 if nowhere",
	      "array_position(array('a', 'b'), 'b')", "2") },
	{ EACH("list_position", "ARRAY<T>, T -> BIGINT", 0, position),
	  DOC("where the value is, from 1; 0 if nowhere", "list_position(array(5), 7)",
	      "0") },
	{ EACH("array_distinct", "ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, distinct),
	  DOC("each element once", "array_distinct(array(1, 2, 1))", "[1, 2]") },
	{ EACH("list_distinct", "ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, distinct),
	  DOC("each element once", "list_distinct(array(1, 1))", "[1]") },
	{ EACH("array_reverse", "ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, reverse),
	  DOC("the elements from the end", "array_reverse(array(1, 2, 3))",
	      "[3, 2, 1]") },
	{ EACH("reverse", "ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, reverse) },
	{ EACH("list_reverse", "ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, reverse),
	  DOC("the elements from the end", "list_reverse(array(1, 2))", "[2, 1]") },
	{ EACH("array_sort", "ARRAY<T> [, BOOLEAN] -> ARRAY<T>", FUNC_TOTAL,
	       sort_array),
	  DOC("sorted, NULLs first; descending if the second argument is FALSE",
	      "array_sort(array(3, 1, 2))", "[1, 2, 3]") },
	{ EACH("sort_array", "ARRAY<T> [, BOOLEAN] -> ARRAY<T>", FUNC_TOTAL,
	       sort_array),
	  DOC("sorted; descending if the second argument is FALSE",
	      "sort_array(array(3, 1, 2), false)", "[3, 2, 1]") },
	{ EACH("list_sort", "ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, sort_array),
	  DOC("sorted, NULLs first", "list_sort(array('b', 'a'))", "[a, b]") },
	{ EACH("list_sort", "ARRAY<T>, VARCHAR -> ARRAY<T>", FUNC_CAN_FAIL,
	       sort_by_word) },
	{ EACH("list_reverse_sort", "ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, sort_desc),
	  DOC("sorted from the greatest", "list_reverse_sort(array(1, 3))", "[3, 1]") },
	{ EACH("array_append", "ARRAY<T>, T -> ARRAY<T>", FUNC_NULLS, append_one),
	  DOC("with one more element at the end", "array_append(array(1), 2)",
	      "[1, 2]") },
	{ EACH("list_append", "ARRAY<T>, T -> ARRAY<T>", FUNC_NULLS, append_one),
	  DOC("with one more element at the end", "list_append(array(1), 2)",
	      "[1, 2]") },
	{ EACH("array_prepend", "ARRAY<T>, T -> ARRAY<T>", FUNC_NULLS, prepend_one),
	  DOC("with one more element at the start", "array_prepend(array(1), 0)",
	      "[0, 1]") },
	{ EACH("list_prepend", "T, ARRAY<T> -> ARRAY<T>", FUNC_NULLS, list_prepend),
	  DOC("with one more element at the start", "list_prepend(0, array(1))",
	      "[0, 1]") },
	{ EACH("array_remove", "ARRAY<T>, T -> ARRAY<T>", 0, remove_all),
	  DOC("without the elements equal to a value",
	      "array_remove(array(1, 2, 1), 1)", "[2]") },
	{ EACH("array_compact", "ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, compact),
	  DOC("without its NULLs", "array_compact(array(1, NULL, 2))", "[1, 2]") },
	{ EACH("array_concat", "ARRAY<T>, ARRAY<T>... -> ARRAY<T>", FUNC_TOTAL,
	       join_lists),
	  DOC("arrays one after the other", "array_concat(array(1), array(2, 3))",
	      "[1, 2, 3]") },
	{ EACH("list_concat", "ARRAY<T>, ARRAY<T>... -> ARRAY<T>", FUNC_TOTAL,
	       join_lists),
	  DOC("arrays one after the other", "list_concat(array(1), array(2))",
	      "[1, 2]") },
	{ EACH("array_cat", "ARRAY<T>, ARRAY<T>... -> ARRAY<T>", FUNC_TOTAL,
	       join_lists),
	  DOC("arrays one after the other", "array_cat(array(1), array(2))",
	      "[1, 2]") },
	{ EACH("array_union", "ARRAY<T>, ARRAY<T> -> ARRAY<T>", FUNC_TOTAL,
	       union_lists),
	  DOC("elements of either, each once", "array_union(array(1, 2), array(2, 3))",
	      "[1, 2, 3]") },
	{ EACH("array_intersect", "ARRAY<T>, ARRAY<T> -> ARRAY<T>", FUNC_TOTAL,
	       intersect),
	  DOC("elements of both, each once",
	      "array_intersect(array(1, 2), array(2, 3))", "[2]") },
	{ EACH("list_intersect", "ARRAY<T>, ARRAY<T> -> ARRAY<T>", FUNC_TOTAL,
	       intersect),
	  DOC("elements of both, each once", "list_intersect(array(1, 2), array(2))",
	      "[2]") },
	{ EACH("array_except", "ARRAY<T>, ARRAY<T> -> ARRAY<T>", FUNC_TOTAL, except),
	  DOC("elements of the first that are not in the second",
	      "array_except(array(1, 2), array(2))", "[1]") },
	{ EACH("arrays_overlap", "ARRAY<T>, ARRAY<T> -> BOOLEAN", 0, overlap),
	  DOC("do they share an element", "arrays_overlap(array(1, 2), array(2, 3))",
	      "true") },
	{ EACH("array_max", "ARRAY<T> -> T", 0, max_of),
	  DOC("greatest element", "array_max(array(1, 7, 3))", "7") },
	{ EACH("list_max", "ARRAY<T> -> T", 0, max_of),
	  DOC("greatest element", "list_max(array(1, 7))", "7") },
	{ EACH("array_min", "ARRAY<T> -> T", 0, min_of),
	  DOC("least element", "array_min(array(4, 2, NULL))", "2") },
	{ EACH("list_min", "ARRAY<T> -> T", 0, min_of),
	  DOC("least element", "list_min(array(4, 2))", "2") },
	{ EACH("slice", "ARRAY<T>, BIGINT, BIGINT -> ARRAY<T>", FUNC_CAN_FAIL, slice),
	  DOC("a number of elements from a position", "slice(array(1, 2, 3, 4), 2, 2)",
	      "[2, 3]") },
	{ EACH("array_slice", "ARRAY<T>, BIGINT [, BIGINT] -> ARRAY<T>", 0,
	       slice_between),
	  DOC("elements between two positions", "array_slice(array(1, 2, 3, 4), 2, 3)",
	      "[2, 3]") },
	{ EACH("list_slice", "ARRAY<T>, BIGINT [, BIGINT] -> ARRAY<T>", 0,
	       slice_between),
	  DOC("elements between two positions", "list_slice(array(1, 2, 3), 2, 3)",
	      "[2, 3]") },
	{ EACH("flatten", "ARRAY -> ?", FUNC_TOTAL, flatten), .bind = bind_flatten,
	  DOC("an array of arrays as one array",
	      "flatten(array(array(1), array(2, 3)))", "[1, 2, 3]") },
	{ EACH("array_repeat", "T, BIGINT -> ARRAY<T>", FUNC_NULLS | FUNC_CAN_FAIL,
	       repeat),
	  DOC("an array of one value several times", "array_repeat('x', 3)",
	      "[x, x, x]") },
	{ EACH("sequence", "BIGINT, BIGINT [, BIGINT] -> ARRAY<BIGINT>", FUNC_CAN_FAIL,
	       sequence),
	  DOC("numbers from one to another, both included", "sequence(1, 7, 3)",
	      "[1, 4, 7]") },
	{ EACH("sequence", "DATE, DATE -> ARRAY<DATE>", FUNC_CAN_FAIL, time_sequence) },
	{ EACH("sequence", "DATE, DATE, INTERVAL DAY TO SECOND -> ARRAY<DATE>",
	       FUNC_CAN_FAIL, time_sequence),
	  DOC("dates from one to another",
	      "sequence(DATE '2024-01-01', DATE '2024-01-03', INTERVAL '2' DAY)",
	      "[2024-01-01, 2024-01-03]") },
	{ EACH("sequence", "DATE, DATE, INTERVAL YEAR TO MONTH -> ARRAY<DATE>",
	       FUNC_CAN_FAIL, time_sequence) },
	{ EACH("sequence",
	       "TIMESTAMP, TIMESTAMP, INTERVAL DAY TO SECOND -> ARRAY<TIMESTAMP>",
	       FUNC_CAN_FAIL, time_sequence) },
	{ EACH("sequence",
	       "TIMESTAMP, TIMESTAMP, INTERVAL YEAR TO MONTH -> ARRAY<TIMESTAMP>",
	       FUNC_CAN_FAIL, time_sequence) },
	{ EACH("array_insert", "ARRAY<T>, BIGINT, T -> ARRAY<T>",
	       FUNC_NULLS | FUNC_CAN_FAIL, insert_at),
	  DOC("with a value put in at a position", "array_insert(array(1, 3), 2, 2)",
	      "[1, 2, 3]") },
	{ EACH("arrays_zip", "ARRAY, ARRAY... -> ?", FUNC_TOTAL, zip), .bind = bind_zip,
	  DOC("arrays side by side as rows",
	      "cardinality(arrays_zip(array(1, 2), array('a')))", "2") },
	{ EACH("element", "ARRAY<T> -> T", FUNC_CAN_FAIL, only),
	  DOC("the one element of an array", "element(array(7))", "7") },
	{ EACH("get", "ARRAY<T>, BIGINT -> T", 0, from_zero),
	  DOC("element by position from 0, NULL outside", "get(array(7, 8), 1)", "8") },
	{ EACH("array_join", "ARRAY<T>, VARCHAR [, VARCHAR] -> VARCHAR", 0, join_text),
	  DOC("elements as one text; NULLs are left out or replaced",
	      "array_join(array('a', NULL, 'c'), '-')", "a-c") },
	{ EACH("array_to_string", "ARRAY<T>, VARCHAR [, VARCHAR] -> VARCHAR", 0,
	       join_text),
	  DOC("elements as one text", "array_to_string(array(1, 2), ',')", "1,2") },
	{ EACH("list_to_string", "ARRAY<T>, VARCHAR [, VARCHAR] -> VARCHAR",
	       FUNC_HIDDEN, join_text) },
	{ EACH("string_split", "VARCHAR, VARCHAR -> ARRAY<VARCHAR>", FUNC_TOTAL,
	       split_text),
	  DOC("text cut at a separator", "string_split('a,b', ',')", "[a, b]") },
	{ EACH("string_to_array", "VARCHAR, VARCHAR -> ARRAY<VARCHAR>", FUNC_TOTAL,
	       split_text),
	  DOC("text cut at a separator", "string_to_array('a b', ' ')", "[a, b]") },
	{ EACH("str_to_map", "VARCHAR [, VARCHAR [, VARCHAR]] -> MAP<VARCHAR, VARCHAR>",
	       FUNC_CAN_FAIL, text_to_map),
	  DOC("a map of text like a=1,b=2", "str_to_map('a=1,b=2')", "{a=1, b=2}") },
};

const struct func_family func_family_array = { "Arrays", rows, ARRAY_LEN(rows) };
