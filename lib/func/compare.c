#include "func/compare.h"

shade_status compare_bind(struct func_bind *fb, const struct agg_class **agg)
{
	const struct type *t = func_compare_type(fb, 0, 1);

	(void)agg;
	if (!t)
		return func_fail_pair(fb, "compare");
	fb->arg_types[0] = fb->arg_types[1] = t;
	fb->type = type_of(TYPE_BOOLEAN);
	fb->can_fail = false;
	return SHADE_OK;
}

static bool holds(enum kernel_cmp op, int c)
{
	switch (op) {
	case KERNEL_EQ: return c == 0;
	case KERNEL_NE: return c != 0;
	case KERNEL_LT: return c < 0;
	case KERNEL_LE: return c <= 0;
	case KERNEL_GT: return c > 0;
	case KERNEL_GE: return c >= 0;
	case KERNEL_CMP_COUNT: break;
	}
	unreachable();
}

static shade_status compare(enum kernel_cmp op, const struct vector *args, size_t n,
			    struct vector *out)
{
	enum phys p = type_phys(args[0].type);
	uint8_t *r = out->data;

	if (p < PHYS_STR) {
		kernels()->cmp[op][p](operand_of(&args[0]), operand_of(&args[1]), r, n);
	} else if (p == PHYS_STR && !out->validity) {
		kernel_cmp_str(op, operand_of(&args[0]), operand_of(&args[1]), r, n);
	} else {
		/* NULL rows may hold dead pointers. */
		for (size_t i = 0; i < n; i++)
			r[i] = row_valid(out, i) &&
			       holds(op, vector_rows_cmp(&args[0], i, &args[1], i));
	}
	return SHADE_OK;
}

shade_status compare_eq(struct func_call *fc, const struct vector *args, size_t n_args,
			size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return compare(KERNEL_EQ, args, n, out);
}

shade_status compare_ne(struct func_call *fc, const struct vector *args, size_t n_args,
			size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return compare(KERNEL_NE, args, n, out);
}

shade_status compare_lt(struct func_call *fc, const struct vector *args, size_t n_args,
			size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return compare(KERNEL_LT, args, n, out);
}

shade_status compare_le(struct func_call *fc, const struct vector *args, size_t n_args,
			size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return compare(KERNEL_LE, args, n, out);
}

shade_status compare_gt(struct func_call *fc, const struct vector *args, size_t n_args,
			size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return compare(KERNEL_GT, args, n, out);
}

shade_status compare_ge(struct func_call *fc, const struct vector *args, size_t n_args,
			size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return compare(KERNEL_GE, args, n, out);
}

static shade_status distinct(const struct vector *args, size_t n, struct vector *out,
			     bool negate)
{
	uint8_t *r = out->data;

	for (size_t i = 0; i < n; i++)
		r[i] = vector_rows_equal(&args[0], i, &args[1], i) == negate;
	return SHADE_OK;
}

shade_status compare_distinct(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return distinct(args, n, out, false);
}

shade_status compare_not_distinct(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return distinct(args, n, out, true);
}

static shade_status null_test(const struct vector *arg, size_t n, struct vector *out,
			      bool is_null)
{
	uint8_t *r = out->data;

	if (!arg->validity) {
		memset(r, !is_null, n);
		return SHADE_OK;
	}
	for (size_t i = 0; i < n; i++)
		r[i] = arg_null(arg, i) == is_null;
	return SHADE_OK;
}

shade_status compare_is_null(struct func_call *fc, const struct vector *args,
			     size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return null_test(&args[0], n, out, true);
}

shade_status compare_is_not_null(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	return null_test(&args[0], n, out, false);
}

shade_status compare_not(struct func_call *fc, const struct vector *args, size_t n_args,
			 size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	kernels()->not_bytes(args[0].data, out->data, n);
	return SHADE_OK;
}

/* Greatest or least of the arguments that are not NULL (Spark's rule). */
static shade_status extreme(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out, int sign)
{
	struct arena *a = out->type->n_children ? func_scratch(fc) : fc->arena;
	uint16_t *pos = heap_alloc(fc->heap, n * sizeof(*pos));
	uint16_t *best = heap_alloc(fc->heap, n * sizeof(*best));

	if (!pos || !best)
		return cx_nomem(fc->cx);
	for (size_t i = 0; i < n; i++) {
		best[i] = UINT16_MAX;
		for (size_t k = 0; k < n_args; k++) {
			if (vector_is_null(&args[k], i))
				continue;
			if (best[i] == UINT16_MAX ||
			    sign * vector_rows_cmp(&args[k], i, &args[best[i]], i) > 0)
				best[i] = (uint16_t)k;
		}
		if (best[i] == UINT16_MAX)
			func_set_null(fc, out, i, n);
	}
	for (size_t k = 0; k < n_args; k++) {
		struct vector *picked = vector_new(func_scratch(fc), args[k].type, n);
		size_t m = 0;

		for (size_t i = 0; i < n; i++)
			if (best[i] == k)
				pos[m++] = (uint16_t)i;
		vector_gather(func_scratch(fc), picked, &args[k], pos, m);
		vector_scatter(a, out, picked, pos, m);
	}
	return SHADE_OK;
}

shade_status compare_greatest(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	return extreme(fc, args, n_args, n, out, 1);
}

shade_status compare_least(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	return extreme(fc, args, n_args, n, out, -1);
}
