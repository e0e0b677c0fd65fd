/*
 * from.c - table references: names, files, subqueries, aliases.
 */
#include "bind/bind_internal.h"

#include "catalog/table.h"
#include "source/registry.h"

/* --- scans --------------------------------------------------------------- */

static void keep_source(struct bind *b, struct source *s)
{
	struct bind_env *env = b->env;

	if (env->n_sources == env->cap_sources) {
		size_t cap = env->cap_sources ? env->cap_sources * 2 : 8;

		env->sources = arena_realloc(b->a, env->sources,
					     env->n_sources * sizeof(*env->sources),
					     cap * sizeof(*env->sources));
		env->cap_sources = cap;
	}
	env->sources[env->n_sources++] = s;
}

shade_status bind_scan(struct bind *b, struct source *s, struct str label,
		       struct span span, struct plan **out)
{
	struct plan *p = plan_new(b->a, PLAN_SCAN, 0, span);

	keep_source(b, s);
	p->scan.source = s;
	p->scan.label = label;
	p->n_cols = s->n_cols;
	p->cols = arena_array(b->a, struct column, s->n_cols + 1);
	p->scan.source_cols = arena_array(b->a, size_t, s->n_cols + 1);
	for (size_t i = 0; i < s->n_cols; i++) {
		p->scan.source_cols[i] = i;
		p->cols[i] = (struct column){ .id = plan_next_id(&b->env->ids),
					      .name = s->cols[i].name,
					      .type = s->cols[i].type,
					      .not_null = s->cols[i].not_null,
					      .hidden = s->cols[i].hidden };
	}
	*out = p;
	return SHADE_OK;
}

void bind_note_read(struct bind *b, const struct object *o, struct str label)
{
	struct bind_read r = { .by = b->views ? b->views->object : NULL,
			       .object = o,
			       .label = label };

	vec_push(b->a, &b->env->reads, r);
}

static shade_status input_of_scan(struct bind *b, struct source *s, struct str label,
				  struct str alias, struct span span, struct input *out)
{
	TRY(bind_scan(b, s, label, span, &out->plan));
	scope_add(b, &out->scope, rel_of_plan(b, alias, out->plan));
	return SHADE_OK;
}

/* data/orders.2024.csv is known as "orders". */
static struct str file_alias(struct str path)
{
	size_t begin = 0, end = path.n;

	for (size_t i = 0; i < path.n; i++)
		if (path.p[i] == '/')
			begin = i + 1;
	for (size_t i = begin; i < path.n; i++)
		if (path.p[i] == '.' && i > begin) {
			end = i;
			break;
		}
	return (struct str){ path.p + begin, end - begin };
}

static shade_status bind_file_path(struct bind *b, struct str path, struct span span,
				   struct input *out)
{
	struct source *s;

	TRY(source_open_path(b->cx, path, span, &s));
	bind_note_read(b, NULL, path);
	return input_of_scan(b, s, path, file_alias(path), span, out);
}

/* --- names --------------------------------------------------------------- */

void bind_keep_object(struct bind *b, struct object *o)
{
	vec_push(b->a, &b->env->used, o);
	bind_note_read(b, o, STR_NONE);
	if (!b->first_temporary && o->temporary && o->kind != OBJECT_SYSTEM &&
	    !b->views)
		b->first_temporary = o;
}

static bool same_path(const struct path *x, const struct path *y)
{
	return x->is_function == y->is_function &&
	       str_eq_nocase(x->catalog, y->catalog) &&
	       str_eq_nocase(x->database, y->database) &&
	       str_eq_nocase(x->name, y->name);
}

static bool late_binding(struct bind *b)
{
	return b->cx->settings &&
	       str_eq(settings_text(b->cx->settings, SET_VIEW_BINDING), STR("late"));
}

/* The permanent view whose stored text is being bound, or NULL: its names mean
 * permanent objects, short ones those of the view's own database. */
static const struct object *stored_view(const struct bind *b)
{
	return b->views && !b->views->object->temporary ? b->views->object : NULL;
}

void bind_qualify(struct bind *b, size_t n_parts, struct path *path)
{
	const struct object *view = stored_view(b);

	if (view && n_parts < 2)
		path->database = view->path.database;
	if (view && n_parts < 3)
		path->catalog = view->path.catalog;
}

enum lookup bind_lookup(struct bind *b, const struct ast_path *p,
			const struct path *path)
{
	if (stored_view(b))
		return LOOKUP_PERMANENT;
	if (p->resolved == AST_RESOLVED_TEMPORARY && !late_binding(b))
		return LOOKUP_TEMPORARY;
	if (p->resolved == AST_RESOLVED_PERMANENT && !late_binding(b))
		return LOOKUP_PERMANENT;
	/* while a view is created, it is invisible to its own body */
	if (b->freeze && !b->views && b->self && same_path(path, b->self))
		return LOOKUP_PERMANENT;
	return LOOKUP_ANY;
}

void bind_freeze_path(struct bind *b, struct ast_path *p, const struct object *o)
{
	const struct str parts[3] = { o->path.catalog, o->path.database, o->path.name };

	if (!b->freeze || b->views || o->kind == OBJECT_SYSTEM)
		return;
	p->parts = (struct ast_list){ 0 };
	for (size_t i = 0; i < 3; i++) {
		struct ast *id = ast_new(b->freeze_arena, AST_IDENT, p->span);

		AST_CAST(ident, id)->name = str_dup(b->freeze_arena, parts[i]);
		AST_CAST(ident, id)->quoted = true;
		ast_set_height(id);
		ast_push(b->freeze_arena, &p->parts, id);
	}
	p->resolved = o->temporary ? AST_RESOLVED_TEMPORARY : AST_RESOLVED_PERMANENT;
}

/* csv.`data/x`, `data/x.csv`, stdin: *done when it is one of those. */
static shade_status bind_implied_file(struct bind *b, struct ast_path *p,
				      struct input *out, bool *done)
{
	struct str first = ident_name(p->parts.v[0]), last = path_last(&p->head);
	struct source *s;

	*done = true;
	if (p->parts.n == 2 && source_format_exists(first)) {
		TRY(source_open_format(b->cx, first, last, p->span, &s));
		bind_note_read(b, NULL, last);
		return input_of_scan(b, s, last, file_alias(last), p->span, out);
	}
	if (p->parts.n == 1 && str_eq_nocase(last, STR("stdin"))) {
		TRY(source_open_path(b->cx, STR("-"), p->span, &s));
		bind_note_read(b, NULL, STR("stdin"));
		return input_of_scan(b, s, STR("stdin"), STR("stdin"), p->span, out);
	}
	if (p->parts.n == 1 && AST_CAST(ident, p->parts.v[0])->quoted &&
	    (memchr(last.p, '.', last.n) || memchr(last.p, '/', last.n)))
		return bind_file_path(b, last, p->span, out);
	*done = false;
	return SHADE_OK;
}

static_assert(sizeof(struct ast_table) >= sizeof(struct ast_table_alias),
	      "a table's node can become an aliased subquery");

/* In the frozen tree the reference becomes (old body) AS name. */
static void become_subquery(struct bind *b, struct ast_table *t, const struct object *o)
{
	struct arena *a = b->freeze_arena;
	struct ast_table_alias *ta = (struct ast_table_alias *)(void *)t;
	struct span span = t->span;
	struct ast *sub = ast_new(a, AST_SUBQUERY, span);
	struct ast *name = ast_new(a, AST_IDENT, span);

	AST_CAST(subquery, sub)->query = ast_copy(a, o->body);
	ast_set_height(sub);
	AST_CAST(ident, name)->name = str_dup(a, o->path.name);
	AST_CAST(ident, name)->quoted = true;
	ast_set_height(name);
	memset(t, 0, sizeof(*t));
	ta->kind = AST_TABLE_ALIAS;
	ta->span = span;
	ta->table = sub;
	ta->alias = name;
	ast_set_height(&ta->head);
}

/* The definition that CREATE OR REPLACE is about to replace, copied in where
 * the body of the new one names itself. */
static shade_status bind_replaced(struct bind *b, struct ast_table *t,
				  const struct path *path, struct input *out,
				  bool *done)
{
	struct object *o = NULL;

	*done = false;
	if (!b->freeze || b->views || !b->self || !same_path(path, b->self))
		return SHADE_OK;
	TRY(catalog_find(b->cx, b->env->catalog, path, LOOKUP_TEMPORARY, &o));
	if (!o)
		return SHADE_OK;
	if (!o->body) {
		object_unref(o);
		return SHADE_OK;
	}
	bind_keep_object(b, o);
	TRY(bind_object(b, o, t->span, out));
	become_subquery(b, t, o);
	*done = true;
	return SHADE_OK;
}

static shade_status not_found(struct bind *b, const struct path *path,
			      struct ast_path *p)
{
	shade_status rc = catalog_not_found(b->cx, b->env->catalog, path,
					    ast_name_text(b->a, &p->head), p->span);

	return rc;
}

shade_status bind_table(struct bind *b, struct ast_table *t, struct input *out)
{
	struct ast_path *p = AST_CAST(path, t->path);
	struct str *parts = arena_array(b->a, struct str, p->parts.n + 1);
	struct object *o = NULL;
	struct path path;
	bool done = false;
	struct cte *c;

	if (t->stream || t->as_of != AST_AS_OF_NONE)
		return shade_fail(b->cx, SHADE_E_UNSUPPORTED, t->span,
				  "not supported yet: %s",
				  t->stream ? "STREAM in FROM" : "AS OF");
	c = p->parts.n == 1 && p->resolved == AST_RESOLVED_UNRESOLVED
		    ? cte_find(b, ident_name(p->parts.v[0]))
		    : NULL;
	if (c) {
		TRY(bind_cte_use(b, c, t->span, &out->plan));
		scope_add(b, &out->scope, rel_of_plan(b, c->name, out->plan));
		return SHADE_OK;
	}
	for (size_t i = 0; i < p->parts.n; i++)
		parts[i] = ident_name(p->parts.v[i]);
	if (p->parts.n > 3)
		return shade_fail(b->cx, SHADE_E_TABLE_NOT_FOUND, t->span,
				  "a name has at most three parts: "
				  "catalog.database.object");
	TRY(catalog_qualify(b->cx, b->env->catalog, parts, p->parts.n, t->span, &path));
	bind_qualify(b, p->parts.n, &path);
	TRY(catalog_find(b->cx, b->env->catalog, &path, bind_lookup(b, p, &path), &o));
	if (!o) {
		TRY(bind_implied_file(b, p, out, &done));
		if (!done)
			TRY(bind_replaced(b, t, &path, out, &done));
		return done ? SHADE_OK : not_found(b, &path, p);
	}
	bind_keep_object(b, o);
	bind_freeze_path(b, p, o);
	return bind_object(b, o, t->span, out);
}

static struct str full_name(struct bind *b, const struct path *p)
{
	return str_fmt(b->a, "%.*s.%.*s.%.*s", STR_ARG(p->catalog),
		       STR_ARG(p->database), STR_ARG(p->name));
}

shade_status bind_object(struct bind *b, struct object *o, struct span span,
			 struct input *out)
{
	struct source *s;

	if (o->table) {
		TRY(o->table->cls->source(b->cx, o->table, &s));
		TRY(input_of_scan(b, s, full_name(b, &o->path), o->path.name, span,
				  out));
	} else if (o->kind == OBJECT_VIEW || o->kind == OBJECT_LIVE_VIEW ||
		   o->kind == OBJECT_MATERIALIZED_VIEW) {
		TRY(bind_view(b, o, span, out));
	} else {
		return shade_fail(b->cx, SHADE_E_UNSUPPORTED, span,
				  "not supported yet: reading \"%.*s\"",
				  STR_ARG(o->path.name));
	}
	out->scope.rels.v[out->scope.rels.n - 1]->path = o->path;
	return SHADE_OK;
}

/* --- the others ---------------------------------------------------------- */

/* Everything in scope under one name. */
static void merge_rels(struct bind *b, struct input *in, struct str alias)
{
	struct rel *all;
	size_t n = 0;

	for (size_t i = 0; i < in->scope.rels.n; i++)
		n += in->scope.rels.v[i]->n_cols;
	all = rel_new(b, alias, n);
	n = 0;
	for (size_t i = 0; i < in->scope.rels.n; i++) {
		struct rel *r = in->scope.rels.v[i];

		for (size_t k = 0; k < r->n_cols; k++)
			if (!r->cols[k].merged)
				all->cols[n++] = r->cols[k];
	}
	all->n_cols = n;
	for (size_t i = 0; i < n; i++)
		all->cols[i].twice = false;
	in->scope.rels.n = 0;
	scope_add(b, &in->scope, all);
}

shade_status input_alias(struct bind *b, struct input *in, struct str alias,
			 const struct ast_list *columns, struct span span)
{
	struct rel *r;

	if (in->scope.rels.n == 1) {
		/* a copy: CTE reads and views share nothing with the alias */
		r = arena_dup(b->a, in->scope.rels.v[0], sizeof(*r));
		r->cols = arena_dup(b->a, r->cols, r->n_cols * sizeof(*r->cols));
		r->map = (struct name_map){ .arena = b->a };
		in->scope.rels.v[0] = r;
	} else {
		merge_rels(b, in, alias);
		r = in->scope.rels.v[0];
	}
	if (alias.n)
		r->alias = alias;
	r->path = (struct path){ 0 };
	return columns ? rel_rename(b, r, columns, span) : SHADE_OK;
}

static shade_status bind_alias(struct bind *b, struct ast_table_alias *t,
			       struct scope *outer, struct input *left,
			       struct input *out)
{
	TRY(bind_from(b, t->table, outer, left, out));
	/* a name of the frozen tree's own is not needed below this one */
	if (b->freeze && ast_is(t->table, AST_TABLE_ALIAS))
		t->table = AST_CAST(table_alias, t->table)->table;
	return input_alias(b, out, ident_name(t->alias), &t->columns, t->span);
}

static shade_status bind_subquery(struct bind *b, struct ast_subquery *s,
				  struct scope *outer, struct input *left,
				  struct input *out)
{
	struct scope *sees = outer;

	if (s->lateral && left) {
		sees = arena_dup(b->a, &left->scope, sizeof(left->scope));
		sees->outer = outer;
	}
	TRY(bind_query_node(b, s->query, sees, &out->plan));
	scope_add(b, &out->scope, rel_of_plan(b, STR_NONE, out->plan));
	return SHADE_OK;
}

static shade_status bind_plain_func(struct bind *b, struct ast_table_func *f,
				    struct scope *outer, struct input *left,
				    struct input *out)
{
	bool took_left;

	return bind_table_func(b, f, outer, left, false, out, &took_left);
}

static shade_status over_table(struct bind *b, struct ast *ref, struct ast *table,
			       struct scope *outer, struct input *left,
			       struct input *out)
{
	TRY(bind_from(b, table, outer, left, out));
	if (ref->kind == AST_SAMPLE)
		return bind_sample(b, AST_CAST(sample, ref), &out->plan);
	if (ref->kind == AST_PIVOT)
		return bind_pivot(b, AST_CAST(pivot, ref), outer, out);
	return bind_unpivot(b, AST_CAST(unpivot, ref), outer, out);
}

shade_status bind_from(struct bind *b, struct ast *ref, struct scope *outer,
		       struct input *left, struct input *out)
{
	*out = (struct input){ .scope.outer = outer };
	switch (ref->kind) {
	case AST_TABLE: return bind_table(b, AST_CAST(table, ref), out);
	case AST_FILE:
		if (AST_CAST(file, ref)->stream)
			return shade_fail(b->cx, SHADE_E_UNSUPPORTED, ref->span,
					  "not supported yet: STREAM in FROM");
		return bind_file_path(b, AST_CAST(file, ref)->path, ref->span, out);
	case AST_SUBQUERY:
		return bind_subquery(b, AST_CAST(subquery, ref), outer, left, out);
	case AST_TABLE_FUNC:
		return bind_plain_func(b, AST_CAST(table_func, ref), outer, left, out);
	case AST_TABLE_ALIAS:
		return bind_alias(b, AST_CAST(table_alias, ref), outer, left, out);
	case AST_JOIN: return bind_join(b, AST_CAST(join, ref), outer, left, out);
	case AST_LATERAL_VIEW:
		return bind_lateral_view(b, AST_CAST(lateral_view, ref), outer, left,
					 out);
	case AST_SAMPLE:
		return over_table(b, ref, AST_CAST(sample, ref)->table, outer, left,
				  out);
	case AST_PIVOT:
		return over_table(b, ref, AST_CAST(pivot, ref)->table, outer, left,
				  out);
	case AST_UNPIVOT:
		return over_table(b, ref, AST_CAST(unpivot, ref)->table, outer, left,
				  out);
	default:
		return shade_fail(b->cx, SHADE_E_UNSUPPORTED, ref->span,
				  "not supported yet: %s in FROM",
				  ast_kind_name(ref->kind));
	}
}
