/*
 * fuzz_sql.c - any text: the parser accepts it or says why not, and what it
 * accepts keeps its tree on the way to text and back.
 */
#include <stdlib.h>

#include "base/settings.h"
#include "parse/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static bool ignore_token(void *arg, enum shade_token_kind kind, size_t begin,
			 size_t end)
{
	(void)arg;
	(void)kind;
	return begin <= end;
}

static struct str dump(struct arena *a, const struct ast *node)
{
	struct sbuf b = { .arena = a };

	ast_dump(node, &b);
	return sbuf_str(&b);
}

static void round_trip(struct shade_cx *cx, const struct ast *tree)
{
	struct str text = ast_to_sql(cx->arena, tree);
	struct ast *again = NULL;

	shade_clear(cx);
	if (sql_parse(cx, text, &again) || !again)
		__builtin_trap();
	if (!str_eq(dump(cx->arena, tree), dump(cx->arena, again)))
		__builtin_trap();
	if (!ast_equal(tree, ast_copy(cx->arena, tree)))
		__builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	static struct shade_cx cx;
	struct str text = { (const char *)data, n };
	struct budget *budget = budget_new(0);
	struct ast *tree = NULL;
	size_t begin, end;

	cx = (struct shade_cx){ .arena = arena_new(budget), .budget = budget };
	cx.settings = settings_new(cx.arena);
	cx.sql = text;
	sql_tokenize(text, ignore_token, NULL);
	while (text.n && sql_split(text, false, &begin, &end) != SHADE_WAITS_EMPTY) {
		if (end > text.n || begin > end || end == 0)
			__builtin_trap();
		text.p += end;
		text.n -= end;
	}
	text = cx.sql;
	if (sql_parse(&cx, text, &tree) == SHADE_OK && tree)
		round_trip(&cx, tree);
	else if (cx.err.code && cx.err.span.end > n)
		__builtin_trap();
	arena_free(cx.arena);
	if (budget_used(budget))
		__builtin_trap();
	budget_unref(budget);
	return 0;
}
