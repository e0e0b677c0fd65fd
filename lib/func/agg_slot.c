/*
 * agg_slot.c - one value of any type inside an aggregate's state.
 */
#include "func/agg.h"
#include "func/values.h"

static void put_bytes(struct func_call *fc, struct agg_slot *s, const struct strv *v)
{
	if (v->n <= STRV_INLINE) {
		s->s = *v;
		return;
	}
	if (s->cap < v->n) {
		s->cap = v->n < 32 ? 64 : v->n + v->n / 2;
		s->bytes = arena_alloc(fc->arena, s->cap);
	}
	memcpy(s->bytes, v->p, v->n);
	s->s = strv_make(s->bytes, v->n);
}

void agg_slot_put(struct func_call *fc, struct agg_slot *s, const struct vector *v,
		  size_t i)
{
	s->is_set = 1;
	s->is_null = vector_is_null(v, i);
	if (s->is_null)
		return;
	switch (type_phys(v->type)) {
	case PHYS_STR:
		put_bytes(fc, s, &((const struct strv *)v->data)[arg_row(v, i)]);
		break;
	case PHYS_LIST:
	case PHYS_ROW:
		if (!s->nested)
			s->nested = arena_new_of(fc->arena, struct value);
		*s->nested = vector_value(v, i, fc->arena);
		break;
	case PHYS_F32: s->d = (double)ARG(v, float, i); break;
	case PHYS_F64: s->d = ARG(v, double, i); break;
	case PHYS_I128: s->h = ARG(v, __int128, i); break;
	default: s->i = arg_int(v, i);
	}
}

void agg_slot_copy(struct func_call *fc, struct agg_slot *dst,
		   const struct agg_slot *src, const struct type *t)
{
	dst->is_set = src->is_set;
	dst->is_null = src->is_null;
	if (!src->is_set || src->is_null)
		return;
	switch (type_phys(t)) {
	case PHYS_STR: put_bytes(fc, dst, &src->s); break;
	case PHYS_LIST:
	case PHYS_ROW:
		if (!dst->nested)
			dst->nested = arena_new_of(fc->arena, struct value);
		*dst->nested = value_dup(fc->arena, *src->nested);
		break;
	default: dst->h = src->h;
	}
}

struct value agg_slot_value(const struct agg_slot *s, const struct type *t)
{
	struct value v = { .type = t };

	if (!s->is_set || s->is_null)
		return value_null(t);
	switch (type_phys(t)) {
	case PHYS_STR: v.s = strv_str(&s->s); break;
	case PHYS_LIST:
	case PHYS_ROW: v = *s->nested; break;
	case PHYS_F32:
	case PHYS_F64: v.d = s->d; break;
	case PHYS_I128: v.h = s->h; break;
	default: v.i = s->i;
	}
	return v;
}

int agg_slot_cmp(const struct agg_slot *s, const struct vector *v, size_t i)
{
	struct value a = agg_slot_value(s, v->type), b;

	if (type_phys(v->type) == PHYS_STR)
		return strv_cmp(&s->s, &((const struct strv *)v->data)[arg_row(v, i)]);
	if (type_phys(v->type) >= PHYS_LIST) {
		struct arena *tmp = arena_new(NULL);
		int c;

		if (!tmp)
			return 0;
		b = vector_value(v, i, tmp);
		c = value_cmp(&a, &b);
		arena_free(tmp);
		return c;
	}
	b = vector_value(v, i, NULL);
	return value_cmp(&a, &b);
}

shade_status agg_slots_out(struct func_call *fc, const uint8_t *base, size_t stride,
			   size_t at, size_t n, struct vector *out)
{
	struct value *vals = arena_array(func_scratch(fc), struct value, n);

	for (size_t i = 0; i < n; i++)
		vals[i] = agg_slot_value(
			(const struct agg_slot *)(const void *)(base + i * stride + at),
			out->type);
	return values_out(fc, vals, n, out);
}
