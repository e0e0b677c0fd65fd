/*
 * stmt_index.c - CREATE INDEX and DROP INDEX.
 *
 * Scans need no index: an index is a name for columns that scripts from other
 * systems may create and drop, and a rule about rows when it is UNIQUE.
 */
#include "session/constraint.h"

shade_status find_index(struct run *r, const struct path *path, struct object **out)
{
	struct object **list;
	size_t n;

	*out = NULL;
	TRY(catalog_list(&r->cx, r->session->catalog, path->catalog, path->database,
			 &list, &n));
	for (size_t i = 0; i < n && !*out; i++) {
		const struct constraint_def *c = object_find_constraint(list[i],
									path->name);

		if (c && c->is_index)
			*out = list[i];
	}
	return SHADE_OK;
}

static shade_status replace(struct run *r, struct object *changed, shade_status rc,
			    struct span span)
{
	if (rc) {
		object_unref(changed);
		return rc;
	}
	return catalog_put_take(&r->cx, r->session->catalog, changed, span);
}

static shade_status add_index(struct run *r, struct object *o, struct str name,
			      const struct ast_create_index *ci)
{
	enum constraint_kind kind = ci->unique ? CONSTRAINT_UNIQUE : CONSTRAINT_INDEX;

	TRY(constraint_add_key(r, o, name, kind, true, &ci->columns, false));
	return constraint_check(r, o, &o->constraints[o->n_constraints - 1], 0);
}

shade_status stmt_create_index(struct run *r, struct ast *stmt)
{
	const struct ast_create_index *ci = AST_CAST(create_index, stmt);
	struct object *o, *taken, *changed;
	struct path path;

	TRY(dml_row_target(r, ci->table, &o));
	path = o->path;
	path.name = ci->name ? AST_CAST(ident, ci->name)->name : STR_NONE;
	if (ci->name) {
		TRY(find_index(r, &path, &taken));
		if (taken && ci->if_not_exists)
			return SHADE_OK;
		if (taken)
			return shade_fail(&r->cx, SHADE_E_TABLE_EXISTS, ci->name->span,
					  "index \"%.*s\" already exists, on \"%.*s\"",
					  STR_ARG(path.name),
					  STR_ARG(taken->path.name));
	}
	changed = object_dup(r->cx.budget, o);
	if (!changed)
		return cx_nomem(&r->cx);
	return replace(r, changed, add_index(r, changed, path.name, ci), stmt->span);
}

shade_status drop_index(struct run *r, const struct ast_drop *drop, struct ast *name)
{
	struct object *o, *changed;
	struct path path;

	TRY(ddl_path(r, name, &path));
	TRY(find_index(r, &path, &o));
	if (!o) {
		if (drop->if_exists)
			return SHADE_OK;
		return shade_fail(&r->cx, SHADE_E_TABLE_NOT_FOUND, name->span,
				  "index \"%.*s\" does not exist",
				  STR_ARG(ddl_typed(r, name)));
	}
	if (!o->temporary)
		TRY(catalog_check_writable(&r->cx, r->session->catalog, &o->path,
					   name->span));
	changed = object_dup(r->cx.budget, o);
	if (!changed)
		return cx_nomem(&r->cx);
	object_drop_constraint(changed, object_find_constraint(changed, path.name));
	return replace(r, changed, SHADE_OK, name->span);
}
