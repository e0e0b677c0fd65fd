/*
 * progress.h - how far a long query is, on the terminal only.
 *
 * A line on stderr from half a second on, redrawn five times a second by a
 * thread of its own, gone before anything else is printed.
 */
#ifndef SHADE_CMD_PROGRESS_H
#define SHADE_CMD_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>

struct shell;
struct shade_env;

struct progress {
	bool active;
	bool stop; /* under lock */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	const struct shade_env *env;
	double start;
	bool utf8;
};

void progress_begin(struct progress *p, struct shell *sh);
/* Takes the line away; fine to call again. */
void progress_end(struct progress *p);

#endif
