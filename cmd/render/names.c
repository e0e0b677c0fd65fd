#include "names.h"

#include <string.h>
#include <strings.h>

/* Open addressing; slots are indexes into names, plus 1. */
struct set {
	char **names;
	size_t *slots;
	size_t mask;
	bool fold;
};

static size_t hash_name(const char *z, bool fold)
{
	uint64_t h = 14695981039346656037u;

	for (; *z; z++) {
		unsigned char c = (unsigned char)*z;

		if (fold && c >= 'A' && c <= 'Z')
			c |= 32;
		h = (h ^ c) * 1099511628211u;
	}
	return (size_t)(h ^ h >> 32);
}

/* The slot where the name is, or where it would go. */
static size_t *find(const struct set *s, const char *name)
{
	size_t at = hash_name(name, s->fold) & s->mask;

	while (s->slots[at]) {
		const char *other = s->names[s->slots[at] - 1];

		if (s->fold ? !strcasecmp(other, name) : !strcmp(other, name))
			break;
		at = (at + 1) & s->mask;
	}
	return &s->slots[at];
}

char **names_unique(const struct render *r, bool fold)
{
	size_t n = r->n_columns, size = 8;
	struct set s = { .names = mem_get(n + 1, sizeof(char *)), .fold = fold };

	while (size < n * 3)
		size *= 2;
	s.slots = mem_get(size, sizeof(size_t));
	s.mask = size - 1;
	/* What stands as it is goes first: a, a, a_1 are a, a_2, a_1. */
	for (size_t i = 0; i < n; i++) {
		size_t *slot = find(&s, r->columns[i].name);

		if (*slot)
			continue;
		s.names[i] = str_dup(r->columns[i].name);
		*slot = i + 1;
	}
	for (size_t i = 0; i < n; i++) {
		size_t *slot = NULL;

		for (size_t k = 1; !s.names[i]; k++) {
			char *name = str_fmt("%s_%zu", r->columns[i].name, k);

			slot = find(&s, name);
			if (*slot)
				mem_free(name);
			else
				s.names[i] = name;
		}
		if (slot)
			*slot = i + 1;
	}
	mem_free(s.slots);
	return s.names;
}

void names_free(char **names, size_t n)
{
	for (size_t i = 0; i < n && names; i++)
		mem_free(names[i]);
	mem_free(names);
}
