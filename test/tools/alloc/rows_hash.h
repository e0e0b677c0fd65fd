/*
 * rows_hash.h - a number that tells results apart.
 */
#ifndef SHADE_TEST_ALLOC_ROWS_HASH_H
#define SHADE_TEST_ALLOC_ROWS_HASH_H

#include "shade.h"

/* Mix the rows of a batch into seed; equal rows give equal numbers. */
uint64_t rows_hash(uint64_t seed, const struct ArrowSchema *schema,
		   const struct ArrowArray *batch);

#endif
