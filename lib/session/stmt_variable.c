/*
 * stmt_variable.c - session variables: DECLARE and SET VARIABLE.
 */
#include "session/prepared.h"

static shade_status variable_value(struct run *r, struct ast *e,
				   const struct type *type, struct value *out)
{
	struct expr *x;

	if (!e || e->kind == AST_DEFAULT) {
		*out = value_null(type ? type : type_of(TYPE_NULL));
		return SHADE_OK;
	}
	TRY(bind_expr(&r->cx, &r->env, e, NULL, STR_NONE, &x));
	if (type)
		TRY(expr_cast(&r->cx, x, type, false, &x));
	return expr_fold(&r->cx, x, out);
}

static struct str last_name(const struct ast *column)
{
	const struct ast_list *parts = &((const struct ast_column *)column)->parts;

	return AST_CAST(ident, parts->v[parts->n - 1])->name;
}

shade_status stmt_declare(struct run *r, struct ast *stmt)
{
	struct ast_declare *d = AST_CAST(declare, stmt);
	struct session *s = r->session;
	const struct type *type = NULL;
	struct value v;

	if (d->type) {
		TRY(bind_type(&r->cx, d->type, &type));
		type = type_dup(s->arena, type);
	}
	TRY(variable_value(r, d->value, type, &v));
	for (size_t i = 0; i < d->names.n; i++) {
		struct str name = last_name(d->names.v[i]);
		struct variable *old = session_variable(s, name);
		struct variable fresh = { .type = type ? type
						       : type_dup(s->arena, v.type) };

		if (old && !d->or_replace)
			return shade_fail(
				&r->cx, SHADE_E_TABLE_EXISTS, d->names.v[i]->span,
				"variable \"%.*s\" already exists; DECLARE OR "
				"REPLACE makes it anew",
				STR_ARG(name));
		fresh.name = str_dup(s->arena, name);
		fresh.value = value_dup(s->arena, v);
		if (old)
			*old = fresh;
		else
			vec_push(s->arena, &s->variables, fresh);
	}
	return SHADE_OK;
}

shade_status stmt_set_variable(struct run *r, struct ast *stmt)
{
	struct ast_set_variable *set = AST_CAST(set_variable, stmt);
	struct session *s = r->session;
	struct value *v = arena_array(r->cx.arena, struct value, set->names.n);
	struct variable **to = arena_array(r->cx.arena, struct variable *,
					   set->names.n);

	if (set->query)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: SET VARIABLE (..) = (query)");
	/* all values are computed before any is set */
	for (size_t i = 0; i < set->names.n; i++) {
		struct str name = last_name(set->names.v[i]);

		to[i] = session_variable(s, name);
		if (!to[i])
			return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND,
					  set->names.v[i]->span,
					  "variable \"%.*s\" does not exist; DECLARE "
					  "makes one",
					  STR_ARG(name));
		TRY(variable_value(r, set->values.v[i], to[i]->type, &v[i]));
	}
	for (size_t i = 0; i < set->names.n; i++)
		to[i]->value = value_dup(s->arena, v[i]);
	return SHADE_OK;
}
