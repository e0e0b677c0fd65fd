/*
 * stmt_alter.c - ALTER TABLE and ALTER VIEW.
 *
 * An altered object is a changed copy in the place of the old one; when the
 * columns change, its rows are copied into a table of the new shape, under
 * their old row ids.
 */
#include "session/alter.h"

static shade_status check_kind(struct run *r, const struct ast_alter *al,
			       const struct object *o)
{
	bool is_view = object_is_view(o);
	bool ok = al->object == AST_OBJECT_VIEW ? is_view
		  : al->object == AST_OBJECT_MATERIALIZED_VIEW
			  ? o->kind == OBJECT_MATERIALIZED_VIEW
			  : o->kind == OBJECT_TABLE;

	if (o->kind == OBJECT_SYSTEM)
		return shade_fail(&r->cx, SHADE_E_READ_ONLY, al->name->span,
				  "database \"shade\" is reserved for system views");
	if (ok)
		return SHADE_OK;
	return shade_fail(&r->cx, SHADE_E_WRONG_OBJECT, al->name->span,
			  "\"%.*s\" is a %s; the statement for it is ALTER %s",
			  STR_ARG(ddl_typed(r, al->name)), object_kind_words(o),
			  is_view                               ? "VIEW"
			  : o->kind == OBJECT_MATERIALIZED_VIEW ? "MATERIALIZED VIEW"
								: "TABLE");
}

static shade_status rename_object(struct run *r, struct object *o,
				  const struct ast_alter_action *act,
				  struct object *changed)
{
	struct ast_path *to = AST_CAST(path, act->new_name);
	struct path path;
	struct object *taken;

	if (to->parts.n == 1) {
		path = o->path;
		path.name = AST_CAST(ident, to->parts.v[0])->name;
	} else {
		TRY(ddl_path(r, act->new_name, &path));
	}
	if (!str_eq_nocase(path.catalog, o->path.catalog))
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, act->new_name->span,
				  "not supported yet: moving an object to another "
				  "catalog");
	TRY(ddl_find(r, &path, o->temporary ? LOOKUP_TEMPORARY : LOOKUP_PERMANENT,
		     &taken));
	if (taken && !path_equal(&path, &o->path))
		return shade_fail(
			&r->cx,
			o->temporary ? SHADE_E_TEMP_EXISTS : SHADE_E_TABLE_EXISTS,
			act->new_name->span, "%s \"%.*s\" already exists",
			object_kind_words(taken), STR_ARG(ddl_typed(r, act->new_name)));
	TRY(catalog_remove(&r->cx, r->session->catalog, o, act->new_name->span));
	changed->path = path_dup(changed->arena, &path);
	return SHADE_OK;
}

static void reset_properties(struct object *o, const struct ast_list *options)
{
	for (size_t i = 0; i < options->n; i++) {
		struct str key = AST_CAST(option, options->v[i])->key;

		for (size_t k = 0; k < o->n_props; k++) {
			if (!str_eq(o->props[k].key, key))
				continue;
			o->n_props--;
			memmove(o->props + k, o->props + k + 1,
				(o->n_props - k) * sizeof(*o->props));
			break;
		}
	}
}

static shade_status drop_constraint(struct run *r, struct object *o,
				    const struct ast_alter_action *act)
{
	bool primary = act->type == AST_ALTER_KIND_DROP_PRIMARY_KEY;
	struct str name = primary ? STR("primary key")
				  : AST_CAST(ident, act->name)->name;

	for (size_t i = 0; i < o->n_constraints; i++) {
		struct constraint_def *c = &o->constraints[i];

		if (c->is_index || (primary ? c->kind != CONSTRAINT_PRIMARY_KEY
					    : !str_eq_nocase(c->name, name)))
			continue;
		object_drop_constraint(o, c);
		return SHADE_OK;
	}
	if (act->if_exists)
		return SHADE_OK;
	return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND,
			  primary ? r->stmt->span : act->name->span,
			  "table \"%.*s\" has no constraint \"%.*s\"",
			  STR_ARG(o->path.name), STR_ARG(name));
}

/* Change `to`, a copy of o, as the action says. */
static shade_status apply(struct run *r, struct object *o, struct object *to,
			  const struct ast_alter_action *act)
{
	switch (act->type) {
	case AST_ALTER_KIND_RENAME: return rename_object(r, o, act, to);
	case AST_ALTER_KIND_COMMENT:
		to->comment = str_dup(to->arena, act->text);
		return SHADE_OK;
	case AST_ALTER_KIND_SET:
		ddl_set_properties(r, to, &act->options);
		return SHADE_OK;
	case AST_ALTER_KIND_RESET: reset_properties(to, &act->options); return SHADE_OK;
	case AST_ALTER_KIND_RENAME_COLUMN:
	case AST_ALTER_KIND_ADD:
	case AST_ALTER_KIND_DROP_COLUMN:
	case AST_ALTER_KIND_SET_TYPE:
	case AST_ALTER_KIND_SET_DEFAULT:
	case AST_ALTER_KIND_DROP_DEFAULT:
	case AST_ALTER_KIND_SET_NOT_NULL:
	case AST_ALTER_KIND_DROP_NOT_NULL:
	case AST_ALTER_KIND_COLUMN_COMMENT:
		if (o->kind == OBJECT_TABLE && o->table)
			return alter_columns(r, o, to, act);
		return shade_fail(&r->cx, SHADE_E_WRONG_OBJECT, r->stmt->span,
				  "the columns of a %s cannot be altered; %s",
				  object_kind_words(o),
				  object_is_view(o) ? "write CREATE OR REPLACE"
						    : "create it anew");
	case AST_ALTER_KIND_DROP_CONSTRAINT:
	case AST_ALTER_KIND_DROP_PRIMARY_KEY: return drop_constraint(r, to, act);
	default:
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, r->stmt->span,
				  "not supported yet: this form of %s",
				  stmt_words(r->stmt));
	}
}

static shade_status alter_object(struct run *r, struct ast_alter *al,
				 const struct ast_alter_action *act)
{
	struct object *o, *to;
	shade_status rc;

	TRY(ddl_resolve(r, al->name, &o));
	TRY(check_kind(r, al, o));
	to = object_dup(r->cx.budget, o);
	if (!to)
		return cx_nomem(&r->cx);
	rc = apply(r, o, to, act);
	if (rc) {
		object_unref(to);
		return rc;
	}
	return catalog_put_take(&r->cx, r->session->catalog, to, al->name->span);
}

/* ALTER VIEW v AS query: the view again, with what else was said about it. */
static shade_status alter_query(struct run *r, struct ast_alter *al, struct ast *query)
{
	struct arena *a = r->cx.arena;
	struct ast *stmt = ast_new(a, AST_CREATE_VIEW, al->span);
	struct ast_create_view *cv = AST_CAST(create_view, stmt);
	struct object *o;

	TRY(ddl_resolve(r, al->name, &o));
	TRY(check_kind(r, al, o));
	if (o->kind != OBJECT_VIEW)
		return shade_fail(&r->cx, SHADE_E_WRONG_OBJECT, al->name->span,
				  "the query of a %s cannot be altered; write CREATE "
				  "OR REPLACE",
				  object_kind_words(o));
	cv->or_replace = true;
	cv->temporary = o->temporary;
	cv->name = al->name;
	cv->query = query;
	cv->comment = o->comment;
	for (size_t i = 0; i < o->n_props; i++) {
		struct ast *opt = ast_new(a, AST_OPTION, al->span);
		struct ast *value = ast_new(a, AST_LITERAL, al->span);

		AST_CAST(literal, value)->type = AST_LITERAL_KIND_STRING;
		AST_CAST(literal, value)->text = o->props[i].value;
		ast_set_height(value);
		AST_CAST(option, opt)->key = o->props[i].key;
		AST_CAST(option, opt)->value = value;
		ast_set_height(opt);
		ast_push(a, &cv->properties, opt);
	}
	ast_set_height(stmt);
	return stmt_create_view(r, stmt);
}

shade_status stmt_alter(struct run *r, struct ast *stmt)
{
	struct ast_alter *al = AST_CAST(alter, stmt);
	struct path path;
	struct object *o;

	if (al->object != AST_OBJECT_TABLE && al->object != AST_OBJECT_VIEW &&
	    al->object != AST_OBJECT_MATERIALIZED_VIEW)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: %s", stmt_words(stmt));
	if (al->if_exists) {
		TRY(ddl_path(r, al->name, &path));
		TRY(ddl_find(r, &path, LOOKUP_ANY, &o));
		if (!o)
			return SHADE_OK;
	}
	for (size_t i = 0; i < al->actions.n; i++) {
		struct ast_alter_action *act = AST_CAST(alter_action, al->actions.v[i]);

		if (act->type == AST_ALTER_KIND_AS)
			return alter_query(r, al, act->query);
	}
	for (size_t i = 0; i < al->actions.n; i++)
		TRY(alter_object(r, al, AST_CAST(alter_action, al->actions.v[i])));
	return SHADE_OK;
}
