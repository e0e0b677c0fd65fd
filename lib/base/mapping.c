#include "base/mapping.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/banned.h"

/* A signal handler has nothing but globals to look at. */
static struct {
	_Atomic(uintptr_t) begin; /* 0: free */
	_Atomic(uintptr_t) end; /* 0: not ready yet */
	_Atomic(bool) is_broken;
} watched[256];

#define N_WATCHED ((int)(sizeof(watched) / sizeof(watched[0])))

static int watch(uintptr_t begin, uintptr_t end)
{
	for (int i = 0; i < N_WATCHED; i++) {
		uintptr_t unused = 0;

		if (!atomic_compare_exchange_strong(&watched[i].begin, &unused, begin))
			continue;
		atomic_store(&watched[i].is_broken, false);
		atomic_store(&watched[i].end, end);
		return i;
	}
	return -1;
}

bool mapping_open(struct mapping *m, int fd, size_t n)
{
	void *p = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);

	if (p == MAP_FAILED)
		return false;
	*m = (struct mapping){ p, n, watch((uintptr_t)p, (uintptr_t)p + n) };
	return true;
}

void mapping_close(struct mapping *m)
{
	if (!m->p)
		return;
	if (m->slot >= 0) {
		atomic_store(&watched[m->slot].end, 0);
		atomic_store(&watched[m->slot].begin, 0);
	}
	munmap(m->p, m->n);
	m->p = NULL;
}

bool mapping_is_broken(const struct mapping *m)
{
	return m->p && m->slot >= 0 && atomic_load(&watched[m->slot].is_broken);
}

bool mapping_fault(const void *address)
{
	uintptr_t at = (uintptr_t)address;

	for (int i = 0; i < N_WATCHED; i++) {
		uintptr_t begin = atomic_load(&watched[i].begin);
		uintptr_t end = atomic_load(&watched[i].end), page;

		if (!begin || at < begin || at >= end)
			continue;
		/* Zeros from here to the end: the file has no more. */
		page = at & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
		atomic_store(&watched[i].is_broken, true);
		return mmap((void *)page, end - page, PROT_READ,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
			    0) != MAP_FAILED;
	}
	return false;
}
