/*
 * f_variant.c - VARIANT: a value that brings its own shape.
 *
 * It is kept as JSON text in one form: no blanks, the keys of objects in the
 * order of their bytes, decimals without zeros at the end.  So a piece of a
 * value is a piece of its text.  Casts of and to VARIANT are calls of
 * variant_get and to_variant (expr_cast).
 */
#include "base/utf8.h"
#include "func/json.h"
#include "func/values.h"
#include "func/variant_schema.h"
#include "type/decimal.h"

/* --- numbers -------------------------------------------------------------- */

static bool has_exponent(struct str json)
{
	return memchr(json.p, 'e', json.n) || memchr(json.p, 'E', json.n);
}

/* A number as BIGINT, DECIMAL or, with an exponent or too long, DOUBLE. */
static struct value number_value(struct arena *a, struct str json)
{
	struct value v = { .type = type_of(TYPE_DOUBLE) }, text = value_str(json);
	const char *point = memchr(json.p, '.', json.n);
	size_t scale = point ? (size_t)(json.p + json.n - point) - 1 : 0;
	size_t digits = json.n - (point != NULL) - (json.p[0] == '-');

	if (has_exponent(json) || digits > 38 || scale > 38)
		(void)value_convert(a, &text, type_of(TYPE_DOUBLE), NULL, &v);
	else if (point || digits > 18)
		(void)value_convert(a, &text, type_decimal(a, 38, (int)scale), NULL,
				    &v);
	else
		(void)value_convert(a, &text, type_of(TYPE_BIGINT), NULL, &v);
	return v;
}

static void put_number(struct sbuf *b, struct str json)
{
	struct value v = number_value(b->arena, json);
	struct str s = value_text(b->arena, &v);

	if (v.type->id == TYPE_DECIMAL && memchr(s.p, '.', s.n)) {
		while (s.p[s.n - 1] == '0')
			s.n--;
		s.n -= s.p[s.n - 1] == '.';
	}
	sbuf_add(b, str_eq(s, STR("-0")) ? STR("0") : s);
}

/* --- the one form --------------------------------------------------------- */

struct member {
	struct str key, value;
};

static int member_order(const void *x, const void *y)
{
	const struct member *a = x, *b = y;
	size_t n = a->key.n < b->key.n ? a->key.n : b->key.n;
	int c = n ? memcmp(a->key.p, b->key.p, n) : 0;

	return c ? c : (a->key.n > b->key.n) - (a->key.n < b->key.n);
}

static bool put_normal(struct sbuf *b, struct str json);

static bool put_object(struct sbuf *b, struct str json)
{
	struct json_iter it = { .rest = json };
	VEC(struct member) all = { 0 };

	while (json_next(&it)) {
		struct member m = { json_text(b->arena, it.key), it.value };

		vec_push(b->arena, &all, m);
	}
	if (all.n > 1)
		qsort(all.v, all.n, sizeof(*all.v), member_order);
	sbuf_addc(b, '{');
	for (size_t i = 0; i < all.n; i++) {
		if (i > 0 && str_eq(all.v[i].key, all.v[i - 1].key))
			return false;
		if (i > 0)
			sbuf_addc(b, ',');
		json_quote(b, all.v[i].key);
		sbuf_addc(b, ':');
		if (!put_normal(b, all.v[i].value))
			return false;
	}
	sbuf_addc(b, '}');
	return true;
}

static bool put_array(struct sbuf *b, struct str json)
{
	struct json_iter it = { .rest = json };

	sbuf_addc(b, '[');
	for (size_t i = 0; json_next(&it); i++) {
		if (i > 0)
			sbuf_addc(b, ',');
		if (!put_normal(b, it.value))
			return false;
	}
	sbuf_addc(b, ']');
	return true;
}

/* false: a key stands twice in an object. */
static bool put_normal(struct sbuf *b, struct str json)
{
	switch (json_kind_of(json)) {
	case JSON_OBJECT: return put_object(b, json);
	case JSON_ARRAY: return put_array(b, json);
	case JSON_NUMBER: put_number(b, json); return true;
	case JSON_STRING: json_quote(b, json_text(b->arena, json)); return true;
	default: sbuf_add(b, json); return true;
	}
}

static bool parse(struct func_call *fc, struct str text, struct value *out)
{
	struct sbuf b = { .arena = func_scratch(fc) };
	struct str json;

	if (!json_whole(text, &json) || !put_normal(&b, json))
		return false;
	out->s = sbuf_str(&b);
	return true;
}

static shade_status parse_json(struct func_call *fc, const struct value *args,
			       size_t n_args, struct value *out)
{
	(void)n_args;
	if (!parse(fc, args[0].s, out))
		return shade_fail(fc->cx, SHADE_E_CAST, fc->span,
				  "\"%.*s\" is no JSON, or has a key twice",
				  (int)utf8_valid_prefix(args[0].s.p,
							 args[0].s.n < 100 ? args[0].s.n
									   : 100),
				  args[0].s.p);
	return SHADE_OK;
}

static shade_status try_parse_json(struct func_call *fc, const struct value *args,
				   size_t n_args, struct value *out)
{
	(void)n_args;
	out->is_null = !parse(fc, args[0].s, out);
	return SHADE_OK;
}

static shade_status to_variant(struct func_call *fc, const struct value *args,
			       size_t n_args, struct value *out)
{
	struct sbuf b = { .arena = func_scratch(fc) };

	(void)n_args;
	json_put(&b, &args[0]);
	/* a map may have a key twice as text: the first one is kept */
	if (!parse(fc, sbuf_str(&b), out))
		out->s = sbuf_str(&b);
	return SHADE_OK;
}

/* --- as another type ------------------------------------------------------ */

static bool read(struct func_call *fc, struct str json, const struct type *t,
		 struct value *out);

static size_t count_members(struct str json)
{
	struct json_iter it = { .rest = json };
	size_t n = 0;

	while (json_next(&it))
		n++;
	return n;
}

static bool read_array(struct func_call *fc, struct str json, const struct type *t,
		       struct value *out)
{
	struct json_iter it = { .rest = json };
	bool ok = true;

	*out = value_list(fc, t, count_members(json));
	for (size_t i = 0; ok && json_next(&it); i++)
		ok = read(fc, it.value, t->children[0], &out->list.v[i]);
	return ok;
}

/* Keys, then values; the keys of one form differ already. */
static bool read_map(struct func_call *fc, struct str json, const struct type *t,
		     struct value *out)
{
	struct json_iter it = { .rest = json };
	size_t n = count_members(json);
	bool ok = true;

	*out = value_list(fc, t, n);
	for (size_t i = 0; ok && json_next(&it); i++) {
		struct value key = value_str(json_text(func_scratch(fc), it.key));

		ok = value_convert(func_scratch(fc), &key, t->children[0], NULL,
				   &out->list.v[i]) == CAST_OK &&
		     read(fc, it.value, t->children[1], &out->list.v[n + i]);
	}
	out->list.n = n;
	return ok;
}

static bool read_row(struct func_call *fc, struct str json, const struct type *t,
		     struct value *out)
{
	struct json_iter it = { .rest = json };
	bool ok = true;

	*out = value_list(fc, t, t->n_children);
	for (size_t i = 0; i < t->n_children; i++)
		out->list.v[i] = value_null(t->children[i]);
	while (ok && json_next(&it)) {
		struct str key = json_text(func_scratch(fc), it.key);

		for (size_t i = 0; ok && i < t->n_children; i++)
			if (str_eq(t->names[i], key))
				ok = read(fc, it.value, t->children[i],
					  &out->list.v[i]);
	}
	return ok;
}

static bool read_scalar(struct func_call *fc, struct str json, const struct type *t,
			struct value *out)
{
	struct arena *a = func_scratch(fc);
	struct value v;

	switch (json_kind_of(json)) {
	case JSON_NUMBER: v = number_value(a, json); break;
	case JSON_STRING: v = value_str(json_text(a, json)); break;
	case JSON_BOOL: v = value_int(TYPE_BOOLEAN, json.p[0] == 't'); break;
	default: v = value_str(json);
	}
	return type_castable(v.type, t) &&
	       value_convert(a, &v, t, NULL, out) == CAST_OK;
}

/* false: such a value does not become that type. */
static bool read(struct func_call *fc, struct str json, const struct type *t,
		 struct value *out)
{
	enum json_kind kind = json_kind_of(json);
	bool nested = kind == JSON_ARRAY || kind == JSON_OBJECT;

	*out = value_null(t);
	if (t->id == TYPE_VARIANT) {
		out->is_null = false;
		out->s = json;
		return true;
	}
	if (kind == JSON_NULL)
		return true;
	if (t->id == TYPE_ARRAY)
		return kind == JSON_ARRAY && read_array(fc, json, t, out);
	if (t->id == TYPE_MAP)
		return kind == JSON_OBJECT && read_map(fc, json, t, out);
	if (t->id == TYPE_ROW)
		return kind == JSON_OBJECT && read_row(fc, json, t, out);
	if (nested && type_family(t) != FAMILY_STRING)
		return false;
	return read_scalar(fc, json, t, out);
}

/* --- taking apart --------------------------------------------------------- */

static shade_status bad_path(struct func_call *fc, struct str path)
{
	return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
			  "\"%.*s\" is no path: it looks like $.a[0]['b c']",
			  STR_ARG(path));
}

static bool path_counts_forward(const struct json_path *p)
{
	for (size_t i = 0; i < p->n; i++)
		if (!p->steps[i].key.p && (p->steps[i].index < 0 || p->steps[i].all))
			return false;
	return true;
}

static shade_status get(struct func_call *fc, const struct value *args,
			struct value *out, bool is_try)
{
	const struct type *t = fc->type;
	struct json_path path;
	struct str found;

	*out = value_null(t);
	if (args[0].is_null || args[1].is_null)
		return SHADE_OK;
	if (args[1].s.n == 0 || args[1].s.p[0] != '$' ||
	    !json_path_parse(func_scratch(fc), args[1].s, &path) ||
	    !path_counts_forward(&path))
		return bad_path(fc, args[1].s);
	found = json_find(func_scratch(fc), args[0].s, &path);
	if (!found.p)
		return SHADE_OK;
	if (read(fc, found, t, out))
		return SHADE_OK;
	*out = value_null(t);
	if (is_try)
		return SHADE_OK;
	(void)shade_fail(fc->cx, SHADE_E_CAST, fc->span,
			 "cannot cast VARIANT %.*s to %.*s", STR_ARG(found),
			 STR_ARG(type_name(fc->cx->arena, t)));
	shade_hint(fc->cx,
		   "TRY_CAST and try_variant_get give NULL for what does not fit");
	return SHADE_E_CAST;
}

static shade_status variant_get(struct func_call *fc, const struct value *args,
				size_t n_args, struct value *out)
{
	(void)n_args;
	return get(fc, args, out, false);
}

static shade_status try_variant_get(struct func_call *fc, const struct value *args,
				    size_t n_args, struct value *out)
{
	(void)n_args;
	return get(fc, args, out, true);
}

/* The binder has made a NULL of the type from its name. */
static shade_status bind_get(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = fb->n_args > 2 ? fb->arg_types[2] : type_of(TYPE_VARIANT);
	if (fb->n_args > 2 && (!fb->consts[2] || !fb->consts[2]->is_null))
		return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
				  "the type of variant_get must be a text constant");
	return SHADE_OK;
}

static shade_status is_variant_null(struct func_call *fc, const struct value *args,
				    size_t n_args, struct value *out)
{
	(void)fc, (void)n_args;
	out->i = !args[0].is_null && json_kind_of(args[0].s) == JSON_NULL;
	return SHADE_OK;
}

/* --- schemas ---------------------------------------------------------------- */

static shade_status schema_of_variant(struct func_call *fc, const struct value *args,
				      size_t n_args, struct value *out)
{
	(void)n_args;
	out->s = variant_schema(func_scratch(fc), args[0].s, false);
	return SHADE_OK;
}

static shade_status schema_of_json(struct func_call *fc, const struct value *args,
				   size_t n_args, struct value *out)
{
	struct str json;

	(void)n_args;
	if (!json_whole(args[0].s, &json))
		return shade_fail(fc->cx, SHADE_E_CAST, fc->span,
				  "the text is no JSON");
	out->s = variant_schema(func_scratch(fc), json, true);
	return SHADE_OK;
}

static const struct func_row rows[] = {
	{ EACH("parse_json", "VARCHAR -> VARIANT", FUNC_CAN_FAIL | FUNC_TOTAL,
	       parse_json),
	  DOC("a JSON text as a VARIANT", "parse_json('{\"b\": 1, \"a\": [1.50]}')",
	      "{\"a\":[1.5],\"b\":1}") },
	{ EACH("try_parse_json", "VARCHAR -> VARIANT", 0, try_parse_json),
	  DOC("a JSON text as a VARIANT, NULL if it is none", "try_parse_json('{a')",
	      "NULL") },
	{ EACH("variant_get", "VARIANT, VARCHAR -> VARIANT", FUNC_NULLS | FUNC_CAN_FAIL,
	       variant_get),
	  .bind = bind_get,
	  DOC("the value at a path in a VARIANT",
	      "variant_get(parse_json('{\"a\": [5, 6]}'), '$.a[1]')", "6") },
	{ EACH("variant_get", "VARIANT, VARCHAR, ANY -> ?", FUNC_NULLS | FUNC_CAN_FAIL,
	       variant_get),
	  .bind = bind_get,
	  DOC("the value at a path in a VARIANT as a type",
	      "variant_get(parse_json('{\"a\": \"7\"}'), '$.a', 'INT') + 1", "8") },
	{ EACH("try_variant_get", "VARIANT, VARCHAR -> VARIANT",
	       FUNC_NULLS | FUNC_CAN_FAIL, try_variant_get),
	  .bind = bind_get,
	  DOC("the value at a path in a VARIANT",
	      "try_variant_get(parse_json('[1]'), '$[3]')", "NULL") },
	{ EACH("try_variant_get", "VARIANT, VARCHAR, ANY -> ?",
	       FUNC_NULLS | FUNC_CAN_FAIL, try_variant_get),
	  .bind = bind_get,
	  DOC("the value at a path as a type, NULL if it does not fit",
	      "try_variant_get(parse_json('{\"a\": \"x\"}'), '$.a', 'INT')", "NULL") },
	{ EACH("is_variant_null", "VARIANT -> BOOLEAN", FUNC_NULLS | FUNC_TOTAL,
	       is_variant_null),
	  DOC("is it the null of JSON, not the NULL of SQL",
	      "is_variant_null(parse_json('null'))", "true") },
	{ EACH("to_variant", "ANY -> VARIANT", FUNC_HIDDEN | FUNC_TOTAL, to_variant) },
	{ EACH("to_variant_object", "ARRAY<T> -> VARIANT", FUNC_TOTAL, to_variant),
	  DOC("a list as a VARIANT", "to_variant_object(array(1, 2))", "[1,2]") },
	{ EACH("to_variant_object", "MAP<T, U> -> VARIANT", FUNC_TOTAL, to_variant),
	  DOC("a map as a VARIANT", "to_variant_object(map('k', 1.50))",
	      "{\"k\":1.5}") },
	{ EACH("to_variant_object", "ROW -> VARIANT", FUNC_TOTAL, to_variant),
	  DOC("a row as a VARIANT", "to_variant_object(named_struct('b', 1, 'a', 'x'))",
	      "{\"a\":\"x\",\"b\":1}") },
	{ EACH("schema_of_variant", "VARIANT -> VARCHAR", FUNC_TOTAL,
	       schema_of_variant),
	  DOC("the shape of a VARIANT",
	      "schema_of_variant(parse_json('{\"a\": [1, 2.5]}'))",
	      "OBJECT<a: ARRAY<DECIMAL(21,1)>>") },
	{ EACH("schema_of_json", "VARCHAR -> VARCHAR", FUNC_TOTAL | FUNC_CAN_FAIL,
	       schema_of_json),
	  DOC("the type that fits a JSON text",
	      "schema_of_json('{\"a\": 1, \"b\": [0.5]}')",
	      "STRUCT<a: BIGINT, b: ARRAY<DOUBLE>>") },
};

const struct func_family func_family_variant = { "Variants", rows, ARRAY_LEN(rows) };
