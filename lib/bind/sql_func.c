/*
 * sql_func.c - calls of functions whose body is SQL.
 *
 * A call becomes the body with the arguments in place of the parameters:
 * the optimizer sees through it.  The body is bound in a scope that holds
 * the parameters and nothing of the caller.
 */
#include "bind/bind_internal.h"

#include "parse/parse.h"

/* Expressions that calls of calls may grow to. */
#define MAX_BODY_NODES 200000

/* --- which function ------------------------------------------------------ */

/* A temporary system function wins over built-in ones: it has no path. */
static shade_status find_system(struct bind *b, struct str name, struct object **out)
{
	struct path path = { .name = name, .is_function = true };

	return catalog_find(b->cx, b->env->catalog, &path, LOOKUP_TEMPORARY, out);
}

static shade_status find_at_path(struct bind *b, struct ast_path *p,
				 struct object **out)
{
	struct str parts[3];
	struct path path;

	for (size_t i = 0; i < p->parts.n; i++)
		parts[i] = ident_name(p->parts.v[i]);
	TRY(catalog_qualify(b->cx, b->env->catalog, parts, p->parts.n, p->span, &path));
	bind_qualify(b, p->parts.n, &path);
	path.is_function = true;
	return catalog_find(b->cx, b->env->catalog, &path, bind_lookup(b, p, &path),
			    out);
}

shade_status bind_find_function(struct bind *b, struct ast *name, bool system,
				struct object **out)
{
	struct ast_path *p = AST_CAST(path, name);

	*out = NULL;
	if (!b->env->catalog || p->parts.n == 0 || p->parts.n > 3 ||
	    (system && p->parts.n > 1))
		return SHADE_OK;
	if (system)
		TRY(find_system(b, path_last(name), out));
	else
		TRY(find_at_path(b, p, out));
	if (!*out)
		return SHADE_OK;
	bind_keep_object(b, *out);
	if (b->freeze && !b->views && b->self && path_equal(&(*out)->path, b->self) &&
	    (*out)->temporary == b->self_is_temporary)
		return shade_fail(b->cx, SHADE_E_RECURSIVE_VIEW, p->span,
				  "function \"%.*s\" would call itself",
				  STR_ARG(b->self->name));
	if (!system)
		bind_freeze_path(b, p, *out);
	return SHADE_OK;
}

/* --- arguments ----------------------------------------------------------- */

struct call {
	struct ectx *c;
	struct object *fn;
	struct ast_create_function *def;
	struct ast_func *f;
	struct rel *params;
};

static struct str fn_name(const struct call *k)
{
	return k->fn->path.name;
}

static struct ast_function_param *param_at(const struct call *k, size_t i)
{
	return AST_CAST(function_param, k->def->params.v[i]);
}

static long param_named(const struct call *k, struct str name)
{
	for (size_t i = 0; i < k->def->params.n; i++)
		if (str_eq_nocase(ident_name(param_at(k, i)->name), name))
			return (long)i;
	return -1;
}

/* given[i]: the argument of parameter i, or NULL. */
static shade_status match_args(struct call *k, struct ast **given)
{
	struct shade_cx *cx = k->c->b->cx;
	size_t n = k->def->params.n;
	bool named = false;

	for (size_t i = 0; i < k->f->args.n; i++) {
		struct ast *a = k->f->args.v[i];
		long at = (long)i;

		if (a->kind == AST_NAMED_ARG) {
			named = true;
			at = param_named(k, ident_name(AST_CAST(named_arg, a)->name));
			if (at < 0)
				return shade_fail(
					cx, SHADE_E_WRONG_ARG_COUNT, a->span,
					"function \"%.*s\" has no parameter \"%.*s\"",
					STR_ARG(fn_name(k)),
					STR_ARG(ident_name(
						AST_CAST(named_arg, a)->name)));
			a = AST_CAST(named_arg, a)->value;
		} else if (named) {
			return shade_fail(
				cx, SHADE_E_INVALID_CLAUSE, a->span,
				"arguments by position come before named ones");
		} else if (i >= n) {
			return shade_fail(
				cx, SHADE_E_WRONG_ARG_COUNT, k->f->span,
				"function \"%.*s\" takes %zu argument%s, not %zu",
				STR_ARG(fn_name(k)), n, n == 1 ? "" : "s",
				k->f->args.n);
		}
		if (given[at])
			return shade_fail(
				cx, SHADE_E_WRONG_ARG_COUNT, a->span,
				"parameter \"%.*s\" is given twice",
				STR_ARG(ident_name(param_at(k, (size_t)at)->name)));
		given[at] = a;
	}
	return SHADE_OK;
}

static shade_status bind_param(struct call *k, size_t i, struct ast *given,
			       struct expr **out)
{
	struct bind *b = k->c->b;
	struct ast_function_param *p = param_at(k, i);
	struct ectx constant = { .b = b, .clause = "DEFAULT" };
	const struct type *type;

	if (!given && !p->default_expr)
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, k->f->span,
				  "function \"%.*s\" needs its argument \"%.*s\"",
				  STR_ARG(fn_name(k)), STR_ARG(ident_name(p->name)));
	TRY(bind_scalar(given ? k->c : &constant, given ? given : p->default_expr,
			out));
	if (!p->type)
		return SHADE_OK;
	TRY(bind_type(b->cx, p->type, &type));
	if (!type_castable((*out)->type, type))
		return shade_fail(
			b->cx, SHADE_E_TYPE, (*out)->span,
			"parameter \"%.*s\" of \"%.*s\" is %.*s, the argument is %.*s",
			STR_ARG(ident_name(p->name)), STR_ARG(fn_name(k)),
			STR_ARG(type_name(b->a, type)),
			STR_ARG(type_name(b->a, (*out)->type)));
	return expr_cast(b->cx, *out, type, false, out);
}

static shade_status bind_params(struct call *k)
{
	struct bind *b = k->c->b;
	size_t n = k->def->params.n;
	struct ast **given = arena_array(b->a, struct ast *, n + 1);

	TRY(match_args(k, given));
	k->params = rel_new(b, fn_name(k), n);
	for (size_t i = 0; i < n; i++) {
		struct rel_col *col = &k->params->cols[i];

		col->name = ident_name(param_at(k, i)->name);
		TRY(bind_param(k, i, given[i], &col->value));
		col->type = col->value->type;
		col->not_null = col->value->not_null;
	}
	return SHADE_OK;
}

/* --- the body ------------------------------------------------------------ */

static bool point_at(struct ast **child, void *arg)
{
	ast_walk_children(*child, point_at, arg);
	(*child)->span = *(struct span *)arg;
	return true;
}

static shade_status definition(struct bind *b, struct object *fn, struct span span,
			       struct ast_create_function **out)
{
	struct ast *tree = fn->body;

	if (!tree)
		TRY(sql_parse(b->cx, fn->sql, &tree));
	tree = ast_copy(b->a, tree);
	point_at(&tree, &span);
	*out = AST_CAST(create_function, tree);
	return SHADE_OK;
}

static shade_status check_recursion(struct bind *b, const struct object *fn,
				    struct span span)
{
	for (struct view_use *u = b->views; u; u = u->next)
		if (u->object == fn)
			return shade_fail(b->cx, SHADE_E_RECURSIVE_VIEW, span,
					  "function \"%.*s\" would call itself",
					  STR_ARG(fn->path.name));
	return SHADE_OK;
}

struct inside {
	struct bind saved;
	const enum dialect *outside;
	struct view_use use;
};

static shade_status enter(struct call *k, struct inside *in)
{
	struct bind *b = k->c->b;

	TRY(check_recursion(b, k->fn, k->f->span));
	if (b->depth >= BIND_MAX_DEPTH)
		return shade_fail(b->cx, SHADE_E_TOO_COMPLEX, k->f->span,
				  "functions and queries nest more than %d deep",
				  BIND_MAX_DEPTH);
	*in = (struct inside){ .saved = *b,
			       .outside = b->cx->dialect,
			       .use = { b->views, k->fn } };
	b->depth++;
	b->text = k->fn->sql;
	b->dialect = bind_captured_dialect(b, k->fn);
	b->cx->dialect = &b->dialect;
	b->ctes = NULL;
	b->views = &in->use;
	b->freeze = false;
	b->params = k->params;
	return SHADE_OK;
}

static void leave(struct call *k, struct inside *in, bool failed)
{
	struct bind *b = k->c->b;

	if (failed || b->n_unresolved > in->saved.n_unresolved)
		bind_explain_failure(b, k->fn, k->f->span);
	b->depth--;
	b->text = in->saved.text;
	b->dialect = in->saved.dialect;
	b->cx->dialect = in->outside;
	b->ctes = in->saved.ctes;
	b->views = in->saved.views;
	b->freeze = in->saved.freeze;
	b->params = in->saved.params;
}

static bool count_node(void *arg, struct expr *e)
{
	size_t *n = arg;

	(void)e;
	return ++*n <= MAX_BODY_NODES;
}

static shade_status check_size(struct call *k, struct expr *e)
{
	size_t n = 0;

	expr_walk(e, count_node, &n);
	if (n > MAX_BODY_NODES)
		return shade_fail(k->c->b->cx, SHADE_E_TOO_COMPLEX, k->f->span,
				  "calls of SQL functions grow to more than %d "
				  "operations",
				  MAX_BODY_NODES);
	return SHADE_OK;
}

/* RETURNS type. */
static shade_status as_declared(struct call *k, struct expr **e)
{
	const struct type *type;

	if (!k->def->returns)
		return SHADE_OK;
	TRY(bind_type(k->c->b->cx, k->def->returns, &type));
	return expr_cast(k->c->b->cx, *e, type, false, e);
}

static bool has_clauses(const struct ast_func *f)
{
	return f->distinct || f->filter || f->order_by.n || f->within_group.n ||
	       f->star || f->over;
}

shade_status bind_function_call(struct ectx *c, struct object *fn, struct ast_func *f,
				struct expr **out)
{
	struct call k = { .c = c, .fn = fn, .f = f };
	struct scope scope = { 0 };
	struct ectx own = *c;
	struct inside in;
	shade_status rc;

	TRY(definition(c->b, fn, f->span, &k.def));
	if (k.def->returns_table)
		return shade_fail(c->b->cx, SHADE_E_INVALID_CLAUSE, f->span,
				  "\"%.*s\" is a table function: it stands in FROM",
				  STR_ARG(fn_name(&k)));
	if (has_clauses(f))
		return shade_fail(c->b->cx, SHADE_E_INVALID_CLAUSE, f->span,
				  "DISTINCT, FILTER, ORDER BY, * and OVER are for "
				  "aggregates, and \"%.*s\" is none",
				  STR_ARG(fn_name(&k)));
	TRY(bind_params(&k));
	TRY(enter(&k, &in));
	scope_add(c->b, &scope, k.params);
	own.scope = &scope;
	own.lambdas = NULL;
	own.alias_limit = 0;
	if (!k.def->macro) {
		own.sel = NULL;
		own.clause = "the body of a function";
	}
	rc = bind_scalar(&own, k.def->body, out);
	if (!rc)
		rc = as_declared(&k, out);
	leave(&k, &in, rc != SHADE_OK);
	return rc ? rc : check_size(&k, *out);
}

/* --- table functions ------------------------------------------------------ */

/* RETURNS TABLE (a INT, ..): by position. */
static shade_status declared_columns(struct call *k, struct plan **plan)
{
	struct bind *b = k->c->b;
	struct ast_list *defs = &k->def->returns_columns;
	struct plan *p = *plan;
	const struct type **types = arena_array(b->a, const struct type *, defs->n + 1);

	if (defs->n == 0)
		return SHADE_OK;
	if (defs->n != p->n_cols)
		return shade_fail(
			b->cx, SHADE_E_COLUMN_COUNT, k->f->span,
			"function \"%.*s\" returns %zu columns, its query %zu",
			STR_ARG(fn_name(k)), defs->n, p->n_cols);
	for (size_t i = 0; i < defs->n; i++) {
		struct ast_column_def *d = AST_CAST(column_def, defs->v[i]);

		if (d->type)
			TRY(bind_type(b->cx, d->type, &types[i]));
		else
			types[i] = p->cols[i].type;
	}
	return bind_cast_plan(b, plan, types);
}

static struct rel *named_columns(struct call *k, struct plan *p)
{
	struct rel *r = rel_of_plan(k->c->b, fn_name(k), p);

	for (size_t i = 0; i < k->def->returns_columns.n; i++)
		r->cols[i].name = ident_name(
			AST_CAST(column_def, k->def->returns_columns.v[i])->name);
	return r;
}

shade_status bind_function_table(struct ectx *c, struct object *fn, struct ast_func *f,
				 struct input *out)
{
	struct call k = { .c = c, .fn = fn, .f = f };
	struct scope *scope = arena_new_of(c->b->a, struct scope);
	struct inside in;
	shade_status rc;

	TRY(definition(c->b, fn, f->span, &k.def));
	if (!k.def->returns_table)
		return shade_fail(c->b->cx, SHADE_E_INVALID_CLAUSE, f->span,
				  "\"%.*s\" returns one value: SELECT %.*s(..)",
				  STR_ARG(fn_name(&k)), STR_ARG(fn_name(&k)));
	TRY(bind_params(&k));
	TRY(enter(&k, &in));
	scope_add(c->b, scope, k.params);
	rc = bind_query_node(c->b, k.def->body, scope, &out->plan);
	if (!rc)
		rc = declared_columns(&k, &out->plan);
	leave(&k, &in, rc != SHADE_OK);
	if (!rc)
		scope_add(c->b, &out->scope, named_columns(&k, out->plan));
	return rc;
}

/* --- CREATE FUNCTION ------------------------------------------------------ */

/* The parameters as columns that nothing makes: for checking the body. */
static shade_status stand_ins(struct bind *b, struct ast_create_function *def,
			      struct str name, struct rel **out)
{
	struct rel *r = rel_new(b, name, def->params.n);

	for (size_t i = 0; i < def->params.n; i++) {
		struct ast_function_param *p = AST_CAST(function_param,
							def->params.v[i]);
		struct rel_col *col = &r->cols[i];

		col->name = ident_name(p->name);
		col->id = plan_next_id(&b->env->ids);
		col->type = type_of(TYPE_NULL);
		if (p->type)
			TRY(bind_type(b->cx, p->type, &col->type));
	}
	*out = r;
	return SHADE_OK;
}

/* SELECT body: where aggregates of a macro may stand. */
static shade_status freeze_macro(struct bind *b, struct ast **body, struct scope *scope)
{
	struct ast *sel = ast_new(b->a, AST_SELECT, (*body)->span);
	struct ast *item = ast_new(b->a, AST_ITEM, (*body)->span);
	struct plan *plan;

	AST_CAST(item, item)->expr = *body;
	ast_push(b->a, &AST_CAST(select, sel)->items, item);
	TRY(bind_query_node(b, sel, scope, &plan));
	*body = AST_CAST(item, item)->expr;
	return SHADE_OK;
}

shade_status bind_freeze_body(struct bind *b, struct ast_create_function *def,
			      struct str name)
{
	struct scope scope = { 0 };
	struct ectx c = { .b = b, .scope = &scope, .clause = "the body of a function" };
	struct rel *params;
	struct plan *plan;
	struct expr *e;

	TRY(stand_ins(b, def, name, &params));
	scope_add(b, &scope, params);
	b->params = params;
	if (def->returns_table) {
		TRY(bind_query_node(b, def->body, &scope, &plan));
		if (def->returns_columns.n && def->returns_columns.n != plan->n_cols)
			return shade_fail(b->cx, SHADE_E_COLUMN_COUNT, def->body->span,
					  "function \"%.*s\" returns %zu columns, its "
					  "query %zu",
					  STR_ARG(name), def->returns_columns.n,
					  plan->n_cols);
		return SHADE_OK;
	}
	if (def->macro)
		return freeze_macro(b, &def->body, &scope);
	TRY(bind_scalar(&c, def->body, &e));
	if (def->returns) {
		const struct type *type;

		TRY(bind_type(b->cx, def->returns, &type));
		return expr_cast(b->cx, e, type, false, &e);
	}
	return SHADE_OK;
}
