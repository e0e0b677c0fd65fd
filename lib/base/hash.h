/*
 * hash.h - hash functions and a map from names to pointers.
 */
#ifndef SHADE_BASE_HASH_H
#define SHADE_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

/* Full-avalanche mix of one word (all output bits depend on all input bits). */
static inline uint64_t hash_u64(uint64_t x)
{
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93u;
	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93u;
	x ^= x >> 32;
	return x;
}

/* Order matters: combine(a, b) != combine(b, a), and combine(x, x) is fine. */
static inline uint64_t hash_combine(uint64_t a, uint64_t b)
{
	return hash_u64(a * 0x9e3779b97f4a7c15u + b);
}

uint64_t hash_bytes(const void *p, size_t n);

/*
 * Names to pointers, ASCII case ignored, insertion order kept.  Lives in
 * an arena; zero-initialise with .arena set.  The keys are borrowed.
 */
struct name_map {
	struct arena *arena;
	struct name_map_entry {
		struct str key;
		void *value; /* NULL: deleted */
		uint64_t hash;
	} * entries;
	size_t n, cap; /* entries incl. deleted */
	uint32_t *slots; /* entry index + 1, 0 empty */
	size_t n_slots;
};

void *name_map_get(const struct name_map *m, struct str key); /* or NULL */
void name_map_put(struct name_map *m, struct str key, void *value);
bool name_map_remove(struct name_map *m, struct str key);

#endif
