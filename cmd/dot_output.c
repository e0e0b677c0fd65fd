/*
 * dot_output.c - where results go: .output .once .tee .log, and timing.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dot.h"
#include "run.h"
#include "shade.h"

bool dot_output(struct dot_call *c)
{
	struct shell *sh = c->sh;
	bool automatic = sh->looks.mode == shell_default_mode(&sh->out);
	struct out other;
	int tee = sh->out.tee_fd;

	if (!dot_open_output(sh, &other, c->argc ? c->argv[0] : "-", c->o))
		return false;
	sh->out.tee_fd = -1;
	if (!shell_check_output(sh, &sh->out) || !out_close(&sh->out)) {
		out_close(&other);
		out_init(&sh->out, 1, "standard output");
		return false;
	}
	sh->out = other;
	sh->out.tee_fd = tee;
	if (automatic)
		sh->looks.mode = shell_default_mode(&sh->out);
	shell_measure(sh);
	return true;
}

bool dot_once(struct dot_call *c)
{
	struct out other;

	if (!dot_open_output(c->sh, &other, c->argv[0], c->o))
		return false;
	if (c->sh->has_once)
		out_close(&c->sh->once);
	c->sh->once = other;
	c->sh->has_once = true;
	return true;
}

bool dot_tee(struct dot_call *c)
{
	struct shell *sh = c->sh;
	int fd = -1;

	if (c->argc) {
		if (!dot_allowed(c))
			return false;
		fd = open(c->argv[0], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
		if (fd < 0)
			return dot_fail(c, "cannot open \"%s\": %s", c->argv[0],
					strerror(errno));
	}
	out_flush(&sh->out);
	if (sh->out.tee_fd >= 0)
		close(sh->out.tee_fd);
	sh->out.tee_fd = fd;
	mem_free(sh->tee);
	sh->tee = c->argc ? str_dup(c->argv[0]) : NULL;
	return true;
}

bool dot_log(struct dot_call *c)
{
	struct shell *sh = c->sh;
	int fd = -1;

	if (c->argc) {
		if (!dot_allowed(c))
			return false;
		fd = open(c->argv[0], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
		if (fd < 0)
			return dot_fail(c, "cannot open \"%s\": %s", c->argv[0],
					strerror(errno));
	}
	if (sh->log_fd >= 0)
		close(sh->log_fd);
	sh->log_fd = fd;
	return true;
}

bool dot_timer(struct dot_call *c)
{
	if (!dot_switch(c, &c->sh->timer))
		return false;
	shell_say(c->sh, "timer is %s\n", c->sh->timer ? "on" : "off");
	return true;
}

bool dot_progress(struct dot_call *c)
{
	bool *on = &c->sh->progress;

	if (c->argc && str_same(c->argv[0], "auto")) {
		*on = true;
		return true;
	}
	return dot_switch(c, on);
}

bool dot_explain(struct dot_call *c)
{
	const char *query = c->argc ? c->argv[0] : "";
	bool analyze = str_starts(query, "analyze") &&
		       (!query[7] || is_blank(query[7]));
	struct text sql = { 0 };
	bool ok;

	if (analyze)
		query += 7;
	query += strspn(query, " \t");
	if (!*query)
		query = text_str(&c->sh->last_sql);
	if (!*query)
		return dot_fail(c, "no query yet: %s [analyze] SQL", c->name);
	text_addf(&sql, "EXPLAIN %s%s", analyze ? "ANALYZE " : "", query);
	ok = run_sql(c->sh, sql.p, false);
	text_free(&sql);
	return ok;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

bool dot_bench(struct dot_call *c)
{
	char *sql;
	unsigned long n = strtoul(c->argv[0], &sql, 10);
	struct looks *l = &c->sh->looks;
	const struct renderer *mode = l->mode;
	bool ok = true, footer = l->footer;
	double *ms;
	struct text t = { 0 };

	if (n < 1 || n > 100000 || !is_blank(*sql))
		return dot_fail(c, "usage: .bench N SQL");
	ms = mem_get(n, sizeof(*ms));
	l->mode = &render_off;
	l->footer = false;
	for (size_t i = 0; i < n && ok; i++) {
		double start = now_ms();

		ok = run_sql(c->sh, sql, false);
		ms[i] = now_ms() - start;
	}
	l->mode = mode;
	l->footer = footer;
	if (ok) {
		qsort(ms, n, sizeof(*ms), by_size);
		text_addf(&t, "min %.3f ms, median %.3f ms, max %.3f ms (%lu runs)\n",
			  ms[0], ms[n / 2], ms[n - 1], n);
		out_add(&c->sh->out, t.p, t.n);
	}
	text_free(&t);
	mem_free(ms);
	return ok;
}
