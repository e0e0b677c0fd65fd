/*
 * query.c - queries and their bodies; the door of the binder.
 */
#include "bind/bind_internal.h"

static void bind_init(struct bind *b, struct shade_cx *cx, struct bind_env *env)
{
	*b = (struct bind){ .cx = cx,
			    .a = cx->arena,
			    .env = env,
			    .dialect = cx_dialect(cx),
			    .text = cx->sql };
}

/* Unresolved columns were reported but did not stop the binder. */
static shade_status bind_end(struct bind *b, shade_status rc)
{
	if (!rc && b->n_unresolved > 0)
		return b->cx->err.code;
	return rc;
}

shade_status bind_query(struct shade_cx *cx, struct bind_env *env, struct ast *query,
			struct plan **out)
{
	struct bind b;

	bind_init(&b, cx, env);
	return bind_end(&b, bind_query_node(&b, query, NULL, out));
}

shade_status bind_expr(struct shade_cx *cx, struct bind_env *env, struct ast *expr,
		       const struct plan *in, struct str alias, struct expr **out)
{
	struct bind b;
	struct scope scope = { 0 };
	struct ectx c = { .b = &b, .scope = &scope, .clause = "an expression" };

	bind_init(&b, cx, env);
	if (in)
		scope_add(&b, &scope, rel_of_plan(&b, alias, in));
	return bind_end(&b, bind_scalar(&c, expr, out));
}

shade_status bind_freeze(struct shade_cx *cx, struct bind_env *env, struct arena *a,
			 struct ast *query, const struct path *self,
			 struct ast **frozen, struct object **uses_temporary)
{
	struct bind b;
	struct ast *copy = ast_copy(a, query);
	struct plan *plan;

	bind_init(&b, cx, env);
	b.freeze = true;
	b.freeze_arena = a;
	b.self = self;
	TRY(bind_end(&b, bind_query_node(&b, copy, NULL, &plan)));
	*frozen = copy;
	*uses_temporary = b.first_temporary;
	return SHADE_OK;
}

/* What arguments may mend: types of a macro's parameters, names of files. */
static bool depends_on_arguments(shade_status rc)
{
	switch (rc) {
	case SHADE_E_TYPE:
	case SHADE_E_NO_OVERLOAD:
	case SHADE_E_CAST:
	case SHADE_E_IO:
	case SHADE_E_FILE_NOT_FOUND:
	case SHADE_E_RANGE: return true;
	default: return false;
	}
}

shade_status bind_freeze_function(struct shade_cx *cx, struct bind_env *env,
				  struct arena *a, struct ast *def,
				  const struct path *self, struct ast **frozen,
				  struct object **uses_temporary)
{
	struct bind b;
	struct ast *copy = ast_copy(a, def);
	shade_status rc;

	bind_init(&b, cx, env);
	b.freeze = true;
	b.freeze_arena = a;
	b.self = self;
	b.self_is_temporary = AST_CAST(create_function, copy)->temporary;
	rc = bind_end(&b, bind_freeze_body(&b, AST_CAST(create_function, copy),
					   self->name));
	if (rc && (AST_CAST(create_function, copy)->macro || b.guessed) &&
	    depends_on_arguments(rc)) {
		shade_clear(cx);
		rc = SHADE_OK;
	}
	if (rc)
		return rc;
	*frozen = copy;
	*uses_temporary = b.first_temporary;
	return SHADE_OK;
}

/* --- bodies -------------------------------------------------------------- */

shade_status bind_body(struct bind *b, struct ast *body, struct scope *outer,
		       struct plan **out)
{
	switch (body->kind) {
	case AST_SELECT:
		return bind_select(b, AST_CAST(select, body), outer, NULL, out);
	case AST_SETOP: return bind_setop(b, AST_CAST(setop, body), outer, out);
	case AST_VALUES: return bind_values(b, AST_CAST(values, body), outer, out);
	case AST_PIPE: return bind_pipe(b, AST_CAST(pipe, body), outer, out);
	case AST_QUERY: return bind_query_node(b, body, outer, out);
	default:
		return shade_fail(b->cx, SHADE_E_UNSUPPORTED, body->span,
				  "not supported yet: %s as a query",
				  ast_kind_name(body->kind));
	}
}

static bool has_limit(const struct ast_query *q)
{
	return q->limit || q->offset;
}

static shade_status bind_inner(struct bind *b, struct ast_query *q, struct scope *outer,
			       struct plan **out)
{
	struct select_tail tail = { .order_by = q->order_by.n ? &q->order_by : NULL,
				    .limit = has_limit(q) ? q : NULL };

	if (q->body->kind == AST_SELECT)
		return bind_select(b, AST_CAST(select, q->body), outer, &tail, out);
	TRY(bind_body(b, q->body, outer, out));
	TRY(bind_order_outputs(b, &q->order_by, outer, out));
	return has_limit(q) ? bind_limit(b, q, out) : SHADE_OK;
}

shade_status bind_query_node(struct bind *b, struct ast *query, struct scope *outer,
			     struct plan **out)
{
	struct cte *saved = b->ctes;
	struct ast_query *q;
	shade_status rc;

	if (query->kind != AST_QUERY)
		return bind_body(b, query, outer, out);
	if (b->depth >= BIND_MAX_DEPTH)
		return shade_fail(b->cx, SHADE_E_TOO_COMPLEX, query->span,
				  "queries and views nest more than %d deep",
				  BIND_MAX_DEPTH);
	q = AST_CAST(query, query);
	b->depth++;
	rc = bind_ctes(b, q, outer);
	if (!rc)
		rc = bind_inner(b, q, outer, out);
	if (!rc)
		bind_ctes_end(b, saved, out);
	b->ctes = saved;
	b->depth--;
	return rc;
}

/* --- casting outputs ----------------------------------------------------- */

shade_status bind_cast_plan(struct bind *b, struct plan **plan,
			    const struct type *const *types)
{
	struct plan *p = *plan;
	struct expr **exprs;
	struct column *cols;
	bool same = true;

	for (size_t i = 0; i < p->n_cols; i++)
		same = same && type_equal(p->cols[i].type, types[i]);
	if (same)
		return SHADE_OK;
	exprs = arena_array(b->a, struct expr *, p->n_cols);
	cols = arena_array(b->a, struct column, p->n_cols);
	for (size_t i = 0; i < p->n_cols; i++) {
		struct expr *e = plan_col_expr(b->a, &p->cols[i]);

		TRY(expr_cast(b->cx, e, types[i], false, &exprs[i]));
		cols[i] = exprs[i] == e ? p->cols[i]
					: plan_column(&b->env->ids, p->cols[i].name,
						      exprs[i]);
	}
	*plan = plan_project(b->a, p, p->n_cols, exprs, cols);
	return SHADE_OK;
}
