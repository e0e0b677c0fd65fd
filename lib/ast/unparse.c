/*
 * unparse.c - a tree back to SQL text.
 */
#include "ast/unparse.h"

void unparse_node(struct sbuf *o, const struct ast *n)
{
	if (!n)
		return;
	if (unparse_expr_node(o, n) || unparse_call_node(o, n) ||
	    unparse_query_node(o, n) || unparse_table_node(o, n) ||
	    unparse_pipe_node(o, n) || unparse_create_node(o, n) ||
	    unparse_alter_node(o, n) || unparse_data_node(o, n) ||
	    unparse_utility_node(o, n))
		return;
	assert(false && "a node that no part prints");
}

void ast_unparse(const struct ast *node, struct sbuf *out)
{
	unparse_node(out, node);
}

struct str ast_to_sql(struct arena *a, const struct ast *node)
{
	struct sbuf out = { .arena = a };

	unparse_node(&out, node);
	return sbuf_str(&out);
}

void unparse_list(struct sbuf *o, const struct ast_list *l)
{
	for (size_t i = 0; i < l->n; i++) {
		if (i > 0)
			put(o, ", ");
		unparse_node(o, l->v[i]);
	}
}

void unparse_list_parens(struct sbuf *o, const struct ast_list *l)
{
	sbuf_addc(o, '(');
	unparse_list(o, l);
	sbuf_addc(o, ')');
}

void unparse_list_after(struct sbuf *o, const char *head, const struct ast_list *l)
{
	if (l->n == 0)
		return;
	put(o, head);
	unparse_list(o, l);
}

void unparse_after(struct sbuf *o, const char *head, const struct ast *n)
{
	if (!n)
		return;
	put(o, head);
	unparse_node(o, n);
}

void unparse_string_after(struct sbuf *o, const char *head, struct str s)
{
	if (!s.p)
		return;
	put(o, head);
	ast_unparse_string(s, o);
}

void unparse_if(struct sbuf *o, bool flag, const char *text)
{
	if (flag)
		put(o, text);
}

void unparse_parts(struct sbuf *o, const struct ast_list *idents)
{
	for (size_t i = 0; i < idents->n; i++) {
		if (i > 0)
			sbuf_addc(o, '.');
		ast_unparse_name(AS(ident, idents->v[i])->name, o);
	}
}
