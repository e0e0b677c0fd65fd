/*
 * moment.h - dates and times from text.
 *
 * As number.h: exactly the bytes [p, e), false when they are something
 * else or no day of the calendar.  Dates are days since 1970-01-01, times
 * and timestamps microseconds.
 */
#ifndef SHADE_FORMAT_MOMENT_H
#define SHADE_FORMAT_MOMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum date_order {
	DATE_YMD, /* 2024-03-01; with '/' and '.' too */
	DATE_DMY, /* 01/03/2024 */
	DATE_MDY /* 03/01/2024 */
};

/* How dates are written: an order and a separator, or a strptime format. */
struct date_style {
	enum date_order order;
	char sep; /* '-', '/', '.' */
	struct str format; /* n > 0: decides alone */
};

/* YYYY-MM-DD */
bool moment_iso_date(const char *p, const char *e, int32_t *out);
/* hh:mm[:ss[.ffffff]] */
bool moment_time(const char *p, const char *e, int64_t *out);
/* ISO date, then blank or T and a time, then perhaps Z or an offset; zone
 * NULL: a zone is refused. */
bool moment_iso_timestamp(const char *p, const char *e, int64_t *out, bool *zone);

/* In a given style; the year has four digits (two with the format %y). */
bool moment_date(const char *p, const char *e, const struct date_style *style,
		 int32_t *out);
bool moment_timestamp(const char *p, const char *e, const struct date_style *style,
		      int64_t *out, bool *zone);
/*
 * strptime: %Y %y %m %d %e %H %I %M %S %f %p %b %B %h %a %A %j %T %D %F %R %s %z
 * %Z (UTC) %%.  Blanks in the format match any blanks.
 */
bool moment_format(const char *p, const char *e, struct str format, int64_t *us,
		   bool *zone);

int32_t moment_days(int year, int month, int day); /* civil to days */
bool moment_is_day(int year, int month, int day);

#endif
