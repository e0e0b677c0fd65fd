/*
 * From a morsel's text to blocks of rows.
 */
#include "base/utf8.h"
#include "format/csv_scan.h"

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* A buffer of at least n bytes, contents not kept. */
static shade_status room(struct csv_worker *w, struct buf **b, size_t n)
{
	struct shade_cx *cx = w->scan->cx;

	if (*b && (*b)->cap >= n)
		return SHADE_OK;
	buf_unref(*b);
	*b = buf_new(cx->budget, n);
	return *b ? SHADE_OK : cx_nomem(cx);
}

/*
 * The text of the block: in place, or a copy where 64 bytes around it may
 * not be readable or the last newline is missing.
 */
static shade_status block_text(struct csv_worker *w, size_t *n, const char **p)
{
	const struct csv_morsel *m = &w->morsel;
	const char *s = m->p + m->at;
	bool ends = m->is_last && m->at + *n == m->n;
	bool open_end = ends && *n && s[*n - 1] != '\n' &&
			!(m->file->file->dialect.cr_ends && s[*n - 1] == '\r');
	char *copy;

	if (m->is_padded && !ends) {
		*p = s;
		return SHADE_OK;
	}
	if (m->is_padded && ends) {
		/* The bytes behind are newlines: enter the first one. */
		*n += open_end;
		*p = s;
		return SHADE_OK;
	}
	if (m->at >= CSV_PAD && m->at + *n + CSV_PAD <= m->n) {
		*p = s;
		return SHADE_OK;
	}
	TRY(room(w, &w->copy, *n + 3 * CSV_PAD));
	copy = (char *)w->copy->p + CSV_PAD;
	memset(copy - CSV_PAD, '\n', CSV_PAD);
	if (m->at)
		copy[-1] = s[-1];
	memcpy(copy, s, *n);
	memset(copy + *n, '\n', CSV_PAD);
	*n += open_end;
	*p = copy;
	return SHADE_OK;
}

static shade_status unclosed(struct csv_worker *w, const struct csv_span *span,
			     const char *p)
{
	const struct csv_morsel *m = &w->morsel;
	struct shade_cx *cx = w->scan->cx;
	const struct csv_dialect *d = &m->file->file->dialect;
	uint64_t line = m->line + csv_count_lines(d, p, span->open_at);
	size_t begin = span->open_at, end = span->open_at;
	struct data_pos pos = { .file = m->file->file->path, .line = line };

	while (begin > 0 && p[begin - 1] != '\n')
		begin--;
	while (p[end] != '\n')
		end++;
	pos.text = (struct str){ p + begin, smaller(end - begin, 400) };
	pos.column = span->open_at - begin + 1;
	pos.mark_begin = (uint32_t)(span->open_at - begin);
	pos.mark_end = pos.mark_begin + 1;
	(void)shade_fail(cx, SHADE_E_DATA_FORMAT, NO_SPAN,
			 "quote is never closed; it opened in line %llu of \"%.*s\"",
			 (unsigned long long)line, STR_ARG(m->file->file->path));
	shade_fail_at(cx, &pos);
	return SHADE_E_DATA_FORMAT;
}

/* Quotes that are not around a whole field, under strict. */
static bool has_odd_quotes(const struct csv_dialect *d, const char *p,
			   const uint32_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *s = p + (v[(ptrdiff_t)i - 1] >> 1);
		const char *e = p + (v[i] >> 1) - (v[i] & 1 ? 1 : d->delim.n);
		struct csv_text t = csv_text_of(d, s, e, v[i] & 1);

		if (!t.quoted && memchr(t.p, d->quote, (size_t)(t.e - t.p)))
			return true;
		if (t.quoted && t.escaped && (!d->escape || d->escape == d->quote)) {
			for (const char *q = t.p; q < t.e; q++) {
				if (*q == d->quote && (++q == t.e || *q != d->quote))
					return true;
			}
		}
	}
	return false;
}

/* Rows of the iota array: row i begins at entry i * n_fields. */
static shade_status regular_rows(struct csv_worker *w, size_t n_rows, size_t n_fields)
{
	size_t have = w->iota ? w->iota->n / sizeof(uint32_t) : 0;
	uint32_t *iota;

	if (have <= n_rows || w->iota_fields != n_fields) {
		TRY(room(w, &w->iota, (n_rows * 2 + 64) * sizeof(uint32_t)));
		have = n_rows * 2 + 64;
		w->iota->n = have * sizeof(uint32_t);
		iota = (uint32_t *)w->iota->p;
		w->iota_fields = n_fields;
		for (size_t i = 0; i < have; i++)
			iota[i] = (uint32_t)(i * n_fields);
	}
	w->rows.first = (uint32_t *)w->iota->p;
	w->rows.n = n_rows;
	return SHADE_OK;
}

/* Is the row at entry j empty or a comment? */
static bool is_no_row(const struct csv_file *f, const char *p, const uint32_t *v,
		      size_t j, size_t n)
{
	const char *s = p + (v[(ptrdiff_t)j - 1] >> 1), *e = p + (v[j] >> 1) - 1;

	if (f->dialect.comment && *s == f->dialect.comment)
		return true;
	if (n != 1)
		return false;
	if (f->n_fields == 1) /* the second half of CR LF */
		return f->dialect.cr_ends && s == e && *e == '\n' && s[-1] == '\r';
	return s == e || (e == s + 1 && *s == '\r');
}

static bool is_empty_field(const char *p, const uint32_t *v, size_t j)
{
	const char *s = p + (v[(ptrdiff_t)j - 1] >> 1), *e = p + (v[j] >> 1) - 1;

	return s == e || (e == s + 1 && *s == '\r');
}

/* One line of n entries from j on that is not like the others. */
static shade_status odd_row(struct csv_worker *w, size_t j, size_t n, bool *keep)
{
	const struct csv_file *f = w->morsel.file->file;
	const struct csv_options *o = &w->scan->source->options;
	char text[80];
	int len;

	*keep = false;
	if (n == f->n_fields + 1 && is_empty_field(w->rows.p, w->rows.v, j + n - 1)) {
		*keep = true; /* a separator too many, nothing lost */
		return SHADE_OK;
	}
	if (n < f->n_fields &&
	    (o->pad || (f->trailing_delim && n + 1 == f->n_fields))) {
		*keep = true;
		return SHADE_OK;
	}
	len = snprintf(text, sizeof(text), "%zu field%s where %zu are expected", n,
		       n == 1 ? "" : "s", f->n_fields - f->trailing_delim);
	return csv_reject(w, j, j + n - 1, STR_NONE, (struct str){ text, (size_t)len });
}

/* Sort out blank lines, comments and rows of another width. */
static shade_status irregular_rows(struct csv_worker *w, const struct csv_span *span,
				   size_t n)
{
	const struct csv_file *f = w->morsel.file->file;
	const struct csv_options *o = &w->scan->source->options;
	const uint32_t *v = w->rows.v;
	bool check_quotes = o->strict && span->is_loose && f->dialect.quote;
	uint32_t *first;
	uint16_t *counts = NULL;
	size_t from = 0, n_rows = 0;

	TRY(room(w, &w->firsts, (span->n_lines + 1) * sizeof(uint32_t)));
	first = (uint32_t *)w->firsts->p;
	if (o->pad || f->trailing_delim) {
		TRY(room(w, &w->counts, (span->n_lines + 1) * sizeof(uint16_t)));
		counts = (uint16_t *)w->counts->p;
	}
	for (size_t i = 0; i < n; i++) {
		size_t len = i + 1 - from, j = from;
		bool keep = len == f->n_fields;

		if (!(v[i] & 1))
			continue;
		from = i + 1;
		if ((len == 1 || f->dialect.comment) &&
		    is_no_row(f, w->rows.p, v, j, len))
			continue;
		if (!keep)
			TRY(odd_row(w, j, len, &keep));
		if (keep && check_quotes &&
		    has_odd_quotes(&f->dialect, w->rows.p, v + j, len)) {
			TRY(csv_reject(w, j, i, STR_NONE,
				       STR("quote in the middle of a field")));
			keep = false;
		}
		if (!keep)
			continue;
		if (counts)
			counts[n_rows] = (uint16_t)(len < f->n_fields ? len
								      : f->n_fields);
		first[n_rows++] = (uint32_t)j;
	}
	w->rows.first = first;
	w->rows.n_fields = counts;
	w->rows.n = n_rows;
	return SHADE_OK;
}

static bool is_regular(const uint32_t *v, size_t n, size_t n_lines, size_t n_fields)
{
	uint32_t all = 1;

	if (n_lines * n_fields != n)
		return false;
	for (size_t i = n_fields - 1; i < n; i += n_fields)
		all &= v[i];
	return all;
}

static shade_status make_rows(struct csv_worker *w, struct csv_span *span)
{
	const struct csv_file *f = w->morsel.file->file;
	const struct csv_options *o = &w->scan->source->options;
	const uint32_t *v = w->rows.v;
	size_t n = span->n, n_lines = span->n_lines;

	while (n && !(v[n - 1] & 1))
		n--;
	w->rows.n_fields = NULL;
	w->rows.has_quotes = span->has_quotes;
	if (is_regular(v, n, n_lines, f->n_fields) && !f->dialect.comment &&
	    !(f->n_fields == 1 && f->dialect.cr_ends) && !(o->strict && span->is_loose))
		return regular_rows(w, n_lines, f->n_fields);
	return irregular_rows(w, span, n);
}

/* Index len bytes at the morsel's position. */
static shade_status index_block(struct csv_worker *w, size_t len, bool is_final,
				struct csv_span *span)
{
	const struct csv_morsel *m = &w->morsel;
	const char *p;
	uint32_t *v;

	TRY(block_text(w, &len, &p));
	TRY(room(w, &w->entries, (len + 80) * sizeof(uint32_t)));
	v = (uint32_t *)w->entries->p + 16;
	v[-1] = 0;
	csv_index(&m->file->file->dialect, p, len, v, span);
	if (is_final && span->end == 0 && span->in_quotes)
		return unclosed(w, span, p);
	w->rows.p = p;
	w->rows.v = v;
	w->rows.n = 0;
	w->row = 0;
	w->block_offset = m->base + m->at;
	w->line_at = 0;
	w->block_line = m->line;
	w->block_n = span->end;
	w->is_valid = span->is_ascii || !w->scan->needs_text ||
		      utf8_valid_prefix(p, span->end) == span->end;
	return SHADE_OK;
}

static void advance(struct csv_worker *w, const struct csv_span *span)
{
	struct csv_morsel *m = &w->morsel;

	if (m->file->file->dialect.cr_ends || span->n_inner)
		m->line += csv_count_lines(&m->file->file->dialect, w->rows.p,
					   span->end);
	else
		m->line += span->n_lines;
	m->at = smaller(m->at + span->end, m->n);
}

/* No row ends in what was indexed: look at more, or leave the rest. */
static shade_status extend(struct csv_worker *w, size_t len, bool *done)
{
	struct csv_morsel *m = &w->morsel;
	size_t most = w->scan->source->options.max_line;

	*done = false;
	if (m->at + len < m->limit) {
		w->block_size *= 2;
	} else if (m->at > m->begin) {
		*done = true; /* the row begins the next morsel */
	} else {
		size_t n = m->limit - m->begin;

		if (n > most || n * 2 > CSV_MAX_BLOCK)
			return shade_fail(w->scan->cx, SHADE_E_DATA_FORMAT, NO_SPAN,
					  "line %llu of \"%.*s\" is longer than %zu "
					  "bytes; the option max_line_size allows more",
					  (unsigned long long)m->line,
					  STR_ARG(m->file->file->path), most);
		m->limit = m->begin + smaller(m->n - m->begin, n * 2);
		w->block_size = m->limit - m->begin;
	}
	return SHADE_OK;
}

static shade_status leave_morsel(struct csv_worker *w)
{
	const struct csv_open_file *f = w->morsel.file;

	TRY(input_check(w->scan->cx, f->in, f->file->path));
	csv_unclaim(w);
	return SHADE_OK;
}

shade_status csv_next_block(struct csv_worker *w)
{
	struct csv_morsel *m = &w->morsel;
	struct csv_span span;

	while (true) {
		size_t len;
		bool is_final, done;

		if (!m->file) {
			TRY(cx_check_cancel(w->scan->cx));
			TRY(csv_claim(w));
			w->rows.n = 0;
			if (!m->file)
				return SHADE_OK;
			w->block_size = CSV_BLOCK;
		}
		len = smaller(m->limit - m->at, w->block_size);
		if (len == 0) {
			TRY(leave_morsel(w));
			continue;
		}
		is_final = m->is_last && m->at + len == m->n;
		TRY(index_block(w, len, is_final, &span));
		if (span.end == 0) {
			if (is_final) { /* cannot be: it ends in a newline */
				m->at = m->n;
				continue;
			}
			TRY(extend(w, len, &done));
			if (done)
				TRY(leave_morsel(w));
			continue;
		}
		w->block_size = CSV_BLOCK;
		TRY(make_rows(w, &span));
		advance(w, &span);
		if (w->rows.n)
			return SHADE_OK;
	}
}
