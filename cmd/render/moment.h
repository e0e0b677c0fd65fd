/*
 * moment.h - dates, times and intervals as text; see number.h for put_.
 */
#ifndef SHADE_CMD_RENDER_MOMENT_H
#define SHADE_CMD_RENDER_MOMENT_H

#include <stdint.h>

char *put_date(char *p, int64_t days);
/* Time of day; per_second is the unit. */
char *put_time(char *p, int64_t t, int64_t per_second);
/* zone NULL: no time zone; else shown in that zone with its offset, "" being
 * the zone of the machine. */
char *put_timestamp(char *p, int64_t t, int64_t per_second, const char *zone);
char *put_months(char *p, int32_t months); /* +1-02 */
char *put_duration(char *p, int64_t t, int64_t per_second); /* +1 02:03:04.5 */
char *put_month_day_nano(char *p, int32_t months, int32_t days, int64_t nanos);

#endif
