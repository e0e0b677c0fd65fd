/*
 * rule_fold.c - constants are computed, AND and OR simplified, what all
 * branches of an OR share is taken out of it.
 */
#include "opt/opt_internal.h"

static struct expr *fold(struct opt *o, struct expr *e);

static void fold_child(void *arg, struct expr **e)
{
	*e = fold(arg, *e);
}

static struct expr *constant(struct opt *o, struct expr *e)
{
	struct value v;

	for (size_t i = 0; i < e->n_args; i++)
		if (e->args[i]->kind != EXPR_CONST)
			return e;
	if ((e->kind != EXPR_CALL && e->kind != EXPR_CAST) || e->can_fail ||
	    e->is_volatile || e->n_args == 0)
		return e;
	switch ((int)expr_fold(o->cx, e, &v)) {
	case SHADE_OK: break;
	case SHADE_E_NOMEM: /* stays in cx; the driver ends with it */
	case SHADE_E_MEMORY_LIMIT: return e;
	default: shade_clear(o->cx); return e;
	}
	o->n_changes++;
	return expr_const(o->a, v, e->span);
}

/* --- lists ---------------------------------------------------------------- */

/* x = constant (x <> constant in an AND): x, and the constant. */
static struct expr *list_term(struct expr *e, bool is_and, struct value *v)
{
	struct expr *c;

	if (!is_call(e, is_and ? "<>" : "=") || e->can_fail || e->is_volatile)
		return NULL;
	for (size_t i = 0; i < 2; i++) {
		c = e->args[i];
		if (c->kind != EXPR_CONST || c->value.is_null ||
		    e->args[1 - i]->kind == EXPR_CONST ||
		    !type_equal(c->type, e->args[1 - i]->type))
			continue;
		*v = c->value;
		return e->args[1 - i];
	}
	return NULL;
}

#define MIN_LIST 3 /* comparisons that make a list */

/* x = 1 OR x = 2 OR ..: x IN (1, 2, ..), for the first such x. */
static void make_list(struct opt *o, struct expr **v, size_t *n, bool is_and)
{
	struct value *values = arena_array(o->a, struct value, *n + 1);
	struct expr *x = NULL, *list;
	size_t n_values = 0, n_left = 0, at = 0;
	struct value one;

	for (size_t i = 0; i < *n; i++) {
		struct expr *term = list_term(v[i], is_and, &one);

		if (!term || (x && !expr_equal(x, term)))
			continue;
		if (!x)
			at = i;
		x = term;
		values[n_values++] = one;
	}
	if (n_values < MIN_LIST)
		return;
	list = expr_new(o->a, EXPR_IN_LIST, type_of(TYPE_BOOLEAN), 1,
			arena_dup(o->a, &x, sizeof(struct expr *)), v[at]->span);
	list->in.values = values;
	list->in.n_values = n_values;
	list->in.negated = is_and;
	for (size_t i = 0; i < *n; i++) {
		struct expr *term = list_term(v[i], is_and, &one);

		if (i == at)
			v[n_left++] = list;
		else if (!term || !expr_equal(x, term))
			v[n_left++] = v[i];
	}
	*n = n_left;
	o->n_changes++;
}

/* AND without TRUE, OR without FALSE; one FALSE (TRUE) decides. */
static struct expr *logic(struct opt *o, struct expr *e)
{
	bool is_and = e->kind == EXPR_AND;
	struct expr **v = arena_array(o->a, struct expr *, e->n_args + 1);
	size_t n = 0;

	for (size_t i = 0; i < e->n_args; i++) {
		struct expr *x = e->args[i];
		bool is_false = x->kind == EXPR_CONST && !x->value.is_null &&
				!x->value.i;

		if (is_and ? is_true(x) : is_false)
			continue;
		/* what comes before may fail; what comes after is not reached */
		if ((is_and ? is_false : is_true(x)) && n == 0)
			return x;
		v[n++] = x;
	}
	if (n >= MIN_LIST)
		make_list(o, v, &n, is_and);
	if (n == e->n_args)
		return e;
	if (n == 0)
		return expr_const(o->a, value_bool(is_and), e->span);
	if (n == 1)
		return v[0];
	return is_and ? expr_and(o->a, n, v)
		      : expr_new(o->a, EXPR_OR, e->type, n, v, e->span);
}

/* CASE whose first conditions are constants. */
static struct expr *fold_case(struct opt *o, struct expr *e)
{
	size_t at = 0;
	struct expr *rest;

	while (at + 1 < e->n_args && is_never(e->args[at]))
		at += 2;
	if (at + 1 < e->n_args && is_true(e->args[at]))
		return e->args[at + 1];
	if (at == 0)
		return e;
	if (at + 1 >= e->n_args)
		return e->args[e->n_args - 1];
	rest = expr_new(o->a, EXPR_CASE, e->type, e->n_args - at, e->args + at,
			e->span);
	return rest;
}

static bool has_children(const struct expr *e)
{
	return e->n_args > 0 || e->kind == EXPR_AGG || e->kind == EXPR_WINDOW;
}

static struct expr *fold(struct opt *o, struct expr *e)
{
	struct expr *own;

	if (!has_children(e))
		return e;
	own = arena_dup(o->a, e, sizeof(*e));
	own->args = arena_dup(o->a, e->args, e->n_args * sizeof(*e->args));
	expr_each_child(own, fold_child, o);
	if (own->kind == EXPR_AND || own->kind == EXPR_OR)
		return logic(o, own);
	if (own->kind == EXPR_CASE)
		return fold_case(o, own);
	return constant(o, own);
}

/* --- OR factors ---------------------------------------------------------- */

static size_t n_parts(const struct expr *e)
{
	return e->kind == EXPR_AND ? e->n_args : 1;
}

static struct expr *part(struct expr *e, size_t i)
{
	return e->kind == EXPR_AND ? e->args[i] : e;
}

static bool has_part(struct expr *e, const struct expr *x)
{
	for (size_t i = 0; i < n_parts(e); i++)
		if (expr_equal(part(e, i), x))
			return true;
	return false;
}

static struct expr *without(struct opt *o, struct expr *e, struct expr *const *common,
			    size_t n)
{
	struct expr **v = arena_array(o->a, struct expr *, n_parts(e) + 1);
	size_t n_left = 0;

	for (size_t i = 0; i < n_parts(e); i++) {
		bool drop = false;

		for (size_t k = 0; k < n && !drop; k++)
			drop = expr_equal(part(e, i), common[k]);
		if (!drop)
			v[n_left++] = part(e, i);
	}
	return n_left == 1 ? v[0] : expr_and(o->a, n_left, v);
}

#define MAX_FACTORED 16 /* branches of an OR looked at */

/* (a AND b) OR (a AND c): a AND (b OR c). */
static void factor(struct opt *o, struct expr *e, struct expr ***out, size_t *n)
{
	struct expr **common;
	size_t n_common = 0;

	if (e->kind != EXPR_OR || e->n_args > MAX_FACTORED || e->can_fail) {
		conds_push(o->a, out, n, e);
		return;
	}
	common = arena_array(o->a, struct expr *, n_parts(e->args[0]) + 1);
	for (size_t i = 0; i < n_parts(e->args[0]); i++) {
		struct expr *x = part(e->args[0], i);
		bool shared = true;

		for (size_t k = 1; k < e->n_args && shared; k++)
			shared = has_part(e->args[k], x);
		if (shared)
			common[n_common++] = x;
	}
	for (size_t i = 0; i < n_common; i++)
		conds_push(o->a, out, n, common[i]);
	if (n_common == 0) {
		conds_push(o->a, out, n, e);
		return;
	}
	o->n_changes++;
	{
		struct expr **rest = arena_array(o->a, struct expr *, e->n_args);
		struct expr * or ;

		for (size_t i = 0; i < e->n_args; i++)
			rest[i] = without(o, e->args[i], common, n_common);
		or = logic(o,
			   expr_new(o->a, EXPR_OR, e->type, e->n_args, rest, e->span));
		if (!is_true(or))
			conds_push(o->a, out, n, or);
	}
}

/* --- conditions ---------------------------------------------------------- */

/* False when they are never met. */
static bool simplify(struct opt *o, struct expr ***conds, size_t *n)
{
	struct expr **v = NULL;
	size_t n_new = 0;

	for (size_t i = 0; i < *n; i++) {
		struct expr *e = (*conds)[i];

		if (is_true(e))
			continue;
		if (is_never(e) && n_new == 0)
			return false;
		for (size_t k = 0; k < n_parts(e); k++) {
			if (part(e, k)->kind == EXPR_OR)
				factor(o, part(e, k), &v, &n_new);
			else
				conds_push(o->a, &v, &n_new, part(e, k));
		}
	}
	*conds = v;
	*n = n_new;
	return true;
}

static shade_status fold_node(struct opt *o, struct plan **plan)
{
	struct plan *p = *plan;

	plan_each_expr(p, fold_child, o);
	if (p->kind == PLAN_FILTER) {
		if (!simplify(o, &p->filter.conds, &p->filter.n_conds))
			*plan = plan_empty(o->a, p);
		else if (p->filter.n_conds == 0)
			*plan = p->children[0];
		return SHADE_OK;
	}
	if (p->kind == PLAN_JOIN && p->join.kind == JOIN_INNER &&
	    !simplify(o, &p->join.conds, &p->join.n_conds))
		*plan = plan_empty(o->a, p);
	return SHADE_OK;
}

shade_status rule_fold(struct opt *o, struct plan **plan)
{
	return plan_bottom_up(o, plan, fold_node);
}
