#if defined(__x86_64__)
#include <immintrin.h>
#endif
#include <math.h>

#include "kernel/tables.h"

#if defined(__x86_64__)

#if defined(__clang__)
#pragma clang attribute push(                                                        \
	__attribute__((target(                                                       \
		"avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi,bmi2,popcnt"))), \
	apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi,bmi2,popcnt")
#endif

/* Thirty-two bytes at a time into a mask, positions by compression. */
static size_t select_bytes(const uint8_t *a, size_t n, uint16_t *sel)
{
	__m512i at = _mm512_set_epi16(31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20,
				      19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7,
				      6, 5, 4, 3, 2, 1, 0);
	const __m512i step = _mm512_set1_epi16(32);
	size_t k = 0, i = 0;

	for (; i + 32 <= n; i += 32) {
		__m256i v = _mm256_loadu_si256((const __m256i *)(a + i));
		__mmask32 m = _mm256_test_epi8_mask(v, v);

		if (m)
			_mm512_mask_compressstoreu_epi16(sel + k, m, at);
		k += (size_t)__builtin_popcount(m);
		at = _mm512_add_epi16(at, step);
	}
	for (; i < n; i++) {
		sel[k] = (uint16_t)i;
		k += a[i];
	}
	return k;
}
#define SELECT_BYTES

#define TABLE kernel_table_avx512
#include "kernel/table.inc"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
