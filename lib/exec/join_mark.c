/*
 * join_mark.c - IN and quantified comparisons: TRUE, FALSE or NULL.
 *
 * A probe row without a match is NULL when some build row might match if
 * its NULLs, or the probe row's, were known.  Only rows that involve NULLs
 * are looked at again, against the build rows that come into question.
 */
#include "exec/join.h"

static bool key_is_null(const struct join_stream *js, size_t k, size_t row)
{
	const struct join_op *jo = (const struct join_op *)js->base.op;

	return !(jo->keys.null_safe >> k & 1) && vector_is_null(js->key_vals[k], row);
}

/* Could the keys be equal if the NULLs in them were known? */
static bool keys_may_match(const struct join_stream *js, size_t row, uint32_t build)
{
	const struct join_op *jo = (const struct join_op *)js->base.op;

	for (size_t k = 0; k < jo->keys.n; k++) {
		const struct vector *b = &jo->table.key_vecs[k];
		bool null_safe = jo->keys.null_safe >> k & 1;

		if (!null_safe &&
		    (vector_is_null(js->key_vals[k], row) || vector_is_null(b, build)))
			continue;
		if (!vector_rows_equal(js->key_vals[k], row, b, build))
			return false;
	}
	return true;
}

/* Is any condition FALSE for all the n pairs of js->pairs?  Else NULL or TRUE. */
static shade_status conds_may_hold(struct join_stream *js, size_t n, bool *out)
{
	const struct join_op *jo = (const struct join_op *)js->base.op;
	size_t n_conds = jo->spec.n_conds;
	bool is_false[SHADE_BATCH_ROWS] = { false };

	*out = n > 0;
	if (n == 0 || n_conds == 0)
		return SHADE_OK;
	join_gather(js, js->pairs.probe, js->pairs.build, n);
	evaluator_begin(js->conds, &js->joined);
	for (size_t c = 0; c < n_conds; c++) {
		const struct vector *v;

		TRY(evaluator_get(js->conds, c, &v));
		for (size_t i = 0; i < n; i++) {
			const struct vector *from = v->form == VECTOR_DICT ? v->dict
									   : v;

			if (!vector_is_null(v, i) &&
			    !((const uint8_t *)from->data)[vector_index(v, i)])
				is_false[i] = true;
		}
	}
	*out = false;
	for (size_t i = 0; i < n; i++)
		*out |= !is_false[i];
	return SHADE_OK;
}

/* May probe row `row` match one of the n candidates (NULL: all build rows)? */
static shade_status may_match(struct join_stream *js, size_t row,
			      const uint32_t *candidates, size_t n, bool *out)
{
	uint16_t pos = (uint16_t)(js->in->sel ? js->in->sel[row] : row);
	struct pairs *p = &js->pairs;

	*out = false;
	p->n = 0;
	for (size_t i = 0; i < n && !*out; i++) {
		uint32_t build = candidates ? candidates[i] : (uint32_t)i;

		if (!keys_may_match(js, row, build))
			continue;
		p->probe[p->n] = pos;
		p->build[p->n++] = build;
		if (p->n < SHADE_BATCH_ROWS)
			continue;
		TRY(conds_may_hold(js, p->n, out));
		p->n = 0;
	}
	if (!*out)
		TRY(conds_may_hold(js, p->n, out));
	return SHADE_OK;
}

static shade_status row_is_unknown(struct join_stream *js, size_t row, bool *out)
{
	const struct join_op *jo = (const struct join_op *)js->base.op;
	bool probe_null = false;

	for (size_t k = 0; k < jo->keys.n; k++)
		probe_null |= key_is_null(js, k, row);
	/* one plain key, nothing else: no need to look at pairs */
	if (jo->keys.n == 1 && !js->conds && jo->keys.null_safe == 0) {
		*out = jo->rows->n > 0 && (probe_null || jo->table.has_null);
		return SHADE_OK;
	}
	if (probe_null || js->conds)
		return may_match(js, row, NULL, jo->rows->n, out);
	return may_match(js, row, (const uint32_t *)(void *)jo->null_rows->p,
			 jo->n_null_rows, out);
}

shade_status join_mark_nulls(struct join_stream *js)
{
	const struct join_op *jo = (const struct join_op *)js->base.op;
	struct vector *m = js->mark;
	uint8_t *to = m->data;

	m->validity = NULL;
	for (size_t i = 0; i < js->n; i++) {
		size_t pos = js->in->sel ? js->in->sel[i] : i;
		bool unknown = false;

		to[pos] = js->hit[i];
		if (js->hit[i] || jo->rows->n == 0)
			continue;
		TRY(row_is_unknown(js, i, &unknown));
		if (unknown)
			validity_clear(vector_validity(js->base.arena, m,
						       SHADE_BATCH_ROWS),
				       pos);
	}
	return SHADE_OK;
}
