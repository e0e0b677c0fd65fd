/*
 * sheet.h - small tables of the shell's own making, printed like results.
 */
#ifndef SHADE_CMD_SHEET_H
#define SHADE_CMD_SHEET_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

struct shell;

struct sheet {
	size_t n_columns, n_rows;
	char **names; /* owned */
	char **cells; /* owned, row by row; NULL: NULL */
	size_t cap;
};

void sheet_init(struct sheet *s, size_t n_columns, const char *const *names);
/* Append a row; values are copied, NULL is NULL. */
void sheet_add(struct sheet *s, const char *const *values);
/* Print in the shell's mode to its output. */
bool sheet_print(struct sheet *s, struct shell *sh);
void sheet_release(struct sheet *s);

#endif
