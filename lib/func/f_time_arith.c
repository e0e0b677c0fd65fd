/*
 * f_time_arith.c - dates and times: adding, subtracting, making, zones.
 */
#include <math.h>

#include "func/args.h"
#include "func/time_util.h"

static shade_status out_of_range(struct func_call *fc)
{
	return shade_fail(fc->cx, SHADE_E_OVERFLOW, fc->span,
			  "the result of %s is beyond the range of dates",
			  fc->row->name);
}

/* --- adding --------------------------------------------------------------- */

/* timestampadd(unit, n, x) */
static shade_status k_add_unit(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	enum time_unit unit = UNIT_COUNT;
	bool known = false;
	int64_t local;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		if (!out_valid(out, i))
			continue;
		if (!known || args[0].form != VECTOR_CONST)
			TRY(time_unit_of(fc, arg_str(&args[0], i), &unit));
		known = true;
		if (!time_add(unit, arg_i64(&args[1], i), time_local(fc, &args[2], i),
			      &local))
			return out_of_range(fc);
		time_store(fc, out, i, local);
	}
	return SHADE_OK;
}

static shade_status add_rows(struct func_call *fc, const struct vector *args, size_t n,
			     struct vector *out, enum time_unit unit, int64_t sign)
{
	for (size_t i = 0; i < n; i++) {
		int64_t count, local;

		if (!out_valid(out, i))
			continue;
		count = arg_i64(&args[1], i);
		if (count == INT64_MIN ||
		    !time_add(unit, sign * count, time_local(fc, &args[0], i), &local))
			return out_of_range(fc);
		time_store(fc, out, i, local);
	}
	return SHADE_OK;
}

static shade_status k_date_add(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return add_rows(fc, args, n, out, UNIT_DAY, 1);
}

static shade_status k_date_sub(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return add_rows(fc, args, n, out, UNIT_DAY, -1);
}

static shade_status k_add_months(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return add_rows(fc, args, n, out, UNIT_MONTH, 1);
}

/* --- differences ---------------------------------------------------------- */

typedef bool (*diff_fn)(enum time_unit unit, int64_t from, int64_t to, int64_t *out);

static shade_status diff_rows(struct func_call *fc, const struct vector *args, size_t n,
			      struct vector *out, diff_fn diff)
{
	int64_t *to = out->data;
	enum time_unit unit = UNIT_COUNT;
	bool known = false;

	for (size_t i = 0; i < n; i++) {
		if (!out_valid(out, i))
			continue;
		if (!known || args[0].form != VECTOR_CONST)
			TRY(time_unit_of(fc, arg_str(&args[0], i), &unit));
		known = true;
		if (!diff(unit, time_local(fc, &args[1], i),
			  time_local(fc, &args[2], i), &to[i]))
			return out_of_range(fc);
	}
	return SHADE_OK;
}

static shade_status k_diff_borders(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return diff_rows(fc, args, n, out, time_diff_borders);
}

static shade_status k_diff_whole(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return diff_rows(fc, args, n, out, time_diff_whole);
}

/* datediff(end, start): days, as Spark has it. */
static shade_status k_datediff_days(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			to[i] = ts_date(time_local(fc, &args[0], i)) -
				ts_date(time_local(fc, &args[1], i));
	return SHADE_OK;
}

/* Spark: whole months when both are the same day or both the last of the
 * month, else the rest counts in 31sts, rounded to 8 digits. */
static shade_status k_months_between(struct func_call *fc, const struct vector *args,
				     size_t n_args, size_t n, struct vector *out)
{
	double *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t a, b;
		struct civil ca, cb;
		double months;

		if (!out_valid(out, i))
			continue;
		a = time_local(fc, &args[0], i);
		b = time_local(fc, &args[1], i);
		ca = date_to_civil(ts_date(a));
		cb = date_to_civil(ts_date(b));
		months = (double)((ca.year - cb.year) * 12 + ca.month - cb.month);
		if (ca.day != cb.day && !(ca.day == days_in_month(ca.year, ca.month) &&
					  cb.day == days_in_month(cb.year, cb.month)))
			months += ((double)(ca.day - cb.day) * 86400.0 +
				   (double)(ts_time(a) - ts_time(b)) / 1e6) /
				  (31.0 * 86400.0);
		to[i] = round(months * 1e8) / 1e8;
	}
	return SHADE_OK;
}

static shade_status k_next_day(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str name;
		int64_t days;
		int want = -1;

		if (!out_valid(out, i))
			continue;
		name = arg_str(&args[1], i);
		for (int d = 0; d < 7 && name.n >= 2; d++) {
			struct str full = str_from(time_day_name(d));

			if (name.n <= full.n &&
			    str_eq_nocase((struct str){ full.p, name.n }, name))
				want = d;
		}
		if (want < 0)
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "\"%.*s\" is not a day of the week",
					  STR_ARG(name));
		days = ts_date(time_local(fc, &args[0], i));
		days += (want - date_weekday(days) + 6) % 7 + 1;
		to[i] = (int32_t)days;
	}
	return SHADE_OK;
}

/* time_bucket(width, x): buckets count from 2000-01-03 (a Monday), months from
 * 2000-01-01, as DuckDB and TimescaleDB do. */
static shade_status k_bucket_day(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	const int64_t origin = date_from_civil(2000, 1, 3) * US_DAY;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t width, at, rest;

		if (!out_valid(out, i))
			continue;
		width = arg_i64(&args[0], i);
		if (width <= 0)
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "a bucket must be longer than nothing");
		at = time_local(fc, &args[1], i) - origin;
		rest = at % width;
		time_store(fc, out, i, origin + at - rest - (rest < 0 ? width : 0));
	}
	return SHADE_OK;
}

static shade_status k_bucket_month(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t width, at, rest;
		struct civil c;

		if (!out_valid(out, i))
			continue;
		width = arg_i32(&args[0], i);
		if (width <= 0)
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "a bucket must be longer than nothing");
		c = date_to_civil(ts_date(time_local(fc, &args[1], i)));
		at = (int64_t)(c.year - 2000) * 12 + c.month - 1;
		rest = at % width;
		at -= rest + (rest < 0 ? width : 0);
		time_store(fc, out, i,
			   date_add_months(date_from_civil(2000, 1, 1), at) * US_DAY);
	}
	return SHADE_OK;
}

/* --- making --------------------------------------------------------------- */

static bool valid_civil(int64_t y, int64_t m, int64_t d)
{
	return y >= -9999 && y <= 294000 && m >= 1 && m <= 12 && d >= 1 &&
	       d <= days_in_month(y, (int)m);
}

static shade_status k_make_date(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t y, m, d;

		if (!out_valid(out, i))
			continue;
		y = arg_i64(&args[0], i);
		m = arg_i64(&args[1], i);
		d = arg_i64(&args[2], i);
		if (!valid_civil(y, m, d))
			return shade_fail(fc->cx, SHADE_E_DATETIME, fc->span,
					  "there is no date %lld-%02lld-%02lld",
					  (long long)y, (long long)m, (long long)d);
		to[i] = (int32_t)date_from_civil(y, (int)m, (int)d);
	}
	return SHADE_OK;
}

static bool time_of(int64_t h, int64_t m, double s, int64_t *us)
{
	if (h < 0 || h > 23 || m < 0 || m > 59 || !(s >= 0 && s < 60))
		return false;
	*us = h * US_HOUR + m * US_MINUTE + (int64_t)llround(s * 1e6);
	return true;
}

static shade_status k_make_time(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i) &&
		    !time_of(arg_i64(&args[0], i), arg_i64(&args[1], i),
			     arg_f64(&args[2], i), &to[i]))
			return shade_fail(fc->cx, SHADE_E_DATETIME, fc->span,
					  "there is no time %lld:%lld:%g",
					  (long long)arg_i64(&args[0], i),
					  (long long)arg_i64(&args[1], i),
					  arg_f64(&args[2], i));
	return SHADE_OK;
}

static shade_status k_make_timestamp(struct func_call *fc, const struct vector *args,
				     size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t y, m, d, us;

		if (!out_valid(out, i))
			continue;
		y = arg_i64(&args[0], i);
		m = arg_i64(&args[1], i);
		d = arg_i64(&args[2], i);
		if (!valid_civil(y, m, d) ||
		    !time_of(arg_i64(&args[3], i), arg_i64(&args[4], i),
			     arg_f64(&args[5], i), &us))
			return shade_fail(fc->cx, SHADE_E_DATETIME, fc->span,
					  "there is no such date or time");
		to[i] = date_from_civil(y, (int)m, (int)d) * US_DAY + us;
	}
	return SHADE_OK;
}

/* Counts since 1970 as timestamps. */
static shade_status scaled(struct func_call *fc, const struct vector *args, size_t n,
			   struct vector *out, int64_t scale)
{
	int64_t *to = out->data;

	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i) &&
		    __builtin_mul_overflow(arg_i64(&args[0], i), scale, &to[i]))
			return out_of_range(fc);
	return SHADE_OK;
}

static shade_status k_from_seconds(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return scaled(fc, args, n, out, US_SECOND);
}

static shade_status k_from_millis(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return scaled(fc, args, n, out, 1000);
}

static shade_status k_from_micros(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return scaled(fc, args, n, out, 1);
}

static shade_status k_from_days(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t d = arg_i64(&args[0], i);

		if (!out_valid(out, i))
			continue;
		if (d < DATE_MIN || d > DATE_MAX)
			return out_of_range(fc);
		to[i] = (int32_t)d;
	}
	return SHADE_OK;
}

/* --- counts since 1970 ---------------------------------------------------- */

static int64_t utc_us(struct func_call *fc, const struct vector *v, size_t i)
{
	if (v->type->id == TYPE_TIMESTAMP_LTZ)
		return arg_i64(v, i);
	return time_local(fc, v, i);
}

static shade_status k_epoch(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	double *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			to[i] = (double)utc_us(fc, &args[0], i) / 1e6;
	return SHADE_OK;
}

static shade_status k_epoch_ms(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i)) {
			int64_t us = utc_us(fc, &args[0], i);

			to[i] = us / 1000 - (us % 1000 < 0);
		}
	return SHADE_OK;
}

static shade_status k_epoch_us(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			to[i] = utc_us(fc, &args[0], i);
	return SHADE_OK;
}

/* --- now: one value a statement ------------------------------------------- */

static shade_status k_now(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)args, (void)n_args;
	for (size_t i = 0; i < n; i++)
		to[i] = fc->cx->now_us;
	return SHADE_OK;
}

static shade_status k_now_local(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	struct time_site *site = fc->state;
	int64_t now = fc->cx->now_us;
	int64_t local = now + zone_offset_at_utc(site->zone, now);

	(void)args, (void)n_args;
	if (out->type->id == TYPE_TIME)
		local = ts_time(local);
	for (size_t i = 0; i < n; i++)
		time_store(fc, out, i, local);
	return SHADE_OK;
}

/* --- zones ---------------------------------------------------------------- */

static shade_status zone_named(struct func_call *fc, struct str name,
			       const struct zone **out)
{
	/* the call's arena keeps each zone that it met */
	*out = zone_find(fc->arena, name);
	if (!*out)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "there is no time zone \"%.*s\"", STR_ARG(name));
	return SHADE_OK;
}

struct zone_cache {
	struct str name;
	const struct zone *zone;
};

static shade_status zone_cached(struct func_call *fc, struct zone_cache *c,
				struct str name)
{
	if (c->zone && str_eq(c->name, name))
		return SHADE_OK;
	TRY(zone_named(fc, name, &c->zone));
	c->name = str_dup(fc->arena, name);
	return SHADE_OK;
}

/* Local time in a zone -> UTC, or UTC -> local time there. */
static shade_status zone_rows(struct func_call *fc, const struct vector *name,
			      const struct vector *time, size_t n, struct vector *out,
			      bool to_utc)
{
	struct zone_cache cache = { 0 };
	int64_t *to = out->data;

	for (size_t i = 0; i < n; i++) {
		int64_t us;

		if (!out_valid(out, i))
			continue;
		TRY(zone_cached(fc, &cache, arg_str(name, i)));
		us = arg_i64(time, i);
		to[i] = to_utc ? zone_to_utc(cache.zone, us)
			       : us + zone_offset_at_utc(cache.zone, us);
	}
	return SHADE_OK;
}

static shade_status k_zone_to_utc(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return zone_rows(fc, &args[0], &args[1], n, out, true);
}

static shade_status k_utc_to_zone(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return zone_rows(fc, &args[0], &args[1], n, out, false);
}

static shade_status k_to_utc_timestamp(struct func_call *fc, const struct vector *args,
				       size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return zone_rows(fc, &args[1], &args[0], n, out, true);
}

static shade_status k_from_utc_timestamp(struct func_call *fc,
					 const struct vector *args, size_t n_args,
					 size_t n, struct vector *out)
{
	(void)n_args;
	return zone_rows(fc, &args[1], &args[0], n, out, false);
}

#define ROW(n, s, k, f, d, e, r)                                                  \
	{                                                                         \
		.name = (n), .sig = (s), .kernel = (k), .flags = (f),             \
		.init = time_init, .bind = time_bind, .doc = (d), .example = (e), \
		.result = (r)                                                     \
	}
#define CF FUNC_CAN_FAIL

static const struct func_row rows[] = {
	ROW("timestampadd", "VARCHAR, BIGINT, TEMPORAL -> ?", k_add_unit, CF,
	    "n units later", "timestampadd(MONTH, 1, DATE '2024-01-31')", "2024-02-29"),
	ROW("dateadd", "VARCHAR, BIGINT, TEMPORAL -> ?", k_add_unit, CF,
	    "n units later", "dateadd('day', 3, DATE '2024-01-31')", "2024-02-03"),
	ROW("date_add", "VARCHAR, BIGINT, TEMPORAL -> ?", k_add_unit, CF,
	    "n units later", "date_add('day', 3, DATE '2024-01-31')", "2024-02-03"),
	ROW("date_add", "DATE, BIGINT -> DATE", k_date_add, CF, "n days later",
	    "date_add(DATE '2024-02-28', 2)", "2024-03-01"),
	ROW("dateadd", "DATE, BIGINT -> DATE", k_date_add, CF, "n days later",
	    "dateadd(DATE '2024-02-28', 2)", "2024-03-01"),
	ROW("date_sub", "DATE, BIGINT -> DATE", k_date_sub, CF, "n days earlier",
	    "date_sub(DATE '2024-03-01', 1)", "2024-02-29"),
	ROW("date_sub", "VARCHAR, TEMPORAL, TEMPORAL -> BIGINT", k_diff_whole, CF,
	    "whole units between two times",
	    "date_sub('month', DATE '2024-01-31', DATE '2024-02-28')", "0"),
	ROW("add_months", "DATE, BIGINT -> DATE", k_add_months, CF, "n months later",
	    "add_months(DATE '2024-01-31', 1)", "2024-02-29"),
	ROW("timestampdiff", "VARCHAR, TEMPORAL, TEMPORAL -> BIGINT", k_diff_whole, CF,
	    "whole units from the first time to the second",
	    "timestampdiff(MONTH, DATE '2024-01-31', DATE '2024-03-30')", "1"),
	ROW("date_diff", "VARCHAR, TEMPORAL, TEMPORAL -> BIGINT", k_diff_borders, CF,
	    "borders of a unit between two times",
	    "date_diff('month', DATE '2024-01-31', DATE '2024-02-01')", "1"),
	ROW("datediff", "VARCHAR, TEMPORAL, TEMPORAL -> BIGINT", k_diff_borders, CF,
	    "borders of a unit between two times",
	    "datediff('day', DATE '2024-01-31', DATE '2024-02-02')", "2"),
	ROW("datediff", "TEMPORAL, TEMPORAL -> BIGINT", k_datediff_days, 0,
	    "days from the second date to the first",
	    "datediff(DATE '2024-02-02', DATE '2024-01-31')", "2"),
	ROW("date_diff", "TEMPORAL, TEMPORAL -> BIGINT", k_datediff_days, 0,
	    "days from the second date to the first",
	    "date_diff(DATE '2024-02-02', DATE '2024-01-31')", "2"),
	ROW("months_between", "TIMESTAMP, TIMESTAMP -> DOUBLE", k_months_between, 0,
	    "months from the second time to the first",
	    "months_between(DATE '2024-03-15', DATE '2024-01-15')", "2.0"),
	ROW("next_day", "DATE, VARCHAR -> DATE", k_next_day, CF,
	    "the next such weekday", "next_day(DATE '2024-05-06', 'Mon')",
	    "2024-05-13"),
	ROW("time_bucket", "INTERVAL DAY TO SECOND, TEMPORAL -> ?", k_bucket_day, CF,
	    "start of the bucket that a time lies in",
	    "time_bucket(INTERVAL '7' DAY, DATE '2024-05-08')", "2024-05-06"),
	ROW("time_bucket", "INTERVAL YEAR TO MONTH, TEMPORAL -> ?", k_bucket_month, CF,
	    "start of the bucket that a time lies in",
	    "time_bucket(INTERVAL '3' MONTH, DATE '2024-05-08')", "2024-04-01"),
	ROW("make_date", "BIGINT, BIGINT, BIGINT -> DATE", k_make_date, CF,
	    "date from year, month and day", "make_date(2024, 2, 29)", "2024-02-29"),
	ROW("make_time", "BIGINT, BIGINT, DOUBLE -> TIME", k_make_time, CF,
	    "time from hour, minute and second", "make_time(7, 8, 9.5)", "07:08:09.5"),
	ROW("make_timestamp",
	    "BIGINT, BIGINT, BIGINT, BIGINT, BIGINT, DOUBLE -> TIMESTAMP",
	    k_make_timestamp, CF, "timestamp from its parts",
	    "make_timestamp(2024, 5, 6, 7, 8, 9)", "2024-05-06 07:08:09"),
	ROW("make_timestamp_ntz",
	    "BIGINT, BIGINT, BIGINT, BIGINT, BIGINT, DOUBLE -> TIMESTAMP",
	    k_make_timestamp, CF, "timestamp from its parts",
	    "make_timestamp_ntz(2024, 5, 6, 7, 8, 9)", "2024-05-06 07:08:09"),
	ROW("timestamp_seconds", "BIGINT -> TIMESTAMP_LTZ", k_from_seconds, CF,
	    "time of seconds since 1970", "unix_seconds(timestamp_seconds(90))", "90"),
	ROW("timestamp_millis", "BIGINT -> TIMESTAMP_LTZ", k_from_millis, CF,
	    "time of thousandths since 1970", "unix_seconds(timestamp_millis(9000))",
	    "9"),
	ROW("timestamp_micros", "BIGINT -> TIMESTAMP_LTZ", k_from_micros, CF,
	    "time of millionths since 1970", "unix_micros(timestamp_micros(5))", "5"),
	ROW("make_timestamp", "BIGINT -> TIMESTAMP", k_from_micros, CF,
	    "timestamp of microseconds since 1970", "make_timestamp(1000000)",
	    "1970-01-01 00:00:01"),
	ROW("date_from_unix_date", "BIGINT -> DATE", k_from_days, CF,
	    "date of days since 1970", "date_from_unix_date(10)", "1970-01-11"),
	ROW("epoch", "TEMPORAL -> DOUBLE", k_epoch, 0, "seconds since 1970",
	    "epoch(TIMESTAMP '1970-01-01 00:00:01.5')", "1.5"),
	ROW("epoch_ms", "TEMPORAL -> BIGINT", k_epoch_ms, 0, "thousandths since 1970",
	    "epoch_ms(TIMESTAMP '1970-01-01 00:00:01.5')", "1500"),
	ROW("epoch_us", "TEMPORAL -> BIGINT", k_epoch_us, 0, "millionths since 1970",
	    "epoch_us(TIMESTAMP '1970-01-01 00:00:01')", "1000000"),
	ROW("unix_millis", "TEMPORAL -> BIGINT", k_epoch_ms, 0,
	    "thousandths since 1970", "unix_millis(TIMESTAMP '1970-01-01 00:00:01')",
	    "1000"),
	ROW("unix_micros", "TEMPORAL -> BIGINT", k_epoch_us, 0, "millionths since 1970",
	    "unix_micros(TIMESTAMP '1970-01-01 00:00:01')", "1000000"),
	ROW("now", "-> TIMESTAMP_LTZ", k_now, FUNC_STABLE, "start of the statement",
	    "now() = now()", "true"),
	ROW("current_timestamp", "-> TIMESTAMP_LTZ", k_now, FUNC_STABLE,
	    "start of the statement", "current_timestamp = now()", "true"),
	ROW("localtimestamp", "-> TIMESTAMP", k_now_local, FUNC_STABLE,
	    "start of the statement in the session's zone",
	    "localtimestamp = CAST(now() AS TIMESTAMP)", "true"),
	ROW("current_date", "-> DATE", k_now_local, FUNC_STABLE,
	    "today in the session's zone", "current_date = CAST(now() AS DATE)",
	    "true"),
	ROW("curdate", "-> DATE", k_now_local, FUNC_STABLE,
	    "today in the session's zone", "curdate() = current_date", "true"),
	ROW("today", "-> DATE", k_now_local, FUNC_STABLE, "today in the session's zone",
	    "today() = current_date", "true"),
	ROW("current_time", "-> TIME", k_now_local, FUNC_STABLE,
	    "time of day in the session's zone", "current_time = localtime", "true"),
	ROW("localtime", "-> TIME", k_now_local, FUNC_STABLE,
	    "time of day in the session's zone", "current_time = localtime", "true"),
	ROW("timezone", "VARCHAR, TIMESTAMP -> TIMESTAMP_LTZ", k_zone_to_utc, CF,
	    "the instant of a local time in a zone",
	    "unix_seconds(timezone('+01:00', TIMESTAMP '1970-01-01 01:00:00'))", "0"),
	ROW("timezone", "VARCHAR, TIMESTAMP_LTZ -> TIMESTAMP", k_utc_to_zone, CF,
	    "local time of an instant in a zone",
	    "timezone('+01:00', timestamp_seconds(0))", "1970-01-01 01:00:00"),
	ROW("to_utc_timestamp", "TIMESTAMP, VARCHAR -> TIMESTAMP", k_to_utc_timestamp,
	    CF, "UTC of a local time in a zone",
	    "to_utc_timestamp(TIMESTAMP '2024-07-01 12:00:00', 'Europe/Berlin')",
	    "2024-07-01 10:00:00"),
	ROW("from_utc_timestamp", "TIMESTAMP, VARCHAR -> TIMESTAMP",
	    k_from_utc_timestamp, CF, "local time in a zone of a time in UTC",
	    "from_utc_timestamp(TIMESTAMP '2024-07-01 10:00:00', 'Europe/Berlin')",
	    "2024-07-01 12:00:00"),
};

const struct func_family func_family_time_arith = {
	.name = "Calculating with dates and times",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
