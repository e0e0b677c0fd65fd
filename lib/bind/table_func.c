/*
 * table_func.c - table functions: readers, series, UNNEST and its kin.
 */
#include "bind/bind_internal.h"

#include "source/registry.h"

/* --- UNNEST -------------------------------------------------------------- */

struct unnest_form {
	const char *name;
	bool outer; /* keep rows without elements */
	bool position; /* a zero-based position comes first */
	bool fields; /* elements that are rows become columns */
	/* makes the array of rows, if the arguments are none */
	shade_status (*rows)(struct ectx *c, struct ast_func *f, struct expr **out);
};

static shade_status stack_rows(struct ectx *c, struct ast_func *f, struct expr **out);
static shade_status tuple_row(struct ectx *c, struct ast_func *f, struct expr **out);

static const struct unnest_form unnest_forms[] = {
	{ "unnest", false, false, true },
	{ "explode", false, false, false },
	{ "explode_outer", true, false, false },
	{ "posexplode", false, true, false },
	{ "posexplode_outer", true, true, false },
	{ "inline", false, false, true },
	{ "inline_outer", true, false, true },
	{ "flatten", false, false, false },
	{ "stack", false, false, true, stack_rows },
	{ "json_tuple", false, false, true, tuple_row },
};

static const struct unnest_form *unnest_form(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(unnest_forms); i++)
		if (str_eq_nocase(name, str_from(unnest_forms[i].name)))
			return &unnest_forms[i];
	return NULL;
}

struct unnest {
	struct bind *b;
	struct plan *child;
	size_t n_exprs;
	struct expr **exprs;
	bool outer, ordinality, position, fields;
	struct span span;
	struct str column; /* name of an element's column */
};

static void unnest_column(struct unnest *u, struct plan *p, struct str name,
			  const struct type *type)
{
	p->cols[p->n_cols++] = (struct column){ .id = plan_next_id(&u->b->env->ids),
						.name = name,
						.type = type };
}

static shade_status unnest_node(struct unnest *u, struct plan **out)
{
	struct bind *b = u->b;
	struct plan *p = plan_new(b->a, PLAN_UNNEST, 1, u->span);
	size_t n = u->child->n_cols;

	p->children[0] = u->child;
	p->cols = arena_array(b->a, struct column, n + 2 * u->n_exprs + 1);
	copy_bytes(p->cols, u->child->cols, n * sizeof(*p->cols));
	p->n_cols = n;
	for (size_t i = 0; i < u->n_exprs; i++) {
		const struct type *t = u->exprs[i]->type;

		if (t->id == TYPE_MAP) {
			unnest_column(u, p, STR("key"), t->children[0]);
			unnest_column(u, p, STR("value"), t->children[1]);
		} else if (t->id == TYPE_ARRAY) {
			unnest_column(u, p, u->column, t->children[0]);
		} else {
			return shade_fail(
				b->cx, SHADE_E_TYPE, u->exprs[i]->span,
				"only arrays and maps can be unnested, not %.*s",
				STR_ARG(type_name(b->a, t)));
		}
	}
	p->unnest.exprs = u->exprs;
	p->unnest.n_exprs = u->n_exprs;
	p->unnest.outer = u->outer;
	p->unnest.with_ordinality = u->ordinality || u->position;
	if (p->unnest.with_ordinality)
		unnest_column(u, p, STR("ordinality"), type_of(TYPE_BIGINT));
	*out = p;
	return SHADE_OK;
}

/* Outputs: the child's columns, then what the function returns. */
struct unnest_out {
	struct bind *b;
	VEC(struct expr *) exprs;
	VEC(struct column) cols;
};

static void put(struct unnest_out *o, struct str name, struct expr *e)
{
	struct column col = plan_column(&o->b->env->ids, name, e);

	vec_push(o->b->a, &o->exprs, e);
	vec_push(o->b->a, &o->cols, col);
}

static shade_status put_fields(struct unnest_out *o, const struct column *c)
{
	struct bind *b = o->b;

	for (size_t i = 0; i < c->type->n_children; i++) {
		struct expr *e;

		TRY(bind_call2(b, ".", plan_col_expr(b->a, c),
			       expr_const(b->a, value_str(c->type->names[i]), NO_SPAN),
			       NO_SPAN, &e));
		put(o, c->type->names[i], e);
	}
	return SHADE_OK;
}

static shade_status put_position(struct unnest_out *o, const struct column *ordinality)
{
	struct bind *b = o->b;
	struct expr *e, *one = expr_const(b->a, value_int(TYPE_BIGINT, 1), NO_SPAN);

	TRY(bind_call2(b, "-", plan_col_expr(b->a, ordinality), one, NO_SPAN, &e));
	TRY(expr_cast(b->cx, e, type_of(TYPE_INT), false, &e));
	put(o, STR("pos"), e);
	return SHADE_OK;
}

static shade_status shape(struct unnest *u, struct plan *p, struct plan **plan,
			  struct rel **rel)
{
	struct bind *b = u->b;
	size_t n = u->child->n_cols,
	       end = p->n_cols - (p->unnest.with_ordinality ? 1 : 0);
	struct unnest_out o = { .b = b };
	bool plain = !u->position;

	for (size_t i = n; i < end; i++)
		plain = plain && !(u->fields && p->cols[i].type->id == TYPE_ROW);
	if (plain) {
		*plan = p;
	} else {
		for (size_t i = 0; i < n; i++) {
			vec_push(b->a, &o.exprs, plan_col_expr(b->a, &p->cols[i]));
			vec_push(b->a, &o.cols, p->cols[i]);
		}
		if (u->position)
			TRY(put_position(&o, &p->cols[end]));
		for (size_t i = n; i < end; i++) {
			if (u->fields && p->cols[i].type->id == TYPE_ROW)
				TRY(put_fields(&o, &p->cols[i]));
			else
				put(&o, p->cols[i].name,
				    plan_col_expr(b->a, &p->cols[i]));
		}
		if (u->ordinality)
			put(&o, STR("ordinality"), plan_col_expr(b->a, &p->cols[end]));
		*plan = plan_project(b->a, p, o.exprs.n, o.exprs.v, o.cols.v);
	}
	*rel = rel_new(b, STR_NONE, (*plan)->n_cols - n);
	for (size_t i = 0; i < (*rel)->n_cols; i++) {
		const struct column *c = &(*plan)->cols[n + i];

		(*rel)->cols[i] = (struct rel_col){ .name = c->name,
						    .id = c->id,
						    .type = c->type };
	}
	return SHADE_OK;
}

/* explode(collection => a): the one name that Spark gives it. */
static struct ast_list without_names(struct arena *a, const struct ast_list *args)
{
	struct ast_list out = { 0 };

	for (size_t i = 0; i < args->n; i++) {
		struct ast *e = args->v[i];
		bool named = e->kind == AST_NAMED_ARG &&
			     str_eq_nocase(ident_name(AST_CAST(named_arg, e)->name),
					   STR("collection"));

		ast_push(a, &out, named ? AST_CAST(named_arg, e)->value : e);
	}
	return out;
}

static shade_status bind_unnest(struct ectx *c, struct unnest *u, struct ast_func *f,
				const struct unnest_form *form, struct input *out)
{
	struct ast_list args = without_names(u->b->a, &f->args);
	struct expr *rows;
	struct plan *p;
	struct rel *rel;

	if (args.n == 0)
		return shade_fail(u->b->cx, SHADE_E_WRONG_ARG_COUNT, u->span,
				  "UNNEST needs an array or a map");
	if (form->rows) {
		TRY(form->rows(c, f, &rows));
		u->exprs = arena_dup(u->b->a, &rows, sizeof(struct expr *));
		u->n_exprs = 1;
	} else {
		TRY(bind_list(c, &args, &u->exprs));
		u->n_exprs = args.n;
	}
	TRY(unnest_node(u, &p));
	TRY(shape(u, p, &out->plan, &rel));
	scope_add(u->b, &out->scope, rel);
	return SHADE_OK;
}

/* --- stack, json_tuple ---------------------------------------------------- */

bool is_generator(struct str name)
{
	const struct unnest_form *form = unnest_form(name);

	return form && !str_eq_nocase(name, STR("unnest")) &&
	       !str_eq_nocase(name, STR("flatten"));
}

static struct expr *field_name(struct bind *b, const char *prefix, size_t i)
{
	return expr_const(b->a, value_str(str_fmt(b->a, "%s%zu", prefix, i)), NO_SPAN);
}

/* stack(n, v1, v2, ..): the values in n rows, the last one filled with NULLs. */
static shade_status stack_rows(struct ectx *c, struct ast_func *f, struct expr **out)
{
	struct bind *b = c->b;
	size_t n_values = f->args.n ? f->args.n - 1 : 0, width;
	struct ast_list rest = { f->args.v + 1, n_values };
	struct expr **v, **rows, **column;
	int64_t n;

	if (n_values == 0)
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, f->span,
				  "stack() takes a number of rows and their values");
	TRY(bind_const_int(c, f->args.v[0], "the number of rows", &n));
	if (n < 1 || (size_t)n > n_values)
		return shade_fail(b->cx, SHADE_E_RANGE, f->args.v[0]->span,
				  "stack() makes 1 to %zu rows of these values",
				  n_values);
	width = (n_values + (size_t)n - 1) / (size_t)n;
	rows = arena_array(b->a, struct expr *, (size_t)n);
	column = arena_array(b->a, struct expr *, (size_t)n);
	TRY(bind_list(c, &rest, &v));
	v = arena_dup(b->a, v, n_values * sizeof(*v));
	struct expr **all = arena_array(b->a, struct expr *, width * (size_t)n);

	for (size_t i = 0; i < width * (size_t)n; i++)
		all[i] = i < n_values ? v[i]
				      : bind_null(b, type_of(TYPE_NULL), f->span);
	for (size_t k = 0; k < width; k++) {
		for (size_t i = 0; i < (size_t)n; i++)
			column[i] = all[i * width + k];
		TRY(bind_unify(b, column, (size_t)n, "stack()"));
		for (size_t i = 0; i < (size_t)n; i++)
			all[i * width + k] = column[i];
	}
	for (size_t i = 0; i < (size_t)n; i++) {
		struct expr **args = arena_array(b->a, struct expr *, 2 * width);

		for (size_t k = 0; k < width; k++) {
			args[2 * k] = field_name(b, "col", k);
			args[2 * k + 1] = all[i * width + k];
		}
		TRY(expr_call(b->cx, STR("named_struct"), 2 * width, args, f->span,
			      &rows[i]));
	}
	return expr_call(b->cx, STR("array"), (size_t)n, rows, f->span, out);
}

/* json_tuple(j, 'a', 'b'): a row of top-level fields as text. */
static shade_status tuple_row(struct ectx *c, struct ast_func *f, struct expr **out)
{
	struct bind *b = c->b;
	size_t n = f->args.n ? f->args.n - 1 : 0;
	struct expr **v, **args = arena_array(b->a, struct expr *, 2 * n + 1), *row;

	if (n == 0)
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, f->span,
				  "json_tuple() takes a JSON text and names of fields");
	TRY(bind_list(c, &f->args, &v));
	for (size_t i = 0; i < n; i++) {
		struct expr *path,
			*head = expr_const(b->a, value_str(STR("$['")), f->span);
		struct expr *tail = expr_const(b->a, value_str(STR("']")), f->span);

		TRY(bind_call2(b, "||", head, v[i + 1], f->span, &path));
		TRY(bind_call2(b, "||", path, tail, f->span, &path));
		args[2 * i] = field_name(b, "c", i);
		TRY(bind_call2(b, "get_json_object", v[0], path, f->span,
			       &args[2 * i + 1]));
	}
	TRY(expr_call(b->cx, STR("named_struct"), 2 * n, args, f->span, &row));
	return expr_call(b->cx, STR("array"), 1, arena_dup(b->a, &row, sizeof(row)),
			 f->span, out);
}

/* --- readers and series -------------------------------------------------- */

static shade_status fold_arg(struct ectx *c, struct ast *e, struct value *out)
{
	/* a bare word is text: read_csv('x', delim => tab) */
	return bind_const(c, e, out);
}

/* name => value, and as DuckDB has it name = value. */
static bool option_of(struct ast *e, struct source_option *o, struct ast **value)
{
	struct ast_binary *eq;
	struct ast_column *left;

	o->span = e->span;
	if (e->kind == AST_NAMED_ARG) {
		o->name = ident_name(AST_CAST(named_arg, e)->name);
		*value = AST_CAST(named_arg, e)->value;
		return true;
	}
	if (e->kind != AST_BINARY)
		return false;
	eq = AST_CAST(binary, e);
	if (eq->op != AST_BINARY_OP_EQ || eq->left->kind != AST_COLUMN)
		return false;
	left = AST_CAST(column, eq->left);
	if (left->parts.n != 1)
		return false;
	o->name = ident_name(left->parts.v[0]);
	*value = eq->right;
	return true;
}

static shade_status bind_source_call(struct bind *b, struct ast_func *f,
				     struct str name, const struct source_function *fn,
				     struct input *out)
{
	struct ectx c = { .b = b, .clause = "an argument of a table function" };
	size_t n = f->args.n;
	struct value *args = arena_array(b->a, struct value, n + 1);
	struct span *spans = arena_array(b->a, struct span, n + 1);
	struct source_option *options = arena_array(b->a, struct source_option, n + 1);
	struct source_call call = { .name = name,
				    .span = f->span,
				    .args = args,
				    .arg_spans = spans,
				    .options = options };
	struct source *s;
	struct rel *r;

	for (size_t i = 0; i < n; i++) {
		struct source_option *o = &options[call.n_options];
		struct ast *e = f->args.v[i], *value;

		if (option_of(e, o, &value)) {
			call.n_options++;
			TRY(fold_arg(&c, value, &o->value));
			continue;
		}
		if (call.n_options > 0)
			return shade_fail(
				b->cx, SHADE_E_INVALID_CLAUSE, e->span,
				"arguments by position come before named ones");
		spans[call.n_args] = e->span;
		TRY(fold_arg(&c, e, &args[call.n_args++]));
	}
	TRY(fn->open(b->cx, fn, &call, &s));
	bind_note_read(b, NULL,
		       call.n_args > 0 && type_family(args[0].type) == FAMILY_STRING
			       ? args[0].s
			       : name);
	TRY(bind_scan(b, s, name, f->span, &out->plan));
	r = rel_of_plan(b, name, out->plan);
	/* Spark's range has a name for its column */
	if (b->dialect == DIALECT_SPARK && str_eq_nocase(name, STR("range")))
		r->cols[0].name = STR("id");
	scope_add(b, &out->scope, r);
	return SHADE_OK;
}

static shade_status no_function(struct bind *b, struct str name, struct span span)
{
	VEC(struct str) names = { 0 };
	const struct source_function *const *all;
	size_t n;
	struct str hint;

	all = source_function_all(&n);
	for (size_t i = 0; i < n; i++)
		vec_push(b->a, &names, str_from(all[i]->name));
	for (size_t i = 0; i < ARRAY_LEN(unnest_forms); i++)
		vec_push(b->a, &names, str_from(unnest_forms[i].name));
	hint = bind_nearest(b, name, names.v, names.n);
	return shade_fail(b->cx, SHADE_E_FUNCTION_NOT_FOUND, span,
			  "table function \"%.*s\" does not exist%.*s", STR_ARG(name),
			  STR_ARG(hint));
}

static bool find_column(struct ast **child, void *arg)
{
	bool *found = arg;

	if ((*child)->kind == AST_COLUMN)
		*found = true;
	return !*found && ast_walk_children(*child, find_column, arg);
}

static bool uses_columns(struct ast_func *f)
{
	bool found = false;

	for (size_t i = 0; i < f->args.n && !found; i++) {
		struct ast *e = f->args.v[i];
		struct source_option o;
		struct ast *value;

		if (!option_of(e, &o, &value))
			find_column(&e, &found);
	}
	return found;
}

static bool is_series(struct str name)
{
	return str_eq_nocase(name, STR("generate_series")) ||
	       str_eq_nocase(name, STR("range"));
}

/* sequence(from, to, step); the end of range() is not part of it. */
static shade_status series_array(struct ectx *c, struct ast_func *f, struct str name,
				 struct expr **out)
{
	struct bind *b = c->b;
	bool is_range = str_eq_nocase(name, STR("range"));
	struct expr **v, *args[3], *one;
	int64_t step = 1;

	if (f->args.n < (is_range ? 1 : 2) || f->args.n > 3)
		return shade_fail(b->cx, SHADE_E_WRONG_ARG_COUNT, f->span,
				  "\"%.*s\" takes a start, an end and a step",
				  STR_ARG(name));
	TRY(bind_list(c, &f->args, &v));
	one = expr_const(b->a, value_int(TYPE_BIGINT, 1), f->span);
	args[0] = f->args.n > 1 ? v[0]
				: expr_const(b->a, value_int(TYPE_BIGINT, 0), f->span);
	args[1] = f->args.n > 1 ? v[1] : v[0];
	args[2] = f->args.n > 2 ? v[2] : one;
	if (f->args.n > 2 && is_range) {
		if (v[2]->kind != EXPR_CONST ||
		    type_family(v[2]->type) != FAMILY_INTEGER)
			return shade_fail(b->cx, SHADE_E_UNSUPPORTED, v[2]->span,
					  "not supported yet: range() over rows with a "
					  "computed step");
		step = v[2]->value.i;
	}
	if (is_range)
		TRY(bind_call2(b, step < 0 ? "+" : "-", args[1], one, f->span,
			       &args[1]));
	return expr_call(b->cx, STR("sequence"), 3, arena_dup(b->a, args, sizeof(args)),
			 f->span, out);
}

/* generate_series(1, t.n): the elements of an array made a row. */
static shade_status bind_series(struct ectx *c, struct unnest *u, struct ast_func *f,
				struct str name, struct input *out)
{
	struct bind *b = c->b;
	struct expr *array;
	struct plan *p;
	struct rel *rel;

	TRY(series_array(c, f, name, &array));
	u->exprs = arena_dup(b->a, &array, sizeof(struct expr *));
	u->n_exprs = 1;
	TRY(unnest_node(u, &p));
	TRY(shape(u, p, &out->plan, &rel));
	scope_add(b, &out->scope, rel);
	return SHADE_OK;
}

/* A function with a body in SQL; its arguments may use what is to the left. */
static shade_status sql_function(struct bind *b, struct ast_func *f,
				 struct scope *outer, struct input *left,
				 struct input *out, bool *found)
{
	struct scope *scope = arena_new_of(b->a, struct scope);
	struct ectx c = { .b = b, .scope = scope, .clause = "FROM" };
	struct object *fn;

	TRY(bind_find_function(b, f->name, false, &fn));
	*found = fn != NULL;
	if (!fn)
		return SHADE_OK;
	if (left)
		*scope = left->scope;
	scope->outer = outer;
	return bind_function_table(&c, fn, f, out);
}

shade_status bind_table_func(struct bind *b, struct ast_table_func *t,
			     struct scope *outer, struct input *left, bool left_outer,
			     struct input *out, bool *took_left)
{
	struct ast_func *f = AST_CAST(func, t->func);
	struct str name = path_last(f->name);
	const struct unnest_form *form = unnest_form(name);
	const struct source_function *fn = source_function_find(name);
	struct scope *scope = arena_new_of(b->a, struct scope);
	struct ectx c = { .b = b, .scope = scope, .clause = "FROM" };
	struct unnest u = { .b = b, .span = t->span, .outer = left_outer };
	bool series = is_series(name) && uses_columns(f), found = false;
	bool is_path = AST_CAST(path, f->name)->parts.n > 1;

	*took_left = false;
	if (is_window_table(f))
		return bind_window_table(b, f, outer, out);
	if (!form && !series) {
		if (!fn && str_eq_nocase(name, STR("which")))
			return bind_which(b, f, out);
		if (!fn && is_lineage(name))
			return bind_lineage(b, f, out);
		if (!fn || is_path)
			TRY(sql_function(b, f, outer, left, out, &found));
		if (found)
			return SHADE_OK;
		if (!fn)
			return no_function(b, name, f->span);
		return bind_source_call(b, f, name, fn, out);
	}
	if (left)
		scope->rels.v = left->scope.rels.v, scope->rels.n = left->scope.rels.n;
	scope->rels.cap = scope->rels.n;
	scope->outer = outer;
	u.child = left ? left->plan : plan_one_row(b->a, t->span);
	u.outer = left_outer || (form && form->outer);
	u.ordinality = t->ordinality;
	u.position = form && form->position;
	u.fields = form && form->fields;
	u.column = form && str_eq_nocase(name, STR("unnest")) ? STR("unnest")
							      : STR("col");
	*took_left = left != NULL;
	if (series) {
		u.column = name;
		return bind_series(&c, &u, f, name, out);
	}
	return bind_unnest(&c, &u, f, form, out);
}

/* --- LATERAL VIEW -------------------------------------------------------- */

static void hide(struct rel *r)
{
	r->generates = true;
	for (size_t i = 0; i < r->n_cols; i++)
		r->cols[i].hidden = true;
}

shade_status bind_lateral_view(struct bind *b, struct ast_lateral_view *v,
			       struct scope *outer, struct input *left,
			       struct input *out)
{
	struct ast_table_func tf = { .kind = AST_TABLE_FUNC,
				     .span = v->span,
				     .func = v->func };
	struct input in, right = { .scope.outer = outer };
	bool took;

	TRY(bind_from(b, v->table, outer, left, &in));
	TRY(bind_table_func(b, &tf, outer, &in, v->outer, &right, &took));
	TRY(input_alias(b, &right, ident_name(v->alias), &v->columns, v->span));
	*out = (struct input){ .scope.outer = outer };
	out->plan = took ? right.plan
			 : plan_join(b->a, JOIN_INNER, in.plan, right.plan, 0, NULL);
	for (size_t i = 0; i < in.scope.rels.n; i++)
		scope_add(b, &out->scope, in.scope.rels.v[i]);
	if (v->generates)
		hide(right.scope.rels.v[0]);
	scope_add(b, &out->scope, right.scope.rels.v[0]);
	return SHADE_OK;
}

/* --- TABLESAMPLE --------------------------------------------------------- */

shade_status bind_sample(struct bind *b, struct ast_sample *s, struct plan **plan)
{
	struct ectx c = { .b = b, .clause = "TABLESAMPLE" };
	struct plan *p = plan_new(b->a, PLAN_SAMPLE, 1, s->span);
	struct value v;
	int64_t n;

	p->children[0] = *plan;
	p->cols = (*plan)->cols;
	p->n_cols = (*plan)->n_cols;
	p->sample.fraction = -1;
	if (s->unit == AST_SAMPLE_UNIT_ROWS ||
	    (s->unit == AST_SAMPLE_UNIT_DEFAULT &&
	     s->method == AST_SAMPLE_METHOD_RESERVOIR)) {
		TRY(bind_const_int(&c, s->amount, "the number of rows", &n));
		p->sample.rows = (uint64_t)n;
	} else {
		TRY(bind_const(&c, s->amount, &v));
		TRY(value_cast(b->cx, &v, type_of(TYPE_DOUBLE), s->span, &v));
		if (v.is_null || !(v.d >= 0 && v.d <= 100))
			return shade_fail(b->cx, SHADE_E_RANGE, s->amount->span,
					  "a percentage must be from 0 to 100");
		p->sample.fraction = v.d / 100;
	}
	if (s->seed) {
		TRY(bind_const_int(&c, s->seed, "the seed", &n));
		p->sample.seed = (uint64_t)n;
		p->sample.has_seed = true;
	}
	*plan = p;
	return SHADE_OK;
}
