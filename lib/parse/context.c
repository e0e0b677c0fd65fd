/*
 * context.c - what may stand at a cursor.
 *
 * The parser itself is asked: it runs over the statement up to the word at
 * the cursor, where a token stands that fits nowhere, and what it expected
 * there are the candidates.  Only where its answer is "a name" do the
 * tokens before decide what is named.
 */
#include "parse/context.h"

#include "sql.tab.h"

static bool is_word(const struct lexeme *t, const char *word)
{
	return t && t->kind == RAW_WORD && str_eq_nocase(t->text, str_from(word));
}

static bool is_any_word(const struct lexeme *t, const char *const *words)
{
	for (; *words; words++) {
		if (is_word(t, *words))
			return true;
	}
	return false;
}

void lexemes_read(struct arena *a, struct str text, struct lexemes *out)
{
	struct scan scan;
	enum raw_kind kind;

	*out = (struct lexemes){ 0 };
	if (scan_open(&scan, text, false)) {
		while ((kind = scan_next(&scan)) != RAW_END) {
			struct lexeme t = {
				.kind = kind,
				.begin = scan.begin,
				.text = { text.p + scan.begin, scan.end - scan.begin },
			};

			if (kind != RAW_COMMENT)
				vec_push(a, out, t);
		}
	}
	scan_close(&scan);
}

/* Where the statement around the cursor begins. */
static size_t statement_begin(struct str text, size_t cursor)
{
	size_t at = 0;

	for (;;) {
		struct str rest = { text.p + at, cursor - at };
		size_t begin, end;

		if (sql_split(rest, false, &begin, &end) != SHADE_WAITS_NOT)
			return at;
		at += end;
	}
}

/* --- what the parser expects ---------------------------------------------- */

static bool expects(const struct parse *ps, const char *name)
{
	for (size_t i = 0; i < ps->n_expected; i++) {
		if (strcmp(ps->expected[i], name) == 0)
			return true;
	}
	return false;
}

static void ask_parser(struct arena *a, struct str text, size_t cursor,
		       struct parse *ps)
{
	*ps = (struct parse){
		.arena = a,
		.text = text,
		.start = TK_START_STATEMENT,
		.cursor = cursor,
		.is_quiet = true,
	};
	if (scan_open(&ps->scan, text, false))
		(void)sql_yyparse(ps);
	scan_close(&ps->scan);
}

static void add_keyword(struct sql_context *out, struct str word)
{
	for (size_t i = 0; i < out->n_keywords; i++) {
		if (str_eq(out->keywords[i], word))
			return;
	}
	out->keywords[out->n_keywords++] = word;
}

/* Behind AS every word is a name, and a new one. */
static bool is_label(const struct parse *ps)
{
	return expects(ps, "THEN") && expects(ps, "BETWEEN") && expects(ps, "name");
}

/* Keywords that only stand there as names are no candidates. */
static bool is_only_name(const struct parse *ps, char klass)
{
	if (is_label(ps))
		return true;
	if (strchr("UOX", klass))
		return expects(ps, "name");
	/* Nowhere else do these three come together. */
	if (klass == 'L')
		return expects(ps, "PRECISION") && expects(ps, "ESCAPE") &&
		       expects(ps, "VERSION");
	return klass == 'B' && expects(ps, "LATERAL");
}

static void collect_keywords(struct arena *a, const struct parse *ps,
			     struct sql_context *out)
{
	out->keywords = arena_array(a, struct str, ps->n_expected + 1);
	for (size_t i = 0; i < ps->n_expected; i++) {
		struct str word = str_trim(str_from(ps->expected[i]));
		const struct keyword *k = keyword_find(word);

		if (k && !is_only_name(ps, k->klass))
			add_keyword(out, word);
	}
	if (out->n_keywords)
		out->places |= SQL_PLACE_KEYWORD;
}

/* --- what is named -------------------------------------------------------- */

static const char *const table_words[] = {
	"from",     "join",      "into",      "update", "table",    "using",
	"truncate", "summarize", "overwrite", "exists", "describe", "desc",
	"extended", "copy",      "stream",    "to",     NULL
};

static unsigned object_place(const struct lexeme *first, const struct lexeme *prev)
{
	static const char *const ddl[] = { "drop",    "alter",   "describe", "desc",
					   "comment", "refresh", "show",     NULL };
	static const char *const views[] = { "view", "expectations", NULL };
	static const char *const databases[] = { "database", "schema", "namespace",
						 NULL };

	if (is_word(first, "use"))
		return is_word(prev, "catalog")
			       ? SQL_PLACE_CATALOG
			       : SQL_PLACE_DATABASE | SQL_PLACE_CATALOG;
	if (is_any_word(prev, databases))
		return SQL_PLACE_DATABASE;
	if (is_word(prev, "catalog"))
		return SQL_PLACE_CATALOG;
	if (is_any_word(first, ddl) && is_any_word(prev, views))
		return SQL_PLACE_VIEW;
	if (is_word(first, "show") && is_word(prev, "for"))
		return SQL_PLACE_VIEW;
	if (is_word(first, "create"))
		return 0;
	return is_any_word(prev, table_words) ? SQL_PLACE_TABLE : 0;
}

static unsigned name_place(const struct parse *ps, const struct lexeme *first,
			   const struct lexeme *prev)
{
	if (is_word(first, "set") || is_word(first, "reset"))
		return prev == first ? SQL_PLACE_SETTING : 0;
	if (is_label(ps))
		return 0;
	if (expects(ps, "MULTISET") && !expects(ps, "integer"))
		return SQL_PLACE_TYPE;
	if (expects(ps, "LATERAL") && expects(ps, "string"))
		return SQL_PLACE_TABLE | SQL_PLACE_DATABASE;
	if (!expects(ps, "name"))
		return 0;
	if (expects(ps, "integer"))
		return SQL_PLACE_COLUMN | SQL_PLACE_FUNCTION;
	return object_place(first, prev);
}

/* Lists of names where columns fit: USING (, INSERT INTO t (, SET a =. */
static unsigned list_place(const struct lexeme *prev, const struct lexeme *prev2)
{
	if (!prev)
		return 0;
	if (is_word(prev, "set"))
		return SQL_PLACE_COLUMN;
	if (prev->kind != '(' && prev->kind != ',')
		return 0;
	return prev2 && (prev2->kind == RAW_WORD || prev2->kind == RAW_BACKTICK)
		       ? SQL_PLACE_COLUMN
		       : 0;
}

/* A string names a file where a table may stand, and as a path argument. */
static unsigned string_place(struct arena *a, const struct lexemes *before,
			     struct str text, size_t begin)
{
	struct parse ps;
	const struct lexeme *prev = before->n > 1 ? &before->v[before->n - 2] : NULL;
	const struct lexeme *prev2 = before->n > 2 ? &before->v[before->n - 3] : NULL;

	ask_parser(a, text, begin, &ps);
	if (expects(&ps, "LATERAL") && expects(&ps, "string"))
		return SQL_PLACE_FILE;
	if (prev && prev->kind == '(' && prev2 && prev2->kind == RAW_WORD &&
	    str_starts_with(str_lower(a, prev2->text), STR("read")))
		return SQL_PLACE_FILE;
	if (is_word(prev, "to") || is_word(prev, "from"))
		return SQL_PLACE_FILE;
	if (is_word(prev, "set") || is_word(prev, "reset"))
		return SQL_PLACE_SETTING;
	return 0;
}

/* --- the whole ------------------------------------------------------------ */

/* The path in front of the word at the cursor: a.b.|c. */
static struct str qualifier_before(const struct lexemes *t, size_t n)
{
	size_t first = n;

	while (first >= 2 && t->v[first - 1].kind == '.' &&
	       (t->v[first - 2].kind == RAW_WORD ||
		t->v[first - 2].kind == RAW_BACKTICK ||
		t->v[first - 2].kind == RAW_DQUOTED))
		first -= 2;
	if (first == n)
		return STR_NONE;
	const char *begin = t->v[first].text.p;

	return (struct str){ begin, (size_t)(t->v[n - 1].text.p - begin) };
}

static bool is_name_part(enum raw_kind kind)
{
	return kind == RAW_WORD || kind == RAW_OPEN_BACKTICK ||
	       kind == RAW_OPEN_DQUOTED || kind == RAW_BACKTICK || kind == RAW_DQUOTED;
}

/* Places for a name with a qualifier: the parser sees only a point. */
static unsigned qualified_place(struct arena *a, struct str text,
				const struct lexemes *t, size_t n, struct str qualifier)
{
	struct parse ps;
	size_t begin = (size_t)(qualifier.p - text.p);
	size_t i = n;

	while (i > 0 && t->v[i - 1].begin >= begin)
		i--;
	ask_parser(a, text, begin, &ps);
	unsigned places = name_place(&ps, &t->v[0], i > 0 ? &t->v[i - 1] : NULL);

	return places ? places : SQL_PLACE_COLUMN;
}

static void find_places(struct arena *a, struct str text, size_t cursor,
			struct sql_context *out)
{
	struct str before = { text.p, cursor };
	struct lexemes t;
	struct parse ps;

	lexemes_read(a, before, &t);
	size_t n = t.n;
	const struct lexeme *last = n ? &t.v[n - 1] : NULL;

	if (last && last->kind == RAW_OPEN_COMMENT)
		return;
	if (last && last->kind == RAW_OPEN_STRING) {
		out->word_begin = last->begin + 1;
		out->places = string_place(a, &t, before, last->begin);
		return;
	}
	if (last && is_name_part(last->kind) && last->begin + last->text.n == cursor) {
		out->word_begin = last->begin;
		n--;
	}
	out->qualifier = qualifier_before(&t, n);
	if (out->qualifier.n) {
		out->places = qualified_place(a, before, &t, n, out->qualifier);
		return;
	}
	const struct lexeme *prev = n ? &t.v[n - 1] : NULL;
	const struct lexeme *prev2 = n > 1 ? &t.v[n - 2] : NULL;

	ask_parser(a, before, out->word_begin, &ps);
	out->places = name_place(&ps, n ? &t.v[0] : NULL, prev);
	if (!out->places && expects(&ps, "name"))
		out->places = list_place(prev, prev2);
	collect_keywords(a, &ps, out);
}

void sql_context_at(struct arena *a, struct str text, size_t cursor,
		    struct sql_context *out)
{
	size_t begin = statement_begin(text, cursor);
	struct str rest = { text.p + begin, text.n - begin };
	size_t first, end;

	/* Blanks count: the cursor may stand in them. */
	*out = (struct sql_context){ .word_begin = cursor - begin };
	(void)sql_split(rest, false, &first, &end);
	find_places(a, rest, cursor - begin, out);
	rest.n = end > cursor - begin ? end : rest.n;
	context_tables(a, rest, out);
	out->word_begin += begin;
}
