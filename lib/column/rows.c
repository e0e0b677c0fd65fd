#include "column/rows.h"

struct rows *rows_new(struct budget *budget, size_t n_cols,
		      const struct type *const *types)
{
	struct rows *r = mem_alloc(budget, sizeof(*r));

	if (!r)
		return NULL;
	r->budget = budget_ref(budget);
	r->heap.budget = budget;
	r->n_cols = n_cols;
	r->cols = mem_alloc(budget, (n_cols + 1) * sizeof(*r->cols));
	if (!r->cols) {
		rows_free(r);
		return NULL;
	}
	for (size_t i = 0; i < n_cols; i++) {
		if (!colbuf_init(&r->cols[i], budget, types[i])) {
			rows_free(r);
			return NULL;
		}
	}
	return r;
}

void rows_free(struct rows *r)
{
	struct budget *budget;

	if (!r)
		return;
	budget = r->budget;
	for (size_t i = 0; r->cols && i < r->n_cols; i++) {
		if (r->cols[i].type)
			colbuf_release(&r->cols[i], budget);
	}
	mem_free(budget, r->cols, (r->n_cols + 1) * sizeof(*r->cols));
	strheap_release(&r->heap);
	mem_free(budget, r, sizeof(*r));
	budget_unref(budget);
}

static shade_status too_many(struct shade_cx *cx)
{
	return shade_fail(cx, SHADE_E_MEMORY_LIMIT, NO_SPAN,
			  "more than 4 billion rows to keep in one operator");
}

shade_status rows_append(struct shade_cx *cx, struct rows *r, const struct batch *b)
{
	size_t n = batch_rows(b);

	if (r->n + n > ROWS_MAX)
		return too_many(cx);
	for (size_t i = 0; i < r->n_cols; i++) {
		if (!colbuf_append(&r->cols[i], &r->heap, r->budget, &b->cols[i],
				   b->sel, n))
			return cx_nomem(cx);
	}
	r->n += n;
	return SHADE_OK;
}

shade_status rows_append_cols(struct shade_cx *cx, struct rows *r,
			      const struct vector *const *cols, const uint16_t *sel,
			      size_t n)
{
	if (r->n + n > ROWS_MAX)
		return too_many(cx);
	for (size_t i = 0; i < r->n_cols; i++) {
		if (!colbuf_append(&r->cols[i], &r->heap, r->budget, cols[i], sel, n))
			return cx_nomem(cx);
	}
	r->n += n;
	return SHADE_OK;
}

shade_status rows_concat_take(struct shade_cx *cx, struct rows *r, struct rows *src)
{
	shade_status rc = SHADE_OK;

	if (r->n + src->n > ROWS_MAX) {
		rc = too_many(cx);
		goto out;
	}
	for (size_t i = 0; i < r->n_cols; i++) {
		if (!colbuf_concat(&r->cols[i], r->budget, &src->cols[i])) {
			rc = cx_nomem(cx);
			goto out;
		}
	}
	if (!strheap_take(&r->heap, &src->heap)) {
		rc = cx_nomem(cx);
		goto out;
	}
	r->n += src->n;
out:
	rows_free(src);
	return rc;
}

void rows_view(const struct rows *r, size_t at, size_t n, size_t first, size_t n_cols,
	       struct vector *cols, struct arena *a)
{
	for (size_t i = 0; i < n_cols; i++)
		colbuf_view(&r->cols[first + i], at, n, &cols[i], a);
}

void rows_col(const struct rows *r, size_t col, struct vector *out, struct arena *a)
{
	colbuf_view(&r->cols[col], 0, r->n, out, a);
}

size_t rows_bytes(const struct rows *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_cols; i++)
		n += colbuf_bytes(&r->cols[i]);
	for (size_t i = 0; i < r->heap.n_bufs; i++)
		n += r->heap.bufs[i]->cap;
	return n;
}
