/*
 * f_nested.c - making arrays, maps and rows, and taking them apart.
 */
#include "func/values.h"

/* --- making --------------------------------------------------------------- */

static shade_status make_list(struct func_call *fc, const struct value *args,
			      size_t n_args, struct value *out)
{
	*out = value_list(fc, fc->type, n_args);
	memcpy(out->list.v, args, n_args * sizeof(*args));
	return SHADE_OK;
}

static shade_status fail_null_key(struct func_call *fc)
{
	return shade_fail(fc->cx, SHADE_E_NULL_VALUE, fc->span,
			  "a key of a map must not be NULL");
}

/* k1, v1, k2, v2 ..; the last of equal keys wins. */
static shade_status make_map(struct func_call *fc, const struct value *args,
			     size_t n_args, struct value *out)
{
	size_t n = 0, cap = n_args / 2;
	struct value *keys, *vals;

	*out = value_list(fc, fc->type, cap);
	keys = out->list.v;
	vals = arena_array(func_scratch(fc), struct value, cap);
	for (size_t i = 0; i < cap; i++) {
		size_t at = 0;

		if (args[2 * i].is_null)
			return fail_null_key(fc);
		while (at < n && !value_equal(&keys[at], &args[2 * i]))
			at++;
		keys[at] = args[2 * i];
		vals[at] = args[2 * i + 1];
		n += at == n;
	}
	memcpy(keys + n, vals, n * sizeof(*vals));
	out->list.n = n;
	return SHADE_OK;
}

static shade_status bind_map(struct func_bind *fb, const struct agg_class **agg)
{
	const struct type *t[2] = { type_of(TYPE_NULL), type_of(TYPE_NULL) };

	(void)agg;
	if (fb->n_args % 2)
		return shade_fail(fb->cx, SHADE_E_WRONG_ARG_COUNT, fb->span,
				  "a map takes keys and values in pairs");
	for (size_t i = 0; i < fb->n_args; i++) {
		t[i % 2] = type_common(fb->arena, t[i % 2], fb->arg_types[i]);
		if (!t[i % 2])
			return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
					  "the %s of a map have no common type",
					  i % 2 ? "values" : "keys");
	}
	for (size_t i = 0; i < fb->n_args; i++)
		fb->arg_types[i] = t[i % 2];
	fb->type = type_map(fb->arena, t[0], t[1]);
	return SHADE_OK;
}

static shade_status bind_row(struct func_bind *fb, const struct agg_class **agg)
{
	struct str *names = arena_array(fb->arena, struct str, fb->n_args + 1);

	(void)agg;
	for (size_t i = 0; i < fb->n_args; i++)
		names[i] = str_fmt(fb->arena, "col%zu", i + 1);
	fb->type = type_row(fb->arena, fb->n_args, fb->arg_types, names);
	return SHADE_OK;
}

static shade_status bind_named(struct func_bind *fb, const struct agg_class **agg)
{
	size_t n = fb->n_args / 2;
	struct str *names = arena_array(fb->arena, struct str, n + 1);
	const struct type **types = arena_array(fb->arena, const struct type *, n + 1);

	(void)agg;
	for (size_t i = 0; i < n; i++) {
		if (!func_const_text(fb->consts, 2 * i, &names[i]))
			return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
					  "a field's name must be a text constant");
		types[i] = fb->arg_types[2 * i + 1];
	}
	if (fb->n_args % 2)
		return shade_fail(fb->cx, SHADE_E_WRONG_ARG_COUNT, fb->span,
				  "named_struct takes names and values in pairs");
	fb->type = type_row(fb->arena, n, types, names);
	return SHADE_OK;
}

/* step 1: all arguments; step 2: every second. */
static shade_status fill_row(struct func_call *fc, const struct vector *args,
			     size_t n_args, size_t n, struct vector *out, size_t step)
{
	for (size_t i = step - 1, k = 0; i < n_args; i += step, k++) {
		struct vector *field = vector_new(func_scratch(fc), args[i].type, n);

		vector_copy_rows(func_scratch(fc), field, 0, &args[i], n);
		out->children[k] = *field;
	}
	return SHADE_OK;
}

static shade_status row_kernel(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	return fill_row(fc, args, n_args, n, out, 1);
}

static shade_status named_kernel(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	return fill_row(fc, args, n_args, n, out, 2);
}

/* --- taking apart --------------------------------------------------------- */

static bool field_index(const struct type *t, struct str name, size_t *out)
{
	for (size_t i = 0; t->names && i < t->n_children; i++) {
		if (str_eq_nocase(t->names[i], name)) {
			*out = i;
			return true;
		}
	}
	return false;
}

static shade_status bind_field(struct func_bind *fb, const struct agg_class **agg)
{
	const struct type *t = fb->arg_types[0];
	struct str name, near;
	shade_status rc;
	size_t i;

	(void)agg;
	if (t->id != TYPE_ROW)
		return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
				  "%.*s has no fields: it is no ROW",
				  STR_ARG(type_name(fb->arena, t)));
	if (!func_const_text(fb->consts, 1, &name))
		return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
				  "a field's name must be a text constant");
	if (field_index(t, name, &i)) {
		fb->type = t->children[i];
		return SHADE_OK;
	}
	near = t->names ? str_nearest(name, t->names, t->n_children) : STR_NONE;
	if (near.n)
		rc = shade_fail(fb->cx, SHADE_E_COLUMN_NOT_FOUND, fb->span,
				"field \"%.*s\" does not exist; did you mean \"%.*s\"?",
				STR_ARG(name), STR_ARG(near));
	else
		rc = shade_fail(fb->cx, SHADE_E_COLUMN_NOT_FOUND, fb->span,
				"field \"%.*s\" does not exist", STR_ARG(name));
	return rc;
}

static shade_status field_kernel(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	struct arena *a = out->type->n_children ? func_scratch(fc) : fc->arena;
	struct str name = arg_str(&args[1], 0);
	struct vector field;
	size_t k = 0;

	(void)n_args;
	field_index(args[0].type, name, &k);
	field = args[0].children[k];
	if (args[0].form == VECTOR_CONST)
		field.form = VECTOR_CONST;
	vector_copy_rows(a, out, 0, &field, n);
	if (args[0].validity)
		for (size_t i = 0; i < n; i++)
			if (arg_null(&args[0], i))
				func_set_null(fc, out, i, n);
	return SHADE_OK;
}

/* Rows of the child that the results are; NULL where SIZE_MAX. */
static shade_status pick(struct func_call *fc, const struct vector *child,
			 const uint32_t *rows, const uint8_t *hit, size_t n,
			 struct vector *out)
{
	struct arena *a = out->type->n_children ? func_scratch(fc) : fc->arena;

	if (child->data || child->type->id == TYPE_ROW)
		vector_gather32(a, out, child, rows, n);
	for (size_t i = 0; i < n; i++)
		if (!hit[i])
			func_set_null(fc, out, i, n);
	return SHADE_OK;
}

static shade_status element_kernel(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	uint32_t *rows = arena_array(func_scratch(fc), uint32_t, n);
	uint8_t *hit = arena_array(func_scratch(fc), uint8_t, n);

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct list_ref ref;
		int64_t at;

		if (arg_null(&args[0], i) || arg_null(&args[1], i))
			continue;
		ref = ARG(&args[0], struct list_ref, i);
		at = arg_i64(&args[1], i);
		if (at == 0)
			return shade_fail(fc->cx, SHADE_E_ARRAY_INDEX, fc->span,
					  "array index 0: the first element is 1");
		at = at < 0 ? at + ref.n : at - 1;
		if (at < 0 || at >= ref.n)
			continue;
		rows[i] = ref.offset + (uint32_t)at;
		hit[i] = 1;
	}
	return pick(fc, &args[0].children[0], rows, hit, n, out);
}

static shade_status lookup_kernel(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	uint32_t *rows = arena_array(func_scratch(fc), uint32_t, n);
	uint8_t *hit = arena_array(func_scratch(fc), uint8_t, n);

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct list_ref ref;

		if (arg_null(&args[0], i) || arg_null(&args[1], i))
			continue;
		ref = ARG(&args[0], struct list_ref, i);
		for (uint32_t k = 0; k < ref.n && !hit[i]; k++) {
			if (!vector_rows_equal(&args[0].children[0], ref.offset + k,
					       &args[1], i))
				continue;
			rows[i] = ref.offset + k;
			hit[i] = 1;
		}
	}
	return pick(fc, &args[0].children[1], rows, hit, n, out);
}

static shade_status size_kernel(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		((int64_t *)out->data)[i] =
			row_valid(out, i) ? ARG(&args[0], struct list_ref, i).n : 0;
	return SHADE_OK;
}

/* --- maps ----------------------------------------------------------------- */

static shade_status child_list(struct func_call *fc, const struct vector *args,
			       size_t n, struct vector *out, size_t which)
{
	for (size_t i = 0; i < n; i++)
		((struct list_ref *)out->data)[i] = row_valid(out, i)
							    ? ARG(&args[0],
								  struct list_ref, i)
							    : (struct list_ref){ 0, 0 };
	out->children[0] = args[0].children[which];
	out->child_n = args[0].child_n;
	(void)fc;
	return SHADE_OK;
}

static shade_status keys_kernel(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return child_list(fc, args, n, out, 0);
}

static shade_status map_values_kernel(struct func_call *fc, const struct vector *args,
				      size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return child_list(fc, args, n, out, 1);
}

static shade_status bind_entries(struct func_bind *fb, const struct agg_class **agg)
{
	static const struct str names[2] = { { "key", 3 }, { "value", 5 } };
	const struct type *t = fb->arg_types[0];

	(void)agg;
	fb->type = type_array(fb->arena, type_row(fb->arena, 2, t->children, names));
	return SHADE_OK;
}

static shade_status entries(struct func_call *fc, const struct value *args,
			    size_t n_args, struct value *out)
{
	size_t n = args[0].list.n;

	(void)n_args;
	*out = value_list(fc, fc->type, n);
	for (size_t i = 0; i < n; i++) {
		struct value row = value_list(fc, fc->type->children[0], 2);

		row.list.v[0] = args[0].list.v[i];
		row.list.v[1] = args[0].list.v[n + i];
		out->list.v[i] = row;
	}
	return SHADE_OK;
}

static shade_status from_arrays(struct func_call *fc, const struct value *args,
				size_t n_args, struct value *out)
{
	size_t n = args[0].list.n;
	struct value *pairs = arena_array(func_scratch(fc), struct value, 2 * n);

	(void)n_args;
	if (args[1].list.n != n)
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "a map of %zu keys and %zu values", n,
				  args[1].list.n);
	for (size_t i = 0; i < n; i++) {
		pairs[2 * i] = args[0].list.v[i];
		pairs[2 * i + 1] = args[1].list.v[i];
	}
	return make_map(fc, pairs, 2 * n, out);
}

static shade_status bind_from_entries(struct func_bind *fb,
				      const struct agg_class **agg)
{
	const struct type *row = fb->arg_types[0]->children[0];

	(void)agg;
	if (row->id != TYPE_ROW || row->n_children != 2)
		return shade_fail(
			fb->cx, SHADE_E_TYPE, fb->span,
			"map_from_entries takes an array of rows of two fields");
	fb->type = type_map(fb->arena, row->children[0], row->children[1]);
	return SHADE_OK;
}

static shade_status from_entries(struct func_call *fc, const struct value *args,
				 size_t n_args, struct value *out)
{
	size_t n = args[0].list.n;
	struct value *pairs = arena_array(func_scratch(fc), struct value, 2 * n);

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		const struct value *row = &args[0].list.v[i];

		if (row->is_null) {
			out->is_null = true;
			return SHADE_OK;
		}
		pairs[2 * i] = row->list.v[0];
		pairs[2 * i + 1] = row->list.v[1];
	}
	return make_map(fc, pairs, 2 * n, out);
}

/* Several maps in one; later ones win. */
static shade_status join_maps(struct func_call *fc, const struct value *args,
			      size_t n_args, struct value *out)
{
	size_t total = 0, at = 0;
	struct value *pairs;

	for (size_t k = 0; k < n_args; k++)
		total += args[k].list.n;
	pairs = arena_array(func_scratch(fc), struct value, 2 * total);
	for (size_t k = 0; k < n_args; k++) {
		for (size_t i = 0; i < args[k].list.n; i++) {
			pairs[at++] = args[k].list.v[i];
			pairs[at++] = args[k].list.v[args[k].list.n + i];
		}
	}
	return make_map(fc, pairs, 2 * total, out);
}

static shade_status has_key_kernel(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct list_ref ref = { 0, 0 };
		bool hit = false;

		if (row_valid(out, i))
			ref = ARG(&args[0], struct list_ref, i);
		for (uint32_t k = 0; k < ref.n && !hit; k++)
			hit = vector_rows_equal(&args[0].children[0], ref.offset + k,
						&args[1], i);
		((uint8_t *)out->data)[i] = hit;
	}
	return SHADE_OK;
}

#define MAKES (FUNC_NULLS | FUNC_TOTAL)

static const struct func_row rows[] = {
	{ EACH("array", "T... -> ARRAY<T>", MAKES, make_list),
	  DOC("an array of its arguments", "array(1, 2, 3)", "[1, 2, 3]") },
	{ EACH("list_value", "T... -> ARRAY<T>", MAKES, make_list),
	  DOC("an array of its arguments", "list_value('a', 'b')", "[a, b]") },
	{ EACH("map", "ANY... -> ?", MAKES | FUNC_CAN_FAIL, make_map), .bind = bind_map,
	  DOC("a map of keys and values in turn", "map('a', 1, 'b', 2)",
	      "{a=1, b=2}") },
	{ SCALAR("row", "ANY... -> ?", MAKES, row_kernel), .bind = bind_row,
	  DOC("a row of its arguments", "row(1, 'x').col2", "x") },
	{ SCALAR("struct", "ANY... -> ?", MAKES, row_kernel), .bind = bind_row,
	  DOC("a row of its arguments", "struct(1, 'x').col1", "1") },
	{ SCALAR("named_struct", "ANY... -> ?", MAKES, named_kernel),
	  .bind = bind_named,
	  DOC("a row of fields with names", "named_struct('a', 1, 'b', 'x').b", "x") },
	{ SCALAR(".", "ANY, VARCHAR -> ?", FUNC_HIDDEN | FUNC_NULLS, field_kernel),
	  .bind = bind_field },
	{ SCALAR("[]", "ROW, VARCHAR -> ?", FUNC_HIDDEN | FUNC_NULLS, field_kernel),
	  .bind = bind_field },
	{ SCALAR("[]", "ARRAY<T>, BIGINT -> T",
		 FUNC_HIDDEN | FUNC_NULLS | FUNC_CAN_FAIL, element_kernel) },
	{ SCALAR("[]", "MAP<K, V>, K -> V", FUNC_HIDDEN | FUNC_NULLS, lookup_kernel) },
	{ SCALAR("element_at", "ARRAY<T>, BIGINT -> T", FUNC_NULLS | FUNC_CAN_FAIL,
		 element_kernel),
	  DOC("element by position from 1, from the end when negative",
	      "element_at(array(1, 2, 3), -1)", "3") },
	{ SCALAR("element_at", "MAP<K, V>, K -> V", FUNC_NULLS, lookup_kernel) },
	{ SCALAR("list_extract", "ARRAY<T>, BIGINT -> T", FUNC_NULLS | FUNC_CAN_FAIL,
		 element_kernel),
	  DOC("element by position from 1", "list_extract(array(7, 8), 2)", "8") },
	{ SCALAR("try_element_at", "ARRAY<T>, BIGINT -> T", FUNC_NULLS | FUNC_CAN_FAIL,
		 element_kernel),
	  DOC("element by position, NULL beyond the end", "try_element_at(array(1), 5)",
	      "NULL") },
	{ SCALAR("try_element_at", "MAP<K, V>, K -> V", FUNC_NULLS, lookup_kernel) },
	{ SCALAR("cardinality", "ARRAY -> BIGINT", FUNC_TOTAL, size_kernel),
	  DOC("number of elements", "cardinality(array(4, 5))", "2") },
	{ SCALAR("cardinality", "MAP -> BIGINT", FUNC_TOTAL, size_kernel) },
	{ SCALAR("size", "ARRAY -> BIGINT", FUNC_TOTAL, size_kernel),
	  DOC("number of elements", "size(array(4, 5, 6))", "3") },
	{ SCALAR("size", "MAP -> BIGINT", FUNC_TOTAL, size_kernel) },
	{ SCALAR("array_size", "ARRAY -> BIGINT", FUNC_TOTAL, size_kernel),
	  DOC("number of elements", "array_size(array(NULL, 1))", "2") },
	{ SCALAR("array_length", "ARRAY -> BIGINT", FUNC_TOTAL, size_kernel),
	  DOC("number of elements", "array_length(array())", "0") },
	{ SCALAR("len", "ARRAY -> BIGINT", FUNC_TOTAL, size_kernel) },
	{ SCALAR("length", "ARRAY -> BIGINT", FUNC_TOTAL, size_kernel) },
	{ SCALAR("map_keys", "MAP<K, V> -> ARRAY<K>", FUNC_TOTAL, keys_kernel),
	  DOC("the keys as an array", "map_keys(map('a', 1, 'b', 2))", "[a, b]") },
	{ SCALAR("map_values", "MAP<K, V> -> ARRAY<V>", FUNC_TOTAL, map_values_kernel),
	  DOC("the values as an array", "map_values(map('a', 1, 'b', 2))", "[1, 2]") },
	{ EACH("map_entries", "MAP<K, V> -> ?", FUNC_TOTAL, entries),
	  .bind = bind_entries,
	  DOC("an array of rows of key and value", "map_entries(map('a', 1))[1].key",
	      "a") },
	{ EACH("map_from_arrays", "ARRAY<K>, ARRAY<V> -> MAP<K, V>", FUNC_CAN_FAIL,
	       from_arrays),
	  DOC("a map of two arrays", "map_from_arrays(array('a', 'b'), array(1, 2))",
	      "{a=1, b=2}") },
	{ EACH("map_from_entries", "ARRAY -> ?", FUNC_CAN_FAIL, from_entries),
	  .bind = bind_from_entries,
	  DOC("a map of an array of rows of key and value",
	      "map_from_entries(map_entries(map('a', 1)))", "{a=1}") },
	{ EACH("map_concat", "MAP<K, V>, MAP<K, V>... -> MAP<K, V>", FUNC_CAN_FAIL,
	       join_maps),
	  DOC("maps joined; the last of equal keys wins",
	      "map_concat(map('a', 1), map('a', 2))", "{a=2}") },
	{ EACH("map_union", "MAP<K, V>, MAP<K, V>... -> MAP<K, V>", FUNC_CAN_FAIL,
	       join_maps),
	  DOC("maps joined", "map_union(map('a', 1), map('b', 2))", "{a=1, b=2}") },
	{ SCALAR("map_contains_key", "MAP<K, V>, K -> BOOLEAN", 0, has_key_kernel),
	  DOC("is the key in the map", "map_contains_key(map('a', 1), 'b')", "false") },
};

const struct func_family func_family_nested = { "Arrays, maps and rows", rows,
						ARRAY_LEN(rows) };
