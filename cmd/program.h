/*
 * program.h - scripts as programs: options from their first comments.
 *
 *	-- param day date default today  the day to report
 *	-- param city varchar            where
 *
 * in the head of report.sql makes `shade report.sql --day 2024-01-05
 * --city Rome` and `shade report.sql --help` work.  Values are checked
 * against their type before the script runs, and are $day, :'day' and so on
 * in it.
 */
#ifndef SHADE_CMD_PROGRAM_H
#define SHADE_CMD_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

struct shell;

struct program_param {
	char *name, *type, *fallback, *doc; /* owned; fallback may be NULL */
	const char *value; /* borrowed from argv, or NULL */
};

struct program {
	char *path; /* owned; NULL: no script was named */
	char *summary; /* owned: first plain comment line, or NULL */
	struct program_param *params; /* owned */
	size_t n;
};

/* Read the head of a script; a file that cannot be read has no params. */
void program_read(struct program *p, const char *path);
void program_release(struct program *p);
/* NULL: the script has no such option. */
struct program_param *program_find(const struct program *p, const char *name, size_t n);
/* The text of its --help; owned by the caller. */
char *program_help(const struct program *p);
/* Check and set all values.  False: reported, status 2. */
bool program_apply(const struct program *p, struct shell *sh);

#endif
