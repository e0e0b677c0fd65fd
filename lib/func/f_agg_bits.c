/*
 * f_agg_bits.c - aggregates: counting truths, logic, bits, products.
 */
#include "func/agg_util.h"

#define ROWS SHADE_BATCH_ROWS

/* --- count_if ------------------------------------------------------------- */

static shade_status count_combine(struct func_call *fc, const uint8_t *src,
				  size_t src_stride, size_t n, const uint32_t *gids,
				  uint8_t *base, size_t stride)
{
	(void)fc;
	for (size_t i = 0; i < n; i++)
		*(int64_t *)agg_state(base, stride, gids,
				      i) += *(const int64_t *)(src + i * src_stride);
	return SHADE_OK;
}

static shade_status count_finalize(struct func_call *fc, const uint8_t *base,
				   size_t stride, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)fc;
	for (size_t i = 0; i < n; i++)
		to[i] = *(const int64_t *)(base + i * stride);
	return SHADE_OK;
}

static shade_status count_if_rows(const struct vector *args, size_t n,
				  const uint32_t *gids, uint8_t *base, size_t stride,
				  int64_t by)
{
	for (size_t i = 0; i < n; i++)
		*(int64_t *)agg_state(base, stride, gids,
				      i) += arg_bool(&args[0], i) ? by : 0;
	return SHADE_OK;
}

static shade_status count_if_update(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, const uint32_t *gids,
				    uint8_t *base, size_t stride)
{
	(void)fc, (void)n_args;
	return count_if_rows(args, n, gids, base, stride, 1);
}

static shade_status count_if_retract(struct func_call *fc, const struct vector *args,
				     size_t n_args, size_t n, const uint32_t *gids,
				     uint8_t *base, size_t stride)
{
	(void)fc, (void)n_args;
	return count_if_rows(args, n, gids, base, stride, -1);
}

static const struct agg_class count_if_class = {
	.state_size = 8,
	.update = count_if_update,
	.retract = count_if_retract,
	.combine = count_combine,
	.finalize = count_finalize,
};

/* --- logic and bits ------------------------------------------------------- */

struct folded {
	int64_t v;
	uint64_t n;
};

static void store_i64(struct vector *out, size_t i, int64_t v)
{
	switch (type_phys(out->type)) {
	case PHYS_BOOL:
	case PHYS_I8: ((int8_t *)out->data)[i] = (int8_t)v; break;
	case PHYS_I16: ((int16_t *)out->data)[i] = (int16_t)v; break;
	case PHYS_I32: ((int32_t *)out->data)[i] = (int32_t)v; break;
	default: ((int64_t *)out->data)[i] = v;
	}
}

static shade_status folded_finalize(struct func_call *fc, const uint8_t *base,
				    size_t stride, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		const struct folded *s = (const struct folded *)(base + i * stride);

		if (s->n)
			store_i64(out, i, s->v);
		else
			out_null(fc, out, i);
	}
	return SHADE_OK;
}

static shade_status bits_bind(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = fb->arg_types[0];
	if (fb->type->id == TYPE_HUGEINT)
		return shade_fail(fb->cx, SHADE_E_UNSUPPORTED, fb->span,
				  "not supported yet: %s of HUGEINT", fb->row->name);
	return SHADE_OK;
}

enum bit_op { BIT_AND, BIT_OR, BIT_XOR };

static inline int64_t bit_fold(enum bit_op op, int64_t a, int64_t b)
{
	return op == BIT_AND ? a & b : op == BIT_OR ? a | b : a ^ b;
}

static enum bit_op op_of(const struct func_call *fc)
{
	const char *name = fc->row->name;

	if (strstr(name, "xor"))
		return BIT_XOR;
	if (strstr(name, "and") || strcmp(name, "every") == 0)
		return BIT_AND;
	return BIT_OR;
}

static shade_status bits_update(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride)
{
	int64_t tmp[ROWS];
	const int64_t *v = agg_i64(&args[0], n, tmp);
	enum bit_op op = op_of(fc);

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct folded *s = agg_state(base, stride, gids, i);

		s->v = s->n ? bit_fold(op, s->v, v[i]) : v[i];
		s->n = 1;
	}
	return SHADE_OK;
}

static shade_status bits_combine(struct func_call *fc, const uint8_t *src,
				 size_t src_stride, size_t n, const uint32_t *gids,
				 uint8_t *base, size_t stride)
{
	enum bit_op op = op_of(fc);

	for (size_t i = 0; i < n; i++) {
		const struct folded *from = (const struct folded *)(src +
								    i * src_stride);
		struct folded *to = agg_state(base, stride, gids, i);

		if (!from->n)
			continue;
		to->v = to->n ? bit_fold(op, to->v, from->v) : from->v;
		to->n = 1;
	}
	return SHADE_OK;
}

static const struct agg_class bits_class = {
	.state_size = sizeof(struct folded),
	.update = bits_update,
	.combine = bits_combine,
	.finalize = folded_finalize,
};

/* --- product -------------------------------------------------------------- */

struct multiplied {
	double product;
	uint64_t n;
};

static shade_status product_update(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, const uint32_t *gids,
				   uint8_t *base, size_t stride)
{
	double tmp[ROWS];
	const double *v = agg_f64(&args[0], n, tmp);

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct multiplied *s = agg_state(base, stride, gids, i);

		s->product = s->n ? s->product * v[i] : v[i];
		s->n++;
	}
	return SHADE_OK;
}

static shade_status product_combine(struct func_call *fc, const uint8_t *src,
				    size_t src_stride, size_t n, const uint32_t *gids,
				    uint8_t *base, size_t stride)
{
	(void)fc;
	for (size_t i = 0; i < n; i++) {
		const struct multiplied *from =
			(const struct multiplied *)(src + i * src_stride);
		struct multiplied *to = agg_state(base, stride, gids, i);

		if (!from->n)
			continue;
		to->product = to->n ? to->product * from->product : from->product;
		to->n += from->n;
	}
	return SHADE_OK;
}

static shade_status product_finalize(struct func_call *fc, const uint8_t *base,
				     size_t stride, size_t n, struct vector *out)
{
	double *to = out->data;

	for (size_t i = 0; i < n; i++) {
		const struct multiplied *s = (const struct multiplied *)(base +
									 i * stride);

		if (s->n == 0)
			out_null(fc, out, i);
		else
			to[i] = s->product;
	}
	return SHADE_OK;
}

static const struct agg_class product_class = {
	.state_size = sizeof(struct multiplied),
	.update = product_update,
	.combine = product_combine,
	.finalize = product_finalize,
};

#define AGG(n, s, f, c, b, d, e, r)                                                \
	{                                                                          \
		.name = (n), .sig = (s), .kind = FUNC_AGGREGATE, .flags = (f),     \
		.agg = (c), .bind = (b), .doc = (d), .example = (e), .result = (r) \
	}
#define OF(e) "SELECT " e " FROM VALUES (1, true), (2, false), (NULL, NULL) AS t(a, b)"

static const struct func_row rows[] = {
	AGG("count_if", "BOOLEAN -> BIGINT", FUNC_TOTAL, &count_if_class, NULL,
	    "number of rows where it is true", OF("count_if(b)"), "1"),
	AGG("countif", "BOOLEAN -> BIGINT", FUNC_TOTAL, &count_if_class, NULL,
	    "number of rows where it is true", OF("countif(b)"), "1"),
	AGG("bool_and", "BOOLEAN -> BOOLEAN", 0, &bits_class, NULL, "are all true?",
	    OF("bool_and(b)"), "false"),
	AGG("every", "BOOLEAN -> BOOLEAN", 0, &bits_class, NULL, "are all true?",
	    OF("every(b)"), "false"),
	AGG("bool_or", "BOOLEAN -> BOOLEAN", 0, &bits_class, NULL, "is one true?",
	    OF("bool_or(b)"), "true"),
	AGG("some", "BOOLEAN -> BOOLEAN", 0, &bits_class, NULL, "is one true?",
	    OF("bool_or(b)"), "true"),
	AGG("any", "BOOLEAN -> BOOLEAN", FUNC_HIDDEN, &bits_class, NULL, "is one true?",
	    OF("bool_or(b)"), "true"),
	AGG("bit_and", "INTEGER -> ?", 0, &bits_class, bits_bind, "bitwise AND",
	    OF("bit_and(a)"), "0"),
	AGG("bit_or", "INTEGER -> ?", 0, &bits_class, bits_bind, "bitwise OR",
	    OF("bit_or(a)"), "3"),
	AGG("bit_xor", "INTEGER -> ?", 0, &bits_class, bits_bind,
	    "bitwise exclusive OR", OF("bit_xor(a)"), "3"),
	AGG("product", "DOUBLE -> DOUBLE", 0, &product_class, NULL, "product",
	    OF("product(a)"), "2.0"),
};

const struct func_family func_family_bits = {
	.name = "Logic and bits",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
