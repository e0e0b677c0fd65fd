/*
 * hash.c - hashing and comparing rows of vectors.
 *
 * Hashes go over values, not over bytes: -0.0 equals 0.0, every NaN
 * equals every other, and the form of the vector does not show.
 */
#include <math.h>

#include "column/vector.h"

#define NULL_HASH UINT64_C(0x9c6f0a9d1d4b7a35)

static inline uint64_t hash_double(double d)
{
	uint64_t bits;

	if (d == 0)
		d = 0; /* -0.0 too */
	if (isnan(d))
		d = (double)NAN;
	__builtin_memcpy(&bits, &d, 8);
	return hash_u64(bits);
}

static inline uint64_t hash_128(__int128 h)
{
	return hash_combine((uint64_t)h, (uint64_t)(h >> 64));
}

static inline uint64_t hash_strv(const struct strv *s)
{
	if (s->n <= STRV_INLINE) {
		uint64_t w[2];

		__builtin_memcpy(w, s, 16);
		return hash_u64(w[0] ^ hash_u64(w[1]));
	}
	return hash_bytes(s->p, s->n);
}

static uint64_t hash_row(const struct vector *v, size_t i);

static uint64_t hash_list(const struct vector *v, struct list_ref ref)
{
	uint64_t h = hash_u64(ref.n);

	for (size_t c = 0; c < v->type->n_children; c++)
		for (uint32_t k = 0; k < ref.n; k++)
			h = hash_combine(h, hash_row(&v->children[c], ref.offset + k));
	return h;
}

static uint64_t hash_fields(const struct vector *v, size_t i)
{
	uint64_t h = 0;

	for (size_t c = 0; c < v->type->n_children; c++)
		h = hash_combine(h, hash_row(&v->children[c], i));
	return h;
}

#define HASH_LOOP(T, expr)                     \
	do {                                   \
		const T *in = v->data;         \
		for (size_t i = 0; i < n; i++) \
			out[i] = (expr);       \
	} while (0)

/* Hashes of n flat rows, NULLs not looked at. */
static void hash_flat(const struct vector *v, size_t n, uint64_t *out)
{
	switch (type_phys(v->type)) {
	case PHYS_BOOL: HASH_LOOP(uint8_t, hash_u64(in[i])); break;
	case PHYS_I8: HASH_LOOP(int8_t, hash_u64((uint64_t)in[i])); break;
	case PHYS_I16: HASH_LOOP(int16_t, hash_u64((uint64_t)in[i])); break;
	case PHYS_I32: HASH_LOOP(int32_t, hash_u64((uint64_t)in[i])); break;
	case PHYS_I64: HASH_LOOP(int64_t, hash_u64((uint64_t)in[i])); break;
	case PHYS_I128: HASH_LOOP(__int128, hash_128(in[i])); break;
	case PHYS_F32: HASH_LOOP(float, hash_double((double)in[i])); break;
	case PHYS_F64: HASH_LOOP(double, hash_double(in[i])); break;
	case PHYS_STR: HASH_LOOP(struct strv, hash_strv(&in[i])); break;
	case PHYS_LIST:
		for (size_t i = 0; i < n; i++)
			out[i] = validity_get(v->validity, i)
					 ? hash_list(v, ((const struct list_ref *)
								 v->data)[i])
					 : 0;
		break;
	case PHYS_ROW:
		for (size_t i = 0; i < n; i++)
			out[i] = hash_fields(v, i);
		break;
	case PHYS_COUNT: unreachable();
	}
}

static uint64_t hash_row(const struct vector *v, size_t i)
{
	const struct vector *base = v->form == VECTOR_DICT ? v->dict : v;
	struct vector one;
	uint64_t h = 0;
	size_t at = vector_index(v, i), width = phys_width(type_phys(v->type));

	if (vector_is_null(v, i))
		return NULL_HASH;
	if (type_phys(v->type) == PHYS_ROW)
		return hash_fields(base, at);
	one = *base;
	one.validity = NULL;
	one.data = (uint8_t *)base->data + at * width;
	hash_flat(&one, 1, &h);
	return h;
}

static void fix_nulls(const struct vector *v, size_t n, uint64_t *h)
{
	if (!v->validity)
		return;
	for (size_t w = 0; w < VALIDITY_WORDS(n); w++) {
		uint64_t missing = ~v->validity[w];

		if (w == n / 64 && n % 64)
			missing &= ((uint64_t)1 << n % 64) - 1;
		for (; missing; missing &= missing - 1)
			h[w * 64 + (size_t)__builtin_ctzll(missing)] = NULL_HASH;
	}
}

static void hash_block(const struct vector *v, size_t at, size_t n, uint64_t *out)
{
	if (v->form == VECTOR_CONST) {
		uint64_t h = hash_row(v, 0);

		for (size_t i = 0; i < n; i++)
			out[i] = h;
	} else if (v->form == VECTOR_FLAT && at == 0) {
		hash_flat(v, n, out);
		fix_nulls(v, n, out);
	} else {
		for (size_t i = 0; i < n; i++)
			out[i] = hash_row(v, at + i);
	}
}

/* A dictionary of few values: hash those, then copy. */
static bool hash_dict(const struct vector *v, size_t n, uint64_t *out, bool combine)
{
	uint64_t h[256];

	if (v->form != VECTOR_DICT || v->dict_n > ARRAY_LEN(h) || v->validity ||
	    v->dict->form != VECTOR_FLAT)
		return false;
	hash_flat(v->dict, v->dict_n, h);
	fix_nulls(v->dict, v->dict_n, h);
	for (size_t i = 0; i < n; i++)
		out[i] = combine ? hash_combine(out[i], h[v->codes[i]])
				 : h[v->codes[i]];
	return true;
}

void vector_hash(const struct vector *v, size_t n, uint64_t *out, bool combine)
{
	uint64_t block[256];

	if (hash_dict(v, n, out, combine))
		return;
	if (!combine) {
		hash_block(v, 0, n, out);
		return;
	}
	for (size_t at = 0; at < n; at += ARRAY_LEN(block)) {
		size_t m = n - at < ARRAY_LEN(block) ? n - at : ARRAY_LEN(block);
		struct vector part = *v;

		if (v->form == VECTOR_FLAT && type_phys(v->type) != PHYS_ROW) {
			part.data = (uint8_t *)v->data +
				    at * phys_width(type_phys(v->type));
			if (v->validity)
				part.validity = v->validity + at / 64;
			hash_block(&part, 0, m, block);
		} else {
			hash_block(v, at, m, block);
		}
		for (size_t i = 0; i < m; i++)
			out[at + i] = hash_combine(out[at + i], block[i]);
	}
}

/* --- comparing ------------------------------------------------------------ */

#define CMP3(x, y) (((x) > (y)) - ((x) < (y)))
#define CMP_AS(T) CMP3(((const T *)a->data)[i], ((const T *)b->data)[j])

static int cmp_float(double x, double y)
{
	if (isnan(x) || isnan(y))
		return isnan(x) - isnan(y);
	return CMP3(x, y);
}

static int cmp_with_nulls(const struct vector *a, size_t i, const struct vector *b,
			  size_t j)
{
	bool x = vector_is_null(a, i), y = vector_is_null(b, j);

	if (x || y)
		return y - x;
	return vector_rows_cmp(a, i, b, j);
}

static int cmp_lists(const struct vector *a, size_t i, const struct vector *b, size_t j)
{
	struct list_ref x = ((const struct list_ref *)a->data)[i];
	struct list_ref y = ((const struct list_ref *)b->data)[j];

	for (uint32_t k = 0; k < x.n && k < y.n; k++) {
		for (size_t c = 0; c < a->type->n_children; c++) {
			int r = cmp_with_nulls(&a->children[c], x.offset + k,
					       &b->children[c], y.offset + k);

			if (r)
				return r;
		}
	}
	return CMP3(x.n, y.n);
}

static int cmp_fields(const struct vector *a, size_t i, const struct vector *b,
		      size_t j)
{
	for (size_t c = 0; c < a->type->n_children; c++) {
		int r = cmp_with_nulls(&a->children[c], i, &b->children[c], j);

		if (r)
			return r;
	}
	return 0;
}

int vector_rows_cmp(const struct vector *a, size_t i, const struct vector *b, size_t j)
{
	i = vector_index(a, i);
	j = vector_index(b, j);
	if (a->form == VECTOR_DICT)
		a = a->dict;
	if (b->form == VECTOR_DICT)
		b = b->dict;
	switch (type_phys(a->type)) {
	case PHYS_BOOL: return CMP_AS(uint8_t);
	case PHYS_I8: return CMP_AS(int8_t);
	case PHYS_I16: return CMP_AS(int16_t);
	case PHYS_I32: return CMP_AS(int32_t);
	case PHYS_I64: return CMP_AS(int64_t);
	case PHYS_I128: return CMP_AS(__int128);
	case PHYS_F32:
		return cmp_float((double)((const float *)a->data)[i],
				 (double)((const float *)b->data)[j]);
	case PHYS_F64:
		return cmp_float(((const double *)a->data)[i],
				 ((const double *)b->data)[j]);
	case PHYS_STR:
		return strv_cmp((const struct strv *)a->data + i,
				(const struct strv *)b->data + j);
	case PHYS_LIST: return cmp_lists(a, i, b, j);
	case PHYS_ROW: return cmp_fields(a, i, b, j);
	case PHYS_COUNT: break;
	}
	unreachable();
}

bool vector_rows_equal(const struct vector *a, size_t i, const struct vector *b,
		       size_t j)
{
	bool x = vector_is_null(a, i), y = vector_is_null(b, j);

	if (x || y)
		return x && y;
	if (type_phys(a->type) == PHYS_STR) {
		const struct vector *p = a->form == VECTOR_DICT ? a->dict : a;
		const struct vector *q = b->form == VECTOR_DICT ? b->dict : b;

		return strv_eq((const struct strv *)p->data + vector_index(a, i),
			       (const struct strv *)q->data + vector_index(b, j));
	}
	return vector_rows_cmp(a, i, b, j) == 0;
}
