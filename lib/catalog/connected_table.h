/*
 * connected_table.h - a table whose rows lie outside the catalog: CREATE
 * TABLE .. WITH ('connector' = 'filesystem', ..).
 */
#ifndef SHADE_CATALOG_CONNECTED_TABLE_H
#define SHADE_CATALOG_CONNECTED_TABLE_H

#include "catalog/object.h"
#include "catalog/table.h"

/* The table of an object with options; sets o->table. */
shade_status connected_table_new(struct shade_cx *cx, struct object *o,
				 struct span span);
bool table_is_connected(const struct table *t);
/* Fails: rows of such a table cannot be changed one by one. */
shade_status connected_no_rows(struct shade_cx *cx, struct span span);
/* Open once, to see that it is there; without declared columns the object
 * gets those that are found. */
shade_status connected_table_probe(struct shade_cx *cx, struct object *o,
				   struct span span);

#endif
