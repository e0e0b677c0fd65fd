/*
 * expr_literal.c - literals and intervals.
 */
#include "bind/bind_internal.h"

static shade_status from_text(struct bind *b, struct str text, const struct type *type,
			      struct span span, struct expr **out)
{
	struct value in = value_str(text), v;

	TRY(value_cast(b->cx, &in, type, span, &v));
	*out = expr_const(b->a, v, span);
	return SHADE_OK;
}

/* Smallest of INT, BIGINT, HUGEINT that holds the digits. */
static shade_status bind_integer(struct bind *b, struct str digits, struct span span,
				 struct expr **out)
{
	bool negative = digits.n > 0 && digits.p[0] == '-';
	uint64_t v = 0;
	size_t n = digits.n - negative;

	if (n <= 18) {
		for (size_t i = negative; i < digits.n; i++)
			v = v * 10 + (uint64_t)(digits.p[i] - '0');
		if (v <= (uint64_t)INT32_MAX + negative) {
			int64_t i = negative ? -(int64_t)v : (int64_t)v;

			*out = expr_const(b->a, value_int(TYPE_INT, i), span);
			return SHADE_OK;
		}
	}
	if (n <= 18 ||
	    (n == 19 &&
	     memcmp(digits.p + negative,
		    negative ? "9223372036854775808" : "9223372036854775807", 19) <= 0))
		return from_text(b, digits, type_of(TYPE_BIGINT), span, out);
	return from_text(b, digits, type_of(TYPE_HUGEINT), span, out);
}

static shade_status bind_decimal(struct bind *b, struct str text, struct span span,
				 struct expr **out)
{
	int digits = 0, scale = 0;
	bool point = false, leading = true;

	for (size_t i = 0; i < text.n; i++) {
		char ch = text.p[i];

		if (ch == '.') {
			point = true;
			continue;
		}
		if (ch < '0' || ch > '9')
			continue;
		if (ch != '0')
			leading = false;
		if (!leading || point)
			digits++;
		scale += point;
	}
	if (digits == 0)
		digits = 1;
	if (digits > 38)
		return from_text(b, text, type_of(TYPE_DOUBLE), span, out);
	return from_text(b, text, type_decimal(b->a, digits, scale), span, out);
}

static shade_status bind_binary(struct bind *b, struct str hex, struct span span,
				struct expr **out)
{
	char *p = arena_alloc(b->a, hex.n / 2 + 1);
	struct value v;

	for (size_t i = 0; i + 1 < hex.n; i += 2) {
		int byte = 0;

		for (size_t k = i; k < i + 2; k++) {
			int ch = hex.p[k] | 0x20;

			byte = byte * 16 + (ch <= '9' ? ch - '0' : ch - 'a' + 10);
		}
		p[i / 2] = (char)byte;
	}
	v = value_str((struct str){ p, hex.n / 2 });
	v.type = type_of(TYPE_BINARY);
	*out = expr_const(b->a, v, span);
	return SHADE_OK;
}

shade_status bind_literal(struct bind *b, struct ast *e, bool negative,
			  struct expr **out)
{
	static const enum type_id types[] = {
		[AST_LITERAL_KIND_TINYINT] = TYPE_TINYINT,
		[AST_LITERAL_KIND_SMALLINT] = TYPE_SMALLINT,
		[AST_LITERAL_KIND_BIGINT] = TYPE_BIGINT,
		[AST_LITERAL_KIND_FLOAT] = TYPE_FLOAT,
		[AST_LITERAL_KIND_DOUBLE] = TYPE_DOUBLE,
		[AST_LITERAL_KIND_DATE] = TYPE_DATE,
		[AST_LITERAL_KIND_TIME] = TYPE_TIME,
		[AST_LITERAL_KIND_TIMESTAMP] = TYPE_TIMESTAMP,
		[AST_LITERAL_KIND_TIMESTAMP_LTZ] = TYPE_TIMESTAMP_LTZ,
	};
	struct ast_literal *l = AST_CAST(literal, e);
	struct str text = l->text;

	if (negative)
		text = str_fmt(b->a, "-%.*s", STR_ARG(text));
	switch (l->type) {
	case AST_LITERAL_KIND_NULL:
		*out = bind_null(b, type_of(TYPE_NULL), e->span);
		return SHADE_OK;
	case AST_LITERAL_KIND_BOOLEAN:
		*out = bind_bool(b, str_eq_nocase(text, STR("true")), e->span);
		return SHADE_OK;
	case AST_LITERAL_KIND_INTEGER: return bind_integer(b, text, e->span, out);
	case AST_LITERAL_KIND_DECIMAL: return bind_decimal(b, text, e->span, out);
	case AST_LITERAL_KIND_STRING:
		*out = expr_const(b->a, value_str(text), e->span);
		return SHADE_OK;
	case AST_LITERAL_KIND_BINARY: return bind_binary(b, text, e->span, out);
	default: return from_text(b, text, type_of(types[l->type]), e->span, out);
	}
}

/* --- intervals ----------------------------------------------------------- */

/* Months, or microseconds of a unit. */
static bool unit_size(enum ast_unit unit, bool *months, int64_t *size)
{
	static const struct {
		bool months;
		int64_t size;
	} sizes[] = {
		[AST_UNIT_YEAR] = { true, 12 },
		[AST_UNIT_QUARTER] = { true, 3 },
		[AST_UNIT_MONTH] = { true, 1 },
		[AST_UNIT_WEEK] = { false, 7 * 86400000000 },
		[AST_UNIT_DAY] = { false, 86400000000 },
		[AST_UNIT_HOUR] = { false, 3600000000 },
		[AST_UNIT_MINUTE] = { false, 60000000 },
		[AST_UNIT_SECOND] = { false, 1000000 },
		[AST_UNIT_MILLISECOND] = { false, 1000 },
		[AST_UNIT_MICROSECOND] = { false, 1 },
	};

	if (unit == AST_UNIT_NONE || unit >= ARRAY_LEN(sizes) || sizes[unit].size == 0)
		return false;
	*months = sizes[unit].months;
	*size = sizes[unit].size;
	return true;
}

struct interval_sum {
	bool has_months, has_micros;
	__int128 months, micros;
};

static void interval_add(struct interval_sum *sum, bool months, __int128 v)
{
	if (months) {
		sum->has_months = true;
		sum->months += v;
	} else {
		sum->has_micros = true;
		sum->micros += v;
	}
}

static shade_status bad_interval(struct bind *b, struct str text, struct span span)
{
	return shade_fail(b->cx, SHADE_E_DATETIME, span, "\"%.*s\" is not an interval",
			  STR_ARG(text));
}

/* "12", "-1.5": value * size into the sum. */
static bool add_number(struct str t, bool months, int64_t size,
		       struct interval_sum *sum)
{
	bool negative = t.n > 0 && t.p[0] == '-';
	size_t i = negative || (t.n > 0 && t.p[0] == '+');
	__int128 whole = 0, part = 0, scale = 1;

	if (i == t.n || t.n > 24)
		return false;
	for (; i < t.n && t.p[i] >= '0' && t.p[i] <= '9'; i++)
		whole = whole * 10 + (t.p[i] - '0');
	if (i < t.n && t.p[i] == '.') {
		for (i++; i < t.n && t.p[i] >= '0' && t.p[i] <= '9'; i++) {
			if (scale >= 1000000000)
				continue;
			part = part * 10 + (t.p[i] - '0');
			scale *= 10;
		}
	}
	if (i != t.n || whole > (__int128)INT64_MAX)
		return false;
	if (months && part * size % scale != 0)
		return false;
	whole = whole * size + part * size / scale;
	interval_add(sum, months, negative ? -whole : whole);
	return true;
}

/* "1-2", "1 02:03:04.5", "02:03": fields from..to, separated by anything. */
static bool add_fields(struct str t, enum ast_unit from, enum ast_unit to,
		       struct interval_sum *sum)
{
	static const int most[] = { [AST_UNIT_MONTH] = 11,
				    [AST_UNIT_HOUR] = 23,
				    [AST_UNIT_MINUTE] = 59,
				    [AST_UNIT_SECOND] = 59 };
	bool negative = t.n > 0 && t.p[0] == '-';
	size_t i = negative || (t.n > 0 && t.p[0] == '+');

	for (enum ast_unit u = from; u <= to; u++) {
		struct interval_sum one = { 0 };
		size_t begin = i;
		bool months;
		int64_t size;

		if (u == AST_UNIT_QUARTER || u == AST_UNIT_WEEK)
			continue;
		while (i < t.n && ((t.p[i] >= '0' && t.p[i] <= '9') || t.p[i] == '.'))
			i++;
		if (!unit_size(u, &months, &size) ||
		    !add_number((struct str){ t.p + begin, i - begin }, months, size,
				&one))
			return false;
		/* only the first field may be as large as it likes */
		if (u != from && (size_t)u < ARRAY_LEN(most) &&
		    (months ? one.months : one.micros) >=
			    (__int128)size * (most[u] + 1))
			return false;
		interval_add(sum, months,
			     months ? (negative ? -one.months : one.months)
				    : (negative ? -one.micros : one.micros));
		if (i < t.n)
			i++;
	}
	return i >= t.n;
}

static bool unit_by_name(struct str w, enum ast_unit *out)
{
	static const struct {
		const char *name;
		enum ast_unit unit;
	} names[] = {
		{ "year", AST_UNIT_YEAR },
		{ "y", AST_UNIT_YEAR },
		{ "quarter", AST_UNIT_QUARTER },
		{ "month", AST_UNIT_MONTH },
		{ "mon", AST_UNIT_MONTH },
		{ "week", AST_UNIT_WEEK },
		{ "w", AST_UNIT_WEEK },
		{ "day", AST_UNIT_DAY },
		{ "d", AST_UNIT_DAY },
		{ "hour", AST_UNIT_HOUR },
		{ "h", AST_UNIT_HOUR },
		{ "minute", AST_UNIT_MINUTE },
		{ "min", AST_UNIT_MINUTE },
		{ "m", AST_UNIT_MINUTE },
		{ "second", AST_UNIT_SECOND },
		{ "sec", AST_UNIT_SECOND },
		{ "s", AST_UNIT_SECOND },
		{ "millisecond", AST_UNIT_MILLISECOND },
		{ "ms", AST_UNIT_MILLISECOND },
		{ "microsecond", AST_UNIT_MICROSECOND },
		{ "us", AST_UNIT_MICROSECOND },
	};
	struct str one = w;

	if (w.n > 2 && (w.p[w.n - 1] | 0x20) == 's' && !str_eq_nocase(w, STR("ms")) &&
	    !str_eq_nocase(w, STR("us")))
		one.n--;
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eq_nocase(one, str_from(names[i].name)) ||
		    str_eq_nocase(w, str_from(names[i].name))) {
			*out = names[i].unit;
			return true;
		}
	return false;
}

static struct str next_word(struct str *t)
{
	struct str w;
	size_t i = 0;

	*t = str_trim(*t);
	while (i < t->n && t->p[i] != ' ' && t->p[i] != '\t' && t->p[i] != '\n')
		i++;
	/* 5d: a number with its unit */
	for (size_t k = 1; k < i; k++) {
		bool digit = (t->p[k - 1] >= '0' && t->p[k - 1] <= '9');
		bool letter = (t->p[k] | 0x20) >= 'a' && (t->p[k] | 0x20) <= 'z';

		if (digit && letter) {
			i = k;
			break;
		}
	}
	w = (struct str){ t->p, i };
	*t = (struct str){ t->p + i, t->n - i };
	return w;
}

/* "1 day 2 hours", "2 days 03:04:05": the text names its units. */
static bool add_words(struct str t, struct interval_sum *sum)
{
	t = str_trim(t);
	if (t.n == 0)
		return false;
	while (t.n > 0) {
		struct str number = next_word(&t), word;
		enum ast_unit unit;
		bool months;
		int64_t size;

		if (memchr(number.p, ':', number.n)) {
			bool seconds = number.n > 5;

			if (!add_fields(number, AST_UNIT_HOUR,
					seconds ? AST_UNIT_SECOND : AST_UNIT_MINUTE,
					sum))
				return false;
			t = str_trim(t);
			continue;
		}
		word = next_word(&t);
		if (!unit_by_name(word, &unit) || !unit_size(unit, &months, &size) ||
		    !add_number(number, months, size, sum))
			return false;
		t = str_trim(t);
	}
	return true;
}

static struct value interval_value(bool months, int64_t v)
{
	return value_int(months ? TYPE_INTERVAL_MONTH : TYPE_INTERVAL_DAY, v);
}

static shade_status sum_value(struct bind *b, const struct interval_sum *sum,
			      struct span span, struct expr **out)
{
	__int128 v = sum->has_months ? sum->months : sum->micros;
	__int128 limit = sum->has_months ? INT32_MAX : INT64_MAX;

	if (sum->has_months && sum->has_micros)
		return shade_fail(b->cx, SHADE_E_DATETIME, span,
				  "an interval holds either years and months or days "
				  "and smaller units");
	if (v > limit || v < -limit)
		return shade_fail(b->cx, SHADE_E_OVERFLOW, span,
				  "the interval is too large");
	*out = expr_const(b->a, interval_value(sum->has_months, (int64_t)v), span);
	return SHADE_OK;
}

/* INTERVAL (expression) DAY: the expression times one unit. */
static shade_status computed_part(struct ectx *c, struct ast_interval_part *p,
				  struct expr **out)
{
	struct bind *b = c->b;
	struct expr *x, *one;
	bool months;
	int64_t size;

	TRY(bind_scalar(c, p->value, &x));
	if (!unit_size(p->from, &months, &size))
		return bad_interval(b, STR("(..)"), p->span);
	one = expr_const(b->a, interval_value(months, p->negative ? -size : size),
			 p->span);
	return bind_call2(b, "*", x, one, p->span, out);
}

static shade_status literal_part(struct bind *b, struct ast_interval_part *p,
				 struct interval_sum *sum)
{
	struct str text = str_trim(AST_CAST(literal, p->value)->text);
	struct interval_sum own = { 0 };
	bool months, ok;
	int64_t size;

	if (p->from == AST_UNIT_NONE)
		ok = add_words(text, &own);
	else if (p->to != AST_UNIT_NONE && p->to != p->from)
		ok = add_fields(text, p->from, p->to, &own);
	else
		ok = unit_size(p->from, &months, &size) &&
		     add_number(text, months, size, &own);
	if (!ok)
		return bad_interval(b, text, p->span);
	if (own.has_months)
		interval_add(sum, true, p->negative ? -own.months : own.months);
	if (own.has_micros)
		interval_add(sum, false, p->negative ? -own.micros : own.micros);
	return SHADE_OK;
}

shade_status bind_interval(struct ectx *c, struct ast *e, struct expr **out)
{
	struct ast_interval *iv = AST_CAST(interval, e);
	struct interval_sum sum = { 0 };
	struct expr *total = NULL;

	for (size_t i = 0; i < iv->parts.n; i++) {
		struct ast_interval_part *p = AST_CAST(interval_part, iv->parts.v[i]);
		struct expr *one;

		if (ast_is(p->value, AST_LITERAL)) {
			TRY(literal_part(c->b, p, &sum));
			continue;
		}
		TRY(computed_part(c, p, &one));
		if (total)
			TRY(bind_call2(c->b, "+", total, one, e->span, &total));
		else
			total = one;
	}
	if (!total)
		return sum_value(c->b, &sum, e->span, out);
	if (sum.has_months || sum.has_micros) {
		struct expr *rest;

		TRY(sum_value(c->b, &sum, e->span, &rest));
		TRY(bind_call2(c->b, "+", total, rest, e->span, &total));
	}
	*out = total;
	return SHADE_OK;
}
