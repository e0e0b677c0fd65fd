#define SHADE_BASE_ALLOCATOR
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/buf.h"
#include "base/mem.h"

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_ASAN
#endif
#endif
#ifdef ARENA_ASAN
#include <sanitizer/asan_interface.h>
#define hide(p, n) ASAN_POISON_MEMORY_REGION((p), (n))
#define show(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
/* A gap behind each allocation, so that running over its end is seen. */
#define GAP 16
#else
#define hide(p, n) ((void)0)
#define show(p, n) ((void)0)
#define GAP 0
#endif

#define ALIGN 16
#define FIRST_BLOCK ((size_t)8 << 10)
#define LARGEST_BLOCK ((size_t)1 << 20)

struct block {
	struct block *next;
	size_t size; /* of data */
	bool charged, mapped;
	_Alignas(ALIGN) char data[];
};

struct arena {
	struct budget *budget; /* counted reference or NULL */
	struct block *blocks; /* newest first; the arena lives in the last */
	char *at, *end; /* free part of the current block */
	char *begin; /* where the first block's free part starts */
	size_t next_size;
	size_t used;
	struct block *first;
	bool failed;
};

/*
 * A refusal sets the sticky flag, yet memory must come from somewhere,
 * because callers do not check: try the system all the same, and at last
 * map address space without a reservation.
 */
static struct block *block_new(struct arena *a, size_t size)
{
	size_t total = sizeof(struct block) + size;
	bool charged = a && a->budget;
	bool mapped = false;
	struct block *b;

	if (mem_refused() || (charged && !budget_charge(a->budget, total))) {
		if (!a)
			return NULL;
		a->failed = true;
		charged = false;
	}
	b = malloc(total);
	if (!b && a) {
		a->failed = true;
		b = mmap(NULL, total, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		mapped = true;
		if (b == MAP_FAILED)
			__builtin_trap();
	}
	if (!b)
		return NULL;
	*b = (struct block){ .size = size, .charged = charged, .mapped = mapped };
	hide(b->data, size);
	return b;
}

static void block_free(struct arena *a, struct block *b)
{
	size_t total = sizeof(*b) + b->size;

	if (b->charged)
		budget_release(a->budget, total);
	show(b->data, b->size);
	mem_bury(b->data, b->size);
	if (b->mapped)
		munmap(b, total);
	else
		free(b);
}

struct arena *arena_new(struct budget *budget)
{
	size_t total = sizeof(struct block) + FIRST_BLOCK;
	size_t head = (sizeof(struct arena) + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	struct block *b;
	struct arena *a;

	if (budget && !budget_charge(budget, total))
		return NULL;
	b = block_new(NULL, FIRST_BLOCK);
	if (!b) {
		if (budget)
			budget_release(budget, total);
		return NULL;
	}
	a = (struct arena *)b->data;
	show(a, head);
	*a = (struct arena){
		.budget = budget_ref(budget),
		.blocks = b,
		.first = b,
		.begin = b->data + head,
		.next_size = FIRST_BLOCK * 2,
	};
	b->charged = budget != NULL;
	a->at = a->begin;
	a->end = b->data + b->size;
	return a;
}

static void free_all_but_first(struct arena *a)
{
	struct block *b = a->blocks;

	while (b != a->first) {
		struct block *next = b->next;

		block_free(a, b);
		b = next;
	}
	a->blocks = a->first;
}

void arena_free(struct arena *a)
{
	struct budget *budget;
	struct block *first;

	if (!a)
		return;
	free_all_but_first(a);
	budget = a->budget;
	first = a->first;
	if (first->charged)
		budget_release(budget, sizeof(*first) + first->size);
	budget_unref(budget);
	show(first->data, first->size);
	mem_bury(first->data, first->size);
	free(first);
}

void arena_reset(struct arena *a)
{
	free_all_but_first(a);
	a->at = a->begin;
	a->end = a->first->data + a->first->size;
	show(a->at, (size_t)(a->end - a->at));
	mem_bury(a->at, (size_t)(a->end - a->at));
	hide(a->at, (size_t)(a->end - a->at));
	a->next_size = FIRST_BLOCK * 2;
	a->used = 0;
	a->failed = false;
}

/* Large requests get a block of their own; the current one stays in use. */
static void *alloc_slow(struct arena *a, size_t n)
{
	struct block *b;
	char *p;

	if (n > a->next_size / 4) {
		b = block_new(a, n);
		b->next = a->blocks->next;
		if (a->blocks == a->first) {
			b->next = a->first;
			a->blocks = b;
		} else {
			a->blocks->next = b;
		}
		return b->data;
	}
	b = block_new(a, a->next_size);
	if (a->next_size < LARGEST_BLOCK)
		a->next_size *= 2;
	b->next = a->blocks;
	a->blocks = b;
	p = b->data;
	a->at = p + n;
	a->end = b->data + b->size;
	return p;
}

static size_t round_up(size_t n)
{
	return ((n + ALIGN - 1) & ~(size_t)(ALIGN - 1)) + GAP;
}

static void *alloc_raw(struct arena *a, size_t n)
{
	size_t room = round_up(n);
	void *p;

	if (room < n)
		__builtin_trap();
	a->used += room;
	if (room <= (size_t)(a->end - a->at)) {
		p = a->at;
		a->at += room;
	} else {
		p = alloc_slow(a, room);
	}
	show(p, n);
	return p;
}

void *arena_alloc(struct arena *a, size_t n)
{
	void *p = alloc_raw(a, n);

	return n ? memset(p, 0, n) : p;
}

void *arena_dup(struct arena *a, const void *src, size_t n)
{
	void *p = alloc_raw(a, n);

	return n ? memcpy(p, src, n) : p;
}

void *arena_realloc(struct arena *a, void *old, size_t old_n, size_t n)
{
	void *p;

	if (n <= old_n && old)
		return old;
#ifndef SHADE_DEBUG
	if (old && old_n && (char *)old + round_up(old_n) == a->at &&
	    round_up(n) <= (size_t)(a->end - (char *)old)) {
		a->used += round_up(n) - round_up(old_n);
		a->at = (char *)old + round_up(n);
		show(old, n);
		memset((char *)old + old_n, 0, n - old_n);
		return old;
	}
#endif
	p = arena_alloc(a, n);
	if (old && old_n) {
		memcpy(p, old, old_n);
		mem_bury(old, old_n);
	}
	return p;
}

bool arena_failed(const struct arena *a)
{
	return a->failed;
}

size_t arena_used(const struct arena *a)
{
	return a->used;
}
