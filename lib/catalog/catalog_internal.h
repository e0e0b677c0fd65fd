/*
 * catalog_internal.h - what the files of lib/catalog share.
 */
#ifndef SHADE_CATALOG_CATALOG_INTERNAL_H
#define SHADE_CATALOG_CATALOG_INTERNAL_H

#include "catalog/catalog.h"

struct catalog {
	struct budget *budget;
	struct arena *arena; /* owned: current names */
	struct store **stores; /* [0] is default_catalog */
	size_t n_stores, cap_stores;
	struct object_list temporaries;
	struct object *results[CATALOG_RESULTS]; /* counted; newest first; or NULL */
	struct str current_catalog, current_database;
	struct undo_log log;
	size_t mark; /* of the running statement in the log */
	bool in_transaction;
	const struct system_view *system;
	size_t n_system;
	void *system_arg;
};

/* The result that `_` or `_3` means, or NULL. */
struct object *catalog_result(const struct catalog *c, struct str name);
/* Is it such a name? */
bool catalog_is_result(struct str name);

/* session, live and shade, and system.session */
bool catalog_is_session(const struct path *p);
bool catalog_is_system(const struct path *p);

/* Rows and columns of a system view as an object; *out NULL: no such view. */
shade_status system_find(struct shade_cx *cx, struct catalog *c,
			 const struct path *path, struct object **out);

/* As the names say; missing ones are errors with the nearest name. */
shade_status catalog_find_store(struct shade_cx *cx, struct catalog *c, struct str name,
				struct span span, struct store **out);
shade_status catalog_find_database(struct shade_cx *cx, struct store *s,
				   struct str name, struct span span,
				   struct database **out);

bool catalog_add_store(struct catalog *c, struct store *s);
/* A failed commit: the changes of memory are taken back too. */
shade_status catalog_commit_all(struct shade_cx *cx, struct catalog *c);

#endif
