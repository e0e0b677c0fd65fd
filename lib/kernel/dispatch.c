/*
 * dispatch.c - which kernels this machine runs, and those that need no
 * choice.
 */
#include "kernel/tables.h"

const struct kernel_table *kernels(void)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("avx512vbmi2") &&
	    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vl"))
		return &kernel_table_avx512;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
		return &kernel_table_avx2;
#endif
	return &kernel_table_base;
}

static bool holds(enum kernel_cmp op, int c)
{
	switch (op) {
	case KERNEL_EQ: return c == 0;
	case KERNEL_NE: return c != 0;
	case KERNEL_LT: return c < 0;
	case KERNEL_LE: return c <= 0;
	case KERNEL_GT: return c > 0;
	case KERNEL_GE: return c >= 0;
	case KERNEL_CMP_COUNT: break;
	}
	unreachable();
}

/* Equality with a constant of up to 12 bytes is two words a row. */
static void eq_short(const struct strv *a, const struct strv *b, bool negate,
		     uint8_t *out, size_t n)
{
	uint64_t want[2], have[2];

	__builtin_memcpy(want, b, 16);
	for (size_t i = 0; i < n; i++) {
		__builtin_memcpy(have, &a[i], 16);
		out[i] = (uint8_t)((((have[0] ^ want[0]) | (have[1] ^ want[1])) == 0) ^
				   negate);
	}
}

void kernel_cmp_str(enum kernel_cmp op, struct operand lhs, struct operand rhs,
		    uint8_t *out, size_t n)
{
	const struct strv *a = lhs.data, *b = rhs.data;
	size_t sa = !lhs.is_const, sb = !rhs.is_const;

	if (op == KERNEL_EQ || op == KERNEL_NE) {
		bool negate = op == KERNEL_NE;

		if (rhs.is_const && !lhs.is_const && b->n <= STRV_INLINE) {
			eq_short(a, b, negate, out, n);
			return;
		}
		for (size_t i = 0; i < n; i++)
			out[i] = strv_eq(&a[i * sa], &b[i * sb]) != negate;
		return;
	}
	for (size_t i = 0; i < n; i++)
		out[i] = holds(op, strv_cmp(&a[i * sa], &b[i * sb]));
}

void kernel_mask_validity(uint8_t *bytes, const uint64_t *validity, size_t n)
{
	if (!validity)
		return;
	for (size_t w = 0; w < VALIDITY_WORDS(n); w++) {
		uint64_t missing = ~validity[w];

		if (w == n / 64)
			missing &= n % 64 ? ((uint64_t)1 << n % 64) - 1 : 0;
		for (; missing; missing &= missing - 1)
			bytes[w * 64 + (size_t)__builtin_ctzll(missing)] = 0;
	}
}
