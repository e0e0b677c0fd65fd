#include "exec/place.h"

void place_const(struct arena *a, struct vector *v, const struct value *val)
{
	*v = (struct vector){ .type = val->type };
	vector_set_const(a, v, val);
}

void place_outer(struct arena *a, struct vector *dst, const struct vector *src,
		 size_t n_src, const uint32_t *pos, size_t n)
{
	uint32_t there[SHADE_BATCH_ROWS];
	bool missing = false;

	dst->validity = NULL;
	dst->form = VECTOR_FLAT;
	for (size_t i = 0; i < n; i++) {
		missing |= pos[i] == ROWS_NONE;
		there[i] = pos[i] == ROWS_NONE ? 0 : pos[i];
	}
	if (n == 0)
		return;
	if (missing && n_src == 0) {
		memset(vector_validity(a, dst, SHADE_BATCH_ROWS), 0,
		       VALIDITY_WORDS(n) * 8);
		return;
	}
	vector_gather32(a, dst, src, there, n);
	if (!missing)
		return;
	vector_validity(a, dst, SHADE_BATCH_ROWS);
	for (size_t i = 0; i < n; i++) {
		if (pos[i] == ROWS_NONE)
			validity_clear(dst->validity, i);
	}
}

#define PLACE(T)                                  \
	do {                                      \
		const T *from = src->data;        \
		T *to = dst->data;                \
		for (size_t i = 0; i < n; i++)    \
			to[at[i]] = from[pos[i]]; \
	} while (0)

void place_at(struct arena *a, struct vector *dst, const struct vector *src,
	      const uint16_t *at, const uint32_t *pos, size_t n)
{
	dst->form = VECTOR_FLAT;
	switch (phys_width(type_phys(dst->type))) {
	case 1: PLACE(uint8_t); break;
	case 2: PLACE(uint16_t); break;
	case 4: PLACE(uint32_t); break;
	case 8: PLACE(uint64_t); break;
	default: PLACE(unsigned __int128); break;
	}
	dst->validity = NULL;
	if (!src->validity)
		return;
	vector_validity(a, dst, SHADE_BATCH_ROWS);
	for (size_t i = 0; i < n; i++) {
		if (!validity_get(src->validity, pos[i]))
			validity_clear(dst->validity, at[i]);
	}
}
