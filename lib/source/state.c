#include "source/state.h"

#include <pthread.h>

#include "source/spool.h"
#include "type/type.h"

struct retype {
	struct str path, column;
	const struct type *type;
	size_t n_times;
};

struct source_state {
	struct budget *budget; /* counted reference */
	struct arena *arena; /* kept rejects */
	pthread_mutex_t lock; /* rejects */
	VEC(struct reject) rejects;
	uint64_t n_rejects; /* kept or not */
	uint64_t n_scans;
	struct arena *retype_arena;
	VEC(struct retype) retypes;
	struct spool spool;
	struct read_counts counts;
	VEC(struct pipe_id { uint64_t device, inode; }) pipes; /* under lock */
};

struct source_state *source_state_new(struct budget *budget)
{
	struct source_state *st = mem_alloc(NULL, sizeof(*st));

	if (!st)
		return NULL;
	st->budget = budget_ref(budget);
	st->arena = arena_new(budget);
	st->retype_arena = arena_new(budget);
	if (!st->arena || !st->retype_arena) {
		source_state_free(st);
		return NULL;
	}
	pthread_mutex_init(&st->lock, NULL);
	spool_init(&st->spool, budget);
	return st;
}

bool pipe_was_opened(struct source_state *st, uint64_t device, uint64_t inode)
{
	struct pipe_id id = { device, inode };
	bool found = false;

	pthread_mutex_lock(&st->lock);
	for (size_t i = 0; i < st->pipes.n && !found; i++)
		found = st->pipes.v[i].device == device &&
			st->pipes.v[i].inode == inode;
	if (!found)
		vec_push(st->arena, &st->pipes, id);
	pthread_mutex_unlock(&st->lock);
	return found;
}

struct read_counts *read_counts(struct source_state *st)
{
	return &st->counts;
}

void progress_rows(struct shade_cx *cx, uint64_t n)
{
	if (cx->sources)
		atomic_fetch_add_explicit(&cx->sources->counts.rows, n,
					  memory_order_relaxed);
}

void progress_bytes(struct shade_cx *cx, uint64_t n)
{
	if (cx->sources)
		atomic_fetch_add_explicit(&cx->sources->counts.bytes, n,
					  memory_order_relaxed);
}

void progress_total(struct shade_cx *cx, uint64_t n)
{
	if (cx->sources)
		atomic_fetch_add_explicit(&cx->sources->counts.total, n,
					  memory_order_relaxed);
}

void progress_reset(struct source_state *st)
{
	atomic_store(&st->counts.rows, 0);
	atomic_store(&st->counts.bytes, 0);
	atomic_store(&st->counts.total, 0);
}

void source_state_free(struct source_state *st)
{
	if (!st)
		return;
	if (st->retype_arena)
		arena_free(st->retype_arena);
	if (st->arena)
		arena_free(st->arena);
	if (st->arena && st->retype_arena) {
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

uint64_t rejects_mark(struct source_state *st)
{
	return st ? st->n_rejects : 0;
}

void rejects_rewind(struct source_state *st, uint64_t mark)
{
	if (!st)
		return;
	pthread_mutex_lock(&st->lock);
	if (st->rejects.n > mark)
		st->rejects.n = (size_t)mark;
	if (st->n_rejects > mark)
		st->n_rejects = mark;
	pthread_mutex_unlock(&st->lock);
}

/* Under the lock. */
static struct retype *find_retype(struct source_state *st, struct str path,
				  struct str column)
{
	for (size_t i = 0; i < st->retypes.n; i++) {
		struct retype *r = &st->retypes.v[i];

		if (str_eq(r->path, path) && str_eq(r->column, column))
			return r;
	}
	return NULL;
}

void retype_add(struct shade_cx *cx, struct str path, struct str column,
		const struct type *type)
{
	struct source_state *st = cx->sources;
	struct retype *r;

	pthread_mutex_lock(&st->lock);
	r = find_retype(st, path, column);
	if (!r) {
		struct retype fresh = { .path = str_dup(st->retype_arena, path),
					.column = str_dup(st->retype_arena, column) };

		vec_push(st->retype_arena, &st->retypes, fresh);
		r = &st->retypes.v[st->retypes.n - 1];
	}
	r->type = type_dup(st->retype_arena, type);
	r->n_times++;
	pthread_mutex_unlock(&st->lock);
}

const struct type *retype_find(struct shade_cx *cx, struct str path, struct str column,
			       size_t *n_times)
{
	struct source_state *st = cx->sources;
	const struct type *type = NULL;
	struct retype *r;

	*n_times = 0;
	if (!st || !st->retypes.n)
		return NULL;
	pthread_mutex_lock(&st->lock);
	r = find_retype(st, path, column);
	if (r) {
		type = r->type;
		*n_times = r->n_times;
	}
	pthread_mutex_unlock(&st->lock);
	return type;
}
