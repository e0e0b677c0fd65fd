/*
 * agg.h - aggregate states.
 *
 * sum and avg of the same argument have the same update, so an executor may
 * keep one state for both and finalize it twice.
 */
#ifndef SHADE_FUNC_AGG_H
#define SHADE_FUNC_AGG_H

#include "func/func_internal.h"
#include "type/decimal.h"

/* States are only 8-byte aligned. */
typedef __int128 int128_u __attribute__((aligned(8)));

static inline void *agg_state(uint8_t *base, size_t stride, const uint32_t *gids,
			      size_t i)
{
	return base + (gids ? gids[i] : 0) * stride;
}

extern const struct agg_class agg_count;
/* Sum of exact numbers, by what comes out of it. */
extern const struct agg_class agg_sum_int, agg_sum_decimal, agg_sum_huge,
	agg_sum_interval, agg_avg_int, agg_avg_decimal, agg_avg_interval;
extern const struct agg_class agg_sum_double, agg_avg_double, agg_total;

shade_status agg_bind_sum_decimal(struct func_bind *fb, const struct agg_class **agg);
shade_status agg_bind_avg_int(struct func_bind *fb, const struct agg_class **agg);
shade_status agg_bind_avg_decimal(struct func_bind *fb, const struct agg_class **agg);
shade_status agg_bind_min(struct func_bind *fb, const struct agg_class **agg);
shade_status agg_bind_max(struct func_bind *fb, const struct agg_class **agg);

/*
 * A value kept by a state, of any type.  Bytes live in the call's arena and
 * are reused when the value changes.
 */
struct agg_slot {
	union {
		int64_t i;
		int128_u h;
		double d;
		struct strv s;
	};
	char *bytes; /* of a long string */
	uint32_t cap;
	uint8_t is_set, is_null;
	struct value *nested;
};

void agg_slot_put(struct func_call *fc, struct agg_slot *s, const struct vector *v,
		  size_t i);
void agg_slot_copy(struct func_call *fc, struct agg_slot *dst,
		   const struct agg_slot *src, const struct type *t);
/* Compare a set slot with row i. */
int agg_slot_cmp(const struct agg_slot *s, const struct vector *v, size_t i);
struct value agg_slot_value(const struct agg_slot *s, const struct type *t);
/* Slots to a result vector; unset ones are NULL.  at: offset of the slot in
 * the state. */
shade_status agg_slots_out(struct func_call *fc, const uint8_t *base, size_t stride,
			   size_t at, size_t n, struct vector *out);
#endif
