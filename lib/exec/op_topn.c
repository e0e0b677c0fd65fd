/*
 * op_topn.c - ORDER BY with a limit: keep a few candidates.
 *
 * A batch is first compared with the worst candidate by the first key
 * alone; only rows that may be better are copied.  When the candidates have
 * become too many, they are sorted and all but the best are dropped.
 */
#include "exec/op.h"
#include "exec/sort_internal.h"

/* Candidates of one worker: input columns, then keys, then the batch's seq. */
struct topn_local {
	struct rows *rows;
	bool bounded; /* only rows up to bound can be among the best */
	bool bound_null;
	uint64_t bound; /* first key as word */
};

struct topn_op {
	struct op base;
	struct arena *arena; /* of one execution */
	size_t keep; /* limit + offset */
	size_t room; /* candidates before dropping */
	const struct type **types; /* of the rows' columns */
	size_t n_cols; /* of the rows */
	struct topn_local *locals;
	size_t n_locals;
	struct rows *best; /* sorted */
};

struct topn_stream {
	struct stream base;
	size_t at;
	struct batch out;
};

/* --- the best of the candidates ------------------------------------------- */

static shade_status sorted_best(struct shade_cx *cx, struct topn_op *to,
				struct rows *from, struct rows **out)
{
	const struct plan *p = to->base.plan;
	size_t n_in = to->base.n_cols, n_keys = p->sort.n_keys;
	struct arena *a = arena_new(cx->budget);
	struct rows *best = rows_new(cx->budget, to->n_cols, to->types);
	struct buf *order = NULL;
	struct sort_col *cols;
	shade_status rc;
	size_t n = from->n < to->keep ? from->n : to->keep;

	if (!a || !best) {
		rc = cx_nomem(cx);
		goto out;
	}
	cols = arena_array(a, struct sort_col, n_keys + 1);
	for (size_t k = 0; k <= n_keys; k++)
		rows_col(from, n_in + k, &cols[k].vec, a);
	for (size_t k = 0; k < n_keys; k++) {
		cols[k].desc = p->sort.keys[k].desc;
		cols[k].nulls_first = p->sort.keys[k].nulls_first;
	}
	rc = sort_rows(cx, cols, n_keys + 1, from->n, &order);
	for (size_t i = 0; i < to->n_cols && !rc; i++) {
		struct vector v;

		rows_col(from, i, &v, a);
		if (!colbuf_append_at(&best->cols[i], &best->heap, cx->budget, &v,
				      (const uint32_t *)(void *)order->p, n))
			rc = cx_nomem(cx);
	}
	best->n = n;
	if (!rc) {
		*out = best;
		best = NULL;
	}
out:
	buf_unref(order);
	rows_free(best);
	if (a)
		arena_free(a);
	return rc;
}

static shade_status drop_worst(struct shade_cx *cx, struct topn_op *to,
			       struct topn_local *l)
{
	struct arena *a;
	struct rows *best;
	struct vector key;

	TRY(sorted_best(cx, to, l->rows, &best));
	rows_free(l->rows);
	l->rows = best;
	if (best->n < to->keep || to->keep == 0)
		return SHADE_OK;
	a = arena_new(cx->budget);
	if (!a)
		return cx_nomem(cx);
	rows_col(best, to->base.n_cols, &key, a);
	l->bounded = true;
	l->bound_null = !validity_get(key.validity, best->n - 1);
	if (!l->bound_null)
		l->bound = sort_word(&key, type_phys(key.type), best->n - 1);
	arena_free(a);
	return SHADE_OK;
}

/* --- reading -------------------------------------------------------------- */

#define KEEP(T, word)                            \
	do {                                     \
		const T *v = key->data;          \
		for (size_t i = 0; i < n; i++) { \
			sel[m] = (uint16_t)i;    \
			m += v[i] word;          \
		}                                \
	} while (0)

/* Rows of a flat key without NULLs that are not behind the bound. */
static size_t keep_plain(const struct vector *key, const struct sort_key *sk,
			 uint64_t bound, size_t n, uint16_t *sel)
{
	enum phys phys = type_phys(key->type);
	int64_t limit = (int64_t)(bound ^ ((uint64_t)1 << 63));
	size_t m = 0;

	if (phys == PHYS_I64 && sk->desc) {
		KEEP(int64_t, >= limit);
	} else if (phys == PHYS_I64) {
		KEEP(int64_t, <= limit);
	} else if (phys == PHYS_I32 && sk->desc) {
		KEEP(int32_t, >= limit);
	} else if (phys == PHYS_I32) {
		KEEP(int32_t, <= limit);
	} else {
		for (size_t i = 0; i < n; i++) {
			uint64_t w = sort_word(key, phys, i);

			sel[m] = (uint16_t)i;
			m += sk->desc ? w >= bound : w <= bound;
		}
	}
	return m;
}

#undef KEEP

static size_t keep_any(const struct topn_local *l, const struct vector *key,
		       const struct sort_key *sk, size_t n, uint16_t *sel)
{
	const struct vector *from = key->form == VECTOR_DICT ? key->dict : key;
	enum phys phys = type_phys(key->type);
	size_t m = 0;

	for (size_t i = 0; i < n; i++) {
		bool keep;

		if (vector_is_null(key, i)) {
			keep = sk->nulls_first || l->bound_null;
		} else if (l->bound_null) {
			keep = !sk->nulls_first;
		} else {
			uint64_t w = sort_word(from, phys, vector_index(key, i));

			keep = sk->desc ? w >= l->bound : w <= l->bound;
		}
		sel[m] = (uint16_t)i;
		m += keep;
	}
	return m;
}

/* The rows (counted among the selected) that may be among the best. */
static size_t candidates(const struct topn_local *l, const struct vector *key,
			 const struct sort_key *sk, size_t n, uint16_t *sel)
{
	if (l->bounded && !l->bound_null && key->form == VECTOR_FLAT && !key->validity)
		return keep_plain(key, sk, l->bound, n, sel);
	if (l->bounded)
		return keep_any(l, key, sk, n, sel);
	for (size_t i = 0; i < n; i++)
		sel[i] = (uint16_t)i;
	return n;
}

static shade_status take(struct shade_cx *cx, struct topn_op *to, struct topn_local *l,
			 const struct batch *b, struct evaluator *ev, struct arena *a)
{
	const struct plan *p = to->base.plan;
	struct rows *r = l->rows;
	uint16_t sel[SHADE_BATCH_ROWS], rows[SHADE_BATCH_ROWS];
	struct value seq = value_int(TYPE_BIGINT, (int64_t)b->seq);
	struct vector seq_vec = { .type = seq.type };
	const struct vector *key;
	bool ok = true;
	size_t n;

	evaluator_begin(ev, b);
	TRY(evaluator_get(ev, 0, &key));
	n = candidates(l, key, &p->sort.keys[0], batch_rows(b), sel);
	if (n == 0)
		return SHADE_OK;
	for (size_t i = 0; i < n; i++)
		rows[i] = b->sel ? b->sel[sel[i]] : sel[i];
	for (size_t i = 0; i < b->n_cols && ok; i++)
		ok = colbuf_append(&r->cols[i], &r->heap, r->budget, &b->cols[i], rows,
				   n);
	for (size_t k = 0; k < p->sort.n_keys && ok; k++) {
		TRY(evaluator_get(ev, k, &key));
		ok = colbuf_append(&r->cols[b->n_cols + k], &r->heap, r->budget, key,
				   sel, n);
	}
	seq_vec.form = VECTOR_CONST;
	seq_vec.data = &seq.i;
	ok = ok && colbuf_append(&r->cols[to->n_cols - 1], &r->heap, r->budget,
				 &seq_vec, sel, n);
	(void)a;
	if (!ok)
		return cx_nomem(cx);
	r->n += n;
	return r->n >= to->room ? drop_worst(cx, to, l) : SHADE_OK;
}

static shade_status topn_work(void *arg, size_t worker, struct stream *in)
{
	struct topn_op *to = arg;
	struct topn_local *l = &to->locals[worker];
	const struct plan *p = to->base.plan;
	const struct op *child = to->base.children[0];
	struct expr **exprs = arena_array(in->arena, struct expr *, p->sort.n_keys + 1);
	struct evaluator *ev = NULL;
	const struct batch *b;
	shade_status rc;

	l->rows = rows_new(in->cx->budget, to->n_cols, to->types);
	if (!l->rows)
		return cx_nomem(in->cx);
	for (size_t k = 0; k < p->sort.n_keys; k++)
		exprs[k] = p->sort.keys[k].expr;
	rc = evaluator_new(in->cx, in->arena, p->sort.n_keys, exprs, child->n_cols,
			   child->ids, &ev);
	while (!rc) {
		rc = stream_input(in, &b);
		if (rc || !b)
			break;
		rc = take(in->cx, to, l, b, ev, in->arena);
	}
	if (ev)
		evaluator_free(ev);
	return rc;
}

/* --- the operator --------------------------------------------------------- */

static void plan_types(struct topn_op *to)
{
	const struct plan *p = to->base.plan;
	size_t n = to->base.n_cols;

	to->n_cols = n + p->sort.n_keys + 1;
	to->types = arena_array(to->arena, const struct type *, to->n_cols);
	for (size_t i = 0; i < n; i++)
		to->types[i] = to->base.types[i];
	for (size_t k = 0; k < p->sort.n_keys; k++)
		to->types[n + k] = p->sort.keys[k].expr->type;
	to->types[to->n_cols - 1] = type_of(TYPE_BIGINT);
}

static size_t saturating_add(uint64_t a, uint64_t b)
{
	return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

static shade_status topn_open(struct shade_cx *cx, struct op *op)
{
	struct topn_op *to = (struct topn_op *)op;
	struct work work = { topn_work, to };
	struct rows *all = NULL;

	to->arena = arena_new(cx->budget);
	if (!to->arena)
		return cx_nomem(cx);
	plan_types(to);
	to->keep = saturating_add(op->plan->sort.limit, op->plan->sort.offset);
	to->room = saturating_add(to->keep, to->keep > 2048 ? to->keep : 2048);
	TRY(op_open(cx, op->children[0]));
	to->n_locals = plan_workers(op->ex, op->children[0]);
	to->locals = arena_array(to->arena, struct topn_local, to->n_locals);
	TRY(run_workers(cx, op->children[0], to->n_locals, &work));
	op_close(cx, op->children[0]);
	for (size_t w = 0; w < to->n_locals; w++) {
		struct rows *r = to->locals[w].rows;
		shade_status rc = SHADE_OK;

		to->locals[w].rows = NULL;
		if (!all)
			all = r;
		else if (r)
			rc = rows_concat_take(cx, all, r);
		if (rc) {
			rows_free(all);
			return rc;
		}
	}
	op_note_bytes(op, rows_bytes(all));
	to->best = NULL;
	shade_status rc = sorted_best(cx, to, all, &to->best);

	rows_free(all);
	return rc;
}

static void topn_close(struct shade_cx *cx, struct op *op)
{
	struct topn_op *to = (struct topn_op *)op;

	(void)cx;
	for (size_t w = 0; to->locals && w < to->n_locals; w++)
		rows_free(to->locals[w].rows);
	to->locals = NULL;
	rows_free(to->best);
	to->best = NULL;
	if (to->arena)
		arena_free(to->arena);
	to->arena = NULL;
}

static shade_status topn_stream_open(struct stream *s)
{
	struct topn_stream *ts = (struct topn_stream *)s;
	uint64_t offset = s->op->plan->sort.offset;

	ts->out.n_cols = s->op->n_cols;
	ts->out.cols = cols_new(s->arena, s->op->n_cols);
	ts->at = offset;
	return SHADE_OK;
}

static shade_status topn_next(struct stream *s, const struct batch **out)
{
	struct topn_stream *ts = (struct topn_stream *)s;
	struct topn_op *to = (struct topn_op *)s->op;
	size_t n;

	*out = NULL;
	if (ts->at >= to->best->n)
		return SHADE_OK;
	n = to->best->n - ts->at;
	if (n > SHADE_BATCH_ROWS)
		n = SHADE_BATCH_ROWS;
	rows_view(to->best, ts->at, n, 0, s->op->n_cols, ts->out.cols, s->arena);
	ts->out.n = n;
	ts->out.seq = ts->at;
	ts->at += n;
	*out = &ts->out;
	return SHADE_OK;
}

static void topn_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;

	sbuf_addf(out, " %llu", (unsigned long long)p->sort.limit);
	if (p->sort.offset)
		sbuf_addf(out, " after %llu", (unsigned long long)p->sort.offset);
	for (size_t k = 0; k < p->sort.n_keys; k++) {
		const struct sort_key *key = &p->sort.keys[k];

		sbuf_addf(out, "%s%.*s%s%s", k ? ", " : " by ",
			  STR_ARG(expr_text(out->arena, key->expr)),
			  key->desc ? " DESC" : "",
			  key->nulls_first ? " NULLS FIRST" : "");
	}
}

const struct op_class op_topn = {
	.name = "TopN",
	.op_size = sizeof(struct topn_op),
	.stream_size = sizeof(struct topn_stream),
	.open = topn_open,
	.stream_open = topn_stream_open,
	.next = topn_next,
	.close = topn_close,
	.describe = topn_describe,
};
