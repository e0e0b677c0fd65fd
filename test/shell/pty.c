#include "shell/pty.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS 10000

static void set_environment(const char *const *env)
{
	for (; env && *env; env++) {
		const char *eq = strchr(*env, '=');
		char name[64];

		if (!eq) {
			unsetenv(*env);
			continue;
		}
		memcpy(name, *env, (size_t)(eq - *env));
		name[eq - *env] = '\0';
		setenv(name, eq + 1, 1);
	}
}

bool pty_start(struct pty *p, char *const *argv, const char *const *env,
	       unsigned short columns, unsigned short rows)
{
	struct winsize ws = { .ws_row = rows, .ws_col = columns };

	*p = (struct pty){ .fd = -1 };
	p->pid = forkpty(&p->fd, NULL, NULL, &ws);
	if (p->pid < 0)
		return false;
	if (p->pid == 0) {
		set_environment(env);
		/* as a terminal would start it, whatever the tests inherited */
		signal(SIGINT, SIG_DFL);
		signal(SIGQUIT, SIG_DFL);
		signal(SIGPIPE, SIG_DFL);
		execv(argv[0], argv);
		_exit(127);
	}
	return true;
}

void pty_send(struct pty *p, const char *text)
{
	size_t n = strlen(text);

	while (n) {
		ssize_t k = write(p->fd, text, n);

		if (k <= 0)
			return;
		text += k;
		n -= (size_t)k;
	}
}

static long now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* Read what there is, waiting at most ms; false: nothing more will come. */
static bool take(struct pty *p, int ms)
{
	struct pollfd fd = { .fd = p->fd, .events = POLLIN };
	ssize_t n;

	if (poll(&fd, 1, ms) <= 0)
		return true;
	if (p->cap - p->n < 4097) {
		p->cap = p->cap * 2 + 8192;
		p->raw = realloc(p->raw, p->cap);
	}
	n = read(p->fd, p->raw + p->n, 4096);
	if (n <= 0)
		return false;
	p->n += (size_t)n;
	p->raw[p->n] = '\0';
	return true;
}

bool pty_wait(struct pty *p, const char *text)
{
	long until = now() + PATIENCE_MS;
	bool more = true;

	for (;;) {
		const char *found = p->raw ? strstr(p->raw + p->seen, text) : NULL;

		if (found) {
			p->seen = (size_t)(found - p->raw) + strlen(text);
			return true;
		}
		if (!more || now() > until)
			return false;
		more = take(p, 100);
	}
}

char *pty_since(struct pty *p)
{
	char *z = calloc(1, p->n - p->seen + 1), *to = z;

	for (size_t i = p->seen; i < p->n; i++) {
		if (p->raw[i] == '\033' && i + 1 < p->n && p->raw[i + 1] == '[') {
			i += 2;
			while (i < p->n && (p->raw[i] < 0x40 || p->raw[i] > 0x7e))
				i++;
		} else if (p->raw[i] != '\r') {
			*to++ = p->raw[i];
		}
	}
	return z;
}

bool pty_has(const struct pty *p, const char *text)
{
	return p->raw && strstr(p->raw, text);
}

void pty_resize(struct pty *p, unsigned short columns, unsigned short rows)
{
	struct winsize ws = { .ws_row = rows, .ws_col = columns };

	ioctl(p->fd, TIOCSWINSZ, &ws);
}

int pty_end(struct pty *p)
{
	long until = now() + PATIENCE_MS;
	int status = 0;

	while (waitpid(p->pid, &status, WNOHANG) == 0) {
		if (now() > until) {
			kill(p->pid, SIGKILL);
			waitpid(p->pid, &status, 0);
			break;
		}
		if (!take(p, 20))
			poll(NULL, 0, 5);
	}
	close(p->fd);
	free(p->raw);
	*p = (struct pty){ .fd = -1 };
	p->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	return p->status;
}
