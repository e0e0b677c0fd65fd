/*
 * unparse_query.c - queries.
 */
#include "ast/unparse.h"

void unparse_query_parens(struct sbuf *o, const struct ast *n)
{
	sbuf_addc(o, '(');
	unparse_node(o, n);
	sbuf_addc(o, ')');
}

void unparse_with(struct sbuf *o, bool recursive, const struct ast_list *ctes)
{
	if (ctes->n == 0)
		return;
	put(o, recursive ? "WITH RECURSIVE " : "WITH ");
	unparse_list(o, ctes);
	sbuf_addc(o, ' ');
}

void unparse_group_by(struct sbuf *o, bool all, const struct ast_list *l)
{
	if (!all && l->n == 0)
		return;
	put(o, " GROUP BY ");
	if (all) {
		put(o, "ALL");
		return;
	}
	for (size_t i = 0; i < l->n; i++) {
		unparse_if(o, i > 0, ", ");
		if (l->v[i]->kind == AST_ROW && AS(row, l->v[i])->items.n == 0)
			put(o, "()");
		else
			unparse_node(o, l->v[i]);
	}
}

static bool has_tail(const struct ast_query *q)
{
	return q->order_by.n || q->limit || q->offset;
}

/* What stands in front of a tail, a pipe or a set operation. */
static void body(struct sbuf *o, const struct ast *n, bool setop_too, bool pipe_too)
{
	bool parens = n->kind == AST_QUERY || (n->kind == AST_PIPE && !pipe_too) ||
		      (n->kind == AST_SETOP && !setop_too);

	unparse_if(o, parens, "(");
	unparse_node(o, n);
	unparse_if(o, parens, ")");
}

static void limit(struct sbuf *o, const struct ast_query *q)
{
	if (q->limit && q->with_ties) {
		/* FETCH comes behind OFFSET. */
		const char *percent = q->limit_percent ? " PERCENT" : "";

		put(o, " FETCH FIRST (");
		unparse_node(o, q->limit);
		sbuf_addf(o, ")%s ROWS WITH TIES", percent);
	} else if (q->limit) {
		put(o, " LIMIT ");
		unparse_expr(o, q->limit, LEVEL_VALUE);
		unparse_if(o, q->limit_percent, " PERCENT");
	}
	if (q->offset) {
		put(o, " OFFSET ");
		unparse_expr(o, q->offset, LEVEL_VALUE);
	}
}

static void query(struct sbuf *o, const struct ast_query *q)
{
	unparse_with(o, q->recursive, &q->ctes);
	body(o, q->body, true, !has_tail(q));
	unparse_list_after(o, " ORDER BY ", &q->order_by);
	limit(o, q);
}

static void cte(struct sbuf *o, const struct ast_cte *c)
{
	unparse_node(o, c->name);
	if (c->columns.n) {
		sbuf_addc(o, ' ');
		unparse_list_parens(o, &c->columns);
	}
	put(o, " AS ");
	unparse_if(o, c->materialized == AST_MATERIALIZED_YES, "MATERIALIZED ");
	unparse_if(o, c->materialized == AST_MATERIALIZED_NO, "NOT MATERIALIZED ");
	unparse_query_parens(o, c->query);
}

static void hints(struct sbuf *o, const struct ast_list *l)
{
	if (l->n == 0)
		return;
	put(o, " /*+ ");
	unparse_list(o, l);
	put(o, " */");
}

static void hint(struct sbuf *o, const struct ast_hint *h)
{
	unparse_node(o, h->name);
	if (h->args.n == 0)
		return;
	sbuf_addc(o, '(');
	for (size_t i = 0; i < h->args.n; i++) {
		unparse_if(o, i > 0, ", ");
		unparse_expr(o, h->args.v[i], LEVEL_VALUE);
	}
	sbuf_addc(o, ')');
}

static void select_core(struct sbuf *o, const struct ast_select *s)
{
	put(o, "SELECT");
	hints(o, &s->hints);
	unparse_if(o, s->distinct, " DISTINCT");
	if (s->distinct_on.n) {
		put(o, " ON ");
		unparse_list_parens(o, &s->distinct_on);
	}
	unparse_list_after(o, " ", &s->items);
	unparse_after(o, " FROM ", s->from);
	unparse_after(o, " WHERE ", s->where);
	unparse_group_by(o, s->group_all, &s->group_by);
	unparse_after(o, " HAVING ", s->having);
	unparse_list_after(o, " WINDOW ", &s->windows);
	unparse_after(o, " QUALIFY ", s->qualify);
}

static void setop(struct sbuf *o, const struct ast_setop *s)
{
	for (size_t i = 0; i < s->inputs.n; i++) {
		if (i > 0)
			sbuf_addf(o, " %s%s%s ", ast_setop_kind_name(s->op),
				  s->all ? " ALL" : "", s->by_name ? " BY NAME" : "");
		body(o, s->inputs.v[i], false, false);
	}
}

static void values(struct sbuf *o, const struct ast_values *v)
{
	put(o, "VALUES ");
	for (size_t i = 0; i < v->rows.n; i++) {
		const struct ast_list *items = &AS(row, v->rows.v[i])->items;

		unparse_if(o, i > 0, ", ");
		if (items->n == 0) {
			put(o, "ROW()");
			continue;
		}
		if (items->n == 1 && items->v[0]->kind != AST_ROW)
			unparse_list_parens(o, items);
		else
			unparse_node(o, v->rows.v[i]);
	}
}

static void item(struct sbuf *o, const struct ast_item *i)
{
	unparse_node(o, i->expr);
	unparse_after(o, " AS ", i->alias);
	if (i->aliases.n) {
		put(o, " AS ");
		unparse_list_parens(o, &i->aliases);
	}
}

static void sort(struct sbuf *o, const struct ast_sort *s)
{
	if (s->expr)
		unparse_node(o, s->expr);
	else
		put(o, "ALL");
	if (s->direction)
		sbuf_addf(o, " %s", ast_direction_name(s->direction));
	if (s->nulls)
		sbuf_addf(o, " NULLS %s", ast_nulls_order_name(s->nulls));
}

static void grouping(struct sbuf *o, const struct ast_grouping *g)
{
	struct sbuf list = { .arena = o->arena };
	struct str text;

	put(o, g->type == AST_GROUPING_KIND_SETS ? "GROUPING SETS"
						 : ast_grouping_kind_name(g->type));
	/* The list is that of GROUP BY. */
	unparse_group_by(&list, false, &g->items);
	text = sbuf_str(&list);
	put(o, " (");
	sbuf_add(o, (struct str){ text.p + strlen(" GROUP BY "),
				  text.n - strlen(" GROUP BY ") });
	sbuf_addc(o, ')');
}

bool unparse_query_node(struct sbuf *o, const struct ast *n)
{
	switch (n->kind) {
	case AST_QUERY: query(o, AS(query, n)); return true;
	case AST_CTE: cte(o, AS(cte, n)); return true;
	case AST_SELECT: select_core(o, AS(select, n)); return true;
	case AST_SETOP: setop(o, AS(setop, n)); return true;
	case AST_VALUES: values(o, AS(values, n)); return true;
	case AST_PIPE:
		body(o, AS(pipe, n)->input, true, false);
		for (size_t i = 0; i < AS(pipe, n)->ops.n; i++)
			unparse_after(o, " |> ", AS(pipe, n)->ops.v[i]);
		return true;
	case AST_ITEM: item(o, AS(item, n)); return true;
	case AST_SORT: sort(o, AS(sort, n)); return true;
	case AST_GROUPING: grouping(o, AS(grouping, n)); return true;
	case AST_NAMED_WINDOW:
		unparse_node(o, AS(named_window, n)->name);
		unparse_after(o, " AS (", AS(named_window, n)->window);
		sbuf_addc(o, ')');
		return true;
	case AST_HINT: hint(o, AS(hint, n)); return true;
	default: return false;
	}
}
