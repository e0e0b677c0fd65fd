/*
 * edit.c - what an editor asks: where a statement ends, tokens, near words.
 */
#include "api/env.h"

#include "base/settings.h"
#include "parse/parse.h"

enum shade_waits shade_split(const struct shade_env *env, const char *text, size_t n,
			     size_t *begin, size_t *end)
{
	bool spark = env && env->session &&
		     settings_dialect(env->session->settings) == DIALECT_SPARK;

	return sql_split((struct str){ text, n }, spark, begin, end);
}

void shade_tokenize(const char *text, size_t n,
		    bool (*fn)(void *arg, enum shade_token_kind kind, size_t begin,
			       size_t end),
		    void *arg)
{
	sql_tokenize((struct str){ text, n }, fn, arg);
}

const char *shade_nearest(const char *word, const char *const *words, size_t n)
{
	struct str w = str_from(word);
	size_t best = SIZE_MAX;
	const char *found = NULL;

	for (size_t i = 0; i < n; i++) {
		struct str candidate = str_from(words[i]);
		size_t limit = w.n / 3 > 1 ? w.n / 3 : 1;
		size_t d = str_distance(w, candidate);

		if (d == 0 || d > limit || d >= best)
			continue;
		best = d;
		found = words[i];
	}
	return found;
}
