/*
 * stmt_drop.c - DROP TABLE, VIEW, MATERIALIZED VIEW, FUNCTION, DATABASE, CATALOG.
 *
 * A DROP takes away what it says and nothing else: an object of another
 * kind is an error that names the statement which fits, and a name that
 * means two objects is an error that names both statements.
 */
#include "session/constraint.h"
#include "session/prepared.h"
#include "session/function.h"

static bool fits(enum ast_object what, const struct object *o)
{
	switch (what) {
	case AST_OBJECT_TABLE: return o->kind == OBJECT_TABLE;
	case AST_OBJECT_VIEW: return object_is_view(o);
	case AST_OBJECT_MATERIALIZED_VIEW: return o->kind == OBJECT_MATERIALIZED_VIEW;
	default: return false;
	}
}

static const char *drop_words(const struct object *o)
{
	switch (o->kind) {
	case OBJECT_TABLE: return o->temporary ? "DROP TEMPORARY TABLE" : "DROP TABLE";
	case OBJECT_VIEW:
	case OBJECT_LIVE_VIEW:
		return o->temporary ? "DROP TEMPORARY VIEW" : "DROP VIEW";
	case OBJECT_MATERIALIZED_VIEW: return "DROP MATERIALIZED VIEW";
	case OBJECT_STREAM: return "DROP TEMPORARY TABLE";
	case OBJECT_FUNCTION: return "DROP FUNCTION";
	case OBJECT_SYSTEM: break;
	}
	return "DROP";
}

static shade_status wrong_kind(struct run *r, const struct object *o, struct ast *path)
{
	struct str typed = ddl_typed(r, path);

	return shade_fail(&r->cx, SHADE_E_WRONG_OBJECT, path->span,
			  "\"%.*s\" is a %s; the statement for it is %s %.*s",
			  STR_ARG(typed), object_kind_words(o), drop_words(o),
			  STR_ARG(typed));
}

static shade_status two_objects(struct run *r, const struct object *temp,
				const struct object *perm, struct ast *path)
{
	struct str typed = ddl_typed(r, path);
	shade_status rc;

	rc = shade_fail(
		&r->cx, SHADE_E_WRONG_OBJECT, path->span,
		"\"%.*s\" names both a %s and a permanent %s; say which: %s %.*s",
		STR_ARG(typed), object_kind_words(temp), object_kind_name(perm->kind),
		drop_words(temp), STR_ARG(typed));
	shade_hint(&r->cx, "when that is gone, %s %.*s drops the permanent one",
		   drop_words(perm), STR_ARG(typed));
	return rc;
}

static shade_status missing(struct run *r, const struct ast_drop *drop,
			    struct ast *path, const struct path *full,
			    const struct object *perm)
{
	struct str typed = ddl_typed(r, path);
	shade_status rc;

	if (!drop->temporary || !perm)
		return catalog_not_found(&r->cx, r->session->catalog, full, typed,
					 path->span);
	rc = shade_fail(&r->cx, SHADE_E_TABLE_NOT_FOUND, path->span,
			"there is no temporary %s \"%.*s\"",
			drop->object == AST_OBJECT_VIEW ? "view" : "table",
			STR_ARG(typed));
	shade_hint(&r->cx, "there is a permanent %s; %s %.*s drops it",
		   object_kind_name(perm->kind), drop_words(perm), STR_ARG(typed));
	return rc;
}

static shade_status choose(struct run *r, const struct ast_drop *drop, struct ast *path,
			   struct object **out)
{
	struct catalog *c = r->session->catalog;
	struct path full;
	struct object *temp, *perm, *first;
	struct str parts[3];
	size_t n = AST_CAST(path, path)->parts.n;

	for (size_t i = 0; i < n && i < 3; i++)
		parts[i] = AST_CAST(ident, AST_CAST(path, path)->parts.v[i])->name;
	TRY(catalog_qualify(&r->cx, c, parts, n, path->span, &full));
	*out = NULL;
	TRY(ddl_find(r, &full, LOOKUP_TEMPORARY, &temp));
	TRY(ddl_find(r, &full, LOOKUP_PERMANENT, &perm));
	first = temp || drop->temporary ? temp : perm;
	if (!first)
		return drop->if_exists ? SHADE_OK : missing(r, drop, path, &full, perm);
	if (first->kind == OBJECT_SYSTEM)
		return shade_fail(&r->cx, SHADE_E_READ_ONLY, path->span,
				  "database \"shade\" is reserved for system views");
	if (!drop->temporary && temp && perm &&
	    (fits(drop->object, perm) || !fits(drop->object, temp)))
		return two_objects(r, temp, perm, path);
	if (!fits(drop->object, first))
		return wrong_kind(r, first, path);
	*out = first;
	return SHADE_OK;
}

static shade_status drop_object(struct run *r, const struct ast_drop *drop,
				struct ast *path)
{
	struct object *o;

	TRY(choose(r, drop, path, &o));
	if (!o)
		return SHADE_OK;
	return catalog_remove(&r->cx, r->session->catalog, o, path->span);
}

static shade_status drop_database(struct run *r, const struct ast_drop *drop,
				  struct ast *path)
{
	struct catalog *c = r->session->catalog;
	struct str catalog, name;

	TRY(ddl_database(r, path, &catalog, &name));
	if (drop->if_exists && !catalog_has_database(c, catalog, name))
		return SHADE_OK;
	return catalog_drop_database(&r->cx, c, catalog, name, drop->cascade,
				     path->span);
}

static shade_status drop_catalog(struct run *r, const struct ast_drop *drop,
				 struct ast *path)
{
	struct catalog *c = r->session->catalog;
	struct ast_path *p = AST_CAST(path, path);
	struct str name = AST_CAST(ident, p->parts.v[0])->name;

	if (p->parts.n != 1)
		return shade_fail(&r->cx, SHADE_E_SYNTAX, path->span,
				  "a catalog's name has one part");
	if (drop->if_exists && !catalog_store(c, name))
		return SHADE_OK;
	return catalog_detach(&r->cx, c, name, path->span);
}

shade_status stmt_drop(struct run *r, struct ast *stmt)
{
	struct ast_drop *drop = AST_CAST(drop, stmt);

	for (size_t i = 0; i < drop->names.n; i++) {
		struct ast *path = drop->names.v[i];

		switch (drop->object) {
		case AST_OBJECT_TABLE:
		case AST_OBJECT_VIEW:
		case AST_OBJECT_MATERIALIZED_VIEW:
			TRY(drop_object(r, drop, path));
			break;
		case AST_OBJECT_INDEX: TRY(drop_index(r, drop, path)); break;
		case AST_OBJECT_FUNCTION: TRY(function_drop(r, drop, path)); break;
		case AST_OBJECT_DATABASE: TRY(drop_database(r, drop, path)); break;
		case AST_OBJECT_CATALOG: TRY(drop_catalog(r, drop, path)); break;
		case AST_OBJECT_VARIABLE:
			TRY(drop_variable(r, path, drop->if_exists));
			break;
		default:
			return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, stmt->span,
					  "not supported yet: %s", stmt_words(stmt));
		}
	}
	return SHADE_OK;
}
