/*
 * connected_table.h - a table whose rows lie outside the catalog: CREATE
 * TABLE .. WITH ('connector' = 'filesystem', ..).
 */
#ifndef SHADE_CATALOG_CONNECTED_TABLE_H
#define SHADE_CATALOG_CONNECTED_TABLE_H

#include "catalog/object.h"
#include "catalog/table.h"

/* The table of an object with options; columns that are declared rule, none
 * are taken from what is found.  Sets o->table and, if they were empty,
 * o->cols. */
shade_status connected_table_new(struct shade_cx *cx, struct object *o,
				 struct span span);

#endif
