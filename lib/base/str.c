#include "base/str.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/banned.h"

static unsigned char fold(char c)
{
	unsigned char u = (unsigned char)c;

	return u >= 'A' && u <= 'Z' ? (unsigned char)(u + 32) : u;
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

bool str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

bool str_eq_nocase(struct str a, struct str b)
{
	if (a.n != b.n)
		return false;
	for (size_t i = 0; i < a.n; i++) {
		if (fold(a.p[i]) != fold(b.p[i]))
			return false;
	}
	return true;
}

int str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n ? memcmp(a.p, b.p, n) : 0;

	return c ? c : (a.n > b.n) - (a.n < b.n);
}

int str_cmp_nocase(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;

	for (size_t i = 0; i < n; i++) {
		int c = fold(a.p[i]) - fold(b.p[i]);

		if (c)
			return c;
	}
	return (a.n > b.n) - (a.n < b.n);
}

bool str_starts_with(struct str s, struct str prefix)
{
	return s.n >= prefix.n && str_eq((struct str){ s.p, prefix.n }, prefix);
}

bool str_ends_with(struct str s, struct str suffix)
{
	return s.n >= suffix.n &&
	       str_eq((struct str){ s.p + (s.n - suffix.n), suffix.n }, suffix);
}

struct str str_trim(struct str s)
{
	while (s.n && is_blank(s.p[0])) {
		s.p++;
		s.n--;
	}
	while (s.n && is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

uint64_t str_hash_nocase(struct str s)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (size_t i = 0; i < s.n; i++)
		h = (h ^ fold(s.p[i])) * 0x100000001b3u;
	return h ^ (h >> 32);
}

struct str str_dup(struct arena *a, struct str s)
{
	char *p = arena_alloc(a, s.n + 1);

	if (s.n)
		memcpy(p, s.p, s.n);
	return (struct str){ p, s.n };
}

struct str str_lower(struct arena *a, struct str s)
{
	char *p = arena_alloc(a, s.n + 1);

	for (size_t i = 0; i < s.n; i++)
		p[i] = (char)fold(s.p[i]);
	return (struct str){ p, s.n };
}

struct str str_vfmt(struct arena *a, const char *fmt, va_list ap)
{
	va_list again;
	char *p;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0)
		return STR("");
	p = arena_alloc(a, (size_t)n + 1);
	vsnprintf(p, (size_t)n + 1, fmt, ap);
	return (struct str){ p, (size_t)n };
}

struct str str_fmt(struct arena *a, const char *fmt, ...)
{
	struct str s;
	va_list ap;

	va_start(ap, fmt);
	s = str_vfmt(a, fmt, ap);
	va_end(ap);
	return s;
}

/* Longer words are not misspellings of each other worth suggesting. */
#define LONGEST_WORD 63

size_t str_distance(struct str a, struct str b)
{
	size_t rows[3][LONGEST_WORD + 1];
	size_t *before = rows[0], *prev = rows[1], *row = rows[2];

	if (a.n > LONGEST_WORD || b.n > LONGEST_WORD)
		return str_eq_nocase(a, b) ? 0 : (a.n > b.n ? a.n : b.n);
	for (size_t j = 0; j <= b.n; j++)
		prev[j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		size_t *spare = before;

		row[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			bool same = fold(a.p[i - 1]) == fold(b.p[j - 1]);
			size_t best = prev[j - 1] + !same;

			if (prev[j] + 1 < best)
				best = prev[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			if (i > 1 && j > 1 && fold(a.p[i - 1]) == fold(b.p[j - 2]) &&
			    fold(a.p[i - 2]) == fold(b.p[j - 1]) &&
			    before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			row[j] = best;
		}
		before = prev;
		prev = row;
		row = spare;
	}
	return prev[b.n];
}

struct str str_nearest(struct str word, const struct str *candidates, size_t n)
{
	size_t best = word.n / 3 > 1 ? word.n / 3 : 1;
	struct str found = STR_NONE;

	for (size_t i = 0; i < n; i++) {
		size_t d = str_distance(word, candidates[i]);

		if (d == 0 || d > best || (d == best && found.p))
			continue;
		if (d >= candidates[i].n)
			continue; /* nothing in common */
		best = d;
		found = candidates[i];
	}
	return found;
}
