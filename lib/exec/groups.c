#include "exec/groups.h"

#include "exec/groups_internal.h"

shade_status groups_new(struct shade_cx *cx, size_t n_keys,
			const struct type *const *types, struct groups **out)
{
	struct arena *a = arena_new(cx->budget);
	struct groups *g;

	if (!a)
		return cx_nomem(cx);
	g = arena_new_of(a, struct groups);
	g->arena = a;
	g->budget = cx->budget;
	g->n_keys = n_keys;
	g->types = arena_array(a, const struct type *, n_keys);
	memcpy(g->types, types, n_keys * sizeof(*types));
	g->slots = arena_array(a, struct key_slot, n_keys);
	g->stored = arena_array(a, struct vector, n_keys);
	g->flat = arena_array(a, struct vector *, n_keys);
	g->unpacked = arena_array(a, struct vector *, n_keys);
	g->code_buf = arena_array(a, code2, SHADE_BATCH_ROWS);
	g->hash_buf = arena_array(a, uint64_t, SHADE_BATCH_ROWS);
	for (size_t k = 0; k < n_keys; k++)
		g->stored[k] = (struct vector){ .type = types[k] };
	if (n_keys == 0)
		g->form = GROUPS_NONE;
	else if (!groups_layout(g))
		g->form = GROUPS_HASHED;
	if (g->form == GROUPS_HASHED) {
		g->keys = rows_new(cx->budget, n_keys, g->types);
		if (!g->keys) {
			arena_free(a);
			return cx_nomem(cx);
		}
	}
	if (arena_failed(a)) {
		groups_free(g);
		return cx_nomem(cx);
	}
	*out = g;
	return SHADE_OK;
}

static void drop_packed(struct groups *g)
{
	buf_unref(g->codes);
	buf_unref(g->table);
	buf_unref(g->map);
	g->codes = g->table = g->map = NULL;
	g->is_ranged = false;
	g->mask = 0;
	g->null_gid = 0;
}

void groups_free(struct groups *g)
{
	if (!g)
		return;
	drop_packed(g);
	rows_free(g->keys);
	buf_unref(g->hashes);
	buf_unref(g->dir);
	arena_free(g->arena);
}

size_t groups_count(const struct groups *g)
{
	return g->n;
}

size_t groups_bytes(const struct groups *g)
{
	size_t n = 0;

	n += g->codes ? g->codes->cap : 0;
	n += g->table ? g->table->cap : 0;
	n += g->map ? g->map->cap : 0;
	n += g->hashes ? g->hashes->cap : 0;
	n += g->dir ? g->dir->cap : 0;
	n += g->keys ? rows_bytes(g->keys) : 0;
	return n;
}

/* --- a key too long for its word: all groups move on ---------------------- */

static shade_status find_packed(struct shade_cx *cx, struct groups *g,
				const struct vector *const *keys, size_t n, bool add,
				uint32_t *gids, bool *fits);

static shade_status move_groups(struct shade_cx *cx, struct groups *g,
				const struct groups *old)
{
	const struct vector *const *keys = (const struct vector *const *)g->unpacked;
	uint32_t *gids = arena_array(g->arena, uint32_t, SHADE_BATCH_ROWS);
	bool fits;

	for (size_t at = 0; at < old->n; at += SHADE_BATCH_ROWS) {
		size_t n = old->n - at;

		if (n > SHADE_BATCH_ROWS)
			n = SHADE_BATCH_ROWS;
		groups_unpack(old, NULL, at, n, g->unpacked, g->arena);
		if (g->form == GROUPS_HASHED)
			TRY(groups_find_hashed(cx, g, keys, n, true, gids));
		else
			TRY(find_packed(cx, g, keys, n, true, gids, &fits));
	}
	return SHADE_OK;
}

static shade_status move_on(struct shade_cx *cx, struct groups *g)
{
	struct groups old = *g;
	shade_status rc;

	old.slots = arena_dup(g->arena, g->slots, g->n_keys * sizeof(*g->slots));
	for (size_t k = 0; k < g->n_keys; k++) {
		if (!g->unpacked[k])
			g->unpacked[k] = vector_new(g->arena, g->types[k],
						    SHADE_BATCH_ROWS);
	}
	g->n = 0;
	g->codes = g->table = g->map = NULL;
	g->is_ranged = false;
	g->mask = 0;
	g->null_gid = 0;
	if (!groups_widen(g)) {
		g->form = GROUPS_HASHED;
		g->keys = rows_new(cx->budget, g->n_keys, g->types);
	}
	if (g->form == GROUPS_HASHED && !g->keys)
		rc = cx_nomem(cx);
	else
		rc = move_groups(cx, g, &old);
	drop_packed(&old);
	return rc;
}

/* --- finding -------------------------------------------------------------- */

/* Packing reads arrays: dictionaries are spread out first. */
static void flatten(struct groups *g, const struct vector *const *keys, size_t n,
		    const struct vector **out)
{
	for (size_t k = 0; k < g->n_keys; k++) {
		out[k] = keys[k];
		if (keys[k]->form != VECTOR_DICT)
			continue;
		if (!g->flat[k])
			g->flat[k] = vector_new(g->arena, g->types[k],
						SHADE_BATCH_ROWS);
		g->flat[k]->validity = NULL;
		vector_gather(g->arena, g->flat[k], keys[k], NULL, n);
		out[k] = g->flat[k];
	}
}

/* *fits = false: a key is too long, nothing was changed. */
static shade_status find_packed(struct shade_cx *cx, struct groups *g,
				const struct vector *const *keys, size_t n, bool add,
				uint32_t *gids, bool *fits)
{
	if (g->form == GROUPS_WORD) {
		*fits = groups_pack1(g, keys, n, (uint64_t *)(void *)g->code_buf);
		return *fits ? groups_find1(cx, g, keys[0], n, add, gids) : SHADE_OK;
	}
	*fits = groups_pack2(g, keys, n, g->code_buf);
	return *fits ? groups_find2(cx, g, n, add, gids) : SHADE_OK;
}

enum { FEW_KEYS = 32 };

static shade_status find(struct shade_cx *cx, struct groups *g,
			 const struct vector *const *keys, size_t n, bool add,
			 uint32_t *gids)
{
	const struct vector *few[FEW_KEYS];
	const struct vector **flat = few;

	if (n == 0)
		return SHADE_OK;
	if (g->form == GROUPS_NONE) {
		if (add)
			g->n = 1;
		for (size_t i = 0; i < n; i++)
			gids[i] = g->n ? 0 : UINT32_MAX;
		return SHADE_OK;
	}
	if (g->form == GROUPS_HASHED)
		return groups_find_hashed(cx, g, keys, n, add, gids);
	/* packed tables have at most 16 keys */
	flatten(g, keys, n, flat);
	for (;;) {
		bool fits = true;

		if (g->form == GROUPS_HASHED)
			return groups_find_hashed(cx, g, keys, n, add, gids);
		TRY(find_packed(cx, g, flat, n, add, gids, &fits));
		if (fits)
			return SHADE_OK;
		TRY(move_on(cx, g));
	}
}

shade_status groups_find(struct shade_cx *cx, struct groups *g,
			 const struct vector *const *keys, size_t n, uint32_t *gids)
{
	return find(cx, g, keys, n, true, gids);
}

shade_status groups_probe(struct shade_cx *cx, struct groups *g,
			  const struct vector *const *keys, size_t n, uint32_t *gids)
{
	return find(cx, g, keys, n, false, gids);
}

void groups_keys(const struct groups *g, const uint32_t *gids, size_t at, size_t n,
		 struct vector *const *out, struct arena *a)
{
	uint32_t pos[SHADE_BATCH_ROWS];

	if (g->form == GROUPS_NONE || n == 0)
		return;
	if (g->form != GROUPS_HASHED) {
		groups_unpack(g, gids, at, n, out, a);
		return;
	}
	if (!gids) {
		for (size_t i = 0; i < n; i++)
			pos[i] = (uint32_t)(at + i);
		gids = pos;
	}
	for (size_t k = 0; k < g->n_keys; k++) {
		out[k]->validity = NULL;
		out[k]->form = VECTOR_FLAT;
		vector_gather32(a, out[k], &g->stored[k], gids, n);
	}
}
