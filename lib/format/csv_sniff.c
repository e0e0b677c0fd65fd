/*
 * One file: read a sample, decide what it is like.
 */
#include "base/utf8.h"
#include "format/csv.h"
#include "format/json_text.h"
#include "source/state.h"

#define SAMPLE_BYTES ((size_t)1 << 20)

/* Of a pipe: do not wait long for more than the first lines. */
#define PIPE_SAMPLE ((size_t)1 << 20)

static shade_status empty_file(struct shade_cx *cx, const struct csv_file *file,
			       struct span span)
{
	return shade_fail(cx, SHADE_E_DATA_FORMAT, span,
			  "\"%.*s\" is empty; the option empty_ok => true reads it as "
			  "no rows",
			  STR_ARG(file->path));
}

/* The first part of what can only be read, behind CSV_PAD bytes. */
static shade_status read_head(struct shade_cx *cx, struct csv_file *file, bool *at_end)
{
	size_t n = 0, got;

	file->head = buf_new(cx->budget, PIPE_SAMPLE + 4 * CSV_PAD);
	if (!file->head)
		return cx_nomem(cx);
	memset(file->head->p, '\n', CSV_PAD);
	*at_end = false;
	while (n + 16 <= PIPE_SAMPLE) {
		TRY(input_read(cx, file->input, (char *)file->head->p + CSV_PAD + n,
			       PIPE_SAMPLE - n, &got));
		n += got;
		*at_end = got == 0;
		if (*at_end)
			break;
		/* A slow pipe: two lines are enough to begin with. */
		if (input_would_block(file->input) && n > 2) {
			const char *p = (char *)file->head->p + CSV_PAD;
			const char *nl = memchr(p, '\n', n - 1);

			if (nl && memchr(nl + 1, '\n', n - (size_t)(nl + 1 - p)))
				break;
		}
	}
	file->head->n = CSV_PAD + n;
	return SHADE_OK;
}

/* Copy the beginning of the text so that 64 bytes around it are readable. */
static shade_status take_sample(struct shade_cx *cx, struct arena *a, const char *p,
				size_t n, bool is_complete, const struct csv_options *o,
				struct csv_sample *s)
{
	size_t most = o->sample_rows < 0 ? CSV_MAX_BLOCK / 4 : SAMPLE_BYTES;
	char *copy;

	/* Long first rows need more to be seen whole. */
	while (n > most && count_newlines(p, most) < 3 && most < o->max_line &&
	       most < CSV_MAX_BLOCK / 4)
		most *= 2;
	if (n > most) {
		n = most;
		is_complete = false;
	}
	copy = (char *)arena_alloc(a, n + 3 * CSV_PAD) + CSV_PAD;
	if (arena_failed(a))
		return cx_nomem(cx);
	memset(copy - CSV_PAD, '\n', CSV_PAD);
	memcpy(copy, p, n);
	memset(copy + n, '\n', 2 * CSV_PAD);
	if (is_complete && n && copy[n - 1] != '\n' && copy[n - 1] != '\r')
		n++;
	*s = (struct csv_sample){ .p = copy, .n = n, .is_complete = is_complete };
	return SHADE_OK;
}

/* Where the rows begin: behind the header, if there is one. */
static void find_begin(const struct csv_sample *s, struct csv_file *file, size_t n_text)
{
	size_t row = file->has_header ? 1 : 0, j;

	if (s->n_rows == 0) {
		file->begin = 0;
		file->line = 1;
		return;
	}
	if (row < s->n_rows) {
		j = s->first[row];
		file->begin = j ? s->v[j - 1] >> 1 : 0;
		/* Odd rows between header and first good row count, too. */
		if (row) {
			j = s->first[0];
			while (!(s->v[j] & 1))
				j++;
			file->begin = s->v[j] >> 1;
		}
	} else {
		j = s->first[0];
		while (!(s->v[j] & 1))
			j++;
		file->begin = s->v[j] >> 1;
	}
	if (file->begin > n_text)
		file->begin = n_text;
	file->line = 1;
	for (size_t i = 0; i < file->begin; i++)
		file->line += s->p[i] == '\n' ||
			      (file->dialect.cr_ends && s->p[i] == '\r' &&
			       s->p[i + 1] != '\n');
}

static void count_rows(const struct csv_sample *s, struct csv_file *file)
{
	size_t n = s->n_rows - (file->has_header && s->n_rows);
	size_t bytes = s->span.end > file->begin ? s->span.end - file->begin : 1;

	file->row_bytes = n ? (double)bytes / (double)n : 100;
	file->is_complete = s->is_complete;
	file->n_rows = n;
}

static void notes(struct shade_cx *cx, const struct csv_file *file)
{
	if (file->n_skipped)
		shade_note(cx, NO_SPAN, "\"%.*s\": skipped %zu line%s before the %s",
			   STR_ARG(file->path), file->n_skipped,
			   file->n_skipped == 1 ? "" : "s",
			   file->has_header ? "header" : "first row");
	for (size_t c = 0; c < file->n_fields; c++) {
		const struct csv_field *f = &file->fields[c];

		if (f->ambiguous.n)
			shade_note(cx, NO_SPAN,
				   "\"%.*s\": dates in \"%.*s\" such as %.*s read both "
				   "ways, so they stay text; the option dateformat => "
				   "'%%d/%%m/%%Y' or '%%m/%%d/%%Y' decides",
				   STR_ARG(file->path), STR_ARG(f->name),
				   STR_ARG(f->ambiguous));
		if (f->is_grouped && f->type->id == TYPE_VARCHAR && !f->is_declared)
			shade_note(cx, NO_SPAN,
				   "\"%.*s\": numbers in \"%.*s\" have separators, so "
				   "they stay text; the options decimal and thousands "
				   "read them",
				   STR_ARG(file->path), STR_ARG(f->name));
	}
}

static shade_status invalid_text(struct shade_cx *cx, const struct csv_file *file,
				 const struct csv_sample *s, struct span span)
{
	size_t bad = utf8_valid_prefix(s->p, s->n), line = 1;

	/* The sample may end inside a character. */
	if (bad == s->n || (!s->is_complete && bad + 4 > s->n))
		return SHADE_OK;
	for (size_t i = 0; i < bad; i++)
		line += s->p[i] == '\n';
	shade_note(cx, span,
		   "\"%.*s\" is not UTF-8: byte %zu in line %zu; the option encoding "
		   "=> 'latin1' may read it",
		   STR_ARG(file->path), bad, line);
	return SHADE_OK;
}

static shade_status empty_fields(struct shade_cx *cx, struct arena *a,
				 const struct csv_options *o, struct csv_file *file,
				 struct span span)
{
	if (!o->empty_ok && !o->n_declared)
		return empty_file(cx, file, span);
	file->dialect.delim = STR(",");
	file->dialect.quote = '"';
	file->n_fields = o->n_declared;
	file->fields = arena_array(a, struct csv_field, o->n_declared + 1);
	for (size_t c = 0; c < o->n_declared; c++) {
		file->fields[c].name = o->declared[c].name;
		file->fields[c].type = o->declared[c].type;
	}
	file->line = 1;
	file->is_complete = true;
	return SHADE_OK;
}

/* What an earlier scan found beyond the sample. */
static void apply_retypes(struct shade_cx *cx, struct arena *a, struct csv_file *file)
{
	for (size_t c = 0; c < file->n_fields; c++) {
		struct csv_field *f = &file->fields[c];
		const struct type *t = retype_find(cx, file->path, f->name,
						   &f->n_retypes);

		if (t) {
			f->type = type_dup(a, t);
			f->is_empty = false;
		}
	}
}

static bool is_blank_text(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (p[i] != '\n' && p[i] != '\r')
			return false;
	}
	return true;
}

static shade_status sniff_text(struct shade_cx *cx, struct arena *a,
			       struct arena *scratch, const char *p, size_t n,
			       bool at_end, struct span span,
			       const struct csv_options *o, struct csv_file *file)
{
	struct csv_sample s;

	TRY(take_sample(cx, scratch, p, n, at_end, o, &s));
	TRY(invalid_text(cx, file, &s, span));
	TRY(csv_sniff_dialect(cx, scratch, o, &s, file));
	if (arena_failed(scratch))
		return cx_nomem(cx);
	csv_sniff_fields(cx, a, o, &s, file);
	find_begin(&s, file, n);
	if (at_end && is_blank_text(p, n))
		file->begin = n; /* lines, but no row */
	count_rows(&s, file);
	file->is_complete = at_end && (file->head || s.is_complete);
	apply_retypes(cx, a, file);
	notes(cx, file);
	return SHADE_OK;
}

shade_status csv_sniff(struct shade_cx *cx, struct arena *a, struct str path,
		       struct span span, const struct csv_options *o,
		       struct csv_file *file)
{
	struct input *in;
	struct arena *scratch;
	const char *p;
	size_t n;
	bool at_end = true;
	shade_status rc;

	*file = (struct csv_file){ .path = path };
	TRY(input_open(cx, path, span, o->input, &in));
	file->input = in;
	if (input_map(in, &p, &n)) {
		file->size = n;
	} else {
		TRY(read_head(cx, file, &at_end));
		p = (const char *)file->head->p + CSV_PAD;
		n = file->head->n - CSV_PAD;
	}
	if (n == 0)
		return empty_fields(cx, a, o, file, span);
	scratch = arena_new(cx->budget);
	if (!scratch)
		return cx_nomem(cx);
	rc = sniff_text(cx, a, scratch, p, n, at_end, span, o, file);
	arena_free(scratch);
	if (rc)
		return rc;
	if (!file->head) {
		/* Mapped again when it is scanned: few files stay open. */
		input_close(in);
		file->input = NULL;
	}
	return cx_check_arena(cx);
}

void csv_file_release(struct csv_file *file)
{
	input_close(file->input);
	buf_unref(file->head);
	file->input = NULL;
	file->head = NULL;
}
