#include "source/state.h"

#include <pthread.h>

#include "source/spool.h"

struct source_state {
	struct budget *budget; /* counted reference */
	struct arena *arena; /* kept rejects */
	pthread_mutex_t lock; /* rejects */
	VEC(struct reject) rejects;
	uint64_t n_rejects; /* kept or not */
	uint64_t n_scans;
	struct spool spool;
};

struct source_state *source_state_new(struct budget *budget)
{
	struct source_state *st = mem_alloc(NULL, sizeof(*st));

	if (!st)
		return NULL;
	st->budget = budget_ref(budget);
	st->arena = arena_new(budget);
	if (!st->arena) {
		source_state_free(st);
		return NULL;
	}
	pthread_mutex_init(&st->lock, NULL);
	spool_init(&st->spool, budget);
	return st;
}

void source_state_free(struct source_state *st)
{
	if (!st)
		return;
	if (st->arena) {
		arena_free(st->arena);
		spool_release(&st->spool);
		pthread_mutex_destroy(&st->lock);
	}
	budget_unref(st->budget);
	mem_free(NULL, st, sizeof(*st));
}

struct spool *source_state_spool(struct source_state *st)
{
	return &st->spool;
}

uint64_t rejects_scan(struct shade_cx *cx)
{
	struct source_state *st = cx->sources;
	uint64_t n;

	if (!st)
		return 0;
	pthread_mutex_lock(&st->lock);
	n = ++st->n_scans;
	pthread_mutex_unlock(&st->lock);
	return n;
}

void rejects_add(struct shade_cx *cx, const struct reject *r)
{
	struct source_state *st = cx->sources;
	struct reject kept = *r;

	atomic_fetch_add(&cx->n_rejected, 1);
	if (!st)
		return;
	pthread_mutex_lock(&st->lock);
	st->n_rejects++;
	if (st->rejects.n < REJECTS_MAX) {
		if (kept.raw.n > REJECT_RAW_MAX)
			kept.raw.n = REJECT_RAW_MAX;
		kept.raw = str_dup(st->arena, kept.raw);
		kept.file = str_dup(st->arena, kept.file);
		kept.column = str_dup(st->arena, kept.column);
		kept.reason = str_dup(st->arena, kept.reason);
		vec_push(st->arena, &st->rejects, kept);
	}
	pthread_mutex_unlock(&st->lock);
}

static int reject_cmp(const void *a, const void *b)
{
	const struct reject *x = a, *y = b;

	if (x->scan != y->scan)
		return x->scan < y->scan ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

size_t rejects_list(struct source_state *st, struct arena *a, struct reject **out)
{
	size_t n;

	pthread_mutex_lock(&st->lock);
	n = st->rejects.n;
	*out = arena_array(a, struct reject, n ? n : 1);
	for (size_t i = 0; i < n; i++) {
		struct reject r = st->rejects.v[i];

		r.raw = str_dup(a, r.raw);
		r.file = str_dup(a, r.file);
		r.column = str_dup(a, r.column);
		r.reason = str_dup(a, r.reason);
		(*out)[i] = r;
	}
	pthread_mutex_unlock(&st->lock);
	if (n > 1)
		qsort(*out, n, sizeof(**out), reject_cmp);
	return n;
}

uint64_t rejects_total(const struct source_state *st)
{
	return st->n_rejects;
}

void rejects_clear(struct source_state *st)
{
	pthread_mutex_lock(&st->lock);
	arena_reset(st->arena);
	st->rejects.v = NULL;
	st->rejects.n = st->rejects.cap = 0;
	st->n_rejects = 0;
	pthread_mutex_unlock(&st->lock);
}
