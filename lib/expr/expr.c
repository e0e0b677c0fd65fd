#include "expr/expr_internal.h"

struct expr *expr_const(struct arena *a, struct value v, struct span span)
{
	struct expr *e = arena_new_of(a, struct expr);

	e->kind = EXPR_CONST;
	e->type = v.type;
	e->not_null = !v.is_null;
	e->span = span;
	e->value = v;
	return e;
}

struct expr *expr_column(struct arena *a, uint32_t id, struct str name,
			 const struct type *type, bool not_null, struct span span)
{
	struct expr *e = arena_new_of(a, struct expr);

	e->kind = EXPR_COLUMN;
	e->type = type;
	e->not_null = not_null;
	e->span = span;
	e->column.id = id;
	e->column.name = name;
	return e;
}

static bool all_not_null(size_t n, struct expr **args)
{
	for (size_t i = 0; i < n; i++)
		if (!args[i]->not_null)
			return false;
	return true;
}

/* Can the node be NULL, going by its arguments?  Calls are decided where
 * their row is known. */
static bool derive_not_null(const struct expr *e)
{
	switch (e->kind) {
	case EXPR_AND:
	case EXPR_OR:
	case EXPR_IN_LIST: return all_not_null(e->n_args, e->args);
	case EXPR_COALESCE:
		for (size_t i = 0; i < e->n_args; i++)
			if (e->args[i]->not_null)
				return true;
		return false;
	case EXPR_CASE:
		for (size_t i = 1; i < e->n_args; i += 2)
			if (!e->args[i]->not_null)
				return false;
		return e->n_args % 2 == 1 && e->args[e->n_args - 1]->not_null;
	default: return false;
	}
}

struct expr *expr_new(struct arena *a, enum expr_kind kind, const struct type *type,
		      size_t n_args, struct expr **args, struct span span)
{
	struct expr *e = arena_new_of(a, struct expr);

	e->kind = kind;
	e->type = type;
	e->span = span;
	e->n_args = n_args;
	e->args = args;
	for (size_t i = 0; i < n_args; i++) {
		e->can_fail = e->can_fail || args[i]->can_fail;
		e->is_volatile = e->is_volatile || args[i]->is_volatile;
	}
	if (kind == EXPR_TRY)
		e->can_fail = false;
	e->not_null = derive_not_null(e);
	return e;
}

struct expr *expr_and(struct arena *a, size_t n, struct expr **conds)
{
	VEC(struct expr *) flat = { 0 };

	for (size_t i = 0; i < n; i++) {
		struct expr *c = conds[i];

		if (c->kind == EXPR_AND)
			for (size_t k = 0; k < c->n_args; k++)
				vec_push(a, &flat, c->args[k]);
		else if (c->kind != EXPR_CONST || c->value.is_null || !c->value.i)
			vec_push(a, &flat, c);
	}
	if (flat.n == 0)
		return expr_const(a, value_bool(true), n ? conds[0]->span : NO_SPAN);
	if (flat.n == 1)
		return flat.v[0];
	return expr_new(a, EXPR_AND, type_of(TYPE_BOOLEAN), flat.n, flat.v,
			(struct span){ flat.v[0]->span.begin,
				       flat.v[flat.n - 1]->span.end });
}

bool expr_is_const(const struct expr *e)
{
	if (e->is_volatile)
		return false;
	switch (e->kind) {
	case EXPR_CONST: return true;
	case EXPR_COLUMN:
	case EXPR_AGG:
	case EXPR_WINDOW:
	case EXPR_SUBQUERY:
	case EXPR_LAMBDA: return false;
	default:
		for (size_t i = 0; i < e->n_args; i++)
			if (!expr_is_const(e->args[i]))
				return false;
		return true;
	}
}

/*
 * The value of a constant expression in its place, unless computing it
 * fails: then the failure belongs to the rows that reach it.
 */
static struct expr *folded(struct shade_cx *cx, struct expr *e)
{
	struct value v;

	if (e->kind == EXPR_CONST || !expr_is_const(e) || cx->err.code != SHADE_OK)
		return e;
	if (expr_fold(cx, e, &v) != SHADE_OK) {
		shade_clear(cx);
		return e;
	}
	return expr_const(cx->arena, v, e->span);
}

/* --- casts ---------------------------------------------------------------- */

static shade_status fail_cast_types(struct shade_cx *cx, const struct expr *e,
				    const struct type *to)
{
	return shade_fail(cx, SHADE_E_TYPE, e->span, "cannot cast %.*s to %.*s",
			  STR_ARG(type_name(cx->arena, e->type)),
			  STR_ARG(type_name(cx->arena, to)));
}

/* In Spark a number is a time in seconds since 1970, and the reverse. */
static bool spark_castable(const struct shade_cx *cx, const struct type *from,
			   const struct type *to)
{
	if (cx_dialect(cx) != DIALECT_SPARK)
		return false;
	if (type_is_numeric(from))
		return to->id == TYPE_TIMESTAMP || to->id == TYPE_TIMESTAMP_LTZ;
	return type_is_numeric(to) &&
	       (from->id == TYPE_TIMESTAMP || from->id == TYPE_TIMESTAMP_LTZ);
}

/* Can CAST of this pair fail on some value? */
static bool cast_can_fail(const struct type *from, const struct type *to)
{
	enum type_family ff = type_family(from), ft = type_family(to);

	if (from->id == TYPE_NULL || type_widens(from, to))
		return false;
	if (ft == FAMILY_STRING)
		return ff == FAMILY_BINARY;
	if (ff == FAMILY_DATETIME && ft == FAMILY_DATETIME)
		return from->id == TYPE_DATE;
	return !(ff == FAMILY_BOOLEAN && ft != FAMILY_DECIMAL) &&
	       ft != FAMILY_BOOLEAN && ft != FAMILY_FLOAT;
}

/* What a VARIANT holds decides how it is cast: functions look at it. */
static shade_status cast_variant(struct shade_cx *cx, struct expr *e,
				 const struct type *to, bool is_try, struct expr **out)
{
	struct expr *args[3] = { e, expr_const(cx->arena, value_str(STR("$")), e->span),
				 expr_const(cx->arena, value_null(to), e->span) };
	struct expr **v = arena_dup(cx->arena, args, sizeof(args));

	if (to->id == TYPE_VARIANT)
		return expr_call(cx, STR("to_variant"), 1, v, e->span, out);
	return expr_call(cx, is_try ? STR("try_variant_get") : STR("variant_get"), 3, v,
			 e->span, out);
}

shade_status expr_cast(struct shade_cx *cx, struct expr *e, const struct type *to,
		       bool is_try, struct expr **out)
{
	struct expr *c, **args;

	if (type_equal(e->type, to)) {
		*out = e;
		return SHADE_OK;
	}
	if (!type_castable(e->type, to) && !spark_castable(cx, e->type, to))
		return fail_cast_types(cx, e, to);
	if (e->kind == EXPR_CONST && e->value.is_null) {
		*out = expr_const(cx->arena, value_null(to), e->span);
		return SHADE_OK;
	}
	if ((e->type->id == TYPE_VARIANT) != (to->id == TYPE_VARIANT))
		return cast_variant(cx, e, to, is_try, out);
	args = arena_array(cx->arena, struct expr *, 1);
	args[0] = e;
	c = expr_new(cx->arena, EXPR_CAST, to, 1, args, e->span);
	c->cast.is_try = is_try;
	c->cast.dialect = cx_dialect(cx);
	c->not_null = e->not_null && !is_try;
	if (!is_try && cast_can_fail(e->type, to))
		c->can_fail = true;
	*out = folded(cx, c);
	return SHADE_OK;
}

/* --- calls ---------------------------------------------------------------- */

static bool has_null_arg(size_t n, struct expr **args)
{
	for (size_t i = 0; i < n; i++)
		if (args[i]->kind == EXPR_CONST && args[i]->value.is_null)
			return true;
	return false;
}

static shade_status cast_args(struct shade_cx *cx, const struct func_bind *fb,
			      struct expr **in, struct expr ***out)
{
	struct expr **args = arena_array(cx->arena, struct expr *, fb->n_args);

	for (size_t i = 0; i < fb->n_args; i++) {
		if (in[i]->kind == EXPR_LAMBDA)
			args[i] = in[i];
		else
			TRY(expr_cast(cx, in[i], fb->arg_types[i], false, &args[i]));
	}
	*out = args;
	return SHADE_OK;
}

shade_status expr_call(struct shade_cx *cx, struct str name, size_t n_args,
		       struct expr **args, struct span span, struct expr **out)
{
	const struct value **consts = arena_array(cx->arena, const struct value *,
						  n_args + 1);
	const struct type **types = arena_array(cx->arena, const struct type *,
						n_args + 1);
	const struct agg_class *agg = NULL;
	struct func_bind fb = { .cx = cx,
				.arena = cx->arena,
				.n_args = n_args,
				.arg_types = types,
				.consts = consts,
				.span = span };
	struct expr *e;

	for (size_t i = 0; i < n_args; i++) {
		types[i] = args[i]->type;
		if (args[i]->kind == EXPR_CONST)
			consts[i] = &args[i]->value;
	}
	TRY(func_resolve(&fb, name, &agg));
	if (fb.row->kind != FUNC_SCALAR)
		return shade_fail(cx, SHADE_E_INVALID_CLAUSE, span,
				  "\"%s\" cannot stand here: it is %s", fb.row->name,
				  fb.row->kind == FUNC_AGGREGATE ? "an aggregate"
				  : fb.row->kind == FUNC_WINDOW  ? "a window function"
								 : "a table function");
	TRY(cast_args(cx, &fb, args, &args));
	if (!(fb.row->flags & FUNC_NULLS) && has_null_arg(n_args, args)) {
		*out = expr_const(cx->arena, value_null(fb.type), span);
		return SHADE_OK;
	}
	e = expr_new(cx->arena, EXPR_CALL, fb.type, n_args, args, span);
	e->call.row = fb.row;
	e->call.kernel = fb.kernel;
	e->can_fail = e->can_fail || fb.can_fail;
	e->is_volatile = e->is_volatile || (fb.row->flags & FUNC_VOLATILE);
	e->not_null = (fb.row->flags & FUNC_TOTAL) &&
		      ((fb.row->flags & FUNC_NULLS) || all_not_null(n_args, args));
	*out = folded(cx, e);
	return SHADE_OK;
}

shade_status expr_call_init(struct shade_cx *cx, const struct expr *e, struct arena *a,
			    struct arena *scratch, struct heap *heap,
			    struct func_call *fc)
{
	const struct type **types = arena_array(a, const struct type *, e->n_args + 1);
	const struct value **consts = arena_array(a, const struct value *,
						  e->n_args + 1);

	for (size_t i = 0; i < e->n_args; i++) {
		types[i] = e->args[i]->type;
		if (e->args[i]->kind == EXPR_CONST)
			consts[i] = &e->args[i]->value;
	}
	*fc = (struct func_call){ .cx = cx,
				  .row = e->call.row,
				  .arg_types = types,
				  .n_args = e->n_args,
				  .type = e->type,
				  .arena = a,
				  .scratch = scratch ? scratch : a,
				  .heap = heap,
				  .span = e->span };
	return e->call.row->init ? e->call.row->init(fc, consts) : SHADE_OK;
}

void expr_call_fini(struct func_call *fc)
{
	if (fc->row && fc->row->fini)
		fc->row->fini(fc);
}

/* --- walking -------------------------------------------------------------- */

/* The expressions outside args: FILTER, ORDER BY, window. */
static bool walk_extras(struct expr *e, bool (*fn)(void *arg, struct expr *e),
			void *arg)
{
	const struct window_spec *w;

	if (e->kind != EXPR_AGG && e->kind != EXPR_WINDOW)
		return true;
	if (e->call.filter && !expr_walk(e->call.filter, fn, arg))
		return false;
	for (size_t i = 0; i < e->call.n_order; i++)
		if (!expr_walk(e->call.order[i].expr, fn, arg))
			return false;
	w = e->kind == EXPR_WINDOW ? e->call.window : NULL;
	if (!w)
		return true;
	for (size_t i = 0; i < w->n_partition; i++)
		if (!expr_walk(w->partition[i], fn, arg))
			return false;
	for (size_t i = 0; i < w->n_order; i++)
		if (!expr_walk(w->order[i].expr, fn, arg))
			return false;
	return (!w->start_offset || expr_walk(w->start_offset, fn, arg)) &&
	       (!w->end_offset || expr_walk(w->end_offset, fn, arg));
}

bool expr_walk(struct expr *e, bool (*fn)(void *arg, struct expr *e), void *arg)
{
	if (!fn(arg, e))
		return false;
	for (size_t i = 0; i < e->n_args; i++)
		if (!expr_walk(e->args[i], fn, arg))
			return false;
	return walk_extras(e, fn, arg);
}

typedef struct expr *(*map_fn)(void *arg, struct expr *e);

static struct sort_key *map_keys(struct arena *a, const struct sort_key *keys, size_t n,
				 map_fn fn, void *arg)
{
	struct sort_key *copy = arena_dup(a, keys, n * sizeof(*keys));

	for (size_t i = 0; i < n; i++)
		copy[i].expr = expr_map(a, keys[i].expr, fn, arg);
	return copy;
}

static const struct window_spec *map_window(struct arena *a,
					    const struct window_spec *w, map_fn fn,
					    void *arg)
{
	struct window_spec *copy = arena_dup(a, w, sizeof(*w));

	copy->partition = arena_array(a, struct expr *, w->n_partition);
	for (size_t i = 0; i < w->n_partition; i++)
		copy->partition[i] = expr_map(a, w->partition[i], fn, arg);
	copy->order = map_keys(a, w->order, w->n_order, fn, arg);
	if (w->start_offset)
		copy->start_offset = expr_map(a, w->start_offset, fn, arg);
	if (w->end_offset)
		copy->end_offset = expr_map(a, w->end_offset, fn, arg);
	return copy;
}

struct expr *expr_map(struct arena *a, struct expr *e, map_fn fn, void *arg)
{
	struct expr *r = fn(arg, e);

	if (r)
		return r;
	r = arena_dup(a, e, sizeof(*e));
	if (e->n_args) {
		r->args = arena_array(a, struct expr *, e->n_args);
		for (size_t i = 0; i < e->n_args; i++)
			r->args[i] = expr_map(a, e->args[i], fn, arg);
	}
	if (e->kind == EXPR_AGG || e->kind == EXPR_WINDOW) {
		if (e->call.filter)
			r->call.filter = expr_map(a, e->call.filter, fn, arg);
		if (e->call.n_order)
			r->call.order = map_keys(a, e->call.order, e->call.n_order, fn,
						 arg);
		if (e->kind == EXPR_WINDOW && e->call.window)
			r->call.window = map_window(a, e->call.window, fn, arg);
	}
	return r;
}
