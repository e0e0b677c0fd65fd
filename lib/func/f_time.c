/*
 * f_time.c - dates and times: parts, truncation, arithmetic.
 *
 * DATE is days, TIMESTAMP and TIMESTAMP_LTZ microseconds; an LTZ is read in
 * the session's zone.
 */
#include <math.h>

#include "func/args.h"
#include "func/time_util.h"
#include "kernel/kernel.h"

/* --- reading an argument as local microseconds ---------------------------- */

int64_t time_local(struct func_call *fc, const struct vector *v, size_t i)
{
	struct time_site *site = fc->state;

	switch (v->type->id) {
	case TYPE_DATE: return (int64_t)arg_i32(v, i) * US_DAY;
	case TYPE_TIMESTAMP_LTZ: {
		int64_t us = arg_i64(v, i);

		return us + zone_offset_at_utc(site->zone, us);
	}
	default: return arg_i64(v, i);
	}
}

void time_store(struct func_call *fc, struct vector *out, size_t i, int64_t local)
{
	struct time_site *site = fc->state;

	switch (out->type->id) {
	case TYPE_DATE: ((int32_t *)out->data)[i] = (int32_t)ts_date(local); break;
	case TYPE_TIMESTAMP_LTZ:
		((int64_t *)out->data)[i] = zone_to_utc(site->zone, local);
		break;
	default: ((int64_t *)out->data)[i] = local;
	}
}

shade_status time_init(struct func_call *fc, const struct value *const *consts)
{
	struct time_site *site = arena_new_of(fc->arena, struct time_site);

	(void)consts;
	site->zone = zone_of_session(fc->cx, fc->arena);
	site->unit = UNIT_COUNT;
	fc->state = site;
	return SHADE_OK;
}

shade_status time_unit_of(struct func_call *fc, struct str text, enum time_unit *out)
{
	struct time_site *site = fc->state;

	if (site->unit != UNIT_COUNT && str_eq(site->unit_text, text)) {
		*out = site->unit;
		return SHADE_OK;
	}
	if (!time_unit_by_name(text, out))
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "\"%.*s\" is not a unit of time", STR_ARG(text));
	site->unit = *out;
	site->unit_text = str_dup(fc->arena, text);
	return SHADE_OK;
}

/* --- parts ---------------------------------------------------------------- */

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static int64_t century_of(int64_t year, int64_t years)
{
	/* there is no century 0: year 0 is 1 BC */
	return year > 0 ? (year + years - 1) / years : -((years - year) / years);
}

/* Integer part of a local time; EPOCH in whole seconds. */
int64_t time_part(enum time_unit unit, int64_t local)
{
	int64_t days = ts_date(local);
	int64_t us = ts_time(local);
	struct civil c = date_to_civil(days);
	int64_t iso_year;

	switch (unit) {
	case UNIT_MICROSECOND: return us % US_MINUTE;
	case UNIT_MILLISECOND: return us % US_MINUTE / 1000;
	case UNIT_SECOND: return us % US_MINUTE / US_SECOND;
	case UNIT_MINUTE: return us / US_MINUTE % 60;
	case UNIT_HOUR: return us / US_HOUR;
	case UNIT_DAY: return c.day;
	case UNIT_WEEK: return date_iso_week(days, &iso_year);
	case UNIT_MONTH: return c.month;
	case UNIT_QUARTER: return (c.month + 2) / 3;
	case UNIT_YEAR: return c.year;
	case UNIT_DECADE: return floor_div(c.year, 10);
	case UNIT_CENTURY: return century_of(c.year, 100);
	case UNIT_MILLENNIUM: return century_of(c.year, 1000);
	case UNIT_DOW: return date_weekday(days);
	case UNIT_ISODOW: return date_weekday(days) ? date_weekday(days) : 7;
	case UNIT_DOY: return date_yearday(days);
	case UNIT_ISOYEAR: (void)date_iso_week(days, &iso_year); return iso_year;
	case UNIT_EPOCH: return floor_div(local, US_SECOND);
	case UNIT_DATE: return days;
	case UNIT_TIME: return us;
	case UNIT_COUNT: break;
	}
	return 0;
}

/* EPOCH counts from 1970 in UTC. */
static int64_t part_of(struct func_call *fc, enum time_unit unit,
		       const struct vector *v, size_t i)
{
	if (unit == UNIT_EPOCH && v->type->id == TYPE_TIMESTAMP_LTZ)
		return floor_div(arg_i64(v, i), US_SECOND);
	return time_part(unit, time_local(fc, v, i));
}

/* Year, month and day of DATE and TIMESTAMP columns, in one loop; false: not
 * such a column, or dates far away. */
static bool date_parts(enum time_unit unit, const struct vector *v, size_t n,
		       int64_t *to)
{
	enum kernel_civil part = unit == UNIT_YEAR    ? KERNEL_YEAR
				 : unit == UNIT_MONTH ? KERNEL_MONTH
						      : KERNEL_DAY;
	int32_t days[512];

	if (v->form != VECTOR_FLAT ||
	    (unit != UNIT_YEAR && unit != UNIT_MONTH && unit != UNIT_DAY))
		return false;
	if (v->type->id == TYPE_DATE)
		return kernels()->civil(v->data, part, to, n);
	if (v->type->id != TYPE_TIMESTAMP)
		return false;
	for (size_t at = 0; at < n; at += ARRAY_LEN(days)) {
		size_t m = n - at < ARRAY_LEN(days) ? n - at : ARRAY_LEN(days);

		for (size_t i = 0; i < m; i++)
			days[i] = (int32_t)ts_date(((const int64_t *)v->data)[at + i]);
		if (!kernels()->civil(days, part, to + at, m))
			return false;
	}
	return true;
}

static shade_status k_extract(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;
	bool fixed = args[0].form == VECTOR_CONST;
	enum time_unit unit = UNIT_COUNT;

	(void)n_args;
	if (fixed) {
		TRY(time_unit_of(fc, arg_str(&args[0], 0), &unit));
		if (date_parts(unit, &args[1], n, to))
			return SHADE_OK;
	}
	for (size_t i = 0; i < n; i++) {
		if (!out_valid(out, i))
			continue;
		if (!fixed)
			TRY(time_unit_of(fc, arg_str(&args[0], i), &unit));
		to[i] = part_of(fc, unit, &args[1], i);
	}
	return SHADE_OK;
}

/* Parts of intervals: months or microseconds, split as they are printed. */
static shade_status k_extract_month(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;
	enum time_unit unit = UNIT_COUNT;
	bool known = false;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t months;

		if (!out_valid(out, i))
			continue;
		if (!known || args[0].form != VECTOR_CONST)
			TRY(time_unit_of(fc, arg_str(&args[0], i), &unit));
		known = true;
		months = arg_i32(&args[1], i);
		to[i] = unit == UNIT_YEAR      ? months / 12
			: unit == UNIT_MONTH   ? months % 12
			: unit == UNIT_QUARTER ? months % 12 / 3 + 1
					       : 0;
	}
	return SHADE_OK;
}

static shade_status k_extract_day(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;
	enum time_unit unit = UNIT_COUNT;
	bool known = false;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t us;

		if (!out_valid(out, i))
			continue;
		if (!known || args[0].form != VECTOR_CONST)
			TRY(time_unit_of(fc, arg_str(&args[0], i), &unit));
		known = true;
		us = arg_i64(&args[1], i);
		to[i] = unit == UNIT_DAY           ? us / US_DAY
			: unit == UNIT_HOUR        ? us / US_HOUR % 24
			: unit == UNIT_MINUTE      ? us / US_MINUTE % 60
			: unit == UNIT_SECOND      ? us / US_SECOND % 60
			: unit == UNIT_MILLISECOND ? us / 1000 % 60000
			: unit == UNIT_MICROSECOND ? us % US_MINUTE
			: unit == UNIT_EPOCH       ? us / US_SECOND
						   : 0;
	}
	return SHADE_OK;
}

/* One kernel a unit: year(x), month(x) ... */
#define PART_KERNEL(fn, unit, plus)                                             \
	static shade_status fn(struct func_call *fc, const struct vector *args, \
			       size_t n_args, size_t n, struct vector *out)     \
	{                                                                       \
		return part_rows(fc, args, n_args, n, out, unit, plus);         \
	}

static shade_status part_rows(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out,
			      enum time_unit unit, int64_t plus)
{
	int64_t *to = out->data;

	(void)n_args;
	if (plus == 0 && date_parts(unit, &args[0], n, to))
		return SHADE_OK;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			to[i] = part_of(fc, unit, &args[0], i) + plus;
	return SHADE_OK;
}

PART_KERNEL(k_year, UNIT_YEAR, 0)
PART_KERNEL(k_quarter, UNIT_QUARTER, 0)
PART_KERNEL(k_month, UNIT_MONTH, 0)
PART_KERNEL(k_week, UNIT_WEEK, 0)
PART_KERNEL(k_day, UNIT_DAY, 0)
PART_KERNEL(k_dayofweek, UNIT_DOW, 1)
PART_KERNEL(k_isodow, UNIT_ISODOW, 0)
PART_KERNEL(k_weekday, UNIT_ISODOW, -1)
PART_KERNEL(k_dayofyear, UNIT_DOY, 0)
PART_KERNEL(k_isoyear, UNIT_ISOYEAR, 0)
PART_KERNEL(k_hour, UNIT_HOUR, 0)
PART_KERNEL(k_minute, UNIT_MINUTE, 0)
PART_KERNEL(k_second, UNIT_SECOND, 0)
PART_KERNEL(k_millisecond, UNIT_MILLISECOND, 0)
PART_KERNEL(k_microsecond, UNIT_MICROSECOND, 0)
PART_KERNEL(k_unix_seconds, UNIT_EPOCH, 0)
PART_KERNEL(k_unix_date, UNIT_DATE, 0)

static const char *const day_names[] = { "Sunday",   "Monday", "Tuesday", "Wednesday",
					 "Thursday", "Friday", "Saturday" };
static const char *const month_names[] = { "January", "February", "March",
					   "April",   "May",      "June",
					   "July",    "August",   "September",
					   "October", "November", "December" };

const char *time_day_name(int weekday)
{
	return day_names[weekday];
}

const char *time_month_name(int month)
{
	return month_names[month - 1];
}

static shade_status k_dayname(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		const char *s;

		if (!out_valid(out, i))
			continue;
		s = day_names[part_of(fc, UNIT_DOW, &args[0], i)];
		out_view(out, i, s, strlen(s));
	}
	return SHADE_OK;
}

static shade_status k_monthname(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		const char *s;

		if (!out_valid(out, i))
			continue;
		s = month_names[part_of(fc, UNIT_MONTH, &args[0], i) - 1];
		out_view(out, i, s, strlen(s));
	}
	return SHADE_OK;
}

/* --- truncation ----------------------------------------------------------- */

/* The start of the unit that a local time lies in. */
bool time_truncate(enum time_unit unit, int64_t local, int64_t *out)
{
	int64_t days = ts_date(local);
	struct civil c = date_to_civil(days);
	int64_t year = c.year, iso_year;

	switch (unit) {
	case UNIT_MICROSECOND: *out = local; return true;
	case UNIT_MILLISECOND: *out = floor_div(local, 1000) * 1000; return true;
	case UNIT_SECOND: *out = floor_div(local, US_SECOND) * US_SECOND; return true;
	case UNIT_MINUTE: *out = floor_div(local, US_MINUTE) * US_MINUTE; return true;
	case UNIT_HOUR: *out = floor_div(local, US_HOUR) * US_HOUR; return true;
	case UNIT_DAY:
	case UNIT_DATE: break;
	case UNIT_WEEK: days -= (date_weekday(days) + 6) % 7; break;
	case UNIT_MONTH: days = date_from_civil(year, c.month, 1); break;
	case UNIT_QUARTER:
		days = date_from_civil(year, (c.month - 1) / 3 * 3 + 1, 1);
		break;
	case UNIT_YEAR: days = date_from_civil(year, 1, 1); break;
	case UNIT_DECADE: days = date_from_civil(floor_div(year, 10) * 10, 1, 1); break;
	case UNIT_CENTURY:
		days = date_from_civil(floor_div(year - 1, 100) * 100 + 1, 1, 1);
		break;
	case UNIT_MILLENNIUM:
		days = date_from_civil(floor_div(year - 1, 1000) * 1000 + 1, 1, 1);
		break;
	case UNIT_ISOYEAR:
		(void)date_iso_week(days, &iso_year);
		days = date_from_civil(iso_year, 1, 4);
		days -= (date_weekday(days) + 6) % 7;
		break;
	default: return false;
	}
	*out = days * US_DAY;
	return true;
}

/* First days of months: the date without the day of its month. */
static bool month_starts(const struct vector *unit, const struct vector *v, size_t n,
			 struct vector *out)
{
	const int32_t *days = v->data;
	enum time_unit u;
	int64_t part[512];

	if (unit->form != VECTOR_CONST || v->form != VECTOR_FLAT ||
	    v->type->id != TYPE_DATE || !time_unit_by_name(arg_str(unit, 0), &u) ||
	    u != UNIT_MONTH)
		return false;
	for (size_t at = 0; at < n; at += ARRAY_LEN(part)) {
		size_t m = n - at < ARRAY_LEN(part) ? n - at : ARRAY_LEN(part);

		if (!kernels()->civil(days + at, KERNEL_DAY, part, m))
			return false;
		for (size_t i = 0; i < m; i++) {
			int64_t start = days[at + i] - part[i] + 1;

			if (out->type->id == TYPE_DATE)
				((int32_t *)out->data)[at + i] = (int32_t)start;
			else
				((int64_t *)out->data)[at + i] = start * US_DAY;
		}
	}
	return true;
}

static shade_status k_date_trunc(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	enum time_unit unit = UNIT_COUNT;
	bool known = false;
	int64_t local;

	(void)n_args;
	if (out->type->id != TYPE_TIMESTAMP_LTZ &&
	    month_starts(&args[0], &args[1], n, out))
		return SHADE_OK;
	for (size_t i = 0; i < n; i++) {
		if (!out_valid(out, i))
			continue;
		if (!known || args[0].form != VECTOR_CONST)
			TRY(time_unit_of(fc, arg_str(&args[0], i), &unit));
		known = true;
		if (!time_truncate(unit, time_local(fc, &args[1], i), &local))
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "a time cannot be cut to \"%.*s\"",
					  STR_ARG(arg_str(&args[0], i)));
		time_store(fc, out, i, local);
	}
	return SHADE_OK;
}

/* trunc(date, unit): Spark's order; also floor(x TO unit). */
static shade_status k_trunc(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	struct vector swapped[2] = { args[1], args[0] };

	(void)n_args;
	return k_date_trunc(fc, swapped, 2, n, out);
}

static shade_status k_ceil_to(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	enum time_unit unit = UNIT_COUNT;
	bool known = false;
	int64_t local, cut;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		if (!out_valid(out, i))
			continue;
		if (!known || args[1].form != VECTOR_CONST)
			TRY(time_unit_of(fc, arg_str(&args[1], i), &unit));
		known = true;
		local = time_local(fc, &args[0], i);
		if (!time_truncate(unit, local, &cut) ||
		    (cut != local && !time_add(unit, 1, cut, &cut)))
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "a time cannot be rounded up to \"%.*s\"",
					  STR_ARG(arg_str(&args[1], i)));
		time_store(fc, out, i, cut);
	}
	return SHADE_OK;
}

/* last_day(x), and its kin over whole days. */
static shade_status k_last_day(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct civil c;

		if (!out_valid(out, i))
			continue;
		c = date_to_civil(ts_date(time_local(fc, &args[0], i)));
		to[i] = (int32_t)date_from_civil(c.year, c.month,
						 days_in_month(c.year, c.month));
	}
	return SHADE_OK;
}

#define ROW(n, s, k, f, d, e, r)                                                  \
	{                                                                         \
		.name = (n), .sig = (s), .kernel = (k), .flags = (f),             \
		.init = time_init, .bind = time_bind, .doc = (d), .example = (e), \
		.result = (r)                                                     \
	}
#define PART(n, k, d, e, r) ROW(n, "TEMPORAL -> BIGINT", k, 0, d, e, r)

static const struct func_row rows[] = {
	ROW("extract", "VARCHAR, INTERVAL YEAR TO MONTH -> BIGINT", k_extract_month,
	    FUNC_CAN_FAIL, "part of an interval",
	    "extract(YEAR FROM INTERVAL '14' MONTH)", "1"),
	ROW("extract", "VARCHAR, INTERVAL DAY TO SECOND -> BIGINT", k_extract_day,
	    FUNC_CAN_FAIL, "part of an interval",
	    "extract(HOUR FROM INTERVAL '90' MINUTE)", "1"),
	ROW("extract", "VARCHAR, TEMPORAL -> BIGINT", k_extract, FUNC_CAN_FAIL,
	    "part of a date or time", "extract(YEAR FROM DATE '2024-05-06')", "2024"),
	ROW("date_part", "VARCHAR, INTERVAL YEAR TO MONTH -> BIGINT", k_extract_month,
	    FUNC_CAN_FAIL, "part of an interval",
	    "date_part('month', INTERVAL '14' MONTH)", "2"),
	ROW("date_part", "VARCHAR, INTERVAL DAY TO SECOND -> BIGINT", k_extract_day,
	    FUNC_CAN_FAIL, "part of an interval",
	    "date_part('minute', INTERVAL '90' MINUTE)", "30"),
	ROW("date_part", "VARCHAR, TEMPORAL -> BIGINT", k_extract, FUNC_CAN_FAIL,
	    "part of a date or time", "date_part('month', DATE '2024-05-06')", "5"),
	ROW("datepart", "VARCHAR, TEMPORAL -> BIGINT", k_extract, FUNC_CAN_FAIL,
	    "part of a date or time", "datepart('day', DATE '2024-05-06')", "6"),
	PART("year", k_year, "year of a date", "year(DATE '2024-05-06')", "2024"),
	PART("quarter", k_quarter, "quarter of a date, 1 to 4",
	     "quarter(DATE '2024-05-06')", "2"),
	PART("month", k_month, "month of a date, 1 to 12", "month(DATE '2024-05-06')",
	     "5"),
	PART("week", k_week, "ISO week, 1 to 53", "week(DATE '2024-01-01')", "1"),
	PART("weekofyear", k_week, "ISO week, 1 to 53", "weekofyear(DATE '2023-01-01')",
	     "52"),
	PART("day", k_day, "day of the month, 1 to 31", "day(DATE '2024-05-06')", "6"),
	PART("dayofmonth", k_day, "day of the month, 1 to 31",
	     "dayofmonth(DATE '2024-05-06')", "6"),
	PART("dayofweek", k_dayofweek, "day of the week, Sunday is 1",
	     "dayofweek(DATE '2024-05-06')", "2"),
	PART("isodow", k_isodow, "day of the week, Monday is 1, Sunday 7",
	     "isodow(DATE '2024-05-05')", "7"),
	PART("weekday", k_weekday, "day of the week, Monday is 0, Sunday 6",
	     "weekday(DATE '2024-05-06')", "0"),
	PART("dayofyear", k_dayofyear, "day of the year, 1 to 366",
	     "dayofyear(DATE '2024-12-31')", "366"),
	PART("isoyear", k_isoyear, "year of the ISO week", "isoyear(DATE '2023-01-01')",
	     "2022"),
	PART("hour", k_hour, "hour, 0 to 23", "hour(TIMESTAMP '2024-05-06 07:08:09')",
	     "7"),
	PART("minute", k_minute, "minute, 0 to 59", "minute(TIME '07:08:09')", "8"),
	PART("second", k_second, "whole second, 0 to 59", "second(TIME '07:08:09.5')",
	     "9"),
	PART("millisecond", k_millisecond, "seconds of the minute in thousandths",
	     "millisecond(TIME '07:08:09.5')", "9500"),
	PART("microsecond", k_microsecond, "seconds of the minute in millionths",
	     "microsecond(TIME '07:08:09.5')", "9500000"),
	PART("unix_seconds", k_unix_seconds, "seconds since 1970",
	     "unix_seconds(TIMESTAMP '1970-01-02 00:00:01')", "86401"),
	PART("unix_date", k_unix_date, "days since 1970",
	     "unix_date(DATE '1970-01-11')", "10"),
	ROW("dayname", "TEMPORAL -> VARCHAR", k_dayname, 0, "name of the weekday",
	    "dayname(DATE '2024-05-06')", "Monday"),
	ROW("monthname", "TEMPORAL -> VARCHAR", k_monthname, 0, "name of the month",
	    "monthname(DATE '2024-05-06')", "May"),
	ROW("date_trunc", "VARCHAR, TEMPORAL -> ?", k_date_trunc, FUNC_CAN_FAIL,
	    "start of the unit that a time lies in",
	    "date_trunc('month', TIMESTAMP '2024-05-06 07:08:09')",
	    "2024-05-01 00:00:00"),
	ROW("trunc", "DATE, VARCHAR -> ?", k_trunc, FUNC_CAN_FAIL,
	    "start of the unit that a date lies in", "trunc(DATE '2024-05-06', 'year')",
	    "2024-01-01"),
	ROW("floor", "TEMPORAL, VARCHAR -> ?", k_trunc, FUNC_CAN_FAIL,
	    "start of the unit that a time lies in",
	    "floor(DATE '2024-05-06' TO MONTH)", "2024-05-01"),
	ROW("ceil", "TEMPORAL, VARCHAR -> ?", k_ceil_to, FUNC_CAN_FAIL,
	    "start of the next unit, or the time itself if one starts there",
	    "ceil(DATE '2024-05-06' TO MONTH)", "2024-06-01"),
	ROW("ceiling", "TEMPORAL, VARCHAR -> ?", k_ceil_to, FUNC_CAN_FAIL,
	    "start of the next unit", "ceiling(DATE '2024-05-01' TO MONTH)",
	    "2024-05-01"),
	ROW("last_day", "TEMPORAL -> DATE", k_last_day, 0, "last day of the month",
	    "last_day(DATE '2024-02-03')", "2024-02-29"),
};

const struct func_family func_family_time = {
	.name = "Dates and times",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
