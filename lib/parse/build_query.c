/*
 * build_query.c - queries and table references for the grammar.
 */
#include "parse/build.h"

/* A query in parentheses without clauses of its own is its body. */
struct ast *parse_body(struct ast *query)
{
	if (!ast_is(query, AST_QUERY))
		return query;
	struct ast_query *q = AST_CAST(query, query);

	if (q->ctes.n || q->order_by.n || q->limit || q->offset || !q->body)
		return query;
	return q->body;
}

static struct ast *query_of(struct parse *ps, struct span span, struct ast *body)
{
	return MAKE(query, span, .body = parse_body(body));
}

struct ast *parse_with(struct parse *ps, struct span span, struct ast *with,
		       struct ast *query)
{
	/* WITH .. (WITH .. SELECT ..): the inner one is a body. */
	if (AST_CAST(query, query)->ctes.n)
		query = MAKE(query, query->span, .body = query);
	struct ast_query *q = AST_CAST(query, query);

	q->ctes = AST_CAST(query, with)->ctes;
	q->recursive = AST_CAST(query, with)->recursive;
	q->span = span;
	return parse_touch(ps, query);
}

struct ast *parse_cte_push(struct parse *ps, struct ast *with, struct ast *cte)
{
	ast_push(ps->arena, &AST_CAST(query, with)->ctes, cte);
	return with;
}

/* tail is a query that has only clauses. */
struct ast *parse_tail(struct parse *ps, struct span span, struct ast *body,
		       struct ast *tail)
{
	AST_CAST(query, tail)->body = parse_body(body);
	tail->span = span;
	return parse_touch(ps, tail);
}

struct ast *parse_pipe(struct parse *ps, struct span span, struct ast *input,
		       struct ast_list ops)
{
	return query_of(ps, span,
			MAKE(pipe, span, .input = parse_body(input), .ops = ops));
}

/* name (condition) was read as a call; a condition alone is its own name. */
struct ast *parse_expect(struct parse *ps, struct span span, struct ast *e, int action)
{
	struct ast_func *f = ast_is(e, AST_FUNC) ? AST_CAST(func, e) : NULL;
	struct ast_list parts = f ? AST_CAST(path, f->name)->parts : NO_LIST;
	struct ast *name;

	if (f && parts.n == 1 && f->args.n == 1 && !f->over && !f->filter &&
	    !ast_is(f->args.v[0], AST_NAMED_ARG)) {
		name = parts.v[0];
		e = f->args.v[0];
	} else {
		name = parse_quoted(ps, e->span, parse_text(ps, e->span));
	}
	return MAKE(pipe_expect, span,
		    .expectation = MAKE(expectation, span, .name = name, .condition = e,
					.action = (unsigned)action));
}

struct ast *parse_ordered(struct parse *ps, struct ast *order, struct ast *limits)
{
	AST_CAST(query, limits)->order_by = AST_CAST(query, order)->order_by;
	return parse_touch(ps, limits);
}

struct ast_list parse_sorts(struct parse *ps, struct ast_list sorts,
			    struct ast_list exprs)
{
	for (size_t i = 0; i < exprs.n; i++)
		sorts = PUSH(sorts, MAKE(sort, exprs.v[i]->span, .expr = exprs.v[i]));
	return sorts;
}

/* x buckets of y: x / y of the rows. */
struct ast *parse_bucket(struct parse *ps, struct span span, struct str x, struct str y,
			 struct ast *seed)
{
	struct ast *share = BINARY(span, AST_BINARY_OP_DIV,
				   LITERAL(span, DOUBLE,
					   str_fmt(ps->arena, "%.*se2", STR_ARG(x))),
				   LITERAL(span, DOUBLE, y));

	return MAKE(sample, span, .amount = share, .seed = seed);
}

/* a op b op c is one flat node; right operands came from parentheses. */
struct ast *parse_setop(struct parse *ps, struct span span, int op, int mode,
			struct ast *left, struct ast *right)
{
	bool in_parens = ast_is(left, AST_QUERY);

	left = parse_body(left);
	right = parse_body(right);
	if (!in_parens && ast_is(left, AST_SETOP)) {
		struct ast_setop *s = AST_CAST(setop, left);

		if (s->op == (unsigned)op && s->all == ((mode & 1) != 0) &&
		    s->by_name == ((mode & 2) != 0)) {
			ast_push(ps->arena, &s->inputs, right);
			s->span = span;
			if (right->height >= s->height)
				parse_touch(ps, left);
			return left;
		}
	}
	return MAKE(setop, span, .op = (unsigned)op, SETOP_MODE(mode),
		    .inputs = PUSH(LIST(left), right));
}

struct ast_list parse_star_list(struct parse *ps, struct span span)
{
	return LIST(MAKE(item, span, .expr = MAKE(star, span)));
}

struct ast *parse_star_query(struct parse *ps, struct span span, struct ast *from)
{
	return query_of(ps, span,
			MAKE(select, span, .items = parse_star_list(ps, span),
			     .from = from));
}

struct ast *parse_star(struct parse *ps, struct span span, struct ast *qualifier,
		       struct ast *mods)
{
	(void)ps;
	if (qualifier)
		AST_CAST(star, mods)->qualifier = parse_parts(qualifier);
	mods->span = span;
	return mods;
}

/* VALUES (1, 2) comes as a row, VALUES (1) and VALUES 1 as the value. */
struct ast *parse_row(struct parse *ps, struct span span, struct ast *value)
{
	if (ast_is(value, AST_ROW))
		return value;
	return MAKE(row, span, .items = LIST(value));
}

struct ast_list parse_row_items(struct parse *ps, struct ast *value)
{
	if (ast_is(value, AST_ROW))
		return AST_CAST(row, value)->items;
	return LIST(value);
}

struct ast *parse_row_push(struct parse *ps, struct ast *row, struct ast *item)
{
	ast_push(ps->arena, &AST_CAST(row, row)->items, item);
	return row;
}

struct ast *parse_values_query(struct parse *ps, struct span span, struct ast_list rows)
{
	return query_of(ps, span, MAKE(values, span, .rows = rows));
}

struct ast *parse_values_alias(struct parse *ps, struct span span, struct ast_list rows,
			       struct ast *alias, struct ast_list columns)
{
	struct ast *query = parse_values_query(ps, span, rows);

	return parse_alias(ps, span, MAKE(subquery, span, .query = query), alias,
			   columns);
}

struct ast *parse_alias(struct parse *ps, struct span span, struct ast *table,
			struct ast *alias, struct ast_list columns)
{
	return MAKE(table_alias, span, .table = table, .alias = alias,
		    .columns = columns);
}

struct ast *parse_join(struct parse *ps, struct span span, int type, struct ast *left,
		       struct ast *right, struct ast *on)
{
	struct ast_list using = NO_LIST;

	if (ast_is(on, AST_JOIN)) {
		using = AST_CAST(join, on)->using;
		on = NULL;
	}
	return MAKE(join, span, .type = (unsigned)type & 0xff,
		    .natural = (type & JOIN_NATURAL) != 0,
		    .asof = (type & JOIN_ASOF) != 0, .left = left, .right = right,
		    .on = on, .using = using);
}

/* Without parentheses a join begins where its left side does. */
static struct ast *join_in(struct ast *join)
{
	struct ast *left = AST_CAST(join, join)->left;

	return ast_is(left, AST_JOIN) && left->span.begin == join->span.begin ? left
									      : NULL;
}

static bool waits_for_on(const struct ast_join *j)
{
	return !j->on && !j->using.n && !j->natural && j->type != AST_JOIN_KIND_CROSS &&
	       j->type != AST_JOIN_KIND_POSITIONAL;
}

static void give_on(struct ast_join *j, struct ast *on)
{
	if (ast_is(on, AST_JOIN))
		j->using = AST_CAST(join, on)->using;
	else
		j->on = on;
}

/*
 * The tree leans left: in a JOIN b JOIN c the second join is on top.  A
 * condition for the first one makes what stands above it its right side.
 */
struct ast *parse_join_on(struct parse *ps, struct span span, struct ast *top,
			  struct ast *on)
{
	VEC(struct ast *) above = { 0 };
	struct ast *j = top;

	while (j && !waits_for_on(AST_CAST(join, j))) {
		vec_push(ps->arena, &above, j);
		j = join_in(j);
	}
	if (!j) {
		if (AST_CAST(join, top)->type != AST_JOIN_KIND_CROSS)
			parse_fail(ps, SHADE_E_SYNTAX, on->span,
				   "no join before this condition waits for one");
		j = top; /* the binder says why CROSS JOIN takes none */
		above.n = 0;
	}
	if (above.n > 0) {
		struct ast *left = AST_CAST(join, j)->right;

		AST_CAST(join, above.v[above.n - 1])->left = left;
		for (size_t i = above.n; i-- > 0;) {
			above.v[i]->span.begin = left->span.begin;
			parse_touch(ps, above.v[i]);
		}
		AST_CAST(join, j)->right = top;
	}
	give_on(AST_CAST(join, j), on);
	j->span = span;
	return parse_touch(ps, j);
}

struct ast *parse_sample(struct parse *ps, struct span span, int method,
			 struct ast *sample, struct ast *seed)
{
	AST_CAST(sample, sample)->method = (unsigned)method;
	AST_CAST(sample, sample)->seed = seed;
	sample->span = span;
	return parse_touch(ps, sample);
}

/* USING SAMPLE, or NULL: of all that FROM gives. */
struct ast *parse_sampled(struct parse *ps, struct span span, struct ast *from,
			  struct ast *sample)
{
	if (!sample)
		return from;
	if (!from) {
		parse_fail(ps, SHADE_E_SYNTAX, sample->span,
			   "USING SAMPLE needs a FROM");
		return NULL;
	}
	return parse_post(ps, span, from, sample);
}

struct ast *parse_post(struct parse *ps, struct span span, struct ast *table,
		       struct ast *post)
{
	switch (post->kind) {
	case AST_SAMPLE: AST_CAST(sample, post)->table = table; break;
	case AST_PIVOT: AST_CAST(pivot, post)->table = table; break;
	case AST_UNPIVOT: AST_CAST(unpivot, post)->table = table; break;
	default: /* AS OF */
		AST_CAST(table, table)->as_of = AST_CAST(table, post)->as_of;
		AST_CAST(table, table)->as_of_expr = AST_CAST(table, post)->as_of_expr;
		post = table;
	}
	post->span = span;
	return parse_touch(ps, post);
}
