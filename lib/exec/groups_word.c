/*
 * groups_word.c - group tables of packed keys, and of one integer key by
 * array.
 */
#include "exec/groups_internal.h"

/* --- the array: gid + 1 by key - lo --------------------------------------- */

/* Ranges up to this are worth an array from the start. */
#define SMALL_RANGE ((uint64_t)8192)
/* An array may have this many entries for each group. */
#define RANGE_PER_GROUP 8

/* The key of a packed integer. */
static int64_t code_int(const struct key_slot *s, uint64_t code)
{
	switch (s->bytes) {
	case 1: return (int8_t)code;
	case 2: return (int16_t)code;
	case 4: return (int32_t)code;
	default: return (int64_t)code;
	}
}

static bool can_range(const struct groups *g)
{
	enum phys p = g->slots[0].phys;

	return g->n_keys == 1 && (p == PHYS_BOOL || p == PHYS_I8 || p == PHYS_I16 ||
				  p == PHYS_I32 || p == PHYS_I64);
}

#define BOUNDS(T)                                                    \
	do {                                                         \
		const T *v = key->data;                              \
		T a = v[first], b = v[first];                        \
		for (size_t i = first; i < n; i++) {                 \
			bool use = !valid || validity_get(valid, i); \
			a = use && v[i] < a ? v[i] : a;              \
			b = use && v[i] > b ? v[i] : b;              \
		}                                                    \
		*lo = a;                                             \
		*hi = b;                                             \
	} while (0)

/* False when all are NULL. */
static bool key_bounds(const struct vector *key, size_t n, int64_t *lo, int64_t *hi)
{
	const uint64_t *valid = key->validity;
	size_t first = 0;

	if (key->form == VECTOR_CONST)
		n = 1;
	while (first < n && valid && !validity_get(valid, first))
		first++;
	if (first == n)
		return false;
	switch (type_phys(key->type)) {
	case PHYS_I8: BOUNDS(int8_t); break;
	case PHYS_I16: BOUNDS(int16_t); break;
	case PHYS_I32: BOUNDS(int32_t); break;
	case PHYS_I64: BOUNDS(int64_t); break;
	default: BOUNDS(uint8_t); break;
	}
	return true;
}

#undef BOUNDS

/* Widen [*lo, *hi] to the groups so far. */
static void group_bounds(const struct groups *g, int64_t *lo, int64_t *hi)
{
	const uint64_t *codes = g->n ? (uint64_t *)(void *)g->codes->p : NULL;

	for (size_t i = 0; i < g->n; i++) {
		int64_t v = code_int(&g->slots[0], codes[i]);

		if (i + 1 == g->null_gid)
			continue;
		*lo = v < *lo ? v : *lo;
		*hi = v > *hi ? v : *hi;
	}
}

/* An array for [lo, hi] with the groups so far; false: refused. */
static bool range_build(struct groups *g, int64_t lo, int64_t hi)
{
	size_t n = (size_t)((uint64_t)hi - (uint64_t)lo) + 1;
	const uint64_t *codes = g->codes ? (uint64_t *)(void *)g->codes->p : NULL;
	struct buf *map = buf_new(g->budget, n * sizeof(uint32_t));
	uint32_t *to;

	if (!map)
		return false;
	to = (uint32_t *)(void *)map->p;
	memset(to, 0, n * sizeof(*to));
	for (size_t i = 0; i < g->n; i++) {
		if (i + 1 != g->null_gid)
			to[code_int(&g->slots[0], codes[i]) - lo] = (uint32_t)(i + 1);
	}
	buf_unref(g->map);
	g->map = map;
	g->map_lo = lo;
	g->map_n = n;
	g->is_ranged = true;
	return true;
}

static uint64_t range_of(int64_t lo, int64_t hi)
{
	return (uint64_t)hi - (uint64_t)lo;
}

static bool range_allowed(const struct groups *g, uint64_t range)
{
	return range < SMALL_RANGE || range < g->n * RANGE_PER_GROUP;
}

/* Room on both sides, so that a growing range is not remade each time. */
static bool range_make(struct groups *g, int64_t lo, int64_t hi)
{
	int64_t slack = (int64_t)(range_of(lo, hi) / 4 + 64);

	if (lo > INT64_MIN + slack)
		lo -= slack;
	if (hi < INT64_MAX - slack)
		hi += slack;
	return range_build(g, lo, hi);
}

/* Make the array cover the batch, or give it up. */
static bool range_ready(struct groups *g, const struct vector *key, size_t n)
{
	int64_t lo, hi;

	if (!key_bounds(key, n, &lo, &hi))
		return g->is_ranged;
	if (g->is_ranged && lo >= g->map_lo && range_of(g->map_lo, hi) < g->map_n &&
	    hi >= g->map_lo)
		return true;
	g->is_ranged = false;
	if (range_of(lo, hi) < SMALL_RANGE || g->n > 0) {
		group_bounds(g, &lo, &hi);
		if (range_allowed(g, range_of(lo, hi)))
			range_make(g, lo, hi);
	}
	return g->is_ranged;
}

static uint32_t null_group(struct groups *g, bool add)
{
	if (g->null_gid == 0) {
		if (!add)
			return UINT32_MAX;
		((uint64_t *)(void *)g->codes->p)[g->n] = 0;
		g->null_gid = (uint32_t)++g->n;
	}
	return g->null_gid - 1;
}

#define FIND(T)                                                         \
	do {                                                            \
		const T *v = key->data;                                 \
		for (size_t i = 0; i < n; i++) {                        \
			uint32_t *at = &map[(int64_t)v[i & step] - lo]; \
			if (__builtin_expect(*at == 0, 0)) {            \
				codes[g->n] = bits[i];                  \
				*at = (uint32_t)++g->n;                 \
			}                                               \
			gids[i] = *at - 1;                              \
		}                                                       \
	} while (0)

/* All keys are in the array's range. */
static void range_find(struct groups *g, const struct vector *key, size_t n,
		       uint32_t *gids)
{
	uint32_t *map = (uint32_t *)(void *)g->map->p;
	uint64_t *codes = (uint64_t *)(void *)g->codes->p;
	const uint64_t *bits = (const uint64_t *)g->code_buf;
	size_t step = key->form == VECTOR_CONST ? 0 : SIZE_MAX;
	int64_t lo = g->map_lo;

	switch (type_phys(key->type)) {
	case PHYS_I8: FIND(int8_t); break;
	case PHYS_I16: FIND(int16_t); break;
	case PHYS_I32: FIND(int32_t); break;
	case PHYS_I64: FIND(int64_t); break;
	default: FIND(uint8_t); break;
	}
}

#undef FIND

/* NULLs and, when only probing, keys outside of the range. */
static void range_find_slow(struct groups *g, const struct vector *key, size_t n,
			    bool add, uint32_t *gids)
{
	uint32_t *map = (uint32_t *)(void *)g->map->p;
	const uint64_t *bits = (const uint64_t *)g->code_buf;
	size_t step = key->form == VECTOR_CONST ? 0 : SIZE_MAX;

	for (size_t i = 0; i < n; i++) {
		uint64_t at;

		if (!validity_get(key->validity, i & step)) {
			gids[i] = null_group(g, add);
			continue;
		}
		at = (uint64_t)code_int(&g->slots[0], bits[i]) - (uint64_t)g->map_lo;
		if (at >= g->map_n || (map[at] == 0 && !add)) {
			gids[i] = UINT32_MAX;
			continue;
		}
		if (map[at] == 0) {
			((uint64_t *)(void *)g->codes->p)[g->n] = bits[i];
			map[at] = (uint32_t)++g->n;
		}
		gids[i] = map[at] - 1;
	}
}

/* --- the hash table ------------------------------------------------------- */

#define WORD uint64_t
#define SLOT struct slot1
#define HASH code_hash
#define NAME(x) x##1
#include "exec/groups_word.inc"
#undef WORD
#undef SLOT
#undef HASH
#undef NAME

#define WORD code2
#define SLOT struct slot2
#define HASH code2_hash
#define NAME(x) x##2
#include "exec/groups_word.inc"
#undef WORD
#undef SLOT
#undef HASH
#undef NAME

/* A growing table of one dense integer key had better be an array. */
static bool range_instead(struct groups *g, const struct vector *key, size_t n)
{
	int64_t lo, hi;

	if (g->n < SMALL_RANGE || (g->n + n) * 2 <= g->mask ||
	    !key_bounds(key, n, &lo, &hi))
		return false;
	group_bounds(g, &lo, &hi);
	if (!range_allowed(g, range_of(lo, hi)) || !range_make(g, lo, hi))
		return false;
	buf_unref(g->table);
	g->table = NULL;
	g->mask = 0;
	return true;
}

/* A key without room for a NULL bit. */
static bool is_lone(const struct groups *g)
{
	return g->n_keys == 1 && g->slots[0].phys != PHYS_STR;
}

static uint32_t table_find_one1(struct groups *g, uint64_t code, bool add)
{
	struct slot1 *slots = (struct slot1 *)(void *)g->table->p;
	uint64_t *codes = (uint64_t *)(void *)(g->codes ? g->codes->p : NULL);

	return find_from1(g, slots, codes, code_hash(code) >> g->shift, code, add);
}

static void find_with_nulls(struct groups *g, const struct vector *key, size_t n,
			    bool add, uint32_t *gids)
{
	const uint64_t *bits = (const uint64_t *)g->code_buf;
	size_t step = key->form == VECTOR_CONST ? 0 : SIZE_MAX;

	for (size_t i = 0; i < n; i++) {
		if (validity_get(key->validity, i & step))
			gids[i] = table_find_one1(g, bits[i], add);
		else
			gids[i] = null_group(g, add);
	}
}

shade_status groups_find1(struct shade_cx *cx, struct groups *g,
			  const struct vector *key, size_t n, bool add, uint32_t *gids)
{
	if (add && !reserve_codes1(g, n))
		return cx_nomem(cx);
	if (can_range(g)) {
		bool ranged = g->is_ranged;

		if (add && (ranged || !g->table))
			ranged = range_ready(g, key, n);
		else if (add)
			ranged = range_instead(g, key, n);
		if (ranged) {
			if (add && !key->validity)
				range_find(g, key, n, gids);
			else
				range_find_slow(g, key, n, add, gids);
			return SHADE_OK;
		}
	}
	if (!table_room1(g, n))
		return cx_nomem(cx);
	if (key->validity && is_lone(g))
		find_with_nulls(g, key, n, add, gids);
	else
		table_find1(g, n, add, gids);
	return SHADE_OK;
}

shade_status groups_find2(struct shade_cx *cx, struct groups *g, size_t n, bool add,
			  uint32_t *gids)
{
	if ((add && !reserve_codes2(g, n)) || !table_room2(g, n))
		return cx_nomem(cx);
	table_find2(g, n, add, gids);
	return SHADE_OK;
}
