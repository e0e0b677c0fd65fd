/*
 * unparse_table.c - table references.
 */
#include "ast/unparse.h"

/* An operand that must not be a bare join. */
static void primary(struct sbuf *o, const struct ast *n)
{
	bool parens = n->kind == AST_JOIN;

	unparse_if(o, parens, "(");
	unparse_node(o, n);
	unparse_if(o, parens, ")");
}

static void table(struct sbuf *o, const struct ast_table *t)
{
	unparse_if(o, t->stream, "STREAM ");
	unparse_node(o, t->path);
	if (t->hints.n) {
		unparse_list_after(o, " /*+ ", &t->hints);
		put(o, " */");
	}
	switch (t->as_of) {
	case AST_AS_OF_NONE:
	case AST_N_AS_OF: return;
	case AST_AS_OF_VERSION: put(o, " VERSION AS OF "); break;
	case AST_AS_OF_TIMESTAMP: put(o, " TIMESTAMP AS OF "); break;
	case AST_AS_OF_SYSTEM_TIME: put(o, " FOR SYSTEM_TIME AS OF "); break;
	}
	unparse_expr(o, t->as_of_expr, LEVEL_VALUE);
}

static void join_words(struct sbuf *o, const struct ast_join *j)
{
	static const char *const names[AST_N_JOIN_KIND] = {
		[AST_JOIN_KIND_INNER] = "JOIN ",
		[AST_JOIN_KIND_LEFT] = "LEFT JOIN ",
		[AST_JOIN_KIND_RIGHT] = "RIGHT JOIN ",
		[AST_JOIN_KIND_FULL] = "FULL JOIN ",
		[AST_JOIN_KIND_CROSS] = "CROSS JOIN ",
		[AST_JOIN_KIND_SEMI] = "SEMI JOIN ",
		[AST_JOIN_KIND_ANTI] = "ANTI JOIN ",
		[AST_JOIN_KIND_RIGHT_SEMI] = "RIGHT SEMI JOIN ",
		[AST_JOIN_KIND_RIGHT_ANTI] = "RIGHT ANTI JOIN ",
		[AST_JOIN_KIND_POSITIONAL] = "POSITIONAL JOIN ",
	};

	unparse_if(o, j->natural, "NATURAL ");
	unparse_if(o, j->asof, "ASOF ");
	put(o, names[j->type]);
}

static void join(struct sbuf *o, const struct ast_join *j)
{
	if (j->left) {
		unparse_node(o, j->left);
		sbuf_addc(o, ' ');
	}
	join_words(o, j);
	primary(o, j->right);
	unparse_after(o, " ON ", j->on);
	if (j->using.n) {
		put(o, " USING ");
		unparse_list_parens(o, &j->using);
	}
}

static void table_func(struct sbuf *o, const struct ast_table_func *t)
{
	unparse_if(o, t->lateral, "LATERAL ");
	unparse_if(o, t->stream, "STREAM ");
	unparse_node(o, t->func);
	unparse_if(o, t->ordinality, " WITH ORDINALITY");
}

static void table_alias(struct sbuf *o, const struct ast_table_alias *t)
{
	primary(o, t->table);
	unparse_after(o, " AS ", t->alias);
	if (t->columns.n) {
		sbuf_addc(o, ' ');
		unparse_list_parens(o, &t->columns);
	}
}

static void lateral_view(struct sbuf *o, const struct ast_lateral_view *v)
{
	unparse_node(o, v->table);
	put(o, v->outer ? " LATERAL VIEW OUTER " : " LATERAL VIEW ");
	unparse_node(o, v->func);
	if (v->alias) {
		sbuf_addc(o, ' ');
		unparse_strict_name(o, v->alias);
	}
	unparse_list_after(o, " AS ", &v->columns);
}

/* The input of a clause that follows a table; none in a pipe. */
static void input(struct sbuf *o, const struct ast *table)
{
	if (!table)
		return;
	primary(o, table);
	sbuf_addc(o, ' ');
}

static void sample(struct sbuf *o, const struct ast_sample *s)
{
	input(o, s->table);
	put(o, "TABLESAMPLE ");
	if (s->method)
		sbuf_addf(o, "%s ", ast_sample_method_name(s->method));
	sbuf_addc(o, '(');
	unparse_expr(o, s->amount, LEVEL_VALUE);
	if (s->unit)
		sbuf_addf(o, " %s", ast_sample_unit_name(s->unit));
	sbuf_addc(o, ')');
	if (s->seed) {
		put(o, " REPEATABLE (");
		unparse_expr(o, s->seed, LEVEL_VALUE);
		sbuf_addc(o, ')');
	}
}

static void pivot(struct sbuf *o, const struct ast_pivot *p)
{
	input(o, p->table);
	unparse_list_after(o, "PIVOT (", &p->aggregates);
	put(o, " FOR ");
	if (p->columns.n == 1 && p->columns.v[0]->kind == AST_COLUMN)
		unparse_node(o, p->columns.v[0]);
	else
		unparse_list_parens(o, &p->columns);
	if (p->values.n > 0) {
		put(o, " IN ");
		unparse_list_parens(o, &p->values);
	}
	unparse_list_after(o, " GROUP BY ", &p->group_by);
	sbuf_addc(o, ')');
}

static void unpivot(struct sbuf *o, const struct ast_unpivot *u)
{
	input(o, u->table);
	put(o, u->include_nulls ? "UNPIVOT INCLUDE NULLS (" : "UNPIVOT (");
	if (u->values.n == 1)
		unparse_node(o, u->values.v[0]);
	else
		unparse_list_parens(o, &u->values);
	unparse_after(o, " FOR ", u->name);
	put(o, " IN ");
	unparse_list_parens(o, &u->columns);
	sbuf_addc(o, ')');
}

bool unparse_table_node(struct sbuf *o, const struct ast *n)
{
	switch (n->kind) {
	case AST_TABLE: table(o, AS(table, n)); return true;
	case AST_FILE:
		unparse_if(o, AS(file, n)->stream, "STREAM ");
		ast_unparse_string(AS(file, n)->path, o);
		return true;
	case AST_SUBQUERY:
		unparse_if(o, AS(subquery, n)->lateral, "LATERAL ");
		unparse_query_parens(o, AS(subquery, n)->query);
		return true;
	case AST_TABLE_FUNC: table_func(o, AS(table_func, n)); return true;
	case AST_TABLE_ALIAS: table_alias(o, AS(table_alias, n)); return true;
	case AST_JOIN: join(o, AS(join, n)); return true;
	case AST_LATERAL_VIEW: lateral_view(o, AS(lateral_view, n)); return true;
	case AST_SAMPLE: sample(o, AS(sample, n)); return true;
	case AST_PIVOT: pivot(o, AS(pivot, n)); return true;
	case AST_UNPIVOT: unpivot(o, AS(unpivot, n)); return true;
	default: return false;
	}
}
