/*
 * dot_catalog.c - questions to the catalog, asked in SQL.
 */
#include <string.h>

#include "dot.h"
#include "run.h"
#include "shade.h"
#include "sheet.h"

/* Run SQL; rows of tables are not cut, they are a listing. */
static bool list(struct dot_call *c, const char *sql)
{
	size_t max_rows = c->sh->looks.max_rows;
	bool ok;

	c->sh->looks.max_rows = 0;
	ok = run_sql(c->sh, sql, false);
	c->sh->looks.max_rows = max_rows;
	return ok;
}

/* WORDS [LIKE 'pattern']; * and ? are the shell's wildcards. */
static bool list_like(struct dot_call *c, const char *words)
{
	struct text t = { 0 }, pattern = { 0 };
	bool ok;

	text_addz(&t, words);
	if (c->argc) {
		for (const char *z = c->argv[0]; *z; z++)
			text_addc(&pattern, *z == '*' ? '%' : *z == '?' ? '_' : *z);
		text_addz(&t, " LIKE ");
		sql_quote(&t, text_str(&pattern), '\'');
	}
	ok = list(c, t.p);
	text_free(&t);
	text_free(&pattern);
	return ok;
}

bool dot_tables(struct dot_call *c)
{
	return list_like(c, "SHOW TABLES");
}

bool dot_views(struct dot_call *c)
{
	return list_like(c, "SHOW VIEWS");
}

bool dot_functions(struct dot_call *c)
{
	return list_like(c, "SHOW FUNCTIONS");
}

bool dot_databases(struct dot_call *c)
{
	return list(c, "SHOW DATABASES");
}

bool dot_indexes(struct dot_call *c)
{
	shell_say(c->sh, "shade has no indexes: files and tables keep statistics\n");
	return true;
}

/* A name as SQL wants it: a path of names stays, a file is quoted. */
static void add_name(struct text *t, const char *name)
{
	bool is_file = strchr(name, '/') || str_ends(name, ".csv") ||
		       str_ends(name, ".json") || str_ends(name, ".jsonl") ||
		       str_ends(name, ".tsv") || str_ends(name, ".parquet") ||
		       str_ends(name, ".gz") || str_ends(name, ".zst");
	bool is_plain = is_alpha(name[0]);

	for (const char *z = name; *z; z++)
		is_plain = is_plain && (is_alpha(*z) || is_digit(*z) || *z == '.');
	if (is_file)
		sql_quote(t, name, '\'');
	else if (is_plain || name[0] == '"' || name[0] == '`')
		text_addz(t, name);
	else
		sql_quote(t, name, '"');
}

bool dot_describe(struct dot_call *c)
{
	struct text t = { 0 };
	bool ok;

	if (!c->argc)
		return dot_tables(c);
	text_addz(&t, "DESCRIBE ");
	add_name(&t, c->argv[0]);
	ok = list(c, t.p);
	text_free(&t);
	return ok;
}

/* Rows of DESCRIBE EXTENDED that are about the object: "# kind" and so on. */
static bool add_fact(void *arg, size_t n, const char *const *names,
		     const char *const *values)
{
	struct sheet *s = arg;

	(void)names;
	if (n > 1 && values[0] && str_starts(values[0], "# ") &&
	    strcmp(values[0], "# query") != 0)
		sheet_add(s, (const char *[]){ values[0] + 2, values[1] });
	return true;
}

static bool add_function(void *arg, size_t n, const char *const *names,
			 const char *const *values)
{
	struct sheet *s = arg;

	(void)names;
	if (n == 3) {
		sheet_add(s, (const char *[]){ "kind", values[0] });
		sheet_add(s, (const char *[]){ "signature", values[1] });
		sheet_add(s, (const char *[]){ "does", values[2] });
	}
	return true;
}

static void ask_functions(struct dot_call *c, struct sheet *s)
{
	struct text t = { 0 };

	text_addz(&t, "SELECT kind || ' function', signature, description "
		      "FROM shade.functions WHERE name = ");
	sql_quote(&t, c->argv[0], '\'');
	run_query(c->sh, t.p, false, add_function, s);
	text_free(&t);
}

bool dot_which(struct dot_call *c)
{
	static const char *const titles[] = { "what", "value" };
	struct sheet sheet;
	struct text t = { 0 };
	bool ok;

	sheet_init(&sheet, 2, titles);
	text_addz(&t, "DESCRIBE EXTENDED ");
	add_name(&t, c->argv[0]);
	ok = run_query(c->sh, t.p, false, add_fact, &sheet);
	if (!ok)
		ask_functions(c, &sheet);
	if (sheet.n_rows)
		ok = sheet_print(&sheet, c->sh);
	else
		/* Again, for its message. */
		ok = run_query(c->sh, t.p, true, add_fact, &sheet);
	sheet_release(&sheet);
	text_free(&t);
	return ok;
}

/* --- .schema and .dump -----------------------------------------------------
 */

struct object {
	char *kind, *name;
};

struct objects {
	struct object *v;
	size_t n;
};

/* Remember the rows of SHOW TABLES: columns name and kind. */
static bool add_object(void *arg, size_t n, const char *const *names,
		       const char *const *values)
{
	struct objects *list = arg;
	const char *kind = "", *name = NULL;

	for (size_t i = 0; i < n; i++) {
		if (!strcmp(names[i], "name") || !strcmp(names[i], "table_name"))
			name = values[i];
		else if (!strcmp(names[i], "kind"))
			kind = values[i] ? values[i] : "";
	}
	if (!name)
		name = n ? values[0] : NULL;
	if (!name)
		return true;
	list->v = mem_grow(list->v, list->n + 1, sizeof(*list->v));
	list->v[list->n++] = (struct object){ str_dup(kind), str_dup(name) };
	return true;
}

static bool add_statement(void *arg, size_t n, const char *const *names,
			  const char *const *values)
{
	struct text *t = arg;

	(void)names;
	if (n && values[n - 1]) {
		text_addz(t, values[n - 1]);
		while (t->n && (is_blank(t->p[t->n - 1]) || t->p[t->n - 1] == ';'))
			t->n--;
		text_addz(t, ";\n");
	}
	return true;
}

static bool show_create(struct dot_call *c, const struct object *o, struct text *to)
{
	struct text sql = { 0 };
	bool ok;

	text_addf(&sql, "SHOW CREATE %s ",
		  strcasestr(o->kind, "view") ? "VIEW" : "TABLE");
	sql_quote(&sql, o->name, '"');
	ok = run_query(c->sh, sql.p, true, add_statement, to);
	text_free(&sql);
	return ok;
}

static bool dump_rows(struct dot_call *c, const struct object *o)
{
	struct looks *l = &c->sh->looks, old = *l;
	struct text sql = { 0 }, table = { 0 };
	bool ok;

	text_addz(&sql, "SELECT * FROM ");
	sql_quote(&sql, o->name, '"');
	sql_quote(&table, o->name, '"');
	l->mode = &render_insert;
	l->table = table.p;
	l->footer = false;
	ok = run_sql(c->sh, sql.p, false);
	*l = old;
	text_free(&sql);
	text_free(&table);
	return ok;
}

static bool schema(struct dot_call *c, bool with_rows)
{
	struct objects list = { 0 };
	struct text sql = { 0 }, t = { 0 };
	bool ok;

	text_addz(&sql, "SHOW TABLES");
	if (c->argc) {
		text_addz(&sql, " LIKE ");
		sql_quote(&sql, c->argv[0], '\'');
	}
	ok = run_query(c->sh, sql.p, true, add_object, &list);
	/* Tables before views, which may read them. */
	for (int views = 0; views < 2; views++) {
		for (size_t i = 0; i < list.n && ok; i++) {
			struct object *o = &list.v[i];

			if ((strcasestr(o->kind, "view") != NULL) != views)
				continue;
			text_clear(&t);
			ok = show_create(c, o, &t);
			out_add(&c->sh->out, text_str(&t), t.n);
			if (ok && with_rows && !views)
				ok = dump_rows(c, o);
		}
	}
	for (size_t i = 0; i < list.n; i++) {
		mem_free(list.v[i].kind);
		mem_free(list.v[i].name);
	}
	mem_free(list.v);
	text_free(&sql);
	text_free(&t);
	return ok;
}

bool dot_schema(struct dot_call *c)
{
	return schema(c, false);
}

bool dot_dump(struct dot_call *c)
{
	return schema(c, true);
}

bool dot_open(struct dot_call *c)
{
	if (c->argc && !dot_allowed(c))
		return false;
	return shell_open_catalog(c->sh, c->argc ? c->argv[0] : NULL, c->o);
}
