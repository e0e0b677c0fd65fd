/*
 * last.h - the latest result, kept to be shown again (.last).
 *
 * Only at a prompt, and only results of up to LAST_ROWS rows.
 */
#ifndef SHADE_CMD_LAST_H
#define SHADE_CMD_LAST_H

#include <stdbool.h>
#include <stddef.h>

#include "shade.h"

#define LAST_ROWS 200000
/* Of results that scripts can read as `_`. */
#define KEPT_ROWS 10000

struct shell;

struct last {
	struct ArrowSchema schema; /* owned; release NULL: nothing is kept */
	struct ArrowArray *v; /* owned */
	size_t n;
	size_t n_rows;
	bool too_long;
};

/* Forget the result before; takes the schema. */
void last_begin(struct last *l, struct ArrowSchema *schema);
/*
 * Keep a batch: *a becomes a view of it that lives as long as the kept one.
 * A result that is too long is not kept, and *a stays the owner.
 */
void last_add(struct last *l, struct ArrowArray *a);
void last_release(struct last *l);

#endif
