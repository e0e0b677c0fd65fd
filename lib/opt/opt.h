/*
 * opt.h - rewrite a logical plan into a better one with the same rows.
 *
 * Rules are listed in rules.def in the order they run; each can be switched
 * off by name (SET 'optimizer.disabled-rules'), except those that the
 * executor needs (unnesting of subqueries).
 */
#ifndef SHADE_OPT_OPT_H
#define SHADE_OPT_OPT_H

#include "plan/plan.h"

shade_status opt_run(struct shade_cx *cx, struct plan_ids *ids, struct plan **plan);
/* The same, with a line for each rule: changed, unchanged or off. */
shade_status opt_run_traced(struct shade_cx *cx, struct plan_ids *ids,
			    struct plan **plan, struct sbuf *trace);

#endif
