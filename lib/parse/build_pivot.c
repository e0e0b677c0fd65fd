/*
 * build_pivot.c - PIVOT and UNPIVOT as queries: SELECT * over the clause.
 */
#include "parse/build.h"

/* SELECT * FROM table */
static struct ast *select_from(struct parse *ps, struct span span, struct ast *table)
{
	return MAKE(select, span, .items = parse_star_list(ps, span), .from = table);
}

/* Each with each: (a, x), (a, y), (b, x), .. */
static struct ast_list cross(struct parse *ps, struct ast_list rows,
			     const struct ast_list *values)
{
	struct ast_list out = NO_LIST;

	for (size_t i = 0; i < rows.n; i++)
		for (size_t k = 0; k < values->n; k++) {
			struct ast_list both = NO_LIST;

			struct ast *row = rows.v[i];
			struct ast_list left = LIST(row);

			if (ast_is(row, AST_ROW))
				left = AST_CAST(row, row)->items;
			for (size_t j = 0; j < left.n; j++)
				both = PUSH(both, left.v[j]);
			both = PUSH(both, values->v[k]);
			out = PUSH(out, MAKE(row, values->v[k]->span, .items = both));
		}
	return out;
}

static struct ast *count_rows(struct parse *ps, struct span span)
{
	struct ast *name = MAKE(ident, span, .name = STR("count"));
	struct ast *path = MAKE(path, span, .parts = LIST(name));

	return MAKE(item, span, .expr = MAKE(func, span, .name = path, .star = true));
}

struct ast *parse_pivot(struct parse *ps, struct span span, struct ast *table,
			struct ast_list on, struct ast_list aggregates,
			struct ast_list group_by)
{
	struct ast_list columns = NO_LIST, values = NO_LIST, items = NO_LIST;
	size_t listed = 0;

	for (size_t i = 0; i < on.n; i++) {
		struct ast *e = AST_CAST(item, on.v[i])->expr;
		struct ast_in *in = ast_is(e, AST_IN) ? AST_CAST(in, e) : NULL;

		if (!in || in->items.n == 0 || in->negated) {
			columns = PUSH(columns, e);
			continue;
		}
		columns = PUSH(columns, in->arg);
		values = listed++ == 0 ? in->items : cross(ps, values, &in->items);
	}
	if (listed > 0 && listed < on.n)
		parse_fail(ps, SHADE_E_SYNTAX, span,
			   "either all columns of PIVOT .. ON have IN (..) or none");
	for (size_t i = 0; i < values.n; i++)
		items = PUSH(items, MAKE(item, values.v[i]->span, .expr = values.v[i]));
	if (aggregates.n == 0)
		aggregates = LIST(count_rows(ps, span));
	return select_from(ps, span,
			   MAKE(pivot, span, .table = table, .aggregates = aggregates,
				.columns = columns, .values = items,
				.group_by = group_by, .has_group_by = group_by.n > 0));
}

/* What both names are when none are given. */
static struct ast *word(struct parse *ps, struct span span, const char *text)
{
	return MAKE(ident, span, .name = str_from(text));
}

struct ast *parse_unpivot(struct parse *ps, struct span span, struct ast *table,
			  struct ast_list on, struct ast *name, struct ast_list values)
{
	if (!name)
		name = word(ps, span, "name");
	if (values.n == 0)
		values = LIST(word(ps, span, "value"));
	return select_from(ps, span,
			   MAKE(unpivot, span, .table = table, .columns = on,
				.name = name, .values = values));
}
