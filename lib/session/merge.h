/*
 * merge.h - MERGE, for the statements that are one in other words.
 */
#ifndef SHADE_SESSION_MERGE_H
#define SHADE_SESSION_MERGE_H

#include "session/returning.h"

/* Run a MERGE; it need not be the run's statement. */
shade_status merge_run(struct run *r, struct ast_merge *merge);
/* INSERT with a conflict clause into a table that has been looked up. */
shade_status stmt_upsert(struct run *r, struct ast_insert *in, struct object *target);

#endif
