#include "report.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "shade.h"

#include "picture.h"

enum severity { SEV_ERROR, SEV_WARNING, SEV_NOTE };

static const char *const severity_names[] = { "error", "warning", "note" };
static const char *const severity_colors[] = { "\033[31;1m", "\033[33;1m",
					       "\033[36;1m" };

/* What is said, wherever it comes from. */
struct message {
	enum severity severity;
	const char *sqlstate; /* or NULL */
	const char *klass; /* or NULL */
	const char *text;
	bool has_span;
	size_t begin, end; /* in the text that was run */
	size_t n_hints;
	const char *const *hints;
	const char *data_file;
	uint64_t data_line, data_column;
	const char *data_text;
	size_t data_begin, data_end;
};

/* Where a message points, resolved. */
struct place {
	const char *file;
	size_t line, col, end_col; /* line 0: nowhere */
	const char *text; /* the line */
	size_t n, begin, end;
};

void text_position(const char *text, size_t n, size_t at, size_t *line, size_t *col)
{
	*line = 1;
	*col = 1;
	for (size_t i = 0; i < at && i < n; i++) {
		if (text[i] == '\n') {
			++*line;
			*col = 1;
		} else if ((text[i] & 0xc0) != 0x80) {
			++*col;
		}
	}
}

/* From an offset in the text that was run to one in the source. */
static size_t map_back(const struct origin *o, size_t at, bool is_end)
{
	if (!o->map)
		return o->begin + at;
	for (size_t i = 0; i < o->map->n; i++) {
		const struct span_piece *p = &o->map->pieces[i];

		if (at > p->out_end ||
		    (at == p->out_end && !is_end && i + 1 < o->map->n))
			continue;
		if (p->is_copy)
			return o->begin + p->in_begin + (at - p->out_begin);
		return o->begin + (is_end ? p->in_end : p->in_begin);
	}
	return o->end;
}

static void place_in_source(const struct origin *o, const struct message *m,
			    struct place *at)
{
	size_t begin = o->begin, end = o->begin, from, to;

	if (m->has_span) {
		begin = map_back(o, m->begin, false);
		end = map_back(o, m->end, true);
	}
	if (begin > o->n)
		begin = o->n;
	/* A place at the very end is shown behind the last visible byte. */
	if (begin >= o->end || begin == o->n) {
		while (begin > o->begin && is_blank(o->text[begin - 1]))
			begin--;
	}
	if (end < begin)
		end = begin;
	for (from = begin; from > 0 && o->text[from - 1] != '\n'; from--)
		;
	for (to = begin; to < o->n && o->text[to] != '\n'; to++)
		;
	if (to > from && o->text[to - 1] == '\r')
		to--;
	text_position(o->text, o->n, begin, &at->line, &at->col);
	at->file = o->file;
	at->text = o->text + from;
	at->n = to - from;
	at->begin = begin - from;
	at->end = end < to ? end - from : at->n;
	at->end_col = at->col;
	for (size_t i = at->begin; i < at->end; i++)
		at->end_col += (at->text[i] & 0xc0) != 0x80;
}

static void place_in_data(const struct message *m, struct place *at)
{
	at->file = m->data_file;
	at->line = (size_t)m->data_line;
	at->col = (size_t)m->data_column;
	at->end_col = at->col + (m->data_end - m->data_begin);
	if (m->data_text) {
		at->text = m->data_text;
		at->n = strcspn(m->data_text, "\r\n");
		at->begin = m->data_begin < at->n ? m->data_begin : at->n;
		at->end = m->data_end < at->n ? m->data_end : at->n;
	}
}

static void add_json_text(struct text *t, const char *z)
{
	text_addc(t, '"');
	for (; *z; z++) {
		unsigned char c = (unsigned char)*z;

		if (c == '"' || c == '\\')
			text_addf(t, "\\%c", c);
		else if (c == '\n')
			text_addz(t, "\\n");
		else if (c < 0x20 || c == 0x7f)
			text_addf(t, "\\u%04x", c);
		else
			text_addc(t, (char)c);
	}
	text_addc(t, '"');
}

static void add_json(struct text *t, const struct message *m, const struct place *at)
{
	text_addz(t, "{\"severity\":");
	add_json_text(t, severity_names[m->severity]);
	if (m->sqlstate) {
		text_addz(t, ",\"code\":");
		add_json_text(t, m->sqlstate);
	}
	if (m->klass) {
		text_addz(t, ",\"class\":");
		add_json_text(t, m->klass);
	}
	text_addz(t, ",\"message\":");
	add_json_text(t, m->text);
	text_addz(t, ",\"file\":");
	if (at->file)
		add_json_text(t, at->file);
	else
		text_addz(t, "null");
	if (at->line)
		text_addf(t, ",\"line\":%zu,\"col\":%zu,\"end\":%zu", at->line, at->col,
			  at->end_col);
	text_addz(t, ",\"hints\":[");
	for (size_t i = 0; i < m->n_hints; i++) {
		if (i)
			text_addc(t, ',');
		add_json_text(t, m->hints[i]);
	}
	text_addz(t, "]}\n");
}

/* The first line; line breaks and escapes in it are made visible. */
static void add_first_line(struct text *t, const struct report *r,
			   const struct message *m, const struct place *at)
{
	if (at->file) {
		picture_escape(t, at->file, strlen(at->file), true);
		if (at->line)
			text_addf(t, ":%zu", at->line);
		if (at->line && at->col)
			text_addf(t, ":%zu", at->col);
		text_addz(t, ": ");
	}
	text_addf(t, "%s%s", r->color ? severity_colors[m->severity] : "",
		  severity_names[m->severity]);
	if (m->sqlstate && m->severity == SEV_ERROR)
		text_addf(t, "[%s]", m->sqlstate);
	text_addf(t, "%s: ", r->color ? "\033[0m" : "");
	picture_escape(t, m->text, strlen(m->text), r->utf8);
	text_addc(t, '\n');
}

static void add_text(struct text *t, const struct report *r, const struct message *m,
		     const struct place *at)
{
	size_t n_hints = m->n_hints < 3 ? m->n_hints : 3;

	add_first_line(t, r, m, at);
	if (at->text && at->line && (m->has_span || m->data_file)) {
		struct picture pic = { .line = at->text,
				       .n = at->n,
				       .begin = at->begin,
				       .end = at->end,
				       .number = at->line,
				       .columns = r->columns,
				       .utf8 = r->utf8,
				       .color = r->color };

		picture_draw(t, &pic);
	}
	for (size_t i = 0; i < n_hints; i++)
		picture_hint(t, picture_gutter(at->line), m->hints[i]);
}

static void send(const char *p, size_t n)
{
	while (n) {
		ssize_t k = write(2, p, n);

		if (k <= 0)
			return;
		p += k;
		n -= (size_t)k;
	}
}

static void emit(struct report *r, const struct message *m, const struct origin *o)
{
	struct text t = { 0 };
	struct place at = { 0 };

	if (m->data_file)
		place_in_data(m, &at);
	else if (o)
		place_in_source(o, m, &at);
	if (r->json)
		add_json(&t, m, &at);
	else
		add_text(&t, r, m, &at);
	if (!r->mute)
		send(t.p, t.n);
	if (m->severity == SEV_ERROR) {
		text_clear(&r->last);
		text_add(&r->last, t.p, t.n);
		r->n_errors++;
	} else if (m->severity == SEV_WARNING) {
		r->n_warnings++;
	}
	text_free(&t);
}

void report_error(struct report *r, const struct shade_error *e, const struct origin *o)
{
	struct message m = { .severity = SEV_ERROR,
			     .sqlstate = e->sqlstate,
			     .klass = e->klass,
			     .text = e->message ? e->message : "unknown error",
			     .has_span = e->end > 0,
			     .begin = e->begin,
			     .end = e->end,
			     .n_hints = e->n_hints,
			     .hints = e->hints,
			     .data_file = e->data_file,
			     .data_line = e->data_line,
			     .data_column = e->data_column,
			     .data_text = e->data_text,
			     .data_begin = e->data_mark_begin,
			     .data_end = e->data_mark_end };

	emit(r, &m, o);
}

void report_notice(struct report *r, const struct shade_notice *n,
		   const struct origin *o)
{
	struct message m = { .severity = n->is_warning ? SEV_WARNING : SEV_NOTE,
			     .text = n->text,
			     .has_span = n->end > 0,
			     .begin = n->begin,
			     .end = n->end };

	if (!n->is_warning && (r->quiet || (n->interactive_only && !r->interactive)))
		return;
	emit(r, &m, o);
}

void report_fail(struct report *r, const char *sqlstate, const struct origin *o,
		 const char *fmt, ...)
{
	struct text t = { 0 };
	struct message m = { .severity = SEV_ERROR, .sqlstate = sqlstate };
	va_list ap;
	char buf[1024];

	va_start(ap, fmt);
	vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	text_addz(&t, buf);
	m.text = t.p;
	if (o && o->end > o->begin) {
		m.has_span = true;
		m.end = o->end - o->begin;
	}
	emit(r, &m, o);
	text_free(&t);
}

void report_note(struct report *r, bool is_warning, const char *fmt, ...)
{
	struct message m = { .severity = is_warning ? SEV_WARNING : SEV_NOTE };
	char buf[1024];
	va_list ap;

	if (!is_warning && r->quiet)
		return;
	va_start(ap, fmt);
	vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	m.text = buf;
	emit(r, &m, NULL);
}
