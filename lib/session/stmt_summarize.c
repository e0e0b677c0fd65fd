/*
 * stmt_summarize.c - SUMMARIZE: one row a column of a query.
 *
 * It becomes a UNION ALL of one aggregate a column, so that the query is
 * read as any other.
 */
#include "session/ddl.h"

#include "parse/parse.h"

static void add_select(struct sbuf *b, const struct column *c, struct arena *a)
{
	struct sbuf quoted = { .arena = a }, label = { .arena = a };
	struct str q;
	bool is_number = type_is_numeric(c->type);
	bool nested = type_family(c->type) == FAMILY_NESTED;

	ast_unparse_name(c->name, &quoted);
	ast_unparse_string(c->name, &label);
	q = sbuf_str(&quoted);
	sbuf_addf(b, "SELECT %.*s AS `column`, '%.*s' AS `type`, ",
		  STR_ARG(sbuf_str(&label)), STR_ARG(type_name(a, c->type)));
	sbuf_addf(b, "count(*) AS `rows`, count(*) - count(%.*s) AS `nulls`, ",
		  STR_ARG(q));
	if (nested) {
		sbuf_add(b, STR("CAST(NULL AS BIGINT) AS `distinct`, CAST(NULL AS "
				"VARCHAR) AS `min`, CAST(NULL AS VARCHAR) AS `max`, "));
	} else {
		sbuf_addf(b, "count(DISTINCT %.*s) AS `distinct`, ", STR_ARG(q));
		sbuf_addf(b, "CAST(min(%.*s) AS VARCHAR) AS `min`, ", STR_ARG(q));
		sbuf_addf(b, "CAST(max(%.*s) AS VARCHAR) AS `max`, ", STR_ARG(q));
	}
	if (is_number)
		sbuf_addf(b,
			  "avg(CAST(%.*s AS DOUBLE)) AS `mean`, "
			  "stddev_samp(CAST(%.*s AS DOUBLE)) AS `stddev` FROM q",
			  STR_ARG(q), STR_ARG(q));
	else
		sbuf_add(b, STR("CAST(NULL AS DOUBLE) AS `mean`, CAST(NULL AS DOUBLE) "
				"AS `stddev` FROM q"));
}

/* WITH q AS (query) SELECT .. UNION ALL SELECT .. */
shade_status stmt_summarize(struct run *r, struct ast *stmt)
{
	struct ast *query = AST_CAST(summarize, stmt)->query;
	struct arena *a = r->cx.arena;
	struct sbuf text = { .arena = a };
	struct ast *all;
	struct plan *p;
	size_t n = 0;

	TRY(bind_query(&r->cx, &r->env, ast_copy(a, query), &p));
	sbuf_addf(&text, "WITH q AS (%.*s) ", STR_ARG(ast_to_sql(a, query)));
	for (size_t i = 0; i < p->n_cols; i++) {
		if (p->cols[i].hidden)
			continue;
		sbuf_add(&text, n++ ? STR(" UNION ALL ") : STR(""));
		add_select(&text, &p->cols[i], a);
	}
	TRY(sql_parse_query(&r->cx, sbuf_str(&text), &all));
	return run_rows(r, all);
}
