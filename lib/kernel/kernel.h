/*
 * kernel.h - loops over plain arrays.
 *
 * Kernels know no NULLs: they compute something in NULL rows too, and say
 * only whether any row went wrong; the caller then looks which valid row
 * it was.  Hot ones exist for several instruction sets, chosen at run time.
 */
#ifndef SHADE_KERNEL_KERNEL_H
#define SHADE_KERNEL_KERNEL_H

#include "column/vector.h"

/* One side may be a constant: then only its element 0 exists. */
struct operand {
	const void *data;
	bool is_const;
};

/* False: at least one row overflowed or divided by zero. */
typedef bool (*binary_fn)(struct operand a, struct operand b, void *out, size_t n);
typedef bool (*unary_fn)(const void *a, void *out, size_t n);
/* out: bytes 0 or 1. */
typedef void (*compare_fn)(struct operand a, struct operand b, uint8_t *out, size_t n);

enum kernel_cmp {
	KERNEL_EQ,
	KERNEL_NE,
	KERNEL_LT,
	KERNEL_LE,
	KERNEL_GT,
	KERNEL_GE,
	KERNEL_CMP_COUNT
};

enum kernel_civil { KERNEL_YEAR, KERNEL_MONTH, KERNEL_DAY };

struct kernel_table {
	binary_fn add[PHYS_COUNT], sub[PHYS_COUNT], mul[PHYS_COUNT];
	binary_fn div[PHYS_COUNT], mod[PHYS_COUNT];
	unary_fn neg[PHYS_COUNT], abs[PHYS_COUNT];
	compare_fn cmp[KERNEL_CMP_COUNT][PHYS_COUNT];
	/* out[i] = a[i] && b[i]; out may be a */
	void (*and_bytes)(const uint8_t *a, const uint8_t *b, uint8_t *out, size_t n);
	void (*or_bytes)(const uint8_t *a, const uint8_t *b, uint8_t *out, size_t n);
	void (*not_bytes)(const uint8_t *a, uint8_t *out, size_t n);
	size_t (*count_bytes)(const uint8_t *a, size_t n);
	/* Positions of the ones; sel has room for n. */
	size_t (*select_bytes)(const uint8_t *a, size_t n, uint16_t *sel);
	/* 64 x 64 -> 64 or 128 bits; the products are known to fit. */
	void (*mul_64)(struct operand a, struct operand b, int64_t *out, size_t n);
	void (*mul_64_128)(struct operand a, struct operand b, __int128 *out, size_t n);
	/* Are all values in the range of an int64? */
	bool (*narrow)(const __int128 *a, size_t n);
	/* All the values' bits above the sign: how large they may be. */
	uint64_t (*bits_64)(const int64_t *a, size_t n);
	__int128 (*sum_64)(const int64_t *a, size_t n);
	int64_t (*sum_32)(const int32_t *a, size_t n);
	/* Year, month or day of dates; false: some are out of reach. */
	bool (*civil)(const int32_t *days, enum kernel_civil part, int64_t *out,
		      size_t n);
	double (*sum_f64)(const double *a, size_t n);
};

/* The best table for this machine. */
const struct kernel_table *kernels(void);

/* Strings, in every instruction set. */
void kernel_cmp_str(enum kernel_cmp op, struct operand a, struct operand b,
		    uint8_t *out, size_t n);

/* Bytes 0/1 of the valid rows: out[i] &= bit i. */
void kernel_mask_validity(uint8_t *bytes, const uint64_t *validity, size_t n);

#endif
