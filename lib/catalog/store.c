/*
 * store.c - what all stores share, and the one in memory.
 */
#include "catalog/store.h"

#include "catalog/mem_table.h"

shade_status store_init(struct shade_cx *cx, struct store *s, struct str name,
			struct undo_log *log)
{
	s->arena = arena_new(cx->budget);
	if (!s->arena)
		return cx_nomem(cx);
	s->budget = cx->budget;
	s->log = log;
	s->name = str_dup(s->arena, name);
	s->objects.budget = cx->budget;
	return SHADE_OK;
}

void store_release(struct store *s)
{
	object_list_clear(&s->objects);
	mem_free(s->budget, s->databases, s->cap_databases * sizeof(*s->databases));
	arena_free(s->arena);
}

struct database *store_find_database(const struct store *s, struct str name)
{
	for (size_t i = 0; i < s->n_databases; i++)
		if (str_eq_nocase(s->databases[i]->name, name))
			return s->databases[i];
	return NULL;
}

bool store_add_database(struct store *s, struct database *db)
{
	if (s->n_databases == s->cap_databases) {
		size_t cap = s->cap_databases ? s->cap_databases * 2 : 8;
		struct database **v = mem_realloc(s->budget, s->databases,
						  s->cap_databases * sizeof(*v),
						  cap * sizeof(*v));

		if (!v)
			return false;
		s->databases = v;
		s->cap_databases = cap;
	}
	s->databases[s->n_databases++] = db;
	return true;
}

void store_remove_database(struct store *s, struct database *db)
{
	for (size_t i = 0; i < s->n_databases; i++) {
		if (s->databases[i] != db)
			continue;
		s->n_databases--;
		memmove(s->databases + i, s->databases + i + 1,
			(s->n_databases - i) * sizeof(*s->databases));
		return;
	}
}

void store_close(struct store *s)
{
	if (s)
		s->cls->close(s);
}

/* --- in memory ----------------------------------------------------------- */

static shade_status memory_refresh(struct shade_cx *cx, struct store *s)
{
	(void)cx;
	(void)s;
	return SHADE_OK;
}

static shade_status memory_commit(struct shade_cx *cx, struct store *s)
{
	(void)cx;
	s->changed = false;
	return SHADE_OK;
}

static shade_status memory_table_new(struct shade_cx *cx, struct store *s,
				     struct object *o)
{
	return mem_table_new(cx, s->log, o->cols, o->n_cols, &o->table);
}

static shade_status memory_snapshots(struct shade_cx *cx, struct store *s, size_t limit,
				     struct snapshot_row **out, size_t *n)
{
	(void)cx;
	(void)s;
	(void)limit;
	*out = NULL;
	*n = 0;
	return SHADE_OK;
}

static void memory_close(struct store *s)
{
	struct budget *budget = s->budget;

	store_release(s);
	mem_free(budget, s, sizeof(*s));
}

static const struct store_class memory_class = {
	.type = "memory",
	.refresh = memory_refresh,
	.commit = memory_commit,
	.table_new = memory_table_new,
	.snapshots = memory_snapshots,
	.close = memory_close,
};

shade_status store_new_memory(struct shade_cx *cx, struct str name,
			      struct undo_log *log, struct store **out)
{
	struct store *s = mem_alloc(cx->budget, sizeof(*s));
	struct database *db;
	shade_status rc;

	if (!s)
		return cx_nomem(cx);
	s->cls = &memory_class;
	rc = store_init(cx, s, name, log);
	if (rc) {
		mem_free(cx->budget, s, sizeof(*s));
		return rc;
	}
	db = arena_new_of(s->arena, struct database);
	db->name = STR("default_database");
	if (!store_add_database(s, db)) {
		memory_close(s);
		return cx_nomem(cx);
	}
	*out = s;
	return SHADE_OK;
}
