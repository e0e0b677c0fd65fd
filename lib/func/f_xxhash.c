/*
 * f_xxhash.c - xxhash64 (XXH64 with seed 42) over values, as Spark hashes them.
 *
 * Each argument's digest is the seed of the next; NULL leaves it as it is.
 */
#include "func/values.h"

#define P1 0x9E3779B185EBCA87u
#define P2 0xC2B2AE3D27D4EB4Fu
#define P3 0x165667B19E3779F9u
#define P4 0x85EBCA77C2B2AE63u
#define P5 0x27D4EB2F165667C5u

static uint64_t rotl(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static uint64_t round64(uint64_t acc, uint64_t in)
{
	return rotl(acc + in * P2, 31) * P1;
}

static uint64_t finish(uint64_t h)
{
	h = (h ^ h >> 33) * P2;
	h = (h ^ h >> 29) * P3;
	return h ^ h >> 32;
}

static uint64_t load(const char *p, size_t n)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n; i++)
		v |= (uint64_t)(uint8_t)p[i] << (8 * i);
	return v;
}

static uint64_t stripes(const char **p, size_t *n, uint64_t seed)
{
	uint64_t v[4] = { seed + P1 + P2, seed + P2, seed, seed - P1 }, h;

	for (; *n >= 32; *n -= 32)
		for (int k = 0; k < 4; k++, *p += 8)
			v[k] = round64(v[k], load(*p, 8));
	h = rotl(v[0], 1) + rotl(v[1], 7) + rotl(v[2], 12) + rotl(v[3], 18);
	for (int k = 0; k < 4; k++)
		h = (h ^ round64(0, v[k])) * P1 + P4;
	return h;
}

static uint64_t xx_bytes(const char *p, size_t n, uint64_t seed)
{
	size_t all = n;
	uint64_t h = n >= 32 ? stripes(&p, &n, seed) : seed + P5;

	h += all;
	for (; n >= 8; n -= 8, p += 8)
		h = rotl(h ^ round64(0, load(p, 8)), 27) * P1 + P4;
	if (n >= 4) {
		h = rotl(h ^ load(p, 4) * P1, 23) * P2 + P3;
		n -= 4;
		p += 4;
	}
	for (; n > 0; n--, p++)
		h = rotl(h ^ (uint8_t)*p * P5, 11) * P1;
	return finish(h);
}

static uint64_t hash_int(int64_t v, uint64_t seed)
{
	uint64_t h = (seed + P5 + 4) ^ (v & 0xffffffff) * P1;

	return finish(rotl(h, 23) * P2 + P3);
}

static uint64_t hash_long(int64_t v, uint64_t seed)
{
	uint64_t h = (seed + P5 + 8) ^ round64(0, (uint64_t)v);

	return finish(rotl(h, 27) * P1 + P4);
}

/* Java's BigInteger.toByteArray(): big-endian, as few bytes as hold it. */
static uint64_t hash_big(__int128 v, uint64_t seed)
{
	char bytes[16];
	size_t n = 16;

	for (size_t i = 0; i < 16; i++)
		bytes[i] = (char)(v >> (8 * (15 - i)));
	while (n > 1 && ((bytes[16 - n] == 0 && bytes[17 - n] >= 0) ||
			 (bytes[16 - n] == -1 && bytes[17 - n] < 0)))
		n--;
	return xx_bytes(bytes + 16 - n, n, seed);
}

static uint64_t hash_float(const struct value *v, uint64_t seed)
{
	double d = v->d == 0 ? 0 : v->d; /* -0.0 is 0.0 */
	float f = (float)d;
	int32_t bits;
	int64_t wide;

	if (v->d != v->d) /* one NaN */
		return type_phys(v->type) == PHYS_F32
			       ? hash_int(0x7fc00000, seed)
			       : hash_long(0x7ff8000000000000, seed);
	memcpy(&bits, &f, sizeof(bits));
	memcpy(&wide, &d, sizeof(wide));
	return type_phys(v->type) == PHYS_F32 ? hash_int(bits, seed)
					      : hash_long(wide, seed);
}

static uint64_t hash_value(const struct value *v, uint64_t seed)
{
	if (v->is_null)
		return seed;
	if (v->type->n_children > 0) {
		for (size_t i = 0; i < value_n_items(v); i++)
			seed = hash_value(&v->list.v[i], seed);
		return seed;
	}
	if (v->type->id == TYPE_DECIMAL) {
		__int128 h = type_phys(v->type) == PHYS_I128 ? v->h : v->i;

		return v->type->precision <= 18 ? hash_long((int64_t)h, seed)
						: hash_big(h, seed);
	}
	switch (type_phys(v->type)) {
	case PHYS_STR: return xx_bytes(v->s.p, v->s.n, seed);
	case PHYS_F32:
	case PHYS_F64: return hash_float(v, seed);
	case PHYS_I128: return hash_big(v->h, seed);
	case PHYS_I64: return hash_long(v->i, seed);
	default: return hash_int(v->i, seed);
	}
}

static shade_status xxhash64(struct func_call *fc, const struct value *args,
			     size_t n_args, struct value *out)
{
	uint64_t h = 42;

	(void)fc;
	for (size_t i = 0; i < n_args; i++)
		h = hash_value(&args[i], h);
	out->i = (int64_t)h;
	return SHADE_OK;
}

static const struct func_row rows[] = {
	{ EACH("xxhash64", "ANY, ANY... -> BIGINT", FUNC_NULLS | FUNC_TOTAL, xxhash64),
	  DOC("64-bit xxHash of the values, seed 42", "xxhash64('Spark')",
	      "-4294468057691064905") },
};

const struct func_family func_family_xxhash = {
	.name = "Hashes of values",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
