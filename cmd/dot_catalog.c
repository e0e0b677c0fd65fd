/*
 * dot_catalog.c - questions to the catalog, asked in SQL.
 */
#include <string.h>
#include <sys/stat.h>
#include <time.h>

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
	struct text t = { 0 };
	bool ok;

	text_addz(&t, words);
	if (c->argc) {
		text_addz(&t, " LIKE ");
		sql_quote_pattern(&t, c->argv[0]);
	}
	ok = list(c, t.p);
	text_free(&t);
	return ok;
}

/* psql's \dt: tables only; the views have \dv. */
static bool only_tables(struct dot_call *c)
{
	struct text t = { 0 };
	bool ok;

	text_addz(&t, "SELECT name, kind, temporary, comment FROM shade.tables "
		      "WHERE kind LIKE '%table%'");
	if (c->argc) {
		text_addz(&t, " AND name LIKE ");
		sql_quote_pattern(&t, c->argv[0]);
	}
	ok = list(c, t.p);
	text_free(&t);
	return ok;
}

bool dot_tables(struct dot_call *c)
{
	return str_starts(c->name, "\\dt") ? only_tables(c)
					   : list_like(c, "SHOW TABLES");
}

bool dot_views(struct dot_call *c)
{
	return list_like(c, "SHOW VIEWS");
}

bool dot_functions(struct dot_call *c)
{
	return list_like(c, "SHOW FUNCTIONS");
}

/* --- .databases ----------------------------------------------------------- */

struct databases {
	struct shell *sh;
	struct sheet sheet;
	const char *catalog;
	char *current, *current_database; /* owned */
};

static bool add_current(void *arg, size_t n, const char *const *names,
			const char *const *values)
{
	char **to = arg;

	(void)names;
	if (n && values[0] && !*to)
		*to = str_dup(values[0]);
	return false;
}

static bool add_database(void *arg, size_t n, const char *const *names,
			 const char *const *values)
{
	struct databases *d = arg;
	bool here = d->current && d->current_database && n && values[0] &&
		    !strcmp(d->catalog, d->current) &&
		    !strcmp(values[0], d->current_database);
	const char *file = !strcmp(d->catalog, "default_catalog") ? d->sh->catalog
								  : NULL;

	(void)names;
	if (n)
		sheet_add(&d->sheet, (const char *[]){ d->catalog, values[0],
						       here ? "true" : "false", file });
	return true;
}

static bool add_catalog(void *arg, size_t n, const char *const *names,
			const char *const *values)
{
	struct databases *d = arg;
	struct text sql = { 0 };
	bool ok;

	(void)names;
	if (!n || !values[0])
		return true;
	d->catalog = values[0];
	text_addz(&sql, "SHOW DATABASES FROM ");
	sql_quote(&sql, values[0], '"');
	ok = run_query(d->sh, sql.p, true, add_database, d);
	text_free(&sql);
	return ok;
}

bool dot_databases(struct dot_call *c)
{
	static const char *const titles[] = { "catalog", "database", "current",
					      "file" };
	struct databases d = { .sh = c->sh };
	bool ok;

	sheet_init(&d.sheet, ARRAY_LEN(titles), titles);
	run_query(c->sh, "SHOW CURRENT CATALOG", false, add_current, &d.current);
	run_query(c->sh, "SHOW CURRENT DATABASE", false, add_current,
		  &d.current_database);
	ok = run_query(c->sh, "SHOW CATALOGS", true, add_catalog, &d) &&
	     sheet_print(&d.sheet, c->sh);
	sheet_release(&d.sheet);
	mem_free(d.current);
	mem_free(d.current_database);
	return ok;
}

bool dot_indexes(struct dot_call *c)
{
	shell_say(c->sh, "shade has no indexes: files and tables keep statistics\n");
	return true;
}

/* An object or a file. */
static void add_name(struct text *t, const char *name)
{
	if (sql_is_file(name))
		sql_quote(t, name, '\'');
	else
		sql_add_name(t, name);
}

/* "# kind" and so on: the card above the columns. */
static bool add_card(void *arg, size_t n, const char *const *names,
		     const char *const *values)
{
	struct text *t = arg;

	(void)names;
	if (n > 1 && values[0] && values[1] && str_starts(values[0], "# "))
		text_addf(t, "%-8s %s\n", values[0] + 2, values[1]);
	return true;
}

static void add_file(struct text *t, const char *name)
{
	char buf[64];
	struct stat st;
	struct tm tm;

	if (stat(name, &st) || !localtime_r(&st.st_mtime, &tm))
		return;
	strftime(buf, sizeof(buf), "%Y-%m-%d %H:%M:%S", &tm);
	text_addf(t, "%-8s %s\n%-8s %lld bytes, changed %s\n", "file", name, "size",
		  (long long)st.st_size, buf);
}

/* What a person asks besides the columns; machines get those only. */
static void print_card(struct dot_call *c, const char *name)
{
	struct text t = { 0 }, sql = { 0 };

	text_addf(&sql, "DESCRIBE EXTENDED %s", name);
	run_query(c->sh, sql.p, false, add_card, &t);
	if (sql_is_file(c->argv[0]))
		add_file(&t, c->argv[0]);
	out_add(&c->sh->out, text_str(&t), t.n);
	text_free(&t);
	text_free(&sql);
}

static bool for_people(const struct renderer *mode)
{
	return mode == &render_box || mode == &render_ascii || mode == &render_vertical;
}

bool dot_describe(struct dot_call *c)
{
	struct text name = { 0 }, t = { 0 };
	bool ok;

	if (!c->argc)
		return dot_tables(c);
	add_name(&name, c->argv[0]);
	text_addf(&t, "DESCRIBE %s", name.p);
	if (for_people(c->sh->looks.mode))
		print_card(c, name.p);
	ok = list(c, t.p);
	text_free(&name);
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

bool dot_open(struct dot_call *c)
{
	if (c->argc && !dot_allowed(c))
		return false;
	return shell_open_catalog(c->sh, c->argc ? c->argv[0] : NULL, c->o);
}
