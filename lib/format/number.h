/*
 * number.h - numbers from text, fast and exact.
 *
 * Every function parses exactly the bytes [p, e): no blanks, nothing left
 * over; false if they are not a number of that kind or do not fit.
 */
#ifndef SHADE_FORMAT_NUMBER_H
#define SHADE_FORMAT_NUMBER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* How a number is written. */
struct number_style {
	char point; /* '.' unless told otherwise */
	char thousands; /* 0: no grouping */
};

bool number_i64(const char *p, const char *e, int64_t *out);
bool number_i128(const char *p, const char *e, __int128 *out);
/*
 * A decimal with at most precision digits as integer scaled by 10^scale.
 * Digits beyond the scale must be zeros: nothing is rounded.  An exponent
 * is taken.
 */
bool number_decimal(const char *p, const char *e, int precision, int scale, char point,
		    __int128 *out);
/* Correctly rounded.  inf, infinity and nan in any case are numbers. */
bool number_f64(const char *p, const char *e, char point, double *out);
/* Drop the thousands separators of "1,234,567.8" into buf (64 bytes); false
 * when the groups are not of three digits. */
bool number_ungroup(const char **p, const char **e, const struct number_style *style,
		    char buf[64]);

/* What a piece of text is as a number, for inference. */
struct number_shape {
	bool is_number;
	bool is_integer; /* no point, no exponent */
	bool has_leading_zero; /* 007, +1: a code, not a quantity */
	int int_digits; /* significant digits before the point */
	int frac_digits; /* digits behind it */
	bool has_exponent;
};
struct number_shape number_shape(const char *p, const char *e, char point);

/* --- SWAR: needs eight readable bytes before the end ---------------------- */

static inline uint64_t swar_8(uint64_t v)
{
	v = (v & 0x0f0f0f0f0f0f0f0fu) * 2561 >> 8;
	v = (v & 0x00ff00ff00ff00ffu) * 6553601 >> 16;
	return (v & 0x0000ffff0000ffffu) * 42949672960001u >> 32;
}

/* Not zero if a byte of v is no ASCII digit. */
static inline uint64_t swar_bad(uint64_t v)
{
	return ((v & 0xf0f0f0f0f0f0f0f0u) ^ 0x3030303030303030u) |
	       (((v + 0x0606060606060606u) & 0xf0f0f0f0f0f0f0f0u) ^
		0x3030303030303030u);
}

/* The n (1..8) bytes before e, zeros ('0') in front. */
static inline uint64_t swar_load(const char *e, size_t n)
{
	uint64_t v;
	unsigned shift = 8 * (8 - (unsigned)n);

	memcpy(&v, e - 8, 8);
	v = v >> shift << shift;
	return v | (shift ? 0x3030303030303030u >> (64 - shift) : 0);
}

/* One to 16 digits; *bad collects what is none. */
static inline uint64_t swar_digits(const char *p, const char *e, uint64_t *bad)
{
	size_t n = (size_t)(e - p);
	uint64_t v;

	if (__builtin_expect(n - 1 < 8, 1)) {
		v = swar_load(e, n);
		*bad |= swar_bad(v);
		return swar_8(v);
	}
	if (n - 1 < 16) {
		uint64_t hi = swar_load(e - 8, n - 8);

		memcpy(&v, e - 8, 8);
		*bad |= swar_bad(v) | swar_bad(hi);
		return swar_8(hi) * 100000000 + swar_8(v);
	}
	*bad |= 1;
	return 0;
}

#endif
