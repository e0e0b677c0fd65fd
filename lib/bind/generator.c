/*
 * generator.c - Spark's generators in the select list.
 *
 * SELECT a, posexplode(b) AS (p, x) FROM t is SELECT a, generator.* FROM t
 * LATERAL VIEW posexplode(b) generator AS p, x, but that * does not show the
 * generator's columns and no plain name means them.  The select is copied,
 * for a prepared statement's tree outlives what it is bound with.
 */
#include "bind/bind_internal.h"

struct search {
	struct arena *arena;
	bool found;
};

static bool find_aggregate(struct ast **child, void *arg)
{
	struct search *s = arg;

	if ((*child)->kind == AST_FUNC) {
		struct ast_func *f = AST_CAST(func, *child);
		size_t n;
		const struct func_row **rows = func_lookup(s->arena, path_last(f->name),
							   &n);

		s->found = n > 0 && (f->over || rows[0]->kind == FUNC_AGGREGATE);
	}
	return !s->found && ast_walk_children(*child, find_aggregate, arg);
}

/* Over aggregates a generator runs behind the grouping, as UNNEST does. */
static struct ast_func *generator_of(struct arena *a, struct ast *node)
{
	struct ast_item *item = AST_CAST(item, node);
	struct search search = { .arena = a };
	struct ast_func *f;

	if (!ast_is(item->expr, AST_FUNC))
		return NULL;
	f = AST_CAST(func, item->expr);
	if (f->over || f->filter || f->distinct || !is_generator(path_last(f->name)))
		return NULL;
	ast_walk_children(item->expr, find_aggregate, &search);
	return search.found ? NULL : f;
}

static struct ast *ident(struct arena *a, struct str name, struct span span)
{
	struct ast *e = ast_new(a, AST_IDENT, span);

	AST_CAST(ident, e)->name = name;
	ast_set_height(e);
	return e;
}

/* (VALUES (0)): a row to generate from where there is no FROM. */
static struct ast *one_row(struct arena *a, struct span span)
{
	struct ast *zero = ast_new(a, AST_LITERAL, span), *row, *values, *query, *from;

	AST_CAST(literal, zero)->type = AST_LITERAL_KIND_INTEGER;
	AST_CAST(literal, zero)->text = STR("0");
	row = ast_new(a, AST_ROW, span);
	ast_push(a, &AST_CAST(row, row)->items, zero);
	values = ast_new(a, AST_VALUES, span);
	ast_push(a, &AST_CAST(values, values)->rows, row);
	query = ast_new(a, AST_QUERY, span);
	AST_CAST(query, query)->body = values;
	from = ast_new(a, AST_SUBQUERY, span);
	AST_CAST(subquery, from)->query = query;
	ast_set_height(row);
	ast_set_height(values);
	ast_set_height(query);
	ast_set_height(from);
	return from;
}

static struct ast *view_of(struct arena *a, struct ast *from, struct ast_item *item)
{
	struct span span = item->expr->span;
	struct ast *view = ast_new(a, AST_LATERAL_VIEW, span);
	struct ast_lateral_view *v = AST_CAST(lateral_view, view);

	v->table = from ? from : one_row(a, span);
	v->func = item->expr;
	v->alias = ident(a, STR("generator"), span);
	v->columns = item->aliases;
	if (item->alias)
		ast_push(a, &v->columns, item->alias);
	v->generates = true;
	ast_set_height(view);
	return view;
}

static struct ast *star_of(struct arena *a, struct span span)
{
	struct ast *star = ast_new(a, AST_STAR, span), *item;

	ast_push(a, &AST_CAST(star, star)->qualifier, ident(a, STR("generator"), span));
	ast_set_height(star);
	item = ast_new(a, AST_ITEM, span);
	AST_CAST(item, item)->expr = star;
	ast_set_height(item);
	return item;
}

shade_status select_generators(struct bind *b, struct ast_select **select)
{
	struct arena *a = b->freeze ? b->freeze_arena : b->a;
	struct ast_select *ast = *select, *copy;
	struct ast_item *item;
	size_t n = 0, at = 0;
	bool plain = true;

	for (size_t i = 0; i < ast->items.n; i++) {
		struct ast_func *f = generator_of(b->a, ast->items.v[i]);

		if (!f)
			continue;
		n++;
		at = i;
		plain = plain && str_eq_nocase(path_last(f->name), STR("explode"));
	}
	if (n == 0 || (n > 1 && plain))
		return SHADE_OK;
	item = AST_CAST(item, ast->items.v[at]);
	if (n > 1)
		return shade_fail(b->cx, SHADE_E_UNSUPPORTED, item->span,
				  "only one generator stands in a select list; the "
				  "others take LATERAL VIEW");
	copy = b->freeze ? ast : arena_dup(a, ast, sizeof(*ast));
	copy->from = view_of(a, ast->from, item);
	copy->items = (struct ast_list){ 0 };
	for (size_t i = 0; i < ast->items.n; i++)
		ast_push(a, &copy->items,
			 i == at ? star_of(a, item->expr->span) : ast->items.v[i]);
	*select = copy;
	return SHADE_OK;
}
