/*
 * f_lambda.c - functions that take a function: rows only.
 *
 * lib/expr/lambda.c evaluates them, because only it can run an expression.
 */
#include "func/func_internal.h"

/* The type that the lambda at argument i gives. */
static const struct type *gives(const struct func_bind *fb, size_t i)
{
	return fb->arg_types[i];
}

static shade_status bind_transform(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = type_array(fb->arena, gives(fb, 1));
	return SHADE_OK;
}

static shade_status bind_keep(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = fb->arg_types[0];
	return SHADE_OK;
}

static shade_status bind_test(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = type_of(TYPE_BOOLEAN);
	return SHADE_OK;
}

static shade_status bind_reduce(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	if (fb->n_args == 2) { /* the first element is the start */
		fb->type = fb->arg_types[0]->children[0];
		if (!type_equal(gives(fb, 1), fb->type))
			return shade_fail(
				fb->cx, SHADE_E_TYPE, fb->span,
				"the elements are %.*s but the function gives "
				"%.*s",
				STR_ARG(type_name(fb->arena, fb->type)),
				STR_ARG(type_name(fb->arena, gives(fb, 1))));
		return SHADE_OK;
	}
	fb->type = fb->n_args > 3 ? gives(fb, 3) : fb->arg_types[1];
	if (!type_equal(gives(fb, 2), fb->arg_types[1]))
		return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
				  "the start is %.*s but the function gives %.*s",
				  STR_ARG(type_name(fb->arena, fb->arg_types[1])),
				  STR_ARG(type_name(fb->arena, gives(fb, 2))));
	return SHADE_OK;
}

static shade_status bind_zip(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = type_array(fb->arena, gives(fb, 2));
	return SHADE_OK;
}

static shade_status bind_keys(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = type_map(fb->arena, gives(fb, 1), fb->arg_types[0]->children[1]);
	return SHADE_OK;
}

static shade_status bind_values(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = type_map(fb->arena, fb->arg_types[0]->children[0], gives(fb, 1));
	return SHADE_OK;
}

#define F(name, sig, b, d, e, r)                                      \
	{                                                             \
		SCALAR(name, sig, 0, NULL), .bind = (b), DOC(d, e, r) \
	}

static const struct func_row rows[] = {
	F("transform", "ARRAY<T>, ANY -> ?", bind_transform,
	  "the function's value for each element",
	  "transform(array(1, 2, 3), x -> x * 10)", "[10, 20, 30]"),
	F("list_transform", "ARRAY<T>, ANY -> ?", bind_transform,
	  "the function's value for each element",
	  "list_transform(array(1, 2), x -> x + 1)", "[2, 3]"),
	F("array_transform", "ARRAY<T>, ANY -> ?", bind_transform,
	  "the function's value for each element",
	  "array_transform(array('a'), x -> upper(x))", "[A]"),
	F("list_apply", "ARRAY<T>, ANY -> ?", bind_transform,
	  "the function's value for each element", "list_apply(array(1), x -> -x)",
	  "[-1]"),
	F("filter", "ARRAY<T>, ANY -> ?", bind_keep,
	  "elements for which the function is true",
	  "filter(array(1, 2, 3, 4), x -> x % 2 = 0)", "[2, 4]"),
	F("list_filter", "ARRAY<T>, ANY -> ?", bind_keep,
	  "elements for which the function is true",
	  "list_filter(array(1, 5), x -> x > 2)", "[5]"),
	F("array_filter", "ARRAY<T>, ANY -> ?", bind_keep,
	  "elements for which the function is true",
	  "array_filter(array(1, 5), x -> x < 2)", "[1]"),
	F("exists", "ARRAY<T>, ANY -> ?", bind_test,
	  "is the function true for an element", "exists(array(1, 2), x -> x > 1)",
	  "true"),
	F("any_match", "ARRAY<T>, ANY -> ?", bind_test,
	  "is the function true for an element", "any_match(array(1, 2), x -> x > 2)",
	  "false"),
	F("forall", "ARRAY<T>, ANY -> ?", bind_test,
	  "is the function true for all elements", "forall(array(1, 2), x -> x > 0)",
	  "true"),
	F("all_match", "ARRAY<T>, ANY -> ?", bind_test,
	  "is the function true for all elements", "all_match(array(1, 2), x -> x > 1)",
	  "false"),
	F("reduce", "ARRAY<T>, ANY, ANY [, ANY] -> ?", bind_reduce,
	  "elements joined one after the other with a start value",
	  "reduce(array(1, 2, 3), 0, (acc, x) -> acc + x)", "6"),
	F("aggregate", "ARRAY<T>, ANY, ANY [, ANY] -> ?", bind_reduce,
	  "elements joined one after the other, and a last function",
	  "aggregate(array(1, 2, 3), 0, (acc, x) -> acc + x, acc -> acc * 10)", "60"),
	F("list_reduce", "ARRAY<T>, ANY -> ?", bind_reduce,
	  "elements joined one after the other from the first",
	  "list_reduce(array(1, 2, 3), (acc, x) -> acc * 10 + x)", "123"),
	F("list_reduce", "ARRAY<T>, ANY, ANY [, ANY] -> ?", bind_reduce,
	  "elements joined one after the other with a start value",
	  "list_reduce(array('a', 'b'), '', (acc, x) -> acc || x)", "ab"),
	F("zip_with", "ARRAY<T>, ARRAY<U>, ANY -> ?", bind_zip,
	  "the function's value for the elements of two arrays side by side",
	  "zip_with(array(1, 2), array(10, 20), (x, y) -> x + y)", "[11, 22]"),
	/* the binder makes transform and map_from_arrays of it */
	F("map_zip_with", "MAP<K, V>, MAP<K, W>, ANY -> ?", bind_values,
	  "the function's value for each key of two maps and its values in both",
	  "map_zip_with(map('a', 1), map('a', 10), (k, x, y) -> x + y)", "{a=11}"),
	F("map_filter", "MAP<K, V>, ANY -> ?", bind_keep,
	  "entries for which the function is true",
	  "map_filter(map('a', 1, 'b', 2), (k, v) -> v > 1)", "{b=2}"),
	F("transform_keys", "MAP<K, V>, ANY -> ?", bind_keys,
	  "with the function's values as keys",
	  "transform_keys(map('a', 1), (k, v) -> upper(k))", "{A=1}"),
	F("transform_values", "MAP<K, V>, ANY -> ?", bind_values,
	  "with the function's values as values",
	  "transform_values(map('a', 1), (k, v) -> v + 1)", "{a=2}"),
};

const struct func_family func_family_lambda = { "Functions of functions", rows,
						ARRAY_LEN(rows) };
