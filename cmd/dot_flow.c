/*
 * dot_flow.c - how scripts run: .bail .echo .print .read .if and others.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dot.h"
#include "run.h"
#include "script.h"
#include "shade.h"

#define READ_DEPTH 50

bool dot_bail(struct dot_call *c)
{
	return dot_switch(c, &c->sh->bail);
}

bool dot_echo(struct dot_call *c)
{
	bool on = c->sh->echo != ECHO_OFF;

	if (c->argc && str_same(c->argv[0], "errors")) {
		c->sh->echo = ECHO_ERRORS;
		return true;
	}
	if (!dot_switch(c, &on))
		return false;
	c->sh->echo = on ? ECHO_ON : ECHO_OFF;
	return true;
}

static void join(struct dot_call *c, struct text *t)
{
	for (size_t i = 0; i < c->argc; i++) {
		const char *arg = c->argv[i];
		/* psql's \echo :name */
		const char *value = c->name[0] == '\\' && arg[0] == ':'
					    ? shell_var(c->sh, arg + 1)
					    : NULL;

		if (i)
			text_addc(t, ' ');
		text_addz(t, value ? value : arg);
	}
	text_addc(t, '\n');
}

bool dot_print(struct dot_call *c)
{
	struct text t = { 0 };

	join(c, &t);
	out_add(&c->sh->out, t.p, t.n);
	text_free(&t);
	return true;
}

bool dot_warn(struct dot_call *c)
{
	struct text t = { 0 };
	bool ok;

	join(c, &t);
	out_flush(&c->sh->out);
	ok = write(2, t.p, t.n) == (ssize_t)t.n;
	text_free(&t);
	return ok;
}

bool dot_read(struct dot_call *c)
{
	struct shell *sh = c->sh;
	bool ok;

	for (size_t i = 1; i < c->argc; i++) {
		char *eq = strchr(c->argv[i], '=');

		if (!eq || eq == c->argv[i])
			return dot_fail(
				c, "%s wants NAME=VALUE behind the file, not \"%s\"",
				c->name, c->argv[i]);
		*eq = '\0';
		if (!shell_set_var(sh, c->argv[i], eq + 1))
			return shell_env_failed(sh, c->o);
	}
	if (sh->depth >= READ_DEPTH)
		return dot_fail(c, "scripts read each other more than %d deep",
				READ_DEPTH);
	if (!dot_allowed(c))
		return false;
	if (access(c->argv[0], R_OK) && strcmp(c->argv[0], "-") != 0) {
		report_fail(&sh->report, "58P01", c->o, "cannot open \"%s\": %s",
			    c->argv[0], strerror(errno));
		return shell_failed(sh, SHADE_E_FILE_NOT_FOUND);
	}
	sh->depth++;
	{
		/* A script stops at its first error, also at the prompt. */
		bool bail = sh->bail;

		if (sh->interactive)
			sh->bail = true;
		ok = script_file(sh, c->argv[0], false);
		if (sh->interactive)
			sh->bail = bail;
	}
	sh->depth--;
	return ok || sh->leave;
}

bool dot_cd(struct dot_call *c)
{
	const char *to = c->argc ? c->argv[0] : getenv("HOME");
	char *expanded = NULL;
	bool ok;

	if (!to)
		return dot_fail(c, "HOME is not set");
	if (to[0] == '~' && (to[1] == '/' || !to[1]) && getenv("HOME"))
		expanded = str_fmt("%s%s", getenv("HOME"), to + 1);
	ok = chdir(expanded ? expanded : to) == 0;
	if (!ok)
		dot_fail(c, "cannot change to \"%s\": %s", to, strerror(errno));
	mem_free(expanded);
	return ok;
}

bool dot_shell(struct dot_call *c)
{
	void (*old)(int);
	int status;

	if (!dot_allowed(c))
		return false;
	out_flush(&c->sh->out);
	old = signal(SIGPIPE, SIG_DFL);
	status = system(c->argc ? c->argv[0] : "${SHELL:-/bin/sh}");
	signal(SIGPIPE, old);
	if (status == -1)
		return dot_fail(c, "cannot run a shell: %s", strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return true;
	if (c->sh->interactive)
		return true;
	if (WIFEXITED(status))
		return dot_fail(c, "the command ended with status %d",
				WEXITSTATUS(status));
	return dot_fail(c, "the command was killed by signal %d", WTERMSIG(status));
}

bool dot_safe(struct dot_call *c)
{
	shade_make_safe(c->sh->env);
	c->sh->opt.safe = true;
	return true;
}

/* --- .if .elif .else .endif ------------------------------------------------
 */

/*
 * sh->n_ifs counts open blocks, n_false_ifs those from the first false one
 * inwards.  A block whose true branch has run is marked in taken.
 */
static bool truth(void *arg, size_t n, const char *const *names,
		  const char *const *values)
{
	bool *is_true = arg;

	(void)names;
	*is_true = n && values[0] && strcmp(values[0], "false") != 0 &&
		   strcmp(values[0], "0") != 0 && values[0][0];
	return false;
}

static bool evaluate(struct dot_call *c, bool *is_true)
{
	char *sql = str_fmt("SELECT (%s)", c->argv[0]);
	struct origin o = { .text = sql, .n = strlen(sql), .end = strlen(sql) };
	struct run run;
	bool ok = run_open(c->sh, &run, &o);

	*is_true = false;
	if (ok) {
		ok = run_rows(c->sh, &run, true, truth, is_true);
		run_close(&run);
	}
	mem_free(sql);
	return ok;
}

/* Bit i: block i had a true branch; 64 deep is enough for anybody. */
static uint64_t taken;

static uint64_t bit_of(const struct shell *sh)
{
	return 1ull << ((sh->n_ifs - 1) & 63);
}

bool dot_if(struct dot_call *c)
{
	struct shell *sh = c->sh;
	bool is_true = false;

	if (sh->n_ifs >= 64)
		return dot_fail(c, ".if more than 64 deep");
	if (sh->n_false_ifs) {
		sh->n_ifs++;
		sh->n_false_ifs++;
		return true;
	}
	if (!evaluate(c, &is_true))
		return false;
	sh->n_ifs++;
	taken &= ~bit_of(sh);
	if (is_true)
		taken |= bit_of(sh);
	else
		sh->n_false_ifs = 1;
	return true;
}

bool dot_elif(struct dot_call *c)
{
	struct shell *sh = c->sh;
	bool is_true = false;

	if (!sh->n_ifs)
		return dot_fail(c, "%s without .if", c->name);
	if (sh->n_false_ifs > 1)
		return true;
	if (!(taken & bit_of(sh)) && !evaluate(c, &is_true))
		return false;
	sh->n_false_ifs = !is_true;
	if (is_true)
		taken |= bit_of(sh);
	return true;
}

bool dot_else(struct dot_call *c)
{
	struct shell *sh = c->sh;

	if (!sh->n_ifs)
		return dot_fail(c, "%s without .if", c->name);
	if (sh->n_false_ifs > 1)
		return true;
	sh->n_false_ifs = (taken & bit_of(sh)) != 0;
	taken |= bit_of(sh);
	return true;
}

bool dot_endif(struct dot_call *c)
{
	struct shell *sh = c->sh;

	if (!sh->n_ifs)
		return dot_fail(c, "%s without .if", c->name);
	sh->n_ifs--;
	if (sh->n_false_ifs)
		sh->n_false_ifs--;
	return true;
}
