/*
 * returning.h - the rows that INSERT, UPDATE and DELETE hand out.
 */
#ifndef SHADE_SESSION_RETURNING_H
#define SHADE_SESSION_RETURNING_H

#include "session/dml.h"

struct returning {
	const struct ast_list *items; /* n == 0: nothing is asked for */
	bool has_action; /* MERGE: merge_action says what became of the row */
	VEC(struct value) cells; /* a row: n_cols of the target, the action */
};

/* Remember the rows: columns as the target has them, no selection; action is
 * for has_action. */
shade_status returning_add(struct run *r, struct returning *ret,
			   const struct object *target, const struct vector *cols,
			   size_t n, const char *action);
/* Make the items over those rows the run's rows. */
shade_status returning_finish(struct run *r, struct returning *ret,
			      const struct object *target, struct str alias);

#endif
