#include "base/hash.h"

#include <string.h>

/*
 * Multiply to 128 bits and fold: one multiplication per 16 bytes, after
 * the idea of wyhash.  The odd constants have balanced bits.
 */
#define K0 0xa0761d6478bd642fu
#define K1 0xe7037ed1a0b428dbu
#define K2 0x8ebc6af09c88c6e3u
#define K3 0x589965cc75374cc3u

static inline uint64_t fold_mul(uint64_t a, uint64_t b)
{
	unsigned __int128 m = (unsigned __int128)a * b;

	return (uint64_t)m ^ (uint64_t)(m >> 64);
}

static inline uint64_t read64(const uint8_t *p)
{
	uint64_t x;

	memcpy(&x, p, 8);
	return x;
}

static inline uint64_t read32(const uint8_t *p)
{
	uint32_t x;

	memcpy(&x, p, 4);
	return x;
}

static uint64_t hash_long(const uint8_t *p, size_t n, uint64_t seed)
{
	uint64_t other = seed ^ K3;

	while (n > 32) {
		seed = fold_mul(read64(p) ^ K1, read64(p + 8) ^ seed);
		other = fold_mul(read64(p + 16) ^ K2, read64(p + 24) ^ other);
		p += 32;
		n -= 32;
	}
	seed ^= other;
	if (n > 16) {
		seed = fold_mul(read64(p) ^ K1, read64(p + 8) ^ seed);
		p += 16;
		n -= 16;
	}
	/* The last 16 bytes may overlap what was read: n was over 16. */
	return fold_mul(read64(p + n - 16) ^ K3, read64(p + n - 8) ^ seed);
}

uint64_t hash_bytes(const void *data, size_t n)
{
	const uint8_t *p = data;
	uint64_t a, b;

	if (n > 16)
		return fold_mul(hash_long(p, n, K0), K1 ^ n);
	if (n >= 8) {
		a = read64(p);
		b = read64(p + n - 8);
	} else if (n >= 4) {
		a = read32(p);
		b = read32(p + n - 4);
	} else if (n) {
		a = (uint64_t)p[0] << 16 | (uint64_t)p[n >> 1] << 8 | p[n - 1];
		b = 0;
	} else {
		a = b = 0;
	}
	return fold_mul(fold_mul(a ^ K1, b ^ K0), K2 ^ n);
}
