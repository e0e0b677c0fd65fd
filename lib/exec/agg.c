#include "exec/agg.h"

#include "exec/sort.h"

/* --- making --------------------------------------------------------------- */

bool aggs_ordered(size_t n, struct expr *const *exprs)
{
	for (size_t i = 0; i < n; i++) {
		const struct expr *e = exprs[i];

		if (e->call.distinct || e->call.n_order > 0 ||
		    (e->call.row->flags & FUNC_ORDERED))
			return true;
	}
	return false;
}

static shade_status call_fc(struct shade_cx *cx, struct aggs *a, struct agg_call *c)
{
	const struct expr *e = c->e;
	const struct type **types = arena_array(a->arena, const struct type *,
						e->n_args);
	const struct value **consts = arena_array(a->arena, const struct value *,
						  e->n_args);

	for (size_t i = 0; i < e->n_args; i++) {
		types[i] = e->args[i]->type;
		if (e->args[i]->kind == EXPR_CONST)
			consts[i] = &e->args[i]->value;
	}
	c->fc = (struct func_call){ .cx = cx,
				    .row = e->call.row,
				    .arg_types = types,
				    .n_args = e->n_args,
				    .type = e->type,
				    .arena = a->arena,
				    .heap = heap_new(cx->budget),
				    .scratch = a->scratch,
				    .span = e->span };
	if (!c->fc.heap)
		return cx_nomem(cx);
	if (e->call.row->init) {
		TRY(e->call.row->init(&c->fc, consts));
		c->inited = true;
	}
	return SHADE_OK;
}

/* What DISTINCT has seen: (group, arguments); without groups the arguments. */
static shade_status call_seen(struct shade_cx *cx, struct aggs *a, struct agg_call *c,
			      bool grouped)
{
	const struct expr *e = c->e;
	const struct type **types = arena_array(a->arena, const struct type *,
						e->n_args + 1);

	types[0] = type_of(TYPE_INT);
	for (size_t i = 0; i < e->n_args; i++)
		types[1 + i] = e->args[i]->type;
	c->seen_at = grouped ? 0 : 1;
	return groups_new(cx, e->n_args + 1 - c->seen_at, types + c->seen_at, &c->seen);
}

/* ORDER BY keeps rows of (group, values). */
static shade_status call_keep(struct shade_cx *cx, struct aggs *a, struct agg_call *c)
{
	const struct expr *e = c->e;
	size_t n = e->n_args + e->call.n_order;
	const struct type **types = arena_array(a->arena, const struct type *, n + 1);

	types[0] = type_of(TYPE_INT);
	for (size_t i = 0; i < e->n_args; i++)
		types[1 + i] = e->args[i]->type;
	for (size_t i = 0; i < e->call.n_order; i++)
		types[1 + e->n_args + i] = e->call.order[i].expr->type;
	if (e->call.n_order > 0) {
		c->held = rows_new(cx->budget, n + 1, types);
		if (!c->held)
			return cx_nomem(cx);
	}
	return SHADE_OK;
}

/* An earlier call that keeps the same states: sum(x) and avg(x) differ only in
 * how they end. */
static const struct agg_call *same_states(const struct aggs *a,
					  const struct agg_call *c)
{
	const struct expr *e = c->e;

	if (!c->cls->may_share || e->call.distinct || e->call.n_order > 0)
		return NULL;
	for (const struct agg_call *k = a->calls; k < c; k++) {
		const struct expr *x = k->e;
		bool same = k->cls->update == c->cls->update &&
			    x->n_args == e->n_args && !x->call.distinct &&
			    x->call.n_order == 0 &&
			    !x->call.filter == !e->call.filter &&
			    (!e->call.filter ||
			     expr_equal(x->call.filter, e->call.filter));

		for (size_t i = 0; same && i < e->n_args; i++)
			same = expr_equal(x->args[i], e->args[i]);
		if (same)
			return k;
	}
	return NULL;
}

static shade_status call_make(struct shade_cx *cx, struct aggs *a, struct agg_call *c,
			      struct expr *e)
{
	const struct agg_call *same;
	bool aligned = false;

	c->e = e;
	c->cls = e->call.agg;
	c->skips_nulls = !(e->call.row->flags & FUNC_NULLS);
	c->first = a->n_values;
	for (size_t i = 0; i < e->n_args; i++)
		a->values[a->n_values++] = e->args[i];
	if (e->call.filter)
		a->values[a->n_values++] = e->call.filter;
	for (size_t i = 0; i < e->call.n_order; i++)
		a->values[a->n_values++] = e->call.order[i].expr;
	c->n_values = a->n_values - c->first;
	c->scratch = arena_array(a->arena, struct vector, c->n_values + 1);
	c->unique = arena_array(a->arena, struct vector, c->n_values + 2);
	same = same_states(a, c);
	if (same) {
		c->is_shared = true;
		c->offset = same->offset;
		return call_fc(cx, a, c);
	}
	aligned = c->cls->state_size % 16 == 0;
	if (aligned)
		a->stride = (a->stride + 15) & ~(size_t)15;
	c->offset = a->stride;
	a->stride += c->cls->state_size;
	TRY(call_fc(cx, a, c));
	return call_keep(cx, a, c);
}

shade_status aggs_new(struct shade_cx *cx, size_t n, struct expr *const *exprs,
		      struct aggs **out)
{
	struct arena *arena = arena_new(cx->budget);
	struct aggs *a;
	size_t n_values = 0;
	shade_status rc = SHADE_OK;

	if (!arena)
		return cx_nomem(cx);
	a = arena_new_of(arena, struct aggs);
	a->arena = arena;
	a->scratch = arena_new(cx->budget);
	a->cx = cx;
	a->n = n;
	a->calls = arena_array(arena, struct agg_call, n);
	for (size_t i = 0; i < n; i++)
		n_values += exprs[i]->n_args + exprs[i]->call.n_order + 1;
	a->values = arena_array(arena, struct expr *, n_values);
	a->gid_buf = arena_array(arena, uint32_t, SHADE_BATCH_ROWS);
	a->sel_buf = arena_array(arena, uint16_t, SHADE_BATCH_ROWS);
	a->gid_vec = vector_new(arena, type_of(TYPE_INT), SHADE_BATCH_ROWS);
	if (!a->scratch)
		rc = cx_nomem(cx);
	for (size_t i = 0; i < n && !rc; i++)
		rc = call_make(cx, a, &a->calls[i], exprs[i]);
	a->stride = (a->stride + 15) & ~(size_t)15;
	if (!rc && arena_failed(arena))
		rc = cx_nomem(cx);
	if (rc)
		aggs_free(a);
	else
		*out = a;
	return rc;
}

static void destroy_states(struct aggs *a)
{
	for (size_t i = 0; i < a->n; i++) {
		struct agg_call *c = &a->calls[i];

		if (!c->cls || !c->cls->destroy || c->is_shared)
			continue;
		for (size_t g = 0; g < a->n_groups; g++)
			c->cls->destroy(&c->fc,
					a->states->p + g * a->stride + c->offset);
	}
}

void aggs_free(struct aggs *a)
{
	if (!a)
		return;
	for (size_t i = 0; i < a->n; i++) {
		struct agg_call *c = &a->calls[i];

		if (c->cls && c->cls->destroy && !c->is_shared) {
			for (size_t g = 0; g < a->n_groups; g++)
				c->cls->destroy(&c->fc, a->states->p + g * a->stride +
								c->offset);
		}
		if (c->inited && c->e->call.row->fini)
			c->e->call.row->fini(&c->fc);
		if (c->fc.heap)
			heap_free(c->fc.heap);
		groups_free(c->seen);
		rows_free(c->held);
	}
	buf_unref(a->states);
	arena_free(a->scratch);
	arena_free(a->arena);
}

shade_status aggs_restart(struct shade_cx *cx, struct aggs *a)
{
	destroy_states(a);
	a->n_groups = 0;
	for (size_t i = 0; i < a->n; i++) {
		struct agg_call *c = &a->calls[i];

		if (!c->e->call.distinct && c->e->call.n_order == 0)
			continue;
		groups_free(c->seen);
		rows_free(c->held);
		c->seen = NULL;
		c->held = NULL;
		TRY(call_keep(cx, a, c));
	}
	return SHADE_OK;
}

size_t aggs_bytes(const struct aggs *a)
{
	size_t n = (a->states ? a->states->cap : 0) + arena_used(a->arena);

	for (size_t i = 0; i < a->n; i++) {
		if (a->calls[i].seen)
			n += groups_bytes(a->calls[i].seen);
		if (a->calls[i].held)
			n += rows_bytes(a->calls[i].held);
	}
	return n;
}

shade_status aggs_reserve(struct shade_cx *cx, struct aggs *a, size_t n)
{
	size_t need = n * a->stride;

	if (n <= a->n_groups)
		return SHADE_OK;
	if (!buf_room(&a->states, cx->budget, need))
		return cx_nomem(cx);
	memset(a->states->p + a->n_groups * a->stride, 0,
	       (n - a->n_groups) * a->stride);
	for (size_t i = 0; i < a->n; i++) {
		struct agg_call *c = &a->calls[i];

		if (!c->cls->needs_init)
			continue;
		for (size_t g = a->n_groups; g < n; g++)
			c->cls->init(&c->fc, a->states->p + g * a->stride + c->offset);
	}
	a->n_groups = n;
	return SHADE_OK;
}

/* --- updating ------------------------------------------------------------- */

static bool true_at(const struct vector *v, size_t i)
{
	const struct vector *from = v->form == VECTOR_DICT ? v->dict : v;

	return !vector_is_null(v, i) &&
	       ((const uint8_t *)from->data)[vector_index(v, i)];
}

/* The rows that count for a call: *n_sel of sel; *all when every one does. */
static void rows_that_count(const struct agg_call *c, const struct vector *const *v,
			    size_t n, uint16_t *sel, size_t *n_sel, bool *all)
{
	const struct expr *e = c->e;
	size_t n_check = c->skips_nulls ? e->n_args : e->call.ignore_nulls ? 1 : 0;
	bool checked = false;

	if (n_check > e->n_args)
		n_check = e->n_args;
	*all = true;
	for (size_t k = 0; k < n_check; k++) {
		const struct vector *from = v[k]->form == VECTOR_DICT ? v[k]->dict
								      : v[k];

		checked |= from->validity || v[k]->validity;
	}
	if (!checked && !e->call.filter)
		return;
	*all = false;
	*n_sel = 0;
	for (size_t i = 0; i < n; i++) {
		bool use = !e->call.filter || true_at(v[e->n_args], i);

		for (size_t k = 0; use && k < n_check; k++)
			use = !vector_is_null(v[k], i);
		sel[*n_sel] = (uint16_t)i;
		*n_sel += use;
	}
}

/* Flat or constant, without the rows left out. */
static const struct vector *compact(struct aggs *a, struct agg_call *c, size_t k,
				    const struct vector *v, const uint16_t *sel,
				    size_t n)
{
	struct vector *to = &c->scratch[k];

	if (v->form == VECTOR_CONST || (v->form == VECTOR_FLAT && !sel))
		return v;
	if (!to->type)
		*to = *vector_new(a->arena, v->type, SHADE_BATCH_ROWS);
	to->validity = NULL;
	to->form = VECTOR_FLAT;
	vector_gather(a->arena, to, v, sel, n);
	return to;
}

/* Values of the call without its filter: arguments and order keys. */
enum { FEW_VALUES = 64 };

struct call_rows {
	const struct vector *vecs[FEW_VALUES + 1]; /* [0] is the group */
	size_t n_vecs;
	size_t n;
	const uint32_t *gids;
};

static shade_status pick_rows(struct shade_cx *cx, struct aggs *a, struct agg_call *c,
			      const struct vector *const *v, size_t n,
			      const uint32_t *gids, struct call_rows *out)
{
	const struct expr *e = c->e;
	const uint16_t *sel;
	bool all;

	if (e->n_args + e->call.n_order > FEW_VALUES)
		return shade_fail(cx, SHADE_E_TOO_COMPLEX, e->span,
				  "more than %d arguments in one aggregate",
				  FEW_VALUES);
	rows_that_count(c, v, n, a->sel_buf, &out->n, &all);
	if (all)
		out->n = n;
	sel = all ? NULL : a->sel_buf;
	out->n_vecs = 1;
	for (size_t k = 0; k < c->n_values; k++) {
		if (e->call.filter && k == e->n_args)
			continue;
		out->vecs[out->n_vecs++] = compact(a, c, k, v[k], sel, out->n);
	}
	out->gids = gids;
	if (gids && sel) {
		for (size_t i = 0; i < out->n; i++)
			a->gid_buf[i] = gids[sel[i]];
		out->gids = a->gid_buf;
	}
	return SHADE_OK;
}

static void set_gid_vec(struct aggs *a, struct call_rows *r)
{
	uint32_t *to = a->gid_vec->data;

	for (size_t i = 0; i < r->n; i++)
		to[i] = r->gids ? r->gids[i] : 0;
	r->vecs[0] = a->gid_vec;
}

/* Leave out rows whose (group, arguments) was there before. */
static shade_status keep_first(struct shade_cx *cx, struct aggs *a, struct agg_call *c,
			       struct call_rows *r)
{
	uint32_t numbers[SHADE_BATCH_ROWS];
	uint16_t sel[SHADE_BATCH_ROWS];
	size_t seen, m = 0;

	if (!c->seen)
		TRY(call_seen(cx, a, c, r->gids != NULL));
	seen = groups_count(c->seen);
	set_gid_vec(a, r);
	TRY(groups_find(cx, c->seen, r->vecs + c->seen_at, r->n, numbers));
	for (size_t i = 0; i < r->n; i++) {
		if (numbers[i] != seen)
			continue;
		seen++;
		sel[m++] = (uint16_t)i;
	}
	if (m == r->n)
		return SHADE_OK;
	for (size_t k = 1; k < r->n_vecs; k++) {
		struct vector *to = &c->unique[k];

		if (r->vecs[k]->form == VECTOR_CONST)
			continue;
		if (!to->type)
			*to = *vector_new(a->arena, r->vecs[k]->type, SHADE_BATCH_ROWS);
		to->validity = NULL;
		vector_gather(a->arena, to, r->vecs[k], sel, m);
		r->vecs[k] = to;
	}
	if (r->gids) {
		for (size_t i = 0; i < m; i++)
			a->gid_buf[i] = r->gids[sel[i]];
		r->gids = a->gid_buf;
	}
	r->n = m;
	return SHADE_OK;
}

static shade_status call_states(struct aggs *a, struct agg_call *c,
				const struct vector *const *args, size_t n,
				const uint32_t *gids, bool retract)
{
	struct vector few[FEW_VALUES];

	for (size_t k = 0; k < c->e->n_args; k++)
		few[k] = *args[k];
	return (retract ? c->cls->retract
			: c->cls->update)(&c->fc, few, c->e->n_args, n, gids,
					  a->states->p + c->offset, a->stride);
}

static shade_status call_update(struct shade_cx *cx, struct aggs *a, struct agg_call *c,
				const struct vector *const *v, size_t n,
				const uint32_t *gids)
{
	struct call_rows r;

	TRY(pick_rows(cx, a, c, v, n, gids, &r));
	if (r.n == 0)
		return SHADE_OK;
	if (c->e->call.distinct)
		TRY(keep_first(cx, a, c, &r));
	if (r.n == 0)
		return SHADE_OK;
	if (c->held) {
		set_gid_vec(a, &r);
		return rows_append_cols(cx, c->held, r.vecs, NULL, r.n);
	}
	return call_states(a, c, r.vecs + 1, r.n, r.gids, false);
}

shade_status aggs_update(struct shade_cx *cx, struct aggs *a,
			 const struct vector *const *values, size_t n,
			 const uint32_t *gids)
{
	arena_reset(a->scratch);
	for (size_t i = 0; i < a->n; i++) {
		struct agg_call *c = &a->calls[i];

		if (!c->is_shared)
			TRY(call_update(cx, a, c, values + c->first, n, gids));
	}
	return SHADE_OK;
}

bool aggs_can_retract(const struct aggs *a)
{
	for (size_t i = 0; i < a->n; i++) {
		const struct agg_call *c = &a->calls[i];

		if (!c->cls->retract || c->e->call.distinct || c->e->call.n_order > 0)
			return false;
		/* sums of floats would keep what was rounded away */
		for (size_t k = 0; k < c->e->n_args; k++) {
			if (type_family(c->e->args[k]->type) == FAMILY_FLOAT)
				return false;
		}
	}
	return true;
}

shade_status aggs_retract(struct shade_cx *cx, struct aggs *a,
			  const struct vector *const *values, size_t n,
			  const uint32_t *gids)
{
	for (size_t i = 0; i < a->n; i++) {
		struct agg_call *c = &a->calls[i];
		struct call_rows r;

		if (c->is_shared)
			continue;
		TRY(pick_rows(cx, a, c, values + c->first, n, gids, &r));
		if (r.n > 0)
			TRY(call_states(a, c, r.vecs + 1, r.n, r.gids, true));
	}
	return SHADE_OK;
}

shade_status aggs_combine(struct shade_cx *cx, struct aggs *dst, const struct aggs *src,
			  size_t at, size_t n, const uint32_t *gids)
{
	for (size_t i = 0; i < dst->n; i++) {
		struct agg_call *c = &dst->calls[i];

		c->fc.cx = cx;
		if (c->is_shared)
			continue;
		TRY(c->cls->combine(
			&c->fc, src->states->p + at * src->stride + c->offset,
			src->stride, n, gids, dst->states->p + c->offset, dst->stride));
	}
	return SHADE_OK;
}

/* --- ORDER BY inside an aggregate ----------------------------------------- */

static shade_status held_order(struct shade_cx *cx, struct agg_call *c,
			       struct arena *tmp, struct buf **order)
{
	size_t n_keys = c->e->call.n_order;
	struct sort_col *cols = arena_array(tmp, struct sort_col, n_keys + 1);

	rows_col(c->held, 0, &cols[0].vec, tmp);
	for (size_t k = 0; k < n_keys; k++) {
		rows_col(c->held, 1 + c->e->n_args + k, &cols[1 + k].vec, tmp);
		cols[1 + k].desc = c->e->call.order[k].desc;
		cols[1 + k].nulls_first = c->e->call.order[k].nulls_first;
	}
	return sort_rows(cx, cols, n_keys + 1, c->held->n, order);
}

static shade_status held_update(struct shade_cx *cx, struct aggs *a, struct agg_call *c,
				struct arena *tmp)
{
	size_t n_args = c->e->n_args;
	struct vector *all = arena_array(tmp, struct vector, n_args + 1);
	const struct vector **args = arena_array(tmp, const struct vector *,
						 n_args + 1);
	struct vector *part = arena_array(tmp, struct vector, n_args + 1);
	struct buf *order;
	shade_status rc;

	for (size_t k = 0; k <= n_args; k++) {
		rows_col(c->held, k, &all[k], tmp);
		part[k] = *vector_new(tmp, all[k].type, SHADE_BATCH_ROWS);
		args[k] = &part[k];
	}
	TRY(held_order(cx, c, tmp, &order));
	rc = SHADE_OK;
	for (size_t at = 0; at < c->held->n && !rc; at += SHADE_BATCH_ROWS) {
		const uint32_t *pos = (const uint32_t *)(void *)order->p + at;
		size_t n = c->held->n - at;

		if (n > SHADE_BATCH_ROWS)
			n = SHADE_BATCH_ROWS;
		for (size_t k = 0; k <= n_args; k++) {
			part[k].validity = NULL;
			vector_gather32(tmp, &part[k], &all[k], pos, n);
		}
		for (size_t i = 0; i < n; i++)
			a->gid_buf[i] = ((const uint32_t *)part[0].data)[i];
		rc = call_states(a, c, args + 1, n, a->gid_buf, false);
	}
	buf_unref(order);
	return rc;
}

shade_status aggs_finish(struct shade_cx *cx, struct aggs *a)
{
	for (size_t i = 0; i < a->n; i++) {
		struct agg_call *c = &a->calls[i];
		struct arena *tmp;
		shade_status rc;

		c->fc.cx = cx;
		if (!c->held)
			continue;
		tmp = arena_new(cx->budget);
		if (!tmp)
			return cx_nomem(cx);
		rc = held_update(cx, a, c, tmp);
		arena_free(tmp);
		TRY(rc);
		rows_free(c->held);
		c->held = NULL;
	}
	return SHADE_OK;
}

/* --- results -------------------------------------------------------------- */

shade_status aggs_results(struct shade_cx *cx, struct aggs *a, const uint32_t *perm,
			  size_t at, size_t n, struct vector *const *out)
{
	const uint8_t *base = a->states->p + at * a->stride;
	struct buf *moved = NULL;
	shade_status rc = SHADE_OK;

	if (n == 0)
		return SHADE_OK;
	arena_reset(a->scratch);
	if (perm) {
		moved = buf_new(cx->budget, n * a->stride);
		if (!moved)
			return cx_nomem(cx);
		for (size_t i = 0; i < n; i++)
			memcpy(moved->p + i * a->stride,
			       a->states->p + perm[i] * a->stride, a->stride);
		base = moved->p;
	}
	for (size_t i = 0; i < a->n && !rc; i++) {
		struct agg_call *c = &a->calls[i];

		c->fc.cx = cx;
		heap_reset(c->fc.heap);
		out[i]->validity = NULL;
		out[i]->form = VECTOR_FLAT;
		rc = c->cls->finalize(&c->fc, base + c->offset, a->stride, n, out[i]);
	}
	buf_unref(moved);
	return rc;
}
