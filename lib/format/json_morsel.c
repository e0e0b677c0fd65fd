/*
 * Cutting JSON files into morsels: files of lines at newlines, others at
 * record ends, under the lock.
 */
#include "base/utf8.h"
#include "format/json_scan.h"
#include "source/state.h"

static void close_file(struct json_scan *scan, struct json_open_file *f)
{
	if (--f->refs > 0)
		return;
	if (f->in != f->file->input)
		input_close(f->in);
	buf_unref(f->carry);
	mem_free(scan->cx->budget, f, sizeof(*f));
}

static shade_status begin_read(struct json_scan *scan, struct json_open_file *f)
{
	struct shade_cx *cx = scan->cx;
	struct json_file *file = f->file;

	if (!atomic_exchange(&file->is_taken, true)) {
		f->in = file->input;
		f->carry = buf_ref(file->head);
		f->carry_at = JSON_PAD;
		f->at_end = file->is_complete;
		return SHADE_OK;
	}
	return input_open(cx, file->path, NO_SPAN, scan->source->options.input, &f->in);
}

/* What the files take on disk; 0 if one is a pipe. */
static uint64_t bytes_of_all(const struct json_source *src)
{
	uint64_t total = 0;

	for (size_t i = 0; i < src->n_files; i++) {
		const struct json_file *f = &src->files[i];
		uint64_t n = f->input ? input_size(f->input) : f->size;

		if (f->input && !n)
			return 0;
		total += n;
	}
	return total;
}

static shade_status open_next(struct json_scan *scan)
{
	struct shade_cx *cx = scan->cx;
	struct json_open_file *f = mem_alloc(cx->budget, sizeof(*f));
	shade_status rc;

	if (!f)
		return cx_nomem(cx);
	f->file = &scan->source->files[scan->next_file];
	f->index = scan->next_file;
	f->refs = 1;
	f->line = 1;
	if (f->file->input) {
		rc = begin_read(scan, f);
	} else {
		rc = input_open(cx, f->file->path, NO_SPAN, scan->source->options.input,
				&f->in);
		if (!rc && !input_map(f->in, &f->map, &f->n))
			rc = shade_fail(cx, SHADE_E_IO, NO_SPAN,
					"\"%.*s\" changed while it was read",
					STR_ARG(f->file->path));
	}
	if (rc) {
		close_file(scan, f);
		return rc;
	}
	if (scan->next_file == 0)
		progress_total(cx, bytes_of_all(scan->source));
	scan->file = f;
	scan->next_file++;
	return SHADE_OK;
}

static uint64_t count_lines(const char *p, const char *e)
{
	return count_newlines(p, (size_t)(e - p));
}

/* Bytes of p's line before its morsel, in which the line does not begin. */
static size_t line_before(const struct json_worker *w)
{
	const char *nl = w->file->map ? memrchr(w->file->map, '\n', w->base) : NULL;

	if (!w->file->map)
		return w->line == w->file->file->line ? w->base : 0;
	return nl ? w->base - (size_t)(nl + 1 - w->file->map) : w->base;
}

shade_status json_bad_record(const struct json_worker *w, const char *p)
{
	const struct json_open_file *f = w->file;
	struct shade_cx *cx = w->scan->cx;
	struct data_pos pos = { .file = f->file->path };
	const char *begin = p, *end = p, *e = w->e;
	uint64_t line = w->line + count_lines(w->line_at, p);

	while (begin > w->begin && begin[-1] != '\n')
		begin--;
	while (end < e && *end != '\n' && end - begin < 300)
		end++;
	pos.line = line;
	pos.column = (uint64_t)(p - begin) + 1;
	if (begin == w->begin)
		pos.column += line_before(w);
	if (p - begin < 300) {
		pos.text = (struct str){ begin, (size_t)(end - begin) };
		pos.mark_begin = (uint32_t)(p - begin);
		pos.mark_end = pos.mark_begin + 1;
	}
	if (json_is_too_deep(p, e))
		(void)shade_fail(cx, SHADE_E_JSON, NO_SPAN,
				 "line %llu of \"%.*s\" is nested deeper than %d "
				 "levels",
				 (unsigned long long)line, STR_ARG(f->file->path),
				 JSON_DEPTH);
	else
		(void)shade_fail(cx, SHADE_E_JSON, NO_SPAN,
				 "malformed JSON in line %llu of \"%.*s\"",
				 (unsigned long long)line, STR_ARG(f->file->path));
	shade_fail_at(cx, &pos);
	return SHADE_E_JSON;
}

/*
 * The end of the last whole record in [p, e), about want bytes on; NULL:
 * there is none.  Malformed text is left for the reader to report.
 */
static const char *cut(const struct json_open_file *f, const char *p, const char *e,
		       size_t want, bool at_end)
{
	enum json_layout layout = f->file->layout;
	const char *last = NULL, *end;

	if (layout == JSON_LINES) {
		size_t n = (size_t)(e - p) < want ? (size_t)(e - p) : want;

		if (n == (size_t)(e - p) && at_end)
			return e;
		end = memrchr(p, '\n', n);
		if (!end)
			end = memchr(p + n, '\n', (size_t)(e - p) - n);
		return end ? end + 1 : at_end ? e : NULL;
	}
	while (p < e) {
		p = json_record_begin(layout, p, e);
		if (p == e)
			return at_end || last ? e : NULL;
		end = json_skip(p, e);
		/* A scalar at the very end may go on. */
		if (!end || (end == e && !at_end && *p != '{' && *p != '['))
			return at_end ? e : last;
		last = p = end;
	}
	return last;
}

/* Records of a mapped file behind `at`, about a megabyte. */
static const char *cut_map(const struct json_open_file *f, const char *p, const char *e)
{
	const char *from = p, *end, *last = p;

	if (f->file->layout == JSON_LINES)
		return cut(f, p, e, JSON_MORSEL, true);
	while (p < e && (size_t)(p - from) < JSON_MORSEL) {
		p = json_record_begin(f->file->layout, p, e);
		end = p < e ? json_skip(p, e) : NULL;
		if (!end)
			return e;
		last = p = end;
	}
	return last;
}

static shade_status room(struct shade_cx *cx, struct buf **b, size_t n)
{
	if (*b && (*b)->cap >= n)
		return SHADE_OK;
	buf_unref(*b);
	*b = buf_new(cx->budget, n);
	return *b ? SHADE_OK : cx_nomem(cx);
}

static void take(struct json_worker *w, struct json_open_file *f, const char *p,
		 const char *e)
{
	w->file = f;
	f->refs++;
	w->begin = w->p = w->line_at = p;
	w->e = e;
	w->base = f->at;
	w->line = f->line;
	f->at += (size_t)(e - p);
	/* Of mapped text lines are counted when somebody asks. */
	if (!f->map || w->scan->needs_lines)
		f->line += count_lines(p, e);
	else
		w->line = 0;
}

static shade_status take_mapped(struct json_worker *w, struct json_open_file *f)
{
	const char *p = f->map + f->at, *e = f->map + f->n, *end;
	size_t n;

	if (f->at == 0 && f->file->layout == JSON_ARRAY) {
		f->at = f->file->begin;
		f->line = f->file->line;
		p = f->map + f->at;
	}
	end = cut_map(f, p, e);
	take(w, f, p, end);
	if (e - end >= JSON_PAD)
		return SHADE_OK;
	n = (size_t)(end - p);
	TRY(room(w->scan->cx, &w->copy, n + 2 * JSON_PAD));
	memcpy(w->copy->p, p, n);
	memset(w->copy->p + n, '\n', 2 * JSON_PAD);
	w->begin = w->p = w->line_at = (const char *)w->copy->p;
	w->e = w->begin + n;
	return SHADE_OK;
}

static shade_status take_chunk(struct json_worker *w, struct json_open_file *f)
{
	struct shade_cx *cx = w->scan->cx;
	size_t want = JSON_MORSEL, n = 0, got,
	       have = f->carry ? f->carry->n - f->carry_at : 0;
	bool must_read = have == 0; /* else a slow pipe's rows go out first */
	const char *p, *end;

	if (want < have)
		want = have;
	while (true) {
		if (!w->chunk)
			w->chunk = buf_new(cx->budget, 0);
		if (!w->chunk ||
		    !buf_reserve(&w->chunk, cx->budget, want + 3 * JSON_PAD))
			return cx_nomem(cx);
		if (f->carry) {
			memcpy(w->chunk->p, f->carry->p + f->carry_at, have);
			buf_unref(f->carry);
			f->carry = NULL;
			n = have;
		}
		while (!f->at_end && n + 16 <= want) {
			if (!must_read && input_would_block(f->in))
				break;
			TRY(input_read(cx, f->in, (char *)w->chunk->p + n, want - n,
				       &got));
			f->at_end = got == 0;
			n += got;
			must_read = false;
		}
		p = (char *)w->chunk->p;
		memset(w->chunk->p + n, '\n', 2 * JSON_PAD);
		if (f->at == 0 && f->file->layout == JSON_ARRAY &&
		    f->file->begin <= n) {
			p += f->file->begin;
			f->at = f->file->begin;
			f->line = f->file->line;
		}
		end = cut(f, p, (char *)w->chunk->p + n, SIZE_MAX / 2, f->at_end);
		if (end || f->at_end)
			break;
		must_read = true;
		if (n + 16 > want) {
			if (want > w->scan->source->options.max_line)
				return shade_fail(
					cx, SHADE_E_JSON, NO_SPAN,
					"the value in line %llu of \"%.*s\" is "
					"malformed or longer than %zu bytes",
					(unsigned long long)f->line,
					STR_ARG(f->file->path),
					w->scan->source->options.max_line);
			want *= 2;
		}
	}
	if (!end)
		end = (char *)w->chunk->p + n;
	if (!f->at_end) {
		size_t rest = (size_t)((char *)w->chunk->p + n - end);

		f->carry = buf_new(cx->budget, rest);
		if (!f->carry)
			return cx_nomem(cx);
		if (rest)
			memcpy(f->carry->p, end, rest);
		f->carry_at = 0;
	}
	if (end > p)
		take(w, f, p, end);
	return SHADE_OK;
}

/* Files in whose folders no wanted row can be. */
static void skip_files(struct json_scan *scan)
{
	while (scan->next_file < scan->source->n_files &&
	       hive_excludes(&scan->source->hive, scan->next_file, &scan->request))
		scan->next_file++;
}

static shade_status claim_locked(struct json_worker *w)
{
	struct json_scan *scan = w->scan;

	while (true) {
		struct json_open_file *f = scan->file;

		if (!f) {
			skip_files(scan);
			if (scan->next_file == scan->source->n_files)
				return SHADE_OK;
			TRY(open_next(scan));
			f = scan->file;
		}
		if (!f->map) {
			TRY(take_chunk(w, f));
			progress_bytes(scan->cx, input_progress(f->in));
		} else if (f->at < f->n) {
			TRY(take_mapped(w, f));
		}
		if (w->file)
			return SHADE_OK;
		scan->file = NULL;
		close_file(scan, f);
	}
}

shade_status json_claim(struct json_worker *w)
{
	shade_status rc;

	TRY(cx_check_cancel(w->scan->cx));
	pthread_mutex_lock(&w->scan->lock);
	rc = claim_locked(w);
	pthread_mutex_unlock(&w->scan->lock);
	if (!rc && w->file)
		w->is_valid = utf8_valid_prefix(w->begin, (size_t)(w->e - w->begin)) ==
			      (size_t)(w->e - w->begin);
	return rc;
}

void json_unclaim(struct json_worker *w)
{
	if (!w->file)
		return;
	if (w->file->map) {
		input_drop(w->file->in, w->base, w->base + (size_t)(w->e - w->begin));
		progress_bytes(w->scan->cx, (size_t)(w->e - w->begin));
	}
	pthread_mutex_lock(&w->scan->lock);
	close_file(w->scan, w->file);
	pthread_mutex_unlock(&w->scan->lock);
	w->file = NULL;
}

void json_close_files(struct json_scan *scan)
{
	pthread_mutex_lock(&scan->lock);
	if (scan->file)
		close_file(scan, scan->file);
	scan->file = NULL;
	pthread_mutex_unlock(&scan->lock);
}
