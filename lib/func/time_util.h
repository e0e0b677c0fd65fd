/*
 * time_util.h - what the functions over dates and times share.
 */
#ifndef SHADE_FUNC_TIME_UTIL_H
#define SHADE_FUNC_TIME_UTIL_H

#include "func/func.h"
#include "type/datetime.h"
#include "type/tz.h"

/* fc->state: the session's zone, and the unit looked up last. */
struct time_site {
	const struct zone *zone;
	enum time_unit unit;
	struct str unit_text;
};

shade_status time_init(struct func_call *fc, const struct value *const *consts);
/*
 * Result type of functions that keep the type of their TEMPORAL argument: a
 * DATE stays one only with units of whole days, else it is a TIMESTAMP.
 */
shade_status time_bind(struct func_bind *fb, const struct agg_class **agg);

/* Row i of a DATE, TIME, TIMESTAMP or LTZ as local microseconds, and back. */
int64_t time_local(struct func_call *fc, const struct vector *v, size_t i);
void time_store(struct func_call *fc, struct vector *out, size_t i, int64_t local);

/* A unit by name; remembers the last one. */
shade_status time_unit_of(struct func_call *fc, struct str text, enum time_unit *out);
int64_t time_part(enum time_unit unit, int64_t local);
/* False: not a unit that a time can be cut to. */
bool time_truncate(enum time_unit unit, int64_t local, int64_t *out);
/* n units later; false: out of range or no such unit. */
bool time_add(enum time_unit unit, int64_t n, int64_t local, int64_t *out);
/* Unit borders between two times (DuckDB date_diff), or whole units. */
bool time_diff_borders(enum time_unit unit, int64_t from, int64_t to, int64_t *out);
bool time_diff_whole(enum time_unit unit, int64_t from, int64_t to, int64_t *out);

const char *time_day_name(int weekday); /* 0 Sunday */
const char *time_month_name(int month); /* 1 January */

#endif
