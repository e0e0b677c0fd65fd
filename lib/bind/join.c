/*
 * join.c - joins in FROM and in pipes.
 */
#include "bind/bind_internal.h"

static void add_rels(struct bind *b, struct scope *to, const struct scope *from)
{
	for (size_t i = 0; i < from->rels.n; i++)
		scope_add(b, to, from->rels.v[i]);
}

static void set_nullable(struct scope *s)
{
	for (size_t i = 0; i < s->rels.n; i++)
		for (size_t k = 0; k < s->rels.v[i]->n_cols; k++)
			s->rels.v[i]->cols[k].not_null = false;
}

/* What stands left of a lateral item: everything so far. */
static struct input *join_left(struct bind *b, struct input *left, struct input *own)
{
	struct input *all;

	if (!left)
		return own;
	all = arena_new_of(b->a, struct input);
	all->plan = own->plan;
	all->scope.outer = own->scope.outer;
	add_rels(b, &all->scope, &left->scope);
	add_rels(b, &all->scope, &own->scope);
	return all;
}

/* --- USING --------------------------------------------------------------- */

struct using_join {
	struct bind *b;
	struct input *left, *right;
	enum join_kind kind;
	VEC(struct expr *) conds;
	VEC(struct rel_col) merged;
	/* FULL: COALESCE of both sides, computed above the join */
	VEC(struct expr *) full;
	VEC(struct column) full_cols;
};

static shade_status using_column(struct using_join *u, struct str name,
				 struct span span)
{
	struct bind *b = u->b;
	bool twice = false;
	struct rel_col *l = scope_find(b, &u->left->scope, name, &twice);
	struct rel_col *r = scope_find(b, &u->right->scope, name, &twice);
	struct expr *both[2], *eq;
	struct rel_col merged;

	if (!l || !r)
		return shade_fail(
			b->cx, SHADE_E_COLUMN_NOT_FOUND, span,
			"column \"%.*s\" in USING does not exist on the %s side",
			STR_ARG(name), l ? "right" : "left");
	if (twice)
		return shade_fail(b->cx, SHADE_E_AMBIGUOUS_COLUMN, span,
				  "column \"%.*s\" in USING is ambiguous",
				  STR_ARG(name));
	both[0] = rel_col_expr(b, l, span);
	both[1] = rel_col_expr(b, r, span);
	TRY(bind_call2(b, "=", both[0], both[1], span, &eq));
	vec_push(b->a, &u->conds, eq);
	merged = u->kind == JOIN_RIGHT ? *r : *l;
	merged.name = l->name;
	merged.merged = false;
	if (u->kind == JOIN_FULL) {
		struct expr *e;
		struct column col;

		TRY(bind_unify(b, both, 2, "USING"));
		e = expr_new(b->a, EXPR_COALESCE, both[0]->type, 2,
			     arena_dup(b->a, both, sizeof(both)), span);
		e->not_null = false;
		col = plan_column(&b->env->ids, l->name, e);
		vec_push(b->a, &u->full, e);
		vec_push(b->a, &u->full_cols, col);
		merged.id = col.id;
		merged.type = col.type;
		merged.not_null = false;
	}
	l->merged = r->merged = true;
	vec_push(b->a, &u->merged, merged);
	return SHADE_OK;
}

static shade_status natural(struct using_join *u, struct span span)
{
	struct bind *b = u->b;

	for (size_t i = 0; i < u->left->scope.rels.n; i++) {
		struct rel *r = u->left->scope.rels.v[i];

		for (size_t k = 0; k < r->n_cols; k++) {
			struct rel_col *l = &r->cols[k];
			bool twice = false;
			struct rel_col *hit;

			if (l->hidden || l->merged)
				continue;
			hit = scope_find(b, &u->right->scope, l->name, &twice);
			if (hit && !hit->hidden)
				TRY(using_column(u, l->name, span));
		}
	}
	return SHADE_OK;
}

/* Put the merged columns first, under no name of a table. */
static void add_merged(struct using_join *u, struct input *out)
{
	struct bind *b = u->b;
	struct rel *r = rel_new(b, STR_NONE, u->merged.n);
	struct scope all = { .outer = out->scope.outer };

	if (u->merged.n == 0)
		return;
	copy_bytes(r->cols, u->merged.v, u->merged.n * sizeof(*r->cols));
	scope_add(b, &all, r);
	add_rels(b, &all, &out->scope);
	out->scope = all;
	if (u->full.n > 0) {
		size_t n = out->plan->n_cols, m = u->full.n;
		struct expr **exprs = arena_array(b->a, struct expr *, n + m);
		struct column *cols = arena_array(b->a, struct column, n + m);

		for (size_t i = 0; i < n; i++)
			exprs[i] = plan_col_expr(b->a, &out->plan->cols[i]);
		copy_bytes(cols, out->plan->cols, n * sizeof(*cols));
		copy_bytes(exprs + n, u->full.v, m * sizeof(struct expr *));
		copy_bytes(cols + n, u->full_cols.v, m * sizeof(*cols));
		out->plan = plan_project(b->a, out->plan, n + m, exprs, cols);
	}
}

/* --- kinds --------------------------------------------------------------- */

static enum join_kind kind_of(enum ast_join_kind k)
{
	switch (k) {
	case AST_JOIN_KIND_LEFT: return JOIN_LEFT;
	case AST_JOIN_KIND_RIGHT: return JOIN_RIGHT;
	case AST_JOIN_KIND_FULL:
	case AST_JOIN_KIND_POSITIONAL: return JOIN_FULL;
	case AST_JOIN_KIND_SEMI:
	case AST_JOIN_KIND_RIGHT_SEMI: return JOIN_SEMI;
	case AST_JOIN_KIND_ANTI:
	case AST_JOIN_KIND_RIGHT_ANTI: return JOIN_ANTI;
	default: return JOIN_INNER;
	}
}

static bool is_swapped(enum ast_join_kind k)
{
	return k == AST_JOIN_KIND_RIGHT_SEMI || k == AST_JOIN_KIND_RIGHT_ANTI;
}

static shade_status check_join(struct bind *b, struct ast_join *j)
{
	bool cond = j->on || j->using.n || j->natural;

	if ((j->type == AST_JOIN_KIND_CROSS || j->type == AST_JOIN_KIND_POSITIONAL) &&
	    cond)
		return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, j->span,
				  "%s JOIN takes no condition",
				  ast_join_kind_name(j->type));
	if (j->asof && !j->on)
		return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, j->span,
				  "ASOF JOIN needs ON with one inequality");
	return SHADE_OK;
}

static struct ast_table_func *table_func_of(struct ast *ref,
					    struct ast_table_alias **alias)
{
	*alias = NULL;
	if (ref->kind == AST_TABLE_ALIAS) {
		*alias = AST_CAST(table_alias, ref);
		ref = (*alias)->table;
	}
	return ref->kind == AST_TABLE_FUNC ? AST_CAST(table_func, ref) : NULL;
}

static shade_status join_conds(struct bind *b, struct ast_join *j, struct using_join *u,
			       struct scope *both, struct expr ***conds, size_t *n)
{
	struct ectx c = { .b = b, .scope = both, .clause = "ON" };
	struct expr *cond;

	*conds = NULL;
	*n = 0;
	if (j->on) {
		TRY(bind_condition(&c, j->on, &cond));
		bind_split_and(b, cond, conds, n);
		return SHADE_OK;
	}
	if (j->natural)
		TRY(natural(u, j->span));
	for (size_t i = 0; i < j->using.n; i++)
		TRY(using_column(u, ident_name(j->using.v[i]), j->using.v[i]->span));
	*conds = u->conds.v;
	*n = u->conds.n;
	return SHADE_OK;
}

static shade_status make_join(struct bind *b, struct ast_join *j, struct input *left,
			      struct input *right, struct input *out)
{
	enum join_kind kind = kind_of(j->type);
	struct using_join u = { .b = b, .left = left, .right = right, .kind = kind };
	struct scope both = { .outer = out->scope.outer };
	struct expr **conds;
	size_t n;

	add_rels(b, &both, &left->scope);
	add_rels(b, &both, &right->scope);
	TRY(join_conds(b, j, &u, &both, &conds, &n));
	if (j->type == AST_JOIN_KIND_POSITIONAL) {
		TRY(bind_positional(b, left->plan, right->plan, j->span, &out->plan));
	} else {
		out->plan = plan_join(b->a, kind, left->plan, right->plan, n, conds);
		out->plan->join.is_asof = j->asof;
	}
	if (kind == JOIN_LEFT || kind == JOIN_FULL)
		set_nullable(&right->scope);
	if (kind == JOIN_RIGHT || kind == JOIN_FULL)
		set_nullable(&left->scope);
	add_rels(b, &out->scope, &left->scope);
	if (join_has_right(kind)) {
		add_rels(b, &out->scope, &right->scope);
		add_merged(&u, out);
	} else {
		for (size_t i = 0; i < left->scope.rels.n; i++)
			for (size_t k = 0; k < left->scope.rels.v[i]->n_cols; k++)
				left->scope.rels.v[i]->cols[k].merged = false;
	}
	return SHADE_OK;
}

/* A right side that reads the left one: LATERAL, arguments of a function. */
static bool mark_dependent(struct bind *b, struct plan *p, const struct plan *left,
			   const struct plan *right)
{
	struct idset free = { .arena = b->a }, made = { .arena = b->a };

	plan_free_columns(right, &free);
	plan_output(left, &made);
	if (!idset_overlap(&free, &made))
		return false;
	while (p->kind != PLAN_JOIN)
		p = p->children[0];
	p->join.dependent = true;
	return true;
}

/* Joins that pad the left side cannot read it first. */
static bool pads_left(enum ast_join_kind k)
{
	return k == AST_JOIN_KIND_RIGHT || k == AST_JOIN_KIND_FULL ||
	       k == AST_JOIN_KIND_POSITIONAL;
}

/* t, UNNEST(t.list): the function takes the rows of the left side. */
static shade_status join_func(struct bind *b, struct ast_join *j, struct scope *outer,
			      struct input *left, struct input *all, struct input *out,
			      bool *done)
{
	struct ast_table_alias *alias;
	struct ast_table_func *f = table_func_of(j->right, &alias);
	struct input right = { .scope.outer = outer };
	bool left_outer = j->type == AST_JOIN_KIND_LEFT;

	*done = false;
	if (!f || j->natural || j->using.n ||
	    (j->type != AST_JOIN_KIND_INNER && j->type != AST_JOIN_KIND_CROSS &&
	     j->type != AST_JOIN_KIND_LEFT))
		return SHADE_OK;
	TRY(bind_table_func(b, f, outer, all, left_outer, &right, done));
	if (alias)
		TRY(input_alias(b, &right, ident_name(alias->alias), &alias->columns,
				alias->span));
	if (!*done) {
		*done = true;
		TRY(make_join(b, j, left, &right, out));
		(void)mark_dependent(b, out->plan, left->plan, right.plan);
		return SHADE_OK;
	}
	out->plan = right.plan;
	add_rels(b, &out->scope, &left->scope);
	add_rels(b, &out->scope, &right.scope);
	if (j->on) {
		struct ectx c = { .b = b, .scope = &out->scope, .clause = "ON" };
		struct expr *cond, **conds;
		size_t n;

		TRY(bind_condition(&c, j->on, &cond));
		bind_split_and(b, cond, &conds, &n);
		if (left_outer && !(cond->kind == EXPR_CONST && !cond->value.is_null &&
				    cond->value.i))
			return shade_fail(b->cx, SHADE_E_UNSUPPORTED, j->span,
					  "not supported yet: LEFT JOIN of a table "
					  "function with a condition other than TRUE");
		if (!left_outer)
			out->plan = plan_filter(b->a, out->plan, n, conds);
	}
	return SHADE_OK;
}

shade_status bind_join(struct bind *b, struct ast_join *j, struct scope *outer,
		       struct input *left, struct input *out)
{
	struct input own, right, *all;
	bool done;

	TRY(check_join(b, j));
	if (j->left) {
		TRY(bind_from(b, j->left, outer, left, &own));
	} else {
		own = *left;
		left = NULL;
	}
	*out = (struct input){ .scope.outer = outer };
	all = join_left(b, left, &own);
	TRY(join_func(b, j, outer, &own, all, out, &done));
	if (done)
		return SHADE_OK;
	TRY(bind_from(b, j->right, outer, all, &right));
	if (is_swapped(j->type))
		return make_join(b, j, &right, &own, out);
	TRY(make_join(b, j, &own, &right, out));
	if (mark_dependent(b, out->plan, own.plan, right.plan) && pads_left(j->type))
		return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, j->span,
				  "what reads the left side cannot be joined %s",
				  ast_join_kind_name(j->type));
	return SHADE_OK;
}
