#include "type/decimal.h"

#include <math.h>

#define P64(a, b) ((int128)(a) * (int128)(b))
#define E18 1000000000000000000

const int128 decimal_pow10[39] = {
	1,
	10,
	100,
	1000,
	10000,
	100000,
	1000000,
	10000000,
	100000000,
	1000000000,
	10000000000,
	100000000000,
	1000000000000,
	10000000000000,
	100000000000000,
	1000000000000000,
	10000000000000000,
	100000000000000000,
	E18,
	P64(E18, 10),
	P64(E18, 100),
	P64(E18, 1000),
	P64(E18, 10000),
	P64(E18, 100000),
	P64(E18, 1000000),
	P64(E18, 10000000),
	P64(E18, 100000000),
	P64(E18, 1000000000),
	P64(E18, 10000000000),
	P64(E18, 100000000000),
	P64(E18, 1000000000000),
	P64(E18, 10000000000000),
	P64(E18, 100000000000000),
	P64(E18, 1000000000000000),
	P64(E18, 10000000000000000),
	P64(E18, 100000000000000000),
	P64(E18, E18),
	P64(E18, E18) * 10,
	P64(E18, E18) * 100,
};

const int64_t decimal_pow10_64[19] = {
	1,
	10,
	100,
	1000,
	10000,
	100000,
	1000000,
	10000000,
	100000000,
	1000000000,
	10000000000,
	100000000000,
	1000000000000,
	10000000000000,
	100000000000000,
	1000000000000000,
	10000000000000000,
	100000000000000000,
	E18,
};

static uint128 magnitude(int128 v)
{
	return v < 0 ? (uint128)0 - (uint128)v : (uint128)v;
}

static int128 with_sign(uint128 u, bool negative)
{
	return negative ? (int128)((uint128)0 - u) : (int128)u;
}

int128 decimal_shift_down(int128 v, int k)
{
	uint128 d, u;

	if (k == 0)
		return v;
	if (k > 38)
		return 0;
	d = (uint128)decimal_pow10[k];
	u = magnitude(v);
	if (u >> 64 == 0 && k <= 18) {
		uint64_t d64 = (uint64_t)d, u64 = (uint64_t)u, q = u64 / d64;

		return with_sign(q + (u64 - q * d64 >= d64 - d64 / 2), v < 0);
	}
	return with_sign(u / d + (u % d >= d - d / 2), v < 0);
}

bool decimal_rescale(int128 v, int s, int to, int p, int128 *out)
{
	int128 r;

	if (to < s) {
		r = decimal_shift_down(v, s - to);
	} else if (to == s || v == 0) {
		r = v;
	} else {
		if (to - s > 38 || __builtin_mul_overflow(v, decimal_pow10[to - s], &r))
			return false;
	}
	if (!decimal_fits(r, p))
		return false;
	*out = r;
	return true;
}

/* A 256-bit number as four words, lowest first. */
struct wide {
	uint64_t w[4];
};

static struct wide wide_mul(uint128 a, uint128 b)
{
	uint64_t x[2] = { (uint64_t)a, (uint64_t)(a >> 64) };
	uint64_t y[2] = { (uint64_t)b, (uint64_t)(b >> 64) };
	struct wide r = { { 0 } };

	for (int i = 0; i < 2; i++) {
		uint64_t carry = 0;

		for (int j = 0; j < 2; j++) {
			uint128 t = (uint128)x[i] * y[j] + r.w[i + j] + carry;

			r.w[i + j] = (uint64_t)t;
			carry = (uint64_t)(t >> 64);
		}
		r.w[i + 2] = carry;
	}
	return r;
}

static void wide_add(struct wide *a, uint128 b)
{
	uint64_t y[4] = { (uint64_t)b, (uint64_t)(b >> 64), 0, 0 };
	uint64_t carry = 0;

	for (int i = 0; i < 4; i++) {
		uint128 t = (uint128)a->w[i] + y[i] + carry;

		a->w[i] = (uint64_t)t;
		carry = (uint64_t)(t >> 64);
	}
}

/* a / b by shift and subtract; false when the quotient needs > 127 bits. */
static bool wide_div(struct wide a, uint128 b, uint128 *out)
{
	uint128 rem = 0, q = 0;

	for (int i = 255; i >= 0; i--) {
		bool top = rem >> 127;

		rem = rem << 1 | (a.w[i >> 6] >> (i & 63) & 1);
		if (q >> 126)
			return false;
		q <<= 1;
		if (top || rem >= b) {
			rem -= b;
			q |= 1;
		}
	}
	*out = q;
	return true;
}

bool decimal_mul(int128 a, int128 b, int drop, int p, int128 *out)
{
	int128 r;
	uint128 q, d;
	struct wide w;

	if (!__builtin_mul_overflow(a, b, &r)) {
		r = decimal_shift_down(r, drop);
		if (!decimal_fits(r, p))
			return false;
		*out = r;
		return true;
	}
	if (drop == 0)
		return false;
	d = (uint128)decimal_pow10[drop];
	w = wide_mul(magnitude(a), magnitude(b));
	wide_add(&w, d / 2);
	if (!wide_div(w, d, &q) || q >= (uint128)decimal_pow10[p])
		return false;
	*out = with_sign(q, (a < 0) != (b < 0));
	return true;
}

bool decimal_div(int128 a, int up, int128 b, int p, int128 *out)
{
	uint128 ub = magnitude(b), q, n;
	bool negative = (a < 0) != (b < 0);
	struct wide w;

	if (up < 0) /* never made by the result rule, but well defined */
		return decimal_div(decimal_shift_down(a, -up), 0, b, p, out);
	if (up > 38)
		return a == 0 ? (*out = 0, true) : false;
	if (!__builtin_mul_overflow(magnitude(a), (uint128)decimal_pow10[up], &n) &&
	    !(n >> 126)) {
		if (n >> 64 == 0 && ub >> 64 == 0) {
			uint64_t q64 = (uint64_t)n / (uint64_t)ub;
			uint64_t r64 = (uint64_t)n - q64 * (uint64_t)ub;

			q = (uint128)q64 + (r64 >= (uint64_t)ub - r64);
		} else {
			q = n / ub;
			n -= q * ub;
			q += n >= ub - n;
		}
	} else {
		w = wide_mul(magnitude(a), (uint128)decimal_pow10[up]);
		wide_add(&w, ub / 2);
		if (!wide_div(w, ub, &q))
			return false;
	}
	if (q >= (uint128)decimal_pow10[p])
		return false;
	*out = with_sign(q, negative);
	return true;
}

/* --- result types --------------------------------------------------------- */

static int max(int a, int b)
{
	return a > b ? a : b;
}

static int min(int a, int b)
{
	return a < b ? a : b;
}

static const struct type *capped(struct arena *a, int p, int s)
{
	if (p > 38) {
		s = max(38 - (p - s), min(s, 6));
		p = 38;
	}
	return type_decimal(a, p, s);
}

const struct type *decimal_of(struct arena *a, const struct type *t)
{
	if (t->id == TYPE_DECIMAL)
		return t;
	return type_decimal(a, type_int_digits(t->id), 0);
}

const struct type *decimal_add_type(struct arena *a, const struct type *x,
				    const struct type *y)
{
	int s = max(x->scale, y->scale);

	return capped(a, max(x->precision - x->scale, y->precision - y->scale) + s + 1,
		      s);
}

const struct type *decimal_mul_type(struct arena *a, const struct type *x,
				    const struct type *y)
{
	return capped(a, x->precision + y->precision + 1, x->scale + y->scale);
}

const struct type *decimal_div_type(struct arena *a, const struct type *x,
				    const struct type *y)
{
	int s = max(6, x->scale + y->precision + 1);

	return capped(a, x->precision - x->scale + y->scale + s, s);
}

const struct type *decimal_mod_type(struct arena *a, const struct type *x,
				    const struct type *y)
{
	int s = max(x->scale, y->scale);

	return capped(a, min(x->precision - x->scale, y->precision - y->scale) + s, s);
}

/* --- text ----------------------------------------------------------------- */

/* Sign, digits, point and exponent found in a number's text. */
struct number_parts {
	bool negative;
	const char *digits; /* may contain one point */
	size_t n;
	int point; /* digits before the point */
	int exponent;
};

static bool split_exponent(const char *p, size_t n, int *out)
{
	bool negative = n && *p == '-';
	int e = 0;

	if (n && (*p == '-' || *p == '+'))
		p++, n--;
	if (n == 0)
		return false;
	for (; n; p++, n--) {
		if (*p < '0' || *p > '9')
			return false;
		if (e < 100000)
			e = e * 10 + (*p - '0');
	}
	*out = negative ? -e : e;
	return true;
}

static bool split_number(const char *p, size_t n, struct number_parts *out)
{
	size_t i, n_digits = 0;
	bool seen_point = false;

	*out = (struct number_parts){ 0 };
	if (n && (*p == '-' || *p == '+')) {
		out->negative = *p == '-';
		p++, n--;
	}
	out->digits = p;
	for (i = 0; i < n; i++) {
		if (p[i] >= '0' && p[i] <= '9') {
			n_digits++;
			out->point += !seen_point;
		} else if (p[i] == '.' && !seen_point) {
			seen_point = true;
		} else {
			break;
		}
	}
	out->n = i;
	if (n_digits == 0)
		return false;
	if (i == n)
		return true;
	return (p[i] == 'e' || p[i] == 'E') &&
	       split_exponent(p + i + 1, n - i - 1, &out->exponent);
}

enum decimal_result decimal_parse(const char *p, size_t n, int precision, int scale,
				  int128 *out)
{
	struct number_parts np;
	uint128 v = 0;
	int keep, used = 0; /* digits wanted; digits consumed */
	bool round_up = false;

	if (!split_number(p, n, &np))
		return DECIMAL_BAD;
	keep = np.point + np.exponent + scale;
	for (size_t i = 0; i < np.n; i++) {
		if (np.digits[i] == '.')
			continue;
		if (used >= keep) {
			round_up = used == keep && np.digits[i] >= '5';
			break;
		}
		if (v >= (uint128)decimal_pow10[37])
			return DECIMAL_OVERFLOW;
		v = v * 10 + (unsigned)(np.digits[i] - '0');
		used++;
	}
	if (used < keep && v != 0) {
		if (keep - used > 38 ||
		    __builtin_mul_overflow(v, (uint128)decimal_pow10[keep - used], &v))
			return DECIMAL_OVERFLOW;
	}
	v += round_up;
	if (v >= (uint128)decimal_pow10[precision])
		return DECIMAL_OVERFLOW;
	*out = with_sign(v, np.negative);
	return DECIMAL_OK;
}

bool decimal_measure(struct str text, int *precision, int *scale)
{
	struct number_parts np;
	int whole, fraction = 0, leading = 0;
	bool nonzero = false;

	if (!split_number(text.p, text.n, &np) || np.exponent != 0)
		return false;
	for (size_t i = 0; i < np.n && i < (size_t)np.point && !nonzero; i++) {
		nonzero = np.digits[i] != '0';
		leading += !nonzero;
	}
	whole = np.point - leading;
	fraction = (int)np.n - np.point - (np.n > (size_t)np.point);
	if (fraction > 38 || whole + fraction > 38)
		return false;
	*scale = fraction;
	*precision = max(whole + fraction, 1);
	return true;
}

size_t decimal_print(int128 v, int scale, char out[DECIMAL_TEXT])
{
	char tmp[DECIMAL_TEXT];
	size_t n = 0, len = 0;
	uint128 u = magnitude(v);

	while (u >> 64) {
		tmp[n++] = (char)('0' + (int)(u % 10));
		u /= 10;
	}
	for (uint64_t low = (uint64_t)u; low || n <= (size_t)scale; low /= 10)
		tmp[n++] = (char)('0' + low % 10);
	if (v < 0)
		out[len++] = '-';
	while (n > 0) {
		if (n == (size_t)scale)
			out[len++] = '.';
		out[len++] = tmp[--n];
	}
	return len;
}

double decimal_to_double(int128 v, int scale)
{
	static const double exact[23] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,
					  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
					  1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
					  1e18, 1e19, 1e20, 1e21, 1e22 };

	if (scale <= 22)
		return (double)v / exact[scale];
	return (double)((long double)v / (long double)decimal_pow10[scale]);
}

/* The shortest text is the integer found here, for the quotient of two exact
 * doubles is the double nearest to it. */
bool decimal_from_short(double d, int scale, int64_t *out)
{
	double unit, r;

	if (scale > 15 || !(fabs(d) < 1e15))
		return false;
	unit = (double)decimal_pow10[scale];
	r = nearbyint(d * unit);
	if (fabs(r) >= 1e15 || r / unit != d)
		return false;
	*out = (int64_t)r;
	return true;
}

bool decimal_from_double(double d, int precision, int scale, int128 *out)
{
	char text[64];
	int64_t few;
	int n;

	if (!isfinite(d) || fabs(d) > 1e38)
		return false;
	if (decimal_from_short(d, scale, &few)) {
		*out = few;
		return decimal_fits(few, precision);
	}
	/* Through the shortest text, so that 1.005 is what was written. */
	for (int digits = 15; digits <= 17; digits++) {
		n = snprintf(text, sizeof(text), "%.*e", digits - 1, d);
		if (n < 0 || strtod(text, NULL) == d)
			break;
	}
	return n > 0 &&
	       decimal_parse(text, (size_t)n, precision, scale, out) == DECIMAL_OK;
}
