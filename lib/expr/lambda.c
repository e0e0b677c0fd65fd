/*
 * lambda.c - functions of functions: transform, filter, reduce ...
 *
 * The body of a lambda is an evaluator of its own.  Its batches hold the
 * elements of many rows; columns that it takes from outside are repeated
 * for each element.
 */
#include "expr/expr_internal.h"

enum lambda_op {
	LAMBDA_TRANSFORM,
	LAMBDA_FILTER,
	LAMBDA_EXISTS,
	LAMBDA_FORALL,
	LAMBDA_REDUCE,
	LAMBDA_ZIP,
	LAMBDA_KEYS,
	LAMBDA_VALUES
};

/* One lambda of the call, ready to run. */
struct body {
	struct evaluator *ev;
	const struct expr *lambda;
	struct node **outside; /* columns taken from the rows around it */
	size_t n_outside;
	struct vector *cols; /* of its batches: parameters, then outside */
	uint32_t *ids;
};

struct lambda_plan {
	enum lambda_op op;
	struct body first, last; /* last: reduce's fourth argument */
};

/* --- making --------------------------------------------------------------- */

static enum lambda_op op_of(const char *name)
{
	static const struct {
		const char *name;
		enum lambda_op op;
	} ops[] = {
		{ "filter", LAMBDA_FILTER },
		{ "list_filter", LAMBDA_FILTER },
		{ "array_filter", LAMBDA_FILTER },
		{ "map_filter", LAMBDA_FILTER },
		{ "exists", LAMBDA_EXISTS },
		{ "any_match", LAMBDA_EXISTS },
		{ "forall", LAMBDA_FORALL },
		{ "all_match", LAMBDA_FORALL },
		{ "reduce", LAMBDA_REDUCE },
		{ "aggregate", LAMBDA_REDUCE },
		{ "list_reduce", LAMBDA_REDUCE },
		{ "zip_with", LAMBDA_ZIP },
		{ "transform_keys", LAMBDA_KEYS },
		{ "transform_values", LAMBDA_VALUES },
	};

	for (size_t i = 0; i < ARRAY_LEN(ops); i++)
		if (strcmp(ops[i].name, name) == 0)
			return ops[i].op;
	return LAMBDA_TRANSFORM;
}

/* Columns of a body that no lambda in it declares. */
struct gather {
	struct arena *arena;
	VEC(uint32_t) declared;
	VEC(struct expr *) columns;
};

static bool find_declared(void *arg, struct expr *e)
{
	struct gather *g = arg;

	if (e->kind == EXPR_LAMBDA)
		for (size_t i = 0; i < e->lambda.n_params; i++)
			vec_push(g->arena, &g->declared, e->lambda.params[i]);
	return true;
}

static bool find_columns(void *arg, struct expr *e)
{
	struct gather *g = arg;

	if (e->kind != EXPR_COLUMN)
		return true;
	for (size_t i = 0; i < g->declared.n; i++)
		if (g->declared.v[i] == e->column.id)
			return true;
	for (size_t i = 0; i < g->columns.n; i++)
		if (g->columns.v[i]->column.id == e->column.id)
			return true;
	vec_push(g->arena, &g->columns, e);
	return true;
}

static shade_status make_body(struct node *nd, struct expr *lambda, struct body *b)
{
	struct evaluator *ev = nd->scope->ev;
	struct gather g = { .arena = ev->arena };
	size_t n_params = lambda->lambda.n_params;

	expr_walk(lambda, find_declared, &g);
	expr_walk(lambda, find_columns, &g);
	b->lambda = lambda;
	b->n_outside = g.columns.n;
	b->outside = arena_array(ev->arena, struct node *, b->n_outside + 1);
	b->cols = arena_array(ev->arena, struct vector, n_params + b->n_outside + 1);
	b->ids = arena_array(ev->arena, uint32_t, n_params + b->n_outside + 1);
	for (size_t i = 0; i < n_params; i++)
		b->ids[i] = lambda->lambda.params[i];
	for (size_t i = 0; i < b->n_outside; i++) {
		b->ids[n_params + i] = g.columns.v[i]->column.id;
		TRY(node_compile(nd->scope, g.columns.v[i], &b->outside[i]));
	}
	TRY(evaluator_make(ev->cx, ev->arena, ev->cap, 1, lambda->args,
			   n_params + b->n_outside, b->ids, &b->ev));
	vec_push(ev->arena, &ev->inner, b->ev);
	return SHADE_OK;
}

bool lambda_has(const struct expr *e)
{
	for (size_t i = 0; i < e->n_args; i++)
		if (e->args[i]->kind == EXPR_LAMBDA)
			return true;
	return false;
}

shade_status lambda_prepare(struct node *nd)
{
	struct evaluator *ev = nd->scope->ev;
	const struct expr *e = nd->expr;
	struct lambda_plan *lp = arena_new_of(ev->arena, struct lambda_plan);

	nd->lambda = lp;
	lp->op = op_of(e->call.row->name);
	for (size_t i = 0; i < e->n_args; i++) {
		if (e->args[i]->kind != EXPR_LAMBDA)
			continue;
		TRY(make_body(nd, e->args[i], lp->first.ev ? &lp->last : &lp->first));
	}
	return SHADE_OK;
}

/* --- running a body ------------------------------------------------------- */

/* The elements to run for: parameter vectors of n rows, and the row of the
 * outer scope that each belongs to. */
struct elements {
	size_t n, n_params;
	struct vector *params; /* flat */
	const uint16_t *owner;
};

/* Long texts of rows at .. at+n move into the arena. */
static void keep_text(struct arena *a, struct vector *v, size_t at, size_t n)
{
	struct strv *s = (struct strv *)v->data + at;

	if (type_phys(v->type) != PHYS_STR)
		return;
	for (size_t i = 0; i < n; i++)
		if (s[i].n > STRV_INLINE && validity_get(v->validity, at + i))
			s[i].p = arena_dup(a, s[i].p, s[i].n);
}

/* Results of the body for all elements, in memory of the scratch arena. */
static shade_status run(struct node *nd, struct body *b, const struct elements *el,
			struct vector **out)
{
	struct evaluator *ev = nd->scope->ev;
	size_t n_params = b->lambda->lambda.n_params;
	bool nested = b->lambda->type->n_children > 0;
	struct vector *all = vector_new(ev->scratch, b->lambda->type,
					nested ? 0 : el->n);
	struct value *vals = arena_array(ev->scratch, struct value, nested ? el->n : 0);

	for (size_t at = 0; at < el->n; at += ev->cap) {
		size_t m = el->n - at < ev->cap ? el->n - at : ev->cap;
		struct batch batch = { .n = m,
				       .n_cols = n_params + b->n_outside,
				       .cols = b->cols };
		uint32_t *pos = arena_array(ev->scratch, uint32_t, m);
		const struct vector *v;

		for (size_t i = 0; i < m; i++)
			pos[i] = (uint32_t)(at + i);
		for (size_t k = 0; k < n_params && k < el->n_params; k++) {
			struct vector *part = vector_new(ev->scratch,
							 el->params[k].type, m);

			vector_gather32(ev->scratch, part, &el->params[k], pos, m);
			b->cols[k] = *part;
		}
		for (size_t k = 0; k < b->n_outside; k++) {
			struct vector *part = vector_new(ev->scratch,
							 b->outside[k]->out->type, m);

			vector_gather(ev->scratch, part, b->outside[k]->out,
				      el->owner + at, m);
			b->cols[n_params + k] = *part;
		}
		evaluator_begin(b->ev, &batch);
		TRY(evaluator_get(b->ev, 0, &v));
		/* The body's memory is reused for its next batch. */
		for (size_t i = 0; nested && i < m; i++)
			vals[at + i] = vector_value(v, i, ev->scratch);
		if (!nested) {
			vector_copy_rows(ev->scratch, all, at, v, m);
			keep_text(ev->scratch, all, at, m);
		}
	}
	*out = nested ? vector_from_values(ev->scratch, b->lambda->type, vals, el->n)
		      : all;
	return SHADE_OK;
}

static struct vector *positions(struct arena *a, const uint32_t *at, size_t n)
{
	struct vector *v = vector_new(a, type_of(TYPE_INT), n);

	for (size_t i = 0; i < n; i++)
		((int32_t *)v->data)[i] = (int32_t)at[i];
	return v;
}

/* The elements of list k of a row, NULL list: none. */
static struct list_ref ref_of(const struct vector *v, size_t i)
{
	if (vector_is_null(v, i))
		return (struct list_ref){ 0, 0 };
	return ((const struct list_ref *)v->data)[i];
}

struct flat_list {
	size_t n; /* elements of all rows */
	uint32_t *rows; /* where they are in the children */
	uint32_t *index; /* from 1 in their list */
	uint16_t *owner;
	struct list_ref *refs; /* of each row into the n elements */
};

static struct flat_list unroll(struct node *nd, const struct vector *list)
{
	struct arena *a = nd->scope->ev->scratch;
	size_t n = nd->scope->n, at = 0;
	struct flat_list f = { .refs = arena_array(a, struct list_ref, n) };

	for (size_t i = 0; i < n; i++)
		f.n += ref_of(list, i).n;
	f.rows = arena_array(a, uint32_t, f.n);
	f.index = arena_array(a, uint32_t, f.n);
	f.owner = arena_array(a, uint16_t, f.n);
	for (size_t i = 0; i < n; i++) {
		struct list_ref ref = ref_of(list, i);

		f.refs[i] = (struct list_ref){ (uint32_t)at, ref.n };
		for (uint32_t k = 0; k < ref.n; k++, at++) {
			f.rows[at] = ref.offset + k;
			f.index[at] = k + 1;
			f.owner[at] = (uint16_t)i;
		}
	}
	return f;
}

static struct vector *child_of(struct node *nd, const struct vector *list, size_t c,
			       const struct flat_list *f)
{
	struct arena *a = nd->scope->ev->scratch;
	struct vector *v = vector_new(a, list->type->children[c], f->n);

	if (f->n)
		vector_gather32(a, v, &list->children[c], f->rows, f->n);
	return v;
}

/* Parameters: element and position, or key and value. */
static struct elements elements_of(struct node *nd, const struct vector *list,
				   const struct flat_list *f)
{
	struct arena *a = nd->scope->ev->scratch;
	struct elements el = { .n = f->n, .n_params = 2, .owner = f->owner };

	el.params = arena_array(a, struct vector, 2);
	el.params[0] = *child_of(nd, list, 0, f);
	el.params[1] = list->type->id == TYPE_MAP ? *child_of(nd, list, 1, f)
						  : *positions(a, f->index, f->n);
	return el;
}

/* --- the operations ------------------------------------------------------- */

static bool is_true(const struct vector *v, size_t i)
{
	return !vector_is_null(v, i) && ((const uint8_t *)v->data)[vector_index(v, i)];
}

static void null_rows(struct node *nd, const struct vector *list, struct vector *out)
{
	struct evaluator *ev = nd->scope->ev;
	struct arena *a = out->type->n_children ? ev->scratch : ev->arena;

	for (size_t i = 0; i < nd->scope->n; i++)
		if (vector_is_null(list, i))
			validity_clear(vector_validity(a, out, ev->cap), i);
}

static void keep_true(struct node *nd, const struct vector *list,
		      const struct flat_list *f, const struct vector *truth,
		      struct vector *out)
{
	struct arena *a = nd->scope->ev->scratch;
	uint32_t *kept = arena_array(a, uint32_t, f->n);
	struct list_ref *refs = out->data;
	uint32_t m = 0;

	for (size_t i = 0; i < nd->scope->n; i++) {
		refs[i].offset = m;
		for (uint32_t k = 0; k < f->refs[i].n; k++)
			if (is_true(truth, f->refs[i].offset + k))
				kept[m++] = f->rows[f->refs[i].offset + k];
		refs[i].n = m - refs[i].offset;
	}
	for (size_t c = 0; c < out->type->n_children; c++) {
		struct vector *v = vector_new(a, out->type->children[c], m);

		if (m)
			vector_gather32(a, v, &list->children[c], kept, m);
		out->children[c] = *v;
	}
	out->child_n = m;
}

/* EXISTS: any true, else NULL if any is NULL; FORALL the other way round. */
static void quantify(struct node *nd, const struct flat_list *f,
		     const struct vector *truth, bool exists, struct vector *out)
{
	struct evaluator *ev = nd->scope->ev;

	for (size_t i = 0; i < nd->scope->n; i++) {
		bool decided = false, unknown = false;

		for (uint32_t k = 0; k < f->refs[i].n && !decided; k++) {
			size_t at = f->refs[i].offset + k;

			if (vector_is_null(truth, at))
				unknown = true;
			else
				decided = is_true(truth, at) == exists;
		}
		((uint8_t *)out->data)[i] = decided == exists;
		if (unknown && !decided)
			validity_clear(vector_validity(ev->arena, out, ev->cap), i);
	}
}

static shade_status over_elements(struct node *nd, struct lambda_plan *lp,
				  const struct vector *list, struct vector *out)
{
	struct flat_list f = unroll(nd, list);
	struct elements el = elements_of(nd, list, &f);
	struct vector *r;
	size_t n = nd->scope->n;

	TRY(run(nd, &lp->first, &el, &r));
	switch (lp->op) {
	case LAMBDA_FILTER: keep_true(nd, list, &f, r, out); break;
	case LAMBDA_EXISTS:
	case LAMBDA_FORALL: quantify(nd, &f, r, lp->op == LAMBDA_EXISTS, out); break;
	default:
		memcpy(out->data, f.refs, n * sizeof(*f.refs));
		out->child_n = f.n;
		out->children[0] = lp->op == LAMBDA_VALUES ? el.params[0] : *r;
		if (lp->op == LAMBDA_KEYS)
			out->children[1] = el.params[1];
		else if (lp->op == LAMBDA_VALUES)
			out->children[1] = *r;
	}
	null_rows(nd, list, out);
	return SHADE_OK;
}

/* Two lists side by side; the shorter one is filled with NULLs. */
static shade_status zip(struct node *nd, struct lambda_plan *lp, const struct vector *x,
			const struct vector *y, struct vector *out)
{
	struct arena *a = nd->scope->ev->scratch;
	size_t n = nd->scope->n, total = 0, at = 0;
	struct list_ref *refs = out->data;
	struct elements el = { .n_params = 2 };
	const struct vector *lists[2] = { x, y };
	uint16_t *owner;
	struct vector *r;

	for (size_t i = 0; i < n; i++) {
		bool null = vector_is_null(x, i) || vector_is_null(y, i);
		uint32_t nx = ref_of(x, i).n, ny = ref_of(y, i).n;

		refs[i] = (struct list_ref){ (uint32_t)total, null      ? 0
							      : nx > ny ? nx
									: ny };
		total += refs[i].n;
	}
	el.n = total;
	el.params = arena_array(a, struct vector, 2);
	owner = arena_array(a, uint16_t, total);
	for (size_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < refs[i].n; k++)
			owner[at++] = (uint16_t)i;
	el.owner = owner;
	for (size_t p = 0; p < 2; p++) {
		struct value *vals = arena_array(a, struct value, total);

		for (size_t i = 0; i < total; i++) {
			struct list_ref ref = ref_of(lists[p], owner[i]);
			size_t k = i - refs[owner[i]].offset;

			vals[i] = k < ref.n ? vector_value(&lists[p]->children[0],
							   ref.offset + k, a)
					    : value_null(lists[p]->type->children[0]);
		}
		el.params[p] = *vector_from_values(a, lists[p]->type->children[0], vals,
						   total);
	}
	TRY(run(nd, &lp->first, &el, &r));
	out->children[0] = *r;
	out->child_n = total;
	null_rows(nd, x, out);
	null_rows(nd, y, out);
	return SHADE_OK;
}

/* Start values when none is given; NULL for empty lists. */
static struct vector *first_elements(struct node *nd, const struct vector *list)
{
	struct arena *a = nd->scope->ev->scratch;
	size_t n = nd->scope->n;
	struct value *vals = arena_array(a, struct value, n);

	for (size_t i = 0; i < n; i++) {
		struct list_ref ref = ref_of(list, i);

		vals[i] = ref.n ? vector_value(&list->children[0], ref.offset, a)
				: value_null(list->type->children[0]);
	}
	return vector_from_values(a, list->type->children[0], vals, n);
}

/* Step k joins the k-th elements of all rows that have one. */
static shade_status reduce(struct node *nd, struct lambda_plan *lp,
			   const struct vector *list, const struct vector *start,
			   struct vector **out)
{
	struct arena *a = nd->scope->ev->scratch;
	size_t n = nd->scope->n, longest = 0;
	struct vector *acc = start ? vector_new(a, start->type, n)
				   : first_elements(nd, list);
	uint16_t *owner = arena_array(a, uint16_t, n);
	uint32_t *rows = arena_array(a, uint32_t, n);

	if (start)
		vector_copy_rows(a, acc, 0, start, n);
	for (size_t i = 0; i < n; i++)
		longest = ref_of(list, i).n > longest ? ref_of(list, i).n : longest;
	for (size_t k = start ? 0 : 1; k < longest; k++) {
		struct vector params[2], *r, *v;
		struct elements el = { .n_params = 2,
				       .params = params,
				       .owner = owner };

		for (size_t i = 0; i < n; i++) {
			if (ref_of(list, i).n <= k)
				continue;
			owner[el.n] = (uint16_t)i;
			rows[el.n++] = ref_of(list, i).offset + (uint32_t)k;
		}
		v = vector_new(a, acc->type, el.n);
		vector_gather(a, v, acc, owner, el.n);
		params[0] = *v;
		v = vector_new(a, list->type->children[0], el.n);
		vector_gather32(a, v, &list->children[0], rows, el.n);
		params[1] = *v;
		TRY(run(nd, &lp->first, &el, &r));
		vector_scatter(a, acc, r, owner, el.n);
	}
	*out = acc;
	return SHADE_OK;
}

static shade_status finish(struct node *nd, struct lambda_plan *lp, struct vector **acc)
{
	struct arena *a = nd->scope->ev->scratch;
	uint16_t *owner = arena_array(a, uint16_t, nd->scope->n);
	struct elements el = {
		.n = nd->scope->n, .n_params = 1, .params = *acc, .owner = owner
	};

	if (!lp->last.ev)
		return SHADE_OK;
	for (size_t i = 0; i < nd->scope->n; i++)
		owner[i] = (uint16_t)i;
	return run(nd, &lp->last, &el, acc);
}

shade_status lambda_eval(struct node *nd)
{
	struct lambda_plan *lp = nd->lambda;
	const struct vector *args[4] = { NULL };
	struct body *bodies[2] = { &lp->first, &lp->last };
	struct vector *out;

	for (size_t i = 0; i < nd->n_args && i < 4; i++) {
		if (!nd->args[i])
			continue;
		TRY(node_eval(nd->args[i]));
		args[i] = node_flatten(nd, nd->args[i]->out, &nd->flat_mem[i]);
	}
	for (size_t b = 0; b < 2; b++)
		for (size_t k = 0; k < bodies[b]->n_outside; k++)
			TRY(node_eval(bodies[b]->outside[k]));
	if (lp->op == LAMBDA_REDUCE) {
		TRY(reduce(nd, lp, args[0], nd->n_args > 2 ? args[1] : NULL, &out));
		TRY(finish(nd, lp, &out));
		for (size_t i = 0; i < nd->scope->n; i++)
			if (vector_is_null(args[0], i))
				validity_clear(vector_validity(nd->scope->ev->scratch,
							       out, nd->scope->n),
					       i);
		nd->out = out;
		return SHADE_OK;
	}
	out = node_result(nd);
	nd->out = out;
	if (lp->op == LAMBDA_ZIP)
		return zip(nd, lp, args[0], args[1], out);
	return over_elements(nd, lp, args[0], out);
}
