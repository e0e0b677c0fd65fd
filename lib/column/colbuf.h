/*
 * colbuf.h - a column that grows: contiguous native arrays with room to
 * append, and the heap its long strings are copied to.
 *
 * Row groups (rowset.h) and the kept rows of operators (rows.h) are made of
 * these.  Everything is in refcounted buffers charged to a budget.
 */
#ifndef SHADE_COLUMN_COLBUF_H
#define SHADE_COLUMN_COLBUF_H

#include "column/vector.h"

/* Bytes of long strings, in blocks that never move. */
struct strheap {
	struct budget *budget; /* borrowed */
	struct buf **bufs; /* owned references */
	size_t n_bufs, cap_bufs;
	char *at, *end; /* free part of the latest block */
};

/* Room for n bytes; NULL: refused. */
char *strheap_alloc(struct strheap *h, size_t n);
/* Move all blocks of src to dst. False: refused, nothing moved. */
bool strheap_take(struct strheap *dst, struct strheap *src);
void strheap_release(struct strheap *h);

/* Room for need bytes in *b, which may be NULL; grows by doubling and keeps all
 * that was there.  False: refused. */
bool buf_room(struct buf **b, struct budget *budget, size_t need);

struct colbuf {
	const struct type *type; /* borrowed */
	enum phys phys;
	uint32_t width; /* bytes a value; 0 for ROW */
	struct buf *data; /* owned; NULL while empty */
	struct buf *validity; /* owned; NULL: no NULLs so far */
	struct colbuf *children; /* owned array of type->n_children */
	size_t n; /* rows */
	size_t cap; /* rows that fit into data */
	size_t n_nulls;
};

/* False: refused. */
bool colbuf_init(struct colbuf *c, struct budget *budget, const struct type *type);
void colbuf_release(struct colbuf *c, struct budget *budget);
/* Make room for more rows. False: refused. */
bool colbuf_reserve(struct colbuf *c, struct budget *budget, size_t more);
/*
 * Append rows sel[0..n) of v (sel NULL: 0..n); long strings are copied to the
 * heap.  False: refused; c may then hold a part and must not be used on.
 */
bool colbuf_append(struct colbuf *c, struct strheap *h, struct budget *budget,
		   const struct vector *v, const uint16_t *sel, size_t n);
/* Rows at .. at+n of the selection, or of v when sel is NULL. */
bool colbuf_append_part(struct colbuf *c, struct strheap *h, struct budget *budget,
			const struct vector *v, const uint16_t *sel, size_t at,
			size_t n);
/* The same for rows pos[0..n). */
bool colbuf_append_at(struct colbuf *c, struct strheap *h, struct budget *budget,
		      const struct vector *v, const uint32_t *pos, size_t n);
/* Rows [at, at+n) of a flat vector whose string bytes live on elsewhere. */
bool colbuf_append_shared(struct colbuf *c, struct budget *budget,
			  const struct vector *v, size_t at, size_t n);
/* Append all rows of src; string bytes are borrowed from src's heap, so take
 * that too (strheap_take). */
bool colbuf_concat(struct colbuf *c, struct budget *budget, const struct colbuf *src);
/*
 * Point out at rows [at, at+n); no copy except of bitmaps when at is not a
 * multiple of 64.  Vectors of children come from the arena.
 */
void colbuf_view(const struct colbuf *c, size_t at, size_t n, struct vector *out,
		 struct arena *a);
/* Bytes held. */
size_t colbuf_bytes(const struct colbuf *c);

/* Bits [at, at+n) of a bitmap as one that starts at bit 0; points into v
 * when it can, else copies into the arena. */
uint64_t *validity_slice(const uint64_t *v, size_t at, size_t n, struct arena *a);

#endif
