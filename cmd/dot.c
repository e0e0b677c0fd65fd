#include "dot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "shade.h"

/* A group's title travels on a row of its own, without a name. */
static const struct dot rows[] = {
#define GROUP(title) { NULL, "", NULL, "", 0, 0, "", title },
#define DOT(fn, name, alias, usage, min, max, help) \
	{ dot_##fn, name, alias, usage, min, max, help, NULL },
#include "dots.def"
#undef DOT
#undef GROUP
};

const struct dot *dot_at(size_t i)
{
	return i < ARRAY_LEN(rows) ? &rows[i] : NULL;
}

const struct dot *dot_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (rows[i].run && !strcmp(rows[i].name, name))
			return &rows[i];
	}
	return NULL;
}

const struct dot *dot_find_alias(const char *name)
{
	static const char *const more[][2] = {
		{ "ir", "read" },       { "qecho", "print" },
		{ "dn", "databases" },  { "dp", "tables" },
		{ "dS", "tables" },     { "h", "help" },
		{ "quit", "quit" },     { "r", "print" },
		{ "z", "tables" },      { "connect", "open" },
		{ "encoding", "show" }, { "copyright", "version" },
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (rows[i].alias && !strcmp(rows[i].alias, name))
			return &rows[i];
	}
	for (size_t i = 0; i < ARRAY_LEN(more); i++) {
		if (!strcmp(more[i][0], name))
			return dot_find(more[i][1]);
	}
	/* psql's + means verbose; ours is already. */
	if (*name && name[strlen(name) - 1] == '+' && strlen(name) > 1) {
		char *shorter = str_ndup(name, strlen(name) - 1);
		const struct dot *d = dot_find_alias(shorter);

		mem_free(shorter);
		return d;
	}
	return NULL;
}

/* The only command that begins with name, if there is exactly one. */
static const struct dot *find_prefix(const char *name)
{
	const struct dot *found = NULL;

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (!rows[i].run || !str_starts(rows[i].name, name))
			continue;
		if (found && found->run != rows[i].run)
			return NULL;
		if (!found)
			found = &rows[i];
	}
	return found;
}

bool dot_is_known(const char *p)
{
	char name[32];
	size_t n = 1;

	while (is_alpha(p[n]))
		n++;
	if (n == 1 || n > sizeof(name))
		return false;
	memcpy(name, p + 1, n - 1);
	name[n - 1] = '\0';
	return dot_find(name) != NULL;
}

bool dot_fail(struct dot_call *c, const char *fmt, ...)
{
	char buf[768];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	out_flush(&c->sh->out);
	report_fail(&c->sh->report, "42601", c->o, "%s", buf);
	return shell_failed(c->sh, SHADE_E_SYNTAX);
}

bool dot_unsupported(struct dot_call *c, const char *what)
{
	report_fail(&c->sh->report, "0A000", c->o, "not supported yet: %s", what);
	return shell_failed(c->sh, SHADE_E_UNSUPPORTED);
}

bool dot_switch(struct dot_call *c, bool *value)
{
	const char *arg = c->argc ? c->argv[0] : NULL;

	if (!arg)
		*value = !*value;
	else if (str_same(arg, "on") || str_same(arg, "yes") || !strcmp(arg, "1") ||
		 str_same(arg, "true"))
		*value = true;
	else if (str_same(arg, "off") || str_same(arg, "no") || !strcmp(arg, "0") ||
		 str_same(arg, "false"))
		*value = false;
	else
		return dot_fail(c, "%s wants on or off, not \"%s\"", c->name, arg);
	return true;
}

bool dot_number(struct dot_call *c, const char *arg, size_t *value)
{
	char *end;
	unsigned long n = strtoul(arg, &end, 10);

	if (!is_digit(arg[0]) || *end)
		return dot_fail(c, "%s wants a number, not \"%s\"", c->name, arg);
	*value = n;
	return true;
}

bool dot_allowed(struct dot_call *c)
{
	if (!c->sh->opt.safe)
		return true;
	report_fail(&c->sh->report, "42501", c->o, "%s is not allowed in safe mode",
		    c->name);
	return shell_failed(c->sh, SHADE_E_SAFE_MODE);
}

bool dot_open_output(struct shell *sh, struct out *out, const char *spec,
		     const struct origin *o)
{
	if (sh->opt.safe && strcmp(spec, "-") != 0 && strcmp(spec, "stdout") != 0) {
		report_fail(&sh->report, "42501", o,
			    "writing to \"%s\" is not allowed in safe mode", spec);
		return shell_failed(sh, SHADE_E_SAFE_MODE);
	}
	out_flush(&sh->out);
	if (out_open(out, spec))
		return true;
	report_fail(&sh->report, "58030", o, "cannot open \"%s\": %s", spec,
		    strerror(errno));
	return shell_failed(sh, SHADE_E_IO);
}

/* --- the command line ------------------------------------------------------
 */

/* Behind the parenthesis that closes the one at p[at]; at the end if none. */
static size_t parens_end(const char *p, size_t n, size_t at)
{
	int depth = 0;

	while (at < n) {
		char c = p[at++];

		if (c == '\'' || c == '"')
			while (at < n && p[at++] != c)
				;
		else if (c == '(')
			depth++;
		else if (c == ')' && --depth == 0)
			break;
	}
	while (at < n && !is_blank(p[at]))
		at++;
	return at;
}

/* One argument at *at; NULL at the end of the line.  A query in parentheses
 * is one as it stands. */
static char *next_arg(const char *p, size_t n, size_t *at)
{
	struct text t = { 0 };
	size_t i = *at;
	bool any = false;

	while (i < n && is_blank(p[i]))
		i++;
	if (i < n && p[i] == '-' && i + 1 < n && p[i + 1] == '-' &&
	    (i + 2 == n || is_blank(p[i + 2])))
		i = n;
	if (i < n && p[i] == '(') {
		size_t end = parens_end(p, n, i);

		*at = end;
		return str_ndup(p + i, end - i);
	}
	while (i < n && !is_blank(p[i])) {
		char quote = p[i];

		any = true;
		if (quote != '\'' && quote != '"') {
			text_addc(&t, p[i++]);
			continue;
		}
		for (i++; i < n; i++) {
			if (p[i] == quote && i + 1 < n && p[i + 1] == quote)
				i++;
			else if (p[i] == quote)
				break;
			if (quote == '"' && p[i] == '\\' && i + 1 < n) {
				i++;
				text_addc(&t, p[i] == 'n'   ? '\n'
					      : p[i] == 't' ? '\t'
							    : p[i]);
				continue;
			}
			text_addc(&t, p[i]);
		}
		i++;
	}
	*at = i < n ? i : n;
	if (any && !t.p)
		return str_dup("");
	return t.p;
}

/* Without CR, blanks and ';' at the end. */
static size_t trimmed(const char *p, size_t n)
{
	while (n && (is_blank(p[n - 1]) || p[n - 1] == ';'))
		n--;
	return n;
}

static bool unknown(struct dot_call *c, const char *name)
{
	const char *names[128], *near;
	struct text others = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_LEN(rows) && n < 128; i++) {
		const char *candidate = c->name[0] == '.' ? rows[i].name
							  : rows[i].alias;

		if (rows[i].run && candidate)
			names[n++] = candidate;
	}
	near = shade_nearest(name, names, n);
	for (size_t i = 0, found = 0; i < n && found < 2 && strlen(name) > 1; i++) {
		if ((near && !strcmp(names[i], near)) ||
		    strncmp(names[i], name, 2) != 0)
			continue;
		text_addf(&others, ", \"%c%s\"", c->name[0], names[i]);
		found++;
	}
	if (near)
		dot_fail(c,
			 "unknown command \"%s\"; did you mean \"%c%s\"%s? see .help",
			 c->name, c->name[0], near, text_str(&others));
	else
		dot_fail(c, "unknown command \"%s\"; see .help", c->name);
	text_free(&others);
	return false;
}

static bool call(struct dot_call *c, const struct dot *d)
{
	bool is_if = d->run == dot_if || d->run == dot_elif || d->run == dot_else ||
		     d->run == dot_endif;

	if (c->sh->n_false_ifs && !is_if)
		return true;
	if (c->argc < (size_t)d->min_args)
		return dot_fail(c, "%s needs %s: %s %s", c->name,
				d->min_args == 1 ? "an argument" : "arguments", c->name,
				d->usage);
	if (d->max_args >= 0 && c->argc > (size_t)d->max_args)
		return dot_fail(c, "too many arguments: %s %s", c->name, d->usage);
	return d->run(c);
}

static const struct dot *resolve(struct shell *sh, const char *name)
{
	const struct dot *d;

	if (name[0] == '\\')
		return dot_find_alias(name + 1);
	d = dot_find(name + 1);
	if (!d && sh->interactive && !sh->depth)
		d = find_prefix(name + 1);
	return d;
}

/* Length of the name at p, dot or backslash included. */
static size_t name_length(const char *p, size_t n)
{
	size_t k = 1;

	if (k < n && (p[k] == '?' || p[k] == '!'))
		return 2;
	while (k < n && (is_alpha(p[k]) || is_digit(p[k]) || p[k] == '+' ||
			 (p[k] == '-' && k + 1 < n && is_alpha(p[k + 1]))))
		k++;
	return k;
}

/* \g and its like without a query in front repeat the latest one. */
static bool again(struct shell *sh, const struct origin *o, size_t n)
{
	struct origin last = { .text = text_str(&sh->last_sql),
			       .n = sh->last_sql.n,
			       .end = sh->last_sql.n };
	struct text sql = { 0 };
	bool ok;

	text_add(&sql, last.text, last.n);
	last.text = text_str(&sql);
	ok = run_with_suffix(sh, &last, o->text + o->begin, n);
	text_free(&sql);
	return ok;
}

/* The words behind the name; with max_args -2 all of them as one. */
static void split(struct dot_call *c, const struct dot *d, const char *p, size_t n)
{
	size_t at = 0;
	char *arg;

	c->argv = mem_get(1, sizeof(*c->argv));
	if (d && d->max_args == -2) {
		while (at < n && is_blank(p[at]))
			at++;
		arg = at < n ? str_ndup(p + at, n - at) : NULL;
		at = n;
	} else {
		arg = next_arg(p, n, &at);
	}
	while (arg) {
		c->argv = mem_grow(c->argv, c->argc + 2, sizeof(*c->argv));
		c->argv[c->argc++] = arg;
		c->argv[c->argc] = NULL;
		arg = next_arg(p, n, &at);
	}
}

/* ${name} and its like stand for parameters here too; what is not set, and
 * may be meant for another program, stays. */
static void split_replaced(struct dot_call *c, const struct dot *d, const char *p,
			   size_t n)
{
	bool keeps = d && (d->run == dot_param || d->run == dot_if ||
			   d->run == dot_elif || d->run == dot_bench);
	struct subst s;

	if (!keeps && subst_apply(&s, c->sh, p, n)) {
		split(c, d, text_str(&s.out), s.out.n);
		subst_release(&s);
	} else {
		split(c, d, p, n);
	}
}

static bool dispatch(struct dot_call *c, const struct dot *d, const struct origin *o,
		     size_t n)
{
	struct shell *sh = c->sh;
	const char *name = c->name;

	if (d)
		return call(c, d);
	if (sh->n_false_ifs)
		return true;
	if (name[0] == '\\' && sh->last_sql.n && suffix_is_known(name + 1))
		return again(sh, o, n);
	if (name[0] == '\\' && suffix_is_known(name + 1))
		return dot_fail(c, "%s acts on the query before it, and there is none",
				name);
	return unknown(c, name + 1);
}

bool dot_line(struct shell *sh, const struct origin *o)
{
	const char *p = o->text + o->begin;
	const char *nl = memchr(p, '\n', o->end - o->begin);
	size_t n = trimmed(p, nl ? (size_t)(nl - p) : o->end - o->begin);
	size_t at = name_length(p, n), old_end = sh->command_end;
	const struct origin *outer = sh->command;
	struct origin place = *o;
	struct dot_call c = { .sh = sh, .o = &place };
	const struct dot *d;
	char *name = str_ndup(p, at);
	bool ok;

	place.end = o->begin + n;
	sh->command = &place;
	sh->command_end = o->end;
	sh->last_ok = true;
	c.name = name;
	d = resolve(sh, name);
	split_replaced(&c, d, p + at, n - at);
	ok = dispatch(&c, d, o, n);
	for (size_t i = 0; i < c.argc; i++)
		mem_free(c.argv[i]);
	sh->command = outer;
	sh->command_end = old_end;
	mem_free(c.argv);
	mem_free(name);
	return ok;
}
