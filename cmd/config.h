/*
 * config.h - $XDG_CONFIG_HOME/shade/config.yaml.
 *
 * A key that is not known is an error with its line and the nearest name.
 * To add one: a row in the table of config.c.
 */
#ifndef SHADE_CMD_CONFIG_H
#define SHADE_CMD_CONFIG_H

#include <stdbool.h>

struct shell;

/* True also when there is no file.  False: reported, status 2. */
bool config_load(struct shell *sh);

/* $XDG_<what>_HOME/shade/<file> or ~/<fallback>/shade/<file>; NULL without a
 * home.  Owned by the caller. */
char *xdg_path(const char *variable, const char *fallback, const char *file);

#endif
