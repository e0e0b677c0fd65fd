/*
 * dot_data.c - files and rows: .import .sniff .rejects .expect .changes
 */
#include <string.h>

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

bool dot_import(struct dot_call *c)
{
	struct text probe = { 0 }, sql = { 0 };
	bool exists, ok;

	text_addz(&probe, "SELECT * FROM ");
	sql_add_name(&probe, c->argv[1]);
	text_addz(&probe, " LIMIT 0");
	exists = run_query(c->sh, probe.p, false, never, NULL);
	text_addz(&sql, exists ? "INSERT INTO " : "CREATE TABLE ");
	sql_add_name(&sql, c->argv[1]);
	text_addz(&sql, exists ? " SELECT * FROM " : " AS SELECT * FROM ");
	sql_quote(&sql, c->argv[0], '\'');
	ok = run_sql(c->sh, sql.p, true);
	text_free(&probe);
	text_free(&sql);
	return ok;
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
	sql_add_relation(&sql, what);
	text_addz(&sql, ") TO ");
	sql_quote(&sql, file, '\'');
	ok = run_sql(c->sh, sql.p, true);
	text_free(&sql);
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
