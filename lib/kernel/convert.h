/*
 * convert.h - loops that change the width or the scale of numbers.
 */
#ifndef SHADE_KERNEL_CONVERT_H
#define SHADE_KERNEL_CONVERT_H

#include "kernel/kernel.h"

/* Integers (BOOL, I8..I128) to any integer or floating width; false: a value
 * did not fit. */
bool kernel_convert_int(enum phys from, const void *in, enum phys to, void *out,
			size_t n);
/* I64 or I128 to I64 or I128: times 10^k, within precision digits. */
bool kernel_scale_up(enum phys from, const void *in, int k, enum phys to, int precision,
		     void *out, size_t n);
/* Divided by 10^k, rounded half up. */
bool kernel_scale_down(enum phys from, const void *in, int k, enum phys to,
		       int precision, void *out, size_t n);
/* Decimals of the scale to doubles. */
void kernel_decimal_to_f64(enum phys from, const void *in, int scale, double *out,
			   size_t n);

#endif
