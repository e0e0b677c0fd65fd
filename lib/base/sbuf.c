#include <stdio.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/str.h"

/* Room for n more bytes and the NUL. */
static char *grow(struct sbuf *b, size_t n)
{
	size_t need = b->n + n + 1;

	if (need > b->cap) {
		size_t cap = b->cap ? b->cap * 2 : 64;

		if (cap < need)
			cap = need;
		b->p = arena_realloc(b->arena, b->p, b->cap, cap);
		b->cap = cap;
	}
	return b->p + b->n;
}

void sbuf_add(struct sbuf *b, struct str s)
{
	char *to = grow(b, s.n);

	if (s.n)
		memcpy(to, s.p, s.n);
	b->n += s.n;
}

void sbuf_addc(struct sbuf *b, char c)
{
	*grow(b, 1) = c;
	b->n++;
}

void sbuf_addf(struct sbuf *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	va_start(ap, fmt);
	vsnprintf(grow(b, (size_t)n), (size_t)n + 1, fmt, ap);
	va_end(ap);
	b->n += (size_t)n;
}

struct str sbuf_str(struct sbuf *b)
{
	*grow(b, 0) = 0;
	return (struct str){ b->p, b->n };
}
