/*
 * Syntax errors point at the slip and say what was expected; splitting and
 * colouring never fail.
 */
#include "parse/parse.h"
#include "unit/unit.h"

struct slip {
	const char *sql;
	const char *marked; /* what the span covers */
	const char *message;
};

static const struct slip slips[] = {
	/* misspelt */
	{ "selct 1", "selct", "syntax error at \"selct\"; did you mean \"SELECT\"?" },
	{ "SELECT a FORM t", "FORM",
	  "syntax error at \"FORM\"; did you mean \"FROM\"?" },
	{ "SELECT * FORM t", "FORM",
	  "syntax error at \"FORM\"; did you mean \"FROM\"?" },
	{ "SELECT a FROM t WEHRE x = 1", "WEHRE",
	  "syntax error at \"WEHRE\"; did you mean \"WHERE\"?" },
	{ "SELECT a FROM t GROPU BY a", "GROPU",
	  "syntax error at \"GROPU\"; did you mean \"GROUP\"?" },
	{ "SELECT a FROM t WHERE a ADN b", "ADN",
	  "syntax error at \"ADN\"; did you mean \"AND\"?" },
	{ "CREATE VEIW v AS SELECT 1", "VEIW",
	  "syntax error at \"VEIW\"; did you mean \"VIEW\"?" },
	{ "FROM t |> SELEC a", "SELEC",
	  "syntax error at \"SELEC\"; did you mean \"SELECT\"?" },
	/* commas */
	{ "SELECT a b c FROM t", "c",
	  "syntax error at \"c\"; is a comma missing before it?" },
	{ "CREATE TABLE t (a INT b INT)", "b",
	  "syntax error at \"b\"; is a comma missing before it?" },
	{ "SELECT a FROM t ORDER BY a, LIMIT 3", ",",
	  "syntax error at \",\"; is this comma one too many?" },
	{ "SELECT f(a,) FROM t", ",",
	  "syntax error at \",\"; is this comma one too many?" },
	{ "SELECT a, end FROM t", "end",
	  "syntax error at \"end\"; expected an expression" },
	/* what opens and closes */
	{ "SELECT (1 + f(2)", "(", "the \"(\" that opens here is never closed" },
	{ "SELECT [1, 2", "[", "the \"[\" that opens here is never closed" },
	{ "SELECT 1 + 2)", ")", "this \")\" closes nothing" },
	{ "SELECT 'abc", "'", "the quote that opens here is never closed" },
	{ "SELECT E'abc", "'", "the quote that opens here is never closed" },
	{ "SELECT \"abc", "\"", "the quote that opens here is never closed" },
	{ "SELECT 1 /* x", "/*", "the comment that begins here has no end" },
	/* what was expected */
	{ "SELECT FROM t", "FROM", "syntax error at \"FROM\"; expected an expression" },
	{ "SELECT a FROM t WHERE", "WHERE",
	  "the statement ends too early; expected an expression" },
	{ "SELECT count(*) FROM t GROUP a", "a", "syntax error at \"a\"; expected BY" },
	{ "DELETE t WHERE a", "t", "syntax error at \"t\"; expected FROM" },
	{ "DROP VIEW", "VIEW", "the statement ends too early; expected a name" },
	{ "EXPLAIN", "EXPLAIN", "the statement ends too early; expected a statement" },
	{ "b", "b", "syntax error at \"b\"; expected a statement" },
	{ "FROM t |>", "|>", "the statement ends too early; expected a pipe operator" },
	{ "SELECT CAST(a INT)", "INT",
	  "syntax error at \"INT\"; expected AS or an operator" },
	{ "SELECT a AS FROM t", "FROM",
	  "syntax error at \"FROM\"; a name is missing after AS" },
	/* stray bytes */
	{ "SELECT 12abc", "12abc",
	  "syntax error at \"12abc\": a number that runs into letters" },
	{ "SELECT @x", "@",
	  "syntax error at \"@\": this character means nothing in SQL" },
	{ "SELECT \xE2\x80\x9C"
	  "a",
	  "\xE2\x80\x9C",
	  "syntax error at \"\xE2\x80\x9C\": a typographic quote; names take \" "
	  "instead" },
	{ "SELECT x'0g'", "x'0g'",
	  "syntax error at \"x'0g'\": a binary string takes hexadecimal digits only" },
	{ "SELECT 'a\xFF'", "\xFF", "the text is not valid UTF-8 here" },
	{ "SELECT a AS '', b", "''", "a quoted name must not be empty" },
	/* words that do not go together */
	{ "CREATE TEMPORARY VIEW v (a) USING csv", "a",
	  "with USING, a column needs a type" },
	{ "CREATE VIEW v (a INT) AS SELECT 1", "a INT",
	  "the columns of a view have no types: they come from its query" },
	{ "CREATE OR REFRESH VIEW v AS SELECT 1", "CREATE OR REFRESH VIEW",
	  "OR REFRESH does not go with CREATE VIEW" },
	{ "CREATE TABLE t (CONSTRAINT c EXPECT (a))", "CONSTRAINT c EXPECT (a)",
	  "EXPECT goes with materialized views, streaming tables and live views, "
	  "not with CREATE TABLE" },
	{ "MERGE INTO t USING s ON a WHEN MATCHED THEN INSERT VALUES (1)",
	  "INSERT VALUES (1)", "INSERT goes with WHEN NOT MATCHED only" },
};

static void a_slip_is_named_where_it_is(void **state)
{
	size_t n_good = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(slips); i++) {
		struct shade_cx *cx = unit_cx_new();
		const struct slip *s = &slips[i];
		struct ast *tree = NULL;
		shade_status rc = sql_parse(cx, str_from(s->sql), &tree);
		struct span at = cx->err.span;
		struct str marked = { s->sql + at.begin, at.end - at.begin };
		bool good = rc == SHADE_E_SYNTAX &&
			    str_eq(marked, str_from(s->marked)) &&
			    strcmp(cx->err.message, s->message) == 0;

		if (!good)
			print_error("%s\n   %s\n   at \"%.*s\"\n", s->sql,
				    cx->err.message, STR_ARG(marked));
		n_good += good;
		unit_cx_free(cx);
	}
	assert_int_equal(n_good, ARRAY_LEN(slips));
}

static void a_reserved_word_comes_with_the_hint_to_quote_it(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	struct ast *tree;

	(void)state;
	assert_int_equal(sql_parse(cx, STR("SELECT order FROM t"), &tree),
			 SHADE_E_SYNTAX);
	assert_int_equal(cx->err.n_hints, 1);
	assert_string_equal(cx->err.hints[0],
			    "to use order as a name, quote it: `order`");
	unit_cx_free(cx);
}

/* --- splitting ---------------------------------------- */

static void split_is(const char *text, enum shade_waits waits, const char *statement)
{
	size_t begin, end;

	assert_int_equal(sql_split(str_from(text), false, &begin, &end), waits);
	assert_true(begin <= end && end <= strlen(text));
	assert_int_equal(end - begin, strlen(statement));
	assert_memory_equal(text + begin, statement, end - begin);
}

static void a_statement_ends_at_its_semicolon(void **state)
{
	(void)state;
	split_is(" -- c\n SELECT 1; SELECT 2;", SHADE_WAITS_NOT, "SELECT 1;");
	split_is("SELECT ';', \";\", `;` /* ; */ -- ;\n;x", SHADE_WAITS_NOT,
		 "SELECT ';', \";\", `;` /* ; */ -- ;\n;");
	split_is("SELECT 'it''s;'; x", SHADE_WAITS_NOT, "SELECT 'it''s;';");
	split_is(";; SELECT 1;", SHADE_WAITS_NOT, "SELECT 1;");
	split_is("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN b THEN 1 "
		 "END; END; x",
		 SHADE_WAITS_NOT,
		 "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN b THEN 1 "
		 "END; END;");
	split_is("BEGIN; SELECT 1;", SHADE_WAITS_NOT, "BEGIN;");
}

static void an_open_statement_says_what_it_waits_for(void **state)
{
	(void)state;
	split_is("", SHADE_WAITS_EMPTY, "");
	split_is(" -- only a comment\n;", SHADE_WAITS_EMPTY, "");
	split_is("SELECT 1", SHADE_WAITS_STATEMENT, "SELECT 1");
	split_is("SELECT 'a", SHADE_WAITS_QUOTE, "SELECT 'a");
	split_is("SELECT \"a", SHADE_WAITS_DQUOTE, "SELECT \"a");
	split_is("SELECT `a", SHADE_WAITS_BACKTICK, "SELECT `a");
	split_is("SELECT (a", SHADE_WAITS_PAREN, "SELECT (a");
	split_is("SELECT /* a", SHADE_WAITS_COMMENT, "SELECT /* a");
	split_is("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1;",
		 SHADE_WAITS_BLOCK,
		 "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1;");
}

static bool note_kind(void *arg, enum shade_token_kind kind, size_t begin, size_t end)
{
	struct sbuf *out = arg;

	(void)begin;
	(void)end;
	sbuf_addc(out, "knqs#op/!"[kind]);
	return true;
}

static void tokens_have_kinds_for_colouring(void **state)
{
	struct arena *a = arena_new(NULL);
	struct sbuf kinds = { .arena = a };

	(void)state;
	sql_tokenize(STR("SELECT a, `b`, 'c', 1.5, $p -- x\n 'open"), note_kind,
		     &kinds);
	assert_str(sbuf_str(&kinds), "knoqoso#op/!");
	arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slip_is_named_where_it_is),
		cmocka_unit_test(a_reserved_word_comes_with_the_hint_to_quote_it),
		cmocka_unit_test(a_statement_ends_at_its_semicolon),
		cmocka_unit_test(an_open_statement_says_what_it_waits_for),
		cmocka_unit_test(tokens_have_kinds_for_colouring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
