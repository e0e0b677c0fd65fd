/*
 * positional.c - POSITIONAL JOIN: the n-th row beside the n-th row.
 *
 * Both sides number their rows; a FULL join brings equal numbers together, and
 * a sort by the number keeps the order that the longer side had.
 */
#include "bind/bind_internal.h"

/* The plan with the number of each row as a last column. */
static shade_status number_rows(struct bind *b, struct plan **p, struct expr **number)
{
	struct window_spec *w = arena_new_of(b->a, struct window_spec);
	struct span span = (*p)->span;
	struct expr *e;
	struct column col;

	w->start = BOUND_UNBOUNDED_PRECEDING;
	w->end = BOUND_CURRENT;
	TRY(bind_resolve(b, STR("row_number"), 0, NULL, EXPR_WINDOW, span, &e));
	e->call.window = w;
	col = plan_column(&b->env->ids, STR("row_number"), e);
	*p = plan_window(b->a, *p, 1, arena_dup(b->a, &e, sizeof(e)),
			 arena_dup(b->a, &col, sizeof(col)));
	*number = plan_col_expr(b->a, &col);
	return SHADE_OK;
}

shade_status bind_positional(struct bind *b, struct plan *left, struct plan *right,
			     struct span span, struct plan **out)
{
	struct column *cols = arena_array(b->a, struct column,
					  left->n_cols + right->n_cols + 1);
	size_t n_left = left->n_cols, n_right = right->n_cols;
	struct sort_key *key = arena_new_of(b->a, struct sort_key);
	struct expr **number = arena_array(b->a, struct expr *, 2);
	struct expr **exprs = arena_array(b->a, struct expr *, n_left + n_right + 1);
	struct expr *same;
	struct plan *p;

	TRY(number_rows(b, &left, &number[0]));
	TRY(number_rows(b, &right, &number[1]));
	TRY(bind_call2(b, "=", number[0], number[1], span, &same));
	p = plan_join(b->a, JOIN_FULL, left, right, 1,
		      arena_dup(b->a, &same, sizeof(same)));
	copy_bytes(cols, p->cols, n_left * sizeof(*cols));
	copy_bytes(cols + n_left, p->cols + left->n_cols, n_right * sizeof(*cols));
	for (size_t i = 0; i < n_left + n_right; i++)
		exprs[i] = plan_col_expr(b->a, &cols[i]);
	key->expr = expr_new(b->a, EXPR_COALESCE, number[0]->type, 2, number, span);
	cols[n_left + n_right] = plan_column(&b->env->ids, STR("key"), key->expr);
	exprs[n_left + n_right] = key->expr;
	p = plan_project(b->a, p, n_left + n_right + 1, exprs, cols);
	key->expr = plan_col_expr(b->a, &cols[n_left + n_right]);
	p = plan_sort(b->a, p, 1, key);
	*out = plan_keep(b->a, p, n_left + n_right, cols);
	return SHADE_OK;
}
