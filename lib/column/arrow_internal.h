/*
 * arrow_internal.h - what schema and array export share.
 */
#ifndef SHADE_COLUMN_ARROW_INTERNAL_H
#define SHADE_COLUMN_ARROW_INTERNAL_H

#include "column/arrow.h"

/* The one entry of a MAP as Arrow sees it: a struct of key and value. */
#define MAP_ENTRIES "entries"

/* SQL types that Arrow carries as decimal128. */
static inline bool arrow_is_decimal(const struct type *t)
{
	return t->id == TYPE_DECIMAL || t->id == TYPE_HUGEINT;
}

#endif
