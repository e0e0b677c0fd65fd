/*
 * unparse.h - what the parts of the unparser share.
 *
 * Each part prints the nodes of its kind; unparse.c picks the part.
 * Text is canonical: keywords in upper case, one blank, parentheses only
 * where they are needed.
 */
#ifndef SHADE_AST_UNPARSE_H
#define SHADE_AST_UNPARSE_H

#include "ast/ast.h"

/*
 * How tightly a node holds together, loosest first.  A node is put in
 * parentheses where something tighter is wanted.
 */
enum level {
	LEVEL_EXPR, /* lambda */
	LEVEL_OR,
	LEVEL_AND,
	LEVEL_NOT,
	LEVEL_PRED,
	LEVEL_VALUE, /* any arithmetic */
	LEVEL_BIT_OR = LEVEL_VALUE,
	LEVEL_BIT_XOR,
	LEVEL_BIT_AND,
	LEVEL_SHIFT,
	LEVEL_CONCAT,
	LEVEL_ADD,
	LEVEL_MUL,
	LEVEL_POWER,
	LEVEL_AT,
	LEVEL_COLLATE,
	LEVEL_UNARY,
	LEVEL_POSTFIX
};

static inline void put(struct sbuf *o, const char *text)
{
	sbuf_add(o, str_from(text));
}

/* Any node by its kind. */
void unparse_node(struct sbuf *o, const struct ast *n);
/* An expression that must hold together as tightly as level. */
void unparse_expr(struct sbuf *o, const struct ast *n, enum level level);
/* "(query)" */
void unparse_query_parens(struct sbuf *o, const struct ast *n);
/* a, b, c */
void unparse_list(struct sbuf *o, const struct ast_list *l);
void unparse_list_parens(struct sbuf *o, const struct ast_list *l);
/* head and the list, nothing for an empty list. */
void unparse_list_after(struct sbuf *o, const char *head, const struct ast_list *l);
/* head and the node, nothing for NULL. */
void unparse_after(struct sbuf *o, const char *head, const struct ast *n);
/* head and the string literal, nothing if absent. */
void unparse_string_after(struct sbuf *o, const char *head, struct str s);
/* text if flag. */
void unparse_if(struct sbuf *o, bool flag, const char *text);
/* An ident node, quoted if it is a keyword of any class. */
void unparse_strict_name(struct sbuf *o, const struct ast *ident);
/* A function's name before its parenthesis. */
void unparse_func_name(struct sbuf *o, const struct ast_func *f);
/* WITH .., of queries and data statements; with a blank behind it. */
void unparse_with(struct sbuf *o, bool recursive, const struct ast_list *ctes);
/* GROUP BY list or ALL. */
void unparse_group_by(struct sbuf *o, bool all, const struct ast_list *l);
/* a.b.c of a list of idents. */
void unparse_parts(struct sbuf *o, const struct ast_list *idents);

/* The parts; false if the node is not theirs. */
bool unparse_expr_node(struct sbuf *o, const struct ast *n);
bool unparse_call_node(struct sbuf *o, const struct ast *n);
bool unparse_query_node(struct sbuf *o, const struct ast *n);
bool unparse_table_node(struct sbuf *o, const struct ast *n);
bool unparse_pipe_node(struct sbuf *o, const struct ast *n);
bool unparse_create_node(struct sbuf *o, const struct ast *n);
bool unparse_alter_node(struct sbuf *o, const struct ast *n);
bool unparse_data_node(struct sbuf *o, const struct ast *n);
bool unparse_utility_node(struct sbuf *o, const struct ast *n);
enum level level_of(const struct ast *n);

/* The node as its struct, const. */
#define AS(name, node) ((const struct ast_##name *)(node))

#endif
