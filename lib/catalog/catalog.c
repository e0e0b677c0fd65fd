/*
 * catalog.c - opening, attaching, and the current names.
 */
#include "catalog/catalog_internal.h"

#define DEFAULT_CATALOG STR("default_catalog")
#define DEFAULT_DATABASE STR("default_database")

bool catalog_add_store(struct catalog *c, struct store *s)
{
	if (c->n_stores == c->cap_stores) {
		size_t cap = c->cap_stores ? c->cap_stores * 2 : 4;
		struct store **v = mem_realloc(c->budget, c->stores,
					       c->cap_stores * sizeof(struct store *),
					       cap * sizeof(struct store *));

		if (!v)
			return false;
		c->stores = v;
		c->cap_stores = cap;
	}
	c->stores[c->n_stores++] = s;
	return true;
}

static shade_status open_store(struct shade_cx *cx, struct catalog *c, struct str name,
			       struct str path, bool read_only)
{
	struct store *s = NULL;

	if (path.n == 0)
		TRY(store_new_memory(cx, name, &c->log, &s));
	else
		TRY(store_open_file(cx, name, path, read_only, &c->log, &s));
	if (!catalog_add_store(c, s)) {
		store_close(s);
		return cx_nomem(cx);
	}
	return SHADE_OK;
}

shade_status catalog_new(struct shade_cx *cx, struct str path, bool read_only,
			 struct catalog **out)
{
	struct catalog *c = mem_alloc(cx->budget, sizeof(*c));
	shade_status rc;

	if (!c)
		return cx_nomem(cx);
	c->budget = cx->budget;
	c->temporaries.budget = cx->budget;
	c->log.budget = cx->budget;
	c->arena = arena_new(cx->budget);
	c->current_catalog = DEFAULT_CATALOG;
	c->current_database = DEFAULT_DATABASE;
	rc = c->arena ? open_store(cx, c, DEFAULT_CATALOG, path, read_only)
		      : cx_nomem(cx);
	if (rc) {
		catalog_free(c);
		return rc;
	}
	*out = c;
	return SHADE_OK;
}

void catalog_free(struct catalog *c)
{
	if (!c)
		return;
	undo_back_to(&c->log, 0);
	undo_free(&c->log);
	object_list_clear(&c->temporaries);
	for (size_t i = 0; i < CATALOG_RESULTS; i++)
		object_unref(c->results[i]);
	for (size_t i = 0; i < c->n_stores; i++)
		store_close(c->stores[i]);
	mem_free(c->budget, c->stores, c->cap_stores * sizeof(struct store *));
	if (c->arena)
		arena_free(c->arena);
	mem_free(c->budget, c, sizeof(*c));
}

struct path catalog_current(const struct catalog *c)
{
	return (struct path){ .catalog = c->current_catalog,
			      .database = c->current_database };
}

size_t catalog_n_stores(const struct catalog *c)
{
	return c->n_stores;
}

struct store *catalog_store_at(const struct catalog *c, size_t i)
{
	return c->stores[i];
}

struct store *catalog_store(const struct catalog *c, struct str name)
{
	for (size_t i = 0; i < c->n_stores; i++)
		if (str_eq_nocase(c->stores[i]->name, name))
			return c->stores[i];
	return NULL;
}

/* "main" is DuckDB's and sqlite's word for it, "default" Spark's. */
bool catalog_is_default_name(struct str name)
{
	return str_eq_nocase(name, STR("main")) || str_eq_nocase(name, STR("default"));
}

static struct str database_name(struct str name)
{
	return catalog_is_default_name(name) ? DEFAULT_DATABASE : name;
}

bool catalog_has_database(const struct catalog *c, struct str catalog, struct str name)
{
	struct store *s = catalog_store(c, catalog);

	return s && store_find_database(s, database_name(name));
}

/* x.t where the current catalog has no database x, but there is a catalog x. */
static bool means_catalog(const struct catalog *c, const struct path *p)
{
	return !catalog_is_session(p) && !catalog_is_system(p) &&
	       !str_eq_nocase(p->database, STR("live")) &&
	       catalog_store(c, p->database) &&
	       !catalog_has_database(c, p->catalog, p->database);
}

shade_status catalog_qualify(struct shade_cx *cx, struct catalog *c,
			     const struct str *parts, size_t n, struct span span,
			     struct path *out)
{
	if (n == 0 || n > 3)
		return shade_fail(cx, SHADE_E_SYNTAX, span,
				  "a name has at most three parts: "
				  "catalog.database.object");
	*out = catalog_current(c);
	out->name = parts[n - 1];
	if (n > 1)
		out->database = database_name(parts[n - 2]);
	if (n > 2)
		out->catalog = parts[0];
	if (n == 2 && means_catalog(c, out)) {
		out->catalog = parts[0];
		out->database = DEFAULT_DATABASE;
	}
	return SHADE_OK;
}

struct str catalog_short_name(struct catalog *c, struct arena *a, const struct path *p)
{
	struct path s = *p;

	if (str_eq_nocase(s.catalog, c->current_catalog)) {
		s.catalog = STR_NONE;
		if (str_eq_nocase(s.database, c->current_database))
			s.database = STR_NONE;
	}
	return path_text(a, &s);
}

/* --- USE, CREATE CATALOG ------------------------------------------------- */

static shade_status catalog_missing(struct shade_cx *cx, struct catalog *c,
				    struct str name, struct span span)
{
	struct str *names = arena_array(cx->arena, struct str, c->n_stores);
	struct str near;

	for (size_t i = 0; i < c->n_stores; i++)
		names[i] = c->stores[i]->name;
	near = str_nearest(name, names, c->n_stores);
	if (near.n > 0)
		return shade_fail(cx, SHADE_E_CATALOG_NOT_FOUND, span,
				  "catalog \"%.*s\" does not exist; did you mean "
				  "\"%.*s\"?",
				  STR_ARG(name), STR_ARG(near));
	return shade_fail(cx, SHADE_E_CATALOG_NOT_FOUND, span,
			  "catalog \"%.*s\" does not exist", STR_ARG(name));
}

shade_status catalog_find_store(struct shade_cx *cx, struct catalog *c, struct str name,
				struct span span, struct store **out)
{
	struct store *s = catalog_store(c, name);

	if (!s)
		return catalog_missing(cx, c, name, span);
	*out = s;
	return SHADE_OK;
}

shade_status catalog_find_database(struct shade_cx *cx, struct store *s,
				   struct str name, struct span span,
				   struct database **out)
{
	struct database *db = store_find_database(s, database_name(name));
	struct str *names, near;

	if (db) {
		*out = db;
		return SHADE_OK;
	}
	names = arena_array(cx->arena, struct str, s->n_databases);
	for (size_t i = 0; i < s->n_databases; i++)
		names[i] = s->databases[i]->name;
	near = str_nearest(name, names, s->n_databases);
	if (near.n > 0)
		return shade_fail(cx, SHADE_E_DATABASE_NOT_FOUND, span,
				  "database \"%.*s\" does not exist in catalog "
				  "\"%.*s\"; did you mean \"%.*s\"?",
				  STR_ARG(name), STR_ARG(s->name), STR_ARG(near));
	return shade_fail(cx, SHADE_E_DATABASE_NOT_FOUND, span,
			  "database \"%.*s\" does not exist in catalog \"%.*s\"",
			  STR_ARG(name), STR_ARG(s->name));
}

shade_status catalog_use(struct shade_cx *cx, struct catalog *c, struct str catalog,
			 struct str database, struct span span)
{
	struct store *s;
	struct database *db;

	if (catalog.n == 0)
		catalog = c->current_catalog;
	if (database.n == 0)
		database = DEFAULT_DATABASE;
	TRY(catalog_find_store(cx, c, catalog, span, &s));
	TRY(catalog_find_database(cx, s, database, span, &db));
	c->current_catalog = str_dup(c->arena, s->name);
	c->current_database = str_dup(c->arena, db->name);
	return SHADE_OK;
}

shade_status catalog_attach(struct shade_cx *cx, struct catalog *c, struct str name,
			    struct str path, bool read_only, struct span span)
{
	if (catalog_store(c, name))
		return shade_fail(cx, SHADE_E_CATALOG_EXISTS, span,
				  "catalog \"%.*s\" already exists", STR_ARG(name));
	if (str_eq_nocase(name, STR("system")))
		return shade_fail(cx, SHADE_E_CATALOG_EXISTS, span,
				  "\"system\" is a reserved catalog name");
	return open_store(cx, c, name, path, read_only);
}

shade_status catalog_detach(struct shade_cx *cx, struct catalog *c, struct str name,
			    struct span span)
{
	struct store *s;

	TRY(catalog_find_store(cx, c, name, span, &s));
	if (s == c->stores[0])
		return shade_fail(cx, SHADE_E_INVALID_CLAUSE, span,
				  "catalog \"default_catalog\" cannot be dropped");
	if (str_eq_nocase(c->current_catalog, name))
		return shade_fail(cx, SHADE_E_INVALID_CLAUSE, span,
				  "catalog \"%.*s\" is in use; USE CATALOG another "
				  "one first",
				  STR_ARG(name));
	if (c->in_transaction)
		return shade_fail(cx, SHADE_E_TRANSACTION, span,
				  "a catalog cannot be dropped inside a transaction");
	for (size_t i = 0; i < c->n_stores; i++) {
		if (c->stores[i] != s)
			continue;
		c->n_stores--;
		memmove(c->stores + i, c->stores + i + 1,
			(c->n_stores - i) * sizeof(struct store *));
		break;
	}
	store_close(s);
	return SHADE_OK;
}
