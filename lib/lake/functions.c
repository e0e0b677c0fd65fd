/*
 * functions.c - functions with a body in SQL, in a table of our own.
 *
 * The file has tables for DuckDB's macros, but DuckDB refuses a catalog
 * with a macro whose text it cannot parse, whatever its dialect.  So ours
 * live in shade_function, made when the first function is; the statement
 * that creates one is its tag shade.function.
 */
#include "lake/lake_internal.h"

#define CREATE_TABLE                                                    \
	"CREATE TABLE IF NOT EXISTS shade_function("                    \
	"schema_id BIGINT, function_id BIGINT, function_name VARCHAR, " \
	"begin_snapshot BIGINT, end_snapshot BIGINT)"

shade_status lake_has_functions(struct shade_cx *cx, struct lake *l, bool *out)
{
	int64_t n;

	TRY(lake_int(cx, l, &n, 0,
		     "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND "
		     "name = 'shade_function'",
		     ""));
	*out = n > 0;
	return SHADE_OK;
}

shade_status lake_write_function(struct commit *c, const struct object *o,
				 int64_t schema)
{
	TRY(lake_exec(c->cx, c->lake, CREATE_TABLE));
	return lake_run(c->cx, c->lake,
			"INSERT INTO shade_function VALUES(?, ?, ?, ?, NULL)", "iiti",
			schema, o->stored.id, o->path.name, c->next.id);
}

const char *lake_function_change(const struct object *o, bool created)
{
	bool table = str_eq(object_property(o, STR("returns")), STR("table"));

	if (created)
		return table ? "created_table_macro" : "created_scalar_macro";
	return table ? "dropped_table_macro" : "dropped_scalar_macro";
}
