/*
 * value.h - one scalar value: literals, parameters, bounds, options.
 *
 * Nested values and string bytes live in the arena they were made in.
 */
#ifndef SHADE_TYPE_VALUE_H
#define SHADE_TYPE_VALUE_H

#include "type/type.h"

struct value {
	const struct type *type;
	bool is_null;
	union {
		int64_t i; /* BOOL, I8..I64 and everything stored as such */
		__int128 h; /* I128 */
		double d; /* F32, F64 */
		struct str s; /* STR */
		struct {
			size_t n; /* ARRAY elements; MAP: n keys then n values;
				   * ROW: its fields */
			struct value *v;
		} list;
	};
};

struct value value_null(const struct type *t);
struct value value_bool(bool b);
struct value value_int(enum type_id id, int64_t i);
struct value value_double(double d);
struct value value_str(struct str s); /* VARCHAR, borrows */
struct value value_dup(struct arena *a, struct value v);

/* -1, 0, 1; both of the same type, neither NULL at the top.  Strings by
 * code point, NaN highest, nested NULLs lowest. */
int value_cmp(const struct value *a, const struct value *b);
bool value_equal(const struct value *a, const struct value *b); /* NULL = NULL */
/* Text as a result shows it (CAST to VARCHAR). */
struct str value_text(struct arena *a, const struct value *v);
/* Text as a SQL literal that parses back to the same value and type. */
struct str value_literal(struct arena *a, const struct value *v);
/* Items under a nested value: elements, 2 n of a map, fields. */
size_t value_n_items(const struct value *v);

#define VALUE_TEXT 80

/* Text of a value that is neither string nor nested nor NULL. */
size_t value_print(const struct value *v, char out[VALUE_TEXT]);

/* CAST of one value, without reporting.  String results live in the arena or
 * borrow from v.  zone: seconds east for LTZ, see tz.h. */
enum cast_result {
	CAST_OK,
	CAST_BAD, /* text that is no such value */
	CAST_OVERFLOW, /* out of range */
	CAST_IMPOSSIBLE /* no such cast */
};

struct zone;
struct cast_rules {
	const struct zone *zone; /* the session's; only TIMESTAMP_LTZ needs it */
	enum dialect dialect; /* of text made from numbers and nested values */
	bool is_try; /* an item of a nested value that fails becomes NULL */
};

/* Does a cast ask what zone the session is in? */
bool cast_needs_zone(const struct type *from, const struct type *to, enum dialect d);
/* Rules NULL: the default ones, no zone. */
enum cast_result value_convert(struct arena *a, const struct value *v,
			       const struct type *to, const struct cast_rules *rules,
			       struct value *out);
/* As CAST makes it in a dialect. */
struct str value_cast_text(struct arena *a, const struct value *v,
			   const struct cast_rules *rules);
/* Cut to VARCHAR(n) or CHAR(n), pad to CHAR(n). */
struct str cast_fit_text(struct arena *a, struct str s, const struct type *to);
/* "2024-01-01 12:00:00+02" */
struct str zoned_text(struct arena *a, int64_t utc_us, const struct zone *zone);
/* Report why a cast failed. */
shade_status cast_fail(struct shade_cx *cx, enum cast_result why, const struct value *v,
		       const struct type *to, struct span span);
/* CAST of one value; span is for the error. */
shade_status value_cast(struct shade_cx *cx, const struct value *v,
			const struct type *to, struct span span, struct value *out);

#endif
