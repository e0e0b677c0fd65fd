/*
 * pool.h - a fixed set of worker threads.
 *
 * Threads start on the first parallel job, not with the session.
 */
#ifndef SHADE_BASE_POOL_H
#define SHADE_BASE_POOL_H

#include <stddef.h>

struct pool;

/* n_threads >= 1 counts the calling thread.  NULL if out of memory. */
struct pool *pool_new(size_t n_threads);
void pool_free(struct pool *p);
size_t pool_threads(const struct pool *p);
void pool_resize(struct pool *p, size_t n_threads); /* when idle only */
/*
 * Run work(arg, worker) for worker = 0..n-1 at the same time, worker 0 on
 * the calling thread, and wait for all.  n is capped to pool_threads().
 * Returns how many workers ran (1 if threads cannot be started).
 */
size_t pool_run(struct pool *p, size_t n, void (*work)(void *arg, size_t worker),
		void *arg);

#endif
