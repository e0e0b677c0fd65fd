/*
 * suffix.h - backslash commands that act on the query before them.
 *
 * To add one: a function suffix_<name>, and its row in suffixes.def.  args is
 * what stands behind the name, trimmed; it may be cut apart.  False: failed,
 * reported.
 */
#ifndef SHADE_CMD_SUFFIX_H
#define SHADE_CMD_SUFFIX_H

#include "run.h"
#include "shell.h"

typedef bool suffix_fn(struct shell *sh, struct run *run, char *args);

struct suffix {
	const char *name;
	suffix_fn *run;
	const char *usage, *help;
};

#define SUFFIX(fn, name, usage, help) suffix_fn suffix_##fn;
#include "suffixes.def"
#undef SUFFIX

/* Rows by number, NULL beyond the last. */
const struct suffix *suffix_at(size_t i);

/* Report at the statement; returns false. */
bool suffix_fail(struct shell *sh, struct run *run, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

#endif
