/*
 * ast.h - the abstract syntax tree.
 *
 * nodes.def lists the nodes; the structs are generated.  Every node begins
 * with struct ast, so a struct ast_select * and a struct ast * convert by
 * cast (AST_CAST checks the kind in debug builds).
 *
 * A tree knows no catalog and no settings: names are as written, numbers
 * are text, strings are unescaped.  Nodes live in an arena and have no free
 * function; they may share strings with the source text only if that lives
 * in the same arena (the parser copies).
 *
 * Recursion: no tree from the parser is higher than AST_MAX_HEIGHT, so code
 * may recurse over one without a check of its own, as long as its frames
 * are of usual size.
 */
#ifndef SHADE_AST_AST_H
#define SHADE_AST_AST_H

#include "base/base.h"

#define AST_MAX_HEIGHT 1000

struct ast;

struct ast_list {
	struct ast **v;
	size_t n;
};

#include "ast_nodes.h"

/* The node as its own struct: AST_CAST(select, node)->items. */
#define AST_CAST(name, node) \
	((struct ast_##name *)ast_checked((node), AST_KIND_OF_##name))

static inline struct ast *ast_checked(struct ast *node, enum ast_kind kind)
{
	assert(!node || node->kind == kind);
	(void)kind;
	return node;
}

static inline bool ast_is(const struct ast *node, enum ast_kind kind)
{
	return node && node->kind == kind;
}

/* "select", "create_view": the name in nodes.def. */
const char *ast_kind_name(enum ast_kind kind);

/* A zeroed node. */
struct ast *ast_new(struct arena *a, enum ast_kind kind, struct span span);

/*
 * Append.  The room of a list is a power of two and at least 4, so that it
 * needs no field of its own: lists are made by this function and by
 * ast_copy only.
 */
void ast_push(struct arena *a, struct ast_list *list, struct ast *node);

/*
 * Call fn for each child that is not NULL, in the order of the fields;
 * stop when it returns false.  fn may change *child.  Returns false if
 * stopped.  Not recursive: fn calls ast_walk_children itself where it wants
 * to go deeper.
 */
bool ast_walk_children(struct ast *node, bool (*fn)(struct ast **child, void *arg),
		       void *arg);

/* Deep copy, strings too.  node may be NULL. */
struct ast *ast_copy(struct arena *a, const struct ast *node);

/* Equal but for spans and the case of letters in nothing: exact. */
bool ast_equal(const struct ast *x, const struct ast *y);

/* Set height from the children. */
void ast_set_height(struct ast *node);

/*
 * Text of the tree for EXPLAIN AST and tests: one node a line, indented,
 * fields that hold their default left out.
 */
void ast_dump(const struct ast *node, struct sbuf *out);

/*
 * SQL text of any node: a statement (without ';'), query, table reference,
 * expression or type.  Parsing the text gives an equal tree.
 */
void ast_unparse(const struct ast *node, struct sbuf *out);
struct str ast_to_sql(struct arena *a, const struct ast *node);
/* An identifier, quoted if it must be to be read back. */
void ast_unparse_name(struct str name, struct sbuf *out);
/* A string literal with its quotes. */
void ast_unparse_string(struct str text, struct sbuf *out);
/* "a.b.c" of an AST_PATH or AST_COLUMN, quoted where needed. */
struct str ast_name_text(struct arena *a, const struct ast *node);

/* The n columns of a query as values, (query).f1 ..: they share its tree. */
struct ast_list ast_query_fields(struct arena *a, struct ast *query, size_t n,
				 struct span span);

/* Operator spelling: "+", "<>", "IS DISTINCT FROM". */
const char *ast_binary_op_text(enum ast_binary_op op);

#endif
