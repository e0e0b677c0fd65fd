/*
 * options.h - the command line, read completely before anything runs.
 */
#ifndef SHADE_CMD_OPTIONS_H
#define SHADE_CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "program.h"

enum action_kind { ACTION_SQL, ACTION_FILE, ACTION_INIT, ACTION_VIEW };

/* Something to run, in the order given. */
struct action {
	enum action_kind kind;
	const char *arg; /* borrowed from argv */
};

struct options {
	struct action *actions; /* owned */
	size_t n_actions;
	const char **params; /* owned array of borrowed "name=value" */
	size_t n_params;
	const char **paths; /* owned, NULL-terminated: files named */
	size_t n_paths;
	const char *catalog; /* or NULL */
	const char *mode, *null_text, *output, *pager; /* or NULL */
	const char *color; /* "auto" */
	bool nul_rows, no_header, read_only, safe, no_init, quiet, exit_test;
	bool werror, fail_on_reject, json_errors, interactive;
	bool test, accept;
	bool print_help, print_version;
	struct program program; /* of the first .sql file */
	bool has_script; /* -c, -f or SQL was given */
	bool stdin_is_script;
};

/*
 * Fill *opt from argv.  False: the message to print is in *problem (owned
 * by the caller) and the exit status is 2.
 */
bool options_parse(int argc, char **argv, struct options *opt, char **problem);
void options_free(struct options *opt);
/* The text of --help; owned by the caller. */
char *options_help(void);

#endif
