#include "connect/rows_source.h"

struct rows_source {
	struct source base;
	const char *name;
	const struct value *rows;
	size_t n_rows;
};

struct rows_scan {
	struct rows_source *src;
	const size_t *cols;
	size_t n_cols;
	_Atomic(size_t) next;
};

struct rows_worker {
	struct rows_scan *scan;
	struct arena *arena;
	struct vector **v;
};

static shade_status rows_open(struct shade_cx *cx, struct source *s,
			      const struct scan_request *req, struct scan **out)
{
	struct rows_scan *scan = arena_new_of(cx->arena, struct rows_scan);

	scan->src = (struct rows_source *)s;
	scan->n_cols = req->n_cols;
	scan->cols = arena_dup(cx->arena, req->cols, req->n_cols * sizeof(size_t));
	*out = (struct scan *)scan;
	return cx_check_arena(cx);
}

static size_t rows_max_workers(struct scan *s)
{
	(void)s;
	return 1;
}

static shade_status rows_worker_open(struct shade_cx *cx, struct scan *s,
				     struct scan_worker **out)
{
	struct rows_worker *w = mem_alloc(cx->budget, sizeof(*w));
	struct rows_scan *scan = (struct rows_scan *)s;

	if (!w)
		return cx_nomem(cx);
	w->scan = scan;
	w->arena = arena_new(cx->budget);
	if (!w->arena) {
		mem_free(cx->budget, w, sizeof(*w));
		return cx_nomem(cx);
	}
	w->v = arena_array(w->arena, struct vector *, scan->n_cols + 1);
	for (size_t k = 0; k < scan->n_cols; k++)
		w->v[k] = vector_new(w->arena, scan->src->base.cols[scan->cols[k]].type,
				     SHADE_BATCH_ROWS);
	*out = (struct scan_worker *)w;
	return SHADE_OK;
}

static void store(struct rows_worker *w, struct vector *v, size_t i,
		  const struct value *val)
{
	if (val->is_null) {
		validity_clear(vector_validity(w->arena, v, SHADE_BATCH_ROWS), i);
		return;
	}
	switch (type_phys(v->type)) {
	case PHYS_BOOL:
	case PHYS_I8: ((int8_t *)v->data)[i] = (int8_t)val->i; break;
	case PHYS_I32: ((int32_t *)v->data)[i] = (int32_t)val->i; break;
	case PHYS_I64: ((int64_t *)v->data)[i] = val->i; break;
	case PHYS_F64: ((double *)v->data)[i] = val->d; break;
	case PHYS_STR:
		((struct strv *)v->data)[i] = strv_make(val->s.p, val->s.n);
		break;
	case PHYS_I16:
	case PHYS_I128:
	case PHYS_F32:
	case PHYS_LIST:
	case PHYS_ROW:
	case PHYS_COUNT: break;
	}
}

static shade_status rows_next(struct shade_cx *cx, struct scan_worker *sw,
			      struct batch *out)
{
	struct rows_worker *w = (struct rows_worker *)sw;
	const struct rows_source *src = w->scan->src;
	size_t at = atomic_load(&w->scan->next);
	size_t n = src->n_rows - at;

	(void)cx;
	if (n > SHADE_BATCH_ROWS)
		n = SHADE_BATCH_ROWS;
	out->n = n;
	out->n_cols = w->scan->n_cols;
	out->sel = NULL;
	out->weights = NULL;
	out->seq = at;
	for (size_t k = 0; k < w->scan->n_cols && n; k++) {
		w->v[k]->validity = NULL;
		for (size_t i = 0; i < n; i++)
			store(w, w->v[k], i,
			      &src->rows[(at + i) * src->base.n_cols +
					 w->scan->cols[k]]);
		out->cols[k] = *w->v[k];
	}
	atomic_store(&w->scan->next, at + n);
	return SHADE_OK;
}

static void rows_worker_close(struct shade_cx *cx, struct scan_worker *sw)
{
	struct rows_worker *w = (struct rows_worker *)sw;

	if (!w)
		return;
	arena_free(w->arena);
	mem_free(cx->budget, w, sizeof(*w));
}

static void rows_close(struct shade_cx *cx, struct scan *s)
{
	(void)cx;
	(void)s;
}

static struct str rows_describe(struct arena *a, struct source *s)
{
	const struct rows_source *src = (const struct rows_source *)s;

	return str_fmt(a, "%s: %zu row%s", src->name, src->n_rows,
		       src->n_rows == 1 ? "" : "s");
}

static void rows_release(struct source *s)
{
	(void)s;
}

static const struct source_class rows_class = {
	.name = "rows",
	.open = rows_open,
	.max_workers = rows_max_workers,
	.worker_open = rows_worker_open,
	.next = rows_next,
	.worker_close = rows_worker_close,
	.close = rows_close,
	.describe = rows_describe,
	.release = rows_release,
};

struct source *rows_source_new(struct shade_cx *cx, const char *name,
			       const struct source_col *cols, size_t n_cols,
			       const struct value *rows, size_t n_rows)
{
	struct rows_source *src = arena_new_of(cx->arena, struct rows_source);

	src->base.cls = &rows_class;
	src->base.cols = arena_dup(cx->arena, cols, n_cols * sizeof(*cols));
	src->base.n_cols = n_cols;
	src->base.est_rows = n_rows ? n_rows : 1;
	src->base.rows_exact = n_rows > 0;
	src->name = name;
	src->rows = rows;
	src->n_rows = n_rows;
	return &src->base;
}
