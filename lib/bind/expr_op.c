/*
 * expr_op.c - operators and predicates become calls of function rows.
 */
#include "bind/bind_internal.h"

/* Rows of lib/func by the operator's spelling. */
static const char *const op_names[] = {
	[AST_BINARY_OP_ADD] = "+",
	[AST_BINARY_OP_SUB] = "-",
	[AST_BINARY_OP_MUL] = "*",
	[AST_BINARY_OP_DIV] = "/",
	[AST_BINARY_OP_INT_DIV] = "div",
	[AST_BINARY_OP_MOD] = "%",
	[AST_BINARY_OP_POWER] = "power",
	[AST_BINARY_OP_CONCAT] = "||",
	[AST_BINARY_OP_BIT_AND] = "&",
	[AST_BINARY_OP_BIT_OR] = "|",
	[AST_BINARY_OP_BIT_XOR] = "^",
	[AST_BINARY_OP_SHIFT_LEFT] = "<<",
	[AST_BINARY_OP_SHIFT_RIGHT] = ">>",
	[AST_BINARY_OP_SHIFT_RIGHT_UNSIGNED] = ">>>",
	[AST_BINARY_OP_EQ] = "=",
	[AST_BINARY_OP_NE] = "<>",
	[AST_BINARY_OP_LT] = "<",
	[AST_BINARY_OP_LE] = "<=",
	[AST_BINARY_OP_GT] = ">",
	[AST_BINARY_OP_GE] = ">=",
	[AST_BINARY_OP_DISTINCT] = "is distinct from",
	[AST_BINARY_OP_NOT_DISTINCT] = "is not distinct from",
	[AST_BINARY_OP_JSON_GET] = "->",
	[AST_BINARY_OP_JSON_GET_TEXT] = "->>",
};

const char *bind_operator_name(enum ast_binary_op op)
{
	return op_names[op];
}

static shade_status maybe_not(struct bind *b, struct expr *e, bool negated,
			      struct expr **out)
{
	if (negated)
		return bind_not(b, e, out);
	*out = e;
	return SHADE_OK;
}

static bool is_integer(const struct expr *e)
{
	return type_family(e->type) == FAMILY_INTEGER;
}

/* Row values: (a, b) = (c, d) and <> field by field, < by the first that
 * differs. */
static shade_status compare_rows(struct ectx *c, enum ast_binary_op op,
				 struct ast_list *x, struct ast_list *y,
				 struct span span, struct expr **out)
{
	struct bind *b = c->b;
	size_t n = x->n;
	bool equality = op == AST_BINARY_OP_EQ || op == AST_BINARY_OP_NE ||
			op == AST_BINARY_OP_DISTINCT ||
			op == AST_BINARY_OP_NOT_DISTINCT;
	bool negated = op == AST_BINARY_OP_NE || op == AST_BINARY_OP_DISTINCT;
	const char *eq = op == AST_BINARY_OP_DISTINCT ||
					 op == AST_BINARY_OP_NOT_DISTINCT
				 ? "is not distinct from"
				 : "=";
	const char *strict = op == AST_BINARY_OP_LT || op == AST_BINARY_OP_LE ? "<"
									      : ">";
	struct expr **l, **r, *all = NULL;

	if (n != y->n || n == 0)
		return shade_fail(b->cx, SHADE_E_TYPE, span,
				  "rows of %zu and %zu fields cannot be compared", n,
				  y->n);
	TRY(bind_list(c, x, &l));
	TRY(bind_list(c, y, &r));
	if (equality) {
		struct expr **parts = arena_array(b->a, struct expr *, n);

		for (size_t i = 0; i < n; i++)
			TRY(bind_call2(b, eq, l[i], r[i], span, &parts[i]));
		all = expr_and(b->a, n, parts);
		return maybe_not(b, all, negated, out);
	}
	for (size_t i = n; i-- > 0;) {
		struct expr *less, *same, *both[2], *either[2];

		TRY(bind_call2(b, i == n - 1 ? op_names[op] : strict, l[i], r[i], span,
			       &less));
		if (!all) {
			all = less;
			continue;
		}
		TRY(bind_call2(b, "=", l[i], r[i], span, &same));
		both[0] = same;
		both[1] = all;
		either[0] = less;
		either[1] = expr_and(b->a, 2, arena_dup(b->a, both, sizeof(both)));
		all = expr_new(b->a, EXPR_OR, type_of(TYPE_BOOLEAN), 2,
			       arena_dup(b->a, either, sizeof(either)), span);
	}
	*out = all;
	return SHADE_OK;
}

/* The fields of a row, or of a query that is compared with one. */
static bool row_fields(struct bind *b, struct ast *e, const struct ast *other,
		       struct ast_list *out)
{
	if (ast_is(e, AST_ROW))
		*out = AST_CAST(row, e)->items;
	else if (ast_is(e, AST_SUBQUERY_EXPR))
		*out = ast_query_fields(b->a, AST_CAST(subquery_expr, e)->query,
					((const struct ast_row *)other)->items.n,
					e->span);
	else
		return false;
	return true;
}

static bool is_comparison(enum ast_binary_op op)
{
	return op >= AST_BINARY_OP_EQ && op <= AST_BINARY_OP_NOT_DISTINCT;
}

static shade_status bind_overlaps(struct ectx *c, struct ast_binary *bin,
				  struct expr **out)
{
	struct bind *b = c->b;
	struct expr **l, **r, *parts[2];

	if (!ast_is(bin->left, AST_ROW) || !ast_is(bin->right, AST_ROW) ||
	    AST_CAST(row, bin->left)->items.n != 2 ||
	    AST_CAST(row, bin->right)->items.n != 2)
		return shade_fail(b->cx, SHADE_E_TYPE, bin->span,
				  "OVERLAPS compares two periods: (start, end)");
	TRY(bind_list(c, &AST_CAST(row, bin->left)->items, &l));
	TRY(bind_list(c, &AST_CAST(row, bin->right)->items, &r));
	if (type_family(l[1]->type) == FAMILY_INTERVAL)
		TRY(bind_call2(b, "+", l[0], l[1], bin->span, &l[1]));
	if (type_family(r[1]->type) == FAMILY_INTERVAL)
		TRY(bind_call2(b, "+", r[0], r[1], bin->span, &r[1]));
	TRY(bind_call2(b, "<", l[0], r[1], bin->span, &parts[0]));
	TRY(bind_call2(b, "<", r[0], l[1], bin->span, &parts[1]));
	*out = expr_and(b->a, 2, arena_dup(b->a, parts, sizeof(parts)));
	return SHADE_OK;
}

/*
 * Spark gives an integer literal beside a decimal the digits that it has, not
 * those of its type.
 */
static shade_status fit_literal(struct bind *b, const struct expr *other,
				struct expr **e)
{
	int64_t v = (*e)->value.i;
	int digits = 1;

	if (b->dialect != DIALECT_SPARK || (*e)->kind != EXPR_CONST ||
	    !is_integer(*e) || (*e)->type->id == TYPE_HUGEINT || (*e)->value.is_null ||
	    other->type->id != TYPE_DECIMAL)
		return SHADE_OK;
	for (; v >= 10 || v <= -10; v /= 10)
		digits++;
	return expr_cast(b->cx, *e, type_decimal(b->a, digits, 0), false, e);
}

/* Spark shifts by the low bits of the distance, in 32 bits or 64. */
static shade_status mask_shift(struct bind *b, struct expr **x, struct expr **by)
{
	struct expr *mask;

	if (!is_integer(*x) || !is_integer(*by))
		return SHADE_OK;
	if ((*x)->type->id == TYPE_TINYINT || (*x)->type->id == TYPE_SMALLINT)
		TRY(expr_cast(b->cx, *x, type_of(TYPE_INT), false, x));
	mask = expr_const(b->a,
			  value_int(TYPE_INT, (*x)->type->id == TYPE_BIGINT ? 63 : 31),
			  (*by)->span);
	return bind_call2(b, "&", *by, mask, (*by)->span, by);
}

static shade_status bind_call_op(struct ectx *c, struct ast_binary *bin, struct expr *l,
				 struct expr *r, struct expr **out)
{
	TRY(fit_literal(c->b, r, &l));
	TRY(fit_literal(c->b, l, &r));
	return bind_call2(c->b, op_names[bin->op], l, r, bin->span, out);
}

/* a + b + c + ...: the tree leans left, so the loop goes down its spine. */
static shade_status bind_binary(struct ectx *c, struct ast_binary *bin,
				struct expr **out)
{
	struct bind *b = c->b;
	struct expr *l, *r;

	if (bin->op == AST_BINARY_OP_OVERLAPS)
		return bind_overlaps(c, bin, out);
	if (is_comparison(bin->op) &&
	    (ast_is(bin->left, AST_ROW) || ast_is(bin->right, AST_ROW))) {
		struct ast_list x, y;

		if (row_fields(b, bin->left, bin->right, &x) &&
		    row_fields(b, bin->right, bin->left, &y))
			return compare_rows(c, bin->op, &x, &y, bin->span, out);
	}
	if (is_comparison(bin->op)) {
		struct ast *const sides[2] = { bin->left, bin->right };
		struct expr *both[2];

		TRY(bind_operands(c, 2, sides, both));
		return bind_call_op(c, bin, both[0], both[1], out);
	}
	TRY(bind_scalar(c, bin->left, &l));
	TRY(bind_scalar(c, bin->right, &r));
	if (bin->op == AST_BINARY_OP_DIV && b->dialect == DIALECT_SPARK &&
	    is_integer(l) && is_integer(r)) {
		TRY(expr_cast(b->cx, l, type_of(TYPE_DOUBLE), false, &l));
		TRY(expr_cast(b->cx, r, type_of(TYPE_DOUBLE), false, &r));
	}
	if (b->dialect == DIALECT_SPARK && bin->op >= AST_BINARY_OP_SHIFT_LEFT &&
	    bin->op <= AST_BINARY_OP_SHIFT_RIGHT_UNSIGNED)
		TRY(mask_shift(b, &l, &r));
	return bind_call_op(c, bin, l, r, out);
}

static shade_status bind_unary(struct ectx *c, struct ast_unary *u, struct expr **out)
{
	struct bind *b = c->b;
	struct expr *x;

	if (u->op == AST_UNARY_OP_NEG && ast_is(u->arg, AST_LITERAL)) {
		enum ast_literal_kind k = AST_CAST(literal, u->arg)->type;

		if (k >= AST_LITERAL_KIND_INTEGER && k <= AST_LITERAL_KIND_DOUBLE)
			return bind_literal(b, u->arg, true, out);
	}
	TRY(bind_scalar(c, u->arg, &x));
	switch (u->op) {
	case AST_UNARY_OP_NEG: return bind_call1(b, "-", x, u->span, out);
	case AST_UNARY_OP_POS: *out = x; return SHADE_OK;
	case AST_UNARY_OP_NOT:
		TRY(bind_to_bool(b, x, "the operand of NOT", &x));
		return bind_not(b, x, out);
	case AST_UNARY_OP_BIT_NOT: return bind_call1(b, "~", x, u->span, out);
	case AST_N_UNARY_OP: break;
	}
	unreachable();
}

static shade_status bind_logic(struct ectx *c, struct ast_logic *l, struct expr **out)
{
	struct bind *b = c->b;
	const char *what = l->op == AST_LOGIC_OP_AND ? "an operand of AND"
						     : "an operand of OR";
	struct expr **v;

	TRY(bind_list(c, &l->args, &v));
	for (size_t i = 0; i < l->args.n; i++)
		TRY(bind_to_bool(b, v[i], what, &v[i]));
	if (l->op == AST_LOGIC_OP_AND)
		*out = expr_and(b->a, l->args.n, v);
	else
		*out = expr_new(b->a, EXPR_OR, type_of(TYPE_BOOLEAN), l->args.n, v,
				l->span);
	return SHADE_OK;
}

shade_status bind_operator(struct ectx *c, struct ast *e, struct expr **out)
{
	if (e->kind == AST_BINARY)
		return bind_binary(c, AST_CAST(binary, e), out);
	if (e->kind == AST_UNARY)
		return bind_unary(c, AST_CAST(unary, e), out);
	return bind_logic(c, AST_CAST(logic, e), out);
}

/* --- IS, BETWEEN, LIKE --------------------------------------------------- */

static shade_status bind_is(struct ectx *c, struct ast_is *is, struct expr **out)
{
	struct bind *b = c->b;
	struct expr *x, *e;

	TRY(bind_scalar(c, is->arg, &x));
	switch (is->test) {
	case AST_TRUTH_NULL:
		return bind_call1(b, is->negated ? "is not null" : "is null", x,
				  is->span, out);
	case AST_TRUTH_UNKNOWN:
		TRY(bind_to_bool(b, x, "the operand of IS UNKNOWN", &x));
		return bind_call1(b, is->negated ? "is not null" : "is null", x,
				  is->span, out);
	case AST_TRUTH_TRUE:
	case AST_TRUTH_FALSE:
		TRY(bind_to_bool(b, x, "the operand of IS TRUE", &x));
		return bind_call2(
			b, is->negated ? "is distinct from" : "is not distinct from", x,
			bind_bool(b, is->test == AST_TRUTH_TRUE, is->span), is->span,
			out);
	case AST_TRUTH_JSON:
		TRY(bind_call1(b, "is_json", x, is->span, &e));
		return maybe_not(b, e, is->negated, out);
	case AST_N_TRUTH: break;
	}
	unreachable();
}

static shade_status between(struct ectx *c, struct expr *x, struct expr *lo,
			    struct expr *hi, struct span span, struct expr **out)
{
	struct bind *b = c->b;
	struct expr *parts[2];

	TRY(bind_call2(b, ">=", x, lo, span, &parts[0]));
	TRY(bind_call2(b, "<=", x, hi, span, &parts[1]));
	*out = expr_and(b->a, 2, arena_dup(b->a, parts, sizeof(parts)));
	return SHADE_OK;
}

static shade_status bind_between(struct ectx *c, struct ast_between *bt,
				 struct expr **out)
{
	struct bind *b = c->b;
	struct ast *const parts[3] = { bt->arg, bt->low, bt->high };
	struct expr *v[3], *x, *lo, *hi, *e;

	TRY(bind_operands(c, 3, parts, v));
	x = v[0];
	lo = v[1];
	hi = v[2];
	TRY(between(c, x, lo, hi, bt->span, &e));
	if (bt->symmetric) {
		struct expr * or [2] = { e, NULL };

		TRY(between(c, x, hi, lo, bt->span, & or [1]));
		e = expr_new(b->a, EXPR_OR, type_of(TYPE_BOOLEAN), 2,
			     arena_dup(b->a, or, sizeof(or)), bt->span);
	}
	if (bt->negated)
		return bind_not(b, e, out);
	*out = e;
	return SHADE_OK;
}

const char *bind_like_name(enum ast_like_kind kind)
{
	switch (kind) {
	case AST_LIKE_KIND_LIKE: return "like";
	case AST_LIKE_KIND_ILIKE: return "ilike";
	case AST_LIKE_KIND_RLIKE: return "rlike";
	case AST_LIKE_KIND_SIMILAR: return "similar to";
	case AST_LIKE_KIND_GLOB: return "glob";
	case AST_N_LIKE_KIND: break;
	}
	unreachable();
}

static shade_status like_one(struct ectx *c, struct ast_like *l, struct expr *x,
			     struct ast *pattern, struct expr **out)
{
	struct expr *args[3] = { x };
	size_t n = 2;

	TRY(bind_scalar(c, pattern, &args[1]));
	if (l->escape) {
		TRY(bind_scalar(c, l->escape, &args[2]));
		n = 3;
	} else if (c->b->dialect == DIALECT_SPARK &&
		   (l->type == AST_LIKE_KIND_LIKE || l->type == AST_LIKE_KIND_ILIKE)) {
		args[2] = expr_const(c->b->a, value_str(STR("\\")), l->span);
		n = 3;
	}
	return expr_call(c->b->cx, str_from(bind_like_name(l->type)), n,
			 arena_dup(c->b->a, args, sizeof(args)), l->span, out);
}

static shade_status bind_like(struct ectx *c, struct ast_like *l, struct expr **out)
{
	struct bind *b = c->b;
	struct expr *x, *e, **v;

	TRY(bind_scalar(c, l->arg, &x));
	if (l->pattern) {
		TRY(like_one(c, l, x, l->pattern, &e));
		return maybe_not(b, e, l->negated, out);
	}
	if (l->patterns.n == 0)
		return shade_fail(b->cx, SHADE_E_INVALID_CLAUSE, l->span,
				  "LIKE ANY and LIKE ALL need a pattern");
	v = arena_array(b->a, struct expr *, l->patterns.n);
	for (size_t i = 0; i < l->patterns.n; i++) {
		TRY(like_one(c, l, x, l->patterns.v[i], &v[i]));
		if (l->negated)
			TRY(bind_not(b, v[i], &v[i]));
	}
	if (l->quantifier == AST_QUANTIFIER_ALL)
		*out = expr_and(b->a, l->patterns.n, v);
	else if (l->patterns.n == 1)
		*out = v[0];
	else
		*out = expr_new(b->a, EXPR_OR, type_of(TYPE_BOOLEAN), l->patterns.n, v,
				l->span);
	return SHADE_OK;
}

shade_status bind_predicate(struct ectx *c, struct ast *e, struct expr **out)
{
	if (e->kind == AST_IS)
		return bind_is(c, AST_CAST(is, e), out);
	if (e->kind == AST_BETWEEN)
		return bind_between(c, AST_CAST(between, e), out);
	return bind_like(c, AST_CAST(like, e), out);
}
