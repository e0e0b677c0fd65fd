#include "run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "dot.h"
#include "interrupt.h"
#include "pager.h"
#include "progress.h"
#include "render/cell.h"
#include "scan.h"
#include "shade.h"
#include "shell.h"

bool run_notices(struct shell *sh, const struct origin *o)
{
	struct shade_notice n;
	size_t before = sh->report.n_warnings;

	while (shade_next_notice(sh->env, &n)) {
		out_flush(&sh->out);
		report_notice(&sh->report, &n, o);
	}
	if (sh->report.n_warnings == before || !sh->opt.werror)
		return true;
	return shell_failed(sh, SHADE_E_MISUSE);
}

/*
 * A dot-command inside a statement fails in strange ways; say what really
 * happened.  True: reported.
 */
static bool blame_dot(struct shell *sh, const struct origin *o)
{
	const char *p = o->text;
	struct scan scan = { 0 };
	size_t line, col;

	for (size_t i = o->begin; i < o->end;) {
		size_t at = i + 1;
		bool starts = p[i] == '\n' && scan.state != SCAN_COMMENT &&
			      scan.state != SCAN_QUOTE && scan.state != SCAN_DQUOTE;
		struct origin dot = *o;

		i += scan_step(&scan, p + i, o->end - i);
		while (starts && at < o->end && (p[at] == ' ' || p[at] == '\t'))
			at++;
		if (!starts || at >= o->end || p[at] != '.' || !dot_is_known(p + at))
			continue;
		dot.begin = at;
		dot.end = at + 1;
		while (dot.end < o->end && is_alpha(p[dot.end]))
			dot.end++;
		text_position(p, o->n, o->begin, &line, &col);
		report_fail(
			&sh->report, "42601", &dot,
			"\"%.*s\" stands inside the statement that began at line %zu; "
			"end that with ; first",
			(int)(dot.end - at), p + at, line);
		return true;
	}
	return false;
}

static bool failed(struct shell *sh, struct run *run)
{
	enum shade_code code = shade_last_error(sh->env)->code;

	if (code != SHADE_E_CANCELLED && !run->o.is_made && blame_dot(sh, &run->o))
		return shell_failed(sh, code);
	return shell_env_failed(sh, &run->o);
}

static bool prepare(struct shell *sh, struct run *run, const char *p, size_t n)
{
	enum shade_code rc = shade_prepare(sh->env, p, n, &run->stmt);

	if (rc == SHADE_OK)
		return run_notices(sh, &run->o);
	return failed(sh, run);
}

bool run_open(struct shell *sh, struct run *run, const struct origin *o)
{
	const char *p = o->text + o->begin;
	size_t n = o->end - o->begin;
	bool ok;

	*run = (struct run){ .o = *o };
	sh->last_ok = true;
	if (subst_apply(&run->subst, sh, p, n)) {
		struct origin place = *o;

		if (run->subst.missing) {
			place.begin = o->begin + run->subst.missing_begin;
			place.end = o->begin + run->subst.missing_end;
			report_fail(
				&sh->report, "42P02", &place,
				"\"%s\" is not set; use -p %s=.. or .param set %s ..",
				run->subst.missing, run->subst.missing,
				run->subst.missing);
			run_close(run);
			return shell_failed(sh, SHADE_E_PARAMETER);
		}
		run->o.map = &run->subst.map;
		ok = prepare(sh, run, text_str(&run->subst.out), run->subst.out.n);
	} else {
		ok = prepare(sh, run, p, n);
	}
	if (!ok)
		run_close(run);
	return ok;
}

void run_close(struct run *run)
{
	shade_finalize(run->stmt);
	subst_release(&run->subst);
	run->stmt = NULL;
}

/* For -e: an empty result, or a first cell that is false or NULL. */
static bool first_is_true(const struct render *r, const struct ArrowArray *a)
{
	struct view v;
	bool is_true;
	char buf[128];

	if (!r->n_columns)
		return true;
	view_init(&v, &r->columns[0]);
	view_bind(&v, a->children[0], a->offset);
	is_true = !view_is_null(&v, 0);
	if (is_true && r->columns[0].kind == K_BOOL)
		is_true = *put_fixed(buf, &v, 0) && buf[0] == 't';
	view_release(&v);
	return is_true;
}

static bool stream_failed(struct shell *sh, struct run *run, struct ArrowArrayStream *s)
{
	const struct shade_error *e = shade_last_error(sh->env);
	const char *said;

	if (e && e->code != SHADE_OK)
		return shell_env_failed(sh, &run->o);
	said = s->get_last_error(s);
	out_flush(&sh->out);
	report_fail(&sh->report, "XX000", NULL, "%s",
		    said ? said : "the result broke off");
	return shell_failed(sh, SHADE_E_INTERNAL);
}

/* A result on its way from the library to the renderer. */
struct printing {
	struct ArrowArrayStream s;
	struct ArrowSchema schema;
	struct progress progress;
	struct render r; /* begun with the first batch, or at the end */
	bool has_begun;
	const struct looks *looks;
	struct out *out;
};

enum pump_end { PUMP_DONE, PUMP_FAILED, PUMP_GONE, PUMP_INTERRUPTED, PUMP_NO_FORMAT };

/* The header waits for the first batch: a query that fails prints nothing. */
static bool begin_printing(struct shell *sh, struct printing *p)
{
	bool is_table = p->looks->mode == &render_box ||
			p->looks->mode == &render_ascii;
	char *problem = NULL;
	const char *zone;

	if (p->has_begun)
		return true;
	/* Tables are printed at the end, other modes as rows come. */
	if (p->out->is_tty && !is_table)
		progress_end(&p->progress);
	if (!render_begin(&p->r, p->out, p->looks, &p->schema, &problem)) {
		progress_end(&p->progress);
		report_fail(&sh->report, "0A000", NULL, "%s", problem);
		mem_free(problem);
		return false;
	}
	p->has_begun = true;
	if (sh->interactive)
		last_begin(&sh->last, &p->schema);
	zone = shade_get(sh->env, "table.local-time-zone");
	for (size_t i = 0; zone && i < p->r.n_columns; i++)
		column_set_zone(&p->r.columns[i], strcmp(zone, "default") ? zone : "");
	return true;
}

/* Read batches into the renderer until the end, an error, or nobody reads. */
static enum pump_end pump(struct shell *sh, struct printing *p)
{
	for (;;) {
		struct ArrowArray a = { 0 };

		if (p->s.get_next(&p->s, &a))
			return PUMP_FAILED;
		if (!begin_printing(sh, p)) {
			if (a.release)
				a.release(&a);
			return PUMP_NO_FORMAT;
		}
		if (!a.release)
			return PUMP_DONE;
		if (a.length > 0 && sh->last_rows == 0)
			sh->last_truth = first_is_true(&p->r, &a);
		sh->last_rows += (uint64_t)a.length;
		if (sh->interactive)
			last_add(&sh->last, &a);
		render_rows(&p->r, &a);
		/* A reader that waits must not see old rows only. */
		out_flush(p->out);
		/* As if the next write had failed already. */
		if (!p->out->error && out_is_gone(p->out))
			p->out->error = EPIPE;
		if (p->out->error)
			return PUMP_GONE;
		if (interrupt_seen())
			return PUMP_INTERRUPTED;
	}
}

/* Why the rows ended, if not well. */
static bool tell_end(struct shell *sh, struct run *run, struct printing *p,
		     enum pump_end end)
{
	switch (end) {
	case PUMP_DONE: return true;
	case PUMP_GONE: return shell_check_output(sh, p->out);
	case PUMP_FAILED: return stream_failed(sh, run, &p->s);
	case PUMP_NO_FORMAT: return shell_failed(sh, SHADE_E_UNSUPPORTED);
	case PUMP_INTERRUPTED:
		report_fail(&sh->report, "57014", NULL, "interrupted");
		return shell_failed(sh, SHADE_E_CANCELLED);
	}
	return false;
}

static void add_footer(struct shell *sh, const struct render *r, double ms)
{
	const char *dim = sh->report.color ? "\033[2m" : "";
	const char *off = sh->report.color ? "\033[0m" : "";
	const char *dot = sh->utf8 ? " · " : " | ";
	struct text *t = &sh->footer;

	if (sh->opt.quiet || !sh->looks.footer || !sh->stderr_tty || !r->out->is_tty)
		return;
	text_addf(t, "%s%zu row%s", dim, (size_t)sh->last_rows,
		  sh->last_rows == 1 ? "" : "s");
	if (r->n_shown_rows < sh->last_rows)
		text_addf(t, ", %zu shown", (size_t)r->n_shown_rows);
	if (r->n_shown_columns < r->n_columns) {
		text_addf(t, "%s%zu columns, %zu shown", dot, r->n_columns,
			  r->n_shown_columns);
		if (sh->interactive)
			text_addf(t, "%s.last --all", dot);
	}
	text_addz(t, dot);
	if (ms < 10)
		text_addf(t, "%.1f ms%s\n", ms, off);
	else if (ms < 10000)
		text_addf(t, "%.0f ms%s\n", ms, off);
	else
		text_addf(t, "%.1f s%s\n", ms / 1e3, off);
}

/* Below the table, so after a pager has shown it. */
static void show_footer(struct shell *sh)
{
	if (sh->footer.n && write(2, sh->footer.p, sh->footer.n) < 0)
		sh->out.error = errno;
	text_clear(&sh->footer);
}

static bool print_rows(struct shell *sh, struct run *run, struct printing *p,
		       double start)
{
	enum pump_end end = pump(sh, p);
	size_t n_lossy = 0;
	bool ok;

	progress_end(&p->progress);
	if (p->has_begun) {
		p->r.mode->end(&p->r, end == PUMP_DONE);
		n_lossy = p->r.n_lossy;
		p->r.mode = &render_off;
	}
	ok = tell_end(sh, run, p, end);
	if (ok && !shell_check_output(sh, p->out))
		ok = false;
	if (n_lossy)
		report_note(&sh->report, true,
			    "%zu value%s that JSON cannot hold became null or U+FFFD",
			    n_lossy, n_lossy == 1 ? "" : "s");
	if (ok)
		add_footer(sh, &p->r, now_ms() - start - p->out->waited_ms);
	if (p->has_begun)
		render_end(&p->r, ok);
	return ok;
}

bool run_print(struct shell *sh, struct run *run, const struct looks *looks,
	       struct out *out)
{
	struct printing p = { .looks = looks, .out = out };
	double start = now_ms();
	bool ok;

	sh->last_rows = 0;
	sh->last_truth = false;
	progress_begin(&p.progress, sh, out);
	if (shade_execute(run->stmt, &p.s)) {
		progress_end(&p.progress);
		return failed(sh, run);
	}
	if (!p.s.release) { /* it had none after all */
		progress_end(&p.progress);
		return run_notices(sh, &run->o);
	}
	if (p.s.get_schema(&p.s, &p.schema)) {
		progress_end(&p.progress);
		ok = stream_failed(sh, run, &p.s);
	} else {
		ok = print_rows(sh, run, &p, start);
		if (p.schema.release)
			p.schema.release(&p.schema);
	}
	p.s.release(&p.s);
	return run_notices(sh, &run->o) && ok;
}

/* "CREATE VIEW", "INSERT 3 rows" for a person. */
static void say_done(struct shell *sh, const struct run *run, double ms)
{
	const char *kind = shade_stmt_kind(run->stmt);
	char time[48] = "";

	if (!strcmp(kind, "BEGIN"))
		sh->in_transaction = true;
	else if (!strcmp(kind, "COMMIT") || !strcmp(kind, "ROLLBACK"))
		sh->in_transaction = false;
	if (sh->timer)
		snprintf(time, sizeof(time), " · %.1f ms", ms);
	sh->last_changes = shade_stmt_changes(run->stmt);
	if (sh->last_changes >= 0)
		shell_say(sh, "%s %lld row%s%s\n", kind, (long long)sh->last_changes,
			  sh->last_changes == 1 ? "" : "s", time);
	else
		shell_say(sh, "%s%s\n", kind, time);
}

static bool is_text_result(const struct run *run)
{
	const char *kind = shade_stmt_kind(run->stmt);

	return str_starts(kind, "EXPLAIN") || str_starts(kind, "SHOW CREATE");
}

bool run_execute(struct shell *sh, struct run *run)
{
	struct progress progress;
	double start = now_ms();
	bool ok;

	if (shade_stmt_has_rows(run->stmt)) {
		struct out *out = sh->has_once ? &sh->once : &sh->out;
		struct looks looks = sh->looks;
		struct pager pager;

		/* A plan or a statement is a text, not a table. */
		if (is_text_result(run) && looks.mode == &render_box)
			looks.mode = &render_list;

		pager_begin(&pager, sh, &out);
		ok = run_print(sh, run, &looks, out);
		pager_end(&pager, sh);
		show_footer(sh);
		if (ok)
			out_settle(&sh->out);
		if (sh->has_once) {
			sh->has_once = false;
			ok = shell_check_output(sh, &sh->once) && ok;
			out_close(&sh->once);
		}
		if (sh->timer &&
		    !(sh->stderr_tty && sh->out.is_tty && sh->looks.footer))
			report_note(&sh->report, false, "%.3f ms", now_ms() - start);
		return ok;
	}
	progress_begin(&progress, sh, NULL);
	ok = shade_execute(run->stmt, NULL) == SHADE_OK;
	progress_end(&progress);
	if (!ok)
		return failed(sh, run);
	if (!run_notices(sh, &run->o))
		return false;
	if (sh->timer && !sh->interactive)
		report_note(&sh->report, false, "%.3f ms", now_ms() - start);
	say_done(sh, run, now_ms() - start);
	return true;
}

void run_keep_results(struct shell *sh, bool on)
{
	shade_keep_results(sh->env, !on ? 0 : sh->interactive ? LAST_ROWS : KEPT_ROWS);
}

static void remember(struct shell *sh, const struct origin *o)
{
	text_clear(&sh->last_sql);
	text_add(&sh->last_sql, o->text + o->begin, o->end - o->begin);
}

bool run_statement(struct shell *sh, const struct origin *o)
{
	struct run run;
	bool ok;

	if (sh->interactive)
		interrupt_clear();
	check_begin(sh, o);
	if (!run_open(sh, &run, o))
		return false;
	if (!run.stmt) {
		run_close(&run);
		return true;
	}
	remember(sh, o);
	run_keep_results(sh, true);
	ok = run_execute(sh, &run);
	run_keep_results(sh, false);
	run_close(&run);
	return ok;
}

bool run_sql(struct shell *sh, const char *sql, bool with_status)
{
	struct origin o = {
		.text = sql, .n = strlen(sql), .end = strlen(sql), .is_made = true
	};
	struct run run;
	bool ok, quiet = sh->opt.quiet;

	if (!run_open(sh, &run, &o))
		return false;
	sh->opt.quiet = quiet || (!with_status && !shade_stmt_has_rows(run.stmt));
	ok = !run.stmt || run_execute(sh, &run);
	sh->opt.quiet = quiet;
	run_close(&run);
	return ok;
}
