#include "tools/runner/run.h"

#include <errno.h>
#include <regex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "shade.h"
#include "tools/runner/result.h"
#include "tools/runner/script.h"

#define MOST_LOOPS 8

struct variable {
	const char *name, *value;
};

struct run {
	const struct script *script;
	const struct run_options *options;
	struct tally *tally;
	FILE *out;
	struct shade_env *env;
	char *catalog; /* path given to load, or NULL */
	size_t n_vars;
	struct variable vars[MOST_LOOPS + 2];
	bool skipping; /* mode skip */
	bool halted;
};

static void __attribute__((format(printf, 3, 4)))
fail(struct run *run, const struct record *r, const char *fmt, ...)
{
	va_list ap;

	run->tally->failed++;
	fprintf(run->out, "%s:%zu: ", run->script->path, r->line);
	va_start(ap, fmt);
	vfprintf(run->out, fmt, ap);
	va_end(ap);
	fputc('\n', run->out);
	if (r->sql && *r->sql)
		fprintf(run->out, "    %s\n", r->sql);
	for (size_t i = 2; i < run->n_vars; i++)
		fprintf(run->out, "    with %s = %s\n", run->vars[i].name,
			run->vars[i].value);
}

static void pass(struct run *run)
{
	run->tally->passed++;
}

/* text with ${NAME} replaced; the caller frees. */
static char *substitute(const struct run *run, const char *text)
{
	char *out = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&out, &n);

	while (*text) {
		const struct variable *found = NULL;

		for (size_t i = 0; i < run->n_vars && !found; i++) {
			size_t len = strlen(run->vars[i].name);

			if (strncmp(text, "${", 2) == 0 &&
			    strncmp(text + 2, run->vars[i].name, len) == 0 &&
			    text[2 + len] == '}')
				found = &run->vars[i];
		}
		if (found) {
			fputs(found->value, f);
			text += strlen(found->name) + 3;
		} else {
			fputc(*text++, f);
		}
	}
	fclose(f);
	return out;
}

static bool open_env(struct run *run, const struct record *r)
{
	struct shade_config config = { .catalog_path = run->catalog };
	const struct run_options *o = run->options;

	if (shade_open(&config, &run->env)) {
		fail(run, r, "cannot open the environment: %s",
		     run->env ? shade_last_error(run->env)->message : "out of memory");
		return false;
	}
	for (size_t i = 0; i + 1 < o->n_set; i += 2) {
		if (shade_set(run->env, o->set[i], o->set[i + 1])) {
			fail(run, r, "%s", shade_last_error(run->env)->message);
			return false;
		}
	}
	return true;
}

/* Execute; *result is filled if the statement has rows and one is wanted. */
static enum shade_code execute(struct run *run, const char *sql, struct result *result,
			       int64_t *changes)
{
	struct ArrowArrayStream rows = { 0 };
	struct shade_stmt *stmt = NULL;
	char *problem = NULL;
	enum shade_code rc = shade_prepare(run->env, sql, strlen(sql), &stmt);

	if (rc)
		return rc;
	if (!stmt)
		return SHADE_OK;
	rc = shade_execute(stmt, &rows);
	if (!rc && rows.release) {
		struct result ignored = { 0 };

		if (!result_read(result ? result : &ignored, &rows, &problem)) {
			rc = shade_last_error(run->env)->code;
			if (!rc) {
				fprintf(run->out, "    stream failed: %s\n", problem);
				rc = SHADE_E_INTERNAL;
			}
		}
		result_free(&ignored);
	}
	if (changes)
		*changes = shade_stmt_changes(stmt);
	free(problem);
	shade_finalize(stmt);
	return rc;
}

static void drop_notices(struct run *run)
{
	struct shade_notice n;

	while (shade_next_notice(run->env, &n))
		;
}

static void fail_with_error(struct run *run, const struct record *r)
{
	const struct shade_error *e = shade_last_error(run->env);

	fail(run, r, "failed: %s: %s", e->klass ? e->klass : "?",
	     e->message ? e->message : "(no message)");
	for (size_t i = 0; i < e->n_hints; i++)
		fprintf(run->out, "    = %s\n", e->hints[i]);
}

/* Part of the text, or <REGEX>:... as an extended regular expression. */
static bool text_matches(const char *text, const char *wanted)
{
	regex_t re;
	bool ok;

	if (strncmp(wanted, "<REGEX>:", 8) != 0)
		return strstr(text, wanted) != NULL;
	if (regcomp(&re, wanted + 8, REG_EXTENDED | REG_NOSUB))
		return false;
	ok = regexec(&re, text, 0, NULL, 0) == 0;
	regfree(&re);
	return ok;
}

static void check_error(struct run *run, const struct record *r)
{
	const struct shade_error *e = shade_last_error(run->env);

	for (size_t i = 0; i < r->n_args; i++) {
		if (strcmp(r->args[i], e->sqlstate) != 0 &&
		    strcmp(r->args[i], e->klass) != 0) {
			fail(run, r, "expected error %s, got %s %s: %s", r->args[i],
			     e->sqlstate, e->klass, e->message);
			return;
		}
	}
	for (size_t i = 0; i < r->n_expected; i++) {
		char *wanted = substitute(run, r->expected[i]);
		bool ok = text_matches(e->message, wanted);

		for (size_t h = 0; h < e->n_hints && !ok; h++)
			ok = text_matches(e->hints[h], wanted);
		if (!ok)
			fail(run, r, "error text differs\n    - %s\n    + %s", wanted,
			     e->message);
		free(wanted);
		if (!ok)
			return;
	}
	pass(run);
}

static void check_notices(struct run *run, const struct record *r)
{
	struct shade_notice n;
	size_t found = 0;

	while (shade_next_notice(run->env, &n)) {
		if (found < r->n_expected && text_matches(n.text, r->expected[found]))
			found++;
		else
			fprintf(run->out, "    notice: %s\n", n.text);
	}
	if (found < r->n_expected)
		fail(run, r, "no such notice: %s", r->expected[found]);
	else
		pass(run);
}

static void run_statement(struct run *run, const struct record *r, const char *sql)
{
	int64_t changes = -1;
	enum shade_code rc = execute(run, sql, NULL, &changes);

	if (r->kind == REC_STATEMENT_ERROR) {
		if (rc)
			check_error(run, r);
		else
			fail(run, r, "expected an error, but it succeeded");
	} else if (rc) {
		fail_with_error(run, r);
	} else if (r->kind == REC_STATEMENT_NOTE) {
		check_notices(run, r);
	} else if (r->kind == REC_STATEMENT_COUNT && r->n_args &&
		   strtoll(r->args[0], NULL, 10) != changes) {
		fail(run, r, "changed %lld rows", (long long)changes);
	} else {
		pass(run);
	}
}

static enum sort_mode sort_mode_of(const struct record *r)
{
	const char *mode = r->n_args > 1 ? r->args[1] : "nosort";

	if (strcmp(mode, "rowsort") == 0)
		return SORT_ROWS;
	return strcmp(mode, "valuesort") == 0 ? SORT_VALUES : SORT_NONE;
}

static void run_query(struct run *run, const struct record *r, const char *sql)
{
	const char *types = r->n_args ? r->args[0] : "";
	enum sort_mode mode = sort_mode_of(r);
	struct result result = { 0 };
	enum shade_code rc = execute(run, sql, &result, NULL);
	char **expected = test_alloc(r->n_expected * sizeof(char *));
	char *report = NULL;
	size_t n_report;
	FILE *f = open_memstream(&report, &n_report);

	for (size_t i = 0; i < r->n_expected; i++)
		expected[i] = substitute(run, r->expected[i]);
	result_sort(&result, mode);
	if (rc) {
		fail_with_error(run, r);
	} else if (strlen(types) != result.n_cols) {
		fail(run, r, "expected %zu columns, got %zu", strlen(types),
		     result.n_cols);
	} else if (!r->has_expected) {
		pass(run);
	} else if (result_matches(&result, types, mode, r->n_expected, expected, f)) {
		pass(run);
	} else {
		fflush(f);
		fail(run, r, "query differs");
		fputs(report, run->out);
	}
	fclose(f);
	free(report);
	for (size_t i = 0; i < r->n_expected; i++)
		free(expected[i]);
	free(expected);
	result_free(&result);
}

static void reopen(struct run *run, const struct record *r)
{
	shade_close(run->env);
	run->env = NULL;
	run->halted = !open_env(run, r);
}

static void run_load(struct run *run, const struct record *r)
{
	free(run->catalog);
	run->catalog = NULL;
	if (r->n_args) {
		char *name = substitute(run, r->args[0]);

		if (name[0] == '/')
			run->catalog = strdup(name);
		else if (asprintf(&run->catalog, "%s/%s", run->options->tmp, name) < 0)
			run->catalog = NULL;
		free(name);
	}
	reopen(run, r);
}

/* Words behind the first as one text. */
static char *rest_of(const struct run *run, const struct record *r)
{
	char *text = NULL, *out;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	for (size_t i = 1; i < r->n_args; i++)
		fprintf(f, "%s%s", i > 1 ? " " : "", r->args[i]);
	fclose(f);
	out = substitute(run, text);
	free(text);
	return out;
}

static void run_set(struct run *run, const struct record *r)
{
	char *value = rest_of(run, r);
	enum shade_code rc;

	if (r->n_args < 1)
		fail(run, r, "a name and a value are needed");
	else if (r->kind == REC_SET) {
		rc = shade_set(run->env, r->args[0], value);
		if (rc)
			fail_with_error(run, r);
	} else {
		rc = shade_set_param(run->env, r->args[0],
				     r->n_args > 1 ? value : NULL);
		if (rc)
			fail_with_error(run, r);
	}
	free(value);
}

static void run_records(struct run *run, size_t begin, size_t end);

static size_t matching_end(const struct script *s, size_t loop)
{
	size_t depth = 1, i = loop + 1;

	for (; i < s->n; i++) {
		if (s->records[i].kind == REC_LOOP)
			depth++;
		if (s->records[i].kind == REC_ENDLOOP && --depth == 0)
			break;
	}
	return i;
}

static void run_loop(struct run *run, size_t loop, size_t end)
{
	const struct record *r = &run->script->records[loop];

	if (run->n_vars == MOST_LOOPS + 2 || r->n_args < 1) {
		fail(run, r, "loop without a name, or loops too deep");
		return;
	}
	run->n_vars++;
	for (size_t i = 1; i < r->n_args && !run->halted; i++) {
		run->vars[run->n_vars - 1] = (struct variable){ r->args[0],
								r->args[i] };
		run_records(run, loop + 1, end);
	}
	run->n_vars--;
}

static void run_record(struct run *run, const struct record *r)
{
	char *sql = r->sql ? substitute(run, r->sql) : NULL;

	run->tally->line = r->line;
	if (run->env)
		drop_notices(run);
	switch (r->kind) {
	case REC_STATEMENT_OK:
	case REC_STATEMENT_ERROR:
	case REC_STATEMENT_NOTE:
	case REC_STATEMENT_COUNT: run_statement(run, r, sql); break;
	case REC_QUERY: run_query(run, r, sql); break;
	case REC_LOAD: run_load(run, r); break;
	case REC_RESTART: reopen(run, r); break;
	case REC_SET:
	case REC_PARAM: run_set(run, r); break;
	case REC_REQUIRE:
		/* Extensions of other engines: their tests are not for us. */
		run->halted = r->n_args && strcmp(r->args[0], "shade") != 0;
		break;
	case REC_HALT: run->halted = true; break;
	case REC_BAD: fail(run, r, "unknown record \"%s\"", r->args[0]); break;
	case REC_MODE:
	case REC_LOOP:
	case REC_ENDLOOP: break;
	}
	free(sql);
}

static void run_records(struct run *run, size_t begin, size_t end)
{
	for (size_t i = begin; i < end && !run->halted; i++) {
		const struct record *r = &run->script->records[i];

		if (r->kind == REC_MODE)
			run->skipping = r->n_args && strcmp(r->args[0], "skip") == 0;
		if (r->kind == REC_LOOP) {
			size_t last = matching_end(run->script, i);

			if (!r->skipped && !run->skipping)
				run_loop(run, i, last);
			i = last;
		} else if (!r->skipped && !run->skipping) {
			run_record(run, r);
		}
	}
}

void run_file(const char *path, const struct run_options *options, struct tally *tally,
	      FILE *out)
{
	static const struct record start = { .line = 1 };
	struct script script;
	struct run run = {
		.script = &script,
		.options = options,
		.tally = tally,
		.out = out,
		.n_vars = 2,
		.vars = { { "DATA", options->data }, { "TMP", options->tmp } },
	};

	if (!script_read(&script, path)) {
		tally->failed++;
		fprintf(out, "%s: %s\n", path, strerror(errno));
		return;
	}
	if (open_env(&run, &start))
		run_records(&run, 0, script.n);
	shade_close(run.env);
	free(run.catalog);
	script_free(&script);
}
