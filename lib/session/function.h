/*
 * function.h - functions with a body in SQL, for the statements about them.
 */
#ifndef SHADE_SESSION_FUNCTION_H
#define SHADE_SESSION_FUNCTION_H

#include "session/ddl.h"

/* Where a function of that name lives; system: in no database. */
shade_status function_path(struct run *r, struct ast *name, bool system,
			   struct path *out);
/* *out NULL: no such function; held by the run. */
shade_status function_find(struct run *r, struct ast *name, struct object **out);
shade_status function_drop(struct run *r, const struct ast_drop *drop,
			   struct ast *name);
/* "x INT, y INT -> INT" */
shade_status function_signature(struct run *r, const struct object *o, struct str *out);

#endif
