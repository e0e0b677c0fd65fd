/*
 * alter.h - the part of ALTER TABLE that changes columns.
 */
#ifndef SHADE_SESSION_ALTER_H
#define SHADE_SESSION_ALTER_H

#include "session/ddl.h"

/* Change the columns of `to`, a copy of table o, and give it rows of the new
 * shape where that differs. */
shade_status alter_columns(struct run *r, struct object *o, struct object *to,
			   const struct ast_alter_action *act);

#endif
