#include "exec/collect.h"

/* The rows of one batch in a worker's rows. */
struct piece {
	uint64_t seq;
	size_t at, n;
};

struct part {
	struct rows *rows;
	struct buf *pieces; /* only with several workers */
	size_t n_pieces;
};

struct collect {
	struct op *input;
	size_t n_cols; /* of the rows */
	const struct type **types;
	struct expr **extra; /* to evaluate */
	size_t n_extra;
	struct part *parts;
	size_t n_parts;
};

static bool add_piece(struct part *p, struct budget *budget, uint64_t seq, size_t n)
{
	size_t need = (p->n_pieces + 1) * sizeof(struct piece);
	struct piece *last;

	if (!buf_room(&p->pieces, budget, need))
		return false;
	last = (struct piece *)(void *)p->pieces->p + p->n_pieces++;
	*last = (struct piece){ seq, p->rows->n - n, n };
	return true;
}

static shade_status append(struct shade_cx *cx, struct collect *c, struct part *p,
			   struct evaluator *ev, const struct batch *b)
{
	struct rows *r = p->rows;
	size_t n = batch_rows(b), n_in = c->input->n_cols;

	if (r->n + n > ROWS_MAX)
		return shade_fail(cx, SHADE_E_MEMORY_LIMIT, NO_SPAN,
				  "more than 4 billion rows to keep in one operator");
	for (size_t i = 0; i < n_in; i++) {
		if (!colbuf_append(&r->cols[i], &r->heap, r->budget, &b->cols[i],
				   b->sel, n))
			return cx_nomem(cx);
	}
	if (c->n_extra > 0)
		evaluator_begin(ev, b);
	for (size_t i = 0; i < c->n_extra; i++) {
		const struct vector *v;

		TRY(evaluator_get(ev, i, &v));
		if (!colbuf_append(&r->cols[n_in + i], &r->heap, r->budget, v, NULL, n))
			return cx_nomem(cx);
	}
	r->n += n;
	if (c->n_parts > 1 && !add_piece(p, r->budget, b->seq, n))
		return cx_nomem(cx);
	return SHADE_OK;
}

static shade_status collect_work(void *arg, size_t worker, struct stream *in)
{
	struct collect *c = arg;
	struct part *p = &c->parts[worker];
	struct evaluator *ev = NULL;
	const struct batch *b;
	shade_status rc = SHADE_OK;

	p->rows = rows_new(in->cx->budget, c->n_cols, c->types);
	if (!p->rows)
		return cx_nomem(in->cx);
	if (c->n_extra > 0)
		rc = evaluator_new(in->cx, in->arena, c->n_extra, c->extra,
				   c->input->n_cols, c->input->ids, &ev);
	while (!rc) {
		rc = stream_input(in, &b);
		if (rc || !b)
			break;
		rc = append(in->cx, c, p, ev, b);
	}
	if (ev)
		evaluator_free(ev);
	return rc;
}

/* --- putting the workers' rows in order ----------------------------------- */

/* The part whose next piece is the earliest, or NULL. */
static struct part *earliest(struct collect *c, const size_t *next)
{
	struct part *best = NULL;
	uint64_t seq = 0;

	for (size_t w = 0; w < c->n_parts; w++) {
		struct part *p = &c->parts[w];
		const struct piece *pieces;

		if (!p->pieces || next[w] == p->n_pieces)
			continue;
		pieces = (const struct piece *)(void *)p->pieces->p;
		if (!best || pieces[next[w]].seq < seq) {
			best = p;
			seq = pieces[next[w]].seq;
		}
	}
	return best;
}

static bool append_piece(struct rows *to, const struct rows *from,
			 const struct piece *p, struct arena *a)
{
	for (size_t i = 0; i < to->n_cols; i++) {
		struct vector v;

		rows_view(from, 0, from->n, i, 1, &v, a);
		if (!colbuf_append_shared(&to->cols[i], to->budget, &v, p->at, p->n))
			return false;
	}
	to->n += p->n;
	return true;
}

static shade_status merge_parts(struct shade_cx *cx, struct collect *c,
				struct rows **out)
{
	struct rows *all = rows_new(cx->budget, c->n_cols, c->types);
	size_t *next = arena_array(cx->arena, size_t, c->n_parts);
	struct arena *a = arena_new(cx->budget);
	shade_status rc = SHADE_OK;
	struct part *p;

	if (!all || !a) {
		rc = cx_nomem(cx);
		goto out;
	}
	for (p = earliest(c, next); p && !rc; p = earliest(c, next)) {
		size_t *at = &next[p - c->parts];
		struct piece piece = ((struct piece *)(void *)p->pieces->p)[*at];

		/* neighbours from one worker go together */
		for (++*at; earliest(c, next) == p; ++*at) {
			const struct piece *more =
				(struct piece *)(void *)p->pieces->p + *at;

			piece.n += more->n;
		}
		if (!append_piece(all, p->rows, &piece, a))
			rc = cx_nomem(cx);
		arena_reset(a);
	}
	for (size_t w = 0; w < c->n_parts && !rc; w++) {
		if (c->parts[w].rows &&
		    !strheap_take(&all->heap, &c->parts[w].rows->heap))
			rc = cx_nomem(cx);
	}
	if (!rc) {
		*out = all;
		all = NULL;
	}
out:
	rows_free(all);
	if (a)
		arena_free(a);
	return rc;
}

static void plan_columns(struct shade_cx *cx, struct collect *c, size_t n_exprs,
			 struct expr *const *exprs, size_t *expr_cols)
{
	struct op *in = c->input;

	c->types = arena_array(cx->arena, const struct type *,
			       in->n_cols + n_exprs + 1);
	c->extra = arena_array(cx->arena, struct expr *, n_exprs + 1);
	for (size_t i = 0; i < in->n_cols; i++)
		c->types[i] = in->types[i];
	for (size_t i = 0; i < n_exprs; i++) {
		int at = -1;

		for (size_t k = 0; exprs[i]->kind == EXPR_COLUMN && k < in->n_cols;
		     k++) {
			if (in->ids[k] == exprs[i]->column.id)
				at = (int)k;
		}
		if (at >= 0) {
			expr_cols[i] = (size_t)at;
			continue;
		}
		expr_cols[i] = in->n_cols + c->n_extra;
		c->types[expr_cols[i]] = exprs[i]->type;
		c->extra[c->n_extra++] = exprs[i];
	}
	c->n_cols = in->n_cols + c->n_extra;
}

shade_status collect_rows(struct shade_cx *cx, struct op *input, size_t n_exprs,
			  struct expr *const *exprs, size_t *expr_cols,
			  struct rows **out)
{
	struct collect c = { .input = input };
	struct work work = { collect_work, &c };
	shade_status rc;

	plan_columns(cx, &c, n_exprs, exprs, expr_cols);
	c.n_parts = plan_workers(input->ex, input);
	c.parts = arena_array(cx->arena, struct part, c.n_parts);
	TRY(cx_check_arena(cx));
	rc = run_workers(cx, input, c.n_parts, &work);
	if (!rc && c.n_parts == 1) {
		*out = c.parts[0].rows;
		c.parts[0].rows = NULL;
	} else if (!rc) {
		rc = merge_parts(cx, &c, out);
	}
	for (size_t w = 0; w < c.n_parts; w++) {
		rows_free(c.parts[w].rows);
		buf_unref(c.parts[w].pieces);
	}
	return rc;
}
