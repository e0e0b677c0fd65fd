/*
 * groups_internal.h - the three forms of a group table.
 */
#ifndef SHADE_EXEC_GROUPS_INTERNAL_H
#define SHADE_EXEC_GROUPS_INTERNAL_H

#include "exec/groups.h"

enum group_form { GROUPS_NONE, GROUPS_WORD, GROUPS_TWO_WORDS, GROUPS_HASHED };

/* Where one key lies in the packed code. */
struct key_slot {
	enum phys phys;
	uint8_t shift; /* first bit */
	uint8_t bytes; /* of the value; strings: with the length byte */
	bool has_null_bit;
	uint8_t null_bit;
};

typedef unsigned __int128 code2;

struct slot1 {
	uint64_t code;
	uint32_t gid; /* + 1; 0 is empty */
};

struct slot2 {
	code2 code;
	uint32_t gid;
};

struct groups {
	struct budget *budget;
	struct arena *arena; /* owned */
	enum group_form form;
	size_t n_keys;
	const struct type **types;
	size_t n; /* groups */

	/* packed forms */
	struct key_slot *slots;
	struct buf *codes; /* code of each group */
	struct buf *table; /* struct slot1 or slot2 */
	size_t mask; /* table size - 1 */
	unsigned shift; /* 64 - log2(size) */
	uint32_t null_gid; /* + 1; single key without room for a NULL bit */
	/* one integer key of a small range: gid + 1 by key - lo */
	bool is_ranged;
	struct buf *map;
	int64_t map_lo;
	size_t map_n;

	/* hashed form */
	struct rows *keys;
	struct buf *hashes; /* of each group */
	struct buf *dir; /* uint64_t: upper half of the hash, gid + 1 */
	size_t dir_mask;
	struct vector *stored; /* views of keys, remade when keys moved */

	/* scratch for a batch */
	code2 *code_buf; /* also as uint64_t */
	uint64_t *hash_buf;
	struct vector **flat; /* a key that came as dictionary */
	struct vector **unpacked;
};

/* groups_pack.c: choose the layout; false if the keys can never be packed. */
bool groups_layout(struct groups *g);
/* From one word to two, where strings may be longer; false: they are two. */
bool groups_widen(struct groups *g);
/* Pack a batch; false: a string was too long, nothing is changed. */
bool groups_pack1(const struct groups *g, const struct vector *const *keys, size_t n,
		  uint64_t *codes);
bool groups_pack2(const struct groups *g, const struct vector *const *keys, size_t n,
		  code2 *codes);
void groups_unpack(const struct groups *g, const uint32_t *gids, size_t at, size_t n,
		   struct vector *const *out, struct arena *a);

/* groups_word.c */
shade_status groups_find1(struct shade_cx *cx, struct groups *g,
			  const struct vector *key, size_t n, bool add, uint32_t *gids);
shade_status groups_find2(struct shade_cx *cx, struct groups *g, size_t n, bool add,
			  uint32_t *gids);
/* groups_hash.c */
shade_status groups_find_hashed(struct shade_cx *cx, struct groups *g,
				const struct vector *const *keys, size_t n, bool add,
				uint32_t *gids);

static inline uint64_t code_hash(uint64_t x)
{
	x ^= x >> 32;
	return x * 0xd6e8feb86659fd93u;
}

static inline uint64_t code2_hash(code2 c)
{
	uint64_t lo = (uint64_t)c, hi = (uint64_t)(c >> 64);

	hi *= 0x9e3779b97f4a7c15u;
	return code_hash(lo ^ (hi << 31 | hi >> 33));
}

/* Tables beyond this size are read with prefetching. */
#define CACHED_BYTES ((size_t)1 << 20)

#endif
