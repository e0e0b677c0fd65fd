/*
 * mem_source.c - scanning one version of a table in memory.
 *
 * Workers claim morsels of some ten thousand rows; batches are views of
 * the row groups, nothing is copied.  Segments whose minimum and maximum
 * exclude a bound are left out.
 */
#include "catalog/mem_table.h"

#define MORSEL_ROWS ((size_t)16 * 2048)

struct mem_source {
	struct source base;
	struct mem_table *table; /* counted */
	struct mem_version *version; /* counted */
};

struct morsel {
	const struct segment *seg;
	size_t at, end; /* rows of the segment */
	uint64_t seq; /* of row `at` */
};

struct mem_scan {
	const struct mem_source *src;
	struct budget *budget;
	const struct scan_request *req;
	struct morsel *morsels;
	size_t n_morsels, cap_morsels;
	_Atomic(size_t) next;
};

struct mem_worker {
	struct mem_scan *scan;
	struct arena *arena; /* nested views of a batch */
	struct morsel now; /* at: the next row */
	uint16_t sel[SHADE_BATCH_ROWS];
	int64_t ids[SHADE_BATCH_ROWS];
};

/* --- which segments ------------------------------------------------------ */

static bool bound_excludes(const struct scan_bound *bd, const struct rowgroup_col *c)
{
	int lo, hi;

	if (!c->min.type || !c->max.type || c->min.is_null || c->max.is_null)
		return false;
	if (bd->value.is_null || !type_equal(c->min.type, bd->value.type))
		return false;
	lo = value_cmp(&c->min, &bd->value);
	hi = value_cmp(&c->max, &bd->value);
	switch (bd->op) {
	case CMP_EQ: return lo > 0 || hi < 0;
	case CMP_NE: return lo == 0 && hi == 0;
	case CMP_LT: return lo >= 0;
	case CMP_LE: return lo > 0;
	case CMP_GT: return hi <= 0;
	case CMP_GE: return hi < 0;
	}
	unreachable();
}

static bool is_pruned(const struct segment *s, const struct scan_request *req)
{
	if (s->n_deleted == s->n)
		return true;
	for (size_t i = 0; i < req->n_bounds; i++)
		if (req->bounds[i].col < s->group->n_cols &&
		    bound_excludes(&req->bounds[i],
				   &s->group->cols[req->bounds[i].col]))
			return true;
	return false;
}

static bool add_morsel(struct mem_scan *sc, struct morsel m)
{
	if (sc->n_morsels == sc->cap_morsels) {
		size_t cap = sc->cap_morsels ? sc->cap_morsels * 2 : 16;
		struct morsel *v = mem_realloc(sc->budget, sc->morsels,
					       sc->cap_morsels * sizeof(m),
					       cap * sizeof(m));

		if (!v)
			return false;
		sc->morsels = v;
		sc->cap_morsels = cap;
	}
	sc->morsels[sc->n_morsels++] = m;
	return true;
}

static bool plan_morsels(struct mem_scan *sc)
{
	const struct mem_version *v = sc->src->version;
	uint64_t seq = 0;

	for (size_t i = 0; i < v->n_segs; i++) {
		const struct segment *s = v->segs[i];

		for (size_t at = 0; !is_pruned(s, sc->req) && at < s->n;
		     at += MORSEL_ROWS) {
			size_t end = at + MORSEL_ROWS < s->n ? at + MORSEL_ROWS : s->n;

			if (!add_morsel(sc, (struct morsel){ s, at, end, seq + at }))
				return false;
		}
		seq += s->n;
	}
	return true;
}

static void mem_scan_close(struct shade_cx *cx, struct scan *scan)
{
	struct mem_scan *sc = (struct mem_scan *)scan;

	(void)cx;
	mem_free(sc->budget, sc->morsels, sc->cap_morsels * sizeof(*sc->morsels));
	mem_free(sc->budget, sc, sizeof(*sc));
}

static shade_status mem_scan_open(struct shade_cx *cx, struct source *s,
				  const struct scan_request *req, struct scan **out)
{
	struct mem_scan *sc = mem_alloc(cx->budget, sizeof(*sc));

	if (!sc)
		return cx_nomem(cx);
	sc->src = (const struct mem_source *)s;
	sc->budget = cx->budget;
	sc->req = req;
	atomic_init(&sc->next, 0);
	if (!plan_morsels(sc)) {
		mem_scan_close(cx, (struct scan *)sc);
		return cx_nomem(cx);
	}
	*out = (struct scan *)sc;
	return SHADE_OK;
}

static size_t mem_max_workers(struct scan *scan)
{
	const struct mem_scan *sc = (const struct mem_scan *)scan;

	if (sc->req->ordered || sc->n_morsels < 2)
		return 1;
	return sc->n_morsels;
}

/* --- workers ------------------------------------------------------------- */

static shade_status mem_worker_open(struct shade_cx *cx, struct scan *scan,
				    struct scan_worker **out)
{
	struct mem_worker *w = mem_alloc(cx->budget, sizeof(*w));

	if (!w)
		return cx_nomem(cx);
	w->scan = (struct mem_scan *)scan;
	w->arena = arena_new(cx->budget);
	if (!w->arena) {
		mem_free(cx->budget, w, sizeof(*w));
		return cx_nomem(cx);
	}
	*out = (struct scan_worker *)w;
	return SHADE_OK;
}

static void mem_worker_close(struct shade_cx *cx, struct scan_worker *worker)
{
	struct mem_worker *w = (struct mem_worker *)worker;
	struct budget *budget = w->scan->budget;

	(void)cx;
	arena_free(w->arena);
	mem_free(budget, w, sizeof(*w));
}

static bool next_morsel(struct mem_worker *w)
{
	size_t i = atomic_fetch_add(&w->scan->next, 1);

	if (i >= w->scan->n_morsels)
		return false;
	w->now = w->scan->morsels[i];
	return true;
}

static void view_rowids(struct mem_worker *w, size_t at, size_t n, struct vector *v)
{
	const struct segment *s = w->now.seg;

	*v = (struct vector){ .type = type_of(TYPE_BIGINT), .data = w->ids };
	for (size_t i = 0; i < n; i++)
		w->ids[i] = segment_id(s, at + i);
}

static void view_rows(struct mem_worker *w, size_t at, size_t n, struct batch *out)
{
	const struct mem_table *t = w->scan->src->table;
	const struct scan_request *req = w->scan->req;
	struct rowgroup *group = w->now.seg->group;
	struct rowset one = { .n_cols = t->n_cols,
			      .types = (const struct type **)t->types,
			      .groups = &group,
			      .n_groups = 1 };

	arena_reset(w->arena);
	for (size_t i = 0; i < req->n_cols; i++) {
		if (req->cols[i] == t->n_cols)
			view_rowids(w, at, n, &out->cols[i]);
		else
			rowset_view(&one, 0, at, n, &req->cols[i], 1, &out->cols[i],
				    w->arena);
	}
}

/* Only the number of rows matters. */
static void count_rows(struct mem_worker *w, struct batch *out)
{
	size_t n = w->now.end - w->now.at;

	if (w->now.seg->n_deleted > 0)
		for (size_t i = w->now.at; i < w->now.end; i++)
			n -= segment_is_deleted(w->now.seg, i);
	out->n = n;
	w->now.at = w->now.end;
}

static shade_status mem_next(struct shade_cx *cx, struct scan_worker *worker,
			     struct batch *out)
{
	struct mem_worker *w = (struct mem_worker *)worker;
	const struct scan_request *req = w->scan->req;

	out->sel = NULL;
	out->weights = NULL;
	out->n_cols = req->n_cols;
	for (;;) {
		size_t at, n;

		out->n = 0;
		if (w->now.at >= w->now.end && !next_morsel(w))
			return SHADE_OK;
		at = w->now.at;
		out->seq = w->now.seq;
		if (req->n_cols == 0) {
			count_rows(w, out);
			if (out->n > 0)
				return SHADE_OK;
			continue;
		}
		n = w->now.end - at;
		n = n < SHADE_BATCH_ROWS ? n : SHADE_BATCH_ROWS;
		w->now.at += n;
		w->now.seq += n;
		out->n_sel = segment_select(w->now.seg, at, n, w->sel);
		if (out->n_sel == 0)
			continue;
		out->sel = out->n_sel < n ? w->sel : NULL;
		out->n = n;
		view_rows(w, at, n, out);
		return arena_failed(w->arena) ? cx_nomem(cx) : SHADE_OK;
	}
}

/* --- the source ---------------------------------------------------------- */

static void mem_release(struct source *s)
{
	struct mem_source *m = (struct mem_source *)s;

	mem_version_unref(m->version);
	m->version = NULL;
	if (m->table)
		table_unref(&m->table->base);
	m->table = NULL;
}

static void col_bounds(const struct mem_version *v, size_t col, struct value *min,
		       struct value *max)
{
	*min = *max = (struct value){ 0 };
	for (size_t i = 0; i < v->n_segs; i++) {
		const struct rowgroup_col *c = &v->segs[i]->group->cols[col];

		if (c->n_nulls == v->segs[i]->n)
			continue;
		if (!c->min.type || !c->max.type) {
			*min = *max = (struct value){ 0 };
			return;
		}
		if (!min->type || value_cmp(&c->min, min) < 0)
			*min = c->min;
		if (!max->type || value_cmp(&c->max, max) > 0)
			*max = c->max;
	}
}

shade_status mem_source_new(struct shade_cx *cx, struct mem_table *t,
			    struct source **out)
{
	struct mem_source *m = arena_new_of(cx->arena, struct mem_source);
	size_t n = t->n_cols + 1;
	struct value *min = arena_array(cx->arena, struct value, n);
	struct value *max = arena_array(cx->arena, struct value, n);

	m->base.cls = &mem_source_class;
	m->base.cols = t->cols;
	m->base.n_cols = n;
	m->base.est_rows = t->current->n_rows;
	m->base.rows_exact = true;
	for (size_t i = 0; i < t->n_cols; i++)
		col_bounds(t->current, i, &min[i], &max[i]);
	m->base.min = min;
	m->base.max = max;
	m->table = t;
	table_ref(&t->base);
	m->version = t->current;
	atomic_fetch_add(&m->version->refs, 1);
	*out = &m->base;
	return SHADE_OK;
}

const struct source_class mem_source_class = {
	.name = "table",
	.open = mem_scan_open,
	.max_workers = mem_max_workers,
	.worker_open = mem_worker_open,
	.next = mem_next,
	.worker_close = mem_worker_close,
	.close = mem_scan_close,
	.release = mem_release,
};
