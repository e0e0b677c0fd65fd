#include "moment.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "number.h"

/* Proleptic Gregorian; H. Hinnant, "chrono-compatible date algorithms". */
static void civil(int64_t days, int64_t *year, unsigned *month, unsigned *day)
{
	int64_t z = days + 719468;
	int64_t era = (z >= 0 ? z : z - 146096) / 146097;
	unsigned doe = (unsigned)(z - era * 146097);
	unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	unsigned mp = (5 * doy + 2) / 153;

	*day = doy - (153 * mp + 2) / 5 + 1;
	*month = mp < 10 ? mp + 3 : mp - 9;
	*year = (int64_t)yoe + era * 400 + (*month <= 2);
}

char *put_date(char *p, int64_t days)
{
	int64_t year;
	unsigned month, day;

	civil(days, &year, &month, &day);
	if (year >= 0 && year <= 9999) {
		p = put_2(p, (unsigned)year / 100);
		p = put_2(p, (unsigned)year % 100);
	} else {
		if (year < 0) {
			*p++ = '-';
			year = -year;
		} else {
			*p++ = '+';
		}
		for (int64_t limit = 1000; year < limit && limit > 1; limit /= 10)
			*p++ = '0';
		p = put_u64(p, (uint64_t)year);
	}
	*p++ = '-';
	p = put_2(p, month);
	*p++ = '-';
	return put_2(p, day);
}

/* ".5" without trailing zeros, nothing when zero. */
static char *put_fraction(char *p, int64_t f, int64_t per_second)
{
	if (!f)
		return p;
	*p++ = '.';
	while (f) {
		per_second /= 10;
		*p++ = (char)('0' + f / per_second);
		f %= per_second;
	}
	return p;
}

char *put_time(char *p, int64_t t, int64_t per_second)
{
	int64_t s = t / per_second, f = t % per_second;

	if (t < 0) {
		*p++ = '-';
		s = -s;
		f = -f;
	}
	if (s / 3600 >= 100)
		p = put_i64(p, s / 3600);
	else
		p = put_2(p, (unsigned)(s / 3600));
	*p++ = ':';
	p = put_2(p, (unsigned)(s / 60 % 60));
	*p++ = ':';
	p = put_2(p, (unsigned)(s % 60));
	return put_fraction(p, f, per_second);
}

/* Make zone the C library's; "" is the one the process started with. */
static void use_zone(const char *zone)
{
	static char *original;
	static bool is_saved;
	const char *z = getenv("TZ");

	if (!is_saved) {
		original = z ? strdup(z) : NULL;
		is_saved = true;
	}
	if (*zone)
		setenv("TZ", zone, 1);
	else if (original)
		setenv("TZ", original, 1);
	else
		unsetenv("TZ");
	tzset();
}

/* Seconds east of UTC at t; the zone last asked for stays set. */
static long zone_offset(const char *zone, int64_t t)
{
	static char last[64] = "?";
	static int64_t cached_hour = INT64_MIN;
	static long cached;
	time_t when = (time_t)t;
	struct tm tm;

	if (strncmp(last, zone, sizeof(last) - 1) != 0) {
		strncpy(last, zone, sizeof(last) - 1);
		use_zone(last);
		cached_hour = INT64_MIN;
	}
	/* Zones change on quarters of an hour. */
	if (t / 900 == cached_hour && t > 0)
		return cached;
	if (!localtime_r(&when, &tm))
		return 0;
	cached_hour = t / 900;
	cached = tm.tm_gmtoff;
	return cached;
}

/* "+02:00" or "-05:30": minutes east of UTC; false: a name. */
static bool fixed_zone(const char *zone, long *offset)
{
	if ((zone[0] != '+' && zone[0] != '-') || strlen(zone) != 6 || zone[3] != ':')
		return false;
	*offset = atol(zone + 1) * 3600 + atol(zone + 4) * 60;
	if (zone[0] == '-')
		*offset = -*offset;
	return true;
}

char *put_timestamp(char *p, int64_t t, int64_t per_second, const char *zone)
{
	int64_t s = t / per_second, f = t % per_second, days, in_day;
	long offset = 0;

	if (f < 0) {
		f += per_second;
		s--;
	}
	if (zone && strcmp(zone, "UTC") != 0 && !fixed_zone(zone, &offset))
		offset = zone_offset(zone, s);
	s += offset;
	days = s / 86400;
	in_day = s % 86400;
	if (in_day < 0) {
		in_day += 86400;
		days--;
	}
	p = put_date(p, days);
	*p++ = ' ';
	p = put_time(p, in_day, 1);
	p = put_fraction(p, f, per_second);
	if (!zone)
		return p;
	*p++ = offset < 0 ? '-' : '+';
	offset = offset < 0 ? -offset : offset;
	p = put_2(p, (unsigned)(offset / 3600 % 100));
	if (offset % 3600 == 0)
		return p;
	*p++ = ':';
	return put_2(p, (unsigned)(offset / 60 % 60));
}

char *put_months(char *p, int32_t months)
{
	int64_t m = months;

	*p++ = m < 0 ? '-' : '+';
	m = m < 0 ? -m : m;
	p = put_i64(p, m / 12);
	*p++ = '-';
	return put_2(p, (unsigned)(m % 12));
}

char *put_duration(char *p, int64_t t, int64_t per_second)
{
	uint64_t u = t < 0 ? 0 - (uint64_t)t : (uint64_t)t;
	uint64_t day = 86400u * (uint64_t)per_second;

	*p++ = t < 0 ? '-' : '+';
	p = put_u64(p, u / day);
	*p++ = ' ';
	return put_time(p, (int64_t)(u % day), per_second);
}

char *put_month_day_nano(char *p, int32_t months, int32_t days, int64_t nanos)
{
	char *start = p;

	if (months) {
		p = put_i64(p, months);
		memcpy(p, " months ", 8);
		p += 8;
	}
	if (days) {
		p = put_i64(p, days);
		memcpy(p, " days ", 6);
		p += 6;
	}
	if (nanos || p == start)
		return put_time(p, nanos, 1000000000);
	return p - 1;
}
