#include "tools/runner/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lines {
	char *at; /* next unread, NULL at the end */
	size_t number; /* of the line read last */
};

void *test_alloc(size_t n)
{
	return test_grow(NULL, n);
}

void *test_grow(void *p, size_t n)
{
	void *q = realloc(p, n ? n : 1);

	if (!q) {
		fputs("out of memory\n", stderr);
		exit(2);
	}
	if (!p)
		memset(q, 0, n);
	return q;
}

static bool read_file(const char *path, char **text)
{
	FILE *f = fopen(path, "rb");
	size_t n = 0, cap = 1 << 16, got;
	char *p;

	if (!f)
		return false;
	p = test_alloc(cap);
	while ((got = fread(p + n, 1, cap - n - 1, f)) > 0) {
		n += got;
		if (cap - n < 2)
			p = test_grow(p, cap *= 2);
	}
	fclose(f);
	p[n] = 0;
	*text = p;
	return true;
}

/* The next line without its end, or NULL. */
static char *next_line(struct lines *in)
{
	char *line = in->at;
	char *end;
	size_t n;

	if (!line || !*line)
		return NULL;
	end = strchr(line, '\n');
	n = end ? (size_t)(end - line) : strlen(line);
	in->at = end ? end + 1 : NULL;
	if (n && line[n - 1] == '\r')
		n--;
	line[n] = 0;
	in->number++;
	return line;
}

static bool is_empty(const char *line)
{
	return line[strspn(line, " \t")] == 0;
}

static void split_words(char *line, size_t *n, char ***words)
{
	char *save = NULL;

	*n = 0;
	*words = NULL;
	for (char *w = strtok_r(line, " \t", &save); w;
	     w = strtok_r(NULL, " \t", &save)) {
		*words = test_grow(*words, (*n + 1) * sizeof(char *));
		(*words)[(*n)++] = w;
	}
}

static enum record_kind statement_kind(struct record *r)
{
	const char *how = r->n_args ? r->args[0] : "";

	if (r->n_args) {
		r->n_args--;
		r->args++;
	}
	if (strcmp(how, "ok") == 0)
		return REC_STATEMENT_OK;
	if (strcmp(how, "error") == 0)
		return REC_STATEMENT_ERROR;
	if (strcmp(how, "note") == 0)
		return REC_STATEMENT_NOTE;
	if (strcmp(how, "count") == 0)
		return REC_STATEMENT_COUNT;
	return REC_BAD;
}

static bool has_sql(enum record_kind k)
{
	return k <= REC_QUERY;
}

static enum record_kind kind_of(const char *word, struct record *r)
{
	static const struct {
		const char *word;
		enum record_kind kind;
	} kinds[] = {
		{ "query", REC_QUERY },     { "loop", REC_LOOP },
		{ "foreach", REC_LOOP },    { "endloop", REC_ENDLOOP },
		{ "load", REC_LOAD },       { "restart", REC_RESTART },
		{ "set", REC_SET },         { "param", REC_PARAM },
		{ "require", REC_REQUIRE }, { "mode", REC_MODE },
		{ "halt", REC_HALT },
	};

	if (strcmp(word, "statement") == 0)
		return statement_kind(r);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(word, kinds[i].word) == 0)
			return kinds[i].kind;
	}
	return REC_BAD;
}

static char *join_lines(char **lines, size_t n)
{
	size_t size = 1;
	char *text, *at;

	for (size_t i = 0; i < n; i++)
		size += strlen(lines[i]) + 1;
	at = text = test_alloc(size);
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(lines[i]);

		memcpy(at, lines[i], len);
		at += len;
		*at++ = i + 1 < n ? '\n' : 0;
	}
	*at = 0;
	return text;
}

/* SQL up to "----" or a blank line; then expected lines up to a blank one. */
static void read_body(struct lines *in, struct record *r)
{
	char **sql = NULL;
	size_t n_sql = 0;
	char *line;

	while ((line = next_line(in)) != NULL && *line) {
		if (!r->has_expected && strcmp(line, "----") == 0) {
			r->has_expected = true;
			r->expected_line = in->number + 1;
		} else if (r->has_expected) {
			r->expected = test_grow(r->expected,
						(r->n_expected + 1) * sizeof(char *));
			r->expected[r->n_expected++] = line;
		} else {
			sql = test_grow(sql, (n_sql + 1) * sizeof(char *));
			sql[n_sql++] = line;
		}
	}
	r->sql = join_lines(sql, n_sql);
	free(sql);
}

/* Room for a loop's number. */
#define DIGITS 24

/* loop i 0 3: the values 0 1 2; foreach x a b: as written. */
static void expand_loop(const char *word, struct record *r)
{
	long from, to;
	char *name;

	if (strcmp(word, "loop") != 0)
		return;
	if (r->n_args != 3) {
		r->kind = REC_BAD;
		return;
	}
	name = r->args[0];
	from = strtol(r->args[1], NULL, 10);
	to = strtol(r->args[2], NULL, 10);
	if (to < from || to - from > 100000)
		to = from;
	r->n_args = (size_t)(to - from) + 1;
	r->values = test_alloc(r->n_args * (sizeof(char *) + DIGITS));
	r->values[0] = name;
	for (size_t i = 1; i < r->n_args; i++) {
		r->values[i] = (char *)(r->values + r->n_args) + i * DIGITS;
		snprintf(r->values[i], DIGITS, "%ld", from + (long)i - 1);
	}
	r->args = r->values;
}

static struct record *add(struct script *s)
{
	s->records = test_grow(s->records, (s->n + 1) * sizeof(*s->records));
	s->records[s->n] = (struct record){ 0 };
	return &s->records[s->n++];
}

static void read_record(struct script *s, struct lines *in, char *line, bool skipped)
{
	struct record *r = add(s);
	char *word;

	r->line = in->number;
	r->skipped = skipped;
	split_words(line, &r->n_args, &r->words);
	word = r->words[0];
	r->args = r->words + 1;
	r->n_args--;
	r->kind = kind_of(word, r);
	if (r->kind == REC_BAD) {
		r->n_args = 1;
		r->args = r->words;
	}
	if (r->kind == REC_LOOP)
		expand_loop(word, r);
	if (has_sql(r->kind) || r->kind == REC_BAD)
		read_body(in, r);
}

/* What "skipif x" and "onlyif x" say about us. */
static bool is_skipping(const char *line, bool *is_condition)
{
	char what[16], name[32];

	*is_condition = false;
	if (sscanf(line, "%15s %31s", what, name) != 2)
		return false;
	if (strcmp(what, "skipif") == 0) {
		*is_condition = true;
		return strcmp(name, "shade") == 0;
	}
	if (strcmp(what, "onlyif") == 0) {
		*is_condition = true;
		return strcmp(name, "shade") != 0;
	}
	return false;
}

bool script_read(struct script *s, const char *path)
{
	struct lines in = { 0 };
	bool skipped = false;
	char *line;

	*s = (struct script){ 0 };
	if (!read_file(path, &s->text))
		return false;
	s->path = strdup(path);
	in.at = s->text;
	while ((line = next_line(&in)) != NULL) {
		bool is_condition;

		if (is_empty(line) || line[0] == '#')
			continue;
		if (strncmp(line, "hash-threshold", 14) == 0)
			continue;
		if (is_skipping(line, &is_condition))
			skipped = true;
		if (is_condition)
			continue;
		read_record(s, &in, line, skipped);
		skipped = false;
	}
	return true;
}

void script_free(struct script *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->records[i].words);
		free(s->records[i].values);
		free(s->records[i].sql);
		free(s->records[i].expected);
	}
	free(s->records);
	free(s->text);
	free(s->path);
}
