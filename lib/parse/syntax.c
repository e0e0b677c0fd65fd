/*
 * syntax.c - what to say where the grammar stops.
 *
 * First the usual slips: an open quote or parenthesis, a misspelt keyword,
 * a comma too many or too few.  Else the token that was not expected, and
 * in words at most five things that were.
 */
#include "parse/parse_internal.h"

#include <ctype.h>

#include "sql.tab.h"

#define MAX_SHOWN 5
#define MAX_EXPECTED 64

/* What may stand here, in groups. */
struct expected {
	bool name, value, operator_, string, end;
	bool table, query, statement, pipe, label;
	struct str words[MAX_EXPECTED]; /* keywords and punctuation */
	size_t n_words;
};

static bool is_word(struct str s)
{
	return s.n > 1 && ((s.p[0] >= 'A' && s.p[0] <= 'Z') || s.p[0] == '_');
}

/* Bison's name of a symbol without its quotes and our trailing blanks. */
static struct str symbol_text(const char *name)
{
	struct str s = str_trim(str_from(name));

	if (s.n == 3 && s.p[0] == '\'')
		return (struct str){ s.p + 1, 1 };
	return s;
}

static bool has(const char *const *names, size_t n, const char *what)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(names[i], what) == 0)
			return true;
	}
	return false;
}

static bool is_operator(struct str s)
{
	static const char *const words[] = { "AND",      "OR",      "IS",     "LIKE",
					     "ILIKE",    "RLIKE",   "REGEXP", "GLOB",
					     "SIMILAR",  "BETWEEN", "IN",     "DIV",
					     "AT",       "COLLATE", "ISNULL", "NOTNULL",
					     "OVERLAPS", "NOT" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (str_eq(s, str_from(words[i])))
			return true;
	}
	return !is_word(s) && s.n > 0 && !strchr(",;)", s.p[0]) && s.p[0] > ' ' &&
	       !(s.p[0] >= 'a' && s.p[0] <= 'z');
}

static bool starts_value(struct str s)
{
	static const char *const words[] = { "NOT",   "NULL",   "TRUE",     "FALSE",
					     "CASE",  "EXISTS", "COLUMNS",  "ROW",
					     "TABLE", "ALL",    "DISTINCT", "DEFAULT",
					     "[]",    "/*+" };
	const struct keyword *k = keyword_find(s);

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (str_eq(s, str_from(words[i])))
			return true;
	}
	return (k && strchr("BSTC", k->klass)) ||
	       (s.n == 1 && strchr("([{?-+~*", s.p[0]));
}

static void add_word(struct expected *e, struct str word)
{
	for (size_t i = 0; i < e->n_words; i++) {
		if (str_eq(e->words[i], word))
			return;
	}
	if (e->n_words < MAX_EXPECTED)
		e->words[e->n_words++] = word;
}

/* What one of the groups says already. */
static bool is_covered(const struct expected *e, struct str s)
{
	static const char *const tables[] = { "LATERAL", "VALUES", "STREAM", "TABLE",
					      "(" };
	static const char *const queries[] = { "SELECT", "FROM", "VALUES",
					       "TABLE",  "WITH", "(" };
	const struct keyword *k = keyword_find(s);

	if (!k && s.p[0] >= 'a' && s.p[0] <= 'z')
		return true; /* name, string, integer */
	if (e->statement || e->pipe || e->label)
		return true;
	if (e->name &&
	    ((k && strchr("UOLXSTC", k->klass)) || str_eq(s, STR("DEFAULT"))))
		return true;
	for (size_t i = 0; e->table && i < ARRAY_LEN(tables); i++) {
		if (str_eq(s, str_from(tables[i])))
			return true;
	}
	for (size_t i = 0; e->query && i < ARRAY_LEN(queries); i++) {
		if (str_eq(s, str_from(queries[i])))
			return true;
	}
	return (e->table && k && k->klass == 'B') || (e->value && starts_value(s)) ||
	       (e->operator_ && is_operator(s)) || (e->end && str_eq(s, STR(";")));
}

static void group(const char *const *names, size_t n, struct expected *e)
{
	*e = (struct expected){
		.name = has(names, n, "name"),
		.value = has(names, n, "integer") && has(names, n, "CASE"),
		.operator_ = has(names, n, "'+'") && has(names, n, "'/'"),
		.string = has(names, n, "string"),
		.end = has(names, n, "end of file"),
		.table = has(names, n, "LATERAL") && has(names, n, "string"),
		.query = has(names, n, "SELECT") && has(names, n, "VALUES"),
		.statement = has(names, n, "CREATE") && has(names, n, "SELECT") &&
			     has(names, n, "INSERT"),
		.pipe = has(names, n, "AGGREGATE") && !has(names, n, "name"),
		.label = has(names, n, "THEN") && has(names, n, "BETWEEN") &&
			 has(names, n, "name"),
	};
	/* Every word is a name after AS and a point. */
	if (e->statement || e->value)
		e->end = false;
	if (e->label)
		e->query = e->statement = e->pipe = e->table = false;
	for (size_t i = 0; i < n; i++) {
		struct str s = symbol_text(names[i]);

		/* Where a value may stand, that says enough. */
		if (!e->value && !is_covered(e, s))
			add_word(e, s);
	}
	/* A path may always go on. */
	for (size_t i = 0; e->n_words > 1 && i < e->n_words; i++) {
		if (str_eq(e->words[i], STR(".")))
			e->words[i--] = e->words[--e->n_words];
	}
}

/* --- the list in words ---------------------------------------------------- */

struct phrase {
	struct str parts[MAX_SHOWN];
	size_t n;
};

static void say(struct phrase *p, struct str part)
{
	if (p->n < MAX_SHOWN)
		p->parts[p->n++] = part;
}

static struct str quoted_word(struct parse *ps, struct str word)
{
	if (is_word(word))
		return word;
	return str_fmt(ps->arena, "\"%.*s\"", STR_ARG(word));
}

static struct str expected_text(struct parse *ps, const struct expected *e)
{
	struct phrase p = { 0 };
	struct sbuf out = { .arena = ps->arena };

	if (e->statement)
		say(&p, STR("a statement"));
	else if (e->pipe)
		say(&p, STR("a pipe operator"));
	else if (e->table)
		say(&p, STR("a table"));
	else if (e->value)
		say(&p, STR("an expression"));
	else if (e->name)
		say(&p, STR("a name"));
	if (e->table)
		say(&p, STR("a file in quotes"));
	else if (!e->value && e->string && !e->statement)
		say(&p, STR("a string"));
	if (e->table || (e->query && !e->statement))
		say(&p, e->value || e->table ? STR("a query in parentheses")
					     : STR("a query"));
	for (size_t i = 0; i < e->n_words; i++) {
		if (!is_word(e->words[i]))
			say(&p, quoted_word(ps, e->words[i]));
	}
	/* One place is kept for each of these. */
	size_t kept = (size_t)e->operator_ + (size_t)e->end;

	for (size_t i = 0; i < e->n_words && p.n + kept < MAX_SHOWN; i++) {
		if (is_word(e->words[i]))
			say(&p, e->words[i]);
	}
	if (e->operator_)
		say(&p, STR("an operator"));
	if (e->end)
		say(&p, STR("the end of the statement"));
	for (size_t i = 0; i < p.n; i++) {
		if (i > 0)
			sbuf_add(&out, i + 1 == p.n ? STR(" or ") : STR(", "));
		sbuf_add(&out, p.parts[i]);
	}
	return sbuf_str(&out);
}

/* --- the usual slips ------------------------------------------------------ */

static bool is_open(int kind)
{
	return kind == '(' || kind == '[' || kind == '{';
}

/* The innermost bracket that is open where the text ends, or false. */
static bool find_open_bracket(struct parse *ps, struct span *span)
{
	struct scan scan;
	VEC(struct span) open = { 0 };
	enum raw_kind kind;

	if (scan_open(&scan, ps->text, ps->spark)) {
		while ((kind = scan_next(&scan)) != RAW_END) {
			struct span at = { (uint32_t)scan.begin, (uint32_t)scan.end };

			if (is_open((int)kind))
				vec_push(ps->arena, &open, at);
			else if ((kind == ')' || kind == ']' || kind == '}') && open.n)
				open.n--;
		}
	}
	scan_close(&scan);
	if (open.n == 0)
		return false;
	*span = open.v[open.n - 1];
	return true;
}

/* 'it's': the quote that is left over stands right behind a word. */
static void hint_doubling(struct parse *ps, uint32_t at)
{
	const char *p = ps->text.p;

	if (at > 0 && p[at] == '\'' && isalnum((unsigned char)p[at - 1]))
		shade_hint(ps->cx, "a quote inside a text is written twice: 'it''s'");
}

static void unclosed(struct parse *ps, struct span span)
{
	char mark = ps->text.p[span.begin];
	struct span first = { span.begin, span.begin + 1 };

	if (mark == '/') {
		first.end++;
		parse_fail(ps, SHADE_E_SYNTAX, first,
			   "the comment that begins here has no end");
	} else if (mark == '$') {
		first.end++;
		parse_fail(ps, SHADE_E_SYNTAX, first,
			   "the string that opens here is never closed");
	} else {
		while (mark != '\'' && mark != '"' && mark != '`')
			mark = ps->text.p[++first.begin];
		first.end = first.begin + 1;
		parse_fail(ps, SHADE_E_SYNTAX, first,
			   "the quote that opens here is never closed");
		hint_doubling(ps, first.begin);
	}
}

/* Of words as short as ADN, only swapped letters count: INT is no IN. */
static bool is_likely(struct str word, struct str best)
{
	unsigned sum = 0;

	if (!best.p || word.n > 3)
		return best.p != NULL;
	for (size_t i = 0; i < word.n; i++)
		sum += (unsigned char)(word.p[i] | 0x20);
	for (size_t i = 0; i < best.n; i++)
		sum -= (unsigned char)(best.p[i] | 0x20);
	return word.n == best.n && sum == 0;
}

/* A keyword that is close to a word which is no keyword. */
static struct str near_keyword(struct parse *ps, struct str word,
			       const char *const *names, size_t n)
{
	struct str *words = arena_array(ps->arena, struct str, n + 1);
	size_t n_words = 0;

	for (size_t i = 0; i < n; i++) {
		struct str s = symbol_text(names[i]);

		if (keyword_find(s))
			words[n_words++] = s;
	}
	struct str best = str_nearest(word, words, n_words);

	return is_likely(word, best) ? best : STR_NONE;
}

/* SELECT a FORM t: FORM was taken for an alias. */
static struct str near_clause(struct str word)
{
	static const struct str clauses[] = {
		STR("FROM"),   STR("WHERE"),  STR("GROUP"),  STR("ORDER"),
		STR("HAVING"), STR("LIMIT"),  STR("OFFSET"), STR("JOIN"),
		STR("UNION"),  STR("SELECT"), STR("VALUES"), STR("LEFT"),
		STR("INNER"),  STR("USING"),  STR("WINDOW"), STR("QUALIFY"),
		STR("SET"),    STR("INTO")
	};
	struct str best = STR_NONE;

	for (size_t i = 0; i < ARRAY_LEN(clauses); i++) {
		size_t far = str_distance(word, clauses[i]);

		if (far == 1 && !best.p && is_likely(word, clauses[i]))
			best = clauses[i];
	}
	return best;
}

static bool misspelt(struct parse *ps, const char *const *names, size_t n)
{
	const struct token *cur = &ps->cur, *prev = &ps->prev;
	struct str best = STR_NONE;
	const struct token *bad = cur;

	if (prev->is_plain && prev->code == TK_IDENT) {
		best = near_clause(prev->text);
		bad = prev;
	}
	if (!best.p && cur->is_plain && cur->code == TK_IDENT) {
		best = near_keyword(ps, cur->text, names, n);
		bad = cur;
	}
	if (!best.p)
		return false;
	parse_fail(ps, SHADE_E_SYNTAX, bad->span,
		   "syntax error at \"%.*s\"; did you mean \"%.*s\"?",
		   STR_ARG(bad->text), STR_ARG(best));
	return true;
}

static bool begins_item(const struct token *t)
{
	return t->code == TK_IDENT || t->code == TK_QUOTED || t->code == TK_STRING ||
	       t->code == TK_INTEGER || t->code == TK_DECIMAL_NUM ||
	       t->code == TK_DOUBLE_NUM ||
	       (t->is_plain && t->klass && strchr("UXSTB", t->klass));
}

/* A keyword that was meant as a name: SELECT a, end FROM t. */
static bool is_bad_name(const struct token *t)
{
	static const char *const clauses[] = {
		"from",  "where",     "group",   "order", "having", "limit",
		"union", "window",    "qualify", "on",    "using",  "then",
		"when",  "intersect", "except",  "join"
	};

	for (size_t i = 0; i < ARRAY_LEN(clauses); i++) {
		if (str_eq_nocase(t->text, str_from(clauses[i])))
			return false;
	}
	return t->is_plain && t->klass && strchr("RFB", t->klass);
}

static bool comma_slip(struct parse *ps, const char *const *names, size_t n)
{
	const struct token *cur = &ps->cur, *prev = &ps->prev;

	if (prev->code == ',' && cur->code != ',' && !is_bad_name(cur)) {
		parse_fail(ps, SHADE_E_SYNTAX, prev->span,
			   "syntax error at \",\"; is this comma one too many?");
		return true;
	}
	if (str_eq_nocase(prev->text, STR("if")) && begins_item(cur)) {
		parse_fail(ps, SHADE_E_SYNTAX, cur->span,
			   "syntax error at \"%.*s\"; expected EXISTS or NOT EXISTS "
			   "behind IF",
			   (int)(cur->span.end - cur->span.begin),
			   ps->text.p + cur->span.begin);
		return true;
	}
	if (has(names, n, "','") && begins_item(cur) && token_ends_value(prev)) {
		parse_fail(ps, SHADE_E_SYNTAX, cur->span,
			   "syntax error at \"%.*s\"; is a comma missing before it?",
			   (int)(cur->span.end - cur->span.begin),
			   ps->text.p + cur->span.begin);
		return true;
	}
	return false;
}

static bool at_end(struct parse *ps, const struct expected *e)
{
	struct span span = ps->prev.span;
	struct str what = expected_text(ps, e);

	if (ps->cur.code != TK_YYEOF && ps->cur.code != ';')
		return false;
	if (find_open_bracket(ps, &span))
		parse_fail(ps, SHADE_E_SYNTAX, span,
			   "the \"%c\" that opens here is never closed",
			   ps->text.p[span.begin]);
	else if (span.end == 0)
		parse_fail(ps, SHADE_E_SYNTAX, span, "nothing here; expected %.*s",
			   STR_ARG(what));
	else
		parse_fail(ps, SHADE_E_SYNTAX, span,
			   "the statement ends too early; expected %.*s",
			   STR_ARG(what));
	return true;
}

/* SELECT a AS FROM t: behind AS, FROM was taken for a name. */
static bool alias_missing(struct parse *ps)
{
	const struct token *prev = &ps->prev;

	if (ps->prev2.code != TK_AS || prev->klass != 'R')
		return false;
	parse_fail(ps, SHADE_E_SYNTAX, prev->span,
		   "syntax error at \"%.*s\"; a name is missing after AS",
		   STR_ARG(prev->text));
	return true;
}

/* Closing what was not opened. */
static bool closes_nothing(struct parse *ps)
{
	int code = ps->cur.code;

	if (code != ')' || ps->parens >= 0)
		return false;
	parse_fail(ps, SHADE_E_SYNTAX, ps->cur.span, "this \")\" closes nothing");
	return true;
}

static bool is_file_char(char c)
{
	return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
	       memchr("_./~-", c, 5);
}

static bool is_data_file(struct str word)
{
	static const struct str ends[] = { STR(".csv"),     STR(".tsv"),
					   STR(".json"),    STR(".jsonl"),
					   STR(".ndjson"),  STR(".txt"),
					   STR(".parquet"), STR(".gz"),
					   STR(".zst") };

	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		if (word.n > ends[i].n && str_ends_with(word, ends[i]))
			return true;
	}
	return false;
}

/* FROM my-data.csv: a file without its quotes. */
static bool bare_file(struct parse *ps)
{
	const char *p = ps->text.p;
	struct span at = ps->cur.span;
	struct str word;

	while (at.begin > 0 && is_file_char(p[at.begin - 1]))
		at.begin--;
	while (at.end < ps->text.n && is_file_char(p[at.end]))
		at.end++;
	word = (struct str){ p + at.begin, at.end - at.begin };
	if (!is_data_file(word) || ps->cur.code == TK_STRING)
		return false;
	parse_fail(ps, SHADE_E_SYNTAX, at,
		   "syntax error at \"%.*s\"; a file name is written in quotes: '%.*s'",
		   STR_ARG(word), STR_ARG(word));
	return true;
}

static bool is_word_text(const struct token *t, const char *word)
{
	return t->is_plain && str_eq_nocase(t->text, str_from(word));
}

/* What other systems have in these places, and what to write instead. */
static bool foreign_form(struct parse *ps)
{
	const struct token *cur = &ps->cur, *prev = &ps->prev, *prev2 = &ps->prev2;
	const char *what = NULL;

	if (prev->code == '(' && is_word_text(prev2, "match_recognize"))
		what = "not supported yet: MATCH_RECOGNIZE";
	else if (is_word_text(prev, "top") && prev2->code == TK_SELECT &&
		 (cur->code == TK_INTEGER || cur->code == '('))
		what = "TOP n is written LIMIT n, at the end";
	else if (cur->code == TK_INTO && (ps->in_query & 1))
		what = "SELECT .. INTO t is written CREATE TABLE t AS SELECT ..";
	else if (prev->code == TK_FOR &&
		 (cur->code == TK_UPDATE || is_word_text(cur, "share")))
		what = "not supported yet: FOR UPDATE; readers need no locks";
	else if (prev->code == TK_BEGIN && prev2->code == 0 && cur->is_plain &&
		 cur->code != TK_BEGIN)
		what = "not supported yet: blocks of statements, BEGIN .. END; "
		       "BEGIN; begins a transaction";
	else if (cur->code == TK_USING && prev->code == ')' && ps->saw_transform)
		what = "not supported yet: TRANSFORM with a script";
	else
		return false;
	parse_fail(ps, SHADE_E_UNSUPPORTED, cur->span, "%s", what);
	return true;
}

/* First words of statements that other systems have. */
static bool foreign_statement(struct parse *ps)
{
	static const char *const words[] = { "do",     "grant",  "revoke", "savepoint",
					     "lock",   "listen", "notify", "while",
					     "repeat", "loop",   "export", "import" };

	if (ps->prev.code != 0 || !ps->cur.is_plain)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (!is_word_text(&ps->cur, words[i]))
			continue;
		parse_fail(ps, SHADE_E_UNSUPPORTED, ps->cur.span,
			   "not supported yet: %.*s", STR_ARG(ps->cur.text));
		return true;
	}
	return false;
}

static void keyword_hint(struct parse *ps, const struct expected *e)
{
	const struct token *t = &ps->cur;

	if (!t->is_plain || !t->klass || !strchr("RFB", t->klass) || !e->name)
		return;
	if (t->code == TK_FROM || t->code == TK_SELECT || t->code == TK_WHERE ||
	    t->code == TK_AS || t->code == TK_ON || t->code == TK_AND)
		return;
	shade_hint(ps->cx, "to use %.*s as a name, quote it: `%.*s`", STR_ARG(t->text),
		   STR_ARG(t->text));
}

static void slice_hint(struct parse *ps)
{
	if (ps->prev.code == ':' &&
	    (ps->prev2.code == TK_INTEGER || ps->prev2.code == TK_IDENT))
		shade_hint(ps->cx, "a slice is array_slice(array, first, last)");
}

static void note_expected(struct parse *ps, const char *const *names, size_t n)
{
	ps->failed = true;
	ps->expected = arena_dup(ps->arena, names, n * sizeof(*names));
	ps->n_expected = n;
}

void parse_syntax_error(struct parse *ps, struct span span, const char *const *expected,
			size_t n_expected)
{
	struct expected e;

	if (ps->failed)
		return;
	if (ps->is_quiet) {
		note_expected(ps, expected, n_expected);
		return;
	}
	group(expected, n_expected, &e);
	if (ps->cur.code == TK_UNCLOSED) {
		unclosed(ps, span);
		return;
	}
	if (ps->cur.code == TK_STRAY) {
		size_t n = span.end - span.begin;

		parse_fail(ps, SHADE_E_SYNTAX, span, "syntax error at \"%.*s\": %s",
			   (int)(n > 40 ? 40 : n), ps->text.p + span.begin, ps->stray);
		return;
	}
	if (foreign_form(ps) || foreign_statement(ps))
		return;
	if (closes_nothing(ps) || alias_missing(ps) || bare_file(ps) ||
	    misspelt(ps, expected, n_expected) || at_end(ps, &e) ||
	    comma_slip(ps, expected, n_expected))
		return;
	struct str what = expected_text(ps, &e);
	size_t n = span.end - span.begin;

	parse_fail(ps, SHADE_E_SYNTAX, span, "syntax error at \"%.*s\"; expected %.*s",
		   (int)(n > 40 ? 40 : n), ps->text.p + span.begin, STR_ARG(what));
	keyword_hint(ps, &e);
	slice_hint(ps);
}
