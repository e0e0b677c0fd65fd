#define SHADE_BASE_ALLOCATOR
#include "base/pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/mem.h"

#define MAX_THREADS 256

struct pool {
	size_t n; /* wanted, the caller's thread included */
	size_t n_started; /* threads that exist */
	pthread_t threads[MAX_THREADS];

	pthread_mutex_t lock;
	pthread_cond_t has_job, is_done;
	uint64_t generation; /* of the job below */
	void (*work)(void *arg, size_t worker);
	void *arg;
	size_t n_workers; /* of the job, the caller included */
	size_t n_running; /* threads not finished with it */
	bool busy; /* a nested pool_run runs serially */
	bool quit;
};

struct start {
	struct pool *pool;
	size_t worker;
	uint64_t generation; /* jobs up to this one are not for the thread */
};

static void *thread_main(void *arg)
{
	struct start start = *(struct start *)arg;
	struct pool *p = start.pool;
	uint64_t seen = start.generation;

	free(arg);
	pthread_mutex_lock(&p->lock);
	while (true) {
		while (!p->quit && p->generation == seen)
			pthread_cond_wait(&p->has_job, &p->lock);
		if (p->quit)
			break;
		seen = p->generation;
		if (start.worker >= p->n_workers)
			continue;
		pthread_mutex_unlock(&p->lock);
		p->work(p->arg, start.worker);
		pthread_mutex_lock(&p->lock);
		if (--p->n_running == 0)
			pthread_cond_signal(&p->is_done);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

struct pool *pool_new(size_t n_threads)
{
	struct pool *p = mem_refused() ? NULL : calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->has_job, NULL);
	pthread_cond_init(&p->is_done, NULL);
	pool_resize(p, n_threads);
	return p;
}

static void stop_threads(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->quit = true;
	pthread_cond_broadcast(&p->has_job);
	pthread_mutex_unlock(&p->lock);
	for (size_t i = 0; i < p->n_started; i++)
		pthread_join(p->threads[i], NULL);
	p->n_started = 0;
	p->quit = false;
}

void pool_free(struct pool *p)
{
	if (!p)
		return;
	stop_threads(p);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->has_job);
	pthread_cond_destroy(&p->is_done);
	free(p);
}

size_t pool_threads(const struct pool *p)
{
	return p->n;
}

void pool_resize(struct pool *p, size_t n_threads)
{
	if (n_threads < 1)
		n_threads = 1;
	if (n_threads > MAX_THREADS)
		n_threads = MAX_THREADS;
	if (n_threads < p->n_started + 1)
		stop_threads(p);
	p->n = n_threads;
}

/* Signals belong to the program's own threads. */
static void start_threads(struct pool *p, size_t n)
{
	sigset_t all, old;

	if (p->n_started >= n)
		return;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	while (p->n_started < n) {
		struct start *s = malloc(sizeof(*s));

		if (!s)
			break;
		*s = (struct start){ p, p->n_started + 1, p->generation };
		if (pthread_create(&p->threads[p->n_started], NULL, thread_main, s)) {
			free(s);
			break;
		}
		p->n_started++;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

size_t pool_run(struct pool *p, size_t n, void (*work)(void *arg, size_t worker),
		void *arg)
{
	bool alone;

	if (n > p->n)
		n = p->n;
	pthread_mutex_lock(&p->lock);
	alone = n <= 1 || p->busy;
	if (!alone)
		p->busy = true;
	pthread_mutex_unlock(&p->lock);
	if (!alone) {
		start_threads(p, n - 1);
		if (n > p->n_started + 1)
			n = p->n_started + 1;
	}
	if (alone || n == 1) {
		work(arg, 0);
		n = 1;
	} else {
		pthread_mutex_lock(&p->lock);
		p->work = work;
		p->arg = arg;
		p->n_workers = n;
		p->n_running = n - 1;
		p->generation++;
		pthread_cond_broadcast(&p->has_job);
		pthread_mutex_unlock(&p->lock);
		work(arg, 0);
		pthread_mutex_lock(&p->lock);
		while (p->n_running)
			pthread_cond_wait(&p->is_done, &p->lock);
		pthread_mutex_unlock(&p->lock);
	}
	if (!alone) {
		pthread_mutex_lock(&p->lock);
		p->busy = false;
		pthread_mutex_unlock(&p->lock);
	}
	return n;
}
