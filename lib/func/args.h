/*
 * args.h - how kernels read their arguments and write strings.
 *
 * Arguments are flat or constant; the accessors take the row.
 */
#ifndef SHADE_FUNC_ARGS_H
#define SHADE_FUNC_ARGS_H

#include "func/func.h"

/* A result string may be as long as this; longer ones are an error. */
#define FUNC_MAX_TEXT ((size_t)1 << 30)

static inline size_t arg_at(const struct vector *v, size_t i)
{
	return v->form == VECTOR_FLAT ? i : 0;
}

static inline struct str arg_str(const struct vector *v, size_t i)
{
	return strv_str((const struct strv *)v->data + arg_at(v, i));
}

static inline int64_t arg_i64(const struct vector *v, size_t i)
{
	return ((const int64_t *)v->data)[arg_at(v, i)];
}

static inline int32_t arg_i32(const struct vector *v, size_t i)
{
	return ((const int32_t *)v->data)[arg_at(v, i)];
}

static inline double arg_f64(const struct vector *v, size_t i)
{
	return ((const double *)v->data)[arg_at(v, i)];
}

static inline bool arg_bool(const struct vector *v, size_t i)
{
	return ((const uint8_t *)v->data)[arg_at(v, i)] != 0;
}

/* Rows whose result is NULL already need no work. */
static inline bool out_valid(const struct vector *out, size_t i)
{
	return validity_get(out->validity, i);
}

/* Set row i of a result to a view of bytes that stay alive (an argument's). */
static inline void out_view(struct vector *out, size_t i, const char *p, size_t n)
{
	((struct strv *)out->data)[i] = strv_make(p, n);
}

/* Make row i NULL. */
void out_null(struct func_call *fc, struct vector *out, size_t i);
/* Room for a result of n bytes; NULL after an error was reported. */
char *out_room(struct func_call *fc, size_t n);
/* Row i becomes a copy of the bytes. */
shade_status out_copy(struct func_call *fc, struct vector *out, size_t i, const char *p,
		      size_t n);

/*
 * A string under construction in the batch's heap, grown by doubling.
 * Zero-initialise with .fc set; check .failed at the end.
 */
struct text_out {
	struct func_call *fc;
	char *p;
	size_t n, cap;
	bool failed; /* the error is reported */
};

void text_add(struct text_out *t, const char *p, size_t n);
static inline void text_addc(struct text_out *t, char c)
{
	text_add(t, &c, 1);
}
/* Row i of out becomes the text. */
shade_status text_end(struct text_out *t, struct vector *out, size_t i);

#endif
