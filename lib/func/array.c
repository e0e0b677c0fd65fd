#include "func/array.h"

#include "func/values.h"

size_t list_find(const struct value *list, const struct value *x)
{
	for (size_t i = 0; i < LEN(list); i++)
		if (value_equal(&LIST(list)[i], x))
			return i;
	return SIZE_MAX;
}

struct value list_room(struct func_call *fc, size_t n)
{
	struct value v = value_list(fc, fc->type, n);

	v.list.n = 0;
	return v;
}

shade_status list_check_length(struct func_call *fc, double n)
{
	if (n <= (double)LIST_LIMIT)
		return SHADE_OK;
	return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
			  "an array of %.0f elements is too long", n);
}

shade_status list_series(struct func_call *fc, int64_t from, int64_t step, double n,
			 struct value *out)
{
	TRY(list_check_length(fc, n));
	*out = list_room(fc, (size_t)n);
	for (size_t i = 0; i < (size_t)n; i++) {
		struct value v = value_int(
			TYPE_BIGINT,
			(int64_t)((uint64_t)from + (uint64_t)i * (uint64_t)step));

		list_append(out, &v);
	}
	return SHADE_OK;
}
