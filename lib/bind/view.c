/*
 * view.c - a view in FROM: its body is bound again, in a scope of its own.
 */
#include "bind/bind_internal.h"

#include "parse/parse.h"

/* --- the cycle guard ----------------------------------------------------- */

static bool same_object(const struct object *x, const struct path *path, bool temporary)
{
	return x->temporary == temporary && !x->path.is_function &&
	       str_eq_nocase(x->path.name, path->name) &&
	       str_eq_nocase(x->path.database, path->database) &&
	       str_eq_nocase(x->path.catalog, path->catalog);
}

static void use_text(struct sbuf *t, const struct view_use *u)
{
	if (u->next)
		use_text(t, u->next);
	sbuf_addf(t, "%.*s -> ", STR_ARG(u->object->path.name));
}

static shade_status check_cycle(struct bind *b, struct object *o, struct span span)
{
	bool cycle = b->views && b->self && same_object(o, b->self, true);
	struct sbuf t = { .arena = b->a };

	for (struct view_use *u = b->views; u && !cycle; u = u->next)
		cycle = u->object == o ||
			same_object(u->object, &o->path, o->temporary);
	if (!cycle)
		return SHADE_OK;
	if (b->self)
		sbuf_addf(&t, "%.*s -> ", STR_ARG(b->self->name));
	use_text(&t, b->views);
	sbuf_addf(&t, "%.*s", STR_ARG(o->path.name));
	return shade_fail(b->cx, SHADE_E_RECURSIVE_VIEW, span,
			  "view \"%.*s\" would read itself: %.*s",
			  STR_ARG(o->path.name), STR_ARG(sbuf_str(&t)));
}

/* --- the body ------------------------------------------------------------ */

struct prepare {
	struct bind *b;
	struct span span; /* of the reference: what errors point at */
};

static void name_items(struct bind *b, struct ast_list *items)
{
	for (size_t i = 0; i < items->n; i++) {
		struct ast_item *item = AST_CAST(item, items->v[i]);
		struct ast *id;

		if (item->alias || item->aliases.n || item->expr->kind == AST_STAR ||
		    item->expr->kind == AST_COLUMNS)
			continue;
		id = ast_new(b->a, AST_IDENT, item->span);
		AST_CAST(ident, id)->name = item_name(b, item->expr);
		item->alias = id;
	}
}

/* Names from the view's text, positions of the reference. */
static bool prepare_node(struct ast **child, void *arg)
{
	struct prepare *p = arg;

	if ((*child)->kind == AST_SELECT)
		name_items(p->b, &AST_CAST(select, *child)->items);
	ast_walk_children(*child, prepare_node, arg);
	(*child)->span = p->span;
	return true;
}

static shade_status view_body(struct bind *b, struct object *o, struct span span,
			      struct ast **out)
{
	struct prepare p = { .b = b, .span = span };
	struct ast *body = o->body;

	if (!body)
		TRY(sql_parse_query(b->cx, o->sql, &body));
	body = ast_copy(b->a, body);
	prepare_node(&body, &p);
	*out = body;
	return SHADE_OK;
}

enum dialect bind_captured_dialect(struct bind *b, const struct object *o)
{
	for (size_t i = 0; i < o->n_captured; i++) {
		struct str v = o->captured[i].value;

		if (!str_eq_nocase(o->captured[i].key, STR("shade.dialect")))
			continue;
		return str_eq_nocase(v, STR("spark"))   ? DIALECT_SPARK
		       : str_eq_nocase(v, STR("flink")) ? DIALECT_FLINK
							: DIALECT_ANSI;
	}
	return b->dialect;
}

/* Say which view failed, and where it was made. */
void bind_explain_failure(struct bind *b, struct object *o, struct span span)
{
	b->cx->err.span = span;
	if (o->kind == OBJECT_FUNCTION)
		shade_hint(b->cx, "in function \"%.*s\"", STR_ARG(o->path.name));
	else if (o->created_at.n)
		shade_hint(b->cx, "in view \"%.*s\", created at %.*s",
			   STR_ARG(o->path.name), STR_ARG(o->created_at));
	else
		shade_hint(b->cx, "in view \"%.*s\": %.*s", STR_ARG(o->path.name),
			   (int)(o->sql.n > 160 ? 160 : o->sql.n), o->sql.p);
}

static shade_status bind_body_of(struct bind *b, struct object *o, struct span span,
				 struct plan **out)
{
	struct view_use use = { .next = b->views, .object = o };
	struct bind saved = *b;
	size_t n_unresolved = b->n_unresolved;
	const enum dialect *outside = b->cx->dialect;
	struct ast *body;
	shade_status rc;

	if (b->depth >= BIND_MAX_DEPTH)
		return shade_fail(b->cx, SHADE_E_TOO_COMPLEX, span,
				  "queries and views nest more than %d deep",
				  BIND_MAX_DEPTH);
	b->text = o->sql;
	b->dialect = bind_captured_dialect(b, o);
	b->cx->dialect = &b->dialect;
	b->ctes = NULL;
	b->views = &use;
	b->freeze = false;
	b->params = NULL;
	rc = view_body(b, o, span, &body);
	if (!rc)
		rc = bind_query_node(b, body, NULL, out);
	if (rc || b->n_unresolved > n_unresolved)
		bind_explain_failure(b, o, span);
	b->text = saved.text;
	b->dialect = saved.dialect;
	b->cx->dialect = outside;
	b->ctes = saved.ctes;
	b->views = saved.views;
	b->freeze = saved.freeze;
	b->params = saved.params;
	return rc;
}

/* --- its columns --------------------------------------------------------- */

/* The view's own columns over the body's. */
static shade_status own_columns(struct bind *b, struct object *o, struct span span,
				struct plan **plan)
{
	struct plan *p = *plan;
	struct str *names = arena_array(b->a, struct str, o->n_cols + 1);
	struct expr **exprs = arena_array(b->a, struct expr *, o->n_cols + 1);
	struct column *cols = arena_array(b->a, struct column, o->n_cols + 1);
	int *which;

	if (o->n_cols == 0)
		return SHADE_OK;
	for (size_t i = 0; i < o->n_cols; i++)
		names[i] = o->cols[i].name;
	TRY(bind_view_columns(b->cx, names, o->n_cols, p->cols, p->n_cols, span,
			      &which));
	for (size_t i = 0; i < o->n_cols; i++) {
		if (which[i] >= 0)
			exprs[i] = plan_col_expr(b->a, &p->cols[which[i]]);
		else
			exprs[i] = bind_null(b, o->cols[i].type, span);
		cols[i] = plan_column(&b->env->ids, names[i], exprs[i]);
	}
	*plan = plan_project(b->a, p, o->n_cols, exprs, cols);
	return SHADE_OK;
}

static shade_status expectation(struct bind *b, struct scope *scope, struct ast *cond,
				struct expr **out)
{
	struct ectx c = {
		.b = b, .scope = scope, .clause = "EXPECT", .no_subqueries = true
	};

	return bind_condition(&c, cond, out);
}

shade_status bind_expectation(struct shade_cx *cx, struct bind_env *env,
			      struct ast *cond, const struct plan *in, struct str view,
			      struct expr **out)
{
	struct bind b = { .cx = cx,
			  .a = cx->arena,
			  .env = env,
			  .dialect = cx_dialect(cx),
			  .text = cx->sql };
	struct scope scope = { 0 };

	scope_add(&b, &scope, rel_of_plan(&b, view, in));
	TRY(expectation(&b, &scope, cond, out));
	return b.n_unresolved ? cx->err.code : SHADE_OK;
}

struct plan *bind_expect_node(struct bind *b, struct plan *p, struct str dataset,
			      struct expectation *items, size_t n)
{
	struct expect_report *r = arena_new_of(b->a, struct expect_report);
	struct plan *e = plan_new(b->a, PLAN_EXPECT, 1, p->span);

	r->dataset = dataset;
	r->items = items;
	r->n_items = n;
	r->next = b->env->reports;
	b->env->reports = r;
	e->children[0] = p;
	e->cols = p->cols;
	e->n_cols = p->n_cols;
	e->expect.report = r;
	return e;
}

static shade_status expect(struct bind *b, struct object *o, struct span span,
			   struct rel *r, struct plan **plan)
{
	struct expectation *items = arena_array(b->a, struct expectation,
						o->n_expectations + 1);
	struct scope scope = { 0 };
	struct str dataset = str_fmt(b->a, "%.*s.%.*s.%.*s", STR_ARG(o->path.catalog),
				     STR_ARG(o->path.database), STR_ARG(o->path.name));

	scope_add(b, &scope, r);
	for (size_t i = 0; i < o->n_expectations; i++) {
		struct expectation_def *d = &o->expectations[i];
		struct prepare p = { .b = b, .span = span };
		struct ast *cond = d->cond;

		if (!cond)
			TRY(sql_parse_expr(b->cx, d->text, &cond));
		cond = ast_copy(b->a, cond);
		prepare_node(&cond, &p);
		items[i].name = d->name;
		items[i].action = (enum expect_action)d->action;
		items[i].text = d->text;
		TRY(expectation(b, &scope, cond, &items[i].cond));
	}
	*plan = bind_expect_node(b, *plan, dataset, items, o->n_expectations);
	return SHADE_OK;
}

shade_status bind_view(struct bind *b, struct object *o, struct span span,
		       struct input *out)
{
	struct rel *r;

	TRY(check_cycle(b, o, span));
	TRY(bind_body_of(b, o, span, &out->plan));
	TRY(own_columns(b, o, span, &out->plan));
	r = rel_of_plan(b, o->path.name, out->plan);
	if (o->n_expectations > 0)
		TRY(expect(b, o, span, r, &out->plan));
	scope_add(b, &out->scope, r);
	return SHADE_OK;
}
