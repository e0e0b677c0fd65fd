#define SHADE_BASE_ALLOCATOR
#include "base/mem.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

static _Atomic(uint64_t) fail_in; /* 0: never */
static _Atomic(uint64_t) n_seen;

bool mem_refused(void)
{
	uint64_t left;

	atomic_fetch_add_explicit(&n_seen, 1, memory_order_relaxed);
	left = atomic_load_explicit(&fail_in, memory_order_relaxed);
	if (!left)
		return false;
	atomic_store_explicit(&fail_in, left - 1, memory_order_relaxed);
	return left == 1;
}

uint64_t mem_fail_at(uint64_t k)
{
	atomic_store(&fail_in, k);
	return atomic_exchange(&n_seen, 0);
}

static size_t charge_of(size_t n)
{
	return n >= BLOCK_POOLED ? block_round(n) : n;
}

static void *get(size_t n)
{
	if (n >= BLOCK_POOLED)
		return block_get(block_round(n), true);
	return calloc(1, n ? n : 1);
}

void *mem_alloc(struct budget *budget, size_t n)
{
	void *p;

	if (mem_refused() || n > SIZE_MAX / 4)
		return NULL;
	if (budget && !budget_charge(budget, charge_of(n)))
		return NULL;
	p = get(n);
	if (!p && budget)
		budget_release(budget, charge_of(n));
	return p;
}

void *mem_realloc(struct budget *budget, void *p, size_t old_n, size_t n)
{
	void *q;

	if (p && n >= BLOCK_POOLED && old_n >= BLOCK_POOLED &&
	    block_round(n) == block_round(old_n)) {
		if (n > old_n)
			memset((char *)p + old_n, 0, n - old_n);
		return p;
	}
	q = mem_alloc(budget, n);
	if (!q)
		return NULL;
	if (p) {
		memcpy(q, p, old_n < n ? old_n : n);
		mem_free(budget, p, old_n);
	}
	return q;
}

void mem_free(struct budget *budget, void *p, size_t n)
{
	if (!p)
		return;
	if (n)
		mem_bury(p, n);
	if (budget)
		budget_release(budget, charge_of(n));
	if (n >= BLOCK_POOLED)
		block_put(p, block_round(n));
	else
		free(p);
}
