#include "type/tz.h"

#include <unistd.h>

#include "base/settings.h"
#include "type/datetime.h"

struct zone {
	struct str name;
	size_t n; /* transitions */
	const int64_t *at; /* UTC seconds, ascending */
	const int32_t *offset; /* n + 1: before the first, then after each */
	/* The rule for times after the last transition; has_rule false: none. */
	bool has_rule;
	struct tz_rule {
		int32_t std, dst; /* seconds east */
		struct tz_day {
			char kind; /* 'M', 'J' or '0' */
			int month, week, day;
			int32_t second; /* local time of day */
		} start, end;
		bool has_dst;
	} rule;
};

/* --- the POSIX rule at the end of a TZif file ----------------------------- */

static const char *rule_name(const char *p)
{
	if (*p == '<') {
		p = strchr(p, '>');
		return p ? p + 1 : NULL;
	}
	while ((*p | 0x20) >= 'a' && (*p | 0x20) <= 'z')
		p++;
	return p;
}

static const char *rule_number(const char *p, int *out)
{
	int v = 0;

	if (*p < '0' || *p > '9')
		return NULL;
	while (*p >= '0' && *p <= '9' && v < 100000)
		v = v * 10 + (*p++ - '0');
	*out = v;
	return p;
}

/* [+-]h[:m[:s]] */
static const char *rule_time(const char *p, int32_t *out)
{
	int sign = *p == '-' ? -1 : 1, part, total = 0, unit = 3600;

	if (*p == '-' || *p == '+')
		p++;
	for (;;) {
		p = rule_number(p, &part);
		if (!p)
			return NULL;
		total += part * unit;
		unit /= 60;
		if (*p != ':' || unit == 0)
			break;
		p++;
	}
	*out = sign * total;
	return p;
}

static const char *rule_day(const char *p, struct tz_day *d)
{
	d->second = 7200;
	d->kind = *p == 'M' || *p == 'J' ? *p++ : '0';
	if (d->kind == 'M') {
		p = rule_number(p, &d->month);
		if (!p || *p++ != '.')
			return NULL;
		p = rule_number(p, &d->week);
		if (!p || *p++ != '.')
			return NULL;
	}
	p = rule_number(p, &d->day);
	if (p && *p == '/')
		p = rule_time(p + 1, &d->second);
	return p;
}

static bool parse_rule(const char *p, struct tz_rule *r)
{
	p = rule_name(p);
	if (!p || !(p = rule_time(p, &r->std)))
		return false;
	r->std = -r->std;
	if (*p == 0)
		return true;
	p = rule_name(p);
	if (!p)
		return false;
	r->dst = r->std + 3600;
	if (*p != ',' && *p != 0) {
		p = rule_time(p, &r->dst);
		if (!p)
			return false;
		r->dst = -r->dst;
	}
	if (*p++ != ',')
		return false;
	p = rule_day(p, &r->start);
	if (!p || *p++ != ',')
		return false;
	p = rule_day(p, &r->end);
	r->has_dst = p != NULL;
	return p != NULL;
}

/* UTC second at which a rule's change happens in a year. */
static int64_t change_at(const struct tz_day *d, int64_t year, int32_t offset)
{
	int64_t day;

	if (d->kind == 'M' && d->month >= 1 && d->month <= 12) {
		int64_t first = date_from_civil(year, d->month, 1);
		int wd = date_weekday(first);

		day = first + (d->day - wd + 7) % 7 + 7 * (d->week - 1);
		if (day >= first + days_in_month(year, d->month))
			day -= 7;
	} else {
		day = date_from_civil(year, 1, 1) + d->day - (d->kind == 'J');
		if (d->kind == 'J' && is_leap_year(year) && d->day >= 60)
			day++;
	}
	return day * 86400 + d->second - offset;
}

static int32_t rule_offset(const struct tz_rule *r, int64_t utc)
{
	int64_t year, start, end;
	bool in_dst;

	if (!r->has_dst)
		return r->std;
	year = date_to_civil(ts_date((utc + r->std) * US_SECOND)).year;
	start = change_at(&r->start, year, r->std);
	end = change_at(&r->end, year, r->dst);
	in_dst = start < end ? utc >= start && utc < end : utc >= start || utc < end;
	return in_dst ? r->dst : r->std;
}

/* --- TZif files (RFC 8536) ------------------------------------------------ */

static int32_t be32(const uint8_t *p)
{
	return (int32_t)((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
			 (uint32_t)p[2] << 8 | p[3]);
}

static int64_t be64(const uint8_t *p)
{
	return (int64_t)((uint64_t)(uint32_t)be32(p) << 32 | (uint32_t)be32(p + 4));
}

struct tzif_counts {
	size_t isut, isstd, leap, time, type, chars;
};

static bool read_header(const uint8_t *p, size_t n, struct tzif_counts *c)
{
	if (n < 44 || memcmp(p, "TZif", 4) != 0)
		return false;
	c->isut = (uint32_t)be32(p + 20);
	c->isstd = (uint32_t)be32(p + 24);
	c->leap = (uint32_t)be32(p + 28);
	c->time = (uint32_t)be32(p + 32);
	c->type = (uint32_t)be32(p + 36);
	c->chars = (uint32_t)be32(p + 40);
	return c->type > 0 && c->type < 256 && c->time < 100000 && c->leap < 10000 &&
	       c->chars < 10000 && c->isut < 256 && c->isstd < 256;
}

static size_t block_size(const struct tzif_counts *c, size_t time_size)
{
	return c->time * time_size + c->time + c->type * 6 + c->chars +
	       c->leap * (time_size + 4) + c->isstd + c->isut;
}

static struct zone *parse_tzif(struct arena *a, const uint8_t *p, size_t n)
{
	struct tzif_counts c;
	const uint8_t *times, *index, *types;
	struct zone *z = arena_new_of(a, struct zone);
	int64_t *at;
	int32_t *offset;
	size_t skip, end;

	if (!read_header(p, n, &c) || p[4] < '2')
		return NULL;
	skip = 44 + block_size(&c, 4);
	if (skip > n || !read_header(p + skip, n - skip, &c))
		return NULL;
	p += skip + 44;
	n -= skip + 44;
	end = block_size(&c, 8);
	if (end > n)
		return NULL;
	times = p;
	index = p + c.time * 8;
	types = index + c.time;
	at = arena_array(a, int64_t, c.time);
	offset = arena_array(a, int32_t, c.time + 1);
	offset[0] = be32(types);
	for (size_t i = 0; i < c.time; i++) {
		if (index[i] >= c.type)
			return NULL;
		at[i] = be64(times + i * 8);
		offset[i + 1] = be32(types + index[i] * 6);
	}
	z->n = c.time;
	z->at = at;
	z->offset = offset;
	if (end + 2 < n && p[end] == '\n') {
		struct str rule = { (const char *)p + end + 1, n - end - 1 };
		const char *stop = memchr(rule.p, '\n', rule.n);

		if (stop) {
			rule.n = (size_t)(stop - rule.p);
			z->has_rule = rule.n > 0 &&
				      parse_rule(str_dup(a, rule).p, &z->rule);
		}
	}
	return z;
}

static struct zone *load(struct arena *a, const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data;
	size_t n;

	if (!f)
		return NULL;
	data = arena_alloc(a, 64 * 1024);
	n = fread(data, 1, 64 * 1024, f);
	fclose(f);
	return parse_tzif(a, data, n);
}

static struct zone *fixed(struct arena *a, int32_t seconds)
{
	struct zone *z = arena_new_of(a, struct zone);

	z->has_rule = true;
	z->rule.std = seconds;
	return z;
}

static bool plain_name(struct str name)
{
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (!((c >= '0' && c <= '9') ||
		      ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_' ||
		      c == '-' || c == '+' || (c == '/' && i > 0)))
			return false;
	}
	return name.n > 0 && name.n < 64;
}

const struct zone *zone_find(struct arena *a, struct str name)
{
	struct zone *z;
	int32_t seconds;

	if (name.n == 0 || str_eq_nocase(name, STR("default"))) {
		const char *tz = getenv("TZ");

		if (tz && *tz == ':')
			tz++;
		if (tz && *tz && !str_eq_nocase(str_from(tz), STR("default")))
			return zone_find(a, str_from(tz));
		z = load(a, "/etc/localtime");
		if (!z)
			z = fixed(a, 0);
		z->name = STR("default");
		return z;
	}
	if (offset_parse(name, &seconds)) {
		z = fixed(a, seconds);
	} else {
		if (!plain_name(name))
			return NULL;
		z = load(a, str_fmt(a, "/usr/share/zoneinfo/%.*s", STR_ARG(name)).p);
		if (!z)
			return NULL;
	}
	z->name = str_dup(a, name);
	return z;
}

const struct zone *zone_of_session(struct shade_cx *cx, struct arena *a)
{
	if (!cx->settings)
		return NULL;
	return zone_find(a, settings_text(cx->settings, SET_TIME_ZONE));
}

struct str zone_name(const struct zone *z)
{
	return z ? z->name : STR("UTC");
}

static int32_t offset_at(const struct zone *z, int64_t utc)
{
	size_t lo = 0, hi = z->n;

	if (z->has_rule && (z->n == 0 || utc >= z->at[z->n - 1]))
		return rule_offset(&z->rule, utc);
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (z->at[mid] <= utc)
			lo = mid + 1;
		else
			hi = mid;
	}
	return z->offset ? z->offset[lo] : 0;
}

static int64_t floor_second(int64_t us)
{
	return us / US_SECOND - (us % US_SECOND < 0);
}

int64_t zone_offset_at_utc(const struct zone *z, int64_t utc_us)
{
	return z ? offset_at(z, floor_second(utc_us)) * US_SECOND : 0;
}

int64_t zone_to_utc(const struct zone *z, int64_t local_us)
{
	int64_t local = floor_second(local_us), before, after;

	if (!z)
		return local_us;
	/* Offsets a day before and after bracket any change. */
	before = offset_at(z, local - 86400);
	after = offset_at(z, local + 86400);
	if (before == after)
		return local_us - before * US_SECOND;
	if (offset_at(z, local - before) == before)
		return local_us - before * US_SECOND;
	if (offset_at(z, local - after) == after)
		return local_us - after * US_SECOND;
	return local_us - before * US_SECOND; /* a gap */
}
