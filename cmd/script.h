/*
 * script.h - statements and dot-commands from a file, a pipe or a text.
 */
#ifndef SHADE_CMD_SCRIPT_H
#define SHADE_CMD_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

struct shell;

/* Each returns false when the run must stop (error under bail, or .quit). */
bool script_text(struct shell *sh, const char *file, const char *text, size_t n);
/* Statements run as they arrive. */
bool script_fd(struct shell *sh, const char *file, int fd);
/* "-" is standard input; usage: failing to open is exit status 2, else 1. */
bool script_file(struct shell *sh, const char *path, bool usage);

/* Report that .if is still open at the end of path (NULL: of all); false. */
bool script_missing_endif(struct shell *sh, const char *path);

#endif
