/*
 * open.c - opening a catalog's sqlite3 file.
 */
#include "catalog/store.h"

shade_status store_open_file(struct shade_cx *cx, struct str name, struct str path,
			     bool read_only, struct undo_log *log, struct store **out)
{
	(void)name;
	(void)read_only;
	(void)log;
	(void)out;
	return shade_fail(cx, SHADE_E_UNSUPPORTED, NO_SPAN,
			  "not supported yet: opening the catalog file \"%.*s\"",
			  STR_ARG(path));
}
