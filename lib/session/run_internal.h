/*
 * run_internal.h - pieces of running that only lib/session shares.
 */
#ifndef SHADE_SESSION_RUN_INTERNAL_H
#define SHADE_SESSION_RUN_INTERNAL_H

#include "session/session.h"

/* Values of the session's parameters, typed, into env. */
shade_status run_bind_params(struct run *r);
/* Optimize a plan and make it the run's rows. */
shade_status run_rows_of_plan(struct run *r, struct plan *plan);
/*
 * End of the statement, once: close the executor, record expectations, give
 * back objects and sources, commit or take back, hand the notices to the
 * session.  Returns rc, or what went wrong while ending.
 */
shade_status run_end(struct run *r, shade_status rc);
/* Forget plan, sources and words of a failed attempt; the statement goes on. */
void run_drop_attempt(struct run *r);

/* Names that are written IDENTIFIER(e). */
shade_status run_compute_names(struct run *r, struct ast *stmt);

#endif
