/*
 * stmt_prepare.c - PREPARE, EXECUTE, EXECUTE IMMEDIATE, DEALLOCATE.
 */
#include "parse/parse.h"
#include "session/prepared.h"
#include "session/run_internal.h"

shade_status stmt_prepare(struct run *r, struct ast *stmt)
{
	struct ast_prepare *p = AST_CAST(prepare, stmt);
	const struct type *type;

	for (size_t i = 0; i < p->types.n; i++)
		TRY(bind_type(&r->cx, p->types.v[i], &type));
	return session_prepare(&r->cx, r->session, p);
}

shade_status stmt_deallocate(struct run *r, struct ast *stmt)
{
	struct ast_deallocate *d = AST_CAST(deallocate, stmt);
	struct str name = STR_NONE;

	if (d->name) {
		name = AST_CAST(ident, d->name)->name;
		if (!session_prepared(r->session, name))
			return shade_fail(&r->cx, SHADE_E_PARAMETER, d->name->span,
					  "there is no prepared statement \"%.*s\"",
					  STR_ARG(name));
	}
	session_forget(r->session, name);
	return SHADE_OK;
}

/* --- parameters of one execution, in front of the session's --------------- */

static shade_status fold(struct run *r, struct ast *e, struct value *out)
{
	struct expr *x;

	TRY(bind_expr(&r->cx, &r->env, e, NULL, STR_NONE, &x));
	if (!expr_is_const(x) && x->kind == EXPR_COLUMN)
		return shade_fail(&r->cx, SHADE_E_PARAMETER, e->span,
				  "a parameter takes a constant");
	return expr_fold(&r->cx, x, out);
}

struct use {
	struct arena *arena;
	struct str name;
	bool found;
};

static bool find_use(struct ast **child, void *arg)
{
	struct use *u = arg;

	if ((*child)->kind == AST_PARAM) {
		struct ast_param *p = AST_CAST(param, *child);
		struct str name = p->name;

		if (p->type == AST_PARAM_KIND_POSITION)
			name = str_fmt(u->arena, "%lld", (long long)p->index);
		u->found = u->found || str_eq_nocase(name, u->name);
	}
	return !u->found && ast_walk_children(*child, find_use, arg);
}

/* A value that no parameter takes is a mistake in the call. */
static shade_status check_used(struct run *r, struct ast *stmt, struct str name,
			       struct span span)
{
	struct use u = { .arena = r->cx.arena, .name = name };

	find_use(&stmt, &u);
	if (u.found)
		return SHADE_OK;
	return shade_fail(&r->cx, SHADE_E_PARAMETER, span,
			  "the statement has no parameter \"%.*s\"", STR_ARG(name));
}

/* The arguments, checked against the statement and the types of PREPARE. */
static shade_status add_params(struct run *r, const struct ast_list *args,
			       const struct ast_list *types, struct ast *stmt)
{
	struct arena *a = r->cx.arena;
	size_t n = args->n + r->env.n_params;
	struct bind_param *v = arena_array(a, struct bind_param, n);
	const struct type *type;

	for (size_t i = 0; i < args->n; i++) {
		struct ast *e = args->v[i];

		v[i].name = str_fmt(a, "%zu", i + 1);
		if (ast_is(e, AST_NAMED_ARG)) {
			v[i].name = AST_CAST(ident, AST_CAST(named_arg, e)->name)->name;
			e = AST_CAST(named_arg, e)->value;
		} else if (ast_is(e, AST_ITEM)) { /* USING x AS name */
			struct ast_item *item = AST_CAST(item, e);

			if (item->alias)
				v[i].name = AST_CAST(ident, item->alias)->name;
			e = item->expr;
		}
		TRY(fold(r, e, &v[i].value));
		TRY(check_used(r, stmt, v[i].name, args->v[i]->span));
		if (types && i < types->n) {
			TRY(bind_type(&r->cx, types->v[i], &type));
			TRY(value_cast(&r->cx, &v[i].value, type, e->span,
				       &v[i].value));
		}
	}
	for (size_t i = 0; i < r->env.n_params; i++)
		v[args->n + i] = r->env.params[i];
	r->env.params = v;
	r->env.n_params = n;
	return SHADE_OK;
}

static shade_status start_inner(struct run *r, struct ast *stmt, struct span span)
{
	const struct stmt_class *cls = stmt_class_of(stmt);

	if (!cls || stmt->kind == AST_EXECUTE || stmt->kind == AST_EXECUTE_IMMEDIATE)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, span,
				  "not supported yet: EXECUTE of %s", stmt_words(stmt));
	TRY(run_compute_names(r, stmt));
	return cls->start(r, stmt);
}

static shade_status no_statement(struct run *r, struct ast *name)
{
	struct str word = AST_CAST(ident, name)->name, near;
	struct str *names;
	size_t n = 0;

	for (struct prepared *p = r->session->prepared; p; p = p->next)
		n++;
	names = arena_array(r->cx.arena, struct str, n);
	n = 0;
	for (struct prepared *p = r->session->prepared; p; p = p->next)
		names[n++] = p->name;
	near = str_nearest(word, names, n);
	return shade_fail(&r->cx, SHADE_E_PARAMETER, name->span,
			  "there is no prepared statement \"%.*s\"%s%.*s%s",
			  STR_ARG(word), near.n ? "; did you mean \"" : "",
			  STR_ARG(near), near.n ? "\"?" : "");
}

shade_status stmt_execute(struct run *r, struct ast *stmt)
{
	struct ast_execute *ex = AST_CAST(execute, stmt);
	struct prepared *p = session_prepared(r->session,
					      AST_CAST(ident, ex->name)->name);

	if (!p)
		return no_statement(r, ex->name);
	TRY(add_params(r, &ex->args, &p->types, p->stmt));
	return start_inner(r, ast_copy(r->cx.arena, p->stmt), stmt->span);
}

shade_status stmt_execute_immediate(struct run *r, struct ast *stmt)
{
	struct ast_execute_immediate *ex = AST_CAST(execute_immediate, stmt);
	struct ast *inner;
	struct value text;

	TRY(fold(r, ex->text, &text));
	if (text.is_null || type_phys(text.type) != PHYS_STR)
		return shade_fail(&r->cx, SHADE_E_TYPE, ex->text->span,
				  "EXECUTE IMMEDIATE takes a statement as text");
	TRY(sql_parse(&r->cx, text.s, &inner));
	if (!inner)
		return SHADE_OK;
	ast_clear_spans(inner);
	TRY(add_params(r, &ex->using, NULL, inner));
	if (ex->into.n && inner->kind != AST_QUERY)
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, stmt->span,
				  "only a query has values for INTO, not %s",
				  stmt_words(inner));
	if (ex->into.n)
		return set_variables(r, &ex->into, inner);
	return start_inner(r, inner, stmt->span);
}
