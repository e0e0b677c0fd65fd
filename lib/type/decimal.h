/*
 * decimal.h - exact numbers: an integer and the place of its point.
 *
 * A DECIMAL(p,s) is the integer value * 10^s.  Rounding is half up (away
 * from zero).  Functions return false when a result does not fit.
 */
#ifndef SHADE_TYPE_DECIMAL_H
#define SHADE_TYPE_DECIMAL_H

#include "type/type.h"

typedef __int128 int128;
typedef unsigned __int128 uint128;

/* 10^k, 0 <= k <= 38. */
extern const int128 decimal_pow10[39];
extern const int64_t decimal_pow10_64[19];

/* |v| < 10^p */
static inline bool decimal_fits(int128 v, int p)
{
	return v < decimal_pow10[p] && v > -decimal_pow10[p];
}

/* Digits of the largest value of an integer type: INT 10; else 0. */
int type_int_digits(enum type_id id);

/* v / 10^k rounded half up, k 0..38. */
int128 decimal_shift_down(int128 v, int k);
/* From scale s to scale `to`, result within precision p. */
bool decimal_rescale(int128 v, int s, int to, int p, int128 *out);
/* a * b / 10^drop, rounded, within precision p. */
bool decimal_mul(int128 a, int128 b, int drop, int p, int128 *out);
/* a * 10^up / b, rounded half up, within precision p; b is not 0. */
bool decimal_div(int128 a, int up, int128 b, int p, int128 *out);

/* Result types of arithmetic on two decimals (flink.md 8.3). */
const struct type *decimal_add_type(struct arena *a, const struct type *x,
				    const struct type *y);
const struct type *decimal_mul_type(struct arena *a, const struct type *x,
				    const struct type *y);
const struct type *decimal_div_type(struct arena *a, const struct type *x,
				    const struct type *y);
const struct type *decimal_mod_type(struct arena *a, const struct type *x,
				    const struct type *y);
/* The decimal that an integer type counts as; a decimal itself. */
const struct type *decimal_of(struct arena *a, const struct type *t);

enum decimal_result { DECIMAL_OK, DECIMAL_BAD, DECIMAL_OVERFLOW };

/* Text as DECIMAL(p,s): sign, digits, point, exponent; surplus digits round. */
enum decimal_result decimal_parse(const char *p, size_t n, int precision, int scale,
				  int128 *out);
/* Digits and scale of a literal as written ("1.50": 3, 2). */
bool decimal_measure(struct str text, int *precision, int *scale);

#define DECIMAL_TEXT 48

/* Text of v at the scale; returns its length. */
size_t decimal_print(int128 v, int scale, char out[DECIMAL_TEXT]);

double decimal_to_double(int128 v, int scale);
/* Rounded half away from zero; false: not finite or too large. */
bool decimal_from_double(double d, int precision, int scale, int128 *out);
/* The same for what has at most 15 digits at that scale; false: ask above. */
bool decimal_from_short(double d, int scale, int64_t *out);

#endif
