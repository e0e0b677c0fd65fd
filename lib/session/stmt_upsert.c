/*
 * stmt_upsert.c - INSERT .. ON CONFLICT, INSERT OR REPLACE, INSERT OR IGNORE.
 *
 * They are a MERGE of the new rows, called "excluded", on the columns of a
 * key: what matches is left alone or updated, the rest is inserted.
 */
#include "parse/parse.h"
#include "session/constraint.h"
#include "session/merge.h"

struct upsert {
	struct run *run;
	struct ast_insert *in;
	struct object *target;
	const struct constraint_def **keys; /* which decide whether rows conflict */
	size_t n_keys;
	struct str alias; /* of the target, quoted */
	struct sbuf sql;
};

static struct str column_name(struct upsert *u, size_t col)
{
	return name_text(u->run->cx.arena, u->target->cols[col].name);
}

/* --- keys ----------------------------------------------------------------- */

static bool names_key(const struct object *t, const struct constraint_def *c,
		      const struct ast_list *names)
{
	size_t found = 0;

	for (size_t i = 0; i < names->n; i++) {
		int col = object_find_col(t, AST_CAST(ident, names->v[i])->name);

		for (size_t k = 0; k < c->n_cols; k++)
			found += col >= 0 && c->cols[k] == (size_t)col;
	}
	return found == c->n_cols && names->n == c->n_cols;
}

static bool is_key(const struct constraint_def *c)
{
	return (c->kind == CONSTRAINT_PRIMARY_KEY || c->kind == CONSTRAINT_UNIQUE) &&
	       !c->not_enforced;
}

static shade_status find_keys(struct upsert *u)
{
	struct shade_cx *cx = &u->run->cx;
	const struct object *t = u->target;
	const struct ast_list *names = &u->in->conflict_columns;
	bool updates = u->in->or_replace || u->in->conflict_assigns.n > 0;

	u->keys = arena_array(cx->arena, const struct constraint_def *,
			      t->n_constraints);
	for (size_t i = 0; i < t->n_constraints; i++)
		if (is_key(&t->constraints[i]) &&
		    (names->n == 0 || names_key(t, &t->constraints[i], names)))
			u->keys[u->n_keys++] = &t->constraints[i];
	if (u->n_keys == 0 && names->n > 0)
		return shade_fail(
			cx, SHADE_E_INVALID_CLAUSE, names->v[0]->span,
			"\"%.*s\" has no PRIMARY KEY or UNIQUE constraint over "
			"these columns",
			STR_ARG(t->path.name));
	if (u->n_keys == 0 && updates && !u->in->or_replace)
		return shade_fail(cx, SHADE_E_INVALID_CLAUSE, u->in->span,
				  "\"%.*s\" has no PRIMARY KEY or UNIQUE constraint",
				  STR_ARG(t->path.name));
	if (u->n_keys > 1 && updates)
		return shade_fail(cx, SHADE_E_INVALID_CLAUSE, u->in->span,
				  "\"%.*s\" has several keys; write ON CONFLICT "
				  "(column, ..) DO UPDATE to say which one",
				  STR_ARG(t->path.name));
	return SHADE_OK;
}

/* --- the new rows --------------------------------------------------------- */

/* DEFAULT as a cell of VALUES: the column's. */
static shade_status fill_defaults(struct upsert *u, const size_t *given, size_t n)
{
	struct ast *body = AST_CAST(query, u->in->query)->body;
	struct ast_list rows;

	if (!ast_is(body, AST_VALUES))
		return SHADE_OK;
	rows = AST_CAST(values, body)->rows;
	for (size_t i = 0; i < rows.n; i++) {
		struct ast_list cells = AST_CAST(row, rows.v[i])->items;

		if (cells.n != n)
			return shade_fail(
				&u->run->cx, SHADE_E_COLUMN_COUNT, rows.v[i]->span,
				"\"%.*s\" takes %zu values a row, %zu are given",
				STR_ARG(u->target->path.name), n, cells.n);
		for (size_t k = 0; k < n; k++)
			if (cells.v[k]->kind == AST_DEFAULT)
				TRY(dml_default_ast(u->run, u->target, given[k],
						    cells.v[k]->span, &cells.v[k]));
	}
	return SHADE_OK;
}

static shade_status given_columns(struct upsert *u, size_t **given, size_t *n)
{
	const struct object *t = u->target;
	const struct ast_list *names = &u->in->columns;

	*n = names->n ? names->n : t->n_cols;
	*given = arena_array(u->run->cx.arena, size_t, *n);
	for (size_t i = 0; i < *n; i++) {
		struct str name;
		int col;

		(*given)[i] = i;
		if (names->n == 0)
			continue;
		name = AST_CAST(ident, AST_CAST(column, names->v[i])->parts.v[0])->name;
		col = object_find_col(t, name);
		if (col < 0)
			return shade_fail(&u->run->cx, SHADE_E_COLUMN_NOT_FOUND,
					  names->v[i]->span,
					  "table \"%.*s\" has no column \"%.*s\"",
					  STR_ARG(t->path.name), STR_ARG(name));
		(*given)[i] = (size_t)col;
	}
	return SHADE_OK;
}

/* CAST(given column or default AS its type) AS name, for every column. */
static shade_status add_columns(struct upsert *u, const size_t *given, size_t n)
{
	struct arena *a = u->run->cx.arena;

	for (size_t i = 0; i < u->target->n_cols; i++) {
		struct str value = STR_NONE, name = column_name(u, i);
		struct ast *dflt;

		for (size_t k = 0; k < n; k++)
			if (given[k] == i)
				value = name;
		if (!value.p) {
			TRY(dml_default_ast(u->run, u->target, i, NO_SPAN, &dflt));
			value = ast_to_sql(a, dflt);
		}
		sbuf_addf(&u->sql, "%sCAST(%.*s AS %.*s) AS %.*s", i ? ", " : "",
			  STR_ARG(value), STR_ARG(type_name(a, dml_type(u->target, i))),
			  STR_ARG(name));
	}
	return SHADE_OK;
}

/* Of rows with equal keys the last replaces, and the first is not ignored. */
static void add_first_of_equals(struct upsert *u)
{
	const char *order = u->in->or_replace ? " DESC" : "";

	for (size_t i = 0; i < u->n_keys; i++) {
		const struct constraint_def *c = u->keys[i];

		sbuf_add(&u->sql, i ? STR(" AND (") : STR(" QUALIFY ("));
		for (size_t k = 0; k < c->n_cols; k++)
			sbuf_addf(&u->sql, "%.*s IS NULL OR ",
				  STR_ARG(column_name(u, c->cols[k])));
		sbuf_add(&u->sql, STR("row_number() OVER (PARTITION BY "));
		for (size_t k = 0; k < c->n_cols; k++)
			sbuf_addf(&u->sql, "%s%.*s", k ? ", " : "",
				  STR_ARG(column_name(u, c->cols[k])));
		sbuf_addf(&u->sql, " ORDER BY _place%s) = 1)", order);
	}
}

static shade_status add_source(struct upsert *u)
{
	struct arena *a = u->run->cx.arena;
	bool dedup = u->n_keys > 0 && (u->in->or_replace || u->in->or_ignore);
	size_t *given, n;

	TRY(given_columns(u, &given, &n));
	TRY(fill_defaults(u, given, n));
	sbuf_add(&u->sql, STR("(SELECT "));
	if (dedup)
		sbuf_add(&u->sql, STR("* EXCEPT (_place) FROM (SELECT "));
	TRY(add_columns(u, given, n));
	if (dedup)
		sbuf_add(&u->sql, STR(", row_number() OVER () AS _place"));
	sbuf_addf(&u->sql, " FROM (%.*s) AS _new (",
		  STR_ARG(ast_to_sql(a, u->in->query)));
	for (size_t k = 0; k < n; k++)
		sbuf_addf(&u->sql, "%s%.*s", k ? ", " : "",
			  STR_ARG(column_name(u, given[k])));
	sbuf_addc(&u->sql, ')');
	if (dedup) {
		sbuf_add(&u->sql, STR(") AS _placed"));
		add_first_of_equals(u);
	}
	sbuf_add(&u->sql, STR(") AS excluded"));
	return SHADE_OK;
}

/* --- what to do ----------------------------------------------------------- */

static void add_condition(struct upsert *u)
{
	for (size_t i = 0; i < u->n_keys; i++) {
		const struct constraint_def *c = u->keys[i];

		sbuf_add(&u->sql, i ? STR(" OR ") : STR(""));
		for (size_t k = 0; k < c->n_cols; k++) {
			struct str name = column_name(u, c->cols[k]);

			sbuf_addf(&u->sql, "%s%.*s.%.*s = excluded.%.*s",
				  k ? " AND " : "", STR_ARG(u->alias), STR_ARG(name),
				  STR_ARG(name));
		}
	}
	if (u->n_keys == 0)
		sbuf_add(&u->sql, STR("FALSE"));
}

/* A column without a table is the target's. */
static bool qualify(struct ast **child, void *arg)
{
	struct upsert *u = arg;
	struct arena *a = u->run->cx.arena;
	struct ast_column *c;
	struct ast_list parts = { 0 };
	struct ast *table;

	if ((*child)->kind != AST_COLUMN)
		return ast_walk_children(*child, qualify, arg);
	c = AST_CAST(column, *child);
	if (c->parts.n != 1 ||
	    object_find_col(u->target, AST_CAST(ident, c->parts.v[0])->name) < 0)
		return true;
	table = ast_new(a, AST_IDENT, (*child)->span);
	AST_CAST(ident, table)->name = u->in->alias
					       ? AST_CAST(ident, u->in->alias)->name
					       : u->target->path.name;
	ast_push(a, &parts, table);
	ast_push(a, &parts, c->parts.v[0]);
	c->parts = parts;
	return true;
}

static void add_update(struct upsert *u)
{
	struct ast_insert *in = u->in;
	struct arena *a = u->run->cx.arena;

	sbuf_add(&u->sql, STR(" WHEN MATCHED"));
	if (in->conflict_where) {
		(void)qualify(&in->conflict_where, u);
		sbuf_addf(&u->sql, " AND (%.*s)",
			  STR_ARG(ast_to_sql(a, in->conflict_where)));
	}
	if (in->or_replace) {
		sbuf_add(&u->sql, STR(" THEN UPDATE SET *"));
		return;
	}
	sbuf_add(&u->sql, STR(" THEN UPDATE SET "));
	for (size_t i = 0; i < in->conflict_assigns.n; i++) {
		struct ast_assign *as = AST_CAST(assign, in->conflict_assigns.v[i]);

		(void)qualify(&as->value, u);
		sbuf_add(&u->sql, i ? STR(", ") : STR(""));
		sbuf_add(&u->sql, ast_to_sql(a, in->conflict_assigns.v[i]));
	}
}

static shade_status merge_of(struct upsert *u, struct ast **out)
{
	struct arena *a = u->run->cx.arena;

	u->sql.arena = a;
	u->alias = name_text(a, u->in->alias ? AST_CAST(ident, u->in->alias)->name
					     : u->target->path.name);
	sbuf_addf(&u->sql, "MERGE INTO %.*s AS %.*s USING ",
		  STR_ARG(path_text(a, &u->target->path)), STR_ARG(u->alias));
	TRY(add_source(u));
	sbuf_add(&u->sql, STR(" ON "));
	add_condition(u);
	if (u->in->or_replace || u->in->conflict_assigns.n > 0)
		add_update(u);
	sbuf_add(&u->sql, STR(" WHEN NOT MATCHED THEN INSERT *"));
	return sql_parse(&u->run->cx, sbuf_str(&u->sql), out);
}

shade_status stmt_upsert(struct run *r, struct ast_insert *in, struct object *target)
{
	struct upsert u = { .run = r, .in = in, .target = target };
	struct ast *merge;

	if (in->by_name || in->default_values)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, in->span,
				  "not supported yet: ON CONFLICT with BY NAME or "
				  "DEFAULT VALUES");
	for (size_t i = 0; i < in->ctes.n; i++)
		ast_push(r->cx.arena, &AST_CAST(query, in->query)->ctes, in->ctes.v[i]);
	TRY(find_keys(&u));
	TRY(merge_of(&u, &merge));
	AST_CAST(merge, merge)->returning = in->returning;
	return merge_run(r, AST_CAST(merge, merge));
}
