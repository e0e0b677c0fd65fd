#include "shell.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"
#include "run.h"
#include "shade.h"

/* Rows of a table on a terminal, unless .maxrows says more. */
#define LEAST_ROWS 10
#define MOST_ROWS 40

double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

void shell_say(struct shell *sh, const char *fmt, ...)
{
	va_list ap;
	char buf[2048];
	int n;

	if (!sh->interactive || sh->opt.quiet)
		return;
	out_flush(&sh->out);
	va_start(ap, fmt);
	n = vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	if (n > 0 && write(2, buf, strlen(buf)) < 0)
		return;
}

void shell_log(struct shell *sh, const char *p, size_t n)
{
	if (sh->log_fd < 0)
		return;
	if (write(sh->log_fd, p, n) < 0 || write(sh->log_fd, "\n", 1) < 0)
		report_note(&sh->report, true, "the log cannot be written: %s",
			    strerror(errno));
}

/* Flag, then NO_COLOR, then CLICOLOR_FORCE, then the terminal. */
static bool want_color(const struct options *opt, bool tty)
{
	const char *no = getenv("NO_COLOR"), *force = getenv("CLICOLOR_FORCE");
	const char *term = getenv("TERM");

	if (!strcmp(opt->color, "always"))
		return true;
	if (!strcmp(opt->color, "never") || (no && *no))
		return false;
	if (force && *force && strcmp(force, "0") != 0)
		return true;
	return tty && term && *term && strcmp(term, "dumb") != 0;
}

/* A table with its borders and footer, and the next prompt. */
static size_t rows_that_fit(size_t lines)
{
	if (lines < LEAST_ROWS + 8)
		return LEAST_ROWS;
	return lines - 8 < MOST_ROWS ? lines - 8 : MOST_ROWS;
}

void shell_measure(struct shell *sh)
{
	const char *env = getenv("COLUMNS");
	struct winsize ws = { 0 };
	size_t columns = 0;

	if (ioctl(sh->out.is_tty ? sh->out.fd : 2, TIOCGWINSZ, &ws) == 0)
		columns = ws.ws_col;
	if (!columns && env)
		columns = (size_t)strtoul(env, NULL, 10);
	sh->report.columns = columns ? columns : 120;
	sh->looks.columns = sh->out.is_tty ? (columns ? columns : 80) : 0;
	if (sh->looks.fits_rows && ws.ws_row)
		sh->looks.max_rows = rows_that_fit(ws.ws_row);
}

const struct renderer *shell_default_mode(const struct out *out)
{
	return out->is_tty ? &render_box : &render_csv;
}

bool shell_set_mode(struct shell *sh, const char *name)
{
	const struct renderer *mode = renderer_find(name);

	if (!mode)
		return false;
	sh->looks.mode = mode;
	return true;
}

static void init_looks(struct shell *sh, const struct options *opt)
{
	struct looks *l = &sh->looks;

	l->mode = shell_default_mode(&sh->out);
	l->header = !opt->no_header;
	l->nul_rows = opt->nul_rows;
	l->types = true;
	l->footer = true;
	l->utf8 = sh->utf8;
	l->color = want_color(opt, sh->out.is_tty);
	l->max_rows = sh->out.is_tty ? MOST_ROWS : 0;
	l->fits_rows = sh->out.is_tty;
	l->null_text = opt->null_text ? str_dup(opt->null_text) : NULL;
	shell_measure(sh);
}

static const char *unknown_mode_hint(const char *name)
{
	const char *names[32];
	size_t n = 0;

	for (const struct renderer *r; n < 32 && (r = renderer_at(n, NULL)); n++)
		names[n] = r->name;
	return shade_nearest(name, names, n);
}

static bool open_env(struct shell *sh, const char *path)
{
	struct shade_config config = { .catalog_path = path,
				       .read_only = sh->opt.read_only,
				       .safe = sh->opt.safe,
				       .allowed_paths = sh->opt.paths,
				       .stdin_is_script = sh->opt.stdin_is_script };
	enum shade_code rc = shade_open(&config, &sh->env);

	interrupt_watch(sh->env);
	if (rc == SHADE_OK)
		return true;
	if (sh->env)
		report_error(&sh->report, shade_last_error(sh->env), NULL);
	else
		report_fail(&sh->report, "53200", NULL, "out of memory");
	return false;
}

static bool set_params(struct shell *sh)
{
	for (size_t i = 0; i < sh->opt.n_params; i++) {
		const char *eq = strchr(sh->opt.params[i], '=');
		char *name = str_ndup(sh->opt.params[i],
				      (size_t)(eq - sh->opt.params[i]));
		bool ok = shell_set_var(sh, name, eq + 1);

		mem_free(name);
		if (!ok) {
			report_error(&sh->report, shade_last_error(sh->env), NULL);
			return false;
		}
	}
	return true;
}

static bool use_options(struct shell *sh)
{
	const struct options *opt = &sh->opt;

	if (opt->output) {
		struct out other;

		if (!out_open(&other, opt->output)) {
			report_fail(&sh->report, "58030", NULL,
				    "cannot open \"%s\": %s", opt->output,
				    strerror(errno));
			return false;
		}
		out_close(&sh->out);
		sh->out = other;
	}
	init_looks(sh, opt);
	if (opt->mode && !strcmp(opt->mode, "parquet")) {
		report_fail(&sh->report, "0A000", NULL,
			    "not supported yet: --parquet; --arrow writes an Arrow "
			    "stream");
		return false;
	}
	if (opt->mode && !shell_set_mode(sh, opt->mode)) {
		const char *near = unknown_mode_hint(opt->mode);

		report_fail(&sh->report, "22023", NULL,
			    near ? "unknown mode \"%s\"; did you mean \"%s\"?"
				 : "unknown mode \"%s\"",
			    opt->mode, near);
		return false;
	}
	return open_env(sh, opt->catalog) && set_params(sh);
}

bool shell_init(struct shell *sh, const struct options *opt)
{
	*sh = (struct shell){ .opt = *opt, .log_fd = -1, .last_truth = true };
	setlocale(LC_CTYPE, "");
	sh->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	sh->stdout_tty = isatty(1);
	sh->stderr_tty = isatty(2);
	sh->color = want_color(opt, sh->stderr_tty);
	sh->interactive = opt->interactive || (!opt->has_script && isatty(0));
	sh->bail = !sh->interactive;
	sh->progress = true;
	sh->pager = str_dup(opt->pager ? opt->pager : "auto");
	sh->catalog = opt->catalog ? str_dup(opt->catalog) : NULL;
	sh->report = (struct report){ .json = opt->json_errors,
				      .color = sh->color && !opt->json_errors,
				      .utf8 = sh->utf8,
				      .quiet = opt->quiet,
				      .interactive = sh->interactive,
				      .columns = 120 };
	out_init(&sh->out, 1, "standard output");
	signal(SIGPIPE, sh->interactive ? SIG_IGN : SIG_DFL);
	interrupt_install(NULL);
	if (!use_options(sh)) {
		sh->status = EXIT_USAGE;
		return false;
	}
	return true;
}

bool shell_open_catalog(struct shell *sh, const char *path, const struct origin *o)
{
	struct shade_env *old = sh->env;
	struct shade_config config = { .catalog_path = path,
				       .read_only = sh->opt.read_only,
				       .safe = sh->opt.safe,
				       .allowed_paths = sh->opt.paths };
	enum shade_code rc = shade_open(&config, &sh->env);

	if (rc != SHADE_OK) {
		bool ok = sh->env ? shell_env_failed(sh, o) : shell_failed(sh, rc);

		shade_close(sh->env);
		sh->env = old;
		return ok;
	}
	interrupt_watch(sh->env);
	shade_close(old);
	mem_free(sh->catalog);
	sh->catalog = path ? str_dup(path) : NULL;
	for (size_t i = 0; i < sh->n_vars; i++) {
		if (shade_set_param(sh->env, sh->vars[i].name, sh->vars[i].value))
			return shell_env_failed(sh, o);
	}
	return true;
}

/* Append a name in double quotes. */
static void add_quoted(struct text *t, const char *p, size_t n, char quote)
{
	text_addc(t, quote);
	for (size_t i = 0; i < n; i++) {
		if (p[i] == quote)
			text_addc(t, quote);
		text_addc(t, p[i]);
	}
	text_addc(t, quote);
}

bool shell_view_of(struct shell *sh, const char *path)
{
	const char *base = strrchr(path, '/');
	struct text sql = { 0 };
	size_t n;
	bool ok;

	base = base ? base + 1 : path;
	n = strcspn(base, ".");
	if (access(path, R_OK)) {
		report_fail(&sh->report, "58P01", NULL, "cannot open \"%s\": %s", path,
			    strerror(errno));
		sh->status = EXIT_USAGE;
		return false;
	}
	text_addz(&sql, "CREATE TEMPORARY VIEW ");
	add_quoted(&sql, base, n ? n : strlen(base), '"');
	text_addz(&sql, " AS SELECT * FROM ");
	add_quoted(&sql, path, strlen(path), '\'');
	ok = run_sql(sh, sql.p, false);
	if (ok)
		shell_say(sh, "view \"%.*s\" reads %s\n", (int)(n ? n : strlen(base)),
			  base, path);
	text_free(&sql);
	return ok;
}

bool shell_failed(struct shell *sh, enum shade_code code)
{
	int status = EXIT_STATEMENT;

	if (sh->bail && (code == SHADE_E_EXPECTATION || code == SHADE_E_REJECTED))
		status = EXIT_CHECK;
	if (code == SHADE_E_CANCELLED && interrupt_seen() && !sh->interactive) {
		status = EXIT_INTERRUPTED;
		sh->leave = true;
	}
	if (check_take_error(sh))
		status = EXIT_FINE;
	if (sh->status != EXIT_OUTPUT && sh->status != EXIT_INTERRUPTED)
		sh->status = status;
	sh->last_ok = false;
	sh->out.failed = sh->once.failed = true;
	return false;
}

bool shell_env_failed(struct shell *sh, const struct origin *o)
{
	const struct shade_error *e = shade_last_error(sh->env);

	out_flush(&sh->out);
	/* The terminal has written ^C where the cursor was. */
	if (e->code == SHADE_E_CANCELLED && sh->interactive && sh->stderr_tty &&
	    write(2, "\n", 1) < 0)
		return shell_failed(sh, e->code);
	if (o && o->is_made && sh->command && !e->data_file) {
		/* The user wrote a command, not this SQL. */
		struct shade_error at = *e;

		at.begin = 0;
		at.end = sh->command->end - sh->command->begin;
		report_error(&sh->report, &at, sh->command);
	} else {
		report_error(&sh->report, e, o);
	}
	return shell_failed(sh, e->code);
}

bool shell_check_output(struct shell *sh, struct out *out)
{
	int error;

	out_flush(out);
	error = out->error;
	if (!error)
		return true;
	if (error == EPIPE) {
		/* Nobody reads any more: the reader's business, not an error. */
		if (!sh->interactive && !out->child) {
			signal(SIGPIPE, SIG_DFL);
			raise(SIGPIPE);
		}
		out->error = 0;
		return out->child > 0;
	}
	if (!out->was_reported)
		report_fail(&sh->report, error == ENOSPC ? "53100" : "58030", NULL,
			    "cannot write to %s: %s",
			    out->tee_failed && sh->tee ? sh->tee : out->name,
			    strerror(error));
	out->was_reported = true;
	sh->status = EXIT_OUTPUT;
	sh->last_ok = false;
	if (!sh->interactive)
		sh->leave = true;
	else
		out->error = 0, out->was_reported = false;
	return false;
}

bool shell_set_var(struct shell *sh, const char *name, const char *value)
{
	return shell_set_var_as(sh, name, value, value);
}

bool shell_set_var_as(struct shell *sh, const char *name, const char *value,
		      const char *literal)
{
	size_t i = 0;

	if (shade_set_param(sh->env, name, literal))
		return false;
	while (i < sh->n_vars && strcmp(sh->vars[i].name, name) != 0)
		i++;
	if (i < sh->n_vars) {
		mem_free(sh->vars[i].value);
		if (value) {
			sh->vars[i].value = str_dup(value);
			return true;
		}
		mem_free(sh->vars[i].name);
		sh->vars[i] = sh->vars[--sh->n_vars];
		return true;
	}
	if (!value)
		return true;
	sh->vars = mem_grow(sh->vars, sh->n_vars + 1, sizeof(*sh->vars));
	sh->vars[sh->n_vars++] = (struct var){ str_dup(name), str_dup(value) };
	return true;
}

const char *shell_var(const struct shell *sh, const char *name)
{
	for (size_t i = 0; i < sh->n_vars; i++) {
		if (!strcmp(sh->vars[i].name, name))
			return sh->vars[i].value;
	}
	return NULL;
}

int shell_close(struct shell *sh)
{
	if (sh->has_once)
		out_close(&sh->once);
	shell_check_output(sh, &sh->out);
	if (!out_close(&sh->out) && sh->status != EXIT_OUTPUT &&
	    sh->out.error != EPIPE) {
		report_fail(&sh->report, "58030", NULL, "cannot write output: %s",
			    strerror(sh->out.error));
		sh->status = EXIT_OUTPUT;
	}
	interrupt_watch(NULL);
	shade_close(sh->env);
	if (sh->log_fd >= 0)
		close(sh->log_fd);
	for (size_t i = 0; i < sh->n_vars; i++) {
		mem_free(sh->vars[i].name);
		mem_free(sh->vars[i].value);
	}
	mem_free(sh->vars);
	mem_free(sh->catalog);
	mem_free(sh->pager);
	mem_free(sh->prompt);
	mem_free(sh->tee);
	mem_free(sh->looks.null_text);
	mem_free(sh->looks.separator);
	mem_free(sh->looks.table);
	mem_free(sh->looks.widths);
	last_release(&sh->last);
	checks_release(&sh->checks);
	text_free(&sh->report.last);
	text_free(&sh->last_sql);
	text_free(&sh->footer);
	return sh->status;
}
