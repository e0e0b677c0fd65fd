#include <stdio.h>

#include "complete.h"

#include <dirent.h>
#include <readline/readline.h>
#include <readline/tilde.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "dot.h"
#include "paint.h"
#include "render/render.h"
#include "shade.h"
#include "shell.h"
#include "suffix.h"
#include "width.h"

struct candidate {
	char *insert, *detail; /* owned */
	enum shade_candidate_kind kind;
};

struct list {
	struct candidate *v;
	size_t n;
	bool wants_files;
};

#define MOST 200

static struct shell *shell;
static const struct text *before;

static void list_add(struct list *l, enum shade_candidate_kind kind, const char *insert,
		     const char *detail)
{
	for (size_t i = 0; i < l->n; i++) {
		if (!strcmp(l->v[i].insert, insert))
			return;
	}
	l->v = mem_grow(l->v, l->n + 1, sizeof(*l->v));
	l->v[l->n++] = (struct candidate){ str_dup(insert),
					   str_dup(detail ? detail : ""), kind };
}

static void list_free(struct list *l)
{
	for (size_t i = 0; i < l->n; i++) {
		mem_free(l->v[i].insert);
		mem_free(l->v[i].detail);
	}
	mem_free(l->v);
	*l = (struct list){ 0 };
}

static bool on_candidate(void *arg, enum shade_candidate_kind kind, const char *insert,
			 const char *detail)
{
	struct list *l = arg;

	if (kind == SHADE_CANDIDATE_FILE)
		l->wants_files = true;
	else
		list_add(l, kind, insert, detail);
	return l->n < MOST;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct candidate *)a)->insert,
		      ((const struct candidate *)b)->insert);
}

/* Files and folders that begin with the word. */
static void add_files(struct list *l, const char *word)
{
	char *name;
	int state = 0;

	while ((name = rl_filename_completion_function(word, state++)) && l->n < MOST) {
		struct text t = { 0 };
		char *full = tilde_expand(name);
		DIR *d = opendir(full);

		text_addz(&t, name);
		if (d)
			text_addc(&t, '/');
		if (d)
			closedir(d);
		list_add(l, SHADE_CANDIDATE_FILE, text_str(&t), d ? "folder" : "file");
		text_free(&t);
		free(full);
		free(name);
	}
	free(name);
	qsort(l->v, l->n, sizeof(*l->v), by_name);
}

static void add_words(struct list *l, const char *word, const char *const *words)
{
	for (; *words; words++) {
		if (!strncasecmp(*words, word, strlen(word)))
			list_add(l, SHADE_CANDIDATE_KEYWORD, *words, "");
	}
}

static void add_commands(struct list *l, const char *word)
{
	const struct dot *d;

	for (size_t i = 0; (d = dot_at(i)); i++) {
		char *name;

		if (!d->run)
			continue;
		name = str_fmt(".%s", d->name);
		if (str_starts(name, word))
			list_add(l, SHADE_CANDIDATE_KEYWORD, name, d->help);
		mem_free(name);
	}
}

/* psql's names of commands. */
static void add_aliases(struct list *l, const char *word)
{
	const struct dot *d;

	for (size_t i = 0; (d = dot_at(i)); i++) {
		char *name;

		if (!d->run || !d->alias)
			continue;
		name = str_fmt("\\%s", d->alias);
		if (str_starts(name, word))
			list_add(l, SHADE_CANDIDATE_KEYWORD, name, d->help);
		mem_free(name);
	}
}

/* What may stand behind a query. */
static void add_suffixes(struct list *l, const char *word)
{
	const struct suffix *s;

	for (size_t i = 0; (s = suffix_at(i)); i++) {
		char *name = str_fmt("\\%s", s->name);

		if (str_starts(name, word))
			list_add(l, SHADE_CANDIDATE_KEYWORD, name, s->help);
		mem_free(name);
	}
}

/* Arguments of a dot-command, by what its usage asks for. */
static void add_arguments(struct list *l, const char *line, const char *word)
{
	char *name = str_ndup(line + 1, strcspn(line + 1, " \t"));
	const struct dot *d = *line == '.' ? dot_find(name) : dot_find_alias(name);
	const struct renderer *r;
	const char *choices[16];
	size_t n = 0, word_at;

	mem_free(name);
	if (!d)
		return;
	if (strstr(d->usage, "FILE") || strstr(d->usage, "DIRECTORY"))
		add_files(l, word);
	if (d->run == dot_mode) {
		for (size_t i = 0; (r = renderer_at(i, NULL)); i++) {
			if (str_starts(r->name, word))
				list_add(l, SHADE_CANDIDATE_KEYWORD, r->name, "");
		}
	}
	if (strchr(d->usage, '|') && !strstr(d->usage, "FILE")) {
		char *copy = str_dup(d->usage), *save = NULL;

		for (char *w = strtok_r(copy, "[]| ", &save); w && n < 15;
		     w = strtok_r(NULL, "[]| ", &save)) {
			if (*w >= 'a' && *w <= 'z')
				choices[n++] = w;
		}
		choices[n] = NULL;
		add_words(l, word, choices);
		mem_free(copy);
	}
	if (strstr(d->usage, "PATTERN") || strstr(d->usage, "NAME") ||
	    strstr(d->usage, "TABLE") || strstr(d->usage, "VIEW")) {
		char *sql = str_fmt("SELECT * FROM %s", word);

		shade_complete(shell->env, sql, strlen(sql), strlen(sql), &word_at,
			       on_candidate, l);
		l->wants_files = false;
		mem_free(sql);
	}
}

/* --- what the key does ------------------------------------------------------
 */

/* Bytes that all candidates have in common, without regard to case. */
static size_t common_prefix(const struct list *l)
{
	size_t n = strlen(l->v[0].insert);

	for (size_t i = 1; i < l->n; i++) {
		size_t k = 0;

		while (k < n && l->v[i].insert[k] &&
		       strncasecmp(l->v[0].insert + k, l->v[i].insert + k, 1) == 0)
			k++;
		n = k;
	}
	/* Never cut a character in two. */
	while (n && (l->v[0].insert[n] & 0xc0) == 0x80)
		n--;
	return n;
}

static void replace(size_t from, const char *with, size_t n)
{
	char *z = str_ndup(with, n);

	rl_begin_undo_group();
	rl_delete_text((int)from, rl_point);
	rl_point = (int)from;
	rl_insert_text(z);
	rl_end_undo_group();
	mem_free(z);
}

static const char *kind_word(enum shade_candidate_kind kind)
{
	static const char *const words[] = { "",         "table",    "view",
					     "column",   "function", "type",
					     "database", "setting",  "" };

	return words[kind];
}

/* What of a candidate is listed: of a path its last part. */
static const char *listed(const struct candidate *c)
{
	const char *z = c->insert;

	if (c->kind != SHADE_CANDIDATE_FILE)
		return z;
	for (const char *slash = strchr(z, '/'); slash && slash[1];
	     slash = strchr(slash + 1, '/'))
		z = slash + 1;
	return z;
}

static void show(const struct list *l)
{
	size_t widest = 0, lines = l->n < 20 ? l->n : 20;
	bool color = shell->color;
	struct text t = { 0 };

	for (size_t i = 0; i < lines; i++) {
		size_t w = text_cells(listed(&l->v[i]), strlen(listed(&l->v[i])));

		if (w > widest && w < 40)
			widest = w;
	}
	text_addc(&t, '\n');
	for (size_t i = 0; i < lines; i++) {
		const struct candidate *c = &l->v[i];
		size_t w = text_cells(listed(c), strlen(listed(c))), room, cells;
		size_t n;

		text_addf(&t, "  %s", listed(c));
		text_repeat(&t, " ", widest > w ? widest - w : 0);
		text_addf(&t, "%s  %-8s ", color ? "\033[2m" : "", kind_word(c->kind));
		room = shell->report.columns > widest + 16
			       ? shell->report.columns - widest - 16
			       : 8;
		n = text_fit(c->detail, strlen(c->detail), room, &cells);
		text_add(&t, c->detail, n);
		text_addf(&t, "%s\n", color ? "\033[0m" : "");
	}
	if (l->n > lines)
		text_addf(&t, "  ... %zu more\n", l->n - lines);
	fwrite(t.p, 1, t.n, rl_outstream);
	text_free(&t);
	rl_on_new_line();
	paint_fresh(before);
	(*rl_redisplay_function)();
}

/* Find candidates for the word before the cursor; *from is where it begins. */
static void collect(struct list *l, size_t *from)
{
	size_t point = (size_t)rl_point, blank;
	bool fresh = !before || !before->n;
	struct text t = { 0 };
	char *word;

	for (blank = point; blank > 0 && !is_blank(rl_line_buffer[blank - 1]); blank--)
		;
	if (rl_line_buffer[blank] == '\\' && (blank || !fresh)) {
		word = str_ndup(rl_line_buffer + blank, point - blank);
		*from = blank;
		add_suffixes(l, word);
		mem_free(word);
		return;
	}
	if (fresh && (rl_line_buffer[0] == '.' || rl_line_buffer[0] == '\\')) {
		word = str_ndup(rl_line_buffer + blank, point - blank);
		*from = blank;
		if (blank == 0 && *word == '.')
			add_commands(l, word);
		else if (blank == 0)
			add_aliases(l, word);
		else
			add_arguments(l, rl_line_buffer, word);
		mem_free(word);
		return;
	}
	if (!fresh)
		text_add(&t, before->p, before->n);
	blank = t.n;
	text_addz(&t, rl_line_buffer);
	*from = blank + point;
	shade_complete(shell->env, t.p, t.n, blank + point, from, on_candidate, l);
	*from = *from > blank ? *from - blank : 0;
	if (l->wants_files) {
		word = str_ndup(rl_line_buffer + *from, point - *from);
		if (*word == '\'' || *word == '`') {
			++*from;
			memmove(word, word + 1, strlen(word));
		}
		add_files(l, word);
		mem_free(word);
	}
	text_free(&t);
}

static int on_tab(int count, int key)
{
	struct list l = { 0 };
	size_t from = 0, n, typed;

	(void)count;
	/* Blanks only: indent. */
	for (n = 0; n < (size_t)rl_point && is_blank(rl_line_buffer[n]); n++)
		;
	if (n == (size_t)rl_point && (rl_point || (before && before->n)))
		return rl_insert(1, key);
	collect(&l, &from);
	typed = (size_t)rl_point - from;
	if (!l.n) {
		rl_ding();
	} else if (l.n == 1) {
		const char *only = l.v[0].insert;

		n = strlen(only);
		replace(from, only, n);
		if (l.v[0].kind != SHADE_CANDIDATE_FILE && only[n - 1] != '(' &&
		    rl_point == rl_end)
			rl_insert_text(" ");
	} else {
		n = common_prefix(&l);
		if (n > typed || (n == typed && strncmp(rl_line_buffer + from,
							l.v[0].insert, n) != 0))
			replace(from, l.v[0].insert, n);
		else
			show(&l);
	}
	list_free(&l);
	return 0;
}

void complete_begin(struct shell *sh)
{
	shell = sh;
	rl_bind_key('\t', on_tab);
}

void complete_so_far(const struct text *so_far)
{
	before = so_far;
}

void complete_end(void)
{
	before = NULL;
}
