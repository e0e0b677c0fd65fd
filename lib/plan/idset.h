/*
 * idset.h - a set of column ids, as bits in an arena.
 *
 * Zero-initialise with .arena set.
 */
#ifndef SHADE_PLAN_IDSET_H
#define SHADE_PLAN_IDSET_H

#include "base/base.h"

struct idset {
	struct arena *arena;
	uint64_t *words;
	size_t n_words;
};

static inline bool idset_has(const struct idset *s, uint32_t id)
{
	size_t w = id >> 6;

	return w < s->n_words && (s->words[w] >> (id & 63) & 1);
}

void idset_add(struct idset *s, uint32_t id);
void idset_remove(struct idset *s, uint32_t id);
/* dst gets all of src's. */
void idset_union(struct idset *dst, const struct idset *src);
bool idset_overlap(const struct idset *a, const struct idset *b);
/* Is every id of a in b? */
bool idset_within(const struct idset *a, const struct idset *b);
bool idset_is_empty(const struct idset *s);
size_t idset_count(const struct idset *s);
/* The smallest id >= from, or 0. */
uint32_t idset_next(const struct idset *s, uint32_t from);

#endif
