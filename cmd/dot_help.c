/*
 * dot_help.c - .help .show .version, .quit and the latest error.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dot.h"
#include "help_sql.h"
#include "run.h"
#include "shade.h"

#define LEFT_WIDTH 28

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

static const char suffix_help[] =
	"\nbehind a query, in place of ;\n"
	"  \\g [FILE|'|COMMAND']          run it, into a file or command\n"
	"  \\gx  \\G                       one value a line\n"
	"  \\gdesc                        only its columns and types\n"
	"  \\gset [PREFIX]                one row into parameters\n"
	"  \\gexec                        run each cell as a statement\n"
	"  \\crosstabview [ROW COL VALUE] rows and columns swapped\n"
	"  \\watch [i=SECONDS] [c=COUNT]  again and again\n"
	"  \\chart [bar|line|hist]        as a chart\n";

static bool help_one(struct dot_call *c, const char *topic)
{
	const char *name = topic[0] == '.' ? topic + 1 : topic;
	const struct dot *d = dot_find(name);
	const char *names[128], *near;
	struct text t = { 0 };
	size_t n = 0;

	if (d) {
		add_row(&t, d);
		out_add(&c->sh->out, t.p, t.n);
		text_free(&t);
		return true;
	}
	if (help_sql(c->sh, topic))
		return true;
	for (size_t i = 0; n < 128 && (d = dot_at(i)); i++) {
		if (d->run)
			names[n++] = d->name;
	}
	near = shade_nearest(name, names, n);
	return dot_fail(c,
			near ? "no help for \"%s\"; did you mean \".%s\"?"
			     : "no help for \"%s\"; .help lists the commands",
			topic, near);
}

bool dot_help(struct dot_call *c)
{
	struct text t = { 0 };
	const struct dot *d;

	if (c->argc && str_same(c->argv[0], "sql")) {
		struct text topic = { 0 };
		bool ok;

		for (size_t i = 1; i < c->argc; i++)
			text_addf(&topic, "%s%s", i > 1 ? " " : "", c->argv[i]);
		ok = help_sql(c->sh, text_str(&topic)) ||
		     dot_fail(c, "no such statement: \"%s\"", text_str(&topic));
		text_free(&topic);
		return ok;
	}
	if (c->argc == 1)
		return help_one(c, c->argv[0]);
	if (!strcmp(c->name, "\\h"))
		return help_sql(c->sh, "");
	for (size_t i = 0; (d = dot_at(i)); i++) {
		if (d->group)
			text_addf(&t, "%s%s\n", i ? "\n" : "", d->group);
		else
			add_row(&t, d);
	}
	text_addz(&t, suffix_help);
	out_add(&c->sh->out, t.p, t.n);
	text_free(&t);
	return true;
}

/* --- .manual and .explain-error ------------------------------------------- */

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

bool dot_manual(struct dot_call *c)
{
	struct text sql = { 0 }, t = { 0 };
	bool ok;

	text_addz(&sql, "SELECT name, signature, description, example, result "
			"FROM shade.functions WHERE name = lower(");
	sql_quote(&sql, c->argv[0], '\'');
	text_addc(&sql, ')');
	ok = run_query(c->sh, sql.p, true, add_page, &t);
	if (ok && !t.n)
		ok = dot_fail(c, "no function \"%s\"; .functions lists them",
			      c->argv[0]);
	out_add(&c->sh->out, text_str(&t), t.n);
	text_free(&sql);
	text_free(&t);
	return ok;
}

bool dot_explain_error(struct dot_call *c)
{
	static const char *const pages[][4] = {
#define PAGE(state, text, wrong, right) { state, text, wrong, right },
#include "error_pages.def"
#undef PAGE
	};
	struct text t = { 0 };

	for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
		if (!str_same(pages[i][0], c->argv[0]))
			continue;
		text_addf(&t, "%s: %s\n", pages[i][0], pages[i][1]);
		if (pages[i][2][0])
			text_addf(&t, "  wrong: %s\n  right: %s\n", pages[i][2],
				  pages[i][3]);
		out_add(&c->sh->out, t.p, t.n);
		text_free(&t);
		return true;
	}
	return dot_fail(c, "no page for \"%s\"", c->argv[0]);
}

bool dot_version(struct dot_call *c)
{
	out_addz(&c->sh->out, "shade " SHADE_VERSION "\n");
	return true;
}

static const char *on_off(bool b)
{
	return b ? "on" : "off";
}

bool dot_show(struct dot_call *c)
{
	static const char *const expand[] = { "auto", "on", "off" };
	static const char *const echo[] = { "off", "on", "errors" };
	const struct shell *sh = c->sh;
	const struct looks *l = &sh->looks;
	struct text t = { 0 };

	text_addf(&t, "catalog    %s\n", sh->catalog ? sh->catalog : "(in memory)");
	text_addf(&t, "mode       %s\n", l->mode->name);
	text_addf(&t, "output     %s\n", sh->out.name);
	text_addf(&t, "tee        %s\n", sh->tee ? sh->tee : "off");
	text_addf(&t, "headers    %s\n", on_off(l->header));
	if (l->null_text)
		text_addf(&t, "null       \"%s\"\n", l->null_text);
	else
		text_addz(&t, "null       (the mode's own)\n");
	text_addf(&t, "types      %s\n", on_off(l->types));
	text_addf(&t, "footer     %s\n", on_off(l->footer));
	text_addf(&t, "expanded   %s\n", expand[l->expanded]);
	text_addf(&t, "maxrows    %zu\n", l->max_rows);
	text_addf(&t, "maxwidth   %zu\n", l->max_width);
	text_addf(&t, "pager      %s\n", sh->pager);
	text_addf(&t, "timer      %s\n", on_off(sh->timer));
	text_addf(&t, "bail       %s\n", on_off(sh->bail));
	text_addf(&t, "echo       %s\n", echo[sh->echo]);
	text_addf(&t, "safe       %s\n", on_off(sh->opt.safe));
	text_addf(&t, "parameters %zu\n", sh->n_vars);
	out_add(&c->sh->out, t.p, t.n);
	text_free(&t);
	return true;
}

bool dot_quit(struct dot_call *c)
{
	if (c->argc) {
		size_t status;

		if (!dot_number(c, c->argv[0], &status))
			return false;
		c->sh->status = (int)(status & 255);
		c->sh->has_quit_status = true;
	}
	c->sh->leave = true;
	return true;
}

bool dot_errverbose(struct dot_call *c)
{
	const struct text *last = &c->sh->report.last;

	out_flush(&c->sh->out);
	if (last->n && write(2, last->p, last->n) < 0)
		return false;
	if (!last->n)
		shell_say(c->sh, "no error yet\n");
	return true;
}
