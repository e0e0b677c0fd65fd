/*
 * args.c - results of kernels: NULLs and strings.
 */
#include "func/args.h"

void out_null(struct func_call *fc, struct vector *out, size_t i)
{
	validity_clear(vector_validity(fc->arena, out, SHADE_BATCH_ROWS), i);
}

static shade_status too_long(struct func_call *fc)
{
	return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
			  "the result of %s would be longer than 1 GB", fc->row->name);
}

char *out_room(struct func_call *fc, size_t n)
{
	char *p;

	if (n > FUNC_MAX_TEXT) {
		(void)!too_long(fc);
		return NULL;
	}
	p = heap_alloc(fc->heap, n ? n : 1);
	if (!p)
		(void)!cx_nomem(fc->cx);
	return p;
}

shade_status out_copy(struct func_call *fc, struct vector *out, size_t i, const char *p,
		      size_t n)
{
	char *to;

	if (n <= STRV_INLINE) {
		out_view(out, i, p, n);
		return SHADE_OK;
	}
	to = out_room(fc, n);
	if (!to)
		return fc->cx->err.code;
	memcpy(to, p, n);
	out_view(out, i, to, n);
	return SHADE_OK;
}

static bool text_reserve(struct text_out *t, size_t n)
{
	size_t cap = t->cap ? t->cap : 64;
	char *p;

	if (t->failed)
		return false;
	if (n <= t->cap)
		return true;
	while (cap < n && cap <= FUNC_MAX_TEXT)
		cap *= 2;
	p = out_room(t->fc, n > FUNC_MAX_TEXT ? n : cap);
	if (!p) {
		t->failed = true;
		return false;
	}
	if (t->n > 0)
		memcpy(p, t->p, t->n);
	t->p = p;
	t->cap = cap;
	return true;
}

void text_add(struct text_out *t, const char *p, size_t n)
{
	if (n == 0 || !text_reserve(t, t->n + n))
		return;
	memcpy(t->p + t->n, p, n);
	t->n += n;
}

shade_status text_end(struct text_out *t, struct vector *out, size_t i)
{
	if (t->failed)
		return t->fc->cx->err.code;
	out_view(out, i, t->n ? t->p : "", t->n);
	return SHADE_OK;
}
