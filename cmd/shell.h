/*
 * shell.h - the state of one run of the program.
 */
#ifndef SHADE_CMD_SHELL_H
#define SHADE_CMD_SHELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check.h"
#include "last.h"
#include "options.h"
#include "out.h"
#include "render/render.h"
#include "report.h"

enum exit_status {
	EXIT_FINE = 0,
	EXIT_STATEMENT = 1,
	EXIT_USAGE = 2,
	EXIT_CHECK = 3, /* an expectation failed, rows were rejected */
	EXIT_OUTPUT = 4,
	EXIT_INTERRUPTED = 130
};

enum echo { ECHO_OFF, ECHO_ON, ECHO_ERRORS };

/* A parameter as the user wrote it; owned strings. */
struct var {
	char *name, *value;
};

struct shell {
	struct options opt;
	struct shade_env *env;
	char *catalog; /* owned: path of the catalog file, or NULL */
	struct report report;
	struct out out; /* where rows go */
	struct out once; /* where the next result goes, if has_once */
	bool has_once;
	struct looks looks;
	struct var *vars; /* owned */
	size_t n_vars;

	bool interactive;
	bool stdout_tty, stderr_tty;
	bool color, utf8;
	bool bail; /* stop at the first error */
	bool timer, progress;
	enum echo echo;
	char *pager; /* owned: "auto", "on", "off" or a command */
	char *prompt; /* owned: template, or NULL */
	size_t pager_min; /* rows from which auto pages */
	int log_fd; /* .log, or -1 */
	char *tee; /* owned: name of the .tee file, or NULL */

	int status; /* exit status so far */
	bool in_transaction; /* between BEGIN and its end, for the prompt */
	bool leave; /* .quit was seen, or nothing more can be done */
	bool has_quit_status; /* .quit N: status stays as it is */
	size_t command_end; /* behind its further lines */
	const struct origin *command; /* the dot-command being run, or NULL */
	int depth; /* of .read */
	unsigned n_ifs, n_false_ifs; /* .if blocks open, and the false ones */

	/* About the latest statement, for -e, .changes and prompts. */
	bool last_ok, last_truth;
	uint64_t last_rows;
	int64_t last_changes;
	struct last last; /* the latest result */
	struct checks checks; /* of .check */
	struct text footer; /* owned: of the result being printed */
	struct text last_sql; /* owned: text of the latest statement */
};

/* False: a message was printed and sh->status is set. */
bool shell_init(struct shell *sh, const struct options *opt);
/* Flush and close everything; returns the exit status. */
int shell_close(struct shell *sh);

/* Open another catalog in place of the present one. */
bool shell_open_catalog(struct shell *sh, const char *path, const struct origin *o);
/* CREATE TEMPORARY VIEW over a data file, named after it. */
bool shell_view_of(struct shell *sh, const char *path);

/* Remember a failure in sh->status; returns false. */
bool shell_failed(struct shell *sh, enum shade_code code);
/* Report the environment's error at o and remember it; returns false. */
bool shell_env_failed(struct shell *sh, const struct origin *o);
/* After output: status 4 and a message if a write failed. */
bool shell_check_output(struct shell *sh, struct out *out);

/* Output mode by name; false: unknown. */
bool shell_set_mode(struct shell *sh, const char *name);
/* The default for where out goes: box on a terminal, else csv. */
const struct renderer *shell_default_mode(const struct out *out);
/* Ask the terminal for its width again. */
void shell_measure(struct shell *sh);

bool shell_set_var(struct shell *sh, const char *name, const char *value);
/* The same, bound as the SQL literal, while ${name} is the value. */
bool shell_set_var_as(struct shell *sh, const char *name, const char *value,
		      const char *literal);
/* NULL: not set. */
const char *shell_var(const struct shell *sh, const char *name);

/* Chatter for a person at the terminal; nothing in batch. */
void shell_say(struct shell *sh, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* To the file of .log, if there is one. */
void shell_log(struct shell *sh, const char *p, size_t n);

/* Milliseconds on the monotonic clock. */
double now_ms(void);

#endif
