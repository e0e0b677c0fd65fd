/*
 * dot_data.c - files and rows: .import .sniff .rejects .expect .changes
 */
#include <string.h>
#include <strings.h>

#include "dot.h"
#include "run.h"
#include "shade.h"

static bool never(void *arg, size_t n, const char *const *names,
		  const char *const *values)
{
	(void)arg;
	(void)n;
	(void)names;
	(void)values;
	return false;
}

static bool import(struct dot_call *c, const char *file, const char *table)
{
	struct text probe = { 0 }, sql = { 0 };
	bool exists, ok;

	text_addz(&probe, "SELECT * FROM ");
	sql_add_name(&probe, table);
	text_addz(&probe, " LIMIT 0");
	exists = run_query(c->sh, probe.p, false, never, NULL);
	text_addz(&sql, exists ? "INSERT INTO " : "CREATE TABLE ");
	sql_add_name(&sql, table);
	text_addz(&sql, exists ? " SELECT * FROM " : " AS SELECT * FROM ");
	sql_quote(&sql, file, '\'');
	ok = run_sql(c->sh, sql.p, true);
	text_free(&probe);
	text_free(&sql);
	return ok;
}

bool dot_import(struct dot_call *c)
{
	return import(c, c->argv[0], c->argv[1]);
}

/* --- .export and \copy ---------------------------------------------------- */

/* Is the word at z, in any case, with a blank behind it? */
static bool str_word(const char *z, const char *word)
{
	size_t n = strlen(word);

	return !strncasecmp(z, word, n) && is_blank(z[n]);
}

/* A file's name at *at, perhaps quoted, ended in place; NULL: none. */
static char *cut_file(char **at)
{
	char *file = *at + strspn(*at, " \t"), *end;
	char quote = *file == '\'' || *file == '"' ? *file : '\0';

	end = quote ? strchr(++file, quote) : file + strcspn(file, " \t");
	if (!end || end == file)
		return NULL;
	*at = *end ? end + 1 : end;
	*end = '\0';
	return file;
}

static bool export_to(struct dot_call *c, const char *file, const char *what)
{
	struct text sql = { 0 };
	bool ok;

	text_addz(&sql, "COPY (SELECT * FROM ");
	sql_add_relation(&sql, what);
	text_addz(&sql, ") TO ");
	sql_quote(&sql, file, '\'');
	ok = run_sql(c->sh, sql.p, true);
	text_free(&sql);
	return ok;
}

/* psql's \copy: TABLE or (QUERY), TO or FROM, a file; the format is told by
 * the file's name, so options are refused. */
static bool copy(struct dot_call *c)
{
	static const char usage[] = "usage: \\copy TABLE|(QUERY) TO|FROM 'FILE'";
	char *line = c->argv[0], *word = NULL, *file, *rest;
	bool to = false;

	for (char *z = line; *z; z++) {
		if (!is_blank(*z))
			continue;
		if (str_word(z + 1, "to") || str_word(z + 1, "from")) {
			word = z;
			to = str_word(z + 1, "to");
		}
	}
	if (!word)
		return dot_fail(c, "%s", usage);
	*word = '\0';
	rest = word + 1 + (to ? 2 : 4);
	file = cut_file(&rest);
	if (!file)
		return dot_fail(c, "%s", usage);
	if (rest[strspn(rest, " \t")])
		return dot_fail(
			c, "\\copy takes no options: the format follows the file's "
			   "name; see COPY and read_csv()");
	if (to)
		return export_to(c, file, line);
	return import(c, file, line);
}

bool dot_export(struct dot_call *c)
{
	char *what = c->argv[0], *file;

	if (c->name[0] == '\\')
		return copy(c);
	file = cut_file(&what);
	what += strspn(what, " \t");
	if (!file || !*what)
		return dot_fail(c, "usage: %s FILE TABLE or QUERY", c->name);
	return export_to(c, file, what);
}

static bool list_of(struct dot_call *c, const char *sql, const char *condition)
{
	struct text t = { 0 };
	bool ok;

	text_addz(&t, sql);
	if (c->argc) {
		text_addz(&t, condition);
		sql_quote(&t, c->argv[0], '\'');
	}
	ok = run_sql(c->sh, t.p, false);
	text_free(&t);
	return ok;
}

bool dot_sniff(struct dot_call *c)
{
	struct text t = { 0 };
	struct looks *l = &c->sh->looks;
	const struct renderer *mode = l->mode;
	bool header = l->header, footer = l->footer, ok;

	text_addz(&t, "SELECT statement FROM sniff_csv(");
	sql_quote(&t, c->argv[0], '\'');
	text_addc(&t, ')');
	l->mode = &render_list;
	l->header = l->footer = false;
	ok = run_sql(c->sh, t.p, false);
	l->mode = mode;
	l->header = header;
	l->footer = footer;
	text_free(&t);
	return ok;
}

bool dot_rejects(struct dot_call *c)
{
	return list_of(c, "SELECT * FROM shade.rejects", " WHERE file = ");
}

bool dot_expect(struct dot_call *c)
{
	struct text t = { 0 };
	bool ok;

	text_addz(&t, "SHOW EXPECTATIONS");
	if (c->argc) {
		text_addz(&t, " FOR ");
		sql_add_name(&t, c->argv[0]);
	}
	ok = run_sql(c->sh, t.p, false);
	text_free(&t);
	return ok;
}

bool dot_changes(struct dot_call *c)
{
	struct text t = { 0 };

	if (c->argc)
		return dot_unsupported(c, "the changes of a view as they happen; "
					  ".changes alone counts rows");
	text_addf(&t, "%lld\n",
		  c->sh->last_changes < 0 ? 0ll : (long long)c->sh->last_changes);
	out_add(&c->sh->out, t.p, t.n);
	text_free(&t);
	return true;
}

bool dot_live(struct dot_call *c)
{
	return dot_unsupported(c, ".live; \\watch runs a query again and again");
}
