/*
 * store.h - the permanent content of one catalog.
 *
 * In memory a store is its databases and objects and nothing more.  A
 * store with a file (lib/lake) loads both from there, and at COMMIT writes
 * what differs from what it loaded.  Changes are made in memory by
 * catalog.h, through the undo log.
 */
#ifndef SHADE_CATALOG_STORE_H
#define SHADE_CATALOG_STORE_H

#include "catalog/object.h"
#include "catalog/undo.h"

struct store;

struct database {
	struct str name; /* "default_database" for what the file calls main */
	struct str comment;
	struct stored_id stored;
};

/* A row of shade.snapshots. */
struct snapshot_row {
	int64_t id, schema_version;
	struct str time, changes, author, message;
};

struct store_class {
	const char *type; /* "memory", "sqlite" */
	/* Outside a transaction, before a statement: see what other processes
	 * committed. */
	shade_status (*refresh)(struct shade_cx *cx, struct store *s);
	/* Make the changes permanent, all or nothing. */
	shade_status (*commit)(struct shade_cx *cx, struct store *s);
	/* The rows of a new permanent table with the object's columns. */
	shade_status (*table_new)(struct shade_cx *cx, struct store *s,
				  struct object *o);
	/* Newest first, at most limit; in cx->arena. */
	shade_status (*snapshots)(struct shade_cx *cx, struct store *s, size_t limit,
				  struct snapshot_row **out, size_t *n);
	void (*close)(struct store *s);
};

struct store {
	const struct store_class *cls;
	struct arena *arena; /* owned: names, databases */
	struct budget *budget;
	struct undo_log *log; /* the catalog's */
	struct str name; /* of the catalog */
	struct str path; /* its file; n == 0: in memory */
	bool read_only;
	bool changed; /* something was put or taken since the last commit */
	struct database **databases;
	size_t n_databases, cap_databases;
	struct object_list objects;
};

/* A store in memory with its default database. */
shade_status store_new_memory(struct shade_cx *cx, struct str name,
			      struct undo_log *log, struct store **out);
/*
 * The store of a sqlite3 file, made if it is missing (unless read_only).
 * Implemented in lib/lake; whoever includes this header needs to know
 * nothing of it.
 */
shade_status store_open_file(struct shade_cx *cx, struct str name, struct str path,
			     bool read_only, struct undo_log *log, struct store **out);
void store_close(struct store *s); /* NULL is fine */

/* For implementations: fill in the common part of an allocated store. */
shade_status store_init(struct shade_cx *cx, struct store *s, struct str name,
			struct undo_log *log);
void store_release(struct store *s);

struct database *store_find_database(const struct store *s, struct str name);
/* Without the undo log: for loading. False: out of memory. */
bool store_add_database(struct store *s, struct database *db);
void store_remove_database(struct store *s, struct database *db);

#endif
