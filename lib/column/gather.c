/*
 * gather.c - copying rows of vectors: by position, in a run, and back.
 *
 * Every copy is one loop over a list of source positions; what differs is
 * how a position is found.  Lists are copied by their references when the
 * children can be shared.
 */
#include "column/vector.h"

/* Where row i of the output comes from, before the source's own form. */
struct positions {
	const uint16_t *sel; /* or */
	const uint32_t *pos; /* or neither: i itself */
};

static inline size_t position(const struct positions *p, size_t i)
{
	return p->sel ? p->sel[i] : p->pos ? p->pos[i] : i;
}

/* Strings are 8-byte aligned, so their 16 bytes go as two words. */
struct words {
	uint64_t w[2];
};

#define GATHER_BLOCK 256

#define COPY_LOOP(T)                           \
	do {                                   \
		const T *in = src;             \
		T *restrict out = dst;         \
		for (size_t i = 0; i < n; i++) \
			out[i] = in[at[i]];    \
	} while (0)

/* dst[i] = src[at[i]] for one width. */
static void copy_width(size_t width, void *dst, const void *src, const uint32_t *at,
		       size_t n)
{
	switch (width) {
	case 1: COPY_LOOP(uint8_t); break;
	case 2: COPY_LOOP(uint16_t); break;
	case 4: COPY_LOOP(uint32_t); break;
	case 8: COPY_LOOP(uint64_t); break;
	case 16: COPY_LOOP(struct words); break;
	default: break;
	}
}

typedef uint16_t eight __attribute__((vector_size(16)));

/* Are at[0..8) one after the other? */
static inline bool is_run(const uint16_t *at)
{
	const eight steps = { 0, 1, 2, 3, 4, 5, 6, 7 };
	eight v;
	uint64_t w[2];

	__builtin_memcpy(&v, at, sizeof(v));
	v = v - steps - at[0];
	__builtin_memcpy(w, &v, sizeof(w));
	return (w[0] | w[1]) == 0;
}

/* A selection often holds most rows: eight in a row are one copy. */
#define COPY_RUNS(T)                                                        \
	do {                                                                \
		const T *in = src;                                          \
		T *restrict out = dst;                                      \
		size_t i = 0;                                               \
		for (; i + 8 <= n; i += 8) {                                \
			if (is_run(at + i))                                 \
				memcpy(out + i, in + at[i], 8 * sizeof(T)); \
			else                                                \
				for (size_t k = 0; k < 8; k++)              \
					out[i + k] = in[at[i + k]];         \
		}                                                           \
		for (; i < n; i++)                                          \
			out[i] = in[at[i]];                                 \
	} while (0)

static void copy_sel(size_t width, void *dst, const void *src, const uint16_t *at,
		     size_t n)
{
	switch (width) {
	case 1: COPY_RUNS(uint8_t); break;
	case 2: COPY_RUNS(uint16_t); break;
	case 4: COPY_RUNS(uint32_t); break;
	case 8: COPY_RUNS(uint64_t); break;
	case 16: COPY_RUNS(struct words); break;
	default: break;
	}
}

/* NULLs of the source rows into rows at.. of dst, whose bits may hold
 * anything. */
static void copy_nulls(struct arena *a, struct vector *dst, size_t at,
		       const struct vector *src, const struct positions *p, size_t n,
		       size_t cap)
{
	const struct vector *base = src->form == VECTOR_DICT ? src->dict : src;

	if (!base->validity && !src->validity) {
		if (dst->validity)
			for (size_t i = 0; i < n; i++)
				validity_set(dst->validity, at + i);
		return;
	}
	vector_validity(a, dst, cap);
	for (size_t i = 0; i < n; i++) {
		if (vector_is_null(src, position(p, i)))
			validity_clear(dst->validity, at + i);
		else
			validity_set(dst->validity, at + i);
	}
}

static void gather_rows(struct arena *a, struct vector *dst, size_t at, size_t cap,
			const struct vector *src, const struct positions *p, size_t n);

/* Make room in child k of a list vector for `more` rows behind its rows. */
static void grow_child(struct arena *a, struct vector *list, size_t k, size_t more)
{
	struct vector *old = &list->children[k];
	struct vector *bigger = vector_new(a, list->type->children[k],
					   (list->child_n + more) * 2);

	vector_copy_rows(a, bigger, 0, old, list->child_n);
	list->children[k] = *bigger;
}

static void gather_lists(struct arena *a, struct vector *dst, size_t at,
			 const struct vector *src, const struct positions *p, size_t n)
{
	const struct vector *base = src->form == VECTOR_DICT ? src->dict : src;
	const struct list_ref *in = base->data;
	struct list_ref *out = (struct list_ref *)dst->data + at;
	size_t n_children = dst->type->n_children, total = 0;
	uint32_t *rows;

	if (at == 0) { /* all of dst is written: share the children */
		for (size_t k = 0; k < n_children; k++)
			dst->children[k] = base->children[k];
		dst->child_n = base->child_n;
		for (size_t i = 0; i < n; i++)
			out[i] = vector_is_null(src, position(p, i))
					 ? (struct list_ref){ 0, 0 }
					 : in[vector_index(src, position(p, i))];
		return;
	}
	for (size_t i = 0; i < n; i++)
		if (!vector_is_null(src, position(p, i)))
			total += in[vector_index(src, position(p, i))].n;
	rows = arena_array(a, uint32_t, total);
	total = 0;
	for (size_t i = 0; i < n; i++) {
		struct list_ref ref = { 0, 0 };

		if (!vector_is_null(src, position(p, i)))
			ref = in[vector_index(src, position(p, i))];
		out[i] = (struct list_ref){ (uint32_t)(dst->child_n + total), ref.n };
		for (uint32_t k = 0; k < ref.n; k++)
			rows[total++] = ref.offset + k;
	}
	for (size_t k = 0; k < n_children; k++) {
		struct positions q = { .pos = rows };

		grow_child(a, dst, k, total);
		gather_rows(a, &dst->children[k], dst->child_n,
			    (dst->child_n + total) * 2, &base->children[k], &q, total);
	}
	dst->child_n += total;
}

/* Fixed-width data of any source form through a block of positions. */
static void gather_data(struct vector *dst, size_t at, const struct vector *src,
			const struct positions *p, size_t n)
{
	const struct vector *base = src->form == VECTOR_DICT ? src->dict : src;
	size_t width = phys_width(type_phys(dst->type));
	uint8_t *out = (uint8_t *)dst->data + at * width;
	uint32_t where[GATHER_BLOCK];

	if (src->form == VECTOR_FLAT && !p->sel && !p->pos) {
		memcpy(out, src->data, n * width);
		return;
	}
	if (src->form == VECTOR_FLAT && p->sel) {
		copy_sel(width, out, src->data, p->sel, n);
		return;
	}
	if (src->form == VECTOR_FLAT) {
		copy_width(width, out, src->data, p->pos, n);
		return;
	}
	for (size_t done = 0; done < n; done += GATHER_BLOCK) {
		size_t m = n - done < GATHER_BLOCK ? n - done : GATHER_BLOCK;

		for (size_t i = 0; i < m; i++)
			where[i] = src->form == VECTOR_CONST
					   ? 0
					   : src->codes[position(p, done + i)];
		copy_width(width, out + done * width, base->data, where, m);
	}
}

static void gather_struct(struct arena *a, struct vector *dst, size_t at, size_t cap,
			  const struct vector *src, const struct positions *p, size_t n)
{
	const struct vector *base = src->form == VECTOR_DICT ? src->dict : src;
	struct positions inner = *p;

	if (src->form != VECTOR_FLAT) {
		uint32_t *where = arena_array(a, uint32_t, n);

		for (size_t i = 0; i < n; i++)
			where[i] = (uint32_t)vector_index(src, position(p, i));
		inner = (struct positions){ .pos = where };
	}
	for (size_t k = 0; k < dst->type->n_children; k++)
		gather_rows(a, &dst->children[k], at, cap, &base->children[k], &inner,
			    n);
}

static void gather_rows(struct arena *a, struct vector *dst, size_t at, size_t cap,
			const struct vector *src, const struct positions *p, size_t n)
{
	dst->form = VECTOR_FLAT;
	copy_nulls(a, dst, at, src, p, n, cap);
	switch (type_phys(dst->type)) {
	case PHYS_LIST: gather_lists(a, dst, at, src, p, n); break;
	case PHYS_ROW: gather_struct(a, dst, at, cap, src, p, n); break;
	default:
		if (src->data || src->form == VECTOR_DICT)
			gather_data(dst, at, src, p, n);
	}
}

static size_t capacity(size_t n)
{
	return n > SHADE_BATCH_ROWS ? n : SHADE_BATCH_ROWS;
}

void vector_gather(struct arena *a, struct vector *dst, const struct vector *src,
		   const uint16_t *sel, size_t n)
{
	struct positions p = { .sel = sel };

	dst->is_contiguous = false;
	gather_rows(a, dst, 0, capacity(n), src, &p, n);
}

void vector_gather32(struct arena *a, struct vector *dst, const struct vector *src,
		     const uint32_t *pos, size_t n)
{
	struct positions p = { .pos = pos };

	dst->is_contiguous = false;
	gather_rows(a, dst, 0, capacity(n), src, &p, n);
}

void vector_copy_rows(struct arena *a, struct vector *dst, size_t at,
		      const struct vector *src, size_t n)
{
	struct positions p = { 0 };

	dst->is_contiguous = false;
	gather_rows(a, dst, at, capacity(at + n), src, &p, n);
}

/* --- scatter -------------------------------------------------------------- */

#define SCATTER_LOOP(T)                                         \
	do {                                                    \
		const T *in = base->data;                       \
		T *out = dst->data;                             \
		for (size_t i = 0; i < n; i++)                  \
			out[pos[i]] = in[vector_index(src, i)]; \
	} while (0)

static void scatter_data(struct vector *dst, const struct vector *src,
			 const uint16_t *pos, size_t n)
{
	const struct vector *base = src->form == VECTOR_DICT ? src->dict : src;

	switch (phys_width(type_phys(dst->type))) {
	case 1: SCATTER_LOOP(uint8_t); break;
	case 2: SCATTER_LOOP(uint16_t); break;
	case 4: SCATTER_LOOP(uint32_t); break;
	case 8: SCATTER_LOOP(uint64_t); break;
	case 16: SCATTER_LOOP(struct words); break;
	default: break;
	}
}

/* The children of src go behind those of dst, its references after. */
static void scatter_lists(struct arena *a, struct vector *dst, const struct vector *src,
			  const uint16_t *pos, size_t n)
{
	const struct vector *base = src->form == VECTOR_DICT ? src->dict : src;
	const struct list_ref *in = base->data;
	struct list_ref *out = dst->data;
	uint32_t shift = (uint32_t)dst->child_n;

	for (size_t k = 0; k < dst->type->n_children; k++) {
		grow_child(a, dst, k, base->child_n);
		vector_copy_rows(a, &dst->children[k], dst->child_n, &base->children[k],
				 base->child_n);
	}
	dst->child_n += base->child_n;
	for (size_t i = 0; i < n; i++) {
		if (vector_is_null(src, i))
			continue;
		out[pos[i]] = in[vector_index(src, i)];
		out[pos[i]].offset += shift;
	}
}

void vector_scatter(struct arena *a, struct vector *dst, const struct vector *src,
		    const uint16_t *pos, size_t n)
{
	const struct vector *base = src->form == VECTOR_DICT ? src->dict : src;

	dst->is_contiguous = false;
	if (base->validity || src->validity)
		vector_validity(a, dst, SHADE_BATCH_ROWS);
	if (dst->validity) {
		for (size_t i = 0; i < n; i++) {
			if (vector_is_null(src, i))
				validity_clear(dst->validity, pos[i]);
			else
				validity_set(dst->validity, pos[i]);
		}
	}
	switch (type_phys(dst->type)) {
	case PHYS_LIST: scatter_lists(a, dst, src, pos, n); break;
	case PHYS_ROW:
		if (src->form != VECTOR_FLAT) {
			struct vector *flat = vector_new(a, src->type, n);

			vector_copy_rows(a, flat, 0, src, n);
			src = flat;
		}
		for (size_t k = 0; k < dst->type->n_children; k++)
			vector_scatter(a, &dst->children[k], &src->children[k], pos, n);
		break;
	default: scatter_data(dst, src, pos, n);
	}
}
