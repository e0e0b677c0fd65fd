/*
 * restrict.h - the bounds of a join's keys as a hint for the scan that
 * streams past them.
 */
#ifndef SHADE_EXEC_RESTRICT_H
#define SHADE_EXEC_RESTRICT_H

struct join_op;

/* After the join's table was built, before the other side is opened. */
void join_restrict(struct join_op *jo);

#endif
