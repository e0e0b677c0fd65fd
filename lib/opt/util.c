/*
 * util.c - what many rules ask of expressions and nodes.
 */
#include "opt/opt_internal.h"

bool is_call(const struct expr *e, const char *name)
{
	return e->kind == EXPR_CALL && strcmp(e->call.row->name, name) == 0;
}

bool is_equality(const struct expr *e, const struct idset *a, const struct idset *b,
		 struct expr **left, struct expr **right, bool *null_safe)
{
	struct idset used[2] = { { .arena = a->arena }, { .arena = a->arena } };

	*null_safe = is_call(e, "is not distinct from");
	if ((!*null_safe && !is_call(e, "=")) || e->n_args != 2)
		return false;
	if (e->args[0]->is_volatile || e->args[1]->is_volatile)
		return false;
	expr_columns(e->args[0], &used[0]);
	expr_columns(e->args[1], &used[1]);
	if (idset_is_empty(&used[0]) || idset_is_empty(&used[1]))
		return false;
	for (size_t i = 0; i < 2; i++) {
		if (!idset_within(&used[i], a) || !idset_within(&used[1 - i], b))
			continue;
		*left = e->args[i];
		*right = e->args[1 - i];
		return true;
	}
	return false;
}

bool is_true(const struct expr *e)
{
	return e->kind == EXPR_CONST && e->type->id == TYPE_BOOLEAN &&
	       !e->value.is_null && e->value.i;
}

bool is_never(const struct expr *e)
{
	return e->kind == EXPR_CONST && (e->value.is_null || !e->value.i) &&
	       (e->type->id == TYPE_BOOLEAN || e->type->id == TYPE_NULL);
}

shade_status null_safe_equal(struct opt *o, struct expr *x, struct expr *y,
			     struct expr **out)
{
	struct expr *args[2] = { x, y };

	return expr_call(o->cx, STR("is not distinct from"), 2,
			 arena_dup(o->a, args, sizeof(args)), x->span, out);
}

/* NULL whenever one of the columns of it is: no CASE, COALESCE, IS NULL .. */
static bool is_strict(const struct expr *e, const struct idset *cols)
{
	if (e->kind == EXPR_COLUMN)
		return idset_has(cols, e->column.id);
	if (e->kind == EXPR_CAST)
		return is_strict(e->args[0], cols);
	if (e->kind == EXPR_IN_LIST)
		return is_strict(e->args[0], cols);
	if (e->kind != EXPR_CALL || (e->call.row->flags & FUNC_NULLS))
		return false;
	for (size_t i = 0; i < e->n_args; i++)
		if (is_strict(e->args[i], cols))
			return true;
	return false;
}

bool rejects_nulls(const struct expr *e, const struct idset *cols)
{
	if (e->kind == EXPR_AND) {
		for (size_t i = 0; i < e->n_args; i++)
			if (rejects_nulls(e->args[i], cols))
				return true;
		return false;
	}
	if (e->kind == EXPR_OR) {
		for (size_t i = 0; i < e->n_args; i++)
			if (!rejects_nulls(e->args[i], cols))
				return false;
		return e->n_args > 0;
	}
	if (is_call(e, "is not null"))
		return is_strict(e->args[0], cols);
	return is_strict(e, cols);
}

void conds_add(struct arena *a, struct expr ***conds, size_t *n, struct expr *e)
{
	struct expr **v = arena_array(a, struct expr *, *n + 1);

	if (*n > 0)
		copy_bytes(v, *conds, *n * sizeof(*v));
	v[(*n)++] = e;
	*conds = v;
}

void conds_push(struct arena *a, struct expr ***conds, size_t *n, struct expr *e)
{
	/* the room is the next power of two */
	if ((*n & (*n - 1)) == 0) {
		struct expr **v = arena_array(a, struct expr *, *n ? 2 * *n : 1);

		if (*n > 0)
			copy_bytes(v, *conds, *n * sizeof(*v));
		*conds = v;
	}
	(*conds)[(*n)++] = e;
}

/* --- nodes --------------------------------------------------------------- */

static void own_tail(struct arena *a, struct plan *p, size_t tail)
{
	const struct plan *c = p->children[0];
	struct column *cols = arena_array(a, struct column, c->n_cols + tail + 1);

	copy_bytes(cols, c->cols, c->n_cols * sizeof(*cols));
	copy_bytes(cols + c->n_cols, p->cols + p->n_cols - tail, tail * sizeof(*cols));
	p->cols = cols;
	p->n_cols = c->n_cols + tail;
}

static size_t unnest_tail(const struct plan *p)
{
	size_t n = p->unnest.with_ordinality ? 1 : 0;

	for (size_t i = 0; i < p->unnest.n_exprs; i++)
		n += p->unnest.exprs[i]->type->id == TYPE_MAP ? 2 : 1;
	return n;
}

void plan_refresh_node(struct arena *a, struct plan *p)
{
	struct column mark;

	switch (p->kind) {
	case PLAN_FILTER:
	case PLAN_SORT:
	case PLAN_LIMIT:
	case PLAN_DISTINCT:
	case PLAN_EXPECT:
	case PLAN_ASSERT:
	case PLAN_SAMPLE:
		p->cols = p->children[0]->cols;
		p->n_cols = p->children[0]->n_cols;
		break;
	case PLAN_CTE:
		p->cols = p->children[1]->cols;
		p->n_cols = p->children[1]->n_cols;
		break;
	case PLAN_JOIN:
		if (p->join.kind == JOIN_MARK) {
			mark = p->cols[p->n_cols - 1];
			plan_join_columns(a, p, &mark);
		} else {
			plan_join_columns(a, p, NULL);
		}
		break;
	case PLAN_WINDOW: own_tail(a, p, p->window.n_windows); break;
	case PLAN_UNNEST: own_tail(a, p, unnest_tail(p)); break;
	default: break;
	}
}

void plan_refresh(struct arena *a, struct plan *p)
{
	for (size_t i = 0; i < p->n_children; i++)
		plan_refresh(a, p->children[i]);
	plan_refresh_node(a, p);
}

bool plan_is_one_row(const struct plan *p)
{
	switch (p->kind) {
	case PLAN_PROJECT:
	case PLAN_WINDOW:
	case PLAN_SORT:
		return plan_is_one_row(p->children[0]) &&
		       !(p->kind == PLAN_SORT && p->sort.has_limit);
	case PLAN_AGGREGATE:
		return p->aggregate.n_groups == 0 && p->aggregate.n_sets == 0;
	case PLAN_VALUES: return p->values.n_rows == 1;
	case PLAN_JOIN:
		return p->join.kind == JOIN_INNER && p->join.n_conds == 0 &&
		       p->join.n_keys == 0 && plan_is_one_row(p->children[0]) &&
		       plan_is_one_row(p->children[1]);
	default: return false;
	}
}

shade_status plan_bottom_up(struct opt *o, struct plan **plan, plan_fn fn)
{
	for (size_t i = 0; i < (*plan)->n_children; i++)
		TRY(plan_bottom_up(o, &(*plan)->children[i], fn));
	return fn(o, plan);
}

struct plan *plan_empty(struct arena *a, const struct plan *p)
{
	struct plan *e = plan_new(a, PLAN_VALUES, 0, p->span);

	e->cols = p->cols;
	e->n_cols = p->n_cols;
	return e;
}
