/*
 * expr_func.c - function calls: special forms, casts by type name, lambdas.
 */
#include "bind/bind_internal.h"

#include "type/datetime.h"

/* With later_lambdas a lambda's place stays NULL: its parameters' types come
 * from the other arguments.  Elsewhere x -> y can only be JSON access. */
static shade_status args_of(struct ectx *c, const struct ast_list *args,
			    bool later_lambdas, struct expr ***out)
{
	struct expr **v = arena_array(c->b->a, struct expr *, args->n ? args->n : 1);

	for (size_t i = 0; i < args->n; i++) {
		struct ast *a = args->v[i];

		if (a->kind == AST_LAMBDA && later_lambdas)
			continue;
		if (a->kind == AST_ITEM)
			return shade_fail(c->b->cx, SHADE_E_SYNTAX, a->span,
					  "only the fields of struct(..) get names "
					  "with AS");
		if (a->kind == AST_NAMED_ARG)
			return shade_fail(c->b->cx, SHADE_E_UNSUPPORTED, a->span,
					  "not supported yet: named arguments of this "
					  "function");
		TRY(bind_scalar(c, a, &v[i]));
	}
	*out = v;
	return SHADE_OK;
}

shade_status bind_args(struct ectx *c, const struct ast_list *args, struct expr ***out)
{
	return args_of(c, args, false, out);
}

static struct expr *case_of(struct bind *b, struct expr *cond, struct expr *yes,
			    struct expr *no, struct span span)
{
	struct expr *args[3] = { cond, yes, no };

	return expr_new(b->a, EXPR_CASE, yes->type, 3,
			arena_dup(b->a, args, sizeof(args)), span);
}

static shade_status bind_if(struct bind *b, struct expr **v, struct span span,
			    struct expr **out)
{
	TRY(bind_to_bool(b, v[0], "the condition of IF", &v[0]));
	TRY(bind_unify(b, v + 1, 2, "IF"));
	*out = case_of(b, v[0], v[1], v[2], span);
	return SHADE_OK;
}

static shade_status bind_nullif(struct bind *b, struct expr **v, struct span span,
				struct expr **out)
{
	struct expr *same;

	TRY(bind_call2(b, "=", v[0], v[1], span, &same));
	*out = case_of(b, same, bind_null(b, v[0]->type, span), v[0], span);
	return SHADE_OK;
}

static shade_status bind_nvl2(struct bind *b, struct expr **v, struct span span,
			      struct expr **out)
{
	struct expr *given;

	TRY(bind_call1(b, "is not null", v[0], span, &given));
	TRY(bind_unify(b, v + 1, 2, "NVL2"));
	*out = case_of(b, given, v[1], v[2], span);
	return SHADE_OK;
}

static shade_status bind_coalesce(struct bind *b, struct expr **v, size_t n,
				  struct span span, struct expr **out)
{
	TRY(bind_unify(b, v, n, "COALESCE"));
	*out = n == 1 ? v[0] : expr_new(b->a, EXPR_COALESCE, v[0]->type, n, v, span);
	return SHADE_OK;
}

/* decode(x, a, r1, b, r2, .., otherwise): CASE with NULL = NULL. */
static shade_status bind_decode(struct bind *b, struct expr **v, size_t n,
				struct span span, struct expr **out)
{
	size_t pairs = (n - 1) / 2;
	struct expr **args = arena_array(b->a, struct expr *, 2 * pairs + 1);
	struct expr **results = arena_array(b->a, struct expr *, pairs + 1);

	for (size_t i = 0; i < pairs; i++) {
		TRY(bind_call2(b, "is not distinct from", v[0], v[1 + 2 * i], span,
			       &args[2 * i]));
		results[i] = v[2 + 2 * i];
	}
	results[pairs] = n % 2 == 0 ? v[n - 1] : bind_null(b, type_of(TYPE_NULL), span);
	TRY(bind_unify(b, results, pairs + 1, "DECODE"));
	for (size_t i = 0; i < pairs; i++)
		args[2 * i + 1] = results[i];
	args[2 * pairs] = results[pairs];
	*out = expr_new(b->a, EXPR_CASE, results[0]->type, 2 * pairs + 1, args, span);
	return SHADE_OK;
}

enum special {
	SPECIAL_NONE,
	SPECIAL_COALESCE,
	SPECIAL_IF,
	SPECIAL_NULLIF,
	SPECIAL_NVL2,
	SPECIAL_DECODE
};

static enum special special_of(struct str name, size_t n)
{
	static const struct {
		const char *name;
		size_t min, max;
		enum special special;
	} forms[] = {
		{ "coalesce", 1, SIZE_MAX, SPECIAL_COALESCE },
		{ "ifnull", 2, 2, SPECIAL_COALESCE },
		{ "nvl", 2, 2, SPECIAL_COALESCE },
		{ "if", 3, 3, SPECIAL_IF },
		{ "iff", 3, 3, SPECIAL_IF },
		{ "iif", 3, 3, SPECIAL_IF },
		{ "nullif", 2, 2, SPECIAL_NULLIF },
		{ "nvl2", 3, 3, SPECIAL_NVL2 },
		{ "decode", 3, SIZE_MAX, SPECIAL_DECODE },
	};

	for (size_t i = 0; i < ARRAY_LEN(forms); i++)
		if (str_eq_nocase(name, str_from(forms[i].name)) && n >= forms[i].min &&
		    n <= forms[i].max)
			return forms[i].special;
	return SPECIAL_NONE;
}

static shade_status bind_special(struct ectx *c, struct ast_func *f,
				 enum special special, struct expr **out)
{
	struct bind *b = c->b;
	struct expr **v;

	TRY(bind_args(c, &f->args, &v));
	switch (special) {
	case SPECIAL_COALESCE: return bind_coalesce(b, v, f->args.n, f->span, out);
	case SPECIAL_IF: return bind_if(b, v, f->span, out);
	case SPECIAL_NULLIF: return bind_nullif(b, v, f->span, out);
	case SPECIAL_NVL2: return bind_nvl2(b, v, f->span, out);
	case SPECIAL_DECODE: return bind_decode(b, v, f->args.n, f->span, out);
	case SPECIAL_NONE: break;
	}
	unreachable();
}

/* --- calls ---------------------------------------------------------------- */

/* dateadd(day, 1, x): the bare word is a unit. */
static struct ast_list unit_as_text(struct arena *a, struct str name,
				    const struct ast_list *args)
{
	static const char *const names[] = { "dateadd",      "date_add",
					     "datediff",     "date_diff",
					     "timestampadd", "timestampdiff",
					     "date_trunc",   "date_part" };
	struct ast_list out = { 0 };
	bool takes_unit = false;
	enum time_unit unit;
	struct ast *text;
	struct ast_column *c;

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		takes_unit |= str_eq_nocase(name, str_from(names[i]));
	if (!takes_unit || args->n < 2 || !ast_is(args->v[0], AST_COLUMN))
		return *args;
	c = AST_CAST(column, args->v[0]);
	if (c->parts.n != 1 || AST_CAST(ident, c->parts.v[0])->quoted ||
	    !time_unit_by_name(ident_name(c->parts.v[0]), &unit))
		return *args;
	text = ast_new(a, AST_LITERAL, c->span);
	AST_CAST(literal, text)->type = AST_LITERAL_KIND_STRING;
	AST_CAST(literal, text)->text = ident_name(c->parts.v[0]);
	ast_set_height(text);
	ast_push(a, &out, text);
	for (size_t i = 1; i < args->n; i++)
		ast_push(a, &out, args->v[i]);
	return out;
}

static shade_status bind_scalar_call(struct ectx *c, struct ast_func *f,
				     struct str name, struct expr **out)
{
	struct expr **v;

	struct ast_list args = unit_as_text(c->b->a, name, &f->args);

	/* Spark's datediff(unit, ..) counts whole units */
	if (args.n == 3 && args.v[0] != f->args.v[0] &&
	    c->b->dialect == DIALECT_SPARK &&
	    (str_eq_nocase(name, STR("datediff")) ||
	     str_eq_nocase(name, STR("date_diff"))))
		name = STR("timestampdiff");
	TRY(args_of(c, &args, true, &v));
	for (size_t i = 0; i < f->args.n; i++) {
		if (!ast_is(f->args.v[i], AST_LAMBDA))
			continue;
		if (i == 0) /* f(j -> key): JSON access */
			TRY(bind_access(c, f->args.v[0], &v[0]));
		else
			TRY(bind_lambda(c, f->args.v[i], name, v, i, &v[i]));
	}
	if (str_eq_nocase(name, STR("map_zip_with")) && f->args.n == 3)
		return bind_map_zip(c->b, v, f->span, out);
	TRY(bind_context_call(c->b, name, f->args.n, v, f->span, out));
	if (*out)
		return SHADE_OK;
	TRY(bind_dialect_call(c->b, name, f->args.n, v, f->span, out));
	if (*out)
		return SHADE_OK;
	if (str_eq_nocase(name, STR("concat")) && f->args.n > 0 &&
	    v[0]->type->id == TYPE_ARRAY)
		name = STR("array_concat");
	return expr_call(c->b->cx, name, f->args.n, v, f->span, out);
}

/* date(x), int(x): a cast by the type's name. */
static shade_status bind_type_call(struct ectx *c, struct ast_func *f,
				   const struct type *type, struct expr **out)
{
	struct expr *x;

	TRY(bind_scalar(c, f->args.v[0], &x));
	return expr_cast(c->b->cx, x, type, false, out);
}

/* TRY(e): what fails is NULL, so it must be computed where it stands. */
static shade_status bind_try(struct ectx *c, struct ast_func *f, struct expr **out)
{
	struct bind *b = c->b;
	struct ectx own = *c;
	struct expr *x;

	own.no_subqueries = own.no_aggs = own.no_windows = true;
	own.clause = "TRY";
	TRY(bind_scalar(&own, f->args.v[0], &x));
	if (x->is_volatile)
		return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, x->span,
				  "TRY takes nothing whose value differs each time");
	*out = expr_new(b->a, EXPR_TRY, x->type, 1, arena_dup(b->a, &x, sizeof(x)),
			f->span);
	return SHADE_OK;
}

static shade_status check_plain(struct bind *b, struct ast_func *f, struct str name)
{
	const char *what = NULL;

	if (f->distinct)
		what = "DISTINCT";
	else if (f->filter)
		what = "FILTER";
	else if (f->order_by.n || f->within_group.n)
		what = "ORDER BY";
	else if (f->star)
		what = "*";
	if (!what)
		return SHADE_OK;
	return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, f->span,
			  "%s is for aggregates, and \"%.*s\" is none", what,
			  STR_ARG(name));
}

/* The name of a type that is known now: the argument is never computed. */
static struct expr *type_as_text(struct bind *b, const struct expr *x, struct span span)
{
	struct str name = b->dialect == DIALECT_SPARK ? type_name_spark(b->a, x->type)
						      : type_name(b->a, x->type);

	return expr_const(b->a, value_str(name), span);
}

static bool is_qualified(const struct ast_func *f)
{
	return AST_CAST(path, f->name)->parts.n > 1;
}

/* x.f(a) where x is a column: f(x, a), as x could be any value. */
static struct ast *method_of(struct ectx *c, struct ast *e)
{
	struct arena *a = c->b->a;
	struct ast_func *f = AST_CAST(func, e);
	struct ast_list parts = AST_CAST(path, f->name)->parts;
	struct ast_list args = { 0 }, name = { 0 }, first = { 0 };
	struct ast *call, *column;

	if (parts.n != 2 || !bind_names_column(c, ident_name(parts.v[0])))
		return e;
	column = ast_new(a, AST_COLUMN, parts.v[0]->span);
	ast_push(a, &first, parts.v[0]);
	AST_CAST(column, column)->parts = first;
	ast_push(a, &args, column);
	for (size_t i = 0; i < f->args.n; i++)
		ast_push(a, &args, f->args.v[i]);
	ast_push(a, &name, parts.v[1]);
	call = ast_new(a, AST_FUNC, e->span);
	*AST_CAST(func, call) = *f;
	AST_CAST(func, call)->args = args;
	AST_CAST(func, call)->name = ast_new(a, AST_PATH, f->name->span);
	AST_CAST(path, AST_CAST(func, call)->name)->parts = name;
	return call;
}

/* century(d): date_part('century', d). */
static bool is_unit_function(struct str name)
{
	static const char *const units[] = { "century", "decade", "millennium", "era" };

	for (size_t i = 0; i < ARRAY_LEN(units); i++)
		if (str_eq_nocase(name, str_from(units[i])))
			return true;
	return false;
}

static shade_status bind_unit_call(struct ectx *c, struct ast_func *f, struct str name,
				   struct expr **out)
{
	struct bind *b = c->b;
	struct expr *of;

	TRY(bind_scalar(c, f->args.v[0], &of));
	return bind_call2(b, "date_part", expr_const(b->a, value_str(name), f->span),
			  of, f->span, out);
}

/* like(x, pattern [, escape]) as Spark has it; glob(pattern, x) as sqlite. */
static shade_status bind_like_call(struct ectx *c, struct ast_func *f, struct str name,
				   struct expr **out)
{
	static const struct {
		const char *name;
		enum ast_like_kind kind;
	} calls[] = { { "like", AST_LIKE_KIND_LIKE },
		      { "ilike", AST_LIKE_KIND_ILIKE },
		      { "rlike", AST_LIKE_KIND_RLIKE },
		      { "regexp", AST_LIKE_KIND_RLIKE },
		      { "glob", AST_LIKE_KIND_GLOB } };
	struct ast_like like = { .kind = AST_LIKE, .span = f->span };
	bool swapped = str_eq_nocase(name, STR("glob"));

	*out = NULL;
	for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
		if (!str_eq_nocase(name, str_from(calls[i].name)))
			continue;
		like.type = calls[i].kind;
		like.arg = f->args.v[swapped ? 1 : 0];
		like.pattern = f->args.v[swapped ? 0 : 1];
		like.escape = f->args.n == 3 ? f->args.v[2] : NULL;
		return bind_predicate(c, &like.head, out);
	}
	return SHADE_OK;
}

/* Calls whose arguments are not bound as usual; *out NULL: it is none of them.
 * n_rows: of the functions of that name. */
static shade_status bind_form(struct ectx *c, struct ast_func *f, struct str name,
			      size_t n_rows, struct expr **out)
{
	*out = NULL;
	if (f->args.n == 0)
		return SHADE_OK;
	if (str_eq_nocase(name, STR("typeof")) && f->args.n == 1) {
		TRY(bind_scalar(c, f->args.v[0], out));
		*out = type_as_text(c->b, *out, f->span);
		return SHADE_OK;
	}
	if (str_eq_nocase(name, STR("try")) && f->args.n == 1)
		return bind_try(c, f, out);
	if (str_eq_nocase(name, STR("struct")) ||
	    str_eq_nocase(name, STR("struct_pack")))
		return bind_struct_call(c, f, out);
	if (f->args.n >= 2 && f->args.n <= 3)
		TRY(bind_like_call(c, f, name, out));
	if (*out)
		return SHADE_OK;
	if (n_rows == 0 && f->args.n == 1 && is_unit_function(name))
		return bind_unit_call(c, f, name, out);
	if (n_rows == 0 && is_unnest(name))
		return bind_unnest_item(c, f, name, out);
	return SHADE_OK;
}

shade_status bind_func(struct ectx *c, struct ast *e, struct expr **out)
{
	struct bind *b = c->b;
	struct ast_func *f = AST_CAST(func, e = method_of(c, e));
	struct str name = func_canonical(path_last(f->name));
	const struct func_row **rows;
	const struct type *type;
	enum special special;
	size_t n;
	struct object *fn;

	TRY(bind_find_function(b, f->name, true, &fn));
	if (fn)
		return bind_function_call(c, fn, f, out);
	/* in Spark and Flink log(x) is the natural logarithm */
	if (b->dialect != DIALECT_ANSI && f->args.n == 1 &&
	    str_eq_nocase(name, STR("log")))
		name = STR("ln");
	if (str_eq_nocase(name, STR("grouping")) ||
	    str_eq_nocase(name, STR("grouping_id")))
		return select_grouping(c, f, out);
	/* min(a, b) is about one row, as in sqlite */
	if (f->args.n > 1 && !f->over && str_eq_nocase(name, STR("min")))
		name = STR("least");
	if (f->args.n > 1 && !f->over && str_eq_nocase(name, STR("max")))
		name = STR("greatest");
	if (is_group_window(b, name))
		return bind_group_window(c, f, name, out);
	rows = func_lookup(b->a, name, &n);
	if (f->over)
		return bind_window_call(c, f, name, out);
	if (n > 0 && rows[0]->kind == FUNC_AGGREGATE)
		return bind_aggregate(c, f, name, out);
	if (n > 0 && rows[0]->kind == FUNC_WINDOW)
		return shade_fail(b->cx, SHADE_E_WINDOW, e->span,
				  "window function \"%.*s\" needs OVER (..)",
				  STR_ARG(name));
	TRY(bind_form(c, f, name, n, out));
	if (*out)
		return SHADE_OK;
	if ((name.n > 5 && str_eq_nocase((struct str){ name.p, 5 }, STR("json_"))) ||
	    f->json.n) {
		TRY(bind_json_call(c, f, name, out));
		if (*out)
			return SHADE_OK;
	}
	special = special_of(name, f->args.n);
	if (is_qualified(f) || (n == 0 && !special)) {
		TRY(bind_find_function(b, f->name, false, &fn));
		if (fn)
			return bind_function_call(c, fn, f, out);
	}
	if (n > 0 || special)
		TRY(check_plain(b, f, name));
	if (special)
		return bind_special(c, f, special, out);
	if (n == 0 && f->args.n == 1) {
		type = type_by_name(b->a, name, -1, -1);
		if (type)
			return bind_type_call(c, f, type, out);
	}
	return bind_scalar_call(c, f, name, out);
}
