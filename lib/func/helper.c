/*
 * helper.c - small things that many kernels need.
 */
#include "func/func_internal.h"

#include "type/decimal.h"

__int128 arg_exact(const struct vector *v, size_t i)
{
	i = arg_row(v, i);
	switch (type_phys(v->type)) {
	case PHYS_BOOL: return ((const uint8_t *)v->data)[i];
	case PHYS_I8: return ((const int8_t *)v->data)[i];
	case PHYS_I16: return ((const int16_t *)v->data)[i];
	case PHYS_I32: return ((const int32_t *)v->data)[i];
	case PHYS_I64: return ((const int64_t *)v->data)[i];
	case PHYS_I128: return ((const __int128 *)v->data)[i];
	default: return 0;
	}
}

int64_t arg_int(const struct vector *v, size_t i)
{
	return (int64_t)arg_exact(v, i);
}

char *func_bytes(struct func_call *fc, size_t n)
{
	char *p = n > UINT32_MAX ? NULL : heap_alloc(fc->heap, n);

	if (!p)
		(void)!cx_nomem(fc->cx);
	return p;
}

void func_lend(struct vector *out, size_t i, struct str s)
{
	((struct strv *)out->data)[i] = strv_make(s.p, s.n);
}

shade_status func_put(struct func_call *fc, struct vector *out, size_t i, struct str s)
{
	char *p;

	if (s.n > STRV_INLINE) {
		p = func_bytes(fc, s.n);
		if (!p)
			return SHADE_E_NOMEM;
		memcpy(p, s.p, s.n);
		s.p = p;
	}
	func_lend(out, i, s);
	return SHADE_OK;
}

void func_set_null(struct func_call *fc, struct vector *out, size_t i, size_t n)
{
	validity_clear(
		func_validity(fc, out, n > SHADE_BATCH_ROWS ? n : SHADE_BATCH_ROWS), i);
	if (type_phys(out->type) == PHYS_STR)
		((struct strv *)out->data)[i] = (struct strv){ 0 };
	else if (type_phys(out->type) == PHYS_LIST)
		((struct list_ref *)out->data)[i] = (struct list_ref){ 0, 0 };
}

bool func_is_text_literal(const struct func_bind *fb, size_t i)
{
	return fb->consts[i] && !fb->consts[i]->is_null &&
	       type_family(fb->consts[i]->type) == FAMILY_STRING;
}

/* A whole number is compared with decimals in the digits it has, so that the
 * column keeps its type. */
static const struct type *literal_type(struct func_bind *fb, size_t i,
				       const struct type *other)
{
	const struct type *t = fb->arg_types[i];
	const struct value *c = fb->consts[i];
	char text[DECIMAL_TEXT];
	int p, s;

	if (!c || c->is_null || other->id != TYPE_DECIMAL ||
	    type_family(t) != FAMILY_INTEGER || t->id == TYPE_HUGEINT)
		return t;
	if (!decimal_measure((struct str){ text, decimal_print(c->i, 0, text) }, &p,
			     &s))
		return t;
	return type_decimal(fb->arena, p, 0);
}

const struct type *func_compare_type(struct func_bind *fb, size_t i, size_t k)
{
	const struct type *x = fb->arg_types[i], *y = fb->arg_types[k];
	bool text_x = type_family(x) == FAMILY_STRING;
	bool text_y = type_family(y) == FAMILY_STRING;

	if (text_x && text_y)
		return type_of(TYPE_VARCHAR);
	if (text_x && y->id != TYPE_NULL &&
	    (func_is_text_literal(fb, i) || type_is_numeric(y)))
		return type_castable(x, y) ? y : NULL;
	if (text_y && x->id != TYPE_NULL &&
	    (func_is_text_literal(fb, k) || type_is_numeric(x)))
		return type_castable(y, x) ? x : NULL;
	return type_common(fb->arena, literal_type(fb, i, y), literal_type(fb, k, x));
}

/* Text becomes the other side's type; else the left side the right one's. */
void func_hint_cast(struct func_bind *fb)
{
	bool right_is_text = type_family(fb->arg_types[1]) == FAMILY_STRING;
	const struct type *to = fb->arg_types[right_is_text ? 0 : 1];

	shade_hint(fb->cx, "cast %s: CAST(.. AS %.*s)",
		   right_is_text ? "the text" : "one side",
		   STR_ARG(type_name(fb->arena, to)));
}

shade_status func_fail_pair(struct func_bind *fb, const char *what)
{
	struct str x = type_name(fb->arena, fb->arg_types[0]);
	struct str y = type_name(fb->arena, fb->arg_types[1]);
	shade_status rc = shade_fail(fb->cx, SHADE_E_NO_OVERLOAD, fb->span,
				     "cannot %s %.*s and %.*s", what, STR_ARG(x),
				     STR_ARG(y));

	func_hint_cast(fb);
	return rc;
}

bool func_const_text(const struct value *const *consts, size_t i, struct str *out)
{
	if (!consts[i] || consts[i]->is_null || type_phys(consts[i]->type) != PHYS_STR)
		return false;
	*out = consts[i]->s;
	return true;
}
