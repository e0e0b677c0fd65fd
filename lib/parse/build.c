/*
 * build.c - nodes, lists and names for the grammar.
 */
#include "parse/build.h"

/* Remember the first place where the tree got too high. */
static void check_height(struct parse *ps, struct ast *node)
{
	ast_set_height(node);
	if (node->height > AST_MAX_HEIGHT)
		parse_fail(ps, SHADE_E_TOO_COMPLEX, node->span,
			   "the statement nests deeper than %d levels", AST_MAX_HEIGHT);
}

struct ast *parse_make(struct parse *ps, const void *node, size_t size)
{
	struct ast *made = arena_dup(ps->arena, node, size);

	check_height(ps, made);
	return made;
}

struct ast *parse_touch(struct parse *ps, struct ast *node)
{
	check_height(ps, node);
	return node;
}

struct ast_list parse_push(struct parse *ps, struct ast_list list, struct ast *node)
{
	ast_push(ps->arena, &list, node);
	return list;
}

struct ast_list parse_prepend(struct parse *ps, struct ast *first, struct ast_list rest)
{
	struct ast_list list = LIST(first);

	for (size_t i = 0; i < rest.n; i++)
		ast_push(ps->arena, &list, rest.v[i]);
	return list;
}

bool parse_is_all(struct ast_list list)
{
	return list.n == 1 && !list.v[0];
}

/* --- names ---------------------------------------------------------------- */

struct ast *parse_name(struct parse *ps, struct span span, struct str name)
{
	return MAKE(ident, span, .name = name);
}

struct ast *parse_quoted(struct parse *ps, struct span span, struct str name)
{
	if (name.n == 0)
		parse_fail(ps, SHADE_E_SYNTAX, span, "a quoted name must not be empty");
	return MAKE(ident, span, .name = name, .quoted = true);
}

struct str parse_ident_text(const struct ast *ident)
{
	return ((const struct ast_ident *)ident)->name;
}

struct ast *parse_path_of(struct parse *ps, const struct ast *column)
{
	return MAKE(path, column->span, .parts = parse_parts(column));
}

struct ast *parse_column_of(struct parse *ps, const struct ast *path)
{
	return MAKE(column, path->span,
		    .parts = ((const struct ast_path *)path)->parts);
}

struct ast *parse_path_push(struct parse *ps, struct span span, struct ast *path,
			    struct ast *part)
{
	ast_push(ps->arena, &AST_CAST(path, path)->parts, part);
	path->span = span;
	return path;
}

struct ast *parse_column_push(struct parse *ps, struct span span, struct ast *column,
			      struct ast *part)
{
	ast_push(ps->arena, &AST_CAST(column, column)->parts, part);
	column->span = span;
	return column;
}

struct ast_list parse_parts(const struct ast *column)
{
	return ((const struct ast_column *)column)->parts;
}

struct str parse_dotted_text(struct parse *ps, struct ast_list idents)
{
	struct str text = parse_ident_text(idents.v[0]);

	for (size_t i = 1; i < idents.n; i++)
		text = parse_join_text(ps, text, ".", parse_ident_text(idents.v[i]));
	return text;
}

struct str parse_join_text(struct parse *ps, struct str a, const char *between,
			   struct str b)
{
	return str_fmt(ps->arena, "%.*s%s%.*s", STR_ARG(a), between, STR_ARG(b));
}

struct str parse_text(struct parse *ps, struct span span)
{
	struct str part = { ps->text.p + span.begin, span.end - span.begin };

	return str_dup(ps->arena, part);
}

struct ast *parse_word_column(struct parse *ps, struct span span, struct str word)
{
	return MAKE(column, span, .parts = LIST(parse_name(ps, span, word)));
}
