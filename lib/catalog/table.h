/*
 * table.h - the rows of a table, wherever they live.
 *
 * A table's current rows are a version; a source reads the version that was
 * current when it was made.  A statement writes through one table_writer;
 * nothing is visible before its finish, and a transaction can take it back
 * (undo.h).
 */
#ifndef SHADE_CATALOG_TABLE_H
#define SHADE_CATALOG_TABLE_H

#include "source/source.h"

struct table;
struct table_writer;

struct table_class {
	/* A source over the table's rows as the current transaction sees them:
	 * its columns in order, then hidden _rowid BIGINT. In cx->arena. */
	shade_status (*source)(struct shade_cx *cx, struct table *t,
			       struct source **out);
	shade_status (*writer_open)(struct shade_cx *cx, struct table *t,
				    struct table_writer **out);
	/* Columns of the batch are the table's, in order and type. */
	shade_status (*append)(struct shade_cx *cx, struct table_writer *w,
			       const struct batch *b);
	/* Remove rows by _rowid; *n_removed: how many were still there. */
	shade_status (*remove)(struct shade_cx *cx, struct table_writer *w,
			       const int64_t *rowids, size_t n, size_t *n_removed);
	/* Remove the rows and append their new versions under the same ids;
	 * b has no selection, row i replaces rowids[i].  A row that is already
	 * gone (updated twice by one statement) is left out. */
	shade_status (*update)(struct shade_cx *cx, struct table_writer *w,
			       const int64_t *rowids, const struct batch *b,
			       size_t *n_updated);
	shade_status (*remove_all)(struct shade_cx *cx, struct table_writer *w,
				   uint64_t *n_removed);
	/* Make it visible to the transaction; frees the writer, also on
	 * failure. */
	shade_status (*finish)(struct shade_cx *cx, struct table_writer *w);
	void (*discard)(struct shade_cx *cx, struct table_writer *w); /* NULL is fine */
	void (*free)(struct table *t);
};

/* Counted: objects share their table while ALTER replaces them. */
struct table {
	const struct table_class *cls;
	_Atomic(uint32_t) refs;
};

static inline struct table *table_ref(struct table *t)
{
	atomic_fetch_add(&t->refs, 1);
	return t;
}

static inline void table_unref(struct table *t) /* NULL is fine */
{
	if (t && atomic_fetch_sub(&t->refs, 1) == 1)
		t->cls->free(t);
}

#endif
