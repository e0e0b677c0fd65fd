#include "number.h"

#include "shortest.h"

const char two_digits[200] = {
#define TEN(t) \
	t, '0', t, '1', t, '2', t, '3', t, '4', t, '5', t, '6', t, '7', t, '8', t, '9'
	TEN('0'), TEN('1'), TEN('2'), TEN('3'), TEN('4'),
	TEN('5'), TEN('6'), TEN('7'), TEN('8'), TEN('9')
#undef TEN
};

static const uint64_t powers[20] = { 1ull,
				     10ull,
				     100ull,
				     1000ull,
				     10000ull,
				     100000ull,
				     1000000ull,
				     10000000ull,
				     100000000ull,
				     1000000000ull,
				     10000000000ull,
				     100000000000ull,
				     1000000000000ull,
				     10000000000000ull,
				     100000000000000ull,
				     1000000000000000ull,
				     10000000000000000ull,
				     100000000000000000ull,
				     1000000000000000000ull,
				     10000000000000000000ull };

static unsigned count_digits(uint64_t v)
{
	unsigned bits = 64 - (unsigned)__builtin_clzll(v | 1);
	unsigned n = bits * 1233 >> 12;

	return n + (n < 20 && v >= powers[n]) + (v == 0);
}

/* Exactly n digits, leading zeros included. */
static void put_digits(char *p, uint64_t v, unsigned n)
{
	while (n >= 2) {
		n -= 2;
		memcpy(p + n, two_digits + 2 * (v % 100), 2);
		v /= 100;
	}
	if (n)
		*p = (char)('0' + v % 10);
}

char *put_u64(char *p, uint64_t v)
{
	unsigned n = count_digits(v);

	put_digits(p, v, n);
	return p + n;
}

char *put_i64(char *p, int64_t v)
{
	if (v < 0) {
		*p++ = '-';
		return put_u64(p, 0 - (uint64_t)v);
	}
	return put_u64(p, (uint64_t)v);
}

static char *put_u128(char *p, unsigned __int128 v)
{
	const uint64_t ten19 = powers[19];

	if (v < ten19)
		return put_u64(p, (uint64_t)v);
	p = put_u128(p, v / ten19);
	put_digits(p, (uint64_t)(v % ten19), 19);
	return p + 19;
}

char *put_decimal(char *p, __int128 v, int scale)
{
	unsigned __int128 u = v < 0 ? 0 - (unsigned __int128)v : (unsigned __int128)v;
	char digits[48];
	int n = (int)(put_u128(digits, u) - digits);

	if (v < 0)
		*p++ = '-';
	if (scale <= 0) {
		memcpy(p, digits, (size_t)n);
		p += n;
		/* A negative scale means zeros behind. */
		for (; scale < 0 && u; scale++)
			*p++ = '0';
		return p;
	}
	if (n <= scale) {
		*p++ = '0';
		*p++ = '.';
		memset(p, '0', (size_t)(scale - n));
		p += scale - n;
		memcpy(p, digits, (size_t)n);
		return p + n;
	}
	memcpy(p, digits, (size_t)(n - scale));
	p += n - scale;
	*p++ = '.';
	memcpy(p, digits + n - scale, (size_t)scale);
	return p + scale;
}

static char *put_word(char *p, const char *z)
{
	size_t n = strlen(z);

	memcpy(p, z, n);
	return p + n;
}

/* digits * 10^exponent, digits without trailing zeros. */
static char *put_scientific(char *p, uint64_t digits, int exponent)
{
	int n = (int)count_digits(digits), e;

	/* Decimal point behind the first `lead` digits. */
	int lead = n + exponent;

	if (lead > 16 || lead < -3) {
		put_digits(p + 1, digits, (unsigned)n);
		p[0] = p[1];
		p[1] = '.';
		p += n > 1 ? n + 1 : 1;
		e = lead - 1;
		*p++ = 'e';
		*p++ = e < 0 ? '-' : '+';
		e = e < 0 ? -e : e;
		if (e >= 100)
			*p++ = (char)('0' + e / 100);
		return put_2(p, (unsigned)(e % 100));
	}
	if (lead <= 0) {
		*p++ = '0';
		*p++ = '.';
		memset(p, '0', (size_t)-lead);
		p += -lead;
		put_digits(p, digits, (unsigned)n);
		return p + n;
	}
	if (exponent >= 0) {
		put_digits(p, digits, (unsigned)n);
		p += n;
		memset(p, '0', (size_t)exponent);
		p += exponent;
		*p++ = '.';
		*p++ = '0';
		return p;
	}
	put_digits(p, digits, (unsigned)n);
	memmove(p + lead + 1, p + lead, (size_t)(n - lead));
	p[lead] = '.';
	return p + n + 1;
}

char *put_double(char *p, double v)
{
	uint64_t bits, digits;
	int exponent;

	memcpy(&bits, &v, 8);
	if (v != v)
		return put_word(p, "NaN");
	if (bits >> 63)
		*p++ = '-';
	if (v - v != 0)
		return put_word(p, "Infinity");
	if (v == 0)
		return put_word(p, "0.0");
	shortest_double(bits, &digits, &exponent);
	return put_scientific(p, digits, exponent);
}

char *put_float(char *p, float v)
{
	uint32_t bits;
	uint64_t digits;
	int exponent;

	memcpy(&bits, &v, 4);
	if (v != v)
		return put_word(p, "NaN");
	if (bits >> 31)
		*p++ = '-';
	if (v - v != 0)
		return put_word(p, "Infinity");
	if (v == 0)
		return put_word(p, "0.0");
	shortest_float(bits, &digits, &exponent);
	return put_scientific(p, digits, exponent);
}
