/*
 * suffix.h - backslash commands that act on the query before them.
 *
 * To add one: a function, and its row in suffix.c.  args is what stands
 * behind the name, trimmed; it may be cut apart.  False: failed, reported.
 */
#ifndef SHADE_CMD_SUFFIX_H
#define SHADE_CMD_SUFFIX_H

#include "run.h"
#include "shell.h"

typedef bool suffix_fn(struct shell *sh, struct run *run, char *args);

suffix_fn suffix_gset, suffix_gexec, suffix_gdesc, suffix_watch;
suffix_fn suffix_crosstab, suffix_chart;

/* Report at the statement; returns false. */
bool suffix_fail(struct shell *sh, struct run *run, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

#endif
