/*
 * op_aggregate.c - GROUP BY: groups.h numbers the keys, agg.h has the states.
 *
 * Each worker fills tables of its own; the first one then takes in the
 * others.  Groups come out in the order in which they first appear, so that
 * the result does not depend on the number of workers.  With grouping sets
 * there is one table a set.
 */
#include "exec/agg.h"
#include "exec/op.h"
#include "exec/place.h"
#include "exec/sort.h"

/* Where a group was first seen: batch, then order within the worker. */
struct first_seen {
	uint64_t seq;
	uint32_t order;
};

/* One grouping set of one worker. */
struct set_table {
	struct groups *groups;
	struct aggs *aggs;
	struct buf *first; /* struct first_seen, only with several workers */
};

struct local {
	struct set_table *sets;
	uint32_t gids[SHADE_BATCH_ROWS];
};

struct agg_op {
	struct op base;
	size_t n_sets;
	struct arena *arena; /* of one execution */
	struct local **locals; /* one a worker; [0] has the result */
	size_t n_locals;
	struct buf **perms; /* order of output a set, or NULL: as they are */
	struct expr **exprs; /* groups, then the values of the aggregates */
	size_t n_exprs;
};

struct agg_stream {
	struct stream base;
	size_t set, at;
	struct batch out;
	struct vector **keys, **results;
	struct vector **own; /* one vector a column */
	uint64_t seq;
};

/* --- sets ----------------------------------------------------------------- */

static size_t set_count(const struct plan *p)
{
	return p->aggregate.n_sets ? p->aggregate.n_sets : 1;
}

static bool in_set(const struct plan *p, size_t set, size_t g)
{
	return p->aggregate.n_sets == 0 || (p->aggregate.sets[set] >> g & 1);
}

static size_t set_keys(const struct plan *p, size_t set,
		       const struct vector *const *from, const struct vector **to)
{
	size_t n = 0;

	for (size_t g = 0; g < p->aggregate.n_groups; g++) {
		if (in_set(p, set, g))
			to[n++] = from[g];
	}
	return n;
}

static shade_status set_open(struct shade_cx *cx, const struct plan *p, size_t set,
			     struct arena *a, struct set_table *t)
{
	const struct type **types = arena_array(a, const struct type *,
						p->aggregate.n_groups);
	size_t n = 0;

	for (size_t g = 0; g < p->aggregate.n_groups; g++) {
		if (in_set(p, set, g))
			types[n++] = p->aggregate.groups[g]->type;
	}
	TRY(groups_new(cx, n, types, &t->groups));
	TRY(aggs_new(cx, p->aggregate.n_aggs, p->aggregate.aggs, &t->aggs));
	/* the empty set has its one row even without input */
	return n == 0 ? aggs_reserve(cx, t->aggs, 1) : SHADE_OK;
}

/* --- reading the input ---------------------------------------------------- */

static bool note_first(struct set_table *t, struct budget *budget, size_t from,
		       uint64_t seq)
{
	size_t n = groups_count(t->groups);
	size_t need = (n + 1) * sizeof(struct first_seen);
	struct first_seen *f;

	if (!buf_room(&t->first, budget, need))
		return false;
	f = (struct first_seen *)(void *)t->first->p;
	for (size_t i = from; i < n; i++)
		f[i] = (struct first_seen){ seq, (uint32_t)i };
	return true;
}

static shade_status set_take(struct shade_cx *cx, struct agg_op *ao, size_t set,
			     struct local *l, const struct vector *const *values,
			     const struct vector **keys, const struct batch *b)
{
	const struct plan *p = ao->base.plan;
	struct set_table *t = &l->sets[set];
	size_t before = groups_count(t->groups), n = batch_rows(b);
	size_t n_keys = set_keys(p, set, values, keys);

	if (n_keys == 0)
		return aggs_update(cx, t->aggs, values + p->aggregate.n_groups, n,
				   NULL);
	TRY(groups_find(cx, t->groups, keys, n, l->gids));
	if (groups_count(t->groups) > before) {
		TRY(aggs_reserve(cx, t->aggs, groups_count(t->groups)));
		if (ao->n_locals > 1 &&
		    !note_first(t, ao->base.ex->cx->budget, before, b->seq))
			return cx_nomem(cx);
	}
	return aggs_update(cx, t->aggs, values + p->aggregate.n_groups, n, l->gids);
}

static shade_status agg_read(struct agg_op *ao, struct local *l, struct stream *in,
			     struct evaluator *ev)
{
	struct shade_cx *cx = in->cx;
	const struct vector **values = arena_array(in->arena, const struct vector *,
						   ao->n_exprs + 1);
	const struct vector **keys = arena_array(in->arena, const struct vector *,
						 ao->n_exprs + 1);
	const struct batch *b;

	for (;;) {
		TRY(stream_input(in, &b));
		if (!b)
			return SHADE_OK;
		evaluator_begin(ev, b);
		for (size_t i = 0; i < ao->n_exprs; i++)
			TRY(evaluator_get(ev, i, &values[i]));
		for (size_t s = 0; s < ao->n_sets; s++)
			TRY(set_take(cx, ao, s, l, values, keys, b));
	}
}

static shade_status agg_work(void *arg, size_t worker, struct stream *in)
{
	struct agg_op *ao = arg;
	struct local *l = ao->locals[worker];
	const struct op *child = ao->base.children[0];
	struct evaluator *ev = NULL;
	shade_status rc;

	for (size_t s = 0; s < ao->n_sets; s++)
		TRY(set_open(in->cx, ao->base.plan, s, in->arena, &l->sets[s]));
	rc = evaluator_new(in->cx, in->arena, ao->n_exprs, ao->exprs, child->n_cols,
			   child->ids, &ev);
	if (!rc)
		rc = agg_read(ao, l, in, ev);
	if (ev)
		evaluator_free(ev);
	return rc;
}

/* --- several workers ------------------------------------------------------ */

static shade_status combine_block(struct shade_cx *cx, struct set_table *to,
				  const struct set_table *from, size_t at, size_t n,
				  struct vector *const *keys, size_t n_keys,
				  struct arena *a)
{
	uint32_t gids[SHADE_BATCH_ROWS];
	const struct first_seen *src = (const struct first_seen *)(void *)
					       from->first->p;
	size_t before = groups_count(to->groups);
	struct first_seen *dst;

	(void)n_keys;
	groups_keys(from->groups, NULL, at, n, keys, a);
	TRY(groups_find(cx, to->groups, (const struct vector *const *)keys, n, gids));
	TRY(aggs_reserve(cx, to->aggs, groups_count(to->groups)));
	if (!note_first(to, cx->budget, before, UINT64_MAX))
		return cx_nomem(cx);
	dst = (struct first_seen *)(void *)to->first->p;
	for (size_t i = 0; i < n; i++) {
		if (src[at + i].seq < dst[gids[i]].seq)
			dst[gids[i]] = src[at + i];
	}
	return aggs_combine(cx, to->aggs, from->aggs, at, n, gids);
}

static shade_status combine_set(struct shade_cx *cx, struct agg_op *ao, size_t set,
				struct set_table *to, const struct set_table *from)
{
	const struct plan *p = ao->base.plan;
	size_t n = from->groups ? groups_count(from->groups) : 0, n_keys = 0;
	struct vector **keys = arena_array(ao->arena, struct vector *,
					   p->aggregate.n_groups);
	static const uint32_t zero = 0;

	for (size_t g = 0; g < p->aggregate.n_groups; g++) {
		if (in_set(p, set, g))
			keys[n_keys++] = vector_new(ao->arena,
						    p->aggregate.groups[g]->type,
						    SHADE_BATCH_ROWS);
	}
	if (n_keys == 0 && from->aggs)
		return aggs_combine(cx, to->aggs, from->aggs, 0, 1, &zero);
	for (size_t at = 0; at < n; at += SHADE_BATCH_ROWS) {
		size_t m = n - at < SHADE_BATCH_ROWS ? n - at : SHADE_BATCH_ROWS;

		TRY(combine_block(cx, to, from, at, m, keys, n_keys, ao->arena));
	}
	return SHADE_OK;
}

/* Groups by (seq, order within the worker). */
static shade_status order_set(struct shade_cx *cx, struct set_table *t,
			      struct buf **perm)
{
	size_t n = groups_count(t->groups);
	struct buf *seq, *order;
	const struct first_seen *f;
	struct sort_col cols[2];
	shade_status rc;

	if (n < 2 || !t->first)
		return SHADE_OK;
	seq = buf_new(cx->budget, n * 8);
	order = buf_new(cx->budget, n * 4);
	if (!seq || !order) {
		rc = cx_nomem(cx);
		goto out;
	}
	f = (const struct first_seen *)(void *)t->first->p;
	for (size_t i = 0; i < n; i++) {
		((int64_t *)(void *)seq->p)[i] = (int64_t)f[i].seq;
		((int32_t *)(void *)order->p)[i] = (int32_t)f[i].order;
	}
	memset(cols, 0, sizeof(cols));
	cols[0].vec.type = type_of(TYPE_BIGINT);
	cols[0].vec.data = seq->p;
	cols[1].vec.type = type_of(TYPE_INT);
	cols[1].vec.data = order->p;
	rc = sort_rows(cx, cols, 2, n, perm);
out:
	buf_unref(seq);
	buf_unref(order);
	return rc;
}

static shade_status agg_combine(struct shade_cx *cx, struct agg_op *ao)
{
	for (size_t s = 0; s < ao->n_sets; s++) {
		struct set_table *to = &ao->locals[0]->sets[s];

		for (size_t w = 1; w < ao->n_locals; w++) {
			if (!ao->locals[w]->sets[s].aggs)
				continue; /* that worker did not run */
			TRY(combine_set(cx, ao, s, to, &ao->locals[w]->sets[s]));
		}
		TRY(order_set(cx, to, &ao->perms[s]));
	}
	return SHADE_OK;
}

/* --- the operator --------------------------------------------------------- */

static shade_status agg_make(struct shade_cx *cx, struct op *op)
{
	struct agg_op *ao = (struct agg_op *)op;
	const struct plan *p = op->plan;

	(void)cx;
	ao->n_sets = set_count(p);
	return SHADE_OK;
}

/* Groups, then what the aggregates want evaluated. */
static shade_status agg_exprs(struct shade_cx *cx, struct agg_op *ao)
{
	const struct plan *p = ao->base.plan;
	struct aggs *model;

	TRY(aggs_new(cx, p->aggregate.n_aggs, p->aggregate.aggs, &model));
	ao->n_exprs = p->aggregate.n_groups + model->n_values;
	ao->exprs = arena_array(ao->arena, struct expr *, ao->n_exprs + 1);
	for (size_t g = 0; g < p->aggregate.n_groups; g++)
		ao->exprs[g] = p->aggregate.groups[g];
	for (size_t i = 0; i < model->n_values; i++)
		ao->exprs[p->aggregate.n_groups + i] = model->values[i];
	aggs_free(model);
	return SHADE_OK;
}

static shade_status agg_open(struct shade_cx *cx, struct op *op)
{
	struct agg_op *ao = (struct agg_op *)op;
	const struct plan *p = op->plan;
	struct work work = { agg_work, ao };
	size_t bytes = 0;

	ao->arena = arena_new(cx->budget);
	if (!ao->arena)
		return cx_nomem(cx);
	TRY(op_open(cx, op->children[0]));
	TRY(agg_exprs(cx, ao));
	ao->n_locals = plan_workers(op->ex, op->children[0]);
	if (aggs_ordered(p->aggregate.n_aggs, p->aggregate.aggs))
		ao->n_locals = 1;
	ao->locals = arena_array(ao->arena, struct local *, ao->n_locals);
	ao->perms = arena_array(ao->arena, struct buf *, ao->n_sets);
	for (size_t w = 0; w < ao->n_locals; w++) {
		ao->locals[w] = arena_new_of(ao->arena, struct local);
		ao->locals[w]->sets = arena_array(ao->arena, struct set_table,
						  ao->n_sets);
	}
	TRY(run_workers(cx, op->children[0], ao->n_locals, &work));
	for (size_t w = 0; w < ao->n_locals; w++) {
		for (size_t s = 0; s < ao->n_sets; s++) {
			struct set_table *t = &ao->locals[w]->sets[s];

			if (!t->aggs)
				continue;
			TRY(aggs_finish(cx, t->aggs));
			bytes += groups_bytes(t->groups) + aggs_bytes(t->aggs);
		}
	}
	op_note_bytes(op, bytes);
	op_close(cx, op->children[0]);
	if (ao->n_locals > 1)
		TRY(agg_combine(cx, ao));
	return arena_failed(ao->arena) ? cx_nomem(cx) : SHADE_OK;
}

static void agg_close(struct shade_cx *cx, struct op *op)
{
	struct agg_op *ao = (struct agg_op *)op;

	(void)cx;
	for (size_t w = 0; ao->locals && w < ao->n_locals; w++) {
		for (size_t s = 0; ao->locals[w] && s < ao->n_sets; s++) {
			groups_free(ao->locals[w]->sets[s].groups);
			aggs_free(ao->locals[w]->sets[s].aggs);
			buf_unref(ao->locals[w]->sets[s].first);
		}
	}
	for (size_t s = 0; ao->perms && s < ao->n_sets; s++)
		buf_unref(ao->perms[s]);
	if (ao->arena)
		arena_free(ao->arena);
	ao->arena = NULL;
	ao->locals = NULL;
	ao->perms = NULL;
}

/* --- output --------------------------------------------------------------- */

static shade_status agg_stream_open(struct stream *s)
{
	struct agg_stream *as = (struct agg_stream *)s;
	const struct plan *p = s->op->plan;

	as->out.cols = cols_new(s->arena, p->n_cols);
	as->out.n_cols = p->n_cols;
	as->own = arena_array(s->arena, struct vector *, p->n_cols + 1);
	as->keys = arena_array(s->arena, struct vector *, p->n_cols + 1);
	for (size_t i = 0; i < p->n_cols; i++)
		as->own[i] = vector_new(s->arena, p->cols[i].type, SHADE_BATCH_ROWS);
	as->results = as->own + p->aggregate.n_groups;
	return SHADE_OK;
}

/* Bit g: groups[g] is left out. */
static int64_t grouping_id(const struct plan *p, size_t set)
{
	int64_t id = 0;

	for (size_t g = 0; g < p->aggregate.n_groups; g++)
		id |= (int64_t)!in_set(p, set, g) << g;
	return id;
}

static shade_status agg_emit(struct stream *s, struct set_table *t, size_t n)
{
	struct agg_stream *as = (struct agg_stream *)s;
	struct agg_op *ao = (struct agg_op *)s->op;
	const struct plan *p = s->op->plan;
	const uint32_t *perm = NULL;
	size_t n_keys = 0;

	if (ao->perms[as->set])
		perm = (const uint32_t *)(void *)ao->perms[as->set]->p + as->at;
	for (size_t g = 0; g < p->aggregate.n_groups; g++) {
		struct value null = value_null(p->aggregate.groups[g]->type);

		if (in_set(p, as->set, g))
			as->keys[n_keys++] = as->own[g];
		else
			place_const(s->arena, &as->out.cols[g], &null);
	}
	groups_keys(t->groups, perm, as->at, n, as->keys, s->arena);
	TRY(aggs_results(s->cx, t->aggs, perm, as->at, n, as->results));
	for (size_t i = 0; i < p->n_cols; i++) {
		if (i >= p->aggregate.n_groups || in_set(p, as->set, i))
			as->out.cols[i] = *as->own[i];
	}
	if (p->aggregate.n_sets > 0) {
		struct value id = { .type = p->cols[p->n_cols - 1].type,
				    .i = grouping_id(p, as->set) };

		place_const(s->arena, &as->out.cols[p->n_cols - 1], &id);
	}
	as->out.n = n;
	as->out.seq = as->seq;
	as->seq += n;
	return SHADE_OK;
}

static shade_status agg_next(struct stream *s, const struct batch **out)
{
	struct agg_stream *as = (struct agg_stream *)s;
	struct agg_op *ao = (struct agg_op *)s->op;

	*out = NULL;
	for (; as->set < ao->n_sets; as->set++, as->at = 0) {
		struct set_table *t = &ao->locals[0]->sets[as->set];
		size_t n = t->aggs->n_groups;

		if (groups_count(t->groups) > n)
			n = groups_count(t->groups);
		if (as->at >= n)
			continue;
		n -= as->at;
		if (n > SHADE_BATCH_ROWS)
			n = SHADE_BATCH_ROWS;
		TRY(agg_emit(s, t, n));
		as->at += n;
		*out = &as->out;
		return SHADE_OK;
	}
	return SHADE_OK;
}

static void agg_describe(const struct op *op, struct sbuf *out)
{
	const struct plan *p = op->plan;

	for (size_t g = 0; g < p->aggregate.n_groups; g++)
		sbuf_addf(out, "%s%.*s", g ? ", " : " by ",
			  STR_ARG(expr_text(out->arena, p->aggregate.groups[g])));
	for (size_t i = 0; i < p->aggregate.n_aggs && i < 8; i++)
		sbuf_addf(out, "%s%.*s", i ? ", " : ": ",
			  STR_ARG(expr_text(out->arena, p->aggregate.aggs[i])));
	if (p->aggregate.n_sets > 0)
		sbuf_addf(out, " (%zu grouping sets)", p->aggregate.n_sets);
}

const struct op_class op_aggregate = {
	.name = "HashAggregate",
	.op_size = sizeof(struct agg_op),
	.stream_size = sizeof(struct agg_stream),
	.make = agg_make,
	.open = agg_open,
	.stream_open = agg_stream_open,
	.next = agg_next,
	.close = agg_close,
	.describe = agg_describe,
};
