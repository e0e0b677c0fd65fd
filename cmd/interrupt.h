/*
 * interrupt.h - ^C: what is running is asked to stop, the shell stays.
 *
 * The handler only sets a flag and forwards to shade_interrupt(), which is
 * async-signal-safe.  A second ^C in batch while the first is still being
 * handled ends the process by the signal.
 */
#ifndef SHADE_CMD_INTERRUPT_H
#define SHADE_CMD_INTERRUPT_H

#include <stdbool.h>

struct shade_env;

/* Handle SIGINT from now on; env may change later, NULL: only the flag. */
void interrupt_install(struct shade_env *env);
void interrupt_watch(struct shade_env *env);
bool interrupt_seen(void);
void interrupt_clear(void);

#endif
