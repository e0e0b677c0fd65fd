/*
 * mem.h - what base/ itself allocates with; private to base/.
 *
 * Every allocation of arenas, buffers and mem_alloc asks mem_refused()
 * first, so that the failing-allocator test reaches all of them.
 */
#ifndef SHADE_BASE_MEM_H
#define SHADE_BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

/* True when the test hook wants this allocation to fail. */
bool mem_refused(void);

/* Blocks from this size on come from the process-wide pool. */
#define BLOCK_POOLED ((size_t)64 << 10)
/* Blocks from this size on are mapped and advised to huge pages. */
#define BLOCK_HUGE ((size_t)2 << 20)
/* Readable bytes behind each block. */
#define BLOCK_PAD 64

/* What block_get really hands out for n bytes (n >= BLOCK_POOLED). */
size_t block_round(size_t n);
/* 64-byte aligned, BLOCK_PAD readable bytes behind; n from block_round. */
void *block_get(size_t n, bool zeroed);
void block_put(void *p, size_t n);
void block_trim(void);

/* Debug builds fill new and dropped memory with garbage. */
#ifdef SHADE_DEBUG
#define mem_dirty(p, n) memset((p), 0xa5, (n))
#define mem_bury(p, n) memset((p), 0xdb, (n))
#else
#define mem_dirty(p, n) ((void)0)
#define mem_bury(p, n) ((void)0)
#endif

#endif
