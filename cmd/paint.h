/*
 * paint.h - the line being edited, in colours.
 *
 * Takes the place of readline's own redisplay: prompt and text are drawn
 * anew on each key, keywords bold, strings, numbers and comments coloured,
 * what is not closed red, the bracket that belongs to the one at the cursor
 * underlined.  Only for terminals with colours.
 */
#ifndef SHADE_CMD_PAINT_H
#define SHADE_CMD_PAINT_H

#include "text.h"

void paint_begin(void);
/* The next drawing starts on a fresh screen line; so_far: earlier lines of
 * the statement, borrowed. */
void paint_fresh(const struct text *so_far);
/* The next drawing starts on a fresh screen line, with the same text. */
void paint_again(void);
/* Leave the cursor behind the text. */
void paint_to_end(void);
void paint_end(void);

#endif
