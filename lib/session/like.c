/*
 * like.c - the patterns of SHOW .. LIKE.
 *
 * SQL's % and _, Spark's * and |, letters in any case.
 */
#include "session/ddl.h"

static char fold(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Greedy with one point to come back to: linear in practice, no recursion. */
static bool match(struct str t, struct str p)
{
	size_t i = 0, k = 0, star = SIZE_MAX, from = 0;

	while (i < t.n) {
		if (k < p.n && (p.p[k] == '%' || p.p[k] == '*')) {
			star = k++;
			from = i;
		} else if (k < p.n && (p.p[k] == '_' || fold(p.p[k]) == fold(t.p[i]))) {
			i++;
			k++;
		} else if (star != SIZE_MAX) {
			k = star + 1;
			i = ++from;
		} else {
			return false;
		}
	}
	while (k < p.n && (p.p[k] == '%' || p.p[k] == '*'))
		k++;
	return k == p.n;
}

bool ddl_like(struct str text, struct str pattern)
{
	if (!pattern.p)
		return true;
	for (;;) {
		const char *bar = pattern.n ? memchr(pattern.p, '|', pattern.n) : NULL;
		size_t n = bar ? (size_t)(bar - pattern.p) : pattern.n;

		if (match(text, (struct str){ pattern.p, n }))
			return true;
		if (!bar)
			return false;
		pattern = (struct str){ bar + 1, pattern.n - n - 1 };
	}
}
