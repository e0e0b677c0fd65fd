/*
 * datetime_parse.c - texts of dates, times and intervals.
 */
#include "base/banned.h"
#include "base/status.h"
#include "type/datetime.h"
#include "type/number.h"

struct scan {
	const char *p, *end;
};

static bool at_end(const struct scan *s)
{
	return s->p == s->end;
}

static void skip_blanks(struct scan *s)
{
	while (s->p < s->end &&
	       (*s->p == ' ' || *s->p == '\t' || *s->p == '\n' || *s->p == '\r'))
		s->p++;
}

static bool take(struct scan *s, char c)
{
	if (s->p == s->end || *s->p != c)
		return false;
	s->p++;
	return true;
}

/* min..max digits as a number. */
static bool digits(struct scan *s, int min, int max, int *out)
{
	int n = 0, v = 0;

	while (s->p < s->end && n < max && *s->p >= '0' && *s->p <= '9') {
		v = v * 10 + (*s->p++ - '0');
		n++;
	}
	*out = v;
	return n >= min;
}

static bool scan_date(struct scan *s, int64_t *days)
{
	int year, month = 1, day = 1;
	bool negative = take(s, '-'), wide = negative || take(s, '+');

	if (!digits(s, wide ? 1 : 4, wide ? 7 : 4, &year))
		return false;
	if (take(s, '-') &&
	    (!digits(s, 1, 2, &month) || (take(s, '-') && !digits(s, 1, 2, &day))))
		return false;
	if (negative)
		year = -year;
	if (month < 1 || month > 12 || day < 1 || day > days_in_month(year, month))
		return false;
	*days = date_from_civil(year, month, day);
	return *days >= DATE_MIN && *days <= DATE_MAX;
}

/* Fraction digits after the point; beyond six they are cut. */
static void scan_fraction(struct scan *s, int *us)
{
	int n = 0, v = 0;

	for (; s->p < s->end && *s->p >= '0' && *s->p <= '9'; s->p++, n++)
		if (n < 6)
			v = v * 10 + (*s->p - '0');
	for (; n < 6; n++)
		v *= 10;
	*us = v;
}

/* Behind a date the hour may stand alone. */
static bool scan_time(struct scan *s, bool hour_alone, int64_t *out)
{
	int h, m = 0, sec = 0, us = 0;

	if (!digits(s, 1, 2, &h))
		return false;
	if (!take(s, ':')) {
		*out = h * US_HOUR;
		return hour_alone && h <= 23;
	}
	if (!digits(s, 1, 2, &m))
		return false;
	if (take(s, ':')) {
		if (!digits(s, 1, 2, &sec))
			return false;
		if (take(s, '.'))
			scan_fraction(s, &us);
	}
	if (h > 23 || m > 59 || sec > 59)
		return false;
	*out = h * US_HOUR + m * US_MINUTE + sec * US_SECOND + us;
	return true;
}

static struct scan trimmed(const char *p, size_t n)
{
	struct str s = str_trim((struct str){ p, n });

	return (struct scan){ s.p, s.p + s.n };
}

bool date_parse(const char *p, size_t n, int32_t *out)
{
	int64_t us;
	int32_t offset;
	struct str zone;

	if (!timestamp_parse(p, n, &us, &zone) ||
	    (zone.n && !offset_parse(zone, &offset)))
		return false;
	*out = (int32_t)ts_date(us);
	return true;
}

bool time_parse(const char *p, size_t n, int64_t *out)
{
	struct scan s = trimmed(p, n);

	return scan_time(&s, false, out) && at_end(&s);
}

bool timestamp_parse(const char *p, size_t n, int64_t *out, struct str *zone)
{
	struct scan s = trimmed(p, n);
	int64_t days, us = 0;

	if (!scan_date(&s, &days))
		return false;
	if (zone)
		*zone = STR_NONE;
	if (!at_end(&s)) {
		if (*s.p != 'T' && *s.p != 't' && *s.p != ' ')
			return false;
		s.p++;
		skip_blanks(&s);
		if (!scan_time(&s, true, &us))
			return false;
		skip_blanks(&s);
		if (!at_end(&s)) {
			if (!zone)
				return false;
			*zone = (struct str){ s.p, (size_t)(s.end - s.p) };
		}
	}
	return !__builtin_mul_overflow(days, US_DAY, out) &&
	       !__builtin_add_overflow(*out, us, out);
}

bool offset_parse(struct str text, int32_t *seconds)
{
	struct scan s = { text.p, text.p + text.n };
	int h, m = 0, sec = 0;
	bool negative;

	if (str_eq_nocase(text, STR("Z")) || str_eq_nocase(text, STR("UTC")) ||
	    str_eq_nocase(text, STR("GMT"))) {
		*seconds = 0;
		return true;
	}
	if (text.n > 3 && (str_eq_nocase((struct str){ text.p, 3 }, STR("UTC")) ||
			   str_eq_nocase((struct str){ text.p, 3 }, STR("GMT"))))
		s.p += 3;
	negative = take(&s, '-');
	if (!negative && !take(&s, '+'))
		return false;
	if (!digits(&s, 1, 2, &h))
		return false;
	if (!at_end(&s)) {
		take(&s, ':');
		if (!digits(&s, 2, 2, &m))
			return false;
		if (take(&s, ':') && !digits(&s, 2, 2, &sec))
			return false;
	}
	if (!at_end(&s) || h > 18 || m > 59 || sec > 59)
		return false;
	*seconds = (h * 3600 + m * 60 + sec) * (negative ? -1 : 1);
	return true;
}

/* --- units ---------------------------------------------------------------- */

static const struct {
	const char *name;
	enum time_unit unit;
} unit_names[] = {
	{ "microsecond", UNIT_MICROSECOND },
	{ "millisecond", UNIT_MILLISECOND },
	{ "second", UNIT_SECOND },
	{ "minute", UNIT_MINUTE },
	{ "hour", UNIT_HOUR },
	{ "day", UNIT_DAY },
	{ "week", UNIT_WEEK },
	{ "month", UNIT_MONTH },
	{ "quarter", UNIT_QUARTER },
	{ "year", UNIT_YEAR },
	{ "decade", UNIT_DECADE },
	{ "century", UNIT_CENTURY },
	{ "millennium", UNIT_MILLENNIUM },
	{ "dow", UNIT_DOW },
	{ "isodow", UNIT_ISODOW },
	{ "doy", UNIT_DOY },
	{ "isoyear", UNIT_ISOYEAR },
	{ "epoch", UNIT_EPOCH },
	{ "date", UNIT_DATE },
	{ "time", UNIT_TIME },
	/* from here on synonyms */
	{ "us", UNIT_MICROSECOND },
	{ "usec", UNIT_MICROSECOND },
	{ "ms", UNIT_MILLISECOND },
	{ "msec", UNIT_MILLISECOND },
	{ "s", UNIT_SECOND },
	{ "sec", UNIT_SECOND },
	{ "min", UNIT_MINUTE },
	{ "mi", UNIT_MINUTE },
	{ "m", UNIT_MINUTE },
	{ "h", UNIT_HOUR },
	{ "hr", UNIT_HOUR },
	{ "d", UNIT_DAY },
	{ "dd", UNIT_DAY },
	{ "dayofmonth", UNIT_DAY },
	{ "w", UNIT_WEEK },
	{ "weekofyear", UNIT_WEEK },
	{ "mon", UNIT_MONTH },
	{ "mm", UNIT_MONTH },
	{ "qtr", UNIT_QUARTER },
	{ "q", UNIT_QUARTER },
	{ "y", UNIT_YEAR },
	{ "yr", UNIT_YEAR },
	{ "yy", UNIT_YEAR },
	{ "yyyy", UNIT_YEAR },
	{ "dec", UNIT_DECADE },
	{ "centurie", UNIT_CENTURY },
	{ "c", UNIT_CENTURY },
	{ "millennia", UNIT_MILLENNIUM },
	{ "dayofweek", UNIT_DOW },
	{ "weekday", UNIT_DOW },
	{ "dayofweek_iso", UNIT_ISODOW },
	{ "dayofyear", UNIT_DOY },
	{ "yearofweek", UNIT_ISOYEAR },
};

bool time_unit_by_name(struct str name, enum time_unit *out)
{
	for (size_t i = 0; i < ARRAY_LEN(unit_names); i++) {
		struct str s = str_from(unit_names[i].name);
		bool plural = name.n == s.n + 1 && (name.p[s.n] | 0x20) == 's' &&
			      s.n > 1;

		if (str_eq_nocase(name, s) ||
		    (plural && str_eq_nocase((struct str){ name.p, s.n }, s))) {
			*out = unit_names[i].unit;
			return true;
		}
	}
	return false;
}

const char *time_unit_name(enum time_unit u)
{
	return unit_names[u].name;
}

/* --- intervals ------------------------------------------------------------ */

/* n (a count in millionths) of a unit. */
static bool add_unit(enum time_unit unit, __int128 millionths, int64_t *months,
		     int64_t *us)
{
	static const int64_t unit_us[] = {
		[UNIT_MICROSECOND] = 1,    [UNIT_MILLISECOND] = 1000,
		[UNIT_SECOND] = US_SECOND, [UNIT_MINUTE] = US_MINUTE,
		[UNIT_HOUR] = US_HOUR,     [UNIT_DAY] = US_DAY,
		[UNIT_WEEK] = 7 * US_DAY,
	};
	static const int16_t unit_months[] = {
		[UNIT_MONTH] = 1,    [UNIT_QUARTER] = 3,    [UNIT_YEAR] = 12,
		[UNIT_DECADE] = 120, [UNIT_CENTURY] = 1200, [UNIT_MILLENNIUM] = 12000,
	};
	__int128 total;

	if (unit > UNIT_MILLENNIUM)
		return false;
	total = millionths * (unit <= UNIT_WEEK ? unit_us[unit] : unit_months[unit]);
	if (unit <= UNIT_WEEK) {
		total = total / 1000000 + *us;
		if (total > INT64_MAX || total < -INT64_MAX)
			return false;
		*us = (int64_t)total;
		return true;
	}
	total = total / 1000000 + *months;
	if (total > INT32_MAX || total < -INT32_MAX)
		return false;
	*months = (int64_t)total;
	return true;
}

/* Unsigned number with fraction, in millionths. */
static bool scan_count(struct scan *s, __int128 *out)
{
	int64_t whole = 0;
	int us = 0, n = 0;

	for (; s->p < s->end && *s->p >= '0' && *s->p <= '9'; s->p++, n++)
		if (__builtin_mul_overflow(whole, 10, &whole) ||
		    __builtin_add_overflow(whole, *s->p - '0', &whole))
			return false;
	if (take(s, '.'))
		scan_fraction(s, &us);
	else if (n == 0)
		return false;
	*out = (__int128)whole * 1000000 + us;
	return true;
}

/* h:mm[:ss[.f]] with any number of hours; minute:second when the literal's
 * leading field is MINUTE. */
static bool scan_clock(struct scan *s, enum time_unit first, int64_t *us)
{
	enum time_unit unit = first == UNIT_MINUTE ? UNIT_MINUTE : UNIT_HOUR;
	int64_t months = 0;

	*us = 0;
	for (int field = 0; unit >= UNIT_SECOND; unit--, field++) {
		__int128 count;

		if (!scan_count(s, &count) ||
		    (field && count >= 60 * (__int128)1000000))
			return false;
		if (!add_unit(unit, count, &months, us))
			return false;
		if (!take(s, ':'))
			return field > 0;
	}
	return false;
}

/* Is the next token h:mm..? */
static bool looks_like_clock(const struct scan *s)
{
	const char *q = s->p;

	while (q < s->end && *q >= '0' && *q <= '9')
		q++;
	return q > s->p && q < s->end && *q == ':';
}

static bool scan_term(struct scan *s, enum time_unit bare, int64_t *months, int64_t *us)
{
	bool negative = take(s, '-');
	int64_t m = 0, u = 0;
	enum time_unit unit = bare;
	__int128 count;

	if (!negative)
		take(s, '+');
	skip_blanks(s);
	if (looks_like_clock(s)) {
		if (!scan_clock(s, bare, &u))
			return false;
	} else {
		const char *word;

		if (!scan_count(s, &count))
			return false;
		if (s->p < s->end && *s->p == '-') { /* years-months */
			__int128 more;

			s->p++;
			if (!scan_count(s, &more) ||
			    !add_unit(UNIT_YEAR, count, &m, &u) ||
			    !add_unit(UNIT_MONTH, more, &m, &u))
				return false;
		} else {
			skip_blanks(s);
			for (word = s->p; s->p < s->end && (*s->p | 0x20) >= 'a' &&
					  (*s->p | 0x20) <= 'z';)
				s->p++;
			if (s->p > word) {
				struct str name = { word, (size_t)(s->p - word) };

				if (!time_unit_by_name(name, &unit))
					return false;
			} else if (!at_end(s)) {
				unit = UNIT_DAY; /* "3 04:05:06" */
			}
			if (!add_unit(unit, count, &m, &u))
				return false;
		}
	}
	*months += negative ? -m : m;
	return !__builtin_add_overflow(*us, negative ? -u : u, us);
}

bool interval_parse(struct str text, enum time_unit unit, int64_t *months, int64_t *us)
{
	struct scan s = trimmed(text.p, text.n);
	bool ansi_negative;

	*months = *us = 0;
	if (at_end(&s))
		return false;
	/* In "-3 04:05:06" the sign counts for all of it. */
	ansi_negative = *s.p == '-' && memchr(s.p, ':', (size_t)(s.end - s.p)) &&
			unit != UNIT_COUNT;
	if (ansi_negative)
		s.p++;
	while (!at_end(&s)) {
		if (!scan_term(&s, unit, months, us))
			return false;
		skip_blanks(&s);
	}
	if (*months > INT32_MAX || *months < -INT32_MAX)
		return false;
	if (ansi_negative) {
		*us = -*us;
		*months = -*months;
	}
	return true;
}
