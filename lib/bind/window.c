/*
 * window.c - window functions: named windows, frames.
 */
#include "bind/bind_internal.h"

#define MAX_NAMED 64 /* windows that build on one another */

static struct ast_window *named(struct ectx *c, struct str name)
{
	const struct ast_list *list = c->sel->named_windows;

	for (size_t i = 0; list && i < list->n; i++) {
		struct ast_named_window *w = AST_CAST(named_window, list->v[i]);

		if (str_eq_nocase(ident_name(w->name), name))
			return AST_CAST(window, w->window);
	}
	return NULL;
}

/* Parts may come from the window that this one builds on. */
struct window_parts {
	const struct ast_list *partition, *order;
	struct ast_frame *frame;
};

static shade_status resolve(struct ectx *c, struct ast_window *w,
			    struct window_parts *parts)
{
	struct shade_cx *cx = c->b->cx;

	*parts = (struct window_parts){ &w->partition_by, &w->order_by,
					w->frame ? AST_CAST(frame, w->frame) : NULL };
	for (size_t depth = 0; w->base; depth++) {
		struct str name = ident_name(w->base);
		struct ast_window *base = named(c, name);

		if (!base)
			return shade_fail(cx, SHADE_E_WINDOW, w->base->span,
					  "window \"%.*s\" does not exist",
					  STR_ARG(name));
		if (depth == MAX_NAMED)
			return shade_fail(cx, SHADE_E_WINDOW, w->base->span,
					  "window \"%.*s\" builds on itself",
					  STR_ARG(name));
		if (parts->partition->n && base->partition_by.n)
			return shade_fail(cx, SHADE_E_WINDOW, w->base->span,
					  "window \"%.*s\" has a PARTITION BY already",
					  STR_ARG(name));
		if (parts->order->n && base->order_by.n)
			return shade_fail(cx, SHADE_E_WINDOW, w->base->span,
					  "window \"%.*s\" has an ORDER BY already",
					  STR_ARG(name));
		if (!parts->partition->n)
			parts->partition = &base->partition_by;
		if (!parts->order->n)
			parts->order = &base->order_by;
		if (!parts->frame && base->frame)
			parts->frame = AST_CAST(frame, base->frame);
		w = base;
	}
	return SHADE_OK;
}

static enum frame_bound bound_of(enum ast_bound_kind kind)
{
	switch (kind) {
	case AST_BOUND_KIND_UNBOUNDED_PRECEDING: return BOUND_UNBOUNDED_PRECEDING;
	case AST_BOUND_KIND_PRECEDING: return BOUND_PRECEDING;
	case AST_BOUND_KIND_CURRENT_ROW: return BOUND_CURRENT;
	case AST_BOUND_KIND_FOLLOWING: return BOUND_FOLLOWING;
	case AST_BOUND_KIND_UNBOUNDED_FOLLOWING: return BOUND_UNBOUNDED_FOLLOWING;
	case AST_N_BOUND_KIND: break;
	}
	unreachable();
}

/* How far a bound is: rows, groups, or a distance in the order key. */
static shade_status bind_offset(struct ectx *c, struct window_spec *w, struct ast *e,
				struct expr **out)
{
	struct shade_cx *cx = c->b->cx;
	struct expr *x;
	int64_t n;

	if (w->unit != FRAME_RANGE) {
		struct ectx own = *c;

		own.clause = "a frame's distance";
		TRY(bind_const_int(&own, e, "a frame's distance", &n));
		*out = expr_const(c->b->a, value_int(TYPE_BIGINT, n), e->span);
		return SHADE_OK;
	}
	if (w->n_order != 1)
		return shade_fail(
			cx, SHADE_E_WINDOW, e->span,
			"RANGE with a distance needs one ORDER BY key, not %zu",
			w->n_order);
	TRY(bind_scalar(c, e, &x));
	if (type_is_numeric(w->order[0].expr->type) && type_is_numeric(x->type))
		return expr_cast(cx, x, w->order[0].expr->type, false, out);
	if (type_family(w->order[0].expr->type) == FAMILY_DATETIME &&
	    type_family(x->type) == FAMILY_INTERVAL) {
		*out = x;
		return SHADE_OK;
	}
	return shade_fail(cx, SHADE_E_WINDOW, e->span,
			  "RANGE over %.*s cannot have a distance of type %.*s",
			  STR_ARG(type_name(c->b->a, w->order[0].expr->type)),
			  STR_ARG(type_name(c->b->a, x->type)));
}

static shade_status bind_frame(struct ectx *c, struct ast_frame *f,
			       struct window_spec *w)
{
	struct ast_frame_bound *start = AST_CAST(frame_bound, f->start);
	struct ast_frame_bound *end = f->end ? AST_CAST(frame_bound, f->end) : NULL;

	w->unit = f->type == AST_FRAME_KIND_ROWS    ? FRAME_ROWS
		  : f->type == AST_FRAME_KIND_RANGE ? FRAME_RANGE
						    : FRAME_GROUPS;
	w->start = bound_of(start->type);
	w->end = end ? bound_of(end->type) : BOUND_CURRENT;
	if (w->start == BOUND_UNBOUNDED_FOLLOWING ||
	    w->end == BOUND_UNBOUNDED_PRECEDING || w->start > w->end)
		return shade_fail(c->b->cx, SHADE_E_WINDOW, f->span,
				  "the frame ends before it starts");
	if (w->unit == FRAME_GROUPS && w->n_order == 0)
		return shade_fail(c->b->cx, SHADE_E_WINDOW, f->span,
				  "GROUPS needs an ORDER BY");
	if (start->offset)
		TRY(bind_offset(c, w, start->offset, &w->start_offset));
	if (end && end->offset)
		TRY(bind_offset(c, w, end->offset, &w->end_offset));
	w->exclude = f->exclude == AST_FRAME_EXCLUDE_CURRENT_ROW ? EXCLUDE_CURRENT
		     : f->exclude == AST_FRAME_EXCLUDE_GROUP     ? EXCLUDE_GROUP
		     : f->exclude == AST_FRAME_EXCLUDE_TIES      ? EXCLUDE_TIES
								 : EXCLUDE_NONE;
	return SHADE_OK;
}

static shade_status bind_spec(struct ectx *c, struct ast_window *over,
			      const struct window_spec **out)
{
	struct window_spec *w = arena_new_of(c->b->a, struct window_spec);
	struct window_parts parts;

	TRY(resolve(c, over, &parts));
	TRY(bind_list(c, parts.partition, &w->partition));
	w->n_partition = parts.partition->n;
	TRY(bind_sort_keys(c, parts.order, &w->order));
	w->n_order = parts.order->n;
	w->unit = FRAME_RANGE;
	w->start = BOUND_UNBOUNDED_PRECEDING;
	w->end = BOUND_CURRENT;
	if (parts.frame)
		TRY(bind_frame(c, parts.frame, w));
	*out = w;
	return SHADE_OK;
}

shade_status bind_window_call(struct ectx *c, struct ast_func *f, struct str name,
			      struct expr **out)
{
	struct bind *b = c->b;
	struct ectx own = *c;
	const struct func_row **rows;
	struct expr *e;
	size_t n;

	if (c->in_window || c->in_agg)
		return shade_fail(b->cx, SHADE_E_WINDOW, f->span,
				  "window function \"%.*s\" cannot stand inside %s",
				  STR_ARG(name),
				  c->in_agg ? "an aggregate"
					    : "another window function");
	if (!c->sel || c->no_windows)
		return shade_fail(b->cx, SHADE_E_WINDOW, f->span,
				  "window function \"%.*s\" cannot stand in %s",
				  STR_ARG(name), c->clause);
	rows = func_lookup(b->a, name, &n);
	if (n > 0 && rows[0]->kind != FUNC_AGGREGATE && rows[0]->kind != FUNC_WINDOW)
		return shade_fail(b->cx, SHADE_E_WINDOW, f->span,
				  "\"%.*s\" is no window function", STR_ARG(name));
	own.in_window = true;
	TRY(bind_agg_parts(&own, f, name, EXPR_WINDOW, &e));
	TRY(bind_spec(&own, AST_CAST(window, f->over), &e->call.window));
	*out = collect(c->sel, &c->sel->windows, e, expr_text(b->a, e));
	(*out)->span = f->span;
	return SHADE_OK;
}
