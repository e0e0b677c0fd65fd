/*
 * parse.h - SQL text to tree.
 *
 * The parser knows no catalog.  Of the settings it reads one, the dialect:
 * in Spark's "x" is a string, and strings have escapes.  Trees live in
 * cx->arena and share no bytes with the text.  Spans are byte offsets into
 * the text handed in; errors are reported in cx with the span of the
 * offending token.
 */
#ifndef SHADE_PARSE_PARSE_H
#define SHADE_PARSE_PARSE_H

#include "ast/ast.h"
#include "base/base.h"

/* One statement, with or without ';'.  *out is NULL when there is none. */
shade_status sql_parse(struct shade_cx *cx, struct str text, struct ast **out);
/* A text that holds one expression and nothing else; never NULL. */
shade_status sql_parse_expr(struct shade_cx *cx, struct str text, struct ast **out);
/* A text that holds one type (AST_TYPE). */
shade_status sql_parse_type(struct shade_cx *cx, struct str text, struct ast **out);
/* "a INT, b STRING COMMENT 'x'" or "ROW<..>": a list of AST_COLUMN_DEF. */
shade_status sql_parse_columns(struct shade_cx *cx, struct str text,
			       struct ast_list *out);
/* A query (AST_QUERY), as stored for a view. */
shade_status sql_parse_query(struct shade_cx *cx, struct str text, struct ast **out);
/* "a.b.`c d`" as AST_PATH. */
shade_status sql_parse_path(struct shade_cx *cx, struct str text, struct ast **out);

/* As shade_split and shade_tokenize in shade.h promise. */
enum shade_waits sql_split(struct str text, bool spark, size_t *begin, size_t *end);
void sql_tokenize(struct str text,
		  bool (*fn)(void *arg, enum shade_token_kind kind, size_t begin,
			     size_t end),
		  void *arg);

/* True if word is a keyword of any class; letters in any case. */
bool sql_is_keyword(struct str word);
/* True if word cannot be a name without quotes somewhere. */
bool sql_must_quote(struct str word);
/* Keyword number i in lower case, STR_NONE behind the last. */
struct str sql_keyword_at(size_t i);

/* What may stand at a cursor; a set of bits. */
enum sql_place {
	SQL_PLACE_KEYWORD = 1 << 0, /* .keywords says which */
	SQL_PLACE_TABLE = 1 << 1, /* tables and views */
	SQL_PLACE_COLUMN = 1 << 2, /* columns of .tables, functions */
	SQL_PLACE_FUNCTION = 1 << 3,
	SQL_PLACE_TYPE = 1 << 4,
	SQL_PLACE_DATABASE = 1 << 5,
	SQL_PLACE_SETTING = 1 << 6,
	SQL_PLACE_FILE = 1 << 7, /* inside a string that names a file */
	SQL_PLACE_VIEW = 1 << 8, /* only views: DROP VIEW */
	SQL_PLACE_CATALOG = 1 << 9
};

/* A table that FROM clauses of the statement name. */
struct sql_scope_table {
	struct str path; /* as typed: db.t, 'file.csv' with its quotes */
	struct str alias; /* n == 0: none */
	bool is_cte; /* a WITH name: path is its query's text */
};

struct sql_context {
	unsigned places; /* enum sql_place bits */
	size_t word_begin; /* the word to replace begins here and ends at the cursor */
	struct str qualifier; /* "t" in t.co|, "db" in db.t|; n == 0: none */
	struct sql_scope_table *tables; /* arena */
	size_t n_tables;
	struct str *keywords; /* arena; that fit the grammar here, upper case */
	size_t n_keywords;
};

/* Never fails: of text that makes no sense nothing is known. */
void sql_context_at(struct arena *a, struct str text, size_t cursor,
		    struct sql_context *out);

#endif
