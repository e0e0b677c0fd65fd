#include "shortest.h"

#include <stdbool.h>

/* Names follow the paper, where the derivation of each constant is. */

static const uint64_t pow10_table[][2] = {
#include "pow10_table.inc"
};

#define POW10_MIN (-292)

static int floor_log10_pow2(int e)
{
	return (e * 1262611) >> 22;
}

static int floor_log10_three_quarters_pow2(int e)
{
	return (e * 1262611 - 524031) >> 22;
}

static int floor_log2_pow10(int e)
{
	return (e * 1741647) >> 19;
}

/* The high 64 bits of g * cp, with a sticky last bit. */
static uint64_t round_to_odd(const uint64_t g[2], uint64_t cp)
{
	unsigned __int128 x = (unsigned __int128)g[1] * cp;
	unsigned __int128 y = (unsigned __int128)g[0] * cp + (uint64_t)(x >> 64);

	return (uint64_t)(y >> 64) | ((uint64_t)y > 1);
}

static void shortest(uint64_t c, int q, bool lower_is_closer, uint64_t *digits,
		     int *exponent)
{
	uint64_t odd = c & 1;
	uint64_t cb = 4 * c, cbl = cb - 2 + lower_is_closer, cbr = cb + 2;
	int k = lower_is_closer ? floor_log10_three_quarters_pow2(q)
				: floor_log10_pow2(q);
	int h = q + floor_log2_pow10(-k) + 1;
	const uint64_t *g = pow10_table[-k - POW10_MIN];
	uint64_t vbl = round_to_odd(g, cbl << h), vb = round_to_odd(g, cb << h);
	uint64_t vbr = round_to_odd(g, cbr << h);
	uint64_t lower = vbl + odd, upper = vbr - odd, s = vb / 4;

	if (s >= 10) {
		uint64_t sp = s / 10;
		bool up_inside = lower <= 40 * sp, wp_inside = 40 * sp + 40 <= upper;

		if (up_inside != wp_inside) {
			*digits = sp + wp_inside;
			*exponent = k + 1;
			goto trim;
		}
	}
	{
		bool u_inside = lower <= 4 * s, w_inside = 4 * s + 4 <= upper;
		uint64_t mid = 4 * s + 2;

		if (u_inside != w_inside)
			*digits = s + w_inside;
		else
			*digits = s + (vb > mid || (vb == mid && (s & 1)));
		*exponent = k;
	}
trim:
	while (*digits % 10 == 0) {
		*digits /= 10;
		++*exponent;
	}
}

/* A whole number below 2^53 needs no search. */
static bool small_whole(uint64_t c, int q, uint64_t *digits, int *exponent)
{
	if (q > 0 || q < -52 || (c & ((1ull << -q) - 1)))
		return false;
	*digits = c >> -q;
	*exponent = 0;
	while (*digits % 10 == 0) {
		*digits /= 10;
		++*exponent;
	}
	return true;
}

void shortest_double(uint64_t bits, uint64_t *digits, int *exponent)
{
	uint64_t fraction = bits & 0xfffffffffffffull;
	int e = (int)(bits >> 52 & 0x7ff);
	uint64_t c = e ? fraction | 1ull << 52 : fraction;
	int q = (e ? e : 1) - 1075;

	if (!small_whole(c, q, digits, exponent))
		shortest(c, q, fraction == 0 && e > 1, digits, exponent);
}

void shortest_float(uint32_t bits, uint64_t *digits, int *exponent)
{
	uint64_t fraction = bits & 0x7fffff;
	int e = (int)(bits >> 23 & 0xff);
	uint64_t c = e ? fraction | 1u << 23 : fraction;
	int q = (e ? e : 1) - 150;

	if (!small_whole(c, q, digits, exponent))
		shortest(c, q, fraction == 0 && e > 1, digits, exponent);
}
