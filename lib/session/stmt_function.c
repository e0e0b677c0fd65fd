/*
 * stmt_function.c - CREATE FUNCTION, CREATE MACRO, DROP FUNCTION, and what
 * SHOW and DESCRIBE say about functions with a body in SQL.
 */
#include "session/function.h"

#include "parse/parse.h"

static bool ast_is_query(const struct ast *n)
{
	return ast_is(n, AST_QUERY) || ast_is(n, AST_SELECT) || ast_is(n, AST_SETOP) ||
	       ast_is(n, AST_VALUES) || ast_is(n, AST_PIPE);
}

static shade_status refuse_clauses(struct run *r, const struct ast_create_function *f)
{
	struct span span = f->name->span;

	if (f->class_name.p)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, span,
				  "not supported yet: functions written in another "
				  "language; a body in SQL is RETURN expression");
	if (f->language.p && !str_eq_nocase(f->language, STR("SQL")))
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, span,
				  "not supported yet: LANGUAGE %.*s; only SQL is",
				  STR_ARG(f->language));
	if (f->or_replace && f->if_not_exists)
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, span,
				  "OR REPLACE and IF NOT EXISTS exclude each other");
	if (f->returns_table && !ast_is_query(f->body))
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, f->body->span,
				  "a function that RETURNS TABLE needs RETURN query");
	if (!f->returns_table && ast_is_query(f->body))
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, f->body->span,
				  "a query as a value stands in parentheses; for a "
				  "table function write RETURNS TABLE");
	return SHADE_OK;
}

static struct str param_name(const struct ast_create_function *f, size_t i)
{
	struct ast *p = f->params.v[i];

	return AST_CAST(ident, AST_CAST(function_param, p)->name)->name;
}

static shade_status check_params(struct run *r, const struct ast_create_function *f)
{
	bool defaults = false;

	for (size_t i = 0; i < f->params.n; i++) {
		struct ast_function_param *p = AST_CAST(function_param, f->params.v[i]);

		for (size_t k = 0; k < i; k++)
			if (str_eq_nocase(param_name(f, k), param_name(f, i)))
				return shade_fail(&r->cx, SHADE_E_DUPLICATE_COLUMN,
						  p->span,
						  "parameter \"%.*s\" is named twice",
						  STR_ARG(param_name(f, i)));
		if (defaults && !p->default_expr)
			return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, p->span,
					  "parameter \"%.*s\" needs a default too: one "
					  "before it has one",
					  STR_ARG(param_name(f, i)));
		defaults = defaults || p->default_expr;
		if (p->default_expr) {
			struct expr *e;

			TRY(bind_expr(&r->cx, &r->env, p->default_expr, NULL, STR_NONE,
				      &e));
		}
	}
	return SHADE_OK;
}

/* --- the name ------------------------------------------------------------ */

shade_status function_path(struct run *r, struct ast *name, bool system,
			   struct path *out)
{
	struct ast_path *p = AST_CAST(path, name);

	if (!system) {
		TRY(ddl_path(r, name, out));
	} else {
		if (p->parts.n != 1)
			return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, name->span,
					  "a system function has a name of one part");
		*out = (struct path){ .name = AST_CAST(ident, p->parts.v[0])->name };
	}
	out->is_function = true;
	return SHADE_OK;
}

static shade_status claim(struct run *r, const struct ast_create_function *f,
			  struct path *path, bool *skip)
{
	enum lookup which = f->temporary ? LOOKUP_TEMPORARY : LOOKUP_PERMANENT;
	struct object *taken;

	*skip = false;
	TRY(function_path(r, f->name, f->system, path));
	if (!f->temporary)
		TRY(catalog_check_writable(&r->cx, r->session->catalog, path,
					   f->name->span));
	TRY(ddl_find(r, path, which, &taken));
	*skip = taken && f->if_not_exists;
	if (!taken || f->if_not_exists || f->or_replace)
		return SHADE_OK;
	return shade_fail(&r->cx, SHADE_E_FUNCTION_EXISTS, f->name->span,
			  "%s \"%.*s\" already exists; CREATE OR REPLACE puts another "
			  "one in its place",
			  object_kind_words(taken), STR_ARG(ddl_typed(r, f->name)));
}

static void note_built_in(struct run *r, const struct ast_create_function *f,
			  const struct path *path)
{
	size_t n;

	func_lookup(r->cx.arena, path->name, &n);
	if (n == 0 || f->system)
		return;
	run_note(
		r, true, NO_SPAN,
		"the built-in function \"%.*s\" goes before it: call %.*s.%.*s(..), or "
		"make it a TEMPORARY SYSTEM FUNCTION",
		STR_ARG(path->name), STR_ARG(path->database), STR_ARG(path->name));
}

/* --- the object ---------------------------------------------------------- */

static shade_status refuse_temporary(struct run *r, const struct ast_create_function *f,
				     const struct object *temp)
{
	return shade_fail(&r->cx, SHADE_E_TEMP_REFERENCE, f->body->span,
			  "permanent function \"%.*s\" cannot use the %s \"%.*s\"; "
			  "CREATE TEMPORARY FUNCTION can",
			  STR_ARG(ddl_typed(r, f->name)), object_kind_words(temp),
			  STR_ARG(temp->path.name));
}

/* Without OR REPLACE and IF NOT EXISTS, and with the path written out. */
static void canonical(struct object *o, struct ast_create_function *f)
{
	f->or_replace = f->if_not_exists = false;
	if (!f->system)
		AST_CAST(path, f->name)->parts = (struct ast_list){ 0 };
	if (f->system)
		return;
	for (int i = 0; i < 3; i++) {
		struct ast *id = ast_new(o->arena, AST_IDENT, f->name->span);

		AST_CAST(ident, id)->name = i == 0   ? o->path.catalog
					    : i == 1 ? o->path.database
						     : o->path.name;
		ast_set_height(id);
		ast_push(o->arena, &AST_CAST(path, f->name)->parts, id);
	}
	AST_CAST(path, f->name)->resolved = AST_RESOLVED_PERMANENT;
}

static shade_status fill(struct run *r, struct object *o, struct ast *stmt)
{
	struct ast_create_function *f = AST_CAST(create_function, stmt);
	struct object *temp = NULL;
	struct ast *body;

	TRY(bind_freeze_function(&r->cx, &r->env, o->arena, stmt, &o->path, &body,
				 &temp));
	if (temp && !o->temporary)
		return refuse_temporary(r, f, temp);
	f = AST_CAST(create_function, body);
	canonical(o, f);
	o->body = body;
	o->sql = o->temporary ? ast_to_sql(o->arena, body)
			      : view_stored_text(r, o, body);
	o->comment = str_dup(o->arena, f->comment);
	o->created_at = str_dup(o->arena, r->session->origin);
	object_add_property(o, STR("returns"),
			    f->returns_table ? STR("table") : STR("value"));
	object_add_property(o, STR("body"), ast_to_sql(o->arena, f->body));
	ddl_capture_settings(r, o);
	return SHADE_OK;
}

shade_status stmt_create_function(struct run *r, struct ast *stmt)
{
	struct ast_create_function *f = AST_CAST(create_function, stmt);
	struct path path;
	struct object *o;
	shade_status rc;
	bool skip;

	TRY(refuse_clauses(r, f));
	TRY(check_params(r, f));
	TRY(claim(r, f, &path, &skip));
	if (skip)
		return SHADE_OK;
	o = object_new(r->cx.budget, OBJECT_FUNCTION, &path, f->temporary);
	if (!o)
		return cx_nomem(&r->cx);
	rc = fill(r, o, stmt);
	if (rc) {
		object_unref(o);
		return rc;
	}
	TRY(catalog_put_take(&r->cx, r->session->catalog, o, f->name->span));
	note_built_in(r, f, &path);
	return SHADE_OK;
}

/* --- DROP ---------------------------------------------------------------- */

shade_status function_drop(struct run *r, const struct ast_drop *drop, struct ast *name)
{
	struct catalog *c = r->session->catalog;
	struct object *temp, *perm = NULL, *o;
	struct path path;

	TRY(function_path(r, name, drop->system, &path));
	TRY(ddl_find(r, &path, LOOKUP_TEMPORARY, &temp));
	if (!drop->temporary)
		TRY(ddl_find(r, &path, LOOKUP_PERMANENT, &perm));
	if (temp && perm)
		return shade_fail(&r->cx, SHADE_E_WRONG_OBJECT, name->span,
				  "\"%.*s\" names both a temporary function and a "
				  "permanent one; DROP TEMPORARY FUNCTION drops the "
				  "first",
				  STR_ARG(ddl_typed(r, name)));
	o = temp ? temp : perm;
	if (o)
		return catalog_remove(&r->cx, c, o, name->span);
	if (drop->if_exists)
		return SHADE_OK;
	return shade_fail(&r->cx, SHADE_E_FUNCTION_NOT_FOUND, name->span,
			  "%sfunction \"%.*s\" does not exist",
			  drop->temporary ? "temporary " : "",
			  STR_ARG(ddl_typed(r, name)));
}

/* --- what there is ------------------------------------------------------- */

/* *out NULL: no such function. */
shade_status function_find(struct run *r, struct ast *name, struct object **out)
{
	struct path path;

	*out = NULL;
	if (AST_CAST(path, name)->parts.n == 1) {
		TRY(function_path(r, name, true, &path));
		TRY(ddl_find(r, &path, LOOKUP_TEMPORARY, out));
	}
	if (*out)
		return SHADE_OK;
	TRY(function_path(r, name, false, &path));
	return ddl_find(r, &path, LOOKUP_ANY, out);
}

static shade_status add_param(struct run *r, struct ast_function_param *p,
			      struct sbuf *b)
{
	const struct type *type;

	sbuf_add(b, AST_CAST(ident, p->name)->name);
	if (p->type) {
		TRY(bind_type(&r->cx, p->type, &type));
		sbuf_addf(b, " %.*s", STR_ARG(type_name(b->arena, type)));
	}
	if (p->default_expr)
		sbuf_addf(b, " DEFAULT %.*s",
			  STR_ARG(ast_to_sql(b->arena, p->default_expr)));
	return SHADE_OK;
}

shade_status function_signature(struct run *r, const struct object *o, struct str *out)
{
	struct sbuf b = { .arena = r->cx.arena };
	struct ast *tree = o->body;
	struct ast_create_function *f;
	const struct type *type;

	if (!tree)
		TRY(sql_parse(&r->cx, o->sql, &tree));
	f = AST_CAST(create_function, tree);
	for (size_t i = 0; i < f->params.n; i++) {
		sbuf_add(&b, i ? STR(", ") : STR(""));
		TRY(add_param(r, AST_CAST(function_param, f->params.v[i]), &b));
	}
	sbuf_add(&b, f->params.n > 0 ? STR(" ") : STR(""));
	if (f->returns_table) {
		sbuf_add(&b, STR("-> TABLE"));
	} else if (f->returns) {
		TRY(bind_type(&r->cx, f->returns, &type));
		sbuf_addf(&b, "-> %.*s", STR_ARG(type_name(b.arena, type)));
	} else {
		sbuf_add(&b, STR("-> ?"));
	}
	*out = sbuf_str(&b);
	return SHADE_OK;
}
