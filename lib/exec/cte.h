/*
 * cte.h - rows computed once and read by name: CTEs and the working table
 * of a recursive query.
 */
#ifndef SHADE_EXEC_CTE_H
#define SHADE_EXEC_CTE_H

#include "exec/op.h"

struct cte {
	struct cte *next; /* in exec.ctes */
	uint32_t id;
	struct rows *rows; /* owned by the operator that made them */
	const uint32_t *ids; /* of its columns */
	size_t n_cols;
	_Atomic(uint64_t) reads; /* readers opened */
};

/* The entry of an id; made on demand, in ex->arena. */
struct cte *cte_entry(struct exec *ex, uint32_t id);

#endif
