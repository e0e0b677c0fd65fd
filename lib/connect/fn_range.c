/*
 * range and generate_series: numbers, dates and timestamps in steps.
 */
#include <stdatomic.h>

#include "source/registry.h"
#include "type/datetime.h"
#include "type/value.h"

#define MORSEL ((uint64_t)512 * 2048)

struct range_source {
	struct source base;
	struct source_col col;
	int64_t start, step; /* numbers and microseconds */
	int64_t months; /* not 0: steps of months from start */
	uint64_t n; /* rows */
};

struct range_scan {
	struct range_source *src;
	size_t n_cols;
	_Atomic(uint64_t) next; /* first row of the next morsel */
};

struct range_worker {
	struct range_scan *scan;
	struct arena *arena;
	struct vector *v;
	uint64_t at, end;
};

static shade_status range_open(struct shade_cx *cx, struct source *s,
			       const struct scan_request *req, struct scan **out)
{
	struct range_scan *scan = arena_new_of(cx->arena, struct range_scan);

	scan->src = (struct range_source *)s;
	scan->n_cols = req->n_cols;
	*out = (struct scan *)scan;
	return cx_check_arena(cx);
}

static size_t range_max_workers(struct scan *s)
{
	return (size_t)(((struct range_scan *)s)->src->n / MORSEL) + 1;
}

static shade_status range_worker_open(struct shade_cx *cx, struct scan *s,
				      struct scan_worker **out)
{
	struct range_worker *w = mem_alloc(cx->budget, sizeof(*w));

	if (!w)
		return cx_nomem(cx);
	w->scan = (struct range_scan *)s;
	w->arena = arena_new(cx->budget);
	if (!w->arena) {
		mem_free(cx->budget, w, sizeof(*w));
		return cx_nomem(cx);
	}
	w->v = vector_new(w->arena, w->scan->src->col.type, SHADE_BATCH_ROWS);
	*out = (struct scan_worker *)w;
	return SHADE_OK;
}

/* start + i steps of months; the day is that of start where the month has it. */
static int64_t add_months(int64_t us, int64_t months)
{
	int64_t day = ts_date(us);

	return date_add_months(day, months) * 86400000000 + ts_time(us);
}

static shade_status range_next(struct shade_cx *cx, struct scan_worker *sw,
			       struct batch *out)
{
	struct range_worker *w = (struct range_worker *)sw;
	const struct range_source *src = w->scan->src;
	int64_t *v = w->v->data;
	uint64_t n;

	TRY(cx_check_cancel(cx));
	out->n = 0;
	out->sel = NULL;
	out->weights = NULL;
	out->n_cols = w->scan->n_cols;
	if (w->at == w->end) {
		w->at = atomic_fetch_add(&w->scan->next, MORSEL);
		if (w->at >= src->n) {
			w->end = w->at;
			return SHADE_OK;
		}
		w->end = src->n - w->at > MORSEL ? w->at + MORSEL : src->n;
	}
	n = w->end - w->at;
	if (w->scan->n_cols && n > SHADE_BATCH_ROWS)
		n = SHADE_BATCH_ROWS;
	for (uint64_t i = 0; i < n && w->scan->n_cols; i++) {
		if (src->months)
			v[i] = add_months(src->start,
					  src->months * (int64_t)(w->at + i));
		else
			v[i] = (int64_t)((uint64_t)src->start +
					 (uint64_t)src->step * (w->at + i));
	}
	for (size_t k = 0; k < w->scan->n_cols; k++)
		out->cols[k] = *w->v;
	out->n = n;
	out->seq = w->at;
	w->at += n;
	return SHADE_OK;
}

static void range_worker_close(struct shade_cx *cx, struct scan_worker *sw)
{
	struct range_worker *w = (struct range_worker *)sw;

	if (!w)
		return;
	arena_free(w->arena);
	mem_free(cx->budget, w, sizeof(*w));
}

static void range_close(struct shade_cx *cx, struct scan *s)
{
	(void)cx;
	(void)s;
}

static struct str range_describe(struct arena *a, struct source *s)
{
	const struct range_source *src = (const struct range_source *)s;

	return str_fmt(a, "%.*s: %llu rows", STR_ARG(src->col.name),
		       (unsigned long long)src->n);
}

static void range_release(struct source *s)
{
	(void)s;
}

static const struct source_class range_class = {
	.name = "range",
	.open = range_open,
	.max_workers = range_max_workers,
	.worker_open = range_worker_open,
	.next = range_next,
	.worker_close = range_worker_close,
	.close = range_close,
	.describe = range_describe,
	.release = range_release,
};

/* Rows of start, start + step, ... up to end. */
static uint64_t count_steps(int64_t start, int64_t end, int64_t step, bool inclusive)
{
	__int128 gap = step > 0 ? (__int128)end - start : (__int128)start - end;
	__int128 size = step > 0 ? (__int128)step : -(__int128)step;

	if (gap < 0 || (gap == 0 && !inclusive))
		return 0;
	return (uint64_t)(inclusive ? gap / size + 1 : (gap - 1) / size + 1);
}

static shade_status count_months(struct shade_cx *cx, struct range_source *src,
				 int64_t end, bool inclusive, struct span span)
{
	while (true) {
		int64_t at = add_months(src->start, src->months * (int64_t)src->n);
		bool inside = src->months > 0 ? at < end : at > end;

		if (!inside && !(inclusive && at == end))
			return SHADE_OK;
		if (++src->n > 10000000)
			return shade_fail(cx, SHADE_E_RANGE, span,
					  "too many rows between the bounds");
	}
}

static shade_status int_arg(struct shade_cx *cx, const struct source_call *call,
			    size_t i, int64_t *out)
{
	struct value v;

	TRY(value_cast(cx, &call->args[i], type_of(TYPE_BIGINT), call->arg_spans[i],
		       &v));
	*out = v.i;
	return SHADE_OK;
}

static shade_status moment_args(struct shade_cx *cx, const struct source_call *call,
				bool inclusive, struct range_source *src)
{
	const struct type *ts = type_of(TYPE_TIMESTAMP);
	struct value start, end;
	const struct value *step = call->n_args == 3 ? &call->args[2] : NULL;

	if (!step || type_family(step->type) != FAMILY_INTERVAL)
		return shade_fail(cx, SHADE_E_TYPE, call->span,
				  "%.*s over dates takes start, end and an INTERVAL",
				  STR_ARG(call->name));
	TRY(value_cast(cx, &call->args[0], ts, call->arg_spans[0], &start));
	TRY(value_cast(cx, &call->args[1], ts, call->arg_spans[1], &end));
	src->col.type = ts;
	src->start = start.i;
	if (step->i == 0)
		return shade_fail(cx, SHADE_E_RANGE, call->arg_spans[2],
				  "the step must not be zero");
	if (step->type->id == TYPE_INTERVAL_MONTH) {
		src->months = step->i;
		return count_months(cx, src, end.i, inclusive, call->span);
	}
	src->step = step->i;
	src->n = count_steps(start.i, end.i, step->i, inclusive);
	return SHADE_OK;
}

static shade_status number_args(struct shade_cx *cx, const struct source_call *call,
				bool inclusive, struct range_source *src)
{
	int64_t end;

	src->col.type = type_of(TYPE_BIGINT);
	src->step = 1;
	TRY(int_arg(cx, call, 0, &end));
	if (call->n_args >= 2) {
		src->start = end;
		TRY(int_arg(cx, call, 1, &end));
	}
	if (call->n_args == 3)
		TRY(int_arg(cx, call, 2, &src->step));
	if (src->step == 0)
		return shade_fail(cx, SHADE_E_RANGE, call->arg_spans[2],
				  "the step must not be zero");
	src->n = count_steps(src->start, end, src->step, inclusive);
	return SHADE_OK;
}

static shade_status open_range(struct shade_cx *cx, const struct source_function *fn,
			       const struct source_call *call, struct source **out)
{
	struct range_source *src = arena_new_of(cx->arena, struct range_source);
	bool inclusive = fn->name[0] == 'g';
	bool has_null = false;

	if (call->n_args < 1 || call->n_args > 3 || call->n_options)
		return shade_fail(cx, SHADE_E_WRONG_ARG_COUNT, call->span,
				  "%s takes 1 to 3 arguments: %s", fn->name, fn->usage);
	src->base.cls = &range_class;
	src->base.cols = &src->col;
	src->base.n_cols = 1;
	src->col.name = str_from(fn->name);
	src->col.not_null = true;
	for (size_t i = 0; i < call->n_args; i++)
		has_null |= call->args[i].is_null;
	if (has_null) {
		src->col.type = type_of(TYPE_BIGINT);
		src->step = 1;
	} else if (type_family(call->args[0].type) == FAMILY_DATETIME ||
		   (call->n_args == 3 &&
		    type_family(call->args[2].type) == FAMILY_INTERVAL)) {
		TRY(moment_args(cx, call, inclusive, src));
	} else {
		TRY(number_args(cx, call, inclusive, src));
	}
	src->base.est_rows = src->n ? src->n : 1;
	src->base.rows_exact = src->n > 0;
	*out = &src->base;
	return SHADE_OK;
}

const struct source_function fn_range = {
	.name = "range",
	.usage = "range([start,] end [, step])",
	.doc = "numbers or timestamps from start (or 0) in steps, without the end",
	.open = open_range,
};

const struct source_function fn_generate_series = {
	.name = "generate_series",
	.usage = "generate_series([start,] end [, step])",
	.doc = "numbers or timestamps from start (or 0) in steps, with the end",
	.open = open_range,
};
