/*
 * failalloc.c - each allocation of each statement fails once.
 *
 * failalloc [--all] [--only N] [FILE]
 *
 * FILE (default test/tools/failalloc.sql) holds statements; those before
 * the comment "-- statements" set up.  Each of the others runs in a
 * process of its own again and again, while the first, second, third ..
 * allocation is refused, until one run meets no refusal.  Each run must
 * end with "out of memory" or, where there is a second way, with the right
 * rows; it must leave nothing behind and not crash.  Without --all, long
 * statements are tried at a sample of their allocations.  Leaks are seen
 * in the variant asan.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "shade.h"
#include "tools/alloc/rows_hash.h"

/* Sampling: every allocation up to here, then ever larger steps. */
#define ALL_UP_TO 60

struct piece {
	const char *p;
	size_t n;
};

struct shared {
	size_t k; /* allocation that is refused in this run */
	size_t passed, failed;
};

static struct {
	const char *path;
	bool all;
	size_t only; /* 0: every statement */
	char *text;
	size_t n_setup, n;
	struct piece *pieces;
	struct shared *shared;
} t = { .path = "test/tools/failalloc.sql" };

static void die(const char *what)
{
	perror(what);
	exit(2);
}

static void read_text(void)
{
	FILE *f = fopen(t.path, "rb");
	long n;

	if (!f || fseek(f, 0, SEEK_END) || (n = ftell(f)) < 0)
		die(t.path);
	rewind(f);
	t.text = calloc(1, (size_t)n + 1);
	if (!t.text || fread(t.text, 1, (size_t)n, f) != (size_t)n)
		die(t.path);
	fclose(f);
}

static void split(void)
{
	const char *at = t.text;
	const char *mark = strstr(t.text, "-- statements");
	size_t n = strlen(at), begin, end;

	while (n) {
		enum shade_waits w = shade_split(NULL, at, n, &begin, &end);

		if (w == SHADE_WAITS_EMPTY)
			break;
		t.pieces = realloc(t.pieces, (t.n + 1) * sizeof(*t.pieces));
		if (!t.pieces)
			die("failalloc");
		t.pieces[t.n++] = (struct piece){ at + begin, end - begin };
		if (mark && at + begin < mark)
			t.n_setup = t.n;
		at += end;
		n -= end;
	}
}

/* *hash tells the rows. */
static enum shade_code run(struct shade_env *env, struct piece sql, uint64_t *hash)
{
	struct ArrowArrayStream rows = { 0 };
	struct ArrowSchema schema = { 0 };
	struct ArrowArray batch = { 0 };
	struct shade_stmt *stmt = NULL;
	enum shade_code rc = shade_prepare(env, sql.p, sql.n, &stmt);

	*hash = 0;
	if (rc || !stmt)
		return rc;
	rc = shade_execute(stmt, &rows);
	if (!rc && rows.release) {
		int err = rows.get_schema(&rows, &schema);

		while (!err && (err = rows.get_next(&rows, &batch)) == 0 &&
		       batch.release) {
			*hash = rows_hash(*hash, &schema, &batch);
			batch.release(&batch);
		}
		if (schema.release)
			schema.release(&schema);
		if (err) {
			rc = shade_last_error(env)->code;
			if (!rc)
				rc = SHADE_E_INTERNAL;
		}
		rows.release(&rows);
	}
	shade_finalize(stmt);
	return rc;
}

static bool set_up(struct shade_env **env)
{
	struct shade_config config = { 0 };
	uint64_t hash;

	if (shade_open(&config, env) || shade_set(*env, "shade.threads", "1"))
		return false;
	for (size_t i = 0; i < t.n_setup; i++) {
		if (run(*env, t.pieces[i], &hash)) {
			printf("set-up: %.*s\n    %s\n", (int)t.pieces[i].n,
			       t.pieces[i].p, shade_last_error(*env)->message);
			return false;
		}
	}
	return true;
}

static bool is_memory(enum shade_code rc)
{
	return rc == SHADE_E_NOMEM || rc == SHADE_E_MEMORY_LIMIT;
}

static size_t next_k(size_t k)
{
	return t.all || k < ALL_UP_TO ? k + 1 : k + k / 8;
}

/* Its rows are the same each time it runs. */
static bool is_stable(struct piece sql)
{
	static const char *const not [] = { "EXPLAIN ANALYZE", "SHOW EXPECTATIONS" };

	for (size_t i = 0; i < sizeof(not ) / sizeof(not [0]); i++) {
		if (sql.n >= strlen(not [i]) &&
		    memcmp(sql.p, not [i], strlen(not [i])) == 0)
			return false;
	}
	return true;
}

static void complain(size_t i, size_t k, const char *what, const char *text)
{
	t.shared->failed++;
	printf("statement %zu, allocation %zu: %s: %s\n    %.*s\n", i - t.n_setup + 1,
	       k, what, text, (int)t.pieces[i].n, t.pieces[i].p);
}

/* The rows without a refusal. */
static bool right_rows(size_t i, uint64_t *hash)
{
	struct shade_env *env = NULL;
	bool ok = set_up(&env);

	if (ok && run(env, t.pieces[i], hash)) {
		complain(i, 0, "fails without a refusal",
			 shade_last_error(env)->message);
		ok = false;
	}
	shade_close(env);
	return ok;
}

/* In a process of its own. */
static void try_statement(size_t i)
{
	struct shade_env *env = NULL;
	uint64_t right = 0, hash = 0;
	size_t n_bad = 0;

	if (!right_rows(i, &right) || !set_up(&env)) {
		t.shared->failed++;
		shade_close(env);
		return;
	}
	for (size_t k = 1; n_bad < 5; k = next_k(k)) {
		enum shade_code rc;
		uint64_t seen;

		t.shared->k = k;
		mem_fail_at(k);
		rc = run(env, t.pieces[i], &hash);
		seen = mem_fail_at(0);
		if (seen < k) {
			if (rc)
				complain(i, k, "fails without a refusal",
					 shade_last_error(env)->message);
			else
				t.shared->passed++;
			break;
		}
		if (!rc) {
			if (hash == right || !is_stable(t.pieces[i])) {
				t.shared->passed++;
			} else {
				complain(i, k, "succeeds", "with wrong rows");
				n_bad++;
			}
			/* It may have had its effect: start over. */
			shade_close(env);
			if (!set_up(&env))
				break;
		} else if (!is_memory(rc)) {
			complain(i, k, "other error", shade_last_error(env)->message);
			n_bad++;
		} else {
			t.shared->passed++;
		}
	}
	shade_close(env);
}

static void run_apart(size_t i)
{
	int status;
	pid_t pid;

	t.shared->k = 0;
	fflush(stdout);
	pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0) {
		alarm(300);
		try_statement(i);
		fflush(stdout);
		/* exit, not _exit: the leak check runs there. */
		exit(0);
	}
	waitpid(pid, &status, 0);
	if (WIFSIGNALED(status))
		complain(i, t.shared->k, "crashed", strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status))
		complain(i, t.shared->k, "ended", "with a leak or a fault");
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--all") == 0)
			t.all = true;
		else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
			t.only = strtoul(argv[++i], NULL, 10);
		else
			t.path = argv[i];
	}
	read_text();
	split();
	t.shared = mmap(NULL, sizeof(*t.shared), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (t.shared == MAP_FAILED)
		die("mmap");
	for (size_t i = t.n_setup; i < t.n; i++) {
		if (!t.only || i - t.n_setup + 1 == t.only)
			run_apart(i);
	}
	printf("%zu passed, %zu failed\n", t.shared->passed, t.shared->failed);
	free(t.pieces);
	free(t.text);
	return t.shared->failed > 0;
}
