/*
 * ast.c - making nodes and lists, and printing a tree.
 */
#include "ast/ast.h"

#include "ast/ast_internal.h"

struct ast *ast_new(struct arena *a, enum ast_kind kind, struct span span)
{
	struct ast *node = arena_alloc(a, ast_kind_size(kind));

	node->kind = kind;
	node->height = 1;
	node->span = span;
	return node;
}

void ast_push(struct arena *a, struct ast_list *list, struct ast *node)
{
	size_t n = list->n;

	if (n == 0) {
		list->v = arena_array(a, struct ast *, 4);
	} else if (n >= 4 && (n & (n - 1)) == 0) {
		list->v = arena_realloc(a, list->v, n * sizeof(*list->v),
					2 * n * sizeof(*list->v));
	}
	list->v[list->n++] = node;
}

static bool max_height(struct ast **child, void *arg)
{
	uint32_t *max = arg;

	if ((*child)->height > *max)
		*max = (*child)->height;
	return true;
}

void ast_set_height(struct ast *node)
{
	uint32_t max = 0;

	(void)ast_walk_children(node, max_height, &max);
	node->height = max + 1;
}

/* --- dump ------------------------------------------------------------- */

static void indent(size_t depth, struct sbuf *out)
{
	for (size_t i = 0; i < depth; i++)
		sbuf_add(out, STR("  "));
}

static void dump_at(const struct ast *node, size_t depth, struct sbuf *out)
{
	sbuf_add(out, str_from(ast_kind_name(node->kind)));
	ast_dump_fields(node, depth + 1, out);
}

void ast_dump(const struct ast *node, struct sbuf *out)
{
	if (node)
		dump_at(node, 0, out);
	sbuf_addc(out, '\n');
}

void ast_dump_str(const char *field, struct str value, struct sbuf *out)
{
	if (!value.p)
		return;
	sbuf_addf(out, " %s=", field);
	ast_unparse_string(value, out);
}

void ast_dump_bool(const char *field, bool value, struct sbuf *out)
{
	if (value)
		sbuf_addf(out, " %s", field);
}

void ast_dump_int(const char *field, int64_t value, struct sbuf *out)
{
	if (value)
		sbuf_addf(out, " %s=%lld", field, (long long)value);
}

void ast_dump_enum(const char *field, unsigned value, const char *name,
		   struct sbuf *out)
{
	if (value)
		sbuf_addf(out, " %s=%s", field, name);
}

void ast_dump_node(const char *field, const struct ast *value, size_t depth,
		   struct sbuf *out)
{
	if (!value)
		return;
	sbuf_addc(out, '\n');
	indent(depth, out);
	sbuf_addf(out, "%s: ", field);
	dump_at(value, depth, out);
}

void ast_dump_list(const char *field, const struct ast_list *value, size_t depth,
		   struct sbuf *out)
{
	for (size_t i = 0; i < value->n; i++) {
		sbuf_addc(out, '\n');
		indent(depth, out);
		sbuf_addf(out, "%s[%zu]: ", field, i);
		if (value->v[i])
			dump_at(value->v[i], depth, out);
	}
}

struct ast_list ast_query_fields(struct arena *a, struct ast *query, size_t n,
				 struct span span)
{
	struct ast_list out = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct ast *row = ast_new(a, AST_SUBQUERY_EXPR, span);
		struct ast *field = ast_new(a, AST_FIELD, span);
		struct ast *name = ast_new(a, AST_IDENT, span);

		AST_CAST(subquery_expr, row)->query = query;
		AST_CAST(subquery_expr, row)->n_fields = (int64_t)n;
		ast_set_height(row);
		AST_CAST(ident, name)->name = str_fmt(a, "f%zu", i + 1);
		ast_set_height(name);
		AST_CAST(field, field)->arg = row;
		AST_CAST(field, field)->name = name;
		ast_set_height(field);
		ast_push(a, &out, field);
	}
	return out;
}
