/*
 * uuid.c - fresh UUIDs (version 7) and time stamps.
 */
#include <sys/random.h>

#include "base/clock.h"
#include "lake/lake_internal.h"

struct str lake_uuid(struct arena *a)
{
	uint64_t ms = (uint64_t)clock_now_us() / 1000;
	uint8_t b[16];

	if (getrandom(b, sizeof(b), 0) != (ssize_t)sizeof(b)) {
		uint64_t x = hash_u64(clock_mono_ns() ^ (uint64_t)(uintptr_t)a);

		memcpy(b, &x, 8);
		x = hash_u64(x + 1);
		memcpy(b + 8, &x, 8);
	}
	for (int i = 0; i < 6; i++)
		b[i] = (uint8_t)(ms >> (40 - 8 * i));
	b[6] = (uint8_t)(0x70 | (b[6] & 0x0f));
	b[8] = (uint8_t)(0x80 | (b[8] & 0x3f));
	return str_fmt(a,
		       "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
		       "%02x%02x%02x%02x%02x%02x",
		       b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9],
		       b[10], b[11], b[12], b[13], b[14], b[15]);
}

struct str lake_time_text(struct arena *a, int64_t us)
{
	struct value v = value_int(TYPE_TIMESTAMP, us);

	return str_fmt(a, "%.*s+00", STR_ARG(value_text(a, &v)));
}

struct str lake_schema_name(struct str database)
{
	return str_eq_nocase(database, STR("default_database")) ? STR("main")
								: database;
}
