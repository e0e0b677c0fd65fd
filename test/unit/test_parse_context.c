/*
 * What may stand at a cursor, "^" in the texts.
 */
#include "parse/parse.h"
#include "unit/unit.h"

static struct sql_context at(struct arena *a, const char *text)
{
	const char *mark = strchr(text, '^');
	size_t cursor = (size_t)(mark - text);
	struct str whole = str_fmt(a, "%.*s%s", (int)cursor, text, mark + 1);
	struct sql_context out;

	sql_context_at(a, whole, cursor, &out);
	return out;
}

static bool offers(const struct sql_context *c, const char *word)
{
	for (size_t i = 0; i < c->n_keywords; i++) {
		if (str_eq(c->keywords[i], str_from(word)))
			return true;
	}
	return false;
}

static void places_are(const char *text, unsigned want)
{
	struct arena *a = arena_new(NULL);
	struct sql_context c = at(a, text);
	unsigned got = c.places & ~(unsigned)SQL_PLACE_KEYWORD;

	if (got != want)
		print_error("%s: 0x%x, not 0x%x\n", text, got, want);
	assert_int_equal(got, want);
	arena_free(a);
}

static void names_are_of_the_right_kind(void **state)
{
	unsigned value = SQL_PLACE_COLUMN | SQL_PLACE_FUNCTION;
	unsigned table = SQL_PLACE_TABLE | SQL_PLACE_DATABASE;

	(void)state;
	places_are("SELECT ^", value);
	places_are("SELECT a, b^ FROM t", value);
	places_are("SELECT a FROM t WHERE x = ^", value);
	places_are("SELECT t.^ FROM t", value);
	places_are("SELECT a FROM ^", table);
	places_are("SELECT a FROM t JOIN u^", table);
	places_are("SELECT a FROM t, ^", table);
	places_are("SELECT a FROM t ^", 0);
	places_are("SELECT a AS ^", 0);
	places_are("SELECT * FROM '^", SQL_PLACE_FILE);
	places_are("SELECT * FROM read_csv('da^", SQL_PLACE_FILE);
	places_are("SELECT CAST(a AS ^", SQL_PLACE_TYPE);
	places_are("SELECT a::^", SQL_PLACE_TYPE);
	places_are("SET ^", SQL_PLACE_SETTING);
	places_are("SET 'sha^", SQL_PLACE_SETTING);
	places_are("DROP VIEW ^", SQL_PLACE_VIEW);
	places_are("INSERT INTO ^", SQL_PLACE_TABLE);
	places_are("USE CATALOG ^", SQL_PLACE_CATALOG);
	places_are("CREATE VIEW ^", 0);
	places_are("SELECT 1; SELECT ^", value);
}

static void keywords_are_those_that_fit(void **state)
{
	struct arena *a = arena_new(NULL);
	struct sql_context c = at(a, "SELECT a FROM t ^");

	(void)state;
	assert_true(offers(&c, "WHERE") && offers(&c, "LEFT") && offers(&c, "ORDER"));
	assert_false(offers(&c, "SELECT") || offers(&c, "THEN"));
	c = at(a, "^");
	assert_true(offers(&c, "SELECT") && offers(&c, "CREATE"));
	assert_false(offers(&c, "WHERE"));
	c = at(a, "CREATE TEMPORARY ^");
	assert_true(offers(&c, "VIEW") && offers(&c, "TABLE"));
	c = at(a, "FROM t |> ^");
	assert_true(offers(&c, "AGGREGATE") && offers(&c, "EXTEND"));
	c = at(a, "SELECT a FROM t ORDER ^");
	assert_int_equal(c.n_keywords, 1);
	c = at(a, "SELECT /* ^");
	assert_int_equal(c.places, 0);
	arena_free(a);
}

static void the_word_and_its_qualifier_are_found(void **state)
{
	struct arena *a = arena_new(NULL);
	struct sql_context c = at(a, "SELECT 1; SELECT db.t.co^ FROM x");

	(void)state;
	assert_int_equal(c.word_begin, 22);
	assert_str(c.qualifier, "db.t");
	c = at(a, "SELECT ab^c");
	assert_int_equal(c.word_begin, 7);
	assert_int_equal(c.qualifier.n, 0);
	arena_free(a);
}

static void tables_behind_the_cursor_count(void **state)
{
	struct arena *a = arena_new(NULL);
	struct sql_context c = at(
		a, "WITH c AS (SELECT 1 x) SELECT ^ FROM db.t AS o JOIN 'f.csv' f, "
		   "c WHERE a; SELECT 1 FROM other");

	(void)state;
	assert_int_equal(c.n_tables, 4);
	assert_str(c.tables[0].path, "SELECT 1 x");
	assert_str(c.tables[0].alias, "c");
	assert_true(c.tables[0].is_cte);
	assert_str(c.tables[1].path, "db.t");
	assert_str(c.tables[1].alias, "o");
	assert_str(c.tables[2].path, "'f.csv'");
	assert_str(c.tables[2].alias, "f");
	assert_str(c.tables[3].path, "c");
	c = at(a, "UPDATE t SET ^");
	assert_int_equal(c.n_tables, 1);
	assert_str(c.tables[0].path, "t");
	arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_of_the_right_kind),
		cmocka_unit_test(keywords_are_those_that_fit),
		cmocka_unit_test(the_word_and_its_qualifier_are_found),
		cmocka_unit_test(tables_behind_the_cursor_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
