/*
 * path.c - three-part names: comparing and printing.
 */
#include "catalog/object.h"

int path_cmp(const struct path *a, const struct path *b)
{
	int c = str_cmp_nocase(a->catalog, b->catalog);

	if (c == 0)
		c = str_cmp_nocase(a->database, b->database);
	if (c == 0)
		c = str_cmp_nocase(a->name, b->name);
	return c ? c : (int)a->is_function - (int)b->is_function;
}

bool path_equal(const struct path *a, const struct path *b)
{
	return a->is_function == b->is_function && str_eq_nocase(a->name, b->name) &&
	       str_eq_nocase(a->database, b->database) &&
	       str_eq_nocase(a->catalog, b->catalog);
}

struct path path_dup(struct arena *a, const struct path *p)
{
	return (struct path){
		.catalog = str_dup(a, p->catalog),
		.database = str_dup(a, p->database),
		.name = str_dup(a, p->name),
		.is_function = p->is_function,
	};
}

static bool is_plain(struct str s)
{
	if (s.n == 0 || (s.p[0] >= '0' && s.p[0] <= '9'))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
		    !(c >= '0' && c <= '9') && c != '_')
			return false;
	}
	return true;
}

static void add_name(struct sbuf *b, struct str name)
{
	if (is_plain(name)) {
		sbuf_add(b, name);
		return;
	}
	sbuf_addc(b, '`');
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '`')
			sbuf_addc(b, '`');
		sbuf_addc(b, name.p[i]);
	}
	sbuf_addc(b, '`');
}

struct str name_text(struct arena *a, struct str name)
{
	struct sbuf b = { .arena = a };

	add_name(&b, name);
	return sbuf_str(&b);
}

struct str path_text(struct arena *a, const struct path *p)
{
	const struct str parts[] = { p->catalog, p->database, p->name };
	struct sbuf b = { .arena = a };

	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		if (parts[i].n == 0)
			continue;
		if (b.n > 0)
			sbuf_addc(&b, '.');
		add_name(&b, parts[i]);
	}
	return sbuf_str(&b);
}
