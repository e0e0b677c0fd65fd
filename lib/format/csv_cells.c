#include "format/csv_cells.h"

#include "base/utf8.h"
#include "type/value.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

struct csv_text csv_text_of(const struct csv_dialect *d, const char *s, const char *e,
			    bool last)
{
	struct csv_text t = { .p = s, .e = e };
	const char *b = s, *end;
	char escape = d->escape ? d->escape : d->quote;

	if (last && e > s && e[-1] == '\r')
		t.e = --e;
	if (!d->quote)
		return t;
	while (b < e && *b == ' ')
		b++;
	if (b == e || *b != d->quote)
		return t;
	end = e;
	while (end > b + 1 && is_blank(end[-1]))
		end--;
	if (end < b + 2 || end[-1] != d->quote)
		return t;
	t.p = b + 1;
	t.e = end - 1;
	t.quoted = true;
	t.escaped = memchr(t.p, escape, (size_t)(t.e - t.p)) != NULL;
	return t;
}

size_t csv_unescape(const struct csv_dialect *d, struct csv_text t, char *dst)
{
	char escape = d->escape ? d->escape : d->quote;
	char *out = dst;

	if (!t.escaped) {
		if (t.e > t.p)
			memcpy(dst, t.p, (size_t)(t.e - t.p));
		return (size_t)(t.e - t.p);
	}
	for (const char *p = t.p; p < t.e; p++) {
		if (*p == escape && p + 1 < t.e && (p[1] == d->quote || p[1] == escape))
			p++;
		*out++ = *p;
	}
	return (size_t)(out - dst);
}

static bool is_null(const struct csv_options *o, struct csv_text t)
{
	size_t n = (size_t)(t.e - t.p);

	if (t.quoted && (n == 0 || !o->quoted_nulls))
		return false;
	if (!o->has_nulls)
		return n == 0;
	for (size_t i = 0; i < o->n_nulls; i++) {
		if (o->nulls[i].n == n && !memcmp(o->nulls[i].p, t.p, n))
			return true;
	}
	return false;
}

static enum cell cell_int(const struct csv_reading *r, const char *p, const char *e,
			  void *slot)
{
	int64_t v;
	char buf[64];

	if (r->options->number.thousands &&
	    !number_ungroup(&p, &e, &r->options->number, buf))
		return CELL_BAD;
	if (!number_i64(p, e, &v))
		return CELL_BAD;
	switch (r->phys) {
	case PHYS_I8:
		*(int8_t *)slot = (int8_t)v;
		return v == (int8_t)v ? CELL_OK : CELL_BAD;
	case PHYS_I16:
		*(int16_t *)slot = (int16_t)v;
		return v == (int16_t)v ? CELL_OK : CELL_BAD;
	case PHYS_I32:
		*(int32_t *)slot = (int32_t)v;
		return v == (int32_t)v ? CELL_OK : CELL_BAD;
	default: *(int64_t *)slot = v; return CELL_OK;
	}
}

static enum cell cell_decimal(const struct csv_reading *r, const char *p, const char *e,
			      void *slot)
{
	const struct number_style *style = &r->options->number;
	__int128 v;
	char buf[64];

	if (style->thousands && !number_ungroup(&p, &e, style, buf))
		return CELL_BAD;
	if (!number_decimal(p, e, r->type->precision, r->type->scale, style->point, &v))
		return CELL_BAD;
	if (r->phys == PHYS_I128)
		*(__int128 *)slot = v;
	else
		*(int64_t *)slot = (int64_t)v;
	return CELL_OK;
}

static enum cell cell_float(const struct csv_reading *r, const char *p, const char *e,
			    void *slot)
{
	const struct number_style *style = &r->options->number;
	char buf[64];
	double v;

	if (style->thousands && !number_ungroup(&p, &e, style, buf))
		return CELL_BAD;
	if (!number_f64(p, e, style->point, &v))
		return CELL_BAD;
	if (r->phys == PHYS_F32)
		*(float *)slot = (float)v;
	else
		*(double *)slot = v;
	return CELL_OK;
}

static enum cell cell_timestamp(const struct csv_reading *r, const char *p,
				const char *e, int64_t *slot)
{
	bool zone = false;

	if (!moment_timestamp(p, e, &r->date, slot, &zone))
		return CELL_BAD;
	if (r->type->id == TYPE_TIMESTAMP_LTZ) {
		if (!zone)
			*slot = zone_to_utc(r->zone, *slot);
		return CELL_OK;
	}
	return zone ? CELL_BAD : CELL_OK;
}

static enum cell cell_bool(const char *p, const char *e, uint8_t *slot)
{
	static const char *const words[] = { "true",  "t", "yes", "1", "y",
					     "false", "f", "no",  "0", "n" };
	struct str s = { p, (size_t)(e - p) };

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (str_eq_nocase(s, str_from(words[i]))) {
			*slot = i < 5;
			return CELL_OK;
		}
	}
	return CELL_BAD;
}

static enum cell cell_text(const struct csv_reading *r, struct csv_text t,
			   struct heap *heap, struct strv *slot)
{
	size_t n = (size_t)(t.e - t.p);
	char *copy;

	if (t.escaped) {
		copy = heap_alloc(heap, n + 1);
		if (!copy) {
			*r->nomem = true;
			return CELL_NULL;
		}
		n = csv_unescape(r->dialect, t, copy);
		*slot = strv_make(copy, n);
	} else {
		*slot = strv_make(t.p, n);
	}
	if (r->type->length && n > r->type->length && r->type->id != TYPE_BINARY)
		return utf8_count(strv_ptr(slot), n) > r->type->length ? CELL_BAD
								       : CELL_OK;
	return CELL_OK;
}

/* Types that text rarely holds go through CAST. */
static enum cell cell_cast(const struct csv_reading *r, const char *p, const char *e,
			   void *slot)
{
	struct value in = value_str((struct str){ p, (size_t)(e - p) }), out;

	struct cast_rules rules = { .zone = r->zone };

	if (value_convert(r->scratch, &in, r->type, &rules, &out) != CAST_OK)
		return CELL_BAD;
	if (out.is_null)
		return CELL_NULL;
	switch (r->phys) {
	case PHYS_BOOL:
	case PHYS_I8: *(int8_t *)slot = (int8_t)out.i; return CELL_OK;
	case PHYS_I16: *(int16_t *)slot = (int16_t)out.i; return CELL_OK;
	case PHYS_I32: *(int32_t *)slot = (int32_t)out.i; return CELL_OK;
	case PHYS_I64: *(int64_t *)slot = out.i; return CELL_OK;
	case PHYS_I128: *(__int128 *)slot = out.h; return CELL_OK;
	case PHYS_F32: *(float *)slot = (float)out.d; return CELL_OK;
	case PHYS_F64: *(double *)slot = out.d; return CELL_OK;
	case PHYS_STR:
		*(struct strv *)slot = strv_make(out.s.p, out.s.n);
		return CELL_OK;
	case PHYS_LIST:
	case PHYS_ROW:
	case PHYS_COUNT: break;
	}
	return CELL_BAD;
}

enum cell csv_cell(const struct csv_reading *r, struct csv_text t, struct heap *heap,
		   void *slot)
{
	const char *p = t.p, *e = t.e;

	if (is_null(r->options, t))
		return CELL_NULL;
	if (r->type->id == TYPE_VARCHAR || r->type->id == TYPE_BINARY)
		return cell_text(r, t, heap, slot);
	while (p < e && is_blank(*p))
		p++;
	while (e > p && is_blank(e[-1]))
		e--;
	if (p == e)
		return CELL_NULL;
	switch (r->type->id) {
	case TYPE_BOOLEAN: return cell_bool(p, e, slot);
	case TYPE_TINYINT:
	case TYPE_SMALLINT:
	case TYPE_INT:
	case TYPE_BIGINT: return cell_int(r, p, e, slot);
	case TYPE_HUGEINT: return number_i128(p, e, slot) ? CELL_OK : CELL_BAD;
	case TYPE_DECIMAL: return cell_decimal(r, p, e, slot);
	case TYPE_FLOAT:
	case TYPE_DOUBLE: return cell_float(r, p, e, slot);
	case TYPE_DATE: return moment_date(p, e, &r->date, slot) ? CELL_OK : CELL_BAD;
	case TYPE_TIME: return moment_time(p, e, slot) ? CELL_OK : CELL_BAD;
	case TYPE_TIMESTAMP:
	case TYPE_TIMESTAMP_LTZ: return cell_timestamp(r, p, e, slot);
	default: return cell_cast(r, p, e, slot);
	}
}
