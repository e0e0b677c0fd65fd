/*
 * func_internal.h - what the families share.
 *
 * A row is written { SCALAR(name, signature, flags, kernel), .doc = .., ..}.
 */
#ifndef SHADE_FUNC_INTERNAL_H
#define SHADE_FUNC_INTERNAL_H

#include "func/args.h"
#include "kernel/kernel.h"

#define SCALAR(n, s, f, k) \
	.name = (n), .sig = (s), .kind = FUNC_SCALAR, .flags = (f), .kernel = (k)
#define AGGREGATE(n, s, f, a) \
	.name = (n), .sig = (s), .kind = FUNC_AGGREGATE, .flags = (f), .agg = (a)
#define WINDOW(n, s, f) .name = (n), .sig = (s), .kind = FUNC_WINDOW, .flags = (f)
#define DOC(d, e, r) .doc = (d), .example = (e), .result = (r)

/* An operator that cannot fail and is NULL only for NULL. */
#define OPERATOR (FUNC_HIDDEN | FUNC_TOTAL)

static inline struct operand operand_of(const struct vector *v)
{
	return (struct operand){ v->data, v->form == VECTOR_CONST };
}

/* Row i of a flat or constant argument. */
static inline size_t arg_row(const struct vector *v, size_t i)
{
	return v->form == VECTOR_CONST ? 0 : i;
}

static inline bool arg_null(const struct vector *v, size_t i)
{
	return !validity_get(v->validity, arg_row(v, i));
}

#define ARG(v, T, i) (((const T *)(v)->data)[arg_row((v), (i))])

static inline bool row_valid(const struct vector *out, size_t i)
{
	return validity_get(out->validity, i);
}

/* An exact number of any integer or decimal width. */
__int128 arg_exact(const struct vector *v, size_t i);
/* Any integer width up to 64 bits. */
int64_t arg_int(const struct vector *v, size_t i);

/* Room for n bytes of a result; reports out of memory as NULL after setting
 * the error. */
char *func_bytes(struct func_call *fc, size_t n);
/* Store text that must be copied. */
shade_status func_put(struct func_call *fc, struct vector *out, size_t i, struct str s);
/* Store text that lives as long as the batch (part of an argument). */
void func_lend(struct vector *out, size_t i, struct str s);
void func_set_null(struct func_call *fc, struct vector *out, size_t i, size_t n);

/* The other side's type for a text literal or NULL. */
bool func_is_text_literal(const struct func_bind *fb, size_t i);
/* The common type of a comparison; NULL: cannot compare. */
const struct type *func_compare_type(struct func_bind *fb, size_t i, size_t k);
shade_status func_fail_pair(struct func_bind *fb, const char *what);
/* Which side a CAST would help. */
void func_hint_cast(struct func_bind *fb);

/* Constant text argument i of a bound call; false if it is no constant. */
bool func_const_text(const struct value *const *consts, size_t i, struct str *out);

#endif
