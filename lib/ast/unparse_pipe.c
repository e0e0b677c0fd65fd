/*
 * unparse_pipe.c - pipe operators.
 */
#include "ast/unparse.h"

static void aggregate(struct sbuf *o, const struct ast_pipe_aggregate *a)
{
	put(o, "AGGREGATE");
	unparse_list_after(o, " ", &a->items);
	unparse_group_by(o, a->group_all, &a->group_by);
}

static void limit(struct sbuf *o, const struct ast_pipe_limit *l)
{
	if (l->limit) {
		put(o, "LIMIT ");
		unparse_expr(o, l->limit, LEVEL_VALUE);
	}
	if (l->offset) {
		put(o, l->limit ? " OFFSET " : "OFFSET ");
		unparse_expr(o, l->offset, LEVEL_VALUE);
	}
}

static void setop(struct sbuf *o, const struct ast_pipe_setop *s)
{
	sbuf_addf(o, "%s%s%s ", ast_setop_kind_name(s->op), s->all ? " ALL" : "",
		  s->by_name ? " BY NAME" : "");
	for (size_t i = 0; i < s->inputs.n; i++) {
		unparse_if(o, i > 0, ", ");
		unparse_query_parens(o, s->inputs.v[i]);
	}
}

static void expect(struct sbuf *o, const struct ast_expectation *e)
{
	put(o, "EXPECT ");
	unparse_node(o, e->name);
	unparse_after(o, " (", e->condition);
	sbuf_addc(o, ')');
	unparse_if(o, e->action == AST_VIOLATION_DROP_ROW, " ON VIOLATION DROP ROW");
	unparse_if(o, e->action == AST_VIOLATION_FAIL_UPDATE,
		   " ON VIOLATION FAIL UPDATE");
}

static bool row_op(struct sbuf *o, const struct ast *n)
{
	switch (n->kind) {
	case AST_PIPE_SELECT:
		put(o, AS(pipe_select, n)->distinct ? "SELECT DISTINCT " : "SELECT ");
		unparse_list(o, &AS(pipe_select, n)->items);
		unparse_list_after(o, " WINDOW ", &AS(pipe_select, n)->windows);
		return true;
	case AST_PIPE_WHERE:
		unparse_after(o, "WHERE ", AS(pipe_where, n)->condition);
		return true;
	case AST_PIPE_EXTEND:
		put(o, AS(pipe_extend, n)->replace ? "EXTEND OR REPLACE " : "EXTEND ");
		unparse_list(o, &AS(pipe_extend, n)->items);
		return true;
	case AST_PIPE_SET:
		unparse_list_after(o, "SET ", &AS(pipe_set, n)->assigns);
		return true;
	case AST_PIPE_DROP:
		put(o, AS(pipe_drop, n)->if_exists ? "DROP IF EXISTS " : "DROP ");
		unparse_list(o, &AS(pipe_drop, n)->columns);
		return true;
	case AST_PIPE_RENAME:
		unparse_list_after(o, "RENAME ", &AS(pipe_rename, n)->items);
		return true;
	case AST_PIPE_AS: unparse_after(o, "AS ", AS(pipe_as, n)->alias); return true;
	case AST_PIPE_WINDOW:
		unparse_list_after(o, "WINDOW ", &AS(pipe_window, n)->items);
		unparse_list_after(o, " WINDOW ", &AS(pipe_window, n)->windows);
		return true;
	default: return false;
	}
}

bool unparse_pipe_node(struct sbuf *o, const struct ast *n)
{
	if (row_op(o, n))
		return true;
	switch (n->kind) {
	case AST_PIPE_AGGREGATE: aggregate(o, AS(pipe_aggregate, n)); return true;
	case AST_PIPE_ORDER:
		unparse_list_after(o, "ORDER BY ", &AS(pipe_order, n)->order_by);
		return true;
	case AST_PIPE_LIMIT: limit(o, AS(pipe_limit, n)); return true;
	case AST_PIPE_SETOP: setop(o, AS(pipe_setop, n)); return true;
	case AST_PIPE_DISTINCT: put(o, "DISTINCT"); return true;
	case AST_PIPE_CALL:
		unparse_after(o, "CALL ", AS(pipe_call, n)->func);
		unparse_after(o, " AS ", AS(pipe_call, n)->alias);
		return true;
	case AST_PIPE_ASSERT:
		unparse_after(o, "ASSERT ", AS(pipe_assert, n)->condition);
		unparse_list_after(o, ", ", &AS(pipe_assert, n)->message);
		return true;
	case AST_PIPE_EXPECT:
		expect(o, AS(expectation, AS(pipe_expect, n)->expectation));
		return true;
	default: return false;
	}
}
