/*
 * Columns of many rows at once: a tight loop per type for what is written the
 * usual way, csv_cell() for the rest.
 */
#include "format/csv_cells.h"

void csv_field_range(const struct csv_rows *rows, size_t row, size_t field,
		     size_t width, const char **s, const char **e)
{
	const uint32_t *f = rows->v + rows->first[row] + field;

	*s = rows->p + (f[-1] >> 1);
	*e = rows->p + (f[0] >> 1) - (f[0] & 1 ? 1 : width);
}

static void read_careful(struct csv_column *c, size_t i, void *slot)
{
	const struct csv_rows *rows = c->rows;
	size_t row = c->at + i;
	const char *s, *e;
	struct csv_text t;
	enum cell got = CELL_NULL;
	bool last;

	if (!rows->n_fields || c->field < rows->n_fields[row]) {
		csv_field_range(rows, row, c->field, c->width, &s, &e);
		last = rows->v[rows->first[row] + c->field] & 1;
		t = csv_text_of(c->reading->dialect, s, e, last);
		got = csv_cell(c->reading, t, c->heap, slot);
	}
	if (got == CELL_OK)
		return;
	memset(slot, 0, phys_width(c->reading->phys));
	if (got == CELL_NULL) {
		validity_clear(c->valid, i);
		c->has_null = true;
	} else {
		validity_set(c->bad, i);
		c->has_bad = true;
	}
}

static inline int64_t fast_i64(const char *s, const char *e, uint64_t *bad)
{
	bool negative = *s == '-';
	int64_t v = (int64_t)swar_digits(s + negative, e, bad);

	return negative ? -v : v;
}

static inline int32_t fast_i32(const char *s, const char *e, uint64_t *bad)
{
	int64_t v = fast_i64(s, e, bad);

	*bad |= (uint64_t)(v != (int32_t)v);
	return (int32_t)v;
}

static const int64_t pow10_i64[19] = { 1,
				       10,
				       100,
				       1000,
				       10000,
				       100000,
				       1000000,
				       10000000,
				       100000000,
				       1000000000,
				       10000000000,
				       100000000000,
				       1000000000000,
				       10000000000000,
				       100000000000000,
				       1000000000000000,
				       10000000000000000,
				       100000000000000000,
				       1000000000000000000 };

/* Exactly scale digits behind the point: what writers of decimals write. */
static inline int64_t fast_decimal(const struct csv_column *c, const char *s,
				   const char *e, uint64_t *bad)
{
	const struct type *t = c->reading->type;
	int scale = t->scale;
	bool negative = *s == '-';
	uint64_t v;

	s += negative;
	if (scale == 0) {
		v = swar_digits(s, e, bad);
	} else if (e - s > scale + 1 && e - s <= scale + 17 && e[-1 - scale] == '.') {
		v = swar_digits(s, e - 1 - scale, bad);
		*bad |= (uint64_t)(v >= (uint64_t)pow10_i64[18 - scale]);
		v = v * (uint64_t)pow10_i64[scale] + swar_digits(e - scale, e, bad);
	} else {
		*bad |= 1;
		return 0;
	}
	*bad |= (uint64_t)(v >= (uint64_t)pow10_i64[t->precision]);
	return (int64_t)(negative ? 0 - v : v);
}

static const double pow10_f64[8] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7 };

/* At most seven digits behind the point and 2^53 in all: one division of
 * exact numbers rounds correctly. */
static inline double fast_f64(const char *s, const char *e, uint64_t *bad)
{
	bool negative = *s == '-';
	uint64_t w, x, m, v;
	size_t n, behind = 0;
	double d;

	s += negative;
	n = (size_t)(e - s);
	memcpy(&w, e - 8, 8);
	if (n < 8)
		w = n ? w >> 8 * (8 - n) << 8 * (8 - n) : 0;
	x = w ^ 0x2e2e2e2e2e2e2e2eu;
	m = (x - 0x0101010101010101u) & ~x & 0x8080808080808080u;
	if (m) {
		behind = 7 - ((size_t)__builtin_ctzll(m) >> 3);
		if (n < behind + 2 || behind == 0) {
			*bad |= 1;
			return 0;
		}
		v = swar_digits(s, e - 1 - behind, bad) * (uint64_t)pow10_i64[behind] +
		    swar_digits(e - behind, e, bad);
	} else {
		v = swar_digits(s, e, bad);
	}
	*bad |= v >> 53;
	*bad |= (uint64_t)(n > 9 + behind);
	d = (double)(int64_t)v / pow10_f64[behind];
	return negative ? -d : d;
}

static inline int32_t fast_date(const char *s, const char *e, uint64_t *bad)
{
	static const uint8_t month_days[16] = { 0,  31, 28, 31, 30, 31, 30, 31,
						31, 30, 31, 30, 31, 0,  0,  0 };
	uint64_t w;
	uint32_t y, m, d, d1, d2, era, yoe, doy;
	bool leap;

	if (e - s != 10) {
		*bad |= 1;
		return 0;
	}
	memcpy(&w, s, 8);
	d1 = (uint32_t)(unsigned char)s[8] - '0';
	d2 = (uint32_t)(unsigned char)s[9] - '0';
	*bad |= (w & 0xff0000ff00000000u) ^ 0x2d00002d00000000u;
	*bad |= swar_bad((w & ~0xff0000ff00000000u) | 0x3000003000000000u);
	*bad |= (uint64_t)((d1 > 9) | (d2 > 9));
	y = (uint32_t)((w & 15) * 1000 + (w >> 8 & 15) * 100 + (w >> 16 & 15) * 10 +
		       (w >> 24 & 15));
	m = (uint32_t)((w >> 40 & 15) * 10 + (w >> 48 & 15));
	d = d1 * 10 + d2;
	leap = (y & 3) == 0 && (y % 100 != 0 || y % 400 == 0);
	*bad |= (uint64_t)((m > 12) | (d == 0) |
			   (d > month_days[m & 15] + (uint32_t)((m == 2) & leap)));
	y -= m <= 2;
	era = y / 400;
	yoe = y - era * 400;
	doy = (153 * (m + (m > 2 ? (uint32_t)-3 : 9)) + 2) / 5 + d - 1;
	return (int32_t)(era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy) - 719468;
}

/* A view of the text; short strings are copied by two words and a mask. */
static inline struct strv fast_text(const struct csv_column *c, const char *s,
				    const char *e, uint64_t *bad)
{
	static const uint64_t masks[13][2] = {
		{ 0, 0 },
		{ 0xff, 0 },
		{ 0xffff, 0 },
		{ 0xffffff, 0 },
		{ 0xffffffff, 0 },
		{ 0xffffffffff, 0 },
		{ 0xffffffffffff, 0 },
		{ 0xffffffffffffff, 0 },
		{ 0xffffffffffffffff, 0 },
		{ 0xffffffffffffffff, 0xff },
		{ 0xffffffffffffffff, 0xffff },
		{ 0xffffffffffffffff, 0xffffff },
		{ 0xffffffffffffffff, 0xffffffff },
	};
	struct strv t;
	size_t n = (size_t)(e - s);
	uint64_t a, b;

	/* Empty, quoted or escaped: the careful way knows. */
	*bad |= n == 0;
	t.n = (uint32_t)n;
	if (n <= STRV_INLINE) {
		memcpy(&a, s, 8);
		memcpy(&b, s + 8, 8);
		a &= masks[n][0];
		b &= masks[n][1];
		memcpy(t.prefix, &a, 4);
		a = a >> 32 | b << 32;
		memcpy(t.rest, &a, 8);
	} else {
		memcpy(t.prefix, s, 4);
		t.p = s;
	}
	if (c->rows->has_quotes && n && memchr(s, c->reading->dialect->quote, n))
		*bad |= 1;
	return t;
}

#define NAME read_i64
#define T int64_t
#define FAST(c, s, e, bad) fast_i64(s, e, bad)
#include "format/csv_read.inc"

#define NAME read_i32
#define T int32_t
#define FAST(c, s, e, bad) fast_i32(s, e, bad)
#include "format/csv_read.inc"

#define NAME read_decimal
#define T int64_t
#define FAST(c, s, e, bad) fast_decimal(c, s, e, bad)
#include "format/csv_read.inc"

#define NAME read_f64
#define T double
#define FAST(c, s, e, bad) fast_f64(s, e, bad)
#include "format/csv_read.inc"

#define NAME read_date
#define T int32_t
#define FAST(c, s, e, bad) fast_date(s, e, bad)
#include "format/csv_read.inc"

#define NAME read_text
#define T struct strv
#define FAST(c, s, e, bad) fast_text(c, s, e, bad)
#include "format/csv_read.inc"

static void read_any(struct csv_column *c)
{
	size_t width = phys_width(c->reading->phys);

	for (size_t i = 0; i < c->n; i++)
		read_careful(c, i, (char *)c->data + i * width);
}

void csv_column_read(struct csv_column *c)
{
	const struct csv_reading *r = c->reading;
	const struct csv_options *o = r->options;
	bool plain = !c->rows->n_fields && !o->has_nulls &&
		     csv_dialect_is_plain(r->dialect) && o->number.point == '.' &&
		     !o->number.thousands;
	bool iso = !r->date.format.n && r->date.order == DATE_YMD && r->date.sep == '-';

	if (plain && r->type->id == TYPE_BIGINT)
		read_i64(c);
	else if (plain && r->type->id == TYPE_INT)
		read_i32(c);
	else if (plain && r->type->id == TYPE_DECIMAL && r->phys == PHYS_I64)
		read_decimal(c);
	else if (plain && r->type->id == TYPE_DOUBLE)
		read_f64(c);
	else if (plain && r->type->id == TYPE_DATE && iso)
		read_date(c);
	else if (plain && r->type->id == TYPE_VARCHAR && !r->type->length)
		read_text(c);
	else
		read_any(c);
}
