/*
 * unparse_name.c - identifiers and string literals, quoted so that they
 * read back as they are.
 */
#include "ast/ast.h"

#include "ast/ast_internal.h"

static bool is_plain(struct str name)
{
	if (name.n == 0)
		return false;
	for (size_t i = 0; i < name.n; i++) {
		unsigned char c = (unsigned char)name.p[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			      c == '_' || c >= 0x80;
		bool digit = c >= '0' && c <= '9';

		if (!letter && !(digit && i > 0))
			return false;
	}
	return true;
}

static void quote(struct str text, char mark, struct sbuf *out)
{
	sbuf_addc(out, mark);
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == mark)
			sbuf_addc(out, mark);
		sbuf_addc(out, text.p[i]);
	}
	sbuf_addc(out, mark);
}

void ast_unparse_name(struct str name, struct sbuf *out)
{
	if (is_plain(name))
		sbuf_add(out, name);
	else
		quote(name, '`', out);
}

void ast_unparse_string(struct str text, struct sbuf *out)
{
	quote(text, '\'', out);
}

struct str ast_name_text(struct arena *a, const struct ast *node)
{
	struct sbuf out = { .arena = a };
	const struct ast_list *parts =
		ast_is(node, AST_PATH) ? &AST_CAST(path, (struct ast *)node)->parts
				       : &AST_CAST(column, (struct ast *)node)->parts;

	for (size_t i = 0; i < parts->n; i++) {
		if (i > 0)
			sbuf_addc(&out, '.');
		ast_unparse_name(AST_CAST(ident, parts->v[i])->name, &out);
	}
	return sbuf_str(&out);
}
