/*
 * collect.h - keep all rows of an input, in order.
 */
#ifndef SHADE_EXEC_COLLECT_H
#define SHADE_EXEC_COLLECT_H

#include "exec/op.h"

/*
 * Read everything from input (already open) on all workers it offers.  The
 * rows hold the input's columns, then the expressions that are not just one
 * of these; expr_cols[i] becomes the position of exprs[i].  The rows belong to
 * the caller (rows_free).
 */
shade_status collect_rows(struct shade_cx *cx, struct op *input, size_t n_exprs,
			  struct expr *const *exprs, size_t *expr_cols,
			  struct rows **out);

#endif
