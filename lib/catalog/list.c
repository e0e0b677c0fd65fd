/*
 * list.c - the objects of a database in order, for SHOW and completion.
 */
#include "catalog/catalog_internal.h"

struct listed {
	struct str catalog, database;
	bool functions;
};

static bool is_wanted(const struct object *o, const struct listed *what)
{
	struct str catalog = what->catalog, database = what->database;

	return o->path.is_function == what->functions &&
	       (catalog.n == 0 || str_eq_nocase(o->path.catalog, catalog)) &&
	       (database.n == 0 || str_eq_nocase(o->path.database, database));
}

static shade_status list_system(struct shade_cx *cx, struct catalog *c,
				struct object ***out, size_t *n)
{
	*out = arena_array(cx->arena, struct object *, c->n_system);
	*n = 0;
	for (size_t i = 0; i < c->n_system; i++) {
		struct path p = catalog_current(c);
		struct object *o = arena_new_of(cx->arena, struct object);

		p.database = STR("shade");
		p.name = str_from(c->system[i].name);
		o->kind = OBJECT_SYSTEM;
		o->path = p;
		o->comment = str_from(c->system[i].comment);
		(*out)[(*n)++] = o;
	}
	return SHADE_OK;
}

static int cmp_objects(const void *x, const void *y)
{
	const struct object *a = *(struct object *const *)x;
	const struct object *b = *(struct object *const *)y;
	int c = path_cmp(&a->path, &b->path);

	return c ? c : (int)b->temporary - (int)a->temporary;
}

static shade_status list(struct shade_cx *cx, struct catalog *c,
			 const struct listed *what, struct object ***out, size_t *n)
{
	size_t max = c->temporaries.n;
	struct object **v;
	size_t k = 0;

	for (size_t i = 0; i < c->n_stores; i++)
		max += c->stores[i]->objects.n;
	v = arena_array(cx->arena, struct object *, max);
	for (size_t i = 0; i < c->temporaries.n; i++)
		if (is_wanted(c->temporaries.v[i], what))
			v[k++] = c->temporaries.v[i];
	for (size_t i = 0; i < c->n_stores; i++) {
		const struct object_list *l = &c->stores[i]->objects;

		for (size_t j = 0; j < l->n; j++)
			if (is_wanted(l->v[j], what))
				v[k++] = l->v[j];
	}
	TRY(cx_check_arena(cx));
	qsort(v, k, sizeof(*v), cmp_objects);
	*out = v;
	*n = k;
	return SHADE_OK;
}

shade_status catalog_list(struct shade_cx *cx, struct catalog *c, struct str catalog,
			  struct str database, struct object ***out, size_t *n)
{
	struct listed what = { catalog, database, false };

	if (str_eq_nocase(database, STR("shade")))
		return list_system(cx, c, out, n);
	return list(cx, c, &what, out, n);
}

shade_status catalog_list_functions(struct shade_cx *cx, struct catalog *c,
				    struct object ***out, size_t *n)
{
	struct listed what = { .functions = true };

	return list(cx, c, &what, out, n);
}
