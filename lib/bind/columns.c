/*
 * columns.c - COLUMNS(..) inside an expression: min(COLUMNS(*)).
 *
 * The item is written out, once for each column that fits; all COLUMNS in it
 * stand for the same column.  *COLUMNS(..) stands for all of them at once, as
 * arguments of a call.  Trees live in the binder's arena, or in the view's.
 */
#include "bind/select.h"

struct search {
	struct ast_columns *found;
	bool unpacked; /* which kind is looked for */
};

static bool find_in(struct ast **child, void *arg)
{
	struct search *s = arg;

	if ((*child)->kind == AST_QUERY)
		return true;
	if ((*child)->kind == AST_COLUMNS) {
		struct ast_columns *c = AST_CAST(columns, *child);

		if (c->unpacked == s->unpacked)
			s->found = c;
		return s->found == NULL;
	}
	return ast_walk_children(*child, find_in, arg);
}

struct ast_columns *columns_within(struct ast *e)
{
	struct search s = { 0 };

	find_in(&e, &s);
	return s.found;
}

/* --- one column in place of COLUMNS -------------------------------------- */

struct fill {
	struct arena *arena;
	const struct ast *with;
};

static bool fill_in(struct ast **child, void *arg)
{
	struct fill *f = arg;

	if ((*child)->kind == AST_QUERY)
		return true;
	if ((*child)->kind != AST_COLUMNS)
		return ast_walk_children(*child, fill_in, arg);
	*child = ast_copy(f->arena, f->with);
	return true;
}

struct ast *columns_fill(struct arena *a, const struct ast *e, const struct ast *with)
{
	struct fill f = { .arena = a, .with = with };
	struct ast *copy = ast_copy(a, e);

	fill_in(&copy, &f);
	return copy;
}

shade_status columns_spread(struct select *s, struct ast *e, struct ast_list *out)
{
	struct arena *a = s->b->freeze ? s->b->freeze_arena : s->b->a;
	struct ast_columns *columns = columns_within(e);
	struct star_match *m;
	size_t n;

	if (!columns) {
		ast_push(a, out, e);
		return SHADE_OK;
	}
	TRY(star_columns(s, AST_CAST(star, columns->star), columns->span, &m, &n));
	for (size_t i = 0; i < n; i++)
		ast_push(a, out,
			 columns_fill(a, e, star_match_ast(a, &m[i], columns->span)));
	return SHADE_OK;
}

/* --- all columns in place of *COLUMNS ------------------------------------ */

struct unpack {
	struct select *s;
	struct arena *arena;
	shade_status rc;
};

static shade_status unpack_list(struct unpack *u, struct ast_list *list)
{
	struct ast_list out = { 0 };

	for (size_t i = 0; i < list->n; i++) {
		struct ast *e = list->v[i];
		struct ast_columns *c = ast_is(e, AST_COLUMNS) ? AST_CAST(columns, e)
							       : NULL;
		struct star_match *m;
		size_t n;

		if (!c || !c->unpacked) {
			ast_push(u->arena, &out, e);
			continue;
		}
		TRY(star_columns(u->s, AST_CAST(star, c->star), c->span, &m, &n));
		for (size_t k = 0; k < n; k++)
			ast_push(u->arena, &out,
				 star_match_ast(u->arena, &m[k], c->span));
	}
	*list = out;
	return SHADE_OK;
}

static bool unpack_in(struct ast **child, void *arg)
{
	struct unpack *u = arg;

	if ((*child)->kind == AST_QUERY)
		return true;
	if ((*child)->kind == AST_FUNC)
		u->rc = unpack_list(u, &AST_CAST(func, *child)->args);
	else if ((*child)->kind == AST_ARRAY)
		u->rc = unpack_list(u, &AST_CAST(array, *child)->items);
	return !u->rc && ast_walk_children(*child, unpack_in, arg);
}

shade_status columns_unpack(struct select *s, struct ast **e)
{
	struct bind *b = s->b;
	struct search search = { .unpacked = true };
	struct unpack u = { .s = s, .arena = b->freeze ? b->freeze_arena : b->a };

	find_in(e, &search);
	if (!search.found)
		return SHADE_OK;
	*e = ast_copy(u.arena, *e);
	unpack_in(e, &u);
	return u.rc;
}
