#include "column/rowset.h"

#include "column/colbuf.h"

/* The open group. */
struct rowset_writer {
	struct colbuf *cols; /* rowset's n_cols */
	struct strheap heap;
	size_t n;
};

/* --- groups --------------------------------------------------------------- */

static void group_col_release(struct rowgroup_col *c, size_t n_children,
			      struct budget *budget)
{
	buf_unref(c->data);
	buf_unref(c->validity);
	if (!c->children)
		return;
	for (size_t i = 0; i < n_children; i++)
		group_col_release(&c->children[i], c->children[i].n_children, budget);
	mem_free(budget, c->children, n_children * sizeof(*c->children));
}

struct rowgroup *rowgroup_ref(struct rowgroup *g)
{
	atomic_fetch_add_explicit(&g->refs, 1, memory_order_relaxed);
	return g;
}

void rowgroup_unref(struct rowgroup *g)
{
	struct budget *budget = g->budget;

	if (atomic_fetch_sub_explicit(&g->refs, 1, memory_order_acq_rel) != 1)
		return;
	for (size_t i = 0; g->cols && i < g->n_cols; i++)
		group_col_release(&g->cols[i], g->cols[i].n_children, budget);
	for (size_t i = 0; i < g->n_heaps; i++)
		buf_unref(g->heaps[i]);
	mem_free(budget, g->heaps, g->n_heaps * sizeof(*g->heaps));
	mem_free(budget, g->cols, (g->n_cols + 1) * sizeof(*g->cols));
	mem_free(budget, g, sizeof(*g));
	budget_unref(budget);
}

/* Move the buffers of a column; false: refused, to be released all the same. */
static bool group_col_take(struct rowgroup_col *dst, struct colbuf *src,
			   struct budget *budget)
{
	size_t n = src->type->n_children;

	dst->data = src->data;
	dst->validity = src->n_nulls > 0 ? src->validity : NULL;
	if (!dst->validity)
		buf_unref(src->validity);
	src->data = src->validity = NULL;
	dst->n_nulls = src->n_nulls;
	if (!src->children)
		return true;
	dst->children = mem_alloc(budget, n * sizeof(*dst->children));
	if (!dst->children)
		return false;
	dst->n_children = n;
	dst->child_n = src->phys == PHYS_LIST ? src->children[0].n : src->n;
	for (size_t i = 0; i < n; i++) {
		if (!group_col_take(&dst->children[i], &src->children[i], budget))
			return false;
	}
	return true;
}

/* --- bounds --------------------------------------------------------------- */

#define BOUNDS(T)                                                 \
	do {                                                      \
		const T *v = (const T *)(const void *)c->data->p; \
		T lo = v[0], hi = v[0];                           \
		for (size_t i = 1; i < n; i++) {                  \
			lo = v[i] < lo ? v[i] : lo;               \
			hi = v[i] > hi ? v[i] : hi;               \
		}                                                 \
		min = lo;                                         \
		max = hi;                                         \
	} while (0)

/* Only for columns without NULLs stored as plain integers: slots of NULLs hold
 * anything. */
static void group_col_bounds(struct rowgroup_col *c, const struct type *t, size_t n)
{
	int64_t min, max;

	if (n == 0 || c->n_nulls > 0 || !c->data)
		return;
	switch (type_phys(t)) {
	case PHYS_I8: BOUNDS(int8_t); break;
	case PHYS_I16: BOUNDS(int16_t); break;
	case PHYS_I32: BOUNDS(int32_t); break;
	case PHYS_I64: BOUNDS(int64_t); break;
	default: return;
	}
	c->min = (struct value){ .type = t, .i = min };
	c->max = (struct value){ .type = t, .i = max };
}

#undef BOUNDS

/* --- lists of groups ------------------------------------------------------ */

static bool rowset_room(struct rowset *rs, size_t more)
{
	size_t cap = rs->cap_groups ? rs->cap_groups : 8;
	struct rowgroup **groups;

	while (cap < rs->n_groups + more)
		cap *= 2;
	if (cap == rs->cap_groups)
		return true;
	groups = mem_realloc(rs->budget, rs->groups, rs->cap_groups * sizeof(*groups),
			     cap * sizeof(*groups));
	if (!groups)
		return false;
	rs->groups = groups;
	rs->cap_groups = cap;
	return true;
}

struct rowset *rowset_new(struct budget *budget, size_t n_cols,
			  const struct type *const *types)
{
	struct rowset *rs = mem_alloc(budget, sizeof(*rs));

	if (!rs)
		return NULL;
	rs->budget = budget_ref(budget);
	rs->n_cols = n_cols;
	rs->arena = arena_new(budget);
	if (!rs->arena) {
		rowset_free(rs);
		return NULL;
	}
	rs->types = arena_array(rs->arena, const struct type *, n_cols);
	for (size_t i = 0; i < n_cols; i++)
		rs->types[i] = type_dup(rs->arena, types[i]);
	if (arena_failed(rs->arena)) {
		rowset_free(rs);
		return NULL;
	}
	return rs;
}

static void writer_free(struct rowset *rs)
{
	struct rowset_writer *w = rs->writer;

	if (!w)
		return;
	for (size_t i = 0; w->cols && i < rs->n_cols; i++) {
		if (w->cols[i].type)
			colbuf_release(&w->cols[i], rs->budget);
	}
	mem_free(rs->budget, w->cols, (rs->n_cols + 1) * sizeof(*w->cols));
	strheap_release(&w->heap);
	mem_free(rs->budget, w, sizeof(*w));
	rs->writer = NULL;
}

void rowset_free(struct rowset *rs)
{
	struct budget *budget;

	if (!rs)
		return;
	budget = rs->budget;
	writer_free(rs);
	for (size_t i = 0; i < rs->n_groups; i++)
		rowgroup_unref(rs->groups[i]);
	mem_free(budget, rs->groups, rs->cap_groups * sizeof(struct rowgroup *));
	if (rs->arena)
		arena_free(rs->arena);
	mem_free(budget, rs, sizeof(*rs));
	budget_unref(budget);
}

struct rowset *rowset_dup(const struct rowset *rs)
{
	struct rowset *out = rowset_new(rs->budget, rs->n_cols, rs->types);

	if (!out)
		return NULL;
	if (!rowset_room(out, rs->n_groups)) {
		rowset_free(out);
		return NULL;
	}
	for (size_t i = 0; i < rs->n_groups; i++) {
		atomic_fetch_add_explicit(&rs->groups[i]->refs, 1,
					  memory_order_relaxed);
		out->groups[i] = rs->groups[i];
	}
	out->n_groups = rs->n_groups;
	out->n_rows = rs->n_rows;
	return out;
}

shade_status rowset_concat(struct shade_cx *cx, struct rowset *dst, struct rowset *src)
{
	TRY(rowset_finish(cx, dst));
	TRY(rowset_finish(cx, src));
	if (!rowset_room(dst, src->n_groups))
		return cx_nomem(cx);
	for (size_t i = 0; i < src->n_groups; i++)
		dst->groups[dst->n_groups++] = src->groups[i];
	dst->n_rows += src->n_rows;
	src->n_groups = 0;
	src->n_rows = 0;
	return SHADE_OK;
}

/* --- writing -------------------------------------------------------------- */

static bool writer_open(struct rowset *rs)
{
	struct rowset_writer *w = mem_alloc(rs->budget, sizeof(*w));

	if (!w)
		return false;
	rs->writer = w;
	w->heap.budget = rs->budget;
	w->cols = mem_alloc(rs->budget, (rs->n_cols + 1) * sizeof(*w->cols));
	if (!w->cols)
		return false;
	for (size_t i = 0; i < rs->n_cols; i++) {
		if (!colbuf_init(&w->cols[i], rs->budget, rs->types[i]))
			return false;
	}
	return true;
}

static bool writer_seal(struct rowset *rs)
{
	struct rowset_writer *w = rs->writer;
	struct rowgroup *g;
	bool ok = true;

	if (!rowset_room(rs, 1))
		return false;
	g = mem_alloc(rs->budget, sizeof(*g));
	if (!g)
		return false;
	g->refs = 1;
	g->n = w->n;
	g->n_cols = rs->n_cols;
	g->budget = budget_ref(rs->budget);
	g->cols = mem_alloc(rs->budget, (rs->n_cols + 1) * sizeof(*g->cols));
	ok = g->cols != NULL;
	for (size_t i = 0; ok && i < rs->n_cols; i++) {
		ok = group_col_take(&g->cols[i], &w->cols[i], rs->budget);
		if (ok)
			group_col_bounds(&g->cols[i], rs->types[i], g->n);
	}
	if (ok && w->heap.n_bufs > 0) {
		g->heaps = mem_alloc(rs->budget, w->heap.n_bufs * sizeof(*g->heaps));
		ok = g->heaps != NULL;
	}
	if (!ok) {
		rowgroup_unref(g);
		return false;
	}
	for (size_t i = 0; i < w->heap.n_bufs; i++)
		g->heaps[i] = w->heap.bufs[i];
	g->n_heaps = w->heap.n_bufs;
	w->heap.n_bufs = 0;
	rs->groups[rs->n_groups++] = g;
	writer_free(rs);
	return true;
}

shade_status rowset_append(struct shade_cx *cx, struct rowset *rs,
			   const struct batch *b)
{
	size_t n = batch_rows(b);

	for (size_t at = 0; at < n;) {
		struct rowset_writer *w;
		size_t m;

		if (!rs->writer && !writer_open(rs)) {
			writer_free(rs);
			return cx_nomem(cx);
		}
		w = rs->writer;
		m = ROWGROUP_ROWS - w->n;
		if (m > n - at)
			m = n - at;
		for (size_t i = 0; i < rs->n_cols; i++) {
			if (!colbuf_append_part(&w->cols[i], &w->heap, rs->budget,
						&b->cols[i], b->sel, at, m))
				return cx_nomem(cx);
		}
		w->n += m;
		rs->n_rows += m;
		at += m;
		if (w->n == ROWGROUP_ROWS && !writer_seal(rs))
			return cx_nomem(cx);
	}
	return SHADE_OK;
}

shade_status rowset_finish(struct shade_cx *cx, struct rowset *rs)
{
	if (rs->writer && rs->writer->n == 0)
		writer_free(rs);
	if (rs->writer && !writer_seal(rs))
		return cx_nomem(cx);
	return SHADE_OK;
}

/* --- reading -------------------------------------------------------------- */

static void col_view(const struct rowgroup_col *c, const struct type *t, size_t at,
		     size_t n, struct vector *out, struct arena *a)
{
	size_t width = phys_width(type_phys(t));

	*out = (struct vector){ .type = t, .form = VECTOR_FLAT };
	if (c->data)
		out->data = c->data->p + at * width;
	if (c->validity)
		out->validity = validity_slice((uint64_t *)(void *)c->validity->p, at,
					       n, a);
	if (!c->children)
		return;
	out->children = arena_array(a, struct vector, t->n_children);
	for (size_t i = 0; i < t->n_children; i++) {
		bool is_list = type_phys(t) == PHYS_LIST;

		col_view(&c->children[i], t->children[i], is_list ? 0 : at,
			 is_list ? c->child_n : n, &out->children[i], a);
	}
	if (type_phys(t) == PHYS_LIST)
		out->child_n = c->child_n;
}

void rowset_view(const struct rowset *rs, size_t g, size_t at, size_t n,
		 const size_t *which, size_t n_which, struct vector *cols,
		 struct arena *a)
{
	const struct rowgroup *group = rs->groups[g];

	for (size_t i = 0; i < n_which; i++)
		col_view(&group->cols[which[i]], rs->types[which[i]], at, n, &cols[i],
			 a);
}
