/*
 * scan.h - just enough of SQL's lexical rules to know what is quoted, and
 * scripts cut into statements and dot-commands.
 */
#ifndef SHADE_CMD_SCAN_H
#define SHADE_CMD_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "shade.h"

enum scan_state {
	SCAN_PLAIN,
	SCAN_QUOTE,
	SCAN_DQUOTE,
	SCAN_BACKTICK,
	SCAN_LINE_COMMENT,
	SCAN_COMMENT
};

struct scan {
	enum scan_state state;
};

/* Consume one or two bytes (n > 0); returns how many. */
size_t scan_step(struct scan *s, const char *p, size_t n);

enum piece_kind {
	PIECE_END, /* nothing but blanks and comments is left */
	PIECE_DOT, /* a line that is a dot or backslash command */
	PIECE_SQL, /* a statement */
	PIECE_WAIT /* the text ends inside a statement or line */
};

struct piece {
	enum piece_kind kind;
	size_t begin, end; /* the command line, or the statement */
	size_t suffix, suffix_end; /* backslash command behind it; equal: none */
	size_t next; /* where to go on */
	enum shade_waits waits; /* of PIECE_WAIT */
};

/*
 * The first piece of text[at..n).  Final: no more text will come, so that
 * the last statement needs no ';' and the last line no newline.  env: whose
 * dialect says what strings look like; NULL: the default one.
 */
struct piece piece_next(const struct shade_env *env, const char *text, size_t n,
			size_t at, bool final);

/* Behind a byte order mark and a #! line. */
size_t script_start(const char *text, size_t n);

#endif
