/*
 * datetime.h - civil dates, times of day, timestamps, intervals.
 *
 * DATE is days since 1970-01-01 (proleptic Gregorian), TIME microseconds
 * since midnight, TIMESTAMP microseconds since 1970-01-01 00:00 in no
 * zone, TIMESTAMP_LTZ the same in UTC, intervals are months or
 * microseconds.
 */
#ifndef SHADE_TYPE_DATETIME_H
#define SHADE_TYPE_DATETIME_H

#include "base/str.h"

#define US_SECOND INT64_C(1000000)
#define US_MINUTE (60 * US_SECOND)
#define US_HOUR (60 * US_MINUTE)
#define US_DAY (24 * US_HOUR)

struct civil {
	int32_t year;
	int8_t month; /* 1..12 */
	int8_t day; /* 1..31 */
};

struct clock_time {
	int hour, minute, second, us;
};

int64_t date_from_civil(int64_t year, int month, int day); /* day may overflow */
struct civil date_to_civil(int64_t days);
int days_in_month(int64_t year, int month);
bool is_leap_year(int64_t year);
int date_weekday(int64_t days); /* 0 Sunday .. 6 Saturday */
int date_yearday(int64_t days); /* 1..366 */
/* ISO 8601 week 1..53 and the year it belongs to. */
int date_iso_week(int64_t days, int64_t *iso_year);
/* Add months; the day is cut to the month's last. */
int64_t date_add_months(int64_t days, int64_t months);

/* Floor division: the day of a timestamp and what is left of it. */
static inline int64_t ts_date(int64_t us)
{
	return us / US_DAY - (us % US_DAY < 0);
}

static inline int64_t ts_time(int64_t us)
{
	int64_t r = us % US_DAY;

	return r < 0 ? r + US_DAY : r;
}

struct clock_time time_split(int64_t us_of_day);

/* Cut to p fraction digits (towards the past). */
int64_t ts_truncate(int64_t us, int precision);

/* Range of a DATE and of the timestamps that have a date. */
#define DATE_MIN (-2147483647)
#define DATE_MAX 2147483646

/* "2024-1-31", a time may follow and is ignored. */
bool date_parse(const char *p, size_t n, int32_t *out);
/* "10:11", "10:11:12.5"; up to 23:59:59.999999. */
bool time_parse(const char *p, size_t n, int64_t *out);
/* Date, 'T' or blanks, time, zone; the time may be missing.  *zone (may be
 * NULL) is the rest that names a zone, empty if none. */
bool timestamp_parse(const char *p, size_t n, int64_t *out, struct str *zone);
/* "Z", "UTC", "+02", "-03:30", "+0530": seconds east. */
bool offset_parse(struct str text, int32_t *seconds);

enum time_unit {
	UNIT_MICROSECOND,
	UNIT_MILLISECOND,
	UNIT_SECOND,
	UNIT_MINUTE,
	UNIT_HOUR,
	UNIT_DAY,
	UNIT_WEEK,
	UNIT_MONTH,
	UNIT_QUARTER,
	UNIT_YEAR,
	UNIT_DECADE,
	UNIT_CENTURY,
	UNIT_MILLENNIUM,
	/* only for EXTRACT */
	UNIT_DOW,
	UNIT_ISODOW,
	UNIT_DOY,
	UNIT_ISOYEAR,
	UNIT_EPOCH,
	UNIT_DATE,
	UNIT_TIME,
	UNIT_COUNT
};

/* Any case, singular, plural and short forms. */
bool time_unit_by_name(struct str name, enum time_unit *out);
const char *time_unit_name(enum time_unit u);

/*
 * Interval texts.  "1 year 2 months", "3 days 04:05:06.7", "1-2", "3 4:05",
 * "-5 hours".  A bare number counts the unit (UNIT_COUNT: refused).
 * months and us are added up separately; false: no interval or too large.
 */
bool interval_parse(struct str text, enum time_unit unit, int64_t *months, int64_t *us);

#define DATETIME_TEXT 40

size_t date_print(int64_t days, char out[DATETIME_TEXT]);
/* Fraction digits only as far as they are not zero. */
size_t time_print(int64_t us, char out[DATETIME_TEXT]);
size_t timestamp_print(int64_t us, char out[DATETIME_TEXT]);
size_t interval_month_print(int64_t months, char out[DATETIME_TEXT]);
size_t interval_day_print(int64_t us, char out[DATETIME_TEXT]);

#endif
