/*
 * parse_internal.h - what scanner, filter, grammar and error reporter
 * share while one text is parsed.
 */
#ifndef SHADE_PARSE_PARSE_INTERNAL_H
#define SHADE_PARSE_PARSE_INTERNAL_H

#include "ast/ast.h"
#include "base/base.h"
#include "parse/scan.h"

/* Symbols on Bison's stack: about 80 bytes each, in the heap. */
#define PARSE_MAX_STACK 400000

/* Tokens that the filter may look at behind the current one. */
#define PARSE_LOOK 4

/* A token on its way from the scanner to the parser. */
struct token {
	int code; /* TK_.. or a character */
	char klass; /* of a keyword: 'U', 'R' ..; else 0 */
	bool is_plain; /* word without quotes */
	struct span span;
	struct str text; /* word as typed, string unescaped, digits */
};

/* INTERVAL turns words like DAY into units: where in one are we? */
enum interval_state {
	INTERVAL_NONE,
	INTERVAL_VALUE, /* behind INTERVAL: a value, or a unit in a type */
	INTERVAL_UNIT, /* behind a value or TO */
	INTERVAL_REST, /* behind a unit: (precision), TO, another value */
	INTERVAL_PRECISION
};

#define INTERVAL_PARENS 16

struct parse {
	struct shade_cx *cx;
	struct arena *arena;
	struct str text;
	bool spark; /* the dialect: ".." is a string, backslashes escape */

	/* filter */
	struct scan scan;
	struct token look[PARSE_LOOK]; /* [0] is the next one */
	size_t n_look;
	struct token spare; /* read behind the last of look */
	bool has_spare;
	int start; /* injected token, 0 once it is out */
	struct token cur, prev, prev2; /* handed to the parser */
	uint64_t brackets; /* kinds of open brackets, see filter.c */
	bool saw_transform; /* transform(..) */
	bool saw_from; /* the statement begins with FROM */
	uint64_t in_query; /* the same of a query: NOT NULL is a test */
	uint64_t in_from; /* bit 0: in a FROM clause; a bit for each ( around */
	int angles; /* open < of types: >> is two > */
	int parens;
	enum interval_state interval;
	int interval_parens[INTERVAL_PARENS]; /* INTERVAL ( .. ) */
	size_t n_interval_parens;
	bool in_hint;
	size_t cursor; /* SIZE_MAX, or where TK_CURSOR stands */
	const char *stray; /* why the latest TK_STRAY is none */

	/* parser */
	struct ast *result;
	struct ast_list result_list;
	int64_t n_params;
	bool is_quiet; /* errors are only noted in failed */
	bool failed;
	/* With is_quiet: what was expected where it failed. */
	const char **expected; /* arena */
	size_t n_expected;
};

/* A row of grammar/keywords.def. */
struct keyword {
	struct str name; /* lower case */
	int code;
	char klass;
};

const struct keyword *keyword_find(struct str word);
/* Number i in alphabetical order, NULL behind the last. */
const struct keyword *keyword_at(size_t i);

/* Report an error; the first one wins. */
void parse_fail(struct parse *ps, shade_status code, struct span span, const char *fmt,
		...) __attribute__((format(printf, 4, 5)));

/* Called by the grammar. */
void parse_stack_full(struct parse *ps, struct span span);
void parse_syntax_error(struct parse *ps, struct span span, const char *const *expected,
			size_t n_expected);

/* The next token for the parser, in ps->cur. */
void filter_next(struct parse *ps);
/* True if an expression may end with this token. */
bool token_ends_value(const struct token *t);

/* AST_UNIT_NONE if the word is no time unit. */
enum ast_unit unit_of_word(struct str word);

/* unescape.c; the results live in the arena. */
struct str unescape_quotes(struct arena *a, struct str body, char quote);
struct str unescape_backslashes(struct arena *a, struct str body);
/* Spark's rules, which differ in what is no escape. */
struct str unescape_spark(struct arena *a, struct str body, char quote);
struct str strip_underscores(struct arena *a, struct str digits);

#endif
