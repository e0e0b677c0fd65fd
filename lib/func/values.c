#include "func/values.h"

shade_status values_out(struct func_call *fc, const struct value *vals, size_t n,
			struct vector *out)
{
	if (out->type->n_children) {
		*out = *vector_from_values(func_scratch(fc), out->type, vals, n);
		return SHADE_OK;
	}
	for (size_t i = 0; i < n; i++) {
		if (vals[i].is_null)
			func_set_null(fc, out, i, n);
		else if (type_phys(out->type) == PHYS_STR)
			TRY(func_put(fc, out, i, vals[i].s));
		else
			vector_store(out, i, &vals[i]);
	}
	return SHADE_OK;
}

shade_status values_each(struct func_call *fc, const struct vector *args, size_t n_args,
			 size_t n, struct vector *out, row_fn fn)
{
	struct arena *a = func_scratch(fc);
	struct value *row = arena_array(a, struct value, n_args);
	struct value *vals = arena_array(a, struct value, n);

	for (size_t k = 0; k < n_args; k++)
		if (args[k].form == VECTOR_CONST)
			row[k] = vector_value(&args[k], 0, a);
	for (size_t i = 0; i < n; i++) {
		if (!row_valid(out, i)) {
			vals[i] = value_null(fc->type);
			continue;
		}
		for (size_t k = 0; k < n_args; k++)
			if (args[k].form != VECTOR_CONST)
				row[k] = vector_value(&args[k], i, a);
		vals[i] = (struct value){ .type = fc->type };
		TRY(fn(fc, row, n_args, &vals[i]));
		vals[i].type = fc->type;
	}
	return values_out(fc, vals, n, out);
}

shade_status values_kernel(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	return values_each(fc, args, n_args, n, out, fc->row->each);
}

struct value value_list(struct func_call *fc, const struct type *t, size_t n)
{
	struct value v = { .type = t };

	v.list.n = n;
	v.list.v = arena_array(func_scratch(fc), struct value,
			       t->id == TYPE_MAP ? 2 * n : n);
	return v;
}
