/*
 * tz.h - time zones from the system's tz database.
 */
#ifndef SHADE_TYPE_TZ_H
#define SHADE_TYPE_TZ_H

#include "base/base.h"

struct zone;

/*
 * A zone by name ("Europe/Berlin", "UTC", "+02:00"; "default" or empty is
 * the machine's).  Read from the tz database into the arena; NULL: there
 * is no such zone.
 */
const struct zone *zone_find(struct arena *a, struct str name);
/* The session's zone (setting table.local-time-zone); UTC if unknown. */
const struct zone *zone_of_session(struct shade_cx *cx, struct arena *a);
struct str zone_name(const struct zone *z);

/* Microseconds to add to UTC to get local time; z NULL is UTC. */
int64_t zone_offset_at_utc(const struct zone *z, int64_t utc_us);
/* UTC of a local time; in a gap moved forward, of two the earlier. */
int64_t zone_to_utc(const struct zone *z, int64_t local_us);

#endif
