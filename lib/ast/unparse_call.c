/*
 * unparse_call.c - calls, windows, types and subqueries as values.
 */
#include "ast/unparse.h"

static void args(struct sbuf *o, const struct ast_func *f)
{
	/* position(a, b) takes values only. */
	bool values = f->args.n > 0 && AS(path, f->name)->parts.n == 1 &&
		      str_eq_nocase(AS(ident, AS(path, f->name)->parts.v[0])->name,
				    STR("position"));

	for (size_t i = 0; i < f->args.n; i++) {
		unparse_if(o, i > 0, ", ");
		unparse_expr(o, f->args.v[i], values ? LEVEL_VALUE : LEVEL_EXPR);
	}
}

static void json_clause(struct sbuf *o, const struct ast_json_clause *c)
{
	static const char *const words[AST_N_JSON_BEHAVIOR] = {
		[AST_JSON_BEHAVIOR_NULL] = "NULL",
		[AST_JSON_BEHAVIOR_ABSENT] = "ABSENT",
		[AST_JSON_BEHAVIOR_ERROR] = "ERROR",
		[AST_JSON_BEHAVIOR_DEFAULT] = "DEFAULT ",
		[AST_JSON_BEHAVIOR_TRUE] = "TRUE",
		[AST_JSON_BEHAVIOR_FALSE] = "FALSE",
		[AST_JSON_BEHAVIOR_UNKNOWN] = "UNKNOWN",
		[AST_JSON_BEHAVIOR_EMPTY_ARRAY] = "EMPTY ARRAY",
		[AST_JSON_BEHAVIOR_EMPTY_OBJECT] = "EMPTY OBJECT",
		[AST_JSON_BEHAVIOR_WITHOUT] = "WITHOUT",
		[AST_JSON_BEHAVIOR_CONDITIONAL] = "WITH CONDITIONAL",
		[AST_JSON_BEHAVIOR_UNCONDITIONAL] = "WITH UNCONDITIONAL",
	};

	if (c->type == AST_JSON_CLAUSE_KIND_RETURNING) {
		unparse_after(o, "RETURNING ", c->value);
		return;
	}
	put(o, words[c->behavior]);
	unparse_node(o, c->value);
	switch (c->type) {
	case AST_JSON_CLAUSE_KIND_ON_NULL: put(o, " ON NULL"); break;
	case AST_JSON_CLAUSE_KIND_WRAPPER: put(o, " WRAPPER"); break;
	case AST_JSON_CLAUSE_KIND_ON_EMPTY: put(o, " ON EMPTY"); break;
	case AST_JSON_CLAUSE_KIND_ON_ERROR: put(o, " ON ERROR"); break;
	default: break;
	}
}

static void func(struct sbuf *o, const struct ast_func *f)
{
	static const char *const nulls[AST_N_NULLS_TREATMENT] = {
		[AST_NULLS_TREATMENT_IGNORE] = "IGNORE NULLS",
		[AST_NULLS_TREATMENT_RESPECT] = "RESPECT NULLS",
	};

	unparse_func_name(o, f);
	if (f->bare)
		return;
	sbuf_addc(o, '(');
	unparse_if(o, f->star, "*");
	unparse_if(o, f->distinct, "DISTINCT ");
	args(o, f);
	unparse_list_after(o, " ORDER BY ", &f->order_by);
	if (f->nulls && f->args.n)
		sbuf_addf(o, " %s", nulls[f->nulls]);
	for (size_t i = 0; i < f->json.n; i++) {
		sbuf_addc(o, ' ');
		json_clause(o, AS(json_clause, f->json.v[i]));
	}
	sbuf_addc(o, ')');
	if (f->within_group.n) {
		unparse_list_after(o, " WITHIN GROUP (ORDER BY ", &f->within_group);
		sbuf_addc(o, ')');
	}
	if (f->nulls && !f->args.n)
		sbuf_addf(o, " %s", nulls[f->nulls]);
	if (f->filter) {
		unparse_after(o, " FILTER (WHERE ", f->filter);
		sbuf_addc(o, ')');
	}
	if (f->over) {
		const struct ast_window *w = AS(window, f->over);

		put(o, " OVER ");
		if (w->base && !w->partition_by.n && !w->order_by.n && !w->frame) {
			unparse_strict_name(o, w->base);
		} else {
			sbuf_addc(o, '(');
			unparse_node(o, f->over);
			sbuf_addc(o, ')');
		}
	}
}

/* A clause of a window, with a blank between clauses. */
static void clause(struct sbuf *o, bool *any, const char *head,
		   const struct ast_list *l)
{
	if (l->n == 0)
		return;
	unparse_if(o, *any, " ");
	*any = true;
	unparse_list_after(o, head, l);
}

static void window(struct sbuf *o, const struct ast_window *w)
{
	bool any = false;

	if (w->base) {
		unparse_strict_name(o, w->base);
		any = true;
	}
	clause(o, &any, "PARTITION BY ", &w->partition_by);
	clause(o, &any, "ORDER BY ", &w->order_by);
	if (w->frame) {
		unparse_if(o, any, " ");
		unparse_node(o, w->frame);
	}
}

static void frame(struct sbuf *o, const struct ast_frame *f)
{
	static const char *const excludes[AST_N_FRAME_EXCLUDE] = {
		[AST_FRAME_EXCLUDE_NONE] = "",
		[AST_FRAME_EXCLUDE_CURRENT_ROW] = " EXCLUDE CURRENT ROW",
		[AST_FRAME_EXCLUDE_GROUP] = " EXCLUDE GROUP",
		[AST_FRAME_EXCLUDE_TIES] = " EXCLUDE TIES",
	};

	put(o, ast_frame_kind_name(f->type));
	put(o, f->end ? " BETWEEN " : " ");
	unparse_node(o, f->start);
	unparse_after(o, " AND ", f->end);
	put(o, excludes[f->exclude]);
}

static void frame_bound(struct sbuf *o, const struct ast_frame_bound *b)
{
	switch (b->type) {
	case AST_BOUND_KIND_UNBOUNDED_PRECEDING: put(o, "UNBOUNDED PRECEDING"); break;
	case AST_BOUND_KIND_UNBOUNDED_FOLLOWING: put(o, "UNBOUNDED FOLLOWING"); break;
	case AST_BOUND_KIND_CURRENT_ROW: put(o, "CURRENT ROW"); break;
	case AST_BOUND_KIND_PRECEDING:
		unparse_expr(o, b->offset, LEVEL_VALUE);
		put(o, " PRECEDING");
		break;
	case AST_BOUND_KIND_FOLLOWING:
		unparse_expr(o, b->offset, LEVEL_VALUE);
		put(o, " FOLLOWING");
		break;
	case AST_N_BOUND_KIND: break;
	}
}

/* --- types ---------------------------------------------------------------- */

static void nested_type(struct sbuf *o, const struct ast *t)
{
	unparse_node(o, t);
	unparse_if(o, AS(type, t)->not_null, " NOT NULL");
}

static void row_fields(struct sbuf *o, const struct ast_type *t)
{
	sbuf_addc(o, '<');
	for (size_t i = 0; i < t->fields.n; i++) {
		const struct ast_type_field *f = AS(type_field, t->fields.v[i]);

		unparse_if(o, i > 0, ", ");
		unparse_node(o, f->name);
		sbuf_addc(o, ' ');
		nested_type(o, f->type);
		unparse_string_after(o, " COMMENT ", f->comment);
	}
	sbuf_addc(o, '>');
}

static void type(struct sbuf *o, const struct ast_type *t)
{
	sbuf_add(o, t->name);
	if (str_eq(t->name, STR("ROW"))) {
		row_fields(o, t);
		return;
	}
	for (size_t i = 0; i < t->args.n; i++) {
		put(o, i ? ", " : "<");
		nested_type(o, t->args.v[i]);
	}
	unparse_if(o, t->args.n > 0, ">");
	if (t->n_params == 1)
		sbuf_addf(o, "(%lld)", (long long)t->precision);
	else if (t->n_params == 2)
		sbuf_addf(o, "(%lld, %lld)", (long long)t->precision,
			  (long long)t->scale);
	if (t->from)
		sbuf_addf(o, " %s", ast_unit_name(t->from));
	if (t->to)
		sbuf_addf(o, " TO %s", ast_unit_name(t->to));
}

/* --- arguments ------------------------------------------------------------ */

static void one_or_parens(struct sbuf *o, const char *head, const struct ast_list *l)
{
	if (l->n == 0)
		return;
	put(o, head);
	if (l->n == 1)
		unparse_expr(o, l->v[0], LEVEL_VALUE);
	else
		unparse_list_parens(o, l);
}

static void table_arg(struct sbuf *o, const struct ast_table_arg *t)
{
	put(o, "TABLE ");
	if (t->table->kind == AST_QUERY)
		unparse_query_parens(o, t->table);
	else
		unparse_node(o, t->table);
	one_or_parens(o, " PARTITION BY ", &t->partition_by);
	unparse_list_after(o, " ORDER BY ", &t->order_by);
}

bool unparse_call_node(struct sbuf *o, const struct ast *n)
{
	switch (n->kind) {
	case AST_FUNC: func(o, AS(func, n)); return true;
	case AST_JSON_PAIR:
		unparse_after(o, "KEY ", AS(json_pair, n)->key);
		unparse_after(o, " VALUE ", AS(json_pair, n)->value);
		return true;
	case AST_JSON_CLAUSE: json_clause(o, AS(json_clause, n)); return true;
	case AST_NAMED_ARG:
		unparse_node(o, AS(named_arg, n)->name);
		unparse_after(o, " => ", AS(named_arg, n)->value);
		return true;
	case AST_TABLE_ARG: table_arg(o, AS(table_arg, n)); return true;
	case AST_DESCRIPTOR:
		put(o, "DESCRIPTOR");
		unparse_list_parens(o, &AS(descriptor, n)->columns);
		return true;
	case AST_WINDOW: window(o, AS(window, n)); return true;
	case AST_FRAME: frame(o, AS(frame, n)); return true;
	case AST_FRAME_BOUND: frame_bound(o, AS(frame_bound, n)); return true;
	case AST_TYPE: type(o, AS(type, n)); return true;
	case AST_EXISTS:
		put(o, "EXISTS ");
		unparse_query_parens(o, AS(exists, n)->query);
		return true;
	case AST_SUBQUERY_EXPR:
		unparse_query_parens(o, AS(subquery_expr, n)->query);
		return true;
	case AST_ARRAY_QUERY:
		put(o, "ARRAY");
		unparse_query_parens(o, AS(array_query, n)->query);
		return true;
	default: return false;
	}
}
