#include "cell.h"

#include <math.h>
#include <string.h>

#include "../width.h"
#include "moment.h"
#include "number.h"

struct day_time {
	int32_t days, millis;
};

struct month_day_nano {
	int32_t months, days;
	int64_t nanos;
};

/* An Arrow string view: short bytes inside, long ones elsewhere. */
struct string_view {
	int32_t n;
	union {
		char inlined[12];
		struct {
			char prefix[4];
			int32_t buffer, offset;
		} ref;
	} u;
};

#define AT(type, v, at) (((const type *)(v)->data)[at])

struct cell cell_bytes(const struct view *v, size_t row)
{
	size_t at = row + (size_t)v->offset;

	switch (v->col->kind) {
	case K_UTF8:
	case K_BINARY: {
		const int32_t *o = (const int32_t *)v->data + at;

		return (struct cell){ v->bytes + o[0], (size_t)(o[1] - o[0]) };
	}
	case K_LARGE_UTF8:
	case K_LARGE_BINARY: {
		const int64_t *o = (const int64_t *)v->data + at;

		return (struct cell){ v->bytes + o[0], (size_t)(o[1] - o[0]) };
	}
	case K_UTF8_VIEW:
	case K_BINARY_VIEW: {
		const struct string_view *s = (const struct string_view *)v->data + at;
		const char *base;

		if (s->n <= 12)
			return (struct cell){ s->u.inlined, (size_t)s->n };
		base = v->buffers[2 + s->u.ref.buffer];
		return (struct cell){ base + s->u.ref.offset, (size_t)s->n };
	}
	case K_FIXED_BINARY:
		return (struct cell){ (const char *)v->data + at * (size_t)v->col->unit,
				      (size_t)v->col->unit };
	default: return (struct cell){ "", 0 };
	}
}

static char *put_bool(char *p, bool b)
{
	memcpy(p, b ? "true" : "false", 5);
	return p + (b ? 4 : 5);
}

char *put_fixed(char *p, const struct view *v, size_t row)
{
	const struct column *c = v->col;
	size_t at = row + (size_t)v->offset;

	switch (c->kind) {
	case K_BOOL: return put_bool(p, AT(uint8_t, v, at >> 3) >> (at & 7) & 1);
	case K_I8: return put_i64(p, AT(int8_t, v, at));
	case K_I16: return put_i64(p, AT(int16_t, v, at));
	case K_I32: return put_i64(p, AT(int32_t, v, at));
	case K_I64: return put_i64(p, AT(int64_t, v, at));
	case K_U8: return put_u64(p, AT(uint8_t, v, at));
	case K_U16: return put_u64(p, AT(uint16_t, v, at));
	case K_U32: return put_u64(p, AT(uint32_t, v, at));
	case K_U64: return put_u64(p, AT(uint64_t, v, at));
	case K_F32: return put_float(p, AT(float, v, at));
	case K_F64: return put_double(p, AT(double, v, at));
	case K_DECIMAL: {
		__int128 d;

		memcpy(&d, (const char *)v->data + at * 16, 16);
		return put_decimal(p, d, c->scale);
	}
	case K_DATE32: return put_date(p, AT(int32_t, v, at));
	case K_DATE64: return put_date(p, AT(int64_t, v, at) / 86400000);
	case K_TIME32: return put_time(p, AT(int32_t, v, at), c->unit);
	case K_TIME64: return put_time(p, AT(int64_t, v, at), c->unit);
	case K_TIMESTAMP: return put_timestamp(p, AT(int64_t, v, at), c->unit, c->zone);
	case K_DURATION: return put_duration(p, AT(int64_t, v, at), c->unit);
	case K_MONTHS: return put_months(p, AT(int32_t, v, at));
	case K_DAY_TIME: {
		struct day_time d = AT(struct day_time, v, at);

		return put_duration(p, d.days * 86400000ll + d.millis, 1000);
	}
	case K_MONTH_DAY_NANO: {
		struct month_day_nano m;

		memcpy(&m, (const char *)v->data + at * 16, 16);
		return put_month_day_nano(p, m.months, m.days, m.nanos);
	}
	default: return p;
	}
}

void list_range(const struct view *v, size_t row, size_t *begin, size_t *end)
{
	size_t at = row + (size_t)v->offset;

	if (v->col->kind == K_FIXED_LIST) {
		*begin = at * (size_t)v->col->unit;
		*end = *begin + (size_t)v->col->unit;
	} else if (v->col->kind == K_LARGE_LIST) {
		*begin = (size_t)AT(int64_t, v, at);
		*end = (size_t)AT(int64_t, v, at + 1);
	} else {
		*begin = (size_t)AT(int32_t, v, at);
		*end = (size_t)AT(int32_t, v, at + 1);
	}
}

/* The row in the dictionary of a dictionary-encoded view. */
static size_t dict_row(const struct view *v, size_t row)
{
	size_t at = row + (size_t)v->offset;

	switch (v->col->kind) {
	case K_I8: return (size_t)AT(int8_t, v, at);
	case K_I16: return (size_t)AT(int16_t, v, at);
	case K_I32: return (size_t)AT(int32_t, v, at);
	case K_U8: return AT(uint8_t, v, at);
	case K_U16: return AT(uint16_t, v, at);
	case K_U32: return AT(uint32_t, v, at);
	default: return (size_t)AT(int64_t, v, at);
	}
}

static void add_hex(struct text *t, struct cell c)
{
	static const char hex[] = "0123456789abcdef";
	char *p = text_room(t, 2 * c.n);

	for (size_t i = 0; i < c.n; i++) {
		*p++ = hex[(unsigned char)c.p[i] >> 4];
		*p++ = hex[c.p[i] & 15];
	}
	t->n += 2 * c.n;
	t->p[t->n] = '\0';
}

static void add_any(struct text *t, const struct view *v, size_t row, bool nested);

static void add_list(struct text *t, const struct view *v, size_t row)
{
	size_t begin, end;

	list_range(v, row, &begin, &end);
	text_addc(t, '[');
	for (size_t i = begin; i < end; i++) {
		if (i > begin)
			text_add(t, ", ", 2);
		add_any(t, &v->kids[0], i, true);
	}
	text_addc(t, ']');
}

static void add_map(struct text *t, const struct view *v, size_t row)
{
	const struct view *entry = &v->kids[0];
	size_t begin, end;

	list_range(v, row, &begin, &end);
	text_addc(t, '{');
	for (size_t i = begin; i < end; i++) {
		if (i > begin)
			text_add(t, ", ", 2);
		add_any(t, &entry->kids[0], i, true);
		text_addc(t, '=');
		add_any(t, &entry->kids[1], i, true);
	}
	text_addc(t, '}');
}

static void add_struct(struct text *t, const struct view *v, size_t row)
{
	text_addc(t, '{');
	for (size_t i = 0; i < v->n_kids; i++) {
		if (i)
			text_add(t, ", ", 2);
		text_addz(t, v->col->kids[i].name);
		text_add(t, ": ", 2);
		add_any(t, &v->kids[i], row, true);
	}
	text_addc(t, '}');
}

static void add_any(struct text *t, const struct view *v, size_t row, bool nested)
{
	enum kind k = v->col->kind;

	if (view_is_null(v, row)) {
		text_add(t, "NULL", 4);
	} else if (v->dict) {
		add_any(t, v->dict, dict_row(v, row), nested);
	} else if (is_text_kind(k)) {
		struct cell c = cell_bytes(v, row);

		text_add(t, c.p, c.n);
	} else if (is_binary_kind(k)) {
		text_add(t, "\\x", 2);
		add_hex(t, cell_bytes(v, row));
	} else if (k == K_STRUCT) {
		add_struct(t, v, row);
	} else if (k == K_MAP) {
		add_map(t, v, row);
	} else if (is_nested_kind(k)) {
		add_list(t, v, row);
	} else {
		char *p = text_room(t, PUT_MAX);

		t->n += (size_t)(put_fixed(p, v, row) - p);
	}
}

struct cell cell_text(const struct view *v, size_t row, struct text *scratch)
{
	if (!v->dict && is_text_kind(v->col->kind))
		return cell_bytes(v, row);
	scratch->n = 0;
	add_any(scratch, v, row, false);
	return (struct cell){ scratch->p, scratch->n };
}

void json_string(struct text *t, const char *p, size_t n, size_t *n_lossy)
{
	size_t from = 0;

	text_addc(t, '"');
	for (size_t i = 0; i < n;) {
		unsigned char c = (unsigned char)p[i];
		size_t len = 1;
		int32_t cp = c;

		if (c >= 0x80)
			len = utf8_next(p + i, n - i, &cp);
		if (cp >= 0x20 && cp != '"' && cp != '\\' && cp != 0x7f) {
			i += len;
			continue;
		}
		text_add(t, p + from, i - from);
		if (cp < 0) {
			text_addz(t, "\\ufffd");
			++*n_lossy;
		} else if (cp == '"' || cp == '\\') {
			text_addc(t, '\\');
			text_addc(t, (char)cp);
		} else if (cp == '\n') {
			text_add(t, "\\n", 2);
		} else if (cp == '\t') {
			text_add(t, "\\t", 2);
		} else if (cp == '\r') {
			text_add(t, "\\r", 2);
		} else {
			text_addf(t, "\\u%04x", (unsigned)cp);
		}
		i += len;
		from = i;
	}
	text_add(t, p + from, n - from);
	text_addc(t, '"');
}

static bool is_finite_at(const struct view *v, size_t row)
{
	size_t at = row + (size_t)v->offset;

	if (v->col->kind == K_F64)
		return isfinite(AT(double, v, at));
	return v->col->kind != K_F32 || isfinite(AT(float, v, at));
}

static void json_list(struct text *t, const struct view *v, size_t row, size_t *n_lossy)
{
	size_t begin, end;

	list_range(v, row, &begin, &end);
	text_addc(t, '[');
	for (size_t i = begin; i < end; i++) {
		if (i > begin)
			text_addc(t, ',');
		cell_json(t, &v->kids[0], i, n_lossy);
	}
	text_addc(t, ']');
}

static void json_map(struct text *t, const struct view *v, size_t row, size_t *n_lossy)
{
	const struct view *entry = &v->kids[0];
	struct text key = { 0 };
	size_t begin, end;

	list_range(v, row, &begin, &end);
	text_addc(t, '{');
	for (size_t i = begin; i < end; i++) {
		text_clear(&key);
		add_any(&key, &entry->kids[0], i, true);
		if (i > begin)
			text_addc(t, ',');
		json_string(t, key.p, key.n, n_lossy);
		text_addc(t, ':');
		cell_json(t, &entry->kids[1], i, n_lossy);
	}
	text_addc(t, '}');
	text_free(&key);
}

static void json_struct(struct text *t, const struct view *v, size_t row,
			size_t *n_lossy)
{
	text_addc(t, '{');
	for (size_t i = 0; i < v->n_kids; i++) {
		const char *name = v->col->kids[i].name;

		if (i)
			text_addc(t, ',');
		json_string(t, name, strlen(name), n_lossy);
		text_addc(t, ':');
		cell_json(t, &v->kids[i], row, n_lossy);
	}
	text_addc(t, '}');
}

void cell_json(struct text *t, const struct view *v, size_t row, size_t *n_lossy)
{
	enum kind k = v->col->kind;

	if (view_is_null(v, row)) {
		text_add(t, "null", 4);
	} else if (v->dict) {
		cell_json(t, v->dict, dict_row(v, row), n_lossy);
	} else if (is_text_kind(k)) {
		struct cell c = cell_bytes(v, row);

		if (v->col->is_json)
			text_add(t, c.p, c.n);
		else
			json_string(t, c.p, c.n, n_lossy);
	} else if (k == K_STRUCT) {
		json_struct(t, v, row, n_lossy);
	} else if (k == K_MAP) {
		json_map(t, v, row, n_lossy);
	} else if (k == K_LIST || k == K_LARGE_LIST || k == K_FIXED_LIST) {
		json_list(t, v, row, n_lossy);
	} else if (is_number_kind(k) || k == K_BOOL) {
		char *p;

		if (!is_finite_at(v, row)) {
			text_add(t, "null", 4);
			++*n_lossy;
			return;
		}
		p = text_room(t, PUT_MAX);
		t->n += (size_t)(put_fixed(p, v, row) - p);
	} else {
		text_addc(t, '"');
		if (is_binary_kind(k))
			text_addc(t, '\\');
		add_any(t, v, row, true);
		text_addc(t, '"');
	}
}
