#include "out.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "interrupt.h"
#include "shell.h"
#include "text.h"

#define OUT_BUFFER (256 * 1024)

void out_init(struct out *o, int fd, const char *name)
{
	*o = (struct out){ .fd = fd, .tee_fd = -1, .name = str_dup(name) };
	o->is_tty = fd >= 0 && isatty(fd);
}

static bool open_command(struct out *o, const char *cmd)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		return false;
	o->child = fork();
	if (o->child < 0) {
		close(fds[0]);
		close(fds[1]);
		return false;
	}
	if (o->child == 0) {
		signal(SIGPIPE, SIG_DFL);
		signal(SIGINT, SIG_DFL);
		dup2(fds[0], 0);
		execl("/bin/sh", "sh", "-c", cmd, (char *)NULL);
		_exit(127);
	}
	close(fds[0]);
	o->fd = fds[1];
	o->owns_fd = true;
	/* A reader that leaves early must not take the shell with it. */
	o->old_pipe = signal(SIGPIPE, SIG_IGN);
	return true;
}

/* A file next to path that may take its place, or -1. */
static int open_temp(struct out *o, const char *path, mode_t mode)
{
	static const char suffix[] = ".XXXXXX";
	size_t n = strlen(path);
	int fd;

	o->temp = mem_grow(NULL, n + sizeof(suffix), 1);
	memcpy(o->temp, path, n);
	memcpy(o->temp + n, suffix, sizeof(suffix));
	fd = mkostemp(o->temp, O_CLOEXEC);
	if (fd >= 0 && !fchmod(fd, mode & 07777))
		return fd;
	if (fd >= 0) {
		unlink(o->temp);
		close(fd);
	}
	mem_free(o->temp);
	o->temp = NULL;
	return -1;
}

static int open_file(struct out *o, const char *path)
{
	struct stat st;
	int fd = -1;

	/* Links and other people's files are written where they are. */
	if (lstat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 &&
	    st.st_nlink == 1 && st.st_uid == geteuid() && access(path, W_OK) == 0)
		fd = open_temp(o, path, st.st_mode);
	if (fd >= 0)
		return fd;
	return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

bool out_open(struct out *o, const char *spec)
{
	out_init(o, -1, spec);
	if (spec[0] == '|') {
		if (open_command(o, spec + 1))
			return true;
	} else if (!strcmp(spec, "-") || !strcmp(spec, "stdout") ||
		   !strcmp(spec, "/dev/stdout")) {
		o->fd = 1;
		o->is_tty = isatty(1);
		return true;
	} else {
		o->fd = open_file(o, spec);
		o->owns_fd = true;
		o->is_tty = o->fd >= 0 && isatty(o->fd);
		if (o->fd >= 0)
			return true;
	}
	mem_free(o->name);
	o->name = NULL;
	return false;
}

static int write_all(int fd, const char *p, size_t n)
{
	while (n) {
		ssize_t k = write(fd, p, n);

		if (k < 0 && errno == EINTR && !interrupt_seen())
			continue;
		/* Another program may have made our terminal non-blocking. */
		if (k < 0 && errno == EAGAIN) {
			struct pollfd room = { .fd = fd, .events = POLLOUT };

			poll(&room, 1, -1);
			continue;
		}
		if (k < 0)
			return errno;
		p += k;
		n -= (size_t)k;
	}
	return 0;
}

bool out_flush(struct out *o)
{
	size_t n = (size_t)(o->p - o->buf);

	if (n && !o->error) {
		double start = o->child ? now_ms() : 0;
		int failed = write_all(o->fd, o->buf, n);

		if (o->child)
			o->waited_ms += now_ms() - start;

		if (!failed && o->tee_fd >= 0)
			failed = o->tee_failed = write_all(o->tee_fd, o->buf, n);
		/* An interrupted write is the statement's end, not the file's. */
		if (failed != EINTR)
			o->error = failed;
	}
	if (n && o->capture)
		text_add(o->capture, o->buf, n);
	o->p = o->buf;
	return !o->error;
}

void out_settle(struct out *o)
{
	if (!o->temp || !out_flush(o))
		return;
	if (rename(o->temp, o->name)) {
		o->error = errno;
		unlink(o->temp);
	}
	mem_free(o->temp);
	o->temp = NULL;
	o->failed = false;
}

void out_more(struct out *o, size_t n)
{
	if (o->buf)
		out_flush(o);
	if (o->cap < n || !o->buf) {
		o->cap = n > OUT_BUFFER ? n : OUT_BUFFER;
		mem_free(o->buf);
		o->buf = mem_grow(NULL, o->cap, 1);
		o->p = o->buf;
		o->end = o->buf + o->cap;
	}
}

void out_addz(struct out *o, const char *z)
{
	out_add(o, z, strlen(z));
}

void out_repeat(struct out *o, const char *z, size_t times)
{
	size_t n = strlen(z);

	out_need(o, n * times);
	while (times--) {
		memcpy(o->p, z, n);
		o->p += n;
	}
}

bool out_close(struct out *o)
{
	bool ok = out_flush(o);

	if (o->temp && (o->failed || !ok))
		unlink(o->temp);
	else
		out_settle(o);
	ok = ok && !o->error;
	if (o->owns_fd && close(o->fd) && ok) {
		o->error = errno;
		ok = false;
	}
	if (o->tee_fd >= 0 && close(o->tee_fd) && ok) {
		o->error = errno;
		ok = false;
	}
	if (o->child > 0) {
		int status;

		while (waitpid(o->child, &status, 0) < 0 && errno == EINTR)
			;
		signal(SIGPIPE, o->old_pipe);
	}
	mem_free(o->buf);
	mem_free(o->name);
	mem_free(o->temp);
	*o = (struct out){ .fd = -1, .tee_fd = -1, .error = o->error };
	return ok;
}

bool out_is_gone(const struct out *o)
{
	struct pollfd p = { .fd = o->fd };

	return o->error || (poll(&p, 1, 0) > 0 && (p.revents & (POLLERR | POLLNVAL)));
}
