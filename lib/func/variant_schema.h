/*
 * variant_schema.h - the type that a JSON value has.
 */
#ifndef SHADE_FUNC_VARIANT_SCHEMA_H
#define SHADE_FUNC_VARIANT_SCHEMA_H

#include "base/base.h"

/*
 * Text of the type of a valid JSON value, in the arena.  Of a VARIANT:
 * "OBJECT<a: ARRAY<DECIMAL(2,1)>>", VOID for null, VARIANT for items that have
 * nothing in common.  as_ddl, for from_json: STRUCT<..>, numbers with a point are
 * DOUBLE, null and what has nothing in common STRING.
 */
struct str variant_schema(struct arena *a, struct str json, bool as_ddl);

#endif
