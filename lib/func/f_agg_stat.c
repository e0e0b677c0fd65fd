/*
 * f_agg_stat.c - aggregates of statistics: variance, covariance, regression,
 * moments.
 *
 * Means are updated row by row (Welford), states merged with the formulas
 * of Chan, Golub and LeVeque (1979), so large means lose no digits.
 */
#include <math.h>

#include "func/agg_util.h"

#define ROWS SHADE_BATCH_ROWS

/* --- one variable --------------------------------------------------------- */

struct spread {
	double n, mean, m2;
};

static shade_status spread_update(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, const uint32_t *gids,
				  uint8_t *base, size_t stride)
{
	double tmp[ROWS];
	const double *v = agg_f64(&args[0], n, tmp);

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct spread *s = agg_state(base, stride, gids, i);
		double d = v[i] - s->mean;

		s->n += 1;
		s->mean += d / s->n;
		s->m2 += d * (v[i] - s->mean);
	}
	return SHADE_OK;
}

static shade_status spread_combine(struct func_call *fc, const uint8_t *src,
				   size_t src_stride, size_t n, const uint32_t *gids,
				   uint8_t *base, size_t stride)
{
	(void)fc;
	for (size_t i = 0; i < n; i++) {
		const struct spread *b = (const struct spread *)(src + i * src_stride);
		struct spread *a = agg_state(base, stride, gids, i);
		double d = b->mean - a->mean, all = a->n + b->n;

		if (b->n == 0)
			continue;
		a->m2 += b->m2 + d * d * a->n * b->n / all;
		a->mean += d * b->n / all;
		a->n = all;
	}
	return SHADE_OK;
}

enum { SAMPLE = 1, ROOT = 2 };

static shade_status spread_finalize(struct func_call *fc, const uint8_t *base,
				    size_t stride, size_t n, struct vector *out,
				    int what)
{
	double *to = out->data;

	for (size_t i = 0; i < n; i++) {
		const struct spread *s = (const struct spread *)(base + i * stride);
		double by = what & SAMPLE ? s->n - 1 : s->n;

		if (by <= 0) {
			out_null(fc, out, i);
			continue;
		}
		to[i] = s->m2 / by;
		if (what & ROOT)
			to[i] = sqrt(to[i]);
	}
	return SHADE_OK;
}

#define SPREAD(name, what)                                                             \
	static shade_status name##_finalize(struct func_call *fc, const uint8_t *base, \
					    size_t stride, size_t n,                   \
					    struct vector *out)                        \
	{                                                                              \
		return spread_finalize(fc, base, stride, n, out, what);                \
	}                                                                              \
	static const struct agg_class name##_class = {                                 \
		.state_size = sizeof(struct spread),                                   \
		.update = spread_update,                                               \
		.combine = spread_combine,                                             \
		.finalize = name##_finalize,                                           \
	};

SPREAD(var_pop, 0)
SPREAD(var_samp, SAMPLE)
SPREAD(stddev_pop, ROOT)
SPREAD(stddev_samp, SAMPLE | ROOT)

/* --- skewness and kurtosis ------------------------------------------------ */

struct moments {
	double n, m1, m2, m3, m4; /* central moments times n */
};

static void moments_merge(struct moments *a, const struct moments *b)
{
	double na = a->n, nb = b->n, n = na + nb;
	double d = b->m1 - a->m1, d2 = d * d;
	struct moments r = { .n = n };

	if (nb == 0)
		return;
	r.m1 = a->m1 + d * nb / n;
	r.m2 = a->m2 + b->m2 + d2 * na * nb / n;
	r.m3 = a->m3 + b->m3 + d2 * d * na * nb * (na - nb) / (n * n) +
	       3 * d * (na * b->m2 - nb * a->m2) / n;
	r.m4 = a->m4 + b->m4 +
	       d2 * d2 * na * nb * (na * na - na * nb + nb * nb) / (n * n * n) +
	       6 * d2 * (na * na * b->m2 + nb * nb * a->m2) / (n * n) +
	       4 * d * (na * b->m3 - nb * a->m3) / n;
	*a = r;
}

static shade_status moments_update(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, const uint32_t *gids,
				   uint8_t *base, size_t stride)
{
	double tmp[ROWS];
	const double *v = agg_f64(&args[0], n, tmp);

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct moments one = { .n = 1, .m1 = v[i] };

		moments_merge(agg_state(base, stride, gids, i), &one);
	}
	return SHADE_OK;
}

static shade_status moments_combine(struct func_call *fc, const uint8_t *src,
				    size_t src_stride, size_t n, const uint32_t *gids,
				    uint8_t *base, size_t stride)
{
	(void)fc;
	for (size_t i = 0; i < n; i++)
		moments_merge(agg_state(base, stride, gids, i),
			      (const struct moments *)(src + i * src_stride));
	return SHADE_OK;
}

/* Sample skewness with the bias correction of DuckDB and Excel. */
static shade_status skewness_finalize(struct func_call *fc, const uint8_t *base,
				      size_t stride, size_t n, struct vector *out)
{
	double *to = out->data;

	for (size_t i = 0; i < n; i++) {
		const struct moments *s = (const struct moments *)(base + i * stride);
		double k = s->n;

		if (k <= 2 || s->m2 <= 0) {
			out_null(fc, out, i);
			continue;
		}
		to[i] = sqrt(k * (k - 1)) / (k - 2) * (s->m3 / k) / pow(s->m2 / k, 1.5);
	}
	return SHADE_OK;
}

static shade_status kurtosis_finalize(struct func_call *fc, const uint8_t *base,
				      size_t stride, size_t n, struct vector *out)
{
	double *to = out->data;

	for (size_t i = 0; i < n; i++) {
		const struct moments *s = (const struct moments *)(base + i * stride);
		double k = s->n, g;

		if (k <= 3 || s->m2 <= 0) {
			out_null(fc, out, i);
			continue;
		}
		g = k * s->m4 / (s->m2 * s->m2);
		to[i] = (k - 1) / ((k - 2) * (k - 3)) * ((k + 1) * g - 3 * (k - 1));
	}
	return SHADE_OK;
}

/* Of all values, not of a sample; NaN where they do not differ. */
static shade_status skewness_pop_finalize(struct func_call *fc, const uint8_t *base,
					  size_t stride, size_t n, struct vector *out)
{
	double *to = out->data;

	for (size_t i = 0; i < n; i++) {
		const struct moments *s = (const struct moments *)(base + i * stride);

		if (s->n == 0)
			out_null(fc, out, i);
		else
			to[i] = s->m2 == 0 ? NAN : sqrt(s->n) * s->m3 / pow(s->m2, 1.5);
	}
	return SHADE_OK;
}

static shade_status kurtosis_pop_finalize(struct func_call *fc, const uint8_t *base,
					  size_t stride, size_t n, struct vector *out)
{
	double *to = out->data;

	for (size_t i = 0; i < n; i++) {
		const struct moments *s = (const struct moments *)(base + i * stride);

		if (s->n == 0)
			out_null(fc, out, i);
		else
			to[i] = s->m2 == 0 ? NAN : s->n * s->m4 / (s->m2 * s->m2) - 3;
	}
	return SHADE_OK;
}

static const struct agg_class skewness_pop_class = {
	.state_size = sizeof(struct moments),
	.update = moments_update,
	.combine = moments_combine,
	.finalize = skewness_pop_finalize,
};

static const struct agg_class kurtosis_pop_class = {
	.state_size = sizeof(struct moments),
	.update = moments_update,
	.combine = moments_combine,
	.finalize = kurtosis_pop_finalize,
};

static const struct agg_class skewness_class = {
	.state_size = sizeof(struct moments),
	.update = moments_update,
	.combine = moments_combine,
	.finalize = skewness_finalize,
};

static const struct agg_class kurtosis_class = {
	.state_size = sizeof(struct moments),
	.update = moments_update,
	.combine = moments_combine,
	.finalize = kurtosis_finalize,
};

/* --- two variables: f(y, x) ----------------------------------------------- */

struct pair {
	double n, y, x, yy, xx, xy; /* means, then sums of products of deviations */
};

static shade_status pair_update(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride)
{
	double ty[ROWS], tx[ROWS];
	const double *y = agg_f64(&args[0], n, ty), *x = agg_f64(&args[1], n, tx);

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct pair *s = agg_state(base, stride, gids, i);
		double dy = y[i] - s->y, dx = x[i] - s->x;

		s->n += 1;
		s->y += dy / s->n;
		s->x += dx / s->n;
		s->yy += dy * (y[i] - s->y);
		s->xx += dx * (x[i] - s->x);
		s->xy += dx * (y[i] - s->y);
	}
	return SHADE_OK;
}

static shade_status pair_combine(struct func_call *fc, const uint8_t *src,
				 size_t src_stride, size_t n, const uint32_t *gids,
				 uint8_t *base, size_t stride)
{
	(void)fc;
	for (size_t i = 0; i < n; i++) {
		const struct pair *b = (const struct pair *)(src + i * src_stride);
		struct pair *a = agg_state(base, stride, gids, i);
		double dy = b->y - a->y, dx = b->x - a->x, all = a->n + b->n, w;

		if (b->n == 0)
			continue;
		w = a->n * b->n / all;
		a->yy += b->yy + dy * dy * w;
		a->xx += b->xx + dx * dx * w;
		a->xy += b->xy + dx * dy * w;
		a->y += dy * b->n / all;
		a->x += dx * b->n / all;
		a->n = all;
	}
	return SHADE_OK;
}

typedef bool (*pair_result)(const struct pair *s, double *out);

static bool r_covar_pop(const struct pair *s, double *out)
{
	*out = s->xy / s->n;
	return s->n > 0;
}

static bool r_covar_samp(const struct pair *s, double *out)
{
	*out = s->xy / (s->n - 1);
	return s->n > 1;
}

static bool r_corr(const struct pair *s, double *out)
{
	*out = s->xy / sqrt(s->xx * s->yy);
	return s->n > 1 && s->xx > 0 && s->yy > 0;
}

static bool r_slope(const struct pair *s, double *out)
{
	*out = s->xy / s->xx;
	return s->n > 1 && s->xx > 0;
}

static bool r_intercept(const struct pair *s, double *out)
{
	*out = s->y - s->xy / s->xx * s->x;
	return s->n > 1 && s->xx > 0;
}

static bool r_r2(const struct pair *s, double *out)
{
	*out = s->yy == 0 ? 1 : s->xy * s->xy / (s->xx * s->yy);
	return s->n > 1 && s->xx > 0;
}

static bool r_avgx(const struct pair *s, double *out)
{
	*out = s->x;
	return s->n > 0;
}

static bool r_avgy(const struct pair *s, double *out)
{
	*out = s->y;
	return s->n > 0;
}

static bool r_sxx(const struct pair *s, double *out)
{
	*out = s->xx;
	return s->n > 0;
}

static bool r_syy(const struct pair *s, double *out)
{
	*out = s->yy;
	return s->n > 0;
}

static bool r_sxy(const struct pair *s, double *out)
{
	*out = s->xy;
	return s->n > 0;
}

static shade_status pair_finalize(struct func_call *fc, const uint8_t *base,
				  size_t stride, size_t n, struct vector *out,
				  pair_result result)
{
	double *to = out->data;

	for (size_t i = 0; i < n; i++)
		if (!result((const struct pair *)(base + i * stride), &to[i]))
			out_null(fc, out, i);
	return SHADE_OK;
}

static shade_status regr_count_finalize(struct func_call *fc, const uint8_t *base,
					size_t stride, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)fc;
	for (size_t i = 0; i < n; i++)
		to[i] = (int64_t)((const struct pair *)(base + i * stride))->n;
	return SHADE_OK;
}

#define PAIR(name)                                                                     \
	static shade_status name##_finalize(struct func_call *fc, const uint8_t *base, \
					    size_t stride, size_t n,                   \
					    struct vector *out)                        \
	{                                                                              \
		return pair_finalize(fc, base, stride, n, out, r_##name);              \
	}                                                                              \
	static const struct agg_class name##_class = {                                 \
		.state_size = sizeof(struct pair),                                     \
		.update = pair_update,                                                 \
		.combine = pair_combine,                                               \
		.finalize = name##_finalize,                                           \
	};

PAIR(covar_pop)
PAIR(covar_samp)
PAIR(corr)
PAIR(slope)
PAIR(intercept)
PAIR(r2)
PAIR(avgx)
PAIR(avgy)
PAIR(sxx)
PAIR(syy)
PAIR(sxy)

static const struct agg_class regr_count_class = {
	.state_size = sizeof(struct pair),
	.update = pair_update,
	.combine = pair_combine,
	.finalize = regr_count_finalize,
};

#define AGG1(n, c, d, e, r)                                                       \
	{                                                                         \
		.name = (n), .sig = "DOUBLE -> DOUBLE", .kind = FUNC_AGGREGATE,   \
		.agg = (c), .doc = (d),                                           \
		.example = "SELECT " e " FROM VALUES (1), (2), (3), (6) AS t(a)", \
		.result = (r)                                                     \
	}
#define AGG2(n, c, d, e, r)                                                  \
	{                                                                    \
		.name = (n), .sig = "DOUBLE, DOUBLE -> DOUBLE",              \
		.kind = FUNC_AGGREGATE, .agg = (c), .doc = (d),              \
		.example = "SELECT " e                                       \
			   " FROM VALUES (1, 1), (3, 2), (5, 3) AS t(y, x)", \
		.result = (r)                                                \
	}

static const struct func_row rows[] = {
	AGG1("var_pop", &var_pop_class, "variance of the whole", "var_pop(a)", "3.5"),
	AGG1("var_samp", &var_samp_class, "variance of a sample",
	     "round(var_samp(a), 3)", "4.667"),
	AGG1("variance", &var_samp_class, "variance of a sample",
	     "round(variance(a), 3)", "4.667"),
	AGG1("stddev_pop", &stddev_pop_class, "standard deviation of the whole",
	     "round(stddev_pop(a), 3)", "1.871"),
	AGG1("stddev_samp", &stddev_samp_class, "standard deviation of a sample",
	     "round(stddev_samp(a), 3)", "2.16"),
	AGG1("stddev", &stddev_samp_class, "standard deviation of a sample",
	     "round(stddev(a), 3)", "2.16"),
	AGG1("std", &stddev_samp_class, "standard deviation of a sample",
	     "round(std(a), 3)", "2.16"),
	AGG1("skewness", &skewness_class, "skewness of a sample",
	     "round(skewness(a), 3)", "1.19"),
	AGG1("kurtosis", &kurtosis_class, "excess kurtosis of a sample",
	     "round(kurtosis(a), 3)", "1.5"),
	AGG1("skewness_pop", &skewness_pop_class, "skewness of the whole",
	     "round(skewness_pop(a), 3)", "0.687"),
	AGG1("kurtosis_pop", &kurtosis_pop_class, "excess kurtosis of the whole",
	     "round(kurtosis_pop(a), 3)", "-1.0"),
	AGG2("covar_pop", &covar_pop_class, "covariance of the whole",
	     "round(covar_pop(y, x), 3)", "1.333"),
	AGG2("covar_samp", &covar_samp_class, "covariance of a sample",
	     "covar_samp(y, x)", "2.0"),
	AGG2("corr", &corr_class, "correlation", "corr(y, x)", "1.0"),
	AGG2("regr_slope", &slope_class, "slope of the line through (x, y)",
	     "regr_slope(y, x)", "2.0"),
	AGG2("regr_intercept", &intercept_class, "y of that line at x = 0",
	     "regr_intercept(y, x)", "-1.0"),
	AGG2("regr_r2", &r2_class, "square of the correlation", "regr_r2(y, x)", "1.0"),
	AGG2("regr_avgx", &avgx_class, "mean of x", "regr_avgx(y, x)", "2.0"),
	AGG2("regr_avgy", &avgy_class, "mean of y", "regr_avgy(y, x)", "3.0"),
	AGG2("regr_sxx", &sxx_class, "sum of squared deviations of x", "regr_sxx(y, x)",
	     "2.0"),
	AGG2("regr_syy", &syy_class, "sum of squared deviations of y", "regr_syy(y, x)",
	     "8.0"),
	AGG2("regr_sxy", &sxy_class, "sum of products of deviations", "regr_sxy(y, x)",
	     "4.0"),
	{ .name = "regr_count",
	  .sig = "DOUBLE, DOUBLE -> BIGINT",
	  .kind = FUNC_AGGREGATE,
	  .flags = FUNC_TOTAL,
	  .agg = &regr_count_class,
	  .doc = "rows where neither is NULL",
	  .example = "SELECT regr_count(y, x) FROM VALUES (1, 2), (NULL, 3) AS t(y, x)",
	  .result = "1" },
};

const struct func_family func_family_statistics = {
	.name = "Statistics",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
