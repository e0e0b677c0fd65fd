#include "format/moment.h"

#include <string.h>

#define DAY_US ((int64_t)86400 * 1000000)

int32_t moment_days(int year, int month, int day)
{
	int y = year - (month <= 2);
	int era = (y >= 0 ? y : y - 399) / 400;
	int yoe = y - era * 400;
	int doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	int doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;

	return era * 146097 + doe - 719468;
}

bool moment_is_day(int year, int month, int day)
{
	static const uint8_t days[] = {
		31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
	};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	if (month < 1 || month > 12 || day < 1)
		return false;
	return day <= days[month - 1] + (month == 2 && leap);
}

/* From min to max digits; returns how many were there, 0: too few. */
static int take_int(const char **p, const char *e, int min, int max, int *out)
{
	int v = 0, n = 0;

	while (n < max && *p < e && **p >= '0' && **p <= '9') {
		v = v * 10 + (*(*p)++ - '0');
		n++;
	}
	*out = v;
	return n < min ? 0 : n;
}

static bool take_char(const char **p, const char *e, char c)
{
	if (*p == e || **p != c)
		return false;
	(*p)++;
	return true;
}

bool moment_iso_date(const char *p, const char *e, int32_t *out)
{
	int y, m, d;

	if (e - p != 10 || p[4] != '-' || p[7] != '-')
		return false;
	if (!take_int(&p, e, 4, 4, &y) || !take_char(&p, e, '-') ||
	    !take_int(&p, e, 2, 2, &m) || !take_char(&p, e, '-') ||
	    !take_int(&p, e, 2, 2, &d) || !moment_is_day(y, m, d))
		return false;
	*out = moment_days(y, m, d);
	return true;
}

/* ".123456": up to six digits count, up to nine are read. */
static bool take_fraction(const char **p, const char *e, int *us)
{
	int v = 0, n = 0;

	for (; *p < e && **p >= '0' && **p <= '9'; (*p)++, n++) {
		if (n < 6)
			v = v * 10 + (**p - '0');
	}
	if (n == 0 || n > 9)
		return false;
	for (int i = n; i < 6; i++)
		v *= 10;
	*us = v;
	return true;
}

static bool take_time(const char **p, const char *e, int64_t *out)
{
	int h, m, s = 0, us = 0;

	if (!take_int(p, e, 1, 2, &h) || !take_char(p, e, ':') ||
	    !take_int(p, e, 2, 2, &m))
		return false;
	if (take_char(p, e, ':')) {
		if (!take_int(p, e, 2, 2, &s))
			return false;
		if (*p < e && (**p == '.' || **p == ',')) {
			(*p)++;
			if (!take_fraction(p, e, &us))
				return false;
		}
	}
	if (h > 23 || m > 59 || s > 59)
		return false;
	*out = ((int64_t)(h * 60 + m) * 60 + s) * 1000000 + us;
	return true;
}

bool moment_time(const char *p, const char *e, int64_t *out)
{
	return e - p >= 4 && take_time(&p, e, out) && p == e;
}

/* Z, +01, +01:00, +0100, " UTC"; *us is what to subtract. */
static bool take_zone(const char **p, const char *e, int64_t *us)
{
	bool negative;
	int h, m = 0;

	*us = 0;
	if (e - *p == 4 && !memcmp(*p, " UTC", 4)) {
		*p = e;
		return true;
	}
	if (take_char(p, e, 'Z') || take_char(p, e, 'z'))
		return true;
	if (*p == e || (**p != '+' && **p != '-'))
		return false;
	negative = *(*p)++ == '-';
	if (!take_int(p, e, 2, 2, &h))
		return false;
	if (*p < e) {
		take_char(p, e, ':');
		if (!take_int(p, e, 2, 2, &m))
			return false;
	}
	if (h > 18 || m > 59)
		return false;
	*us = (int64_t)(h * 60 + m) * 60000000;
	if (negative)
		*us = -*us;
	return true;
}

/* What follows the date of a timestamp. */
static bool timestamp_rest(const char *p, const char *e, int32_t days, int64_t *out,
			   bool *zone)
{
	int64_t time = 0, offset = 0;

	if (zone)
		*zone = false;
	if (p < e) {
		if (*p != ' ' && *p != 'T' && *p != 't')
			return false;
		p++;
		if (!take_time(&p, e, &time))
			return false;
		if (p < e) {
			if (!zone || !take_zone(&p, e, &offset) || p != e)
				return false;
			*zone = true;
		}
	}
	*out = days * DAY_US + time - offset;
	return true;
}

bool moment_iso_timestamp(const char *p, const char *e, int64_t *out, bool *zone)
{
	int32_t days;

	if (e - p < 10 || !moment_iso_date(p, p + 10, &days))
		return false;
	return timestamp_rest(p + 10, e, days, out, zone);
}

static bool take_date(const char **p, const char *e, const struct date_style *style,
		      int32_t *out)
{
	int v[3], y, m, d;

	for (int i = 0; i < 3; i++) {
		bool year = i == (style->order == DATE_YMD ? 0 : 2);

		if (i && !take_char(p, e, style->sep))
			return false;
		if (!take_int(p, e, year ? 4 : 1, year ? 4 : 2, &v[i]))
			return false;
	}
	y = style->order == DATE_YMD ? v[0] : v[2];
	m = style->order == DATE_MDY ? v[0] : v[1];
	d = style->order == DATE_YMD ? v[2] : style->order == DATE_MDY ? v[1] : v[0];
	if (!moment_is_day(y, m, d))
		return false;
	*out = moment_days(y, m, d);
	return true;
}

bool moment_date(const char *p, const char *e, const struct date_style *style,
		 int32_t *out)
{
	int64_t us;

	if (!style->format.n)
		return take_date(&p, e, style, out) && p == e;
	if (!moment_format(p, e, style->format, &us, NULL))
		return false;
	*out = (int32_t)((us < 0 ? us - (DAY_US - 1) : us) / DAY_US);
	return true;
}

bool moment_timestamp(const char *p, const char *e, const struct date_style *style,
		      int64_t *out, bool *zone)
{
	int32_t days;

	if (style->format.n)
		return moment_format(p, e, style->format, out, zone);
	if (!take_date(&p, e, style, &days))
		return false;
	return timestamp_rest(p, e, days, out, zone);
}

/* --- strptime ------------------------------------------------------------- */

struct moment {
	int year, month, day, yday;
	int hour, minute, second, us;
	bool pm, has_pm, has_zone, has_epoch;
	int64_t offset, epoch;
};

static bool take_name(const char **p, const char *e, const char *const *names, int n,
		      int *out)
{
	for (int i = 0; i < n; i++) {
		size_t full = strlen(names[i]), len = full;

		/* The whole name, or its first three letters. */
		for (int short_form = 0; short_form < 2; short_form++, len = 3) {
			size_t k = 0;

			while (k < len && *p + k < e &&
			       ((*p)[k] | 32) == (names[i][k] | 32))
				k++;
			if (k == len) {
				*p += len;
				*out = i;
				return true;
			}
		}
	}
	return false;
}

static bool take_month(const char **p, const char *e, struct moment *m)
{
	static const char *const names[] = { "january", "february", "march",
					     "april",   "may",      "june",
					     "july",    "august",   "september",
					     "october", "november", "december" };
	int i;

	if (!take_name(p, e, names, 12, &i))
		return false;
	m->month = i + 1;
	return true;
}

static bool take_weekday(const char **p, const char *e)
{
	static const char *const names[] = { "monday",   "tuesday", "wednesday",
					     "thursday", "friday",  "saturday",
					     "sunday" };
	int i;

	return take_name(p, e, names, 7, &i);
}

static bool take_pm(const char **p, const char *e, struct moment *m)
{
	if (e - *p < 2 || ((*p)[1] | 32) != 'm')
		return false;
	m->has_pm = true;
	m->pm = ((*p)[0] | 32) == 'p';
	if (!m->pm && ((*p)[0] | 32) != 'a')
		return false;
	*p += 2;
	return true;
}

static bool take_epoch(const char **p, const char *e, struct moment *m)
{
	bool negative = take_char(p, e, '-');
	int n = 0;

	for (; *p < e && **p >= '0' && **p <= '9'; (*p)++) {
		if (++n > 11)
			return false;
		m->epoch = m->epoch * 10 + (**p - '0');
	}
	m->epoch = negative ? -m->epoch : m->epoch;
	m->has_epoch = true;
	return n > 0;
}

static bool take_items(const char **p, const char *e, const char *f, const char *f_end,
		       struct moment *m, int depth);

static bool take_item(const char **p, const char *e, char c, struct moment *m,
		      int depth)
{
	const char *sub = c == 'T'   ? "%H:%M:%S"
			  : c == 'D' ? "%m/%d/%y"
			  : c == 'F' ? "%Y-%m-%d"
			  : c == 'R' ? "%H:%M"
				     : NULL;

	if (sub)
		return depth < 2 &&
		       take_items(p, e, sub, sub + strlen(sub), m, depth + 1);
	switch (c) {
	case 'Y': return take_int(p, e, 4, 4, &m->year);
	case 'y':
		if (!take_int(p, e, 2, 2, &m->year))
			return false;
		m->year += m->year < 69 ? 2000 : 1900;
		return true;
	case 'm': return take_int(p, e, 1, 2, &m->month);
	case 'e':
	case 'd':
		if (*p < e && **p == ' ')
			(*p)++;
		return take_int(p, e, 1, 2, &m->day);
	case 'j': return take_int(p, e, 1, 3, &m->yday);
	case 'H':
	case 'k':
	case 'l':
	case 'I': return take_int(p, e, 1, 2, &m->hour);
	case 'M': return take_int(p, e, 1, 2, &m->minute);
	case 'S': return take_int(p, e, 1, 2, &m->second);
	case 'f':
	case 'g':
	case 'n': return take_fraction(p, e, &m->us);
	case 'p': return take_pm(p, e, m);
	case 'b':
	case 'h':
	case 'B': return take_month(p, e, m);
	case 'a':
	case 'A': return take_weekday(p, e);
	case 's': return take_epoch(p, e, m);
	case 'Z':
		m->has_zone = true;
		if (e - *p < 3 || (memcmp(*p, "UTC", 3) && memcmp(*p, "GMT", 3)))
			return false;
		*p += 3;
		return true;
	case 'z': m->has_zone = true; return take_zone(p, e, &m->offset);
	case '%': return take_char(p, e, '%');
	}
	return false;
}

static bool take_items(const char **p, const char *e, const char *f, const char *f_end,
		       struct moment *m, int depth)
{
	while (f < f_end) {
		char c = *f++;

		if (c == ' ' || c == '\t') {
			while (*p < e && (**p == ' ' || **p == '\t'))
				(*p)++;
		} else if (c == '%' && f < f_end) {
			if (*f == '-' && f + 1 < f_end)
				f++;
			if (!take_item(p, e, *f++, m, depth))
				return false;
		} else if (!take_char(p, e, c)) {
			return false;
		}
	}
	return true;
}

bool moment_format(const char *p, const char *e, struct str format, int64_t *us,
		   bool *zone)
{
	struct moment m = { .year = 1970, .month = 1, .day = 1, .yday = -1 };
	int32_t days;

	if (!take_items(&p, e, format.p, format.p + format.n, &m, 0) || p != e)
		return false;
	if (m.has_pm && (m.hour < 1 || m.hour > 12))
		return false;
	if (m.has_pm)
		m.hour = m.hour % 12 + (m.pm ? 12 : 0);
	if (m.hour > 23 || m.minute > 59 || m.second > 59 ||
	    !moment_is_day(m.year, m.month, m.day))
		return false;
	days = moment_days(m.year, m.month, m.day);
	if (m.yday >= 0)
		days = moment_days(m.year, 1, 1) + m.yday - 1;
	*us = days * DAY_US +
	      ((int64_t)(m.hour * 60 + m.minute) * 60 + m.second) * 1000000 + m.us -
	      m.offset;
	if (m.has_epoch)
		*us = m.epoch * 1000000;
	if (zone)
		*zone = m.has_zone || m.has_epoch;
	return true;
}
