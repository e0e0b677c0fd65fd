/*
 * table.h - the rows of a table, wherever they live.
 *
 * Implementations: columnar in memory (temporary tables, catalogs without
 * a file) and lake (sqlite3 catalog).  A statement writes through one
 * table_writer; nothing is visible before its finish, and a transaction can
 * take it back.
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
	/* Remove rows by _rowid. */
	shade_status (*remove)(struct shade_cx *cx, struct table_writer *w,
			       const int64_t *rowids, size_t n);
	/* Remove the rows and append their new versions under the same ids. */
	shade_status (*update)(struct shade_cx *cx, struct table_writer *w,
			       const int64_t *rowids, const struct batch *b);
	shade_status (*remove_all)(struct shade_cx *cx, struct table_writer *w);
	/* Make it visible to the transaction; frees the writer. */
	shade_status (*finish)(struct shade_cx *cx, struct table_writer *w);
	void (*abort)(struct shade_cx *cx, struct table_writer *w);
	void (*free)(struct table *t);
};

struct table {
	const struct table_class *cls;
};

#endif
