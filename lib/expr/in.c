/*
 * in.c - x IN (constants): a bitmap for integers of a small range, a table of
 * them for others, and a hash table for what is not an integer.
 */
#include "expr/expr_internal.h"

/* Bits that one value may cost, and all together (they stay in the cache). */
#define BITS_PER_VALUE 4096
#define BITMAP_MIN 65536
#define BITMAP_MAX ((uint64_t)1 << 22)
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
	uint64_t range; /* of the bitmap: base .. base + range - 1 */
	uint64_t *bits;
	bool is_table; /* integers by hash */
	bool has_empty; /* the value that marks empty slots is in the list */
	int64_t *ints; /* n_slots of them */
};

/* Stands for "nothing here" in a table of integers. */
#define EMPTY INT64_MIN

static bool is_small_int(enum phys p)
{
	return p == PHYS_I8 || p == PHYS_I16 || p == PHYS_I32 || p == PHYS_I64;
}

static void make_bitmap(struct evaluator *ev, const struct expr *e, struct in_set *s)
{
	int64_t lo = INT64_MAX, hi = INT64_MIN;
	uint64_t most = e->in.n_values * BITS_PER_VALUE;

	most = most < BITMAP_MIN ? BITMAP_MIN : most > BITMAP_MAX ? BITMAP_MAX : most;
	for (size_t i = 0; i < e->in.n_values; i++) {
		lo = e->in.values[i].i < lo ? e->in.values[i].i : lo;
		hi = e->in.values[i].i > hi ? e->in.values[i].i : hi;
	}
	if (e->in.n_values == 0 || (uint64_t)hi - (uint64_t)lo >= most)
		return;
	s->is_bitmap = true;
	s->base = lo;
	s->range = (uint64_t)hi - (uint64_t)lo + 1;
	s->bits = arena_array(ev->arena, uint64_t, s->range / 64 + 1);
	for (size_t i = 0; i < e->in.n_values; i++)
		validity_set(s->bits, (size_t)(e->in.values[i].i - lo));
}

static size_t int_slot(const struct in_set *s, int64_t x)
{
	return (size_t)(((uint64_t)x * 0x9e3779b97f4a7c15u) >> 32) & (s->n_slots - 1);
}

static void make_table(struct evaluator *ev, const struct expr *e, struct in_set *s)
{
	s->is_table = true;
	for (s->n_slots = 16; s->n_slots < 4 * e->in.n_values;)
		s->n_slots *= 2;
	s->ints = arena_array(ev->arena, int64_t, s->n_slots);
	for (size_t i = 0; i < s->n_slots; i++)
		s->ints[i] = EMPTY;
	for (size_t i = 0; i < e->in.n_values; i++) {
		int64_t x = e->in.values[i].i;
		size_t at = int_slot(s, x);

		s->has_empty |= x == EMPTY;
		while (s->ints[at] != EMPTY && s->ints[at] != x)
			at = (at + 1) & (s->n_slots - 1);
		s->ints[at] = x;
	}
}

static bool table_has(const struct in_set *s, int64_t x)
{
	size_t at = int_slot(s, x);

	if (x == EMPTY)
		return s->has_empty;
	while (s->ints[at] != EMPTY && s->ints[at] != x)
		at = (at + 1) & (s->n_slots - 1);
	return s->ints[at] == x;
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
	if (is_small_int(type_phys(type))) {
		make_table(ev, e, s);
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

#define EACH(T, test)                                              \
	do {                                                       \
		const T *in = v->data;                             \
		for (size_t i = 0; i < n; i++)                     \
			out[i] = (uint8_t)test(s, (int64_t)in[i]); \
	} while (0)
#define BY_WIDTH(test)                                     \
	do {                                               \
		switch (type_phys(v->type)) {              \
		case PHYS_I8: EACH(int8_t, test); break;   \
		case PHYS_I16: EACH(int16_t, test); break; \
		case PHYS_I32: EACH(int32_t, test); break; \
		default: EACH(int64_t, test); break;       \
		}                                          \
	} while (0)

static inline bool bitmap_has(const struct in_set *s, int64_t x)
{
	uint64_t d = (uint64_t)x - (uint64_t)s->base;
	uint64_t in = d < s->range;

	d = in ? d : 0;
	return in & (s->bits[d >> 6] >> (d & 63));
}

static void probe_bitmap(const struct in_set *s, const struct vector *v, size_t n,
			 uint8_t *out)
{
	BY_WIDTH(bitmap_has);
}

static void probe_table(const struct in_set *s, const struct vector *v, size_t n,
			uint8_t *out)
{
	BY_WIDTH(table_has);
}

#undef BY_WIDTH
#undef EACH

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
	if (s->is_table) {
		probe_table(s, v, n, out);
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
