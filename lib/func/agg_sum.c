/*
 * agg_sum.c - count, sum, avg.
 *
 * Exact numbers are summed in 128 bits.  With few groups a batch is first
 * summed in four sets of 64-bit accumulators, so that rows of one group do
 * not wait for each other; that is safe when the batch's values are small.
 */
#include "func/agg.h"

#include "base/settings.h"

/* --- count ---------------------------------------------------------------- */

static shade_status count_rows(const uint32_t *gids, size_t n, int64_t by,
			       uint8_t *base, size_t stride)
{
	if (!gids) {
		*(int64_t *)(void *)base += by * (int64_t)n;
		return SHADE_OK;
	}
	for (size_t i = 0; i < n; i++)
		*(int64_t *)(void *)(base + gids[i] * stride) += by;
	return SHADE_OK;
}

static shade_status count_update(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, const uint32_t *gids,
				 uint8_t *base, size_t stride)
{
	(void)fc, (void)args, (void)n_args;
	return count_rows(gids, n, 1, base, stride);
}

static shade_status count_retract(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, const uint32_t *gids,
				  uint8_t *base, size_t stride)
{
	(void)fc, (void)args, (void)n_args;
	return count_rows(gids, n, -1, base, stride);
}

static shade_status count_combine(struct func_call *fc, const uint8_t *src,
				  size_t src_stride, size_t n, const uint32_t *gids,
				  uint8_t *base, size_t stride)
{
	(void)fc;
	for (size_t i = 0; i < n; i++)
		*(int64_t *)(void *)agg_state(base, stride, gids, i) += *(
			const int64_t *)(const void *)(src + i * src_stride);
	return SHADE_OK;
}

static shade_status count_finalize(struct func_call *fc, const uint8_t *base,
				   size_t stride, size_t n, struct vector *out)
{
	(void)fc;
	for (size_t i = 0; i < n; i++)
		((int64_t *)out->data)[i] = *(
			const int64_t *)(const void *)(base + i * stride);
	return SHADE_OK;
}

const struct agg_class agg_count = {
	.state_size = 8,
	.update = count_update,
	.retract = count_retract,
	.combine = count_combine,
	.finalize = count_finalize,
};

/* --- exact sums ----------------------------------------------------------- */

struct sum_state {
	int128_u sum;
	int64_t n;
};

/* Groups that the accumulators of a batch can hold. */
#define FEW 16
#define LANES 4

static bool few_groups(const uint32_t *gids, size_t n)
{
	uint32_t all = 0;

	for (size_t i = 0; i < n; i++)
		all |= gids[i];
	return all < FEW;
}

struct few {
	int64_t sum[LANES][FEW];
	uint32_t n[LANES][FEW];
};

static void few_flush(const struct few *f, uint8_t *base, size_t stride)
{
	for (size_t g = 0; g < FEW; g++) {
		struct sum_state *s = (struct sum_state *)(void *)(base + g * stride);
		int64_t n = 0;

		for (size_t l = 0; l < LANES; l++)
			n += f->n[l][g];
		if (n == 0)
			continue;
		s->n += n;
		for (size_t l = 0; l < LANES; l++)
			s->sum += f->sum[l][g];
	}
}

/* step 2 reads the low words of 128-bit values. */
static inline void few_add(struct few *f, const int64_t *v, size_t step,
			   const uint32_t *gids, size_t n)
{
	size_t i = 0;

	for (; i + LANES <= n; i += LANES) {
		for (size_t l = 0; l < LANES; l++) {
			uint32_t g = gids[i + l];

			f->sum[l][g] += v[(i + l) * step];
			f->n[l][g]++;
		}
	}
	for (; i < n; i++) {
		f->sum[0][gids[i]] += v[i * step];
		f->n[0][gids[i]]++;
	}
}

/* 2048 values below 2^50 in magnitude cannot overflow an int64. */
static bool small_64(const int64_t *v, size_t n)
{
	return kernels()->bits_64(v, n) >> 50 == 0;
}

static bool small_128(const int128 *v, size_t n)
{
	const uint64_t *w = (const uint64_t *)(const void *)v;
	uint64_t all = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t sign = (uint64_t)((int64_t)w[2 * i + 1] >> 63);

		all |= (w[2 * i] ^ sign) >> 50 | (w[2 * i + 1] ^ sign);
	}
	return all == 0;
}

static bool sum_few(const struct vector *v, size_t n, const uint32_t *gids,
		    uint8_t *base, size_t stride)
{
	enum phys p = type_phys(v->type);
	struct few f;

	if (v->form == VECTOR_CONST || n < 64 || n > SHADE_BATCH_ROWS ||
	    (p != PHYS_I64 && p != PHYS_I128) || !few_groups(gids, n))
		return false;
	if (p == PHYS_I64 ? !small_64(v->data, n) : !small_128(v->data, n))
		return false;
	memset(&f, 0, sizeof(f));
	if (p == PHYS_I64)
		few_add(&f, v->data, 1, gids, n);
	else
		few_add(&f, v->data, 2, gids, n);
	few_flush(&f, base, stride);
	return true;
}

#define SUM_GROUPS(T)                                                                \
	do {                                                                         \
		const T *in = v->data;                                               \
		for (size_t i = 0; i < n; i++) {                                     \
			struct sum_state *s = (struct sum_state *)(void *)agg_state( \
				base, stride, gids, i);                              \
			bad |= __builtin_add_overflow(s->sum, (int128)in[i * step],  \
						      &s->sum);                      \
			s->n++;                                                      \
		}                                                                    \
	} while (0)

static bool sum_groups(const struct vector *v, size_t n, const uint32_t *gids,
		       uint8_t *base, size_t stride)
{
	size_t step = v->form != VECTOR_CONST;
	bool bad = false;

	switch (type_phys(v->type)) {
	case PHYS_I8: SUM_GROUPS(int8_t); break;
	case PHYS_I16: SUM_GROUPS(int16_t); break;
	case PHYS_I32: SUM_GROUPS(int32_t); break;
	case PHYS_I64: SUM_GROUPS(int64_t); break;
	default: SUM_GROUPS(int128); break;
	}
	return !bad;
}

static bool sum_all(const struct vector *v, size_t n, struct sum_state *s)
{
	int128 sum = 0;

	switch (type_phys(v->type)) {
	case PHYS_I32: sum = kernels()->sum_32(v->data, n); break;
	case PHYS_I64: sum = kernels()->sum_64(v->data, n); break;
	default: return sum_groups(v, n, NULL, (uint8_t *)s, 0);
	}
	s->n += (int64_t)n;
	return !__builtin_add_overflow(s->sum, sum, &s->sum);
}

static shade_status fail_sum(struct func_call *fc, const struct type *t)
{
	return shade_fail(fc->cx, SHADE_E_OVERFLOW, fc->span,
			  "the %s is out of range for %.*s", fc->row->name,
			  STR_ARG(type_name(fc->cx->arena, t)));
}

static shade_status sum_update(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, const uint32_t *gids,
			       uint8_t *base, size_t stride)
{
	bool ok;

	(void)n_args;
	if (!gids && args[0].form != VECTOR_CONST)
		ok = sum_all(&args[0], n, (struct sum_state *)(void *)base);
	else if (gids && sum_few(&args[0], n, gids, base, stride))
		ok = true;
	else
		ok = sum_groups(&args[0], n, gids, base, stride);
	return ok ? SHADE_OK : fail_sum(fc, type_of(TYPE_HUGEINT));
}

static shade_status sum_retract(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct sum_state *s = (struct sum_state *)(void *)agg_state(
			base, stride, gids, i);

		s->sum -= arg_exact(&args[0], i);
		s->n--;
	}
	return SHADE_OK;
}

static shade_status sum_combine(struct func_call *fc, const uint8_t *src,
				size_t src_stride, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride)
{
	for (size_t i = 0; i < n; i++) {
		const struct sum_state *from =
			(const struct sum_state *)(const void *)(src + i * src_stride);
		struct sum_state *s = (struct sum_state *)(void *)agg_state(
			base, stride, gids, i);

		if (__builtin_add_overflow(s->sum, from->sum, &s->sum))
			return fail_sum(fc, type_of(TYPE_HUGEINT));
		s->n += from->n;
	}
	return SHADE_OK;
}

/* The sum does not fit: an error, or NULL for try_sum and try_avg. */
static shade_status overflow(struct func_call *fc, struct vector *out, size_t i,
			     size_t n)
{
	if (strncmp(fc->row->name, "try_", 4) != 0)
		return fail_sum(fc, fc->type);
	func_set_null(fc, out, i, n);
	return SHADE_OK;
}

#define FINAL(name)                                                         \
	static shade_status name(struct func_call *fc, const uint8_t *base, \
				 size_t stride, size_t n, struct vector *out)
#define SUM_AT(i) ((const struct sum_state *)(const void *)(base + (i)*stride))

FINAL(sum_int_final)
{
	int64_t *r = out->data;

	for (size_t i = 0; i < n; i++) {
		const struct sum_state *s = SUM_AT(i);

		r[i] = (int64_t)s->sum;
		if (s->n == 0)
			func_set_null(fc, out, i, n);
		else if (s->sum != r[i])
			TRY(overflow(fc, out, i, n));
	}
	return SHADE_OK;
}

static void store_exact(struct vector *out, size_t i, int128 v)
{
	if (type_phys(out->type) == PHYS_I64)
		((int64_t *)out->data)[i] = (int64_t)v;
	else
		((int128 *)out->data)[i] = v;
}

static int exact_digits(const struct func_call *fc)
{
	return fc->type->id == TYPE_DECIMAL ? fc->type->precision : 38;
}

FINAL(sum_decimal_final)
{
	for (size_t i = 0; i < n; i++) {
		const struct sum_state *s = SUM_AT(i);

		store_exact(out, i, s->sum);
		if (s->n == 0)
			func_set_null(fc, out, i, n);
		else if (!decimal_fits(s->sum, exact_digits(fc)))
			TRY(overflow(fc, out, i, n));
	}
	return SHADE_OK;
}

FINAL(avg_int_final)
{
	double *r = out->data;

	for (size_t i = 0; i < n; i++) {
		const struct sum_state *s = SUM_AT(i);

		r[i] = 0;
		if (s->n == 0)
			func_set_null(fc, out, i, n);
		else
			r[i] = (double)((long double)s->sum / (long double)s->n);
	}
	return SHADE_OK;
}

/* The whole part of the mean, in the argument's type (Flink). */
FINAL(avg_whole_final)
{
	for (size_t i = 0; i < n; i++) {
		const struct sum_state *s = SUM_AT(i);
		struct value v = { .type = out->type };

		if (s->n == 0) {
			func_set_null(fc, out, i, n);
			continue;
		}
		v.i = (int64_t)(s->sum / s->n);
		if (type_phys(out->type) == PHYS_I128)
			v.h = s->sum / s->n;
		vector_store(out, i, &v);
	}
	return SHADE_OK;
}

FINAL(avg_decimal_final)
{
	int up = fc->type->scale - fc->arg_types[0]->scale;

	for (size_t i = 0; i < n; i++) {
		const struct sum_state *s = SUM_AT(i);
		int128 r = 0;

		if (s->n == 0)
			func_set_null(fc, out, i, n);
		else if (!decimal_div(s->sum, up, s->n, exact_digits(fc), &r))
			TRY(overflow(fc, out, i, n));
		store_exact(out, i, r);
	}
	return SHADE_OK;
}

FINAL(avg_interval_final)
{
	int64_t *r = out->data;

	for (size_t i = 0; i < n; i++) {
		const struct sum_state *s = SUM_AT(i);

		r[i] = s->n ? (int64_t)(s->sum / s->n) : 0;
		if (s->n == 0)
			func_set_null(fc, out, i, n);
	}
	return SHADE_OK;
}

#define EXACT_SUM(final)                                                              \
	{                                                                             \
		.state_size = sizeof(struct sum_state), .may_share = true,            \
		.update = sum_update, .retract = sum_retract, .combine = sum_combine, \
		.finalize = (final)                                                   \
	}
const struct agg_class agg_sum_int = EXACT_SUM(sum_int_final);
const struct agg_class agg_sum_interval = EXACT_SUM(sum_int_final);
const struct agg_class agg_sum_huge = EXACT_SUM(sum_decimal_final);
const struct agg_class agg_sum_decimal = EXACT_SUM(sum_decimal_final);
const struct agg_class agg_avg_int = EXACT_SUM(avg_int_final);
static const struct agg_class agg_avg_whole = EXACT_SUM(avg_whole_final);
const struct agg_class agg_avg_decimal = EXACT_SUM(avg_decimal_final);
const struct agg_class agg_avg_interval = EXACT_SUM(avg_interval_final);

shade_status agg_bind_avg_int(struct func_bind *fb, const struct agg_class **agg)
{
	fb->type = type_of(TYPE_DOUBLE);
	if (cx_dialect(fb->cx) == DIALECT_FLINK) {
		fb->type = fb->arg_types[0];
		*agg = &agg_avg_whole;
	}
	return SHADE_OK;
}

shade_status agg_bind_sum_decimal(struct func_bind *fb, const struct agg_class **agg)
{
	int p = fb->arg_types[0]->precision + 10;

	(void)agg;
	if (p > 38 || cx_dialect(fb->cx) != DIALECT_SPARK)
		p = 38;
	fb->type = type_decimal(fb->arena, p, fb->arg_types[0]->scale);
	return SHADE_OK;
}

shade_status agg_bind_avg_decimal(struct func_bind *fb, const struct agg_class **agg)
{
	int p = fb->arg_types[0]->precision, s = fb->arg_types[0]->scale;

	(void)agg;
	if (cx_dialect(fb->cx) == DIALECT_SPARK)
		fb->type = type_decimal(fb->arena, p > 34 ? 38 : p + 4,
					s > 34 ? 38 : s + 4);
	else
		fb->type = type_decimal(fb->arena, 38, s < 6 ? 6 : s);
	return SHADE_OK;
}

/* --- sums of doubles ------------------------------------------------------ */

struct fsum_state {
	double sum;
	int64_t n;
};

static shade_status fsum_update(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride)
{
	size_t step = args[0].form != VECTOR_CONST;
	const double *in = args[0].data;

	(void)fc, (void)n_args;
	if (!gids && step) {
		struct fsum_state *s = (struct fsum_state *)(void *)base;

		s->sum += kernels()->sum_f64(in, n);
		s->n += (int64_t)n;
		return SHADE_OK;
	}
	for (size_t i = 0; i < n; i++) {
		struct fsum_state *s = (struct fsum_state *)(void *)agg_state(
			base, stride, gids, i);

		s->sum += in[i * step];
		s->n++;
	}
	return SHADE_OK;
}

static shade_status fsum_combine(struct func_call *fc, const uint8_t *src,
				 size_t src_stride, size_t n, const uint32_t *gids,
				 uint8_t *base, size_t stride)
{
	(void)fc;
	for (size_t i = 0; i < n; i++) {
		const struct fsum_state *from =
			(const struct fsum_state *)(const void *)(src + i * src_stride);
		struct fsum_state *s = (struct fsum_state *)(void *)agg_state(
			base, stride, gids, i);

		s->sum += from->sum;
		s->n += from->n;
	}
	return SHADE_OK;
}

static shade_status fsum_out(struct func_call *fc, const uint8_t *base, size_t stride,
			     size_t n, struct vector *out, bool avg)
{
	for (size_t i = 0; i < n; i++) {
		const struct fsum_state *s =
			(const struct fsum_state *)(const void *)(base + i * stride);

		((double *)out->data)[i] = avg && s->n ? s->sum / (double)s->n : s->sum;
		if (s->n == 0)
			func_set_null(fc, out, i, n);
	}
	return SHADE_OK;
}

FINAL(fsum_final)
{
	return fsum_out(fc, base, stride, n, out, false);
}

FINAL(favg_final)
{
	return fsum_out(fc, base, stride, n, out, true);
}

/* As sqlite has it: the sum of nothing is 0. */
FINAL(ftotal_final)
{
	(void)fc;
	for (size_t i = 0; i < n; i++)
		((double *)out->data)[i] =
			((const struct fsum_state *)(const void *)(base + i * stride))
				->sum;
	return SHADE_OK;
}

const struct agg_class agg_total = {
	.state_size = sizeof(struct fsum_state),
	.may_share = true,
	.update = fsum_update,
	.combine = fsum_combine,
	.finalize = ftotal_final,
};
const struct agg_class agg_sum_double = {
	.state_size = sizeof(struct fsum_state),
	.may_share = true,
	.update = fsum_update,
	.combine = fsum_combine,
	.finalize = fsum_final,
};
const struct agg_class agg_avg_double = {
	.state_size = sizeof(struct fsum_state),
	.may_share = true,
	.update = fsum_update,
	.combine = fsum_combine,
	.finalize = favg_final,
};
