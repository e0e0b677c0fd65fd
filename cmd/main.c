/*
 * main.c - the program `shade`: options, then scripts or the prompt.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config.h"
#include "repl.h"
#include "run.h"
#include "script.h"
#include "shade.h"
#include "shell.h"

static bool run_action(struct shell *sh, const struct action *a)
{
	switch (a->kind) {
	case ACTION_SQL: return script_text(sh, NULL, a->arg, strlen(a->arg));
	case ACTION_FILE:
	case ACTION_INIT: return script_file(sh, a->arg, true);
	case ACTION_VIEW:
		if (shell_view_of(sh, a->arg))
			return true;
		sh->status = EXIT_USAGE;
		return false;
	}
	return false;
}

/* Views of data files first: scripts are written against them. */
static bool run_actions(struct shell *sh)
{
	const struct options *opt = &sh->opt;

	for (size_t i = 0; i < opt->n_actions; i++) {
		if (opt->actions[i].kind == ACTION_VIEW &&
		    !run_action(sh, &opt->actions[i]))
			return false;
	}
	for (size_t i = 0; i < opt->n_actions; i++) {
		if (opt->actions[i].kind == ACTION_INIT &&
		    !run_action(sh, &opt->actions[i]))
			return false;
	}
	for (size_t i = 0; i < opt->n_actions; i++) {
		enum action_kind kind = opt->actions[i].kind;

		if ((kind == ACTION_SQL || kind == ACTION_FILE) &&
		    !run_action(sh, &opt->actions[i]) && (sh->bail || sh->leave))
			return false;
	}
	if (sh->n_ifs && !sh->interactive)
		return script_missing_endif(sh, NULL);
	return true;
}

static bool count_row(void *arg, size_t n, const char *const *names,
		      const char *const *values)
{
	(void)names;
	if (n && values[0])
		*(unsigned long *)arg = strtoul(values[0], NULL, 10);
	return true;
}

/* --fail-on-reject: rows that files held but could not be read. */
static void check_rejects(struct shell *sh)
{
	unsigned long n = 0;

	if (!sh->opt.fail_on_reject || !sh->env || sh->status != EXIT_FINE)
		return;
	if (run_query(sh, "SELECT count(*) FROM shade.rejects", true, count_row, &n) &&
	    n)
		sh->status = EXIT_CHECK;
}

/* shade --test: each script in a session of its own. */
static void run_tests(struct shell *sh)
{
	const struct options *opt = &sh->opt;
	struct out nowhere;

	if (!out_open(&nowhere, "/dev/null")) {
		sh->status = EXIT_OUTPUT;
		return;
	}
	out_close(&sh->out);
	sh->out = nowhere;
	sh->report.mute = true;
	for (size_t i = 0; i < opt->n_actions; i++) {
		if (opt->actions[i].kind != ACTION_FILE)
			continue;
		if (!check_run_file(sh, opt->actions[i].arg))
			return;
	}
	check_finish(sh);
}

static void finish(struct shell *sh)
{
	check_rejects(sh);
	if (sh->report.n_warnings > 1 && !sh->interactive && !sh->report.json)
		report_note(&sh->report, false, "%zu warnings", sh->report.n_warnings);
	if (sh->opt.exit_test && sh->status == EXIT_FINE && !sh->last_truth)
		sh->status = EXIT_STATEMENT;
	if (sh->report.n_warnings && !sh->interactive && sh->status == EXIT_FINE &&
	    sh->opt.werror)
		sh->status = EXIT_STATEMENT;
}

static int print_and_leave(char *text)
{
	size_t n = strlen(text);
	bool ok = write(1, text, n) == (ssize_t)n;

	mem_free(text);
	return ok ? EXIT_FINE : EXIT_OUTPUT;
}

static void run_all(struct shell *sh)
{
	const struct options *opt = &sh->opt;

	if (opt->test) {
		run_tests(sh);
		return;
	}
	if (!opt->no_init && !config_load(sh))
		return;
	if (!program_apply(&opt->program, sh) || !run_actions(sh) || sh->leave)
		return;
	if (sh->interactive)
		repl_run(sh);
	else if (!opt->has_script)
		script_file(sh, "-", true);
}

static char *help_text(const struct options *opt)
{
	if (!opt->print_help)
		return str_dup("shade " SHADE_VERSION "\n");
	return opt->program.path ? program_help(&opt->program) : options_help();
}

int main(int argc, char **argv)
{
	struct options opt;
	struct shell sh;
	char *problem;
	int status;

	if (!options_parse(argc, argv, &opt, &problem)) {
		fprintf(stderr, "error: %s\n", problem);
		mem_free(problem);
		options_free(&opt);
		return EXIT_USAGE;
	}
	if (opt.print_help || opt.print_version) {
		status = print_and_leave(help_text(&opt));
		options_free(&opt);
		return status;
	}
	if (!opt.has_script && !opt.interactive && !isatty(0))
		opt.stdin_is_script = true;
	if (shell_init(&sh, &opt))
		run_all(&sh);
	finish(&sh);
	status = shell_close(&sh);
	options_free(&opt);
	return status;
}
