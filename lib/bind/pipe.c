/*
 * pipe.c - pipe syntax: each operator sees the columns of the one before.
 *
 * The state is an input: a plan and the names under which its columns are
 * known; names of tables live on through operators that keep their columns.
 */
#include "bind/bind_internal.h"

struct pipe {
	struct bind *b;
	struct scope *outer;
	struct input in;
};

/* Expressions of an operator; window functions are computed below it. */
struct pipe_op {
	struct pipe *p;
	struct select *sel;
	struct ectx c;
};

static void op_begin(struct pipe_op *op, struct pipe *p, const char *clause,
		     const struct ast_list *windows)
{
	struct select *s = arena_new_of(p->b->a, struct select);

	select_init(s, p->b);
	s->in = p->in;
	s->named_windows = windows;
	op->p = p;
	op->sel = s;
	op->c = select_ectx(s, clause);
	op->c.scope = &p->in.scope;
	op->c.no_aggs = true;
}

static void op_windows(struct pipe_op *op)
{
	struct select *s = op->sel;

	op->p->in.plan = plan_window(op->p->b->a, op->p->in.plan, s->windows.exprs.n,
				     s->windows.exprs.v, s->windows.cols.v);
	select_init(s, op->p->b);
	s->in = op->p->in;
}

/* The columns that * means, in order. */
static void visible(struct pipe *p, struct column **out, size_t *n)
{
	VEC(struct column) cols = { 0 };

	for (size_t i = 0; i < p->in.scope.rels.n; i++) {
		struct rel *r = p->in.scope.rels.v[i];

		for (size_t k = 0; k < r->n_cols; k++) {
			struct rel_col *c = &r->cols[k];
			struct column col = { .id = c->id,
					      .name = c->name,
					      .type = c->type,
					      .not_null = c->not_null };

			if (!c->hidden && !c->merged)
				vec_push(p->b->a, &cols, col);
		}
	}
	*out = cols.v;
	*n = cols.n;
}

/* One relation without a name over the plan. */
static void reset_scope(struct pipe *p, struct plan *plan)
{
	p->in.plan = plan;
	p->in.scope = (struct scope){ .outer = p->outer };
	scope_add(p->b, &p->in.scope, rel_of_plan(p->b, STR_NONE, plan));
}

/* The plan narrowed to what * means. */
static struct plan *narrowed(struct pipe *p)
{
	struct column *cols;
	size_t n;

	visible(p, &cols, &n);
	return plan_keep(p->b->a, p->in.plan, n, cols);
}

/* --- SELECT, WHERE, AGGREGATE -------------------------------------------- */

static shade_status pipe_select(struct pipe *p, struct ast_pipe_select *ps)
{
	struct bind *b = p->b;
	struct select *s = arena_new_of(b->a, struct select);
	struct expr **exprs;
	struct column *cols;

	select_init(s, b);
	s->named_windows = &ps->windows;
	s->in = p->in;
	s->in.scope.sel = s;
	TRY(select_expand(s, &ps->items));
	TRY(select_bind_items(s));
	if (s->aggs.exprs.n)
		return shade_fail(b->cx, SHADE_E_GROUPING, ps->span,
				  "|> SELECT takes no aggregates; use |> AGGREGATE");
	p->in.plan = plan_window(b->a, p->in.plan, s->windows.exprs.n,
				 s->windows.exprs.v, s->windows.cols.v);
	exprs = arena_array(b->a, struct expr *, s->items.n + 1);
	cols = arena_array(b->a, struct column, s->items.n + 1);
	for (size_t i = 0; i < s->items.n; i++) {
		exprs[i] = s->items.v[i].expr;
		cols[i] = plan_column(&b->env->ids, s->items.v[i].name, exprs[i]);
	}
	p->in.plan = plan_project(b->a, p->in.plan, s->items.n, exprs, cols);
	if (ps->distinct)
		p->in.plan = plan_distinct(b->a, p->in.plan, 0, NULL);
	reset_scope(p, p->in.plan);
	return SHADE_OK;
}

static shade_status pipe_where(struct pipe *p, struct ast_pipe_where *w)
{
	struct pipe_op op;
	struct expr *cond, **conds;
	size_t n;

	op_begin(&op, p, "WHERE", NULL);
	TRY(bind_condition(&op.c, w->condition, &cond));
	op_windows(&op);
	bind_split_and(p->b, cond, &conds, &n);
	p->in.plan = plan_filter(p->b->a, p->in.plan, n, conds);
	return SHADE_OK;
}

/* Items as a SELECT would have them, the keys first. */
static shade_status pipe_aggregate(struct pipe *p, struct ast_pipe_aggregate *pa)
{
	struct bind *b = p->b;
	struct ast *node = ast_new(b->a, AST_SELECT, pa->span);
	struct ast_select *sel = AST_CAST(select, node);
	struct select *s = arena_new_of(b->a, struct select);
	size_t n_keys = 0;

	for (size_t i = 0; i < pa->group_by.n; i++) {
		struct ast *g = pa->group_by.v[i];
		struct ast *e = g->kind == AST_ITEM ? AST_CAST(item, g)->expr : g;

		ast_push(b->a, &sel->group_by, e);
		if (g->kind == AST_ITEM && e->kind != AST_GROUPING) {
			ast_push(b->a, &sel->items, g);
			n_keys++;
		}
	}
	for (size_t i = 0; i < pa->items.n; i++)
		ast_push(b->a, &sel->items, pa->items.v[i]);
	select_init(s, b);
	s->in = p->in;
	s->in.scope.sel = s;
	return select_finish_pipe(s, sel, pa->group_all, n_keys, &p->in.plan);
}

/* --- EXTEND, SET, DROP, RENAME ------------------------------------------- */

/* A column more; the plan keeps all it has. */
static void add_column(struct pipe *p, struct str name, struct expr *e,
		       struct column *out)
{
	struct bind *b = p->b;
	struct plan *in = p->in.plan;
	struct expr **exprs = arena_array(b->a, struct expr *, in->n_cols + 1);
	struct column *cols = arena_array(b->a, struct column, in->n_cols + 1);

	for (size_t i = 0; i < in->n_cols; i++)
		exprs[i] = plan_col_expr(b->a, &in->cols[i]);
	copy_bytes(cols, in->cols, in->n_cols * sizeof(*cols));
	exprs[in->n_cols] = e;
	cols[in->n_cols] = plan_column(&b->env->ids, name, e);
	*out = cols[in->n_cols];
	p->in.plan = plan_project(b->a, in, in->n_cols + 1, exprs, cols);
}

static struct rel_col *find_column(struct pipe *p, struct str name, bool *ambiguous)
{
	return scope_find(p->b, &p->in.scope, name, ambiguous);
}

/* Relations are changed by an operator: own copies. */
static void own_rels(struct pipe *p)
{
	struct scope own = { .outer = p->outer };

	for (size_t i = 0; i < p->in.scope.rels.n; i++) {
		struct rel *r = arena_dup(p->b->a, p->in.scope.rels.v[i], sizeof(*r));

		r->cols = arena_dup(p->b->a, r->cols, r->n_cols * sizeof(*r->cols));
		for (size_t k = 0; k < r->n_cols; k++)
			r->cols[k].twice = false;
		r->map = (struct name_map){ .arena = p->b->a };
		scope_add(p->b, &own, r);
	}
	p->in.scope = own;
}

static void set_column(struct rel_col *c, const struct column *col)
{
	c->id = col->id;
	c->type = col->type;
	c->not_null = col->not_null;
	c->hidden = false;
}

static void append_column(struct pipe *p, const struct column *col)
{
	struct rel *r = rel_new(p->b, STR_NONE, 1);

	r->cols[0] = (struct rel_col){ .name = col->name,
				       .id = col->id,
				       .type = col->type,
				       .not_null = col->not_null };
	scope_add(p->b, &p->in.scope, r);
}

static shade_status extend_one(struct pipe *p, struct ast *node,
			       const struct ast_list *windows, bool replace,
			       const char *clause)
{
	struct ast_item *item = AST_CAST(item, node);
	struct pipe_op op;
	struct expr *e;
	struct column col;
	struct str name;
	struct rel_col *old;
	bool ambiguous = false;

	if (item->expr->kind == AST_STAR || item->expr->kind == AST_COLUMNS)
		return shade_fail(p->b->cx, SHADE_E_INVALID_CLAUSE, node->span,
				  "|> %s takes no *", clause);
	name = item->alias ? ident_name(item->alias) : item_name(p->b, item->expr);
	op_begin(&op, p, clause, windows);
	TRY(bind_scalar(&op.c, item->expr, &e));
	op_windows(&op);
	add_column(p, name, e, &col);
	own_rels(p);
	old = replace ? find_column(p, name, &ambiguous) : NULL;
	if (old)
		set_column(old, &col);
	else
		append_column(p, &col);
	return SHADE_OK;
}

static shade_status pipe_extend(struct pipe *p, const struct ast_list *items,
				const struct ast_list *windows, bool replace,
				const char *clause)
{
	for (size_t i = 0; i < items->n; i++)
		TRY(extend_one(p, items->v[i], windows, replace, clause));
	return SHADE_OK;
}

static shade_status no_column(struct pipe *p, struct str name, bool ambiguous,
			      struct span span, const char *clause)
{
	struct column *cols;
	struct str *names, hint;
	size_t n;

	if (ambiguous)
		return shade_fail(p->b->cx, SHADE_E_AMBIGUOUS_COLUMN, span,
				  "column \"%.*s\" is ambiguous", STR_ARG(name));
	visible(p, &cols, &n);
	names = arena_array(p->b->a, struct str, n + 1);
	for (size_t i = 0; i < n; i++)
		names[i] = cols[i].name;
	hint = bind_nearest(p->b, name, names, n);
	return shade_fail(p->b->cx, SHADE_E_COLUMN_NOT_FOUND, span,
			  "column \"%.*s\" in |> %s does not exist%.*s", STR_ARG(name),
			  clause, STR_ARG(hint));
}

static shade_status pipe_set(struct pipe *p, struct ast_pipe_set *ps)
{
	for (size_t i = 0; i < ps->assigns.n; i++) {
		struct ast_assign *a = AST_CAST(assign, ps->assigns.v[i]);
		bool ambiguous = false;
		struct pipe_op op;
		struct rel_col *c;
		struct column col;
		struct expr *e;
		struct str name;

		if (!ast_is(a->target, AST_COLUMN) ||
		    AST_CAST(column, a->target)->parts.n != 1)
			return shade_fail(p->b->cx, SHADE_E_INVALID_CLAUSE, a->span,
					  "|> SET assigns to a column's plain name");
		name = ident_name(AST_CAST(column, a->target)->parts.v[0]);
		if (!find_column(p, name, &ambiguous) || ambiguous)
			return no_column(p, name, ambiguous, a->target->span, "SET");
		op_begin(&op, p, "SET", NULL);
		TRY(bind_scalar(&op.c, a->value, &e));
		op_windows(&op);
		add_column(p, name, e, &col);
		own_rels(p);
		c = find_column(p, name, &ambiguous);
		set_column(c, &col);
	}
	return SHADE_OK;
}

static void remove_column(struct rel *r, const struct rel_col *c)
{
	size_t at = (size_t)(c - r->cols);

	memmove(r->cols + at, r->cols + at + 1,
		(r->n_cols - at - 1) * sizeof(*r->cols));
	r->n_cols--;
	r->map = (struct name_map){ .arena = r->map.arena };
	for (size_t i = 0; i < r->n_cols; i++)
		r->cols[i].twice = false;
}

static shade_status pipe_drop(struct pipe *p, struct ast_pipe_drop *d)
{
	own_rels(p);
	for (size_t i = 0; i < d->columns.n; i++) {
		struct str name = ident_name(d->columns.v[i]);
		bool ambiguous = false;
		struct rel_col *c = find_column(p, name, &ambiguous);

		if (!c && d->if_exists)
			continue;
		if (!c)
			return no_column(p, name, false, d->columns.v[i]->span, "DROP");
		for (size_t k = 0; k < p->in.scope.rels.n; k++) {
			struct rel *r = p->in.scope.rels.v[k];

			while ((c = rel_find(p->b, r, name)))
				remove_column(r, c);
		}
	}
	return SHADE_OK;
}

static shade_status pipe_rename(struct pipe *p, struct ast_pipe_rename *pr)
{
	own_rels(p);
	for (size_t i = 0; i < pr->items.n; i++) {
		struct ast_item *item = AST_CAST(item, pr->items.v[i]);
		struct str name = item_name(p->b, item->expr);
		bool ambiguous = false;
		struct rel_col *c = find_column(p, name, &ambiguous);

		if (!c || ambiguous)
			return no_column(p, name, ambiguous, item->expr->span,
					 "RENAME");
		c->name = ident_name(item->alias);
		for (size_t k = 0; k < p->in.scope.rels.n; k++)
			p->in.scope.rels.v[k]->map = (struct name_map){
				.arena = p->b->a
			};
	}
	return SHADE_OK;
}

static void pipe_as(struct pipe *p, struct str alias)
{
	struct plan *narrow = narrowed(p);

	reset_scope(p, narrow);
	p->in.scope.rels.v[0]->alias = alias;
}

/* --- rows ---------------------------------------------------------------- */

static shade_status pipe_setop(struct pipe *p, struct ast_pipe_setop *s)
{
	struct plan **v = arena_array(p->b->a, struct plan *, s->inputs.n + 1);
	struct plan *plan;

	v[0] = narrowed(p);
	for (size_t i = 0; i < s->inputs.n; i++)
		TRY(bind_query_node(p->b, s->inputs.v[i], p->outer, &v[i + 1]));
	TRY(bind_setop_plans(p->b, s->op, s->all, s->by_name, v, s->inputs.n + 1,
			     s->span, &plan));
	reset_scope(p, plan);
	return SHADE_OK;
}

static void pipe_distinct(struct pipe *p)
{
	struct plan *narrow = narrowed(p);

	p->in.plan = plan_distinct(p->b->a, narrow, 0, NULL);
}

static shade_status pipe_assert(struct pipe *p, struct ast_pipe_assert *a)
{
	struct bind *b = p->b;
	struct pipe_op op;
	struct plan *n;
	struct expr *cond, *message = NULL;

	op_begin(&op, p, "ASSERT", NULL);
	op.c.no_windows = true;
	TRY(bind_condition(&op.c, a->condition, &cond));
	if (a->message.n > 0) {
		struct expr **parts;

		TRY(bind_list(&op.c, &a->message, &parts));
		for (size_t i = 0; i < a->message.n; i++)
			TRY(expr_cast(b->cx, parts[i], type_of(TYPE_VARCHAR), false,
				      &parts[i]));
		message = parts[0];
		if (a->message.n > 1)
			TRY(expr_call(b->cx, STR("concat"), a->message.n, parts,
				      a->span, &message));
	}
	n = plan_new(b->a, PLAN_ASSERT, 1, a->condition->span);
	n->children[0] = p->in.plan;
	n->cols = p->in.plan->cols;
	n->n_cols = p->in.plan->n_cols;
	n->assertion.cond = cond;
	n->assertion.message = message;
	p->in.plan = n;
	return SHADE_OK;
}

static shade_status pipe_expect(struct pipe *p, struct ast_pipe_expect *pe)
{
	struct bind *b = p->b;
	struct ast_expectation *x = AST_CAST(expectation, pe->expectation);
	struct expectation *item = arena_new_of(b->a, struct expectation);
	struct pipe_op op;

	op_begin(&op, p, "EXPECT", NULL);
	op.c.no_windows = true;
	op.c.no_subqueries = true;
	item->name = ident_name(x->name);
	item->action = x->action == AST_VIOLATION_DROP_ROW      ? EXPECT_DROP
		       : x->action == AST_VIOLATION_FAIL_UPDATE ? EXPECT_FAIL
								: EXPECT_KEEP;
	item->text = ast_to_sql(b->a, x->condition);
	TRY(bind_condition(&op.c, x->condition, &item->cond));
	p->in.plan = bind_expect_node(b, narrowed(p), STR("query"), item, 1);
	return SHADE_OK;
}

static shade_status pipe_join(struct pipe *p, struct ast_join *j)
{
	struct input out;

	own_rels(p);
	TRY(bind_join(p->b, j, p->outer, &p->in, &out));
	p->in = out;
	return SHADE_OK;
}

/* The piped rows as the table that a window function takes first. */
static shade_status call_over_input(struct pipe *p, struct ast_func *f,
				    struct input *out)
{
	struct bind *b = p->b;
	struct cte piped = { .next = b->ctes,
			     .name = STR("piped rows"),
			     .given = narrowed(p) };
	struct ast *arg = ast_new(b->a, AST_TABLE_ARG, f->span);
	struct ast *table = ast_new(b->a, AST_TABLE, f->span);
	struct ast *path = ast_new(b->a, AST_PATH, f->span);
	struct ast *id = ast_new(b->a, AST_IDENT, f->span);
	struct ast_func *call = arena_dup(b->a, f, sizeof(*f));
	shade_status rc;

	AST_CAST(ident, id)->name = piped.name;
	AST_CAST(ident, id)->quoted = true;
	ast_push(b->a, &AST_CAST(path, path)->parts, id);
	AST_CAST(table, table)->path = path;
	AST_CAST(table_arg, arg)->table = table;
	call->args = (struct ast_list){ 0 };
	ast_push(b->a, &call->args, arg);
	for (size_t i = 0; i < f->args.n; i++)
		ast_push(b->a, &call->args, f->args.v[i]);
	b->ctes = &piped;
	rc = bind_window_table(b, call, p->outer, out);
	b->ctes = piped.next;
	return rc;
}

/* Another function reads the columns of each row; only its own rows go on. */
static shade_status call_for_each(struct pipe *p, struct ast *func, struct input *out)
{
	struct bind *b = p->b;
	struct ast_join j = { .kind = AST_JOIN,
			      .span = func->span,
			      .type = AST_JOIN_KIND_CROSS };
	struct ast_table_func call = { .kind = AST_TABLE_FUNC,
				       .span = func->span,
				       .func = func };
	size_t n_left = p->in.scope.rels.n;
	struct scope own = { .outer = p->outer };

	j.right = &call.head;
	TRY(bind_join(b, &j, p->outer, &p->in, out));
	for (size_t i = n_left; i < out->scope.rels.n; i++)
		scope_add(b, &own, out->scope.rels.v[i]);
	out->scope = own;
	return SHADE_OK;
}

static shade_status pipe_call(struct pipe *p, struct ast_pipe_call *pc)
{
	struct ast_func *f = AST_CAST(func, pc->func);
	struct input out = { .scope.outer = p->outer };

	own_rels(p);
	if (is_window_function(f))
		TRY(call_over_input(p, f, &out));
	else
		TRY(call_for_each(p, pc->func, &out));
	if (pc->alias)
		TRY(input_alias(p->b, &out, ident_name(pc->alias), NULL, pc->span));
	p->in = out;
	return SHADE_OK;
}

static shade_status pipe_op(struct pipe *p, struct ast *op)
{
	struct bind *b = p->b;

	switch (op->kind) {
	case AST_PIPE_SELECT: return pipe_select(p, AST_CAST(pipe_select, op));
	case AST_PIPE_WHERE: return pipe_where(p, AST_CAST(pipe_where, op));
	case AST_PIPE_EXTEND:
		return pipe_extend(p, &AST_CAST(pipe_extend, op)->items, NULL,
				   AST_CAST(pipe_extend, op)->replace, "EXTEND");
	case AST_PIPE_WINDOW:
		return pipe_extend(p, &AST_CAST(pipe_window, op)->items,
				   &AST_CAST(pipe_window, op)->windows, false,
				   "WINDOW");
	case AST_PIPE_SET: return pipe_set(p, AST_CAST(pipe_set, op));
	case AST_PIPE_DROP: return pipe_drop(p, AST_CAST(pipe_drop, op));
	case AST_PIPE_RENAME: return pipe_rename(p, AST_CAST(pipe_rename, op));
	case AST_PIPE_AS:
		pipe_as(p, ident_name(AST_CAST(pipe_as, op)->alias));
		return SHADE_OK;
	case AST_PIPE_AGGREGATE:
		TRY(pipe_aggregate(p, AST_CAST(pipe_aggregate, op)));
		reset_scope(p, p->in.plan);
		return SHADE_OK;
	case AST_PIPE_ORDER:
		return bind_order_scope(b, &AST_CAST(pipe_order, op)->order_by, &p->in);
	case AST_PIPE_LIMIT:
		return bind_limit_of(b, AST_CAST(pipe_limit, op)->limit,
				     AST_CAST(pipe_limit, op)->offset, &p->in.plan);
	case AST_PIPE_SETOP: return pipe_setop(p, AST_CAST(pipe_setop, op));
	case AST_PIPE_DISTINCT: pipe_distinct(p); return SHADE_OK;
	case AST_PIPE_ASSERT: return pipe_assert(p, AST_CAST(pipe_assert, op));
	case AST_PIPE_CALL: return pipe_call(p, AST_CAST(pipe_call, op));
	case AST_PIPE_EXPECT: return pipe_expect(p, AST_CAST(pipe_expect, op));
	case AST_JOIN: return pipe_join(p, AST_CAST(join, op));
	case AST_SAMPLE: return bind_sample(b, AST_CAST(sample, op), &p->in.plan);
	case AST_PIVOT:
		p->in.plan = narrowed(p);
		return bind_pivot(b, AST_CAST(pivot, op), p->outer, &p->in);
	case AST_UNPIVOT:
		p->in.plan = narrowed(p);
		return bind_unpivot(b, AST_CAST(unpivot, op), p->outer, &p->in);
	default:
		return shade_fail(b->cx, SHADE_E_UNSUPPORTED, op->span,
				  "not supported yet: %s", ast_kind_name(op->kind));
	}
}

/* --- the pipe ------------------------------------------------------------ */

/* FROM t alone: its names stay known. */
static struct ast *bare_from(struct ast *input)
{
	struct ast_select *s;

	if (ast_is(input, AST_QUERY)) {
		struct ast_query *q = AST_CAST(query, input);

		if (q->ctes.n || q->order_by.n || q->limit || q->offset)
			return NULL;
		return bare_from(q->body);
	}
	if (!ast_is(input, AST_SELECT))
		return NULL;
	s = AST_CAST(select, input);
	if (s->items.n != 1 || !s->from || s->where || s->group_by.n || s->group_all ||
	    s->having || s->qualify || s->distinct || s->distinct_on.n || s->windows.n)
		return NULL;
	input = AST_CAST(item, s->items.v[0])->expr;
	if (input->kind != AST_STAR || AST_CAST(star, input)->qualifier.n ||
	    AST_CAST(star, input)->except.n || AST_CAST(star, input)->replace.n ||
	    AST_CAST(star, input)->rename.n || AST_CAST(star, input)->pattern.p)
		return NULL;
	return s->from;
}

/* In a frozen view the pipe ends with the columns that it has now. */
static void freeze_end(struct pipe *p, struct ast_pipe *pipe)
{
	struct arena *a = p->b->freeze_arena;
	struct ast *sel = ast_new(a, AST_PIPE_SELECT, NO_SPAN);
	struct column *cols;
	size_t n;

	visible(p, &cols, &n);
	for (size_t i = 0; i < n; i++) {
		struct ast *id = ast_new(a, AST_IDENT, NO_SPAN);
		struct ast *col = ast_new(a, AST_COLUMN, NO_SPAN);
		struct ast *item = ast_new(a, AST_ITEM, NO_SPAN);

		for (size_t k = 0; k < i; k++)
			if (str_eq_nocase(cols[k].name, cols[i].name))
				return;
		AST_CAST(ident, id)->name = str_dup(a, cols[i].name);
		AST_CAST(ident, id)->quoted = true;
		ast_set_height(id);
		ast_push(a, &AST_CAST(column, col)->parts, id);
		ast_set_height(col);
		AST_CAST(item, item)->expr = col;
		ast_set_height(item);
		ast_push(a, &AST_CAST(pipe_select, sel)->items, item);
	}
	ast_set_height(sel);
	ast_push(a, &pipe->ops, sel);
}

shade_status bind_pipe(struct bind *b, struct ast_pipe *pipe, struct scope *outer,
		       struct plan **out)
{
	struct pipe p = { .b = b, .outer = outer };
	struct ast *from = bare_from(pipe->input);
	struct plan *plan;

	if (from) {
		TRY(bind_from(b, from, outer, NULL, &p.in));
	} else {
		TRY(bind_body(b, pipe->input, outer, &plan));
		reset_scope(&p, plan);
	}
	for (size_t i = 0; i < pipe->ops.n; i++)
		TRY(pipe_op(&p, pipe->ops.v[i]));
	if (b->freeze)
		freeze_end(&p, pipe);
	*out = narrowed(&p);
	return SHADE_OK;
}
