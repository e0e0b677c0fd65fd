#include "unit/unit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"

struct shade_cx *unit_cx_new(void)
{
	struct shade_cx *cx = calloc(1, sizeof(*cx));

	assert_non_null(cx);
	cx->budget = budget_new(0);
	cx->arena = arena_new(cx->budget);
	cx->settings = settings_new(cx->arena);
	cx->now_us = clock_now_us();
	return cx;
}

void unit_cx_free(struct shade_cx *cx)
{
	arena_free(cx->arena);
	assert_int_equal(budget_used(cx->budget), 0);
	budget_unref(cx->budget);
	free(cx);
}

char *unit_mkdir(void)
{
	const char *tmp = getenv("TMPDIR");
	char *path = NULL;

	assert_true(asprintf(&path, "%s/shade-unit-XXXXXX", tmp ? tmp : "/tmp") > 0);
	assert_non_null(mkdtemp(path));
	return path;
}

static void remove_tree(const char *path)
{
	struct dirent *e;
	struct stat st;
	DIR *dir;

	if (lstat(path, &st) == 0 && !S_ISDIR(st.st_mode)) {
		unlink(path);
		return;
	}
	dir = opendir(path);
	while (dir && (e = readdir(dir)) != NULL) {
		char *child = NULL;

		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		if (asprintf(&child, "%s/%s", path, e->d_name) > 0)
			remove_tree(child);
		free(child);
	}
	if (dir)
		closedir(dir);
	rmdir(path);
}

void unit_rmdir(char *path)
{
	remove_tree(path);
	free(path);
}

const char *unit_file(const char *dir, const char *name, const void *p, size_t n)
{
	static char paths[4][512];
	static unsigned turn;
	char *path = paths[turn++ % 4];
	FILE *f;

	snprintf(path, sizeof(paths[0]), "%s/%s", dir, name);
	f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(p, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
	return path;
}
