/*
 * vertical.h - one value a line, also for tables too wide for the screen.
 */
#ifndef SHADE_CMD_RENDER_VERTICAL_H
#define SHADE_CMD_RENDER_VERTICAL_H

#include "box.h"

void vertical_grid(struct render *r, const struct grid *g, const struct borders *set);

#endif
