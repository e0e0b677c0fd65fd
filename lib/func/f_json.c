/*
 * f_json.c - JSON in text.
 *
 * Text that is no JSON, and a path that leads nowhere, give NULL (Spark's
 * rule); only from an explicit check does one learn which it was.
 */
#include "func/json.h"
#include "func/values.h"

/* What a found value becomes. */
enum json_result {
	AS_JSON, /* its text as it is */
	AS_TEXT, /* strings without quotes; null is NULL */
	AS_SCALAR, /* as text, but arrays and objects are NULL */
	AS_NESTED /* only arrays and objects, as JSON */
};

static shade_status path_init(struct func_call *fc, const struct value *const *consts)
{
	struct str text;
	struct json_path *path;

	if (!func_const_text(consts, 1, &text))
		return SHADE_OK;
	path = arena_new_of(fc->arena, struct json_path);
	if (!json_path_parse(fc->arena, str_dup(fc->arena, text), path))
		return shade_fail(fc->cx, SHADE_E_JSON, fc->span,
				  "\"%.*s\" is no JSON path; a path is like $.a[0].b",
				  STR_ARG(text));
	fc->state = path;
	return SHADE_OK;
}

/* The value that argument 1 leads to in argument 0. */
static bool find(struct func_call *fc, const struct vector *args, size_t i,
		 struct str *found)
{
	struct arena *a = func_scratch(fc);
	struct json_path local, *path = fc->state;
	struct json_step step;
	struct str v;

	if (!json_whole(arg_str(&args[0], i), &v))
		return false;
	if (type_phys(args[1].type) != PHYS_STR) { /* -> 0 */
		step = (struct json_step){ .index = arg_int(&args[1], i) };
		local = (struct json_path){ &step, 1 };
		path = &local;
	} else if (!path) {
		if (!json_path_parse(a, arg_str(&args[1], i), &local))
			return false;
		path = &local;
	}
	*found = json_find(a, v, path);
	return found->p != NULL;
}

static bool result_of(struct func_call *fc, struct str v, enum json_result how,
		      struct str *out)
{
	enum json_kind kind = json_kind_of(v);
	bool nested = kind == JSON_ARRAY || kind == JSON_OBJECT;

	*out = v;
	if (how == AS_JSON)
		return true;
	if (how == AS_NESTED)
		return nested;
	if (kind == JSON_NULL || (how == AS_SCALAR && nested))
		return false;
	*out = json_text(func_scratch(fc), v);
	return true;
}

static enum json_result how_of(const struct func_call *fc)
{
	const char *name = fc->row->name;

	if (strcmp(name, "->") == 0 || strcmp(name, "json_extract") == 0 ||
	    strcmp(name, "json_extract_path") == 0)
		return AS_JSON;
	if (strcmp(name, "json_value") == 0)
		return AS_SCALAR;
	return strcmp(name, "json_query") == 0 ? AS_NESTED : AS_TEXT;
}

static shade_status extract_kernel(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	enum json_result how = how_of(fc);

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str v;

		if (!row_valid(out, i))
			func_lend(out, i, STR_NONE);
		else if (!find(fc, args, i, &v) || !result_of(fc, v, how, &v))
			func_set_null(fc, out, i, n);
		else
			func_lend(out, i, v);
	}
	return SHADE_OK;
}

static shade_status exists_kernel(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str v;

		((uint8_t *)out->data)[i] = row_valid(out, i) && find(fc, args, i, &v);
	}
	return SHADE_OK;
}

static shade_status valid_kernel(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str v;

		((uint8_t *)out->data)[i] = row_valid(out, i) &&
					    json_whole(arg_str(&args[0], i), &v);
	}
	return SHADE_OK;
}

/* Argument 0, or what a second argument leads to in it. */
static bool target(struct func_call *fc, const struct value *args, size_t n_args,
		   struct str *v)
{
	struct json_path path;

	if (!json_whole(args[0].s, v))
		return false;
	if (n_args < 2)
		return true;
	if (!json_path_parse(func_scratch(fc), args[1].s, &path))
		return false;
	*v = json_find(func_scratch(fc), *v, &path);
	return v->p != NULL;
}

static shade_status array_length(struct func_call *fc, const struct value *args,
				 size_t n_args, struct value *out)
{
	struct json_iter it = { 0 };

	if (!target(fc, args, n_args, &it.rest) ||
	    json_kind_of(it.rest) != JSON_ARRAY) {
		out->is_null = true;
		return SHADE_OK;
	}
	while (json_next(&it))
		out->i++;
	return SHADE_OK;
}

static shade_status keys(struct func_call *fc, const struct value *args, size_t n_args,
			 struct value *out)
{
	struct json_iter it = { 0 }, again;
	size_t n = 0;

	if (!target(fc, args, n_args, &it.rest) ||
	    json_kind_of(it.rest) != JSON_OBJECT) {
		out->is_null = true;
		return SHADE_OK;
	}
	again = it;
	while (json_next(&it))
		n++;
	*out = value_list(fc, fc->type, n);
	for (size_t i = 0; json_next(&again); i++)
		out->list.v[i] = value_str(json_text(func_scratch(fc), again.key));
	return SHADE_OK;
}

static shade_status kind_name(struct func_call *fc, const struct value *args,
			      size_t n_args, struct value *out)
{
	static const char *const names[] = { "INVALID", "NULL",  "BOOLEAN", "NUMBER",
					     "STRING",  "ARRAY", "OBJECT" };
	struct str v;

	if (!target(fc, args, n_args, &v))
		out->is_null = true;
	else
		out->s = str_from(names[json_kind_of(v)]);
	return SHADE_OK;
}

static shade_status quote(struct func_call *fc, const struct value *args, size_t n_args,
			  struct value *out)
{
	struct sbuf b = { .arena = func_scratch(fc) };

	(void)n_args;
	json_quote(&b, args[0].s);
	out->s = sbuf_str(&b);
	return SHADE_OK;
}

static shade_status unquote(struct func_call *fc, const struct value *args,
			    size_t n_args, struct value *out)
{
	struct str v;

	(void)n_args;
	out->s = json_whole(args[0].s, &v) ? json_text(func_scratch(fc), v) : args[0].s;
	return SHADE_OK;
}

static shade_status to_json(struct func_call *fc, const struct value *args,
			    size_t n_args, struct value *out)
{
	struct sbuf b = { .arena = func_scratch(fc) };

	(void)n_args;
	json_put(&b, &args[0]);
	out->s = sbuf_str(&b);
	return SHADE_OK;
}

static shade_status make_array(struct func_call *fc, const struct value *args,
			       size_t n_args, struct value *out)
{
	struct sbuf b = { .arena = func_scratch(fc) };

	sbuf_addc(&b, '[');
	for (size_t i = 0; i < n_args; i++) {
		if (i)
			sbuf_addc(&b, ',');
		json_put(&b, &args[i]);
	}
	sbuf_addc(&b, ']');
	out->s = sbuf_str(&b);
	return SHADE_OK;
}

static shade_status make_object(struct func_call *fc, const struct value *args,
				size_t n_args, struct value *out)
{
	struct sbuf b = { .arena = func_scratch(fc) };

	if (n_args % 2)
		return shade_fail(fc->cx, SHADE_E_WRONG_ARG_COUNT, fc->span,
				  "an object takes keys and values in pairs");
	sbuf_addc(&b, '{');
	for (size_t i = 0; i < n_args; i += 2) {
		if (args[i].is_null)
			return shade_fail(fc->cx, SHADE_E_NULL_VALUE, fc->span,
					  "a key of an object must not be NULL");
		if (i)
			sbuf_addc(&b, ',');
		json_quote(&b, value_text(b.arena, &args[i]));
		sbuf_addc(&b, ':');
		json_put(&b, &args[i + 1]);
	}
	sbuf_addc(&b, '}');
	out->s = sbuf_str(&b);
	return SHADE_OK;
}

#define PATH_SIG "VARCHAR, VARCHAR -> VARCHAR"

static const struct func_row rows[] = {
	{ SCALAR("->", PATH_SIG, FUNC_HIDDEN, extract_kernel), .init = path_init,
	  DOC("member as JSON", "'{\"a\": [1, 2]}' -> 'a'", "[1, 2]") },
	{ SCALAR("->", "VARCHAR, BIGINT -> VARCHAR", FUNC_HIDDEN, extract_kernel),
	  DOC("element as JSON, from 0", "'[7, 8]' -> 1", "8") },
	{ SCALAR("->>", PATH_SIG, FUNC_HIDDEN, extract_kernel), .init = path_init,
	  DOC("member as text", "'{\"a\": \"x\"}' ->> 'a'", "x") },
	{ SCALAR("->>", "VARCHAR, BIGINT -> VARCHAR", FUNC_HIDDEN, extract_kernel) },
	{ SCALAR("get_json_object", PATH_SIG, 0, extract_kernel), .init = path_init,
	  DOC("what a path leads to, as text",
	      "get_json_object('{\"a\": {\"b\": 5}}', '$.a.b')", "5") },
	{ SCALAR("json_extract", PATH_SIG, 0, extract_kernel), .init = path_init,
	  DOC("what a path leads to, as JSON", "json_extract('{\"a\": \"x\"}', '$.a')",
	      "\"x\"") },
	{ SCALAR("json_extract_path", PATH_SIG, 0, extract_kernel), .init = path_init,
	  DOC("what a path leads to, as JSON",
	      "json_extract_path('{\"a\": [1]}', '$.a')", "[1]") },
	{ SCALAR("json_extract_string", PATH_SIG, 0, extract_kernel), .init = path_init,
	  DOC("what a path leads to, as text",
	      "json_extract_string('{\"a\": \"x\"}', '$.a')", "x") },
	{ SCALAR("json_extract_path_text", PATH_SIG, 0, extract_kernel),
	  .init = path_init,
	  DOC("what a path leads to, as text",
	      "json_extract_path_text('{\"a\": true}', '$.a')", "true") },
	{ SCALAR("json_value", PATH_SIG, 0, extract_kernel), .init = path_init,
	  DOC("scalar that a path leads to; NULL for arrays and objects",
	      "json_value('{\"a\": 1.5}', '$.a')", "1.5") },
	{ SCALAR("json_query", PATH_SIG, 0, extract_kernel), .init = path_init,
	  DOC("array or object that a path leads to; NULL for scalars",
	      "json_query('{\"a\": [1]}', '$.a')", "[1]") },
	{ SCALAR("json_exists", "VARCHAR, VARCHAR -> BOOLEAN", 0, exists_kernel),
	  .init = path_init,
	  DOC("does a path lead somewhere", "json_exists('{\"a\": 1}', '$.b')",
	      "false") },
	{ SCALAR("json_valid", "VARCHAR -> BOOLEAN", FUNC_TOTAL, valid_kernel),
	  DOC("is the text JSON", "json_valid('[1, 2')", "false") },
	{ SCALAR("is_json", "VARCHAR -> BOOLEAN", FUNC_TOTAL, valid_kernel),
	  DOC("is the text JSON", "'[1, 2]' IS JSON", "true") },
	{ EACH("json_array_length", "VARCHAR [, VARCHAR] -> BIGINT", 0, array_length),
	  DOC("number of elements of an array", "json_array_length('[1, 2, 3]')",
	      "3") },
	{ EACH("json_object_keys", "VARCHAR [, VARCHAR] -> ARRAY<VARCHAR>", 0, keys),
	  DOC("keys of an object", "json_object_keys('{\"a\": 1, \"b\": 2}')",
	      "[a, b]") },
	{ EACH("json_keys", "VARCHAR [, VARCHAR] -> ARRAY<VARCHAR>", 0, keys),
	  DOC("keys of an object", "json_keys('{\"a\": 1}')", "[a]") },
	{ EACH("json_type", "VARCHAR [, VARCHAR] -> VARCHAR", 0, kind_name),
	  DOC("OBJECT, ARRAY, STRING, NUMBER, BOOLEAN or NULL", "json_type('[1]')",
	      "ARRAY") },
	{ EACH("json_quote", "VARCHAR -> VARCHAR", FUNC_TOTAL, quote),
	  DOC("text as a JSON string", "json_quote('say \"x\"')",
	      "\"say \\\"x\\\"\"") },
	{ EACH("json_unquote", "VARCHAR -> VARCHAR", FUNC_TOTAL, unquote),
	  DOC("what a JSON string means",
	      "json_unquote('\"a\\tb\"') = 'a' || chr(9) || 'b'", "true") },
	{ EACH("to_json", "ANY -> VARCHAR", FUNC_NULLS | FUNC_TOTAL, to_json),
	  DOC("any value as JSON", "to_json(map('a', array(1, 2)))", "{\"a\":[1,2]}") },
	{ EACH("json_string", "ANY -> VARCHAR", FUNC_NULLS | FUNC_TOTAL, to_json),
	  DOC("any value as JSON", "json_string('x')", "\"x\"") },
	{ EACH("json_array", "ANY... -> VARCHAR", FUNC_NULLS | FUNC_TOTAL, make_array),
	  DOC("a JSON array of its arguments", "json_array(1, 'a', NULL)",
	      "[1,\"a\",null]") },
	{ EACH("json_object", "ANY... -> VARCHAR",
	       FUNC_NULLS | FUNC_TOTAL | FUNC_CAN_FAIL, make_object),
	  DOC("a JSON object of keys and values in turn",
	      "json_object('a', 1, 'b', 'x')", "{\"a\":1,\"b\":\"x\"}") },
};

const struct func_family func_family_json = { "JSON", rows, ARRAY_LEN(rows) };
