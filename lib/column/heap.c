#include "column/vector.h"

/* Blocks double up to this; larger requests get a block of their own. */
#define HEAP_FIRST ((size_t)16 * 1024)
#define HEAP_LARGEST ((size_t)1024 * 1024)

struct heap_block {
	struct heap_block *next;
	size_t size; /* of bytes[] */
	_Alignas(16) uint8_t bytes[];
};

struct heap {
	struct budget *budget;
	struct heap_block *first, *current;
	size_t at; /* next free byte of current */
	size_t used; /* bytes handed out since the reset */
};

struct heap *heap_new(struct budget *budget)
{
	struct heap *h = mem_alloc(budget, sizeof(*h));

	if (h)
		h->budget = budget;
	return h;
}

void heap_free(struct heap *h)
{
	if (!h)
		return;
	for (struct heap_block *b = h->first, *next; b; b = next) {
		next = b->next;
		mem_free(h->budget, b, sizeof(*b) + b->size);
	}
	mem_free(h->budget, h, sizeof(*h));
}

void heap_reset(struct heap *h)
{
	h->current = h->first;
	h->at = 0;
	h->used = 0;
}

/* Go to a block with room for n bytes: a kept one or a new one. */
static bool next_block(struct heap *h, size_t n)
{
	struct heap_block **link = h->current ? &h->current->next : &h->first;
	struct heap_block *b = *link;
	size_t size = HEAP_FIRST;

	if (b && b->size >= n) {
		h->current = b;
		h->at = 0;
		return true;
	}
	if (h->current)
		size = h->current->size * 2 < HEAP_LARGEST ? h->current->size * 2
							   : HEAP_LARGEST;
	if (size < n)
		size = n;
	b = mem_alloc(h->budget, sizeof(*b) + size);
	if (!b)
		return false;
	b->size = size;
	b->next = *link;
	*link = b;
	h->current = b;
	h->at = 0;
	return true;
}

void *heap_alloc(struct heap *h, size_t n)
{
	void *p;

	if (n > SIZE_MAX - 64)
		return NULL;
	n = (n + 15) & ~(size_t)15;
	if ((!h->current || h->current->size - h->at < n) && !next_block(h, n))
		return NULL;
	p = h->current->bytes + h->at;
	h->at += n;
	h->used += n;
	return p;
}

size_t heap_used(const struct heap *h)
{
	return h->used;
}
