/*
 * expr_context.c - calls that take a meaning from outside their arguments.
 *
 * The names of the session are constants when a statement is bound; a
 * schema written as text is the type it names.
 */
#include "bind/bind_internal.h"

#include <stdlib.h>

#include "parse/parse.h"

/* --- names of the session -------------------------------------------------- */

static struct str user_name(void)
{
	const char *name = getenv("USER");

	if (!name || !*name)
		name = getenv("LOGNAME");
	return name && *name ? str_from(name) : STR("user");
}

/* False: the name is no session value. */
static bool session_value(struct bind *b, struct str name, struct str *out)
{
	struct path at = catalog_current(b->env->catalog);

	if (str_eq_nocase(name, STR("current_catalog")))
		*out = at.catalog;
	else if (str_eq_nocase(name, STR("current_database")) ||
		 str_eq_nocase(name, STR("current_schema")))
		*out = at.database;
	else if (str_eq_nocase(name, STR("current_user")) ||
		 str_eq_nocase(name, STR("session_user")) ||
		 str_eq_nocase(name, STR("user")))
		*out = user_name();
	else
		return false;
	return true;
}

/* getvariable('x'): NULL where there is none. */
static shade_status variable_value(struct bind *b, const struct expr *name,
				   struct span span, struct expr **out)
{
	const struct bind_env *env = b->env;

	if (name->kind != EXPR_CONST || name->value.is_null ||
	    type_family(name->type) != FAMILY_STRING)
		return shade_fail(b->cx, SHADE_E_TYPE, name->span,
				  "getvariable takes the name of a variable as text");
	*out = bind_null(b, type_of(TYPE_NULL), span);
	for (size_t i = 0; i < env->n_variables; i++)
		if (str_eq_nocase(env->variables[i].name, name->value.s))
			*out = expr_const(b->a, env->variables[i].value, span);
	return SHADE_OK;
}

/* --- schemas as text -------------------------------------------------------- */

/* "BIGINT", "ARRAY<..>", "DECIMAL(..)": one word and its parameters; anything
 * else is a list of columns. */
static bool is_one_type(struct str s)
{
	size_t i = 0;

	while (i < s.n && s.p[i] != ' ' && !strchr("<(:,", s.p[i]))
		i++;
	return i == s.n || s.p[i] == '<' || s.p[i] == '(';
}

static struct str trimmed(struct str s)
{
	while (s.n > 0 && strchr(" \t\n", s.p[0]))
		s = (struct str){ s.p + 1, s.n - 1 };
	while (s.n > 0 && strchr(" \t\n", s.p[s.n - 1]))
		s.n--;
	return s;
}

static shade_status schema_type(struct bind *b, struct str text,
				const struct type **out)
{
	struct ast *type;

	text = trimmed(text);
	if (!is_one_type(text))
		text = str_fmt(b->a, "STRUCT<%.*s>", STR_ARG(text));
	TRY(sql_parse_type(b->cx, text, &type));
	return bind_type(b->cx, type, out);
}

/* from_json(text, 'a INT'): the schema, argument `at`, becomes a NULL of its type. */
static shade_status read_schema(struct bind *b, size_t at, size_t n, struct expr **v)
{
	const struct type *t;

	if (at >= n || v[at]->kind != EXPR_CONST || v[at]->value.is_null ||
	    type_family(v[at]->type) != FAMILY_STRING)
		return SHADE_OK;
	if (schema_type(b, v[at]->value.s, &t)) {
		b->cx->err.span = v[at]->span; /* not a place in the schema */
		return b->cx->err.code;
	}
	v[at] = bind_null(b, t, v[at]->span);
	return SHADE_OK;
}

shade_status bind_context_call(struct bind *b, struct str name, size_t n,
			       struct expr **v, struct span span, struct expr **out)
{
	struct str value;

	*out = NULL;
	if (n == 1 && str_eq_nocase(name, STR("getvariable")))
		return variable_value(b, v[0], span, out);
	if (n == 0 && session_value(b, name, &value))
		*out = expr_const(b->a, value_str(str_dup(b->a, value)), span);
	else if (str_eq_nocase(name, STR("from_json")))
		return read_schema(b, 1, n, v);
	else if (str_eq_nocase(name, STR("variant_get")) ||
		 str_eq_nocase(name, STR("try_variant_get")))
		return read_schema(b, 2, n, v);
	return SHADE_OK;
}
