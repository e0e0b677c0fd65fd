#include "progress.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "shade.h"
#include "shell.h"

#define FIRST_MS 500
#define NEXT_MS 200

static size_t add_amount(char *to, size_t room, double v, const char *unit)
{
	static const char *const scale[] = { "", " k", " M", " G", " T" };
	size_t i = 0;

	while (v >= 1000 && i + 1 < ARRAY_LEN(scale)) {
		v /= 1000;
		i++;
	}
	return (size_t)snprintf(to, room, i ? "%.1f%s%s" : "%.0f%s%s", v, scale[i],
				unit);
}

static void draw(const struct progress *p)
{
	const char *dot = p->utf8 ? " · " : " | ";
	double seconds = (now_ms() - p->start) / 1e3;
	struct shade_progress now = { .fraction = -1 };
	char line[256];
	size_t n;

	shade_get_progress(p->env, &now);
	n = (size_t)snprintf(line, sizeof(line), "\r\033[K%.0f s%s", seconds, dot);
	n += add_amount(line + n, sizeof(line) - n, (double)now.rows_read, " rows");
	n += (size_t)snprintf(line + n, sizeof(line) - n, " (");
	n += add_amount(line + n, sizeof(line) - n, (double)now.rows_read / seconds,
			"/s)");
	if (now.bytes_read) {
		n += (size_t)snprintf(line + n, sizeof(line) - n, "%s", dot);
		n += add_amount(line + n, sizeof(line) - n, (double)now.bytes_read,
				"B");
	}
	if (now.fraction > 0 && now.fraction <= 1)
		n += (size_t)snprintf(line + n, sizeof(line) - n,
				      "%s%.0f %%%s%.0f s left", dot, now.fraction * 100,
				      dot, seconds / now.fraction - seconds);
	if (write(2, line, n) < 0)
		return;
}

/* The reader of our pipe has left: end as a write would have ended us. */
static void check_reader(const struct progress *p)
{
	struct pollfd fd = { .fd = p->watched_fd };

	if (p->watched_fd < 0 || poll(&fd, 1, 0) <= 0 || !(fd.revents & POLLERR))
		return;
	signal(SIGPIPE, SIG_DFL);
	kill(getpid(), SIGPIPE);
}

static void *watch(void *arg)
{
	struct progress *p = arg;
	struct timespec until;
	long ms = p->draws ? FIRST_MS : NEXT_MS;
	bool drawn = false;

	pthread_mutex_lock(&p->lock);
	while (!p->stop) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += ms * 1000000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (pthread_cond_timedwait(&p->wake, &p->lock, &until) != ETIMEDOUT)
			continue;
		check_reader(p);
		if (p->draws)
			draw(p);
		drawn = p->draws;
		ms = NEXT_MS;
	}
	pthread_mutex_unlock(&p->lock);
	if (drawn && write(2, "\r\033[K", 4) < 0)
		return NULL;
	return NULL;
}

static bool is_pipe(int fd)
{
	struct stat st;

	return fd >= 0 && fstat(fd, &st) == 0 &&
	       (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
}

void progress_begin(struct progress *p, struct shell *sh, const struct out *out)
{
	sigset_t all, old;

	*p = (struct progress){ .env = sh->env, .start = now_ms(), .utf8 = sh->utf8 };
	p->draws = sh->progress && sh->stderr_tty && !sh->opt.quiet && !sh->report.json;
	p->watched_fd = -1;
	if (out && !sh->interactive && !out->child && is_pipe(out->fd))
		p->watched_fd = out->fd;
	if (!p->draws && p->watched_fd < 0)
		return;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->wake, NULL);
	/* Signals are for the main thread. */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	p->active = pthread_create(&p->thread, NULL, watch, p) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void progress_end(struct progress *p)
{
	if (!p->active)
		return;
	p->active = false;
	pthread_mutex_lock(&p->lock);
	p->stop = true;
	pthread_cond_signal(&p->wake);
	pthread_mutex_unlock(&p->lock);
	pthread_join(p->thread, NULL);
	pthread_cond_destroy(&p->wake);
	pthread_mutex_destroy(&p->lock);
}
