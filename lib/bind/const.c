/*
 * const.c - places that take constants only: LIMIT, sizes, arguments of readers.
 *
 * A query counts as a constant: it runs while the statement is bound, so what
 * it returns is known when the plan is made.
 */
#include "bind/bind_internal.h"

struct search {
	struct bind *b;
	bool column, query;
};

static bool find_column(struct ast **child, void *arg)
{
	struct search *s = arg;

	if ((*child)->kind == AST_QUERY) {
		s->query = true;
		return true;
	}
	if ((*child)->kind == AST_COLUMN &&
	    !bind_is_constant_name(s->b, AST_CAST(column, *child)))
		s->column = true;
	return !s->column && ast_walk_children(*child, find_column, arg);
}

static shade_status fail(struct ectx *c, struct ast *e)
{
	return shade_fail(c->b->cx, SHADE_E_INVALID_CLAUSE, e->span,
			  "%s must be a constant", c->clause);
}

/* A row with the value of e, which may hold queries. */
static shade_status value_plan(struct ectx *c, struct ast *e, struct plan **out)
{
	struct bind *b = c->b;
	struct expr_subst map = { .arena = b->a, .ids = &b->env->ids };
	struct idset free = { .arena = b->a };
	struct scope nothing = { 0 };
	struct ectx own = *c;
	struct expr *x;
	struct column col;
	struct plan *p;

	own.scope = &nothing;
	own.sel = NULL;
	TRY(bind_scalar(&own, e, &x));
	col = plan_column(&b->env->ids, STR("value"), x);
	p = plan_project(b->a, plan_one_row(b->a, e->span), 1,
			 arena_dup(b->a, &x, sizeof(x)),
			 arena_dup(b->a, &col, sizeof(col)));
	bind_ctes_end(b, NULL, &p);
	plan_free_columns(p, &free);
	if (!idset_is_empty(&free))
		return fail(c, e);
	*out = plan_copy(&map, p);
	return SHADE_OK;
}

static shade_status run_query(struct ectx *c, struct ast *e, struct value *out)
{
	struct bind *b = c->b;
	struct value *row;
	struct plan *p = NULL;
	size_t n;

	TRY(value_plan(c, e, &p));
	if (!b->env->fetch)
		return fail(c, e);
	*out = value_null(p->cols[0].type);
	/* of a view's body that is being stored only the names matter */
	if (b->freeze || b->n_unresolved)
		return SHADE_OK;
	TRY(b->env->fetch(b->env->fetch_arg, p, 1, &row, &n));
	if (n > 0)
		*out = row[0];
	return SHADE_OK;
}

shade_status bind_const(struct ectx *c, struct ast *e, struct value *out)
{
	struct ectx own = *c;
	struct expr *x;
	struct search search = { .b = c->b };

	find_column(&e, &search);
	if (search.column)
		return fail(c, e);
	if (search.query)
		return run_query(c, e, out);
	own.scope = NULL;
	own.sel = NULL;
	TRY(bind_scalar(&own, e, &x));
	if (c->b->n_unresolved || !expr_is_const(x))
		return fail(c, e);
	return expr_fold(c->b->cx, x, out);
}

shade_status bind_count(struct ectx *c, struct ast *e, const char *what, bool *is_null,
			int64_t *out)
{
	struct value v;

	TRY(bind_const(c, e, &v));
	*is_null = v.is_null;
	*out = 0;
	if (v.is_null)
		return SHADE_OK;
	if (!type_is_numeric(v.type))
		return shade_fail(c->b->cx, SHADE_E_TYPE, e->span,
				  "%s must be a number, not %.*s", what,
				  STR_ARG(type_name(c->b->a, v.type)));
	TRY(value_cast(c->b->cx, &v, type_of(TYPE_BIGINT), e->span, &v));
	if (v.i < 0)
		return shade_fail(c->b->cx, SHADE_E_RANGE, e->span,
				  "%s must not be negative", what);
	*out = v.i;
	return SHADE_OK;
}

shade_status bind_const_int(struct ectx *c, struct ast *e, const char *what,
			    int64_t *out)
{
	bool is_null;

	TRY(bind_count(c, e, what, &is_null, out));
	if (is_null)
		return shade_fail(c->b->cx, SHADE_E_RANGE, e->span,
				  "%s must not be NULL", what);
	return SHADE_OK;
}
