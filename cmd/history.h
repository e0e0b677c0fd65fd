/*
 * history.h - statements typed, one entry each, shared by parallel shells.
 *
 * $XDG_STATE_HOME/shade/history, mode 0600, appended under a lock.  Lines
 * that begin with a blank and those with a password stay out.
 */
#ifndef SHADE_CMD_HISTORY_H
#define SHADE_CMD_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

/* Read the file; calls fn for each entry, oldest first. */
void history_load(void (*fn)(const char *entry));
/* Add an entry to memory and file. */
void history_add(const char *entry);
/* Latest n entries, numbered. */
void history_show(struct text *t, size_t n);
void history_free(void);

#endif
