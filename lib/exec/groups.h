/*
 * groups.h - number the distinct keys of rows: 0, 1, 2 in order of first
 * appearance.
 *
 * GROUP BY, DISTINCT, set operations and DISTINCT aggregates are this table
 * plus something per number.  NULL equals NULL here.
 *
 * Keys that fit are packed into one or two words (short strings too) and
 * found in a table of those; a single integer key of a small range is an
 * index into an array; everything else is hashed and compared column by
 * column.  The table changes its form by itself as keys arrive.
 */
#ifndef SHADE_EXEC_GROUPS_H
#define SHADE_EXEC_GROUPS_H

#include "column/rows.h"

#define GROUPS_MAX ((size_t)UINT32_MAX - 2)

struct groups;

shade_status groups_new(struct shade_cx *cx, size_t n_keys,
			const struct type *const *types, struct groups **out);
void groups_free(struct groups *g); /* NULL is fine */
size_t groups_count(const struct groups *g);
size_t groups_bytes(const struct groups *g);
/*
 * gids[i] = number of the key of row i, n <= SHADE_BATCH_ROWS; unseen keys get
 * the next numbers, row by row.
 */
shade_status groups_find(struct shade_cx *cx, struct groups *g,
			 const struct vector *const *keys, size_t n, uint32_t *gids);
/* The same without adding: UINT32_MAX when unseen. */
shade_status groups_probe(struct shade_cx *cx, struct groups *g,
			  const struct vector *const *keys, size_t n, uint32_t *gids);
/* The keys of groups gids[0..n) (NULL: at .. at+n) into flat vectors with room
 * for n, n <= SHADE_BATCH_ROWS. Strings borrow from the table. */
void groups_keys(const struct groups *g, const uint32_t *gids, size_t at, size_t n,
		 struct vector *const *out, struct arena *a);

#endif
