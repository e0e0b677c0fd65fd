#define SHADE_BASE_ALLOCATOR
#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"

struct budget {
	_Atomic(size_t) refs;
	_Atomic(size_t) limit;
	_Atomic(size_t) used;
	_Atomic(size_t) peak;
	_Atomic(bool) refused;
};

struct budget *budget_new(size_t limit)
{
	struct budget *b = mem_refused() ? NULL : calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->refs = 1;
	b->limit = limit;
	return b;
}

struct budget *budget_ref(struct budget *b)
{
	if (b)
		atomic_fetch_add(&b->refs, 1);
	return b;
}

void budget_unref(struct budget *b)
{
	if (b && atomic_fetch_sub(&b->refs, 1) == 1)
		free(b);
}

void budget_set_limit(struct budget *b, size_t limit)
{
	b->limit = limit;
	b->refused = false;
}

size_t budget_refused(const struct budget *b)
{
	return b && b->refused ? b->limit : 0;
}

size_t budget_used(const struct budget *b)
{
	return b->used;
}

size_t budget_peak(const struct budget *b)
{
	return b->peak;
}

bool budget_charge(struct budget *b, size_t n)
{
	size_t used = atomic_fetch_add_explicit(&b->used, n, memory_order_relaxed) + n;
	size_t limit = atomic_load_explicit(&b->limit, memory_order_relaxed);
	size_t peak = atomic_load_explicit(&b->peak, memory_order_relaxed);

	if (limit && used > limit) {
		atomic_fetch_sub_explicit(&b->used, n, memory_order_relaxed);
		b->refused = true;
		return false;
	}
	while (used > peak && !atomic_compare_exchange_weak(&b->peak, &peak, used))
		;
	return true;
}

void budget_release(struct budget *b, size_t n)
{
	atomic_fetch_sub_explicit(&b->used, n, memory_order_relaxed);
}
