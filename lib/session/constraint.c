/*
 * constraint.c - constraints as tables define and show them.
 */
#include "session/constraint.h"

#include "parse/parse.h"

static void add_columns(struct sbuf *b, const struct object *o,
			const struct constraint_def *c)
{
	sbuf_add(b, STR(" ("));
	for (size_t i = 0; i < c->n_cols; i++) {
		sbuf_add(b, i ? STR(", ") : STR(""));
		sbuf_add(b, name_text(b->arena, o->cols[c->cols[i]].name));
	}
	sbuf_addc(b, ')');
}

struct str constraint_text(struct arena *a, const struct object *o,
			   const struct constraint_def *c)
{
	struct sbuf b = { .arena = a };

	switch (c->kind) {
	case CONSTRAINT_CHECK: sbuf_addf(&b, "CHECK (%.*s)", STR_ARG(c->text)); break;
	case CONSTRAINT_PRIMARY_KEY: sbuf_add(&b, STR("PRIMARY KEY")); break;
	case CONSTRAINT_UNIQUE: sbuf_add(&b, STR("UNIQUE")); break;
	case CONSTRAINT_INDEX: sbuf_add(&b, STR("INDEX")); break;
	}
	if (c->kind != CONSTRAINT_CHECK)
		add_columns(&b, o, c);
	if (c->not_enforced)
		sbuf_add(&b, STR(" NOT ENFORCED"));
	return sbuf_str(&b);
}

/* --- names ---------------------------------------------------------------- */

/* t_pkey, t_a_b_key, t_check: as PostgreSQL calls them. */
static struct str made_name(struct run *r, const struct object *o,
			    const struct constraint_def *c)
{
	struct sbuf b = { .arena = r->cx.arena };
	struct str base, name;

	sbuf_add(&b, o->path.name);
	for (size_t i = 0; c->kind != CONSTRAINT_PRIMARY_KEY && i < c->n_cols; i++)
		sbuf_addf(&b, "_%.*s", STR_ARG(o->cols[c->cols[i]].name));
	sbuf_add(&b, c->kind == CONSTRAINT_PRIMARY_KEY ? STR("_pkey")
		     : c->kind == CONSTRAINT_CHECK     ? STR("_check")
		     : c->kind == CONSTRAINT_INDEX     ? STR("_idx")
						       : STR("_key"));
	base = name = sbuf_str(&b);
	for (unsigned i = 1; object_find_constraint(o, name); i++)
		name = str_fmt(r->cx.arena, "%.*s%u", STR_ARG(base), i);
	return name;
}

static shade_status put(struct run *r, struct object *o, struct constraint_def *c,
			struct span span)
{
	if (c->name.n == 0)
		c->name = made_name(r, o, c);
	else if (object_find_constraint(o, c->name))
		return shade_fail(&r->cx, SHADE_E_TABLE_EXISTS, span,
				  "table \"%.*s\" already has a constraint or index "
				  "\"%.*s\"",
				  STR_ARG(o->path.name), STR_ARG(c->name));
	object_add_constraint(o, c);
	return SHADE_OK;
}

/* --- keys ----------------------------------------------------------------- */

static shade_status key_column(struct run *r, const struct object *o,
			       const struct ast *ident, struct constraint_def *c)
{
	struct str name = ((const struct ast_ident *)ident)->name;
	int col = object_find_col(o, name);

	if (col < 0)
		return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND, ident->span,
				  "the constraint names column \"%.*s\", which the "
				  "table does not have",
				  STR_ARG(name));
	for (size_t i = 0; i < c->n_cols; i++)
		if (c->cols[i] == (size_t)col)
			return shade_fail(&r->cx, SHADE_E_DUPLICATE_COLUMN, ident->span,
					  "column \"%.*s\" is listed twice",
					  STR_ARG(name));
	c->cols[c->n_cols++] = (size_t)col;
	return SHADE_OK;
}

static shade_status one_primary_key(struct run *r, const struct object *o,
				    struct span span)
{
	for (size_t i = 0; i < o->n_constraints; i++)
		if (o->constraints[i].kind == CONSTRAINT_PRIMARY_KEY)
			return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, span,
					  "table \"%.*s\" already has a primary key",
					  STR_ARG(o->path.name));
	return SHADE_OK;
}

shade_status constraint_add_key(struct run *r, struct object *o, struct str name,
				enum constraint_kind kind, bool is_index,
				const struct ast_list *columns, bool not_enforced)
{
	struct constraint_def c = { .name = name,
				    .kind = kind,
				    .is_index = is_index,
				    .not_enforced = not_enforced };
	struct span span = columns->v[0]->span;

	c.cols = arena_array(r->cx.arena, size_t, columns->n);
	for (size_t i = 0; i < columns->n; i++)
		TRY(key_column(r, o, columns->v[i], &c));
	if (kind == CONSTRAINT_PRIMARY_KEY) {
		TRY(one_primary_key(r, o, span));
		for (size_t i = 0; i < c.n_cols; i++)
			o->cols[c.cols[i]].not_null = true;
	}
	return put(r, o, &c, span);
}

/* --- CHECK ---------------------------------------------------------------- */

/* The condition must make sense over the table's columns: it is bound as the
 * WHERE of a query over one row of them. */
static shade_status check_condition(struct run *r, const struct object *o,
				    const struct ast *condition)
{
	struct arena *a = r->cx.arena;
	struct sbuf b = { .arena = a };
	struct ast *query;
	struct plan *plan;

	sbuf_add(&b, STR("SELECT 1 FROM (SELECT "));
	for (size_t i = 0; i < o->n_cols; i++)
		sbuf_addf(&b, "%sCAST(NULL AS %.*s) AS %.*s", i ? ", " : "",
			  STR_ARG(type_name(a, o->cols[i].type)),
			  STR_ARG(name_text(a, o->cols[i].name)));
	sbuf_addf(&b, ") AS %.*s WHERE 1 = 1", STR_ARG(name_text(a, o->path.name)));
	TRY(sql_parse_query(&r->cx, sbuf_str(&b), &query));
	AST_CAST(select, AST_CAST(query, query)->body)->where = ast_copy(a, condition);
	return bind_query(&r->cx, &r->env, query, &plan);
}

static shade_status add_check(struct run *r, struct object *o, struct str name,
			      const struct ast *condition, bool not_enforced)
{
	struct constraint_def c = { .name = name,
				    .kind = CONSTRAINT_CHECK,
				    .not_enforced = not_enforced };

	TRY(check_condition(r, o, condition));
	c.text = ast_to_sql(r->cx.arena, condition);
	return put(r, o, &c, condition->span);
}

/* --- definitions ---------------------------------------------------------- */

static shade_status refuse_foreign_key(struct run *r, bool not_enforced,
				       struct span span)
{
	shade_status rc;

	if (not_enforced)
		return SHADE_OK;
	rc = shade_fail(&r->cx, SHADE_E_UNSUPPORTED, span,
			"not supported yet: checking a FOREIGN KEY");
	shade_hint(&r->cx, "NOT ENFORCED behind it says that nobody checks");
	return rc;
}

shade_status constraints_of_column(struct run *r, struct object *o,
				   const struct ast_column_def *def)
{
	struct ast *one[1] = { def->name };
	struct ast_list columns = { one, 1 };
	bool off = def->not_enforced;

	if (def->primary_key)
		TRY(constraint_add_key(r, o, STR_NONE, CONSTRAINT_PRIMARY_KEY, false,
				       &columns, off));
	if (def->unique)
		TRY(constraint_add_key(r, o, STR_NONE, CONSTRAINT_UNIQUE, false,
				       &columns, off));
	if (def->check)
		TRY(add_check(r, o, STR_NONE, def->check, off));
	if (def->references)
		TRY(refuse_foreign_key(r, off, def->references->span));
	return SHADE_OK;
}

shade_status constraint_of_element(struct run *r, struct object *o,
				   const struct ast_constraint *con)
{
	struct str name = con->name ? AST_CAST(ident, con->name)->name : STR_NONE;

	switch (con->type) {
	case AST_CONSTRAINT_KIND_PRIMARY_KEY:
		return constraint_add_key(r, o, name, CONSTRAINT_PRIMARY_KEY, false,
					  &con->columns, con->not_enforced);
	case AST_CONSTRAINT_KIND_UNIQUE:
		return constraint_add_key(r, o, name, CONSTRAINT_UNIQUE, false,
					  &con->columns, con->not_enforced);
	case AST_CONSTRAINT_KIND_CHECK:
		return add_check(r, o, name, con->condition, con->not_enforced);
	case AST_CONSTRAINT_KIND_FOREIGN_KEY:
		return refuse_foreign_key(r, con->not_enforced, con->span);
	case AST_N_CONSTRAINT_KIND: break;
	}
	return SHADE_OK;
}

/* --- columns that change -------------------------------------------------- */

struct mention {
	struct str was, name; /* name empty: only look */
	bool found;
};

static bool visit_column(struct ast **child, void *arg)
{
	struct mention *m = arg;
	struct ast_column *c;
	struct ast_ident *last;

	if ((*child)->kind != AST_COLUMN)
		return ast_walk_children(*child, visit_column, arg);
	c = AST_CAST(column, *child);
	last = AST_CAST(ident, c->parts.v[c->parts.n - 1]);
	if (str_eq_nocase(last->name, m->was)) {
		m->found = true;
		if (m->name.n > 0)
			last->name = m->name;
	}
	return true;
}

static shade_status mention_of(struct run *r, struct constraint_def *c,
			       struct mention *m, struct ast **condition)
{
	TRY(sql_parse_expr(&r->cx, c->text, condition));
	(void)visit_column(condition, m);
	return SHADE_OK;
}

shade_status constraints_drop_column(struct run *r, struct object *o, size_t col,
				     struct span span)
{
	for (size_t i = 0; i < o->n_constraints; i++) {
		struct constraint_def *c = &o->constraints[i];
		struct mention m = { .was = o->cols[col].name };
		struct ast *condition;

		if (c->kind == CONSTRAINT_CHECK)
			TRY(mention_of(r, c, &m, &condition));
		for (size_t k = 0; k < c->n_cols; k++)
			m.found |= c->cols[k] == col;
		if (m.found)
			return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, span,
					  "column \"%.*s\" is used by %s \"%.*s\"",
					  STR_ARG(o->cols[col].name),
					  c->is_index ? "index" : "constraint",
					  STR_ARG(c->name));
	}
	for (size_t i = 0; i < o->n_constraints; i++)
		for (size_t k = 0; k < o->constraints[i].n_cols; k++)
			o->constraints[i].cols[k] -= o->constraints[i].cols[k] > col;
	return SHADE_OK;
}

void constraints_insert_column(struct object *o, size_t at)
{
	for (size_t i = 0; i < o->n_constraints; i++)
		for (size_t k = 0; k < o->constraints[i].n_cols; k++)
			o->constraints[i].cols[k] += o->constraints[i].cols[k] >= at;
}

shade_status constraints_rename_column(struct run *r, struct object *o, struct str was,
				       struct str name)
{
	for (size_t i = 0; i < o->n_constraints; i++) {
		struct constraint_def *c = &o->constraints[i];
		struct mention m = { .was = was, .name = name };
		struct ast *condition;

		if (c->kind != CONSTRAINT_CHECK)
			continue;
		TRY(mention_of(r, c, &m, &condition));
		if (m.found)
			c->text = str_dup(o->arena, ast_to_sql(r->cx.arena, condition));
	}
	return SHADE_OK;
}
