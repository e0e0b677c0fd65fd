#include "exec/join.h"

#include "exec/collect.h"
#include "exec/place.h"

bool join_outputs_pairs(enum join_kind k)
{
	return k != JOIN_SEMI && k != JOIN_ANTI && k != JOIN_MARK;
}

/* --- sides ---------------------------------------------------------------- */

void join_sides(struct join_op *jo, bool build_left)
{
	const struct plan *p = jo->base.plan;
	size_t n_left = p->children[0]->n_cols;

	join_spec_make(jo->base.ex->arena, p, &jo->spec);
	jo->kind = p->join.kind == JOIN_RIGHT ? JOIN_LEFT : p->join.kind;
	jo->probe = jo->base.children[build_left ? 1 : 0];
	jo->build = jo->base.children[build_left ? 0 : 1];
	jo->probe_keys = build_left ? jo->spec.right_keys : jo->spec.left_keys;
	jo->build_keys = build_left ? jo->spec.left_keys : jo->spec.right_keys;
	jo->probe_at = build_left ? n_left : 0;
	jo->build_at = build_left ? 0 : n_left;
	jo->has_build_cols = join_outputs_pairs(jo->kind);
	jo->emits_build = build_left &&
			  (jo->kind == JOIN_SEMI || jo->kind == JOIN_ANTI);
}

/* The ids of left and right columns, as js->joined has them. */
static void pair_ids(struct join_op *jo)
{
	struct op *l = jo->base.children[0], *r = jo->base.children[1];
	uint32_t *ids = arena_array(jo->arena, uint32_t, l->n_cols + r->n_cols + 1);

	jo->n_pair_ids = l->n_cols + r->n_cols;
	memcpy(ids, l->ids, l->n_cols * sizeof(*ids));
	memcpy(ids + l->n_cols, r->ids, r->n_cols * sizeof(*ids));
	jo->pair_ids = ids;
}

shade_status join_collect(struct shade_cx *cx, struct join_op *jo)
{
	size_t n = jo->build->n_cols;

	jo->arena = arena_new(cx->budget);
	if (!jo->arena)
		return cx_nomem(cx);
	pair_ids(jo);
	TRY(op_open(cx, jo->build));
	jo->key_cols = arena_array(jo->arena, size_t, jo->spec.n_keys + 1);
	TRY(collect_rows(cx, jo->build, jo->spec.n_keys, jo->build_keys, jo->key_cols,
			 &jo->rows));
	op_close(cx, jo->build);
	jo->build_vecs = cols_new(jo->arena, n);
	rows_view(jo->rows, 0, jo->rows->n, 0, n, jo->build_vecs, jo->arena);
	if (jo->kind == JOIN_FULL || jo->emits_build) {
		jo->matched = mem_alloc(cx->budget, jo->rows->n + 1);
		if (!jo->matched)
			return cx_nomem(cx);
	}
	return SHADE_OK;
}

void join_close(struct shade_cx *cx, struct op *op)
{
	struct join_op *jo = (struct join_op *)op;

	join_table_free(&jo->table);
	if (jo->matched)
		mem_free(cx->budget, jo->matched, jo->rows->n + 1);
	jo->matched = NULL;
	rows_free(jo->rows);
	jo->rows = NULL;
	buf_unref(jo->null_rows);
	jo->null_rows = NULL;
	if (jo->arena)
		arena_free(jo->arena);
	jo->arena = NULL;
}

/* --- streams -------------------------------------------------------------- */

shade_status join_stream_open(struct stream *s)
{
	struct join_stream *js = (struct join_stream *)s;
	struct join_op *jo = (struct join_op *)s->op;
	struct op *l = s->op->children[0], *r = s->op->children[1];

	js->joined.n_cols = l->n_cols + r->n_cols;
	js->joined.cols = cols_new(s->arena, js->joined.n_cols);
	js->own = arena_array(s->arena, struct vector *, js->joined.n_cols + 1);
	for (size_t i = 0; i < js->joined.n_cols; i++) {
		const struct type *t = i < l->n_cols ? l->types[i]
						     : r->types[i - l->n_cols];

		js->own[i] = vector_new(s->arena, t, SHADE_BATCH_ROWS);
	}
	js->out.n_cols = s->op->n_cols;
	js->out.cols = cols_new(s->arena, s->op->n_cols);
	js->key_vals = arena_array(s->arena, const struct vector *,
				   jo->spec.n_keys + 1);
	if (jo->kind == JOIN_MARK)
		js->mark = vector_new(s->arena, type_of(TYPE_BOOLEAN),
				      SHADE_BATCH_ROWS);
	TRY(stream_new(jo->probe, s->task, &js->input));
	if (jo->spec.n_keys > 0)
		TRY(evaluator_new(s->cx, s->arena, jo->spec.n_keys, jo->probe_keys,
				  jo->probe->n_cols, jo->probe->ids, &js->keys));
	if (jo->spec.n_conds > 0)
		TRY(evaluator_new(s->cx, s->arena, jo->spec.n_conds, jo->spec.conds,
				  jo->n_pair_ids, jo->pair_ids, &js->conds));
	return SHADE_OK;
}

void join_stream_close(struct stream *s)
{
	struct join_stream *js = (struct join_stream *)s;

	if (js->keys)
		evaluator_free(js->keys);
	if (js->conds)
		evaluator_free(js->conds);
}

/* --- pairs ---------------------------------------------------------------- */

void join_gather(struct join_stream *js, const uint16_t *probe, const uint32_t *build,
		 size_t n)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	struct arena *a = js->base.arena;

	for (size_t i = 0; i < jo->probe->n_cols; i++) {
		struct vector *to = js->own[jo->probe_at + i];
		const struct vector *from = &js->in->cols[i];

		if (from->form == VECTOR_CONST) {
			js->joined.cols[jo->probe_at + i] = *from;
			continue;
		}
		to->validity = NULL;
		to->form = VECTOR_FLAT;
		vector_gather(a, to, from, probe, n);
		js->joined.cols[jo->probe_at + i] = *to;
	}
	for (size_t i = 0; i < jo->build->n_cols; i++) {
		struct vector *to = js->own[jo->build_at + i];

		place_outer(a, to, &jo->build_vecs[i], jo->rows->n, build, n);
		js->joined.cols[jo->build_at + i] = *to;
	}
	js->joined.n = n;
	js->joined.sel = NULL;
	js->joined.seq = js->in->seq;
}

static shade_status note_hit(struct join_stream *js, size_t i)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	struct pairs *p = &js->pairs;
	uint8_t *hit = &js->hit[p->dense[i]];

	if (*hit && jo->kind == JOIN_SINGLE)
		return shade_fail(js->base.cx, SHADE_E_SUBQUERY_ROWS,
				  jo->base.plan->span,
				  "more than one row returned by a subquery used as "
				  "an expression");
	*hit = 1;
	if (jo->matched)
		jo->matched[p->build[i]] = 1;
	return SHADE_OK;
}

/* Which pairs satisfy the conditions: bitmap pass. */
static shade_status check_conds(struct join_stream *js, bool *pass)
{
	struct pairs *p = &js->pairs;
	uint16_t real[SHADE_BATCH_ROWS]; /* pairs with a build row */
	size_t n = 0, n_pass;

	if (!js->conds) {
		for (size_t i = 0; i < p->n; i++)
			pass[i] = p->build[i] != ROWS_NONE;
		return SHADE_OK;
	}
	memset(pass, 0, p->n * sizeof(*pass));
	for (size_t i = 0; i < p->n; i++) {
		real[n] = (uint16_t)i;
		n += p->build[i] != ROWS_NONE;
	}
	if (n == 0)
		return SHADE_OK;
	join_gather(js, p->probe, p->build, p->n);
	js->joined.sel = n < p->n ? real : NULL;
	js->joined.n_sel = n;
	TRY(evaluator_filter(js->conds, &js->joined, js->sel, &n_pass));
	js->joined.sel = NULL;
	for (size_t i = 0; i < n_pass; i++)
		pass[js->sel[i]] = true;
	return SHADE_OK;
}

/* Keep the pairs to output: those that passed, and rows left alone. */
static shade_status choose_output(struct join_stream *js, const bool *pass)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	struct pairs *p = &js->pairs;
	bool outer = jo->kind != JOIN_INNER;
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++) {
		uint32_t build = p->build[i];

		if (pass[i])
			TRY(note_hit(js, i));
		else if (outer && p->last[i] && !js->hit[p->dense[i]])
			build = ROWS_NONE;
		else
			continue;
		p->probe[n] = p->probe[i];
		p->build[n++] = build;
	}
	p->n = n;
	return SHADE_OK;
}

shade_status join_emit_pairs(struct join_stream *js, const struct batch **out)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	struct pairs *p = &js->pairs;
	bool pass[SHADE_BATCH_ROWS];

	*out = NULL;
	TRY(check_conds(js, pass));
	if (!join_outputs_pairs(jo->kind)) {
		for (size_t i = 0; i < p->n; i++) {
			if (pass[i])
				TRY(note_hit(js, i));
		}
		return SHADE_OK;
	}
	TRY(choose_output(js, pass));
	if (p->n == 0)
		return SHADE_OK;
	join_gather(js, p->probe, p->build, p->n);
	*out = &js->joined;
	return SHADE_OK;
}

shade_status join_emit_probe(struct join_stream *js, const struct batch **out)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	const struct batch *in = js->in;
	size_t n = 0;

	*out = NULL;
	for (size_t i = 0; i < jo->probe->n_cols; i++)
		js->out.cols[i] = in->cols[i];
	js->out.n = in->n;
	js->out.seq = in->seq;
	js->out.sel = in->sel;
	js->out.n_sel = in->n_sel;
	if (jo->kind == JOIN_MARK) {
		TRY(join_mark_nulls(js));
		js->out.cols[jo->probe->n_cols] = *js->mark;
		*out = &js->out;
		return SHADE_OK;
	}
	for (size_t i = 0; i < js->n; i++) {
		js->sel[n] = (uint16_t)(in->sel ? in->sel[i] : i);
		n += js->hit[i] == (jo->kind == JOIN_SEMI);
	}
	if (n == 0)
		return SHADE_OK;
	js->out.sel = js->sel;
	js->out.n_sel = n;
	*out = &js->out;
	return SHADE_OK;
}

shade_status join_emit_rest(struct join_stream *js, const struct batch **out)
{
	struct join_op *jo = (struct join_op *)js->base.op;
	uint8_t wanted = jo->kind == JOIN_SEMI;
	struct pairs *p = &js->pairs;
	struct arena *a = js->base.arena;

	*out = NULL;
	if (!jo->matched)
		return SHADE_OK;
	p->n = 0;
	for (; js->rest_at < jo->rows->n && p->n < SHADE_BATCH_ROWS; js->rest_at++) {
		p->build[p->n] = (uint32_t)js->rest_at;
		p->n += jo->matched[js->rest_at] == wanted;
	}
	if (p->n == 0)
		return SHADE_OK;
	for (size_t i = 0; i < jo->probe->n_cols && !jo->emits_build; i++) {
		struct value null = value_null(jo->probe->types[i]);

		place_const(a, &js->out.cols[jo->probe_at + i], &null);
	}
	for (size_t i = 0; i < jo->build->n_cols; i++) {
		struct vector *to = js->own[jo->build_at + i];

		place_outer(a, to, &jo->build_vecs[i], jo->rows->n, p->build, p->n);
		js->out.cols[jo->build_at + i] = *to;
	}
	js->out.n = p->n;
	js->out.sel = NULL;
	js->out.seq = UINT64_MAX / 2 + js->rest_at;
	*out = &js->out;
	return SHADE_OK;
}

void join_describe(const struct op *op, struct sbuf *out)
{
	const struct join_op *jo = (const struct join_op *)op;
	const struct plan *p = op->plan;

	sbuf_addf(out, " %s", join_kind_name(p->join.kind));
	for (size_t i = 0; i < jo->spec.n_keys; i++)
		sbuf_addf(out, "%s%.*s = %.*s", i ? " AND " : " on ",
			  STR_ARG(expr_text(out->arena, jo->spec.left_keys[i])),
			  STR_ARG(expr_text(out->arena, jo->spec.right_keys[i])));
	for (size_t i = 0; i < jo->spec.n_conds; i++)
		sbuf_addf(out, "%s%.*s", i || jo->spec.n_keys ? " AND " : " on ",
			  STR_ARG(expr_text(out->arena, jo->spec.conds[i])));
	if (jo->build == op->children[0])
		sbuf_addf(out, " (keeps the left side)");
}
