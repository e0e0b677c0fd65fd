/*
 * value_text.c - values as text: for results and as literals.
 */
#include "type/datetime.h"
#include "type/decimal.h"
#include "type/number.h"
#include "type/tz.h"
#include "type/value.h"

#include <math.h>

static void put_hex(struct sbuf *b, struct str s)
{
	static const char hex[] = "0123456789ABCDEF";

	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		sbuf_addc(b, hex[c >> 4]);
		sbuf_addc(b, hex[c & 15]);
	}
}

/* BINARY as text: printable ASCII as it is, the rest as \xHH. */
static void put_binary(struct sbuf *b, struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c >= 0x20 && c < 0x7f && c != '\\')
			sbuf_addc(b, (char)c);
		else
			sbuf_addf(b, "\\x%02X", c);
	}
}

size_t value_print(const struct value *v, char out[VALUE_TEXT])
{
	switch (v->type->id) {
	case TYPE_BOOLEAN: memcpy(out, v->i ? "true" : "false", 5); return v->i ? 4 : 5;
	case TYPE_TINYINT:
	case TYPE_SMALLINT:
	case TYPE_INT:
	case TYPE_BIGINT: return number_print_i64(v->i, out);
	case TYPE_HUGEINT: return decimal_print(v->h, 0, out);
	case TYPE_DECIMAL:
		return decimal_print(v->type->precision > 18 ? v->h : v->i,
				     v->type->scale, out);
	case TYPE_FLOAT: return number_print_float((float)v->d, out);
	case TYPE_DOUBLE: return number_print_double(v->d, out);
	case TYPE_DATE: return date_print(v->i, out);
	case TYPE_TIME: return time_print(v->i, out);
	case TYPE_TIMESTAMP: return timestamp_print(v->i, out);
	case TYPE_TIMESTAMP_LTZ: {
		size_t n = timestamp_print(v->i, out);

		memcpy(out + n, "+00", 3);
		return n + 3;
	}
	case TYPE_INTERVAL_MONTH: return interval_month_print(v->i, out);
	case TYPE_INTERVAL_DAY: return interval_day_print(v->i, out);
	default: return 0;
	}
}

/* Whose text is made: NULL for results. */
struct style {
	const struct cast_rules *rules;
	bool spark;
};

static void put_value(struct sbuf *b, const struct style *st, const struct value *v);

static void put_list(struct sbuf *b, const struct style *st, const struct value *v)
{
	sbuf_addc(b, '[');
	for (size_t i = 0; i < v->list.n; i++) {
		if (i)
			sbuf_add(b, STR(", "));
		put_value(b, st, &v->list.v[i]);
	}
	sbuf_addc(b, ']');
}

static void put_map(struct sbuf *b, const struct style *st, const struct value *v)
{
	sbuf_addc(b, '{');
	for (size_t i = 0; i < v->list.n; i++) {
		if (i)
			sbuf_add(b, STR(", "));
		put_value(b, st, &v->list.v[i]);
		sbuf_add(b, st->spark ? STR(" -> ") : STR("="));
		put_value(b, st, &v->list.v[v->list.n + i]);
	}
	sbuf_addc(b, '}');
}

/* Spark and Flink leave out the names. */
static void put_row(struct sbuf *b, const struct style *st, const struct value *v)
{
	bool flink = st->rules && st->rules->dialect == DIALECT_FLINK;

	sbuf_addc(b, flink ? '(' : '{');
	for (size_t i = 0; i < v->list.n; i++) {
		if (i)
			sbuf_add(b, STR(", "));
		if (v->type->names && !st->spark && !flink)
			sbuf_addf(b, "%.*s: ", STR_ARG(v->type->names[i]));
		put_value(b, st, &v->list.v[i]);
	}
	sbuf_addc(b, flink ? ')' : '}');
}

static void put_interval(struct sbuf *b, const struct value *v);

/* What a cast in some dialect writes otherwise than a result; false: nothing. */
static bool put_special(struct sbuf *b, const struct cast_rules *rules,
			const struct value *v)
{
	char text[NUMBER_TEXT + DATETIME_TEXT];
	enum type_id id = v->type->id;

	if (id == TYPE_TIMESTAMP_LTZ) {
		struct value local = { .type = type_of(TYPE_TIMESTAMP), .i = v->i };

		if (!rules->zone)
			return false;
		local.i += zone_offset_at_utc(rules->zone, v->i);
		sbuf_add(b, rules->dialect == DIALECT_ANSI
				    ? zoned_text(b->arena, v->i, rules->zone)
				    : value_text(b->arena, &local));
		return true;
	}
	if (rules->dialect == DIALECT_ANSI)
		return false;
	if (id == TYPE_DOUBLE || id == TYPE_FLOAT) {
		size_t n = number_print_java(v->d, id == TYPE_FLOAT, text);

		sbuf_add(b, (struct str){ text, n });
		return true;
	}
	if (rules->dialect == DIALECT_FLINK && id == TYPE_BOOLEAN) {
		sbuf_add(b, v->i ? STR("TRUE") : STR("FALSE"));
		return true;
	}
	if (rules->dialect == DIALECT_FLINK && id == TYPE_INTERVAL_DAY) {
		int64_t u = v->i < 0 ? -v->i : v->i;
		size_t n = time_print(u % US_DAY / 1000000 * 1000000, text);

		sbuf_addf(b, "%c%lld %.*s.%03d", v->i < 0 ? '-' : '+',
			  (long long)(u / US_DAY), (int)n, text,
			  (int)(u % US_SECOND / 1000));
		return true;
	}
	if (rules->dialect != DIALECT_SPARK || type_family(v->type) != FAMILY_INTERVAL)
		return false;
	put_interval(b, v);
	return true;
}

static void put_value(struct sbuf *b, const struct style *st, const struct value *v)
{
	char text[VALUE_TEXT];

	if (v->is_null) {
		sbuf_add(b, st->spark ? STR("null") : STR("NULL"));
		return;
	}
	if (st->rules && put_special(b, st->rules, v))
		return;
	switch (v->type->id) {
	case TYPE_CHAR:
	case TYPE_VARCHAR:
	case TYPE_VARIANT: sbuf_add(b, v->s); break;
	case TYPE_BINARY: put_binary(b, v->s); break;
	case TYPE_ARRAY: put_list(b, st, v); break;
	case TYPE_MAP: put_map(b, st, v); break;
	case TYPE_ROW: put_row(b, st, v); break;
	default: sbuf_add(b, (struct str){ text, value_print(v, text) });
	}
}

struct str value_text(struct arena *a, const struct value *v)
{
	struct sbuf b = { .arena = a };
	struct style plain = { 0 };

	put_value(&b, &plain, v);
	return sbuf_str(&b);
}

struct str value_cast_text(struct arena *a, const struct value *v,
			   const struct cast_rules *rules)
{
	struct sbuf b = { .arena = a };
	struct style st = { rules, rules->dialect == DIALECT_SPARK };

	put_value(&b, &st, v);
	return sbuf_str(&b);
}

/* --- literals ------------------------------------------------------------- */

static void put_quoted(struct sbuf *b, struct str s)
{
	sbuf_addc(b, '\'');
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\'')
			sbuf_addc(b, '\'');
		sbuf_addc(b, s.p[i]);
	}
	sbuf_addc(b, '\'');
}

static void put_literal(struct sbuf *b, const struct value *v);

static void put_literal_items(struct sbuf *b, const struct value *v)
{
	bool is_map = v->type->id == TYPE_MAP;

	sbuf_add(b, v->type->id == TYPE_ARRAY ? STR("ARRAY[")
		    : is_map                  ? STR("MAP[")
					      : STR("ROW("));
	for (size_t i = 0; i < v->list.n; i++) {
		if (i)
			sbuf_add(b, STR(", "));
		put_literal(b, &v->list.v[i]);
		if (is_map) {
			sbuf_add(b, STR(", "));
			put_literal(b, &v->list.v[v->list.n + i]);
		}
	}
	sbuf_addc(b, v->type->id == TYPE_ROW ? ')' : ']');
}

static void put_cast(struct sbuf *b, struct str text, bool quoted, const struct type *t)
{
	sbuf_add(b, STR("CAST("));
	if (quoted)
		put_quoted(b, text);
	else
		sbuf_add(b, text);
	sbuf_addf(b, " AS %.*s)", STR_ARG(type_name(b->arena, t)));
}

static void put_decimal(struct sbuf *b, const struct value *v, struct str text)
{
	int p, s;

	if (v->type->scale > 0 && decimal_measure(text, &p, &s) &&
	    p == v->type->precision && s == v->type->scale)
		sbuf_add(b, text);
	else
		put_cast(b, text, false, v->type);
}

/* INTERVAL '3 04:05:06' DAY TO SECOND; the sign holds for all of it. */
static void put_interval(struct sbuf *b, const struct value *v)
{
	char text[DATETIME_TEXT];
	int64_t u = v->i < 0 ? -v->i : v->i;
	const char *sign = v->i < 0 ? "-" : "";

	if (v->type->id == TYPE_INTERVAL_MONTH) {
		sbuf_addf(b, "INTERVAL '%s%lld-%lld' YEAR TO MONTH", sign,
			  (long long)(u / 12), (long long)(u % 12));
		return;
	}
	sbuf_addf(b, "INTERVAL '%s%lld %.*s' DAY TO SECOND", sign,
		  (long long)(u / US_DAY), (int)time_print(u % US_DAY, text), text);
}

static void put_literal(struct sbuf *b, const struct value *v)
{
	char buf[VALUE_TEXT];
	struct str text = { buf, 0 };

	if (v->is_null) {
		if (v->type->id == TYPE_NULL)
			sbuf_add(b, STR("NULL"));
		else
			put_cast(b, STR("NULL"), false, v->type);
		return;
	}
	text.n = value_print(v, buf);
	switch (v->type->id) {
	case TYPE_BOOLEAN:
	case TYPE_INT: sbuf_add(b, text); break;
	case TYPE_BIGINT:
		if (v->i == INT64_MIN || (v->i <= INT32_MAX && v->i >= INT32_MIN))
			put_cast(b, text, false, v->type);
		else
			sbuf_add(b, text);
		break;
	case TYPE_DECIMAL: put_decimal(b, v, text); break;
	case TYPE_DOUBLE:
		if (isfinite(v->d))
			sbuf_addf(b, memchr(buf, 'e', text.n) ? "%.*s" : "%.*se0",
				  STR_ARG(text));
		else
			put_cast(b, text, true, v->type);
		break;
	case TYPE_VARCHAR:
		if (v->type->length == 0)
			put_quoted(b, v->s);
		else
			put_cast(b, v->s, true, v->type);
		break;
	case TYPE_CHAR: put_cast(b, v->s, true, v->type); break;
	case TYPE_VARIANT:
		sbuf_add(b, STR("parse_json("));
		put_quoted(b, v->s);
		sbuf_addc(b, ')');
		break;
	case TYPE_BINARY:
		sbuf_add(b, STR("X'"));
		put_hex(b, v->s);
		sbuf_addc(b, '\'');
		break;
	case TYPE_DATE:
	case TYPE_TIME:
	case TYPE_TIMESTAMP:
	case TYPE_TIMESTAMP_LTZ:
		sbuf_addf(b, "%s '%.*s'", type_name(b->arena, type_of(v->type->id)).p,
			  STR_ARG(text));
		break;
	case TYPE_INTERVAL_MONTH:
	case TYPE_INTERVAL_DAY: put_interval(b, v); break;
	case TYPE_ARRAY:
	case TYPE_MAP:
	case TYPE_ROW: put_literal_items(b, v); break;
	default: put_cast(b, text, false, v->type);
	}
}

struct str value_literal(struct arena *a, const struct value *v)
{
	struct sbuf b = { .arena = a };

	put_literal(&b, v);
	return sbuf_str(&b);
}
