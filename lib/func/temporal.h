/*
 * temporal.h - arithmetic of dates, times and intervals.
 */
#ifndef SHADE_FUNC_TEMPORAL_H
#define SHADE_FUNC_TEMPORAL_H

#include "func/func_internal.h"

#define KERNEL(name)                                                       \
	shade_status name(struct func_call *fc, const struct vector *args, \
			  size_t n_args, size_t n, struct vector *out)

/* One argument is the date or timestamp, the other the interval. */
KERNEL(temporal_add_months);
KERNEL(temporal_sub_months);
KERNEL(temporal_add_us); /* microseconds; TIME wraps at midnight */
KERNEL(temporal_sub_us);
KERNEL(temporal_add_intervals); /* months */
KERNEL(temporal_sub_intervals);
KERNEL(temporal_date_plus_days);
KERNEL(temporal_date_minus_days);
KERNEL(temporal_date_minus_date);
KERNEL(temporal_scale); /* interval * number */
KERNEL(temporal_unscale); /* interval / number */
#undef KERNEL

/* DATE + INTERVAL DAY TO SECOND is a DATE when the interval is a constant of
 * whole days, else a TIMESTAMP. */
shade_status temporal_bind_date_plus(struct func_bind *fb,
				     const struct agg_class **agg);
shade_status temporal_bind_date_minus(struct func_bind *fb,
				      const struct agg_class **agg);

/* A date or timestamp (any of DATE, TIMESTAMP, LTZ local) moved by months;
 * false: out of range. */
bool temporal_move_months(enum type_id id, int64_t v, int64_t months, int64_t *out);
bool temporal_in_range(enum type_id id, int64_t v);
shade_status temporal_fail_range(struct func_call *fc);

#endif
