#include "type/datetime.h"

#include "base/banned.h"
#include "base/status.h"

/* Howard Hinnant's days_from_civil. */
int64_t date_from_civil(int64_t year, int month, int day)
{
	int64_t y = year - (month <= 2);
	int64_t era = (y >= 0 ? y : y - 399) / 400;
	int64_t yoe = y - era * 400;
	int64_t doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	int64_t doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;

	return era * 146097 + doe - 719468;
}

struct civil date_to_civil(int64_t days)
{
	int64_t z = days + 719468;
	int64_t era = (z >= 0 ? z : z - 146096) / 146097;
	int64_t doe = z - era * 146097;
	int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	int64_t mp = (5 * doy + 2) / 153;
	int64_t month = mp + (mp < 10 ? 3 : -9);

	return (struct civil){
		.year = (int32_t)(yoe + era * 400 + (month <= 2)),
		.month = (int8_t)month,
		.day = (int8_t)(doy - (153 * mp + 2) / 5 + 1),
	};
}

bool is_leap_year(int64_t year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in_month(int64_t year, int month)
{
	static const int8_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

	return month == 2 && is_leap_year(year) ? 29 : days[month - 1];
}

int date_weekday(int64_t days)
{
	int64_t r = (days + 4) % 7;

	return (int)(r < 0 ? r + 7 : r);
}

int date_yearday(int64_t days)
{
	return (int)(days - date_from_civil(date_to_civil(days).year, 1, 1)) + 1;
}

int date_iso_week(int64_t days, int64_t *iso_year)
{
	int wd = date_weekday(days);
	/* The year of this week's Thursday. */
	int64_t thursday = days + (wd == 0 ? -3 : 4 - wd);
	int64_t year = date_to_civil(thursday).year;

	if (iso_year)
		*iso_year = year;
	return (int)((thursday - date_from_civil(year, 1, 1)) / 7) + 1;
}

int64_t date_add_months(int64_t days, int64_t months)
{
	struct civil c = date_to_civil(days);
	int64_t total = (int64_t)c.year * 12 + (c.month - 1) + months;
	int64_t year = total / 12 - (total % 12 < 0);
	int month = (int)(total - year * 12) + 1;
	int last = days_in_month(year, month);

	return date_from_civil(year, month, c.day < last ? c.day : last);
}

struct clock_time time_split(int64_t us)
{
	return (struct clock_time){
		.hour = (int)(us / US_HOUR),
		.minute = (int)(us / US_MINUTE % 60),
		.second = (int)(us / US_SECOND % 60),
		.us = (int)(us % US_SECOND),
	};
}

int64_t ts_truncate(int64_t us, int precision)
{
	static const int32_t unit[7] = { 1000000, 100000, 10000, 1000, 100, 10, 1 };
	int64_t r = us % unit[precision];

	return us - (r < 0 ? r + unit[precision] : r);
}

/* --- printing ------------------------------------------------------------- */

static char *put2(char *q, int v)
{
	q[0] = (char)('0' + v / 10);
	q[1] = (char)('0' + v % 10);
	return q + 2;
}

size_t date_print(int64_t days, char out[DATETIME_TEXT])
{
	struct civil c = date_to_civil(days);
	char *q = out;

	if (c.year < 0 || c.year > 9999) {
		q += snprintf(q, 16, c.year < 0 ? "-%04d" : "+%d",
			      c.year < 0 ? -c.year : c.year);
	} else {
		q = put2(q, c.year / 100);
		q = put2(q, c.year % 100);
	}
	*q++ = '-';
	q = put2(q, c.month);
	*q++ = '-';
	q = put2(q, c.day);
	return (size_t)(q - out);
}

static char *put_fraction(char *q, int us)
{
	int width = 6;

	if (us == 0)
		return q;
	while (us % 10 == 0) {
		us /= 10;
		width--;
	}
	*q++ = '.';
	for (int i = width - 1; i >= 0; i--) {
		q[i] = (char)('0' + us % 10);
		us /= 10;
	}
	return q + width;
}

size_t time_print(int64_t us, char out[DATETIME_TEXT])
{
	struct clock_time t = time_split(us);
	char *q = out;

	q = put2(q, t.hour % 100);
	*q++ = ':';
	q = put2(q, t.minute);
	*q++ = ':';
	q = put2(q, t.second);
	return (size_t)(put_fraction(q, t.us) - out);
}

size_t timestamp_print(int64_t us, char out[DATETIME_TEXT])
{
	size_t n = date_print(ts_date(us), out);
	char clock[DATETIME_TEXT];
	size_t m = time_print(ts_time(us), clock);

	out[n++] = ' ';
	memcpy(out + n, clock, m);
	return n + m;
}

/* "+1-02" */
size_t interval_month_print(int64_t months, char out[DATETIME_TEXT])
{
	int64_t m = months < 0 ? -months : months;

	return (size_t)snprintf(out, DATETIME_TEXT, "%c%lld-%02d",
				months < 0 ? '-' : '+', (long long)(m / 12),
				(int)(m % 12));
}

/* "+1 02:03:04.5" */
size_t interval_day_print(int64_t us, char out[DATETIME_TEXT])
{
	uint64_t u = us < 0 ? 0 - (uint64_t)us : (uint64_t)us;
	size_t n = (size_t)snprintf(out, DATETIME_TEXT, "%c%llu ", us < 0 ? '-' : '+',
				    (unsigned long long)(u / (uint64_t)US_DAY));
	char clock[DATETIME_TEXT];
	size_t m;

	m = time_print((int64_t)(u % (uint64_t)US_DAY), clock);
	memcpy(out + n, clock, m);
	return n + m;
}
