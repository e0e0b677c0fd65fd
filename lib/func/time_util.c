/*
 * time_util.c - adding and counting units of time.
 */
#include "func/time_util.h"

#include "func/args.h"

/* Months or microseconds that one unit is; both 0: not a length. */
static void unit_length(enum time_unit unit, int64_t *months, int64_t *us)
{
	static const struct {
		int32_t months;
		int64_t us;
	} lengths[UNIT_COUNT] = {
		[UNIT_MICROSECOND] = { 0, 1 },    [UNIT_MILLISECOND] = { 0, 1000 },
		[UNIT_SECOND] = { 0, US_SECOND }, [UNIT_MINUTE] = { 0, US_MINUTE },
		[UNIT_HOUR] = { 0, US_HOUR },     [UNIT_DAY] = { 0, US_DAY },
		[UNIT_DATE] = { 0, US_DAY },      [UNIT_DOY] = { 0, US_DAY },
		[UNIT_WEEK] = { 0, 7 * US_DAY },  [UNIT_MONTH] = { 1, 0 },
		[UNIT_QUARTER] = { 3, 0 },        [UNIT_YEAR] = { 12, 0 },
		[UNIT_DECADE] = { 120, 0 },       [UNIT_CENTURY] = { 1200, 0 },
		[UNIT_MILLENNIUM] = { 12000, 0 },
	};

	*months = lengths[unit].months;
	*us = lengths[unit].us;
}

static bool add_months(int64_t months, int64_t local, int64_t *out)
{
	int64_t days = ts_date(local);

	if (months > 4000000 || months < -4000000)
		return false;
	return !__builtin_mul_overflow(date_add_months(days, months), US_DAY, out) &&
	       !__builtin_add_overflow(*out, ts_time(local), out);
}

bool time_add(enum time_unit unit, int64_t n, int64_t local, int64_t *out)
{
	int64_t months, us, by;

	unit_length(unit, &months, &us);
	if (months)
		return !__builtin_mul_overflow(n, months, &by) &&
		       add_months(by, local, out);
	return us && !__builtin_mul_overflow(n, us, &by) &&
	       !__builtin_add_overflow(local, by, out);
}

static int64_t month_number(int64_t local)
{
	struct civil c = date_to_civil(ts_date(local));

	return (int64_t)c.year * 12 + c.month - 1;
}

static int64_t floor_to(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

bool time_diff_borders(enum time_unit unit, int64_t from, int64_t to, int64_t *out)
{
	int64_t months, us;

	unit_length(unit, &months, &us);
	if (unit == UNIT_WEEK) { /* weeks start on Monday; 1970-01-01 was a Thursday */
		from += 3 * US_DAY;
		to += 3 * US_DAY;
	}
	if (months)
		*out = floor_to(month_number(to), months) -
		       floor_to(month_number(from), months);
	else if (us)
		*out = floor_to(to, us) - floor_to(from, us);
	else
		return false;
	return true;
}

bool time_diff_whole(enum time_unit unit, int64_t from, int64_t to, int64_t *out)
{
	int64_t months, us, n, back;

	unit_length(unit, &months, &us);
	if (us) {
		if (__builtin_sub_overflow(to, from, &n))
			return false;
		*out = n / us;
		return true;
	}
	if (!months)
		return false;
	/* complete months: step back when the last one is not full */
	n = month_number(to) - month_number(from);
	if (!add_months(n, from, &back))
		return false;
	if (to >= from && back > to)
		n--;
	else if (to < from && back < to)
		n++;
	*out = n / months;
	return true;
}

/* The argument whose type the result follows. */
static const struct type *temporal_arg(const struct func_bind *fb, size_t *at)
{
	for (size_t i = 0; i < fb->n_args; i++)
		if (type_family(fb->arg_types[i]) == FAMILY_DATETIME) {
			*at = i;
			return fb->arg_types[i];
		}
	return NULL;
}

/* Does a constant unit argument cut to whole days or more? */
static bool unit_of_days(const struct func_bind *fb)
{
	for (size_t i = 0; i < fb->n_args; i++) {
		const struct value *v = fb->consts ? fb->consts[i] : NULL;
		enum time_unit unit;
		int64_t months, us;

		if (!v || v->is_null || type_phys(v->type) != PHYS_STR)
			continue;
		if (!time_unit_by_name(v->s, &unit))
			return true; /* reported when it runs */
		unit_length(unit, &months, &us);
		return months > 0 || us >= US_DAY || unit == UNIT_ISOYEAR;
	}
	return true;
}

shade_status time_bind(struct func_bind *fb, const struct agg_class **agg)
{
	size_t at = 0;
	const struct type *t = temporal_arg(fb, &at);

	(void)agg;
	if (!t || fb->type)
		return SHADE_OK;
	if (t->id == TYPE_DATE && !unit_of_days(fb))
		fb->type = type_of(TYPE_TIMESTAMP);
	else
		fb->type = t;
	return SHADE_OK;
}
