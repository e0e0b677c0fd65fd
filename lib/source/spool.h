/*
 * spool.h - standard input, remembered as far as it fits.
 *
 * A pipe can be read once; a query that names it twice, or a second query,
 * reads the bytes that the spool kept.
 */
#ifndef SHADE_SOURCE_SPOOL_H
#define SHADE_SOURCE_SPOOL_H

#include <pthread.h>

#include "base/io.h"

struct spool {
	pthread_mutex_t lock;
	struct budget *budget; /* counted reference */
	struct reader *reader; /* owned; NULL before the first read */
	struct buf *kept; /* the first bytes; NULL: none */
	uint64_t total; /* bytes read so far */
	bool is_cut; /* more was read than kept */
	bool at_end;
};

struct source_state;
struct spool *source_state_spool(struct source_state *st);

void spool_init(struct spool *s, struct budget *budget);
void spool_release(struct spool *s);

#endif
