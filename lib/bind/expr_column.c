/*
 * expr_column.c - what a column name means.
 *
 * Innermost scope first; in each: lambda parameters, columns of FROM (with
 * a table's name, or as a field of a ROW column), then aliases of the select
 * list.
 */
#include "bind/bind_internal.h"

static shade_status bind_each_field(struct bind *b, struct expr *array, struct str name,
				    struct span span, struct expr **out)
{
	uint32_t id = plan_next_id(&b->env->ids);
	struct expr *x, *field;

	x = expr_column(b->a, id, STR("x"), array->type->children[0], false, span);
	TRY(bind_call2(b, ".", x, expr_const(b->a, value_str(name), span), span,
		       &field));
	return bind_call2(b, "transform", array, bind_lambda_of(b, id, field), span,
			  out);
}

static shade_status bind_fields(struct bind *b, struct expr *e,
				const struct ast_list *parts, size_t from,
				struct expr **out)
{
	for (size_t i = from; i < parts->n; i++) {
		struct str name = ident_name(parts->v[i]);

		/* of an array of rows: the field of each */
		if (e->type->id == TYPE_ARRAY && e->type->children[0]->id == TYPE_ROW) {
			TRY(bind_each_field(b, e, name, parts->v[i]->span, &e));
			continue;
		}
		struct expr *args[2] = { e, expr_const(b->a, value_str(name),
						       parts->v[i]->span) };

		TRY(expr_call(b->cx, STR("."), 2, arena_dup(b->a, args, sizeof(args)),
			      parts->v[i]->span, &e));
	}
	*out = e;
	return SHADE_OK;
}

static shade_status fail_ambiguous(struct bind *b, struct scope *s, struct str name,
				   struct span span)
{
	struct sbuf where = { .arena = b->a };
	size_t n = 0;

	for (size_t i = 0; i < s->rels.n; i++) {
		struct rel *r = s->rels.v[i];

		if (!rel_find(b, r, name) || r->alias.n == 0)
			continue;
		sbuf_addf(&where, "%s\"%.*s.%.*s\"", n++ ? " or " : "",
			  STR_ARG(r->alias), STR_ARG(name));
	}
	if (n < 2)
		return shade_fail(b->cx, SHADE_E_AMBIGUOUS_COLUMN, span,
				  "column \"%.*s\" is ambiguous", STR_ARG(name));
	return shade_fail(b->cx, SHADE_E_AMBIGUOUS_COLUMN, span,
			  "column \"%.*s\" is ambiguous: write %.*s", STR_ARG(name),
			  STR_ARG(sbuf_str(&where)));
}

/* t.a, db.t.a, catalog.db.t.a with fields behind; *n parts were taken. */
static struct rel_col *find_qualified(struct bind *b, struct scope *s,
				      const struct ast_list *parts, size_t *n,
				      bool *ambiguous)
{
	for (size_t q = parts->n - 1 < 3 ? parts->n - 1 : 3; q >= 1; q--) {
		struct str name = ident_name(parts->v[q]);
		struct rel_col *hit = NULL;

		for (size_t i = 0; i < s->rels.n; i++) {
			struct rel *r = s->rels.v[i];
			struct rel_col *c;

			if (!rel_named(r, parts, q))
				continue;
			c = rel_find(b, r, name);
			if (!c)
				continue;
			if (hit || c->twice)
				*ambiguous = true;
			hit = c;
		}
		if (hit) {
			*n = q + 1;
			return hit;
		}
	}
	return NULL;
}

static bool has_rel(struct scope *s, const struct ast_list *parts)
{
	for (; s; s = s->outer)
		for (size_t i = 0; i < s->rels.n; i++)
			if (rel_named(s->rels.v[i], parts, 1))
				return true;
	return false;
}

/* --- not found ----------------------------------------------------------- */

static struct str nearest_columns(struct ectx *c, struct str word)
{
	VEC(struct str) names = { 0 };

	for (struct scope *s = c->scope; s; s = s->outer) {
		for (size_t i = 0; i < s->rels.n; i++)
			for (size_t k = 0; k < s->rels.v[i]->n_cols; k++)
				vec_push(c->b->a, &names, s->rels.v[i]->cols[k].name);
		for (size_t i = 0; s->sel && i < s->sel->items.n; i++)
			if (s->sel->items.v[i].has_alias)
				vec_push(c->b->a, &names, s->sel->items.v[i].name);
	}
	return bind_nearest(c->b, word, names.v, names.n);
}

static shade_status unresolved(struct ectx *c, struct ast_column *col,
			       struct expr **out)
{
	struct bind *b = c->b;
	struct str text = ast_name_text(b->a, &col->head);
	struct str hint = nearest_columns(c,
					  ident_name(col->parts.v[col->parts.n - 1]));
	struct span span = col->span;

	*out = bind_null(b, type_of(TYPE_NULL), span);
	if (b->n_unresolved++ > 0) {
		shade_hint(b->cx, "nor does column %.*s%.*s", STR_ARG(text),
			   STR_ARG(hint));
		return SHADE_OK;
	}
	if (!c->scope || (!c->scope->rels.n && !c->scope->outer)) {
		shade_status rc = shade_fail(b->cx, SHADE_E_COLUMN_NOT_FOUND, span,
					     "column \"%.*s\" does not exist: there is "
					     "no FROM",
					     STR_ARG(text));
		(void)rc;
		shade_hint(b->cx, "a string is written in single quotes: '%.*s'",
			   STR_ARG(text));
		return SHADE_OK;
	}
	if (col->parts.n > 1 && !has_rel(c->scope, &col->parts) && hint.n == 0) {
		struct str q = ident_name(col->parts.v[0]);
		shade_status rc = shade_fail(
			b->cx, SHADE_E_COLUMN_NOT_FOUND, span,
			"column \"%.*s\" does not exist: nothing in "
			"FROM is called \"%.*s\"",
			STR_ARG(text), STR_ARG(q));
		(void)rc;
		return SHADE_OK;
	}
	{
		shade_status rc = shade_fail(b->cx, SHADE_E_COLUMN_NOT_FOUND, span,
					     "column \"%.*s\" does not exist%.*s",
					     STR_ARG(text), STR_ARG(hint));
		(void)rc;
	}
	if (hint.n == 0 && col->parts.n == 1 &&
	    AST_CAST(ident, col->parts.v[0])->quoted)
		shade_hint(b->cx, "a string is written in single quotes: '%.*s'",
			   STR_ARG(ident_name(col->parts.v[0])));
	return SHADE_OK;
}

/* --- aliases ------------------------------------------------------------- */

#define MAX_ALIAS_DEPTH 100

/* *out NULL: no such alias, or it is not visible here. */
static shade_status bind_alias(struct ectx *c, struct str name, struct span span,
			       struct expr **out)
{
	struct select *s = c->scope->sel;
	long i = s ? select_alias(s, name) : -1;
	struct out_item *item;

	*out = NULL;
	if (i < 0 || (size_t)i >= c->alias_limit)
		return SHADE_OK;
	item = &s->items.v[i];
	if (item->busy)
		return SHADE_OK;
	if (c->alias_depth >= MAX_ALIAS_DEPTH)
		return shade_fail(c->b->cx, SHADE_E_TOO_COMPLEX, span,
				  "aliases nest too deeply");
	if (item->expr && !c->in_agg && !c->in_window &&
	    !expr_has_subquery(item->expr)) {
		*out = item->expr;
		return SHADE_OK;
	}
	c->alias_depth++;
	item->busy = true;
	{
		shade_status rc = item->ast ? bind_scalar(c, item->ast, out) : SHADE_OK;

		item->busy = false;
		c->alias_depth--;
		return rc;
	}
}

static struct rel_col *find_lambda(struct ectx *c, struct str name)
{
	for (struct lambda *l = c->lambdas; l; l = l->next)
		for (size_t i = 0; i < l->n_params; i++)
			if (str_eq_nocase(l->params[i].name, name))
				return &l->params[i];
	return NULL;
}

/* In one scope; *out NULL: not here. */
static shade_status find_in_scope(struct ectx *c, struct scope *s,
				  struct ast_column *col, struct expr **out)
{
	struct bind *b = c->b;
	struct str first = ident_name(col->parts.v[0]);
	bool ambiguous = false;
	struct rel_col *hit = NULL;
	size_t n = 1;

	*out = NULL;
	if (col->parts.n > 1)
		hit = find_qualified(b, s, &col->parts, &n, &ambiguous);
	if (!hit)
		hit = scope_find(b, s, first, &ambiguous);
	if (ambiguous)
		return fail_ambiguous(b, s, ident_name(col->parts.v[n - 1]), col->span);
	if (hit)
		return bind_fields(b, rel_col_expr(b, hit, col->span), &col->parts, n,
				   out);
	if (s == c->scope) {
		TRY(bind_alias(c, first, col->span, out));
		if (!*out)
			TRY(bind_window_column(c, first, col->span, out));
		if (*out)
			return bind_fields(b, *out, &col->parts, 1, out);
	}
	return SHADE_OK;
}

/* SELECT t FROM t: a table's name is its row, where no column has the name. */
static shade_status bind_whole_row(struct ectx *c, struct ast_column *col,
				   struct expr **out)
{
	struct bind *b = c->b;
	struct rel *hit = NULL;
	struct str *names;
	struct expr **v;
	size_t n = 0;

	for (struct scope *s = c->scope; s && !hit; s = s->outer)
		for (size_t i = 0; i < s->rels.n && !hit; i++)
			if (rel_named(s->rels.v[i], &col->parts, col->parts.n))
				hit = s->rels.v[i];
	*out = NULL;
	if (!hit || hit->n_cols == 0)
		return SHADE_OK;
	names = arena_array(b->a, struct str, hit->n_cols);
	v = arena_array(b->a, struct expr *, hit->n_cols);
	for (size_t i = 0; i < hit->n_cols; i++) {
		if (hit->cols[i].hidden)
			continue;
		names[n] = hit->cols[i].name;
		v[n++] = rel_col_expr(b, &hit->cols[i], col->span);
	}
	return bind_named_row(b, n, names, v, col->span, out);
}

/* v, session.v or system.session.v: a variable, where no column has the name. */
static bool find_variable(struct ectx *c, struct ast_column *col, struct expr **out)
{
	const struct bind_env *env = c->b->env;
	struct str name = ident_name(col->parts.v[col->parts.n - 1]);

	static const struct str where[] = { STR("session"), STR("system") };

	if (col->parts.n > 3)
		return false;
	for (size_t i = 0; i + 1 < col->parts.n; i++)
		if (!str_eq_nocase(ident_name(col->parts.v[col->parts.n - 2 - i]),
				   where[i]))
			return false;
	for (size_t i = 0; i < env->n_variables; i++)
		if (str_eq_nocase(env->variables[i].name, name)) {
			*out = expr_const(c->b->a, env->variables[i].value, col->span);
			return true;
		}
	return false;
}

/* A parameter of the function whose body this is, where only constants stand:
 * LIMIT n, read_csv(path). */
static bool find_constant_param(struct bind *b, struct ast_column *col,
				struct expr **out)
{
	struct rel_col *p = b->params && col->parts.n == 1
				    ? rel_find(b, b->params,
					       ident_name(col->parts.v[0]))
				    : NULL;

	if (!p || (p->value && !expr_is_const(p->value)))
		return false;
	*out = p->value;
	if (!p->value) {
		/* the function is being made: any value of the type will do */
		b->guessed = true;
		*out = expr_const(b->a, value_int(TYPE_INT, 1), col->span);
		if (p->type->id != TYPE_NULL && type_castable((*out)->type, p->type) &&
		    expr_cast(b->cx, *out, p->type, false, out))
			return false;
	}
	return true;
}

bool bind_is_constant_name(struct bind *b, struct ast_column *col)
{
	struct ectx c = { .b = b };
	struct expr *e;

	return find_constant_param(b, col, &e) || find_variable(&c, col, &e);
}

bool bind_names_column(struct ectx *c, struct str name)
{
	bool ambiguous = false;

	if (find_lambda(c, name))
		return true;
	for (struct scope *s = c->scope; s; s = s->outer)
		if (scope_find(c->b, s, name, &ambiguous) || ambiguous)
			return true;
	return false;
}

shade_status bind_column(struct ectx *c, struct ast *e, struct expr **out)
{
	struct ast_column *col = AST_CAST(column, e);
	struct rel_col *p = find_lambda(c, ident_name(col->parts.v[0]));

	if (p)
		return bind_fields(c->b, rel_col_expr(c->b, p, e->span), &col->parts, 1,
				   out);
	for (struct scope *s = c->scope; s; s = s->outer) {
		TRY(find_in_scope(c, s, col, out));
		if (*out)
			return SHADE_OK;
	}
	if ((!c->scope && find_constant_param(c->b, col, out)) ||
	    find_variable(c, col, out))
		return SHADE_OK;
	TRY(bind_whole_row(c, col, out));
	return *out ? SHADE_OK : unresolved(c, col, out);
}
