/*
 * One execution of a scan over JSON files: records become rows.
 */
#include "base/utf8.h"
#include "format/hidden.h"
#include "format/json_scan.h"
#include "source/state.h"

static uint64_t count_lines(const char *p, const char *e)
{
	return count_newlines(p, (size_t)(e - p));
}

/* --- rows ----------------------------------------------------------------- */

static void count_to_morsel(struct json_worker *w)
{
	const struct json_open_file *f = w->file;
	const struct json_file *file = f->file;

	if (w->counted != f || w->counted_at > w->base) {
		w->counted = f;
		w->counted_at = file->layout == JSON_ARRAY ? file->begin : 0;
		w->counted_line = file->layout == JSON_ARRAY ? file->line : 1;
	}
	w->counted_line += count_lines(f->map + w->counted_at, f->map + w->base);
	w->counted_at = w->base;
	w->line = w->counted_line;
}

static uint64_t line_of(struct json_worker *w, const char *p)
{
	if (!w->line)
		count_to_morsel(w);
	w->line += count_lines(w->line_at, p);
	w->line_at = p;
	return w->line;
}

static shade_status reject(struct json_worker *w, const char *p, const char *e,
			   struct str column, struct str reason)
{
	struct json_scan *scan = w->scan;
	struct shade_cx *cx = scan->cx;
	struct reject r = {
		.file = w->file->file->path,
		.line = line_of(w, p),
		.offset = w->base + (uint64_t)(p - w->begin),
		.column = column,
		.reason = reason,
		.sqlstate = column.n ? "22018" : "22032",
		.raw = { p, (size_t)(e - p) },
	};

	r.seq = (uint64_t)w->file->index << 44 | r.offset;
	if (scan->source->options.on_error == CSV_FAIL)
		return shade_fail(cx, SHADE_E_REJECTED, NO_SPAN,
				  "line %llu of \"%.*s\": %.*s%s%.*s",
				  (unsigned long long)r.line, STR_ARG(r.file),
				  STR_ARG(column), column.n ? ": " : "",
				  STR_ARG(reason));
	pthread_mutex_lock(&scan->lock);
	if (!scan->reject_scan)
		scan->reject_scan = rejects_scan(cx);
	r.scan = scan->reject_scan;
	pthread_mutex_unlock(&scan->lock);
	atomic_fetch_add(&scan->n_bad, 1);
	if (scan->source->options.on_error == CSV_REJECT)
		rejects_add(cx, &r);
	return SHADE_OK;
}

/* Behind the record that could not be read; NULL: nobody knows where. */
static const char *resync(struct json_worker *w, const char *p)
{
	if (w->file->file->layout == JSON_LINES) {
		const char *nl = memchr(p, '\n', (size_t)(w->e - p));

		return nl ? nl : w->e;
	}
	return json_skip(p, w->e);
}

/* As csv_scan.c: a sniffed column turns out wider while no row went out. */
static shade_status widen(struct json_worker *w, const struct json_col *c)
{
	struct json_scan *scan = w->scan;
	const struct json_options *o = &scan->source->options;
	const struct json_build *b = &w->build;
	struct str path = scan->source->files[0].path;
	enum type_id id = TYPE_VARCHAR;
	size_t n_times;

	if (!scan->source->base.may_widen || !atomic_load(&scan->cx->can_retype) ||
	    !scan->cx->sources || w->file->file->input || o->n_declared ||
	    o->n_overrides || c < w->cols || c >= w->cols + scan->source->n_data ||
	    c->type->id == TYPE_VARCHAR)
		return SHADE_OK;
	(void)retype_find(scan->cx, path, c->name, &n_times);
	if (n_times == 0 && c->type->id == TYPE_BIGINT &&
	    json_is_number(b->bad_at, b->bad_end)) {
		struct number_shape s = number_shape(b->bad_at, b->bad_end, '.');

		id = !s.is_integer        ? TYPE_DOUBLE
		     : s.int_digits <= 38 ? TYPE_HUGEINT
					  : id;
	}
	retype_add(scan->cx, path, c->name, type_of(id));
	atomic_store(&scan->cx->wants_retype, true);
	return shade_fail(scan->cx, SHADE_E_REJECTED, NO_SPAN,
			  "column \"%.*s\" of \"%.*s\" is wider than its sample",
			  STR_ARG(c->name), STR_ARG(path));
}

static shade_status reject_record(struct json_worker *w, const char *p, size_t row,
				  const char **next)
{
	struct json_build *b = &w->build;
	struct json_col *c = b->is_malformed ? NULL : b->bad_col;
	const char *end = resync(w, p);
	struct str reason = json_is_too_deep(p, w->e) ? STR("nested too deeply")
						      : STR("malformed JSON"),
		   column = STR_NONE;

	if (b->nomem)
		return cx_nomem(w->scan->cx);
	for (size_t k = 0; k < w->scan->source->n_data; k++) {
		if (w->cols[k].is_wanted)
			json_col_clear(&w->cols[k], row);
	}
	if (!w->line)
		count_to_morsel(w);
	if (!end)
		return json_bad_record(w, b->bad_at ? b->bad_at : p);
	if (c) {
		struct str type = type_name(w->scratch, c->type);
		size_t n = (size_t)(b->bad_end - b->bad_at);

		TRY(widen(w, c));
		column = c->name;
		reason = str_fmt(w->scratch, "%.*s is no %.*s", n > 60 ? 60 : (int)n,
				 b->bad_at, STR_ARG(type));
	}
	TRY(reject(w, p, end, column, reason));
	*next = end;
	return SHADE_OK;
}

/* Behind the record at p, which became row i; NULL: it did not. */
static const char *read_record(struct json_worker *w, const char *p, size_t i)
{
	struct json_source *src = w->scan->source;
	struct json_build *b = &w->build;
	const char *end, *e = w->e;

	b->bad_col = NULL;
	b->bad_at = NULL;
	b->is_malformed = false;
	if (w->file->file->layout == JSON_LINES) {
		/* A bad line must not swallow the next. */
		const char *nl = memchr(p, '\n', (size_t)(e - p));

		e = nl ? nl : e;
	}
	if (!src->is_object) {
		end = w->scan->n_cols && w->cols[0].is_wanted
			      ? json_value(b, &w->cols[0], i, p, e)
			      : json_skip(p, e);
	} else if (*p != '{') {
		b->is_malformed = true;
		b->bad_at = p;
		return NULL;
	} else if (w->scan->n_cols == 0) {
		end = json_skip(p, e);
	} else {
		end = json_object(b, &w->order, w->cols, src->n_data, i, p, e);
	}
	if (!end) {
		b->is_malformed |= !b->bad_col;
		return NULL;
	}
	if (w->file->file->layout == JSON_LINES) {
		const char *q = end;

		while (q < e && (*q == ' ' || *q == '\t' || *q == '\r'))
			q++;
		if (q < e) {
			b->is_malformed = true;
			b->bad_at = q;
			return NULL;
		}
	}
	if (!w->is_valid &&
	    utf8_valid_prefix(p, (size_t)(end - p)) != (size_t)(end - p)) {
		b->is_malformed = true;
		b->bad_at = p;
		return NULL;
	}
	return end;
}

static shade_status read_rows(struct json_worker *w, size_t most, size_t *out)
{
	enum json_layout layout = w->file->file->layout;
	size_t n = 0;

	while (n < most) {
		const char *p = json_record_begin(layout, w->p, w->e), *end;

		if (p == w->e) {
			w->p = p;
			break;
		}
		end = read_record(w, p, n);
		if (!end) {
			TRY(reject_record(w, p, n, &w->p));
			continue;
		}
		if (w->lines)
			w->lines[n] = line_of(w, p);
		if (w->offsets)
			w->offsets[n] = w->base + (uint64_t)(p - w->begin);
		if (w->raws)
			w->raws[n] = strv_make(p, (size_t)(end - p));
		w->p = end;
		n++;
	}
	*out = n;
	return SHADE_OK;
}

/* Set what is the same in all rows of the file. */
static void set_constants(struct json_worker *w, const struct json_file *file)
{
	const struct json_scan *scan = w->scan;
	const struct json_source *src = scan->source;
	struct value v;

	if (w->constants_of == file)
		return;
	w->constants_of = file;
	for (size_t k = 0; k < scan->n_cols; k++) {
		if (hidden_constant(&src->hive, src->n_data,
				    (size_t)(file - src->files), file->path,
				    scan->cols[k], &v))
			vector_set_const(w->arena, w->hidden[k], &v);
	}
}

static void fill(struct json_worker *w, size_t n, struct batch *out)
{
	struct json_scan *scan = w->scan;

	set_constants(w, w->file->file);
	for (size_t k = 0; k < scan->n_cols; k++) {
		size_t col = scan->cols[k];

		if (w->hidden[k])
			out->cols[k] = *w->hidden[k];
		else
			json_col_vector(&w->cols[col], n, &out->cols[k]);
	}
}

static shade_status scan_next(struct shade_cx *cx, struct scan_worker *sw,
			      struct batch *out)
{
	struct json_worker *w = (struct json_worker *)sw;
	struct json_scan *scan = w->scan;
	size_t n = 0;

	(void)cx;
	out->n = 0;
	out->n_cols = scan->n_cols;
	out->sel = NULL;
	out->weights = NULL;
	if (atomic_load(&scan->n_out) >= scan->limit)
		return SHADE_OK;
	for (size_t k = 0; k < scan->source->n_data; k++) {
		if (w->cols[k].is_wanted)
			json_col_reset(&w->cols[k], SHADE_BATCH_ROWS);
	}
	heap_reset(w->heap);
	arena_reset(w->scratch);
	while (n == 0) {
		if (!w->file) {
			TRY(json_claim(w));
			if (!w->file)
				return SHADE_OK;
		}
		out->seq = (uint64_t)w->file->index << 44 |
			   (w->base + (uint64_t)(w->p - w->begin));
		TRY(read_rows(w, SHADE_BATCH_ROWS, &n));
		if (n == 0) {
			TRY(input_check(cx, w->file->in, w->file->file->path));
			json_unclaim(w);
		}
	}
	if (arena_failed(w->arena) || w->build.nomem)
		return cx_nomem(cx);
	out->n = n;
	fill(w, n, out);
	atomic_fetch_add(&scan->n_rows, n);
	atomic_fetch_add(&scan->n_out, n);
	return SHADE_OK;
}

/* --- open and close ------------------------------------------------------- */

static shade_status scan_open(struct shade_cx *cx, struct source *s,
			      const struct scan_request *req, struct scan **out)
{
	struct json_scan *scan = arena_new_of(cx->arena, struct json_scan);

	scan->cx = cx;
	scan->source = (struct json_source *)s;
	scan->n_cols = req->n_cols;
	scan->cols = arena_dup(cx->arena, req->cols, req->n_cols * sizeof(size_t));
	scan->limit = req->limit;
	scan->request = *req;
	scan->request.bounds = arena_dup(cx->arena, req->bounds,
					 req->n_bounds * sizeof(*req->bounds));
	for (size_t k = 0; k < req->n_cols; k++)
		scan->needs_lines |= req->cols[k] == scan->source->n_data + HIDDEN_LINE;
	pthread_mutex_init(&scan->lock, NULL);
	*out = (struct scan *)scan;
	return cx_check_arena(cx);
}

static size_t scan_max_workers(struct scan *s)
{
	struct json_scan *scan = (struct json_scan *)s;
	uint64_t bytes = 0;

	for (size_t i = 0; i < scan->source->n_files; i++) {
		const struct json_file *f = &scan->source->files[i];

		if (f->input && input_is_stdin(f->input))
			return 1;
		bytes += f->input ? 2 * JSON_MORSEL : f->size;
	}
	return (size_t)(bytes / JSON_MORSEL) + 1;
}

static void worker_free(struct json_worker *w)
{
	struct budget *budget = w->scan->cx->budget;

	buf_unref(w->chunk);
	buf_unref(w->copy);
	heap_free(w->heap);
	if (w->scratch)
		arena_free(w->scratch);
	if (w->arena)
		arena_free(w->arena);
	mem_free(budget, w, sizeof(*w));
}

static bool init_columns(struct json_worker *w)
{
	struct json_scan *scan = w->scan;
	struct json_source *src = scan->source;
	size_t n_data = src->n_data;

	w->cols = arena_array(w->arena, struct json_col, n_data + 1);
	w->hidden = arena_array(w->arena, struct vector *, scan->n_cols + 1);
	for (size_t k = 0; k < n_data; k++)
		w->cols[k].name = src->base.cols[k].name;
	for (size_t k = 0; k < scan->n_cols; k++) {
		size_t col = scan->cols[k];
		const struct source_col *sc = &src->base.cols[col];

		if (col < n_data && !hive_value(&src->hive, 0, col)) {
			if (!w->cols[col].is_wanted &&
			    !json_col_init(&w->build, &w->cols[col], sc->name, sc->type,
					   SHADE_BATCH_ROWS))
				return false;
			w->cols[col].reading.date.format =
				sc->type->id == TYPE_DATE ? src->options.date_format
				: sc->type->id == TYPE_TIMESTAMP ||
						sc->type->id == TYPE_TIMESTAMP_LTZ
					? src->options.timestamp_format
					: STR_NONE;
			continue;
		}
		w->hidden[k] = vector_new(w->arena, sc->type, SHADE_BATCH_ROWS);
		if (col - n_data == HIDDEN_LINE)
			w->lines = w->hidden[k]->data;
		else if (col - n_data == HIDDEN_OFFSET)
			w->offsets = w->hidden[k]->data;
		else if (col - n_data == HIDDEN_RAW)
			w->raws = w->hidden[k]->data;
	}
	return !arena_failed(w->arena);
}

static shade_status worker_open(struct shade_cx *cx, struct scan *s,
				struct scan_worker **out)
{
	struct json_worker *w = mem_alloc(cx->budget, sizeof(*w));

	if (!w)
		return cx_nomem(cx);
	w->scan = (struct json_scan *)s;
	w->arena = arena_new(cx->budget);
	w->scratch = arena_new(cx->budget);
	w->heap = heap_new(cx->budget);
	csv_options_init(&w->text_options);
	w->text_options.has_nulls = true; /* and none given: "" is a text */
	w->build = (struct json_build){
		.cx = cx,
		.arena = w->arena,
		.heap = w->heap,
		.scratch = w->scratch,
		.text_options = &w->text_options,
	};
	if (!w->arena || !w->scratch || !w->heap || !init_columns(w)) {
		worker_free(w);
		return cx_nomem(cx);
	}
	*out = (struct scan_worker *)w;
	return SHADE_OK;
}

static void worker_close(struct shade_cx *cx, struct scan_worker *sw)
{
	struct json_worker *w = (struct json_worker *)sw;

	(void)cx;
	if (!w)
		return;
	json_unclaim(w);
	pthread_mutex_lock(&w->scan->lock);
	w->scan->has_duplicate |= w->build.has_duplicate;
	if (w->build.n_unknown && !w->scan->unknown[0])
		memcpy(w->scan->unknown, w->build.unknown, sizeof(w->scan->unknown));
	pthread_mutex_unlock(&w->scan->lock);
	worker_free(w);
}

static void scan_close(struct shade_cx *cx, struct scan *s)
{
	struct json_scan *scan = (struct json_scan *)s;
	struct str path;
	uint64_t bad;

	if (!scan)
		return;
	path = scan->source->files[0].path;
	bad = atomic_load(&scan->n_bad);
	if (bad && scan->source->options.on_error == CSV_REJECT)
		hidden_note_rejects(cx, path, scan->source->n_files, bad,
				    atomic_load(&scan->n_rows));
	if (scan->has_duplicate)
		shade_note(cx, NO_SPAN,
			   "\"%.*s\": an object has a key twice; the last one counts",
			   STR_ARG(path));
	if (scan->unknown[0] && !scan->source->options.n_declared)
		shade_note(cx, NO_SPAN,
			   "\"%.*s\": the key \"%s\" is not in the sample and was left "
			   "out; the option sample_size => -1 looks at all rows",
			   STR_ARG(path), scan->unknown);
	json_close_files(scan);
	pthread_mutex_destroy(&scan->lock);
}

static struct str source_describe(struct arena *a, struct source *s)
{
	static const char *const layouts[] = { "lines", "values", "array" };
	const struct json_source *src = (const struct json_source *)s;

	if (src->n_files > 1)
		return str_fmt(a, "%zu files, %s", src->n_files,
			       layouts[src->files[0].layout]);
	return str_from(layouts[src->files[0].layout]);
}

static void source_release(struct source *s)
{
	struct json_source *src = (struct json_source *)s;

	for (size_t i = 0; i < src->n_files; i++) {
		input_close(src->files[i].input);
		buf_unref(src->files[i].head);
	}
	src->n_files = 0;
}

const struct source_class json_source_class = {
	.name = "json",
	.open = scan_open,
	.max_workers = scan_max_workers,
	.worker_open = worker_open,
	.next = scan_next,
	.worker_close = worker_close,
	.close = scan_close,
	.describe = source_describe,
	.release = source_release,
};
