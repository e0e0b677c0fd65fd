/*
 * results.h - results that the session keeps as the tables _, _1 .. _9.
 *
 * While a run's rows are handed out they are copied; a result that ends
 * well becomes `_`, the one before it `_1`, and so on.  One of more rows
 * than session.keep_rows leaves its place empty.
 */
#ifndef SHADE_SESSION_RESULTS_H
#define SHADE_SESSION_RESULTS_H

#include "session/session.h"

/* Copy a batch that goes out; a failure is not the query's. */
void results_add(struct run *r, const struct batch *b);
/* All rows are out. */
void results_finish(struct run *r);
/* The run ended early: forget what was copied.  Once is enough. */
void results_abort(struct run *r);

#endif
