/*
 * dot.h - dot-commands: `.name args`, or psql's `\x args`.
 *
 * To add one: a line in dots.def and a function `dot_<function>` in a
 * dot_*.c file.  A command returns false when it failed; it has reported
 * then, mostly with dot_fail().
 */
#ifndef SHADE_CMD_DOT_H
#define SHADE_CMD_DOT_H

#include <stdbool.h>
#include <stddef.h>

#include "report.h"
#include "shell.h"

struct dot_call {
	struct shell *sh;
	const struct origin *o; /* the command line */
	const char *name; /* as written, with its dot or backslash */
	size_t argc;
	char **argv; /* owned by the caller; NULL behind the last */
};

typedef bool dot_fn(struct dot_call *c);

struct dot {
	dot_fn *run;
	const char *name, *alias, *usage;
	int min_args, max_args;
	const char *help;
	const char *group; /* title; NULL: that of the row before */
};

/* Rows by number, NULL beyond the last. */
const struct dot *dot_at(size_t i);
/* By exact name (without dot). */
const struct dot *dot_find(const char *name);
/* By psql's name (without backslash). */
const struct dot *dot_find_alias(const char *name);

/* Run the command line o; false: it failed. */
bool dot_line(struct shell *sh, const struct origin *o);
/* Whether p, at a dot, begins a known command's name. */
bool dot_is_known(const char *p);

/* Report at the command line; returns false. */
bool dot_fail(struct dot_call *c, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The same with "not supported yet: " and its code. */
bool dot_unsupported(struct dot_call *c, const char *what);
/* on/off argument, or toggle without one; false: reported. */
bool dot_switch(struct dot_call *c, bool *value);
/* A number argument; false: reported. */
bool dot_number(struct dot_call *c, const char *arg, size_t *value);
/* Open a file or '|command' for output; false: reported. */
bool dot_open_output(struct shell *sh, struct out *out, const char *spec,
		     const struct origin *o);
/* Fails under --safe (reported). */
bool dot_allowed(struct dot_call *c);
/* Append 'text' or "name", quotes doubled. */
void sql_quote(struct text *t, const char *z, char quote);
/* Append a LIKE pattern as a string; * and ? are the shell's wildcards. */
void sql_quote_pattern(struct text *t, const char *z);
/* Append a path of names, quoted where it must be. */
void sql_add_name(struct text *t, const char *name);
/* Whether it names a file: by its looks, or because there is one. */
bool sql_is_file(const char *z);
/* Append something to select from: a query, a file, or a path of names. */
void sql_add_relation(struct text *t, const char *z);

#define GROUP(title)
#define DOT(fn, name, alias, usage, min, max, help) dot_fn dot_##fn;
#include "dots.def"
#undef DOT
#undef GROUP

#endif
