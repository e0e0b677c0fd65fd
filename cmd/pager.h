/*
 * pager.h - long results through a pager, with git's manners.
 *
 * Only when output is a terminal and a person is there.  SHADE_PAGER, then
 * .pager, then PAGER, then less; LESS=FRX and LV=-c unless set; the child
 * sees SHADE_PAGER_IN_USE=1.
 */
#ifndef SHADE_CMD_PAGER_H
#define SHADE_CMD_PAGER_H

#include <stdbool.h>

#include "out.h"

struct shell;

struct pager {
	bool active;
	struct out out; /* to the child */
};

/* May redirect *out to the pager. */
void pager_begin(struct pager *p, struct shell *sh, struct out **out);
/* Waits for the pager; a pager that died is no error. */
void pager_end(struct pager *p, struct shell *sh);

#endif
