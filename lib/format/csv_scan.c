#include "format/csv_scan.h"

#include "base/utf8.h"
#include "format/hidden.h"
#include "source/state.h"

static shade_status scan_open(struct shade_cx *cx, struct source *s,
			      const struct scan_request *req, struct scan **out)
{
	struct csv_source *src = (struct csv_source *)s;
	struct csv_scan *scan = arena_new_of(cx->arena, struct csv_scan);

	scan->cx = cx;
	scan->source = src;
	scan->n_cols = req->n_cols;
	scan->cols = arena_dup(cx->arena, req->cols, req->n_cols * sizeof(size_t));
	scan->limit = req->limit;
	scan->request = *req;
	scan->request.bounds = arena_dup(cx->arena, req->bounds,
					 req->n_bounds * sizeof(*req->bounds));
	for (size_t k = 0; k < req->n_cols; k++) {
		const struct type *t = s->cols[req->cols[k]].type;

		if (req->cols[k] < src->n_data && type_phys(t) == PHYS_STR)
			scan->needs_text = true;
	}
	pthread_mutex_init(&scan->lock, NULL);
	*out = (struct scan *)scan;
	return cx_check_arena(cx);
}

static size_t scan_max_workers(struct scan *s)
{
	struct csv_scan *scan = (struct csv_scan *)s;
	uint64_t bytes = 0;

	if (scan->source->options.one_worker)
		return 1;
	for (size_t i = 0; i < scan->source->n_files; i++) {
		const struct csv_file *f = &scan->source->files[i];

		if (f->input && input_is_stdin(f->input))
			return 1;
		/* Decompression alone keeps a core busy. */
		bytes += f->input ? 2 * CSV_MORSEL : f->size;
	}
	return (size_t)(bytes / CSV_MORSEL) + 1;
}

static void worker_free(struct csv_worker *w)
{
	struct budget *budget = w->scan->cx->budget;

	buf_unref(w->chunk);
	buf_unref(w->copy);
	buf_unref(w->entries);
	buf_unref(w->firsts);
	buf_unref(w->counts);
	buf_unref(w->iota);
	heap_free(w->heap);
	arena_free(w->scratch);
	arena_free(w->arena);
	mem_free(budget, w, sizeof(*w));
}

static shade_status worker_open(struct shade_cx *cx, struct scan *s,
				struct scan_worker **out)
{
	struct csv_scan *scan = (struct csv_scan *)s;
	struct csv_worker *w = mem_alloc(cx->budget, sizeof(*w));
	size_t n = scan->n_cols;

	if (!w)
		return cx_nomem(cx);
	w->scan = scan;
	w->arena = arena_new(cx->budget);
	w->scratch = arena_new(cx->budget);
	w->heap = heap_new(cx->budget);
	if (!w->arena || !w->scratch || !w->heap) {
		if (!w->arena)
			w->arena = arena_new(NULL);
		worker_free(w);
		return cx_nomem(cx);
	}
	w->vectors = arena_array(w->arena, struct vector *, n + 1);
	w->valid = arena_array(w->arena, uint64_t *, n + 1);
	w->readings = arena_array(w->arena, struct csv_reading, n + 1);
	w->fields = arena_array(w->arena, int, n + 1);
	w->constants = arena_array(w->arena, struct vector *, n + 1);
	w->bad = arena_array(w->arena, uint64_t, VALIDITY_WORDS(SHADE_BATCH_ROWS));
	w->sel = arena_array(w->arena, uint16_t, SHADE_BATCH_ROWS);
	for (size_t k = 0; k < n; k++) {
		const struct type *t = scan->source->base.cols[scan->cols[k]].type;

		w->vectors[k] = vector_new(w->arena, t, SHADE_BATCH_ROWS);
		w->valid[k] = arena_array(w->arena, uint64_t,
					  VALIDITY_WORDS(SHADE_BATCH_ROWS));
	}
	if (arena_failed(w->arena)) {
		worker_free(w);
		return cx_nomem(cx);
	}
	*out = (struct scan_worker *)w;
	return SHADE_OK;
}

static void worker_close(struct shade_cx *cx, struct scan_worker *sw)
{
	struct csv_worker *w = (struct csv_worker *)sw;

	(void)cx;
	if (!w)
		return;
	csv_unclaim(w);
	worker_free(w);
}

/* The column if it is the same in all rows of the file, else NULL. */
static struct vector *constant(struct csv_worker *w, const struct csv_file *file,
			       size_t k)
{
	const struct csv_source *src = w->scan->source;
	struct vector *v;
	struct value value;

	if (!hidden_constant(&src->hive, src->n_data, (size_t)(file - src->files),
			     file->path, w->scan->cols[k], &value))
		return NULL;
	v = arena_new_of(w->arena, struct vector);
	*v = *w->vectors[k];
	vector_set_const(w->arena, v, &value);
	return v;
}

static const struct csv_options *options_of(const struct csv_source *src, size_t col)
{
	for (size_t i = 0; i < src->options.n_not_null; i++) {
		if (str_eq_nocase(src->options.not_null[i], src->base.cols[col].name))
			return &src->no_nulls;
	}
	return &src->options;
}

/* Columns of this file: which field, and how its text is read. */
static void read_as(struct csv_worker *w, const struct csv_file *file)
{
	struct csv_scan *scan = w->scan;

	if (w->readings_of == file)
		return;
	w->readings_of = file;
	for (size_t k = 0; k < scan->n_cols; k++) {
		size_t col = scan->cols[k];
		struct csv_reading *r = &w->readings[k];
		int field = col < scan->source->n_data ? file->field_of[col] : -1;

		w->constants[k] = constant(w, file, k);
		w->fields[k] = field;
		*r = (struct csv_reading){
			.dialect = &file->dialect,
			.options = options_of(scan->source, col),
			.type = scan->source->base.cols[col].type,
			.cx = scan->cx,
			.scratch = w->scratch,
			.nomem = &w->nomem,
		};
		r->phys = type_phys(r->type);
		if (field >= 0)
			r->date = file->fields[field].date;
		if (r->type->id == TYPE_TIMESTAMP_LTZ)
			r->zone = zone_of_session(scan->cx, w->arena);
	}
}

/* --- rejects -------------------------------------------------------------- */

shade_status csv_reject(struct csv_worker *w, size_t first, size_t last,
			struct str column, struct str reason)
{
	struct csv_scan *scan = w->scan;
	struct shade_cx *cx = scan->cx;
	const struct csv_open_file *f = w->morsel.file;
	const uint32_t *v = w->rows.v;
	size_t begin = v[(ptrdiff_t)first - 1] >> 1, end = (v[last] >> 1) - 1;
	struct reject r = {
		.file = f->file->path,
		.offset = w->block_offset + begin,
		.seq = (uint64_t)f->index << 44 | (w->block_offset + begin),
		.column = column,
		.reason = reason,
		.sqlstate = column.n ? "22018" : "22P04",
		.raw = { w->rows.p + begin, end - begin },
	};

	if (r.raw.n && r.raw.p[r.raw.n - 1] == '\r')
		r.raw.n--;
	r.line = w->block_line + csv_count_lines(&f->file->dialect,
						 w->rows.p + w->line_at,
						 begin - w->line_at);
	if (scan->source->options.on_error == CSV_FAIL) {
		struct data_pos pos = { .file = r.file, .line = r.line, .text = r.raw };

		(void)shade_fail(cx, SHADE_E_REJECTED, NO_SPAN,
				 "line %llu of \"%.*s\": %.*s%s%.*s",
				 (unsigned long long)r.line, STR_ARG(r.file),
				 STR_ARG(column), column.n ? ": " : "",
				 STR_ARG(reason));
		if (pos.text.n > 400)
			pos.text.n = 400;
		shade_fail_at(cx, &pos);
		return SHADE_E_REJECTED;
	}
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

/*
 * A sniffed type that does not hold beyond the sample: note a wider one and
 * let the statement start again, if it still can.
 */
static shade_status widen(struct csv_worker *w, size_t k, size_t n, const uint64_t *bad)
{
	struct csv_scan *scan = w->scan;
	const struct csv_file *file = w->morsel.file->file;
	const struct csv_field *field = &file->fields[w->fields[k]];
	const struct csv_options *o = &scan->source->options;
	const struct type *old = scan->source->base.cols[scan->cols[k]].type,
			  *type = old;

	if (!scan->source->base.may_widen || !atomic_load(&scan->cx->can_retype) ||
	    !scan->cx->sources || file->input || field->is_declared || o->n_overrides ||
	    old->id == TYPE_VARCHAR)
		return SHADE_OK;
	for (size_t i = 0; i < n; i++) {
		const char *s, *e;

		if (!(bad[i >> 6] >> (i & 63) & 1))
			continue;
		csv_field_range(&w->rows, w->row + i, (size_t)w->fields[k],
				file->dialect.delim.n, &s, &e);
		type = csv_unite_types(
			w->arena, type,
			csv_type_of_text(w->arena, o,
					 csv_text_of(&file->dialect, s, e, true)));
	}
	if (type_equal(type, old) || field->n_retypes)
		type = type_of(TYPE_VARCHAR);
	retype_add(scan->cx, file->path, field->name, type);
	atomic_store(&scan->cx->wants_retype, true);
	return shade_fail(scan->cx, SHADE_E_REJECTED, NO_SPAN,
			  "column \"%.*s\" of \"%.*s\" is wider than its sample",
			  STR_ARG(field->name), STR_ARG(file->path));
}

/* The rows of the batch whose bit is set, but was not for earlier columns. */
static shade_status reject_cells(struct csv_worker *w, size_t k, size_t n,
				 const uint64_t *bad, uint64_t *all)
{
	const struct csv_scan *scan = w->scan;
	const struct source_col *col = &scan->source->base.cols[scan->cols[k]];
	size_t n_fields = w->morsel.file->file->n_fields;

	TRY(widen(w, k, n, bad));
	for (size_t i = 0; i < n; i++) {
		size_t row = w->row + i, first = w->rows.first[row], last = first;
		struct str type, reason;
		const char *s, *e;
		int shown;

		if (!(bad[i >> 6] >> (i & 63) & 1) || validity_get(all, i))
			continue;
		while (!(w->rows.v[last] & 1) && last < first + n_fields + 1)
			last++;
		csv_field_range(&w->rows, row, (size_t)w->fields[k],
				w->morsel.file->file->dialect.delim.n, &s, &e);
		shown = e - s > 60 ? 60 : (int)(e - s);
		if (shown && s[shown - 1] == '\r')
			shown--;
		type = type_name(w->scratch, col->type);
		reason = col->type->id == TYPE_VARCHAR && !col->type->length
				 ? STR("not valid UTF-8; the option encoding => "
				       "'latin1' reads it")
				 : str_fmt(w->scratch, "\"%.*s\" is no %.*s", shown, s,
					   STR_ARG(type));
		TRY(csv_reject(w, first, last, col->name, reason));
		validity_set(all, i);
	}
	arena_reset(w->scratch);
	return SHADE_OK;
}

/* --- columns -------------------------------------------------------------- */

static void check_utf8(const struct vector *v, size_t n, uint64_t *bad, bool *has_bad)
{
	const struct strv *s = v->data;

	for (size_t i = 0; i < n; i++) {
		if (!validity_get(v->validity, i) ||
		    utf8_valid_prefix(strv_ptr(&s[i]), s[i].n) == s[i].n)
			continue;
		validity_set(bad, i);
		*has_bad = true;
	}
}

static shade_status data_column(struct csv_worker *w, size_t k, size_t n,
				uint64_t *all_bad, bool *has_bad, struct vector *out)
{
	struct csv_reading *r = &w->readings[k];
	struct vector *v = w->vectors[k];
	const struct csv_file *file = w->morsel.file->file;
	uint64_t bad[VALIDITY_WORDS(SHADE_BATCH_ROWS)];
	struct csv_column c = {
		.rows = &w->rows,
		.reading = r,
		.at = w->row,
		.n = n,
		.field = (size_t)w->fields[k],
		.last = (size_t)w->fields[k] + 1 == file->n_fields,
		.heap = w->heap,
		.data = v->data,
		.valid = w->valid[k],
		.bad = bad,
	};

	if (w->fields[k] < 0 || r->phys == PHYS_LIST || r->phys == PHYS_ROW) {
		struct value null = value_null(r->type);

		*out = *v;
		vector_set_const(w->arena, out, &null);
		return SHADE_OK;
	}
	c.width = c.last ? 1 : file->dialect.delim.n;
	memset(bad, 0, VALIDITY_WORDS(n) * sizeof(uint64_t));
	memset(c.valid, 0xff, VALIDITY_WORDS(n) * sizeof(uint64_t));
	csv_column_read(&c);
	*out = *v;
	out->form = VECTOR_FLAT;
	out->is_contiguous = false;
	out->validity = c.has_null ? c.valid : NULL;
	if (!w->is_valid && r->phys == PHYS_STR)
		check_utf8(out, n, bad, &c.has_bad);
	if (c.has_bad) {
		*has_bad = true;
		TRY(reject_cells(w, k, n, bad, all_bad));
		/* What is rejected must not be looked at. */
		for (size_t i = 0; r->phys == PHYS_STR && i < n; i++) {
			if (bad[i >> 6] >> (i & 63) & 1)
				((struct strv *)v->data)[i] = (struct strv){ 0 };
		}
	}
	return SHADE_OK;
}

static void hidden_column(struct csv_worker *w, size_t k, size_t n, struct vector *out)
{
	struct csv_scan *scan = w->scan;
	struct vector *v = w->vectors[k];
	enum hidden_col which = (enum hidden_col)(scan->cols[k] - scan->source->n_data);
	const struct csv_file *file = w->morsel.file->file;
	int64_t *ints = v->data;
	struct strv *texts = v->data;
	uint64_t line = w->block_line;
	size_t at = w->line_at;

	*out = *v;
	for (size_t i = 0; i < n; i++) {
		const uint32_t *f = w->rows.v + w->rows.first[w->row + i];
		size_t begin = f[-1] >> 1, end;

		if (which == HIDDEN_OFFSET) {
			ints[i] = (int64_t)(w->block_offset + begin);
		} else if (which == HIDDEN_LINE) {
			line += csv_count_lines(&file->dialect, w->rows.p + at,
						begin - at);
			at = begin;
			ints[i] = (int64_t)line;
		} else {
			while (!(*f & 1))
				f++;
			end = (*f >> 1) - 1;
			end -= end > begin && w->rows.p[end - 1] == '\r';
			texts[i] = strv_make(w->rows.p + begin, end - begin);
		}
	}
}

/* Lines are counted once, from batch to batch. */
static void advance_line(struct csv_worker *w, size_t n)
{
	size_t last = w->rows.first[w->row + n - 1];
	size_t begin = w->rows.v[(ptrdiff_t)last - 1] >> 1;

	w->block_line += csv_count_lines(&w->morsel.file->file->dialect,
					 w->rows.p + w->line_at, begin - w->line_at);
	w->line_at = begin;
}

static shade_status fill(struct csv_worker *w, size_t n, struct batch *out)
{
	struct csv_scan *scan = w->scan;
	bool has_bad = false, has_line = false;
	size_t k;

	read_as(w, w->morsel.file->file);
	memset(w->bad, 0, VALIDITY_WORDS(n) * sizeof(uint64_t));
	heap_reset(w->heap);
	for (k = 0; k < scan->n_cols; k++) {
		size_t col = scan->cols[k];

		if (w->constants[k]) {
			out->cols[k] = *w->constants[k];
		} else if (col < scan->source->n_data) {
			TRY(data_column(w, k, n, w->bad, &has_bad, &out->cols[k]));
		} else {
			hidden_column(w, k, n, &out->cols[k]);
			has_line |= col - scan->source->n_data == HIDDEN_LINE;
		}
	}
	if (w->nomem)
		return cx_nomem(scan->cx);
	if (has_line)
		advance_line(w, n);
	out->n = n;
	out->sel = NULL;
	if (!has_bad)
		return SHADE_OK;
	out->n_sel = 0;
	for (size_t i = 0; i < n; i++) {
		if (!validity_get(w->bad, i))
			w->sel[out->n_sel++] = (uint16_t)i;
	}
	out->sel = w->sel;
	return SHADE_OK;
}

static shade_status scan_next(struct shade_cx *cx, struct scan_worker *sw,
			      struct batch *out)
{
	struct csv_worker *w = (struct csv_worker *)sw;
	struct csv_scan *scan = w->scan;
	size_t n;
	uint32_t first;

	(void)cx;
	out->n = 0;
	out->n_cols = scan->n_cols;
	out->sel = NULL;
	out->weights = NULL;
	while (true) {
		out->n = 0;
		if (atomic_load(&scan->n_out) >= scan->limit)
			return SHADE_OK;
		if (w->row == w->rows.n) {
			w->row = w->rows.n = 0;
			TRY(csv_next_block(w));
			if (!w->rows.n)
				return SHADE_OK;
		}
		n = w->rows.n - w->row;
		if (scan->n_cols && n > SHADE_BATCH_ROWS)
			n = SHADE_BATCH_ROWS;
		first = w->rows.first[w->row];
		out->seq = (uint64_t)w->morsel.file->index << 44 |
			   (w->block_offset + (w->rows.v[(ptrdiff_t)first - 1] >> 1));
		out->n = n;
		if (scan->n_cols)
			TRY(fill(w, n, out));
		w->row += n;
		atomic_fetch_add(&scan->n_rows, batch_rows(out));
		if (scan->limit != UINT64_MAX)
			atomic_fetch_add(&scan->n_out, batch_rows(out));
		if (batch_rows(out))
			return SHADE_OK;
		out->sel = NULL;
	}
}

static void scan_close(struct shade_cx *cx, struct scan *s)
{
	struct csv_scan *scan = (struct csv_scan *)s;
	uint64_t bad;

	if (!scan)
		return;
	bad = atomic_load(&scan->n_bad);
	if (bad && scan->source->options.on_error == CSV_REJECT)
		hidden_note_rejects(cx, scan->source->files[0].path,
				    scan->source->n_files, bad,
				    atomic_load(&scan->n_rows));
	if (scan->file) {
		pthread_mutex_lock(&scan->lock);
		csv_close_file(scan, scan->file);
		pthread_mutex_unlock(&scan->lock);
	}
	pthread_mutex_destroy(&scan->lock);
}

static struct str source_describe(struct arena *a, struct source *s)
{
	const struct csv_source *src = (const struct csv_source *)s;
	const struct csv_file *f = &src->files[0];
	struct str delim = str_eq(f->dialect.delim, STR("\t")) ? STR("tab")
							       : f->dialect.delim;
	const char *header = f->has_header ? "header" : "no header";

	if (src->n_files > 1)
		return str_fmt(a, "%zu files, separator '%.*s', %s", src->n_files,
			       STR_ARG(delim), header);
	return str_fmt(a, "separator '%.*s', %s", STR_ARG(delim), header);
}

static void source_release(struct source *s)
{
	struct csv_source *src = (struct csv_source *)s;

	for (size_t i = 0; i < src->n_files; i++)
		csv_file_release(&src->files[i]);
	src->n_files = 0;
}

const struct source_class csv_source_class = {
	.name = "csv",
	.open = scan_open,
	.max_workers = scan_max_workers,
	.worker_open = worker_open,
	.next = scan_next,
	.worker_close = worker_close,
	.close = scan_close,
	.describe = source_describe,
	.release = source_release,
};
