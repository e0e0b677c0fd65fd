/*
 * out.h - the one way to stdout: a large buffer that remembers failure.
 *
 * Renderers write at p after out_need() made room.  The first error of a
 * write stays in `error`; later output is dropped, and the shell turns the
 * error into exit status 4 (a closed pipe is silent).  A copy of all bytes
 * may go to a second descriptor (.tee).
 */
#ifndef SHADE_CMD_OUT_H
#define SHADE_CMD_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>

struct text;

struct out {
	char *p, *end; /* free room in buf */
	char *buf; /* owned */
	size_t cap;
	int fd; /* owned when owns_fd */
	int tee_fd; /* owned; -1: none */
	struct text *capture; /* bytes are kept here too; borrowed, NULL: not */
	int tee_failed; /* errno of the copy's failed write, 0: none */
	int error; /* errno of the first failed write, 0: none */
	bool was_reported; /* the user knows of it */
	double waited_ms; /* in writes to the child */
	pid_t child; /* reader of a pipe that we started, or 0 */
	void (*old_pipe)(int); /* what SIGPIPE did before the child */
	char *temp; /* owned: the file that is written, to become `name`; or NULL */
	bool failed; /* a statement failed: what stands in temp is dropped */
	char *name; /* owned: what the user called it, for messages */
	bool owns_fd;
	bool is_tty;
};

void out_init(struct out *o, int fd, const char *name);
/*
 * Open a file, or a command when spec begins with '|'.  "-", "stdout" and
 * "/dev/stdout" are descriptor 1 as it is, never truncated.  False with
 * errno set.  A file that has content may be read by the very statement that
 * writes it: it stays until that one is through (out_settle) or o is closed.
 */
bool out_open(struct out *o, const char *spec);
/* Flush, close, wait for the child.  False if anything failed; o->error says
 * what.  The buffer is released. */
bool out_close(struct out *o);
bool out_flush(struct out *o);
/* A statement is through: what it wrote is what the file has from now on. */
void out_settle(struct out *o);

/* Slow path of out_need. */
void out_more(struct out *o, size_t n);

/* At least n bytes of room at o->p afterwards. */
static inline void out_need(struct out *o, size_t n)
{
	if ((size_t)(o->end - o->p) < n)
		out_more(o, n);
}

static inline void out_add(struct out *o, const char *p, size_t n)
{
	out_need(o, n + 1);
	if (n)
		memcpy(o->p, p, n);
	o->p += n;
}

static inline void out_addc(struct out *o, char c)
{
	out_need(o, 1);
	*o->p++ = c;
}

void out_addz(struct out *o, const char *z);
void out_repeat(struct out *o, const char *z, size_t times);

/* Whether nobody can read what we write any more (closed pipe). */
bool out_is_gone(const struct out *o);

#endif
