/*
 * f_agg_quantile.c - median, percentiles, and counts of different values.
 *
 * Quantiles are exact: values are kept and the one asked for is selected.
 */
#include <math.h>

#include "func/agg_util.h"

#define ROWS SHADE_BATCH_ROWS

/* --- quantiles ------------------------------------------------------------ */

struct sample {
	double *v;
	size_t n, cap;
	double p; /* asked for; constant in a query */
};

static void sample_push(struct func_call *fc, struct sample *s, double v)
{
	if (s->n == s->cap) {
		size_t cap = s->cap ? s->cap * 2 : 16;

		s->v = arena_realloc(fc->arena, s->v, s->cap * sizeof(double),
				     cap * sizeof(double));
		s->cap = cap;
	}
	s->v[s->n++] = v;
}

static shade_status sample_update(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, const uint32_t *gids,
				  uint8_t *base, size_t stride)
{
	double tmp[ROWS];
	const double *v = agg_f64(&args[0], n, tmp);

	for (size_t i = 0; i < n; i++) {
		struct sample *s = agg_state(base, stride, gids, i);

		s->p = n_args > 1 ? arg_f64(&args[1], i) : 0.5;
		if (!(s->p >= 0 && s->p <= 1))
			return shade_fail(
				fc->cx, SHADE_E_RANGE, fc->span,
				"a percentile is asked for with a number from "
				"0 to 1, not %g",
				s->p);
		sample_push(fc, s, v[i]);
	}
	return SHADE_OK;
}

static shade_status sample_combine(struct func_call *fc, const uint8_t *src,
				   size_t src_stride, size_t n, const uint32_t *gids,
				   uint8_t *base, size_t stride)
{
	for (size_t i = 0; i < n; i++) {
		const struct sample *from = (const struct sample *)(src +
								    i * src_stride);
		struct sample *to = agg_state(base, stride, gids, i);

		for (size_t k = 0; k < from->n; k++)
			sample_push(fc, to, from->v[k]);
		if (from->n)
			to->p = from->p;
	}
	return SHADE_OK;
}

/* NaN sorts highest. */
static bool below(double a, double b)
{
	return a < b || (isnan(b) && !isnan(a));
}

/* Hoare's selection with a median of three: v[k] is in its sorted place,
 * smaller ones before it, larger ones behind. */
static void select_nth(double *v, size_t n, size_t k)
{
	size_t lo = 0, hi = n - 1;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2, i = lo, j = hi;
		double a = v[lo], b = v[mid], c = v[hi], pivot;

		pivot = below(a, b) ? (below(b, c)   ? b
				       : below(a, c) ? c
						     : a)
				    : (below(a, c)   ? a
				       : below(b, c) ? c
						     : b);
		for (;;) {
			while (below(v[i], pivot))
				i++;
			while (below(pivot, v[j]))
				j--;
			if (i >= j)
				break;
			a = v[i];
			v[i++] = v[j];
			v[j--] = a;
		}
		if (k <= j)
			hi = j;
		else
			lo = j + 1;
	}
}

/* The value at rank (n - 1) * p, between two neighbours in proportion. */
static double quantile_cont(double *v, size_t n, double p)
{
	double rank = (double)(n - 1) * p;
	size_t k = (size_t)floor(rank);
	double part = rank - (double)k, a, b;

	select_nth(v, n, k);
	a = v[k];
	if (part <= 0)
		return a;
	b = v[k + 1];
	for (size_t i = k + 2; i < n; i++)
		if (below(v[i], b))
			b = v[i];
	return a + (b - a) * part;
}

static double quantile_disc(double *v, size_t n, double p)
{
	double rank = ceil((double)n * p);
	size_t k = rank < 1 ? 0 : (size_t)rank - 1;

	select_nth(v, n, k);
	return v[k];
}

static shade_status sample_finalize(struct func_call *fc, const uint8_t *base,
				    size_t stride, size_t n, struct vector *out,
				    double (*quantile)(double *v, size_t n, double p))
{
	double *to = out->data;

	for (size_t i = 0; i < n; i++) {
		const struct sample *s = (const struct sample *)(base + i * stride);

		if (s->n == 0)
			out_null(fc, out, i);
		else
			to[i] = quantile(s->v, s->n, s->p);
	}
	return SHADE_OK;
}

static shade_status cont_finalize(struct func_call *fc, const uint8_t *base,
				  size_t stride, size_t n, struct vector *out)
{
	return sample_finalize(fc, base, stride, n, out, quantile_cont);
}

static shade_status disc_finalize(struct func_call *fc, const uint8_t *base,
				  size_t stride, size_t n, struct vector *out)
{
	return sample_finalize(fc, base, stride, n, out, quantile_disc);
}

static const struct agg_class cont_class = {
	.state_size = sizeof(struct sample),
	.update = sample_update,
	.combine = sample_combine,
	.finalize = cont_finalize,
};

static const struct agg_class disc_class = {
	.state_size = sizeof(struct sample),
	.update = sample_update,
	.combine = sample_combine,
	.finalize = disc_finalize,
};

/* --- approx_count_distinct: HyperLogLog with 4,096 registers -------
 * Flajolet, Fusy, Gandouet, Meunier (2007); linear counting below 2.5 m;
 * standard error 1.6 %. */

enum { HLL_BITS = 12, HLL_SIZE = 1 << HLL_BITS };

struct hll {
	uint8_t *rank; /* NULL: nothing seen */
};

static shade_status hll_update(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, const uint32_t *gids,
			       uint8_t *base, size_t stride)
{
	uint64_t hash[ROWS];

	(void)n_args;
	vector_hash(&args[0], n, hash, false);
	for (size_t i = 0; i < n; i++) {
		struct hll *s = agg_state(base, stride, gids, i);
		uint64_t h = hash_u64(hash[i]);
		size_t at = h >> (64 - HLL_BITS);
		uint8_t rank = (uint8_t)(__builtin_clzll(h << HLL_BITS |
							 1ull << (HLL_BITS - 1)) +
					 1);

		if (!s->rank)
			s->rank = arena_alloc(fc->arena, HLL_SIZE);
		if (rank > s->rank[at])
			s->rank[at] = rank;
	}
	return SHADE_OK;
}

static shade_status hll_combine(struct func_call *fc, const uint8_t *src,
				size_t src_stride, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride)
{
	for (size_t i = 0; i < n; i++) {
		const struct hll *from = (const struct hll *)(src + i * src_stride);
		struct hll *to = agg_state(base, stride, gids, i);

		if (!from->rank)
			continue;
		if (!to->rank)
			to->rank = arena_alloc(fc->arena, HLL_SIZE);
		for (size_t k = 0; k < HLL_SIZE; k++)
			if (from->rank[k] > to->rank[k])
				to->rank[k] = from->rank[k];
	}
	return SHADE_OK;
}

static int64_t hll_estimate(const struct hll *s)
{
	const double m = HLL_SIZE;
	double sum = 0, e;
	size_t zeros = 0;

	if (!s->rank)
		return 0;
	for (size_t k = 0; k < HLL_SIZE; k++) {
		sum += ldexp(1.0, -s->rank[k]);
		zeros += s->rank[k] == 0;
	}
	e = 0.7213 / (1 + 1.079 / m) * m * m / sum;
	if (e <= 2.5 * m && zeros > 0)
		e = m * log(m / (double)zeros);
	return llround(e);
}

static shade_status hll_finalize(struct func_call *fc, const uint8_t *base,
				 size_t stride, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)fc;
	for (size_t i = 0; i < n; i++)
		to[i] = hll_estimate((const struct hll *)(base + i * stride));
	return SHADE_OK;
}

static const struct agg_class hll_class = {
	.state_size = sizeof(struct hll),
	.update = hll_update,
	.combine = hll_combine,
	.finalize = hll_finalize,
};

#define AGG(n, s, f, c, d, e, r)                                                   \
	{                                                                          \
		.name = (n), .sig = (s), .kind = FUNC_AGGREGATE, .flags = (f),     \
		.agg = (c), .doc = (d),                                            \
		.example = "SELECT " e " FROM VALUES (1), (2), (3), (10) AS t(a)", \
		.result = (r)                                                      \
	}

static const struct func_row rows[] = {
	AGG("median", "DOUBLE -> DOUBLE", 0, &cont_class,
	    "the middle value, or the mean of the two in the middle", "median(a)",
	    "2.5"),
	AGG("quantile_cont", "DOUBLE, DOUBLE -> DOUBLE", FUNC_CAN_FAIL, &cont_class,
	    "value at a share of the sorted rows, between neighbours in proportion",
	    "quantile_cont(a, 0.25)", "1.75"),
	AGG("percentile_cont", "DOUBLE, DOUBLE -> DOUBLE", FUNC_CAN_FAIL, &cont_class,
	    "value at a share of the sorted rows, between neighbours in proportion",
	    "percentile_cont(0.5) WITHIN GROUP (ORDER BY a)", "2.5"),
	AGG("percentile", "DOUBLE, DOUBLE -> DOUBLE", FUNC_CAN_FAIL, &cont_class,
	    "value at a share of the sorted rows, between neighbours in proportion",
	    "percentile(a, 0.5)", "2.5"),
	AGG("quantile", "DOUBLE, DOUBLE -> DOUBLE", FUNC_CAN_FAIL, &disc_class,
	    "value of the row at a share of the sorted rows", "quantile(a, 0.5)",
	    "2.0"),
	AGG("quantile_disc", "DOUBLE, DOUBLE -> DOUBLE", FUNC_CAN_FAIL, &disc_class,
	    "value of the row at a share of the sorted rows", "quantile_disc(a, 0.5)",
	    "2.0"),
	AGG("percentile_disc", "DOUBLE, DOUBLE -> DOUBLE", FUNC_CAN_FAIL, &disc_class,
	    "value of the row at a share of the sorted rows",
	    "percentile_disc(0.5) WITHIN GROUP (ORDER BY a)", "2.0"),
	AGG("approx_quantile", "DOUBLE, DOUBLE -> DOUBLE", FUNC_CAN_FAIL, &cont_class,
	    "as quantile_cont", "approx_quantile(a, 0.5)", "2.5"),
	AGG("approx_percentile", "DOUBLE, DOUBLE -> DOUBLE", FUNC_CAN_FAIL, &disc_class,
	    "as quantile_disc", "approx_percentile(a, 0.5)", "2.0"),
	AGG("percentile_approx", "DOUBLE, DOUBLE -> DOUBLE", FUNC_CAN_FAIL, &disc_class,
	    "as quantile_disc", "percentile_approx(a, 0.5)", "2.0"),
	AGG("approx_count_distinct", "ANY -> BIGINT", FUNC_TOTAL, &hll_class,
	    "estimated number of different values", "approx_count_distinct(a)", "4"),
};

const struct func_family func_family_quantile = {
	.name = "Quantiles and estimates",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
