/*
 * Which separator, quote and comment: the candidates are tried on the first
 * part of the sample, and the one wins that gives most lines the same number
 * of fields.
 */
#include "format/csv.h"
#include "format/json_text.h"

#define TRY_BYTES ((size_t)128 << 10)
#define MOST_FIELDS 60000
#define MAX_COUNT 512 /* of field counts above only the first is followed */

static const struct str candidates[] = { STR(","), STR(";"), STR("\t"), STR("|"),
					 STR(":") };

/* How lines fall into fields under one dialect. */
struct trial {
	struct csv_dialect dialect;
	size_t n_lines; /* neither blank nor comment-like */
	size_t modal; /* the usual number of fields */
	size_t n_modal; /* lines that have it */
	size_t n_several; /* lines with two fields or more */
	double typed; /* share of fields that are numbers or dates or empty */
	bool is_loose;
};

static double share(const struct trial *t)
{
	return t->n_lines ? (double)t->n_modal / (double)t->n_lines : 0;
}

static bool looks_typed(const char *s, const char *e)
{
	bool digit = false;

	for (; s < e; s++) {
		if (*s >= '0' && *s <= '9')
			digit = true;
		else if (!memchr("+-.: /TeE\"", *s, 10))
			return false;
	}
	return digit;
}

static void run_trial(struct arena *a, const struct csv_sample *s, size_t n,
		      const struct csv_dialect *d, struct trial *t)
{
	size_t counts[MAX_COUNT + 1] = { 0 };
	uint32_t *v = arena_array(a, uint32_t, n + 66);
	struct csv_span span;
	size_t fields = 0, n_fields = 0, n_typed = 0, many = 0, n_many = 0;
	const char *line = s->p;

	*t = (struct trial){ .dialect = *d };
	csv_index(d, s->p, n, v + 1, &span);
	t->is_loose = span.is_loose;
	for (size_t i = 1; i <= span.n; i++) {
		const char *b = s->p + (v[i - 1] >> 1), *e = s->p + (v[i] >> 1) - 1;

		fields++;
		if (n_fields < 4000) {
			n_fields++;
			n_typed += b == e || looks_typed(b, e);
		}
		if (!(v[i] & 1))
			continue;
		if (fields == 1 && (e == line || (e == line + 1 && *line == '\r') ||
				    (d->comment && *line == d->comment))) {
			fields = 0;
			line = e + 1;
			continue;
		}
		t->n_lines++;
		t->n_several += fields > 1;
		if (fields <= MAX_COUNT)
			counts[fields]++;
		else if (!many)
			many = fields;
		n_many += fields == many && many;
		fields = 0;
		line = e + 1;
	}
	for (size_t k = 2; k <= MAX_COUNT; k++) {
		if (counts[k] > t->n_modal) {
			t->n_modal = counts[k];
			t->modal = k;
		}
	}
	if (n_many > t->n_modal) {
		t->n_modal = n_many;
		t->modal = many;
	}
	t->typed = n_fields ? (double)n_typed / (double)n_fields : 0;
}

static bool is_better(const struct trial *t, const struct trial *best)
{
	double gain = share(t) - share(best);

	if (gain > 0.02)
		return true;
	return gain > -0.02 && t->typed > best->typed + 0.2;
}

/* Are single quotes used as quotes: fields begin and end with them? */
static bool has_single_quotes(const struct csv_sample *s, size_t n, char delim)
{
	size_t n_open = 0, n_shut = 0;

	for (size_t i = 0; i < n; i++) {
		char before = i ? s->p[i - 1] : '\n', after = s->p[i + 1];

		if (s->p[i] == '"' && (before == delim || before == '\n'))
			return false;
		if (s->p[i] != '\'')
			continue;
		n_open += before == delim || before == '\n';
		n_shut += after == delim || after == '\n' || after == '\r';
	}
	return n_open > 0 && n_open == n_shut;
}

/* A backslash before quotes, where doubled quotes would not explain them. */
static bool has_backslash_quotes(const struct csv_sample *s, size_t n)
{
	for (size_t i = 0; i + 1 < n; i++) {
		if (s->p[i] == '\\' && s->p[i + 1] == '"')
			return true;
	}
	return false;
}

/* Lone CRs, where most lines do not end in CR LF. */
static bool has_lone_cr(const char *p, size_t n)
{
	size_t lone = 0, lf = 0;

	for (const char *c = p; c < p + n; c++) {
		lf += *c == '\n';
		lone += *c == '\r' && c + 1 < p + n && c[1] != '\n' && c[1] != '\r';
	}
	return lone > 0 && lf <= lone;
}

/* new_line => ..: the first line must end so, else rows would be cut wrongly. */
static shade_status check_new_line(struct shade_cx *cx, const struct csv_sample *s,
				   const struct csv_file *file,
				   enum csv_new_line wanted)
{
	static const char *const names[] = { "auto", "LF", "CR LF", "CR" };
	enum csv_new_line found;
	size_t i = 0;

	if (wanted == CSV_NL_AUTO)
		return SHADE_OK;
	while (i < s->n && s->p[i] != '\n' && s->p[i] != '\r')
		i++;
	if (i == s->n || (s->is_complete && i + 1 == s->n && s->p[i] == '\n'))
		return SHADE_OK; /* one line, which may lack its end */
	if (s->p[i] == '\n')
		found = CSV_NL_LF;
	else
		found = s->p[i + 1] == '\n' ? CSV_NL_CRLF : CSV_NL_CR;
	if (found == wanted)
		return SHADE_OK;
	return shade_fail(cx, SHADE_E_DATA_FORMAT, NO_SPAN,
			  "the first line of \"%.*s\" ends in %s, option new_line says "
			  "%s",
			  STR_ARG(file->path), names[found], names[wanted]);
}

/* Lines that begin with # and do not fit: comments. */
static bool has_hash_comments(const struct csv_sample *s, size_t n)
{
	bool begins = true;
	size_t found = 0, lines = 0;

	for (size_t i = 0; i < n; i++) {
		if (begins) {
			found += s->p[i] == '#';
			lines++;
		}
		begins = s->p[i] == '\n';
	}
	return found > 0 && found < lines;
}

static void choose_quote(struct arena *a, const struct csv_options *o,
			 const struct csv_sample *s, size_t n, struct trial *best)
{
	struct csv_dialect d = best->dialect;
	struct trial t;

	if (o->quote == CSV_AUTO && has_single_quotes(s, n, d.delim.p[0])) {
		d.quote = '\'';
		run_trial(a, s, n, &d, &t);
		if (share(&t) >= share(best) && !t.is_loose)
			*best = t;
	}
	d = best->dialect;
	if (o->escape == CSV_AUTO && best->is_loose && d.quote == '"' &&
	    has_backslash_quotes(s, n)) {
		d.escape = '\\';
		run_trial(a, s, n, &d, &t);
		if (share(&t) >= share(best))
			*best = t;
	}
	d = best->dialect;
	if (o->comment == CSV_AUTO && has_hash_comments(s, n)) {
		d.comment = '#';
		run_trial(a, s, n, &d, &t);
		if (t.n_lines < best->n_lines && share(&t) > share(best))
			*best = t;
	}
}

/* Colons of times: a digit before and two behind. */
static bool has_times(const struct csv_sample *s, size_t n)
{
	size_t colons = 0, times = 0;

	for (size_t i = 1; i + 2 < n; i++) {
		const char *p = s->p + i;

		if (*p != ':')
			continue;
		colons++;
		times += p[-1] >= '0' && p[-1] <= '9' && p[1] >= '0' && p[1] <= '9' &&
			 p[2] >= '0' && p[2] <= '9';
	}
	return times * 2 > colons;
}

/* "sep=;" on the first line, as spreadsheets write it. */
static bool take_hint(struct arena *a, struct csv_sample *s, struct csv_options *o)
{
	const char *p = s->p;

	if (s->n < 6 || memcmp(p, "sep=", 4) || o->delim.n || o->skip > 0 ||
	    (p[5] != '\n' && p[5] != '\r') || p[4] == '\n' || p[4] == '\r')
		return false;
	o->delim = str_dup(a, (struct str){ p + 4, 1 });
	o->skip = 1;
	return true;
}

static void choose_delim(struct arena *a, const struct csv_options *o,
			 const struct csv_sample *s, size_t n, struct csv_dialect d,
			 struct trial *best)
{
	struct trial t;

	if (o->delim.n) {
		d.delim = o->delim;
		run_trial(a, s, n, &d, best);
		return;
	}
	d.delim = candidates[0];
	run_trial(a, s, n, &d, best);
	for (size_t k = 1; k < ARRAY_LEN(candidates); k++) {
		/* Times have colons: only when nothing else explains the lines. */
		if (candidates[k].p[0] == ':' &&
		    (share(best) >= 0.5 || has_times(s, n)))
			break;
		d.delim = candidates[k];
		run_trial(a, s, n, &d, &t);
		if (is_better(&t, best))
			*best = t;
	}
}

/* Index the whole sample and find the rows with the usual number of fields. */
static void make_rows(struct arena *a, struct csv_sample *s, struct csv_file *file,
		      size_t skip_lines)
{
	const struct csv_dialect *d = &file->dialect;
	size_t from = 0, line = 0, n_text = 0;
	bool found = false;

	s->v = arena_array(a, uint32_t, s->n + 66) + 1;
	csv_index(d, s->p, s->n, s->v, &s->span);
	s->first = arena_array(a, uint32_t, s->span.n_lines + 1);
	s->n_rows = 0;
	for (size_t i = 0; i < s->span.n; i++) {
		size_t n = i + 1 - from;

		if (!(s->v[i] & 1))
			continue;
		size_t at = from ? s->v[from - 1] >> 1 : 0;
		bool blank = n == 1 && (s->p[at] == '\n' || s->p[at] == '\r');
		bool note = d->comment && s->p[at] == d->comment;

		line++;
		if (n == file->n_fields && line > skip_lines) {
			if (!found && !blank && !note) {
				found = true;
				file->n_skipped = n_text;
			}
			if (found && !note)
				s->first[s->n_rows++] = (uint32_t)from;
		}
		n_text += !blank && !note;
		from = i + 1;
	}
}

shade_status csv_sniff_dialect(struct shade_cx *cx, struct arena *a,
			       const struct csv_options *given, struct csv_sample *s,
			       struct csv_file *file)
{
	size_t n = s->n < TRY_BYTES ? s->n : TRY_BYTES;
	struct csv_options with_hint = *given;
	const struct csv_options *o = &with_hint;
	struct csv_dialect d = { .quote = o->quote == CSV_AUTO ? '"' : (char)o->quote };
	struct trial best;

	/* Long rows need more text to be compared. */
	while (n < s->n && count_newlines(s->p, n) < 4)
		n = s->n - n < n ? s->n : n * 2;
	take_hint(cx->arena, s, &with_hint);
	d.escape = o->escape == CSV_AUTO ? 0 : (char)o->escape;
	d.comment = o->comment == CSV_AUTO ? 0 : (char)o->comment;
	TRY(check_new_line(cx, s, file, o->new_line));
	d.cr_ends = o->new_line == CSV_NL_AUTO ? has_lone_cr(s->p, n)
					       : o->new_line == CSV_NL_CR;
	choose_delim(a, o, s, n, d, &best);
	choose_quote(a, o, s, n, &best);
	file->dialect = best.dialect;
	file->n_fields = best.modal;
	if (o->n_declared && !o->by_name)
		file->n_fields = o->n_declared;
	if (best.modal < 2 || (!o->delim.n && share(&best) < 0.5)) {
		file->n_fields = 1;
		if (!o->delim.n)
			file->dialect.delim = STR(",");
		if (!o->delim.n && best.n_several > 0) {
			/* Commas in prose: a separator that never occurs. */
			file->dialect.delim = STR("\x1f");
		}
	}
	make_rows(a, s, file, o->skip > 0 ? (size_t)o->skip : 0);
	if (s->n_rows == 0 && file->n_fields > 1 && o->n_declared == 0) {
		file->n_fields = 1;
		make_rows(a, s, file, o->skip > 0 ? (size_t)o->skip : 0);
	}
	if (file->n_fields > MOST_FIELDS)
		return shade_fail(cx, SHADE_E_TOO_COMPLEX, NO_SPAN,
				  "\"%.*s\" has %zu columns; at most %d are read",
				  STR_ARG(file->path), file->n_fields, MOST_FIELDS);
	return SHADE_OK;
}
