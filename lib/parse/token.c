/*
 * token.c - raw tokens to tokens of the grammar, one at a time and without
 * regard to their neighbours.
 */
#include "parse/token.h"

#include "sql.tab.h"

/* Words like DAYS are no keywords: they mean a unit only in an interval. */
enum ast_unit unit_of_word(struct str word)
{
	static const struct str units[AST_N_UNIT] = {
		[AST_UNIT_YEAR] = STR("year"),
		[AST_UNIT_QUARTER] = STR("quarter"),
		[AST_UNIT_MONTH] = STR("month"),
		[AST_UNIT_WEEK] = STR("week"),
		[AST_UNIT_DAY] = STR("day"),
		[AST_UNIT_HOUR] = STR("hour"),
		[AST_UNIT_MINUTE] = STR("minute"),
		[AST_UNIT_SECOND] = STR("second"),
		[AST_UNIT_MILLISECOND] = STR("millisecond"),
		[AST_UNIT_MICROSECOND] = STR("microsecond"),
		[AST_UNIT_NANOSECOND] = STR("nanosecond"),
	};
	struct str stem = word;

	if (stem.n > 1 && (stem.p[stem.n - 1] | 0x20) == 's')
		stem.n--;
	for (unsigned i = AST_UNIT_YEAR; i < AST_N_UNIT; i++) {
		if (str_eq_nocase(stem, units[i]))
			return (enum ast_unit)i;
	}
	return AST_UNIT_NONE;
}

/* Kinds that are one token and need no text. */
static int plain_code(enum raw_kind kind)
{
	switch (kind) {
	case RAW_END: return TK_YYEOF;
	case RAW_QUESTION: return '?';
	case RAW_CAST: return TK_CAST_OP;
	case RAW_TRY_CAST: return TK_TRY_CAST_OP;
	case RAW_ARROW: return TK_ARROW;
	case RAW_LONG_ARROW: return TK_LONG_ARROW;
	case RAW_FAT_ARROW: return TK_FAT_ARROW;
	case RAW_PIPE: return TK_PIPE;
	case RAW_CONCAT: return TK_CONCAT_OP;
	case RAW_NE: return TK_NE;
	case RAW_EQ: return '=';
	case RAW_NULL_SAFE_EQ: return TK_NULL_SAFE_EQ;
	case RAW_LE: return TK_LE;
	case RAW_GE: return TK_GE;
	case RAW_SHL: return TK_SHL;
	case RAW_SHR: return TK_SHR;
	case RAW_USHR: return TK_USHR;
	case RAW_POWER: return TK_POWER_OP;
	case RAW_INT_DIV: return TK_INT_DIV_OP;
	case RAW_NOT_TILDE: return TK_NOT_TILDE;
	case RAW_BRACKETS: return TK_BRACKETS;
	case RAW_HINT: return TK_HINT_BEGIN;
	case RAW_HINT_END: return TK_HINT_END;
	default: return (int)kind < 256 ? (int)kind : 0;
	}
}

static struct str cut(struct str s, size_t head, size_t tail)
{
	return (struct str){ s.p + head, s.n - head - tail };
}

static void number(struct arena *a, struct token *t, int code, size_t suffix)
{
	t->code = code;
	t->text = strip_underscores(a, cut(t->text, 0, suffix));
}

/* 0x1F as its decimal digits; Spark has no such numbers. */
static void based_number(struct arena *a, struct token *t, bool spark,
			 const char **stray)
{
	struct str digits = strip_underscores(a, cut(t->text, 2, 0));
	unsigned base = (t->text.p[1] | 0x20) == 'x'   ? 16
			: (t->text.p[1] | 0x20) == 'o' ? 8
						       : 2;
	uint64_t v = 0;

	t->code = TK_STRAY;
	*stray = "a number that runs into letters";
	for (size_t i = 0; i < digits.n && !spark; i++) {
		char c = (char)(digits.p[i] | 0x20);
		unsigned d = (unsigned)(c >= 'a' ? c - 'a' + 10 : c - '0');

		if (v > ((uint64_t)INT64_MAX - d) / base) {
			*stray = "a number like this takes at most 63 bits";
			return;
		}
		v = v * base + d;
	}
	if (spark)
		return;
	t->code = TK_INTEGER;
	t->text = str_fmt(a, "%llu", (unsigned long long)v);
}

static void dollar_string(struct arena *a, struct token *t)
{
	const char *end = memchr(t->text.p + 1, '$', t->text.n - 1);
	size_t mark = (size_t)(end - t->text.p) + 1;

	t->code = TK_STRING;
	t->text = str_dup(a, cut(t->text, mark, mark));
}

static void word(struct arena *a, struct token *t)
{
	const struct keyword *k = keyword_find(t->text);

	t->is_plain = true;
	t->code = k ? k->code : TK_IDENT;
	t->klass = k ? k->klass : 0;
	t->text = str_dup(a, t->text);
}

static void hex_string(struct arena *a, struct token *t, bool spark, const char **stray)
{
	struct str digits = cut(t->text, 2, 1);

	t->code = TK_XSTRING;
	t->text = str_dup(a, digits);
	for (size_t i = 0; i < digits.n; i++) {
		char c = (char)(digits.p[i] | 0x20);

		if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
			t->code = TK_STRAY;
			*stray = "a binary string takes hexadecimal digits only";
			return;
		}
	}
	if (digits.n % 2 && spark) {
		t->text = str_fmt(a, "0%.*s", STR_ARG(digits));
	} else if (digits.n % 2) {
		t->code = TK_STRAY;
		*stray = "a binary string takes an even number of digits";
	}
}

static void unknown(struct token *t, const char **stray)
{
	static const struct str single[] = { STR("\xE2\x80\x98"), STR("\xE2\x80\x99") };
	static const struct str twofold[] = { STR("\xE2\x80\x9C"),
					      STR("\xE2\x80\x9D") };

	t->code = TK_STRAY;
	*stray = "this character means nothing in SQL";
	for (size_t i = 0; i < 2; i++) {
		if (str_starts_with(t->text, single[i]))
			*stray = "a typographic quote; strings take ' instead";
		if (str_starts_with(t->text, twofold[i]))
			*stray = "a typographic quote; names take \" instead";
	}
}

static void quoted(struct arena *a, struct token *t, int code, char mark)
{
	t->code = code;
	t->text = unescape_quotes(a, cut(t->text, 1, 1), mark);
}

static void string(struct arena *a, struct token *t, bool spark)
{
	char first = t->text.p[0];
	size_t prefix = first == '\'' || first == '"' ? 0 : 1;
	char mark = t->text.p[prefix];
	struct str body = cut(t->text, prefix + 1, 1);

	t->code = TK_STRING;
	if (!spark)
		t->text = unescape_quotes(a, body, mark);
	else if (prefix && (first | 0x20) == 'r')
		t->text = str_dup(a, body);
	else
		t->text = unescape_spark(a, body, mark);
}

void token_of_raw(struct arena *a, enum raw_kind kind, bool spark, struct token *t,
		  const char **stray)
{
	t->code = plain_code(kind);
	switch (kind) {
	case RAW_WORD: word(a, t); break;
	case RAW_DQUOTED:
		if (spark)
			string(a, t, true);
		else
			quoted(a, t, TK_QUOTED, '"');
		break;
	case RAW_BACKTICK: quoted(a, t, TK_QUOTED, '`'); break;
	case RAW_STRING: string(a, t, spark); break;
	case RAW_ESTRING:
		t->code = TK_STRING;
		t->text = unescape_backslashes(a, cut(t->text, 2, 1));
		break;
	case RAW_XSTRING: hex_string(a, t, spark, stray); break;
	case RAW_INTEGER: number(a, t, TK_INTEGER, 0); break;
	case RAW_BASED: based_number(a, t, spark, stray); break;
	case RAW_DOLLAR_STRING: dollar_string(a, t); break;
	case RAW_TINYINT: number(a, t, TK_TINYINT_NUM, 1); break;
	case RAW_SMALLINT: number(a, t, TK_SMALLINT_NUM, 1); break;
	case RAW_BIGINT: number(a, t, TK_BIGINT_NUM, 1); break;
	case RAW_DECIMAL: number(a, t, TK_DECIMAL_NUM, 0); break;
	case RAW_DECIMAL_BD: number(a, t, TK_DECIMAL_NUM, 2); break;
	case RAW_DOUBLE: number(a, t, TK_DOUBLE_NUM, 0); break;
	case RAW_DOUBLE_D: number(a, t, TK_DOUBLE_NUM, 1); break;
	case RAW_FLOAT: number(a, t, TK_FLOAT_NUM, 1); break;
	case RAW_DOLLAR:
		t->code = TK_PARAM;
		t->text = str_dup(a, cut(t->text, 1, 0));
		break;
	case RAW_BAD_NUMBER:
		t->code = TK_STRAY;
		*stray = "a number that runs into letters";
		break;
	case RAW_OPEN_STRING:
	case RAW_OPEN_DQUOTED:
	case RAW_OPEN_BACKTICK:
	case RAW_OPEN_COMMENT: t->code = TK_UNCLOSED; break;
	case RAW_UNKNOWN: unknown(t, stray); break;
	default: break;
	}
}
