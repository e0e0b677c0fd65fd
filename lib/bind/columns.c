/*
 * columns.c - COLUMNS(..) inside an expression: min(COLUMNS(*)).
 *
 * The item is written out, once for each column that fits; all COLUMNS in it
 * stand for the same column.  Trees live in the binder's arena.
 */
#include "bind/select.h"

struct search {
	struct ast_columns *found;
};

static bool find_in(struct ast **child, void *arg)
{
	struct search *s = arg;

	if ((*child)->kind == AST_QUERY)
		return true;
	if ((*child)->kind == AST_COLUMNS) {
		s->found = AST_CAST(columns, *child);
		return false;
	}
	return ast_walk_children(*child, find_in, arg);
}

struct ast_columns *columns_within(struct ast *e)
{
	struct search s = { 0 };

	ast_walk_children(e, find_in, &s);
	return s.found;
}

struct fill {
	struct arena *arena;
	const struct ast_list *parts; /* of the column that is written */
};

static bool fill_in(struct ast **child, void *arg)
{
	struct fill *f = arg;
	struct ast *e;

	if ((*child)->kind == AST_QUERY)
		return true;
	if ((*child)->kind != AST_COLUMNS)
		return ast_walk_children(*child, fill_in, arg);
	e = ast_new(f->arena, AST_COLUMN, (*child)->span);
	for (size_t i = 0; i < f->parts->n; i++)
		ast_push(f->arena, &AST_CAST(column, e)->parts, f->parts->v[i]);
	ast_set_height(e);
	*child = e;
	return true;
}

struct ast *columns_fill(struct arena *a, const struct ast *e,
			 const struct ast_list *parts)
{
	struct fill f = { .arena = a, .parts = parts };
	struct ast *copy = ast_copy(a, e);

	ast_walk_children(copy, fill_in, &f);
	return copy;
}
