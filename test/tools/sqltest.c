/*
 * sqltest.c - runs sqllogictest files against the public interface.
 *
 * sqltest [--threads N] [--set KEY=VALUE].. [--time-limit S] FILE|FOLDER..
 *
 * Each file runs in a process of its own with a fresh environment and a
 * fresh temporary folder, so a crash costs one file.  The closing line is
 * "N passed, N failed".
 */
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/runner/run.h"
#include "tools/runner/script.h"

#define MOST_SET 64

struct job {
	const char *path;
	pid_t pid; /* 0: not running */
	FILE *out; /* what the child reports */
	struct tally *tally; /* shared with the child */
};

static struct {
	size_t n;
	char **paths;
	size_t n_threads;
	unsigned time_limit;
	size_t n_set;
	const char *set[MOST_SET];
} opt = { .n_threads = 2, .time_limit = 300 };

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_path(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	size_t n = strlen(path);

	(void)st;
	if (type != FTW_F || (ftw->level && (n < 5 || strcmp(path + n - 5, ".test"))))
		return 0;
	opt.paths = test_grow(opt.paths, (opt.n + 1) * sizeof(char *));
	opt.paths[opt.n++] = strdup(path);
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int type,
		      struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int usage(void)
{
	fputs("usage: sqltest [--threads N] [--set KEY=VALUE] [--time-limit S] "
	      "FILE|FOLDER..\n",
	      stderr);
	return 2;
}

static bool parse_options(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : NULL;
		char *eq;

		if (strncmp(argv[i], "--", 2) != 0) {
			if (nftw(argv[i], add_path, 16, FTW_PHYS)) {
				fprintf(stderr, "%s: %s\n", argv[i], strerror(errno));
				return false;
			}
			continue;
		}
		if (!value)
			return false;
		i++;
		if (strcmp(argv[i - 1], "--threads") == 0) {
			opt.n_threads = strtoul(value, NULL, 10);
		} else if (strcmp(argv[i - 1], "--time-limit") == 0) {
			opt.time_limit = (unsigned)strtoul(value, NULL, 10);
		} else if (strcmp(argv[i - 1], "--set") == 0 &&
			   (eq = strchr(argv[i], '=')) != NULL &&
			   opt.n_set + 2 <= MOST_SET) {
			*eq = 0;
			opt.set[opt.n_set++] = argv[i];
			opt.set[opt.n_set++] = eq + 1;
		} else {
			return false;
		}
	}
	if (opt.n_threads < 1)
		opt.n_threads = 1;
	return opt.n > 0;
}

static void run_child(struct job *job)
{
	const char *data = getenv("SHADE_TEST_DATA");
	const char *tmp = getenv("TMPDIR");
	char folder[PATH_MAX], here[PATH_MAX];
	struct run_options o = { .n_set = opt.n_set, .set = opt.set };

	snprintf(folder, sizeof(folder), "%s/sqltest-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(folder)) {
		perror(folder);
		_exit(2);
	}
	if (!data) {
		data = realpath("test/data", here);
		if (!data)
			data = "test/data";
	}
	o.data = data;
	o.tmp = folder;
	alarm(opt.time_limit);
	run_file(job->path, &o, job->tally, job->out);
	fflush(job->out);
	nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void start(struct job *job, const char *path)
{
	job->path = path;
	job->out = tmpfile();
	if (job->out)
		setvbuf(job->out, NULL, _IOLBF, 0);
	*job->tally = (struct tally){ 0 };
	fflush(NULL);
	job->pid = job->out ? fork() : -1;
	if (job->pid < 0) {
		perror("sqltest");
		exit(2);
	}
	if (job->pid == 0) {
		run_child(job);
		/* exit, not _exit: the leak check runs there. */
		exit(0);
	}
}

static void finish(struct job *job, int status, struct tally *total)
{
	char part[4096];
	size_t n;

	rewind(job->out);
	while ((n = fread(part, 1, sizeof(part), job->out)) > 0)
		fwrite(part, 1, n, stdout);
	fclose(job->out);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
		printf("%s:%zu: still running after %u seconds\n", job->path,
		       job->tally->line, opt.time_limit);
		job->tally->failed++;
	} else if (WIFSIGNALED(status)) {
		printf("%s:%zu: crashed: %s\n", job->path, job->tally->line,
		       strsignal(WTERMSIG(status)));
		job->tally->failed++;
	} else if (WEXITSTATUS(status)) {
		printf("%s:%zu: ended with exit status %d\n", job->path,
		       job->tally->line, WEXITSTATUS(status));
		job->tally->failed++;
	}
	total->passed += job->tally->passed;
	total->failed += job->tally->failed;
	job->pid = 0;
}

static void run_all(struct job *jobs, struct tally *total)
{
	size_t next = 0, n_running = 0;

	while (next < opt.n || n_running) {
		int status;
		pid_t pid;

		for (size_t j = 0; j < opt.n_threads && next < opt.n; j++) {
			if (!jobs[j].pid) {
				start(&jobs[j], opt.paths[next++]);
				n_running++;
			}
		}
		pid = wait(&status);
		for (size_t j = 0; j < opt.n_threads; j++) {
			if (jobs[j].pid == pid) {
				finish(&jobs[j], status, total);
				n_running--;
			}
		}
	}
}

int main(int argc, char **argv)
{
	struct tally total = { 0 };
	struct tally *shared;
	struct job *jobs;

	if (!parse_options(argc, argv))
		return usage();
	qsort(opt.paths, opt.n, sizeof(char *), by_name);
	shared = mmap(NULL, opt.n_threads * sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED) {
		perror("sqltest");
		return 2;
	}
	jobs = test_alloc(opt.n_threads * sizeof(*jobs));
	for (size_t j = 0; j < opt.n_threads; j++)
		jobs[j].tally = &shared[j];
	run_all(jobs, &total);
	for (size_t i = 0; i < opt.n; i++)
		free(opt.paths[i]);
	free(opt.paths);
	free(jobs);
	printf("%zu passed, %zu failed\n", total.passed, total.failed);
	return total.failed > 0;
}
