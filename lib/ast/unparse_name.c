/*
 * unparse_name.c - identifiers and string literals, quoted so that they
 * read back as they are.
 */
#include "ast/unparse.h"

struct word {
	struct str name;
	char klass;
};

/* The classes are explained in grammar/keywords.def. */
static const struct word words[] = {
#define KW(word, klass) { STR(#word), #klass[0] },
#include "../../grammar/keywords.def"
#undef KW
};

/* 0: no keyword. */
static char class_of(struct str name)
{
	size_t low = 0, high = ARRAY_LEN(words);

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int order = str_cmp_nocase(name, words[mid].name);

		if (order == 0)
			return words[mid].klass;
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return 0;
}

static bool is_plain(struct str name)
{
	if (name.n == 0)
		return false;
	for (size_t i = 0; i < name.n; i++) {
		unsigned char c = (unsigned char)name.p[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			      c == '_';
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
	char klass = class_of(name);

	if (is_plain(name) && (!klass || strchr("UL", klass)))
		sbuf_add(out, name);
	else
		quote(name, '`', out);
}

void unparse_strict_name(struct sbuf *o, const struct ast *ident)
{
	struct str name = AS(ident, ident)->name;

	if (is_plain(name) && !class_of(name))
		sbuf_add(o, name);
	else
		quote(name, '`', o);
}

/* A backslash means itself in E'..' only whatever the dialect. */
void ast_unparse_string(struct str text, struct sbuf *out)
{
	if (!memchr(text.p ? text.p : "", '\\', text.n)) {
		quote(text, '\'', out);
		return;
	}
	sbuf_add(out, STR("E'"));
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] == '\\' || text.p[i] == '\'')
			sbuf_addc(out, text.p[i]);
		sbuf_addc(out, text.p[i]);
	}
	sbuf_addc(out, '\'');
}

struct str ast_name_text(struct arena *a, const struct ast *node)
{
	struct sbuf out = { .arena = a };

	unparse_parts(&out, ast_is(node, AST_PATH) ? &AS(path, node)->parts
						   : &AS(column, node)->parts);
	return sbuf_str(&out);
}

/* --- function names ------------------------------------------------------- */

static bool plain_args(const struct ast_func *f, size_t least, size_t most)
{
	if (f->args.n < least || f->args.n > most || f->distinct || f->star ||
	    f->order_by.n || f->within_group.n || f->nulls || f->filter || f->over)
		return false;
	for (size_t i = 0; i < f->args.n; i++) {
		enum ast_kind k = f->args.v[i]->kind;

		if (k == AST_NAMED_ARG || k == AST_TABLE_ARG || k == AST_STAR)
			return false;
	}
	return true;
}

static bool first_is_string(const struct ast_func *f)
{
	return f->args.v[0]->kind == AST_LITERAL &&
	       AS(literal, f->args.v[0])->type == AST_LITERAL_KIND_STRING;
}

/* Whether a call with a syntax of its own also takes this plain list. */
static bool special_takes(struct str name, const struct ast_func *f)
{
	static const char *const lists[] = { "ceil",    "ceiling",   "floor",
					     "overlay", "substring", "trim" };

	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		if (str_eq_nocase(name, str_from(lists[i])))
			return plain_args(f, 1, SIZE_MAX);
	}
	if (str_eq_nocase(name, STR("extract")))
		return plain_args(f, 2, 2) && first_is_string(f);
	if (str_eq_nocase(name, STR("position")))
		return plain_args(f, 2, 3);
	if (str_eq_nocase(name, STR("timestampadd")) ||
	    str_eq_nocase(name, STR("timestampdiff")))
		return plain_args(f, 3, 3) && first_is_string(f);
	return false;
}

static bool bare_name_works(struct str name, const struct ast_func *f)
{
	if (!is_plain(name))
		return false;
	switch (class_of(name)) {
	case 0:
	case 'U':
	case 'L':
	case 'O':
	case 'T':
	case 'F':
	case 'B': return true;
	case 'S': return special_takes(name, f);
	case 'C':
		return str_eq_nocase(name, STR("map")) ||
		       str_eq_nocase(name, STR("if")) ||
		       str_eq_nocase(name, STR("struct"));
	case 'R':
		return str_eq_nocase(name, STR("exists")) && plain_args(f, 2, SIZE_MAX);
	default: return false;
	}
}

void unparse_func_name(struct sbuf *o, const struct ast_func *f)
{
	const struct ast_list *parts = &AS(path, f->name)->parts;
	struct str name;

	if (!parts->n) {
		unparse_node(o, f->name);
		return;
	}
	name = AS(ident, parts->v[0])->name;
	if (parts->n == 1 && (f->bare || bare_name_works(name, f)))
		sbuf_add(o, name);
	else if (parts->n == 1)
		quote(name, '`', o);
	else
		unparse_parts(o, parts);
}
