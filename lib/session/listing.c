/*
 * listing.c - rows of statements that list things (SHOW, DESCRIBE, EXPLAIN).
 *
 * They become a VALUES plan, so that they take the same way to the reader
 * as any query.
 */
#include "session/run_internal.h"

void listing_init(struct listing *l, struct run *r, size_t n_cols,
		  const char *const *names, const enum type_id *types)
{
	struct arena *a = r->cx.arena;

	*l = (struct listing){ .run = r, .n_cols = n_cols };
	l->names = arena_array(a, struct str, n_cols);
	l->types = arena_array(a, const struct type *, n_cols);
	for (size_t i = 0; i < n_cols; i++) {
		l->names[i] = str_from(names[i]);
		l->types[i] = type_of(types[i]);
	}
}

void listing_add(struct listing *l, const struct value *row)
{
	for (size_t i = 0; i < l->n_cols; i++)
		vec_push(l->run->cx.arena, &l->cells, row[i]);
}

static struct expr *cell_expr(struct listing *l, size_t cell)
{
	struct value v = l->cells.v[cell];

	v.type = l->types[cell % l->n_cols];
	return expr_const(l->run->cx.arena, v, NO_SPAN);
}

shade_status listing_finish(struct listing *l)
{
	struct run *r = l->run;
	struct arena *a = r->cx.arena;
	struct plan *p = plan_new(a, PLAN_VALUES, 0, NO_SPAN);

	p->n_cols = l->n_cols;
	p->cols = arena_array(a, struct column, l->n_cols);
	for (size_t i = 0; i < l->n_cols; i++) {
		p->cols[i].id = r->env.ids.next++;
		p->cols[i].name = l->names[i];
		p->cols[i].type = l->types[i];
	}
	p->values.n_rows = l->cells.n / l->n_cols;
	p->values.exprs = arena_array(a, struct expr *, l->cells.n);
	for (size_t i = 0; i < l->cells.n; i++)
		p->values.exprs[i] = cell_expr(l, i);
	return run_rows_of_plan(r, p);
}
