/*
 * scan.h - raw tokens of SQL text.
 *
 * What grammar/sql.l knows: kinds and spans, no meaning.  Never fails but
 * for memory: quotes and comments without an end are kinds of their own.
 */
#ifndef SHADE_PARSE_SCAN_H
#define SHADE_PARSE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* Single characters stand for themselves. */
enum raw_kind {
	RAW_END = 0,
	RAW_WORD = 256,
	RAW_DQUOTED,
	RAW_BACKTICK,
	RAW_STRING, /* with n or r before it, too */
	RAW_ESTRING,
	RAW_XSTRING,
	RAW_DOLLAR_STRING, /* $$text$$, $tag$text$tag$ */
	RAW_INTEGER,
	RAW_BASED, /* 0x1F, 0o17, 0b11 */
	RAW_TINYINT,
	RAW_SMALLINT,
	RAW_BIGINT,
	RAW_DECIMAL,
	RAW_DECIMAL_BD,
	RAW_DOUBLE,
	RAW_DOUBLE_D,
	RAW_FLOAT,
	RAW_QUESTION,
	RAW_DOLLAR,
	RAW_CAST,
	RAW_TRY_CAST,
	RAW_ARROW,
	RAW_LONG_ARROW,
	RAW_FAT_ARROW,
	RAW_PIPE,
	RAW_CONCAT,
	RAW_NE,
	RAW_EQ,
	RAW_NULL_SAFE_EQ,
	RAW_LE,
	RAW_GE,
	RAW_SHL,
	RAW_SHR,
	RAW_USHR,
	RAW_POWER,
	RAW_INT_DIV,
	RAW_NOT_TILDE,
	RAW_BRACKETS,
	RAW_HINT, /* the opening mark; what follows is tokens */
	RAW_HINT_END,
	RAW_COMMENT,
	RAW_BAD_NUMBER, /* a number that runs into letters */
	RAW_UNKNOWN, /* a byte that begins no token */
	/* up to the end of the text */
	RAW_OPEN_STRING,
	RAW_OPEN_DQUOTED,
	RAW_OPEN_BACKTICK,
	RAW_OPEN_COMMENT
};

/* Flex's own little memory; what it asks for is fixed in size. */
#define SCAN_POOL 1024

struct scan {
	size_t begin, end; /* of the latest token */
	void *flex;
	char *text; /* copy with the two NUL bytes that flex wants; owned */
	size_t n;
	int depth; /* of nested comments */
	size_t tag; /* bytes of the mark that opened a $$ string */
	bool hint; /* the comment is inside a hint */
	bool backslash; /* strings have escapes: Spark's dialect */
	size_t pool_used;
	_Alignas(16) char pool[SCAN_POOL];
};

/* Backslash: strings are Spark's.  False when there is no memory.  Close it in
 * either case. */
[[nodiscard]] bool scan_open(struct scan *s, struct str text, bool backslash);
enum raw_kind scan_next(struct scan *s);
void scan_close(struct scan *s);

/* For the generated code. */
/* Do the latest n bytes equal the mark that the token began with? */
bool scan_closes_dollars(const struct scan *s, size_t n);
enum raw_kind sql_flex_next(void *flex);
void *scan_pool_alloc(struct scan *s, size_t n);
void *scan_alloc(size_t n);
void scan_free(void *p);

#endif
