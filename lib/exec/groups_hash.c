/*
 * groups_hash.c - the general group table: hash, then compare the columns.
 */
#include "exec/groups_internal.h"

static bool dir_room(struct groups *g, size_t n)
{
	size_t size = 1024;
	const uint64_t *hashes;
	struct buf *dir;
	uint64_t *to;

	if (g->dir && (g->n + n) * 2 <= g->dir_mask)
		return true;
	while (size < (g->n + n) * 2 + 1)
		size *= 2;
	if (g->dir && size <= g->dir_mask + 1)
		return true;
	if (g->n > 16384)
		size *= 2;
	dir = buf_new(g->budget, size * sizeof(uint64_t));
	if (!dir)
		return false;
	to = (uint64_t *)(void *)dir->p;
	memset(to, 0, size * sizeof(*to));
	buf_unref(g->dir);
	g->dir = dir;
	g->dir_mask = size - 1;
	hashes = (const uint64_t *)(const void *)(g->hashes ? g->hashes->p : NULL);
	for (size_t i = 0; i < g->n; i++) {
		size_t at = hashes[i] & g->dir_mask;

		while (to[at] != 0)
			at = (at + 1) & g->dir_mask;
		to[at] = (hashes[i] & ~(uint64_t)UINT32_MAX) | (i + 1);
	}
	return true;
}

static bool hashes_room(struct groups *g, size_t n)
{
	size_t need = (g->n + n + 1) * sizeof(uint64_t);

	if (g->n + n > GROUPS_MAX)
		return false;
	return buf_room(&g->hashes, g->budget, need);
}

/* The views of the kept keys, after they may have moved. */
static void stored_refresh(struct groups *g)
{
	for (size_t k = 0; k < g->n_keys; k++) {
		const struct colbuf *c = &g->keys->cols[k];
		struct vector *v = &g->stored[k];

		v->data = c->data ? c->data->p : NULL;
		v->validity = c->n_nulls ? (uint64_t *)(void *)c->validity->p : NULL;
		if (c->children)
			colbuf_view(c, 0, c->n, v, g->arena);
	}
}

static bool key_equal(const struct vector *v, size_t i, const struct vector *stored,
		      size_t gid)
{
	size_t at;

	if (v->form == VECTOR_DICT || v->children)
		return vector_rows_equal(v, i, stored, gid);
	at = v->form == VECTOR_CONST ? 0 : i;
	if (v->validity || stored->validity) {
		bool is_null = !validity_get(v->validity, at);

		if (is_null || !validity_get(stored->validity, gid))
			return is_null == !validity_get(stored->validity, gid);
	}
	switch (type_phys(v->type)) {
	case PHYS_I32:
		return ((const int32_t *)v->data)[at] ==
		       ((const int32_t *)stored->data)[gid];
	case PHYS_I64:
		return ((const int64_t *)v->data)[at] ==
		       ((const int64_t *)stored->data)[gid];
	case PHYS_STR:
		return strv_eq((const struct strv *)v->data + at,
			       (const struct strv *)stored->data + gid);
	default: return vector_rows_equal(v, i, stored, gid);
	}
}

static bool keys_equal(const struct groups *g, const struct vector *const *keys,
		       size_t row, size_t gid)
{
	for (size_t k = 0; k < g->n_keys; k++) {
		if (!key_equal(keys[k], row, &g->stored[k], gid))
			return false;
	}
	return true;
}

/* The keys of a new group of this batch are still in the batch. */
static bool same_batch_equal(const struct groups *g, const struct vector *const *keys,
			     size_t i, size_t j)
{
	for (size_t k = 0; k < g->n_keys; k++) {
		if (!vector_rows_equal(keys[k], i, keys[k], j))
			return false;
	}
	return true;
}

struct finder {
	struct groups *g;
	const struct vector *const *keys;
	uint64_t *dir;
	size_t n_stored; /* groups whose keys are in g->keys */
	uint16_t added[SHADE_BATCH_ROWS]; /* rows of the others */
	bool add;
};

static uint32_t find_row(struct finder *f, size_t row, uint64_t hash)
{
	struct groups *g = f->g;
	uint64_t salt = hash & ~(uint64_t)UINT32_MAX;

	for (size_t at = hash & g->dir_mask;; at = (at + 1) & g->dir_mask) {
		uint64_t e = f->dir[at];
		uint32_t gid = (uint32_t)e - 1;

		if (e == 0) {
			if (!f->add)
				return UINT32_MAX;
			f->added[g->n - f->n_stored] = (uint16_t)row;
			((uint64_t *)(void *)g->hashes->p)[g->n++] = hash;
			f->dir[at] = salt | g->n;
			return (uint32_t)(g->n - 1);
		}
		if ((e & ~(uint64_t)UINT32_MAX) != salt)
			continue;
		if (gid < f->n_stored ? keys_equal(g, f->keys, row, gid)
				      : same_batch_equal(g, f->keys, row,
							 f->added[gid - f->n_stored]))
			return gid;
	}
}

shade_status groups_find_hashed(struct shade_cx *cx, struct groups *g,
				const struct vector *const *keys, size_t n, bool add,
				uint32_t *gids)
{
	struct finder f = { .g = g, .keys = keys, .n_stored = g->n, .add = add };
	uint64_t *hash = g->hash_buf;
	enum { AHEAD = 12 };

	if (!dir_room(g, n) || (add && !hashes_room(g, n)))
		return cx_nomem(cx);
	for (size_t k = 0; k < g->n_keys; k++)
		vector_hash(keys[k], n, hash, k > 0);
	f.dir = (uint64_t *)(void *)g->dir->p;
	for (size_t i = 0; i < n; i++) {
		if (i + AHEAD < n)
			__builtin_prefetch(&f.dir[hash[i + AHEAD] & g->dir_mask]);
		gids[i] = find_row(&f, i, hash[i]);
	}
	if (g->n == f.n_stored)
		return SHADE_OK;
	TRY(rows_append_cols(cx, g->keys, keys, f.added, g->n - f.n_stored));
	stored_refresh(g);
	return SHADE_OK;
}
