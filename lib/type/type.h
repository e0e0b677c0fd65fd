/*
 * type.h - SQL types.
 *
 * A type is immutable.  Types without parameters are static; others live
 * in an arena and are copied (type_dup) when something outlives it.
 * Nullability belongs to columns and expressions, not to types.
 */
#ifndef SHADE_TYPE_TYPE_H
#define SHADE_TYPE_TYPE_H

#include "base/base.h"

enum type_id {
#define TYPE(id, name, phys, arrow, family) TYPE_##id,
#include "type/types.def"
#undef TYPE
	TYPE_COUNT
};

/* How values lie in memory. */
enum phys {
	PHYS_BOOL, /* uint8_t 0 or 1 */
	PHYS_I8,
	PHYS_I16,
	PHYS_I32,
	PHYS_I64,
	PHYS_I128, /* __int128, 16-byte aligned */
	PHYS_F32,
	PHYS_F64,
	PHYS_STR, /* struct strv, 16 bytes */
	PHYS_LIST, /* struct list_ref, 8 bytes, elements in children */
	PHYS_ROW, /* no data of its own, one child a field */
	PHYS_COUNT
};

enum type_family {
	FAMILY_NULL,
	FAMILY_BOOLEAN,
	FAMILY_INTEGER,
	FAMILY_DECIMAL,
	FAMILY_FLOAT,
	FAMILY_STRING,
	FAMILY_BINARY,
	FAMILY_DATETIME,
	FAMILY_INTERVAL,
	FAMILY_VARIANT, /* JSON in one form (func/f_variant.c) */
	FAMILY_NESTED
};

struct type {
	enum type_id id;
	uint8_t precision; /* DECIMAL 1..38; TIME, TIMESTAMP* 0..6 */
	uint8_t scale; /* DECIMAL 0..precision */
	uint32_t length; /* CHAR, VARCHAR, BINARY: 0 is unlimited */
	/* ARRAY: 1 child; MAP: key, value; ROW: its fields */
	size_t n_children;
	const struct type *const *children;
	const struct str *names; /* ROW: n_children field names */
};

/* Unparameterised types; TIME and TIMESTAMP* here have precision 6,
 * CHAR/VARCHAR/BINARY no limit.  Not for DECIMAL and nested ones. */
const struct type *type_of(enum type_id id);
const struct type *type_decimal(struct arena *a, int precision, int scale);
const struct type *type_sized(struct arena *a, enum type_id id, uint32_t length);
const struct type *type_timed(struct arena *a, enum type_id id, int precision);
const struct type *type_array(struct arena *a, const struct type *element);
const struct type *type_map(struct arena *a, const struct type *key,
			    const struct type *value);
const struct type *type_row(struct arena *a, size_t n, const struct type *const *types,
			    const struct str *names);
const struct type *type_dup(struct arena *a, const struct type *t);

/* As Spark writes it: "struct<a:int,b:string>". */
struct str type_name_spark(struct arena *a, const struct type *t);
bool type_equal(const struct type *a, const struct type *b); /* incl. parameters */
/* The type itself or one inside it. */
bool type_has(const struct type *t, enum type_id id);
enum phys type_phys(const struct type *t);
enum type_family type_family(const struct type *t);
size_t phys_width(enum phys p); /* bytes a value; PHYS_ROW: 0 */

static inline bool type_is_numeric(const struct type *t)
{
	enum type_family f = type_family(t);

	return f == FAMILY_INTEGER || f == FAMILY_DECIMAL || f == FAMILY_FLOAT;
}

/* "DECIMAL(15,2)", "ARRAY<INT>", "ROW<a INT, b VARCHAR>": what CAST takes. */
struct str type_name(struct arena *a, const struct type *t);
/* A type from its simple SQL name, all synonyms of sql.md 3 and 4 (TEXT, INT8,
 * STRING, NUMERIC ...); NULL if unknown.  p, s < 0: not given. */
const struct type *type_by_name(struct arena *a, struct str name, int p, int s);

/*
 * The type both sides are cast to for comparison, set operations, CASE,
 * COALESCE, IN (sql.md 4: widening; NULL takes the other side); NULL: none.
 */
const struct type *type_common(struct arena *a, const struct type *x,
			       const struct type *y);
/* May an implicit cast go from one to the other (widening only)? */
bool type_widens(const struct type *from, const struct type *to);
/* Cost of that cast for overload choice: 0 same, -1 impossible. */
int type_cast_cost(const struct type *from, const struct type *to);
/* May CAST go from one to the other at all? */
bool type_castable(const struct type *from, const struct type *to);

#endif
