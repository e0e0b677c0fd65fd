/*
 * pivot.c - PIVOT to grouped aggregates with filters, UNPIVOT to a union of
 * arrays.
 */
#include "bind/bind_internal.h"

struct pivot {
	struct bind *b;
	struct ast_pivot *ast;
	struct scope *outer;
	struct input *in;
	struct select *s;
	struct idset used; /* columns that are pivoted or aggregated */
};

/* The condition that a row belongs to a value: FOR columns = value(s). */
static shade_status value_filter(struct pivot *p, struct ast *value, struct expr **out)
{
	struct bind *b = p->b;
	struct ectx c = { .b = b, .scope = &p->in->scope, .clause = "PIVOT" };
	struct ast_list *cols = &p->ast->columns;
	struct expr **parts = arena_array(b->a, struct expr *, cols->n + 1);
	struct ast *one[1] = { value };
	struct ast_list values = { one, 1 };

	if (cols->n > 1 && ast_is(value, AST_ROW))
		values = AST_CAST(row, value)->items;
	if (values.n != cols->n)
		return shade_fail(
			b->cx, SHADE_E_COLUMN_COUNT, value->span,
			"PIVOT over %zu columns needs as many values, not %zu", cols->n,
			values.n);
	for (size_t i = 0; i < cols->n; i++) {
		struct expr *x, *v;

		TRY(bind_scalar(&c, cols->v[i], &x));
		expr_columns(x, &p->used);
		TRY(bind_scalar(&c, values.v[i], &v));
		TRY(bind_call2(b, "is not distinct from", x, v, value->span,
			       &parts[i]));
	}
	*out = expr_and(b->a, cols->n, parts);
	return SHADE_OK;
}

static struct str value_name(struct bind *b, struct ast_item *item)
{
	if (item->alias)
		return ident_name(item->alias);
	if (ast_is(item->expr, AST_LITERAL))
		return AST_CAST(literal, item->expr)->text;
	if (ast_is(item->expr, AST_ROW)) {
		struct ast_list *l = &AST_CAST(row, item->expr)->items;
		struct sbuf t = { .arena = b->a };

		for (size_t i = 0; i < l->n; i++) {
			struct ast_item one = { .kind = AST_ITEM, .expr = l->v[i] };

			sbuf_addf(&t, "%s%.*s", i ? "_" : "",
				  STR_ARG(value_name(b, &one)));
		}
		return sbuf_str(&t);
	}
	return item_name(b, item->expr);
}

/* value, value_agg with several aggregates. */
static struct str output_name(struct pivot *p, struct ast_item *value,
			      struct ast_item *agg)
{
	struct str v = value_name(p->b, value);
	struct str a = agg->alias ? ident_name(agg->alias) : item_name(p->b, agg->expr);

	if (p->ast->aggregates.n == 1 && !agg->alias)
		return v;
	return str_fmt(p->b->a, "%.*s_%.*s", STR_ARG(v), STR_ARG(a));
}

/* An aggregate under a value's condition: every call gets the FILTER. */
static shade_status filtered(struct pivot *p, struct ast *agg, struct expr *cond,
			     struct expr **out)
{
	struct ectx c = select_ectx(p->s, "PIVOT");
	size_t before = p->s->aggs.exprs.n;

	c.scope = &p->in->scope;
	c.alias_limit = 0;
	TRY(bind_scalar(&c, agg, out));
	if (p->s->aggs.exprs.n == before)
		return shade_fail(p->b->cx, SHADE_E_GROUPING, agg->span,
				  "PIVOT needs an aggregate");
	for (size_t i = before; i < p->s->aggs.exprs.n; i++) {
		struct expr *e = p->s->aggs.exprs.v[i];
		struct expr *both[2] = { cond, e->call.filter };

		for (size_t k = 0; k < e->n_args; k++)
			expr_columns(e->args[k], &p->used);
		e->call.filter = e->call.filter ? expr_and(p->b->a, 2,
							   arena_dup(p->b->a, both,
								     sizeof(both)))
						: cond;
		p->s->aggs.hashes.v[i] = 0; /* shared with no other value's */
	}
	return SHADE_OK;
}

/* GROUP BY what is neither pivoted nor aggregated. */
static shade_status group_rest(struct pivot *p)
{
	struct bind *b = p->b;

	if (p->ast->has_group_by) {
		for (size_t i = 0; i < p->ast->group_by.n; i++) {
			struct ast_list one = { &p->ast->group_by.v[i], 1 };

			TRY(select_group_by(p->s, &one));
		}
		return SHADE_OK;
	}
	for (size_t i = 0; i < p->in->scope.rels.n; i++) {
		struct rel *r = p->in->scope.rels.v[i];

		for (size_t k = 0; k < r->n_cols; k++)
			if (!r->cols[k].hidden && !r->cols[k].merged &&
			    !idset_has(&p->used, r->cols[k].id))
				vec_push(b->a, &p->s->groups,
					 rel_col_expr(b, &r->cols[k], NO_SPAN));
	}
	return SHADE_OK;
}

static shade_status pivot_outputs(struct pivot *p, struct expr **values,
				  struct str *names, size_t n)
{
	struct bind *b = p->b;
	struct select *s = p->s;
	size_t all = s->groups.n + n;
	struct expr **exprs = arena_array(b->a, struct expr *, all + 1);
	struct column *cols = arena_array(b->a, struct column, all + 1);
	struct plan *agg;

	for (size_t i = 0; i < s->groups.n; i++) {
		exprs[i] = s->groups.v[i];
		TRY(select_regroup(s, &exprs[i]));
		cols[i] = plan_column(&b->env->ids, s->group_cols[i].name, exprs[i]);
	}
	for (size_t i = 0; i < n; i++) {
		exprs[s->groups.n + i] = values[i];
		TRY(select_regroup(s, &exprs[s->groups.n + i]));
		cols[s->groups.n + i] = plan_column(&b->env->ids, names[i],
						    exprs[s->groups.n + i]);
	}
	agg = select_aggregate_plan(s, p->in->plan);
	p->in->plan = plan_project(b->a, agg, all, exprs, cols);
	return SHADE_OK;
}

shade_status bind_pivot(struct bind *b, struct ast_pivot *ast, struct scope *outer,
			struct input *in)
{
	struct select *s = arena_new_of(b->a, struct select);
	struct pivot p = { .b = b, .ast = ast, .outer = outer, .in = in, .s = s };
	struct expr **values;
	struct str *names;
	size_t n, at = 0;

	if (ast->values.n == 0)
		TRY(pivot_find_values(b, ast, in));
	n = ast->values.n * ast->aggregates.n;
	values = arena_array(b->a, struct expr *, n + 1);
	names = arena_array(b->a, struct str, n + 1);
	p.used.arena = b->a;
	select_init(s, b);
	s->in = *in;
	s->is_grouped = true;
	for (size_t i = 0; i < ast->values.n; i++) {
		struct ast_item *value = AST_CAST(item, ast->values.v[i]);
		struct expr *cond = NULL;

		TRY(value_filter(&p, value->expr, &cond));
		for (size_t k = 0; k < ast->aggregates.n; k++) {
			struct ast_item *agg = AST_CAST(item, ast->aggregates.v[k]);

			names[at] = output_name(&p, value, agg);
			TRY(filtered(&p, agg->expr, cond, &values[at++]));
		}
	}
	TRY(group_rest(&p));
	TRY(pivot_outputs(&p, values, names, n));
	in->scope = (struct scope){ .outer = outer };
	scope_add(b, &in->scope, rel_of_plan(b, STR_NONE, in->plan));
	return SHADE_OK;
}

/* --- UNPIVOT ------------------------------------------------------------- */

/* One input of the union: the kept columns, the name, the values. */
struct unpivot {
	struct bind *b;
	struct ast_unpivot *ast;
	struct input *in;
	struct idset used;
};

static shade_status unpivot_columns(struct unpivot *u, struct ast_item *item,
				    struct expr ***out)
{
	struct bind *b = u->b;
	struct ectx c = { .b = b, .scope = &u->in->scope, .clause = "UNPIVOT" };
	struct ast *one[1] = { item->expr };
	struct ast_list list = { one, 1 };
	size_t want = u->ast->values.n ? u->ast->values.n : 1;

	if (ast_is(item->expr, AST_ROW))
		list = AST_CAST(row, item->expr)->items;
	if (list.n != want)
		return shade_fail(b->cx, SHADE_E_COLUMN_COUNT, item->span,
				  "UNPIVOT into %zu columns needs as many, not %zu",
				  want, list.n);
	TRY(bind_list(&c, &list, out));
	for (size_t i = 0; i < list.n; i++)
		expr_columns((*out)[i], &u->used);
	return SHADE_OK;
}

static struct str unpivot_name(struct bind *b, struct ast_item *item)
{
	if (item->alias)
		return ident_name(item->alias);
	if (ast_is(item->expr, AST_ROW)) {
		struct ast_list *l = &AST_CAST(row, item->expr)->items;
		struct sbuf t = { .arena = b->a };

		for (size_t i = 0; i < l->n; i++)
			sbuf_addf(&t, "%s%.*s", i ? "_" : "",
				  STR_ARG(item_name(b, l->v[i])));
		return sbuf_str(&t);
	}
	return item_name(b, item->expr);
}

/* Items with stars and COLUMNS() written out. */
static shade_status unpivot_items(struct unpivot *u, struct ast_list *out)
{
	struct bind *b = u->b;
	struct ast_list *list = &u->ast->columns;

	*out = (struct ast_list){ 0 };
	for (size_t i = 0; i < list->n; i++) {
		struct ast_item *item = AST_CAST(item, list->v[i]);
		struct ast_list one = { &list->v[i], 1 };
		struct select s;

		if (item->expr->kind != AST_STAR && item->expr->kind != AST_COLUMNS) {
			ast_push(b->a, out, list->v[i]);
			continue;
		}
		select_init(&s, b);
		s.in = *u->in;
		TRY(select_expand(&s, &one));
		for (size_t k = 0; k < s.items.n; k++) {
			struct ast *id = ast_new(b->a, AST_IDENT, item->span);
			struct ast *col = ast_new(b->a, AST_COLUMN, item->span);
			struct ast *it = ast_new(b->a, AST_ITEM, item->span);

			AST_CAST(ident, id)->name = s.items.v[k].name;
			ast_push(b->a, &AST_CAST(column, col)->parts, id);
			AST_CAST(item, it)->expr = col;
			ast_push(b->a, out, it);
		}
	}
	return SHADE_OK;
}

/* ARRAY[a, b, c] of the n-th value column over all items. */
static shade_status array_of(struct bind *b, struct expr ***rows, size_t n, size_t k,
			     struct span span, struct expr **out)
{
	struct expr **v = arena_array(b->a, struct expr *, n);

	for (size_t i = 0; i < n; i++)
		v[i] = rows[i][k];
	TRY(bind_unify(b, v, n, "UNPIVOT"));
	return expr_call(b->cx, STR("array"), n, v, span, out);
}

static void keep_rest(struct unpivot *u, struct rel *out, struct plan *p, size_t n_new)
{
	size_t at = 0;

	for (size_t i = 0; i < u->in->scope.rels.n; i++) {
		struct rel *r = u->in->scope.rels.v[i];

		for (size_t k = 0; k < r->n_cols; k++)
			if (!r->cols[k].hidden && !r->cols[k].merged &&
			    !idset_has(&u->used, r->cols[k].id))
				out->cols[at++] = r->cols[k];
	}
	for (size_t i = p->n_cols - n_new; i < p->n_cols; i++)
		out->cols[at++] = (struct rel_col){ .name = p->cols[i].name,
						    .id = p->cols[i].id,
						    .type = p->cols[i].type };
	out->n_cols = at;
}

shade_status bind_unpivot(struct bind *b, struct ast_unpivot *ast, struct scope *outer,
			  struct input *in)
{
	struct unpivot u = { .b = b, .ast = ast, .in = in };
	size_t n_values = ast->values.n ? ast->values.n : 1;
	struct plan *p = plan_new(b->a, PLAN_UNNEST, 1, ast->span);
	struct expr **exprs = arena_array(b->a, struct expr *, n_values + 1);
	struct ast_list items;
	struct expr ***rows, **names;
	struct rel *rel;

	u.used.arena = b->a;
	TRY(unpivot_items(&u, &items));
	rows = arena_array(b->a, struct expr **, items.n + 1);
	names = arena_array(b->a, struct expr *, items.n + 1);
	for (size_t i = 0; i < items.n; i++) {
		struct ast_item *item = AST_CAST(item, items.v[i]);

		TRY(unpivot_columns(&u, item, &rows[i]));
		names[i] = expr_const(b->a, value_str(unpivot_name(b, item)),
				      item->span);
	}
	TRY(expr_call(b->cx, STR("array"), items.n, names, ast->span, &exprs[0]));
	p->children[0] = in->plan;
	p->n_cols = in->plan->n_cols;
	p->cols = arena_array(b->a, struct column, p->n_cols + n_values + 1);
	copy_bytes(p->cols, in->plan->cols, p->n_cols * sizeof(*p->cols));
	p->cols[p->n_cols++] = (struct column){
		.id = plan_next_id(&b->env->ids),
		.name = ast->name ? ident_name(ast->name) : STR("name"),
		.type = type_of(TYPE_VARCHAR),
	};
	for (size_t k = 0; k < n_values; k++) {
		TRY(array_of(b, rows, items.n, k, ast->span, &exprs[k + 1]));
		p->cols[p->n_cols++] = (struct column){
			.id = plan_next_id(&b->env->ids),
			.name = ast->values.n ? ident_name(ast->values.v[k])
					      : STR("value"),
			.type = exprs[k + 1]->type->children[0],
		};
	}
	p->unnest.exprs = exprs;
	p->unnest.n_exprs = n_values + 1;
	rel = rel_new(b, STR_NONE, p->n_cols);
	keep_rest(&u, rel, p, n_values + 1);
	in->plan = p;
	if (!ast->include_nulls) {
		struct expr **conds = arena_array(b->a, struct expr *, n_values), *any;

		for (size_t k = 0; k < n_values; k++)
			TRY(bind_call1(
				b, "is not null",
				plan_col_expr(b->a, &p->cols[p->n_cols - n_values + k]),
				ast->span, &conds[k]));
		any = n_values == 1 ? conds[0]
				    : expr_new(b->a, EXPR_OR, type_of(TYPE_BOOLEAN),
					       n_values, conds, ast->span);
		in->plan = plan_filter(b->a, p, 1, arena_dup(b->a, &any, sizeof(any)));
	}
	in->scope = (struct scope){ .outer = outer };
	scope_add(b, &in->scope, rel);
	return SHADE_OK;
}
