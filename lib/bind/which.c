/*
 * which.c - which('name'): what a name means, and what it hides.
 *
 * One row an object that the name could mean, the one it means first.
 */
#include "bind/bind_internal.h"

#include "parse/parse.h"

#define N_COLS 5

static const char *const names[N_COLS] = { "object", "kind", "temporary", "is_meant",
					   "query" };
static const enum type_id types[N_COLS] = { TYPE_VARCHAR, TYPE_VARCHAR, TYPE_BOOLEAN,
					    TYPE_BOOLEAN, TYPE_VARCHAR };

struct which {
	struct bind *b;
	struct value cells[2 * N_COLS];
	size_t n;
};

static void add_object(struct which *w, const struct object *o)
{
	struct arena *a = w->b->a;
	struct value row[N_COLS] = {
		value_str(path_text(a, &o->path)),
		value_str(str_from(object_kind_words(o))),
		value_bool(o->temporary),
		value_bool(w->n == 0),
		o->sql.n > 0 ? value_str(str_dup(a, o->sql))
			     : value_null(type_of(TYPE_VARCHAR)),
	};

	copy_bytes(&w->cells[w->n++ * N_COLS], row, sizeof(row));
}

static shade_status add_found(struct which *w, const struct path *path,
			      enum lookup which)
{
	struct object *o;

	TRY(catalog_find(w->b->cx, w->b->env->catalog, path, which, &o));
	if (o)
		add_object(w, o);
	object_unref(o);
	return SHADE_OK;
}

shade_status bind_listing(struct bind *b, struct str name, size_t n_cols,
			  const char *const *col_names, const enum type_id *col_types,
			  size_t n_rows, const struct value *cells, struct span span,
			  struct input *out)
{
	struct plan *p = plan_new(b->a, PLAN_VALUES, 0, span);

	p->n_cols = n_cols;
	p->cols = arena_array(b->a, struct column, n_cols);
	p->values.n_rows = n_rows;
	p->values.exprs = arena_array(b->a, struct expr *, n_rows * n_cols + 1);
	for (size_t i = 0; i < n_cols; i++)
		p->cols[i] = (struct column){ .id = plan_next_id(&b->env->ids),
					      .name = str_from(col_names[i]),
					      .type = type_of(col_types[i]) };
	for (size_t i = 0; i < n_rows * n_cols; i++)
		p->values.exprs[i] = expr_const(b->a, cells[i], span);
	out->plan = p;
	scope_add(b, &out->scope, rel_of_plan(b, name, p));
	return SHADE_OK;
}

shade_status bind_path_arg(struct bind *b, struct ast_func *f, struct str func,
			   struct path *out)
{
	struct ectx c = { .b = b, .clause = "an argument of a table function" };
	struct value arg;
	struct ast *path;
	struct ast_path *p;
	struct str parts[3];

	if (f->args.n != 1)
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, f->span,
				  "%.*s() takes one name, %zu arguments are given",
				  STR_ARG(func), f->args.n);
	TRY(bind_const(&c, f->args.v[0], &arg));
	if (arg.is_null || type_family(arg.type) != FAMILY_STRING)
		return shade_fail(b->cx, SHADE_E_TYPE, f->args.v[0]->span,
				  "%.*s() takes a name as text", STR_ARG(func));
	TRY(sql_parse_path(b->cx, arg.s, &path));
	p = AST_CAST(path, path);
	if (p->parts.n > 3)
		return shade_fail(b->cx, SHADE_E_SYNTAX, f->span,
				  "a name has at most three parts");
	for (size_t i = 0; i < p->parts.n; i++)
		parts[i] = ident_name(p->parts.v[i]);
	return catalog_qualify(b->cx, b->env->catalog, parts, p->parts.n, f->span, out);
}

shade_status bind_which(struct bind *b, struct ast_func *f, struct input *out)
{
	struct which w = { .b = b };
	struct path full;

	TRY(bind_path_arg(b, f, STR("which"), &full));
	TRY(add_found(&w, &full, LOOKUP_TEMPORARY));
	if (!str_eq_nocase(full.database, STR("session")))
		TRY(add_found(&w, &full, LOOKUP_PERMANENT));
	return bind_listing(b, STR("which"), N_COLS, names, types, w.n, w.cells,
			    f->span, out);
}
