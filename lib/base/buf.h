/*
 * buf.h - refcounted data buffers and the memory budget.
 *
 * Column data lives in a struct buf, shared by slices and handed to and
 * taken from Arrow by moving a reference.  Only buf may outlive its
 * session, never an arena pointer.
 */
#ifndef SHADE_BASE_BUF_H
#define SHADE_BASE_BUF_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/*
 * A budget counts bytes of buffers, hash tables and arenas against a
 * limit.  It is refcounted because a buf keeps its budget alive.
 * Thread-safe.
 */
struct budget;

/* NULL if out of memory.  limit 0: no limit. */
struct budget *budget_new(size_t limit);
struct budget *budget_ref(struct budget *b);
void budget_unref(struct budget *b);
void budget_set_limit(struct budget *b, size_t limit);
size_t budget_used(const struct budget *b);
size_t budget_peak(const struct budget *b);
/* The limit if it was hit since it was set, else 0.  NULL is fine. */
size_t budget_refused(const struct budget *b);
/* False (and nothing charged) when the limit would be passed. */
bool budget_charge(struct budget *b, size_t n);
void budget_release(struct budget *b, size_t n);

struct buf {
	_Atomic(uint32_t) refs;
	uint32_t flags; /* private */
	uint8_t *p; /* 64-byte aligned, padded with 64 readable bytes */
	size_t n; /* bytes in use */
	size_t cap;
	struct budget *budget; /* counted reference or NULL */
	void (*release)(struct buf *b); /* NULL: memory is buf's own */
	void *owner; /* for release */
};

/*
 * New buffer with room for n bytes, not cleared, buf->n = n.  NULL when
 * memory or the budget refuses: the caller reports with cx_nomem().
 * Blocks of 64 KB and more are recycled through a process-wide pool and
 * advised to huge pages from 2 MB.
 */
struct buf *buf_new(struct budget *budget, size_t n);
/* Wrap foreign memory; release(b) is called when the last reference goes. */
struct buf *buf_wrap(void *p, size_t n, void (*release)(struct buf *b), void *owner);
struct buf *buf_ref(struct buf *b);
void buf_unref(struct buf *b); /* NULL is fine */
/*
 * Make room for n bytes in a buffer that only the caller holds; all of its
 * cap bytes are kept (whatever n says), its address may change.  False:
 * refused, *b unchanged.
 */
bool buf_reserve(struct buf **b, struct budget *budget, size_t n);
/* Give pooled blocks back to the system. */
void buf_pool_trim(void);

/*
 * Plain heap memory outside arenas, charged to the budget (may be NULL).
 * The only door to malloc outside base/.
 */
void *mem_alloc(struct budget *budget, size_t n); /* zeroed; NULL: refused */
void *mem_realloc(struct budget *budget, void *p, size_t old_n, size_t n);
void mem_free(struct budget *budget, void *p, size_t n);

/*
 * The failing-allocator test: make the k-th allocation from now on (of
 * arena, buf or mem) fail once; 0 switches it off.  Returns how many
 * allocations were seen since the last call.  Test hook, not thread-safe.
 */
uint64_t mem_fail_at(uint64_t k);

#endif
