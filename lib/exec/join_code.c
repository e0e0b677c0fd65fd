/*
 * join_code.c - the keys of a join's rows as one 64-bit code.
 *
 * In this order: several integers whose values in the kept rows take less
 * than 64 bits together, each counted from its smallest value; keys whose
 * types fit beside each other; a hash.
 */
#include "exec/jointable.h"

static bool fits(enum phys p)
{
	return p <= PHYS_I64 || p == PHYS_F32 || p == PHYS_F64;
}

void join_keys_init(struct join_keys *k, struct arena *a, size_t n,
		    struct expr *const *exprs, uint64_t null_safe)
{
	unsigned bits = 0;

	*k = (struct join_keys){ .n = n, .null_safe = null_safe };
	k->types = arena_array(a, const struct type *, n);
	k->exact = null_safe == 0 && n <= ARRAY_LEN(k->shift);
	for (size_t i = 0; i < n; i++) {
		enum phys p = type_phys(exprs[i]->type);

		k->types[i] = exprs[i]->type;
		if (!fits(p)) {
			k->exact = false;
			continue;
		}
		if (k->exact)
			k->shift[i] = (uint8_t)bits;
		bits += (unsigned)phys_width(p) * 8;
		if (bits > 64)
			k->exact = false;
	}
}

static inline uint64_t code_f64(double d)
{
	uint64_t u;

	if (d == 0)
		d = 0;
	else if (d != d)
		d = __builtin_nan("");
	__builtin_memcpy(&u, &d, sizeof(u));
	return u;
}

#define CODES(T, U, conv)                                                            \
	do {                                                                         \
		const T *d = from->data;                                             \
		if (v->form == VECTOR_FLAT && first) {                               \
			for (size_t i = 0; i < n; i++)                               \
				codes[i] = (uint64_t)(U)conv(d[i]);                  \
		} else {                                                             \
			for (size_t i = 0; i < n; i++)                               \
				codes[i] |= (uint64_t)(U)conv(d[vector_index(v, i)]) \
					    << shift;                                \
		}                                                                    \
	} while (0)
#define SAME(x) (x)
#define F32_CODE(x) code_f32(x)

static inline uint32_t code_f32(float f)
{
	uint32_t u;

	if (f == 0)
		f = 0;
	else if (f != f)
		f = __builtin_nanf("");
	__builtin_memcpy(&u, &f, sizeof(u));
	return u;
}

/* A lone key is sign-extended, so that dense integers are dense codes. */
static void exact_codes(const struct vector *v, size_t n, unsigned shift, bool first,
			bool lone, uint64_t *codes)
{
	const struct vector *from = v->form == VECTOR_DICT ? v->dict : v;

	if (first && v->form != VECTOR_FLAT)
		memset(codes, 0, n * sizeof(*codes));
	switch (type_phys(v->type)) {
	case PHYS_BOOL: CODES(uint8_t, uint8_t, SAME); break;
	case PHYS_I8:
		if (lone)
			CODES(int8_t, int64_t, SAME);
		else
			CODES(int8_t, uint8_t, SAME);
		break;
	case PHYS_I16:
		if (lone)
			CODES(int16_t, int64_t, SAME);
		else
			CODES(int16_t, uint16_t, SAME);
		break;
	case PHYS_I32:
		if (lone)
			CODES(int32_t, int64_t, SAME);
		else
			CODES(int32_t, uint32_t, SAME);
		break;
	case PHYS_I64: CODES(int64_t, uint64_t, SAME); break;
	case PHYS_F32: CODES(float, uint32_t, F32_CODE); break;
	default: CODES(double, uint64_t, code_f64); break;
	}
}

#undef CODES
#undef SAME
#undef F32_CODE

/* --- packed keys ------------------------------------------------------------ */

#define RANGE(T)                                           \
	do {                                               \
		const T *d = v->data;                      \
		for (size_t i = 0; i < n; i++) {           \
			if (!validity_get(v->validity, i)) \
				continue;                  \
			lo = d[i] < lo ? d[i] : lo;        \
			hi = d[i] > hi ? d[i] : hi;        \
		}                                          \
	} while (0)

bool key_range(const struct vector *v, size_t n, int64_t *lo_out, uint64_t *span)
{
	int64_t lo = INT64_MAX, hi = INT64_MIN;

	switch (type_phys(v->type)) {
	case PHYS_BOOL: RANGE(uint8_t); break;
	case PHYS_I8: RANGE(int8_t); break;
	case PHYS_I16: RANGE(int16_t); break;
	case PHYS_I32: RANGE(int32_t); break;
	case PHYS_I64: RANGE(int64_t); break;
	default: return false;
	}
	*lo_out = lo;
	*span = (uint64_t)hi - (uint64_t)lo;
	return lo <= hi;
}

#undef RANGE

void join_keys_pack(struct join_keys *k, const struct vector *vecs, size_t n)
{
	struct join_keys own = *k;

	if (k->n < 2 || k->n > ARRAY_LEN(k->shift) || k->null_safe)
		return;
	own.bits = 0;
	for (size_t i = 0; i < k->n; i++) {
		if (!key_range(&vecs[i], n, &own.lo[i], &own.span[i]))
			return;
		own.shift[i] = (uint8_t)own.bits;
		own.bits += own.span[i] ? 64 - (unsigned)__builtin_clzll(own.span[i])
					: 0;
		if (own.bits > 63)
			return;
	}
	own.exact = own.packed = true;
	*k = own;
}

/* A value that no kept row has gives the code that none has. */
#define PACK(T)                                                          \
	do {                                                             \
		const T *d = from->data;                                 \
		for (size_t i = 0; i < n; i++) {                         \
			size_t at = flat ? i : vector_index(v, i);       \
			uint64_t x = (uint64_t)(int64_t)d[at] - lo;      \
			codes[i] |= x <= span ? x << shift : UINT64_MAX; \
		}                                                        \
	} while (0)

static void packed_codes(const struct join_keys *k, size_t key, const struct vector *v,
			 size_t n, uint64_t *codes)
{
	const struct vector *from = v->form == VECTOR_DICT ? v->dict : v;
	uint64_t lo = (uint64_t)k->lo[key], span = k->span[key];
	unsigned shift = k->shift[key];
	bool flat = v->form == VECTOR_FLAT;

	switch (type_phys(v->type)) {
	case PHYS_BOOL: PACK(uint8_t); break;
	case PHYS_I8: PACK(int8_t); break;
	case PHYS_I16: PACK(int16_t); break;
	case PHYS_I32: PACK(int32_t); break;
	default: PACK(int64_t); break;
	}
}

#undef PACK

/* --- all keys together ------------------------------------------------------ */

static bool may_be_null(const struct vector *v)
{
	return v->validity || (v->form == VECTOR_DICT && v->dict->validity);
}

void join_codes(const struct join_keys *k, const struct vector *const *vecs, size_t n,
		uint64_t *codes, uint64_t *valid, bool *has_null)
{
	*has_null = false;
	if (k->packed)
		memset(codes, 0, n * sizeof(*codes));
	for (size_t i = 0; i < k->n; i++) {
		if (k->packed)
			packed_codes(k, i, vecs[i], n, codes);
		else if (k->exact)
			exact_codes(vecs[i], n, k->shift[i], i == 0, k->n == 1, codes);
		else
			vector_hash(vecs[i], n, codes, i > 0);
	}
	for (size_t i = 0; i < k->n; i++) {
		if ((k->null_safe >> i & 1) || !may_be_null(vecs[i]))
			continue;
		if (!*has_null)
			memset(valid, 0xff, VALIDITY_WORDS(n) * 8);
		*has_null = true;
		for (size_t row = 0; row < n; row++) {
			if (vector_is_null(vecs[i], row))
				validity_clear(valid, row);
		}
	}
}
