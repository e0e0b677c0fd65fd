/*
 * agg_minmax.c - min and max of every type.
 */
#include "func/agg.h"

#define LESS(a, b) ((a) < (b))
#define T uint8_t
#define T_ALIGNED uint8_t
#define MIN_NAME(x) min_bool_##x
#define MAX_NAME(x) max_bool_##x
#include "func/minmax_pair.inc"
#define T int8_t
#define T_ALIGNED int8_t
#define MIN_NAME(x) min_i8_##x
#define MAX_NAME(x) max_i8_##x
#include "func/minmax_pair.inc"
#define T int16_t
#define T_ALIGNED int16_t
#define MIN_NAME(x) min_i16_##x
#define MAX_NAME(x) max_i16_##x
#include "func/minmax_pair.inc"
#define T int32_t
#define T_ALIGNED int32_t
#define MIN_NAME(x) min_i32_##x
#define MAX_NAME(x) max_i32_##x
#include "func/minmax_pair.inc"
#define T int64_t
#define T_ALIGNED int64_t
#define MIN_NAME(x) min_i64_##x
#define MAX_NAME(x) max_i64_##x
#include "func/minmax_pair.inc"
#define T __int128
#define T_ALIGNED int128_u
#define MIN_NAME(x) min_i128_##x
#define MAX_NAME(x) max_i128_##x
#include "func/minmax_pair.inc"
#undef LESS
/* NaN is the highest. */
#define LESS(a, b) ((a) < (b) || ((a) == (a) && (b) != (b)))
#define T float
#define T_ALIGNED float
#define MIN_NAME(x) min_f32_##x
#define MAX_NAME(x) max_f32_##x
#include "func/minmax_pair.inc"
#define T double
#define T_ALIGNED double
#define MIN_NAME(x) min_f64_##x
#define MAX_NAME(x) max_f64_##x
#include "func/minmax_pair.inc"
#undef LESS

/* --- strings and nested values -------------------------------------------- */

static shade_status slot_update(struct func_call *fc, const struct vector *args,
				size_t n, const uint32_t *gids, uint8_t *base,
				size_t stride, int sign)
{
	for (size_t i = 0; i < n; i++) {
		struct agg_slot *s = (struct agg_slot *)(void *)agg_state(base, stride,
									  gids, i);

		if (!s->is_set || sign * agg_slot_cmp(s, &args[0], i) < 0)
			agg_slot_put(fc, s, &args[0], i);
	}
	return SHADE_OK;
}

static shade_status slot_combine(struct func_call *fc, const uint8_t *src,
				 size_t src_stride, size_t n, const uint32_t *gids,
				 uint8_t *base, size_t stride, int sign)
{
	for (size_t i = 0; i < n; i++) {
		const struct agg_slot *from =
			(const struct agg_slot *)(const void *)(src + i * src_stride);
		struct agg_slot *s = (struct agg_slot *)(void *)agg_state(base, stride,
									  gids, i);
		struct value a, b;

		if (!from->is_set)
			continue;
		a = agg_slot_value(from, fc->type);
		b = agg_slot_value(s, fc->type);
		if (!s->is_set || sign * value_cmp(&a, &b) > 0)
			agg_slot_copy(fc, s, from, fc->type);
	}
	return SHADE_OK;
}

static shade_status min_slot_update(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, const uint32_t *gids,
				    uint8_t *base, size_t stride)
{
	(void)n_args;
	return slot_update(fc, args, n, gids, base, stride, -1);
}

static shade_status max_slot_update(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, const uint32_t *gids,
				    uint8_t *base, size_t stride)
{
	(void)n_args;
	return slot_update(fc, args, n, gids, base, stride, 1);
}

static shade_status min_slot_combine(struct func_call *fc, const uint8_t *src,
				     size_t src_stride, size_t n, const uint32_t *gids,
				     uint8_t *base, size_t stride)
{
	return slot_combine(fc, src, src_stride, n, gids, base, stride, -1);
}

static shade_status max_slot_combine(struct func_call *fc, const uint8_t *src,
				     size_t src_stride, size_t n, const uint32_t *gids,
				     uint8_t *base, size_t stride)
{
	return slot_combine(fc, src, src_stride, n, gids, base, stride, 1);
}

static shade_status slot_finalize(struct func_call *fc, const uint8_t *base,
				  size_t stride, size_t n, struct vector *out)
{
	return agg_slots_out(fc, base, stride, 0, n, out);
}

static const struct agg_class min_slot = {
	.state_size = sizeof(struct agg_slot),
	.update = min_slot_update,
	.combine = min_slot_combine,
	.finalize = slot_finalize,
};
static const struct agg_class max_slot = {
	.state_size = sizeof(struct agg_slot),
	.update = max_slot_update,
	.combine = max_slot_combine,
	.finalize = slot_finalize,
};

#define BOTH(sfx)                                      \
	{                                              \
		&min_##sfx##_class, &max_##sfx##_class \
	}

static const struct agg_class *const classes[PHYS_COUNT][2] = {
	[PHYS_BOOL] = BOTH(bool),
	[PHYS_I8] = BOTH(i8),
	[PHYS_I16] = BOTH(i16),
	[PHYS_I32] = BOTH(i32),
	[PHYS_I64] = BOTH(i64),
	[PHYS_I128] = BOTH(i128),
	[PHYS_F32] = BOTH(f32),
	[PHYS_F64] = BOTH(f64),
	[PHYS_STR] = { &min_slot, &max_slot },
	[PHYS_LIST] = { &min_slot, &max_slot },
	[PHYS_ROW] = { &min_slot, &max_slot },
};

shade_status agg_bind_min(struct func_bind *fb, const struct agg_class **agg)
{
	fb->type = fb->arg_types[0];
	*agg = classes[type_phys(fb->type)][0];
	return SHADE_OK;
}

shade_status agg_bind_max(struct func_bind *fb, const struct agg_class **agg)
{
	fb->type = fb->arg_types[0];
	*agg = classes[type_phys(fb->type)][1];
	return SHADE_OK;
}
