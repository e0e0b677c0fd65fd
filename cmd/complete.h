/*
 * complete.h - what the tab key offers.
 */
#ifndef SHADE_CMD_COMPLETE_H
#define SHADE_CMD_COMPLETE_H

#include "text.h"

struct shell;

void complete_begin(struct shell *sh);
/* Lines of the statement before the one being edited; borrowed. */
void complete_so_far(const struct text *so_far);
void complete_end(void);

#endif
