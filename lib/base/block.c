#define SHADE_BASE_ALLOCATOR
#include "base/mem.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/*
 * Large blocks are recycled because the kernel's zeroing of fresh pages
 * costs more than what is usually done with them.  Size classes: four
 * between powers of two, so at most a fifth of a block is slack.
 */
#define N_CLASSES 96
#define POOL_LIMIT ((size_t)256 << 20)

struct spare {
	struct spare *next;
};

static struct {
	pthread_mutex_t lock;
	struct spare *spares[N_CLASSES];
	size_t bytes;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static size_t class_of(size_t n)
{
	size_t top = 63 - (size_t)__builtin_clzll(n);
	size_t quarter = (n >> (top - 2)) & 3;

	return (top - 16) * 4 + quarter;
}

size_t block_round(size_t n)
{
	size_t step = (size_t)1 << (61 - __builtin_clzll(n | BLOCK_POOLED));

	if (n > SIZE_MAX / 4)
		return n;
	return (n + step - 1) & ~(step - 1);
}

static size_t mapped_size(size_t n)
{
	return (n + BLOCK_PAD + 4095) & ~(size_t)4095;
}

/* Huge pages need 2 MB alignment: map more and cut the ends off. */
static void *map_aligned(size_t n)
{
	size_t size = mapped_size(n);
	size_t room = size + BLOCK_HUGE;
	uint8_t *p, *begin;
	size_t head, tail;

	if (room < n)
		return NULL;
	p = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		 0);
	if (p == MAP_FAILED)
		return NULL;
	begin = (uint8_t *)(((uintptr_t)p + BLOCK_HUGE - 1) & ~(BLOCK_HUGE - 1));
	head = (size_t)(begin - p);
	tail = room - head - size;
	if (head)
		munmap(p, head);
	if (tail)
		munmap(begin + size, tail);
	madvise(begin, size, MADV_HUGEPAGE);
	return begin;
}

static void drop(void *p, size_t n)
{
	if (n >= BLOCK_HUGE)
		munmap(p, mapped_size(n));
	else
		free(p);
}

void *block_get(size_t n, bool zeroed)
{
	size_t c = class_of(n);
	struct spare *s = NULL;
	void *p;

	if (c < N_CLASSES) {
		pthread_mutex_lock(&pool.lock);
		s = pool.spares[c];
		if (s) {
			pool.spares[c] = s->next;
			pool.bytes -= n;
		}
		pthread_mutex_unlock(&pool.lock);
	}
	if (s) {
		if (zeroed)
			memset(s, 0, n);
		return s;
	}
	if (n >= BLOCK_HUGE)
		return map_aligned(n);
	p = aligned_alloc(64, n + BLOCK_PAD);
	if (p && zeroed)
		memset(p, 0, n);
	return p;
}

void block_put(void *p, size_t n)
{
	size_t c = class_of(n);
	struct spare *s = p;

	if (c >= N_CLASSES || n > POOL_LIMIT / 2) {
		drop(p, n);
		return;
	}
	pthread_mutex_lock(&pool.lock);
	if (pool.bytes + n <= POOL_LIMIT) {
		s->next = pool.spares[c];
		pool.spares[c] = s;
		pool.bytes += n;
		p = NULL;
	}
	pthread_mutex_unlock(&pool.lock);
	if (p)
		drop(p, n);
}

static size_t class_size(size_t c)
{
	size_t top = c / 4 + 16;

	return ((size_t)1 << top) + (c % 4 << (top - 2));
}

void block_trim(void)
{
	pthread_mutex_lock(&pool.lock);
	for (size_t c = 0; c < N_CLASSES; c++) {
		struct spare *s = pool.spares[c];

		while (s) {
			struct spare *next = s->next;

			drop(s, class_size(c));
			s = next;
		}
		pool.spares[c] = NULL;
	}
	pool.bytes = 0;
	pthread_mutex_unlock(&pool.lock);
}
