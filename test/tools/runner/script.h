/*
 * script.h - the text of a test file as records.
 *
 * A file is a list of records separated by blank lines; docs/design/
 * testing.md describes them.  Everything lives until script_free.
 */
#ifndef SHADE_TEST_RUNNER_SCRIPT_H
#define SHADE_TEST_RUNNER_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

enum record_kind {
	REC_STATEMENT_OK,
	REC_STATEMENT_ERROR, /* args: SQLSTATE or class; expected: part of the text */
	REC_STATEMENT_NOTE, /* expected: parts of its notices, in order */
	REC_STATEMENT_COUNT, /* args: rows changed */
	REC_QUERY, /* args: types, sort mode, label */
	REC_LOOP, /* args: name, values... */
	REC_ENDLOOP,
	REC_LOAD,
	REC_RESTART,
	REC_SET, /* args: key, value */
	REC_PARAM, /* args: name, value */
	REC_REQUIRE,
	REC_MODE, /* skip, unskip */
	REC_HALT,
	REC_BAD /* args[0]: what is wrong */
};

struct record {
	enum record_kind kind;
	size_t line; /* 1-based, of the record's first line */
	bool skipped; /* by skipif or onlyif */
	size_t n_args;
	char **args; /* words behind the directive; into words or values */
	char **words; /* owned */
	char **values; /* owned: of a loop */
	char *sql; /* lines up to "----" or the blank line; may be "" */
	size_t expected_line;
	bool has_expected; /* "----" was there */
	size_t n_expected;
	char **expected; /* lines */
};

struct script {
	char *path;
	char *text; /* cut into lines in place */
	size_t n;
	struct record *records;
};

/* False (with errno) when the file cannot be read. */
bool script_read(struct script *s, const char *path);
void script_free(struct script *s);

/* Out of memory ends the program. */
void *test_alloc(size_t n);
void *test_grow(void *p, size_t n);

#endif
