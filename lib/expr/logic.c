/*
 * logic.c - AND, OR, COALESCE: what looks only at the rows it needs.
 */
#include "expr/expr_internal.h"

shade_status bytes_true(struct node *nd, const struct vector *v, uint8_t *out)
{
	size_t n = nd->scope->n;

	if (v->form == VECTOR_CONST) {
		memset(out, !vector_is_null(v, 0) && *(const uint8_t *)v->data, n);
		return SHADE_OK;
	}
	if (v->form == VECTOR_DICT) {
		const uint8_t *values = v->dict->data;

		for (size_t i = 0; i < n; i++)
			out[i] = !vector_is_null(v, i) && values[v->codes[i]];
		return SHADE_OK;
	}
	memcpy(out, v->data, n);
	kernel_mask_validity(out, v->validity, n);
	return SHADE_OK;
}

/*
 * State of AND and OR per row: true is "so far the neutral value", false is
 * "decided"; null is a bit beside it.  For OR the bytes are inverted.
 */
struct logic {
	uint8_t *value; /* result so far */
	uint8_t *null; /* result so far is NULL */
	bool any_null;
};

/* Join operand v, given for rows pos[0..n) (NULL: all), into the state. */
static void join(struct logic *l, const struct vector *v, const uint16_t *pos, size_t n,
		 bool is_and)
{
	const struct vector *base = v->form == VECTOR_DICT ? v->dict : v;
	const uint8_t *data = base->data;
	bool has_null = base->validity || v->validity;

	if (!has_null && !l->any_null && !pos && v->form == VECTOR_FLAT) {
		if (is_and)
			kernels()->and_bytes(l->value, data, l->value, n);
		else
			kernels()->or_bytes(l->value, data, l->value, n);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		size_t at = pos ? pos[i] : i;
		bool null = has_null && vector_is_null(v, i);
		bool x = data[vector_index(v, i)];

		if (null) {
			l->any_null = true;
			if (l->value[at] == is_and || l->null[at])
				l->null[at] = 1;
		} else if (x != is_and) { /* decides */
			l->value[at] = x;
			l->null[at] = 0;
		}
	}
}

/* Rows not yet decided. */
static size_t undecided(const struct logic *l, size_t n, bool is_and, uint16_t *pos)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		pos[k] = (uint16_t)i;
		k += l->value[i] == is_and || l->null[i];
	}
	return k;
}

shade_status eval_logic(struct node *nd)
{
	struct vector *out = node_result(nd);
	bool is_and = nd->expr->kind == EXPR_AND;
	size_t n = nd->scope->n;
	struct logic l = { .value = out->data, .null = nd->bytes };

	memset(l.value, is_and, n);
	memset(l.null, 0, n);
	for (size_t k = 0; k < nd->n_args; k++) {
		struct scope *b = &nd->branches[k];
		size_t m;

		if (!b->ev) {
			TRY(node_eval(nd->args[k]));
			join(&l, nd->args[k]->out, NULL, n, is_and);
			continue;
		}
		m = undecided(&l, n, is_and, b->pos);
		if (m == 0)
			break;
		scope_enter(b, m);
		TRY(node_eval(nd->args[k]));
		join(&l, nd->args[k]->out, b->pos, m, is_and);
	}
	if (l.any_null) {
		uint64_t *bits = vector_validity(nd->scope->ev->arena, out,
						 nd->scope->ev->cap);

		for (size_t i = 0; i < n; i++)
			if (l.null[i])
				validity_clear(bits, i);
	}
	nd->out = out;
	return SHADE_OK;
}

/* --- branches ------------------------------------------------------------- */

struct arena *node_arena(const struct node *nd)
{
	return nd->expr->type->n_children ? nd->scope->ev->scratch
					  : nd->scope->ev->arena;
}

/* Put a branch's result into the rows pos of out; own: the branch ran for
 * those rows only, else for all and is picked from. */
static void put_branch(struct node *nd, struct vector *out, const struct vector *v,
		       const uint16_t *pos, size_t n, bool own)
{
	struct vector *picked;

	if (own || v->form == VECTOR_CONST) {
		vector_scatter(node_arena(nd), out, v, pos, n);
		return;
	}
	picked = vector_new(nd->scope->ev->scratch, v->type, n);
	vector_gather(nd->scope->ev->scratch, picked, v, pos, n);
	vector_scatter(node_arena(nd), out, picked, pos, n);
}

shade_status take_branch(struct node *nd, size_t k, const uint16_t *rows, size_t n,
			 struct vector *out)
{
	struct scope *b = &nd->branches[k];

	if (n == 0)
		return SHADE_OK;
	if (b->ev) {
		memmove(b->pos, rows, n * sizeof(*rows));
		scope_enter(b, n);
	}
	TRY(node_eval(nd->args[k]));
	put_branch(nd, out, nd->args[k]->out, rows, n, b->ev != NULL);
	return SHADE_OK;
}

/* --- COALESCE ------------------------------------------------------------- */

shade_status eval_coalesce(struct node *nd)
{
	size_t n = nd->scope->n;
	struct vector *out;
	uint16_t *left = (uint16_t *)(void *)nd->bytes;
	const struct vector *first;

	TRY(node_eval(nd->args[0]));
	first = nd->args[0]->out;
	if (!first->validity &&
	    !(first->form == VECTOR_DICT && first->dict->validity)) {
		nd->out = first;
		return SHADE_OK;
	}
	out = node_result(nd);
	vector_copy_rows(node_arena(nd), out, 0, first, n);
	nd->out = out;
	for (size_t k = 1; k < nd->n_args; k++) {
		size_t m = 0;

		for (size_t i = 0; i < n; i++)
			if (!validity_get(out->validity, i))
				left[m++] = (uint16_t)i;
		if (m == 0)
			break;
		TRY(take_branch(nd, k, left, m, out));
	}
	return SHADE_OK;
}
