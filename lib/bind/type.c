/*
 * type.c - the type that a type's syntax names.
 */
#include "bind/bind_internal.h"

static shade_status bind_row_type(struct shade_cx *cx, struct ast_type *t,
				  const struct type **out)
{
	struct arena *a = cx->arena;
	const struct type **types = arena_array(a, const struct type *,
						t->fields.n + 1);
	struct str *names = arena_array(a, struct str, t->fields.n + 1);

	for (size_t i = 0; i < t->fields.n; i++) {
		struct ast_type_field *f = AST_CAST(type_field, t->fields.v[i]);

		names[i] = f->name ? ident_name(f->name) : str_fmt(a, "f%zu", i);
		TRY(bind_type(cx, f->type, &types[i]));
	}
	*out = type_row(a, t->fields.n, types, names);
	return SHADE_OK;
}

static bool unit_is_month(enum ast_unit u)
{
	return u == AST_UNIT_YEAR || u == AST_UNIT_QUARTER || u == AST_UNIT_MONTH;
}

static shade_status type_not_found(struct shade_cx *cx, struct str name,
				   struct span span)
{
	static const char *const words[] = {
		"INT",       "INTEGER", "BIGINT",   "SMALLINT", "TINYINT", "HUGEINT",
		"DOUBLE",    "FLOAT",   "REAL",     "DECIMAL",  "NUMERIC", "VARCHAR",
		"STRING",    "TEXT",    "CHAR",     "BOOLEAN",  "DATE",    "TIME",
		"TIMESTAMP", "BINARY",  "INTERVAL", "ARRAY",    "MAP",     "ROW"
	};
	struct str all[ARRAY_LEN(words)], near;

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		all[i] = str_from(words[i]);
	near = str_nearest(name, all, ARRAY_LEN(words));
	if (near.n == 0)
		return shade_fail(cx, SHADE_E_TYPE_NOT_FOUND, span,
				  "type \"%.*s\" does not exist", STR_ARG(name));
	return shade_fail(cx, SHADE_E_TYPE_NOT_FOUND, span,
			  "type \"%.*s\" does not exist; did you mean \"%.*s\"?",
			  STR_ARG(name), STR_ARG(near));
}

shade_status bind_type(struct shade_cx *cx, struct ast *type, const struct type **out)
{
	struct ast_type *t = AST_CAST(type, type);
	const struct type *child[2];
	int p = t->n_params > 0 ? (int)t->precision : -1;
	int s = t->n_params > 1 ? (int)t->scale : -1;

	if (t->args.n > 2)
		return shade_fail(cx, SHADE_E_TYPE_NOT_FOUND, type->span,
				  "type \"%.*s\" takes other arguments",
				  STR_ARG(t->name));
	for (size_t i = 0; i < t->args.n; i++)
		TRY(bind_type(cx, t->args.v[i], &child[i]));
	if (str_eq_nocase(t->name, STR("array")) && t->args.n == 1) {
		*out = type_array(cx->arena, child[0]);
		return SHADE_OK;
	}
	if (str_eq_nocase(t->name, STR("map")) && t->args.n == 2) {
		*out = type_map(cx->arena, child[0], child[1]);
		return SHADE_OK;
	}
	if (t->fields.n > 0)
		return bind_row_type(cx, t, out);
	if (str_eq_nocase(t->name, STR("interval")) && t->from != AST_UNIT_NONE) {
		*out = type_of(unit_is_month(t->from) ? TYPE_INTERVAL_MONTH
						      : TYPE_INTERVAL_DAY);
		return SHADE_OK;
	}
	*out = type_by_name(cx->arena, t->name, p, s);
	if (!*out && p >= 0 && type_by_name(cx->arena, t->name, -1, -1))
		return shade_fail(cx, SHADE_E_TYPE_NOT_FOUND, type->span,
				  "type \"%.*s\" cannot have those parameters",
				  STR_ARG(t->name));
	if (!*out)
		return type_not_found(cx, t->name, type->span);
	return SHADE_OK;
}
