/*
 * expr_subquery.c - subqueries as values and conditions.
 *
 * Their plans hang on EXPR_SUBQUERY and may use columns of the outer query;
 * the optimizer's unnesting rule turns all of them into joins.
 */
#include "bind/bind_internal.h"

static shade_status bind_plan(struct ectx *c, struct ast *query, struct plan **out)
{
	if (c->no_subqueries)
		return shade_fail(c->b->cx, SHADE_E_INVALID_CLAUSE, query->span,
				  "a subquery cannot stand in %s", c->clause);
	return bind_query_node(c->b, query, c->scope, out);
}

struct volatile_search {
	struct arena *arena;
	bool found;
};

static bool find_volatile(struct ast **child, void *arg)
{
	struct volatile_search *s = arg;

	if (ast_is(*child, AST_FUNC)) {
		struct str name = path_last(AST_CAST(func, *child)->name);
		size_t n;
		const struct func_row **rows = func_lookup(s->arena, name, &n);

		s->found = s->found || n == 0 || (rows[0]->flags & FUNC_VOLATILE);
	}
	return !s->found && ast_walk_children(*child, find_volatile, arg);
}

/* A number that the same text in the same SELECT gets again; 0: its value may
 * differ each time. */
static uint32_t identity(struct ectx *c, struct ast *query)
{
	struct bind *b = c->b;
	struct volatile_search search = { .arena = b->a };
	struct known_query k = { .query = query };

	if (!c->sel || c->lambdas)
		return 0;
	find_volatile(&query, &search);
	if (search.found)
		return 0;
	k.select = c->sel->id;
	k.id = (uint32_t)b->queries.n + 1;
	for (size_t i = 0; i < b->queries.n; i++)
		if (b->queries.v[i].select == k.select &&
		    ast_equal(b->queries.v[i].query, query))
			return b->queries.v[i].id;
	vec_push(b->a, &b->queries, k);
	return k.id;
}

static struct expr *new_subquery(struct bind *b, enum subquery_kind kind,
				 const struct type *type, size_t n, struct expr **args,
				 struct plan *plan, struct span span)
{
	struct expr *e = expr_new(b->a, EXPR_SUBQUERY, type, n, args, span);

	e->subquery.kind = kind;
	e->subquery.plan = plan;
	e->not_null = kind == SUBQUERY_EXISTS;
	e->can_fail = true;
	return e;
}

/* The columns as one ROW with the fields f1, f2 .. */
static shade_status pack_columns(struct bind *b, struct plan **p, struct span span)
{
	size_t n = (*p)->n_cols;
	struct str *names = arena_array(b->a, struct str, n);
	struct expr **v = arena_array(b->a, struct expr *, n), *row;
	struct column col;

	for (size_t i = 0; i < n; i++) {
		names[i] = str_fmt(b->a, "f%zu", i + 1);
		v[i] = plan_col_expr(b->a, &(*p)->cols[i]);
	}
	TRY(bind_named_row(b, n, names, v, span, &row));
	col = plan_column(&b->env->ids, STR("row"), row);
	*p = plan_project(b->a, *p, 1, arena_dup(b->a, &row, sizeof(row)),
			  arena_dup(b->a, &col, sizeof(col)));
	return SHADE_OK;
}

static shade_status scalar(struct ectx *c, struct ast_subquery_expr *e,
			   struct expr **out)
{
	struct ast *query = e->query;
	struct span span = e->span;
	uint32_t same = identity(c, query);
	struct plan *p;

	TRY(bind_plan(c, query, &p));
	if (e->n_fields) {
		if (p->n_cols != (size_t)e->n_fields)
			return shade_fail(c->b->cx, SHADE_E_COLUMN_COUNT, span,
					  "the query returns %zu columns where %lld "
					  "are needed",
					  p->n_cols, (long long)e->n_fields);
		TRY(pack_columns(c->b, &p, span));
	} else if (p->n_cols != 1)
		return shade_fail(c->b->cx, SHADE_E_COLUMN_COUNT, span,
				  "a subquery used as a value must return one column, "
				  "not %zu",
				  p->n_cols);
	*out = new_subquery(c->b, SUBQUERY_SCALAR, p->cols[0].type, 0, NULL, p, span);
	(*out)->subquery.same = same;
	return SHADE_OK;
}

static shade_status exists(struct ectx *c, struct ast_exists *e, struct expr **out)
{
	uint32_t same = identity(c, e->query);
	struct plan *p;

	TRY(bind_plan(c, e->query, &p));
	*out = new_subquery(c->b, SUBQUERY_EXISTS, type_of(TYPE_BOOLEAN), 0, NULL, p,
			    e->span);
	(*out)->subquery.same = same;
	return SHADE_OK;
}

/* Left side: one value, or the fields of a row constructor. */
static shade_status bind_left(struct ectx *c, struct ast *arg, struct expr ***v,
			      size_t *n)
{
	if (ast_is(arg, AST_ROW)) {
		*n = AST_CAST(row, arg)->items.n;
		return bind_list(c, &AST_CAST(row, arg)->items, v);
	}
	*n = 1;
	*v = arena_array(c->b->a, struct expr *, 1);
	return bind_scalar(c, arg, *v);
}

/* Both sides to their common types: left by casts, right by a projection. */
static shade_status align(struct ectx *c, struct expr **v, size_t n, struct plan **p)
{
	struct bind *b = c->b;
	const struct type **types = arena_array(b->a, const struct type *, n);

	for (size_t i = 0; i < n; i++) {
		const struct column *col = &(*p)->cols[i];
		struct expr *both[2] = { v[i], plan_col_expr(b->a, col) };

		TRY(bind_unify(b, both, 2, "the comparison with the subquery"));
		v[i] = both[0];
		types[i] = both[0]->type;
	}
	return bind_cast_plan(b, p, types);
}

static shade_status compared(struct ectx *c, struct ast *arg, struct ast *query,
			     enum subquery_kind kind, enum cmp_kind cmp,
			     struct span span, struct expr **out)
{
	struct bind *b = c->b;
	uint32_t same = identity(c, query);
	struct expr **v;
	struct plan *p;
	size_t n;

	TRY(bind_left(c, arg, &v, &n));
	TRY(bind_plan(c, query, &p));
	if (p->n_cols != n)
		return shade_fail(
			b->cx, SHADE_E_COLUMN_COUNT, span,
			"the subquery returns %zu columns but %zu are compared",
			p->n_cols, n);
	if (n != 1 && cmp != SUBCMP_EQ && cmp != SUBCMP_NE)
		return shade_fail(
			b->cx, SHADE_E_UNSUPPORTED, span,
			"not supported yet: ordering rows against a subquery");
	TRY(align(c, v, n, &p));
	*out = new_subquery(b, kind, type_of(TYPE_BOOLEAN), n, v, p, span);
	(*out)->subquery.cmp = cmp;
	(*out)->subquery.same = same;
	return SHADE_OK;
}

static shade_status bind_in_query(struct ectx *c, struct ast_in *in, struct expr **out)
{
	struct expr *e;

	TRY(compared(c, in->arg, in->query, SUBQUERY_ANY, SUBCMP_EQ, in->span, &e));
	if (in->negated)
		return bind_call1(c->b, "not", e, in->span, out);
	*out = e;
	return SHADE_OK;
}

static bool cmp_of(enum ast_binary_op op, enum cmp_kind *out)
{
	switch (op) {
	case AST_BINARY_OP_EQ: *out = SUBCMP_EQ; return true;
	case AST_BINARY_OP_NE: *out = SUBCMP_NE; return true;
	case AST_BINARY_OP_LT: *out = SUBCMP_LT; return true;
	case AST_BINARY_OP_LE: *out = SUBCMP_LE; return true;
	case AST_BINARY_OP_GT: *out = SUBCMP_GT; return true;
	case AST_BINARY_OP_GE: *out = SUBCMP_GE; return true;
	default: return false;
	}
}

/* x > ANY (array): does it hold for an element, y -> x > y? */
static shade_status quantified_array(struct ectx *c, struct ast_quantified *q,
				     struct expr **out)
{
	struct bind *b = c->b;
	bool all = q->quantifier == AST_QUANTIFIER_ALL;
	struct expr *x, *array, *y, *holds;
	uint32_t id = plan_next_id(&b->env->ids);

	TRY(bind_scalar(c, q->arg, &x));
	TRY(bind_scalar(c, q->array, &array));
	if (array->type->id != TYPE_ARRAY)
		return shade_fail(b->cx, SHADE_E_TYPE, array->span,
				  "%s needs a query or an array, not %.*s",
				  ast_quantifier_name(q->quantifier),
				  STR_ARG(type_name(b->a, array->type)));
	if (q->op == AST_BINARY_OP_EQ && !all)
		return bind_call2(b, "array_contains", array, x, q->span, out);
	y = expr_column(b->a, id, STR("y"), array->type->children[0], false, q->span);
	TRY(bind_call2(b, bind_operator_name(q->op), x, y, q->span, &holds));
	return bind_call2(b, all ? "forall" : "exists", array,
			  bind_lambda_of(b, id, holds), q->span, out);
}

static shade_status quantified(struct ectx *c, struct ast_quantified *q,
			       struct expr **out)
{
	enum subquery_kind kind = q->quantifier == AST_QUANTIFIER_ALL ? SUBQUERY_ALL
								      : SUBQUERY_ANY;
	enum cmp_kind cmp;

	if (!q->query)
		return quantified_array(c, q, out);
	if (!cmp_of(q->op, &cmp))
		return shade_fail(c->b->cx, SHADE_E_SYNTAX, q->span,
				  "ANY and ALL need a comparison");
	return compared(c, q->arg, q->query, kind, cmp, q->span, out);
}

/* ARRAY(SELECT ..): the subquery aggregated. */
static shade_status array_query(struct ectx *c, struct ast_array_query *q,
				struct expr **out)
{
	struct bind *b = c->b;
	struct plan *p, *agg;
	struct expr *arg, *call, *e, *empty;
	struct select s;

	TRY(bind_plan(c, q->query, &p));
	if (p->n_cols != 1)
		return shade_fail(b->cx, SHADE_E_COLUMN_COUNT, q->span,
				  "ARRAY(..) needs a query of one column, not %zu",
				  p->n_cols);
	select_init(&s, b);
	arg = plan_col_expr(b->a, &p->cols[0]);
	TRY(bind_agg_call(b, STR("array_agg"), 1, arena_dup(b->a, &arg, sizeof(arg)),
			  q->span, &call));
	collect(&s, &s.aggs, call, STR("array_agg"));
	agg = select_aggregate_plan(&s, p);
	e = new_subquery(b, SUBQUERY_SCALAR, agg->cols[0].type, 0, NULL, agg, q->span);
	TRY(expr_call(b->cx, STR("array"), 0, NULL, q->span, &empty));
	TRY(expr_cast(b->cx, empty, e->type, false, &empty));
	{
		struct expr *args[2] = { e, empty };

		*out = expr_new(b->a, EXPR_COALESCE, e->type, 2,
				arena_dup(b->a, args, sizeof(args)), q->span);
	}
	return SHADE_OK;
}

shade_status bind_subquery_expr(struct ectx *c, struct ast *e, struct expr **out)
{
	switch (e->kind) {
	case AST_IN: return bind_in_query(c, AST_CAST(in, e), out);
	case AST_EXISTS: return exists(c, AST_CAST(exists, e), out);
	case AST_SUBQUERY_EXPR: return scalar(c, AST_CAST(subquery_expr, e), out);
	case AST_ARRAY_QUERY: return array_query(c, AST_CAST(array_query, e), out);
	default: return quantified(c, AST_CAST(quantified, e), out);
	}
}
