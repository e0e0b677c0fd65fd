/*
 * constraint_check.c - whether the rows of a table obey its constraints.
 */
#include "parse/parse.h"
#include "session/constraint.h"

/* The first row of a query, as text: (1, x). */
struct first_row {
	struct arena *arena;
	struct str text; /* p NULL: no row */
};

static shade_status take_row(void *arg, const struct batch *b)
{
	struct first_row *f = arg;
	struct sbuf s = { .arena = f->arena };
	size_t at = b->sel ? b->sel[0] : 0;

	if (batch_rows(b) == 0 || f->text.p)
		return SHADE_OK;
	sbuf_addc(&s, '(');
	for (size_t i = 0; i < b->n_cols; i++) {
		struct value v = vector_value(&b->cols[i], at, f->arena);

		sbuf_add(&s, i ? STR(", ") : STR(""));
		sbuf_add(&s, v.is_null ? STR("NULL") : value_text(f->arena, &v));
	}
	sbuf_addc(&s, ')');
	f->text = sbuf_str(&s);
	return SHADE_OK;
}

static shade_status first_row_of(struct run *r, struct str sql, struct first_row *f)
{
	struct ast *query;
	struct plan *plan;

	f->arena = r->cx.arena;
	TRY(sql_parse_query(&r->cx, sql, &query));
	TRY(bind_query(&r->cx, &r->env, query, &plan));
	return run_plan(r, plan, take_row, f);
}

/* "a, b" */
static struct str key_list(struct arena *a, const struct object *o,
			   const struct constraint_def *c, const char *between)
{
	struct sbuf b = { .arena = a };

	for (size_t i = 0; i < c->n_cols; i++)
		sbuf_addf(&b, "%s%.*s", i ? between : "",
			  STR_ARG(name_text(a, o->cols[c->cols[i]].name)));
	return sbuf_str(&b);
}

/* Rows with a NULL in the key are equal to none. */
static shade_status check_key(struct run *r, const struct object *o,
			      const struct constraint_def *c, int64_t first_new)
{
	struct arena *a = r->cx.arena;
	struct str keys = key_list(a, o, c, ", ");
	struct str path = path_text(a, &o->path);
	struct first_row row = { 0 };
	struct sbuf b = { .arena = a };

	sbuf_addf(&b, "SELECT %.*s FROM %.*s WHERE %.*s IS NOT NULL", STR_ARG(keys),
		  STR_ARG(path), STR_ARG(key_list(a, o, c, " IS NOT NULL AND ")));
	if (first_new > 0)
		sbuf_addf(&b,
			  " AND (%.*s) IN (SELECT %.*s FROM %.*s WHERE _rowid >= %lld)",
			  STR_ARG(keys), STR_ARG(keys), STR_ARG(path),
			  (long long)first_new);
	sbuf_addf(&b, " GROUP BY %.*s HAVING count(*) > 1 LIMIT 1", STR_ARG(keys));
	TRY(first_row_of(r, sbuf_str(&b), &row));
	if (!row.text.p)
		return SHADE_OK;
	return shade_fail(&r->cx, SHADE_E_DUPLICATE_KEY, NO_SPAN,
			  "two rows of \"%.*s\" would have (%.*s) = %.*s, against %s "
			  "\"%.*s\"",
			  STR_ARG(o->path.name), STR_ARG(keys), STR_ARG(row.text),
			  c->kind == CONSTRAINT_PRIMARY_KEY ? "PRIMARY KEY"
			  : c->is_index                     ? "unique index"
							    : "UNIQUE",
			  STR_ARG(c->name));
}

static shade_status check_condition(struct run *r, const struct object *o,
				    const struct constraint_def *c, int64_t first_new)
{
	struct str path = path_text(r->cx.arena, &o->path);
	struct first_row row = { 0 };

	TRY(first_row_of(
		r,
		str_fmt(r->cx.arena,
			"SELECT * FROM %.*s WHERE _rowid >= %lld AND NOT (%.*s) "
			"LIMIT 1",
			STR_ARG(path), (long long)first_new, STR_ARG(c->text)),
		&row));
	if (!row.text.p)
		return SHADE_OK;
	return shade_fail(&r->cx, SHADE_E_CHECK, NO_SPAN,
			  "row %.*s of \"%.*s\" violates CHECK \"%.*s\": %.*s",
			  STR_ARG(row.text), STR_ARG(o->path.name), STR_ARG(c->name),
			  STR_ARG(c->text));
}

shade_status constraint_check(struct run *r, const struct object *o,
			      const struct constraint_def *c, int64_t first_new)
{
	if (c->not_enforced || c->kind == CONSTRAINT_INDEX)
		return SHADE_OK;
	if (c->kind == CONSTRAINT_CHECK)
		return check_condition(r, o, c, first_new);
	return check_key(r, o, c, first_new);
}

shade_status constraints_check(struct run *r, const struct object *o, int64_t first_new)
{
	for (size_t i = 0; i < o->n_constraints; i++)
		TRY(constraint_check(r, o, &o->constraints[i], first_new));
	return SHADE_OK;
}
