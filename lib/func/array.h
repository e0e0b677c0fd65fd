/*
 * array.h - what functions of arrays share.
 *
 * NULL elements are equal to each other, as in DISTINCT.
 */
#ifndef SHADE_FUNC_ARRAY_H
#define SHADE_FUNC_ARRAY_H

#include "func/func_internal.h"

/* A function of one row of values (values.h). */
#define ROW(name)                                                                \
	static shade_status name(struct func_call *fc, const struct value *args, \
				 size_t n_args, struct value *out)
#define LIST(x) ((x)->list.v)
#define LEN(x) ((x)->list.n)
#define LIST_LIMIT 10000000 /* elements; more is an error, not an accident */

/* Position of x in the list, or SIZE_MAX. */
size_t list_find(const struct value *list, const struct value *x);
/* An empty list of the result's type with room for n. */
struct value list_room(struct func_call *fc, size_t n);
shade_status list_check_length(struct func_call *fc, double n);
/* n numbers, each a step from the one before. */
shade_status list_series(struct func_call *fc, int64_t from, int64_t step, double n,
			 struct value *out);

static inline void list_append(struct value *list, const struct value *x)
{
	LIST(list)[LEN(list)++] = *x;
}

/* Arrays joined, for || and array_concat. */
shade_status array_concat(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out);

#endif
