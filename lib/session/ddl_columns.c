/*
 * ddl_columns.c - the columns of a new table or view.
 */
#include "session/constraint.h"

shade_status ddl_check_duplicates(struct run *r, const struct object *o,
				  struct span span)
{
	struct name_map seen = { .arena = r->cx.arena };

	for (size_t i = 0; i < o->n_cols; i++) {
		struct str name = o->cols[i].name;

		if (name_map_get(&seen, name)) {
			shade_status rc = shade_fail(
				&r->cx, SHADE_E_DUPLICATE_COLUMN, span,
				"column \"%.*s\" appears twice in \"%.*s\"",
				STR_ARG(name), STR_ARG(o->path.name));

			if (object_is_view(o))
				shade_hint(&r->cx, "name one of them with AS, or give "
						   "the view a column list");
			return rc;
		}
		name_map_put(&seen, name, r);
	}
	return SHADE_OK;
}

shade_status ddl_columns_of_plan(struct run *r, struct object *o, const struct plan *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_cols; i++)
		n += !p->cols[i].hidden;
	object_set_cols(o, n);
	n = 0;
	for (size_t i = 0; i < p->n_cols; i++) {
		const struct column *c = &p->cols[i];
		const struct type *t = c->type;

		if (c->hidden)
			continue;
		if (t->id == TYPE_NULL && !object_is_view(o))
			t = type_of(TYPE_VARCHAR);
		o->cols[n].name = str_dup(o->arena, c->name);
		o->cols[n++].type = type_dup(o->arena, t);
	}
	return ddl_check_duplicates(r, o, p->span);
}

static shade_status refuse_column(struct run *r, const struct ast_column_def *def)
{
	const char *what = def->computed   ? "computed columns"
			   : def->identity ? "identity columns"
			   : def->metadata ? "METADATA columns"
			   : def->mask     ? "column masks"
					   : NULL;

	if (!what)
		return SHADE_OK;
	return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, def->name->span,
			  "not supported yet: %s", what);
}

/* A literal, or a sign before one. */
static bool is_literal(const struct ast *e)
{
	if (e->kind == AST_UNARY)
		e = ((const struct ast_unary *)e)->arg;
	return e->kind == AST_LITERAL;
}

struct str ddl_value_text(struct arena *a, const struct value *v)
{
	struct sbuf b = { .arena = a };

	if (v->type->id != TYPE_BINARY)
		return str_dup(a, value_text(a, v));
	for (size_t i = 0; i < v->s.n; i++)
		sbuf_addf(&b, "\\x%02X", (unsigned)(unsigned char)v->s.p[i]);
	return b.n ? sbuf_str(&b) : STR("");
}

shade_status ddl_set_default(struct run *r, struct object *o, size_t i,
			     const struct ast *ast, const struct expr *bound)
{
	struct column_def *def = &o->defs[i];
	struct value v;

	def->dflt = str_dup(o->arena, ast_to_sql(r->cx.arena, ast));
	def->dflt_is_literal = false;
	if (!is_literal(ast))
		return SHADE_OK;
	TRY(expr_fold(&r->cx, bound, &v));
	if (v.is_null) {
		def->dflt = STR_NONE;
		return SHADE_OK;
	}
	def->dflt_is_literal = true;
	def->dflt_value = ddl_value_text(o->arena, &v);
	return SHADE_OK;
}

shade_status ddl_column(struct run *r, struct object *o, size_t i,
			const struct ast_column_def *def)
{
	struct source_col *c = &o->cols[i];
	const struct type *type;

	TRY(refuse_column(r, def));
	if (!def->type)
		return shade_fail(&r->cx, SHADE_E_TYPE_NOT_FOUND, def->name->span,
				  "column \"%.*s\" needs a type",
				  STR_ARG(AST_CAST(ident, def->name)->name));
	TRY(bind_type(&r->cx, def->type, &type));
	c->name = str_dup(o->arena, AST_CAST(ident, def->name)->name);
	c->type = type_dup(o->arena, type);
	c->not_null = def->not_null || def->primary_key;
	c->comment = str_dup(o->arena, def->comment);
	if (def->default_expr) {
		struct expr *e;

		TRY(bind_expr(&r->cx, &r->env, ast_copy(r->cx.arena, def->default_expr),
			      NULL, STR_NONE, &e));
		TRY(dml_assign(r, o, i, e, &e));
		TRY(ddl_set_default(r, o, i, def->default_expr, e));
	}
	return SHADE_OK;
}

shade_status ddl_columns_of_defs(struct run *r, struct object *o,
				 const struct ast_list *elements)
{
	size_t n = 0;

	for (size_t i = 0; i < elements->n; i++)
		n += elements->v[i]->kind == AST_COLUMN_DEF;
	object_set_cols(o, n);
	n = 0;
	for (size_t i = 0; i < elements->n; i++)
		if (elements->v[i]->kind == AST_COLUMN_DEF)
			TRY(ddl_column(r, o, n++,
				       AST_CAST(column_def, elements->v[i])));
	TRY(ddl_check_duplicates(r, o, r->stmt->span));
	for (size_t i = 0; i < elements->n; i++) {
		struct ast *e = elements->v[i];

		if (e->kind == AST_COLUMN_DEF)
			TRY(constraints_of_column(r, o, AST_CAST(column_def, e)));
		else if (e->kind == AST_CONSTRAINT)
			TRY(constraint_of_element(r, o, AST_CAST(constraint, e)));
		else if (e->kind == AST_WATERMARK)
			return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, e->span,
					  "not supported yet: WATERMARK");
	}
	return SHADE_OK;
}
