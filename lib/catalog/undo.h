/*
 * undo.h - taking back what statements and transactions changed in memory.
 *
 * Every change of the catalog pushes an entry that can reverse it.  A
 * failed statement runs the entries back to its mark, ROLLBACK all of them;
 * COMMIT drops them.
 */
#ifndef SHADE_CATALOG_UNDO_H
#define SHADE_CATALOG_UNDO_H

#include "base/base.h"

struct undo_entry {
	void (*undo)(struct undo_entry *e); /* reverse, and give back what e holds */
	void (*drop)(struct undo_entry *e); /* only give back what e holds */
	void *where; /* list or table */
	void *was, *now; /* counted references or NULL */
};

struct undo_log {
	struct undo_entry *v;
	size_t n, cap;
	struct budget *budget;
};

/* Make sure that the next push has room.  False: out of memory. */
bool undo_reserve(struct undo_log *log);
/* Never fails after undo_reserve. */
void undo_push(struct undo_log *log, struct undo_entry e);
void undo_back_to(struct undo_log *log, size_t mark);
void undo_drop_all(struct undo_log *log);
void undo_free(struct undo_log *log); /* drops what is left */

#endif
