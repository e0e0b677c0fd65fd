/*
 * astcheck.c - every statement of the test suite survives the way to its
 * tree, back to text and to a tree again: the two trees are the same, and
 * so is the tree's copy.
 *
 * astcheck FILE|FOLDER..; the closing line is "N passed, N failed".
 */
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/settings.h"
#include "parse/parse.h"
#include "tools/runner/script.h"

static size_t n_passed, n_failed;

static bool parse(struct shade_cx *cx, struct str sql, struct ast **out)
{
	shade_clear(cx);
	*out = NULL;
	return sql_parse(cx, sql, out) == SHADE_OK && *out;
}

static struct str dump(struct shade_cx *cx, const struct ast *node)
{
	struct sbuf b = { .arena = cx->arena };

	ast_dump(node, &b);
	return sbuf_str(&b);
}

static void complain(const char *path, const struct record *r, const char *what,
		     const char *text)
{
	n_failed++;
	fprintf(stdout, "%s:%zu: %s: %s\n    %s\n", path, r->line, what, text, r->sql);
}

static void check_record(const char *path, const struct record *r)
{
	struct shade_cx *cx = calloc(1, sizeof(*cx));
	struct ast *tree, *again;
	struct str text;

	if (!cx)
		exit(2);
	cx->arena = arena_new(NULL);
	cx->settings = settings_new(cx->arena);
	cx->sql = str_from(r->sql);
	/* What is no statement is tested elsewhere to fail. */
	if (parse(cx, cx->sql, &tree)) {
		text = ast_to_sql(cx->arena, tree);
		if (!parse(cx, text, &again))
			complain(path, r, "its text does not parse", text.p);
		else if (!str_eq(dump(cx, tree), dump(cx, again)))
			complain(path, r, "its text means another tree", text.p);
		else if (!ast_equal(tree, ast_copy(cx->arena, tree)))
			complain(path, r, "its copy differs", text.p);
		else
			n_passed++;
	}
	arena_free(cx->arena);
	free(cx);
}

static int check_path(const char *path, const struct stat *st, int type,
		      struct FTW *ftw)
{
	size_t n = strlen(path);
	struct script s;

	(void)st;
	if (type != FTW_F || (ftw->level && (n < 5 || strcmp(path + n - 5, ".test"))))
		return 0;
	if (!script_read(&s, path)) {
		printf("%s: %s\n", path, strerror(errno));
		n_failed++;
		return 0;
	}
	for (size_t i = 0; i < s.n; i++) {
		if (s.records[i].sql && *s.records[i].sql)
			check_record(path, &s.records[i]);
	}
	script_free(&s);
	return 0;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (nftw(argv[i], check_path, 16, FTW_PHYS)) {
			perror(argv[i]);
			return 2;
		}
	}
	printf("%zu passed, %zu failed\n", n_passed, n_failed);
	return n_failed > 0;
}
