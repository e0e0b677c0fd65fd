/*
 * cast.c - CAST over vectors.
 *
 * Numbers go through loops; everything else, and every row that a loop
 * found wrong, through value_convert, which defines what a cast means.
 */
#include "expr/expr_internal.h"

#include "kernel/convert.h"
#include "type/decimal.h"
#include "type/number.h"
#include "type/tz.h"

enum cast_way {
	CAST_RELABEL, /* the same bytes under another type */
	CAST_INT, /* integers and booleans to numbers */
	CAST_INT_DECIMAL,
	CAST_SCALE_UP,
	CAST_SCALE_DOWN,
	CAST_DECIMAL_DOUBLE,
	CAST_WIDEN_FLOAT,
	CAST_DATE_TIMESTAMP,
	CAST_EACH
};

struct cast_plan {
	enum cast_way way;
	struct cast_rules rules;
};

static bool is_relabel(const struct type *from, const struct type *to)
{
	if (type_phys(from) != type_phys(to))
		return false;
	if (from->id == to->id && from->n_children == 0) {
		if (from->id == TYPE_DECIMAL)
			return from->scale == to->scale &&
			       from->precision <= to->precision;
		if (from->id == TYPE_CHAR)
			return !to->length;
		if (to->length)
			return from->length && from->length <= to->length;
		return from->precision <= to->precision;
	}
	return to->id == TYPE_VARCHAR && !to->length &&
	       type_family(from) == FAMILY_STRING;
}

static enum cast_way choose(const struct type *from, const struct type *to)
{
	enum type_family ff = type_family(from), ft = type_family(to);
	bool from_int = ff == FAMILY_INTEGER || ff == FAMILY_BOOLEAN;

	if (is_relabel(from, to))
		return CAST_RELABEL;
	if (from_int &&
	    (ft == FAMILY_INTEGER || ft == FAMILY_FLOAT || ft == FAMILY_BOOLEAN))
		return to->id == TYPE_HUGEINT || from->id != TYPE_HUGEINT ? CAST_INT
									  : CAST_EACH;
	if (ff == FAMILY_INTEGER && ft == FAMILY_DECIMAL)
		return CAST_INT_DECIMAL;
	if (ff == FAMILY_DECIMAL && ft == FAMILY_DECIMAL)
		return to->scale >= from->scale ? CAST_SCALE_UP : CAST_SCALE_DOWN;
	if (ff == FAMILY_DECIMAL && to->id == TYPE_DOUBLE)
		return CAST_DECIMAL_DOUBLE;
	if (from->id == TYPE_FLOAT && to->id == TYPE_DOUBLE)
		return CAST_WIDEN_FLOAT;
	if (from->id == TYPE_DATE && to->id == TYPE_TIMESTAMP)
		return CAST_DATE_TIMESTAMP;
	return CAST_EACH;
}

static shade_status plan_cast(struct node *nd, const struct type *from)
{
	struct evaluator *ev = nd->scope->ev;

	nd->cast = arena_new_of(ev->arena, struct cast_plan);
	nd->cast->way = choose(from, nd->expr->type);
	nd->cast->rules.dialect = nd->expr->cast.dialect;
	nd->cast->rules.is_try = nd->expr->cast.is_try;
	if (cast_needs_zone(from, nd->expr->type, nd->expr->cast.dialect))
		nd->cast->rules.zone = zone_of_session(ev->cx, ev->arena);
	return SHADE_OK;
}

/* Run the loop; false: some row (maybe a NULL one) did not fit. */
static bool run_loop(enum cast_way way, const struct vector *in, struct vector *out,
		     size_t n)
{
	const struct type *from = in->type, *to = out->type;
	enum phys pf = type_phys(from), pt = type_phys(to);

	switch (way) {
	case CAST_INT: return kernel_convert_int(pf, in->data, pt, out->data, n);
	case CAST_INT_DECIMAL: {
		int64_t block[256];
		bool ok = true;

		if (pf == PHYS_I64 || pf == PHYS_I128)
			return kernel_scale_up(pf, in->data, to->scale, pt,
					       to->precision, out->data, n);
		for (size_t at = 0; at < n; at += ARRAY_LEN(block)) {
			size_t m = n - at < ARRAY_LEN(block) ? n - at
							     : ARRAY_LEN(block);

			kernel_convert_int(
				pf, (const uint8_t *)in->data + at * phys_width(pf),
				PHYS_I64, block, m);
			ok &= kernel_scale_up(
				PHYS_I64, block, to->scale, pt, to->precision,
				(uint8_t *)out->data + at * phys_width(pt), m);
		}
		return ok;
	}
	case CAST_SCALE_UP:
		return kernel_scale_up(pf, in->data, to->scale - from->scale, pt,
				       to->precision, out->data, n);
	case CAST_SCALE_DOWN:
		return kernel_scale_down(pf, in->data, from->scale - to->scale, pt,
					 to->precision, out->data, n);
	case CAST_DECIMAL_DOUBLE:
		kernel_decimal_to_f64(pf, in->data, from->scale, out->data, n);
		return true;
	case CAST_WIDEN_FLOAT:
		for (size_t i = 0; i < n; i++)
			((double *)out->data)[i] = (double)((const float *)in->data)[i];
		return true;
	case CAST_DATE_TIMESTAMP: {
		bool bad = false;

		for (size_t i = 0; i < n; i++) {
			int64_t d = ((const int32_t *)in->data)[i];

			bad |= d > 106751990 || d < -106751990;
			((int64_t *)out->data)[i] = (int64_t)((uint64_t)d *
							      UINT64_C(86400000000));
		}
		return !bad;
	}
	default: return false;
	}
}

static void copy_validity(struct node *nd, const struct vector *in, struct vector *out,
			  size_t n)
{
	uint64_t *bits;

	if (!in->validity)
		return;
	bits = vector_validity(nd->scope->ev->arena, out, nd->scope->ev->cap);
	memcpy(bits, in->validity, VALIDITY_WORDS(n) * 8);
}

/* Printed values: without the detour over the arena. */
static bool print_fast(struct node *nd, const struct value *v, struct strv *out)
{
	char text[VALUE_TEXT], *p;
	size_t n;

	if (v->type->id == TYPE_TIMESTAMP_LTZ || nd->expr->type->length)
		return false;
	switch (type_family(v->type)) {
	case FAMILY_STRING:
	case FAMILY_BINARY:
	case FAMILY_NESTED:
	case FAMILY_NULL: return false;
	case FAMILY_FLOAT:
	case FAMILY_BOOLEAN:
	case FAMILY_INTERVAL:
		if (nd->cast->rules.dialect != DIALECT_ANSI)
			return false;
		break;
	default: break;
	}
	n = value_print(v, text);
	if (n <= STRV_INLINE) {
		*out = strv_make(text, n);
		return true;
	}
	p = heap_alloc(nd->scope->ev->heap, n);
	if (!p)
		return false;
	memcpy(p, text, n);
	*out = strv_make(p, n);
	return true;
}

static bool int_fits(enum phys to, int64_t v)
{
	switch (to) {
	case PHYS_I8: return v == (int8_t)v;
	case PHYS_I16: return v == (int16_t)v;
	case PHYS_I32: return v == (int32_t)v;
	default: return true;
	}
}

#define PRINT_LOOP(T)                                              \
	do {                                                       \
		const T *v = in->data;                             \
		for (size_t i = 0; i < n; i++) {                   \
			size_t len = number_print_i64(v[i], text); \
			char *p = text;                            \
			if (len > STRV_INLINE) {                   \
				p = heap_alloc(heap, len);         \
				if (!p)                            \
					return false;              \
				memcpy(p, text, len);              \
			}                                          \
			r[i] = strv_make(p, len);                  \
		}                                                  \
	} while (0)

/* Integers as text without the detour over values; false: not such a cast. */
static bool print_ints(struct node *nd, const struct vector *in, size_t n,
		       struct vector *out)
{
	struct heap *heap = nd->scope->ev->heap;
	char text[NUMBER_TEXT];
	struct strv *r = out->data;

	if (nd->expr->type->id != TYPE_VARCHAR || nd->expr->type->length ||
	    type_family(in->type) != FAMILY_INTEGER)
		return false;
	switch (type_phys(in->type)) {
	case PHYS_I8: PRINT_LOOP(int8_t); break;
	case PHYS_I16: PRINT_LOOP(int16_t); break;
	case PHYS_I32: PRINT_LOOP(int32_t); break;
	case PHYS_I64: PRINT_LOOP(int64_t); break;
	default: return false;
	}
	return true;
}

/* Text to integers and doubles, where it is nothing but the number; other
 * rows are marked in `rest` for value_convert. */
static bool parse_numbers(const struct vector *in, size_t n, struct vector *out,
			  uint8_t *rest)
{
	const struct strv *s = in->data;
	enum phys to = type_phys(out->type);
	bool is_int = type_family(out->type) == FAMILY_INTEGER && to != PHYS_I128;

	if (type_family(in->type) != FAMILY_STRING || (!is_int && to != PHYS_F64))
		return false;
	for (size_t i = 0; i < n; i++) {
		struct value v = { .type = out->type };

		rest[i] = 0;
		if (!validity_get(out->validity, i)) {
			vector_store(out, i, &v);
			continue;
		}
		if (is_int)
			rest[i] = number_parse_i64(strv_ptr(&s[i]), s[i].n, &v.i) !=
					  NUMBER_OK ||
				  !int_fits(to, v.i);
		else
			rest[i] = number_parse_double(strv_ptr(&s[i]), s[i].n, &v.d) !=
				  NUMBER_OK;
		vector_store(out, i, &v);
	}
	return true;
}

/* Doubles that are short decimals; other rows are marked in `rest`. */
static bool round_doubles(const struct vector *in, size_t n, struct vector *out,
			  uint8_t *rest)
{
	const double *d = in->data;
	const struct type *to = out->type;

	if (in->type->id != TYPE_DOUBLE || to->id != TYPE_DECIMAL)
		return false;
	for (size_t i = 0; i < n; i++) {
		struct value v = { .type = to };
		int64_t r = 0;

		rest[i] = validity_get(out->validity, i) &&
			  !(decimal_from_short(d[i], to->scale, &r) &&
			    decimal_fits(r, to->precision));
		if (type_phys(to) == PHYS_I128)
			v.h = r;
		else
			v.i = r;
		vector_store(out, i, &v);
	}
	return true;
}

static shade_status cast_nested(struct node *nd, const struct vector *in, size_t n,
				const struct vector **out)
{
	struct evaluator *ev = nd->scope->ev;
	struct value *vals = arena_array(ev->scratch, struct value, n);

	for (size_t i = 0; i < n; i++) {
		struct value v = vector_value(in, i, ev->scratch);
		enum cast_result r = value_convert(ev->scratch, &v, nd->expr->type,
						   &nd->cast->rules, &vals[i]);

		if (r == CAST_OK)
			continue;
		if (!nd->expr->cast.is_try)
			return cast_fail(ev->cx, r, &v, nd->expr->type, nd->expr->span);
		vals[i] = value_null(nd->expr->type);
	}
	*out = vector_from_values(ev->scratch, nd->expr->type, vals, n);
	return SHADE_OK;
}

/* rest NULL: all rows, else those marked. */
static shade_status cast_each(struct node *nd, const struct vector *in, size_t n,
			      const uint8_t *rest, struct vector *out)
{
	struct evaluator *ev = nd->scope->ev;
	const struct type *to = nd->expr->type;
	bool to_text = type_family(to) == FAMILY_STRING;
	bool nested_in = type_family(in->type) == FAMILY_NESTED;

	for (size_t i = 0; i < n; i++) {
		struct value v, r;
		enum cast_result why;

		if (rest && !rest[i])
			continue;
		if (out->validity && !validity_get(out->validity, i)) {
			memset((uint8_t *)out->data + i * phys_width(type_phys(to)), 0,
			       phys_width(type_phys(to)));
			continue;
		}
		v = vector_value(in, i, nested_in ? ev->scratch : NULL);
		if (to_text && print_fast(nd, &v, (struct strv *)out->data + i))
			continue;
		why = value_convert(ev->scratch, &v, to, &nd->cast->rules, &r);
		if (why == CAST_OK) {
			vector_store(out, i, &r);
			continue;
		}
		if (!nd->expr->cast.is_try)
			return cast_fail(ev->cx, why, &v, to, nd->expr->span);
		validity_clear(vector_validity(ev->arena, out, ev->cap), i);
	}
	return SHADE_OK;
}

/* Cast the n rows of a flat vector. */
static shade_status cast_flat(struct node *nd, const struct vector *in, size_t n,
			      const struct vector **out)
{
	struct vector *own;
	uint8_t *rest;

	if (nd->expr->type->n_children)
		return cast_nested(nd, in, n, out);
	own = node_result(nd);
	*out = own;
	copy_validity(nd, in, own, n);
	if (nd->cast->way != CAST_EACH && run_loop(nd->cast->way, in, own, n))
		return SHADE_OK;
	if (print_ints(nd, in, n, own))
		return SHADE_OK;
	rest = heap_alloc(nd->scope->ev->heap, n);
	if (rest &&
	    (parse_numbers(in, n, own, rest) || round_doubles(in, n, own, rest)))
		return cast_each(nd, in, n, rest, own);
	return cast_each(nd, in, n, NULL, own);
}

shade_status eval_cast(struct node *nd)
{
	struct node *arg = nd->args[0];
	const struct vector *in;
	size_t n = nd->scope->n;

	TRY(node_eval(arg));
	in = arg->out;
	if (!nd->cast)
		TRY(plan_cast(nd, in->type));
	if (in->type->id == TYPE_NULL) {
		struct value null = value_null(nd->expr->type);

		nd->view = (struct vector){ .type = nd->expr->type };
		vector_set_const(nd->scope->ev->scratch, &nd->view, &null);
		nd->out = &nd->view;
		return SHADE_OK;
	}
	if (nd->cast->way == CAST_RELABEL) {
		nd->view = *in;
		nd->view.type = nd->expr->type;
		nd->out = &nd->view;
		return SHADE_OK;
	}
	if (in->form == VECTOR_CONST) {
		TRY(cast_flat(nd, in, 1, &nd->out));
		nd->view = *nd->out;
		nd->view.form = VECTOR_CONST;
		nd->out = &nd->view;
		return SHADE_OK;
	}
	return cast_flat(nd, node_flatten(nd, in, &nd->flat_mem[0]), n, &nd->out);
}
