/*
 * select.c - one SELECT: its clauses in the order in which they mean
 * something, and the plan made of them.
 */
#include "bind/bind_internal.h"

void select_init(struct select *s, struct bind *b)
{
	*s = (struct select){ .b = b, .id = plan_next_id(&b->env->ids) };
	s->aliases.arena = b->a;
	s->aggs.ids.arena = b->a;
	s->windows.ids.arena = b->a;
	s->unnests.ids.arena = b->a;
}

struct expr *collect(struct select *s, struct collected *to, struct expr *e,
		     struct str name)
{
	struct bind *b = s->b;
	uint64_t hash = expr_hash(e);
	struct column col;

	for (size_t i = 0; i < to->exprs.n && !e->is_volatile; i++)
		if (to->hashes.v[i] == hash && expr_equal(to->exprs.v[i], e))
			return plan_col_expr(b->a, &to->cols.v[i]);
	col = plan_column(&b->env->ids, name, e);
	vec_push(b->a, &to->exprs, e);
	vec_push(b->a, &to->cols, col);
	vec_push(b->a, &to->hashes, hash);
	idset_add(&to->ids, col.id);
	return plan_col_expr(b->a, &col);
}

struct ectx select_ectx(struct select *s, const char *clause)
{
	return (struct ectx){ .b = s->b,
			      .scope = &s->in.scope,
			      .clause = clause,
			      .sel = s,
			      .alias_limit = SIZE_MAX };
}

/* --- clauses ------------------------------------------------------------- */

struct clauses {
	struct expr **having, **qualify, **distinct_on;
	size_t n_having, n_qualify, n_distinct_on;
	struct order_key *keys;
	size_t n_keys;
};

static shade_status bind_conds(struct ectx *c, struct ast *e, struct expr ***conds,
			       size_t *n)
{
	struct expr *cond;

	*n = 0;
	if (!e)
		return SHADE_OK;
	TRY(bind_condition(c, e, &cond));
	bind_split_and(c->b, cond, conds, n);
	return SHADE_OK;
}

/* WHERE COLUMNS(*) > 0: it must hold for every column. */
static shade_status spread_where(struct select *s, struct ast **where)
{
	struct arena *a = s->b->freeze ? s->b->freeze_arena : s->b->a;
	struct ast_list all = { 0 };
	struct ast *e;

	TRY(columns_unpack(s, where));
	if (!columns_within(*where))
		return SHADE_OK;
	TRY(columns_spread(s, *where, &all));
	if (all.n == 1) {
		*where = all.v[0];
		return SHADE_OK;
	}
	e = ast_new(a, AST_LOGIC, (*where)->span);
	AST_CAST(logic, e)->op = AST_LOGIC_OP_AND;
	AST_CAST(logic, e)->args = all;
	ast_set_height(e);
	*where = e;
	return SHADE_OK;
}

static shade_status bind_where(struct select *s, struct ast_select *ast)
{
	struct ectx c = select_ectx(s, "WHERE");
	struct ast *where = ast->where;
	struct expr **conds;
	size_t n;

	c.no_aggs = c.no_windows = true;
	if (where)
		TRY(spread_where(s, &where));
	if (s->b->freeze)
		ast->where = where;
	TRY(bind_conds(&c, where, &conds, &n));
	s->in.plan = plan_filter(s->b->a, s->in.plan, n, conds);
	return SHADE_OK;
}

static shade_status bind_clauses(struct select *s, struct ast_select *ast,
				 const struct select_tail *tail, struct clauses *cl)
{
	struct ectx c = select_ectx(s, "HAVING");

	c.no_windows = true;
	if (ast->having)
		s->is_grouped = true;
	TRY(bind_conds(&c, ast->having, &cl->having, &cl->n_having));
	c = select_ectx(s, "QUALIFY");
	TRY(bind_conds(&c, ast->qualify, &cl->qualify, &cl->n_qualify));
	c = select_ectx(s, "DISTINCT ON");
	cl->n_distinct_on = ast->distinct_on.n;
	if (ast->distinct_on.n > 0)
		TRY(bind_list(&c, &ast->distinct_on, &cl->distinct_on));
	if (tail && tail->order_by)
		TRY(select_order_by(s, tail->order_by, &cl->keys, &cl->n_keys));
	return SHADE_OK;
}

static shade_status regroup_list(struct select *s, struct expr **v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		TRY(select_regroup(s, &v[i]));
	return SHADE_OK;
}

static shade_status regroup_all(struct select *s, struct clauses *cl)
{
	for (size_t i = 0; i < s->items.n; i++)
		TRY(select_regroup(s, &s->items.v[i].expr));
	TRY(regroup_list(s, cl->having, cl->n_having));
	TRY(regroup_list(s, cl->qualify, cl->n_qualify));
	TRY(regroup_list(s, cl->distinct_on, cl->n_distinct_on));
	TRY(regroup_list(s, s->windows.exprs.v, s->windows.exprs.n));
	TRY(regroup_list(s, s->unnests.exprs.v, s->unnests.exprs.n));
	for (size_t i = 0; i < cl->n_keys; i++)
		if (cl->keys[i].output < 0)
			TRY(select_regroup(s, &cl->keys[i].key.expr));
	return SHADE_OK;
}

/* --- outputs ------------------------------------------------------------- */

struct outputs {
	VEC(struct expr *) exprs;
	VEC(struct column) cols;
	size_t n_visible;
};

/* Position of the output with that value, or -1. */
static long find_output(const struct outputs *o, const struct expr *e)
{
	for (size_t i = 0; i < o->exprs.n; i++)
		if (o->exprs.v[i] == e || expr_equal(o->exprs.v[i], e))
			return (long)i;
	return -1;
}

static void add_output(struct bind *b, struct outputs *o, struct str name,
		       struct expr *e)
{
	struct column col = plan_column(&b->env->ids, name, e);

	vec_push(b->a, &o->exprs, e);
	vec_push(b->a, &o->cols, col);
}

/* Sort and DISTINCT ON keys that the select list lacks ride along. */
static struct expr *output_key(struct bind *b, struct outputs *o, long at,
			       struct expr *e)
{
	if (at < 0)
		at = find_output(o, e);
	if (at < 0) {
		add_output(b, o, STR("key"), e);
		at = (long)o->exprs.n - 1;
	}
	return plan_col_expr(b->a, &o->cols.v[at]);
}

static shade_status order_plan(struct select *s, struct clauses *cl, struct outputs *o,
			       bool distinct, struct sort_key **out)
{
	struct bind *b = s->b;
	struct sort_key *keys = arena_array(b->a, struct sort_key, cl->n_keys + 1);

	for (size_t i = 0; i < cl->n_keys; i++) {
		struct order_key *k = &cl->keys[i];

		if (distinct && k->output < 0 && find_output(o, k->key.expr) < 0)
			return shade_fail(
				b->cx, SHADE_E_INVALID_CLAUSE, k->key.expr->span,
				"with DISTINCT, ORDER BY can only use what is "
				"selected");
		keys[i] = k->key;
		keys[i].expr = output_key(b, o, k->output, k->key.expr);
	}
	*out = keys;
	return SHADE_OK;
}

/* unnest(x) in the select list: a row for each element. */
static struct plan *unnest_plan(struct select *s, struct plan *in)
{
	struct arena *a = s->b->a;
	struct plan *p = plan_new(a, PLAN_UNNEST, 1, in->span);
	size_t n = s->unnests.exprs.n;

	p->children[0] = in;
	p->unnest.exprs = s->unnests.exprs.v;
	p->unnest.n_exprs = n;
	p->n_cols = in->n_cols + n;
	p->cols = arena_array(a, struct column, p->n_cols);
	copy_bytes(p->cols, in->cols, in->n_cols * sizeof(*p->cols));
	copy_bytes(p->cols + in->n_cols, s->unnests.cols.v, n * sizeof(*p->cols));
	return p;
}

static shade_status build(struct select *s, struct ast_select *ast, struct clauses *cl,
			  const struct select_tail *tail, struct plan **out)
{
	struct bind *b = s->b;
	struct plan *p = s->in.plan;
	struct outputs o = { .n_visible = s->items.n };
	struct sort_key *keys = NULL;
	struct expr **on = arena_array(b->a, struct expr *, cl->n_distinct_on + 1);

	if (s->is_grouped)
		p = select_aggregate_plan(s, p);
	p = plan_filter(b->a, p, cl->n_having, cl->having);
	p = plan_window(b->a, p, s->windows.exprs.n, s->windows.exprs.v,
			s->windows.cols.v);
	p = plan_filter(b->a, p, cl->n_qualify, cl->qualify);
	if (s->unnests.exprs.n > 0)
		p = unnest_plan(s, p);
	for (size_t i = 0; i < s->items.n; i++)
		add_output(b, &o, s->items.v[i].name, s->items.v[i].expr);
	for (size_t i = 0; i < cl->n_distinct_on; i++)
		on[i] = output_key(b, &o, -1, cl->distinct_on[i]);
	TRY(order_plan(s, cl, &o, ast->distinct && cl->n_distinct_on == 0, &keys));
	p = plan_project(b->a, p, o.exprs.n, o.exprs.v, o.cols.v);
	if (ast->distinct && cl->n_distinct_on == 0)
		p = plan_distinct(b->a, p, 0, NULL);
	p = plan_sort(b->a, p, cl->n_keys, keys);
	if (cl->n_distinct_on > 0) {
		p = plan_distinct(b->a, p, cl->n_distinct_on, on);
		p = plan_sort(b->a, p, cl->n_keys, keys);
	}
	if (tail && tail->limit)
		TRY(bind_limit(b, tail->limit, &p));
	if (o.exprs.n > o.n_visible)
		p = plan_keep(b->a, p, o.n_visible, o.cols.v);
	*out = p;
	return SHADE_OK;
}

shade_status bind_select(struct bind *b, struct ast_select *ast, struct scope *outer,
			 const struct select_tail *tail, struct plan **out)
{
	struct select *s = arena_new_of(b->a, struct select);
	struct clauses cl = { 0 };

	select_init(s, b);
	TRY(select_generators(b, &ast));
	s->named_windows = &ast->windows;
	s->in.scope.outer = outer;
	s->in.plan = plan_one_row(b->a, ast->span);
	if (ast->from)
		TRY(bind_from(b, ast->from, outer, NULL, &s->in));
	s->in.scope.sel = s;
	TRY(select_expand(s, &ast->items));
	TRY(bind_where(s, ast));
	if (ast->group_by.n > 0)
		TRY(select_group_by(s, &ast->group_by));
	s->takes_aggs = true;
	TRY(select_bind_items(s));
	if (ast->group_all)
		TRY(select_group_all(s));
	TRY(bind_clauses(s, ast, tail, &cl));
	if (s->aggs.exprs.n > 0)
		s->is_grouped = true;
	if (s->is_grouped)
		TRY(regroup_all(s, &cl));
	return build(s, ast, &cl, tail, out);
}

shade_status select_finish_pipe(struct select *s, struct ast_select *ast,
				bool group_all, size_t n_keys, struct plan **out)
{
	struct clauses cl = { 0 };

	s->is_grouped = true;
	TRY(select_expand(s, &ast->items));
	/* the keys' own names do not count while they are bound */
	for (size_t i = 0; i < n_keys && i < s->items.n; i++)
		s->items.v[i].busy = true;
	if (ast->group_by.n > 0)
		TRY(select_group_by(s, &ast->group_by));
	for (size_t i = 0; i < n_keys && i < s->items.n; i++)
		s->items.v[i].busy = false;
	TRY(select_bind_items(s));
	if (group_all)
		TRY(select_group_all(s));
	TRY(regroup_all(s, &cl));
	return build(s, ast, &cl, NULL, out);
}
