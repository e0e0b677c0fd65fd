/*
 * arrow.c - batches as Arrow arrays.
 *
 * Everything is copied into buffers of its own: a batch is only valid until
 * the next one, an exported array for as long as its reader likes.
 */
#include "column/arrow.h"

#include "column/arrow_internal.h"

struct array_private {
	struct buf *bufs[3]; /* owned */
	const void *buffers[3];
	struct ArrowArray *storage;
	struct ArrowArray **children;
	size_t n_children;
};

/* The rows to export: positions in a vector, NULL: at, at + 1 ... */
struct rows_of {
	const struct vector *v;
	const uint32_t *pos;
	size_t at;
	size_t n;
};

static inline size_t row_of(const struct rows_of *r, size_t i)
{
	return r->pos ? r->pos[i] : r->at + i;
}

static void array_release(struct ArrowArray *a)
{
	struct array_private *p = a->private_data;

	for (size_t i = 0; i < p->n_children; i++) {
		if (p->storage[i].release)
			p->storage[i].release(&p->storage[i]);
	}
	if (p->n_children > 0) {
		mem_free(NULL, p->storage, p->n_children * sizeof(*p->storage));
		mem_free(NULL, p->children, p->n_children * sizeof(*p->children));
	}
	for (size_t i = 0; i < ARRAY_LEN(p->bufs); i++)
		buf_unref(p->bufs[i]);
	mem_free(NULL, p, sizeof(*p));
	a->release = NULL;
}

static bool array_init(struct ArrowArray *out, size_t n, size_t n_buffers,
		       size_t n_children)
{
	struct array_private *p = mem_alloc(NULL, sizeof(*p));

	*out = (struct ArrowArray){ 0 };
	if (!p)
		return false;
	out->private_data = p;
	out->release = array_release;
	out->length = (int64_t)n;
	out->n_buffers = (int64_t)n_buffers;
	out->buffers = p->buffers;
	if (n_children == 0)
		return true;
	p->storage = mem_alloc(NULL, n_children * sizeof(*p->storage));
	p->children = mem_alloc(NULL, n_children * sizeof(*p->children));
	p->n_children = p->storage && p->children ? n_children : 0;
	if (p->n_children == 0) {
		mem_free(NULL, p->storage, n_children * sizeof(*p->storage));
		mem_free(NULL, p->children, n_children * sizeof(*p->children));
		return false;
	}
	for (size_t i = 0; i < n_children; i++)
		p->children[i] = &p->storage[i];
	out->n_children = (int64_t)n_children;
	out->children = p->children;
	return true;
}

/* Buffer i of the array, n bytes. */
static void *array_buffer(struct ArrowArray *a, size_t i, struct budget *budget,
			  size_t n)
{
	struct array_private *p = a->private_data;

	p->bufs[i] = buf_new(budget, n);
	if (!p->bufs[i])
		return NULL;
	p->buffers[i] = p->bufs[i]->p;
	return p->bufs[i]->p;
}

static bool may_be_null(const struct vector *v)
{
	return v->validity || (v->form == VECTOR_DICT && v->dict->validity);
}

static bool export_validity(struct ArrowArray *out, struct budget *budget,
			    const struct rows_of *r)
{
	uint64_t *bits;
	size_t nulls = 0;

	if (!may_be_null(r->v))
		return true;
	bits = array_buffer(out, 0, budget, VALIDITY_WORDS(r->n) * 8 + 8);
	if (!bits)
		return false;
	memset(bits, 0, VALIDITY_WORDS(r->n) * 8);
	for (size_t i = 0; i < r->n; i++) {
		if (vector_is_null(r->v, row_of(r, i)))
			nulls++;
		else
			validity_set(bits, i);
	}
	out->null_count = (int64_t)nulls;
	return true;
}

/* --- flat values ---------------------------------------------------------- */

#define COPY(T)                                                        \
	do {                                                           \
		const T *from = base->data;                            \
		T *d = to;                                             \
		for (size_t i = 0; i < r->n; i++)                      \
			d[i] = from[vector_index(r->v, row_of(r, i))]; \
	} while (0)

static bool export_fixed(struct ArrowArray *out, struct budget *budget,
			 const struct rows_of *r)
{
	const struct vector *base = r->v->form == VECTOR_DICT ? r->v->dict : r->v;
	size_t width = phys_width(type_phys(r->v->type));
	void *to = array_buffer(out, 1, budget, r->n * width + 1);

	if (!to)
		return false;
	if (r->v->form == VECTOR_FLAT && !r->pos) {
		memcpy(to, (const uint8_t *)base->data + r->at * width, r->n * width);
		return true;
	}
	switch (width) {
	case 1: COPY(uint8_t); break;
	case 2: COPY(uint16_t); break;
	case 4: COPY(uint32_t); break;
	case 8: COPY(uint64_t); break;
	default: COPY(unsigned __int128); break;
	}
	return true;
}

#undef COPY

static bool export_bools(struct ArrowArray *out, struct budget *budget,
			 const struct rows_of *r)
{
	const struct vector *base = r->v->form == VECTOR_DICT ? r->v->dict : r->v;
	const uint8_t *from = base->data;
	uint64_t *to = array_buffer(out, 1, budget, VALIDITY_WORDS(r->n) * 8 + 8);

	if (!to)
		return false;
	memset(to, 0, VALIDITY_WORDS(r->n) * 8);
	for (size_t i = 0; i < r->n; i++) {
		if (from[vector_index(r->v, row_of(r, i))])
			validity_set(to, i);
	}
	return true;
}

static bool export_decimals(struct ArrowArray *out, struct budget *budget,
			    const struct rows_of *r)
{
	const struct vector *base = r->v->form == VECTOR_DICT ? r->v->dict : r->v;
	__int128 *to = array_buffer(out, 1, budget, r->n * sizeof(*to) + 1);
	bool wide = type_phys(r->v->type) == PHYS_I128;

	if (!to)
		return false;
	for (size_t i = 0; i < r->n; i++) {
		size_t at = vector_index(r->v, row_of(r, i));

		to[i] = wide ? ((const __int128 *)base->data)[at]
			     : ((const int64_t *)base->data)[at];
	}
	return true;
}

/* A batch of strings beyond 2 GB cannot have 32-bit offsets. */
static bool export_strings(struct ArrowArray *out, struct budget *budget,
			   const struct rows_of *r)
{
	const struct vector *base = r->v->form == VECTOR_DICT ? r->v->dict : r->v;
	const struct strv *from = base->data;
	int32_t *offsets = array_buffer(out, 1, budget, (r->n + 1) * sizeof(*offsets));
	bool nulls = may_be_null(r->v);
	size_t total = 0;
	char *to;

	if (!offsets)
		return false;
	offsets[0] = 0;
	for (size_t i = 0; i < r->n; i++) {
		size_t row = row_of(r, i);

		if (!nulls || !vector_is_null(r->v, row))
			total += from[vector_index(r->v, row)].n;
		if (total > INT32_MAX)
			return false;
		offsets[i + 1] = (int32_t)total;
	}
	to = array_buffer(out, 2, budget, total + 1);
	if (!to)
		return false;
	for (size_t i = 0; i < r->n; i++) {
		size_t n = (size_t)(offsets[i + 1] - offsets[i]);

		if (n > 0)
			memcpy(to + offsets[i],
			       strv_ptr(&from[vector_index(r->v, row_of(r, i))]), n);
	}
	return true;
}

/* --- nested values -------------------------------------------------------- */

static bool export_rows(struct ArrowArray *out, struct budget *budget,
			const struct rows_of *r);

/* The elements of the lists in row order, as positions in the children. */
static struct buf *list_positions(struct ArrowArray *out, struct budget *budget,
				  const struct rows_of *r, size_t *n)
{
	const struct vector *base = r->v->form == VECTOR_DICT ? r->v->dict : r->v;
	const struct list_ref *refs = base->data;
	int32_t *offsets = array_buffer(out, 1, budget, (r->n + 1) * sizeof(*offsets));
	struct buf *pos;
	size_t total = 0;

	if (!offsets)
		return NULL;
	offsets[0] = 0;
	for (size_t i = 0; i < r->n; i++) {
		size_t row = row_of(r, i);

		if (!vector_is_null(r->v, row))
			total += refs[vector_index(r->v, row)].n;
		if (total > INT32_MAX)
			return NULL;
		offsets[i + 1] = (int32_t)total;
	}
	pos = buf_new(budget, total * sizeof(uint32_t) + 1);
	for (size_t i = 0, k = 0; pos && i < r->n; i++) {
		struct list_ref ref = refs[vector_index(r->v, row_of(r, i))];
		size_t m = (size_t)(offsets[i + 1] - offsets[i]);

		for (size_t e = 0; e < m; e++)
			((uint32_t *)(void *)pos->p)[k++] = ref.offset + (uint32_t)e;
	}
	*n = total;
	return pos;
}

static bool export_lists(struct ArrowArray *out, struct budget *budget,
			 const struct rows_of *r)
{
	const struct vector *base = r->v->form == VECTOR_DICT ? r->v->dict : r->v;
	struct ArrowArray *into = out->children[0];
	struct rows_of part = { 0 };
	struct buf *pos = list_positions(out, budget, r, &part.n);
	bool ok = pos != NULL;

	if (!ok)
		return false;
	part.pos = (const uint32_t *)(void *)pos->p;
	if (r->v->type->id == TYPE_MAP) {
		ok = array_init(into, part.n, 1, 2);
		for (size_t k = 0; k < 2 && ok; k++) {
			part.v = &base->children[k];
			ok = export_rows(into->children[k], budget, &part);
		}
	} else {
		part.v = &base->children[0];
		ok = export_rows(into, budget, &part);
	}
	buf_unref(pos);
	return ok;
}

static bool export_struct(struct ArrowArray *out, struct budget *budget,
			  const struct rows_of *r)
{
	const struct vector *base = r->v->form == VECTOR_DICT ? r->v->dict : r->v;
	struct buf *pos = NULL;
	struct rows_of part = *r;
	bool ok = true;

	if (r->v->form != VECTOR_FLAT) {
		pos = buf_new(budget, r->n * sizeof(uint32_t) + 1);
		if (!pos)
			return false;
		for (size_t i = 0; i < r->n; i++)
			((uint32_t *)(void *)pos->p)[i] = (uint32_t)vector_index(
				r->v, row_of(r, i));
		part.pos = (const uint32_t *)(void *)pos->p;
	}
	for (size_t k = 0; k < r->v->type->n_children && ok; k++) {
		part.v = &base->children[k];
		ok = export_rows(out->children[k], budget, &part);
	}
	buf_unref(pos);
	return ok;
}

static bool export_rows(struct ArrowArray *out, struct budget *budget,
			const struct rows_of *r)
{
	const struct type *t = r->v->type;
	enum phys phys = type_phys(t);
	size_t n_buffers = phys == PHYS_STR ? 3 : phys == PHYS_ROW ? 1 : 2;
	size_t n_children = phys == PHYS_LIST ? 1 : t->n_children;

	if (t->id == TYPE_NULL) {
		if (!array_init(out, r->n, 0, 0))
			return false;
		out->null_count = (int64_t)r->n;
		return true;
	}
	if (!array_init(out, r->n, n_buffers, n_children) ||
	    !export_validity(out, budget, r))
		return false;
	if (arrow_is_decimal(t))
		return export_decimals(out, budget, r);
	switch (phys) {
	case PHYS_BOOL: return export_bools(out, budget, r);
	case PHYS_STR: return export_strings(out, budget, r);
	case PHYS_LIST: return export_lists(out, budget, r);
	case PHYS_ROW: return export_struct(out, budget, r);
	default: return export_fixed(out, budget, r);
	}
}

shade_status arrow_export_batch(struct shade_cx *cx, const struct batch *b,
				struct ArrowArray *out)
{
	struct buf *pos = NULL;
	struct rows_of r = { .n = batch_rows(b) };
	bool ok = array_init(out, r.n, 1, b->n_cols);

	if (ok && b->sel) {
		pos = buf_new(cx->budget, r.n * sizeof(uint32_t) + 1);
		ok = pos != NULL;
		for (size_t i = 0; i < r.n && ok; i++)
			((uint32_t *)(void *)pos->p)[i] = b->sel[i];
		r.pos = ok ? (const uint32_t *)(void *)pos->p : NULL;
	}
	for (size_t i = 0; i < b->n_cols && ok; i++) {
		r.v = &b->cols[i];
		ok = export_rows(out->children[i], cx->budget, &r);
	}
	buf_unref(pos);
	if (ok)
		return SHADE_OK;
	if (out->release)
		out->release(out);
	return cx_nomem(cx);
}
