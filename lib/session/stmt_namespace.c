/*
 * stmt_namespace.c - CREATE DATABASE and CATALOG, USE, transactions.
 */
#include "session/ddl.h"

shade_status stmt_create_database(struct run *r, struct ast *stmt)
{
	struct ast_create_database *cd = AST_CAST(create_database, stmt);
	struct catalog *c = r->session->catalog;
	struct str catalog, name;

	if (cd->or_replace)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: CREATE OR REPLACE DATABASE");
	TRY(ddl_database(r, cd->name, &catalog, &name));
	if (cd->if_not_exists && catalog_has_database(c, catalog, name))
		return SHADE_OK;
	return catalog_create_database(&r->cx, c, catalog, name, cd->comment,
				       cd->name->span);
}

static shade_status catalog_options(struct run *r, const struct ast_create_catalog *cc,
				    struct str *path, bool *read_only)
{
	*path = STR_NONE;
	for (size_t i = 0; i < cc->options.n; i++) {
		const struct ast_option *o = AST_CAST(option, cc->options.v[i]);
		struct str value = ddl_option_text(r, o->value);

		if (str_eq_nocase(o->key, STR("path"))) {
			*path = value;
		} else if (str_eq_nocase(o->key, STR("read_only"))) {
			*read_only = !o->value || str_eq_nocase(value, STR("true"));
		} else if (str_eq_nocase(o->key, STR("type"))) {
			if (!str_eq_nocase(value, STR("sqlite")) &&
			    !str_eq_nocase(value, STR("ducklake")) &&
			    !str_eq_nocase(value, STR("memory")))
				return shade_fail(&r->cx, SHADE_E_OPTION,
						  cc->options.v[i]->span,
						  "a catalog's type is \"sqlite\" or "
						  "\"memory\", not \"%.*s\"",
						  STR_ARG(value));
		} else {
			return shade_fail(&r->cx, SHADE_E_OPTION,
					  cc->options.v[i]->span,
					  "a catalog has no option \"%.*s\"; there are "
					  "\"type\", \"path\" and \"read_only\"",
					  STR_ARG(o->key));
		}
	}
	return SHADE_OK;
}

shade_status stmt_create_catalog(struct run *r, struct ast *stmt)
{
	struct ast_create_catalog *cc = AST_CAST(create_catalog, stmt);
	struct ast_path *p = AST_CAST(path, cc->name);
	struct str name = AST_CAST(ident, p->parts.v[0])->name;
	const struct ast_option *type = ddl_option(&cc->options, "type");
	bool read_only = false;
	struct str path;

	if (p->parts.n != 1)
		return shade_fail(&r->cx, SHADE_E_SYNTAX, cc->name->span,
				  "a catalog's name has one part");
	if (cc->if_not_exists && catalog_store(r->session->catalog, name))
		return SHADE_OK;
	TRY(catalog_options(r, cc, &path, &read_only));
	if (type && path.n == 0 &&
	    !str_eq_nocase(ddl_option_text(r, type->value), STR("memory")))
		return shade_fail(&r->cx, SHADE_E_OPTION, cc->name->span,
				  "catalog \"%.*s\" needs a file: WITH ('type' = "
				  "'sqlite', 'path' = 'file.db')",
				  STR_ARG(name));
	if (r->session->safe && path.n > 0)
		return shade_fail(&r->cx, SHADE_E_SAFE_MODE, stmt->span,
				  "attaching a catalog file is not allowed in safe "
				  "mode");
	return catalog_attach(&r->cx, r->session->catalog, name, path,
			      r->session->read_only || read_only, cc->name->span);
}

shade_status stmt_use(struct run *r, struct ast *stmt)
{
	struct ast_use *use = AST_CAST(use, stmt);
	struct catalog *c = r->session->catalog;
	struct str catalog, name;

	if (use->object != AST_OBJECT_ANY && use->object != AST_OBJECT_CATALOG &&
	    use->object != AST_OBJECT_DATABASE)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
				  "not supported yet: USE MODULES");
	TRY(ddl_database(r, use->names.v[0], &catalog, &name));
	if (use->object == AST_OBJECT_CATALOG)
		return catalog_use(&r->cx, c, name, STR_NONE, use->names.v[0]->span);
	/* USE c: a catalog of that name, when there is no such database */
	if (use->object == AST_OBJECT_ANY && !catalog_has_database(c, catalog, name) &&
	    AST_CAST(path, use->names.v[0])->parts.n == 1 && catalog_store(c, name))
		return catalog_use(&r->cx, c, name, STR_NONE, use->names.v[0]->span);
	return catalog_use(&r->cx, c, catalog, name, use->names.v[0]->span);
}

shade_status stmt_transaction(struct run *r, struct ast *stmt)
{
	struct catalog *c = r->session->catalog;

	switch (AST_CAST(transaction, stmt)->type) {
	case AST_TRANSACTION_KIND_BEGIN: return catalog_begin(&r->cx, c, stmt->span);
	case AST_TRANSACTION_KIND_COMMIT: return catalog_commit(&r->cx, c, stmt->span);
	case AST_TRANSACTION_KIND_ROLLBACK:
		return catalog_rollback(&r->cx, c, stmt->span);
	default: unreachable();
	}
}
