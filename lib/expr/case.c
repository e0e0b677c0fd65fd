/*
 * case.c - CASE: each result for the rows whose condition holds.
 *
 * Results that cost little are computed for all rows and blended.  So are sums
 * and products that may overflow, at first: when one does, quietly, results are
 * computed from then on where they are wanted only.
 */
#include "expr/expr_internal.h"

struct attempt {
	struct scope *scope;
	struct node *args[3]; /* NULL: the node's own will do */
	bool failed;
};

/* Sums, differences and products of numbers. */
static bool is_cheap(const struct expr *e)
{
	if (e->is_volatile || type_phys(e->type) >= PHYS_STR)
		return false;
	if (e->kind == EXPR_CONST || e->kind == EXPR_COLUMN)
		return true;
	if (e->kind == EXPR_CALL && e->n_args == 2 && !e->call.row->name[1] &&
	    strchr("+-*", e->call.row->name[0]))
		return is_cheap(e->args[0]) && is_cheap(e->args[1]);
	return e->kind == EXPR_CAST && !e->can_fail && is_cheap(e->args[0]);
}

shade_status case_prepare(struct node *nd)
{
	struct attempt *t;

	if (nd->n_args > 3 || type_phys(nd->expr->type) >= PHYS_STR)
		return SHADE_OK;
	for (size_t k = 1; k < nd->n_args; k++)
		if (nd->branches[k].ev && !is_cheap(nd->expr->args[k]))
			return SHADE_OK;
	t = arena_new_of(nd->scope->ev->arena, struct attempt);
	for (size_t k = 1; k < nd->n_args; k++) {
		if (!nd->branches[k].ev)
			continue;
		if (!t->scope)
			t->scope = scope_quiet(nd->scope);
		TRY(node_compile(t->scope, nd->expr->args[k], &t->args[k]));
	}
	nd->attempt = t;
	return SHADE_OK;
}

/* Is condition k true for the rows left[0..n)?  Splits them: taken first,
 * the rest kept in left; returns how many were taken. */
static shade_status split(struct node *nd, size_t k, uint16_t *left, size_t *n,
			  uint16_t *taken, size_t *n_taken)
{
	struct scope *b = &nd->branches[k];
	const struct vector *v;
	const uint8_t *data;
	size_t kept = 0, hits = 0;

	if (b->ev) {
		memmove(b->pos, left, *n * sizeof(*left));
		scope_enter(b, *n);
	}
	TRY(node_eval(nd->args[k]));
	v = nd->args[k]->out;
	data = v->form == VECTOR_DICT ? v->dict->data : v->data;
	for (size_t i = 0; i < *n; i++) {
		uint16_t row = left[i];
		size_t at = b->ev ? i : row;

		if (!vector_is_null(v, at) && data[vector_index(v, at)])
			taken[hits++] = row;
		else
			left[kept++] = row;
	}
	*n = kept;
	*n_taken = hits;
	return SHADE_OK;
}

/* The mask is all ones or zeros of a value's width: no branch, vectorises. */
#define LOOP(T, A, B)                                        \
	do {                                                 \
		for (size_t i = 0; i < n; i++) {             \
			T m = (T) - (T)(mask[i] != 0);       \
			r[i] = (T)(((A)&m) | ((B) & (T)~m)); \
		}                                            \
	} while (0)
#define BLEND(T)                                       \
	do {                                           \
		const T *a = yes->data, *b = no->data; \
		T *restrict r = out->data;             \
		T ca = a[0], cb = b[0];                \
		if (yes->form != VECTOR_CONST)         \
			if (no->form != VECTOR_CONST)  \
				LOOP(T, a[i], b[i]);   \
			else                           \
				LOOP(T, a[i], cb);     \
		else if (no->form != VECTOR_CONST)     \
			LOOP(T, ca, b[i]);             \
		else                                   \
			LOOP(T, ca, cb);               \
	} while (0)

static bool blend_data(struct vector *out, const uint8_t *mask,
		       const struct vector *yes, const struct vector *no, size_t n)
{
	switch (type_phys(out->type)) {
	case PHYS_BOOL:
	case PHYS_I8: BLEND(uint8_t); break;
	case PHYS_I16: BLEND(uint16_t); break;
	case PHYS_I32:
	case PHYS_F32: BLEND(uint32_t); break;
	case PHYS_I64:
	case PHYS_F64: BLEND(uint64_t); break;
	case PHYS_I128: BLEND(unsigned __int128); break;
	default: return false;
	}
	return true;
}

#undef BLEND
#undef LOOP

static uint64_t valid_word(const struct vector *v, size_t w)
{
	if (!v->validity)
		return UINT64_MAX;
	if (v->form == VECTOR_CONST)
		return validity_get(v->validity, 0) ? UINT64_MAX : 0;
	return v->validity[w];
}

/* Without ELSE (no is NULL) the other rows are NULL. */
static void blend_validity(uint64_t *bits, const uint8_t *mask,
			   const struct vector *yes, const struct vector *no, size_t n)
{
	for (size_t w = 0; w * 64 < n; w++) {
		size_t m = n - w * 64 < 64 ? n - w * 64 : 64;
		uint64_t taken = 0;

		for (size_t i = 0; i < m; i++)
			taken |= (uint64_t)(mask[w * 64 + i] != 0) << i;
		bits[w] = (taken & valid_word(yes, w)) |
			  (~taken & (no ? valid_word(no, w) : 0));
	}
}

/* WHEN c THEN a ELSE b with all three at hand: one pass. */
static bool blend(struct node *nd, struct vector *out, const struct vector *yes,
		  const struct vector *no)
{
	size_t n = nd->scope->n;

	if (yes->form == VECTOR_DICT || (no && no->form == VECTOR_DICT))
		return false;
	if (!blend_data(out, nd->bytes, yes, no ? no : yes, n))
		return false;
	if (!no || yes->validity || no->validity)
		blend_validity(vector_validity(nd->scope->ev->arena, out,
					       nd->scope->ev->cap),
			       nd->bytes, yes, no, n);
	return true;
}

/* *done: the result is there. */
static shade_status blend_all(struct node *nd, struct vector *out, bool *done)
{
	struct attempt *t = nd->attempt;
	const struct vector *results[3] = { NULL, NULL, NULL };

	*done = false;
	if (t->scope)
		scope_follow(t->scope);
	for (size_t k = 1; k < nd->n_args; k++) {
		if (!t->args[k]) {
			TRY(node_eval(nd->args[k]));
			results[k] = nd->args[k]->out;
			continue;
		}
		if (node_eval(t->args[k]) != SHADE_OK) {
			t->failed = true;
			return SHADE_OK;
		}
		results[k] = t->args[k]->out;
	}
	TRY(node_eval(nd->args[0]));
	TRY(bytes_true(nd, nd->args[0]->out, nd->bytes));
	*done = blend(nd, out, results[1], results[2]);
	return SHADE_OK;
}

/* One condition and its result after the other, for the rows that are left. */
static shade_status by_branches(struct node *nd, struct vector *out)
{
	struct evaluator *ev = nd->scope->ev;
	size_t n = nd->scope->n, hits;
	uint16_t *left = (uint16_t *)(void *)nd->bytes, *taken = left + ev->cap + 32;

	if (type_phys(out->type) == PHYS_STR || type_phys(out->type) == PHYS_LIST)
		memset(out->data, 0, n * phys_width(type_phys(out->type)));
	for (size_t i = 0; i < n; i++)
		left[i] = (uint16_t)i;
	for (size_t k = 0; k + 1 < nd->n_args && n > 0; k += 2) {
		TRY(split(nd, k, left, &n, taken, &hits));
		TRY(take_branch(nd, k + 1, taken, hits, out));
	}
	if (n > 0 && nd->n_args % 2) {
		TRY(take_branch(nd, nd->n_args - 1, left, n, out));
	} else if (n > 0) {
		uint64_t *bits = vector_validity(node_arena(nd), out, ev->cap);

		for (size_t i = 0; i < n; i++)
			validity_clear(bits, left[i]);
	}
	return SHADE_OK;
}

shade_status eval_case(struct node *nd)
{
	struct vector *out = node_result(nd);
	bool done = false;

	if (nd->attempt && !nd->attempt->failed)
		TRY(blend_all(nd, out, &done));
	if (!done)
		TRY(by_branches(nd, out));
	nd->out = out;
	return SHADE_OK;
}
