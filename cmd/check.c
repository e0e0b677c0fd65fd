#include "check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "dot.h"
#include "script.h"
#include "shade.h"

void check_scan(struct shell *sh, const char *text, size_t n)
{
	if (sh->checks.is_on || !memmem(text, n, ".check", 6))
		return;
	sh->checks.is_on = true;
	sh->out.capture = &sh->checks.got;
}

/* The latest message without its picture and place. */
static void add_error(struct text *t, const struct report *r)
{
	const char *z = text_str(&r->last), *from = strstr(z, "error[");

	from = from ? from : z;
	text_add(t, from, strcspn(from, "\n"));
	text_addc(t, '\n');
}

static void complain_of_error(struct shell *sh)
{
	struct checks *c = &sh->checks;

	if (!c->has_error)
		return;
	c->has_error = false;
	c->failed++;
	printf("%s", text_str(&sh->report.last));
}

void check_begin(struct shell *sh, const struct origin *o)
{
	(void)o;
	if (!sh->checks.is_on)
		return;
	complain_of_error(sh);
	out_flush(&sh->out);
	text_clear(&sh->checks.got);
}

bool check_take_error(struct shell *sh)
{
	if (!sh->opt.test)
		return false;
	out_flush(&sh->out);
	sh->checks.has_error = true;
	add_error(&sh->checks.got, &sh->report);
	return true;
}

/* The number of the first line in which a and b differ. */
static size_t first_difference(const char *a, size_t an, const char *b, size_t bn,
			       size_t *at)
{
	size_t line = 1, i = 0;

	*at = 0;
	for (; i < an && i < bn && a[i] == b[i]; i++) {
		if (a[i] == '\n') {
			line++;
			*at = i + 1;
		}
	}
	return line;
}

static int line_at(const char *z, size_t n, size_t at)
{
	size_t k = 0;

	while (at + k < n && z[at + k] != '\n' && k < 200)
		k++;
	return (int)k;
}

static void add_edit(struct checks *c, size_t begin, size_t end, const struct text *got)
{
	c->edits = mem_grow(c->edits, c->n_edits + 1, sizeof(*c->edits));
	c->edits[c->n_edits++] = (struct check_edit){ begin, end,
						      str_dup(text_str(got)) };
}

static bool differs(struct dot_call *c, const char *want, size_t n)
{
	struct checks *k = &c->sh->checks;
	const char *got = text_str(&k->got);
	size_t at, line = first_difference(want, n, got, k->got.n, &at);
	size_t row, col;

	k->failed++;
	text_position(c->o->text, c->o->n, (size_t)(want - c->o->text) + at, &row,
		      &col);
	if (!c->sh->opt.test) {
		out_flush(&c->sh->out);
		report_fail(
			&c->sh->report, "P0004", c->o,
			"line %zu of the result is \"%.*s\", .check expects \"%.*s\"",
			line, line_at(got, k->got.n, at), got + at,
			line_at(want, n, at), want + at);
		return shell_failed(c->sh, SHADE_E_ASSERTION);
	}
	printf("%s:%zu: the result differs\n  expected: %.*s\n  got:      %.*s\n",
	       c->o->file ? c->o->file : "-", row, line_at(want, n, at), want + at,
	       line_at(got, k->got.n, at), got + at);
	return true;
}

bool dot_check(struct dot_call *c)
{
	struct checks *k = &c->sh->checks;
	const char *p = c->o->text + c->o->begin, *end, *want;
	size_t n;

	if (c->argc != 1 || !str_starts(c->argv[0], "<<") || !c->sh->command)
		return dot_fail(c, "%s <<WORD, then the expected lines, then WORD",
				c->name);
	out_flush(&c->sh->out);
	want = strchr(p, '\n');
	if (!want)
		return dot_fail(c, "%s has no end \"%s\"", c->name, c->argv[0] + 2);
	want++;
	/* The piece ends behind the line with the word. */
	end = p + (c->sh->command_end - c->o->begin);
	while (end > want && end[-1] != '\n')
		end--;
	n = (size_t)(end - want);
	k->has_error = false;
	if (n == k->got.n && !memcmp(want, text_str(&k->got), n)) {
		k->passed++;
		return true;
	}
	if (c->sh->opt.accept) {
		size_t begin = (size_t)(want - c->o->text);

		add_edit(k, begin, begin + n, &k->got);
		k->passed++;
		return true;
	}
	return differs(c, want, n);
}

/* --- shade --test --------------------------------------------------------- */

static bool write_edits(struct shell *sh, const char *path, const struct text *t)
{
	struct checks *c = &sh->checks;
	struct text out = { 0 };
	size_t at = 0;
	FILE *f = fopen(path, "we");
	bool ok = f != NULL;

	for (size_t i = 0; i < c->n_edits; i++) {
		text_add(&out, t->p + at, c->edits[i].begin - at);
		text_addz(&out, c->edits[i].text);
		at = c->edits[i].end;
		mem_free(c->edits[i].text);
	}
	text_add(&out, t->p + at, t->n - at);
	c->n_edits = 0;
	ok = ok && fwrite(out.p, 1, out.n, f) == out.n;
	if (f && fclose(f))
		ok = false;
	if (!ok)
		report_fail(&sh->report, "58030", NULL, "cannot write \"%s\": %s", path,
			    strerror(errno));
	text_free(&out);
	return ok;
}

bool check_run_file(struct shell *sh, const char *path)
{
	struct text t = { 0 };
	bool ok = text_read_file(&t, path);

	if (!ok) {
		report_fail(&sh->report, "58P01", NULL, "cannot open \"%s\": %s", path,
			    strerror(errno));
		sh->status = EXIT_USAGE;
		return false;
	}
	sh->checks.is_on = true;
	sh->out.capture = &sh->checks.got;
	sh->bail = false;
	sh->looks.mode = &render_csv;
	sh->looks.header = true;
	script_text(sh, path, text_str(&t), t.n);
	complain_of_error(sh);
	if (sh->checks.n_edits)
		ok = write_edits(sh, path, &t);
	text_free(&t);
	/* The next file starts afresh. */
	return ok && shell_open_catalog(sh, NULL, NULL);
}

void check_finish(struct shell *sh)
{
	printf("%zu passed, %zu failed\n", sh->checks.passed, sh->checks.failed);
	if (fflush(stdout))
		sh->status = EXIT_OUTPUT;
	else
		sh->status = sh->checks.failed ? EXIT_STATEMENT : EXIT_FINE;
}

void checks_release(struct checks *c)
{
	text_free(&c->got);
	mem_free(c->edits);
}
