/*
 * f_time_text.c - dates and times as text in a given format, and back.
 *
 * Two format languages: Java's letters (date_format, to_date, to_timestamp,
 * from_unixtime, unix_timestamp: Flink and Spark) and strftime's percent
 * signs (strftime, strptime: DuckDB, sqlite).  Java formats are rewritten to
 * percent formats, so there is one printer and one reader.
 */
#include <math.h>

#include "func/args.h"
#include "func/time_util.h"

/* --- Java letters to percent signs ---------------------------------------- */

struct letter {
	char c;
	uint8_t n; /* repeats; 0: any other number */
	const char *percent;
};

static const struct letter letters[] = {
	{ 'y', 2, "%y" },  { 'y', 0, "%Y" },  { 'u', 0, "%Y" }, { 'Y', 0, "%G" },
	{ 'M', 1, "%-m" }, { 'M', 2, "%m" },  { 'M', 3, "%b" }, { 'M', 0, "%B" },
	{ 'L', 1, "%-m" }, { 'L', 2, "%m" },  { 'L', 3, "%b" }, { 'L', 0, "%B" },
	{ 'd', 1, "%-d" }, { 'd', 0, "%d" },  { 'D', 0, "%j" }, { 'E', 4, "%A" },
	{ 'E', 0, "%a" },  { 'H', 1, "%-H" }, { 'H', 0, "%H" }, { 'h', 1, "%-I" },
	{ 'h', 0, "%I" },  { 'K', 1, "%-K" }, { 'K', 0, "%K" }, { 'k', 1, "%-k" },
	{ 'k', 0, "%k" },  { 'm', 1, "%-M" }, { 'm', 0, "%M" }, { 's', 1, "%-S" },
	{ 's', 0, "%S" },  { 'S', 3, "%g" },  { 'S', 6, "%f" }, { 'S', 9, "%f000" },
	{ 'a', 0, "%p" },  { 'Q', 0, "%Q" },  { 'q', 0, "%Q" }, { 'e', 0, "%u" },
	{ 'w', 0, "%V" },
};

static const char *letter_percent(char c, size_t n)
{
	for (size_t i = 0; i < ARRAY_LEN(letters); i++)
		if (letters[i].c == c && (letters[i].n == 0 || letters[i].n == n))
			return letters[i].percent;
	return NULL;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* %g is milliseconds here; S of other widths is the fraction's first digits. */
static shade_status java_to_percent(struct func_call *fc, struct str f, struct str *out)
{
	struct sbuf b = { .arena = fc->arena };

	for (size_t i = 0, n; i < f.n; i += n) {
		const char *p;

		n = 1;
		if (f.p[i] == '\'') { /* 'text', '' is a quote */
			if (i + 1 < f.n && f.p[i + 1] == '\'') {
				sbuf_addc(&b, '\'');
				n = 2;
				continue;
			}
			while (i + n < f.n && f.p[i + n] != '\'')
				sbuf_addc(&b, f.p[i + n++]);
			n++;
			continue;
		}
		if (!is_letter(f.p[i])) {
			if (f.p[i] == '%')
				sbuf_addc(&b, '%');
			if (f.p[i] != '[' && f.p[i] != ']')
				sbuf_addc(&b, f.p[i]);
			continue;
		}
		while (i + n < f.n && f.p[i + n] == f.p[i])
			n++;
		p = letter_percent(f.p[i], n);
		if (!p && f.p[i] == 'S' && n <= 6) {
			sbuf_addf(&b, "%%%zu", n);
			continue;
		}
		if (!p)
			return shade_fail(
				fc->cx, SHADE_E_RANGE, fc->span,
				"date format letter \"%.*s\" is not supported", (int)n,
				f.p + i);
		sbuf_add(&b, str_from(p));
	}
	*out = sbuf_str(&b);
	return SHADE_OK;
}

/* --- printing ------------------------------------------------------------- */

static void add_number(struct text_out *t, int64_t v, int width, bool padded)
{
	char digits[24];
	int n = 0;

	if (v < 0) {
		text_addc(t, '-');
		v = -v;
	}
	do
		digits[n++] = (char)('0' + v % 10);
	while ((v /= 10) > 0);
	while (padded && n < width)
		digits[n++] = '0';
	while (n > 0)
		text_addc(t, digits[--n]);
}

static int week_of_year(int64_t days, bool monday)
{
	int wday = date_weekday(days);

	if (monday)
		wday = (wday + 6) % 7;
	return (date_yearday(days) - 1 + 7 - wday) / 7;
}

/* One directive; false: unknown. */
static bool add_directive(struct text_out *t, char c, bool pad, int64_t local)
{
	int64_t days = ts_date(local), us = ts_time(local), iso;
	struct civil d = date_to_civil(days);
	struct clock_time w = time_split(us);
	const char *s = NULL;

	switch (c) {
	case 'Y': add_number(t, d.year, 4, pad); return true;
	case 'y': add_number(t, ((d.year % 100) + 100) % 100, 2, pad); return true;
	case 'C': add_number(t, d.year / 100, 2, pad); return true;
	case 'm': add_number(t, d.month, 2, pad); return true;
	case 'd': add_number(t, d.day, 2, pad); return true;
	case 'e': add_number(t, d.day, 1, pad); return true;
	case 'j': add_number(t, date_yearday(days), 3, pad); return true;
	case 'H': add_number(t, w.hour, 2, pad); return true;
	case 'I': add_number(t, w.hour % 12 ? w.hour % 12 : 12, 2, pad); return true;
	case 'K': add_number(t, w.hour % 12, 2, pad); return true;
	case 'k': add_number(t, w.hour ? w.hour : 24, 2, pad); return true;
	case 'M': add_number(t, w.minute, 2, pad); return true;
	case 'S': add_number(t, w.second, 2, pad); return true;
	case 'f': add_number(t, w.us, 6, true); return true;
	case 'g': add_number(t, w.us / 1000, 3, true); return true;
	case '1': add_number(t, w.us / 100000, 1, true); return true;
	case '2': add_number(t, w.us / 10000, 2, true); return true;
	case '4': add_number(t, w.us / 100, 4, true); return true;
	case '5': add_number(t, w.us / 10, 5, true); return true;
	case 'n': add_number(t, (int64_t)w.us * 1000, 9, true); return true;
	case 'u':
		add_number(t, date_weekday(days) ? date_weekday(days) : 7, 1, false);
		return true;
	case 'w': add_number(t, date_weekday(days), 1, false); return true;
	case 'U': add_number(t, week_of_year(days, false), 2, pad); return true;
	case 'W': add_number(t, week_of_year(days, true), 2, pad); return true;
	case 'V': add_number(t, date_iso_week(days, &iso), 2, pad); return true;
	case 'G':
		(void)date_iso_week(days, &iso);
		add_number(t, iso, 4, pad);
		return true;
	case 'Q': add_number(t, (d.month + 2) / 3, 1, false); return true;
	case 's':
		add_number(t, local / US_SECOND - (local % US_SECOND < 0), 1, false);
		return true;
	case 'z': text_add(t, "+00", 3); return true;
	case 'Z': text_add(t, "UTC", 3); return true;
	case '%': text_addc(t, '%'); return true;
	case 'p': s = w.hour < 12 ? "AM" : "PM"; break;
	case 'A': s = time_day_name(date_weekday(days)); break;
	case 'B': s = time_month_name(d.month); break;
	case 'a': text_add(t, time_day_name(date_weekday(days)), 3); return true;
	case 'b':
	case 'h': text_add(t, time_month_name(d.month), 3); return true;
	default: return false;
	}
	text_add(t, s, strlen(s));
	return true;
}

/* Directives that stand for others. */
static struct str expand(char c)
{
	switch (c) {
	case 'F': return STR("%Y-%m-%d");
	case 'T': return STR("%H:%M:%S");
	case 'R': return STR("%H:%M");
	case 'D': return STR("%m/%d/%y");
	case 'x': return STR("%Y-%m-%d");
	case 'X': return STR("%H:%M:%S");
	case 'c': return STR("%Y-%m-%d %H:%M:%S");
	default: return STR_NONE;
	}
}

static shade_status print_time(struct func_call *fc, struct str f, int64_t local,
			       struct text_out *t)
{
	for (size_t i = 0; i < f.n; i++) {
		bool pad = true;
		struct str more;

		if (f.p[i] != '%' || i + 1 >= f.n) {
			text_addc(t, f.p[i]);
			continue;
		}
		if (f.p[++i] == '-' && i + 1 < f.n) {
			pad = false;
			i++;
		}
		more = expand(f.p[i]);
		if (more.n)
			TRY(print_time(fc, more, local, t));
		else if (!add_directive(t, f.p[i], pad, local))
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "\"%%%c\" is not a time format directive",
					  f.p[i]);
	}
	return SHADE_OK;
}

/* --- reading -------------------------------------------------------------- */

struct reading {
	struct str s;
	size_t at;
	int64_t year, month, day, hour, minute, second, us, yday, epoch;
	int64_t offset; /* seconds east */
	bool pm, am, has_yday, has_epoch;
};

static bool read_number(struct reading *r, size_t max, int64_t lo, int64_t hi,
			int64_t *out)
{
	size_t n = 0;
	int64_t v = 0;
	bool neg = false;

	if (lo < 0 && r->at < r->s.n && r->s.p[r->at] == '-') {
		neg = true;
		r->at++;
	}
	while (n < max && r->at < r->s.n && r->s.p[r->at] >= '0' &&
	       r->s.p[r->at] <= '9') {
		v = v * 10 + (r->s.p[r->at++] - '0');
		n++;
	}
	*out = neg ? -v : v;
	return n > 0 && *out >= lo && *out <= hi;
}

/* A name of n (full, or its first three letters): its number from 0, or -1. */
static int read_name(struct reading *r, const char *(*name)(int), int first, int n)
{
	for (int i = 0; i < n; i++) {
		struct str full = str_from(name(first + i));
		struct str rest = { r->s.p + r->at, r->s.n - r->at };
		struct str s = rest;

		s.n = full.n;
		if (rest.n >= full.n && str_eq_nocase(s, full)) {
			r->at += full.n;
			return i;
		}
		s.n = full.n = 3;
		if (rest.n >= 3 && str_eq_nocase(s, full)) {
			r->at += 3;
			return i;
		}
	}
	return -1;
}

static bool read_fraction(struct reading *r)
{
	int64_t v = 0;
	int n = 0;

	for (; r->at < r->s.n && r->s.p[r->at] >= '0' && r->s.p[r->at] <= '9'; r->at++)
		if (n < 6) {
			v = v * 10 + (r->s.p[r->at] - '0');
			n++;
		}
	for (int k = n; k < 6; k++)
		v *= 10;
	r->us = v;
	return n > 0;
}

static bool read_offset(struct reading *r)
{
	size_t n = r->at;
	int32_t seconds;

	while (n < r->s.n && r->s.p[n] != ' ')
		n++;
	if (!offset_parse((struct str){ r->s.p + r->at, n - r->at }, &seconds))
		return false;
	r->offset = seconds;
	r->at = n;
	return true;
}

/* tight: digits of another field follow at once. */
static bool read_directive(struct reading *r, char c, bool tight)
{
	int64_t v;
	int k;

	switch (c) {
	case 'Y':
	case 'G': return read_number(r, tight ? 4 : 5, -9999, 99999, &r->year);
	case 'y':
		if (!read_number(r, 2, 0, 99, &v))
			return false;
		r->year = v + (v < 69 ? 2000 : 1900);
		return true;
	case 'm': return read_number(r, 2, 1, 12, &r->month);
	case 'd':
	case 'e': return read_number(r, 2, 1, 31, &r->day);
	case 'H': return read_number(r, 2, 0, 23, &r->hour);
	case 'I': return read_number(r, 2, 1, 12, &r->hour);
	case 'K': return read_number(r, 2, 0, 11, &r->hour);
	case 'k':
		if (!read_number(r, 2, 1, 24, &r->hour))
			return false;
		r->hour %= 24;
		return true;
	case 'M': return read_number(r, 2, 0, 59, &r->minute);
	case 'S': return read_number(r, 2, 0, 59, &r->second);
	case 'f':
	case 'g':
	case 'n':
	case '1':
	case '2':
	case '4':
	case '5': return read_fraction(r);
	case 'j': r->has_yday = true; return read_number(r, 3, 1, 366, &r->yday);
	case 's':
		r->has_epoch = true;
		return read_number(r, 18, -999999999999, 999999999999, &r->epoch);
	case 'z':
	case 'Z': return read_offset(r);
	case 'p':
		if (r->at + 2 > r->s.n)
			return false;
		r->pm = str_eq_nocase((struct str){ r->s.p + r->at, 2 }, STR("pm"));
		r->am = !r->pm;
		r->at += 2;
		return true;
	case 'B':
	case 'b':
	case 'h':
		k = read_name(r, time_month_name, 1, 12);
		r->month = k + 1;
		return k >= 0;
	case 'A':
	case 'a': return read_name(r, time_day_name, 0, 7) >= 0;
	case '%': return r->at < r->s.n && r->s.p[r->at++] == '%';
	default: return false;
	}
}

static bool read_format(struct reading *r, struct str f)
{
	for (size_t i = 0; i < f.n; i++) {
		struct str more;

		if (f.p[i] == ' ') { /* a blank stands for any number of them */
			while (r->at < r->s.n && r->s.p[r->at] == ' ')
				r->at++;
			continue;
		}
		if (f.p[i] != '%' || i + 1 >= f.n) {
			if (r->at >= r->s.n || r->s.p[r->at++] != f.p[i])
				return false;
			continue;
		}
		if (f.p[++i] == '-' && i + 1 < f.n)
			i++;
		more = expand(f.p[i]);
		if (more.n ? !read_format(r, more)
			   : !read_directive(r, f.p[i],
					     i + 1 < f.n && f.p[i + 1] == '%'))
			return false;
	}
	return true;
}

static bool read_time(struct str s, struct str f, int64_t *out)
{
	struct reading r = { .s = str_trim(s), .year = 1970, .month = 1, .day = 1 };
	int64_t days;

	if (!read_format(&r, f) || r.at != r.s.n)
		return false;
	if (r.has_epoch) {
		*out = r.epoch * US_SECOND + r.us;
		return true;
	}
	if ((r.pm || r.am) && r.hour > 12)
		return false;
	if (r.pm && r.hour < 12)
		r.hour += 12;
	else if (r.am && r.hour == 12)
		r.hour = 0;
	if (r.has_yday)
		days = date_from_civil(r.year, 1, 1) + r.yday - 1;
	else if (r.day > days_in_month(r.year, (int)r.month))
		return false;
	else
		days = date_from_civil(r.year, (int)r.month, (int)r.day);
	*out = days * US_DAY + r.hour * US_HOUR + r.minute * US_MINUTE +
	       (r.second - r.offset) * US_SECOND + r.us;
	return true;
}

/* --- kernels -------------------------------------------------------------- */

/* fc->state grows a cache of the last Java format. */
struct format_site {
	struct time_site time; /* first: time_local reads it */
	struct str java, percent;
};

static shade_status format_init(struct func_call *fc, const struct value *const *consts)
{
	struct format_site *site = arena_new_of(fc->arena, struct format_site);

	(void)consts;
	site->time.zone = zone_of_session(fc->cx, fc->arena);
	fc->state = site;
	return SHADE_OK;
}

static shade_status java_format(struct func_call *fc, struct str java, struct str *out)
{
	struct format_site *site = fc->state;

	if (!site->percent.p || !str_eq(site->java, java)) {
		TRY(java_to_percent(fc, java, &site->percent));
		site->java = str_dup(fc->arena, java);
	}
	*out = site->percent;
	return SHADE_OK;
}

static shade_status print_rows(struct func_call *fc, const struct vector *time,
			       const struct vector *format, size_t n,
			       struct vector *out, bool java)
{
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str f;

		if (!out_valid(out, i))
			continue;
		f = arg_str(format, i);
		if (java)
			TRY(java_format(fc, f, &f));
		TRY(print_time(fc, f, time_local(fc, time, i), &t));
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

static shade_status k_date_format(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return print_rows(fc, &args[0], &args[1], n, out, true);
}

static shade_status k_strftime(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return print_rows(fc, &args[0], &args[1], n, out, false);
}

/* sqlite writes strftime(format, time). */
static shade_status k_strftime_swapped(struct func_call *fc, const struct vector *args,
				       size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return print_rows(fc, &args[1], &args[0], n, out, false);
}

static shade_status parse_failed(struct func_call *fc, struct str s, struct str f)
{
	return shade_fail(fc->cx, SHADE_E_DATETIME, fc->span,
			  "\"%.*s\" does not have the format \"%.*s\"", STR_ARG(s),
			  STR_ARG(f));
}

enum on_bad { BAD_FAILS, BAD_IS_NULL };

static shade_status parse_rows(struct func_call *fc, const struct vector *args,
			       size_t n, struct vector *out, bool java, enum on_bad bad)
{
	for (size_t i = 0; i < n; i++) {
		struct str s, f;
		int64_t local;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		f = arg_str(&args[1], i);
		if (java)
			TRY(java_format(fc, f, &f));
		if (read_time(s, f, &local))
			time_store(fc, out, i, local);
		else if (bad == BAD_IS_NULL)
			out_null(fc, out, i);
		else
			return parse_failed(fc, s, arg_str(&args[1], i));
	}
	return SHADE_OK;
}

static shade_status k_parse_java(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return parse_rows(fc, args, n, out, true, BAD_FAILS);
}

static shade_status k_try_parse_java(struct func_call *fc, const struct vector *args,
				     size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return parse_rows(fc, args, n, out, true, BAD_IS_NULL);
}

static shade_status k_strptime(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return parse_rows(fc, args, n, out, false, BAD_FAILS);
}

static shade_status k_try_strptime(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return parse_rows(fc, args, n, out, false, BAD_IS_NULL);
}

/* to_date(text), to_timestamp(text): as CAST. */
static shade_status text_rows(struct func_call *fc, const struct vector *args, size_t n,
			      struct vector *out, enum on_bad bad)
{
	for (size_t i = 0; i < n; i++) {
		struct str s, zone;
		int64_t local;

		if (!out_valid(out, i))
			continue;
		s = str_trim(arg_str(&args[0], i));
		if (timestamp_parse(s.p, s.n, &local, &zone) && zone.n == 0)
			time_store(fc, out, i, local);
		else if (bad == BAD_IS_NULL)
			out_null(fc, out, i);
		else
			return shade_fail(fc->cx, SHADE_E_DATETIME, fc->span,
					  "\"%.*s\" is not a date or time", STR_ARG(s));
	}
	return SHADE_OK;
}

static shade_status k_text(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return text_rows(fc, args, n, out, BAD_FAILS);
}

static shade_status k_try_text(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return text_rows(fc, args, n, out, BAD_IS_NULL);
}

static shade_status k_to_date(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			time_store(fc, out, i, time_local(fc, &args[0], i));
	return SHADE_OK;
}

/* Seconds since 1970 as text in the session's zone. */
static shade_status k_from_unixtime(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, struct vector *out)
{
	struct format_site *site = fc->state;

	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str f = STR("%Y-%m-%d %H:%M:%S");
		int64_t us;

		if (!out_valid(out, i))
			continue;
		if (n_args > 1)
			TRY(java_format(fc, arg_str(&args[1], i), &f));
		if (__builtin_mul_overflow(arg_i64(&args[0], i), US_SECOND, &us))
			return shade_fail(fc->cx, SHADE_E_OVERFLOW, fc->span,
					  "%lld seconds are beyond the range of dates",
					  (long long)arg_i64(&args[0], i));
		us += zone_offset_at_utc(site->time.zone, us);
		TRY(print_time(fc, f, us, &t));
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

static shade_status k_unix_timestamp(struct func_call *fc, const struct vector *args,
				     size_t n_args, size_t n, struct vector *out)
{
	struct format_site *site = fc->state;
	int64_t *to = out->data;

	for (size_t i = 0; i < n; i++) {
		int64_t us = fc->cx->now_us;
		struct str s, f = STR("%Y-%m-%d %H:%M:%S");

		if (!out_valid(out, i))
			continue;
		if (n_args > 0) {
			s = arg_str(&args[0], i);
			if (n_args > 1)
				TRY(java_format(fc, arg_str(&args[1], i), &f));
			if (!read_time(s, f, &us))
				return parse_failed(fc, s, f);
			us = zone_to_utc(site->time.zone, us);
		}
		to[i] = us / US_SECOND - (us % US_SECOND < 0);
	}
	return SHADE_OK;
}

static shade_status k_unix_of_time(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	struct format_site *site = fc->state;
	int64_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		int64_t us;

		if (!out_valid(out, i))
			continue;
		us = zone_to_utc(site->time.zone, time_local(fc, &args[0], i));
		to[i] = us / US_SECOND - (us % US_SECOND < 0);
	}
	return SHADE_OK;
}

#define ROW(n, s, k, f, d, e, r)                                               \
	{                                                                      \
		.name = (n), .sig = (s), .kernel = (k), .flags = (f),          \
		.init = format_init, .doc = (d), .example = (e), .result = (r) \
	}
#define CF FUNC_CAN_FAIL

static const struct func_row rows[] = {
	ROW("date_format", "TEMPORAL, VARCHAR -> VARCHAR", k_date_format, CF,
	    "text in a format of Java's letters",
	    "date_format(TIMESTAMP '2024-05-06 07:08:09', 'dd.MM.yyyy HH:mm')",
	    "06.05.2024 07:08"),
	ROW("to_char", "TEMPORAL, VARCHAR -> VARCHAR", k_date_format, CF,
	    "text in a format of Java's letters",
	    "to_char(DATE '2024-01-05', 'yyyy/MM')", "2024/01"),
	ROW("strftime", "TEMPORAL, VARCHAR -> VARCHAR", k_strftime, CF,
	    "text in a format of percent signs",
	    "strftime(DATE '2024-05-06', '%d/%m/%y, %A')", "06/05/24, Monday"),
	ROW("strftime", "VARCHAR, TEMPORAL -> VARCHAR", k_strftime_swapped, CF,
	    "text in a format of percent signs", "strftime('%Y', DATE '2024-05-06')",
	    "2024"),
	ROW("strptime", "VARCHAR, VARCHAR -> TIMESTAMP", k_strptime, CF,
	    "timestamp read in a format of percent signs",
	    "strptime('06/05/24', '%d/%m/%y')", "2024-05-06 00:00:00"),
	ROW("try_strptime", "VARCHAR, VARCHAR -> TIMESTAMP", k_try_strptime, CF,
	    "as strptime, NULL if it does not fit",
	    "try_strptime('x', '%d/%m/%y') IS NULL", "true"),
	ROW("to_date", "VARCHAR, VARCHAR -> DATE", k_parse_java, CF,
	    "date read in a format of Java's letters",
	    "to_date('06.05.2024', 'dd.MM.yyyy')", "2024-05-06"),
	ROW("to_date", "VARCHAR -> DATE", k_text, CF, "text as a date",
	    "to_date('2024-05-06')", "2024-05-06"),
	ROW("to_date", "TEMPORAL -> DATE", k_to_date, 0, "date of a time",
	    "to_date(TIMESTAMP '2024-05-06 07:08:09')", "2024-05-06"),
	ROW("try_to_date", "VARCHAR, VARCHAR -> DATE", k_try_parse_java, CF,
	    "as to_date, NULL if it does not fit", "try_to_date('x', 'yyyy') IS NULL",
	    "true"),
	ROW("try_to_date", "VARCHAR -> DATE", k_try_text, 0,
	    "text as a date, NULL if it is none", "try_to_date('x') IS NULL", "true"),
	ROW("to_timestamp", "VARCHAR, VARCHAR -> TIMESTAMP", k_parse_java, CF,
	    "timestamp read in a format of Java's letters",
	    "to_timestamp('06.05.2024 07:08', 'dd.MM.yyyy HH:mm')",
	    "2024-05-06 07:08:00"),
	ROW("to_timestamp", "VARCHAR -> TIMESTAMP", k_text, CF, "text as a timestamp",
	    "to_timestamp('2024-05-06 07:08:09')", "2024-05-06 07:08:09"),
	ROW("to_timestamp_ntz", "VARCHAR -> TIMESTAMP", k_text, CF,
	    "text as a timestamp", "to_timestamp_ntz('2024-05-06')",
	    "2024-05-06 00:00:00"),
	ROW("try_to_timestamp", "VARCHAR, VARCHAR -> TIMESTAMP", k_try_parse_java, CF,
	    "as to_timestamp, NULL if it does not fit",
	    "try_to_timestamp('x', 'yyyy') IS NULL", "true"),
	ROW("try_to_timestamp", "VARCHAR -> TIMESTAMP", k_try_text, 0,
	    "text as a timestamp, NULL if it is none", "try_to_timestamp('x') IS NULL",
	    "true"),
	ROW("from_unixtime", "BIGINT [, VARCHAR] -> VARCHAR", k_from_unixtime, CF,
	    "seconds since 1970 as text in the session's zone",
	    "unix_timestamp(from_unixtime(86400))", "86400"),
	ROW("unix_timestamp", "-> BIGINT", k_unix_timestamp, CF | FUNC_STABLE,
	    "seconds since 1970: now, or of a text", "unix_timestamp() > 1700000000",
	    "true"),
	ROW("unix_timestamp", "VARCHAR [, VARCHAR] -> BIGINT", k_unix_timestamp, CF,
	    "seconds since 1970 of a text in the session's zone",
	    "unix_timestamp(from_unixtime(60))", "60"),
	ROW("unix_timestamp", "TEMPORAL -> BIGINT", k_unix_of_time, 0,
	    "seconds since 1970 of a time in the session's zone",
	    "unix_timestamp(TIMESTAMP '1970-01-02 00:00:00') > 0", "true"),
};

const struct func_family func_family_time_text = {
	.name = "Dates and times as text",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
