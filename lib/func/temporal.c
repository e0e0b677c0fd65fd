#include "func/temporal.h"

#include <math.h>

#include "type/datetime.h"

bool temporal_in_range(enum type_id id, int64_t v)
{
	return id != TYPE_DATE || (v >= DATE_MIN && v <= DATE_MAX);
}

shade_status temporal_fail_range(struct func_call *fc)
{
	return shade_fail(fc->cx, SHADE_E_OVERFLOW, fc->span,
			  "the result is out of range for %.*s",
			  STR_ARG(type_name(fc->cx->arena, fc->type)));
}

bool temporal_move_months(enum type_id id, int64_t v, int64_t months, int64_t *out)
{
	int64_t days = id == TYPE_DATE ? v : ts_date(v);

	if (months > INT32_MAX || months < -INT32_MAX)
		return false;
	days = date_add_months(days, months);
	if (days < DATE_MIN || days > DATE_MAX)
		return false;
	if (id == TYPE_DATE) {
		*out = days;
		return true;
	}
	return !__builtin_mul_overflow(days, US_DAY, out) &&
	       !__builtin_add_overflow(*out, ts_time(v), out);
}

static void put(struct vector *out, size_t i, int64_t v)
{
	if (type_phys(out->type) == PHYS_I32)
		((int32_t *)out->data)[i] = (int32_t)v;
	else
		((int64_t *)out->data)[i] = v;
}

static shade_status move_months(struct func_call *fc, const struct vector *args,
				size_t n, struct vector *out, int sign)
{
	bool swapped = args[0].type->id == TYPE_INTERVAL_MONTH;
	const struct vector *when = &args[swapped], *months = &args[!swapped];

	for (size_t i = 0; i < n; i++) {
		int64_t r = 0;

		if (row_valid(out, i) &&
		    !temporal_move_months(when->type->id, arg_int(when, i),
					  sign * arg_int(months, i), &r))
			return temporal_fail_range(fc);
		put(out, i, r);
	}
	return SHADE_OK;
}

shade_status temporal_add_months(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return move_months(fc, args, n, out, 1);
}

shade_status temporal_sub_months(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return move_months(fc, args, n, out, -1);
}

/* Both sides are 64-bit microseconds; a TIME stays within its day. */
static shade_status move_us(struct func_call *fc, const struct vector *args, size_t n,
			    struct vector *out, bool add)
{
	bool wrap = out->type->id == TYPE_TIME;

	for (size_t i = 0; i < n; i++) {
		int64_t x = ARG(&args[0], int64_t, i), y = ARG(&args[1], int64_t, i);
		int64_t r = 0;
		bool bad = add ? __builtin_add_overflow(x, y, &r)
			       : __builtin_sub_overflow(x, y, &r);

		if (bad && row_valid(out, i))
			return temporal_fail_range(fc);
		((int64_t *)out->data)[i] = wrap ? ts_time(r) : r;
	}
	return SHADE_OK;
}

shade_status temporal_add_us(struct func_call *fc, const struct vector *args,
			     size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return move_us(fc, args, n, out, true);
}

shade_status temporal_sub_us(struct func_call *fc, const struct vector *args,
			     size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return move_us(fc, args, n, out, false);
}

static shade_status join_months(struct func_call *fc, const struct vector *args,
				size_t n, struct vector *out, int sign)
{
	for (size_t i = 0; i < n; i++) {
		int64_t r = (int64_t)ARG(&args[0], int32_t, i) +
			    sign * (int64_t)ARG(&args[1], int32_t, i);

		if (r != (int32_t)r && row_valid(out, i))
			return temporal_fail_range(fc);
		((int32_t *)out->data)[i] = (int32_t)r;
	}
	return SHADE_OK;
}

shade_status temporal_add_intervals(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return join_months(fc, args, n, out, 1);
}

shade_status temporal_sub_intervals(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return join_months(fc, args, n, out, -1);
}

static shade_status move_days(struct func_call *fc, const struct vector *args, size_t n,
			      struct vector *out, int sign)
{
	bool swapped = args[0].type->id != TYPE_DATE;
	const struct vector *when = &args[swapped], *by = &args[!swapped];
	int64_t unit = by->type->id == TYPE_INTERVAL_DAY ? US_DAY : 1;

	for (size_t i = 0; i < n; i++) {
		int64_t r = arg_int(when, i) + sign * (arg_int(by, i) / unit);

		if (row_valid(out, i) && !temporal_in_range(TYPE_DATE, r))
			return temporal_fail_range(fc);
		((int32_t *)out->data)[i] = (int32_t)r;
	}
	return SHADE_OK;
}

shade_status temporal_date_plus_days(struct func_call *fc, const struct vector *args,
				     size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return move_days(fc, args, n, out, 1);
}

shade_status temporal_date_minus_days(struct func_call *fc, const struct vector *args,
				      size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return move_days(fc, args, n, out, -1);
}

shade_status temporal_date_minus_date(struct func_call *fc, const struct vector *args,
				      size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		((int64_t *)out->data)[i] = (int64_t)ARG(&args[0], int32_t, i) -
					    ARG(&args[1], int32_t, i);
	return SHADE_OK;
}

static shade_status bind_date(struct func_bind *fb, bool add)
{
	size_t k = fb->arg_types[0]->id == TYPE_INTERVAL_DAY ? 0 : 1;
	const struct value *c = fb->consts[k];

	if (c && (c->is_null || c->i % US_DAY == 0)) {
		fb->type = type_of(TYPE_DATE);
		fb->kernel = add ? temporal_date_plus_days : temporal_date_minus_days;
	} else {
		fb->type = type_of(TYPE_TIMESTAMP);
		fb->arg_types[1 - k] = fb->type;
		fb->kernel = add ? temporal_add_us : temporal_sub_us;
	}
	return SHADE_OK;
}

shade_status temporal_bind_date_plus(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	return bind_date(fb, true);
}

shade_status temporal_bind_date_minus(struct func_bind *fb,
				      const struct agg_class **agg)
{
	(void)agg;
	return bind_date(fb, false);
}

static shade_status scale(struct func_call *fc, const struct vector *args, size_t n,
			  struct vector *out, bool divide)
{
	bool swapped = args[0].type->id == TYPE_DOUBLE;
	const struct vector *iv = &args[swapped], *by = &args[!swapped];
	double limit = type_phys(out->type) == PHYS_I32 ? 2147483647.0 : 9.2e18;

	for (size_t i = 0; i < n; i++) {
		double x = (double)arg_int(iv, i), y = ARG(by, double, i), r;

		if (!row_valid(out, i)) {
			put(out, i, 0);
			continue;
		}
		if (divide && y == 0)
			return shade_fail(fc->cx, SHADE_E_DIVIDE_BY_ZERO, fc->span,
					  "division of an interval by zero");
		r = divide ? x / y : x * y;
		if (!(fabs(r) <= limit))
			return temporal_fail_range(fc);
		put(out, i, (int64_t)round(r));
	}
	return SHADE_OK;
}

shade_status temporal_scale(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return scale(fc, args, n, out, false);
}

shade_status temporal_unscale(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return scale(fc, args, n, out, true);
}
