/*
 * coerce.c - which type may become which.
 *
 * Three circles, each inside the next: widening (implicit everywhere),
 * common type of two sides, and what an explicit CAST may do.
 */
#include "type/decimal.h"
#include "type/type.h"

/* Position in the chain of numbers; DECIMAL and HUGEINT share none. */
static int int_rank(enum type_id id)
{
	switch (id) {
	case TYPE_TINYINT: return 1;
	case TYPE_SMALLINT: return 2;
	case TYPE_INT: return 3;
	case TYPE_BIGINT: return 4;
	case TYPE_HUGEINT: return 5;
	default: return 0;
	}
}

int type_int_digits(enum type_id id)
{
	switch (id) {
	case TYPE_TINYINT: return 3;
	case TYPE_SMALLINT: return 5;
	case TYPE_INT: return 10;
	case TYPE_BIGINT: return 19;
	case TYPE_HUGEINT: return 38;
	default: return 0;
	}
}

/* The decimal that holds every value of an integer or decimal type. */
static void as_decimal(const struct type *t, int *p, int *s)
{
	if (t->id == TYPE_DECIMAL) {
		*p = t->precision;
		*s = t->scale;
	} else {
		*p = type_int_digits(t->id);
		*s = 0;
	}
}

static const struct type *common_decimal(struct arena *a, const struct type *x,
					 const struct type *y)
{
	int px, sx, py, sy, scale, whole;

	as_decimal(x, &px, &sx);
	as_decimal(y, &py, &sy);
	scale = sx > sy ? sx : sy;
	whole = px - sx > py - sy ? px - sx : py - sy;
	if (whole + scale > 38) { /* keep the digits before the point */
		scale = 38 - whole > (scale < 6 ? scale : 6) ? 38 - whole
							     : (scale < 6 ? scale : 6);
		whole = 38 - scale;
	}
	return type_decimal(a, whole + scale, scale);
}

static const struct type *common_number(struct arena *a, const struct type *x,
					const struct type *y)
{
	enum type_family fx = type_family(x), fy = type_family(y);

	if (fx == FAMILY_FLOAT || fy == FAMILY_FLOAT)
		return x->id == TYPE_FLOAT && y->id == TYPE_FLOAT
			       ? x
			       : type_of(TYPE_DOUBLE);
	if (fx == FAMILY_INTEGER && fy == FAMILY_INTEGER)
		return int_rank(x->id) >= int_rank(y->id) ? x : y;
	return common_decimal(a, x, y);
}

static const struct type *common_nested(struct arena *a, const struct type *x,
					const struct type *y)
{
	const struct type **children;

	if (x->id != y->id || x->n_children != y->n_children)
		return NULL;
	children = arena_array(a, const struct type *, x->n_children);
	for (size_t i = 0; i < x->n_children; i++) {
		children[i] = type_common(a, x->children[i], y->children[i]);
		if (!children[i])
			return NULL;
	}
	switch (x->id) {
	case TYPE_ARRAY: return type_array(a, children[0]);
	case TYPE_MAP: return type_map(a, children[0], children[1]);
	default: return type_row(a, x->n_children, children, x->names);
	}
}

static const struct type *common_sized(struct arena *a, const struct type *x,
				       const struct type *y)
{
	uint32_t n = !x->length || !y->length ? 0
		     : x->length > y->length  ? x->length
					      : y->length;
	enum type_id id = x->id == y->id && x->length == y->length ? x->id
			  : x->id == TYPE_BINARY                   ? TYPE_BINARY
								   : TYPE_VARCHAR;

	return type_sized(a, id, n);
}

static const struct type *common_time(struct arena *a, const struct type *x,
				      const struct type *y)
{
	int p = x->precision > y->precision ? x->precision : y->precision;

	if (x->id == y->id)
		return x->precision >= y->precision ? x : y;
	if (x->id == TYPE_TIME || y->id == TYPE_TIME)
		return NULL;
	if (x->id == TYPE_TIMESTAMP_LTZ || y->id == TYPE_TIMESTAMP_LTZ)
		return type_timed(a, TYPE_TIMESTAMP_LTZ, p);
	return type_timed(a, TYPE_TIMESTAMP, p);
}

const struct type *type_common(struct arena *a, const struct type *x,
			       const struct type *y)
{
	enum type_family fx = type_family(x), fy = type_family(y);

	if (x == y || type_equal(x, y))
		return x;
	if (fx == FAMILY_NULL)
		return y;
	if (fy == FAMILY_NULL)
		return x;
	if (type_is_numeric(x) && type_is_numeric(y))
		return common_number(a, x, y);
	if (fx != fy)
		return NULL;
	switch (fx) {
	case FAMILY_STRING:
	case FAMILY_BINARY: return common_sized(a, x, y);
	case FAMILY_DATETIME: return common_time(a, x, y);
	case FAMILY_NESTED: return common_nested(a, x, y);
	default: return x->id == y->id ? x : NULL;
	}
}

static int number_cost(const struct type *from, const struct type *to)
{
	enum type_family ff = type_family(from), ft = type_family(to);

	if (ff == FAMILY_INTEGER && ft == FAMILY_INTEGER) {
		int d = int_rank(to->id) - int_rank(from->id);

		return d < 0 ? -1 : d;
	}
	if (ff == FAMILY_INTEGER && ft == FAMILY_DECIMAL)
		return to->precision - to->scale >= type_int_digits(from->id) ? 6 : -1;
	if (ff == FAMILY_DECIMAL && ft == FAMILY_DECIMAL) {
		if (to->scale < from->scale ||
		    to->precision - to->scale < from->precision - from->scale)
			return -1;
		return to->precision == from->precision && to->scale == from->scale ? 0
										    : 1;
	}
	if (ft == FAMILY_FLOAT && ff != FAMILY_FLOAT)
		return to->id == TYPE_DOUBLE ? (ff == FAMILY_DECIMAL ? 4 : 7) : 9;
	if (ff == FAMILY_FLOAT && ft == FAMILY_FLOAT)
		return from->id == to->id ? 0 : to->id == TYPE_DOUBLE ? 1 : -1;
	return -1;
}

static int nested_cost(const struct type *from, const struct type *to)
{
	int sum = 0;

	if (from->id != to->id || from->n_children != to->n_children)
		return -1;
	for (size_t i = 0; i < from->n_children; i++) {
		int c = type_cast_cost(from->children[i], to->children[i]);

		if (c < 0)
			return -1;
		sum += c;
	}
	return sum;
}

int type_cast_cost(const struct type *from, const struct type *to)
{
	enum type_family ff = type_family(from), ft = type_family(to);

	if (type_equal(from, to))
		return 0;
	if (ff == FAMILY_NULL)
		return 1;
	if (type_is_numeric(from) && type_is_numeric(to))
		return number_cost(from, to);
	if (ff != ft)
		return -1;
	switch (ff) {
	case FAMILY_STRING:
	case FAMILY_BINARY:
		if (to->id == TYPE_CHAR && to->length != from->length)
			return -1;
		return !to->length || (from->length && from->length <= to->length) ? 1
										   : -1;
	case FAMILY_DATETIME:
		if (from->id == to->id)
			return to->precision >= from->precision ? 1 : -1;
		if (from->id == TYPE_DATE && to->id != TYPE_TIME)
			return to->id == TYPE_TIMESTAMP ? 2 : 3;
		return from->id == TYPE_TIMESTAMP && to->id == TYPE_TIMESTAMP_LTZ ? 3
										  : -1;
	case FAMILY_NESTED: return nested_cost(from, to);
	default: return -1;
	}
}

bool type_widens(const struct type *from, const struct type *to)
{
	return type_cast_cost(from, to) >= 0;
}

static bool datetime_castable(const struct type *from, const struct type *to)
{
	bool from_time = from->id == TYPE_TIME, to_time = to->id == TYPE_TIME;

	if (from_time)
		return to_time;
	return !to_time || from->id != TYPE_DATE;
}

static bool nested_castable(const struct type *from, const struct type *to)
{
	if (from->id != to->id || from->n_children != to->n_children)
		return false;
	for (size_t i = 0; i < from->n_children; i++)
		if (!type_castable(from->children[i], to->children[i]))
			return false;
	return true;
}

bool type_castable(const struct type *from, const struct type *to)
{
	enum type_family ff = type_family(from), ft = type_family(to);

	if (ff == FAMILY_NULL || type_equal(from, to))
		return true;
	if (ft == FAMILY_NULL)
		return false;
	if (ff == FAMILY_VARIANT || ft == FAMILY_VARIANT || ft == FAMILY_STRING)
		return true;
	if (ff == FAMILY_STRING)
		return ft != FAMILY_NESTED;
	if (type_is_numeric(from) || ff == FAMILY_BOOLEAN)
		return type_is_numeric(to) || ft == FAMILY_BOOLEAN;
	if (ff == FAMILY_DATETIME)
		return ft == FAMILY_DATETIME && datetime_castable(from, to);
	if (ff == FAMILY_INTERVAL)
		return from->id == to->id;
	if (ff == FAMILY_NESTED)
		return nested_castable(from, to);
	return ff == ft;
}
