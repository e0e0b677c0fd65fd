/*
 * f_agg_pick.c - aggregates that hand out one of their rows' values.
 */
#include "func/agg.h"
#include "func/args.h"

/* --- first, last, any_value ----------------------------------------------- */

/* first(x, true) leaves NULLs out. */
static bool left_out(const struct vector *args, size_t n_args, size_t i)
{
	return n_args > 1 && !vector_is_null(&args[1], i) && arg_bool(&args[1], i) &&
	       vector_is_null(&args[0], i);
}

static shade_status first_update(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, const uint32_t *gids,
				 uint8_t *base, size_t stride)
{
	for (size_t i = 0; i < n; i++) {
		struct agg_slot *s = agg_state(base, stride, gids, i);

		if (!s->is_set && !left_out(args, n_args, i))
			agg_slot_put(fc, s, &args[0], i);
	}
	return SHADE_OK;
}

static shade_status last_update(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, const uint32_t *gids,
				uint8_t *base, size_t stride)
{
	for (size_t i = 0; i < n; i++)
		if (!left_out(args, n_args, i))
			agg_slot_put(fc, agg_state(base, stride, gids, i), &args[0], i);
	return SHADE_OK;
}

static shade_status first_combine(struct func_call *fc, const uint8_t *src,
				  size_t src_stride, size_t n, const uint32_t *gids,
				  uint8_t *base, size_t stride)
{
	(void)fc;
	for (size_t i = 0; i < n; i++) {
		const struct agg_slot *from = (const struct agg_slot *)(src +
									i * src_stride);
		struct agg_slot *to = agg_state(base, stride, gids, i);

		if (from->is_set && !to->is_set)
			agg_slot_copy(fc, to, from, fc->type);
	}
	return SHADE_OK;
}

static shade_status last_combine(struct func_call *fc, const uint8_t *src,
				 size_t src_stride, size_t n, const uint32_t *gids,
				 uint8_t *base, size_t stride)
{
	(void)fc;
	for (size_t i = 0; i < n; i++) {
		const struct agg_slot *from = (const struct agg_slot *)(src +
									i * src_stride);

		if (from->is_set)
			agg_slot_copy(fc, agg_state(base, stride, gids, i), from,
				      fc->type);
	}
	return SHADE_OK;
}

static shade_status slot_finalize(struct func_call *fc, const uint8_t *base,
				  size_t stride, size_t n, struct vector *out)
{
	return agg_slots_out(fc, base, stride, 0, n, out);
}

static const struct agg_class first_class = {
	.state_size = sizeof(struct agg_slot),
	.update = first_update,
	.combine = first_combine,
	.finalize = slot_finalize,
};

static const struct agg_class last_class = {
	.state_size = sizeof(struct agg_slot),
	.update = last_update,
	.combine = last_combine,
	.finalize = slot_finalize,
};

/* --- min_by, max_by ------------------------------------------------------- */

struct by_state {
	struct agg_slot value, key;
};

static shade_status by_rows(struct func_call *fc, const struct vector *args, size_t n,
			    const uint32_t *gids, uint8_t *base, size_t stride,
			    int want)
{
	for (size_t i = 0; i < n; i++) {
		struct by_state *s = agg_state(base, stride, gids, i);

		if (vector_is_null(&args[1], i))
			continue;
		if (s->key.is_set && agg_slot_cmp(&s->key, &args[1], i) * want >= 0)
			continue;
		agg_slot_put(fc, &s->value, &args[0], i);
		agg_slot_put(fc, &s->key, &args[1], i);
	}
	return SHADE_OK;
}

static shade_status min_by_update(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, const uint32_t *gids,
				  uint8_t *base, size_t stride)
{
	(void)n_args;
	return by_rows(fc, args, n, gids, base, stride, -1);
}

static shade_status max_by_update(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, const uint32_t *gids,
				  uint8_t *base, size_t stride)
{
	(void)n_args;
	return by_rows(fc, args, n, gids, base, stride, 1);
}

static shade_status by_combine(struct func_call *fc, const uint8_t *src,
			       size_t src_stride, size_t n, const uint32_t *gids,
			       uint8_t *base, size_t stride, int want)
{
	for (size_t i = 0; i < n; i++) {
		const struct by_state *from = (const struct by_state *)(src +
									i * src_stride);
		struct by_state *to = agg_state(base, stride, gids, i);

		if (!from->key.is_set)
			continue;
		if (to->key.is_set) {
			struct value a = agg_slot_value(&to->key, fc->arg_types[1]);
			struct value b = agg_slot_value(&from->key, fc->arg_types[1]);

			if (value_cmp(&a, &b) * want >= 0)
				continue;
		}
		agg_slot_copy(fc, &to->value, &from->value, fc->type);
		agg_slot_copy(fc, &to->key, &from->key, fc->arg_types[1]);
	}
	return SHADE_OK;
}

static shade_status min_by_combine(struct func_call *fc, const uint8_t *src,
				   size_t src_stride, size_t n, const uint32_t *gids,
				   uint8_t *base, size_t stride)
{
	return by_combine(fc, src, src_stride, n, gids, base, stride, -1);
}

static shade_status max_by_combine(struct func_call *fc, const uint8_t *src,
				   size_t src_stride, size_t n, const uint32_t *gids,
				   uint8_t *base, size_t stride)
{
	return by_combine(fc, src, src_stride, n, gids, base, stride, 1);
}

static shade_status by_finalize(struct func_call *fc, const uint8_t *base,
				size_t stride, size_t n, struct vector *out)
{
	return agg_slots_out(fc, base, stride, offsetof(struct by_state, value), n,
			     out);
}

static const struct agg_class min_by_class = {
	.state_size = sizeof(struct by_state),
	.update = min_by_update,
	.combine = min_by_combine,
	.finalize = by_finalize,
};

static const struct agg_class max_by_class = {
	.state_size = sizeof(struct by_state),
	.update = max_by_update,
	.combine = max_by_combine,
	.finalize = by_finalize,
};

static shade_status pick_bind(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = fb->arg_types[0];
	return SHADE_OK;
}

#define AGG(n, s, f, c, d, e, r)                                               \
	{                                                                      \
		.name = (n), .sig = (s), .kind = FUNC_AGGREGATE, .flags = (f), \
		.agg = (c), .bind = pick_bind, .doc = (d), .example = (e),     \
		.result = (r)                                                  \
	}
#define OF(e) "SELECT " e " FROM VALUES (NULL, 3), (1, 2), (5, 1) AS t(a, b)"
#define ORDERED (FUNC_NULLS | FUNC_ORDERED)

static const struct func_row rows[] = {
	AGG("first", "ANY -> ?", ORDERED, &first_class, "value of the first row",
	    OF("first(b)"), "3"),
	AGG("first", "ANY, BOOLEAN -> ?", ORDERED, &first_class,
	    "value of the first row; true: of the first that is not NULL",
	    OF("first(a, true)"), "1"),
	AGG("first_value", "ANY -> ?", ORDERED, &first_class, "value of the first row",
	    OF("first_value(b)"), "3"),
	AGG("first_value", "ANY, BOOLEAN -> ?", ORDERED, &first_class,
	    "value of the first row; true: of the first that is not NULL",
	    OF("first_value(a, true)"), "1"),
	AGG("last", "ANY -> ?", ORDERED, &last_class, "value of the last row",
	    OF("last(b)"), "1"),
	AGG("last", "ANY, BOOLEAN -> ?", ORDERED, &last_class,
	    "value of the last row; true: of the last that is not NULL",
	    OF("last(a, true)"), "5"),
	AGG("last_value", "ANY -> ?", ORDERED, &last_class, "value of the last row",
	    OF("last_value(b)"), "1"),
	AGG("last_value", "ANY, BOOLEAN -> ?", ORDERED, &last_class,
	    "value of the last row; true: of the last that is not NULL",
	    OF("last_value(a, true)"), "5"),
	AGG("arbitrary", "ANY -> ?", ORDERED, &first_class, "value of the first row",
	    OF("arbitrary(b)"), "3"),
	AGG("any_value", "ANY -> ?", FUNC_ORDERED, &first_class,
	    "a value that is not NULL (the first)", OF("any_value(a)"), "1"),
	AGG("any_value", "ANY, BOOLEAN -> ?", ORDERED, &first_class,
	    "value of the first row; true: of the first that is not NULL",
	    OF("any_value(a, true)"), "1"),
	AGG("min_by", "ANY, ANY -> ?", ORDERED, &min_by_class,
	    "first value where the second is smallest", OF("min_by(a, b)"), "5"),
	AGG("max_by", "ANY, ANY -> ?", ORDERED, &max_by_class,
	    "first value where the second is largest", OF("max_by(b, a)"), "1"),
	AGG("arg_min", "ANY, ANY -> ?", ORDERED, &min_by_class,
	    "first value where the second is smallest", OF("arg_min(a, b)"), "5"),
	AGG("arg_max", "ANY, ANY -> ?", ORDERED, &max_by_class,
	    "first value where the second is largest", OF("arg_max(b, a)"), "1"),
};

const struct func_family func_family_pick = {
	.name = "Picking one row's value",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
