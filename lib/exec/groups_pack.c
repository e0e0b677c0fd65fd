/*
 * groups_pack.c - several keys as one or two machine words.
 *
 * A string is its bytes and a length byte (0xff: NULL); how many bytes it
 * may have depends on how many words are left for it.
 */
#include "exec/groups_internal.h"

#define NULL_LENGTH 0xff

static unsigned fixed_bits(const struct type *t)
{
	return (unsigned)phys_width(type_phys(t)) * 8;
}

static bool layout_in(struct groups *g, unsigned total)
{
	unsigned used = 0, n_strings = 0, at = 0, per_string = 0;
	bool null_bits;

	for (size_t i = 0; i < g->n_keys; i++) {
		enum phys p = type_phys(g->types[i]);

		if (p == PHYS_LIST || p == PHYS_ROW)
			return false;
		if (p == PHYS_STR)
			n_strings++;
		else
			used += fixed_bits(g->types[i]) + 1;
	}
	/* A lone key has its NULL beside the table. */
	null_bits = g->n_keys > 1;
	if (!null_bits && n_strings == 0)
		used--;
	if (used > total)
		return false;
	if (n_strings > 0) {
		per_string = (total - used) / 8 / n_strings;
		if (per_string > STRV_INLINE + 1)
			per_string = g->n_keys == 1 ? 16 : STRV_INLINE + 1;
		if (per_string < 2)
			return false;
	}
	for (size_t i = 0; i < g->n_keys; i++) {
		struct key_slot *s = &g->slots[i];

		s->phys = type_phys(g->types[i]);
		s->shift = (uint8_t)at;
		s->bytes = (uint8_t)(s->phys == PHYS_STR ? per_string
							 : fixed_bits(g->types[i]) / 8);
		at += s->bytes * 8u;
	}
	for (size_t i = 0; i < g->n_keys; i++) {
		struct key_slot *s = &g->slots[i];

		s->has_null_bit = null_bits && s->phys != PHYS_STR;
		if (s->has_null_bit)
			s->null_bit = (uint8_t)at++;
	}
	return true;
}

bool groups_widen(struct groups *g)
{
	if (g->form != GROUPS_WORD || !layout_in(g, 128))
		return false;
	g->form = GROUPS_TWO_WORDS;
	return true;
}

bool groups_layout(struct groups *g)
{
	if (layout_in(g, 64)) {
		g->form = GROUPS_WORD;
		return true;
	}
	if (layout_in(g, 128)) {
		g->form = GROUPS_TWO_WORDS;
		return true;
	}
	return false;
}

/* --- values as bits: 0.0 and -0.0, and all NaNs, are one key -------------- */

static inline uint64_t bits_f64(double d)
{
	uint64_t u;

	if (d == 0)
		d = 0;
	else if (d != d)
		d = __builtin_nan("");
	__builtin_memcpy(&u, &d, sizeof(u));
	return u;
}

static inline uint32_t bits_f32(float f)
{
	uint32_t u;

	if (f == 0)
		f = 0;
	else if (f != f)
		f = __builtin_nanf("");
	__builtin_memcpy(&u, &f, sizeof(u));
	return u;
}

#define WORD uint64_t
#define NAME(x) x##1
#include "exec/groups_pack.inc"
#undef WORD
#undef NAME

#define WORD code2
#define NAME(x) x##2
#define WIDE
#include "exec/groups_pack.inc"
#undef WIDE
#undef WORD
#undef NAME

bool groups_pack1(const struct groups *g, const struct vector *const *keys, size_t n,
		  uint64_t *codes)
{
	return pack_keys1(g, keys, n, codes);
}

bool groups_pack2(const struct groups *g, const struct vector *const *keys, size_t n,
		  code2 *codes)
{
	return pack_keys2(g, keys, n, codes);
}

/* --- back to values ------------------------------------------------------- */

/* Strings too long to stand in a view point at the code in the table. */
static void unpack_string(const struct key_slot *s, const uint8_t *code,
			  struct vector *out, size_t i)
{
	const char *p = (const char *)code + s->shift / 8;
	struct strv v = strv_make(p + 1, (uint8_t)p[0]);

	__builtin_memcpy((uint8_t *)out->data + i * sizeof(v), &v, sizeof(v));
}

static void unpack_value(const struct key_slot *s, code2 code, struct vector *out,
			 size_t i)
{
	uint8_t raw[16];
	uint8_t *data = out->data;

	code >>= s->shift;
	__builtin_memcpy(raw, &code, sizeof(raw));
	__builtin_memcpy(data + i * s->bytes, raw, s->bytes);
}

static bool code_is_null(const struct key_slot *s, code2 code)
{
	if (s->phys == PHYS_STR)
		return (uint8_t)(code >> s->shift) == NULL_LENGTH;
	return s->has_null_bit && (code >> s->null_bit & 1);
}

void groups_unpack(const struct groups *g, const uint32_t *gids, size_t at, size_t n,
		   struct vector *const *out, struct arena *a)
{
	const uint64_t *codes1 = (const uint64_t *)(const void *)(g->n ? g->codes->p
								       : NULL);
	const code2 *codes2 = (const code2 *)(const void *)codes1;

	for (size_t k = 0; k < g->n_keys; k++) {
		const struct key_slot *s = &g->slots[k];

		out[k]->validity = NULL;
		out[k]->form = VECTOR_FLAT;
		for (size_t i = 0; i < n; i++) {
			size_t gid = gids ? gids[i] : at + i;
			code2 code = g->form == GROUPS_WORD ? codes1[gid] : codes2[gid];

			if (code_is_null(s, code) || gid + 1 == g->null_gid) {
				validity_clear(vector_validity(a, out[k],
							       SHADE_BATCH_ROWS),
					       i);
				continue;
			}
			if (s->phys == PHYS_STR)
				unpack_string(s,
					      g->form == GROUPS_WORD
						      ? (const uint8_t *)&codes1[gid]
						      : (const uint8_t *)&codes2[gid],
					      out[k], i);
			else
				unpack_value(s, code, out[k], i);
		}
	}
}
