/*
 * line.h - where the interactive loop gets its lines from.
 *
 * line_readline.c edits at a terminal, line_plain.c reads anything else.
 */
#ifndef SHADE_CMD_LINE_H
#define SHADE_CMD_LINE_H

#include <stdbool.h>

#include "text.h"

struct shell;

enum line_result { LINE_TEXT, LINE_END, LINE_INTERRUPTED };

struct line_source {
	void (*begin)(struct shell *sh);
	/* Append a line without its newline to t.  so_far: the statement's
   * earlier lines, for completion. */
	enum line_result (*read)(struct shell *sh, const char *prompt,
				 const struct text *so_far, struct text *t);
	/* A whole statement was entered. */
	void (*remember)(const char *statement);
	void (*end)(struct shell *sh);
};

extern const struct line_source line_readline, line_plain;

#endif
