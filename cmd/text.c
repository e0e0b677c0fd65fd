#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static void *or_die(void *p)
{
	static const char msg[] = "error[53200]: out of memory\n";

	if (p)
		return p;
	if (write(2, msg, sizeof(msg) - 1) < 0)
		_exit(1);
	_exit(1);
}

void *mem_get(size_t n, size_t size)
{
	return or_die(calloc(n ? n : 1, size ? size : 1));
}

void *mem_grow(void *p, size_t n, size_t size)
{
	return or_die(reallocarray(p, n ? n : 1, size));
}

void mem_free(void *p)
{
	free(p);
}

char *str_dup(const char *z)
{
	return or_die(strdup(z));
}

char *str_ndup(const char *p, size_t n)
{
	return or_die(strndup(p, n));
}

char *str_fmt(const char *fmt, ...)
{
	char *z = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&z, fmt, ap) < 0)
		z = NULL;
	va_end(ap);
	return or_die(z);
}

void text_free(struct text *t)
{
	free(t->p);
	*t = (struct text){ 0 };
}

void text_clear(struct text *t)
{
	t->n = 0;
	if (t->p)
		t->p[0] = '\0';
}

char *text_room(struct text *t, size_t n)
{
	if (t->cap - t->n <= n || !t->p) {
		size_t cap = t->cap * 2;

		if (cap < t->n + n + 1)
			cap = t->n + n + 1;
		if (cap < 64)
			cap = 64;
		t->p = mem_grow(t->p, cap, 1);
		t->cap = cap;
	}
	return t->p + t->n;
}

void text_add(struct text *t, const char *p, size_t n)
{
	char *to = text_room(t, n);

	if (n)
		memcpy(to, p, n);
	t->n += n;
	t->p[t->n] = '\0';
}

void text_addz(struct text *t, const char *z)
{
	text_add(t, z, strlen(z));
}

void text_addc(struct text *t, char c)
{
	text_add(t, &c, 1);
}

void text_repeat(struct text *t, const char *z, size_t times)
{
	size_t n = strlen(z);

	while (times--)
		text_add(t, z, n);
}

void text_addf(struct text *t, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n <= 0)
		return;
	text_room(t, (size_t)n);
	va_start(ap, fmt);
	vsnprintf(t->p + t->n, (size_t)n + 1, fmt, ap);
	va_end(ap);
	t->n += (size_t)n;
}

const char *text_str(const struct text *t)
{
	return t->p ? t->p : "";
}

bool text_read_fd(struct text *t, int fd)
{
	for (;;) {
		char *to = text_room(t, 1 << 16);
		ssize_t n = read(fd, to, 1 << 16);

		if (n < 0)
			return false;
		t->n += (size_t)n;
		t->p[t->n] = '\0';
		if (n == 0)
			return true;
	}
}

bool text_read_file(struct text *t, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool ok;
	int keep;

	if (fd < 0)
		return false;
	ok = text_read_fd(t, fd);
	keep = errno;
	close(fd);
	errno = keep;
	return ok;
}

bool str_starts(const char *z, const char *prefix)
{
	return strncmp(z, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *z, const char *suffix)
{
	size_t n = strlen(z), m = strlen(suffix);

	return n >= m && strcmp(z + n - m, suffix) == 0;
}

bool str_same(const char *a, const char *b)
{
	return strcasecmp(a, b) == 0;
}
