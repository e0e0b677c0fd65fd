/*
 * window.c - what the window functions share: results, peers, partitions.
 */
#include "exec/window.h"

#include "exec/groups.h"

shade_status win_flush(struct win *w, struct win_func *f)
{
	if (!colbuf_append(&f->result, &f->heap, w->cx->budget, f->buf, NULL, f->n_buf))
		return cx_nomem(w->cx);
	f->n_buf = 0;
	f->buf->validity = NULL;
	f->buf->form = VECTOR_FLAT;
	return SHADE_OK;
}

shade_status win_put_int(struct win *w, struct win_func *f, int64_t v)
{
	TRY(win_room(w, f));
	if (type_phys(f->buf->type) == PHYS_I32)
		((int32_t *)f->buf->data)[f->n_buf++] = (int32_t)v;
	else
		((int64_t *)f->buf->data)[f->n_buf++] = v;
	return SHADE_OK;
}

shade_status win_put_double(struct win *w, struct win_func *f, double v)
{
	TRY(win_room(w, f));
	((double *)f->buf->data)[f->n_buf++] = v;
	return SHADE_OK;
}

size_t win_peers_end(const struct win *w, size_t i, size_t end)
{
	for (i++; i < end && !win_is_peer_start(w, i); i++)
		;
	return i;
}

size_t win_peers_begin(const struct win *w, size_t i, size_t begin)
{
	while (i > begin && !win_is_peer_start(w, i))
		i--;
	return i;
}

shade_status win_in_order(struct win *w, const struct vector *all, struct vector *out)
{
	struct vector *to = vector_new(w->arena, all->type, w->n + 1);

	if (w->n > 0)
		vector_gather32(w->arena, to, all, w->order, w->n);
	if (arena_failed(w->arena))
		return cx_nomem(w->cx);
	*out = *to;
	return SHADE_OK;
}

shade_status win_sorted_col(struct win *w, size_t col, struct vector *out)
{
	struct vector all;

	rows_col(w->rows, col, &all, w->arena);
	return win_in_order(w, &all, out);
}

void win_slice(const struct vector *v, size_t at, size_t n, struct vector *out,
	       struct arena *a)
{
	enum phys phys = type_phys(v->type);

	*out = *v;
	if (v->form == VECTOR_CONST)
		return;
	if (v->validity)
		out->validity = validity_slice(v->validity, at, n, a);
	if (phys != PHYS_ROW) {
		out->data = (uint8_t *)v->data + at * phys_width(phys);
		return;
	}
	out->children = arena_array(a, struct vector, v->type->n_children);
	for (size_t k = 0; k < v->type->n_children; k++)
		win_slice(&v->children[k], at, n, &out->children[k], a);
}

static shade_status number_rows(struct win *w, struct groups *g, const size_t *cols,
				uint32_t *ids)
{
	size_t n_keys = w->spec->n_partition;
	struct vector *all = cols_new(w->arena, n_keys),
		      *part = cols_new(w->arena, n_keys);
	const struct vector **keys = arena_array(w->arena, const struct vector *,
						 n_keys);

	for (size_t k = 0; k < n_keys; k++) {
		rows_col(w->rows, cols[k], &all[k], w->arena);
		keys[k] = &part[k];
	}
	for (size_t at = 0; at < w->n; at += SHADE_BATCH_ROWS) {
		size_t n = w->n - at < SHADE_BATCH_ROWS ? w->n - at : SHADE_BATCH_ROWS;

		for (size_t k = 0; k < n_keys; k++)
			win_slice(&all[k], at, n, &part[k], w->arena);
		TRY(groups_find(w->cx, g, keys, n, ids + at));
	}
	return SHADE_OK;
}

shade_status win_partition_ids(struct win *w, const size_t *cols, struct vector *out)
{
	size_t n = w->spec->n_partition;
	const struct type **types = arena_array(w->arena, const struct type *, n + 1);
	struct groups *g;
	shade_status rc;

	for (size_t k = 0; k < n; k++)
		types[k] = w->spec->partition[k]->type;
	*out = *vector_new(w->arena, type_of(TYPE_INT), w->n + 1);
	if (arena_failed(w->arena))
		return cx_nomem(w->cx);
	TRY(groups_new(w->cx, n, types, &g));
	rc = number_rows(w, g, cols, out->data);
	groups_free(g);
	return rc;
}
