#include "kernel/convert.h"

#include "type/decimal.h"

#define T uint8_t
#define NAME from_bool
#include "kernel/convert_int.inc"
#define T int8_t
#define NAME from_i8
#include "kernel/convert_int.inc"
#define T int16_t
#define NAME from_i16
#include "kernel/convert_int.inc"
#define T int32_t
#define NAME from_i32
#include "kernel/convert_int.inc"
#define T int64_t
#define NAME from_i64
#include "kernel/convert_int.inc"
#define T __int128
#define NAME from_i128
#include "kernel/convert_int.inc"

bool kernel_convert_int(enum phys from, const void *in, enum phys to, void *out,
			size_t n)
{
	switch (from) {
	case PHYS_BOOL: return from_bool(in, to, out, n);
	case PHYS_I8: return from_i8(in, to, out, n);
	case PHYS_I16: return from_i16(in, to, out, n);
	case PHYS_I32: return from_i32(in, to, out, n);
	case PHYS_I64: return from_i64(in, to, out, n);
	case PHYS_I128: return from_i128(in, to, out, n);
	default: return false;
	}
}

static bool up_64_64(const int64_t *in, int64_t factor, int64_t limit,
		     int64_t *restrict out, size_t n)
{
	bool bad = false;

	for (size_t i = 0; i < n; i++) {
		bad |= (in[i] > limit) | (in[i] < -limit);
		out[i] = (int64_t)((uint64_t)in[i] * (uint64_t)factor);
	}
	return !bad;
}

bool kernel_scale_up(enum phys from, const void *in, int k, enum phys to, int precision,
		     void *out, size_t n)
{
	int128 limit, factor;
	bool bad = false;

	if (k > precision) { /* only zero fits */
		factor = 1;
		limit = 0;
	} else {
		factor = decimal_pow10[k];
		limit = (decimal_pow10[precision] - 1) / factor;
	}
	if (from == PHYS_I64 && to == PHYS_I64) {
		return up_64_64(in, (int64_t)factor, (int64_t)limit, out, n);
	} else if (from == PHYS_I64) {
		const int64_t *a = in;
		int128 *restrict r = out;

		for (size_t i = 0; i < n; i++) {
			bad |= (a[i] > limit) | (a[i] < -limit);
			r[i] = (int128)((uint128)a[i] * (uint128)factor);
		}
	} else if (to == PHYS_I128) {
		const int128 *a = in;
		int128 *restrict r = out;

		for (size_t i = 0; i < n; i++) {
			bad |= (a[i] > limit) | (a[i] < -limit);
			r[i] = (int128)((uint128)a[i] * (uint128)factor);
		}
	} else {
		const int128 *a = in;
		int64_t *restrict r = out;

		for (size_t i = 0; i < n; i++) {
			bad |= (a[i] > limit) | (a[i] < -limit);
			r[i] = (int64_t)((uint64_t)a[i] * (uint64_t)factor);
		}
	}
	return !bad;
}

bool kernel_scale_down(enum phys from, const void *in, int k, enum phys to,
		       int precision, void *out, size_t n)
{
	bool bad = false;

	for (size_t i = 0; i < n; i++) {
		int128 v = from == PHYS_I64 ? ((const int64_t *)in)[i]
					    : ((const int128 *)in)[i];

		v = decimal_shift_down(v, k);
		bad |= !decimal_fits(v, precision);
		if (to == PHYS_I64)
			((int64_t *)out)[i] = (int64_t)v;
		else
			((int128 *)out)[i] = v;
	}
	return !bad;
}

void kernel_decimal_to_f64(enum phys from, const void *in, int scale, double *out,
			   size_t n)
{
	if (from == PHYS_I64) {
		const int64_t *a = in;
		const double d = (double)decimal_pow10[scale];

		for (size_t i = 0; i < n; i++)
			out[i] = (double)a[i] / d;
		return;
	}
	for (size_t i = 0; i < n; i++)
		out[i] = decimal_to_double(((const int128 *)in)[i], scale);
}
