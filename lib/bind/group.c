/*
 * group.c - GROUP BY: its expressions, grouping sets, and what may stand
 * above it.
 */
#include "bind/bind_internal.h"

#define MAX_GROUPING 64 /* expressions under grouping sets: bits of a set */
#define MAX_SETS 4096

/* --- group expressions --------------------------------------------------- */

static size_t add_group(struct select *s, struct expr *e)
{
	for (size_t i = 0; i < s->groups.n; i++)
		if (s->groups.v[i] == e || expr_equal(s->groups.v[i], e))
			return i;
	vec_push(s->b->a, &s->groups, e);
	return s->groups.n - 1;
}

/* GROUP BY 2: the second item. */
static shade_status by_ordinal(struct select *s, struct ast *e, struct expr **out)
{
	struct bind *b = s->b;
	struct ectx c = select_ectx(s, "GROUP BY");
	int64_t n;

	TRY(bind_const_int(&c, e, "a position in GROUP BY", &n));
	if (n < 1 || (uint64_t)n > s->items.n)
		return shade_fail(b->cx, SHADE_E_ORDINAL, e->span,
				  "GROUP BY position %lld is not in the select list "
				  "(1 to %zu)",
				  (long long)n, s->items.n);
	c.no_aggs = c.no_windows = true;
	c.alias_limit = (size_t)n - 1;
	if (!s->items.v[n - 1].expr)
		TRY(bind_scalar(&c, s->items.v[n - 1].ast, &s->items.v[n - 1].expr));
	*out = s->items.v[n - 1].expr;
	return SHADE_OK;
}

static bool is_position(const struct ast *e)
{
	return ast_is(e, AST_LITERAL) &&
	       AST_CAST(literal, (struct ast *)e)->type == AST_LITERAL_KIND_INTEGER;
}

/* An alias of the select list that FROM has no column for: its item. */
static long alias_item(struct select *s, struct ast *e)
{
	struct bind *b = s->b;
	bool ambiguous = false;
	struct str name;

	if (!ast_is(e, AST_COLUMN) || AST_CAST(column, e)->parts.n != 1)
		return -1;
	name = ident_name(AST_CAST(column, e)->parts.v[0]);
	if (scope_find(b, &s->in.scope, name, &ambiguous) || ambiguous)
		return -1;
	return select_alias(s, name);
}

static shade_status bind_group(struct select *s, struct ast *e, size_t *at)
{
	struct ectx c = select_ectx(s, "GROUP BY");
	struct expr *x;
	long item = alias_item(s, e);

	c.no_aggs = c.no_windows = true;
	if (is_position(e)) {
		TRY(by_ordinal(s, e, &x));
	} else if (item >= 0) {
		if (!s->items.v[item].expr)
			TRY(bind_scalar(&c, s->items.v[item].ast,
					&s->items.v[item].expr));
		x = s->items.v[item].expr;
	} else {
		TRY(bind_scalar(&c, e, &x));
	}
	*at = add_group(s, x);
	return SHADE_OK;
}

/* --- grouping sets ------------------------------------------------------- */

struct sets {
	VEC(uint64_t) v;
};

static shade_status bit_of(struct select *s, struct ast *e, uint64_t *bits)
{
	size_t at;

	if (ast_is(e, AST_ROW)) {
		struct ast_list *items = &AST_CAST(row, e)->items;

		for (size_t i = 0; i < items->n; i++)
			TRY(bit_of(s, items->v[i], bits));
		return SHADE_OK;
	}
	TRY(bind_group(s, e, &at));
	if (at >= MAX_GROUPING)
		return shade_fail(s->b->cx, SHADE_E_TOO_COMPLEX, e->span,
				  "more than %d expressions in grouping sets",
				  MAX_GROUPING);
	*bits |= (uint64_t)1 << at;
	return SHADE_OK;
}

static shade_status add_set(struct select *s, struct sets *out, uint64_t bits,
			    struct span span)
{
	if (out->v.n >= MAX_SETS)
		return shade_fail(s->b->cx, SHADE_E_TOO_COMPLEX, span,
				  "more than %d grouping sets", MAX_SETS);
	vec_push(s->b->a, &out->v, bits);
	return SHADE_OK;
}

static shade_status sets_of(struct select *s, struct ast *e, struct sets *out);

static shade_status cube_sets(struct select *s, struct ast_grouping *g,
			      struct sets *out)
{
	uint64_t *parts = arena_array(s->b->a, uint64_t, g->items.n + 1);
	size_t n = g->items.n;

	for (size_t i = 0; i < n; i++)
		TRY(bit_of(s, g->items.v[i], &parts[i]));
	if (g->type == AST_GROUPING_KIND_ROLLUP) {
		for (size_t keep = n + 1; keep-- > 0;) {
			uint64_t bits = 0;

			for (size_t i = 0; i < keep; i++)
				bits |= parts[i];
			TRY(add_set(s, out, bits, g->span));
		}
		return SHADE_OK;
	}
	if (n > 12)
		return shade_fail(s->b->cx, SHADE_E_TOO_COMPLEX, g->span,
				  "CUBE of more than 12 expressions");
	for (size_t mask = (size_t)1 << n; mask-- > 0;) {
		uint64_t bits = 0;

		for (size_t i = 0; i < n; i++)
			if (mask >> (n - 1 - i) & 1)
				bits |= parts[i];
		TRY(add_set(s, out, bits, g->span));
	}
	return SHADE_OK;
}

static shade_status sets_of(struct select *s, struct ast *e, struct sets *out)
{
	struct ast_grouping *g;
	uint64_t bits = 0;

	if (!ast_is(e, AST_GROUPING)) {
		TRY(bit_of(s, e, &bits));
		return add_set(s, out, bits, e->span);
	}
	g = AST_CAST(grouping, e);
	if (g->type != AST_GROUPING_KIND_SETS)
		return cube_sets(s, g, out);
	for (size_t i = 0; i < g->items.n; i++)
		TRY(sets_of(s, g->items.v[i], out));
	return SHADE_OK;
}

/* GROUP BY a, ROLLUP (b): each set of one side with each of the other. */
static shade_status cross(struct select *s, struct sets *all, const struct sets *more,
			  struct span span)
{
	struct sets both = { 0 };

	for (size_t i = 0; i < all->v.n; i++)
		for (size_t k = 0; k < more->v.n; k++)
			TRY(add_set(s, &both, all->v.v[i] | more->v.v[k], span));
	*all = both;
	return SHADE_OK;
}

shade_status select_group_by(struct select *s, const struct ast_list *list)
{
	struct sets all = { 0 };
	size_t at;

	s->is_grouped = true;
	for (size_t i = 0; i < list->n; i++)
		s->has_sets = s->has_sets || ast_is(list->v[i], AST_GROUPING);
	if (!s->has_sets) {
		for (size_t i = 0; i < list->n; i++) {
			struct ast *e = list->v[i];

			if (ast_is(e, AST_ROW) && AST_CAST(row, e)->items.n != 1) {
				struct ast_list *in = &AST_CAST(row, e)->items;

				for (size_t k = 0; k < in->n; k++)
					TRY(bind_group(s, in->v[k], &at));
				continue;
			}
			TRY(bind_group(s, e, &at));
		}
		return SHADE_OK;
	}
	TRY(add_set(s, &all, 0, NO_SPAN));
	for (size_t i = 0; i < list->n; i++) {
		struct sets more = { 0 };

		TRY(sets_of(s, list->v[i], &more));
		TRY(cross(s, &all, &more, list->v[i]->span));
	}
	s->sets.v = all.v.v;
	s->sets.n = all.v.n;
	s->grouping_id = plan_next_id(&s->b->env->ids);
	return SHADE_OK;
}

static void find_aggregate(void *arg, struct expr **e)
{
	struct {
		struct select *s;
		bool found;
	} *w = arg;

	if ((*e)->kind == EXPR_COLUMN &&
	    (idset_has(&w->s->aggs.ids, (*e)->column.id) ||
	     idset_has(&w->s->windows.ids, (*e)->column.id)))
		w->found = true;
	if (!w->found)
		expr_each_child(*e, find_aggregate, arg);
}

/* GROUP BY ALL: every item without an aggregate. */
shade_status select_group_all(struct select *s)
{
	s->is_grouped = true;
	for (size_t i = 0; i < s->items.n; i++) {
		struct {
			struct select *s;
			bool found;
		} w = { s, false };
		struct expr *e = s->items.v[i].expr;

		find_aggregate(&w, &e);
		if (!w.found)
			add_group(s, e);
	}
	return SHADE_OK;
}

/* --- above the groups ---------------------------------------------------- */

struct regroup {
	struct select *s;
	struct idset inputs; /* FROM's columns */
	struct expr *bad; /* the first that is not grouped */
};

static void make_group_cols(struct select *s)
{
	struct bind *b = s->b;

	if (s->group_cols)
		return;
	s->group_cols = arena_array(b->a, struct column, s->groups.n + 1);
	for (size_t i = 0; i < s->groups.n; i++) {
		struct expr *e = s->groups.v[i];
		struct str name = e->kind == EXPR_COLUMN ? e->column.name
							 : expr_text(b->a, e);

		s->group_cols[i] = plan_column(&b->env->ids, name, e);
		if (s->has_sets)
			s->group_cols[i].not_null = false;
	}
}

static struct expr *match_group(void *arg, struct expr *e)
{
	struct regroup *r = arg;
	struct select *s = r->s;

	for (size_t i = 0; i < s->groups.n; i++) {
		struct expr *g = s->groups.v[i];
		struct expr *hit;

		if (g != e && (g->kind != e->kind || !expr_equal(g, e)))
			continue;
		hit = plan_col_expr(s->b->a, &s->group_cols[i]);
		hit->span = e->span;
		return hit;
	}
	if (e->kind == EXPR_COLUMN && idset_has(&r->inputs, e->column.id)) {
		if (!r->bad)
			r->bad = e;
		return e;
	}
	return NULL;
}

static shade_status not_grouped(struct select *s, struct expr *e)
{
	struct shade_cx *cx = s->b->cx;
	struct str name = e->column.name;
	shade_status rc;

	if (s->groups.n == 0)
		rc = shade_fail(
			cx, SHADE_E_GROUPING, e->span,
			"column \"%.*s\" stands beside an aggregate but there is "
			"no GROUP BY",
			STR_ARG(name));
	else
		rc = shade_fail(
			cx, SHADE_E_GROUPING, e->span,
			"column \"%.*s\" must be in GROUP BY or in an aggregate",
			STR_ARG(name));
	shade_hint(cx,
		   "add \"%.*s\" to GROUP BY, or take any value with any_value(%.*s)",
		   STR_ARG(name), STR_ARG(name));
	return rc;
}

shade_status select_regroup(struct select *s, struct expr **e)
{
	struct regroup r = { .s = s, .inputs.arena = s->b->a };
	struct expr_subst subst = { .arena = s->b->a,
				    .match = match_group,
				    .match_arg = &r };

	make_group_cols(s);
	for (size_t i = 0; i < s->in.plan->n_cols; i++)
		idset_add(&r.inputs, s->in.plan->cols[i].id);
	*e = expr_substitute(&subst, *e);
	if (r.bad && s->b->n_unresolved == 0)
		return not_grouped(s, r.bad);
	return SHADE_OK;
}

struct plan *select_aggregate_plan(struct select *s, struct plan *in)
{
	struct bind *b = s->b;
	struct plan *p = plan_new(b->a, PLAN_AGGREGATE, 1, in->span);
	size_t n = s->groups.n + s->aggs.exprs.n + (s->has_sets ? 1 : 0);

	make_group_cols(s);
	p->children[0] = in;
	p->aggregate.groups = s->groups.v;
	p->aggregate.n_groups = s->groups.n;
	p->aggregate.aggs = s->aggs.exprs.v;
	p->aggregate.n_aggs = s->aggs.exprs.n;
	p->cols = arena_array(b->a, struct column, n ? n : 1);
	p->n_cols = n;
	copy_bytes(p->cols, s->group_cols, s->groups.n * sizeof(*p->cols));
	if (s->aggs.exprs.n)
		copy_bytes(p->cols + s->groups.n, s->aggs.cols.v,
			   s->aggs.exprs.n * sizeof(*p->cols));
	if (s->has_sets) {
		p->aggregate.sets = s->sets.v;
		p->aggregate.n_sets = s->sets.n;
		p->cols[n - 1] = (struct column){ .id = s->grouping_id,
						  .name = STR("grouping_id"),
						  .type = type_of(TYPE_BIGINT),
						  .not_null = true };
	}
	return p;
}

/* --- grouping(), grouping_id() ------------------------------------------- */

/* Bit of the group at that place. */
static shade_status group_bit(struct ectx *c, size_t at, struct expr *id,
			      struct span span, struct expr **out)
{
	struct bind *b = c->b;
	struct expr *shift, *one, *x;

	if (!c->sel->has_sets) {
		*out = expr_const(b->a, value_int(TYPE_BIGINT, 0), span);
		return SHADE_OK;
	}
	shift = expr_const(b->a, value_int(TYPE_INT, (int64_t)at), span);
	one = expr_const(b->a, value_int(TYPE_BIGINT, 1), span);
	TRY(bind_call2(b, ">>", id, shift, span, &x));
	return bind_call2(b, "&", x, one, span, out);
}

static shade_status grouping_bit(struct ectx *c, struct ast *arg, struct expr *id,
				 struct expr **out)
{
	struct bind *b = c->b;
	struct select *s = c->sel;
	struct expr *x;
	size_t at = 0;

	TRY(bind_scalar(c, arg, &x));
	while (at < s->groups.n && !expr_equal(s->groups.v[at], x))
		at++;
	if (at == s->groups.n)
		return shade_fail(b->cx, SHADE_E_GROUPING, arg->span,
				  "the argument of grouping() must be in GROUP BY");
	return group_bit(c, at, id, arg->span, out);
}

static shade_status all_bits(struct ectx *c, size_t n, struct expr *id,
			     struct expr **out)
{
	struct bind *b = c->b;
	struct expr *two = expr_const(b->a, value_int(TYPE_BIGINT, 2), id->span);

	*out = NULL;
	for (size_t i = 0; i < n; i++) {
		struct expr *bit;

		TRY(group_bit(c, i, id, id->span, &bit));
		if (*out) {
			TRY(bind_call2(b, "*", *out, two, id->span, out));
			TRY(bind_call2(b, "+", *out, bit, id->span, out));
		} else {
			*out = bit;
		}
	}
	return SHADE_OK;
}

shade_status select_grouping(struct ectx *c, struct ast_func *f, struct expr **out)
{
	struct bind *b = c->b;
	struct ectx own = *c;
	struct expr *id, *bits = NULL;

	if (!c->sel || c->no_aggs || !c->sel->is_grouped)
		return shade_fail(b->cx, SHADE_E_GROUPING, f->span,
				  "grouping() needs a GROUP BY");
	own.no_aggs = true;
	id = expr_column(b->a, c->sel->grouping_id, STR("grouping_id"),
			 type_of(TYPE_BIGINT), true, f->span);
	for (size_t i = 0; i < f->args.n; i++) {
		struct expr *bit, *two;

		TRY(grouping_bit(&own, f->args.v[i], id, &bit));
		if (!bits) {
			bits = bit;
			continue;
		}
		two = expr_const(b->a, value_int(TYPE_BIGINT, 2), f->span);
		TRY(bind_call2(b, "*", bits, two, f->span, &bits));
		TRY(bind_call2(b, "+", bits, bit, f->span, &bits));
	}
	/* grouping_id(): of all groups, in their order */
	if (!bits && !str_eq_nocase(path_last(f->name), STR("grouping")))
		TRY(all_bits(c, c->sel->groups.n, id, &bits));
	if (!bits)
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, f->span,
				  "grouping() needs an expression of GROUP BY");
	*out = bits;
	return SHADE_OK;
}
