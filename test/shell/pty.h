/*
 * pty.h - a program at a terminal, for tests.
 *
 * One session at a time is enough, but they are values.  Waiting is for a
 * text to appear, never for time to pass; a text that does not come within
 * ten seconds fails the test.
 */
#ifndef SHADE_TEST_SHELL_PTY_H
#define SHADE_TEST_SHELL_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct pty {
	int fd;
	pid_t pid;
	char *raw; /* everything that came, owned */
	size_t n, cap;
	size_t seen; /* behind what the last wait found */
	int status; /* after pty_end */
};

/* Start argv[0] at a terminal of the given size; env: "NAME=VALUE" or
 * "NAME" to unset, NULL-terminated, on top of the present environment. */
bool pty_start(struct pty *p, char *const *argv, const char *const *env,
	       unsigned short columns, unsigned short rows);
/* Type text. */
void pty_send(struct pty *p, const char *text);
/* Until text appears behind the last find; false: it did not. */
bool pty_wait(struct pty *p, const char *text);
/* What came since the last find, escapes taken out; owned by the caller. */
char *pty_since(struct pty *p);
/* Whether text came at any time. */
bool pty_has(const struct pty *p, const char *text);
void pty_resize(struct pty *p, unsigned short columns, unsigned short rows);
/* Wait for the end (killed after ten seconds); exit status, 128 + signal. */
int pty_end(struct pty *p);

#endif
