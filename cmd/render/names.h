/*
 * names.h - the names of a result's columns, made unique.
 */
#ifndef SHADE_CMD_RENDER_NAMES_H
#define SHADE_CMD_RENDER_NAMES_H

#include "render.h"

/* A name that an earlier column has gets _1, _2 ...; fold: letters' case makes no
 * difference.  The array and its strings are the caller's: names_free. */
char **names_unique(const struct render *r, bool fold);
void names_free(char **names, size_t n);

#endif
