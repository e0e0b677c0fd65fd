/*
 * f_json_read.c - from_json: text into a value of a given type.
 *
 * The binder turns the schema, a text, into a NULL of the type it names.
 * What does not fit its type becomes NULL, alone; text that is no JSON gives
 * a row without values (Spark's permissive mode).
 */
#include "func/json.h"
#include "func/values.h"

static void read_value(struct func_call *fc, struct str json, const struct type *t,
		       struct value *out);

static size_t count_members(struct str json)
{
	struct json_iter it = { .rest = json };
	size_t n = 0;

	while (json_next(&it))
		n++;
	return n;
}

static void read_array(struct func_call *fc, struct str json, const struct type *t,
		       struct value *out)
{
	struct json_iter it = { .rest = json };
	size_t i = 0;

	*out = value_list(fc, t, count_members(json));
	while (json_next(&it))
		read_value(fc, it.value, t->children[0], &out->list.v[i++]);
}

/* Keys are text of the object; the last of equal ones counts. */
static void read_map(struct func_call *fc, struct str json, const struct type *t,
		     struct value *out)
{
	struct json_iter it = { .rest = json };
	size_t cap = count_members(json), n = 0;
	struct value *vals = arena_array(func_scratch(fc), struct value, cap + 1);

	*out = value_list(fc, t, cap);
	while (json_next(&it)) {
		struct value key = value_str(json_text(func_scratch(fc), it.key));
		size_t at = 0;

		key.type = t->children[0];
		while (at < n && !value_equal(&out->list.v[at], &key))
			at++;
		out->list.v[at] = key;
		read_value(fc, it.value, t->children[1], &vals[at]);
		n += at == n;
	}
	memcpy(out->list.v + n, vals, n * sizeof(*vals));
	out->list.n = n;
}

static struct value row_of_nulls(struct func_call *fc, const struct type *t)
{
	struct value row = value_list(fc, t, t->n_children);

	for (size_t i = 0; i < t->n_children; i++)
		row.list.v[i] = value_null(t->children[i]);
	return row;
}

static void read_row(struct func_call *fc, struct str json, const struct type *t,
		     struct value *out)
{
	struct json_iter it = { .rest = json };

	*out = row_of_nulls(fc, t);
	while (json_next(&it)) {
		struct str key = json_text(func_scratch(fc), it.key);

		for (size_t i = 0; i < t->n_children; i++)
			if (str_eq(t->names[i], key))
				read_value(fc, it.value, t->children[i],
					   &out->list.v[i]);
	}
}

/* Is the kind of JSON one that such a type is written as? */
static bool kind_fits(enum json_kind kind, struct str json, const struct type *t)
{
	switch (type_family(t)) {
	case FAMILY_BOOLEAN: return kind == JSON_BOOL;
	case FAMILY_INTEGER:
		return kind == JSON_NUMBER && !memchr(json.p, '.', json.n) &&
		       !memchr(json.p, 'e', json.n) && !memchr(json.p, 'E', json.n);
	case FAMILY_DECIMAL: return kind == JSON_NUMBER || kind == JSON_STRING;
	case FAMILY_FLOAT:
		return kind == JSON_NUMBER ||
		       (kind == JSON_STRING && (str_eq(json, STR("\"NaN\"")) ||
						str_eq(json, STR("\"Infinity\"")) ||
						str_eq(json, STR("\"-Infinity\""))));
	default: return kind == JSON_STRING;
	}
}

static void read_scalar(struct func_call *fc, struct str json, const struct type *t,
			struct value *out)
{
	enum json_kind kind = json_kind_of(json);
	struct value text;

	if (type_family(t) != FAMILY_STRING && !kind_fits(kind, json, t))
		return;
	text = value_str(kind == JSON_STRING ? json_text(func_scratch(fc), json)
					     : json);
	if (value_convert(func_scratch(fc), &text, t, NULL, out) != CAST_OK)
		*out = value_null(t);
}

static void read_value(struct func_call *fc, struct str json, const struct type *t,
		       struct value *out)
{
	enum json_kind kind = json_kind_of(json);

	*out = value_null(t);
	if (kind == JSON_NULL)
		return;
	if (t->id == TYPE_ARRAY && kind == JSON_ARRAY)
		read_array(fc, json, t, out);
	else if (t->id == TYPE_MAP && kind == JSON_OBJECT)
		read_map(fc, json, t, out);
	else if (t->id == TYPE_ROW && kind == JSON_OBJECT)
		read_row(fc, json, t, out);
	else if (t->n_children == 0)
		read_scalar(fc, json, t, out);
}

/* A row may stand alone where a list of rows is wanted. */
static void read_top(struct func_call *fc, struct str json, const struct type *t,
		     struct value *out)
{
	enum json_kind kind = json_kind_of(json);

	if (t->id == TYPE_ARRAY && t->children[0]->id == TYPE_ROW &&
	    kind == JSON_OBJECT) {
		*out = value_list(fc, t, 1);
		read_value(fc, json, t->children[0], &out->list.v[0]);
		return;
	}
	read_value(fc, json, t, out);
	if (out->is_null && t->id == TYPE_ROW && kind != JSON_NULL)
		*out = row_of_nulls(fc, t);
}

static bool is_blank(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!strchr(" \t\r\n", s.p[i]))
			return false;
	return true;
}

static shade_status from_json(struct func_call *fc, const struct value *args,
			      size_t n_args, struct value *out)
{
	const struct type *t = fc->type;
	struct str json;

	(void)n_args;
	*out = value_null(t);
	if (args[0].is_null || is_blank(args[0].s))
		return SHADE_OK;
	if (json_whole(args[0].s, &json))
		read_top(fc, json, t, out);
	else if (t->id == TYPE_ROW)
		*out = row_of_nulls(fc, t);
	return SHADE_OK;
}

/* Keys of JSON objects are text, and bytes have no form in it. */
static shade_status check_type(struct func_bind *fb, const struct type *t)
{
	if (type_has(t, TYPE_BINARY))
		return shade_fail(fb->cx, SHADE_E_UNSUPPORTED, fb->span,
				  "not supported yet: binary fields in JSON");
	if (t->id == TYPE_MAP && type_family(t->children[0]) != FAMILY_STRING)
		return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
				  "keys of a map read from JSON are text, not %.*s",
				  STR_ARG(type_name(fb->arena, t->children[0])));
	for (size_t i = 0; i < t->n_children; i++)
		TRY(check_type(fb, t->children[i]));
	return SHADE_OK;
}

static shade_status bind_from_json(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	fb->type = fb->arg_types[1];
	if (!fb->consts[1] || !fb->consts[1]->is_null || fb->type->id == TYPE_NULL)
		return shade_fail(fb->cx, SHADE_E_TYPE, fb->span,
				  "the schema of from_json must be a text constant");
	return check_type(fb, fb->type);
}

static const struct func_row rows[] = {
	{ EACH("from_json", "VARCHAR, ANY -> ?", FUNC_NULLS, from_json),
	  .bind = bind_from_json,
	  DOC("a JSON text as a value of the type or row that a schema names",
	      "from_json('{\"a\": 1, \"b\": [0.5]}', 'a INT, b ARRAY<DOUBLE>').b[1]",
	      "0.5") },
};

const struct func_family func_family_json_read = {
	.name = "Reading JSON",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
