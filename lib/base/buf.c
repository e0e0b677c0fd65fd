#define SHADE_BASE_ALLOCATOR
#include "base/buf.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { BUF_POOLED = 1 };

/* Small buffers: the struct and its bytes in one allocation. */
#define HEAD ((sizeof(struct buf) + 63) & ~(size_t)63)

static struct buf *new_small(size_t n)
{
	size_t cap = (n + 63) & ~(size_t)63;
	struct buf *b = aligned_alloc(64, HEAD + cap + BLOCK_PAD);

	if (!b)
		return NULL;
	memset(b, 0, sizeof(*b));
	b->p = (uint8_t *)b + HEAD;
	b->cap = cap;
	return b;
}

static struct buf *new_pooled(size_t n)
{
	size_t cap = block_round(n);
	struct buf *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->p = block_get(cap, false);
	if (!b->p) {
		free(b);
		return NULL;
	}
	b->cap = cap;
	b->flags = BUF_POOLED;
	return b;
}

struct buf *buf_new(struct budget *budget, size_t n)
{
	size_t charge = n >= BLOCK_POOLED ? block_round(n) : (n + 63) & ~(size_t)63;
	struct buf *b;

	if (mem_refused() || n > SIZE_MAX / 4)
		return NULL;
	if (budget && !budget_charge(budget, charge))
		return NULL;
	b = n >= BLOCK_POOLED ? new_pooled(n) : new_small(n);
	if (!b) {
		if (budget)
			budget_release(budget, charge);
		return NULL;
	}
	atomic_init(&b->refs, 1);
	b->n = n;
	b->budget = budget_ref(budget);
	mem_dirty(b->p, b->cap);
	return b;
}

struct buf *buf_wrap(void *p, size_t n, void (*release)(struct buf *b), void *owner)
{
	struct buf *b = mem_refused() ? NULL : calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	atomic_init(&b->refs, 1);
	b->p = p;
	b->n = b->cap = n;
	b->release = release;
	b->owner = owner;
	return b;
}

struct buf *buf_ref(struct buf *b)
{
	if (b)
		atomic_fetch_add_explicit(&b->refs, 1, memory_order_relaxed);
	return b;
}

void buf_unref(struct buf *b)
{
	if (!b || atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) != 1)
		return;
	if (b->release) {
		b->release(b);
		free(b);
		return;
	}
	if (b->budget) {
		budget_release(b->budget, b->cap);
		budget_unref(b->budget);
	}
	if (b->cap && b->p)
		mem_bury(b->p, b->cap);
	if (b->flags & BUF_POOLED)
		block_put(b->p, b->cap);
	free(b);
}

bool buf_reserve(struct buf **b, struct budget *budget, size_t n)
{
	struct buf *old = *b;
	struct buf *fresh;
	size_t room = n;

	if (old && n <= old->cap && !old->release) {
#ifndef SHADE_HOSTILE
		return true;
#endif
	}
	if (old && room < old->cap + old->cap / 2)
		room = old->cap + old->cap / 2;
	fresh = buf_new(budget, room);
	if (!fresh)
		return false;
	fresh->n = old ? old->n : 0;
	if (old)
		memcpy(fresh->p, old->p, old->cap);
	buf_unref(old);
	*b = fresh;
	return true;
}

void buf_pool_trim(void)
{
	block_trim();
}
