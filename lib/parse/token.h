/*
 * token.h - raw tokens to tokens of the grammar.
 */
#ifndef SHADE_PARSE_TOKEN_H
#define SHADE_PARSE_TOKEN_H

#include "parse/parse_internal.h"

/*
 * Fill t from a raw token that is no comment; t->text holds its bytes (and,
 * for an unknown one, those behind it) and is replaced by what they say.
 * Spark: in that dialect "x" is a string, and strings have escapes.
 * *stray is set when the code is TK_STRAY: a static text, the reason.
 */
void token_of_raw(struct arena *a, enum raw_kind kind, bool spark, struct token *t,
		  const char **stray);

#endif
