/*
 * Every form of the grammar keeps its tree on the way to text and back, and
 * hostile sizes neither crash nor hang.
 */
#include <stdio.h>
#include <stdlib.h>

#include "parse/parse.h"
#include "unit/unit.h"

static struct str read_source(struct arena *a, const char *name)
{
	const char *src = getenv("SRC");
	struct str path = str_fmt(a, "%s/%s", src ? src : ".", name);
	FILE *f = fopen(path.p, "rb");
	struct sbuf text = { .arena = a };
	char part[4096];
	size_t n;

	assert_non_null(f);
	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		sbuf_add(&text, (struct str){ part, n });
	fclose(f);
	return sbuf_str(&text);
}

static struct str dump(struct arena *a, const struct ast *node)
{
	struct sbuf out = { .arena = a };

	ast_dump(node, &out);
	return sbuf_str(&out);
}

/* 1 if the statement's tree survives, else 0 and a line that says why not. */
static size_t survives(struct str sql)
{
	struct shade_cx *cx = unit_cx_new();
	struct ast *tree = NULL, *again = NULL;
	struct str text = STR_NONE;
	const char *why = NULL;

	if (sql_parse(cx, sql, &tree) || !tree) {
		why = cx->err.message;
	} else {
		text = ast_to_sql(cx->arena, tree);
		if (sql_parse(cx, text, &again) || !again)
			why = cx->err.message;
		else if (!str_eq(dump(cx->arena, tree), dump(cx->arena, again)))
			why = "another tree";
		else if (!ast_equal(tree, again) ||
			 !ast_equal(tree, ast_copy(cx->arena, tree)))
			why = "not equal";
		else if (!str_eq(text, ast_to_sql(cx->arena, again)))
			why = "another text";
	}
	if (why)
		print_error("%.*s\n -> %.*s\n   %s\n", STR_ARG(sql), STR_ARG(text),
			    why);
	unit_cx_free(cx);
	return why == NULL;
}

static void every_statement_survives(void **state)
{
	struct arena *a = arena_new(NULL);
	struct str text = read_source(a, "test/unit/statements.sql");
	size_t begin, end, n = 0, n_good = 0;

	(void)state;
	while (sql_split(text, false, &begin, &end) == SHADE_WAITS_NOT) {
		n++;
		n_good += survives((struct str){ text.p + begin, end - begin });
		text.p += end;
		text.n -= end;
	}
	assert_true(n > 500);
	assert_int_equal(n_good, n);
	arena_free(a);
}

/* "--: EXAMPLE" in comments of the grammar. */
static void every_example_in_the_grammar_survives(void **state)
{
	struct arena *a = arena_new(NULL);
	const char *p = read_source(a, "grammar/sql.y").p;
	size_t n = 0, n_good = 0;

	(void)state;
	while ((p = strstr(p, "/* --: ")) != NULL) {
		p += strlen("/* --: ");
		const char *end = strchr(p, '\n');

		assert_non_null(end);
		assert_memory_equal(end - 3, " */", 3);
		n++;
		n_good += survives((struct str){ p, (size_t)(end - 3 - p) });
	}
	assert_true(n > 60);
	assert_int_equal(n_good, n);
	arena_free(a);
}

/* --- sizes ------------------------------------------------------------------------ */

/* head, n times open, middle, n times close. */
static shade_status parse_nested(struct shade_cx *cx, size_t n, const char *head,
				 const char *open, const char *middle,
				 const char *close, struct ast **tree)
{
	struct sbuf text = { .arena = cx->arena };

	sbuf_add(&text, str_from(head));
	for (size_t i = 0; i < n; i++)
		sbuf_add(&text, str_from(open));
	sbuf_add(&text, str_from(middle));
	for (size_t i = 0; i < n; i++)
		sbuf_add(&text, str_from(close));
	return sql_parse(cx, sbuf_str(&text), tree);
}

static void parentheses_cost_no_height(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	struct ast *tree;

	(void)state;
	assert_int_equal(parse_nested(cx, 10000, "SELECT ", "(", "1", ")", &tree),
			 SHADE_OK);
	assert_true(tree->height < 10);
	unit_cx_free(cx);
}

static void deep_nesting_fails_cleanly(void **state)
{
	static const char *const forms[][4] = {
		{ "SELECT ", "(SELECT ", "1", ")" },
		{ "SELECT * FROM ", "(SELECT * FROM ", "t", ")" },
		{ "SELECT ", "f(", "1", ")" },
		{ "SELECT ", "CASE WHEN ", "1", " THEN 1 END" },
		{ "SELECT ", "[", "1", "]" },
		{ "SELECT ", "NOT ", "a", "" },
		{ "SELECT ", "- ", "a", "" },
		{ "SELECT ", "x -> ", "a", "" },
		{ "SELECT 1", "", "", "::int" },
		{ "SELECT a", "", "", "[1]" },
		{ "SELECT CAST(a AS ", "ARRAY<", "INT", ">" },
		{ "SELECT 1", "", "", " + 1" },
		{ "SELECT * FROM t", "", "", " JOIN t ON a" },
		{ "", "WITH a AS (", "SELECT 1", ") SELECT 1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
		struct shade_cx *cx = unit_cx_new();
		struct ast *tree;
		const char *const *f = forms[i];

		assert_int_equal(parse_nested(cx, 10000, f[0], f[1], f[2], f[3], &tree),
				 SHADE_E_TOO_COMPLEX);
		unit_cx_free(cx);
	}
}

static void long_lists_are_flat(void **state)
{
	static const char *const forms[][2] = {
		{ "SELECT a", " OR b" },
		{ "SELECT a", " AND b" },
		{ "SELECT 1", " UNION ALL SELECT 1" },
		{ "SELECT 1", ", 1" },
		{ "VALUES (1)", ", (1)" },
		{ "FROM t", " |> WHERE a" },
		{ "SELECT CASE", " WHEN a THEN b" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
		struct shade_cx *cx = unit_cx_new();
		struct ast *tree;
		const char *end = strstr(forms[i][0], "CASE") ? " END" : "";
		struct sbuf text = { .arena = cx->arena };

		sbuf_add(&text, str_from(forms[i][0]));
		for (size_t k = 0; k < 20000; k++)
			sbuf_add(&text, str_from(forms[i][1]));
		sbuf_add(&text, str_from(end));
		assert_int_equal(sql_parse(cx, sbuf_str(&text), &tree), SHADE_OK);
		assert_true(tree->height < 12);
		unit_cx_free(cx);
	}
}

static void a_long_in_list_is_a_list(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	struct sbuf text = { .arena = cx->arena };
	struct ast *tree;

	(void)state;
	sbuf_add(&text, STR("SELECT a IN (0"));
	for (int i = 1; i < 100000; i++)
		sbuf_addf(&text, ", %d", i);
	sbuf_addc(&text, ')');
	assert_int_equal(sql_parse(cx, sbuf_str(&text), &tree), SHADE_OK);
	struct ast *select = AST_CAST(query, tree)->body;
	struct ast *item = AST_CAST(select, select)->items.v[0];
	struct ast *in = AST_CAST(item, item)->expr;

	assert_int_equal(AST_CAST(in, in)->items.n, 100000);
	unit_cx_free(cx);
}

/* --- other entries ---------------------------------------- */

static void parts_of_statements_parse_alone(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	struct ast *tree;
	struct ast_list list;

	(void)state;
	assert_int_equal(sql_parse_expr(cx, STR("a + 1"), &tree), SHADE_OK);
	assert_int_equal(tree->kind, AST_BINARY);
	assert_int_equal(sql_parse_type(cx, STR("decimal(5, 2)"), &tree), SHADE_OK);
	assert_int_equal(tree->kind, AST_TYPE);
	assert_int_equal(sql_parse_query(cx, STR("FROM t |> LIMIT 1"), &tree),
			 SHADE_OK);
	assert_int_equal(tree->kind, AST_QUERY);
	assert_int_equal(sql_parse_path(cx, STR("a.`b c`.d"), &tree), SHADE_OK);
	assert_str(ast_name_text(cx->arena, tree), "a.`b c`.d");
	assert_int_equal(sql_parse_columns(cx, STR("a INT, b STRING NOT NULL"), &list),
			 SHADE_OK);
	assert_int_equal(list.n, 2);
	assert_int_equal(sql_parse(cx, STR(" ; -- nothing\n;"), &tree), SHADE_OK);
	assert_null(tree);
	unit_cx_free(cx);
}

static void spark_reads_double_quotes_as_strings(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	struct ast *tree;

	(void)state;
	assert_int_equal(sql_parse_expr(cx, STR("\"a\""), &tree), SHADE_OK);
	assert_int_equal(tree->kind, AST_COLUMN);
	assert_int_equal(settings_set(cx, cx->settings, STR("shade.dialect"),
				      STR("spark"), NO_SPAN),
			 SHADE_OK);
	assert_int_equal(sql_parse_expr(cx, STR("\"a\""), &tree), SHADE_OK);
	assert_int_equal(tree->kind, AST_LITERAL);
	unit_cx_free(cx);
}

static void spans_cover_the_text_of_a_node(void **state)
{
	struct shade_cx *cx = unit_cx_new();
	struct str sql = STR("SELECT  a + b * 2  FROM t");
	struct ast *tree;

	(void)state;
	assert_int_equal(sql_parse(cx, sql, &tree), SHADE_OK);
	struct ast *select = AST_CAST(query, tree)->body;
	struct ast *item = AST_CAST(select, select)->items.v[0];

	assert_int_equal(item->span.begin, 8);
	assert_int_equal(item->span.end, 17);
	struct ast *product = AST_CAST(binary, AST_CAST(item, item)->expr)->right;

	assert_int_equal(product->span.begin, 12);
	assert_int_equal(product->span.end, 17);
	unit_cx_free(cx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_statement_survives),
		cmocka_unit_test(every_example_in_the_grammar_survives),
		cmocka_unit_test(parentheses_cost_no_height),
		cmocka_unit_test(deep_nesting_fails_cleanly),
		cmocka_unit_test(long_lists_are_flat),
		cmocka_unit_test(a_long_in_list_is_a_list),
		cmocka_unit_test(parts_of_statements_parse_alone),
		cmocka_unit_test(spark_reads_double_quotes_as_strings),
		cmocka_unit_test(spans_cover_the_text_of_a_node),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
