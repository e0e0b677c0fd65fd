/*
 * dot_help.c - .help and .manual: commands, topics, statements, functions.
 */
#include <string.h>

#include "dot.h"
#include "help_sql.h"
#include "run.h"
#include "shade.h"
#include "suffix.h"

#define LEFT_WIDTH 28

/* --- functions ------------------------------------------------------------ */

static bool add_page(void *arg, size_t n, const char *const *names,
		     const char *const *values)
{
	struct text *t = arg;

	(void)names;
	if (n < 5 || !values[0])
		return true;
	text_addf(t, "%s%s(%s)  %s\n", t->n ? "\n" : "", values[0],
		  values[1] ? values[1] : "", values[2] ? values[2] : "");
	if (values[3])
		text_addf(t, "    SELECT %s  -- %s\n", values[3],
			  values[4] ? values[4] : "NULL");
	return true;
}

/* Pages of the functions of that name; none is no failure. */
static bool add_manual(struct dot_call *c, const char *name, struct text *t)
{
	struct text sql = { 0 };
	bool ok;

	text_addz(&sql, "SELECT name, signature, description, example, result "
			"FROM shade.functions WHERE name = lower(");
	sql_quote(&sql, name, '\'');
	text_addc(&sql, ')');
	ok = run_query(c->sh, sql.p, true, add_page, t);
	text_free(&sql);
	return ok;
}

struct names {
	char **v; /* owned */
	size_t n;
};

static bool add_name(void *arg, size_t n, const char *const *names,
		     const char *const *values)
{
	struct names *list = arg;

	(void)names;
	if (n && values[0]) {
		list->v = mem_grow(list->v, list->n + 1, sizeof(*list->v));
		list->v[list->n++] = str_dup(values[0]);
	}
	return true;
}

static bool no_function(struct dot_call *c)
{
	struct names list = { 0 };
	const char *near;

	run_query(c->sh, "SELECT DISTINCT name FROM shade.functions", false, add_name,
		  &list);
	near = shade_nearest(c->argv[0], (const char *const *)list.v, list.n);
	dot_fail(c,
		 near ? "no function \"%s\"; did you mean \"%s\"?"
		      : "no function \"%s\"; .functions lists them",
		 c->argv[0], near);
	for (size_t i = 0; i < list.n; i++)
		mem_free(list.v[i]);
	mem_free(list.v);
	return false;
}

bool dot_manual(struct dot_call *c)
{
	struct text t = { 0 };
	bool ok = add_manual(c, c->argv[0], &t);

	if (ok && !t.n)
		ok = no_function(c);
	out_add(&c->sh->out, text_str(&t), t.n);
	text_free(&t);
	return ok;
}

/* --- .help ------------------------------------------------------------------ */

static void add_row(struct text *t, const struct dot *d)
{
	struct text left = { 0 };

	text_addf(&left, ".%s %s", d->name, d->usage);
	text_addf(t, "  %-*s", LEFT_WIDTH, left.p);
	if (left.n > LEFT_WIDTH)
		text_addf(t, "\n  %-*s", LEFT_WIDTH, "");
	text_addf(t, " %s%-7s %s\n", d->alias ? "\\" : " ", d->alias ? d->alias : "",
		  d->help);
	text_free(&left);
}

static void add_suffixes(struct text *t)
{
	const struct suffix *s;

	text_addz(t, "\nbehind a query, in place of ;\n");
	for (size_t i = 0; (s = suffix_at(i)); i++) {
		struct text left = { 0 };

		text_addf(&left, "\\%s %s", s->name, s->usage);
		text_addf(t, "  %-36s %s\n", left.p, s->help);
		text_free(&left);
	}
}

static const struct {
	const char *name, *text;
} topics[] = {
#define TOPIC(name, text) { name, text },
#include "topics.def"
#undef TOPIC
};

static void add_topics(struct text *t)
{
	text_addz(t, "\n.help TOPIC tells more:");
	for (size_t i = 0; i < ARRAY_LEN(topics); i++)
		text_addf(t, " %s", topics[i].name);
	text_addz(t, "\n.help sql lists the statements, .help sql SELECT shows one\n");
}

static const char *topic_text(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(topics); i++) {
		if (str_same(topics[i].name, name))
			return topics[i].text;
	}
	return NULL;
}

/* Commands that do something with the word. */
static void add_mentions(struct text *t, const char *word)
{
	const struct suffix *s;
	const struct dot *d;

	for (size_t i = 0; (d = dot_at(i)); i++) {
		if (d->run && strcasestr(d->help, word))
			add_row(t, d);
	}
	for (size_t i = 0; (s = suffix_at(i)); i++) {
		if (strcasestr(s->help, word) || str_same(s->name, word))
			text_addf(t, "  \\%s %s  %s\n", s->name, s->usage, s->help);
	}
}

static bool no_help(struct dot_call *c, const char *topic)
{
	const char *names[128 + ARRAY_LEN(topics)], *near;
	const struct dot *d;
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_LEN(topics); i++)
		names[n++] = topics[i].name;
	for (size_t i = 0; n < ARRAY_LEN(names) && (d = dot_at(i)); i++) {
		if (d->run)
			names[n++] = d->name;
	}
	near = shade_nearest(topic, names, n);
	return dot_fail(c,
			near ? "no help for \"%s\"; did you mean \".help %s\"?"
			     : "no help for \"%s\"; .help lists commands and topics",
			topic, near);
}

static const struct dot *find_command(const char *topic)
{
	const struct dot *d;

	if (topic[0] != '\\')
		return dot_find(topic[0] == '.' ? topic + 1 : topic);
	for (size_t i = 0; (d = dot_at(i)); i++) {
		if (d->run && d->alias && !strcmp(d->alias, topic + 1))
			return d;
	}
	return NULL;
}

static bool help_one(struct dot_call *c, const char *topic)
{
	const struct dot *d = find_command(topic);
	const char *more = topic_text(topic);
	struct text t = { 0 };
	bool ok = true;

	if (d)
		add_row(&t, d);
	if (more)
		text_addf(&t, "%s\n", more);
	if (!t.n && help_sql(c->sh, topic))
		return true;
	if (!t.n)
		ok = add_manual(c, topic, &t);
	if (ok && !t.n && strlen(topic) > 2)
		add_mentions(&t, topic + (topic[0] == '\\' || topic[0] == '.'));
	if (ok && !t.n)
		ok = no_help(c, topic);
	out_add(&c->sh->out, text_str(&t), t.n);
	text_free(&t);
	return ok;
}

/* Words of a statement's name, joined again. */
static bool help_statement(struct dot_call *c, size_t first)
{
	struct text topic = { 0 };
	bool ok;

	for (size_t i = first; i < c->argc; i++)
		text_addf(&topic, "%s%s", i > first ? " " : "", c->argv[i]);
	ok = help_sql(c->sh, text_str(&topic)) ||
	     dot_fail(c, "no help for the statement \"%s\"; .help sql lists them",
		      text_str(&topic));
	text_free(&topic);
	return ok;
}

bool dot_help(struct dot_call *c)
{
	struct text t = { 0 };
	const struct dot *d;

	if (!strcmp(c->name, "\\h"))
		return help_statement(c, 0);
	if (c->argc && str_same(c->argv[0], "sql"))
		return help_statement(c, 1);
	if (c->argc == 1)
		return help_one(c, c->argv[0]);
	if (c->argc > 1)
		return help_statement(c, 0);
	for (size_t i = 0; (d = dot_at(i)); i++) {
		if (d->group)
			text_addf(&t, "%s%s\n", i ? "\n" : "", d->group);
		else
			add_row(&t, d);
	}
	add_suffixes(&t);
	add_topics(&t);
	out_add(&c->sh->out, t.p, t.n);
	text_free(&t);
	return true;
}
