/*
 * ast_internal.h - what the generated and the written half of the tree
 * share.
 */
#ifndef SHADE_AST_AST_INTERNAL_H
#define SHADE_AST_AST_INTERNAL_H

#include "ast/ast.h"

/* Bytes of the node's struct. */
size_t ast_kind_size(enum ast_kind kind);

/* Generated: the fields of one node, its scalars first. */
void ast_dump_fields(const struct ast *node, size_t depth, struct sbuf *out);

/* Called by the above; each leaves defaults out. */
void ast_dump_str(const char *field, struct str value, struct sbuf *out);
void ast_dump_bool(const char *field, bool value, struct sbuf *out);
void ast_dump_int(const char *field, int64_t value, struct sbuf *out);
void ast_dump_enum(const char *field, unsigned value, const char *name,
		   struct sbuf *out);
void ast_dump_node(const char *field, const struct ast *value, size_t depth,
		   struct sbuf *out);
void ast_dump_list(const char *field, const struct ast_list *value, size_t depth,
		   struct sbuf *out);

#endif
