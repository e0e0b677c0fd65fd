#include "func/array.h"
#include "func/text.h"

shade_status text_concat(struct func_call *fc, const struct vector *args, size_t n_args,
			 size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		size_t total = 0;
		char local[STRV_INLINE], *p = local, *q;

		if (!row_valid(out, i)) {
			func_lend(out, i, STR_NONE);
			continue;
		}
		for (size_t k = 0; k < n_args; k++)
			total += arg_str(&args[k], i).n;
		if (total > STRV_INLINE) {
			p = func_bytes(fc, total);
			if (!p)
				return SHADE_E_NOMEM;
		}
		q = p;
		for (size_t k = 0; k < n_args; k++) {
			struct str s = arg_str(&args[k], i);

			if (s.n)
				memcpy(q, s.p, s.n);
			q += s.n;
		}
		func_lend(out, i, (struct str){ p, total });
	}
	return SHADE_OK;
}

shade_status text_bind_concat_op(struct func_bind *fb, const struct agg_class **agg)
{
	const struct type *x = fb->arg_types[0], *y = fb->arg_types[1];

	(void)agg;
	if (x->id == TYPE_ARRAY || y->id == TYPE_ARRAY) {
		const struct type *t = type_common(fb->arena, x, y);

		if (!t || t->id != TYPE_ARRAY)
			return func_fail_pair(fb, "join");
		fb->arg_types[0] = fb->arg_types[1] = fb->type = t;
		fb->kernel = array_concat;
		return SHADE_OK;
	}
	fb->kernel = text_concat;
	if (x->id == TYPE_BINARY && y->id == TYPE_BINARY) {
		fb->type = type_of(TYPE_BINARY);
		return SHADE_OK;
	}
	fb->type = type_of(TYPE_VARCHAR);
	for (size_t i = 0; i < 2; i++)
		if (type_family(fb->arg_types[i]) != FAMILY_STRING)
			fb->arg_types[i] = fb->type;
	return SHADE_OK;
}
