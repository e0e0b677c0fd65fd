/*
 * mem_table.h - a table whose rows lie columnar in memory.
 *
 * Temporary tables and those of catalogs without a file live here; a table
 * of a sqlite3 catalog is one too, loaded on first use and written from
 * here at COMMIT (lib/lake reads the version's segments: what is not
 * stored yet is new, what is deleted but not so in the file is removed).
 */
#ifndef SHADE_CATALOG_MEM_TABLE_H
#define SHADE_CATALOG_MEM_TABLE_H

#include "catalog/segment.h"
#include "catalog/table.h"
#include "catalog/undo.h"

struct mem_version {
	_Atomic(uint32_t) refs;
	struct budget *budget;
	struct segment **segs; /* counted references */
	size_t n_segs, cap_segs;
	uint64_t n_rows; /* living ones */
	int64_t next_id; /* of the next new row */
};

struct mem_table {
	struct table base;
	struct budget *budget;
	struct undo_log *log;
	struct arena *arena; /* owned: columns */
	struct source_col *cols;
	size_t n_cols;
	const struct type **types; /* of cols */
	struct mem_version *current; /* counted; NULL: not loaded yet */
	/* Fills the first version; NULL: none to load.  Called once. */
	shade_status (*load)(struct shade_cx *cx, struct mem_table *t, void *arg);
	void *load_arg; /* lives as long as the table's object may be used */
	bool is_tracked; /* keep deleted rows until they are stored */
	int64_t first_fresh_id; /* tracked: ids from here on are not in the file */
	struct table *parent; /* counted; its segments are shared; or NULL */
};

/* An empty table.  The log gets its changes; NULL: they cannot be undone. */
shade_status mem_table_new(struct shade_cx *cx, struct undo_log *log,
			   const struct source_col *cols, size_t n_cols,
			   struct table **out);
/* NULL when t is another kind of table. */
struct mem_table *mem_table_of(struct table *t);
/* Make sure that the rows are there. */
shade_status mem_table_load(struct shade_cx *cx, struct mem_table *t);
/* A source over one version; the references are counted. */
shade_status mem_source_new(struct shade_cx *cx, struct mem_table *t,
			    struct source **out);

struct mem_version *mem_version_new(struct budget *budget); /* NULL: no memory */
struct mem_version *mem_version_dup(const struct mem_version *v);
void mem_version_unref(struct mem_version *v); /* NULL is fine */
/* Takes the reference; false: out of memory (reference given back). */
bool mem_version_add_take(struct mem_version *v, struct segment *s);
/* Merge small segments at the end; best effort. */
shade_status mem_version_compact(struct shade_cx *cx, struct mem_version *v,
				 const struct mem_table *t);
/* Move the finished groups of rows into segments of v; ids: one per row of
 * all groups in order, or NULL for consecutive ids from *first on, which
 * then moves behind them. rows is left empty. */
shade_status mem_version_add_rows(struct shade_cx *cx, struct mem_version *v,
				  const struct mem_table *t, struct rowset *rows,
				  const int64_t *ids, int64_t *first);
/*
 * The first rows of a new table, for ALTER: those of a table whose columns
 * have the same types, shared with row ids and what is stored; or finished
 * rows under given ids (moved; all of them stored in the file if tracked).
 */
shade_status mem_table_share_rows(struct shade_cx *cx, struct mem_table *t,
				  struct mem_table *from);
shade_status mem_table_set_rows(struct shade_cx *cx, struct mem_table *t,
				struct rowset *rows, const int64_t *ids,
				int64_t next_id);
/* Are there rows or deletions that the file does not have? */
bool mem_table_has_unstored(const struct mem_table *t);
/* Make v (reference taken) current, with an undo entry. */
shade_status mem_table_install_take(struct shade_cx *cx, struct mem_table *t,
				    struct mem_version *v);

extern const struct source_class mem_source_class;

/* mem_writer.c */
shade_status mem_writer_open(struct shade_cx *cx, struct table *t,
			     struct table_writer **out);
shade_status mem_writer_append(struct shade_cx *cx, struct table_writer *w,
			       const struct batch *b);
shade_status mem_writer_remove(struct shade_cx *cx, struct table_writer *w,
			       const int64_t *rowids, size_t n, size_t *n_removed);
shade_status mem_writer_update(struct shade_cx *cx, struct table_writer *w,
			       const int64_t *rowids, const struct batch *b,
			       size_t *n_updated);
shade_status mem_writer_remove_all(struct shade_cx *cx, struct table_writer *w,
				   uint64_t *n_removed);
shade_status mem_writer_finish(struct shade_cx *cx, struct table_writer *w);
void mem_writer_discard(struct shade_cx *cx, struct table_writer *w);

#endif
