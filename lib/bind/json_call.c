/*
 * json_call.c - the standard's JSON functions with their clauses.
 *
 * JSON_VALUE(j, p DEFAULT 0 ON EMPTY) and its kin are built out of the plain
 * functions: what a path leads to, whether it leads somewhere, whether the
 * text is JSON at all.  A path is strict unless it begins with "lax": then
 * leading nowhere is empty and no error.
 */
#include "bind/bind_internal.h"

struct json_call {
	struct ectx *c;
	struct ast_func *f;
	struct ast_json_clause *on_null, *returning, *wrapper, *on_empty, *on_error;
	struct expr **v;
};

static struct expr *text(struct json_call *j, struct str s)
{
	return expr_const(j->c->b->a, value_str(s), j->f->span);
}

static struct expr *case_when(struct json_call *j, size_t n, struct expr **args)
{
	struct arena *a = j->c->b->a;

	return expr_new(a, EXPR_CASE, args[n - 1]->type, n,
			arena_dup(a, args, n * sizeof(*args)), j->f->span);
}

static shade_status call1(struct json_call *j, const char *name, struct expr *x,
			  struct expr **out)
{
	return bind_call1(j->c->b, name, x, j->f->span, out);
}

static shade_status call2(struct json_call *j, const char *name, struct expr *x,
			  struct expr *y, struct expr **out)
{
	return bind_call2(j->c->b, name, x, y, j->f->span, out);
}

static shade_status sort_clauses(struct json_call *j)
{
	for (size_t i = 0; i < j->f->json.n; i++) {
		struct ast_json_clause *c = AST_CAST(json_clause, j->f->json.v[i]);

		switch (c->type) {
		case AST_JSON_CLAUSE_KIND_ON_NULL: j->on_null = c; break;
		case AST_JSON_CLAUSE_KIND_RETURNING: j->returning = c; break;
		case AST_JSON_CLAUSE_KIND_WRAPPER: j->wrapper = c; break;
		case AST_JSON_CLAUSE_KIND_ON_EMPTY: j->on_empty = c; break;
		case AST_JSON_CLAUSE_KIND_ON_ERROR: j->on_error = c; break;
		case AST_N_JSON_CLAUSE_KIND: break;
		}
	}
	return SHADE_OK;
}

/* What a clause puts in the place of a value; NULL clause: NULL. */
static shade_status substitute(struct json_call *j, struct ast_json_clause *c,
			       const struct type *type, struct expr **out)
{
	struct bind *b = j->c->b;
	struct expr *e;

	*out = bind_null(b, type, j->f->span);
	if (!c)
		return SHADE_OK;
	switch (c->behavior) {
	case AST_JSON_BEHAVIOR_ERROR:
		TRY(call1(j, "raise_error",
			  text(j, STR("the path leads to no value of that kind")), &e));
		break;
	case AST_JSON_BEHAVIOR_DEFAULT: TRY(bind_scalar(j->c, c->value, &e)); break;
	case AST_JSON_BEHAVIOR_TRUE: e = bind_bool(b, true, c->span); break;
	case AST_JSON_BEHAVIOR_FALSE: e = bind_bool(b, false, c->span); break;
	case AST_JSON_BEHAVIOR_EMPTY_ARRAY: e = text(j, STR("[]")); break;
	case AST_JSON_BEHAVIOR_EMPTY_OBJECT: e = text(j, STR("{}")); break;
	default: return SHADE_OK;
	}
	return expr_cast(b->cx, e, type, false, out);
}

static bool is_lax(const struct expr *path)
{
	return path->kind == EXPR_CONST && !path->value.is_null &&
	       type_family(path->type) == FAMILY_STRING && path->value.s.n > 4 &&
	       str_eq_nocase((struct str){ path->value.s.p, 4 }, STR("lax "));
}

/*
 * CASE WHEN j IS NULL THEN NULL WHEN value IS NOT NULL THEN value
 * WHEN it leads to null THEN NULL WHEN lax and nowhere THEN empty ELSE error
 */
static shade_status with_fallbacks(struct json_call *j, struct expr *value,
				   struct expr **out)
{
	struct bind *b = j->c->b;
	struct expr *when[9], *raw, *null = bind_null(b, value->type, j->f->span), *e;
	size_t n = 0;

	TRY(call1(j, "is null", j->v[0], &when[n++]));
	when[n++] = null;
	TRY(call1(j, "is not null", value, &when[n++]));
	when[n++] = value;
	TRY(call2(j, "json_extract", j->v[0], j->v[1], &raw));
	TRY(call2(j, "=", raw, text(j, STR("null")), &when[n++]));
	when[n++] = null;
	if (is_lax(j->v[1])) {
		TRY(call1(j, "is_json", j->v[0], &when[n]));
		TRY(call1(j, "is null", raw, &e));
		struct expr *both[2] = { when[n], e };

		when[n++] = expr_and(b->a, 2, arena_dup(b->a, both, sizeof(both)));
		TRY(substitute(j, j->on_empty, value->type, &when[n++]));
	}
	TRY(substitute(j, j->on_error, value->type, &when[n++]));
	*out = case_when(j, n, when);
	return SHADE_OK;
}

static shade_status json_value(struct json_call *j, struct expr **out)
{
	struct bind *b = j->c->b;
	const struct type *type;
	struct expr *value;

	TRY(call2(j, "json_value", j->v[0], j->v[1], &value));
	if (j->returning) {
		TRY(bind_type(b->cx, j->returning->value, &type));
		TRY(expr_cast(b->cx, value, type, j->on_error != NULL, &value));
	}
	return with_fallbacks(j, value, out);
}

static shade_status json_query(struct json_call *j, struct expr **out)
{
	struct expr *value, *raw, *args[2];

	TRY(call2(j, "json_query", j->v[0], j->v[1], &value));
	if (j->wrapper && j->wrapper->behavior != AST_JSON_BEHAVIOR_WITHOUT) {
		TRY(call2(j, "json_extract", j->v[0], j->v[1], &raw));
		TRY(call2(j, "||", text(j, STR("[")), raw, &raw));
		TRY(call2(j, "||", raw, text(j, STR("]")), &raw));
		args[0] = value;
		args[1] = raw;
		value = j->wrapper->behavior == AST_JSON_BEHAVIOR_UNCONDITIONAL
				? raw
				: expr_new(j->c->b->a, EXPR_COALESCE, raw->type, 2,
					   arena_dup(j->c->b->a, args, sizeof(args)),
					   j->f->span);
	}
	return with_fallbacks(j, value, out);
}

static shade_status json_exists(struct json_call *j, struct expr **out)
{
	struct expr *when[5], *valid;

	TRY(call1(j, "is null", j->v[0], &when[0]));
	when[1] = bind_null(j->c->b, type_of(TYPE_BOOLEAN), j->f->span);
	TRY(call1(j, "is_json", j->v[0], &valid));
	when[2] = valid;
	TRY(call2(j, "json_exists", j->v[0], j->v[1], &when[3]));
	TRY(substitute(j, j->on_error, type_of(TYPE_BOOLEAN), &when[4]));
	*out = case_when(j, 5, when);
	return SHADE_OK;
}

/* --- making JSON ----------------------------------------------------------- */

/* The text of one member, NULL when the value is to be left out. */
static shade_status member(struct json_call *j, struct expr *key, struct expr *value,
			   bool absent, struct expr **out)
{
	struct bind *b = j->c->b;
	struct expr *when[3], *body;

	TRY(call1(j, "json_string", value, &body));
	if (key) {
		TRY(expr_cast(b->cx, key, type_of(TYPE_VARCHAR), false, &key));
		TRY(call1(j, "json_quote", key, &key));
		TRY(call2(j, "||", key, text(j, STR(":")), &key));
	}
	TRY(call1(j, "is null", value, &when[0]));
	when[1] = absent ? bind_null(b, type_of(TYPE_VARCHAR), j->f->span)
			 : text(j, STR("null"));
	when[2] = body;
	*out = case_when(j, 3, when);
	if (key)
		TRY(call2(j, "||", key, *out, out));
	return SHADE_OK;
}

static shade_status joined(struct json_call *j, bool object, bool absent,
			   struct expr **out)
{
	struct bind *b = j->c->b;
	size_t n = j->f->args.n;
	struct expr **parts = arena_array(b->a, struct expr *, n + 1);

	parts[0] = text(j, STR(","));
	for (size_t i = 0; i < n; i++) {
		struct ast *e = j->f->args.v[i];
		struct expr *key = NULL, *value;

		if (object) {
			if (e->kind != AST_JSON_PAIR)
				return shade_fail(b->cx, SHADE_E_SYNTAX, e->span,
						  "JSON_OBJECT takes KEY 'k' VALUE v");
			TRY(bind_scalar(j->c, AST_CAST(json_pair, e)->key, &key));
			e = AST_CAST(json_pair, e)->value;
		}
		TRY(bind_scalar(j->c, e, &value));
		TRY(member(j, key, value, absent, &parts[i + 1]));
	}
	TRY(expr_call(b->cx, STR("concat_ws"), n + 1, parts, j->f->span, out));
	TRY(call2(j, "||", text(j, object ? STR("{") : STR("[")), *out, out));
	return call2(j, "||", *out, text(j, object ? STR("}") : STR("]")), out);
}

struct ast_list bind_pair_args(struct bind *b, const struct ast_list *args)
{
	struct ast_list out = { 0 };

	if (args->n != 1 || args->v[0]->kind != AST_JSON_PAIR)
		return *args;
	ast_push(b->a, &out, AST_CAST(json_pair, args->v[0])->key);
	ast_push(b->a, &out, AST_CAST(json_pair, args->v[0])->value);
	return out;
}

/* --- the door -------------------------------------------------------------- */

static bool has_pairs(const struct ast_func *f)
{
	return f->args.n > 0 && f->args.v[0]->kind == AST_JSON_PAIR;
}

shade_status bind_json_call(struct ectx *c, struct ast_func *f, struct str name,
			    struct expr **out)
{
	struct json_call j = { .c = c, .f = f };
	bool absent;

	*out = NULL;
	if (!f->json.n && !has_pairs(f) &&
	    !(c->b->dialect == DIALECT_FLINK && str_eq_nocase(name, STR("json_array"))))
		return SHADE_OK;
	TRY(sort_clauses(&j));
	absent = j.on_null && j.on_null->behavior == AST_JSON_BEHAVIOR_ABSENT;
	if (str_eq_nocase(name, STR("json_object")))
		return joined(&j, true, absent, out);
	if (str_eq_nocase(name, STR("json_array")))
		return joined(&j, false, absent || !j.on_null, out);
	if (f->args.n == 2 && !has_pairs(f)) {
		TRY(bind_list(c, &f->args, &j.v));
		if (str_eq_nocase(name, STR("json_value")))
			return json_value(&j, out);
		if (str_eq_nocase(name, STR("json_query")))
			return json_query(&j, out);
		if (str_eq_nocase(name, STR("json_exists")))
			return json_exists(&j, out);
	}
	return shade_fail(c->b->cx, SHADE_E_INVALID_CLAUSE, f->span,
			  "\"%.*s\" does not take these clauses", STR_ARG(name));
}
