/*
 * dml.c - what INSERT, UPDATE, DELETE, TRUNCATE and COPY share.
 */
#include "session/dml.h"

#include "base/utf8.h"
#include "catalog/connected_table.h"
#include "catalog/mem_table.h"
#include "parse/parse.h"
#include "session/constraint.h"

static shade_status wrong_kind(struct run *r, const struct object *o, struct span span)
{
	struct str name = o->path.name;
	shade_status rc;

	rc = shade_fail(&r->cx, SHADE_E_WRONG_OBJECT, span,
			"\"%.*s\" is a %s, not a table that rows can be written to",
			STR_ARG(name), object_kind_words(o));
	if (object_is_view(o) && o->temporary)
		shade_hint(&r->cx,
			   "DROP TEMPORARY VIEW %.*s makes a table behind it "
			   "available again",
			   STR_ARG(name));
	return rc;
}

shade_status dml_target(struct run *r, struct ast *path, struct object **out)
{
	struct ast_path *node = AST_CAST(path, path);
	struct str parts[3];
	struct path full;
	struct object *o;

	if (node->parts.n > 3)
		return shade_fail(&r->cx, SHADE_E_TABLE_NOT_FOUND, path->span,
				  "a path has at most three parts");
	for (size_t i = 0; i < node->parts.n; i++)
		parts[i] = AST_CAST(ident, node->parts.v[i])->name;
	TRY(catalog_qualify(&r->cx, r->session->catalog, parts, node->parts.n,
			    path->span, &full));
	TRY(catalog_find(&r->cx, r->session->catalog, &full, LOOKUP_ANY, &o));
	if (!o)
		return catalog_not_found(&r->cx, r->session->catalog, &full,
					 ast_name_text(r->cx.arena, path), path->span);
	vec_push(r->cx.arena, &r->env.used, o);
	if (o->kind != OBJECT_TABLE)
		return wrong_kind(r, o, path->span);
	if (!o->table)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, path->span,
				  "not supported yet: writing into a table with a "
				  "connector");
	if (!o->temporary)
		TRY(catalog_check_writable(&r->cx, r->session->catalog, &full,
					   path->span));
	*out = o;
	return SHADE_OK;
}

shade_status dml_row_target(struct run *r, struct ast *path, struct object **out)
{
	TRY(dml_target(r, path, out));
	if (table_is_connected((*out)->table))
		return connected_no_rows(&r->cx, path->span);
	return SHADE_OK;
}

/* VARCHAR(n) */
static bool is_limited(const struct type *t)
{
	return t->id == TYPE_VARCHAR && t->length > 0;
}

const struct type *dml_type(const struct object *target, size_t col)
{
	const struct type *t = target->cols[col].type;

	return is_limited(t) ? type_of(TYPE_VARCHAR) : t;
}

shade_status dml_assign(struct run *r, const struct object *target, size_t col,
			struct expr *value, struct expr **out)
{
	const struct source_col *c = &target->cols[col];

	if (!type_castable(value->type, c->type)) {
		struct arena *a = r->cx.arena;

		return shade_fail(&r->cx, SHADE_E_TYPE, value->span,
				  "column \"%.*s\" is %.*s, the value is %.*s",
				  STR_ARG(c->name), STR_ARG(type_name(a, c->type)),
				  STR_ARG(type_name(a, value->type)));
	}
	/* CAST cuts a text that is too long, an assignment must not:
	 * dml_check_rows looks at what is written. */
	return expr_cast(&r->cx, value, dml_type(target, col), false, out);
}

shade_status dml_default_ast(struct run *r, const struct object *target, size_t col,
			     struct span span, struct ast **out)
{
	struct str text = target->defs ? target->defs[col].dflt : STR_NONE;

	if (text.n > 0)
		return sql_parse_expr(&r->cx, text, out);
	*out = ast_new(r->cx.arena, AST_LITERAL, span);
	AST_CAST(literal, *out)->type = AST_LITERAL_KIND_NULL;
	return SHADE_OK;
}

shade_status dml_default(struct run *r, const struct object *target, size_t col,
			 struct expr **out)
{
	struct ast *ast;
	struct expr *e;

	TRY(dml_default_ast(r, target, col, NO_SPAN, &ast));
	TRY(bind_expr(&r->cx, &r->env, ast, NULL, STR_NONE, &e));
	return dml_assign(r, target, col, e, out);
}

/* --- writing ------------------------------------------------------------- */

static shade_status connected_in_transaction(struct dml_write *w)
{
	struct run *r = w->run;

	w->target->table->cls->discard(&r->cx, w->writer);
	w->writer = NULL;
	return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, NO_SPAN,
			  "not supported yet: writing into a table with a connector "
			  "inside a transaction");
}

shade_status dml_begin(struct dml_write *w, struct run *r, struct object *target)
{
	*w = (struct dml_write){ .run = r, .target = target };
	TRY(target->table->cls->writer_open(&r->cx, target->table, &w->writer));
	/* Files have no row ids, and a rollback does not reach them. */
	if (table_is_connected(target->table)) {
		if (catalog_in_transaction(r->session->catalog))
			return connected_in_transaction(w);
		return SHADE_OK;
	}
	w->first_new = mem_table_of(target->table)->current->next_id;
	return SHADE_OK;
}

static bool has_null(const struct vector *v, size_t n)
{
	if (v->form == VECTOR_FLAT && !v->validity)
		return false;
	for (size_t i = 0; i < n; i++)
		if (vector_is_null(v, i))
			return true;
	return false;
}

static shade_status check_length(struct dml_write *w, const struct source_col *c,
				 const struct vector *v, size_t n)
{
	const struct vector *data = v->form == VECTOR_DICT ? v->dict : v;
	const struct strv *s = data->data;

	for (size_t i = 0; i < n; i++) {
		size_t at = vector_index(v, i), count;
		struct str text;

		if (s[at].n <= c->type->length || vector_is_null(v, i))
			continue;
		text = strv_str(&s[at]);
		count = utf8_count(text.p, text.n);
		if (count <= c->type->length)
			continue;
		return shade_fail(
			&w->run->cx, SHADE_E_CAST, NO_SPAN,
			"\"%.*s\" has %zu characters, column \"%.*s\" takes %u",
			(int)(text.n < 80 ? text.n : 80), text.p, count,
			STR_ARG(c->name), (unsigned)c->type->length);
	}
	return SHADE_OK;
}

shade_status dml_check_rows(struct dml_write *w, const struct vector *cols, size_t n)
{
	const struct object *t = w->target;

	for (size_t i = 0; n > 0 && i < t->n_cols; i++) {
		if (t->cols[i].not_null && has_null(&cols[i], n))
			return shade_fail(
				&w->run->cx, SHADE_E_NULL_VALUE, NO_SPAN,
				"column \"%.*s\" of \"%.*s\" must not be NULL",
				STR_ARG(t->cols[i].name), STR_ARG(t->path.name));
		if (is_limited(t->cols[i].type))
			TRY(check_length(w, &t->cols[i], &cols[i], n));
	}
	return SHADE_OK;
}

shade_status dml_end(struct dml_write *w, shade_status rc)
{
	const struct table_class *cls = w->target->table->cls;

	if (!rc)
		rc = cls->finish(&w->run->cx, w->writer);
	else if (w->writer)
		cls->discard(&w->run->cx, w->writer);
	w->writer = NULL;
	if (!rc && w->n_changes > 0 && !w->only_removes)
		rc = constraints_check(w->run, w->target,
				       w->rewrites ? 0 : w->first_new);
	if (!rc)
		w->run->changes = w->n_changes;
	return rc;
}

shade_status dml_densify(struct run *r, struct dml_dense *d, const struct batch *b,
			 size_t first, struct batch *out)
{
	struct arena *a = r->cx.arena;
	size_t n = batch_rows(b);

	if (!d->cols) {
		d->n_cols = b->n_cols - first;
		d->cols = arena_array(a, struct vector *, d->n_cols);
		d->view = arena_array(a, struct vector, d->n_cols);
		for (size_t i = 0; i < d->n_cols; i++)
			d->cols[i] = vector_new(a, b->cols[first + i].type,
						SHADE_BATCH_ROWS);
	}
	for (size_t i = 0; i < d->n_cols; i++) {
		vector_gather(a, d->cols[i], &b->cols[first + i], b->sel, n);
		d->view[i] = *d->cols[i];
	}
	*out = (struct batch){
		.n = n, .n_cols = d->n_cols, .cols = d->view, .seq = b->seq
	};
	return cx_check_arena(&r->cx);
}

void dml_hold_source(struct run *r, struct source *src)
{
	struct bind_env *env = &r->env;

	if (env->n_sources == env->cap_sources) {
		size_t cap = env->cap_sources ? env->cap_sources * 2 : 8;

		env->sources = arena_realloc(r->cx.arena, env->sources,
					     env->n_sources * sizeof(*env->sources),
					     cap * sizeof(*env->sources));
		env->cap_sources = cap;
	}
	env->sources[env->n_sources++] = src;
}
