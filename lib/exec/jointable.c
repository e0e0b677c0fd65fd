/*
 * jointable.c - the rows of a hash join's kept side by the codes of their keys.
 */
#include "exec/jointable.h"

/* --- building ------------------------------------------------------------- */

static inline uint64_t slot_of(const struct join_table *t, uint64_t code)
{
	code ^= code >> 32;
	return (code * 0xd6e8feb86659fd93u) >> t->shift;
}

static void insert_slot(struct join_table *t, uint64_t code, uint32_t row,
			uint32_t *next)
{
	struct join_slot *slots = (struct join_slot *)(void *)t->slots->p;
	size_t at = slot_of(t, code);

	while (slots[at].head != 0 && slots[at].code != code)
		at = (at + 1) & t->mask;
	next[row] = slots[at].head;
	slots[at].code = code;
	slots[at].head = row + 1;
}

/* The codes' range, when they are integers that have one. */
static bool code_range(const struct join_table *t, const uint64_t *codes,
		       const uint64_t *valid, size_t n, uint64_t *lo, uint64_t *count)
{
	int64_t min = INT64_MAX, max = INT64_MIN;
	enum phys p;

	if (t->keys.packed) {
		*lo = 0;
		*count = (uint64_t)1 << t->keys.bits;
		return true;
	}
	if (!t->keys.exact || t->keys.n != 1)
		return false;
	p = type_phys(t->keys.types[0]);
	if (p == PHYS_F32 || p == PHYS_F64)
		return false;
	for (size_t i = 0; i < n; i++) {
		int64_t c = (int64_t)codes[i];

		if (!validity_get(valid, i))
			continue;
		min = c < min ? c : min;
		max = c > max ? c : max;
	}
	if (min > max)
		return false;
	*lo = (uint64_t)min;
	*count = (uint64_t)max - (uint64_t)min + 1;
	return *count != 0;
}

/* A bit for each code from lo on that has a row: the bits stay in the cache when
 * the table does not, and most rows of a selective join need no more. */
static shade_status build_bits(struct shade_cx *cx, struct join_table *t,
			       const uint64_t *codes, const uint64_t *valid)
{
	size_t words = t->n_bits / 64 + 1;
	uint64_t *bits;

	t->bits = buf_new(t->budget, words * sizeof(*bits));
	if (!t->bits)
		return cx_nomem(cx);
	bits = (uint64_t *)(void *)t->bits->p;
	memset(bits, 0, words * sizeof(*bits));
	for (size_t i = 0; i < t->n; i++) {
		uint64_t at = codes[i] - t->lo;

		if (validity_get(valid, i))
			bits[at >> 6] |= (uint64_t)1 << (at & 63);
	}
	return SHADE_OK;
}

static shade_status build_array(struct shade_cx *cx, struct join_table *t,
				const uint64_t *codes, const uint64_t *valid,
				uint32_t *next)
{
	uint32_t *heads;

	t->array = buf_new(t->budget, t->array_n * sizeof(uint32_t));
	if (!t->array)
		return cx_nomem(cx);
	heads = (uint32_t *)(void *)t->array->p;
	memset(heads, 0, t->array_n * sizeof(uint32_t));
	for (size_t i = t->n; i-- > 0;) {
		uint32_t *head;

		if (!validity_get(valid, i)) {
			next[i] = 0;
			continue;
		}
		head = &heads[codes[i] - t->lo];
		next[i] = *head;
		*head = (uint32_t)i + 1;
	}
	return SHADE_OK;
}

static shade_status build_slots(struct shade_cx *cx, struct join_table *t,
				const uint64_t *codes, const uint64_t *valid,
				uint32_t *next)
{
	size_t size = 64, bits = 6;
	const struct join_slot *slots;
	enum { AHEAD = 16 };

	while (size < t->n * 2) {
		size *= 2;
		bits++;
	}
	t->slots = buf_new(t->budget, size * sizeof(struct join_slot));
	if (!t->slots)
		return cx_nomem(cx);
	memset(t->slots->p, 0, size * sizeof(struct join_slot));
	slots = (const struct join_slot *)(void *)t->slots->p;
	t->mask = size - 1;
	t->shift = (unsigned)(64 - bits);
	for (size_t i = t->n; i-- > 0;) {
		if (i >= AHEAD)
			__builtin_prefetch(&slots[slot_of(t, codes[i - AHEAD])], 1);
		if (validity_get(valid, i))
			insert_slot(t, codes[i], (uint32_t)i, next);
		else
			next[i] = 0;
	}
	return SHADE_OK;
}

/* Codes of all build rows, batch by batch. */
static void all_codes(struct join_table *t, const struct rows *rows,
		      const size_t *key_cols, uint64_t *codes, uint64_t *valid,
		      struct arena *a)
{
	enum { STEP = 1024 }; /* a multiple of 64: bitmaps are not shifted */

	for (size_t at = 0; at < t->n; at += STEP) {
		const struct vector **part = arena_array(a, const struct vector *,
							 t->keys.n + 1);
		struct vector *views = arena_array(a, struct vector, t->keys.n + 1);
		size_t n = t->n - at < STEP ? t->n - at : STEP;
		bool has_null;

		for (size_t k = 0; k < t->keys.n; k++) {
			rows_view(rows, at, n, key_cols[k], 1, &views[k], a);
			part[k] = &views[k];
		}
		join_codes(&t->keys, part, n, codes + at, valid + at / 64, &has_null);
		if (!has_null)
			memset(valid + at / 64, 0xff, VALIDITY_WORDS(n) * 8);
		t->has_null |= has_null;
		arena_reset(a);
	}
}

/* An array of codes pays when it is not much larger than the table, or when
 * it fits into the cache anyway; bits when they fit into it. */
#define SMALL_ARRAY ((uint64_t)1 << 18)
#define SMALL_BITS ((uint64_t)1 << 22)

static shade_status build_index(struct shade_cx *cx, struct join_table *t,
				const uint64_t *codes, const uint64_t *valid,
				uint32_t *next)
{
	uint64_t count = 0;

	if (!code_range(t, codes, valid, t->n, &t->lo, &count))
		return build_slots(cx, t, codes, valid, next);
	/* not where most codes have a row: it would be asked in vain */
	if (count <= SMALL_BITS + (uint64_t)t->n * 16 && t->n <= count / 2) {
		t->n_bits = count;
		TRY(build_bits(cx, t, codes, valid));
	}
	if (count > SMALL_ARRAY + (uint64_t)t->n * 6)
		return build_slots(cx, t, codes, valid, next);
	t->array_n = count;
	return build_array(cx, t, codes, valid, next);
}

static bool is_unique(const uint32_t *next, size_t n)
{
	uint32_t any = 0;

	for (size_t i = 0; i < n; i++)
		any |= next[i];
	return any == 0;
}

shade_status join_table_build(struct shade_cx *cx, struct join_table *t,
			      const struct join_keys *keys, const struct rows *rows,
			      const size_t *key_cols, struct arena *arena)
{
	size_t n = rows->n;
	struct arena *a = arena_new(cx->budget);
	struct buf *codes = buf_new(cx->budget, (n + 1) * 8);
	struct buf *valid = buf_new(cx->budget, VALIDITY_WORDS(n + 64) * 8);
	shade_status rc;

	*t = (struct join_table){ .keys = *keys, .budget = cx->budget, .n = n };
	t->key_vecs = arena_array(arena, struct vector, keys->n + 1);
	for (size_t k = 0; k < keys->n; k++)
		rows_col(rows, key_cols[k], &t->key_vecs[k], arena);
	join_keys_pack(&t->keys, t->key_vecs, n);
	t->next = buf_new(cx->budget, (n + 1) * sizeof(uint32_t));
	if (!a || !codes || !valid || !t->next) {
		rc = cx_nomem(cx);
		goto out;
	}
	all_codes(t, rows, key_cols, (uint64_t *)(void *)codes->p,
		  (uint64_t *)(void *)valid->p, a);
	rc = build_index(cx, t, (uint64_t *)(void *)codes->p,
			 (uint64_t *)(void *)valid->p, (uint32_t *)(void *)t->next->p);
	if (!rc && is_unique((uint32_t *)(void *)t->next->p, n)) {
		buf_unref(t->next);
		t->next = NULL;
	}
	t->bytes = (t->slots ? t->slots->cap : 0) + (t->array ? t->array->cap : 0) +
		   (t->bits ? t->bits->cap : 0) + (t->next ? t->next->cap : 0);
out:
	buf_unref(codes);
	buf_unref(valid);
	if (a)
		arena_free(a);
	return rc;
}

void join_table_free(struct join_table *t)
{
	buf_unref(t->slots);
	buf_unref(t->array);
	buf_unref(t->bits);
	buf_unref(t->next);
	t->slots = t->array = t->bits = t->next = NULL;
}

/* --- probing -------------------------------------------------------------- */

static inline uint32_t find_slot(const struct join_table *t,
				 const struct join_slot *slots, size_t at,
				 uint64_t code)
{
	while (slots[at].head != 0) {
		if (slots[at].code == code)
			return slots[at].head - 1;
		at = (at + 1) & t->mask;
	}
	return ROWS_NONE;
}

static inline bool has_bit(const struct join_table *t, const uint64_t *bits,
			   uint64_t at)
{
	uint64_t in = at < t->n_bits;

	at = in ? at : 0;
	return in & (bits[at >> 6] >> (at & 63));
}

static void probe_array(const struct join_table *t, const uint64_t *codes, size_t n,
			uint32_t *heads)
{
	const uint32_t *array = (const uint32_t *)(const void *)t->array->p;

	for (size_t i = 0; i < n; i++) {
		uint64_t at = codes[i] - t->lo;

		heads[i] = at < t->array_n ? array[at] - 1 : ROWS_NONE;
	}
}

static void probe_slots(const struct join_table *t, const uint64_t *codes, size_t n,
			uint32_t *heads)
{
	const struct join_slot *slots = (const struct join_slot *)(const void *)
						t->slots->p;
	uint64_t at[64];

	for (size_t i = 0; i < n; i += 64) {
		size_t m = n - i < 64 ? n - i : 64;

		for (size_t k = 0; k < m; k++) {
			at[k] = slot_of(t, codes[i + k]);
			__builtin_prefetch(&slots[at[k]]);
		}
		for (size_t k = 0; k < m; k++)
			heads[i + k] = find_slot(t, slots, at[k], codes[i + k]);
	}
}

static void probe_index(const struct join_table *t, const uint64_t *codes, size_t n,
			uint32_t *heads)
{
	if (t->array)
		probe_array(t, codes, n, heads);
	else
		probe_slots(t, codes, n, heads);
}

/* Only the rows whose bit is set go to the table. */
static void probe_bits(const struct join_table *t, const uint64_t *codes, size_t n,
		       uint32_t *heads)
{
	const uint64_t *bits = (const uint64_t *)(const void *)t->bits->p;
	uint64_t some[SHADE_BATCH_ROWS]; /* their codes */
	uint32_t found[SHADE_BATCH_ROWS];
	uint16_t at[SHADE_BATCH_ROWS];
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		at[k] = (uint16_t)i;
		some[k] = codes[i];
		k += has_bit(t, bits, codes[i] - t->lo);
	}
	memset(heads, 0xff, n * sizeof(*heads));
	if (k == 0)
		return;
	probe_index(t, some, k, found);
	for (size_t i = 0; i < k; i++)
		heads[at[i]] = found[i];
}

void join_probe(const struct join_table *t, const uint64_t *codes,
		const uint64_t *valid, size_t n, uint32_t *heads)
{
	if (t->bits)
		probe_bits(t, codes, n, heads);
	else
		probe_index(t, codes, n, heads);
	for (size_t i = 0; valid && i < n; i++) {
		if (!validity_get(valid, i))
			heads[i] = ROWS_NONE;
	}
}

void join_probe_any(const struct join_table *t, const uint64_t *codes,
		    const uint64_t *valid, size_t n, uint8_t *hit)
{
	uint32_t heads[SHADE_BATCH_ROWS];

	if (t->bits) {
		const uint64_t *bits = (const uint64_t *)(const void *)t->bits->p;

		for (size_t i = 0; i < n; i++)
			hit[i] = has_bit(t, bits, codes[i] - t->lo);
		for (size_t i = 0; valid && i < n; i++)
			hit[i] &= validity_get(valid, i);
		return;
	}
	join_probe(t, codes, valid, n, heads);
	for (size_t i = 0; i < n; i++)
		hit[i] = heads[i] != ROWS_NONE;
}

uint32_t join_match(const struct join_table *t, uint32_t row,
		    const struct vector *const *vecs, size_t i)
{
	if (t->keys.exact)
		return row;
	for (; row != ROWS_NONE; row = join_after(t, row)) {
		size_t k = 0;

		while (k < t->keys.n &&
		       vector_rows_equal(vecs[k], i, &t->key_vecs[k], row))
			k++;
		if (k == t->keys.n)
			return row;
	}
	return ROWS_NONE;
}
