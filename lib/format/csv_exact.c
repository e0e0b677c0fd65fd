#include <string.h>

#include "format/csv_index.h"

/*
 * A quote opens at the beginning of a field (blanks before it are
 * forgiven) and closes before a separator, a newline or the end; elsewhere
 * it is a character like others.
 */
struct machine {
	const struct csv_dialect *d;
	const char *p;
	size_t n;
	uint32_t *out;
	struct csv_span *span;
	size_t at;
	size_t n_out;
};

static void emit(struct machine *m, size_t width, bool newline)
{
	if (m->out)
		m->out[m->n_out] = (uint32_t)((m->at + width) * 2 + newline);
	m->n_out++;
	m->at += width;
	if (newline) {
		m->span->n_lines++;
		m->span->end = m->at;
	}
}

static bool is_newline(const struct machine *m, size_t i)
{
	return m->p[i] == '\n' || (m->d->cr_ends && m->p[i] == '\r');
}

static bool is_delim(const struct machine *m, size_t i)
{
	return m->n - i >= m->d->delim.n && m->p[i] == m->d->delim.p[0] &&
	       !memcmp(m->p + i, m->d->delim.p, m->d->delim.n);
}

/* May the quote before i be a closing one?  The end of the text is unknown
 * country: the row is cut off there anyway. */
static bool closes_before(const struct machine *m, size_t i)
{
	while (i < m->n && m->p[i] == ' ' && !is_delim(m, i))
		i++;
	return i >= m->n || is_newline(m, i) || is_delim(m, i) || m->p[i] == '\r';
}

/* m->at is at an opening quote; leave it at the end of the field. */
static void quoted(struct machine *m)
{
	const struct csv_dialect *d = m->d;
	char escape = d->escape ? d->escape : d->quote;

	m->span->has_quotes = true;
	m->span->open_at = m->at;
	for (m->at++; m->at < m->n; m->at++) {
		char c = m->p[m->at];

		if (c == escape && c != d->quote) {
			m->at++;
			continue;
		}
		if (c == '\n') {
			m->span->n_inner++;
			continue;
		}
		if (c != d->quote)
			continue;
		if (escape == d->quote && m->at + 1 < m->n &&
		    m->p[m->at + 1] == d->quote) {
			m->at++;
			continue;
		}
		if (closes_before(m, m->at + 1)) {
			m->at++;
			return;
		}
		m->span->is_loose = true;
	}
	m->at = m->n;
	m->span->in_quotes = true;
}

/* A field from its first byte to its separator. */
static void field(struct machine *m)
{
	size_t i = m->at;

	while (m->d->quote && i < m->n && m->p[i] == ' ' && !is_delim(m, i))
		i++;
	if (m->d->quote && i < m->n && m->p[i] == m->d->quote) {
		m->span->is_loose |= i != m->at;
		m->at = i;
		quoted(m);
	}
	while (m->at < m->n && !is_newline(m, m->at) && !is_delim(m, m->at)) {
		m->span->is_loose |= m->d->quote && m->p[m->at] == m->d->quote;
		m->at++;
	}
}

static void skip_comment(struct machine *m)
{
	while (m->at < m->n && !is_newline(m, m->at))
		m->at++;
	if (m->at == m->n)
		return;
	m->at++;
	if (m->at < m->n && m->p[m->at - 1] == '\r' && m->p[m->at] == '\n')
		m->at++;
	m->span->n_skipped++;
	m->span->end = m->at;
}

void csv_index_exact(const struct csv_dialect *d, const char *p, size_t n,
		     uint32_t *out, struct csv_span *span)
{
	struct machine m = { .d = d, .p = p, .n = n, .out = out, .span = span };
	bool row_begins = true;

	*span = (struct csv_span){ 0 };
	while (m.at < n) {
		if (row_begins && d->comment && p[m.at] == d->comment) {
			/* The comment becomes a row of one field; who makes rows
			 * of entries leaves it out. */
			skip_comment(&m);
			if (out)
				out[m.n_out] = (uint32_t)(m.at * 2 + 1);
			m.n_out++;
			span->n_lines++;
			continue;
		}
		field(&m);
		if (m.at >= n)
			break;
		row_begins = is_newline(&m, m.at);
		emit(&m, row_begins ? 1 : d->delim.n, row_begins);
	}
	span->n = m.n_out;
}
