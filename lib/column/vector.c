#include "column/vector.h"

bool strv_eq(const struct strv *a, const struct strv *b)
{
	uint64_t x[2], y[2];

	__builtin_memcpy(x, a, 16);
	__builtin_memcpy(y, b, 16);
	if (x[0] != y[0])
		return false;
	if (a->n <= STRV_INLINE)
		return x[1] == y[1];
	return a->p == b->p || memcmp(a->p, b->p, a->n) == 0;
}

int strv_cmp(const struct strv *a, const struct strv *b)
{
	uint32_t x, y;
	size_t n = a->n < b->n ? a->n : b->n;
	int c;

	__builtin_memcpy(&x, a->prefix, 4);
	__builtin_memcpy(&y, b->prefix, 4);
	if (x != y) {
		x = __builtin_bswap32(x);
		y = __builtin_bswap32(y);
		return x < y ? -1 : 1;
	}
	c = n > 4 ? memcmp(strv_ptr(a) + 4, strv_ptr(b) + 4, n - 4) : 0;
	if (c)
		return c < 0 ? -1 : 1;
	return (a->n > b->n) - (a->n < b->n);
}

bool vector_is_null(const struct vector *v, size_t i)
{
	const struct vector *base = v->form == VECTOR_DICT ? v->dict : v;

	/* A dictionary vector may carry a bitmap of its own for its rows. */
	if (v->form == VECTOR_DICT && !validity_get(v->validity, i))
		return true;
	return !validity_get(base->validity, vector_index(v, i));
}

static struct value list_value(const struct vector *v, size_t i, struct arena *a)
{
	struct list_ref ref = ((const struct list_ref *)v->data)[i];
	struct value out = { .type = v->type };
	size_t n_children = v->type->n_children;

	out.list.n = ref.n;
	out.list.v = arena_array(a, struct value, ref.n * n_children);
	for (size_t c = 0; c < n_children; c++)
		for (size_t k = 0; k < ref.n; k++)
			out.list.v[c * ref.n + k] = vector_value(&v->children[c],
								 ref.offset + k, a);
	return out;
}

static struct value row_value(const struct vector *v, size_t i, struct arena *a)
{
	struct value out = { .type = v->type };

	out.list.n = v->type->n_children;
	out.list.v = arena_array(a, struct value, out.list.n);
	for (size_t c = 0; c < out.list.n; c++)
		out.list.v[c] = vector_value(&v->children[c], i, a);
	return out;
}

struct value vector_value(const struct vector *v, size_t i, struct arena *a)
{
	const struct vector *base = v->form == VECTOR_DICT ? v->dict : v;
	struct value out = { .type = v->type };
	size_t at = vector_index(v, i);

	if (vector_is_null(v, i))
		return value_null(v->type);
	switch (type_phys(v->type)) {
	case PHYS_BOOL: out.i = ((const uint8_t *)base->data)[at]; break;
	case PHYS_I8: out.i = ((const int8_t *)base->data)[at]; break;
	case PHYS_I16: out.i = ((const int16_t *)base->data)[at]; break;
	case PHYS_I32: out.i = ((const int32_t *)base->data)[at]; break;
	case PHYS_I64: out.i = ((const int64_t *)base->data)[at]; break;
	case PHYS_I128: out.h = ((const __int128 *)base->data)[at]; break;
	case PHYS_F32: out.d = (double)((const float *)base->data)[at]; break;
	case PHYS_F64: out.d = ((const double *)base->data)[at]; break;
	case PHYS_STR:
		out.s = strv_str(&((const struct strv *)base->data)[at]);
		if (a)
			out.s = str_dup(a, out.s);
		break;
	case PHYS_LIST: return list_value(base, at, a);
	case PHYS_ROW: return row_value(base, at, a);
	case PHYS_COUNT: unreachable();
	}
	return out;
}

struct vector *vector_new(struct arena *a, const struct type *t, size_t cap)
{
	struct vector *v = arena_new_of(a, struct vector);
	size_t width = phys_width(type_phys(t));

	v->type = t;
	v->cap = cap;
	/* 64 bytes behind the end, so that vector code may read past it. */
	if (width)
		v->data = arena_alloc(a, width * cap + 64);
	if (t->n_children) {
		v->children = arena_array(a, struct vector, t->n_children);
		for (size_t i = 0; i < t->n_children; i++)
			v->children[i] = *vector_new(a, t->children[i],
						     t->id == TYPE_ROW ? cap : 0);
	}
	return v;
}

uint64_t *vector_validity(struct arena *a, struct vector *v, size_t cap)
{
	if (v->validity)
		return v->validity;
	if (!v->spare_validity || cap > v->cap) {
		v->cap = cap > v->cap ? cap : v->cap;
		v->spare_validity = arena_alloc(a, VALIDITY_WORDS(v->cap) * 8 + 64);
	}
	memset(v->spare_validity, 0xff, VALIDITY_WORDS(v->cap) * 8);
	v->validity = v->spare_validity;
	return v->validity;
}

void vector_store(struct vector *v, size_t i, const struct value *val)
{
	switch (type_phys(v->type)) {
	case PHYS_BOOL: ((uint8_t *)v->data)[i] = (uint8_t)val->i; break;
	case PHYS_I8: ((int8_t *)v->data)[i] = (int8_t)val->i; break;
	case PHYS_I16: ((int16_t *)v->data)[i] = (int16_t)val->i; break;
	case PHYS_I32: ((int32_t *)v->data)[i] = (int32_t)val->i; break;
	case PHYS_I64: ((int64_t *)v->data)[i] = val->i; break;
	case PHYS_I128: ((__int128 *)v->data)[i] = val->h; break;
	case PHYS_F32: ((float *)v->data)[i] = (float)val->d; break;
	case PHYS_F64: ((double *)v->data)[i] = val->d; break;
	case PHYS_STR:
		((struct strv *)v->data)[i] = strv_make(val->s.p, val->s.n);
		break;
	default: /* nested: vector_append_value, vector_from_values */ break;
	}
}

/* Children of a list made from values: all items of all rows in a row. */
static void fill_lists(struct arena *a, struct vector *v, const struct value *vals,
		       size_t n)
{
	size_t total = 0, n_children = v->type->n_children;
	struct list_ref *refs = v->data;
	struct value *items;

	for (size_t i = 0; i < n; i++) {
		refs[i] = (struct list_ref){
			(uint32_t)total, vals[i].is_null ? 0 : (uint32_t)vals[i].list.n
		};
		total += refs[i].n;
	}
	items = arena_array(a, struct value, total);
	for (size_t c = 0; c < n_children; c++) {
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < refs[i].n; k++)
				items[refs[i].offset + k] =
					vals[i].list.v[c * refs[i].n + k];
		v->children[c] = *vector_from_values(a, v->type->children[c], items,
						     total);
	}
	v->child_n = total;
}

static void fill_rows(struct arena *a, struct vector *v, const struct value *vals,
		      size_t n)
{
	struct value *items = arena_array(a, struct value, n);

	for (size_t c = 0; c < v->type->n_children; c++) {
		for (size_t i = 0; i < n; i++)
			items[i] = vals[i].is_null ? value_null(v->type->children[c])
						   : vals[i].list.v[c];
		v->children[c] = *vector_from_values(a, v->type->children[c], items, n);
	}
}

struct vector *vector_from_values(struct arena *a, const struct type *t,
				  const struct value *vals, size_t n)
{
	struct vector *v = vector_new(a, t, n);

	for (size_t i = 0; i < n; i++) {
		if (vals[i].is_null)
			validity_clear(vector_validity(a, v, n), i);
		else
			vector_store(v, i, &vals[i]);
	}
	if (type_phys(t) == PHYS_LIST)
		fill_lists(a, v, vals, n);
	else if (type_phys(t) == PHYS_ROW)
		fill_rows(a, v, vals, n);
	return v;
}

void vector_set_const(struct arena *a, struct vector *v, const struct value *val)
{
	struct vector *one = vector_from_values(a, v->type, val, 1);

	v->data = one->data;
	v->validity = one->validity;
	v->children = one->children;
	v->child_n = one->child_n;
	v->form = VECTOR_CONST;
}
