/*
 * dot_look.c - how results look: .mode .null .maxrows and others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dot.h"
#include "shade.h"

static void set_string(char **to, const char *value)
{
	mem_free(*to);
	*to = value ? str_dup(value) : NULL;
}

/* The chosen one of some words; -1: reported. */
static int choice(struct dot_call *c, const char *const *words, int n)
{
	struct text t = { 0 };

	for (int i = 0; i < n; i++) {
		if (str_same(c->argv[0], words[i]))
			return i;
	}
	for (int i = 0; i < n; i++)
		text_addf(&t, "%s%s", i ? ", " : "", words[i]);
	dot_fail(c, "%s is one of %s, not \"%s\"", c->name, t.p, c->argv[0]);
	text_free(&t);
	return -1;
}

static void list_modes(struct dot_call *c)
{
	const struct renderer *r;
	const char *help;
	struct text t = { 0 };

	for (size_t i = 0; (r = renderer_at(i, &help)); i++)
		text_addf(&t, "%s %-9s %s\n", r == c->sh->looks.mode ? "*" : " ",
			  r->name, help);
	out_add(&c->sh->out, t.p, t.n);
	text_free(&t);
}

/* As INSERT needs it: a name that is no plain word is quoted. */
static void set_table(struct looks *l, const char *name)
{
	struct text t = { 0 };

	sql_add_name(&t, name);
	set_string(&l->table, text_str(&t));
	text_free(&t);
}

static bool mode_option(struct dot_call *c, size_t *i)
{
	const char *name = c->argv[*i] + strspn(c->argv[*i], "-");
	const char *value = *i + 1 < c->argc ? c->argv[*i + 1] : NULL;
	struct looks *l = &c->sh->looks;

	if (!strcmp(name, "no-header") || !strcmp(name, "noheader")) {
		l->header = false;
		return true;
	}
	if (!strcmp(name, "header")) {
		l->header = true;
		return true;
	}
	if (!value)
		return dot_fail(c, "%s needs a value", c->argv[*i]);
	++*i;
	if (!strcmp(name, "sep") || !strcmp(name, "separator"))
		set_string(&l->separator, strcmp(value, "\\t") ? value : "\t");
	else if (!strcmp(name, "null"))
		set_string(&l->null_text, value);
	else if (!strcmp(name, "table"))
		set_table(l, value);
	else
		return dot_fail(c, "%s has no option \"%s\"", c->name, c->argv[*i - 1]);
	return true;
}

bool dot_mode(struct dot_call *c)
{
	size_t first = 0;

	/* psql: \pset format csv, \pset null x */
	if (c->name[0] == '\\' && c->argc) {
		if (!strcmp(c->argv[0], "null")) {
			set_string(&c->sh->looks.null_text,
				   c->argc > 1 ? c->argv[1] : "");
			return true;
		}
		if (strcmp(c->argv[0], "format") != 0)
			return dot_fail(c, "\\pset knows format and null, not \"%s\"",
					c->argv[0]);
		first = 1;
	}
	if (c->argc <= first) {
		list_modes(c);
		return true;
	}
	if (c->argv[first][0] != '-') {
		const char *name = c->argv[first];
		const char *names[32], *near;
		size_t n = 0;

		if (!strcmp(name, "auto")) {
			c->sh->looks.mode = shell_default_mode(&c->sh->out);
		} else if (!shell_set_mode(c->sh, name)) {
			for (const struct renderer *r;
			     n < 32 && (r = renderer_at(n, NULL)); n++)
				names[n] = r->name;
			near = shade_nearest(name, names, n);
			return dot_fail(
				c,
				near ? "unknown mode \"%s\"; did you mean \"%s\"?"
				     : "unknown mode \"%s\"; .mode lists them",
				name, near);
		}
		set_string(&c->sh->looks.separator, NULL);
		first++;
	}
	for (size_t i = first; i < c->argc; i++) {
		/* .mode insert TABLE, as sqlite3 has it */
		if (c->argv[i][0] != '-' && i == first) {
			set_table(&c->sh->looks, c->argv[i]);
			continue;
		}
		if (!mode_option(c, &i))
			return false;
	}
	return true;
}

bool dot_headers(struct dot_call *c)
{
	return dot_switch(c, &c->sh->looks.header);
}

bool dot_null(struct dot_call *c)
{
	set_string(&c->sh->looks.null_text, c->argc ? c->argv[0] : NULL);
	return true;
}

bool dot_separator(struct dot_call *c)
{
	set_string(&c->sh->looks.separator, c->argc ? c->argv[0] : NULL);
	return true;
}

bool dot_types(struct dot_call *c)
{
	return dot_switch(c, &c->sh->looks.types);
}

bool dot_footer(struct dot_call *c)
{
	return dot_switch(c, &c->sh->looks.footer);
}

bool dot_expanded(struct dot_call *c)
{
	static const char *const words[] = { "auto", "on", "off" };
	enum expand *e = &c->sh->looks.expanded;
	int i;

	if (!c->argc) {
		*e = *e == EXPAND_ON ? EXPAND_AUTO : EXPAND_ON;
		shell_say(c->sh, "expanded is %s\n", words[*e]);
		return true;
	}
	i = choice(c, words, 3);
	if (i >= 0)
		*e = (enum expand)i;
	return i >= 0;
}

/* The present value is an answer: it goes where results go. */
static bool answer(struct dot_call *c, const char *value)
{
	out_addz(&c->sh->out, value);
	out_addz(&c->sh->out, "\n");
	return true;
}

static bool answer_number(struct dot_call *c, size_t n)
{
	char buf[32];

	snprintf(buf, sizeof(buf), "%zu", n);
	return answer(c, buf);
}

bool dot_maxrows(struct dot_call *c)
{
	struct looks *l = &c->sh->looks;

	if (!c->argc)
		return answer_number(c, l->max_rows);
	l->fits_rows = str_same(c->argv[0], "auto");
	if (l->fits_rows)
		shell_measure(c->sh);
	else if (!dot_number(c, c->argv[0], &l->max_rows))
		return false;
	l->has_tail = c->argc > 1;
	return c->argc < 2 || dot_number(c, c->argv[1], &l->tail);
}

bool dot_maxwidth(struct dot_call *c)
{
	return !c->argc ? answer_number(c, c->sh->looks.max_width)
			: dot_number(c, c->argv[0], &c->sh->looks.max_width);
}

bool dot_width(struct dot_call *c)
{
	struct looks *l = &c->sh->looks;
	size_t *widths = mem_get(c->argc, sizeof(*widths));

	for (size_t i = 0; i < c->argc; i++) {
		if (!dot_number(c, c->argv[i], &widths[i])) {
			mem_free(widths);
			return false;
		}
	}
	mem_free(l->widths);
	l->widths = widths;
	l->n_widths = c->argc;
	return true;
}

bool dot_wrap(struct dot_call *c)
{
	static const char *const words[] = { "off", "char", "word" };
	int i;

	if (!c->argc)
		return answer(c, words[c->sh->looks.wrap]);
	i = choice(c, words, 3);
	if (i >= 0)
		c->sh->looks.wrap = (enum wrap)i;
	return i >= 0;
}

bool dot_numbers(struct dot_call *c)
{
	static const char *const words[] = { "raw", "grouped" };
	int i = c->argc ? choice(c, words, 2) : !c->sh->looks.grouped;

	if (i >= 0)
		c->sh->looks.grouped = i == 1;
	return i >= 0;
}

bool dot_color(struct dot_call *c)
{
	static const char *const words[] = { "never", "always", "auto" };
	int i = c->argc ? choice(c, words, 3) : 2;
	const char *no = getenv("NO_COLOR");

	if (i < 0)
		return false;
	c->sh->looks.color = i == 1 || (i == 2 && c->sh->out.is_tty && !(no && *no));
	c->sh->color = i == 1 || (i == 2 && c->sh->stderr_tty && !(no && *no));
	c->sh->report.color = c->sh->color && !c->sh->report.json;
	return true;
}

bool dot_pager(struct dot_call *c)
{
	if (!c->argc)
		return answer(c, c->sh->pager);
	if (!dot_allowed(c))
		return false;
	set_string(&c->sh->pager, c->argv[0]);
	return true;
}
