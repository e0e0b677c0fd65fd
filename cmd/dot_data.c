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
