#include "type/number.h"

#include <float.h>
#include <math.h>

#include "base/banned.h"

enum number_result number_parse_i64(const char *p, size_t n, int64_t *out)
{
	bool negative = n > 0 && *p == '-';
	uint64_t v = 0;

	if (n > 0 && (*p == '-' || *p == '+'))
		p++, n--;
	if (n == 0)
		return NUMBER_BAD;
	for (size_t i = 0; i < n; i++) {
		unsigned digit = (unsigned)(p[i] - '0');

		if (digit > 9)
			return NUMBER_BAD;
		if (i < 18) {
			v = v * 10 + digit;
		} else if (v != UINT64_MAX && (__builtin_mul_overflow(v, 10u, &v) ||
					       __builtin_add_overflow(v, digit, &v))) {
			v = UINT64_MAX;
		}
	}
	if (v > (uint64_t)INT64_MAX + negative)
		return NUMBER_OVERFLOW;
	*out = negative ? (int64_t)(0 - v) : (int64_t)v;
	return NUMBER_OK;
}

static bool word_is(const char *p, size_t n, const char *word)
{
	if (strlen(word) != n)
		return false;
	for (size_t i = 0; i < n; i++)
		if ((p[i] | 0x20) != word[i])
			return false;
	return true;
}

static enum number_result parse_special(const char *p, size_t n, double *out)
{
	bool negative = n > 0 && *p == '-';

	if (n > 0 && (*p == '-' || *p == '+'))
		p++, n--;
	if (word_is(p, n, "nan"))
		*out = NAN;
	else if (word_is(p, n, "inf") || word_is(p, n, "infinity"))
		*out = negative ? -INFINITY : INFINITY;
	else
		return NUMBER_BAD;
	return NUMBER_OK;
}

static enum number_result parse_slow(const char *p, size_t n, double *out)
{
	char stack[128], *end;

	/* Digits beyond 120 characters do not change a double that was
	 * written by a program; longer texts are refused as no number. */
	if (n >= sizeof(stack))
		return NUMBER_BAD;
	memcpy(stack, p, n);
	stack[n] = 0;
	*out = strtod(stack, &end);
	if (end != stack + n)
		return NUMBER_BAD;
	return isinf(*out) ? NUMBER_OVERFLOW : NUMBER_OK;
}

/* Clinger's fast path: up to 19 digits below 2^53 and a small exponent. */
enum number_result number_parse_double(const char *p, size_t n, double *out)
{
	static const double exact[23] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,
					  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
					  1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
					  1e18, 1e19, 1e20, 1e21, 1e22 };
	size_t i = 0, digits = 0, after = 0;
	bool negative = n > 0 && *p == '-', seen_point = false;
	uint64_t v = 0;
	double d;

	if (n > 0 && (*p == '-' || *p == '+'))
		i++;
	for (; i < n; i++) {
		unsigned digit = (unsigned)(p[i] - '0');

		if (digit <= 9) {
			if (++digits > 18)
				return parse_slow(p, n, out);
			v = v * 10 + digit;
			after += seen_point;
		} else if (p[i] == '.' && !seen_point) {
			seen_point = true;
		} else {
			break;
		}
	}
	if (digits == 0)
		return parse_special(p, n, out);
	if (i < n && p[i] != 'e' && p[i] != 'E')
		return NUMBER_BAD;
	if (i < n || v >> 53 || after > 22)
		return parse_slow(p, n, out);
	d = (double)v / exact[after];
	*out = negative ? -d : d;
	return NUMBER_OK;
}

size_t number_print_i64(int64_t v, char out[NUMBER_TEXT])
{
	static const char pairs[] =
		"00010203040506070809101112131415161718192021222324"
		"25262728293031323334353637383940414243444546474849"
		"50515253545556575859606162636465666768697071727374"
		"75767778798081828384858687888990919293949596979899";
	char tmp[24], *q = tmp + sizeof(tmp);
	uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
	size_t n;

	while (u >= 100) {
		q -= 2;
		memcpy(q, pairs + u % 100 * 2, 2);
		u /= 100;
	}
	if (u >= 10) {
		q -= 2;
		memcpy(q, pairs + u * 2, 2);
	} else {
		*--q = (char)('0' + u);
	}
	if (v < 0)
		*--q = '-';
	n = (size_t)(tmp + sizeof(tmp) - q);
	memcpy(out, q, n);
	return n;
}

/* A point or exponent shows that the number is no integer. */
static size_t finish(char *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (out[i] == '.' || out[i] == 'e' || out[i] == 'N' || out[i] == 'I')
			return n;
	memcpy(out + n, ".0", 2);
	return n + 2;
}

static size_t print_special(double d, char *out)
{
	const char *text = isnan(d) ? "NaN" : d < 0 ? "-Infinity" : "Infinity";
	size_t n = strlen(text);

	memcpy(out, text, n);
	return n;
}

/*
 * Doubles that were written with a few decimals: the smallest k for which
 * i / 10^k, both exact, is the double again.  With at most 15 digits this is
 * what %.15g prints.  0: not such a number.
 */
static size_t print_decimal_like(double d, char *out)
{
	static const double pow10[] = {
		1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9
	};
	double a = fabs(d);
	size_t n;

	if (!(a >= 1e-4 && a < 1e14))
		return 0;
	for (size_t k = 1; k < sizeof(pow10) / sizeof(pow10[0]); k++) {
		double x = a * pow10[k];
		int64_t i;

		if (x >= 1e15)
			return 0;
		i = (int64_t)(x + 0.5);
		if ((double)i / pow10[k] != a)
			continue;
		out[0] = '-';
		out += d < 0;
		n = number_print_i64(i / (int64_t)pow10[k], out);
		out[n++] = '.';
		i %= (int64_t)pow10[k];
		for (size_t at = n + k; at > n; i /= 10)
			out[--at] = (char)('0' + i % 10);
		return n + k + (d < 0);
	}
	return 0;
}

size_t number_print_double(double d, char out[NUMBER_TEXT])
{
	int n = 0;
	size_t fast;

	if (!isfinite(d))
		return print_special(d, out);
	if (fabs(d) < 1e15 && d == (double)(int64_t)d && !(d == 0 && signbit(d))) {
		size_t len = number_print_i64((int64_t)d, out);

		memcpy(out + len, ".0", 2);
		return len + 2;
	}
	fast = print_decimal_like(d, out);
	if (fast)
		return fast;
	/* Fewer digits only mean something where a double has fewer bits. */
	for (int digits = fabs(d) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
		n = snprintf(out, NUMBER_TEXT, "%.*g", digits, d);
		if (digits == 17 || strtod(out, NULL) == d)
			break;
	}
	return finish(out, (size_t)n);
}

size_t number_print_float(float f, char out[NUMBER_TEXT])
{
	int n = 0;

	if (!isfinite(f))
		return print_special(f, out);
	for (int digits = fabsf(f) < FLT_MIN ? 1 : 6; digits <= 9; digits++) {
		n = snprintf(out, NUMBER_TEXT, "%.*g", digits, (double)f);
		if (digits == 9 || strtof(out, NULL) == f)
			break;
	}
	return finish(out, (size_t)n);
}

static int small_int(const char *p, size_t n)
{
	int v = 0;

	for (size_t i = 0; i < n; i++) {
		if (p[i] >= '0' && p[i] <= '9')
			v = v * 10 + (p[i] - '0');
	}
	return n && p[0] == '-' ? -v : v;
}

/* The digits of a printed number without leading zeros; *exponent is that of
 * the first one. */
static size_t digits_of(const char *text, size_t n, char *digits, int *exponent)
{
	size_t n_digits = 0;
	int before = 0, zeros = 0;
	bool point = false;

	*exponent = 0;
	for (size_t i = 0; i < n; i++) {
		char c = text[i];

		if (c == 'e') {
			*exponent = small_int(text + i + 1, n - i - 1);
			break;
		}
		if (c == '.') {
			point = true;
		} else if (c != '-') {
			if (n_digits || c != '0')
				digits[n_digits++] = c;
			else if (point)
				zeros++;
			if (n_digits && !point)
				before++;
		}
	}
	while (n_digits > 1 && digits[n_digits - 1] == '0')
		n_digits--;
	*exponent += before > 0 ? before - 1 : -zeros - 1;
	return n_digits;
}

size_t number_print_java(double d, bool is_float, char out[NUMBER_TEXT])
{
	char digits[NUMBER_TEXT];
	size_t n = is_float ? number_print_float((float)d, out)
			    : number_print_double(d, out);
	size_t n_digits, at = 0;
	int exponent;

	if (!isfinite(d) || d == 0 || (fabs(d) >= 1e-3 && fabs(d) < 1e7))
		return n;
	n_digits = digits_of(out, n, digits, &exponent);
	if (signbit(d))
		out[at++] = '-';
	out[at++] = digits[0];
	out[at++] = '.';
	if (n_digits == 1)
		digits[n_digits++] = '0';
	memcpy(out + at, digits + 1, n_digits - 1);
	at += n_digits - 1;
	return at + (size_t)snprintf(out + at, NUMBER_TEXT - at, "E%d", exponent);
}
