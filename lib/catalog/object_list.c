/*
 * object_list.c - objects sorted by path.
 *
 * A sorted array: lookups are binary searches, listing is in order, and
 * putting back after a rollback needs no more memory than was there.
 */
#include "catalog/object.h"

static size_t lower_bound(const struct object_list *l, const struct path *p)
{
	size_t lo = 0, hi = l->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (path_cmp(&l->v[mid]->path, p) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static bool is_at(const struct object_list *l, size_t at, const struct path *p)
{
	return at < l->n && path_equal(&l->v[at]->path, p);
}

struct object *object_list_find(const struct object_list *l, const struct path *p)
{
	size_t at = lower_bound(l, p);

	return is_at(l, at, p) ? l->v[at] : NULL;
}

static bool grow(struct object_list *l)
{
	size_t cap = l->cap ? l->cap * 2 : 16;
	struct object **v = mem_realloc(l->budget, l->v,
					l->cap * sizeof(struct object *),
					cap * sizeof(struct object *));

	if (!v)
		return false;
	l->v = v;
	l->cap = cap;
	return true;
}

bool object_list_put(struct object_list *l, struct object *o, struct object **old)
{
	size_t at = lower_bound(l, &o->path);

	*old = NULL;
	if (is_at(l, at, &o->path)) {
		*old = l->v[at];
		l->v[at] = o;
		return true;
	}
	if (l->n == l->cap && !grow(l))
		return false;
	memmove(l->v + at + 1, l->v + at, (l->n - at) * sizeof(struct object *));
	l->v[at] = o;
	l->n++;
	return true;
}

struct object *object_list_take(struct object_list *l, const struct path *p)
{
	size_t at = lower_bound(l, p);
	struct object *o;

	if (!is_at(l, at, p))
		return NULL;
	o = l->v[at];
	l->n--;
	memmove(l->v + at, l->v + at + 1, (l->n - at) * sizeof(struct object *));
	return o;
}

void object_list_clear(struct object_list *l)
{
	for (size_t i = 0; i < l->n; i++)
		object_unref(l->v[i]);
	mem_free(l->budget, l->v, l->cap * sizeof(struct object *));
	l->v = NULL;
	l->n = l->cap = 0;
}
