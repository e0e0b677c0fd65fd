/*
 * in.c - x IN (constants): a hash table, or a bitmap for small integers.
 */
#include "expr/expr_internal.h"

#define BITMAP_RANGE 65536
#define SHORT_LIST 16

struct in_set {
	const struct vector *values; /* flat, no NULLs */
	uint32_t *slots; /* value index + 1; 0 empty */
	size_t n_slots;
	uint64_t *hashes; /* of one batch */
	bool is_bitmap;
	bool is_short; /* a few integers: compared one after the other */
	uint8_t *found; /* of one comparison */
	int64_t base;
	uint64_t *bits;
};

static bool is_small_int(enum phys p)
{
	return p == PHYS_I8 || p == PHYS_I16 || p == PHYS_I32 || p == PHYS_I64;
}

static void make_bitmap(struct evaluator *ev, const struct expr *e, struct in_set *s)
{
	int64_t lo = INT64_MAX, hi = INT64_MIN;

	for (size_t i = 0; i < e->in.n_values; i++) {
		lo = e->in.values[i].i < lo ? e->in.values[i].i : lo;
		hi = e->in.values[i].i > hi ? e->in.values[i].i : hi;
	}
	if (e->in.n_values == 0 || (uint64_t)hi - (uint64_t)lo >= BITMAP_RANGE)
		return;
	s->is_bitmap = true;
	s->base = lo;
	s->bits = arena_array(ev->arena, uint64_t, BITMAP_RANGE / 64);
	for (size_t i = 0; i < e->in.n_values; i++)
		validity_set(s->bits, (size_t)(e->in.values[i].i - lo));
}

static shade_status make_set(struct node *nd, const struct type *type)
{
	struct evaluator *ev = nd->scope->ev;
	const struct expr *e = nd->expr;
	struct in_set *s = arena_new_of(ev->arena, struct in_set);
	uint64_t *h;

	nd->in = s;
	if (is_small_int(type_phys(type)))
		make_bitmap(ev, e, s);
	if (s->is_bitmap)
		return SHADE_OK;
	s->values = vector_from_values(ev->arena, type, e->in.values, e->in.n_values);
	if (is_small_int(type_phys(type)) && e->in.n_values <= SHORT_LIST) {
		s->is_short = true;
		s->found = arena_alloc(ev->arena, ev->cap + 64);
		return SHADE_OK;
	}
	s->hashes = arena_array(ev->arena, uint64_t, ev->cap);
	for (s->n_slots = 16; s->n_slots < 2 * e->in.n_values;)
		s->n_slots *= 2;
	s->slots = arena_array(ev->arena, uint32_t, s->n_slots);
	h = arena_array(ev->arena, uint64_t, e->in.n_values);
	vector_hash(s->values, e->in.n_values, h, false);
	for (size_t i = 0; i < e->in.n_values; i++) {
		size_t at = h[i] & (s->n_slots - 1);

		while (s->slots[at])
			at = (at + 1) & (s->n_slots - 1);
		s->slots[at] = (uint32_t)i + 1;
	}
	return SHADE_OK;
}

static bool probe(const struct in_set *s, const struct vector *v, size_t i)
{
	size_t at = s->hashes[i] & (s->n_slots - 1);

	for (; s->slots[at]; at = (at + 1) & (s->n_slots - 1))
		if (vector_rows_equal(v, i, s->values, s->slots[at] - 1))
			return true;
	return false;
}

#define BITMAP_LOOP(T)                                                    \
	do {                                                              \
		const T *in = v->data;                                    \
		for (size_t i = 0; i < n; i++) {                          \
			uint64_t d = (uint64_t)in[i] - (uint64_t)s->base; \
			out[i] = d < BITMAP_RANGE &&                      \
				 (s->bits[d >> 6] >> (d & 63) & 1);       \
		}                                                         \
	} while (0)

static void probe_bitmap(const struct in_set *s, const struct vector *v, size_t n,
			 uint8_t *out)
{
	switch (type_phys(v->type)) {
	case PHYS_I8: BITMAP_LOOP(int8_t); break;
	case PHYS_I16: BITMAP_LOOP(int16_t); break;
	case PHYS_I32: BITMAP_LOOP(int32_t); break;
	default: BITMAP_LOOP(int64_t); break;
	}
}

/* One vectorised comparison a value. */
static void probe_short(struct node *nd, const struct vector *v, size_t n, uint8_t *out)
{
	struct in_set *s = nd->in;
	enum phys p = type_phys(v->type);
	const struct kernel_table *k = kernels();

	memset(out, 0, n);
	for (size_t i = 0; i < nd->expr->in.n_values; i++) {
		struct operand x = {
			(const uint8_t *)s->values->data + i * phys_width(p), true
		};

		k->cmp[KERNEL_EQ][p]((struct operand){ v->data, false }, x, s->found,
				     n);
		k->or_bytes(out, s->found, out, n);
	}
}

/* Found or not, for the n rows of a flat vector. */
static void probe_all(struct node *nd, const struct vector *v, size_t n, uint8_t *out)
{
	struct in_set *s = nd->in;

	if (s->is_bitmap) {
		probe_bitmap(s, v, n, out);
		return;
	}
	if (s->is_short) {
		probe_short(nd, v, n, out);
		return;
	}
	vector_hash(v, n, s->hashes, false);
	for (size_t i = 0; i < n; i++)
		out[i] = !vector_is_null(v, i) && probe(s, v, i);
}

/* NULL IN (..) is NULL, unless the list is empty; not found is NULL when the
 * list holds a NULL. */
static void set_nulls(struct node *nd, const struct vector *v, struct vector *out,
		      size_t n)
{
	const struct expr *e = nd->expr;
	struct evaluator *ev = nd->scope->ev;
	const uint8_t *found = out->data;

	if (!v->validity && !e->in.has_null)
		return;
	if (e->in.n_values == 0 && !e->in.has_null)
		return;
	vector_validity(ev->arena, out, ev->cap);
	for (size_t i = 0; i < n; i++)
		if (!validity_get(v->validity, i) || (e->in.has_null && !found[i]))
			validity_clear(out->validity, i);
}

shade_status eval_in(struct node *nd)
{
	const struct vector *v;
	struct vector *out, flat;
	size_t n = nd->scope->n;
	bool is_const;

	TRY(node_eval(nd->args[0]));
	v = nd->args[0]->out;
	if (!nd->in)
		TRY(make_set(nd, v->type));
	is_const = v->form == VECTOR_CONST;
	if (is_const) {
		flat = *v;
		flat.form = VECTOR_FLAT;
		v = &flat;
		n = 1;
	} else {
		v = node_flatten(nd, v, &nd->flat_mem[0]);
	}
	out = node_result(nd);
	probe_all(nd, v, n, out->data);
	set_nulls(nd, v, out, n);
	if (nd->expr->in.negated)
		kernels()->not_bytes(out->data, out->data, n);
	nd->out = out;
	if (is_const) {
		nd->view = *out;
		nd->view.form = VECTOR_CONST;
		nd->out = &nd->view;
	}
	return SHADE_OK;
}
