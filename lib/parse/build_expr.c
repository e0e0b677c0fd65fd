/*
 * build_expr.c - expressions and types for the grammar.
 */
#include "parse/build.h"

struct ast *parse_integer(struct parse *ps, struct span span, struct str digits)
{
	return LITERAL(span, INTEGER, digits);
}

/* Small numbers of the syntax itself: precisions, positions. */
int64_t parse_int(struct parse *ps, struct span span, struct str digits)
{
	int64_t value = 0;

	for (size_t i = 0; i < digits.n; i++) {
		value = value * 10 + (digits.p[i] - '0');
		if (value > 1000000000) {
			parse_fail(ps, SHADE_E_RANGE, span,
				   "number %.*s is too large here", STR_ARG(digits));
			return 0;
		}
	}
	return value;
}

/* a AND b AND c is one flat node. */
struct ast *parse_logic(struct parse *ps, struct span span, int op, struct ast *left,
			struct ast *right)
{
	if (ast_is(left, AST_LOGIC) && AST_CAST(logic, left)->op == (unsigned)op) {
		struct ast_logic *l = AST_CAST(logic, left);

		if (ast_is(right, AST_LOGIC) &&
		    AST_CAST(logic, right)->op == (unsigned)op) {
			struct ast_list more = AST_CAST(logic, right)->args;

			for (size_t i = 0; i < more.n; i++)
				ast_push(ps->arena, &l->args, more.v[i]);
		} else {
			ast_push(ps->arena, &l->args, right);
		}
		l->span = span;
		if (right->height >= l->height)
			parse_touch(ps, left);
		return left;
	}
	if (ast_is(right, AST_LOGIC) && AST_CAST(logic, right)->op == (unsigned)op)
		return MAKE(logic, span, .op = (unsigned)op,
			    .args = parse_prepend(ps, left,
						  AST_CAST(logic, right)->args));
	return MAKE(logic, span, .op = (unsigned)op, .args = PUSH(LIST(left), right));
}

struct ast *parse_in(struct parse *ps, struct span span, struct ast *arg, bool negated,
		     struct ast *list)
{
	AST_CAST(in, list)->arg = arg;
	AST_CAST(in, list)->negated = negated;
	list->span = span;
	return parse_touch(ps, list);
}

struct ast *parse_json_push(struct parse *ps, struct span span, struct ast *path,
			    struct ast *step)
{
	ast_push(ps->arena, &AST_CAST(json_path, path)->steps, step);
	path->span = span;
	return path;
}

struct ast *parse_json_index(struct parse *ps, struct span span, struct str digits)
{
	return MAKE(json_step, span, .type = AST_JSON_STEP_KIND_INDEX,
		    .index = parse_int(ps, span, digits));
}

struct ast *parse_call(struct parse *ps, struct span span, const char *name,
		       struct ast_list args)
{
	return parse_call_str(ps, span, str_from(name), args);
}

struct ast *parse_call_str(struct parse *ps, struct span span, struct str name,
			   struct ast_list args)
{
	struct ast *path = MAKE(path, span, .parts = LIST(parse_name(ps, span, name)));

	return MAKE(func, span, .name = path, .args = args);
}

/* x.f(a) is f(x, a). */
struct ast *parse_method(struct parse *ps, struct span span, struct ast *self,
			 struct ast *name, struct ast *call)
{
	struct ast_func *f = AST_CAST(func, call);

	if (f->star)
		parse_fail(ps, SHADE_E_SYNTAX, span,
			   "x.f(*) makes no sense: x is the argument");
	f->name = MAKE(path, name->span, .parts = LIST(name));
	f->args = parse_prepend(ps, self, f->args);
	call->span = span;
	return parse_touch(ps, call);
}

/* a[from:to]; without a bound from the first, to the last. */
struct ast *parse_slice(struct parse *ps, struct span span, struct ast *of,
			struct ast *from, struct ast *to)
{
	struct ast_list args = LIST(of);

	if (!from)
		from = parse_integer(ps, span, STR("1"));
	if (!to)
		to = MAKE(unary, span, .op = AST_UNARY_OP_NEG,
			  .arg = parse_integer(ps, span, STR("1")));
	return parse_call(ps, span, "array_slice", PUSH(PUSH(args, from), to));
}

struct ast *parse_lambda(struct parse *ps, struct span span, struct ast_list params,
			 struct ast *body)
{
	struct ast *names = params.n == 1 ? params.v[0]
					  : MAKE(row, span, .items = params);

	return MAKE(lambda, span, .params = names, .body = body);
}

/* [e FOR x IN list IF cond] */
struct ast *parse_comprehension(struct parse *ps, struct span span, struct ast *e,
				struct ast *name, struct ast *list, struct ast *cond)
{
	struct ast *column = MAKE(column, name->span, .parts = LIST(name));
	struct ast_list args = LIST(list);

	if (cond) {
		args = PUSH(args, parse_lambda(ps, span, LIST(column), cond));
		args = LIST(parse_call(ps, span, "list_filter", args));
		column = ast_copy(ps->arena, column);
	}
	args = PUSH(args, parse_lambda(ps, span, LIST(column), e));
	return parse_call(ps, span, "list_transform", args);
}

/* The clauses behind the parentheses. */
struct ast *parse_func(struct parse *ps, struct span span, struct ast *call,
		       struct ast_list within, int nulls, struct ast *filter,
		       struct ast *over)
{
	struct ast_func *f = AST_CAST(func, call);

	f->within_group = within;
	if (nulls)
		f->nulls = (unsigned)nulls;
	f->filter = filter;
	f->over = over;
	f->span = span;
	return parse_touch(ps, call);
}

const char *parse_trim_name(int side)
{
	return side == 1 ? "ltrim" : side == 2 ? "rtrim" : "trim";
}

struct ast *parse_unit_string(struct parse *ps, struct span span, struct ast *ident)
{
	return LITERAL(span, STRING, parse_ident_text(ident));
}

struct ast *parse_interval_text(struct parse *ps, struct span span,
				struct span text_span, struct str text)
{
	struct ast *part = INTERVAL_PART(text_span, LITERAL(text_span, STRING, text),
					 false, AST_UNIT_NONE, AST_UNIT_NONE);

	return MAKE(interval, span, .parts = LIST(part));
}

/* zone: 1 WITH TIME ZONE, 2 WITHOUT TIME ZONE. */
struct ast *parse_type(struct parse *ps, struct span span, struct str name,
		       int n_params, int64_t precision, int64_t scale, int zone)
{
	if (zone == 1 && str_eq_nocase(name, STR("timestamp")))
		name = STR("TIMESTAMP_LTZ");
	return MAKE(type, span, .name = name, .n_params = n_params,
		    .precision = precision, .scale = scale);
}

struct ast *parse_type_varying(struct parse *ps, struct span span, struct str name,
			       int n_params, int64_t length)
{
	bool is_binary = str_eq_nocase(name, STR("binary"));

	return MAKE(type, span, .name = is_binary ? STR("VARBINARY") : STR("VARCHAR"),
		    .n_params = n_params, .precision = length);
}

struct ast *parse_lambda2(struct parse *ps, struct span span, struct ast *x,
			  struct ast *y, struct ast *body)
{
	struct ast_list params = LIST(MAKE(column, x->span, .parts = LIST(x)));

	params = PUSH(params, MAKE(column, y->span, .parts = LIST(y)));
	return MAKE(lambda, span, .params = MAKE(row, x->span, .items = params),
		    .body = body);
}

struct ast *parse_json_empty(struct parse *ps, struct span span, struct str what)
{
	if (str_eq_nocase(what, STR("array")))
		return JSON_CLAUSE(span, ON_ERROR, EMPTY_ARRAY);
	if (str_eq_nocase(what, STR("object")))
		return JSON_CLAUSE(span, ON_ERROR, EMPTY_OBJECT);
	parse_fail(ps, SHADE_E_SYNTAX, span,
		   "EMPTY ARRAY or EMPTY OBJECT is what may stand here");
	return JSON_CLAUSE(span, ON_ERROR, NULL);
}
