/*
 * The registry of table functions.
 */
#include "source/registry.h"

#define FUNCTION(var) extern const struct source_function var;
#include "connect/functions.def"
#undef FUNCTION

static const struct source_function *const functions[] = {
#define FUNCTION(var) &var,
#include "connect/functions.def"
#undef FUNCTION
};

/* Other engines' names for the same. */
static const struct {
	const char *alias, *name;
} aliases[] = {
	{ "read_csv_auto", "read_csv" },
	{ "read_json_auto", "read_json" },
	{ "read_ndjson", "read_json" },
	{ "read_ndjson_auto", "read_json" },
	{ "read_ndjson_objects", "read_json_objects" },
	{ "read_json_objects_auto", "read_json_objects" },
};

const struct source_function *source_function_find(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(aliases); i++) {
		if (str_eq_nocase(name, str_from(aliases[i].alias)))
			name = str_from(aliases[i].name);
	}
	for (size_t i = 0; i < ARRAY_LEN(functions); i++) {
		if (str_eq_nocase(name, str_from(functions[i]->name)))
			return functions[i];
	}
	return NULL;
}

const struct source_function *const *source_function_all(size_t *n)
{
	*n = ARRAY_LEN(functions);
	return functions;
}
