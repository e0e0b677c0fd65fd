/*
 * dot_lineage.c - .lineage NAME: what a view reads, down to files, and where
 * the values of its columns come from.
 *
 * The library's lineage() and column_lineage() know; here it is drawn.
 */
#include <string.h>

#include "dot.h"
#include "lineage.h"
#include "run.h"
#include "shade.h"
#include "sheet.h"

#define DEPTH 64

static bool add_edge(void *arg, size_t n, const char *const *names,
		     const char *const *values)
{
	struct lineage *l = arg;

	(void)names;
	if (n < 4 || !values[0] || !values[2])
		return true;
	l->v = mem_grow(l->v, l->n + 1, sizeof(*l->v));
	l->v[l->n++] = (struct lineage_edge){
		.object = str_dup(values[0]),
		.kind = str_dup(values[1] ? values[1] : ""),
		.source = str_dup(values[2]),
		.source_kind = str_dup(values[3] ? values[3] : ""),
	};
	return true;
}

bool lineage_ask(struct lineage *l, struct shell *sh, const char *name, bool loud)
{
	struct text sql = { 0 };
	bool ok;

	text_addz(&sql, "SELECT * FROM lineage(");
	sql_quote(&sql, name, '\'');
	text_addc(&sql, ')');
	ok = run_query(sh, sql.p, loud, add_edge, l);
	text_free(&sql);
	return ok;
}

void lineage_free(struct lineage *l)
{
	for (size_t i = 0; i < l->n; i++) {
		mem_free(l->v[i].object);
		mem_free(l->v[i].kind);
		mem_free(l->v[i].source);
		mem_free(l->v[i].source_kind);
	}
	mem_free(l->v);
	*l = (struct lineage){ 0 };
}

/* --- the tree ------------------------------------------------------------- */

/* Without the catalog and database that everybody is in. */
static const char *short_name(const char *path, const char *kind)
{
	static const char usual[] = "default_catalog.default_database.";

	if (strcmp(kind, "file") != 0 && str_starts(path, usual))
		return path + strlen(usual);
	return path;
}

struct tree {
	const struct lineage *l;
	bool utf8;
	struct text out;
};

static bool is_read_by(const struct lineage_edge *e, const char *object,
		       const char *kind)
{
	return !strcmp(e->object, object) && !strcmp(e->kind, kind);
}

static void add_tree(struct tree *t, const char *object, const char *kind,
		     const char *indent, int depth)
{
	size_t left = 0;

	text_addf(&t->out, "%s (%s)\n", short_name(object, kind), kind);
	for (size_t i = 0; i < t->l->n; i++)
		left += is_read_by(&t->l->v[i], object, kind);
	for (size_t i = 0; i < t->l->n && depth < DEPTH; i++) {
		const struct lineage_edge *e = &t->l->v[i];
		const char *bar, *branch;
		char *deeper;

		if (!is_read_by(e, object, kind))
			continue;
		left--;
		bar = !left ? "   " : t->utf8 ? "│  " : "|  ";
		branch = t->utf8 ? left ? "├─ " : "└─ " : left ? "+- " : "`- ";
		deeper = str_fmt("%s%s", indent, bar);
		text_addf(&t->out, "%s%s", indent, branch);
		add_tree(t, e->source, e->source_kind, deeper, depth + 1);
		mem_free(deeper);
	}
}

/* --- --dot and --json ----------------------------------------------------- */

static void add_json(struct text *t, const char *z)
{
	text_addc(t, '"');
	for (; *z; z++) {
		if (*z == '"' || *z == '\\')
			text_addc(t, '\\');
		if ((unsigned char)*z < ' ')
			text_addf(t, "\\u%04x", (unsigned char)*z);
		else
			text_addc(t, *z);
	}
	text_addc(t, '"');
}

static void add_dot(struct text *t, const struct lineage *l)
{
	text_addz(t, "digraph lineage {\n\trankdir=LR;\n");
	for (size_t i = 0; i < l->n; i++) {
		text_addc(t, '\t');
		add_json(t, short_name(l->v[i].source, l->v[i].source_kind));
		text_addz(t, " -> ");
		add_json(t, short_name(l->v[i].object, l->v[i].kind));
		text_addz(t, ";\n");
	}
	for (size_t i = 0; i < l->n; i++) {
		bool is_file = !strcmp(l->v[i].source_kind, "file"), is_new = true;

		for (size_t k = 0; k < i; k++)
			is_new = is_new && strcmp(l->v[k].source, l->v[i].source) != 0;
		if (!is_new || (!is_file && !strstr(l->v[i].source_kind, "table")))
			continue;
		text_addc(t, '\t');
		add_json(t, short_name(l->v[i].source, l->v[i].source_kind));
		text_addf(t, " [shape=%s];\n", is_file ? "note" : "box");
	}
	text_addz(t, "}\n");
}

static void add_json_edges(struct text *t, const struct lineage *l)
{
	text_addc(t, '[');
	for (size_t i = 0; i < l->n; i++) {
		text_addz(t, i ? ",\n{\"object\":" : "{\"object\":");
		add_json(t, l->v[i].object);
		text_addz(t, ",\"kind\":");
		add_json(t, l->v[i].kind);
		text_addz(t, ",\"source\":");
		add_json(t, l->v[i].source);
		text_addz(t, ",\"source_kind\":");
		add_json(t, l->v[i].source_kind);
		text_addc(t, '}');
	}
	text_addz(t, "]\n");
}

/* --- columns -------------------------------------------------------------- */

/* Print where the columns come from, or only one of them (NULL: all). */
static bool print_columns(struct dot_call *c, const char *name, const char *column)
{
	struct text sql = { 0 };
	bool ok;

	text_addz(&sql, "SELECT \"column\", replace(source, "
			"'default_catalog.default_database.', '') AS source, "
			"source_kind, source_column FROM column_lineage(");
	sql_quote(&sql, name, '\'');
	text_addc(&sql, ')');
	if (column) {
		text_addz(&sql, " WHERE lower(\"column\") = lower(");
		sql_quote(&sql, column, '\'');
		text_addc(&sql, ')');
	}
	ok = run_sql(c->sh, sql.p, false);
	text_free(&sql);
	return ok;
}

/* NAME is no object: perhaps its last part is a column. */
static bool columns_or_error(struct dot_call *c, const char *name)
{
	const char *dot = strrchr(name, '.');
	char *head = dot ? str_ndup(name, (size_t)(dot - name)) : NULL;
	struct lineage l = { 0 };
	bool ok;

	if (head && lineage_ask(&l, c->sh, head, false))
		ok = print_columns(c, head, dot + 1);
	else
		ok = lineage_ask(&l, c->sh, name, true);
	lineage_free(&l);
	mem_free(head);
	return ok;
}

/* A table or file at the root reads nothing: say so. */
static void print_tree(struct dot_call *c, const struct lineage *l, const char *name)
{
	struct tree t = { .l = l, .utf8 = c->sh->utf8 };

	if (l->n)
		add_tree(&t, l->v[0].object, l->v[0].kind, "", 0);
	else
		text_addf(&t.out, "%s reads nothing\n", name);
	out_add(&c->sh->out, t.out.p, t.out.n);
	text_free(&t.out);
}

bool dot_lineage(struct dot_call *c)
{
	const char *name = NULL, *how = "";
	struct lineage l = { 0 };
	struct text t = { 0 };

	for (size_t i = 0; i < c->argc; i++) {
		if (str_starts(c->argv[i], "--"))
			how = c->argv[i] + 2;
		else
			name = c->argv[i];
	}
	if (!name || (*how && strcmp(how, "columns") != 0 && strcmp(how, "dot") != 0 &&
		      strcmp(how, "json") != 0))
		return dot_fail(c, "usage: %s [--columns|--dot|--json] NAME[.COLUMN]",
				c->name);
	if (!lineage_ask(&l, c->sh, name, false)) {
		lineage_free(&l);
		return columns_or_error(c, name);
	}
	if (!strcmp(how, "columns")) {
		lineage_free(&l);
		return print_columns(c, name, NULL);
	}
	if (!strcmp(how, "dot"))
		add_dot(&t, &l);
	else if (!strcmp(how, "json"))
		add_json_edges(&t, &l);
	else
		print_tree(c, &l, name);
	out_add(&c->sh->out, text_str(&t), t.n);
	text_free(&t);
	lineage_free(&l);
	return true;
}
