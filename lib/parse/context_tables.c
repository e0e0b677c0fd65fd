/*
 * context_tables.c - the tables of a statement that may not parse yet.
 *
 * Completion needs the columns of FROM while the select list is still half
 * a word, so tokens are read and not the tree: what follows FROM, JOIN,
 * INTO, UPDATE and the commas behind them, and the names of WITH.
 */
#include "parse/context.h"

struct reader {
	struct arena *arena;
	struct lexemes t;
	size_t at;
	VEC(struct sql_scope_table) tables;
};

static bool word_at(const struct reader *r, size_t i, const char *word)
{
	return i < r->t.n && r->t.v[i].kind == RAW_WORD &&
	       str_eq_nocase(r->t.v[i].text, str_from(word));
}

static enum raw_kind kind_at(const struct reader *r, size_t i)
{
	return i < r->t.n ? r->t.v[i].kind : RAW_END;
}

static bool is_name(const struct reader *r, size_t i)
{
	enum raw_kind k = kind_at(r, i);

	if (k == RAW_WORD) {
		const struct keyword *word = keyword_find(r->t.v[i].text);

		return !word || strchr("UO", word->klass);
	}
	return k == RAW_BACKTICK || k == RAW_DQUOTED;
}

static struct str between(const struct reader *r, size_t first, size_t behind)
{
	const struct lexeme *a = &r->t.v[first], *b = &r->t.v[behind - 1];

	return (struct str){ a->text.p, (size_t)(b->text.p + b->text.n - a->text.p) };
}

/* Behind the bracket that closes the one at i. */
static size_t skip_parens(const struct reader *r, size_t i)
{
	size_t depth = 0;

	for (; i < r->t.n; i++) {
		enum raw_kind k = r->t.v[i].kind;

		if (k == '(')
			depth++;
		else if (k == ')' && --depth == 0)
			return i + 1;
	}
	return r->t.n;
}

static struct str take_alias(struct reader *r)
{
	if (word_at(r, r->at, "as"))
		r->at++;
	if (!is_name(r, r->at) || word_at(r, r->at, "set"))
		return STR_NONE;
	return r->t.v[r->at++].text;
}

static void add(struct reader *r, struct str path, struct str alias, bool is_cte)
{
	struct sql_scope_table t = { .path = path, .alias = alias, .is_cte = is_cte };

	vec_push(r->arena, &r->tables, t);
}

/* One table reference at r->at, if there is one. */
static void take_table(struct reader *r)
{
	size_t first;

	while (word_at(r, r->at, "stream") || word_at(r, r->at, "table") ||
	       word_at(r, r->at, "lateral"))
		r->at++;
	first = r->at;
	if (kind_at(r, first) == RAW_STRING) {
		r->at++;
		struct str path = between(r, first, r->at);

		add(r, path, take_alias(r), false);
		return;
	}
	if (kind_at(r, first) == '(') {
		/* A derived table: its query, like that of WITH. */
		size_t behind = skip_parens(r, first);
		struct str query = behind - first > 2
					   ? between(r, first + 1, behind - 1)
					   : STR_NONE;
		size_t inside = first + 1;

		r->at = behind;
		struct str alias = take_alias(r);

		if (alias.n && query.n)
			add(r, query, alias, true);
		r->at = inside; /* its own FROM counts too */
		return;
	}
	if (!is_name(r, first))
		return;
	r->at++;
	while (kind_at(r, r->at) == '.' && kind_at(r, r->at + 1) != RAW_END &&
	       (kind_at(r, r->at + 1) == RAW_WORD || is_name(r, r->at + 1)))
		r->at += 2;
	struct str path = between(r, first, r->at);

	if (kind_at(r, r->at) == '(' && !word_at(r, first ? first - 1 : 0, "into")) {
		/* A table function with its arguments. */
		r->at = skip_parens(r, r->at);
		path = between(r, first, r->at);
	}
	add(r, path, take_alias(r), false);
}

/* name [(columns)] AS [NOT] [MATERIALIZED] ( query ) */
static bool take_cte(struct reader *r, size_t i)
{
	size_t name = i++;

	if (!is_name(r, name))
		return false;
	if (kind_at(r, i) == '(')
		i = skip_parens(r, i);
	if (!word_at(r, i, "as"))
		return false;
	i++;
	while (word_at(r, i, "not") || word_at(r, i, "materialized"))
		i++;
	if (kind_at(r, i) != '(')
		return false;
	size_t behind = skip_parens(r, i);

	if (behind - i > 2 && kind_at(r, behind - 1) == ')')
		add(r, between(r, i + 1, behind - 1), r->t.v[name].text, true);
	return true;
}

static void take_ctes(struct reader *r)
{
	size_t i = r->at;

	if (word_at(r, i, "recursive"))
		i++;
	while (take_cte(r, i)) {
		while (i < r->t.n && kind_at(r, i) != '(')
			i++;
		i = skip_parens(r, i);
		if (kind_at(r, i) != ',' && word_at(r, i, "as"))
			i = skip_parens(r, i + 1);
		if (kind_at(r, i) != ',')
			break;
		i++;
	}
}

void context_tables(struct arena *a, struct str statement, struct sql_context *out)
{
	struct reader r = { .arena = a };

	lexemes_read(a, statement, &r.t);
	while (r.at < r.t.n) {
		size_t i = r.at++;

		if (word_at(&r, i, "with")) {
			take_ctes(&r);
			continue;
		}
		if (!word_at(&r, i, "from") && !word_at(&r, i, "join") &&
		    !word_at(&r, i, "into") && !word_at(&r, i, "update"))
			continue;
		size_t before = r.at;

		take_table(&r);
		while (r.at > before && kind_at(&r, r.at) == ',') {
			r.at++;
			before = r.at;
			take_table(&r);
		}
	}
	out->tables = r.tables.v;
	out->n_tables = r.tables.n;
}
