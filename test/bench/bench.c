/*
 * bench.c - times the queries of a file through the public interface.
 *
 * bench [--reps N] [--threads N] [--only TEXT] [--cpu] FILE.sql
 *
 * In FILE a line "-- name: NAME" names the statement behind it, which is
 * run N times (default 3); statements without a name run once and set up.
 * Writes "NAME<tab>MILLISECONDS<tab>FIRST ROW" for the best run of each,
 * with ${NAME} of the environment replaced in the text.  --cpu counts the
 * process's CPU time, for machines that do other work meanwhile.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "render/cell.h"
#include "render/column.h"
#include "shade.h"

struct outcome {
	double ms;
	struct text row; /* the first one */
	int64_t n_rows;
};

static clockid_t the_clock = CLOCK_MONOTONIC;

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(the_clock, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void die(struct shade_env *env, const char *sql, size_t n)
{
	fprintf(stderr, "bench: %s\n    %.*s\n",
		env ? shade_last_error(env)->message : "out of memory", (int)n, sql);
	exit(1);
}

static void first_row(struct text *out, const struct ArrowSchema *schema,
		      const struct ArrowArray *batch)
{
	struct text scratch = { 0 };

	for (int64_t i = 0; i < schema->n_children; i++) {
		struct column c = { 0 };
		struct view v = { 0 };
		char *problem = NULL;

		if (!column_init(&c, schema->children[i], &problem))
			break;
		view_init(&v, &c);
		view_bind(&v, batch->children[i], 0);
		if (i)
			text_addc(out, '|');
		if (view_is_null(&v, 0)) {
			text_addz(out, "NULL");
		} else {
			struct cell cell = cell_text(&v, 0, &scratch);

			text_add(out, cell.p, cell.n);
		}
		view_release(&v);
		column_release(&c);
	}
	text_free(&scratch);
}

static void run(struct shade_env *env, const char *sql, size_t n, struct outcome *out)
{
	struct ArrowArrayStream rows = { 0 };
	struct ArrowSchema schema = { 0 };
	struct ArrowArray batch = { 0 };
	struct shade_stmt *stmt = NULL;
	double begin = now_ms();

	out->n_rows = 0;
	if (shade_prepare(env, sql, n, &stmt))
		die(env, sql, n);
	if (!stmt)
		return;
	if (shade_execute(stmt, &rows))
		die(env, sql, n);
	if (rows.release) {
		if (rows.get_schema(&rows, &schema))
			die(env, sql, n);
		while (rows.get_next(&rows, &batch) == 0 && batch.release) {
			if (!out->n_rows && batch.length && !out->row.n)
				first_row(&out->row, &schema, &batch);
			out->n_rows += batch.length;
			batch.release(&batch);
		}
		if (shade_last_error(env)->code)
			die(env, sql, n);
		schema.release(&schema);
		rows.release(&rows);
	}
	shade_finalize(stmt);
	out->ms = now_ms() - begin;
}

/* The file with ${NAME} taken from the environment. */
static char *read_script(const char *path)
{
	struct text raw = { 0 }, out = { 0 };
	const char *p;

	if (!text_read_file(&raw, path)) {
		perror(path);
		exit(1);
	}
	for (p = text_str(&raw); *p;) {
		const char *end = strncmp(p, "${", 2) == 0 ? strchr(p, '}') : NULL;
		char *name;

		if (!end) {
			text_addc(&out, *p++);
			continue;
		}
		name = str_ndup(p + 2, (size_t)(end - p) - 2);
		text_addz(&out, getenv(name) ? getenv(name) : "");
		mem_free(name);
		p = end + 1;
	}
	text_free(&raw);
	return out.p ? out.p : str_dup("");
}

/* The name before the statement at `at`, or NULL; *n is its length. */
static const char *name_before(const char *from, const char *at, size_t *n)
{
	static const char mark[] = "-- name: ";
	const char *found = NULL, *p = from;

	while ((p = strstr(p, mark)) != NULL && p < at)
		found = p += sizeof(mark) - 1;
	if (found)
		*n = strcspn(found, "\n");
	return found;
}

static void measure(struct shade_env *env, const char *name, size_t n_name,
		    const char *sql, size_t n, int reps)
{
	struct outcome o = { 0 };
	double best = 0;

	for (int i = 0; i < reps; i++) {
		run(env, sql, n, &o);
		if (i == 0 || o.ms < best)
			best = o.ms;
	}
	printf("%.*s\t%.1f\t%s\n", (int)n_name, name, best, text_str(&o.row));
	fflush(stdout);
	text_free(&o.row);
}

int main(int argc, char **argv)
{
	struct shade_config config = { 0 };
	struct shade_env *env = NULL;
	const char *path = NULL, *threads = "1", *only = NULL;
	size_t n, begin, end;
	const char *at;
	char *text;
	int reps = 3;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--reps") == 0 && i + 1 < argc)
			reps = (int)strtol(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
			threads = argv[++i];
		else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
			only = argv[++i];
		else if (strcmp(argv[i], "--cpu") == 0)
			the_clock = CLOCK_PROCESS_CPUTIME_ID;
		else
			path = argv[i];
	}
	if (!path || shade_open(&config, &env) ||
	    shade_set(env, "shade.threads", threads))
		die(env, "usage: bench [--reps N] [--threads N] FILE.sql", 44);
	at = text = read_script(path);
	for (n = strlen(at); n; at += end, n -= end) {
		struct outcome o = { 0 };
		const char *name;
		size_t n_name = 0;

		if (shade_split(NULL, at, n, &begin, &end) == SHADE_WAITS_EMPTY)
			break;
		name = name_before(at, at + begin, &n_name);
		if (!name)
			run(env, at + begin, end - begin, &o);
		else if (!only || memmem(name, n_name, only, strlen(only)))
			measure(env, name, n_name, at + begin, end - begin, reps);
		text_free(&o.row);
	}
	shade_close(env);
	mem_free(text);
	return 0;
}
