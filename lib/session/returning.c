/*
 * returning.c - the rows that INSERT, UPDATE and DELETE hand out.
 *
 * They become a VALUES plan under the projection that RETURNING asks for.
 */
#include "session/returning.h"

#include "session/run_internal.h"

shade_status returning_add(struct run *r, struct returning *ret,
			   const struct object *target, const struct vector *cols,
			   size_t n, const char *action)
{
	struct arena *a = r->cx.arena;

	if (ret->items->n == 0)
		return SHADE_OK;
	for (size_t i = 0; i < n; i++) {
		for (size_t c = 0; c < target->n_cols; c++) {
			struct value v = value_null(target->cols[c].type);

			if (!vector_is_null(&cols[c], i))
				v = vector_value(&cols[c], i, a);
			vec_push(a, &ret->cells, v);
		}
		if (ret->has_action)
			vec_push(a, &ret->cells, value_str(str_from(action)));
	}
	return cx_check_arena(&r->cx);
}

static struct plan *rows_plan(struct run *r, const struct returning *ret,
			      const struct object *target)
{
	struct arena *a = r->cx.arena;
	struct plan *p = plan_new(a, PLAN_VALUES, 0, NO_SPAN);

	p->n_cols = target->n_cols + ret->has_action;
	p->cols = arena_array(a, struct column, p->n_cols);
	for (size_t i = 0; i < target->n_cols; i++)
		p->cols[i] = (struct column){ .id = r->env.ids.next++,
					      .name = target->cols[i].name,
					      .type = target->cols[i].type };
	if (ret->has_action)
		p->cols[target->n_cols] = (struct column){ .id = r->env.ids.next++,
							   .name = STR("merge_action"),
							   .type = type_of(
								   TYPE_VARCHAR),
							   .hidden = true };
	p->values.n_rows = p->n_cols ? ret->cells.n / p->n_cols : 0;
	p->values.exprs = arena_array(a, struct expr *, ret->cells.n);
	for (size_t i = 0; i < ret->cells.n; i++)
		p->values.exprs[i] = expr_const(a, ret->cells.v[i], NO_SPAN);
	return p;
}

struct outputs {
	VEC(struct expr *) exprs;
	VEC(struct column) cols;
};

static void add_output(struct run *r, struct outputs *o, struct expr *e,
		       struct str name)
{
	struct column col = { .id = r->env.ids.next++, .name = name, .type = e->type };

	vec_push(r->cx.arena, &o->exprs, e);
	vec_push(r->cx.arena, &o->cols, col);
}

static shade_status add_item(struct run *r, struct outputs *o, struct ast_item *item,
			     const struct plan *rows, struct str alias)
{
	struct arena *a = r->cx.arena;
	struct expr *e;
	struct str name;

	if (item->expr->kind == AST_STAR) {
		for (size_t i = 0; i < rows->n_cols && !rows->cols[i].hidden; i++)
			add_output(r, o,
				   expr_column(a, rows->cols[i].id, rows->cols[i].name,
					       rows->cols[i].type, false, item->span),
				   rows->cols[i].name);
		return SHADE_OK;
	}
	TRY(bind_expr(&r->cx, &r->env, item->expr, rows, alias, &e));
	if (item->alias)
		name = AST_CAST(ident, item->alias)->name;
	else
		name = bind_output_name(a, r->cx.sql, item->expr);
	add_output(r, o, e, name);
	return SHADE_OK;
}

shade_status returning_finish(struct run *r, struct returning *ret,
			      const struct object *target, struct str alias)
{
	struct outputs o = { 0 };
	struct plan *rows, *p;

	if (ret->items->n == 0)
		return SHADE_OK;
	rows = rows_plan(r, ret, target);
	for (size_t i = 0; i < ret->items->n; i++)
		TRY(add_item(r, &o, AST_CAST(item, ret->items->v[i]), rows, alias));
	p = plan_new(r->cx.arena, PLAN_PROJECT, 1, NO_SPAN);
	p->children[0] = rows;
	p->cols = o.cols.v;
	p->n_cols = o.cols.n;
	p->project.exprs = o.exprs.v;
	return run_rows_of_plan(r, p);
}
