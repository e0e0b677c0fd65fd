/*
 * dialect.c - calls that mean something else in another system's dialect.
 *
 * Each row names a function and builds what that system computes out of
 * functions that exist; nothing here is known to other parts.
 */
#include "bind/bind_internal.h"

struct call {
	struct bind *b;
	struct str name;
	size_t n;
	struct expr **v;
	struct span span;
};

static shade_status call_n(const struct call *c, const char *name, size_t n,
			   struct expr **v, struct expr **out)
{
	return expr_call(c->b->cx, str_from(name), n, v, c->span, out);
}

static struct expr *int_const(const struct call *c, int64_t v)
{
	return expr_const(c->b->a, value_int(TYPE_INT, v), c->span);
}

/* CASE WHEN cond THEN yes ELSE no END, all of one type. */
static struct expr *choose(const struct call *c, struct expr *cond, struct expr *yes,
			   struct expr *no)
{
	struct expr *args[3] = { cond, yes, no };

	return expr_new(c->b->a, EXPR_CASE, yes->type, 3,
			arena_dup(c->b->a, args, sizeof(args)), c->span);
}

static bool is_float(const struct expr *e)
{
	return type_family(e->type) == FAMILY_FLOAT;
}

static bool is_integer(const struct expr *e)
{
	return type_family(e->type) == FAMILY_INTEGER;
}

static bool is_text(const struct expr *e)
{
	return type_family(e->type) == FAMILY_STRING;
}

/* --- numbers --------------------------------------------------------------- */

/* try_divide(7, 2) is 3.5, as 7 / 2 is. */
static shade_status try_divide(const struct call *c, struct expr **out)
{
	if (!is_integer(c->v[0]) || !is_integer(c->v[1]))
		return SHADE_OK;
	for (size_t i = 0; i < 2; i++)
		TRY(expr_cast(c->b->cx, c->v[i], type_of(TYPE_DOUBLE), false,
			      &c->v[i]));
	return call_n(c, "try_divide", 2, c->v, out);
}

/* ceil(x, n): to n digits behind the point. */
static shade_status round_digits(const struct call *c, struct expr **out)
{
	struct expr *up, *down;
	struct str zeros;
	int64_t n;

	if (c->v[1]->kind != EXPR_CONST || !is_integer(c->v[1]) ||
	    c->v[1]->value.is_null || is_text(c->v[0]))
		return SHADE_OK;
	n = c->v[1]->value.i;
	if (n == 0 || n < -18 || n > 18)
		return SHADE_OK;
	zeros = str_fmt(c->b->a, "%.*s", (int)(n < 0 ? -n : n), "000000000000000000");
	{
		struct value big = value_str(str_fmt(c->b->a, "1%.*s", STR_ARG(zeros)));
		struct value small = value_str(
			str_fmt(c->b->a, "0.%.*s1", (int)zeros.n - 1, zeros.p));
		const struct type *whole = type_decimal(c->b->a, (int)zeros.n + 1, 0);
		const struct type *part = type_decimal(c->b->a, (int)zeros.n,
						       (int)zeros.n);

		TRY(expr_cast(c->b->cx, expr_const(c->b->a, big, c->span), whole, false,
			      &up));
		TRY(expr_cast(c->b->cx, expr_const(c->b->a, small, c->span), part,
			      false, &down));
	}
	if (is_float(c->v[0]) || is_integer(c->v[0]))
		TRY(expr_cast(c->b->cx, c->v[0],
			      is_integer(c->v[0]) ? type_decimal(c->b->a, 20, 0)
						  : type_decimal(c->b->a, 30, 15),
			      false, &c->v[0]));
	TRY(bind_call2(c->b, "*", c->v[0], n > 0 ? up : down, c->span, out));
	TRY(bind_call1(c->b,
		       c->name.p[0] == 'f' || c->name.p[0] == 'F' ? "floor" : "ceil",
		       *out, c->span, out));
	return bind_call2(c->b, "*", *out, n > 0 ? down : up, c->span, out);
}

/* ceil and floor of doubles, integers and text are BIGINT. */
static shade_status round_whole(const struct call *c, struct expr **out)
{
	struct expr *x = c->v[0];

	if (c->n == 2)
		return round_digits(c, out);
	if (is_text(x))
		TRY(expr_cast(c->b->cx, x, type_of(TYPE_DOUBLE), false, &x));
	else if (!is_float(x) && !is_integer(x))
		return SHADE_OK;
	TRY(expr_call(c->b->cx, c->name, 1,
		      arena_dup(c->b->a, &x, sizeof(struct expr *)), c->span, out));
	return expr_cast(c->b->cx, *out, type_of(TYPE_BIGINT), false, out);
}

/* pmod(a, b): the remainder, lifted by b when it is negative. */
static shade_status pmod(const struct call *c, struct expr **out)
{
	struct expr *rest, *lifted, *negative, *both[2];

	if (is_integer(c->v[0]) && is_integer(c->v[1]))
		return SHADE_OK;
	TRY(bind_call2(c->b, "%", c->v[0], c->v[1], c->span, &rest));
	TRY(bind_call2(c->b, "+", rest, c->v[1], c->span, &lifted));
	TRY(bind_call2(c->b, "%", lifted, c->v[1], c->span, &lifted));
	TRY(bind_call2(c->b, "<", rest, int_const(c, 0), c->span, &negative));
	both[0] = lifted;
	both[1] = rest;
	TRY(bind_unify(c->b, both, 2, "pmod"));
	*out = choose(c, negative, both[0], both[1]);
	return SHADE_OK;
}

/* Flink's greatest and least are NULL when one of them is. */
static shade_status extreme_strict(const struct call *c, struct expr **out)
{
	struct expr *all, *any_null = NULL, *e;

	TRY(bind_unify(c->b, c->v, c->n, "greatest and least"));
	TRY(call_n(c, c->name.p[0] == 'g' || c->name.p[0] == 'G' ? "greatest" : "least",
		   c->n, c->v, &all));
	for (size_t i = 0; i < c->n; i++) {
		struct expr *either[2];

		TRY(bind_call1(c->b, "is null", c->v[i], c->span, &e));
		either[0] = any_null;
		either[1] = e;
		any_null = !any_null ? e
				     : expr_new(c->b->a, EXPR_OR, e->type, 2,
						arena_dup(c->b->a, either,
							  sizeof(either)),
						c->span);
	}
	*out = choose(c, any_null, bind_null(c->b, all->type, c->span), all);
	return SHADE_OK;
}

/* --- dates ----------------------------------------------------------------- */

static bool const_text(const struct expr *e, struct str *out)
{
	if (e->kind != EXPR_CONST || e->value.is_null || !is_text(e))
		return false;
	*out = e->value.s;
	return true;
}

static bool is_one_of(struct str s, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq_nocase(s, str_from(words[i])))
			return true;
	return false;
}

/* Sunday is day 1 of a week. */
static shade_status extract_dow(const struct call *c, struct expr **out)
{
	TRY(call_n(c, "extract", 2, c->v, out));
	return bind_call2(c->b, "+", *out, int_const(c, 1), c->span, out);
}

static shade_status extract_flink(const struct call *c, struct expr **out)
{
	static const char *const days[] = { "dow", "dayofweek" };
	struct str unit;

	static const char *const parts[] = { "millisecond", "microsecond" };

	if (!const_text(c->v[0], &unit))
		return SHADE_OK;
	if (is_one_of(unit, days, ARRAY_LEN(days)))
		return extract_dow(c, out);
	if (c->b->dialect != DIALECT_FLINK || !is_one_of(unit, parts, ARRAY_LEN(parts)))
		return SHADE_OK;
	/* within the second */
	TRY(call_n(c, "extract", 2, c->v, out));
	return bind_call2(c->b, "%", *out,
			  int_const(c, (unit.p[1] | 0x20) == 'i' && unit.n == 11 &&
						       (unit.p[2] | 0x20) == 'l'
					       ? 1000
					       : 1000000),
			  c->span, out);
}

/* Seconds of Spark have six digits behind the point. */
static shade_status extract_spark(const struct call *c, struct expr **out)
{
	static const char *const seconds[] = { "second", "seconds", "sec", "secs",
					       "s" };
	struct str unit;
	struct expr *v[2], *million;

	if (!const_text(c->v[0], &unit))
		return SHADE_OK;
	if (!is_one_of(unit, seconds, ARRAY_LEN(seconds)))
		return extract_flink(c, out);
	v[0] = expr_const(c->b->a, value_str(STR("microsecond")), c->span);
	v[1] = c->v[1];
	TRY(call_n(c, "extract", 2, arena_dup(c->b->a, v, sizeof(v)), out));
	TRY(expr_cast(c->b->cx, *out, type_decimal(c->b->a, 8, 0), false, out));
	TRY(expr_cast(c->b->cx,
		      expr_const(c->b->a, value_str(STR("0.000001")), c->span),
		      type_decimal(c->b->a, 6, 6), false, &million));
	TRY(bind_call2(c->b, "*", *out, million, c->span, out));
	return expr_cast(c->b->cx, *out, type_decimal(c->b->a, 8, 6), false, out);
}

/* Text that is no date gives NULL. */
static shade_status to_date(const struct call *c, struct expr **out)
{
	if (!is_text(c->v[0]))
		return SHADE_OK;
	if (c->n == 1)
		return expr_cast(c->b->cx, c->v[0], type_of(TYPE_DATE), true, out);
	TRY(call_n(c, "try_to_timestamp", 2, c->v, out));
	return expr_cast(c->b->cx, *out, type_of(TYPE_DATE), false, out);
}

static shade_status to_timestamp(const struct call *c, struct expr **out)
{
	if (!is_text(c->v[0]))
		return SHADE_OK;
	if (c->n == 1)
		return expr_cast(c->b->cx, c->v[0], type_of(TYPE_TIMESTAMP), true, out);
	return call_n(c, "try_to_timestamp", 2, c->v, out);
}

/* "Mon", "Aug" */
static shade_status short_name(const struct call *c, struct expr **out)
{
	struct expr *v[3];

	TRY(expr_call(c->b->cx, c->name, 1, c->v, c->span, &v[0]));
	v[1] = int_const(c, 1);
	v[2] = int_const(c, 3);
	return call_n(c, "substring", 3, arena_dup(c->b->a, v, sizeof(v)), out);
}

/* --- text ------------------------------------------------------------------ */

/* regexp_extract(s, p) is the first group, not the whole match. */
static shade_status first_group(const struct call *c, struct expr **out)
{
	struct expr *v[3] = { c->v[0], c->v[1], int_const(c, 1) };

	return expr_call(c->b->cx, c->name, 3, arena_dup(c->b->a, v, sizeof(v)),
			 c->span, out);
}

/* n, but not below zero. */
static shade_status not_negative(const struct call *c, struct expr *n,
				 struct expr **out)
{
	struct expr *v[2] = { n, int_const(c, 0) };

	if (!is_integer(n)) {
		*out = n;
		return SHADE_OK;
	}
	TRY(bind_unify(c->b, v, 2, "a length"));
	return call_n(c, "greatest", 2, arena_dup(c->b->a, v, sizeof(v)), out);
}

/* substring(s, 0, n) begins with the first character; no length is below 0. */
static shade_status substring(const struct call *c, struct expr **out)
{
	struct expr *zero, *both[2] = { int_const(c, 1), c->v[1] };

	if (!is_integer(c->v[1]))
		return SHADE_OK;
	TRY(bind_call2(c->b, "=", c->v[1], int_const(c, 0), c->span, &zero));
	TRY(bind_unify(c->b, both, 2, "a position"));
	c->v[1] = choose(c, zero, both[0], both[1]);
	if (c->n == 3)
		TRY(not_negative(c, c->v[2], &c->v[2]));
	return call_n(c, "substring", c->n, c->v, out);
}

static shade_status left_right(const struct call *c, struct expr **out)
{
	TRY(not_negative(c, c->v[1], &c->v[1]));
	return expr_call(c->b->cx, c->name, 2, c->v, c->span, out);
}

/* concat_ws(',', array, ..): the elements; of an empty array nothing. */
static shade_status concat_ws(const struct call *c, struct expr **out)
{
	struct expr *joined, *n, *empty;
	bool any = false;

	for (size_t i = 1; i < c->n; i++) {
		if (c->v[i]->type->id != TYPE_ARRAY)
			continue;
		any = true;
		TRY(bind_call2(c->b, "array_join", c->v[i], c->v[0], c->span, &joined));
		TRY(bind_call1(c->b, "array_size", c->v[i], c->span, &n));
		TRY(bind_call2(c->b, "=", n, int_const(c, 0), c->span, &empty));
		c->v[i] = choose(c, empty, bind_null(c->b, joined->type, c->span),
				 joined);
	}
	return any ? call_n(c, "concat_ws", c->n, c->v, out) : SHADE_OK;
}

/* --- arrays ---------------------------------------------------------------- */

static shade_status without_nulls(const struct call *c, struct expr *array,
				  struct expr **out)
{
	return bind_call1(c->b, "array_compact", array, c->span, out);
}

static shade_status size_of(const struct call *c, struct expr *array, struct expr **out)
{
	return bind_call1(c->b, "array_size", array, c->span, out);
}

/* array_sort(a): NULLs last. */
static shade_status array_sort(const struct call *c, struct expr **out)
{
	struct expr *full, *n, *all, *nulls;
	const struct type *t = c->v[0]->type;

	if (t->id != TYPE_ARRAY)
		return SHADE_OK;
	TRY(without_nulls(c, c->v[0], &full));
	TRY(size_of(c, c->v[0], &all));
	TRY(size_of(c, full, &n));
	TRY(bind_call2(c->b, "-", all, n, c->span, &n));
	TRY(bind_call2(c->b, "array_repeat", bind_null(c->b, t->children[0], c->span),
		       n, c->span, &nulls));
	TRY(bind_call1(c->b, "sort_array", full, c->span, &full));
	return bind_call2(c->b, "array_concat", full, nulls, c->span, out);
}

/* Not found among elements of which some are NULL: unknown. */
static shade_status contains(const struct call *c, struct expr **out)
{
	struct expr *found, *full, *all, *n, *has_null;

	if (c->v[0]->type->id != TYPE_ARRAY)
		return SHADE_OK;
	TRY(call_n(c, "array_contains", 2, arena_dup(c->b->a, c->v, 2 * sizeof(*c->v)),
		   &found));
	TRY(without_nulls(c, c->v[0], &full));
	TRY(size_of(c, c->v[0], &all));
	TRY(size_of(c, full, &n));
	TRY(bind_call2(c->b, ">", all, n, c->span, &has_null));
	*out = choose(c, found, bind_bool(c->b, true, c->span),
		      choose(c, has_null,
			     bind_null(c->b, type_of(TYPE_BOOLEAN), c->span), found));
	return SHADE_OK;
}

/* --- the table ------------------------------------------------------------- */

static const struct rule {
	enum dialect dialect;
	const char *name;
	size_t min, max;
	shade_status (*build)(const struct call *c, struct expr **out);
} rules[] = {
	{ DIALECT_SPARK, "try_divide", 2, 2, try_divide },
	{ DIALECT_SPARK, "ceil", 1, 2, round_whole },
	{ DIALECT_SPARK, "ceiling", 1, 2, round_whole },
	{ DIALECT_SPARK, "floor", 1, 2, round_whole },
	{ DIALECT_SPARK, "pmod", 2, 2, pmod },
	{ DIALECT_SPARK, "extract", 2, 2, extract_spark },
	{ DIALECT_SPARK, "date_part", 2, 2, extract_spark },
	{ DIALECT_SPARK, "datepart", 2, 2, extract_spark },
	{ DIALECT_FLINK, "extract", 2, 2, extract_flink },
	{ DIALECT_FLINK, "greatest", 2, SIZE_MAX, extreme_strict },
	{ DIALECT_FLINK, "least", 2, SIZE_MAX, extreme_strict },
	{ DIALECT_FLINK, "to_date", 1, 2, to_date },
	{ DIALECT_FLINK, "to_timestamp", 1, 2, to_timestamp },
	{ DIALECT_SPARK, "dayname", 1, 1, short_name },
	{ DIALECT_SPARK, "monthname", 1, 1, short_name },
	{ DIALECT_SPARK, "regexp_extract", 2, 2, first_group },
	{ DIALECT_SPARK, "regexp_extract_all", 2, 2, first_group },
	{ DIALECT_SPARK, "substring", 2, 3, substring },
	{ DIALECT_SPARK, "substr", 2, 3, substring },
	{ DIALECT_SPARK, "left", 2, 2, left_right },
	{ DIALECT_SPARK, "right", 2, 2, left_right },
	{ DIALECT_SPARK, "concat_ws", 2, SIZE_MAX, concat_ws },
	{ DIALECT_SPARK, "array_sort", 1, 1, array_sort },
	{ DIALECT_SPARK, "array_contains", 2, 2, contains },
};

shade_status bind_dialect_call(struct bind *b, struct str name, size_t n,
			       struct expr **v, struct span span, struct expr **out)
{
	struct call c = { .b = b, .name = name, .n = n, .v = v, .span = span };

	*out = NULL;
	for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
		const struct rule *r = &rules[i];

		if (r->dialect == b->dialect && n >= r->min && n <= r->max &&
		    str_eq_nocase(name, str_from(r->name)))
			return r->build(&c, out);
	}
	return SHADE_OK;
}

/* --- aggregates -------------------------------------------------------------- */

struct str bind_dialect_aggregate(const struct bind *b, struct str name)
{
	static const char *const others[][2] = {
		{ "array_agg", "collect_list" },
		{ "skewness", "skewness_pop" },
		{ "kurtosis", "kurtosis_pop" },
	};

	for (size_t i = 0; b->dialect == DIALECT_SPARK && i < ARRAY_LEN(others); i++)
		if (str_eq_nocase(name, str_from(others[i][0])))
			return str_from(others[i][1]);
	return name;
}

/* Sums and means of text are those of the numbers that it says. */
shade_status bind_dialect_numbers(struct bind *b, struct str name, size_t n,
				  struct expr **v)
{
	static const char *const names[] = {
		"sum",       "avg",        "mean",        "try_sum",    "try_avg",
		"stddev",    "std",        "stddev_samp", "stddev_pop", "variance",
		"var_pop",   "var_samp",   "median",      "percentile", "corr",
		"covar_pop", "covar_samp",
	};

	if (b->dialect != DIALECT_SPARK || !is_one_of(name, names, ARRAY_LEN(names)))
		return SHADE_OK;
	for (size_t i = 0; i < n; i++)
		if (is_text(v[i]))
			TRY(expr_cast(b->cx, v[i], type_of(TYPE_DOUBLE), false, &v[i]));
	return SHADE_OK;
}
