/*
 * dot_data.c - files and rows: .import .sniff .rejects .expect .changes
 */
#include <string.h>
#include <unistd.h>

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

/* A path of names, each part quoted only where it must be. */
static void add_table(struct text *t, const char *name)
{
	bool is_plain = is_alpha(name[0]);

	for (const char *z = name; *z; z++)
		is_plain = is_plain && (is_alpha(*z) || is_digit(*z) || *z == '.');
	if (is_plain)
		text_addz(t, name);
	else
		sql_quote(t, name, '"');
}

bool dot_import(struct dot_call *c)
{
	struct text probe = { 0 }, sql = { 0 };
	bool exists, ok;

	text_addz(&probe, "SELECT * FROM ");
	add_table(&probe, c->argv[1]);
	text_addz(&probe, " LIMIT 0");
	exists = run_query(c->sh, probe.p, false, never, NULL);
	text_addz(&sql, exists ? "INSERT INTO " : "CREATE TABLE ");
	add_table(&sql, c->argv[1]);
	text_addz(&sql, exists ? " SELECT * FROM " : " AS SELECT * FROM ");
	sql_quote(&sql, c->argv[0], '\'');
	ok = run_sql(c->sh, sql.p, true);
	text_free(&probe);
	text_free(&sql);
	return ok;
}

/* --- .export and .diff ---------------------------------------------------- */

/* A query, a name, or a file, as something to select from. */
static void add_relation(struct text *t, const char *z)
{
	if (strpbrk(z, " \t\n")) {
		text_addf(t, "(%s)", z);
	} else if (strchr(z, '/') || (strchr(z, '.') && access(z, R_OK) == 0)) {
		sql_quote(t, z, '\'');
	} else {
		add_table(t, z);
	}
}

bool dot_export(struct dot_call *c)
{
	char *line = c->argv[0], *file = line, *what;
	struct text sql = { 0 };
	char quote = *line == '\'' || *line == '"' ? *line : '\0';
	bool ok;

	what = quote ? strchr(++file, quote) : file + strcspn(file, " \t");
	if (!what || !*what)
		return dot_fail(c, "usage: %s FILE TABLE or QUERY", c->name);
	*what++ = '\0';
	what += strspn(what, " \t");
	if (!*what)
		return dot_fail(c, "usage: %s FILE TABLE or QUERY", c->name);
	text_addz(&sql, "COPY (SELECT * FROM ");
	add_relation(&sql, what);
	text_addz(&sql, ") TO ");
	sql_quote(&sql, file, '\'');
	ok = run_sql(c->sh, sql.p, true);
	text_free(&sql);
	return ok;
}

bool dot_diff(struct dot_call *c)
{
	struct text sql = { 0 }, a = { 0 }, b = { 0 };
	bool ok;

	add_relation(&a, c->argv[0]);
	add_relation(&b, c->argv[1]);
	text_addf(&sql,
		  "SELECT * FROM ("
		  "SELECT '-' AS diff, * FROM (SELECT * FROM %s EXCEPT ALL SELECT * "
		  "FROM %s)"
		  " UNION ALL "
		  "SELECT '+' AS diff, * FROM (SELECT * FROM %s EXCEPT ALL SELECT * "
		  "FROM %s)"
		  ")",
		  a.p, b.p, b.p, a.p);
	for (size_t i = 2; i < c->argc; i++) {
		text_addz(&sql, i == 2 ? " ORDER BY " : ", ");
		sql_quote(&sql, c->argv[i], '"');
	}
	if (c->argc > 2)
		text_addz(&sql, ", diff DESC");
	ok = run_sql(c->sh, sql.p, false);
	/* Different is an answer, but scripts ask for the status. */
	if (ok && c->sh->last_rows && !c->sh->interactive)
		c->sh->status = EXIT_STATEMENT;
	text_free(&sql);
	text_free(&a);
	text_free(&b);
	return ok;
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
		add_table(&t, c->argv[0]);
	}
	ok = run_sql(c->sh, t.p, false);
	text_free(&t);
	return ok;
}

bool dot_changes(struct dot_call *c)
{
	struct text t = { 0 };

	text_addf(&t, "%lld\n",
		  c->sh->last_changes < 0 ? 0ll : (long long)c->sh->last_changes);
	out_add(&c->sh->out, t.p, t.n);
	text_free(&t);
	return true;
}
