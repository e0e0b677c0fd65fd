/*
 * run.h - one SQL statement from text to printed rows.
 */
#ifndef SHADE_CMD_RUN_H
#define SHADE_CMD_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "report.h"
#include "subst.h"

struct shell;
struct looks;
struct out;
struct ArrowArrayStream;
struct shade_stmt;

/* A prepared statement; where its text came from is in o. */
struct run {
	struct shade_stmt *stmt; /* owned; NULL: the text was empty */
	struct origin o;
	struct subst subst; /* owned */
};

/* Replace variables and prepare.  False: reported, and closed. */
bool run_open(struct shell *sh, struct run *run, const struct origin *o);
void run_close(struct run *run);

/* Whether what runs next is the user's, whose results stay as `_`. */
void run_keep_results(struct shell *sh, bool on);

/* Execute and print rows in the shell's mode; false: reported. */
bool run_execute(struct shell *sh, struct run *run);
/* Execute a statement with rows into another place or look. */
bool run_print(struct shell *sh, struct run *run, const struct looks *looks,
	       struct out *out);

/* Run the statement at o; false if it failed (reported, status set). */
bool run_statement(struct shell *sh, const struct origin *o);

/* The same with a backslash command behind it: \g, \gx, \gset .. */
bool run_with_suffix(struct shell *sh, const struct origin *o, const char *suffix,
		     size_t n);

/* Whether a name (without backslash) is such a command. */
bool suffix_is_known(const char *name);

/* Run SQL of the shell's own making. */
bool run_sql(struct shell *sh, const char *sql, bool with_status);

/* Ask something and hand each row as texts (NULL: NULL) to fn until it
 * returns false.  Reports errors only if loud. */
typedef bool row_fn(void *arg, size_t n, const char *const *names,
		    const char *const *values);
bool run_query(struct shell *sh, const char *sql, bool loud, row_fn *fn, void *arg);
/* The same for an open run. */
bool run_rows(struct shell *sh, struct run *run, bool loud, row_fn *fn, void *arg);

/* Print waiting notes and warnings; false: a warning under --werror. */
bool run_notices(struct shell *sh, const struct origin *o);

#endif
