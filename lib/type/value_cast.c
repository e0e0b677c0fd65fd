/*
 * value_cast.c - CAST of one value.
 *
 * The one definition of what a cast means; column kernels are faster ways
 * to the same answers.  Numbers are cut towards zero on the way to
 * integers and rounded half up on the way to decimals.
 */
#include <math.h>

#include "base/utf8.h"
#include "type/datetime.h"
#include "type/decimal.h"
#include "type/number.h"
#include "type/tz.h"
#include "type/value.h"

struct convert {
	struct arena *arena;
	struct cast_rules rules;
};

static enum cast_result convert(const struct convert *c, const struct value *v,
				const struct type *to, struct value *out);

static bool int_range(enum type_id id, int128 v)
{
	switch (id) {
	case TYPE_TINYINT: return v == (int8_t)v;
	case TYPE_SMALLINT: return v == (int16_t)v;
	case TYPE_INT: return v == (int32_t)v;
	case TYPE_BIGINT: return v == (int64_t)v;
	default: return decimal_fits(v, 38);
	}
}

static enum cast_result set_int(int128 v, const struct type *to, struct value *out)
{
	if (!int_range(to->id, v))
		return CAST_OVERFLOW;
	if (to->id == TYPE_HUGEINT)
		out->h = v;
	else
		out->i = (int64_t)v;
	return CAST_OK;
}

static void set_decimal(int128 v, const struct type *to, struct value *out)
{
	if (to->precision > 18)
		out->h = v;
	else
		out->i = (int64_t)v;
}

/* --- Spark: numbers are seconds since 1970 ----------------------------------- */

static bool is_timestamp(const struct type *t)
{
	return t->id == TYPE_TIMESTAMP || t->id == TYPE_TIMESTAMP_LTZ;
}

static enum cast_result seconds_to_time(const struct convert *c, const struct value *v,
					const struct type *to, struct value *out)
{
	const struct type us = { .id = TYPE_DECIMAL, .precision = 38, .scale = 6 };
	struct value exact;
	enum cast_result r = convert(c, v, &us, &exact);

	if (r != CAST_OK)
		return r;
	if (exact.h != (int64_t)exact.h)
		return CAST_OVERFLOW;
	out->i = (int64_t)exact.h;
	if (to->id == TYPE_TIMESTAMP)
		out->i += zone_offset_at_utc(c->rules.zone, out->i);
	return CAST_OK;
}

static enum cast_result time_to_seconds(const struct convert *c, const struct value *v,
					const struct type *to, struct value *out)
{
	const struct type seconds = { .id = TYPE_DECIMAL, .precision = 38, .scale = 6 };
	int64_t us = v->type->id == TYPE_TIMESTAMP ? zone_to_utc(c->rules.zone, v->i)
						   : v->i;
	struct value exact = { .type = &seconds, .h = us };

	/* whole seconds are the lower ones */
	if (type_family(to) == FAMILY_INTEGER) {
		exact.h = us / US_SECOND - (us % US_SECOND < 0);
		exact.h *= US_SECOND;
	}
	return convert(c, &exact, to, out);
}

/* --- from numbers --------------------------------------------------------- */

/* From an exact number v / 10^scale. */
static enum cast_result from_exact(int128 v, int scale, const struct type *to,
				   struct value *out)
{
	int128 r;

	switch (type_family(to)) {
	case FAMILY_BOOLEAN: out->i = v != 0; return CAST_OK;
	case FAMILY_INTEGER:
		return set_int(scale ? v / decimal_pow10[scale] : v, to, out);
	case FAMILY_DECIMAL:
		if (!decimal_rescale(v, scale, to->scale, to->precision, &r))
			return CAST_OVERFLOW;
		set_decimal(r, to, out);
		return CAST_OK;
	case FAMILY_FLOAT:
		out->d = decimal_to_double(v, scale);
		if (to->id == TYPE_FLOAT)
			out->d = (float)out->d;
		return CAST_OK;
	default: return CAST_IMPOSSIBLE;
	}
}

static enum cast_result from_double(double d, const struct type *to, struct value *out)
{
	int128 r;

	switch (type_family(to)) {
	case FAMILY_BOOLEAN: out->i = d != 0; return CAST_OK;
	case FAMILY_INTEGER:
		if (!isfinite(d) || fabs(d) >= 1e38)
			return CAST_OVERFLOW;
		return set_int((int128)d, to, out);
	case FAMILY_DECIMAL:
		if (!decimal_from_double(d, to->precision, to->scale, &r))
			return CAST_OVERFLOW;
		set_decimal(r, to, out);
		return CAST_OK;
	case FAMILY_FLOAT:
		out->d = to->id == TYPE_FLOAT ? (float)d : d;
		return isinf(out->d) && !isinf(d) ? CAST_OVERFLOW : CAST_OK;
	default: return CAST_IMPOSSIBLE;
	}
}

/* --- from text ------------------------------------------------------------ */

static enum cast_result text_to_bool(struct str s, struct value *out)
{
	static const char *const yes[] = { "true", "t", "yes", "y", "1", "on" };
	static const char *const no[] = { "false", "f", "no", "n", "0", "off" };

	for (size_t i = 0; i < ARRAY_LEN(yes); i++) {
		if (str_eq_nocase(s, str_from(yes[i])) ||
		    str_eq_nocase(s, str_from(no[i]))) {
			out->i = str_eq_nocase(s, str_from(yes[i]));
			return CAST_OK;
		}
	}
	return CAST_BAD;
}

static enum cast_result text_to_int(struct str s, const struct type *to,
				    struct value *out)
{
	int64_t i;
	int128 h;

	if (to->id == TYPE_HUGEINT) {
		if (memchr(s.p, '.', s.n) || memchr(s.p, 'e', s.n) ||
		    memchr(s.p, 'E', s.n))
			return CAST_BAD;
		switch (decimal_parse(s.p, s.n, 38, 0, &h)) {
		case DECIMAL_OK: return set_int(h, to, out);
		case DECIMAL_BAD: return CAST_BAD;
		case DECIMAL_OVERFLOW: return CAST_OVERFLOW;
		}
	}
	switch (number_parse_i64(s.p, s.n, &i)) {
	case NUMBER_OK: return set_int(i, to, out);
	case NUMBER_BAD: return CAST_BAD;
	case NUMBER_OVERFLOW: return CAST_OVERFLOW;
	}
	unreachable();
}

static enum cast_result text_to_decimal(struct str s, const struct type *to,
					struct value *out)
{
	int128 h;

	switch (decimal_parse(s.p, s.n, to->precision, to->scale, &h)) {
	case DECIMAL_OK: set_decimal(h, to, out); return CAST_OK;
	case DECIMAL_BAD: return CAST_BAD;
	case DECIMAL_OVERFLOW: return CAST_OVERFLOW;
	}
	unreachable();
}

static enum cast_result text_to_float(struct str s, const struct type *to,
				      struct value *out)
{
	switch (number_parse_double(s.p, s.n, &out->d)) {
	case NUMBER_OK: return from_double(out->d, to, out);
	case NUMBER_BAD: return CAST_BAD;
	case NUMBER_OVERFLOW: return CAST_OVERFLOW;
	}
	unreachable();
}

static enum cast_result text_to_ltz(const struct convert *c, struct str s,
				    const struct type *to, struct value *out)
{
	struct str zone;
	int32_t offset;

	if (!timestamp_parse(s.p, s.n, &out->i, &zone))
		return CAST_BAD;
	if (zone.n == 0) {
		out->i = zone_to_utc(c->rules.zone, out->i);
	} else if (offset_parse(zone, &offset)) {
		out->i -= offset * US_SECOND;
	} else {
		const struct zone *z = zone_find(c->arena, zone);

		if (!z)
			return CAST_BAD;
		out->i = zone_to_utc(z, out->i);
	}
	out->i = ts_truncate(out->i, to->precision);
	return CAST_OK;
}

static enum cast_result text_to_datetime(const struct convert *c, struct str s,
					 const struct type *to, struct value *out)
{
	int32_t days;
	struct str zone;

	switch (to->id) {
	case TYPE_DATE:
		if (!date_parse(s.p, s.n, &days))
			return CAST_BAD;
		out->i = days;
		return CAST_OK;
	case TYPE_TIME:
		if (!time_parse(s.p, s.n, &out->i)) {
			if (!timestamp_parse(s.p, s.n, &out->i, &zone))
				return CAST_BAD;
			out->i = ts_time(out->i);
		}
		out->i = ts_truncate(out->i, to->precision);
		return CAST_OK;
	case TYPE_TIMESTAMP: {
		int32_t offset;

		/* A zone in the text is checked and ignored, as it has no
		 * meaning in a timestamp without one. */
		if (!timestamp_parse(s.p, s.n, &out->i, &zone))
			return CAST_BAD;
		/* Spark's TIMESTAMP is a moment, seen in the session's zone */
		if (zone.n && c->rules.dialect == DIALECT_SPARK && c->rules.zone) {
			if (text_to_ltz(c, s, to, out) != CAST_OK)
				return CAST_BAD;
			out->i += zone_offset_at_utc(c->rules.zone, out->i);
		} else if (zone.n && !offset_parse(zone, &offset)) {
			return CAST_BAD;
		}
		out->i = ts_truncate(out->i, to->precision);
		return CAST_OK;
	}
	default: return text_to_ltz(c, s, to, out);
	}
}

static enum cast_result text_to_interval(struct str s, const struct type *to,
					 struct value *out)
{
	int64_t months, us;
	bool is_month = to->id == TYPE_INTERVAL_MONTH;

	if (!interval_parse(s, UNIT_COUNT, &months, &us) || (is_month ? us : months))
		return CAST_BAD;
	out->i = is_month ? months : us;
	return CAST_OK;
}

static enum cast_result from_text(const struct convert *c, const struct value *v,
				  const struct type *to, struct value *out)
{
	struct str s = str_trim(v->s);

	switch (type_family(to)) {
	case FAMILY_BOOLEAN: return text_to_bool(s, out);
	case FAMILY_INTEGER: return text_to_int(s, to, out);
	case FAMILY_DECIMAL: return text_to_decimal(s, to, out);
	case FAMILY_FLOAT: return text_to_float(s, to, out);
	case FAMILY_DATETIME: return text_to_datetime(c, s, to, out);
	case FAMILY_INTERVAL: return text_to_interval(s, to, out);
	case FAMILY_BINARY:
		out->s = v->s;
		if (to->length && out->s.n > to->length)
			out->s.n = to->length;
		return CAST_OK;
	default: return CAST_IMPOSSIBLE;
	}
}

/* --- to text -------------------------------------------------------------- */

struct str cast_fit_text(struct arena *a, struct str s, const struct type *to)
{
	size_t n, end;
	char *p;

	if (!to->length)
		return s;
	end = utf8_offset(s.p, s.n, to->length);
	s.n = end;
	if (to->id != TYPE_CHAR)
		return s;
	n = utf8_count(s.p, s.n);
	if (n >= to->length)
		return s;
	p = arena_alloc(a, s.n + to->length - n);
	memcpy(p, s.p, s.n);
	memset(p + s.n, ' ', to->length - n);
	return (struct str){ p, s.n + to->length - n };
}

static enum cast_result to_text(const struct convert *c, const struct value *v,
				const struct type *to, struct value *out)
{
	struct value local = *v;

	switch (type_family(v->type)) {
	case FAMILY_STRING: out->s = v->s; break;
	case FAMILY_BINARY:
		if (utf8_valid_prefix(v->s.p, v->s.n) != v->s.n)
			return CAST_BAD;
		out->s = v->s;
		break;
	default: out->s = value_cast_text(c->arena, &local, &c->rules);
	}
	out->s = cast_fit_text(c->arena, out->s, to);
	return CAST_OK;
}

struct str zoned_text(struct arena *a, int64_t utc_us, const struct zone *zone)
{
	int64_t offset = zone_offset_at_utc(zone, utc_us) / US_SECOND;
	int64_t away = offset < 0 ? -offset : offset;
	char text[DATETIME_TEXT + 16];
	size_t n = timestamp_print(utc_us + offset * US_SECOND, text);

	text[n++] = offset < 0 ? '-' : '+';
	n += (size_t)snprintf(text + n, 16, away % 3600 ? "%02d:%02d" : "%02d",
			      (int)(away / 3600), (int)(away / 60 % 60));
	return str_dup(a, (struct str){ text, n });
}

/* --- dates and nested values ---------------------------------------------- */

static enum cast_result from_datetime(const struct convert *c, const struct value *v,
				      const struct type *to, struct value *out)
{
	int64_t us = v->i;

	if (v->type->id == TYPE_DATE && to->id == TYPE_DATE) {
		out->i = v->i;
		return CAST_OK;
	}
	if (v->type->id == TYPE_DATE && __builtin_mul_overflow(v->i, US_DAY, &us))
		return CAST_OVERFLOW;
	if (v->type->id == TYPE_TIMESTAMP_LTZ && to->id != TYPE_TIMESTAMP_LTZ)
		us += zone_offset_at_utc(c->rules.zone, us);
	switch (to->id) {
	case TYPE_DATE: out->i = ts_date(us); return CAST_OK;
	case TYPE_TIME:
		if (v->type->id == TYPE_DATE)
			return CAST_IMPOSSIBLE;
		out->i = ts_truncate(ts_time(us), to->precision);
		return CAST_OK;
	case TYPE_TIMESTAMP_LTZ:
		if (v->type->id != TYPE_TIMESTAMP_LTZ)
			us = zone_to_utc(c->rules.zone, us);
		out->i = ts_truncate(us, to->precision);
		return CAST_OK;
	default:
		if (v->type->id == TYPE_TIME)
			return CAST_IMPOSSIBLE;
		out->i = ts_truncate(us, to->precision);
		return CAST_OK;
	}
}

static enum cast_result convert(const struct convert *c, const struct value *v,
				const struct type *to, struct value *out);

static enum cast_result from_nested(const struct convert *c, const struct value *v,
				    const struct type *to, struct value *out)
{
	size_t n = value_n_items(v);

	if (v->type->id != to->id || v->type->n_children != to->n_children)
		return CAST_IMPOSSIBLE;
	out->list.n = v->list.n;
	out->list.v = arena_array(c->arena, struct value, n);
	for (size_t i = 0; i < n; i++) {
		size_t child = to->id == TYPE_ROW   ? i
			       : to->id == TYPE_MAP ? i >= v->list.n
						    : 0;
		enum cast_result r = convert(c, &v->list.v[i], to->children[child],
					     &out->list.v[i]);

		if (r != CAST_OK && !c->rules.is_try)
			return r;
		if (r != CAST_OK)
			out->list.v[i] = value_null(to->children[child]);
	}
	return CAST_OK;
}

static enum cast_result convert(const struct convert *c, const struct value *v,
				const struct type *to, struct value *out)
{
	struct value in = *v; /* out may be v itself */

	*out = (struct value){ .type = to, .is_null = in.is_null };
	if (in.is_null)
		return CAST_OK;
	if (type_family(to) == FAMILY_STRING)
		return to_text(c, &in, to, out);
	if (c->rules.zone && type_is_numeric(in.type) && is_timestamp(to))
		return seconds_to_time(c, &in, to, out);
	if (c->rules.zone && is_timestamp(in.type) && type_is_numeric(to))
		return time_to_seconds(c, &in, to, out);
	switch (type_family(in.type)) {
	case FAMILY_BOOLEAN: return from_exact(in.i, 0, to, out);
	case FAMILY_INTEGER:
		return from_exact(in.type->id == TYPE_HUGEINT ? in.h : in.i, 0, to,
				  out);
	case FAMILY_DECIMAL:
		return from_exact(in.type->precision > 18 ? in.h : in.i, in.type->scale,
				  to, out);
	case FAMILY_FLOAT: return from_double(in.d, to, out);
	case FAMILY_STRING: return from_text(c, &in, to, out);
	case FAMILY_DATETIME:
		return type_family(to) == FAMILY_DATETIME
			       ? from_datetime(c, &in, to, out)
			       : CAST_IMPOSSIBLE;
	case FAMILY_NESTED: return from_nested(c, &in, to, out);
	case FAMILY_BINARY:
		if (to->id != TYPE_BINARY)
			return CAST_IMPOSSIBLE;
		out->s = in.s;
		if (to->length && out->s.n > to->length)
			out->s.n = to->length;
		return CAST_OK;
	default:
		if (in.type->id != to->id)
			return CAST_IMPOSSIBLE;
		out->i = in.i;
		return CAST_OK;
	}
}

enum cast_result value_convert(struct arena *a, const struct value *v,
			       const struct type *to, const struct cast_rules *rules,
			       struct value *out)
{
	struct convert c = { .arena = a };

	if (rules)
		c.rules = *rules;

	return convert(&c, v, to, out);
}

/* What the text should have looked like. */
static void hint_form(struct shade_cx *cx, const struct type *to)
{
	switch ((int)to->id) {
	case TYPE_DATE: shade_hint(cx, "a date looks like 2024-02-28"); break;
	case TYPE_TIME: shade_hint(cx, "a time looks like 12:30:00"); break;
	case TYPE_TIMESTAMP:
	case TYPE_TIMESTAMP_LTZ:
		shade_hint(cx, "a timestamp looks like 2024-02-28 12:30:00");
		break;
	case TYPE_INTERVAL_MONTH:
	case TYPE_INTERVAL_DAY:
		shade_hint(cx, "an interval is written INTERVAL '2' DAY");
		break;
	default: shade_hint(cx, "TRY_CAST gives NULL for what does not fit");
	}
}

shade_status cast_fail(struct shade_cx *cx, enum cast_result why, const struct value *v,
		       const struct type *to, struct span span)
{
	struct str name = type_name(cx->arena, to), text = value_text(cx->arena, v);
	struct str from = type_name(cx->arena, v->type);
	bool cut = text.n > 100;

	if (cut)
		text.n = utf8_valid_prefix(text.p, 100);
	switch (why) {
	case CAST_OVERFLOW:
		return shade_fail(cx, SHADE_E_OVERFLOW, span,
				  "value %.*s%s is out of range for %.*s",
				  STR_ARG(text), cut ? "..." : "", STR_ARG(name));
	case CAST_IMPOSSIBLE:
		return shade_fail(cx, SHADE_E_TYPE, span, "cannot cast %.*s to %.*s",
				  STR_ARG(from), STR_ARG(name));
	default:
		(void)shade_fail(cx, SHADE_E_CAST, span,
				 "cannot cast \"%.*s%s\" to %.*s", STR_ARG(text),
				 cut ? "..." : "", STR_ARG(name));
		hint_form(cx, to);
		return SHADE_E_CAST;
	}
}

bool cast_needs_zone(const struct type *from, const struct type *to, enum dialect d)
{
	return type_has(from, TYPE_TIMESTAMP_LTZ) || type_has(to, TYPE_TIMESTAMP_LTZ) ||
	       (d == DIALECT_SPARK &&
		(type_has(from, TYPE_TIMESTAMP) || type_has(to, TYPE_TIMESTAMP)));
}

shade_status value_cast(struct shade_cx *cx, const struct value *v,
			const struct type *to, struct span span, struct value *out)
{
	struct cast_rules rules = { .dialect = cx_dialect(cx) };
	struct value made; /* out may be v, which the message names */
	enum cast_result r;

	if (cast_needs_zone(v->type, to, rules.dialect))
		rules.zone = zone_of_session(cx, cx->arena);
	r = value_convert(cx->arena, v, to, &rules, &made);
	if (r != CAST_OK)
		return cast_fail(cx, r, v, to, span);
	*out = made;
	return SHADE_OK;
}
