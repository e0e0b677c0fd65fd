/*
 * f_math.c - numbers: rounding, powers, logarithms, trigonometry.
 */
#include <math.h>

#include "func/arith.h"
#include "func/agg_util.h"
#include "type/decimal.h"

/* --- double -> double ----------------------------------------------------- */

typedef double (*math_fn)(double x);

static shade_status domain(struct func_call *fc, double x)
{
	return shade_fail(fc->cx, SHADE_E_RANGE, fc->span, "%s is not defined for %g",
			  fc->row->name, x);
}

static shade_status map_rows(struct func_call *fc, const struct vector *args, size_t n,
			     struct vector *out, math_fn fn, bool (*is_in)(double x))
{
	double *to = out->data;

	for (size_t i = 0; i < n; i++) {
		double x;

		if (!out_valid(out, i))
			continue;
		x = arg_f64(&args[0], i);
		if (is_in && !is_in(x))
			return domain(fc, x);
		to[i] = fn(x);
	}
	return SHADE_OK;
}

static bool not_negative(double x)
{
	return !(x < 0);
}

static bool positive(double x)
{
	return !(x <= 0);
}

static bool unit(double x)
{
	return !(x < -1 || x > 1);
}

/* cbrt() may be off by one in the last place even for whole cubes. */
static double cube_root(double x)
{
	double r = cbrt(x), whole = round(r);

	return whole * whole * whole == x ? whole : r;
}

static double cotangent(double x)
{
	return 1 / tan(x);
}

static double secant(double x)
{
	return 1 / cos(x);
}

static double cosecant(double x)
{
	return 1 / sin(x);
}

static double to_degrees(double x)
{
	return x * 180 / M_PI;
}

static double to_radians(double x)
{
	return x * M_PI / 180;
}

#define MAP(fn, math, is_in)                                                    \
	static shade_status fn(struct func_call *fc, const struct vector *args, \
			       size_t n_args, size_t n, struct vector *out)     \
	{                                                                       \
		(void)n_args;                                                   \
		return map_rows(fc, args, n, out, math, is_in);                 \
	}

MAP(k_sqrt, sqrt, not_negative)
MAP(k_cbrt, cube_root, NULL)
MAP(k_exp, exp, NULL)
MAP(k_expm1, expm1, NULL)
MAP(k_ln, log, positive)
MAP(k_log10, log10, positive)
MAP(k_log2, log2, positive)
MAP(k_log1p, log1p, NULL)
MAP(k_sin, sin, NULL)
MAP(k_cos, cos, NULL)
MAP(k_tan, tan, NULL)
MAP(k_cot, cotangent, NULL)
MAP(k_sec, secant, NULL)
MAP(k_csc, cosecant, NULL)
MAP(k_asin, asin, unit)
MAP(k_acos, acos, unit)
MAP(k_atan, atan, NULL)
MAP(k_sinh, sinh, NULL)
MAP(k_cosh, cosh, NULL)
MAP(k_tanh, tanh, NULL)
MAP(k_asinh, asinh, NULL)
MAP(k_acosh, acosh, NULL)
MAP(k_atanh, atanh, NULL)
MAP(k_degrees, to_degrees, NULL)
MAP(k_radians, to_radians, NULL)
MAP(k_rint, rint, NULL)
MAP(k_gamma, tgamma, NULL)
MAP(k_lgamma, lgamma, NULL)

/* --- two doubles ---------------------------------------------------------- */

static shade_status pair_rows(const struct vector *args, size_t n, struct vector *out,
			      double (*fn)(double a, double b))
{
	double *to = out->data;

	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			to[i] = fn(arg_f64(&args[0], i), arg_f64(&args[1], i));
	return SHADE_OK;
}

static shade_status k_power(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return pair_rows(args, n, out, pow);
}

static shade_status k_atan2(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return pair_rows(args, n, out, atan2);
}

static shade_status k_hypot(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return pair_rows(args, n, out, hypot);
}

static shade_status k_nextafter(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return pair_rows(args, n, out, nextafter);
}

/* log(base, x) */
static shade_status k_log_base(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	double *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		double base, x;

		if (!out_valid(out, i))
			continue;
		base = arg_f64(&args[0], i);
		x = arg_f64(&args[1], i);
		if (x <= 0 || base <= 0)
			return domain(fc, x <= 0 ? x : base);
		if (base == 1)
			return domain(fc, base);
		to[i] = log(x) / log(base);
	}
	return SHADE_OK;
}

/* --- rounding: keeps the kind of number ----------------------------------- */

enum rounding { ROUND_NEAR, ROUND_ZERO, ROUND_UP, ROUND_DOWN, ROUND_EVEN };

static double round_double(double x, int64_t digits, enum rounding how)
{
	double scale, y;

	if (!isfinite(x) || digits > 300)
		return x;
	if (digits < -300)
		return 0;
	scale = pow(10, (double)(digits < 0 ? -digits : digits));
	y = digits < 0 ? x / scale : x * scale;
	if (!isfinite(y))
		return x;
	switch (how) {
	case ROUND_NEAR: y = round(y); break;
	case ROUND_ZERO: y = trunc(y); break;
	case ROUND_UP: y = ceil(y); break;
	case ROUND_DOWN: y = floor(y); break;
	case ROUND_EVEN: y = rint(y); break;
	}
	return digits < 0 ? y * scale : y / scale;
}

/* v / 10^k, rounded, times nothing: the number of tens. */
static i128 divide_tens(i128 v, int64_t k, enum rounding how)
{
	i128 by, q, r;

	if (k > 38)
		return 0;
	by = decimal_pow10[k];
	q = v / by;
	r = v % by;
	if (r == 0)
		return q;
	switch (how) {
	case ROUND_NEAR:
		return (r < 0 ? -r : r) >= by - (r < 0 ? -r : r) ? q + (v < 0 ? -1 : 1)
								 : q;
	case ROUND_ZERO: return q;
	case ROUND_UP: return q + (v > 0);
	case ROUND_DOWN: return q - (v < 0);
	case ROUND_EVEN: {
		i128 twice = (r < 0 ? -r : r) - (by - (r < 0 ? -r : r));

		return twice > 0 || (twice == 0 && q % 2) ? q + (v < 0 ? -1 : 1) : q;
	}
	}
	return q;
}

static i128 int_at(const struct vector *v, size_t i)
{
	int64_t tmp[1];
	struct vector one = *v;

	if (type_phys(v->type) == PHYS_I128)
		return ((const i128 *)v->data)[arg_at(v, i)];
	one.data = (uint8_t *)v->data + arg_at(v, i) * phys_width(type_phys(v->type));
	one.form = VECTOR_FLAT;
	return *agg_i64(&one, 1, tmp);
}

static shade_status store_int(struct func_call *fc, struct vector *out, size_t i,
			      i128 v)
{
	const struct type *t = out->type;
	static const uint8_t bits[PHYS_COUNT] = {
		[PHYS_I8] = 7, [PHYS_I16] = 15, [PHYS_I32] = 31, [PHYS_I64] = 63
	};
	enum phys p = type_phys(t);
	bool fits = true;

	if (t->id == TYPE_DECIMAL)
		fits = decimal_fits(v, t->precision);
	else if (bits[p])
		fits = v >= -((i128)1 << bits[p]) && v < ((i128)1 << bits[p]);
	if (!fits)
		return shade_fail(fc->cx, SHADE_E_OVERFLOW, fc->span,
				  "the result of %s does not fit into %.*s",
				  fc->row->name, STR_ARG(type_name(fc->cx->arena, t)));
	switch (p) {
	case PHYS_I8: ((int8_t *)out->data)[i] = (int8_t)v; break;
	case PHYS_I16: ((int16_t *)out->data)[i] = (int16_t)v; break;
	case PHYS_I32: ((int32_t *)out->data)[i] = (int32_t)v; break;
	case PHYS_I128: ((i128 *)out->data)[i] = v; break;
	default: ((int64_t *)out->data)[i] = (int64_t)v;
	}
	return SHADE_OK;
}

static shade_status round_exact(struct func_call *fc, const struct vector *arg,
				size_t i, int64_t digits, enum rounding how,
				struct vector *out)
{
	i128 v = int_at(arg, i);
	int64_t drop = (int64_t)arg->type->scale - digits; /* digits to lose */
	int64_t up = (int64_t)out->type->scale - digits; /* zeros to add back */

	if (drop <= 0) { /* nothing to lose; only the scale may differ */
		if (out->type->scale < arg->type->scale)
			v = divide_tens(v, arg->type->scale - out->type->scale, how);
		return store_int(fc, out, i, v);
	}
	v = divide_tens(v, drop, how);
	if (up > 0) {
		if (v != 0 &&
		    (up > 38 || __builtin_mul_overflow(v, decimal_pow10[up], &v)))
			v = decimal_pow10[38];
	}
	return store_int(fc, out, i, v);
}

static shade_status round_rows(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out,
			       enum rounding how)
{
	for (size_t i = 0; i < n; i++) {
		int64_t digits;

		if (!out_valid(out, i))
			continue;
		digits = n_args > 1 ? arg_i64(&args[1], i) : 0;
		if (out->type->id == TYPE_DOUBLE)
			((double *)out->data)[i] = round_double(arg_f64(&args[0], i),
								digits, how);
		else
			TRY(round_exact(fc, &args[0], i, digits, how, out));
	}
	return SHADE_OK;
}

#define ROUND_KERNEL(fn, how)                                                   \
	static shade_status fn(struct func_call *fc, const struct vector *args, \
			       size_t n_args, size_t n, struct vector *out)     \
	{                                                                       \
		return round_rows(fc, args, n_args, n, out, how);               \
	}

ROUND_KERNEL(k_round, ROUND_NEAR)
ROUND_KERNEL(k_truncate, ROUND_ZERO)
ROUND_KERNEL(k_ceil, ROUND_UP)
ROUND_KERNEL(k_floor, ROUND_DOWN)
ROUND_KERNEL(k_bround, ROUND_EVEN)

/* flink.md 8.3: r >= s: unchanged; 0 <= r < s: (1+p-s+r, r); r < 0: (1+p-s, 0). */
static shade_status round_bind(struct func_bind *fb, const struct agg_class **agg)
{
	const struct type *t = fb->arg_types[0];
	const struct value *r = fb->n_args > 1 && fb->consts ? fb->consts[1] : NULL;
	int64_t digits = 0;
	int p, s;

	(void)agg;
	if (type_family(t) == FAMILY_FLOAT) {
		fb->arg_types[0] = fb->type = type_of(TYPE_DOUBLE);
		return SHADE_OK;
	}
	fb->type = t;
	if (t->id != TYPE_DECIMAL)
		return SHADE_OK;
	if (fb->n_args > 1) {
		if (!r || r->is_null) /* not known here: the scale stays */
			return SHADE_OK;
		digits = r->i;
	}
	if (digits >= t->scale)
		return SHADE_OK;
	s = digits > 0 ? (int)digits : 0;
	p = 1 + t->precision - t->scale + s;
	fb->type = type_decimal(fb->arena, p > 38 ? 38 : p, s);
	return SHADE_OK;
}

/* --- sign, abs ------------------------------------------------------------ */

static shade_status same_bind(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	if (type_family(fb->arg_types[0]) == FAMILY_FLOAT)
		fb->arg_types[0] = type_of(TYPE_DOUBLE);
	fb->type = fb->arg_types[0];
	return SHADE_OK;
}

static shade_status k_sign(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		if (!out_valid(out, i))
			continue;
		if (args[0].type->id == TYPE_DOUBLE) {
			double x = arg_f64(&args[0], i);

			to[i] = (x > 0) - (x < 0);
		} else {
			i128 v = int_at(&args[0], i);

			to[i] = (v > 0) - (v < 0);
		}
	}
	return SHADE_OK;
}

static shade_status sign_bind(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	if (type_family(fb->arg_types[0]) == FAMILY_FLOAT)
		fb->arg_types[0] = type_of(TYPE_DOUBLE);
	return SHADE_OK;
}

/* --- asking ----------------------------------------------------------------- */

static shade_status k_isnan(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		to[i] = (uint8_t)(isnan(arg_f64(&args[0], i)) != 0);
	return SHADE_OK;
}

static shade_status k_isinf(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		to[i] = (uint8_t)(isinf(arg_f64(&args[0], i)) != 0);
	return SHADE_OK;
}

static shade_status k_isfinite(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		to[i] = isfinite(arg_f64(&args[0], i)) != 0;
	return SHADE_OK;
}

#define ROW(n, s, k, f, b, d, e, r)                                                \
	{                                                                          \
		.name = (n), .sig = (s), .kernel = (k), .flags = (f), .bind = (b), \
		.doc = (d), .example = (e), .result = (r)                          \
	}
#define D1(n, k, f, d, e, r) ROW(n, "DOUBLE -> DOUBLE", k, f, NULL, d, e, r)
#define D2(n, k, d, e, r) ROW(n, "DOUBLE, DOUBLE -> DOUBLE", k, 0, NULL, d, e, r)
#define CF FUNC_CAN_FAIL

static const struct func_row rows[] = {
	ROW("abs", "NUMERIC -> ?", arith_abs, CF, same_bind, "absolute value",
	    "abs(-5)", "5"),
	ROW("sign", "NUMERIC -> INT", k_sign, 0, sign_bind, "-1, 0 or 1", "sign(-2.5)",
	    "-1"),
	ROW("signum", "NUMERIC -> INT", k_sign, 0, sign_bind, "-1, 0 or 1", "signum(3)",
	    "1"),
	ROW("round", "NUMERIC [, BIGINT] -> ?", k_round, CF, round_bind,
	    "rounded to so many digits, halves away from zero", "round(2.345, 2)",
	    "2.35"),
	ROW("bround", "NUMERIC [, BIGINT] -> ?", k_bround, CF, round_bind,
	    "rounded to so many digits, halves to even", "bround(2.5)", "2"),
	ROW("truncate", "NUMERIC [, BIGINT] -> ?", k_truncate, CF, round_bind,
	    "cut to so many digits", "truncate(-2.789, 1)", "-2.7"),
	ROW("trunc", "NUMERIC [, BIGINT] -> ?", k_truncate, CF, round_bind,
	    "cut to so many digits", "trunc(2.789)", "2"),
	ROW("ceil", "NUMERIC -> ?", k_ceil, CF, round_bind,
	    "smallest whole number not below", "ceil(2.1)", "3"),
	ROW("ceiling", "NUMERIC -> ?", k_ceil, CF, round_bind,
	    "smallest whole number not below", "ceiling(-2.1)", "-2"),
	ROW("floor", "NUMERIC -> ?", k_floor, CF, round_bind,
	    "largest whole number not above", "floor(-2.1)", "-3"),
	D1("rint", k_rint, 0, "nearest whole number, halves to even", "rint(2.5)",
	   "2.0"),
	D1("sqrt", k_sqrt, CF, "square root", "sqrt(16)", "4.0"),
	D1("cbrt", k_cbrt, 0, "cube root", "cbrt(27)", "3.0"),
	D1("exp", k_exp, 0, "e to the power of x", "exp(0)", "1.0"),
	D1("expm1", k_expm1, 0, "exp(x) - 1", "expm1(0)", "0.0"),
	D1("ln", k_ln, CF, "natural logarithm", "ln(1)", "0.0"),
	D1("log10", k_log10, CF, "logarithm to base 10", "log10(1000)", "3.0"),
	D1("log2", k_log2, CF, "logarithm to base 2", "log2(8)", "3.0"),
	D1("log1p", k_log1p, 0, "ln(1 + x)", "log1p(0)", "0.0"),
	D1("log", k_log10, CF,
	   "logarithm to base 10; the natural one in the dialects spark and flink",
	   "log(100)", "2.0"),
	ROW("log", "DOUBLE, DOUBLE -> DOUBLE", k_log_base, CF, NULL,
	    "logarithm of the second number to the base of the first", "log(2, 8)",
	    "3.0"),
	D2("power", k_power, "x to the power of y", "power(2, 10)", "1024.0"),
	D2("pow", k_power, "x to the power of y", "pow(2, 0.5) > 1.41", "true"),
	D1("sin", k_sin, 0, "sine", "sin(0)", "0.0"),
	D1("cos", k_cos, 0, "cosine", "cos(0)", "1.0"),
	D1("tan", k_tan, 0, "tangent", "tan(0)", "0.0"),
	D1("cot", k_cot, 0, "cotangent", "round(cot(1), 4)", "0.6421"),
	D1("sec", k_sec, 0, "secant", "sec(0)", "1.0"),
	D1("csc", k_csc, 0, "cosecant", "round(csc(1), 4)", "1.1884"),
	D1("asin", k_asin, CF, "arc sine", "asin(0)", "0.0"),
	D1("acos", k_acos, CF, "arc cosine", "acos(1)", "0.0"),
	D1("atan", k_atan, 0, "arc tangent", "atan(0)", "0.0"),
	D2("atan2", k_atan2, "angle of the point (x, y), given y and x", "atan2(0, 1)",
	   "0.0"),
	D1("sinh", k_sinh, 0, "hyperbolic sine", "sinh(0)", "0.0"),
	D1("cosh", k_cosh, 0, "hyperbolic cosine", "cosh(0)", "1.0"),
	D1("tanh", k_tanh, 0, "hyperbolic tangent", "tanh(0)", "0.0"),
	D1("asinh", k_asinh, 0, "inverse hyperbolic sine", "asinh(0)", "0.0"),
	D1("acosh", k_acosh, 0, "inverse hyperbolic cosine", "acosh(1)", "0.0"),
	D1("atanh", k_atanh, 0, "inverse hyperbolic tangent", "atanh(0)", "0.0"),
	D1("degrees", k_degrees, 0, "radians as degrees", "degrees(pi())", "180.0"),
	D1("radians", k_radians, 0, "degrees as radians", "radians(180) = pi()",
	   "true"),
	D1("gamma", k_gamma, 0, "gamma function", "gamma(5)", "24.0"),
	D1("lgamma", k_lgamma, 0, "logarithm of the gamma function", "lgamma(1)",
	   "0.0"),
	D2("hypot", k_hypot, "length of the hypotenuse", "hypot(3, 4)", "5.0"),
	D2("nextafter", k_nextafter, "next number towards another",
	   "nextafter(1, 2) > 1", "true"),
	ROW("isnan", "DOUBLE -> BOOLEAN", k_isnan, 0, NULL, "not a number?",
	    "isnan(CAST('nan' AS DOUBLE))", "true"),
	ROW("isinf", "DOUBLE -> BOOLEAN", k_isinf, 0, NULL, "infinite?", "isinf(1)",
	    "false"),
	ROW("isfinite", "DOUBLE -> BOOLEAN", k_isfinite, 0, NULL, "a finite number?",
	    "isfinite(1)", "true"),
};

const struct func_family func_family_math = {
	.name = "Numbers",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
