/*
 * parse.c - the entries of the parser.
 */
#include "parse/parse.h"

#include "base/settings.h"
#include "base/utf8.h"
#include "parse/parse_internal.h"
#include "sql.tab.h"

/* Spans are 32 bits wide, with room for one behind the end. */
#define MAX_TEXT ((size_t)1 << 31)

void parse_fail(struct parse *ps, shade_status code, struct span span, const char *fmt,
		...)
{
	va_list ap;

	if (ps->failed)
		return;
	ps->failed = true;
	if (ps->is_quiet)
		return;
	va_start(ap, fmt);
	struct str message = str_vfmt(ps->arena, fmt, ap);
	va_end(ap);
	(void)shade_fail(ps->cx, code, span, "%.*s", STR_ARG(message));
}

void parse_stack_full(struct parse *ps, struct span span)
{
	parse_fail(ps, SHADE_E_TOO_COMPLEX, span, "the statement nests too deeply");
}

/* Called by the generated parser. */
int sql_yylex(SQL_YYSTYPE *value, struct span *span, struct parse *ps);

int sql_yylex(SQL_YYSTYPE *value, struct span *span, struct parse *ps)
{
	filter_next(ps);
	*span = ps->cur.span;
	if (ps->cur.code == TK_UNIT)
		value->num = (int)unit_of_word(ps->cur.text);
	else
		value->str = ps->cur.text;
	return ps->cur.code;
}

static shade_status check_text(struct shade_cx *cx, struct str text)
{
	if (text.n >= MAX_TEXT)
		return shade_fail(cx, SHADE_E_TOO_COMPLEX, NO_SPAN,
				  "the statement is longer than %zu bytes", MAX_TEXT);
	size_t valid = utf8_valid_prefix(text.p, text.n);

	if (valid < text.n)
		return shade_fail(cx, SHADE_E_SYNTAX,
				  (struct span){ (uint32_t)valid, (uint32_t)valid + 1 },
				  "the text is not valid UTF-8 here");
	return SHADE_OK;
}

static shade_status run(struct shade_cx *cx, struct str text, int start,
			struct parse *ps)
{
	*ps = (struct parse){
		.cx = cx,
		.arena = cx->arena,
		.text = text,
		.start = start,
		.cursor = SIZE_MAX,
		.spark = cx_dialect(cx) == DIALECT_SPARK,
	};
	TRY(check_text(cx, text));
	bool open = scan_open(&ps->scan, text, ps->spark);
	int rc = open ? sql_yyparse(ps) : 2;

	scan_close(&ps->scan);
	if (ps->failed)
		return cx->err.code;
	if (rc != 0)
		return cx_nomem(cx);
	return cx_check_arena(cx);
}

static shade_status run_for_node(struct shade_cx *cx, struct str text, int start,
				 struct ast **out)
{
	struct parse ps;

	TRY(run(cx, text, start, &ps));
	*out = ps.result;
	return SHADE_OK;
}

shade_status sql_parse(struct shade_cx *cx, struct str text, struct ast **out)
{
	return run_for_node(cx, text, TK_START_STATEMENT, out);
}

shade_status sql_parse_expr(struct shade_cx *cx, struct str text, struct ast **out)
{
	return run_for_node(cx, text, TK_START_EXPR, out);
}

shade_status sql_parse_type(struct shade_cx *cx, struct str text, struct ast **out)
{
	return run_for_node(cx, text, TK_START_TYPE, out);
}

shade_status sql_parse_query(struct shade_cx *cx, struct str text, struct ast **out)
{
	return run_for_node(cx, text, TK_START_QUERY, out);
}

shade_status sql_parse_path(struct shade_cx *cx, struct str text, struct ast **out)
{
	return run_for_node(cx, text, TK_START_PATH, out);
}

shade_status sql_parse_columns(struct shade_cx *cx, struct str text,
			       struct ast_list *out)
{
	struct parse ps;

	TRY(run(cx, text, TK_START_COLUMNS, &ps));
	*out = ps.result_list;
	return SHADE_OK;
}

/* --- keywords ------------------------------------------------------------- */

bool sql_is_keyword(struct str word)
{
	return keyword_find(word) != NULL;
}

bool sql_must_quote(struct str word)
{
	const struct keyword *k = keyword_find(word);

	return k && strchr("RFB", k->klass);
}

struct str sql_keyword_at(size_t i)
{
	const struct keyword *k = keyword_at(i);

	return k ? k->name : STR_NONE;
}
