/*
 * ddl_name.c - names in definitions: what they mean and whether they are free.
 */
#include "session/ddl.h"

static shade_status parts_of(struct run *r, struct ast *path, size_t max,
			     struct str *parts, size_t *n)
{
	struct ast_path *node = AST_CAST(path, path);

	*n = node->parts.n;
	if (node->parts.n > max)
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, path->span,
				  "this name has at most %zu parts", max);
	for (size_t i = 0; i < *n; i++)
		parts[i] = AST_CAST(ident, node->parts.v[i])->name;
	return SHADE_OK;
}

shade_status ddl_path(struct run *r, struct ast *path, struct path *out)
{
	struct catalog *c = r->session->catalog;
	struct str parts[3];
	size_t n = 0;

	TRY(parts_of(r, path, 3, parts, &n));
	TRY(catalog_qualify(&r->cx, c, parts, n, path->span, out));
	if (str_eq_nocase(out->database, STR("session")) &&
	    !catalog_has_database(c, out->catalog, out->database)) {
		struct str name = out->name;

		*out = catalog_current(c);
		out->name = name;
	}
	return SHADE_OK;
}

struct str ddl_typed(struct run *r, const struct ast *path)
{
	return ast_name_text(r->cx.arena, path);
}

shade_status ddl_database(struct run *r, struct ast *path, struct str *catalog,
			  struct str *database)
{
	struct str parts[2];
	size_t n = 0;

	TRY(parts_of(r, path, 2, parts, &n));
	*catalog = n > 1 ? parts[0] : catalog_current(r->session->catalog).catalog;
	*database = parts[n - 1];
	return SHADE_OK;
}

shade_status ddl_find(struct run *r, const struct path *path, enum lookup which,
		      struct object **out)
{
	TRY(catalog_find(&r->cx, r->session->catalog, path, which, out));
	if (*out)
		vec_push(r->cx.arena, &r->env.used, *out);
	return SHADE_OK;
}

shade_status ddl_resolve(struct run *r, struct ast *path, struct object **out)
{
	struct catalog *c = r->session->catalog;
	struct str parts[3];
	struct path full;
	size_t n = 0;

	TRY(parts_of(r, path, 3, parts, &n));
	TRY(catalog_qualify(&r->cx, c, parts, n, path->span, &full));
	TRY(ddl_find(r, &full, LOOKUP_ANY, out));
	if (*out)
		return SHADE_OK;
	return catalog_not_found(&r->cx, c, &full, ddl_typed(r, path), path->span);
}

/* --- options ------------------------------------------------------------- */

struct str ddl_option_text(struct run *r, const struct ast *value)
{
	if (!value)
		return STR("");
	if (value->kind == AST_LITERAL)
		return ((const struct ast_literal *)value)->text;
	if (value->kind == AST_COLUMN)
		return ast_name_text(r->cx.arena, value);
	return ast_to_sql(r->cx.arena, value);
}

const struct ast_option *ddl_option(const struct ast_list *options, const char *key)
{
	for (size_t i = 0; i < options->n; i++) {
		const struct ast_option *o = AST_CAST(option, options->v[i]);

		if (str_eq_nocase(o->key, str_from(key)))
			return o;
	}
	return NULL;
}

void ddl_set_properties(struct run *r, struct object *o, const struct ast_list *options)
{
	for (size_t i = 0; i < options->n; i++) {
		const struct ast_option *opt = AST_CAST(option, options->v[i]);

		object_add_property(o, opt->key, ddl_option_text(r, opt->value));
	}
}

/* --- free names ---------------------------------------------------------- */

static shade_status name_is_taken(struct run *r, const struct ddl_new *what,
				  const struct object *taken)
{
	struct str name = ddl_typed(r, what->name);
	shade_status code = taken->temporary ? SHADE_E_TEMP_EXISTS
					     : SHADE_E_TABLE_EXISTS;

	code = shade_fail(&r->cx, code, what->name->span, "%s \"%.*s\" already exists",
			  object_kind_words(taken), STR_ARG(name));
	if (object_is_view(taken))
		shade_hint(&r->cx,
			   "CREATE OR REPLACE %sVIEW %.*s puts another one in "
			   "its place",
			   taken->temporary ? "TEMPORARY " : "", STR_ARG(name));
	return code;
}

/* OR REPLACE keeps to its kind: a view does not replace a table. */
static shade_status check_replace(struct run *r, const struct ddl_new *what,
				  const struct object *taken)
{
	bool was_view = object_is_view(taken);
	bool is_view = what->kind == OBJECT_VIEW || what->kind == OBJECT_LIVE_VIEW;
	struct str name = ddl_typed(r, what->name);

	if (was_view == is_view && (was_view || taken->kind == what->kind))
		return SHADE_OK;
	return shade_fail(&r->cx, SHADE_E_WRONG_OBJECT, what->name->span,
			  "\"%.*s\" is a %s; a %s cannot replace it", STR_ARG(name),
			  object_kind_words(taken), object_kind_name(what->kind));
}

shade_status ddl_claim(struct run *r, const struct ddl_new *what, struct ddl_slot *out)
{
	struct catalog *c = r->session->catalog;
	enum lookup same = what->temporary ? LOOKUP_TEMPORARY : LOOKUP_PERMANENT;
	enum lookup other = what->temporary ? LOOKUP_PERMANENT : LOOKUP_TEMPORARY;

	*out = (struct ddl_slot){ 0 };
	TRY(ddl_path(r, what->name, &out->path));
	if (str_eq_nocase(out->path.database, STR("shade")))
		return shade_fail(&r->cx, SHADE_E_READ_ONLY, what->name->span,
				  "database \"shade\" is reserved for system views");
	if (!what->temporary)
		TRY(catalog_check_writable(&r->cx, c, &out->path, what->name->span));
	TRY(ddl_find(r, &out->path, same, &out->taken));
	TRY(ddl_find(r, &out->path, other, &out->other));
	if (!out->taken)
		return SHADE_OK;
	if (what->if_not_exists) {
		out->skip = true;
		return SHADE_OK;
	}
	if (!what->or_replace)
		return name_is_taken(r, what, out->taken);
	return check_replace(r, what, out->taken);
}

void ddl_note_shadow(struct run *r, const struct ddl_slot *slot, const struct object *o)
{
	struct str name;

	if (!slot->other || slot->taken)
		return;
	name = catalog_short_name(r->session->catalog, r->cx.arena, &o->path);
	if (o->temporary)
		run_note(r, true, NO_SPAN,
			 "%s \"%.*s\" now hides the permanent %s of that name until it "
			 "is dropped",
			 object_kind_words(o), STR_ARG(name),
			 object_kind_name(slot->other->kind));
	else
		run_note(r, true, NO_SPAN,
			 "%s \"%.*s\" is hidden by the %s of that name until that is "
			 "dropped",
			 object_kind_words(o), STR_ARG(name),
			 object_kind_words(slot->other));
}
