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

static shade_status add_group(struct shade_cx *cx, struct groups *g,
			      const struct vector *const *keys, size_t row,
			      uint64_t hash)
{
	uint16_t sel = (uint16_t)row;

	TRY(rows_append_cols(cx, g->keys, keys, &sel, 1));
	((uint64_t *)(void *)g->hashes->p)[g->n++] = hash;
	stored_refresh(g);
	return SHADE_OK;
}

shade_status groups_find_hashed(struct shade_cx *cx, struct groups *g,
				const struct vector *const *keys, size_t n, bool add,
				uint32_t *gids)
{
	uint64_t *hash = g->hash_buf;
	uint64_t *dir;

	if (!dir_room(g, n) || (add && !hashes_room(g, n)))
		return cx_nomem(cx);
	for (size_t k = 0; k < g->n_keys; k++)
		vector_hash(keys[k], n, hash, k > 0);
	dir = (uint64_t *)(void *)g->dir->p;
	for (size_t i = 0; i < n; i++) {
		uint64_t salt = hash[i] & ~(uint64_t)UINT32_MAX;
		size_t at = hash[i] & g->dir_mask;

		if (i + 12 < n)
			__builtin_prefetch(&dir[hash[i + 12] & g->dir_mask]);
		for (;; at = (at + 1) & g->dir_mask) {
			uint64_t e = dir[at];

			if (e == 0) {
				gids[i] = UINT32_MAX;
				if (!add)
					break;
				TRY(add_group(cx, g, keys, i, hash[i]));
				dir[at] = salt | g->n;
				gids[i] = (uint32_t)(g->n - 1);
				break;
			}
			if ((e & ~(uint64_t)UINT32_MAX) != salt)
				continue;
			gids[i] = (uint32_t)e - 1;
			if (keys_equal(g, keys, i, gids[i]))
				break;
		}
	}
	return SHADE_OK;
}
