/*
 * change.c - putting objects and databases in place and taking them away.
 *
 * Each change is made at once and logged, so that it can be taken back.
 */
#include "catalog/catalog_internal.h"

#include "catalog/mem_table.h"

/* --- objects ------------------------------------------------------------- */

static struct object_list *list_of(struct catalog *c, const struct object *o)
{
	struct store *s;

	if (o->temporary)
		return &c->temporaries;
	s = catalog_store(c, o->path.catalog);
	return s ? &s->objects : NULL;
}

static void mark_changed(struct catalog *c, const struct object *o)
{
	struct store *s = o->temporary ? NULL : catalog_store(c, o->path.catalog);

	if (s)
		s->changed = true;
}

static void undo_object(struct undo_entry *e)
{
	struct object_list *l = e->where;
	struct object *now = e->now, *was = e->was, *old;

	if (now) {
		object_unref(object_list_take(l, &now->path));
		object_unref(now);
	}
	/* There is room: this object or its successor was in the list. */
	if (was && !object_list_put(l, was, &old))
		object_unref(was);
}

static void drop_object(struct undo_entry *e)
{
	object_unref(e->now);
	object_unref(e->was);
}

shade_status catalog_check_writable(struct shade_cx *cx, struct catalog *c,
				    const struct path *path, struct span span)
{
	struct store *s;
	struct database *db;

	if (catalog_is_system(path))
		return shade_fail(cx, SHADE_E_READ_ONLY, span,
				  "database \"shade\" is reserved for system views");
	TRY(catalog_find_store(cx, c, path->catalog, span, &s));
	TRY(catalog_find_database(cx, s, path->database, span, &db));
	if (s->read_only)
		return shade_fail(cx, SHADE_E_READ_ONLY, span,
				  "catalog \"%.*s\" was opened read-only",
				  STR_ARG(s->name));
	return SHADE_OK;
}

shade_status catalog_put_take(struct shade_cx *cx, struct catalog *c, struct object *o,
			      struct span span)
{
	struct object_list *l;
	struct object *old;
	shade_status rc = SHADE_OK;

	if (o->temporary && catalog_is_system(&o->path))
		rc = shade_fail(cx, SHADE_E_READ_ONLY, span,
				"database \"shade\" is reserved for system views");
	else if (!o->temporary)
		rc = catalog_check_writable(cx, c, &o->path, span);
	if (!rc && arena_failed(o->arena))
		rc = cx_nomem(cx);
	if (rc) {
		object_unref(o);
		return rc;
	}
	l = list_of(c, o);
	object_ref(o);
	if (!undo_reserve(&c->log) || !object_list_put(l, o, &old)) {
		object_unref(o);
		object_unref(o);
		return cx_nomem(cx);
	}
	undo_push(&c->log, (struct undo_entry){ .undo = undo_object,
						.drop = drop_object,
						.where = l,
						.was = old,
						.now = o });
	mark_changed(c, o);
	return SHADE_OK;
}

shade_status catalog_remove(struct shade_cx *cx, struct catalog *c, struct object *o,
			    struct span span)
{
	struct object_list *l;
	struct object *was;

	if (!o->temporary)
		TRY(catalog_check_writable(cx, c, &o->path, span));
	l = list_of(c, o);
	if (!undo_reserve(&c->log))
		return cx_nomem(cx);
	was = object_list_take(l, &o->path);
	if (!was)
		return SHADE_OK;
	undo_push(&c->log, (struct undo_entry){ .undo = undo_object,
						.drop = drop_object,
						.where = l,
						.was = was });
	mark_changed(c, o);
	return SHADE_OK;
}

shade_status catalog_new_table(struct shade_cx *cx, struct catalog *c, struct object *o,
			       struct span span)
{
	struct store *s;

	if (o->temporary)
		return mem_table_new(cx, &c->log, o->cols, o->n_cols, &o->table);
	TRY(catalog_find_store(cx, c, o->path.catalog, span, &s));
	return s->cls->table_new(cx, s, o);
}

/* --- databases ----------------------------------------------------------- */

static void undo_add_database(struct undo_entry *e)
{
	store_remove_database(e->where, e->now);
}

static void undo_drop_database(struct undo_entry *e)
{
	/* There is room: it was there. */
	(void)!store_add_database(e->where, e->was);
}

static void drop_nothing(struct undo_entry *e)
{
	(void)e;
}

static bool is_reserved(struct str name)
{
	return str_eq_nocase(name, STR("shade")) || str_eq_nocase(name, STR("session"));
}

shade_status catalog_create_database(struct shade_cx *cx, struct catalog *c,
				     struct str catalog, struct str name,
				     struct str comment, struct span span)
{
	struct store *s;
	struct database *db;

	TRY(catalog_find_store(cx, c, catalog.n ? catalog : c->current_catalog, span,
			       &s));
	if (is_reserved(name))
		return shade_fail(cx, SHADE_E_DATABASE_EXISTS, span,
				  "\"%.*s\" is a reserved database name",
				  STR_ARG(name));
	if (catalog_has_database(c, s->name, name))
		return shade_fail(cx, SHADE_E_DATABASE_EXISTS, span,
				  "database \"%.*s\" already exists in catalog "
				  "\"%.*s\"",
				  STR_ARG(name), STR_ARG(s->name));
	if (s->read_only)
		return shade_fail(cx, SHADE_E_READ_ONLY, span,
				  "catalog \"%.*s\" was opened read-only",
				  STR_ARG(s->name));
	db = arena_new_of(s->arena, struct database);
	db->name = str_dup(s->arena, name);
	db->comment = str_dup(s->arena, comment);
	if (arena_failed(s->arena) || !undo_reserve(&c->log) ||
	    !store_add_database(s, db))
		return cx_nomem(cx);
	undo_push(&c->log, (struct undo_entry){ .undo = undo_add_database,
						.drop = drop_nothing,
						.where = s,
						.now = db });
	s->changed = true;
	return SHADE_OK;
}

static shade_status empty_database(struct shade_cx *cx, struct catalog *c,
				   struct store *s, struct str name, bool cascade,
				   struct span span)
{
	size_t i = 0, n = 0;

	for (size_t k = 0; k < s->objects.n; k++)
		n += str_eq_nocase(s->objects.v[k]->path.database, name);
	if (n > 0 && !cascade)
		return shade_fail(cx, SHADE_E_DATABASE_NOT_EMPTY, span,
				  "database \"%.*s\" is not empty: it has %zu %s; "
				  "DROP DATABASE .. CASCADE drops them too",
				  STR_ARG(name), n, n == 1 ? "object" : "objects");
	while (i < s->objects.n) {
		if (!str_eq_nocase(s->objects.v[i]->path.database, name)) {
			i++;
			continue;
		}
		TRY(catalog_remove(cx, c, s->objects.v[i], span));
	}
	return SHADE_OK;
}

shade_status catalog_drop_database(struct shade_cx *cx, struct catalog *c,
				   struct str catalog, struct str name, bool cascade,
				   struct span span)
{
	struct store *s;
	struct database *db;

	TRY(catalog_find_store(cx, c, catalog.n ? catalog : c->current_catalog, span,
			       &s));
	TRY(catalog_find_database(cx, s, name, span, &db));
	if (str_eq_nocase(db->name, STR("default_database")))
		return shade_fail(cx, SHADE_E_INVALID_CLAUSE, span,
				  "database \"default_database\" cannot be dropped");
	if (str_eq_nocase(s->name, c->current_catalog) &&
	    str_eq_nocase(db->name, c->current_database))
		return shade_fail(cx, SHADE_E_INVALID_CLAUSE, span,
				  "database \"%.*s\" is in use; USE another one first",
				  STR_ARG(db->name));
	if (s->read_only)
		return shade_fail(cx, SHADE_E_READ_ONLY, span,
				  "catalog \"%.*s\" was opened read-only",
				  STR_ARG(s->name));
	TRY(empty_database(cx, c, s, db->name, cascade, span));
	if (!undo_reserve(&c->log))
		return cx_nomem(cx);
	store_remove_database(s, db);
	undo_push(&c->log, (struct undo_entry){ .undo = undo_drop_database,
						.drop = drop_nothing,
						.where = s,
						.was = db });
	s->changed = true;
	return SHADE_OK;
}

static void undo_comment(struct undo_entry *e)
{
	struct database *db = e->where, *was = e->was;

	db->comment = was->comment;
}

shade_status catalog_comment_database(struct shade_cx *cx, struct catalog *c,
				      struct str catalog, struct str name,
				      struct str comment, struct span span)
{
	struct store *s;
	struct database *db, *was;

	TRY(catalog_find_store(cx, c, catalog.n ? catalog : c->current_catalog, span,
			       &s));
	TRY(catalog_find_database(cx, s, name, span, &db));
	if (s->read_only)
		return shade_fail(cx, SHADE_E_READ_ONLY, span,
				  "catalog \"%.*s\" was opened read-only",
				  STR_ARG(s->name));
	was = arena_new_of(s->arena, struct database);
	*was = *db;
	if (!undo_reserve(&c->log))
		return cx_nomem(cx);
	undo_push(&c->log, (struct undo_entry){ .undo = undo_comment,
						.drop = drop_nothing,
						.where = db,
						.was = was });
	db->comment = str_dup(s->arena, comment);
	s->changed = true;
	return SHADE_OK;
}
