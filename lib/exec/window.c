#include "exec/window.h"

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

shade_status win_sorted_col(struct win *w, size_t col, struct vector *out)
{
	struct vector all, *to;

	rows_col(w->rows, col, &all, w->arena);
	to = vector_new(w->arena, all.type, w->n + 1);
	if (w->n > 0)
		vector_gather32(w->arena, to, &all, w->order, w->n);
	if (arena_failed(w->arena))
		return cx_nomem(w->cx);
	*out = *to;
	return SHADE_OK;
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
