/*
 * report.h - errors, warnings and notes on stderr.
 *
 * First line: `file:line:col: error[SQLSTATE]: message`, the prefix only
 * when the text came from a file; then a picture of the place, indented,
 * and hints behind `= `.  With json set, one object a line instead.
 */
#ifndef SHADE_CMD_REPORT_H
#define SHADE_CMD_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

struct shade_error;
struct shade_notice;

/* A stretch of the text that was run and where it came from (subst.h). */
struct span_map {
	struct span_piece {
		size_t out_begin, out_end; /* in the text that was run */
		size_t in_begin, in_end; /* in the source */
		bool is_copy; /* else replaced: offsets inside mean nothing */
	} * pieces; /* owned by subst.c, ascending, covering everything */
	size_t n;
};

/* Where the statement being run was written; all borrowed. */
struct origin {
	const char *file; /* NULL: typed, or given with -c */
	const char *text; /* the whole source */
	size_t n;
	size_t begin, end; /* the statement's bytes in it */
	const struct span_map *map; /* NULL: run as written */
	bool is_made; /* the shell wrote it for a dot-command */
};

struct report {
	bool json;
	bool color;
	bool utf8;
	bool mute; /* errors are only remembered (--test) */
	bool quiet; /* notes are dropped */
	bool interactive;
	size_t columns; /* width of pictures */
	size_t n_errors, n_warnings;
	struct text last; /* owned: the last error as printed, for .errverbose */
};

void report_error(struct report *r, const struct shade_error *e,
		  const struct origin *o);
void report_notice(struct report *r, const struct shade_notice *n,
		   const struct origin *o);
/* An error of the shell itself at the statement o (NULL: nowhere). */
void report_fail(struct report *r, const char *sqlstate, const struct origin *o,
		 const char *fmt, ...) PRINTF_LIKE(4, 5);
void report_note(struct report *r, bool is_warning, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

/* Line (from 1) and column in code points (from 1) of a byte offset. */
void text_position(const char *text, size_t n, size_t at, size_t *line, size_t *col);

#endif
