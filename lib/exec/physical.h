/*
 * physical.h - from logical plan nodes to operators.
 */
#ifndef SHADE_EXEC_PHYSICAL_H
#define SHADE_EXEC_PHYSICAL_H

#include "exec/op.h"

enum op_id {
#define OP(id, cls) OP_##id,
#include "exec/ops.def"
#undef OP
	OP_COUNT
};

/* One operator a node, in ex->arena. */
shade_status physical_plan(struct shade_cx *cx, struct exec *ex,
			   const struct plan *plan, struct op **out);

#endif
