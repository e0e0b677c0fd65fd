/*
 * progress.h - how far a long query is, on the terminal only.
 *
 * Also notices that the reader of a pipe has left while the query waits for
 * its own input, when nothing is written that could fail.
 *
 * A line on stderr from half a second on, redrawn five times a second by a
 * thread of its own, gone before anything else is printed.
 */
#ifndef SHADE_CMD_PROGRESS_H
#define SHADE_CMD_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>

struct out;
struct shell;
struct shade_env;

struct progress {
	bool active;
	bool draws; /* else it only watches */
	int watched_fd; /* a pipe whose reader may leave, or -1 */
	bool stop; /* under lock */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	const struct shade_env *env;
	double start;
	bool utf8;
};

/* out: where rows go, NULL: there are none. */
void progress_begin(struct progress *p, struct shell *sh, const struct out *out);
/* Takes the line away; fine to call again. */
void progress_end(struct progress *p);

#endif
