/*
 * stmt_variable.c - session variables: DECLARE, SET VARIABLE, DROP VARIABLE.
 *
 * A value may be any expression, also one with subqueries: it is computed as
 * the only row of a query.
 */
#include "session/prepared.h"

/* --- values --------------------------------------------------------------- */

struct one_row {
	struct run *run;
	struct span span;
	size_t n;
	struct value *values;
	size_t n_rows;
};

static shade_status take_row(void *arg, const struct batch *b)
{
	struct one_row *one = arg;
	struct arena *a = one->run->cx.arena;
	size_t n = batch_rows(b);

	for (size_t i = 0; i < one->n && n > 0 && one->n_rows == 0; i++)
		one->values[i] = value_dup(a, vector_value(&b->cols[i],
							   b->sel ? b->sel[0] : 0, a));
	one->n_rows += n;
	if (one->n_rows > 1)
		return shade_fail(&one->run->cx, SHADE_E_SUBQUERY_ROWS, one->span,
				  "the query returns more than one row");
	return SHADE_OK;
}

shade_status run_one_row(struct run *r, struct ast *query, size_t n,
			 struct value *values)
{
	struct one_row one = {
		.run = r, .span = query->span, .n = n, .values = values
	};
	struct plan *plan;

	TRY(bind_query(&r->cx, &r->env, query, &plan));
	if (plan->n_cols != n)
		return shade_fail(&r->cx, SHADE_E_COLUMN_COUNT, query->span,
				  "the query returns %zu columns for %zu variables",
				  plan->n_cols, n);
	for (size_t i = 0; i < n; i++)
		values[i] = value_null(plan->cols[i].type);
	return run_plan(r, plan, take_row, &one);
}

/* SELECT e */
static struct ast *query_of(struct arena *a, struct ast *e)
{
	struct ast *item = ast_new(a, AST_ITEM, e->span);
	struct ast *select = ast_new(a, AST_SELECT, e->span);
	struct ast *query = ast_new(a, AST_QUERY, e->span);

	AST_CAST(item, item)->expr = e;
	ast_set_height(item);
	ast_push(a, &AST_CAST(select, select)->items, item);
	ast_set_height(select);
	AST_CAST(query, query)->body = select;
	ast_set_height(query);
	return query;
}

static shade_status variable_value(struct run *r, struct ast *e,
				   const struct type *type, struct value *out)
{
	struct value v;

	if (!e) {
		*out = value_null(type ? type : type_of(TYPE_NULL));
		return SHADE_OK;
	}
	TRY(run_one_row(r, query_of(r->cx.arena, e), 1, &v));
	if (type)
		return value_cast(&r->cx, &v, type, e->span, out);
	*out = v;
	return SHADE_OK;
}

static struct str last_name(const struct ast *column)
{
	const struct ast_list *parts = &((const struct ast_column *)column)->parts;

	return AST_CAST(ident, parts->v[parts->n - 1])->name;
}

/* --- DECLARE, DROP -------------------------------------------------------- */

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
		fresh.value = fresh.dflt = value_dup(s->arena, v);
		if (old)
			*old = fresh;
		else
			vec_push(s->arena, &s->variables, fresh);
	}
	return SHADE_OK;
}

static shade_status no_variable(struct run *r, struct str name, struct span span)
{
	struct session *s = r->session;
	struct str *names = arena_array(r->cx.arena, struct str, s->variables.n + 1);
	struct str near;

	for (size_t i = 0; i < s->variables.n; i++)
		names[i] = s->variables.v[i].name;
	near = str_nearest(name, names, s->variables.n);
	if (near.n)
		return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND, span,
				  "variable \"%.*s\" does not exist; did you mean "
				  "\"%.*s\"?",
				  STR_ARG(name), STR_ARG(near));
	return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND, span,
			  "variable \"%.*s\" does not exist; DECLARE makes one",
			  STR_ARG(name));
}

shade_status drop_variable(struct run *r, struct ast *path, bool if_exists)
{
	struct session *s = r->session;
	struct ast_path *p = AST_CAST(path, path);
	struct str name = AST_CAST(ident, p->parts.v[p->parts.n - 1])->name;
	struct variable *v = session_variable(s, name);

	if (!v)
		return if_exists ? SHADE_OK : no_variable(r, name, path->span);
	*v = s->variables.v[--s->variables.n];
	return SHADE_OK;
}

/* --- SET VARIABLE --------------------------------------------------------- */

shade_status set_variables(struct run *r, const struct ast_list *names,
			   struct ast *query)
{
	struct session *s = r->session;
	struct arena *a = r->cx.arena;
	struct value *v = arena_array(a, struct value, names->n);
	struct variable **to = arena_array(a, struct variable *, names->n);

	for (size_t i = 0; i < names->n; i++) {
		struct str name = last_name(names->v[i]);

		to[i] = session_variable(s, name);
		if (!to[i])
			return no_variable(r, name, names->v[i]->span);
	}
	TRY(run_one_row(r, query, names->n, v));
	for (size_t i = 0; i < names->n; i++)
		if (to[i]->type)
			TRY(value_cast(&r->cx, &v[i], to[i]->type, names->v[i]->span,
				       &v[i]));
	for (size_t i = 0; i < names->n; i++)
		to[i]->value = value_dup(s->arena, v[i]);
	return SHADE_OK;
}

static struct variable *make_variable(struct session *s, struct str name)
{
	struct variable fresh = { .name = str_dup(s->arena, name) };

	fresh.value = fresh.dflt = value_null(type_of(TYPE_NULL));
	vec_push(s->arena, &s->variables, fresh);
	return session_variable(s, name);
}

shade_status stmt_set_variable(struct run *r, struct ast *stmt)
{
	struct ast_set_variable *set = AST_CAST(set_variable, stmt);
	struct session *s = r->session;
	struct value *v = arena_array(r->cx.arena, struct value, set->names.n);
	/* DuckDB's SET VARIABLE makes what is not there; SET VAR wants a DECLARE */
	bool create = set->create && cx_dialect(&r->cx) != DIALECT_SPARK;
	struct variable *to;

	if (set->query)
		return set_variables(r, &set->names, set->query);
	/* all values are computed before any is set */
	for (size_t i = 0; i < set->names.n; i++) {
		bool is_default = set->values.v[i]->kind == AST_DEFAULT;

		to = session_variable(s, last_name(set->names.v[i]));
		if (!to && (is_default || !create))
			return no_variable(r, last_name(set->names.v[i]),
					   set->names.v[i]->span);
		if (is_default)
			v[i] = to->dflt;
		else
			TRY(variable_value(r, set->values.v[i], to ? to->type : NULL,
					   &v[i]));
	}
	for (size_t i = 0; i < set->names.n; i++) {
		struct str name = last_name(set->names.v[i]);

		to = session_variable(s, name);
		if (!to)
			to = make_variable(s, name);
		to->value = value_dup(s->arena, v[i]);
	}
	return SHADE_OK;
}
