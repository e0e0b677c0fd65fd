#include "type/value.h"

#include <math.h>

struct value value_null(const struct type *t)
{
	return (struct value){ .type = t, .is_null = true };
}

struct value value_bool(bool b)
{
	return (struct value){ .type = type_of(TYPE_BOOLEAN), .i = b };
}

struct value value_int(enum type_id id, int64_t i)
{
	struct value v = { .type = type_of(id) };

	if (id == TYPE_HUGEINT)
		v.h = i;
	else
		v.i = i;
	return v;
}

struct value value_double(double d)
{
	return (struct value){ .type = type_of(TYPE_DOUBLE), .d = d };
}

struct value value_str(struct str s)
{
	return (struct value){ .type = type_of(TYPE_VARCHAR), .s = s };
}

size_t value_n_items(const struct value *v)
{
	return v->type->id == TYPE_MAP ? 2 * v->list.n : v->list.n;
}

struct value value_dup(struct arena *a, struct value v)
{
	enum phys p = type_phys(v.type);
	struct value out = v;

	out.type = type_dup(a, v.type);
	if (v.is_null)
		return out;
	if (p == PHYS_STR) {
		out.s = str_dup(a, v.s);
	} else if (p == PHYS_LIST || p == PHYS_ROW) {
		size_t n = value_n_items(&v);

		out.list.v = arena_array(a, struct value, n);
		for (size_t i = 0; i < n; i++)
			out.list.v[i] = value_dup(a, v.list.v[i]);
	}
	return out;
}

static int cmp_double(double a, double b)
{
	if (isnan(a) || isnan(b))
		return isnan(a) - isnan(b);
	return (a > b) - (a < b);
}

static int cmp_items(const struct value *a, const struct value *b)
{
	size_t na = value_n_items(a), nb = value_n_items(b);

	for (size_t i = 0; i < na && i < nb; i++) {
		const struct value *x = &a->list.v[i], *y = &b->list.v[i];
		int c;

		if (x->is_null || y->is_null)
			c = y->is_null - x->is_null;
		else
			c = value_cmp(x, y);
		if (c)
			return c;
	}
	return (na > nb) - (na < nb);
}

int value_cmp(const struct value *a, const struct value *b)
{
	switch (type_phys(a->type)) {
	case PHYS_I128: return (a->h > b->h) - (a->h < b->h);
	case PHYS_F32:
	case PHYS_F64: return cmp_double(a->d, b->d);
	case PHYS_STR: {
		int c = str_cmp(a->s, b->s);

		return (c > 0) - (c < 0);
	}
	case PHYS_LIST:
	case PHYS_ROW: return cmp_items(a, b);
	default: return (a->i > b->i) - (a->i < b->i);
	}
}

bool value_equal(const struct value *a, const struct value *b)
{
	if (a->is_null || b->is_null)
		return a->is_null == b->is_null;
	return value_cmp(a, b) == 0;
}
