/*
 * help_sql.h - .help sql SELECT: the form of a statement and an example.
 */
#ifndef SHADE_CMD_HELP_SQL_H
#define SHADE_CMD_HELP_SQL_H

#include <stdbool.h>

struct shell;

/* "" lists the statements.  False: no such statement. */
bool help_sql(struct shell *sh, const char *topic);

#endif
