/*
 * stmt_table.c - CREATE TABLE: columns, AS query, LIKE, over files.
 */
#include "catalog/connected_table.h"
#include "session/constraint.h"

static shade_status refuse_clauses(struct run *r, const struct ast_create_table *ct)
{
	const struct ast_table_clauses *cl = ct->clauses ? AST_CAST(table_clauses,
								    ct->clauses)
							 : NULL;
	const char *what = ct->replace_only                     ? "REPLACE TABLE"
			   : cl && cl->distribution             ? "DISTRIBUTED BY"
			   : cl && cl->row_filter               ? "WITH ROW FILTER"
			   : cl && cl->location.n && !cl->using ? "LOCATION"
			   : cl && cl->schedule                 ? "SCHEDULE"
								: NULL;

	if (what)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, ct->name->span,
				  "not supported yet: CREATE TABLE .. %s", what);
	if (ct->or_replace && ct->if_not_exists)
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, ct->name->span,
				  "OR REPLACE and IF NOT EXISTS exclude each other");
	return SHADE_OK;
}

/* WITH ('connector' = ..) or USING csv OPTIONS (..): rows stay in files. */
static bool is_connected(const struct ast_create_table *ct)
{
	const struct ast_table_clauses *cl;

	if (!ct->clauses)
		return false;
	cl = AST_CAST(table_clauses, ct->clauses);
	return cl->options.n > 0 ||
	       (cl->using && (cl->using_options.n > 0 || cl->location.n > 0));
}

static void add_option(struct object *o, struct str key, struct str value)
{
	struct property *p = arena_array(o->arena, struct property, o->n_options + 1);

	if (o->n_options > 0)
		memcpy(p, o->options, o->n_options * sizeof(*p));
	p[o->n_options] = (struct property){ .key = str_dup(o->arena, key),
					     .value = str_dup(o->arena, value) };
	o->options = p;
	o->n_options++;
}

static void set_options(struct run *r, struct object *o,
			const struct ast_create_table *ct)
{
	const struct ast_table_clauses *cl = AST_CAST(table_clauses, ct->clauses);
	const struct ast_list *lists[] = { &cl->options, &cl->using_options };

	if (cl->using) {
		add_option(o, STR("connector"), STR("filesystem"));
		add_option(o, STR("format"), AST_CAST(ident, cl->using)->name);
	}
	if (cl->location.n)
		add_option(o, STR("path"), cl->location);
	for (size_t k = 0; k < ARRAY_LEN(lists); k++)
		for (size_t i = 0; i < lists[k]->n; i++) {
			const struct ast_option *opt = AST_CAST(option, lists[k]->v[i]);

			add_option(o, opt->key, ddl_option_text(r, opt->value));
		}
}

/* Columns, types, defaults and comments of another table or view; rows are not
 * copied. */
static shade_status columns_like(struct run *r, struct object *o,
				 const struct ast_create_table *ct)
{
	struct object *from;

	TRY(ddl_resolve(r, ct->like, &from));
	object_set_cols(o, from->n_cols);
	for (size_t i = 0; i < from->n_cols; i++) {
		o->cols[i] = from->cols[i];
		o->cols[i].name = str_dup(o->arena, from->cols[i].name);
		o->cols[i].type = type_dup(o->arena, from->cols[i].type);
		o->cols[i].comment = str_dup(o->arena, from->cols[i].comment);
		if (from->defs)
			o->defs[i].dflt = str_dup(o->arena, from->defs[i].dflt);
	}
	for (size_t i = 0; i < from->n_constraints; i++)
		if (!from->constraints[i].is_index)
			object_add_constraint(o, &from->constraints[i]);
	return SHADE_OK;
}

/* Names without types before AS: they rename the query's columns. */
static shade_status rename_columns(struct run *r, struct object *o,
				   const struct ast_create_table *ct)
{
	if (ct->elements.n != o->n_cols)
		return shade_fail(
			&r->cx, SHADE_E_COLUMN_COUNT, ct->name->span,
			"the column list of \"%.*s\" has %zu names, its query "
			"returns %zu columns",
			STR_ARG(ddl_typed(r, ct->name)), ct->elements.n, o->n_cols);
	for (size_t i = 0; i < o->n_cols; i++) {
		struct ast_column_def *def = AST_CAST(column_def, ct->elements.v[i]);

		o->cols[i].name = str_dup(o->arena, AST_CAST(ident, def->name)->name);
		o->cols[i].comment = str_dup(o->arena, def->comment);
		o->cols[i].not_null = def->not_null;
	}
	return ddl_check_duplicates(r, o, ct->name->span);
}

static bool has_types(const struct ast_create_table *ct)
{
	for (size_t i = 0; i < ct->elements.n; i++)
		if (ct->elements.v[i]->kind != AST_COLUMN_DEF ||
		    AST_CAST(column_def, ct->elements.v[i])->type)
			return true;
	return false;
}

static shade_status make_columns(struct run *r, struct object *o,
				 const struct ast_create_table *ct, struct plan **plan)
{
	*plan = NULL;
	if (ct->query) {
		TRY(bind_query(&r->cx, &r->env, ct->query, plan));
		TRY(ddl_columns_of_plan(r, o, *plan));
		if (ct->elements.n == 0)
			return SHADE_OK;
		if (!has_types(ct))
			return rename_columns(r, o, ct);
	}
	if (ct->like)
		return columns_like(r, o, ct);
	TRY(ddl_columns_of_defs(r, o, &ct->elements));
	if (ct->query && o->n_constraints > 0)
		return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, ct->name->span,
				  "not supported yet: constraints in CREATE TABLE .. "
				  "AS query; ALTER TABLE .. ADD CONSTRAINT adds them");
	if (o->n_cols == 0 && !is_connected(ct))
		return shade_fail(&r->cx, SHADE_E_INVALID_CLAUSE, ct->name->span,
				  "table \"%.*s\" needs at least one column",
				  STR_ARG(ddl_typed(r, ct->name)));
	return SHADE_OK;
}

/* Rows are not kept apart by them, but INSERT .. PARTITION and SHOW PARTITIONS
 * go by these columns. */
static shade_status set_partitions(struct run *r, struct object *o,
				   const struct ast_list *columns)
{
	struct sbuf names = { .arena = o->arena };

	for (size_t i = 0; i < columns->n; i++) {
		struct ast *e = columns->v[i];
		struct str name;

		if (!ast_is(e, AST_COLUMN) || AST_CAST(column, e)->parts.n != 1)
			return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, e->span,
					  "not supported yet: PARTITIONED BY "
					  "something else than columns of the table");
		name = AST_CAST(ident, AST_CAST(column, e)->parts.v[0])->name;
		if (object_find_col(o, name) < 0)
			return shade_fail(&r->cx, SHADE_E_COLUMN_NOT_FOUND, e->span,
					  "table \"%.*s\" has no column \"%.*s\"",
					  STR_ARG(o->path.name), STR_ARG(name));
		sbuf_addf(&names, "%s%.*s", i ? "," : "", STR_ARG(name));
	}
	object_add_property(o, STR(PARTITION_PROPERTY), sbuf_str(&names));
	return SHADE_OK;
}

/* Rows in files are written by others, too. */
static shade_status refuse_enforced(struct run *r, const struct object *o,
				    struct span span)
{
	for (size_t i = 0; i < o->n_constraints; i++) {
		shade_status rc;

		if (o->constraints[i].not_enforced)
			continue;
		rc = shade_fail(
			&r->cx, SHADE_E_UNSUPPORTED, span,
			"not supported yet: checking %.*s of rows in files",
			STR_ARG(constraint_text(r->cx.arena, o, &o->constraints[i])));
		shade_hint(&r->cx, "NOT ENFORCED behind it says that nobody checks");
		return rc;
	}
	return SHADE_OK;
}

static shade_status fill_table(struct run *r, struct object *o,
			       const struct ast_create_table *ct, struct plan **plan)
{
	const struct ast_table_clauses *cl = ct->clauses ? AST_CAST(table_clauses,
								    ct->clauses)
							 : NULL;

	TRY(make_columns(r, o, ct, plan));
	o->created_at = str_dup(o->arena, r->session->origin);
	if (cl) {
		o->comment = str_dup(o->arena, cl->comment);
		ddl_set_properties(r, o, &cl->properties);
		if (cl->partitioned_by.n)
			TRY(set_partitions(r, o, &cl->partitioned_by));
	}
	if (is_connected(ct)) {
		if (*plan)
			return shade_fail(&r->cx, SHADE_E_UNSUPPORTED, ct->name->span,
					  "not supported yet: CREATE TABLE over files "
					  "AS query");
		TRY(refuse_enforced(r, o, ct->name->span));
		set_options(r, o, ct);
		TRY(connected_table_new(&r->cx, o, ct->name->span));
		return connected_table_probe(&r->cx, o, ct->name->span);
	}
	return catalog_new_table(&r->cx, r->session->catalog, o, ct->name->span);
}

shade_status stmt_create_table(struct run *r, struct ast *stmt)
{
	struct ast_create_table *ct = AST_CAST(create_table, stmt);
	struct ddl_new what = {
		.name = ct->name,
		.temporary = ct->temporary,
		.or_replace = ct->or_replace,
		.if_not_exists = ct->if_not_exists,
		.kind = OBJECT_TABLE,
	};
	struct ddl_slot slot;
	struct plan *plan;
	struct object *o;
	shade_status rc;

	TRY(refuse_clauses(r, ct));
	TRY(ddl_claim(r, &what, &slot));
	if (slot.skip)
		return SHADE_OK;
	o = object_new(r->cx.budget, OBJECT_TABLE, &slot.path, ct->temporary);
	if (!o)
		return cx_nomem(&r->cx);
	rc = fill_table(r, o, ct, &plan);
	if (!rc && plan && !ct->with_no_data)
		rc = dml_fill(r, o, plan, false);
	if (rc) {
		object_unref(o);
		return rc;
	}
	object_ref(o);
	rc = catalog_put_take(&r->cx, r->session->catalog, o, ct->name->span);
	if (!rc)
		ddl_note_shadow(r, &slot, o);
	object_unref(o);
	return rc;
}
