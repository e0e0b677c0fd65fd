/*
 * suffix_rows.c - \gset \gexec \gdesc \watch: what a query's rows are for.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"
#include "render/column.h"
#include "script.h"
#include "shade.h"
#include "sheet.h"
#include "suffix.h"

/* --- \gset ---------------------------------------------------------------- */

struct gset {
	struct shell *sh;
	const char *prefix;
	size_t n_rows;
	bool failed;
};

static bool gset_row(void *arg, size_t n, const char *const *names,
		     const char *const *values)
{
	struct gset *g = arg;

	if (g->n_rows++)
		return false;
	for (size_t i = 0; i < n; i++) {
		char *name = str_fmt("%s%s", g->prefix, names[i]);

		if (!shell_set_var(g->sh, name, values[i]))
			g->failed = true;
		mem_free(name);
	}
	return true;
}

bool suffix_gset(struct shell *sh, struct run *run, char *args)
{
	struct gset g = { .sh = sh, .prefix = args };

	if (!run_rows(sh, run, true, gset_row, &g))
		return false;
	if (g.failed)
		return shell_env_failed(sh, &run->o);
	if (g.n_rows != 1)
		return suffix_fail(sh, run, "\\gset wants one row, the query gave %s",
				   g.n_rows ? "more" : "none");
	return true;
}

/* --- \gexec --------------------------------------------------------------- */

static bool gexec_row(void *arg, size_t n, const char *const *names,
		      const char *const *values)
{
	struct text *t = arg;

	(void)names;
	for (size_t i = 0; i < n; i++) {
		if (!values[i])
			continue;
		text_addz(t, values[i]);
		text_addz(t, ";\n");
	}
	return true;
}

bool suffix_gexec(struct shell *sh, struct run *run, char *args)
{
	struct text t = { 0 };
	bool ok;

	(void)args;
	/* All cells first: the statements may change what the query reads. */
	ok = run_rows(sh, run, true, gexec_row, &t) &&
	     script_text(sh, NULL, text_str(&t), t.n);
	text_free(&t);
	return ok;
}

/* --- \gdesc --------------------------------------------------------------- */

bool suffix_gdesc(struct shell *sh, struct run *run, char *args)
{
	static const char *const titles[] = { "column", "type" };
	struct ArrowArrayStream s = { 0 };
	struct ArrowSchema schema = { 0 };
	struct sheet sheet;
	char *problem = NULL;
	bool ok;

	(void)args;
	if (!shade_stmt_has_rows(run->stmt))
		return suffix_fail(sh, run, "the statement has no rows to describe");
	if (shade_execute(run->stmt, &s))
		return shell_env_failed(sh, &run->o);
	if (s.get_schema(&s, &schema)) {
		s.release(&s);
		return shell_env_failed(sh, &run->o);
	}
	sheet_init(&sheet, 2, titles);
	for (int64_t i = 0; i < schema.n_children; i++) {
		struct column c;

		if (column_init(&c, schema.children[i], &problem))
			sheet_add(&sheet, (const char *[]){ c.name, c.type });
		column_release(&c);
	}
	ok = sheet_print(&sheet, sh);
	sheet_release(&sheet);
	mem_free(problem);
	schema.release(&schema);
	s.release(&s);
	return ok;
}

/* --- \watch --------------------------------------------------------------- */

struct watch {
	double interval;
	unsigned long count; /* 0: until ^C */
};

static bool watch_options(struct shell *sh, struct run *run, char *args,
			  struct watch *w)
{
	char *save = NULL;

	*w = (struct watch){ .interval = 2 };
	for (char *word = strtok_r(args, " \t", &save); word;
	     word = strtok_r(NULL, " \t", &save)) {
		const char *value = strchr(word, '=');
		char *end;

		value = value ? value + 1 : word;
		if (str_starts(word, "c="))
			w->count = strtoul(value, &end, 10);
		else if (str_starts(word, "i=") || value == word)
			w->interval = strtod(value, &end);
		else
			end = word;
		if (*end || !*value || w->interval < 0)
			return suffix_fail(
				sh, run,
				"\\watch knows i=SECONDS and c=COUNT, not \"%s\"",
				word);
	}
	return true;
}

/* False: ^C. */
static bool wait_for(double seconds)
{
	double until = now_ms() + seconds * 1e3;

	while (now_ms() < until && !interrupt_seen()) {
		double left = until - now_ms();

		poll(NULL, 0, left > 1000 ? 1000 : left < 1 ? 1 : (int)left);
	}
	return !interrupt_seen();
}

bool suffix_watch(struct shell *sh, struct run *run, char *args)
{
	struct watch w;
	char time_text[32];
	bool ok = true;

	if (!watch_options(sh, run, args, &w))
		return false;
	for (unsigned long i = 0; ok && (!w.count || i < w.count); i++) {
		time_t t = time(NULL);
		struct tm tm;

		if (i && !wait_for(w.interval))
			break;
		t = time(NULL);
		localtime_r(&t, &tm);
		strftime(time_text, sizeof(time_text), "%H:%M:%S", &tm);
		/* In place on a terminal; elsewhere results follow each other. */
		if (sh->out.is_tty)
			out_addz(&sh->out, "\033[H\033[J");
		if (sh->out.is_tty)
			out_addz(&sh->out, time_text);
		if (sh->out.is_tty)
			out_addc(&sh->out, '\n');
		ok = run_execute(sh, run);
	}
	if (interrupt_seen() && sh->interactive) {
		shell_say(sh, "\n");
		interrupt_clear();
	}
	return ok;
}
