/*
 * idset.c - sets of column ids.
 */
#include "plan/idset.h"

static void idset_grow(struct idset *s, size_t n_words)
{
	size_t n = s->n_words ? s->n_words : 4;

	while (n < n_words)
		n *= 2;
	s->words = arena_realloc(s->arena, s->words, s->n_words * sizeof(*s->words),
				 n * sizeof(*s->words));
	memset(s->words + s->n_words, 0, (n - s->n_words) * sizeof(*s->words));
	s->n_words = n;
}

void idset_add(struct idset *s, uint32_t id)
{
	size_t w = id >> 6;

	if (w >= s->n_words)
		idset_grow(s, w + 1);
	s->words[w] |= (uint64_t)1 << (id & 63);
}

void idset_remove(struct idset *s, uint32_t id)
{
	size_t w = id >> 6;

	if (w < s->n_words)
		s->words[w] &= ~((uint64_t)1 << (id & 63));
}

void idset_union(struct idset *dst, const struct idset *src)
{
	if (src->n_words > dst->n_words)
		idset_grow(dst, src->n_words);
	for (size_t i = 0; i < src->n_words; i++)
		dst->words[i] |= src->words[i];
}

bool idset_overlap(const struct idset *a, const struct idset *b)
{
	size_t n = a->n_words < b->n_words ? a->n_words : b->n_words;

	for (size_t i = 0; i < n; i++)
		if (a->words[i] & b->words[i])
			return true;
	return false;
}

bool idset_within(const struct idset *a, const struct idset *b)
{
	for (size_t i = 0; i < a->n_words; i++) {
		uint64_t in = i < b->n_words ? b->words[i] : 0;

		if (a->words[i] & ~in)
			return false;
	}
	return true;
}

bool idset_is_empty(const struct idset *s)
{
	for (size_t i = 0; i < s->n_words; i++)
		if (s->words[i])
			return false;
	return true;
}

size_t idset_count(const struct idset *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n_words; i++)
		n += (size_t)__builtin_popcountll(s->words[i]);
	return n;
}

uint32_t idset_next(const struct idset *s, uint32_t from)
{
	size_t w = from >> 6;
	uint64_t bits;

	if (w >= s->n_words)
		return 0;
	bits = s->words[w] & (~(uint64_t)0 << (from & 63));
	while (!bits) {
		if (++w == s->n_words)
			return 0;
		bits = s->words[w];
	}
	return (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);
}
