/*
 * check.h - expected results inside scripts.
 *
 *	SELECT 1 AS x;
 *	.check <<END
 *	x
 *	1
 *	END
 *
 * A script that has .check runs as usual and stops where a result differs;
 * `shade --test a.sql b.sql` runs each in a session of its own, prints only
 * what differs and closes with `N passed, N failed`; --accept writes what
 * came into the script.  A statement that fails may be expected, too: its
 * message, without the picture, is the result.
 */
#ifndef SHADE_CMD_CHECK_H
#define SHADE_CMD_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

struct shell;
struct origin;
struct out;

/* A stretch of the script and what --accept puts there. */
struct check_edit {
	size_t begin, end;
	char *text; /* owned */
};

struct checks {
	bool is_on; /* results are kept for .check */
	struct text got; /* owned: what the latest statement printed */
	bool has_error; /* it failed, and nobody has looked yet */
	size_t passed, failed;
	struct check_edit *edits; /* owned */
	size_t n_edits;
};

/* Look for .check in a script that is about to run. */
void check_scan(struct shell *sh, const char *text, size_t n);
/* A statement begins: forget the result before it. */
void check_begin(struct shell *sh, const struct origin *o);
/* In test mode: a failure that .check may expect; true: taken. */
bool check_take_error(struct shell *sh);
/* shade --test: run a script; false: it cannot be read. */
bool check_run_file(struct shell *sh, const char *path);
/* The closing line. */
void check_finish(struct shell *sh);
void checks_release(struct checks *c);

#endif
