/*
 * exec.h - run an optimized plan.
 *
 * exec_new turns the logical plan into physical operators and pipelines;
 * exec_next pulls the result batch by batch on the calling thread, running
 * dependent pipelines (hash builds, aggregates, sorts) on all workers
 * first.
 */
#ifndef SHADE_EXEC_EXEC_H
#define SHADE_EXEC_EXEC_H

#include "plan/plan.h"

struct exec;

/* The plan must outlive the exec; no subqueries left in it.  Nothing is read
 * yet. */
shade_status exec_new(struct shade_cx *cx, struct plan *plan, struct exec **out);
/* Before the first exec_next: count rows and time for exec_text(analyze). */
void exec_analyze(struct exec *ex);
/* *out = NULL: the end.  The batch is valid until the next call; its columns
 * are the plan's, in order. */
shade_status exec_next(struct shade_cx *cx, struct exec *ex, const struct batch **out);
/* Runs after every exec_new, also a failed run. NULL is fine. */
void exec_free(struct shade_cx *cx, struct exec *ex);
/* Physical plan as text; with analyze the rows, time and memory it took. */
struct str exec_text(struct arena *a, const struct exec *ex, bool analyze);

#endif
