/*
 * Cutting files into morsels: see csv_scan.h.
 */
#include "format/csv_scan.h"
#include "format/json_text.h"
#include "source/state.h"

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

uint64_t csv_count_lines(const struct csv_dialect *d, const char *p, size_t n)
{
	uint64_t lines = 0;
	const char *end = p + n;

	if (d->cr_ends) {
		for (; p < end; p++)
			lines += *p == '\n' ||
				 (*p == '\r' && (p + 1 == end || p[1] != '\n'));
		return lines;
	}
	return count_newlines(p, n);
}

void csv_close_file(struct csv_scan *scan, struct csv_open_file *f)
{
	if (--f->refs > 0)
		return;
	if (f->in != f->file->input)
		input_close(f->in);
	buf_unref(f->carry);
	mem_free(scan->cx->budget, f, sizeof(*f));
}

/* What was read for sniffing is read first; a second scan starts anew. */
static shade_status begin_read(struct csv_scan *scan, struct csv_open_file *f)
{
	struct shade_cx *cx = scan->cx;
	struct csv_file *file = &scan->source->files[f->index];
	size_t left = file->begin, got;
	char skipped[4096];

	if (!atomic_exchange(&file->is_taken, true)) {
		f->in = file->input;
		f->carry = buf_ref(file->head);
		f->carry_at = CSV_PAD + file->begin;
		f->at_end = file->is_complete;
		return SHADE_OK;
	}
	TRY(input_open(cx, file->path, NO_SPAN, scan->source->options.input, &f->in));
	while (left) {
		TRY(input_read(cx, f->in, skipped,
			       left < sizeof(skipped) && left >= 16 ? left : 16, &got));
		if (got > left || got == 0) {
			/* Keep what belongs to the rows. */
			f->carry = buf_new(cx->budget, got - (got ? left : 0));
			if (!f->carry)
				return cx_nomem(cx);
			if (got)
				memcpy(f->carry->p, skipped + left, got - left);
			return SHADE_OK;
		}
		left -= got;
	}
	return SHADE_OK;
}

/* What the files take on disk; 0 if one is a pipe. */
static uint64_t bytes_of_all(const struct csv_source *src)
{
	uint64_t total = 0;

	for (size_t i = 0; i < src->n_files; i++) {
		const struct csv_file *f = &src->files[i];
		uint64_t n = f->input ? input_size(f->input) : f->size;

		if (f->input && !n)
			return 0;
		total += n;
	}
	return total;
}

static shade_status open_next(struct csv_scan *scan)
{
	struct shade_cx *cx = scan->cx;
	const struct csv_file *file = &scan->source->files[scan->next_file];
	struct csv_open_file *f = mem_alloc(cx->budget, sizeof(*f));
	shade_status rc = SHADE_OK;

	if (!f)
		return cx_nomem(cx);
	f->file = file;
	f->index = scan->next_file;
	f->refs = 1;
	f->line = file->line;
	f->at = file->begin;
	if (file->input) {
		rc = begin_read(scan, f);
	} else {
		rc = input_open(cx, file->path, NO_SPAN, scan->source->options.input,
				&f->in);
		/* It was mapped when it was sniffed. */
		if (!rc && !input_map(f->in, &f->map, &f->n))
			rc = shade_fail(cx, SHADE_E_IO, NO_SPAN,
					"\"%.*s\" changed while it was read",
					STR_ARG(file->path));
	}
	if (rc) {
		csv_close_file(scan, f);
		return rc;
	}
	if (f->at > f->n && f->map)
		f->at = f->n;
	if (scan->next_file == 0)
		progress_total(cx, bytes_of_all(scan->source));
	scan->file = f;
	scan->next_file++;
	return SHADE_OK;
}

static shade_status too_long(struct csv_scan *scan, const struct csv_open_file *f,
			     uint64_t line, bool in_quotes)
{
	struct data_pos pos = { .file = f->file->path, .line = line };
	struct shade_cx *cx = scan->cx;

	if (in_quotes)
		(void)shade_fail(cx, SHADE_E_DATA_FORMAT, NO_SPAN,
				 "quote is never closed; it opened in line %llu of "
				 "\"%.*s\"",
				 (unsigned long long)line, STR_ARG(f->file->path));
	else
		(void)shade_fail(cx, SHADE_E_DATA_FORMAT, NO_SPAN,
				 "line %llu of \"%.*s\" is longer than %zu bytes; the "
				 "option max_line_size allows more",
				 (unsigned long long)line, STR_ARG(f->file->path),
				 scan->source->options.max_line);
	shade_fail_at(cx, &pos);
	return SHADE_E_DATA_FORMAT;
}

/*
 * Where the morsel that begins at `at` ends: behind its last row that ends
 * within CSV_MORSEL bytes, or twice that, and so on.
 */
static shade_status measure(struct csv_scan *scan, struct csv_open_file *f, size_t at,
			    size_t *end, uint64_t *lines)
{
	const struct csv_dialect *d = &f->file->dialect;
	size_t n = CSV_MORSEL;
	struct csv_span span;

	for (;; n *= 2) {
		if (f->n - at <= n) {
			*end = f->n;
			*lines = 0; /* nobody asks behind the end */
			return SHADE_OK;
		}
		csv_measure(d, f->map + at, n, &span);
		if (span.end) {
			*end = at + span.end;
			/* Newlines in quotes may lie behind the end. */
			*lines = span.n_lines;
			if (d->cr_ends || span.n_inner)
				*lines = csv_count_lines(d, f->map + at, span.end);
			return SHADE_OK;
		}
		if (n > scan->source->options.max_line || n * 2 > CSV_MAX_BLOCK)
			return too_long(scan, f, f->line, span.in_quotes);
	}
}

/* The owner of the latest morsel is still at work: find its end for it. */
static shade_status settle(struct csv_scan *scan, struct csv_open_file *f)
{
	size_t end = 0;
	uint64_t lines = 0;

	if (!f->owner)
		return SHADE_OK;
	TRY(measure(scan, f, f->at, &end, &lines));
	f->at = end;
	f->line += lines;
	f->owner = NULL;
	return SHADE_OK;
}

static void take_mapped(struct csv_worker *w, struct csv_open_file *f)
{
	w->morsel = (struct csv_morsel){
		.file = f,
		.p = f->map,
		.n = f->n,
		.begin = f->at,
		.at = f->at,
		.limit = f->at + smaller(f->n - f->at, CSV_MORSEL),
		.line = f->line,
		.is_last = true,
	};
	f->owner = w;
	f->refs++;
}

/*
 * Read until a row ends behind a megabyte, or the source would block, or
 * the end; what is behind the last row end is carried over.
 */
static shade_status fill_chunk(struct csv_worker *w, struct csv_open_file *f, size_t *n)
{
	struct shade_cx *cx = w->scan->cx;
	size_t want = CSV_MORSEL, have = f->carry ? f->carry->n - f->carry_at : 0, got;
	bool must_read = have == 0; /* else a slow pipe's rows go out first */
	struct csv_span span;

	if (want < have)
		want = have;
	while (true) {
		if (!w->chunk || w->chunk->cap < want + 3 * CSV_PAD) {
			if (!w->chunk)
				w->chunk = buf_new(cx->budget, 0);
			if (!w->chunk ||
			    !buf_reserve(&w->chunk, cx->budget, want + 3 * CSV_PAD))
				return cx_nomem(cx);
		}
		if (f->carry) {
			memcpy(w->chunk->p + CSV_PAD, f->carry->p + f->carry_at, have);
			buf_unref(f->carry);
			f->carry = NULL;
			f->carry_at = 0;
			*n = have;
		}
		while (!f->at_end && *n + 16 <= want) {
			if (!must_read && input_would_block(f->in))
				break;
			TRY(input_read(cx, f->in, (char *)w->chunk->p + CSV_PAD + *n,
				       want - *n, &got));
			f->at_end = got == 0;
			*n += got;
			must_read = false;
		}
		if (f->at_end)
			return SHADE_OK;
		csv_measure(&f->file->dialect, (char *)w->chunk->p + CSV_PAD, *n,
			    &span);
		if (span.end)
			break;
		must_read = true;
		if (*n + 16 > want) {
			if (want > w->scan->source->options.max_line ||
			    want * 2 > CSV_MAX_BLOCK)
				return too_long(w->scan, f, f->line, span.in_quotes);
			want *= 2;
		}
	}
	f->carry = buf_new(cx->budget, *n - span.end);
	if (!f->carry)
		return cx_nomem(cx);
	memcpy(f->carry->p, w->chunk->p + CSV_PAD + span.end, *n - span.end);
	*n = span.end;
	return SHADE_OK;
}

static shade_status take_chunk(struct csv_worker *w, struct csv_open_file *f)
{
	size_t n = 0;
	char *p;

	TRY(fill_chunk(w, f, &n));
	p = (char *)w->chunk->p + CSV_PAD;
	memset(p - CSV_PAD, '\n', CSV_PAD);
	memset(p + n, '\n', CSV_PAD);
	if (n == 0)
		return SHADE_OK;
	w->morsel = (struct csv_morsel){
		.file = f,
		.p = p,
		.n = n,
		.limit = n,
		.base = f->at,
		.line = f->line,
		.is_padded = true,
		.is_last = f->at_end,
	};
	f->refs++;
	f->at += n;
	f->line += csv_count_lines(&f->file->dialect, p, n);
	return SHADE_OK;
}

/* Files in whose folders no wanted row can be. */
static void skip_files(struct csv_scan *scan)
{
	while (scan->next_file < scan->source->n_files &&
	       hive_excludes(&scan->source->hive, scan->next_file, &scan->request))
		scan->next_file++;
}

static shade_status claim_locked(struct csv_worker *w)
{
	struct csv_scan *scan = w->scan;

	while (true) {
		struct csv_open_file *f = scan->file;

		if (!f) {
			skip_files(scan);
			if (scan->next_file == scan->source->n_files)
				return SHADE_OK;
			TRY(open_next(scan));
			f = scan->file;
		}
		if (f->map) {
			TRY(settle(scan, f));
			if (f->at < f->n) {
				take_mapped(w, f);
				return SHADE_OK;
			}
		} else {
			TRY(take_chunk(w, f));
			progress_bytes(scan->cx, input_progress(f->in));
			if (w->morsel.file)
				return SHADE_OK;
		}
		scan->file = NULL;
		csv_close_file(scan, f);
	}
}

shade_status csv_claim(struct csv_worker *w)
{
	shade_status rc;

	pthread_mutex_lock(&w->scan->lock);
	rc = claim_locked(w);
	pthread_mutex_unlock(&w->scan->lock);
	return rc;
}

void csv_unclaim(struct csv_worker *w)
{
	struct csv_morsel *m = &w->morsel;

	if (!m->file)
		return;
	pthread_mutex_lock(&w->scan->lock);
	/* Under the lock: nobody measures the morsel now, none will later. */
	if (m->file->map) {
		input_drop(m->file->in, m->begin, m->at);
		progress_bytes(w->scan->cx, m->at - m->begin);
	}
	if (m->file->owner == w) {
		m->file->at = m->at;
		m->file->line = m->line;
		m->file->owner = NULL;
	}
	csv_close_file(w->scan, m->file);
	pthread_mutex_unlock(&w->scan->lock);
	m->file = NULL;
}
