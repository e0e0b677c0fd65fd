/*
 * split.c - where statements end, and tokens for colouring.
 *
 * "Complete" is decided here, by the scanner: a ';' outside of quotes,
 * comments and BEGIN STATEMENT SET .. END.
 */
#include "parse/parse.h"

#include "parse/scan.h"

static bool word_is(struct str text, const struct scan *s, const char *word)
{
	struct str found = { text.p + s->begin, s->end - s->begin };

	return str_eq_nocase(found, str_from(word));
}

/*
 * STATEMENT SET opens a block, END closes it; CASE .. END inside counts.
 * step: how far "STATEMENT SET" has been seen.
 */
struct block {
	int step;
	bool is_open;
	size_t cases;
};

static void block_word(struct block *b, struct str text, const struct scan *s)
{
	if (b->is_open) {
		if (word_is(text, s, "case"))
			b->cases++;
		else if (word_is(text, s, "end") && b->cases > 0)
			b->cases--;
		else if (word_is(text, s, "end"))
			b->is_open = false;
		return;
	}
	if (word_is(text, s, "statement"))
		b->step = 1;
	else if (b->step == 1 && word_is(text, s, "set"))
		b->is_open = true;
	else
		b->step = 0;
}

static enum shade_waits open_kind(enum raw_kind kind)
{
	switch (kind) {
	case RAW_OPEN_STRING: return SHADE_WAITS_QUOTE;
	case RAW_OPEN_DQUOTED: return SHADE_WAITS_DQUOTE;
	case RAW_OPEN_BACKTICK: return SHADE_WAITS_BACKTICK;
	case RAW_OPEN_COMMENT: return SHADE_WAITS_COMMENT;
	default: return SHADE_WAITS_NOT;
	}
}

struct split {
	bool any; /* a token was seen */
	size_t words;
	long parens;
	struct block block;
};

/* True if the token ends the statement. */
static bool split_token(struct split *sp, struct str text, const struct scan *s,
			enum raw_kind kind)
{
	switch ((int)kind) {
	case RAW_WORD:
		/* Only the first words of a statement open a block. */
		if (sp->words < 4 || sp->block.is_open)
			block_word(&sp->block, text, s);
		sp->words++;
		break;
	case '(':
	case '[':
	case '{': sp->parens++; break;
	case ')':
	case ']':
	case '}': sp->parens--; break;
	case ';': return !sp->block.is_open;
	default: break;
	}
	return false;
}

static enum shade_waits run_split(struct scan *s, struct str text, size_t *begin,
				  size_t *end)
{
	struct split sp = { 0 };
	enum raw_kind kind;

	while ((kind = scan_next(s)) != RAW_END) {
		if (kind == RAW_COMMENT)
			continue;
		if (kind == ';' && !sp.any)
			continue; /* empty statements are blanks */
		if (!sp.any) {
			*begin = s->begin;
			sp.any = true;
		}
		enum shade_waits open = open_kind(kind);

		if (open != SHADE_WAITS_NOT) {
			if (open == SHADE_WAITS_COMMENT && *begin == s->begin)
				*begin = s->begin;
			return open;
		}
		if (split_token(&sp, text, s, kind)) {
			*end = s->end;
			return SHADE_WAITS_NOT;
		}
	}
	if (!sp.any) {
		*begin = text.n;
		return SHADE_WAITS_EMPTY;
	}
	if (sp.block.is_open)
		return SHADE_WAITS_BLOCK;
	return sp.parens > 0 ? SHADE_WAITS_PAREN : SHADE_WAITS_STATEMENT;
}

enum shade_waits sql_split(struct str text, bool spark, size_t *begin, size_t *end)
{
	struct scan s;
	enum shade_waits waits = SHADE_WAITS_STATEMENT;

	*begin = 0;
	*end = text.n;
	if (scan_open(&s, text, spark))
		waits = run_split(&s, text, begin, end);
	scan_close(&s);
	return waits;
}

/* --- tokens for colouring ------------------------------------------------- */

static enum shade_token_kind word_kind(struct str word)
{
	return sql_is_keyword(word) ? SHADE_TOKEN_KEYWORD : SHADE_TOKEN_NAME;
}

static enum shade_token_kind token_kind(enum raw_kind kind, struct str bytes)
{
	switch (kind) {
	case RAW_WORD: return word_kind(bytes);
	case RAW_DQUOTED:
	case RAW_BACKTICK: return SHADE_TOKEN_QUOTED_NAME;
	case RAW_STRING:
	case RAW_ESTRING:
	case RAW_XSTRING: return SHADE_TOKEN_STRING;
	case RAW_QUESTION:
	case RAW_DOLLAR: return SHADE_TOKEN_PARAMETER;
	case RAW_COMMENT:
	case RAW_HINT:
	case RAW_HINT_END: return SHADE_TOKEN_COMMENT;
	case RAW_OPEN_STRING:
	case RAW_OPEN_DQUOTED:
	case RAW_OPEN_BACKTICK:
	case RAW_OPEN_COMMENT: return SHADE_TOKEN_UNTERMINATED;
	default:
		if (kind >= RAW_INTEGER && kind <= RAW_FLOAT)
			return SHADE_TOKEN_NUMBER;
		return SHADE_TOKEN_OPERATOR;
	}
}

void sql_tokenize(struct str text,
		  bool (*fn)(void *arg, enum shade_token_kind kind, size_t begin,
			     size_t end),
		  void *arg)
{
	struct scan s;
	enum raw_kind kind;
	bool more = scan_open(&s, text, false);

	while (more && (kind = scan_next(&s)) != RAW_END) {
		struct str bytes = { text.p + s.begin, s.end - s.begin };

		more = fn(arg, token_kind(kind, bytes), s.begin, s.end);
	}
	scan_close(&s);
}
