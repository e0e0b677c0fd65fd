/*
 * origin.h - which columns of tables and files a column is computed from.
 *
 * Only what flows into the value counts: filters, join conditions and
 * orders decide about rows, not about values.
 */
#ifndef SHADE_PLAN_ORIGIN_H
#define SHADE_PLAN_ORIGIN_H

#include "plan/idset.h"
#include "plan/plan.h"

/* A column of a PLAN_SCAN. */
struct origin {
	const struct plan *scan;
	size_t col;
};

struct origins {
	struct arena *arena;
	struct idset *of; /* by column id: ids of the scans' columns */
	struct origin *scans; /* by column id; scan NULL: no scan's column */
	size_t n; /* ids are below it */
};

/* Of a plan as the binder made it; all ids are below n_ids. */
void origins_find(struct origins *o, struct arena *a, const struct plan *plan,
		  uint32_t n_ids);

#endif
