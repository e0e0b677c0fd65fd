#include "column/colbuf.h"

bool buf_room(struct buf **b, struct budget *budget, size_t need)
{
	enum { LEAST = 1024 };

	if (!*b) {
		*b = buf_new(budget, need < LEAST ? LEAST : need);
		return *b != NULL;
	}
	if ((*b)->cap >= need)
		return true;
	(*b)->n = (*b)->cap;
	if (!buf_reserve(b, budget, need * 2))
		return false;
	(*b)->n = (*b)->cap;
	return true;
}

/* --- string bytes --------------------------------------------------------- */

enum { HEAP_FIRST = 4096, HEAP_BLOCK = 256 * 1024 };

static bool strheap_add(struct strheap *h, struct buf *b)
{
	if (h->n_bufs == h->cap_bufs) {
		size_t cap = h->cap_bufs ? h->cap_bufs * 2 : 8;
		struct buf **bufs = mem_realloc(h->budget, h->bufs,
						h->cap_bufs * sizeof(*bufs),
						cap * sizeof(*bufs));

		if (!bufs)
			return false;
		h->bufs = bufs;
		h->cap_bufs = cap;
	}
	h->bufs[h->n_bufs++] = b;
	return true;
}

char *strheap_alloc(struct strheap *h, size_t n)
{
	char *p = h->at;

	if (n > (size_t)(h->end - h->at)) {
		size_t size = h->n_bufs ? HEAP_BLOCK : HEAP_FIRST;
		struct buf *b = buf_new(h->budget, n > size ? n : size);

		if (!b)
			return NULL;
		if (!strheap_add(h, b)) {
			buf_unref(b);
			return NULL;
		}
		p = (char *)b->p;
		/* A huge string gets a block of its own and leaves the open
		 * one in use. */
		if (n > size / 2 && h->at)
			return p;
		h->end = p + b->n;
	}
	h->at = p + n;
	return p;
}

bool strheap_take(struct strheap *dst, struct strheap *src)
{
	for (size_t i = 0; i < src->n_bufs; i++) {
		if (!strheap_add(dst, src->bufs[i])) {
			dst->n_bufs -= i;
			return false;
		}
	}
	src->n_bufs = 0;
	src->at = src->end = NULL;
	return true;
}

void strheap_release(struct strheap *h)
{
	for (size_t i = 0; i < h->n_bufs; i++)
		buf_unref(h->bufs[i]);
	if (h->bufs)
		mem_free(h->budget, h->bufs, h->cap_bufs * sizeof(*h->bufs));
	*h = (struct strheap){ .budget = h->budget };
}

/* --- life ----------------------------------------------------------------- */

bool colbuf_init(struct colbuf *c, struct budget *budget, const struct type *type)
{
	enum phys phys = type_phys(type);

	*c = (struct colbuf){ .type = type,
			      .phys = phys,
			      .width = (uint32_t)phys_width(phys) };
	if (type->n_children == 0)
		return true;
	c->children = mem_alloc(budget, type->n_children * sizeof(*c->children));
	if (!c->children)
		return false;
	for (size_t i = 0; i < type->n_children; i++) {
		if (!colbuf_init(&c->children[i], budget, type->children[i]))
			return false;
	}
	return true;
}

void colbuf_release(struct colbuf *c, struct budget *budget)
{
	buf_unref(c->data);
	buf_unref(c->validity);
	c->data = c->validity = NULL;
	if (c->children) {
		for (size_t i = 0; i < c->type->n_children; i++) {
			if (c->children[i].type)
				colbuf_release(&c->children[i], budget);
		}
		mem_free(budget, c->children,
			 c->type->n_children * sizeof(*c->children));
		c->children = NULL;
	}
}

static bool reserve_validity(struct colbuf *c, struct budget *budget, size_t cap)
{
	size_t bytes = VALIDITY_WORDS(cap) * 8;

	if (!c->validity || c->validity->cap >= bytes)
		return true;
	if (!buf_reserve(&c->validity, budget, bytes))
		return false;
	c->validity->n = bytes;
	return true;
}

bool colbuf_reserve(struct colbuf *c, struct budget *budget, size_t more)
{
	size_t need = c->n + more;
	size_t cap = c->cap;

	if (need <= cap)
		return true;
	if (cap < 64)
		cap = 64;
	while (cap < need)
		cap *= 2;
	if (c->width > 0) {
		if (!c->data) {
			c->data = buf_new(budget, cap * c->width);
			if (!c->data)
				return false;
		} else if (!buf_reserve(&c->data, budget, cap * c->width)) {
			return false;
		}
		c->data->n = cap * c->width;
	}
	if (!reserve_validity(c, budget, cap))
		return false;
	c->cap = cap;
	return true;
}

size_t colbuf_bytes(const struct colbuf *c)
{
	size_t n = (c->data ? c->data->cap : 0) + (c->validity ? c->validity->cap : 0);

	for (size_t i = 0; c->children && i < c->type->n_children; i++)
		n += colbuf_bytes(&c->children[i]);
	return n;
}

/* --- validity ------------------------------------------------------------- */

/* The bitmap, made with every row so far valid. */
static uint64_t *own_validity(struct colbuf *c, struct budget *budget)
{
	if (!c->validity) {
		size_t bytes = VALIDITY_WORDS(c->cap ? c->cap : 64) * 8;

		c->validity = buf_new(budget, bytes);
		if (!c->validity)
			return NULL;
		memset(c->validity->p, 0xff, bytes);
	}
	return (uint64_t *)(void *)c->validity->p;
}

static void set_valid_range(uint64_t *bits, size_t at, size_t n)
{
	size_t i = at, end = at + n;

	for (; i < end && (i & 63); i++)
		validity_set(bits, i);
	for (; i + 64 <= end; i += 64)
		bits[i >> 6] = ~(uint64_t)0;
	for (; i < end; i++)
		validity_set(bits, i);
}

/* Rows of a flat vector: pos[i], or at + i when pos is NULL. */
struct pick {
	size_t at;
	const uint32_t *pos;
	size_t n;
};

static inline size_t pick_row(const struct pick *p, size_t i)
{
	return p->pos ? p->pos[i] : p->at + i;
}

static bool append_validity(struct colbuf *c, struct budget *budget,
			    const uint64_t *valid, const struct pick *p)
{
	uint64_t *bits;
	size_t n = p->n, nulls = 0;

	if (!valid) {
		if (c->validity)
			set_valid_range((uint64_t *)(void *)c->validity->p, c->n, n);
		return true;
	}
	bits = own_validity(c, budget);
	if (!bits)
		return false;
	if (!p->pos && ((c->n | p->at) & 63) == 0) {
		memcpy(bits + (c->n >> 6), valid + (p->at >> 6), VALIDITY_WORDS(n) * 8);
		for (size_t i = 0; i < n / 64; i++)
			nulls += (size_t)__builtin_popcountll(~bits[(c->n >> 6) + i]);
		for (size_t i = n & ~(size_t)63; i < n; i++)
			nulls += !validity_get(bits, c->n + i);
		c->n_nulls += nulls;
		return true;
	}
	for (size_t i = 0; i < n; i++) {
		if (validity_get(valid, pick_row(p, i))) {
			validity_set(bits, c->n + i);
		} else {
			validity_clear(bits, c->n + i);
			nulls++;
		}
	}
	c->n_nulls += nulls;
	return true;
}

uint64_t *validity_slice(const uint64_t *v, size_t at, size_t n, struct arena *a)
{
	size_t words = VALIDITY_WORDS(n), shift = at & 63;
	const uint64_t *from = v + (at >> 6);
	uint64_t *out;

	if (shift == 0)
		return (uint64_t *)(uintptr_t)from;
	out = arena_array(a, uint64_t, words);
	for (size_t i = 0; i < words; i++) {
		out[i] = from[i] >> shift;
		if (i * 64 + (64 - shift) < n)
			out[i] |= from[i + 1] << (64 - shift);
	}
	return out;
}

/* --- appending ------------------------------------------------------------ */

static bool append_rows(struct colbuf *c, struct strheap *h, struct budget *budget,
			const struct vector *v, const struct pick *p);

#define COPY_WIDTH(T)                          \
	do {                                   \
		const T *from = src;           \
		T *to = dst;                   \
		for (size_t i = 0; i < n; i++) \
			to[i] = from[pos[i]];  \
	} while (0)

static void copy_at(void *dst, const void *src, uint32_t width, const uint32_t *pos,
		    size_t n)
{
	switch (width) {
	case 1: COPY_WIDTH(uint8_t); break;
	case 2: COPY_WIDTH(uint16_t); break;
	case 4: COPY_WIDTH(uint32_t); break;
	case 8: COPY_WIDTH(uint64_t); break;
	default: COPY_WIDTH(unsigned __int128); break;
	}
}

#undef COPY_WIDTH

/* Copy the bytes of the long strings just appended. */
static bool own_strings(struct colbuf *c, struct strheap *h, size_t n)
{
	struct strv *s = (struct strv *)(void *)c->data->p;
	const uint64_t *valid = c->validity ? (uint64_t *)(void *)c->validity->p : NULL;

	for (size_t i = c->n; i < c->n + n; i++) {
		char *p;

		if (!validity_get(valid, i)) {
			s[i] = (struct strv){ 0 };
			continue;
		}
		if (s[i].n <= STRV_INLINE)
			continue;
		p = strheap_alloc(h, s[i].n);
		if (!p)
			return false;
		memcpy(p, s[i].p, s[i].n);
		s[i].p = p;
	}
	return true;
}

static bool append_lists(struct colbuf *c, struct strheap *h, struct budget *budget,
			 const struct vector *v, const struct pick *p)
{
	const struct list_ref *refs = v->data;

	for (size_t i = 0; i < p->n; i++) {
		size_t row = pick_row(p, i);
		struct list_ref *out = (struct list_ref *)(void *)c->data->p + c->n + i;
		struct pick part = { .at = refs[row].offset, .n = refs[row].n };

		*out = (struct list_ref){ (uint32_t)c->children[0].n, 0 };
		if (!validity_get(v->validity, row))
			continue;
		if (c->children[0].n + part.n > UINT32_MAX)
			return false;
		out->n = (uint32_t)part.n;
		for (size_t k = 0; k < c->type->n_children; k++) {
			if (!append_rows(&c->children[k], h, budget, &v->children[k],
					 &part))
				return false;
		}
	}
	return true;
}

static bool append_flat(struct colbuf *c, struct strheap *h, struct budget *budget,
			const struct vector *v, const struct pick *p)
{
	uint8_t *dst;

	if (p->n == 0)
		return true;
	if (!colbuf_reserve(c, budget, p->n) ||
	    !append_validity(c, budget, v->validity, p))
		return false;
	if (c->phys == PHYS_LIST) {
		if (!append_lists(c, h, budget, v, p))
			return false;
	} else if (c->phys == PHYS_ROW) {
		for (size_t k = 0; k < c->type->n_children; k++) {
			if (!append_rows(&c->children[k], h, budget, &v->children[k],
					 p))
				return false;
		}
	} else {
		dst = c->data->p + c->n * c->width;
		if (p->pos)
			copy_at(dst, v->data, c->width, p->pos, p->n);
		else
			memcpy(dst, (const uint8_t *)v->data + p->at * c->width,
			       p->n * c->width);
		/* without a heap the bytes are borrowed */
		if (c->phys == PHYS_STR && h && !own_strings(c, h, p->n))
			return false;
	}
	c->n += p->n;
	return true;
}

enum { CHUNK = 1024 };

/* The NULLs that a dictionary vector has beside its dictionary. */
static bool clear_nulls(struct colbuf *c, struct budget *budget, size_t first,
			const uint64_t *valid, const struct pick *p)
{
	uint64_t *bits = own_validity(c, budget);

	if (!bits)
		return false;
	for (size_t i = 0; i < p->n; i++) {
		if (validity_get(valid, pick_row(p, i)) ||
		    !validity_get(bits, first + i))
			continue;
		validity_clear(bits, first + i);
		c->n_nulls++;
	}
	return true;
}

/* Any form: constants and dictionaries become positions in flat rows. */
static bool append_rows(struct colbuf *c, struct strheap *h, struct budget *budget,
			const struct vector *v, const struct pick *p)
{
	const struct vector *from = v->form == VECTOR_DICT ? v->dict : v;
	uint32_t pos[CHUNK];
	size_t first = c->n;

	if (v->form == VECTOR_FLAT)
		return append_flat(c, h, budget, v, p);
	for (size_t i = 0; i < p->n; i += CHUNK) {
		struct pick part = { .pos = pos,
				     .n = p->n - i < CHUNK ? p->n - i : CHUNK };

		for (size_t k = 0; k < part.n; k++)
			pos[k] = (uint32_t)vector_index(v, pick_row(p, i + k));
		if (!append_flat(c, h, budget, from, &part))
			return false;
	}
	if (v->form == VECTOR_DICT && v->validity)
		return clear_nulls(c, budget, first, v->validity, p);
	return true;
}

bool colbuf_append_part(struct colbuf *c, struct strheap *h, struct budget *budget,
			const struct vector *v, const uint16_t *sel, size_t at,
			size_t n)
{
	uint32_t pos[CHUNK];

	if (!sel)
		return append_rows(c, h, budget, v, &(struct pick){ .at = at, .n = n });
	sel += at;
	for (size_t i = 0; i < n; i += CHUNK) {
		struct pick part = { .pos = pos, .n = n - i < CHUNK ? n - i : CHUNK };

		for (size_t k = 0; k < part.n; k++)
			pos[k] = sel[i + k];
		if (!append_rows(c, h, budget, v, &part))
			return false;
	}
	return true;
}

bool colbuf_append(struct colbuf *c, struct strheap *h, struct budget *budget,
		   const struct vector *v, const uint16_t *sel, size_t n)
{
	return colbuf_append_part(c, h, budget, v, sel, 0, n);
}

bool colbuf_append_at(struct colbuf *c, struct strheap *h, struct budget *budget,
		      const struct vector *v, const uint32_t *pos, size_t n)
{
	return append_rows(c, h, budget, v, &(struct pick){ .pos = pos, .n = n });
}

bool colbuf_append_shared(struct colbuf *c, struct budget *budget,
			  const struct vector *v, size_t at, size_t n)
{
	return append_rows(c, NULL, budget, v, &(struct pick){ .at = at, .n = n });
}

bool colbuf_concat(struct colbuf *c, struct budget *budget, const struct colbuf *src)
{
	struct pick all = { .n = src->n };
	size_t child_at = c->children ? c->children[0].n : 0;

	if (src->n == 0)
		return true;
	if (!colbuf_reserve(c, budget, src->n) ||
	    !append_validity(
		    c, budget,
		    src->validity ? (uint64_t *)(void *)src->validity->p : NULL, &all))
		return false;
	if (c->width > 0)
		memcpy(c->data->p + c->n * c->width, src->data->p, src->n * c->width);
	for (size_t k = 0; k < c->type->n_children; k++) {
		if (!colbuf_concat(&c->children[k], budget, &src->children[k]))
			return false;
	}
	if (c->phys == PHYS_LIST) {
		struct list_ref *refs = (struct list_ref *)(void *)c->data->p + c->n;

		if (c->children[0].n > UINT32_MAX)
			return false;
		for (size_t i = 0; i < src->n; i++)
			refs[i].offset += (uint32_t)child_at;
	}
	c->n += src->n;
	return true;
}

/* --- reading -------------------------------------------------------------- */

void colbuf_view(const struct colbuf *c, size_t at, size_t n, struct vector *out,
		 struct arena *a)
{
	*out = (struct vector){ .type = c->type, .form = VECTOR_FLAT };
	if (c->width > 0 && c->data)
		out->data = c->data->p + at * c->width;
	if (c->n_nulls > 0)
		out->validity = validity_slice((uint64_t *)(void *)c->validity->p, at,
					       n, a);
	if (!c->children)
		return;
	out->children = arena_array(a, struct vector, c->type->n_children);
	for (size_t k = 0; k < c->type->n_children; k++) {
		const struct colbuf *child = &c->children[k];

		if (c->phys == PHYS_LIST)
			colbuf_view(child, 0, child->n, &out->children[k], a);
		else
			colbuf_view(child, at, n, &out->children[k], a);
	}
	if (c->phys == PHYS_LIST)
		out->child_n = c->children[0].n;
}
