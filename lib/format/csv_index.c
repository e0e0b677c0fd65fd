#include "format/csv_index.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/banned.h"

/* What the kernels look for. */
struct csv_marks {
	char delim, quote;
	char newline[2];
	uint64_t quote_mask; /* 0: there are no quotes */
};

struct csv_kernel {
	const char *name;
	void (*index)(struct csv_marks m, const char *p, size_t n, uint32_t *out,
		      struct csv_span *span);
	void (*measure)(struct csv_marks m, const char *p, size_t n, uint32_t *out,
			struct csv_span *span);
};

static struct csv_marks marks_of(const struct csv_dialect *d)
{
	return (struct csv_marks){
		.delim = d->delim.p[0],
		.quote = d->quote,
		.newline = { '\n', d->cr_ends ? '\r' : '\n' },
		.quote_mask = d->quote ? ~(uint64_t)0 : 0,
	};
}

#if defined(__x86_64__)

/* Write the entries of one 64-byte step, lowest first, four at a time. */
#define EMIT_BY_TZCNT(out, s, nl, at)                                       \
	do {                                                                \
		uint64_t s_ = (s), nl_ = (nl);                              \
		uint32_t base_ = (uint32_t)(at)*2 + 2;                      \
		uint32_t *o_ = (out);                                       \
		(out) += __builtin_popcountll(s_);                          \
		while (s_) {                                                \
			unsigned k_ = (unsigned)__builtin_ctzll(s_);        \
			*o_++ = base_ + k_ * 2 + (uint32_t)(nl_ >> k_ & 1); \
			s_ &= s_ - 1;                                       \
		}                                                           \
	} while (0)

/* --- SSE2: every x86-64 --------------------------------------------------- */

static inline uint64_t prefix_xor_shift(uint64_t x)
{
	for (int i = 1; i < 64; i *= 2)
		x ^= x << i;
	return x;
}

#define TARGET
#define NAME(f) sse2_##f
#define PREFIX_XOR(m) prefix_xor_shift(m)
#define EMIT EMIT_BY_TZCNT

typedef struct {
	__m128i v[4];
} sse2_lanes;

static inline sse2_lanes sse2_load(const char *p)
{
	sse2_lanes x;

	for (int i = 0; i < 4; i++)
		x.v[i] = _mm_loadu_si128((const void *)(p + 16 * i));
	return x;
}

static inline uint64_t sse2_eq(sse2_lanes x, char c)
{
	__m128i w = _mm_set1_epi8(c);
	uint64_t m = 0;

	for (int i = 3; i >= 0; i--)
		m = m << 16 | (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(x.v[i], w));
	return m;
}

static inline uint64_t sse2_high(sse2_lanes x)
{
	uint64_t m = 0;

	for (int i = 3; i >= 0; i--)
		m = m << 16 | (uint32_t)_mm_movemask_epi8(x.v[i]);
	return m;
}

#include "format/csv_index.inc"
#undef TARGET
#undef NAME
#undef PREFIX_XOR
#undef EMIT

/* --- AVX2 ----------------------------------------------------------------- */

#define TARGET __attribute__((target("avx2,pclmul,popcnt,bmi,bmi2,lzcnt")))
#define NAME(f) avx2_##f
#define PREFIX_XOR(m) avx2_prefix_xor(m)
#define EMIT EMIT_BY_TZCNT

TARGET static inline uint64_t avx2_prefix_xor(uint64_t m)
{
	return (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(
		_mm_set_epi64x(0, (long long)m), _mm_set1_epi8((char)0xff), 0));
}

typedef struct {
	__m256i lo, hi;
} avx2_lanes;

TARGET static inline avx2_lanes avx2_load(const char *p)
{
	return (avx2_lanes){ _mm256_loadu_si256((const void *)p),
			     _mm256_loadu_si256((const void *)(p + 32)) };
}

TARGET static inline uint64_t avx2_eq(avx2_lanes x, char c)
{
	__m256i w = _mm256_set1_epi8(c);
	uint32_t lo = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x.lo, w));
	uint32_t hi = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(x.hi, w));

	return (uint64_t)hi << 32 | lo;
}

TARGET static inline uint64_t avx2_high(avx2_lanes x)
{
	return (uint64_t)(uint32_t)_mm256_movemask_epi8(x.hi) << 32 |
	       (uint32_t)_mm256_movemask_epi8(x.lo);
}

#include "format/csv_index.inc"
#undef TARGET
#undef NAME
#undef PREFIX_XOR
#undef EMIT

/* --- AVX-512 -------------------------------------------------------------- */

#define TARGET                                                                \
	__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,pclmul," \
			      "popcnt,bmi,bmi2,lzcnt")))
#define NAME(f) avx512_##f
#define PREFIX_XOR(m) avx512_prefix_xor(m)
#define EMIT(out, s, nl, at) (out) = avx512_emit((out), (s), (nl), (uint32_t)(at))

TARGET static inline uint64_t avx512_prefix_xor(uint64_t m)
{
	return (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(
		_mm_set_epi64x(0, (long long)m), _mm_set1_epi8((char)0xff), 0));
}

typedef __m512i avx512_lanes;

TARGET static inline __m512i avx512_load(const char *p)
{
	return _mm512_loadu_si512(p);
}

TARGET static inline uint64_t avx512_eq(__m512i x, char c)
{
	return _mm512_cmpeq_epi8_mask(x, _mm512_set1_epi8(c));
}

TARGET static inline uint64_t avx512_high(__m512i x)
{
	return _mm512_movepi8_mask(x);
}

/* Compress the byte numbers of the hits, then widen 16 at a time. */
TARGET static inline uint32_t *avx512_emit(uint32_t *out, uint64_t s, uint64_t nl,
					   uint32_t at)
{
	static const uint8_t twice[64] = {
		2,   4,   6,   8,   10,  12,  14,  16,  18,  20,  22,  24,  26,
		28,  30,  32,  34,  36,  38,  40,  42,  44,  46,  48,  50,  52,
		54,  56,  58,  60,  62,  64,  66,  68,  70,  72,  74,  76,  78,
		80,  82,  84,  86,  88,  90,  92,  94,  96,  98,  100, 102, 104,
		106, 108, 110, 112, 114, 116, 118, 120, 122, 124, 126, 128
	};
	int n = __builtin_popcountll(s);
	__m512i base = _mm512_set1_epi32((int)(at * 2));
	__m512i ids = _mm512_loadu_si512(twice);
	__m512i c;

	ids = _mm512_mask_add_epi8(ids, nl, ids, _mm512_set1_epi8(1));
	c = _mm512_maskz_compress_epi8(s, ids);
	_mm512_storeu_si512(
		out, _mm512_add_epi32(base,
				      _mm512_cvtepu8_epi32(_mm512_castsi512_si128(c))));
	if (n > 16) {
		__m512i w = _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(c, 1));

		_mm512_storeu_si512(out + 16, _mm512_add_epi32(base, w));
	}
	if (n > 32) {
		__m512i w = _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(c, 2));
		__m512i z = _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(c, 3));

		_mm512_storeu_si512(out + 32, _mm512_add_epi32(base, w));
		_mm512_storeu_si512(out + 48, _mm512_add_epi32(base, z));
	}
	return out + n;
}

#include "format/csv_index.inc"
#undef TARGET
#undef NAME
#undef PREFIX_XOR
#undef EMIT

static const struct csv_kernel kernels[] = {
	{ "sse2", sse2_index, sse2_measure },
	{ "avx2", avx2_index, avx2_measure },
	{ "avx512", avx512_index, avx512_measure },
};

static bool can_run(size_t kernel)
{
	bool avx2;

	__builtin_cpu_init();
	avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
	       __builtin_cpu_supports("bmi2");
	if (kernel < 2)
		return kernel == 0 || avx2;
	return avx2 && __builtin_cpu_supports("avx512bw") &&
	       __builtin_cpu_supports("avx512vl") &&
	       __builtin_cpu_supports("avx512vbmi2");
}

static const struct csv_kernel *best_kernel(void)
{
	return can_run(2) ? &kernels[2] : can_run(1) ? &kernels[1] : &kernels[0];
}

bool csv_index_by(size_t kernel, const struct csv_dialect *d, const char *p, size_t n,
		  uint32_t *out, struct csv_span *span)
{
	if (kernel >= sizeof(kernels) / sizeof(kernels[0]) || !can_run(kernel))
		return false;
	*span = (struct csv_span){ 0 };
	kernels[kernel].index(marks_of(d), p, n, out, span);
	return true;
}

#else

static const struct csv_kernel *best_kernel(void)
{
	return NULL;
}

bool csv_index_by(size_t kernel, const struct csv_dialect *d, const char *p, size_t n,
		  uint32_t *out, struct csv_span *span)
{
	(void)kernel;
	(void)d;
	(void)p;
	(void)n;
	(void)out;
	(void)span;
	return false;
}

#endif

/* The fast kernels do not say where the quote opened that is still open. */
static void find_open(const struct csv_dialect *d, const char *p, size_t n,
		      struct csv_span *span)
{
	struct csv_span tail;

	if (!span->in_quotes)
		return;
	csv_index_exact(d, p + span->end, n - span->end, NULL, &tail);
	span->open_at = span->end + tail.open_at;
}

void csv_index(const struct csv_dialect *d, const char *p, size_t n, uint32_t *out,
	       struct csv_span *span)
{
	const struct csv_kernel *k = csv_dialect_is_plain(d) ? best_kernel() : NULL;

	*span = (struct csv_span){ 0 };
	if (k)
		k->index(marks_of(d), p, n, out, span);
	if (!k || span->is_loose)
		csv_index_exact(d, p, n, out, span);
	else
		find_open(d, p, n, span);
}

void csv_measure(const struct csv_dialect *d, const char *p, size_t n,
		 struct csv_span *span)
{
	const struct csv_kernel *k = csv_dialect_is_plain(d) ? best_kernel() : NULL;

	*span = (struct csv_span){ 0 };
	if (k)
		k->measure(marks_of(d), p, n, NULL, span);
	if (!k || span->is_loose)
		csv_index_exact(d, p, n, NULL, span);
	else
		find_open(d, p, n, span);
}

const char *csv_index_kernel(void)
{
	const struct csv_kernel *k = best_kernel();

	return k ? k->name : "exact";
}
