/*
 * status.h - what a fallible function returns.
 *
 * The enum itself is public (shade.h); this header adds the internal
 * spelling and the one macro that may return.
 */
#ifndef SHADE_BASE_STATUS_H
#define SHADE_BASE_STATUS_H

#include "shade.h"

typedef enum shade_code shade_status;

/*
 * Pass a failure on.  Not allowed in a function that has an `out:` label;
 * there: rc = f(); if (rc) goto out;
 */
#define TRY(call)                                             \
	do {                                                  \
		shade_status try_rc_ = (call);                \
		if (__builtin_expect(try_rc_ != SHADE_OK, 0)) \
			return try_rc_;                       \
	} while (0)

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define unreachable() __builtin_unreachable()

/* Upper bound of rows in a batch; 3 in the hostile debug build. */
#ifdef SHADE_HOSTILE
#define SHADE_BATCH_ROWS 3
#else
#define SHADE_BATCH_ROWS 2048
#endif

#endif
