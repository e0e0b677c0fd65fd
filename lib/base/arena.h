/*
 * arena.h - memory that is freed all at once.
 *
 * A statement, a view and a session own one arena each; nodes in it have
 * no free function.  Allocation never returns NULL: when the system or
 * the budget refuses, the arena hands out its reserve block and sets a
 * sticky flag that each stage checks at its end (arena_failed).
 */
#ifndef SHADE_BASE_ARENA_H
#define SHADE_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget;
struct arena;

/* NULL only when the first block cannot be had.  budget may be NULL. */
struct arena *arena_new(struct budget *budget);
void arena_free(struct arena *a);
/* Drop everything but keep the first block for reuse. */
void arena_reset(struct arena *a);

/* Zeroed, aligned to 16 bytes; n may be 0.  Lives until free or reset. */
void *arena_alloc(struct arena *a, size_t n);
void *arena_dup(struct arena *a, const void *src, size_t n);
/* Grow the latest allocation in place if possible, else copy. */
void *arena_realloc(struct arena *a, void *old, size_t old_n, size_t n);

#define arena_new_of(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define arena_array(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (n)))

/* True once an allocation was refused; results since then are unusable. */
bool arena_failed(const struct arena *a);
size_t arena_used(const struct arena *a);

#endif
