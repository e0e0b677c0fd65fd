/*
 * filter.c - conditions of a filter, as a selection of rows.
 *
 * While most rows pass, conditions run over all of them and their bytes are
 * ANDed; when few are left, the rest run over the selected rows only.
 */
#include "expr/expr_internal.h"

/* Below one row in this many the selection is made. */
#define SPARSE 4

struct filter_cond {
	struct node *dense; /* over all rows; NULL: it can fail */
	struct scope *scope; /* rows that passed the conditions before */
	struct node *sparse; /* over those */
};

static shade_status prepare(struct evaluator *ev)
{
	struct filter_cond *conds = arena_array(ev->arena, struct filter_cond,
						ev->n_exprs + 1);

	for (size_t i = 0; i < ev->n_exprs; i++) {
		const struct expr *e = ev->exprs[i];

		if (i == 0 || (!e->can_fail && !e->is_volatile))
			conds[i].dense = ev->roots[i];
		conds[i].scope = scope_new(&ev->root, 1);
		TRY(node_compile(conds[i].scope, e, &conds[i].sparse));
	}
	ev->mask = arena_alloc(ev->arena, 2 * (ev->cap + 64));
	ev->conds = conds;
	return SHADE_OK;
}

/* Narrow the positions pos[0..n) (of the root's rows) by one condition. */
static shade_status narrow_sparse(struct evaluator *ev, struct filter_cond *c,
				  uint16_t *pos, size_t *n)
{
	uint8_t *bytes = ev->mask + ev->cap + 64;
	size_t kept = 0;

	memcpy(c->scope->pos, pos, *n * sizeof(*pos));
	scope_enter(c->scope, *n);
	TRY(node_eval(c->sparse));
	TRY(bytes_true(c->sparse, c->sparse->out, bytes));
	for (size_t i = 0; i < *n; i++) {
		pos[kept] = pos[i];
		kept += bytes[i];
	}
	*n = kept;
	return SHADE_OK;
}

static shade_status join_dense(struct evaluator *ev, struct node *nd, bool first)
{
	const struct vector *v;
	size_t n = ev->root.n;
	uint8_t *bytes = ev->mask + ev->cap + 64;

	TRY(node_eval(nd));
	v = nd->out;
	if (first)
		return bytes_true(nd, v, ev->mask);
	if (v->form == VECTOR_FLAT && !v->validity) {
		kernels()->and_bytes(ev->mask, v->data, ev->mask, n);
		return SHADE_OK;
	}
	TRY(bytes_true(nd, v, bytes));
	kernels()->and_bytes(ev->mask, bytes, ev->mask, n);
	return SHADE_OK;
}

shade_status evaluator_filter(struct evaluator *ev, const struct batch *b,
			      uint16_t *sel, size_t *n_sel)
{
	bool dense = true;
	size_t n = batch_rows(b), i;

	evaluator_begin(ev, b);
	if (n > ev->cap)
		return shade_fail(ev->cx, SHADE_E_INTERNAL, NO_SPAN,
				  "batch of %zu rows is larger than a filter takes", n);
	if (!ev->conds)
		TRY(prepare(ev));
	if (ev->n_exprs == 0)
		memset(ev->mask, 1, n);
	for (i = 0; i < ev->n_exprs && n > 0; i++) {
		struct filter_cond *c = &ev->conds[i];

		if (dense && !c->dense) {
			n = kernels()->select_bytes(ev->mask, ev->root.n, sel);
			dense = false;
		}
		if (!dense) {
			TRY(narrow_sparse(ev, c, sel, &n));
			continue;
		}
		TRY(join_dense(ev, c->dense, i == 0));
		if (i + 1 == ev->n_exprs)
			break;
		n = kernels()->count_bytes(ev->mask, ev->root.n);
		if (n > 0 && n < ev->root.n / SPARSE) {
			n = kernels()->select_bytes(ev->mask, ev->root.n, sel);
			dense = false;
		}
	}
	if (n > 0 && dense)
		n = kernels()->select_bytes(ev->mask, ev->root.n, sel);
	if (b->sel)
		for (i = 0; i < n; i++)
			sel[i] = b->sel[sel[i]];
	*n_sel = n;
	if (arena_failed(ev->scratch))
		return cx_nomem(ev->cx);
	return SHADE_OK;
}
