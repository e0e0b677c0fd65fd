#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/banned.h"
#include "base/glob.h"
#include "base/io.h"
#include "base/vec.h"

#define MOST_PATTERNS 1000
#define DEEPEST 64

struct glob {
	struct shade_cx *cx;
	struct arena *arena;
	VEC(struct str) patterns;
	VEC(struct str) paths;
};

/* Match one bracket expression; *p is behind '[' and goes behind ']'. */
static bool bracket(const char **p, const char *end, char c)
{
	const char *s = *p;
	bool negated = s < end && (*s == '!' || *s == '^');
	bool found = false;
	const char *first;

	if (negated)
		s++;
	first = s;
	while (s < end && (*s != ']' || s == first)) {
		if (s + 2 < end && s[1] == '-' && s[2] != ']') {
			found |= (unsigned char)c >= (unsigned char)s[0] &&
				 (unsigned char)c <= (unsigned char)s[2];
			s += 3;
		} else {
			found |= *s == c;
			s++;
		}
	}
	*p = s < end ? s + 1 : s;
	return found != negated;
}

bool glob_match(struct str pattern, struct str name)
{
	const char *p = pattern.p, *p_end = p + pattern.n;
	const char *s = name.p, *s_end = s + name.n;
	const char *star = NULL, *retry = NULL;

	/* One star is retried at a time: linear space, no recursion. */
	while (true) {
		const char *next = p;
		bool ok = false;

		if (p < p_end && *p == '*') {
			star = ++p;
			retry = s;
			continue;
		}
		if (p == p_end && s == s_end)
			return true;
		if (p < p_end && s < s_end) {
			next = p + 1;
			if (*p == '?')
				ok = true;
			else if (*p == '[')
				ok = bracket(&next, p_end, *s);
			else
				ok = *p == *s;
		}
		if (ok) {
			p = next;
			s++;
		} else if (star && retry < s_end) {
			p = star;
			s = ++retry;
		} else {
			return false;
		}
	}
}

bool glob_has_sign(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (strchr("*?[{", s.p[i]) && s.p[i])
			return true;
	}
	return false;
}

/* Position behind the brace that closes the one before at, or 0. */
static size_t brace_end(struct str s, size_t at)
{
	size_t depth = 1;

	for (; at < s.n; at++) {
		if (s.p[at] == '{')
			depth++;
		if (s.p[at] == '}' && --depth == 0)
			return at + 1;
	}
	return 0;
}

/* Write a{b,c}d as abd, acd; the list grows at its end while it is read. */
static void expand_braces(struct glob *g, struct str pattern)
{
	vec_push(g->arena, &g->patterns, pattern);
	for (size_t i = 0; i < g->patterns.n; i++) {
		struct str s = g->patterns.v[i];
		const char *open = memchr(s.p, '{', s.n);
		size_t begin, end, depth = 0;

		if (!open || g->patterns.n > MOST_PATTERNS)
			continue;
		begin = (size_t)(open - s.p) + 1;
		end = brace_end(s, begin);
		if (!end)
			continue;
		for (size_t at = begin, from = begin; at < end; at++) {
			struct str tail = { s.p + end, s.n - end };
			bool last = at == end - 1;

			if (s.p[at] == '{')
				depth++;
			if (s.p[at] == '}' && !last)
				depth--;
			if (!last && (s.p[at] != ',' || depth))
				continue;
			vec_push(g->arena, &g->patterns,
				 str_fmt(g->arena, "%.*s%.*s%.*s", (int)begin - 1, s.p,
					 (int)(at - from), s.p + from, STR_ARG(tail)));
			from = at + 1;
		}
		g->patterns.v[i] = STR_NONE; /* replaced by what was pushed */
	}
}

static struct str join(struct glob *g, struct str folder, struct str name)
{
	if (!folder.n)
		return str_dup(g->arena, name);
	if (folder.p[folder.n - 1] == '/')
		return str_fmt(g->arena, "%.*s%.*s", STR_ARG(folder), STR_ARG(name));
	return str_fmt(g->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(name));
}

static bool is_folder(struct str path)
{
	struct stat st;

	return stat(path.n ? path.p : ".", &st) == 0 && S_ISDIR(st.st_mode);
}

static bool exists(struct str path)
{
	struct stat st;

	return stat(path.p, &st) == 0;
}

/* A link to a folder is not followed by **: it may lead back. */
static bool is_real_folder(struct str path)
{
	struct stat st;

	return lstat(path.p, &st) == 0 && S_ISDIR(st.st_mode);
}

static shade_status walk(struct glob *g, struct str folder, struct str rest, int depth);

/* Go on with one entry of a folder that matched the component. */
static shade_status step(struct glob *g, struct str path, struct str rest, int depth)
{
	if (rest.n)
		return is_folder(path) ? walk(g, path, rest, depth + 1) : SHADE_OK;
	if (exists(path) && !is_folder(path))
		vec_push(g->arena, &g->paths, path);
	return SHADE_OK;
}

static shade_status each_entry(struct glob *g, struct str folder, struct str part,
			       struct str rest, struct str whole, int depth)
{
	bool is_any_depth = str_eq(part, STR("**"));
	shade_status rc = SHADE_OK;
	struct dirent *e;
	DIR *dir = opendir(folder.n ? folder.p : ".");

	if (!dir)
		return SHADE_OK;
	while (!rc && (e = readdir(dir)) != NULL) {
		struct str name = str_from(e->d_name);
		struct str path;

		/* Hidden files only when asked for by a dot. */
		if (name.p[0] == '.' && (is_any_depth || part.p[0] != '.'))
			continue;
		if (str_eq(name, STR(".")) || str_eq(name, STR("..")))
			continue;
		if (!is_any_depth && !glob_match(part, name))
			continue;
		path = join(g, folder, name);
		if (!is_any_depth)
			rc = step(g, path, rest, depth);
		else if (is_real_folder(path))
			rc = walk(g, path, whole, depth + 1);
		else if (!rest.n)
			rc = step(g, path, rest, depth);
		if (!rc)
			rc = cx_check_cancel(g->cx);
	}
	closedir(dir);
	return rc;
}

/* Match the first component of rest in folder ("": the current one). */
static shade_status walk(struct glob *g, struct str folder, struct str rest, int depth)
{
	const char *slash = memchr(rest.p, '/', rest.n);
	struct str part = { rest.p, slash ? (size_t)(slash - rest.p) : rest.n };
	struct str after = { part.p + part.n, rest.n - part.n };

	if (depth > DEEPEST)
		return shade_fail(g->cx, SHADE_E_TOO_COMPLEX, NO_SPAN,
				  "folders are nested more than %d deep", DEEPEST);
	while (after.n && after.p[0] == '/') {
		after.p++;
		after.n--;
	}
	if (!glob_has_sign(part))
		return step(g, join(g, folder, part), after, depth);
	/* ** is also no folder at all. */
	if (str_eq(part, STR("**")) && after.n)
		TRY(walk(g, folder, after, depth + 1));
	return each_entry(g, folder, part, after, rest, depth);
}

static int by_path(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static void sort_unique(struct glob *g)
{
	size_t n = 0;

	if (!g->paths.n)
		return;
	qsort(g->paths.v, g->paths.n, sizeof(struct str), by_path);
	for (size_t i = 0; i < g->paths.n; i++) {
		if (!n || !str_eq(g->paths.v[i], g->paths.v[n - 1]))
			g->paths.v[n++] = g->paths.v[i];
	}
	g->paths.n = n;
}

/* The data files of a folder at any depth; _names are other tools' marks. */
static void drop_marks(struct glob *g, size_t n_folder)
{
	size_t n = 0;

	for (size_t i = 0; i < g->paths.n; i++) {
		struct str s = g->paths.v[i];
		bool is_mark = false;

		for (size_t at = n_folder; at < s.n; at++) {
			if (s.p[at] == '_' && (at == n_folder || s.p[at - 1] == '/'))
				is_mark = true;
		}
		if (!is_mark)
			g->paths.v[n++] = s;
	}
	g->paths.n = n;
}

static shade_status walk_pattern(struct glob *g, struct str p)
{
	struct str root = STR_NONE;

	if (!p.n)
		return SHADE_OK;
	if (p.p[0] == '/')
		root = STR("/");
	while (p.n && p.p[0] == '/') {
		p.p++;
		p.n--;
	}
	return walk(g, root, p, 0);
}

shade_status glob_paths(struct shade_cx *cx, struct str pattern, struct span span,
			struct str **paths, size_t *n)
{
	struct glob g = { .cx = cx, .arena = cx->arena };
	struct str path = str_dup(cx->arena, pattern);
	bool is_dir = path.n && is_folder(path);

	if (cx->is_safe && (is_dir || (glob_has_sign(path) && !exists(path))))
		return shade_fail(
			cx, SHADE_E_SAFE_MODE, span,
			"looking through folders is not allowed in safe mode");
	/* A file may really be called a[1].csv. */
	if (!is_dir && (!glob_has_sign(path) || exists(path))) {
		vec_push(cx->arena, &g.paths, path);
	} else if (is_dir) {
		TRY(walk(&g, path, STR("**"), 0));
		drop_marks(&g, path.n);
	} else {
		expand_braces(&g, path);
		for (size_t i = 0; i < g.patterns.n; i++)
			TRY(walk_pattern(&g, g.patterns.v[i]));
	}
	sort_unique(&g);
	if (!g.paths.n && is_dir)
		return shade_fail(cx, SHADE_E_FILE_NOT_FOUND, span,
				  "folder \"%.*s\" has no data files", STR_ARG(path));
	if (!g.paths.n)
		return shade_fail(cx, SHADE_E_FILE_NOT_FOUND, span,
				  "no file matches \"%.*s\"", STR_ARG(path));
	*paths = g.paths.v;
	*n = g.paths.n;
	return cx_check_arena(cx);
}
