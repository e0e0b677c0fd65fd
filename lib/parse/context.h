/*
 * context.h - parts of the answer to "what may stand here".
 */
#ifndef SHADE_PARSE_CONTEXT_H
#define SHADE_PARSE_CONTEXT_H

#include "parse/parse.h"
#include "parse/parse_internal.h"

/* A raw token with its text. */
struct lexeme {
	enum raw_kind kind;
	size_t begin;
	struct str text;
};

struct lexemes {
	struct lexeme *v;
	size_t n, cap;
};

/* All tokens but comments. */
void lexemes_read(struct arena *a, struct str text, struct lexemes *out);
/* The tables that a statement names, complete or not. */
void context_tables(struct arena *a, struct str statement, struct sql_context *out);

int sql_yyparse(struct parse *ps);

#endif
