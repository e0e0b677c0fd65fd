/*
 * f_interval.c - making intervals, and times in zones.
 */
#include "func/temporal.h"
#include "func/values.h"

#include <math.h>

#include "type/datetime.h"
#include "type/tz.h"

static shade_status fail_range(struct func_call *fc)
{
	return shade_fail(fc->cx, SHADE_E_OVERFLOW, fc->span,
			  "the interval is out of range");
}

/* ([days [, hours [, minutes [, seconds]]]]) */
static shade_status make_day(struct func_call *fc, const struct value *args,
			     size_t n_args, struct value *out)
{
	static const int64_t unit[] = { US_DAY, US_HOUR, US_MINUTE };
	__int128 sum = 0;

	for (size_t i = 0; i < n_args && i < 3; i++)
		sum += (__int128)args[i].i * unit[i];
	if (n_args > 3) {
		if (!(fabs(args[3].d) < 1e12))
			return fail_range(fc);
		sum += (__int128)llround(args[3].d * 1e6);
	}
	if (sum > INT64_MAX || sum < -INT64_MAX)
		return fail_range(fc);
	out->i = (int64_t)sum;
	return SHADE_OK;
}

/* ([years [, months]]) */
static shade_status make_month(struct func_call *fc, const struct value *args,
			       size_t n_args, struct value *out)
{
	__int128 sum = 0;

	if (n_args > 0)
		sum = (__int128)args[0].i * 12;
	if (n_args > 1)
		sum += args[1].i;
	if (sum > INT32_MAX || sum < -INT32_MAX)
		return fail_range(fc);
	out->i = (int64_t)sum;
	return SHADE_OK;
}

static shade_status find_zone(struct func_call *fc, struct str name,
			      const struct zone **out)
{
	*out = zone_find(func_scratch(fc), name);
	if (!*out)
		return shade_fail(fc->cx, SHADE_E_DATETIME, fc->span,
				  "there is no time zone \"%.*s\"", STR_ARG(name));
	return SHADE_OK;
}

static shade_status move_zone(struct func_call *fc, struct str from, struct str to,
			      int64_t local, int64_t *out)
{
	const struct zone *a, *b;
	int64_t utc;

	TRY(find_zone(fc, from, &a));
	TRY(find_zone(fc, to, &b));
	utc = zone_to_utc(a, local);
	*out = utc + zone_offset_at_utc(b, utc);
	return SHADE_OK;
}

/* (from, to, timestamp), Spark */
static shade_status convert_three(struct func_call *fc, const struct value *args,
				  size_t n_args, struct value *out)
{
	(void)n_args;
	return move_zone(fc, args[0].s, args[1].s, args[2].i, &out->i);
}

/* (to, timestamp): from the session's zone */
static shade_status convert_two(struct func_call *fc, const struct value *args,
				size_t n_args, struct value *out)
{
	const struct zone *a = zone_of_session(fc->cx, func_scratch(fc)), *b;
	int64_t utc = zone_to_utc(a, args[1].i);

	(void)n_args;
	TRY(find_zone(fc, args[0].s, &b));
	out->i = utc + zone_offset_at_utc(b, utc);
	return SHADE_OK;
}

/* (text, from, to) -> text, Flink */
static shade_status convert_text(struct func_call *fc, const struct value *args,
				 size_t n_args, struct value *out)
{
	char text[DATETIME_TEXT];
	int64_t us;

	(void)n_args;
	if (!timestamp_parse(args[0].s.p, args[0].s.n, &us, NULL)) {
		out->is_null = true;
		return SHADE_OK;
	}
	TRY(move_zone(fc, args[1].s, args[2].s, us, &us));
	out->s = str_dup(func_scratch(fc),
			 (struct str){ text, timestamp_print(us, text) });
	return SHADE_OK;
}

static shade_status session_zone(struct func_call *fc, const struct value *args,
				 size_t n_args, struct value *out)
{
	(void)args, (void)n_args;
	out->s = zone_name(zone_of_session(fc->cx, func_scratch(fc)));
	return SHADE_OK;
}

/* (epoch, 0 seconds or 3 milliseconds or 6 microseconds) */
static shade_status from_epoch(struct func_call *fc, const struct value *args,
			       size_t n_args, struct value *out)
{
	int64_t digits = n_args > 1 ? args[1].i : 3;
	int64_t unit = digits == 0 ? US_SECOND : digits == 3 ? 1000 : 1;

	if (digits != 0 && digits != 3 && digits != 6)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the precision of an epoch is 0, 3 or 6, not %lld",
				  (long long)digits);
	if (__builtin_mul_overflow(args[0].i, unit, &out->i))
		return temporal_fail_range(fc);
	return SHADE_OK;
}

static const struct func_row rows[] = {
	{ EACH("make_dt_interval",
	       "[BIGINT] [, BIGINT] [, BIGINT] [, DOUBLE] -> INTERVAL DAY TO SECOND",
	       FUNC_CAN_FAIL, make_day),
	  DOC("an interval of days, hours, minutes and seconds",
	      "make_dt_interval(1, 2, 3, 4.5)", "+1 02:03:04.5") },
	{ EACH("make_ym_interval", "[BIGINT] [, BIGINT] -> INTERVAL YEAR TO MONTH",
	       FUNC_CAN_FAIL, make_month),
	  DOC("an interval of years and months", "make_ym_interval(1, 2)", "+1-02") },
	{ EACH("convert_timezone", "VARCHAR, VARCHAR, TIMESTAMP -> TIMESTAMP",
	       FUNC_CAN_FAIL, convert_three),
	  DOC("local time of one zone in another",
	      "convert_timezone('UTC', '+02:00', TIMESTAMP '2024-01-01 10:00:00')",
	      "2024-01-01 12:00:00") },
	{ EACH("convert_timezone", "VARCHAR, TIMESTAMP -> TIMESTAMP", FUNC_CAN_FAIL,
	       convert_two) },
	{ EACH("convert_tz", "VARCHAR, VARCHAR, VARCHAR -> VARCHAR", FUNC_CAN_FAIL,
	       convert_text),
	  DOC("text of a time of one zone in another",
	      "convert_tz('2024-01-01 10:00:00', 'UTC', '+02:00')",
	      "2024-01-01 12:00:00") },
	{ EACH("current_timezone", "-> VARCHAR", FUNC_STABLE, session_zone),
	  DOC("name of the session's time zone", "length(current_timezone()) > 0",
	      "true") },
	{ EACH("to_timestamp_ltz", "BIGINT [, BIGINT] -> TIMESTAMP_LTZ", FUNC_CAN_FAIL,
	       from_epoch),
	  DOC("the instant of an epoch in seconds (0) or milliseconds (3)",
	      "to_timestamp_ltz(60, 0) = timestamp_seconds(60)", "true") },
};

const struct func_family func_family_interval = { "Intervals and zones", rows,
						  ARRAY_LEN(rows) };
