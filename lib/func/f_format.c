/*
 * f_format.c - numbers and values in patterns of text, and back.
 */
#include <ctype.h>
#include <math.h>

#include "base/utf8.h"
#include "func/values.h"
#include "type/decimal.h"
#include "type/number.h"

/* Longest width and precision of a directive. */
#define WIDTH_LIMIT 10000

/* --- printf --------------------------------------------------------------- */

/* One %-directive without its length modifiers. */
struct directive {
	char flags[8];
	int width, precision; /* -1: none */
	char kind;
};

/* Reads what follows a '%'; returns bytes read, 0 if it is none. */
static size_t read_directive(const char *p, size_t n, struct directive *d)
{
	size_t i = 0, n_flags = 0;

	*d = (struct directive){ .width = -1, .precision = -1 };
	while (i < n && strchr("-+ 0#,", p[i]) && p[i] && n_flags < 6)
		d->flags[n_flags++] = p[i++];
	if (i < n && isdigit((unsigned char)p[i]))
		for (d->width = 0; i < n && isdigit((unsigned char)p[i]); i++)
			if (d->width < WIDTH_LIMIT)
				d->width = d->width * 10 + (p[i] - '0');
	if (i < n && p[i] == '.')
		for (d->precision = 0, i++; i < n && isdigit((unsigned char)p[i]); i++)
			if (d->precision < WIDTH_LIMIT)
				d->precision = d->precision * 10 + (p[i] - '0');
	while (i < n && (p[i] == 'l' || p[i] == 'h' || p[i] == 'z'))
		i++;
	if (i == n)
		return 0;
	d->kind = p[i];
	return i + 1;
}

static void put_padded(struct sbuf *b, const struct directive *d, struct str s)
{
	size_t have = utf8_count(s.p, s.n);
	size_t pad = d->width > 0 && (size_t)d->width > have ? (size_t)d->width - have
							     : 0;
	bool left = strchr(d->flags, '-') != NULL;

	for (size_t i = 0; !left && i < pad; i++)
		sbuf_addc(b, ' ');
	sbuf_add(b, s);
	for (size_t i = 0; left && i < pad; i++)
		sbuf_addc(b, ' ');
}

/* Digits in groups of three; text is a number as printf makes it. */
static struct str grouped(struct arena *a, struct str text)
{
	struct sbuf b = { .arena = a };
	size_t start = 0, end;

	while (start < text.n && !isdigit((unsigned char)text.p[start]))
		start++;
	for (end = start; end < text.n && isdigit((unsigned char)text.p[end]);)
		end++;
	sbuf_add(&b, (struct str){ text.p, start });
	for (size_t i = start; i < end; i++) {
		if (i > start && (end - i) % 3 == 0)
			sbuf_addc(&b, ',');
		sbuf_addc(&b, text.p[i]);
	}
	sbuf_add(&b, (struct str){ text.p + end, text.n - end });
	return sbuf_str(&b);
}

static bool as_int(struct arena *a, const struct value *v, int64_t *out)
{
	struct value r;

	if (!type_is_numeric(v->type) && type_family(v->type) != FAMILY_BOOLEAN)
		return false;
	if (value_convert(a, v, type_of(TYPE_BIGINT), NULL, &r) != CAST_OK)
		return false;
	*out = r.i;
	return true;
}

static bool as_double(struct arena *a, const struct value *v, double *out)
{
	struct value r;

	if (!type_is_numeric(v->type) ||
	    value_convert(a, v, type_of(TYPE_DOUBLE), NULL, &r) != CAST_OK)
		return false;
	*out = r.d;
	return true;
}

static shade_status bad_argument(struct func_call *fc, char kind, const struct value *v)
{
	return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
			  "%%%c does not take %.*s \"%.*s\"", kind,
			  STR_ARG(type_name(fc->cx->arena, v->type)),
			  STR_ARG(value_text(fc->cx->arena, v)));
}

/* The C format of a number: flags without ',', width, precision. */
static void c_format(const struct directive *d, const char *length, char out[64])
{
	size_t n = 0;

	out[n++] = '%';
	for (const char *f = d->flags; *f; f++)
		if (*f != ',')
			out[n++] = *f;
	if (d->width >= 0)
		n += (size_t)snprintf(out + n, 8, "%d",
				      d->width > 200 ? 200 : d->width);
	if (d->precision >= 0)
		n += (size_t)snprintf(out + n, 8, ".%d",
				      d->precision > 100 ? 100 : d->precision);
	snprintf(out + n, 8, "%s%c", length, d->kind);
}

static shade_status put_number(struct func_call *fc, struct sbuf *b,
			       const struct directive *d, const struct value *v)
{
	char format[64], text[512];
	struct str s;
	int n;

	if (strchr("dixXo", d->kind)) {
		int64_t i;

		if (!as_int(b->arena, v, &i))
			return bad_argument(fc, d->kind, v);
		c_format(d, "ll", format);
		n = snprintf(text, sizeof(text), format, (long long)i);
	} else {
		double x;

		if (!as_double(b->arena, v, &x))
			return bad_argument(fc, d->kind, v);
		c_format(d, "", format);
		n = snprintf(text, sizeof(text), format, x);
	}
	s = (struct str){ text, n < 0                      ? 0
				: (size_t)n < sizeof(text) ? (size_t)n
							   : 511 };
	if (strchr(d->flags, ','))
		s = grouped(b->arena, s);
	sbuf_add(b, s);
	return SHADE_OK;
}

static shade_status put_directive(struct func_call *fc, struct sbuf *b,
				  const struct directive *d, const struct value *v)
{
	struct str s;
	int64_t cp;
	char utf8[4];

	if (v->is_null) {
		put_padded(b, d, STR("null"));
		return SHADE_OK;
	}
	switch (d->kind) {
	case 's':
	case 'S':
		s = value_text(b->arena, v);
		if (d->precision >= 0)
			s.n = utf8_offset(s.p, s.n, (size_t)d->precision);
		put_padded(b, d, s);
		return SHADE_OK;
	case 'b': put_padded(b, d, value_text(b->arena, v)); return SHADE_OK;
	case 'c':
		if (type_family(v->type) == FAMILY_STRING) {
			put_padded(b, d, v->s);
			return SHADE_OK;
		}
		if (!as_int(b->arena, v, &cp) || cp < 0 || cp > 0x10ffff)
			return bad_argument(fc, d->kind, v);
		put_padded(b, d, (struct str){ utf8, utf8_encode((uint32_t)cp, utf8) });
		return SHADE_OK;
	default: return put_number(fc, b, d, v);
	}
}

static shade_status print(struct func_call *fc, const struct value *args, size_t n_args,
			  struct value *out)
{
	struct sbuf b = { .arena = func_scratch(fc) };
	struct str f = args[0].s;
	size_t next = 1;

	for (size_t i = 0; i < f.n; i++) {
		struct directive d;
		size_t used;

		if (f.p[i] != '%') {
			sbuf_addc(&b, f.p[i]);
			continue;
		}
		used = read_directive(f.p + i + 1, f.n - i - 1, &d);
		if (used == 0 || !strchr("sSbcdixXofeEgGn%", d.kind))
			return shade_fail(
				fc->cx, SHADE_E_RANGE, fc->span,
				"\"%.*s\" is no format: there are %%s %%d %%f "
				"%%x %%e %%g %%c %%b and %%%%",
				STR_ARG(f));
		i += used;
		if (d.kind == '%' || d.kind == 'n') {
			sbuf_addc(&b, d.kind == '%' ? '%' : '\n');
			continue;
		}
		if (next >= n_args)
			return shade_fail(
				fc->cx, SHADE_E_WRONG_ARG_COUNT, fc->span,
				"the format \"%.*s\" wants more than %zu values",
				STR_ARG(f), n_args - 1);
		TRY(put_directive(fc, &b, &d, &args[next++]));
	}
	out->s = sbuf_str(&b);
	return SHADE_OK;
}

/* (number, digits after the point): 1,234,567.89 */
static shade_status format_number(struct func_call *fc, const struct value *args,
				  size_t n_args, struct value *out)
{
	char text[512];
	int digits = args[1].i < 0 ? -1 : args[1].i > 100 ? 100 : (int)args[1].i;

	(void)n_args;
	if (digits < 0) {
		out->is_null = true;
		return SHADE_OK;
	}
	snprintf(text, sizeof(text), "%.*f", digits, args[0].d);
	out->s = grouped(func_scratch(fc), str_dup(func_scratch(fc), str_from(text)));
	return SHADE_OK;
}

/* --- bases, digits, masks ------------------------------------------------- */

/* (text of a number, its base, the wanted base 2..36) */
static shade_status convert_base(struct func_call *fc, const struct value *args,
				 size_t n_args, struct value *out)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	struct str s = str_trim(args[0].s);
	int64_t from = args[1].i, to = args[2].i, away = to < 0 ? -to : to;
	bool negative = s.n > 0 && s.p[0] == '-';
	char text[80], *q = text + sizeof(text);
	uint64_t v = 0;
	size_t i = negative;

	(void)n_args;
	if (from < 2 || from > 36 || away < 2 || away > 36) {
		out->is_null = true;
		return SHADE_OK;
	}
	for (; i < s.n; i++) {
		const char *d = s.p[i] ? memchr(digits, toupper((unsigned char)s.p[i]),
						(size_t)from)
				       : NULL;

		if (!d)
			break;
		if (__builtin_mul_overflow(v, (uint64_t)from, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(d - digits), &v))
			return shade_fail(fc->cx, SHADE_E_OVERFLOW, fc->span,
					  "\"%.*s\" has more than 64 bits", STR_ARG(s));
	}
	if (negative && to > 0)
		v = 0 - v;
	do {
		*--q = digits[v % (uint64_t)away];
		v /= (uint64_t)away;
	} while (v);
	if (negative && to < 0)
		*--q = '-';
	out->s = str_dup(func_scratch(fc),
			 (struct str){ q, (size_t)(text + sizeof(text) - q) });
	return SHADE_OK;
}

static shade_status luhn(struct func_call *fc, const struct value *args, size_t n_args,
			 struct value *out)
{
	struct str s = args[0].s;
	unsigned sum = 0;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < s.n; i++) {
		unsigned d = (unsigned)(s.p[s.n - 1 - i] - '0');

		if (d > 9)
			return SHADE_OK;
		d = i % 2 ? d * 2 : d;
		sum += d > 9 ? d - 9 : d;
	}
	out->i = s.n > 0 && sum % 10 == 0;
	return SHADE_OK;
}

/* (text [, for capitals [, for small letters [, for digits [, for others]]]];
 * NULL keeps the character */
static shade_status mask(struct func_call *fc, const struct value *args, size_t n_args,
			 struct value *out)
{
	static const char *const defaults[] = { "X", "x", "n", NULL };
	struct sbuf b = { .arena = func_scratch(fc) };
	struct str s = args[0].s;

	if (args[0].is_null) {
		out->is_null = true;
		return SHADE_OK;
	}
	for (size_t i = 0; i < s.n;) {
		unsigned char c = (unsigned char)s.p[i];
		size_t class = isupper(c) ? 0 : islower(c) ? 1 : isdigit(c) ? 2 : 3;
		struct str r = str_from(defaults[class]);
		size_t len;

		if (class + 1 < n_args)
			r = args[class + 1].is_null ? STR_NONE : args[class + 1].s;
		utf8_decode(s.p + i, s.n - i, &len);
		sbuf_add(&b, r.n ? r : (struct str){ s.p + i, len });
		i += len;
	}
	out->s = sbuf_str(&b);
	return SHADE_OK;
}

/* Text as an SQL literal. */
static shade_status quote(struct func_call *fc, const struct value *args, size_t n_args,
			  struct value *out)
{
	(void)n_args;
	out->s = value_literal(func_scratch(fc), &args[0]);
	return SHADE_OK;
}

/* Text to number by a format of 9 0 . , $ S and the like: only the sign, the
 * digits and the point matter. */
static shade_status parse_number(struct func_call *fc, const struct value *args,
				 struct value *out, bool is_try)
{
	struct sbuf b = { .arena = func_scratch(fc) };
	struct str text;
	int128 v;

	for (size_t i = 0; i < args[0].s.n; i++) {
		char c = args[0].s.p[i];

		if (c != ',' && c != '$' && c != ' ')
			sbuf_addc(&b, c);
	}
	text = sbuf_str(&b);
	if (decimal_parse(text.p, text.n, fc->type->precision, fc->type->scale, &v) !=
	    DECIMAL_OK) {
		if (!is_try)
			return shade_fail(fc->cx, SHADE_E_CAST, fc->span,
					  "\"%.*s\" is no number of the format",
					  STR_ARG(args[0].s));
		out->is_null = true;
	} else if (fc->type->precision > 18) {
		out->h = v;
	} else {
		out->i = (int64_t)v;
	}
	return SHADE_OK;
}

static shade_status to_number(struct func_call *fc, const struct value *args,
			      size_t n_args, struct value *out)
{
	(void)n_args;
	return parse_number(fc, args, out, false);
}

static shade_status try_to_number(struct func_call *fc, const struct value *args,
				  size_t n_args, struct value *out)
{
	(void)n_args;
	return parse_number(fc, args, out, true);
}

/* Digits before and behind the point, as the format counts them. */
static shade_status bind_number(struct func_bind *fb, const struct agg_class **agg)
{
	int whole = 0, fraction = 0;
	bool point = false;
	struct str f;

	(void)agg;
	if (!func_const_text(fb->consts, 1, &f))
		return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
				  "the format of to_number must be a constant");
	for (size_t i = 0; i < f.n; i++) {
		if (f.p[i] == '.' || f.p[i] == 'D')
			point = true;
		else if (f.p[i] == '9' || f.p[i] == '0')
			*(point ? &fraction : &whole) += 1;
	}
	if (whole + fraction < 1 || whole + fraction > 38)
		return shade_fail(fb->cx, SHADE_E_RANGE, fb->span,
				  "\"%.*s\" is no number format of 1 to 38 digits",
				  STR_ARG(f));
	fb->type = type_decimal(fb->arena, whole + fraction, fraction);
	return SHADE_OK;
}

static const struct func_row rows[] = {
	{ EACH("printf", "VARCHAR, ANY... -> VARCHAR", FUNC_NULLS | FUNC_CAN_FAIL,
	       print),
	  DOC("values in a format of %s %d %.2f and the like",
	      "printf('%s has %05.1f', 'x', 2.25)", "x has 002.2") },
	{ EACH("format_string", "VARCHAR, ANY... -> VARCHAR",
	       FUNC_NULLS | FUNC_CAN_FAIL, print),
	  DOC("values in a format, as printf", "format_string('%d-%s', 7, 'a')",
	      "7-a") },
	{ EACH("format_number", "DOUBLE, BIGINT -> VARCHAR", 0, format_number),
	  DOC("number with groups of three digits", "format_number(1234567.891, 2)",
	      "1,234,567.89") },
	{ EACH("conv", "VARCHAR, BIGINT, BIGINT -> VARCHAR", FUNC_CAN_FAIL,
	       convert_base),
	  DOC("a number from one base to another", "conv('ff', 16, 10)", "255") },
	{ EACH("luhn_check", "VARCHAR -> BOOLEAN", 0, luhn),
	  DOC("do the digits pass the Luhn check", "luhn_check('79927398713')",
	      "true") },
	{ EACH("mask",
	       "VARCHAR [, VARCHAR] [, VARCHAR] [, VARCHAR] [, VARCHAR] -> VARCHAR",
	       FUNC_NULLS, mask),
	  DOC("text with letters and digits hidden", "mask('AbC-123')", "XxX-nnn") },
	{ EACH("quote", "VARCHAR -> VARCHAR", FUNC_TOTAL, quote),
	  DOC("text as an SQL literal", "quote('it''s')", "'it''s'") },
	{ EACH("to_number", "VARCHAR, VARCHAR -> ?", FUNC_CAN_FAIL, to_number),
	  .bind = bind_number,
	  DOC("number from text by a format", "to_number('$1,234.50', '$9,999.99')",
	      "1234.50") },
	{ EACH("try_to_number", "VARCHAR, VARCHAR -> ?", 0, try_to_number),
	  .bind = bind_number,
	  DOC("number from text, NULL if it is none", "try_to_number('x', '999')",
	      "NULL") },
};

const struct func_family func_family_format = { "Formats", rows, ARRAY_LEN(rows) };
