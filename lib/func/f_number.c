/*
 * f_number.c - numbers: whole-number arithmetic, buckets, constants, chance.
 */
#include <math.h>
#include <sys/random.h>

#include "func/agg_util.h"

static shade_status store_big(struct func_call *fc, struct vector *out, size_t i,
			      i128 v)
{
	if (v > INT64_MAX)
		return shade_fail(fc->cx, SHADE_E_OVERFLOW, fc->span,
				  "the result of %s does not fit into BIGINT",
				  fc->row->name);
	((int64_t *)out->data)[i] = (int64_t)v;
	return SHADE_OK;
}

/* --- whole numbers -------------------------------------------------------- */

static shade_status k_factorial(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t k, f = 1;

		if (!out_valid(out, i))
			continue;
		k = arg_i64(&args[0], i);
		if (k < 0 || k > 20)
			return shade_fail(fc->cx, SHADE_E_OVERFLOW, fc->span,
					  "factorial takes 0 to 20, not %lld",
					  (long long)k);
		for (int64_t m = 2; m <= k; m++)
			f *= m;
		to[i] = f;
	}
	return SHADE_OK;
}

static uint64_t magnitude(int64_t v)
{
	return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

static uint64_t gcd_of(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t r = a % b;

		a = b;
		b = r;
	}
	return a;
}

static shade_status k_gcd(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			TRY(store_big(fc, out, i,
				      (i128)gcd_of(magnitude(arg_i64(&args[0], i)),
						   magnitude(arg_i64(&args[1], i)))));
	return SHADE_OK;
}

static shade_status k_lcm(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		uint64_t a, b, g;

		if (!out_valid(out, i))
			continue;
		a = magnitude(arg_i64(&args[0], i));
		b = magnitude(arg_i64(&args[1], i));
		g = gcd_of(a, b);
		TRY(store_big(fc, out, i, g ? (i128)(a / g) * (i128)b : 0));
	}
	return SHADE_OK;
}

/* pmod(a, b): the remainder with the sign of b. */
static shade_status k_pmod(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t a, b, r;

		if (!out_valid(out, i))
			continue;
		a = arg_i64(&args[0], i);
		b = arg_i64(&args[1], i);
		if (b == 0)
			return shade_fail(fc->cx, SHADE_E_DIVIDE_BY_ZERO, fc->span,
					  "division by zero");
		r = b == -1 ? 0 : a % b;
		to[i] = r != 0 && (r < 0) != (b < 0) ? r + b : r;
	}
	return SHADE_OK;
}

static shade_status k_bit_count(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		to[i] = out_valid(out, i)
				? __builtin_popcountll((uint64_t)arg_i64(&args[0], i))
				: 0;
	return SHADE_OK;
}

static shade_status k_width_bucket(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		double x, lo, hi;
		int64_t k;

		if (!out_valid(out, i))
			continue;
		x = arg_f64(&args[0], i);
		lo = arg_f64(&args[1], i);
		hi = arg_f64(&args[2], i);
		k = arg_i64(&args[3], i);
		if (k <= 0 || lo == hi || !isfinite(lo) || !isfinite(hi) || isnan(x))
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "width_bucket needs two different bounds and "
					  "at least one bucket");
		if (lo < hi ? x < lo : x > lo)
			to[i] = 0;
		else if (lo < hi ? x >= hi : x <= hi)
			to[i] = k + 1;
		else
			to[i] = (int64_t)floor((x - lo) / (hi - lo) * (double)k) + 1;
	}
	return SHADE_OK;
}

/* --- constants, chance ---------------------------------------------------- */

static shade_status const_rows(size_t n, struct vector *out, double v)
{
	for (size_t i = 0; i < n; i++)
		((double *)out->data)[i] = v;
	return SHADE_OK;
}

static shade_status k_pi(struct func_call *fc, const struct vector *args, size_t n_args,
			 size_t n, struct vector *out)
{
	(void)fc, (void)args, (void)n_args;
	return const_rows(n, out, M_PI);
}

static shade_status k_e(struct func_call *fc, const struct vector *args, size_t n_args,
			size_t n, struct vector *out)
{
	(void)fc, (void)args, (void)n_args;
	return const_rows(n, out, M_E);
}

/* splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static shade_status random_init(struct func_call *fc, const struct value *const *consts)
{
	uint64_t *state = arena_new_of(fc->arena, uint64_t);

	if (fc->n_args > 0 && consts && consts[0] && !consts[0]->is_null)
		*state = hash_u64((uint64_t)consts[0]->i);
	else if (getrandom(state, sizeof(*state), 0) != sizeof(*state))
		*state = hash_u64((uint64_t)fc->cx->now_us);
	fc->state = state;
	return SHADE_OK;
}

static shade_status k_random(struct func_call *fc, const struct vector *args,
			     size_t n_args, size_t n, struct vector *out)
{
	double *to = out->data;

	(void)args, (void)n_args;
	for (size_t i = 0; i < n; i++)
		to[i] = (double)(next_random(fc->state) >> 11) * 0x1p-53;
	return SHADE_OK;
}

static shade_status k_rand_integer(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t bound = arg_i64(&args[0], i);

		if (!out_valid(out, i))
			continue;
		if (bound <= 0)
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "rand_integer takes a bound above 0");
		to[i] = (int64_t)(next_random(fc->state) % (uint64_t)bound);
	}
	return SHADE_OK;
}

static shade_status k_uuid(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	static const char hex[] = "0123456789abcdef";

	(void)args, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		char *to = out_room(fc, 36);
		uint64_t r[2] = { next_random(fc->state), next_random(fc->state) };

		if (!to)
			return fc->cx->err.code;
		for (size_t k = 0, at = 0; k < 32; k++) {
			unsigned d = r[k / 16] >> (k % 16 * 4) & 15;

			if (k == 12)
				d = 4;
			if (k == 16)
				d = (d & 3) | 8;
			if (k == 8 || k == 12 || k == 16 || k == 20)
				to[at++] = '-';
			to[at++] = hex[d];
		}
		out_view(out, i, to, 36);
	}
	return SHADE_OK;
}

#define ROW(n, s, k, f, b, d, e, r)                                                \
	{                                                                          \
		.name = (n), .sig = (s), .kernel = (k), .flags = (f), .bind = (b), \
		.doc = (d), .example = (e), .result = (r)                          \
	}
#define RANDOM(n, s, k, d, e, r)                                                \
	{                                                                       \
		.name = (n), .sig = (s), .kernel = (k), .flags = FUNC_VOLATILE, \
		.init = random_init, .doc = (d), .example = (e), .result = (r)  \
	}
#define CF FUNC_CAN_FAIL

static const struct func_row rows[] = {
	ROW("factorial", "BIGINT -> BIGINT", k_factorial, CF, NULL, "n!",
	    "factorial(5)", "120"),
	ROW("gcd", "BIGINT, BIGINT -> BIGINT", k_gcd, CF, NULL,
	    "greatest common divisor", "gcd(12, 18)", "6"),
	ROW("lcm", "BIGINT, BIGINT -> BIGINT", k_lcm, CF, NULL, "least common multiple",
	    "lcm(4, 6)", "12"),
	ROW("pmod", "BIGINT, BIGINT -> BIGINT", k_pmod, CF, NULL,
	    "remainder with the sign of the divisor", "pmod(-7, 3)", "2"),
	ROW("bit_count", "BIGINT -> INT", k_bit_count, 0, NULL, "bits that are set",
	    "bit_count(7)", "3"),
	ROW("width_bucket", "DOUBLE, DOUBLE, DOUBLE, BIGINT -> BIGINT", k_width_bucket,
	    CF, NULL, "number of the bucket between two bounds",
	    "width_bucket(5.3, 0.2, 10.6, 5)", "3"),
	ROW("pi", "-> DOUBLE", k_pi, 0, NULL, "3.14159..", "round(pi(), 4)", "3.1416"),
	ROW("e", "-> DOUBLE", k_e, 0, NULL, "2.71828..", "round(e(), 4)", "2.7183"),
	RANDOM("random", "-> DOUBLE", k_random, "a number from 0 up to 1",
	       "random() BETWEEN 0 AND 1", "true"),
	RANDOM("rand", "[BIGINT] -> DOUBLE", k_random,
	       "a number from 0 up to 1; a seed repeats the row of numbers",
	       "rand(42) BETWEEN 0 AND 1", "true"),
	RANDOM("rand_integer", "BIGINT -> BIGINT", k_rand_integer,
	       "a whole number from 0 up to a bound", "rand_integer(1)", "0"),
	RANDOM("uuid", "-> VARCHAR", k_uuid, "a random UUID", "length(uuid())", "36"),
	RANDOM("gen_random_uuid", "-> VARCHAR", k_uuid, "a random UUID",
	       "length(gen_random_uuid())", "36"),
};

const struct func_family func_family_number = {
	.name = "Whole numbers and chance",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
