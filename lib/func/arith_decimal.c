/*
 * arith_decimal.c - arithmetic of decimals (result types: flink.md 8.3).
 *
 * Values of up to 18 digits are int64, wider ones __int128.  Additions cast
 * both sides to the result type first; products take the sides as they are
 * and are exact, so that most need no check at all.
 */
#include "func/arith.h"
#include "type/decimal.h"

static bool needs_check(const struct func_call *fc)
{
	return fc->type->precision == 38;
}

static shade_status settle(struct func_call *fc, enum arith_op op, bool is_try,
			   const struct vector *args, size_t i, bool by_zero, size_t n,
			   struct vector *out)
{
	if (!is_try)
		return arith_fail(fc, op, args, i, by_zero);
	func_set_null(fc, out, i, n);
	return SHADE_OK;
}

static void store(struct vector *out, size_t i, int128 v)
{
	if (type_phys(out->type) == PHYS_I64)
		((int64_t *)out->data)[i] = (int64_t)v;
	else
		((int128 *)out->data)[i] = v;
}

static shade_status check_range(struct func_call *fc, enum arith_op op, bool is_try,
				const struct vector *args, size_t n, struct vector *out)
{
	const int128 *r = out->data;
	bool bad = false;

	for (size_t i = 0; i < n; i++)
		bad |= !decimal_fits(r[i], 38);
	if (!bad)
		return SHADE_OK;
	for (size_t i = 0; i < n; i++)
		if (row_valid(out, i) && !decimal_fits(r[i], 38))
			TRY(settle(fc, op, is_try, args, i, false, n, out));
	return SHADE_OK;
}

static shade_status add_sub(struct func_call *fc, enum arith_op op, bool is_try,
			    const struct vector *args, size_t n, struct vector *out)
{
	enum phys p = type_phys(out->type);
	const struct kernel_table *k = kernels();
	binary_fn f = op == ARITH_ADD ? k->add[p] : k->sub[p];

	/* Two values of 38 digits cannot overflow 127 bits. */
	f(operand_of(&args[0]), operand_of(&args[1]), out->data, n);
	return needs_check(fc) ? check_range(fc, op, is_try, args, n, out) : SHADE_OK;
}

/* The low words of i128 values that all fit. */
static bool low_words(struct func_call *fc, const struct vector *v, size_t n,
		      struct operand *out)
{
	const int128 *in = v->data;
	int64_t *low;

	*out = operand_of(v);
	if (type_phys(v->type) == PHYS_I64)
		return true;
	if (v->form == VECTOR_CONST)
		n = 1;
	if (!kernels()->narrow(in, n))
		return false;
	low = heap_alloc(fc->heap, n * sizeof(*low));
	if (!low)
		return false;
	for (size_t i = 0; i < n; i++)
		low[i] = (int64_t)in[i];
	out->data = low;
	return true;
}

/* Both sides fit 64 bits and nothing is rounded away: one product a row. */
static bool mul_fast(struct func_call *fc, int drop, const struct vector *args,
		     size_t n, struct vector *out)
{
	struct operand a, b;

	if (drop || !low_words(fc, &args[0], n, &a) || !low_words(fc, &args[1], n, &b))
		return false;
	if (type_phys(out->type) == PHYS_I64)
		kernels()->mul_64(a, b, out->data, n);
	else /* below 2^126 < 10^38 */
		kernels()->mul_64_128(a, b, out->data, n);
	return true;
}

static shade_status mul(struct func_call *fc, bool is_try, const struct vector *args,
			size_t n, struct vector *out)
{
	int drop = args[0].type->scale + args[1].type->scale - fc->type->scale;

	if (mul_fast(fc, drop, args, n, out))
		return SHADE_OK;
	for (size_t i = 0; i < n; i++) {
		int128 r = 0;

		if (row_valid(out, i) &&
		    !decimal_mul(arg_exact(&args[0], i), arg_exact(&args[1], i), drop,
				 fc->type->precision, &r))
			TRY(settle(fc, ARITH_MUL, is_try, args, i, false, n, out));
		store(out, i, r);
	}
	return SHADE_OK;
}

/* All dividends stay below 2^62 when scaled, all divisors are 64-bit. */
static bool divide_fast(struct func_call *fc, int up, const struct vector *args,
			size_t n, struct vector *out)
{
	const int64_t *x, *y;
	size_t sx = args[0].form != VECTOR_CONST, sy = args[1].form != VECTOR_CONST;
	struct operand a, b;
	int64_t factor;

	if (up < 0 || up > 18 || out->validity || !low_words(fc, &args[0], n, &a) ||
	    !low_words(fc, &args[1], n, &b))
		return false;
	x = a.data;
	y = b.data;
	factor = decimal_pow10_64[up];
	if (kernels()->bits_64(x, sx ? n : 1) > (uint64_t)(INT64_MAX / 2 / factor))
		return false;
	for (size_t i = 0; i < n; i++) {
		int64_t v = x[i * sx] * factor, d = y[i * sy], q, rest;

		if (d == 0 || d == INT64_MIN)
			return false;
		q = v / d;
		rest = v - q * d;
		rest = rest < 0 ? -rest : rest;
		if (rest >= (d < 0 ? -d : d) - rest)
			q += (v < 0) == (d < 0) ? 1 : -1;
		store(out, i, q);
	}
	return true;
}

static shade_status divide(struct func_call *fc, bool is_try, const struct vector *args,
			   size_t n, struct vector *out)
{
	int up = fc->type->scale - args[0].type->scale + args[1].type->scale;

	/* A quotient of 62 bits has fewer digits than any DECIMAL(19+). */
	if (fc->type->precision >= 19 && divide_fast(fc, up, args, n, out))
		return SHADE_OK;
	for (size_t i = 0; i < n; i++) {
		int128 x = arg_exact(&args[0], i), y = arg_exact(&args[1], i), r = 0;

		if (row_valid(out, i) &&
		    (y == 0 || !decimal_div(x, up, y, fc->type->precision, &r)))
			TRY(settle(fc, ARITH_DIV, is_try, args, i, y == 0, n, out));
		store(out, i, r);
	}
	return SHADE_OK;
}

/* Both sides have the result's scale. */
static shade_status modulo(struct func_call *fc, bool is_try, const struct vector *args,
			   size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		int128 x = arg_exact(&args[0], i), y = arg_exact(&args[1], i);

		if (row_valid(out, i) && y == 0)
			TRY(settle(fc, ARITH_MOD, is_try, args, i, true, n, out));
		store(out, i, y == 0 ? 0 : x % y);
	}
	return SHADE_OK;
}

static shade_status arith(struct func_call *fc, enum arith_op op, bool is_try,
			  const struct vector *args, size_t n, struct vector *out)
{
	switch (op) {
	case ARITH_ADD:
	case ARITH_SUB: return add_sub(fc, op, is_try, args, n, out);
	case ARITH_MUL: return mul(fc, is_try, args, n, out);
	case ARITH_DIV: return divide(fc, is_try, args, n, out);
	case ARITH_MOD: return modulo(fc, is_try, args, n, out);
	}
	unreachable();
}

static shade_status decimal_kernel(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return arith(fc, arith_op_of(fc->row), arith_is_try(fc->row), args, n, out);
}

static const struct type *wide_enough(struct arena *a, const struct type *t, int scale)
{
	int p = t->precision - t->scale + scale;

	return type_decimal(a, p < 1 ? 1 : p > 38 ? 38 : p, scale);
}

shade_status arith_bind_decimal(struct func_bind *fb)
{
	enum arith_op op = arith_op_of(fb->row);
	bool is_try = arith_is_try(fb->row);
	const struct type *x = decimal_of(fb->arena, fb->arg_types[0]);
	const struct type *y = decimal_of(fb->arena, fb->arg_types[1]);

	fb->kernel = decimal_kernel;
	switch (op) {
	case ARITH_ADD:
	case ARITH_SUB:
		fb->type = decimal_add_type(fb->arena, x, y);
		x = y = fb->type;
		break;
	case ARITH_MUL: fb->type = decimal_mul_type(fb->arena, x, y); break;
	case ARITH_DIV: fb->type = decimal_div_type(fb->arena, x, y); break;
	case ARITH_MOD:
		fb->type = decimal_mod_type(fb->arena, x, y);
		x = wide_enough(fb->arena, x, fb->type->scale);
		y = wide_enough(fb->arena, y, fb->type->scale);
		break;
	}
	fb->arg_types[0] = x;
	fb->arg_types[1] = y;
	fb->can_fail = !is_try && (op >= ARITH_DIV || fb->type->precision == 38);
	return SHADE_OK;
}
