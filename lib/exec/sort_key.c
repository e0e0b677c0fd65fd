/*
 * sort_key.c - keys as words that compare like the keys.
 */
#include "exec/sort_internal.h"

#define SIGN64 ((uint64_t)1 << 63)

static inline uint64_t order_f64(double d)
{
	uint64_t u;

	if (d != d)
		return UINT64_MAX; /* NaN is the highest */
	if (d == 0)
		d = 0;
	__builtin_memcpy(&u, &d, sizeof(u));
	return u & SIGN64 ? ~u : u | SIGN64;
}

uint64_t sort_word_str(const struct strv *s, size_t skip)
{
	const char *p = strv_ptr(s) + skip;
	size_t n = s->n - skip;
	uint64_t u = 0;

	if (n >= 8)
		__builtin_memcpy(&u, p, 8);
	else
		for (size_t i = 0; i < n; i++)
			u |= (uint64_t)(uint8_t)p[i] << (8 * i);
	return __builtin_bswap64(u);
}

/* The bytes with which all strings begin. */
static size_t common_prefix(const struct vector *v, size_t n)
{
	const struct strv *s = v->data;
	const char *first = NULL;
	size_t len = 0;

	for (size_t i = 0; i < n; i++) {
		const char *p = strv_ptr(&s[i]);
		size_t k = 0;

		if (!validity_get(v->validity, i))
			continue;
		if (!first) {
			first = p;
			len = s[i].n;
			continue;
		}
		if (s[i].n < len)
			len = s[i].n;
		if (memcmp(first, p, len) == 0)
			continue;
		while (first[k] == p[k])
			k++;
		len = k;
		if (len == 0)
			break;
	}
	return len;
}

static inline uint64_t any_word(const struct vector *v, enum phys phys, size_t row)
{
	switch (phys) {
	case PHYS_BOOL: return ((const uint8_t *)v->data)[row];
	case PHYS_I8: return (uint64_t)((const int8_t *)v->data)[row] ^ SIGN64;
	case PHYS_I16: return (uint64_t)((const int16_t *)v->data)[row] ^ SIGN64;
	case PHYS_I32: return (uint64_t)((const int32_t *)v->data)[row] ^ SIGN64;
	case PHYS_I64: return (uint64_t)((const int64_t *)v->data)[row] ^ SIGN64;
	case PHYS_F32: return order_f64((double)((const float *)v->data)[row]);
	case PHYS_F64: return order_f64(((const double *)v->data)[row]);
	case PHYS_STR: return sort_word_str((const struct strv *)v->data + row, 0);
	case PHYS_I128: {
		__int128 h = ((const __int128 *)v->data)[row];

		return (uint64_t)(h >> 64) ^ SIGN64;
	}
	case PHYS_LIST:
	case PHYS_ROW:
	case PHYS_COUNT: break;
	}
	return 0;
}

uint64_t sort_word(const struct vector *v, enum phys phys, size_t row)
{
	return any_word(v, phys, row);
}

/* Does the word say everything? */
static bool word_is_exact(const struct vector *v, enum phys phys, size_t n, size_t skip)
{
	const struct strv *s = v->data;

	if (phys == PHYS_I128 || phys == PHYS_LIST || phys == PHYS_ROW)
		return false;
	if (phys != PHYS_STR)
		return true;
	/* Short strings without NUL bytes compare like their zero padding. */
	for (size_t i = 0; i < n; i++) {
		if (!validity_get(v->validity, i))
			continue;
		if (s[i].n - skip > 8 ||
		    memchr(strv_ptr(&s[i]) + skip, 0, s[i].n - skip))
			return false;
	}
	return true;
}

static unsigned bit_length(uint64_t x)
{
	return x == 0 ? 0 : 64 - (unsigned)__builtin_clzll(x);
}

static inline uint64_t word_at(const struct vector *v, enum phys phys, size_t skip,
			       size_t row)
{
	return phys == PHYS_STR
		       ? sort_word_str((const struct strv *)v->data + row, skip)
		       : any_word(v, phys, row);
}

static void word_range(const struct vector *v, enum phys phys, size_t skip, size_t n,
		       uint64_t *lo, uint64_t *hi)
{
	*lo = UINT64_MAX;
	*hi = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t w;

		if (!validity_get(v->validity, i))
			continue;
		w = word_at(v, phys, skip, i);
		*lo = w < *lo ? w : *lo;
		*hi = w > *hi ? w : *hi;
	}
	if (*lo > *hi)
		*lo = *hi = 0;
}

void sort_plan_make(const struct sort_col *cols, size_t n_cols, size_t n,
		    struct sort_plan *plan, struct arena *a)
{
	plan->fields = arena_array(a, struct sort_field, n_cols);
	plan->n_fields = 0;
	plan->bits = 0;
	plan->tie_from = n_cols;
	for (size_t k = 0; k < n_cols; k++) {
		struct sort_field *f = &plan->fields[k];
		const struct vector *v = &cols[k].vec;
		enum phys phys = type_phys(v->type);
		uint64_t lo, hi;
		unsigned need;

		f->skip = phys == PHYS_STR ? common_prefix(v, n) : 0;
		word_range(v, phys, f->skip, n, &lo, &hi);
		f->base = lo;
		f->bits = bit_length(hi - lo);
		f->has_null_bit = v->validity != NULL;
		f->at = plan->bits;
		need = f->bits + f->has_null_bit;
		if (plan->bits + need > 128) {
			plan->tie_from = k;
			return;
		}
		plan->bits += need;
		plan->n_fields++;
		if (!word_is_exact(v, phys, n, f->skip)) {
			plan->tie_from = k;
			return;
		}
	}
}

/* Put the low `bits` bits of x at bit position `at` from the top. */
static inline void put_bits(struct sort_entry *e, uint64_t x, unsigned at,
			    unsigned bits)
{
	unsigned end = at + bits;

	if (bits == 0)
		return;
	if (end <= 64) {
		e->w0 |= x << (64 - end);
	} else if (at >= 64) {
		e->w1 |= x << (128 - end);
	} else {
		e->w0 |= x >> (end - 64);
		e->w1 |= x << (128 - end);
	}
}

static inline void encode_field(const struct sort_field *f, const struct sort_col *col,
				size_t at, size_t n, struct sort_entry *out)
{
	enum phys phys = type_phys(col->vec.type);
	const uint64_t *valid = col->vec.validity;
	uint64_t mask = f->bits >= 64 ? UINT64_MAX : ((uint64_t)1 << f->bits) - 1;
	uint64_t flip = col->desc ? mask : 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t w;

		if (f->has_null_bit) {
			bool is_null = !validity_get(valid, at + i);

			/* 0 sorts first */
			put_bits(&out[i], is_null != col->nulls_first, f->at, 1);
			if (is_null)
				continue;
		}
		w = word_at(&col->vec, phys, f->skip, at + i) - f->base;
		put_bits(&out[i], w ^ flip, f->at + f->has_null_bit, f->bits);
	}
}

void sort_encode(const struct sort_plan *plan, const struct sort_col *cols, size_t n,
		 struct sort_entry *out)
{
	for (size_t i = 0; i < n; i++)
		out[i] = (struct sort_entry){ .row = (uint32_t)i };
	for (size_t k = 0; k < plan->n_fields; k++)
		encode_field(&plan->fields[k], &cols[k], 0, n, out);
}

void sort_encode_words(const struct sort_plan *plan, const struct sort_col *cols,
		       size_t n, uint64_t *out, unsigned row_bits)
{
	enum { CHUNK = 512 };
	struct sort_entry part[CHUNK];

	for (size_t at = 0; at < n; at += CHUNK) {
		size_t m = n - at < CHUNK ? n - at : CHUNK;

		for (size_t i = 0; i < m; i++)
			part[i] = (struct sort_entry){ .row = (uint32_t)(at + i) };
		for (size_t k = 0; k < plan->n_fields; k++)
			encode_field(&plan->fields[k], &cols[k], at, m, part);
		/* the key right above the row number */
		for (size_t i = 0; i < m; i++)
			out[at + i] = (plan->bits ? part[i].w0 >> (64 - plan->bits)
									  << row_bits
						  : 0) |
				      part[i].row;
	}
}
