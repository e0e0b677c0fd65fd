/*
 * op_expect.c - the expectations of a view, checked on its rows.
 *
 * Every expectation is evaluated on every row; NULL counts as violated; the
 * strictest action of those violated decides.  What was counted and some
 * violating rows go to the statement's report.
 */
#include "base/settings.h"
#include "exec/json.h"

struct expect_op {
	struct op base;
	bool at_end; /* the input was read to its end */
	size_t max_samples;
};

struct expect_stream {
	struct stream base;
	struct stream *input;
	struct evaluator *ev;
	uint8_t *bad; /* enum expect_action + 1 of the strictest violated */
	uint16_t sel[SHADE_BATCH_ROWS];
	struct batch out;
};

static shade_status expect_open(struct shade_cx *cx, struct op *op)
{
	struct expect_op *eo = (struct expect_op *)op;
	struct expect_report *r = op->plan->expect.report;
	int64_t n = cx->settings ? settings_int(cx->settings, SET_SAMPLE_ROWS) : 5;

	eo->max_samples = n < 0 ? 0 : (size_t)n;
	if (!r->samples) {
		r->samples = arena_array(cx->arena, struct str, eo->max_samples + 1);
		r->sample_names = arena_array(cx->arena, struct str,
					      eo->max_samples + 1);
	}
	eo->at_end = false;
	return op_open(cx, op->children[0]);
}

static void expect_close(struct shade_cx *cx, struct op *op)
{
	(void)cx;
	if (!((struct expect_op *)op)->at_end)
		op->plan->expect.report->partial = true;
}

static shade_status expect_stream_open(struct stream *s)
{
	struct expect_stream *es = (struct expect_stream *)s;
	const struct expect_report *r = s->op->plan->expect.report;
	struct op *child = s->op->children[0];
	struct expr **conds = arena_array(s->arena, struct expr *, r->n_items + 1);

	es->bad = arena_array(s->arena, uint8_t, SHADE_BATCH_ROWS);
	for (size_t i = 0; i < r->n_items; i++)
		conds[i] = r->items[i].cond;
	TRY(stream_new(child, s->task, &es->input));
	return evaluator_new(s->cx, s->arena, r->n_items, conds, child->n_cols,
			     child->ids, &es->ev);
}

static bool is_true(const struct vector *v, size_t i)
{
	const struct vector *from = v->form == VECTOR_DICT ? v->dict : v;

	return !vector_is_null(v, i) &&
	       ((const uint8_t *)from->data)[vector_index(v, i)];
}

/* Keep a violating row for the report, in the statement's arena. */
static void keep_sample(struct expect_stream *es, const struct batch *b, size_t row,
			struct str name)
{
	struct expect_op *eo = (struct expect_op *)es->base.op;
	struct expect_report *r = eo->base.plan->expect.report;
	struct arena *a = eo->base.ex->cx->arena;
	struct sbuf text = { .arena = a };

	if (r->n_samples == eo->max_samples)
		return;
	json_row(&text, eo->base.plan, b, b->sel ? b->sel[row] : row);
	r->samples[r->n_samples] = str_dup(a, sbuf_str(&text));
	r->sample_names[r->n_samples++] = name;
}

/* The row that ends the query: all it violates, and the row itself. */
static shade_status fail_row(struct expect_stream *es, const struct batch *b,
			     size_t row)
{
	struct shade_cx *cx = es->base.cx;
	const struct plan *p = es->base.op->plan;
	const struct expect_report *r = p->expect.report;
	struct sbuf names = { .arena = es->base.arena }, json = names;
	shade_status rc;
	size_t n = 0;

	for (size_t i = 0; i < r->n_items; i++) {
		const struct vector *v;

		TRY(evaluator_get(es->ev, i, &v));
		if (!is_true(v, row))
			sbuf_addf(&names, "%s\"%.*s\"", n++ ? ", " : "",
				  STR_ARG(r->items[i].name));
	}
	json_row(&json, p, b, b->sel ? b->sel[row] : row);
	rc = shade_fail(cx, SHADE_E_EXPECTATION, p->span,
			"a row of \"%.*s\" violates expectation%s %.*s: %.*s",
			STR_ARG(r->dataset), n > 1 ? "s" : "",
			STR_ARG(sbuf_str(&names)), STR_ARG(sbuf_str(&json)));
	for (size_t i = 0; i < r->n_items; i++) {
		if (r->items[i].action == EXPECT_FAIL)
			shade_hint(cx, "\"%.*s\" demands %.*s",
				   STR_ARG(r->items[i].name),
				   STR_ARG(r->items[i].text));
	}
	return rc;
}

/* Count one expectation over the batch. */
static shade_status check_item(struct expect_stream *es, const struct batch *b,
			       size_t i)
{
	struct expectation *item = &es->base.op->plan->expect.report->items[i];
	const struct vector *v;
	size_t n = batch_rows(b);

	TRY(evaluator_get(es->ev, i, &v));
	for (size_t row = 0; row < n; row++) {
		if (is_true(v, row)) {
			item->passed++;
			continue;
		}
		item->failed++;
		if (es->bad[row] < (uint8_t)item->action + 1)
			es->bad[row] = (uint8_t)(item->action + 1);
		keep_sample(es, b, row, item->name);
	}
	return SHADE_OK;
}

static shade_status check_batch(struct expect_stream *es, const struct batch *b,
				size_t *n_kept)
{
	struct expect_report *r = es->base.op->plan->expect.report;
	size_t n = batch_rows(b), m = 0;

	memset(es->bad, 0, n);
	evaluator_begin(es->ev, b);
	for (size_t i = 0; i < r->n_items; i++)
		TRY(check_item(es, b, i));
	for (size_t row = 0; row < n; row++) {
		if (es->bad[row] == EXPECT_FAIL + 1)
			return fail_row(es, b, row);
		es->sel[m] = (uint16_t)(b->sel ? b->sel[row] : row);
		m += es->bad[row] != EXPECT_DROP + 1;
	}
	r->kept += m;
	r->dropped += n - m;
	*n_kept = m;
	return SHADE_OK;
}

static shade_status expect_next(struct stream *s, const struct batch **out)
{
	struct expect_stream *es = (struct expect_stream *)s;
	const struct batch *b;
	size_t n;

	*out = NULL;
	for (;;) {
		TRY(stream_input(es->input, &b));
		if (!b) {
			((struct expect_op *)s->op)->at_end = true;
			return SHADE_OK;
		}
		TRY(check_batch(es, b, &n));
		if (n == 0)
			continue;
		es->out = *b;
		if (n < batch_rows(b)) {
			es->out.sel = es->sel;
			es->out.n_sel = n;
		}
		*out = &es->out;
		return SHADE_OK;
	}
}

static void expect_stream_close(struct stream *s)
{
	struct expect_stream *es = (struct expect_stream *)s;

	if (es->ev)
		evaluator_free(es->ev);
}

static void expect_describe(const struct op *op, struct sbuf *out)
{
	const struct expect_report *r = op->plan->expect.report;

	for (size_t i = 0; i < r->n_items; i++)
		sbuf_addf(out, "%s%.*s: %.*s", i ? ", " : " ",
			  STR_ARG(r->items[i].name), STR_ARG(r->items[i].text));
}

const struct op_class op_expect = {
	.name = "Expect",
	.op_size = sizeof(struct expect_op),
	.stream_size = sizeof(struct expect_stream),
	.open = expect_open,
	.stream_open = expect_stream_open,
	.next = expect_next,
	.stream_close = expect_stream_close,
	.close = expect_close,
	.describe = expect_describe,
};
