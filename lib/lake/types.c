/*
 * types.c - types and values as the catalog's file spells them.
 *
 * Integers, booleans and binary strings are stored as such, everything else
 * as text that DuckDB's CAST reads.
 */
#include "lake/lake_internal.h"

#define ROW(sql, name) [TYPE_##sql] = name
static const char *const names[TYPE_COUNT] = {
	ROW(BOOLEAN, "boolean"),     ROW(TINYINT, "int8"),
	ROW(SMALLINT, "int16"),      ROW(INT, "int32"),
	ROW(BIGINT, "int64"),        ROW(FLOAT, "float32"),
	ROW(DOUBLE, "float64"),      ROW(CHAR, "varchar"),
	ROW(VARCHAR, "varchar"),     ROW(BINARY, "blob"),
	ROW(DATE, "date"),           ROW(TIME, "time"),
	ROW(TIMESTAMP, "timestamp"), ROW(TIMESTAMP_LTZ, "timestamptz"),
};
#undef ROW

struct str lake_type_name(struct arena *a, const struct type *t)
{
	if (t->id == TYPE_DECIMAL)
		return str_fmt(a, "decimal(%d,%d)", t->precision, t->scale);
	return str_from(names[t->id]);
}

bool lake_type_is_exact(const struct type *t)
{
	switch (t->id) {
	case TYPE_CHAR: return false;
	case TYPE_VARCHAR:
	case TYPE_BINARY: return t->length == 0;
	case TYPE_TIME:
	case TYPE_TIMESTAMP:
	case TYPE_TIMESTAMP_LTZ: return t->precision == 6;
	default: return true;
	}
}

/* What DuckDB may have written and shade reads as something wider. */
static const struct {
	const char *name;
	enum type_id id;
} others[] = {
	{ "uint8", TYPE_SMALLINT },         { "uint16", TYPE_INT },
	{ "uint32", TYPE_BIGINT },          { "int128", TYPE_HUGEINT },
	{ "uuid", TYPE_VARCHAR },           { "json", TYPE_VARCHAR },
	{ "timestamp_us", TYPE_TIMESTAMP }, { "timestamp_s", TYPE_TIMESTAMP },
	{ "timestamp_ms", TYPE_TIMESTAMP }, { "timestamp_ns", TYPE_TIMESTAMP },
	{ "interval", TYPE_VARCHAR },
};

static bool parse_number(struct str *s, char end, int max, int *out)
{
	int n = 0;
	size_t i = 0;

	for (; i < s->n && s->p[i] >= '0' && s->p[i] <= '9'; i++) {
		n = n * 10 + (s->p[i] - '0');
		if (n > max)
			return false;
	}
	if (i == 0 || i >= s->n || s->p[i] != end)
		return false;
	*s = (struct str){ s->p + i + 1, s->n - i - 1 };
	*out = n;
	return true;
}

static const struct type *parse_decimal(struct arena *a, struct str name)
{
	struct str rest = { name.p + 8, name.n - 8 };
	int p, s;

	if (!parse_number(&rest, ',', 38, &p))
		return NULL;
	while (rest.n > 0 && rest.p[0] == ' ')
		rest = (struct str){ rest.p + 1, rest.n - 1 };
	if (!parse_number(&rest, ')', 38, &s) || rest.n > 0 || p < 1 || s > p)
		return NULL;
	return type_decimal(a, p, s);
}

const struct type *lake_type_of(struct arena *a, struct str name, bool *exact)
{
	*exact = true;
	if (str_starts_with(name, STR("decimal(")))
		return parse_decimal(a, name);
	for (size_t i = 0; i < TYPE_COUNT; i++)
		if (names[i] && i != TYPE_CHAR && str_eq(name, str_from(names[i])))
			return type_of((enum type_id)i);
	*exact = false;
	if (str_eq(name, STR("uint64")))
		return type_decimal(a, 20, 0);
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (str_eq(name, str_from(others[i].name)))
			return type_of(others[i].id);
	return NULL;
}

const char *lake_sqlite_type(const struct type *t)
{
	switch (t->id) {
	case TYPE_BOOLEAN:
	case TYPE_TINYINT:
	case TYPE_SMALLINT:
	case TYPE_INT:
	case TYPE_BIGINT: return "BIGINT";
	case TYPE_BINARY: return "BLOB";
	default: return "VARCHAR";
	}
}

/* --- values -------------------------------------------------------------- */

static struct str double_text(struct arena *a, const struct value *v)
{
	if (v->d != v->d)
		return STR("nan");
	if (v->d > 1.7976931348623157e308)
		return STR("inf");
	if (v->d < -1.7976931348623157e308)
		return STR("-inf");
	return value_text(a, v);
}

/* \x00\xFF and plain characters, as DuckDB writes blobs in statistics. */
static struct str blob_text(struct arena *a, struct str s)
{
	struct sbuf b = { .arena = a };

	for (size_t i = 0; i < s.n; i++)
		sbuf_addf(&b, "\\x%02X", (unsigned)(unsigned char)s.p[i]);
	return sbuf_str(&b);
}

struct str lake_value_text(struct arena *a, const struct value *v)
{
	struct value utc = *v;

	switch (v->type->id) {
	case TYPE_BOOLEAN: return v->i ? STR("1") : STR("0");
	case TYPE_FLOAT:
	case TYPE_DOUBLE: return double_text(a, v);
	case TYPE_BINARY: return blob_text(a, v->s);
	case TYPE_TIMESTAMP_LTZ:
		utc.type = type_of(TYPE_TIMESTAMP);
		return str_fmt(a, "%.*s+00", STR_ARG(value_text(a, &utc)));
	default: return value_text(a, v);
	}
}

static struct str without_zone(struct str s)
{
	return str_ends_with(s, STR("+00")) ? (struct str){ s.p, s.n - 3 } : s;
}

static int hex_digit(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

/* \\x00 and plain characters. */
static struct str parse_blob(struct arena *a, struct str s)
{
	struct sbuf b = { .arena = a };

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\\' && i + 3 < s.n && s.p[i + 1] == 'x' &&
		    hex_digit(s.p[i + 2]) >= 0 && hex_digit(s.p[i + 3]) >= 0) {
			sbuf_addc(&b, (char)(hex_digit(s.p[i + 2]) * 16 +
					     hex_digit(s.p[i + 3])));
			i += 3;
		} else {
			sbuf_addc(&b, s.p[i]);
		}
	}
	return b.n ? sbuf_str(&b) : STR("");
}

struct str lake_blob_literal(struct arena *a, struct str text)
{
	struct str bytes = parse_blob(a, text);
	struct sbuf b = { .arena = a };

	sbuf_add(&b, STR("X'"));
	for (size_t i = 0; i < bytes.n; i++)
		sbuf_addf(&b, "%02x", (unsigned)(unsigned char)bytes.p[i]);
	sbuf_addc(&b, '\'');
	return sbuf_str(&b);
}

bool lake_value_parse(struct shade_cx *cx, struct str text, const struct type *t,
		      struct value *out)
{
	struct value in = value_str(text);
	bool had_error = cx->err.code != SHADE_OK;

	if (t->id == TYPE_VARCHAR || t->id == TYPE_CHAR) {
		in.type = t;
		*out = in;
		return true;
	}
	if (t->id == TYPE_BOOLEAN) {
		bool yes = str_eq(text, STR("1")) || str_eq_nocase(text, STR("true"));

		*out = value_bool(yes);
		return yes || str_eq(text, STR("0")) ||
		       str_eq_nocase(text, STR("false"));
	}
	if (t->id == TYPE_BINARY) {
		in = value_str(parse_blob(cx->arena, text));
		in.type = t;
		*out = in;
		return true;
	}
	if (t->id == TYPE_TIMESTAMP_LTZ && str_ends_with(text, STR("+00"))) {
		in = value_str(without_zone(text));
		if (value_cast(cx, &in, type_of(TYPE_TIMESTAMP), NO_SPAN, out) ==
		    SHADE_OK) {
			out->type = t;
			return true;
		}
	} else if (value_cast(cx, &in, t, NO_SPAN, out) == SHADE_OK) {
		return true;
	}
	if (!had_error)
		shade_clear(cx);
	return false;
}
