#include "format/number.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>

#include "base/banned.h"

#define POW10_MIN (-342)
#define POW10_MAX 308

static const uint64_t pow10_128[][2] = {
#include "format/pow10.inc"
};

static const double pow10_exact[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
				      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
				      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

static bool take_sign(const char **p, const char *e)
{
	bool negative = *p < e && **p == '-';

	if (*p < e && (**p == '-' || **p == '+'))
		(*p)++;
	return negative;
}

bool number_i64(const char *p, const char *e, int64_t *out)
{
	bool negative = take_sign(&p, e);
	uint64_t v = 0;

	if (p == e)
		return false;
	while (p < e && *p == '0')
		p++;
	if (e - p > 19)
		return false;
	for (; p < e; p++) {
		unsigned d = (unsigned)(unsigned char)*p - '0';

		if (d > 9)
			return false;
		v = v * 10 + d; /* 19 digits fit */
	}
	if (v > (uint64_t)INT64_MAX + negative)
		return false;
	*out = (int64_t)(negative ? 0 - v : v);
	return true;
}

bool number_i128(const char *p, const char *e, __int128 *out)
{
	bool negative = take_sign(&p, e);
	unsigned __int128 v = 0;

	if (p == e)
		return false;
	while (p < e && *p == '0')
		p++;
	if (e - p > 38)
		return false;
	for (; p < e; p++) {
		unsigned d = (unsigned)(unsigned char)*p - '0';

		if (d > 9)
			return false;
		v = v * 10 + d;
	}
	*out = negative ? -(__int128)v : (__int128)v;
	return true;
}

/* Digits and point of a decimal number, before it is scaled. */
struct digits {
	unsigned __int128 v; /* up to 38 significant digits */
	int exponent; /* value = v * 10^exponent */
	bool negative;
	bool fits; /* false: more than 38 digits that matter */
};

static bool read_exponent(const char *p, const char *e, int *out)
{
	bool negative = take_sign(&p, e);
	int x = 0;

	if (p == e)
		return false;
	for (; p < e; p++) {
		unsigned d = (unsigned)(unsigned char)*p - '0';

		if (d > 9)
			return false;
		if (x < 100000)
			x = x * 10 + (int)d;
	}
	*out = negative ? -x : x;
	return true;
}

static bool read_digits(const char *p, const char *e, char point, struct digits *out)
{
	int n = 0, seen = 0, exponent = 0;
	bool behind = false;

	*out = (struct digits){ .negative = take_sign(&p, e), .fits = true };
	for (; p < e; p++) {
		unsigned d = (unsigned)(unsigned char)*p - '0';

		if (d <= 9) {
			seen++;
			out->exponent -= behind;
			if (n < 38) {
				out->v = out->v * 10 + d;
				n += out->v != 0;
			} else {
				out->fits &= d == 0;
				out->exponent++;
			}
		} else if (*p == point && !behind) {
			behind = true;
		} else if ((*p | 32) == 'e' && seen) {
			if (!read_exponent(p + 1, e, &exponent))
				return false;
			out->exponent += exponent;
			break;
		} else {
			return false;
		}
	}
	return seen > 0;
}

bool number_decimal(const char *p, const char *e, int precision, int scale, char point,
		    __int128 *out)
{
	unsigned __int128 limit = 1;
	struct digits d;
	int shift;

	if (!read_digits(p, e, point, &d) || !d.fits)
		return false;
	for (int i = 0; i < precision; i++)
		limit *= 10;
	for (shift = d.exponent + scale; shift < 0 && d.v; shift++) {
		if (d.v % 10)
			return false;
		d.v /= 10;
	}
	for (; shift > 0 && d.v; shift--) {
		d.v *= 10;
		if (d.v >= limit)
			return false;
	}
	if (d.v >= limit)
		return false;
	*out = d.negative ? -(__int128)d.v : (__int128)d.v;
	return true;
}

/*
 * Eisel and Lemire: one or two 64 x 64 bit products decide nearly always
 * how man * 10^exp10 rounds.  False: undecided, or not a normal number.
 */
static bool eisel_lemire(uint64_t man, int exp10, double *out)
{
	const uint64_t *power;
	unsigned __int128 x;
	uint64_t hi, lo, mantissa, exp2, msb, bits;
	int zeros;

	if (exp10 < POW10_MIN || exp10 > POW10_MAX)
		return false;
	power = pow10_128[exp10 - POW10_MIN];
	zeros = __builtin_clzll(man);
	man <<= zeros;
	exp2 = (uint64_t)((217706 * exp10 >> 16) + 64 + 1023) - (uint64_t)zeros;
	x = (unsigned __int128)man * power[0];
	hi = (uint64_t)(x >> 64);
	lo = (uint64_t)x;
	if ((hi & 0x1ff) == 0x1ff && lo + man < man) {
		unsigned __int128 y = (unsigned __int128)man * power[1];
		uint64_t sum = lo + (uint64_t)(y >> 64);

		hi += sum < lo;
		if ((hi & 0x1ff) == 0x1ff && sum + 1 == 0 && (uint64_t)y + man < man)
			return false;
		lo = sum;
	}
	msb = hi >> 63;
	mantissa = hi >> (msb + 9);
	exp2 -= 1 ^ msb;
	if (lo == 0 && (hi & 0x1ff) == 0 && (mantissa & 3) == 1)
		return false;
	mantissa += mantissa & 1;
	mantissa >>= 1;
	if (mantissa >> 53) {
		mantissa >>= 1;
		exp2++;
	}
	if (exp2 - 1 >= 0x7ff - 1)
		return false;
	bits = exp2 << 52 | (mantissa & (((uint64_t)1 << 52) - 1));
	memcpy(out, &bits, sizeof(bits));
	return true;
}

/* The rare rest: long mantissas, subnormals, ties, other points. */
static bool f64_slow(const char *p, const char *e, char point, double *out)
{
	char buf[1100];
	char *end;
	size_t n = (size_t)(e - p);
	char *at;

	if (n == 0 || n >= sizeof(buf))
		return false;
	memcpy(buf, p, n);
	buf[n] = 0;
	if (point != '.') {
		at = memchr(buf, point, n);
		if (memchr(buf, '.', n))
			return false;
		if (at)
			*at = '.';
	}
	/* The library never calls setlocale; a program that chose a locale
	 * with another point gets the digits by way of the fast path. */
	*out = strtod(buf, &end);
	return end == buf + n;
}

static bool f64_word(const char *p, const char *e, bool negative, double *out)
{
	static const char *const words[] = { "inf", "infinity", "nan" };

	for (size_t w = 0; w < 3; w++) {
		size_t n = strlen(words[w]), i = 0;

		if ((size_t)(e - p) != n)
			continue;
		while (i < n && (p[i] | 32) == words[w][i])
			i++;
		if (i < n)
			continue;
		*out = w == 2     ? (double)NAN
		       : negative ? -(double)INFINITY
				  : (double)INFINITY;
		return true;
	}
	return false;
}

bool number_f64(const char *p, const char *e, char point, double *out)
{
	const char *begin = p;
	struct digits d;
	double v;

	if (!read_digits(p, e, point, &d)) {
		bool negative = take_sign(&p, e);

		return f64_word(p, e, negative, out);
	}
	if (d.v == 0) {
		*out = d.negative ? -0.0 : 0.0;
		return true;
	}
	if (!d.fits || d.v > UINT64_MAX)
		return f64_slow(begin, e, point, out);
	if (d.v <= (uint64_t)1 << 53 && d.exponent >= -22 && d.exponent <= 22) {
		v = (double)(uint64_t)d.v;
		v = d.exponent < 0 ? v / pow10_exact[-d.exponent]
				   : v * pow10_exact[d.exponent];
	} else if (!eisel_lemire((uint64_t)d.v, d.exponent, &v)) {
		return f64_slow(begin, e, point, out);
	}
	*out = d.negative ? -v : v;
	return true;
}

bool number_ungroup(const char **p, const char **e, const struct number_style *style,
		    char buf[64])
{
	const char *s = *p;
	size_t n = 0;
	int group = -1; /* digits since the last separator; -1: none yet */

	if (!memchr(s, style->thousands, (size_t)(*e - s)))
		return true;
	for (; s < *e && *s != style->point; s++) {
		if (*s == style->thousands) {
			if (group >= 0 ? group != 3 : n == 0)
				return false;
			group = 0;
			continue;
		}
		if (n == 63)
			return false;
		group += group >= 0;
		buf[n++] = *s;
	}
	if (group >= 0 && group != 3)
		return false;
	for (; s < *e; s++) {
		if (n == 63)
			return false;
		buf[n++] = *s;
	}
	*p = buf;
	*e = buf + n;
	return true;
}

struct number_shape number_shape(const char *p, const char *e, char point)
{
	struct number_shape s = { 0 };
	const char *begin = p;
	int digits = 0;
	bool behind = false;

	s.has_leading_zero = p < e && *p == '+';
	take_sign(&p, e);
	if (e - p > 1 && p[0] == '0' && p[1] >= '0' && p[1] <= '9')
		s.has_leading_zero = true;
	for (; p < e; p++) {
		if (*p >= '0' && *p <= '9') {
			digits++;
			if (behind)
				s.frac_digits++;
			else if (s.int_digits || *p != '0')
				s.int_digits++;
		} else if (*p == point && !behind) {
			behind = true;
		} else if ((*p | 32) == 'e' && digits) {
			int x;

			if (!read_exponent(p + 1, e, &x))
				return (struct number_shape){ 0 };
			s.has_exponent = true;
			break;
		} else {
			return (struct number_shape){ 0 };
		}
	}
	if (!digits || begin == e)
		return (struct number_shape){ 0 };
	s.is_number = true;
	s.is_integer = !behind && !s.has_exponent;
	return s;
}
