/*
 * agg_util.c - arguments as plain arrays.
 */
#include "func/agg_util.h"

const int64_t *agg_i64(const struct vector *v, size_t n, int64_t *tmp)
{
	enum phys p = type_phys(v->type);
	bool flat = v->form == VECTOR_FLAT;

	if (p == PHYS_I64 && flat)
		return v->data;
	for (size_t i = 0; i < (flat ? n : 1); i++) {
		switch (p) {
		case PHYS_BOOL: tmp[i] = ((const uint8_t *)v->data)[i]; break;
		case PHYS_I8: tmp[i] = ((const int8_t *)v->data)[i]; break;
		case PHYS_I16: tmp[i] = ((const int16_t *)v->data)[i]; break;
		case PHYS_I32: tmp[i] = ((const int32_t *)v->data)[i]; break;
		default: tmp[i] = ((const int64_t *)v->data)[i]; break;
		}
	}
	for (size_t i = 1; !flat && i < n; i++)
		tmp[i] = tmp[0];
	return tmp;
}

const double *agg_f64(const struct vector *v, size_t n, double *tmp)
{
	bool flat = v->form == VECTOR_FLAT;
	bool wide = type_phys(v->type) == PHYS_F64;

	if (wide && flat)
		return v->data;
	for (size_t i = 0; i < n; i++) {
		size_t at = flat ? i : 0;

		tmp[i] = wide ? ((const double *)v->data)[at]
			      : (double)((const float *)v->data)[at];
	}
	return tmp;
}

void agg_store_values(struct func_call *fc, struct vector *out, const struct value *v,
		      size_t n)
{
	struct vector *all = vector_from_values(fc->arena, out->type, v, n);

	vector_copy_rows(fc->arena, out, 0, all, n);
}
