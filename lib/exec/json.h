/*
 * json.h - a row as JSON text, for messages and samples.
 */
#ifndef SHADE_EXEC_JSON_H
#define SHADE_EXEC_JSON_H

#include "exec/op.h"

/* Row (a position in the vectors) of a batch as one object. */
void json_row(struct sbuf *out, const struct plan *p, const struct batch *b,
	      size_t row);

#endif
