/*
 * eval.c - expressions over batches.
 *
 * Expressions become a graph of nodes, equal ones shared within a set of
 * rows (struct scope).  A node is computed when it is first asked for after
 * the rows of its scope changed.
 */
#include "expr/expr_internal.h"

#define MIN_BUCKETS 64
#define MAX_BUCKETS 65536

/* --- scopes --------------------------------------------------------------- */

struct scope *scope_new(struct scope *parent, size_t n)
{
	struct evaluator *ev = parent->ev;
	struct scope *s = arena_array(ev->arena, struct scope, n);

	for (size_t i = 0; i < n; i++) {
		s[i].ev = ev;
		s[i].parent = parent;
		s[i].row_mem = arena_array(ev->arena, uint16_t, ev->cap + 32);
		s[i].pos = arena_array(ev->arena, uint16_t, ev->cap + 32);
		s[i].rows = s[i].row_mem;
		s[i].cx = parent->cx;
	}
	return s;
}

struct scope *scope_quiet(struct scope *parent)
{
	struct evaluator *ev = parent->ev;
	struct scope *s = arena_new_of(ev->arena, struct scope);
	struct shade_cx *cx = arena_new_of(ev->arena, struct shade_cx);

	cx->arena = ev->scratch;
	cx->budget = ev->cx->budget;
	cx->settings = ev->cx->settings;
	*s = (struct scope){ .ev = ev, .parent = parent, .cx = cx };
	return s;
}

void scope_follow(struct scope *s)
{
	s->rows = s->parent->rows;
	s->n = s->parent->n;
	s->turn = ++s->ev->turns;
}

void scope_enter(struct scope *s, size_t n)
{
	s->n = n;
	s->turn = ++s->ev->turns;
	s->rows = s->row_mem;
	if (s->parent->rows)
		for (size_t i = 0; i < n; i++)
			s->row_mem[i] = s->parent->rows[s->pos[i]];
	else
		memcpy(s->row_mem, s->pos, n * sizeof(*s->pos));
}

/* --- building the graph --------------------------------------------------- */

static shade_status find_column(struct node *nd)
{
	struct evaluator *ev = nd->scope->ev;

	for (size_t i = 0; i < ev->n_in; i++) {
		if (ev->in_ids[i] == nd->expr->column.id) {
			nd->col = i;
			return SHADE_OK;
		}
	}
	return shade_fail(ev->cx, SHADE_E_INTERNAL, nd->expr->span,
			  "column \"%.*s\" (id %u) is not in its input",
			  STR_ARG(nd->expr->column.name), nd->expr->column.id);
}

static shade_status prepare_call(struct node *nd)
{
	struct evaluator *ev = nd->scope->ev;

	nd->flat = arena_array(ev->arena, struct vector, nd->n_args + 1);
	TRY(expr_call_init(nd->scope->cx, nd->expr, ev->arena, ev->scratch, ev->heap,
			   &nd->fc));
	if (nd->expr->call.row->fini)
		vec_push(ev->arena, &ev->calls, nd);
	if (!nd->expr->call.kernel)
		return shade_fail(ev->cx, SHADE_E_UNSUPPORTED, nd->expr->span,
				  "not supported yet: function \"%s\"",
				  nd->expr->call.row->name);
	return SHADE_OK;
}

shade_status node_compile_args(struct node *nd)
{
	const struct expr *e = nd->expr;
	struct evaluator *ev = nd->scope->ev;

	nd->n_args = e->n_args;
	nd->args = arena_array(ev->arena, struct node *, e->n_args + 1);
	nd->flat_mem = arena_array(ev->arena, struct vector *, e->n_args + 1);
	for (size_t i = 0; i < e->n_args; i++) {
		struct scope *s = nd->branches && nd->branches[i].ev ? &nd->branches[i]
								     : nd->scope;

		if (e->args[i]->kind != EXPR_LAMBDA)
			TRY(node_compile(s, e->args[i], &nd->args[i]));
	}
	return SHADE_OK;
}

/* Cheap and safe: may run for rows that do not need it. */
static bool is_plain(const struct expr *e)
{
	if (e->can_fail || e->is_volatile)
		return false;
	if (e->kind == EXPR_CONST || e->kind == EXPR_COLUMN)
		return true;
	if (e->kind != EXPR_CALL && e->kind != EXPR_CAST)
		return false;
	for (size_t i = 0; i < e->n_args; i++)
		if (type_phys(e->args[i]->type) >= PHYS_STR || !is_plain(e->args[i]))
			return false;
	return type_phys(e->type) < PHYS_STR && e->n_args <= 2;
}

/* Arguments of CASE, AND, OR, COALESCE that get their own rows. */
static void make_branches(struct node *nd)
{
	const struct expr *e = nd->expr;

	nd->branches = scope_new(nd->scope, e->n_args);
	for (size_t i = 0; i < e->n_args; i++)
		if (i == 0 || is_plain(e->args[i]) ||
		    ((e->kind == EXPR_AND || e->kind == EXPR_OR) &&
		     !e->args[i]->can_fail && !e->args[i]->is_volatile))
			nd->branches[i].ev = NULL; /* the node's own rows */
}

static shade_status prepare(struct node *nd)
{
	struct evaluator *ev = nd->scope->ev;

	switch (nd->expr->kind) {
	case EXPR_CONST:
		nd->view = *vector_from_values(ev->arena, nd->expr->type,
					       &nd->expr->value, 1);
		nd->view.form = VECTOR_CONST;
		nd->out = &nd->view;
		return SHADE_OK;
	case EXPR_COLUMN: return find_column(nd);
	case EXPR_CASE:
	case EXPR_AND:
	case EXPR_OR:
	case EXPR_COALESCE:
		make_branches(nd);
		nd->bytes = arena_alloc(ev->arena, 4 * (ev->cap + 64));
		TRY(node_compile_args(nd));
		return nd->expr->kind == EXPR_CASE ? case_prepare(nd) : SHADE_OK;
	case EXPR_TRY: return try_prepare(nd);
	case EXPR_CALL:
		return lambda_has(nd->expr) ? lambda_prepare(nd) : prepare_call(nd);
	case EXPR_CAST:
	case EXPR_IN_LIST: return SHADE_OK;
	case EXPR_LAMBDA:
	case EXPR_SUBQUERY:
	case EXPR_AGG:
	case EXPR_WINDOW: break;
	}
	return shade_fail(ev->cx, SHADE_E_UNSUPPORTED, nd->expr->span,
			  "not supported yet: this expression here");
}

/* CASE and its like get scopes of their own when compiled, so equal ones are
 * found before; all others by their arguments' nodes. */
static bool has_branches(const struct expr *e)
{
	return e->kind == EXPR_CASE || e->kind == EXPR_AND || e->kind == EXPR_OR ||
	       e->kind == EXPR_COALESCE || e->kind == EXPR_TRY;
}

static uint64_t node_hash(const struct node *nd)
{
	uint64_t h;

	if (has_branches(nd->expr))
		return hash_combine(expr_hash(nd->expr), (uintptr_t)nd->scope);
	h = hash_combine(expr_hash_own(nd->expr), (uintptr_t)nd->scope);
	for (size_t i = 0; i < nd->n_args; i++)
		h = hash_combine(h, (uintptr_t)nd->args[i]);
	return h;
}

static bool same_node(const struct node *a, const struct node *b)
{
	if (a->hash != b->hash || a->scope != b->scope)
		return false;
	if (has_branches(a->expr) || lambda_has(a->expr))
		return expr_equal(a->expr, b->expr);
	if (!expr_same_payload(a->expr, b->expr))
		return false;
	for (size_t i = 0; i < a->n_args; i++)
		if (a->args[i] != b->args[i])
			return false;
	return true;
}

shade_status node_compile(struct scope *s, const struct expr *e, struct node **out)
{
	struct evaluator *ev = s->ev;
	struct node *nd = arena_new_of(ev->arena, struct node), **bucket;

	nd->expr = e;
	nd->scope = s;
	if (!has_branches(e))
		TRY(node_compile_args(nd));
	nd->hash = node_hash(nd);
	bucket = &ev->table[nd->hash & (ev->n_buckets - 1)];
	for (struct node *k = *bucket; k; k = k->next) {
		if (same_node(k, nd)) {
			*out = k;
			return SHADE_OK;
		}
	}
	TRY(prepare(nd));
	if (!e->is_volatile) {
		nd->next = *bucket;
		*bucket = nd;
	}
	*out = nd;
	return SHADE_OK;
}

/* --- results -------------------------------------------------------------- */

struct vector *node_result(struct node *nd)
{
	struct evaluator *ev = nd->scope->ev;
	const struct type *t = nd->expr->type;

	if (t->n_children)
		return vector_new(ev->scratch, t, ev->cap);
	if (!nd->own)
		nd->own = vector_new(ev->arena, t, ev->cap);
	nd->own->validity = NULL;
	nd->own->form = VECTOR_FLAT;
	nd->own->is_contiguous = false;
	return nd->own;
}

const struct vector *node_flatten(struct node *nd, const struct vector *v,
				  struct vector **slot)
{
	struct evaluator *ev = nd->scope->ev;
	bool nested = v->type->n_children > 0;

	if (v->form == VECTOR_FLAT)
		return v;
	if (nested)
		*slot = vector_new(ev->scratch, v->type, ev->cap);
	else if (!*slot)
		*slot = vector_new(ev->arena, v->type, ev->cap);
	(*slot)->type = v->type;
	(*slot)->validity = NULL;
	vector_copy_rows(nested ? ev->scratch : ev->arena, *slot, 0, v, nd->scope->n);
	return *slot;
}

static void gather_codes(struct node *nd, const struct vector *v)
{
	struct scope *s = nd->scope;

	if (!nd->codes)
		nd->codes = arena_array(s->ev->arena, uint32_t, s->ev->cap);
	for (size_t i = 0; i < s->n; i++)
		nd->codes[i] = v->codes[s->rows[i]];
	nd->view = *v;
	nd->view.codes = nd->codes;
}

static void eval_column(struct node *nd)
{
	struct scope *s = nd->scope;
	const struct vector *v = &s->ev->batch->cols[nd->col];

	nd->out = v;
	if (!s->rows || v->form == VECTOR_CONST)
		return;
	if (v->form == VECTOR_DICT && !v->validity) {
		gather_codes(nd, v);
		nd->out = &nd->view;
		return;
	}
	nd->out = node_result(nd);
	vector_gather(v->type->n_children ? s->ev->scratch : s->ev->arena,
		      (struct vector *)nd->out, v, s->rows, s->n);
}

/* --- calls ---------------------------------------------------------------- */

/* Result validity: a row is valid where all arguments are. */
static bool merge_validity(struct node *nd, const struct vector *args, size_t n,
			   struct vector *out)
{
	for (size_t k = 0; k < nd->n_args; k++) {
		const struct vector *a = &args[k];

		if (!a->validity)
			continue;
		if (a->form == VECTOR_CONST) {
			if (!validity_get(a->validity, 0))
				return false; /* all NULL */
			continue;
		}
		if (!out->validity) {
			func_validity(&nd->fc, out, nd->scope->ev->cap);
			memcpy(out->validity, a->validity, VALIDITY_WORDS(n) * 8);
		} else {
			for (size_t w = 0; w < VALIDITY_WORDS(n); w++)
				out->validity[w] &= a->validity[w];
		}
	}
	return true;
}

static void set_null(struct node *nd)
{
	struct value null = value_null(nd->expr->type);

	nd->view = (struct vector){ .type = nd->expr->type };
	vector_set_const(nd->scope->ev->scratch, &nd->view, &null);
	nd->out = &nd->view;
}

static shade_status run_kernel(struct node *nd, size_t n)
{
	struct vector *out = node_result(nd);
	bool sees_nulls = nd->fc.row->flags & FUNC_NULLS;

	if (!sees_nulls && !merge_validity(nd, nd->flat, n, out)) {
		set_null(nd);
		return SHADE_OK;
	}
	TRY(nd->expr->call.kernel(&nd->fc, nd->flat, nd->n_args, n, out));
	nd->out = out;
	return SHADE_OK;
}

/*
 * A function of one dictionary and constants: over the dictionary, codes
 * kept.  Not when a value that no row has could fail.
 */
static struct vector *only_dict(struct node *nd, size_t n)
{
	struct vector *dict = NULL;

	if (nd->expr->can_fail || nd->expr->is_volatile || nd->expr->type->n_children)
		return NULL;
	for (size_t i = 0; i < nd->n_args; i++) {
		if (nd->flat[i].form == VECTOR_CONST)
			continue;
		if (nd->flat[i].form != VECTOR_DICT || dict)
			return NULL;
		dict = &nd->flat[i];
	}
	if (!dict || dict->validity || dict->dict_n > n ||
	    dict->dict->form != VECTOR_FLAT ||
	    (nd->fc.row->flags & FUNC_NULLS && dict->dict->validity))
		return NULL;
	return dict;
}

static shade_status call_over_dict(struct node *nd, struct vector *dict)
{
	uint32_t *codes = dict->codes;
	size_t dict_n = dict->dict_n;
	struct vector values = *dict->dict;

	*dict = values;
	TRY(run_kernel(nd, dict_n));
	if (nd->out->form == VECTOR_CONST)
		return SHADE_OK;
	nd->view = (struct vector){ .type = nd->expr->type,
				    .form = VECTOR_DICT,
				    .dict = nd->own,
				    .codes = codes,
				    .dict_n = dict_n };
	nd->out = &nd->view;
	return SHADE_OK;
}

static shade_status eval_call(struct node *nd)
{
	bool all_const = !nd->expr->is_volatile;
	size_t n = nd->scope->n;
	struct vector *dict;

	for (size_t i = 0; i < nd->n_args; i++) {
		TRY(node_eval(nd->args[i]));
		nd->flat[i] = *nd->args[i]->out;
		all_const = all_const && nd->flat[i].form == VECTOR_CONST;
	}
	if (all_const) {
		TRY(run_kernel(nd, 1));
		nd->view = *nd->out;
		nd->view.form = VECTOR_CONST;
		nd->out = &nd->view;
		return SHADE_OK;
	}
	dict = only_dict(nd, n);
	if (dict)
		return call_over_dict(nd, dict);
	for (size_t i = 0; i < nd->n_args; i++)
		if (nd->flat[i].form == VECTOR_DICT)
			nd->flat[i] = *node_flatten(nd, nd->args[i]->out,
						    &nd->flat_mem[i]);
	return run_kernel(nd, n);
}

shade_status node_eval(struct node *nd)
{
	struct scope *s = nd->scope;

	if (nd->turn == s->turn || nd->expr->kind == EXPR_CONST)
		return SHADE_OK;
	if (s->n > s->ev->cap)
		return shade_fail(s->ev->cx, SHADE_E_INTERNAL, nd->expr->span,
				  "batch of %zu rows is larger than an evaluator takes",
				  s->n);
	switch (nd->expr->kind) {
	case EXPR_COLUMN: eval_column(nd); break;
	case EXPR_CALL: TRY(nd->lambda ? lambda_eval(nd) : eval_call(nd)); break;
	case EXPR_CAST: TRY(eval_cast(nd)); break;
	case EXPR_AND:
	case EXPR_OR: TRY(eval_logic(nd)); break;
	case EXPR_CASE: TRY(eval_case(nd)); break;
	case EXPR_COALESCE: TRY(eval_coalesce(nd)); break;
	case EXPR_TRY: TRY(eval_try(nd)); break;
	case EXPR_IN_LIST: TRY(eval_in(nd)); break;
	default: unreachable();
	}
	nd->turn = s->turn;
	return SHADE_OK;
}

/* --- the evaluator -------------------------------------------------------- */

static size_t count_nodes(const struct expr *e)
{
	size_t n = 1;

	for (size_t i = 0; i < e->n_args && n < MAX_BUCKETS; i++)
		n += count_nodes(e->args[i]);
	return n;
}

/* About one node a bucket, so that long lists compile in linear time. */
static size_t bucket_count(size_t n, struct expr *const *exprs)
{
	size_t nodes = 0, buckets = MIN_BUCKETS;

	for (size_t i = 0; i < n && nodes < MAX_BUCKETS; i++)
		nodes += count_nodes(exprs[i]);
	while (buckets < nodes && buckets < MAX_BUCKETS)
		buckets *= 2;
	return buckets;
}

shade_status evaluator_make(struct shade_cx *cx, struct arena *a, size_t cap, size_t n,
			    struct expr *const *exprs, size_t n_in,
			    const uint32_t *in_ids, struct evaluator **out)
{
	struct evaluator *ev = arena_new_of(a, struct evaluator);
	shade_status rc = SHADE_OK;

	ev->cx = cx;
	ev->arena = a;
	ev->cap = cap;
	ev->n_exprs = n;
	ev->exprs = exprs;
	ev->n_in = n_in;
	ev->in_ids = in_ids;
	ev->root.ev = ev;
	ev->root.cx = cx;
	ev->root.turn = ++ev->turns;
	ev->n_buckets = bucket_count(n, exprs);
	ev->table = arena_array(a, struct node *, ev->n_buckets);
	ev->roots = arena_array(a, struct node *, n + 1);
	ev->scratch = arena_new(cx->budget);
	ev->heap = heap_new(cx->budget);
	if (!ev->scratch || !ev->heap)
		rc = cx_nomem(cx);
	for (size_t i = 0; i < n && rc == SHADE_OK; i++)
		rc = node_compile(&ev->root, exprs[i], &ev->roots[i]);
	if (rc != SHADE_OK) {
		evaluator_free(ev);
		return rc;
	}
	*out = ev;
	return SHADE_OK;
}

shade_status evaluator_new(struct shade_cx *cx, struct arena *a, size_t n,
			   struct expr *const *exprs, size_t n_in,
			   const uint32_t *in_ids, struct evaluator **out)
{
	return evaluator_make(cx, a, SHADE_BATCH_ROWS, n, exprs, n_in, in_ids, out);
}

void evaluator_free(struct evaluator *ev)
{
	if (!ev)
		return;
	for (size_t i = 0; i < ev->calls.n; i++)
		expr_call_fini(&ev->calls.v[i]->fc);
	ev->calls.n = 0;
	for (size_t i = 0; i < ev->inner.n; i++)
		evaluator_free(ev->inner.v[i]);
	ev->inner.n = 0;
	heap_free(ev->heap);
	if (ev->scratch)
		arena_free(ev->scratch);
	ev->heap = NULL;
	ev->scratch = NULL;
}

void evaluator_begin(struct evaluator *ev, const struct batch *b)
{
	ev->batch = b;
	ev->root.rows = b->sel;
	ev->root.n = batch_rows(b);
	ev->root.turn = ++ev->turns;
	heap_reset(ev->heap);
	arena_reset(ev->scratch);
}

shade_status evaluator_get(struct evaluator *ev, size_t i, const struct vector **out)
{
	TRY(node_eval(ev->roots[i]));
	*out = ev->roots[i]->out;
	if (arena_failed(ev->scratch))
		return cx_nomem(ev->cx);
	return SHADE_OK;
}

shade_status expr_fold(struct shade_cx *cx, const struct expr *e, struct value *out)
{
	struct batch one = { .n = 1 };
	struct evaluator *ev;
	struct expr *exprs[1] = { (struct expr *)e };
	const struct vector *v;
	shade_status rc;

	if (e->kind == EXPR_CONST) {
		*out = e->value;
		return SHADE_OK;
	}
	TRY(evaluator_make(cx, cx->arena, 1, 1, exprs, 0, NULL, &ev));
	evaluator_begin(ev, &one);
	rc = evaluator_get(ev, 0, &v);
	if (rc == SHADE_OK) {
		*out = vector_value(v, 0, cx->arena);
		out->type = e->type;
	}
	evaluator_free(ev);
	return rc;
}
