/*
 * clock.h - time of day and of measurement.
 */
#ifndef SHADE_BASE_CLOCK_H
#define SHADE_BASE_CLOCK_H

#include <stdint.h>

int64_t clock_now_us(void); /* wall clock, microseconds since 1970 UTC */
uint64_t clock_mono_ns(void); /* monotonic */

#endif
