/*
 * repl.h - the interactive loop.
 */
#ifndef SHADE_CMD_REPL_H
#define SHADE_CMD_REPL_H

struct shell;

/* Read and run until the end of input or .quit. */
void repl_run(struct shell *sh);

#endif
