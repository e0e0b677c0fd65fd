/*
 * rowset.h - columns in memory: what temporary tables, materialised CTEs,
 * sorts and VALUES keep their rows in.
 *
 * A rowset is a list of immutable, refcounted row groups of up to
 * ROWGROUP_ROWS rows in native arrays, so a version of a table is a list
 * of groups and a transaction can keep the old list.  String bytes live in
 * refcounted blocks of the group.
 */
#ifndef SHADE_COLUMN_ROWSET_H
#define SHADE_COLUMN_ROWSET_H

#include "column/vector.h"

#define ROWGROUP_ROWS (60 * 2048)

struct rowgroup_col {
	struct buf *data; /* native array; NULL for ROW */
	struct buf *validity; /* NULL: no NULLs */
	struct rowgroup_col *children;
	size_t n_children;
	size_t child_n; /* LIST: rows in the children */
	struct value min, max; /* type NULL: unknown; exact when known */
	size_t n_nulls;
};

struct rowgroup {
	_Atomic(uint32_t) refs;
	size_t n;
	size_t n_cols;
	struct rowgroup_col *cols;
	struct buf **heaps; /* string bytes */
	size_t n_heaps;
	struct budget *budget;
};

struct rowset {
	size_t n_cols;
	const struct type **types; /* owned copies */
	struct rowgroup **groups; /* counted references */
	size_t n_groups, cap_groups;
	uint64_t n_rows;
	struct budget *budget;
	struct rowset_writer *writer; /* open group, NULL when complete */
	struct arena *arena; /* owned; types */
};

struct rowgroup *rowgroup_ref(struct rowgroup *g);
void rowgroup_unref(struct rowgroup *g);

/* NULL: out of memory. */
struct rowset *rowset_new(struct budget *budget, size_t n_cols,
			  const struct type *const *types);
void rowset_free(struct rowset *rs); /* NULL is fine */
/* A second list over the same groups. */
struct rowset *rowset_dup(const struct rowset *rs);
/* Copy the (selected) rows of a batch to the end. */
shade_status rowset_append(struct shade_cx *cx, struct rowset *rs,
			   const struct batch *b);
/* Move all groups of src behind dst's; src is left empty. */
shade_status rowset_concat(struct shade_cx *cx, struct rowset *dst, struct rowset *src);
/* Close the open group; needed before reading. */
shade_status rowset_finish(struct shade_cx *cx, struct rowset *rs);
/*
 * Point cols[k] (struct vector) at rows [at, at+n) of group g, column
 * which[k]; no copy, except of bitmaps (into the arena) when at is not a
 * multiple of 64.
 */
void rowset_view(const struct rowset *rs, size_t g, size_t at, size_t n,
		 const size_t *which, size_t n_which, struct vector *cols,
		 struct arena *a);

#endif
