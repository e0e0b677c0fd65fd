/*
 * lookup.c - what a name means, and what to say when it means nothing.
 */
#include "catalog/catalog_internal.h"

bool catalog_is_session(const struct path *p)
{
	return str_eq_nocase(p->database, STR("session"));
}

bool catalog_is_system(const struct path *p)
{
	return str_eq_nocase(p->database, STR("shade"));
}

/* session.v is the temporary v of the current database, live.v what v means
 * there; unless the catalog really has a database of that name. */
static struct path resolve_database(struct catalog *c, const struct path *p,
				    enum lookup *which)
{
	struct path q = *p;

	if (catalog_is_session(p)) {
		if (str_eq_nocase(p->catalog, STR("system")) ||
		    !catalog_has_database(c, p->catalog, p->database)) {
			q = catalog_current(c);
			q.name = p->name;
			q.is_function = p->is_function;
			*which = *which == LOOKUP_PERMANENT ? LOOKUP_PERMANENT
							    : LOOKUP_TEMPORARY;
		}
	} else if (str_eq_nocase(p->database, STR("live")) &&
		   !catalog_has_database(c, p->catalog, p->database)) {
		q = catalog_current(c);
		q.name = p->name;
	}
	return q;
}

shade_status catalog_find(struct shade_cx *cx, struct catalog *c,
			  const struct path *path, enum lookup which,
			  struct object **out)
{
	enum lookup w = which;
	struct path p = resolve_database(c, path, &w);
	struct object *o = NULL;
	struct store *s;

	*out = NULL;
	if (catalog_is_system(&p))
		return which == LOOKUP_TEMPORARY ? SHADE_OK
						 : system_find(cx, c, &p, out);
	if (w != LOOKUP_PERMANENT)
		o = object_list_find(&c->temporaries, &p);
	if (!o && w != LOOKUP_TEMPORARY) {
		s = catalog_store(c, p.catalog);
		o = s ? object_list_find(&s->objects, &p) : NULL;
	}
	if (!o && which != LOOKUP_PERMANENT)
		o = catalog_result(c, p.name);
	if (o)
		*out = object_ref(o);
	return SHADE_OK;
}

/* --- results ------------------------------------------------------------- */

/* The position among the results, or CATALOG_RESULTS. */
static size_t result_index(struct str name)
{
	if (name.n == 1 && name.p[0] == '_')
		return 0;
	if (name.n == 2 && name.p[0] == '_' && name.p[1] >= '1' && name.p[1] <= '9')
		return (size_t)(name.p[1] - '0');
	return CATALOG_RESULTS;
}

bool catalog_is_result(struct str name)
{
	return result_index(name) < CATALOG_RESULTS;
}

struct object *catalog_result(const struct catalog *c, struct str name)
{
	size_t i = result_index(name);

	return i < CATALOG_RESULTS ? c->results[i] : NULL;
}

void catalog_put_result_take(struct catalog *c, struct object *o)
{
	object_unref(c->results[CATALOG_RESULTS - 1]);
	for (size_t i = CATALOG_RESULTS - 1; i > 0; i--)
		c->results[i] = c->results[i - 1];
	c->results[0] = o;
}

/* --- not found ----------------------------------------------------------- */

struct candidates {
	struct str *names;
	size_t n;
};

static void add_candidates(struct shade_cx *cx, struct candidates *cs,
			   const struct object_list *l, const struct path *p)
{
	struct str *v = arena_array(cx->arena, struct str, cs->n + l->n);

	if (cs->n > 0)
		memcpy(v, cs->names, cs->n * sizeof(*v));
	cs->names = v;
	for (size_t i = 0; i < l->n; i++)
		if (l->v[i]->path.is_function == p->is_function &&
		    str_eq_nocase(l->v[i]->path.catalog, p->catalog) &&
		    str_eq_nocase(l->v[i]->path.database, p->database))
			v[cs->n++] = l->v[i]->path.name;
}

static struct str nearest_name(struct shade_cx *cx, struct catalog *c,
			       const struct path *p)
{
	struct store *s = catalog_store(c, p->catalog);
	struct candidates cs = { 0 };

	if (catalog_is_system(p)) {
		cs.names = arena_array(cx->arena, struct str, c->n_system);
		for (size_t i = 0; i < c->n_system; i++)
			cs.names[cs.n++] = str_from(c->system[i].name);
		return str_nearest(p->name, cs.names, cs.n);
	}
	add_candidates(cx, &cs, &c->temporaries, p);
	if (s)
		add_candidates(cx, &cs, &s->objects, p);
	return str_nearest(p->name, cs.names, cs.n);
}

static void hint_same_name(struct shade_cx *cx, struct catalog *c,
			   const struct object_list *l, const struct path *p,
			   bool also_there)
{
	for (size_t i = 0; i < l->n; i++) {
		struct object *o = l->v[i];
		struct str name;

		if (!str_eq_nocase(o->path.name, p->name) || o->path.is_function ||
		    (!also_there && path_equal(&o->path, p)))
			continue;
		name = catalog_short_name(c, cx->arena, &o->path);
		shade_hint(cx, "there is a %s%s \"%.*s\"",
			   also_there ? "permanent " : "", object_kind_words(o),
			   STR_ARG(name));
	}
}

static void hint_where(struct shade_cx *cx, struct catalog *c, const struct path *p)
{
	struct store *s = catalog_store(c, p->catalog);

	if (!s)
		shade_hint(cx, "there is no catalog \"%.*s\"", STR_ARG(p->catalog));
	else if (!store_find_database(s, p->database) && !catalog_is_system(p))
		shade_hint(cx, "there is no database \"%.*s\" in catalog \"%.*s\"",
			   STR_ARG(p->database), STR_ARG(p->catalog));
}

static bool looks_like_file(struct str name)
{
	return str_ends_with(name, STR(".csv")) || str_ends_with(name, STR(".tsv")) ||
	       str_ends_with(name, STR(".json")) ||
	       str_ends_with(name, STR(".jsonl")) ||
	       str_ends_with(name, STR(".parquet"));
}

shade_status catalog_not_found(struct shade_cx *cx, struct catalog *c,
			       const struct path *path, struct str as_typed,
			       struct span span)
{
	enum lookup which = LOOKUP_ANY;
	struct path p = resolve_database(c, path, &which);
	struct str near = nearest_name(cx, c, &p);
	const char *what = which == LOOKUP_TEMPORARY ? "temporary table or view"
						     : "table or view";
	shade_status rc;

	if (near.n > 0)
		rc = shade_fail(cx, SHADE_E_TABLE_NOT_FOUND, span,
				"%s \"%.*s\" does not exist; did you mean \"%.*s\"?",
				what, STR_ARG(as_typed), STR_ARG(near));
	else
		rc = shade_fail(cx, SHADE_E_TABLE_NOT_FOUND, span,
				"%s \"%.*s\" does not exist", what, STR_ARG(as_typed));
	if (catalog_is_result(p.name))
		shade_hint(cx, "\"_\" is the latest result, \"_1\" the one before; "
			       "none is kept there, or it had too many rows");
	else if (looks_like_file(as_typed))
		shade_hint(cx, "a file is written in quotes: '%.*s'",
			   STR_ARG(as_typed));
	else
		hint_where(cx, c, &p);
	hint_same_name(cx, c, &c->temporaries, &p, false);
	for (size_t i = 0; i < c->n_stores; i++)
		hint_same_name(cx, c, &c->stores[i]->objects, &p,
			       which == LOOKUP_TEMPORARY);
	if (near.n == 0 && cx->err.n_hints == 0)
		shade_hint(cx, "SHOW TABLES lists what there is; a file is written "
			       "in quotes: 'data.csv'");
	return rc;
}
