/*
 * vector.h - a column of up to SHADE_BATCH_ROWS values, and batches.
 *
 * Vectors borrow: they own no memory.  What a batch points at belongs to
 * the operator that returned it (or to the table it scans) and is valid
 * until the next call on that operator.  Whoever keeps rows longer copies
 * them (rowset.h).
 */
#ifndef SHADE_COLUMN_VECTOR_H
#define SHADE_COLUMN_VECTOR_H

#include "base/base.h"
#include "type/type.h"
#include "type/value.h"

/* A string: inline up to 12 bytes, else prefix and pointer.  Unused inline
 * bytes are zero, so that equal short strings are equal 16-byte words. */
struct strv {
	uint32_t n;
	char prefix[4];
	union {
		char rest[8];
		const char *p;
	};
};

#define STRV_INLINE 12

static inline const char *strv_ptr(const struct strv *s)
{
	return s->n <= STRV_INLINE ? s->prefix : s->p;
}

static inline struct str strv_str(const struct strv *s)
{
	return (struct str){ strv_ptr(s), s->n };
}

/* A view of n bytes at p; p must stay alive when n > STRV_INLINE. */
static inline struct strv strv_make(const char *p, size_t n)
{
	struct strv s = { .n = (uint32_t)n };

	if (n <= STRV_INLINE) {
		if (n > 0)
			__builtin_memcpy(s.prefix, p, n);
	} else {
		__builtin_memcpy(s.prefix, p, 4);
		s.p = p;
	}
	return s;
}

bool strv_eq(const struct strv *a, const struct strv *b);
int strv_cmp(const struct strv *a, const struct strv *b); /* by bytes = code points */

struct list_ref {
	uint32_t offset, n; /* into the child vectors */
};

enum vector_form {
	VECTOR_FLAT,
	VECTOR_CONST, /* one value for all rows: element 0, validity bit 0 */
	VECTOR_DICT /* row i is dict row codes[i] */
};

struct vector {
	const struct type *type;
	enum vector_form form;
	/* Strings only: all bytes lie in row order in one region, see
	 * arena_bytes; kernels may run over it as one buffer. */
	bool is_contiguous;
	void *data; /* phys_width(type_phys(type)) bytes a value */
	uint64_t *validity; /* bit i set: row i not NULL; NULL: none is NULL */
	struct vector *children; /* nested types: type->n_children vectors */
	size_t child_n; /* LIST: rows in the children */
	struct vector *dict; /* DICT: a flat vector */
	uint32_t *codes; /* DICT */
	size_t dict_n; /* DICT: rows in dict */
	/* of vectors made by vector_new: room in rows, and a bitmap that is kept
	 * while validity is NULL */
	size_t cap;
	uint64_t *spare_validity;
};

static inline bool validity_get(const uint64_t *v, size_t i)
{
	return !v || (v[i >> 6] >> (i & 63) & 1);
}

static inline void validity_set(uint64_t *v, size_t i)
{
	v[i >> 6] |= (uint64_t)1 << (i & 63);
}

static inline void validity_clear(uint64_t *v, size_t i)
{
	v[i >> 6] &= ~((uint64_t)1 << (i & 63));
}

#define VALIDITY_WORDS(n) (((n) + 63) / 64)

/* Row i of any form: where its value is in data (of dict for DICT). */
static inline size_t vector_index(const struct vector *v, size_t i)
{
	return v->form == VECTOR_FLAT ? i : v->form == VECTOR_CONST ? 0 : v->codes[i];
}

bool vector_is_null(const struct vector *v, size_t i);
/* The value of row i; strings and nested values are copied into the arena
 * (arena NULL: strings borrow from the vector, no nested types). */
struct value vector_value(const struct vector *v, size_t i, struct arena *a);

/*
 * String bytes and other variable-size scratch of one operator: a bump
 * allocator that is reset for each batch and keeps its blocks.
 */
struct heap;
struct heap *heap_new(struct budget *budget); /* NULL: out of memory */
void heap_free(struct heap *h);
void heap_reset(struct heap *h);
void *heap_alloc(struct heap *h, size_t n); /* 16-aligned, not cleared; NULL: refused */
size_t heap_used(const struct heap *h);

/*
 * A vector with memory of its own for SHADE_BATCH_ROWS values (or cap),
 * reused for batch after batch.  Lives in the arena.
 */
struct vector *vector_new(struct arena *a, const struct type *t, size_t cap);
/* The validity bitmap of such a vector; set to all valid when it had none. */
uint64_t *vector_validity(struct arena *a, struct vector *v, size_t cap);
/* Store a value that is neither NULL nor nested in row i of a flat vector;
 * string bytes are borrowed. */
void vector_store(struct vector *v, size_t i, const struct value *val);
/* A flat vector of n values, nested ones too; string bytes are borrowed. */
struct vector *vector_from_values(struct arena *a, const struct type *t,
				  const struct value *vals, size_t n);
/* Make v a constant. String bytes are borrowed from the value. */
void vector_set_const(struct arena *a, struct vector *v, const struct value *val);

/* dst[i] = src[sel ? sel[i] : i] for i < n, dst becomes flat; dst was made by
 * vector_new with a capacity >= n.  Strings borrow src's bytes. */
void vector_gather(struct arena *a, struct vector *dst, const struct vector *src,
		   const uint16_t *sel, size_t n);
/* The same with 32-bit positions (>= 0), used by joins and sorts. */
void vector_gather32(struct arena *a, struct vector *dst, const struct vector *src,
		     const uint32_t *pos, size_t n);
/* dst row at + i = src row i, i < n; dst flat (CASE branches, appends). */
void vector_copy_rows(struct arena *a, struct vector *dst, size_t at,
		      const struct vector *src, size_t n);
/* dst[pos[i]] = src[i]: put the results of a branch back in place. */
void vector_scatter(struct arena *a, struct vector *dst, const struct vector *src,
		    const uint16_t *pos, size_t n);

/* out[i] = hash of row i, combined onto the values already there if combine;
 * equal values of equal type hash equally in every form; NULL hashes alike. */
void vector_hash(const struct vector *v, size_t n, uint64_t *out, bool combine);
/* Are rows equal, NULL = NULL (grouping semantics)? */
bool vector_rows_equal(const struct vector *a, size_t i, const struct vector *b,
		       size_t j);
/* -1, 0, 1; no NULLs at the top (the caller decides), inside lowest. */
int vector_rows_cmp(const struct vector *a, size_t i, const struct vector *b, size_t j);

struct batch {
	size_t n; /* rows in the vectors */
	size_t n_cols;
	struct vector *cols;
	const uint16_t *sel; /* the rows that count, ascending; NULL: all */
	size_t n_sel; /* with sel */
	const int32_t *weights; /* per row of the vectors; NULL: all +1 */
	uint64_t seq; /* ordinal of the first row in its source: total order of
		       * rows that does not depend on threads */
};

static inline size_t batch_rows(const struct batch *b)
{
	return b->sel ? b->n_sel : b->n;
}

#endif
