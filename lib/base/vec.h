/*
 * vec.h - growing arrays in an arena.
 *
 * VEC(struct foo *) foos = { 0 };  vec_push(arena, &foos, f);
 * The fields n and v are read directly; growth doubles.
 */
#ifndef SHADE_BASE_VEC_H
#define SHADE_BASE_VEC_H

#include <string.h>

#include "base/arena.h"

/* memcpy that may be given NULL for nothing, as an empty list is. */
static inline void copy_bytes(void *dst, const void *src, size_t n)
{
	if (n)
		memcpy(dst, src, n);
}

#define VEC(...)                \
	struct {                \
		__VA_ARGS__ *v; \
		size_t n, cap;  \
	}

#define vec_push(arena, vec, item)                                             \
	do {                                                                   \
		if ((vec)->n == (vec)->cap) {                                  \
			size_t cap_ = (vec)->cap ? (vec)->cap * 2 : 8;         \
			(vec)->v = arena_realloc((arena), (vec)->v,            \
						 (vec)->n * sizeof(*(vec)->v), \
						 cap_ * sizeof(*(vec)->v));    \
			(vec)->cap = cap_;                                     \
		}                                                              \
		(vec)->v[(vec)->n++] = (item);                                 \
	} while (0)

#endif
