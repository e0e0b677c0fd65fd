/*
 * place.h - values of kept rows put into batches.
 */
#ifndef SHADE_EXEC_PLACE_H
#define SHADE_EXEC_PLACE_H

#include "column/rows.h"

/* Make *v, which may be uninitialised, this constant. */
void place_const(struct arena *a, struct vector *v, const struct value *val);
/* dst[i] = src[pos[i]], NULL where pos[i] is ROWS_NONE; n_src: rows of src. */
void place_outer(struct arena *a, struct vector *dst, const struct vector *src,
		 size_t n_src, const uint32_t *pos, size_t n);
/* dst[at[i]] = src[pos[i]]; other slots keep what they had, valid or not.  Not
 * for nested types. */
void place_at(struct arena *a, struct vector *dst, const struct vector *src,
	      const uint16_t *at, const uint32_t *pos, size_t n);

#endif
