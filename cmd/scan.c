#include "scan.h"

#include <string.h>

#include "text.h"

size_t scan_step(struct scan *s, const char *p, size_t n)
{
	bool two = n > 1;

	switch (s->state) {
	case SCAN_PLAIN:
		if (p[0] == '\'')
			s->state = SCAN_QUOTE;
		else if (p[0] == '"')
			s->state = SCAN_DQUOTE;
		else if (p[0] == '`')
			s->state = SCAN_BACKTICK;
		else if (two && p[0] == '-' && p[1] == '-')
			s->state = SCAN_LINE_COMMENT;
		else if (two && p[0] == '/' && p[1] == '*') {
			s->state = SCAN_COMMENT;
			return 2;
		}
		return 1;
	case SCAN_QUOTE:
	case SCAN_DQUOTE:
	case SCAN_BACKTICK: {
		/* A doubled quote closes and opens again. */
		char quote = s->state == SCAN_QUOTE    ? '\''
			     : s->state == SCAN_DQUOTE ? '"'
						       : '`';

		if (p[0] == quote)
			s->state = SCAN_PLAIN;
		return 1;
	}
	case SCAN_LINE_COMMENT:
		if (p[0] == '\n')
			s->state = SCAN_PLAIN;
		return 1;
	case SCAN_COMMENT:
		if (two && p[0] == '*' && p[1] == '/') {
			s->state = SCAN_PLAIN;
			return 2;
		}
		return 1;
	}
	return 1;
}

/* Behind blanks, comments and empty statements; n if nothing else is left.
 * An unclosed comment is not skipped. */
static size_t skip_blank(const char *p, size_t n, size_t at)
{
	while (at < n) {
		const char *end;

		if (is_blank(p[at]) || p[at] == ';') {
			at++;
		} else if (n - at > 1 && p[at] == '-' && p[at + 1] == '-') {
			end = memchr(p + at, '\n', n - at);
			at = end ? (size_t)(end - p) + 1 : n;
		} else if (n - at > 1 && p[at] == '/' && p[at + 1] == '*') {
			end = memmem(p + at + 2, n - at - 2, "*/", 2);
			if (!end)
				return at;
			at = (size_t)(end - p) + 2;
		} else {
			return at;
		}
	}
	return n;
}

/* A backslash outside quotes in [begin, end), or end. */
static size_t find_suffix(const char *p, size_t begin, size_t end)
{
	struct scan scan = { 0 };
	size_t i = begin;

	if (!memchr(p + begin, '\\', end - begin))
		return end;
	while (i < end) {
		if (scan.state == SCAN_PLAIN && p[i] == '\\' && i + 1 < end &&
		    is_alpha(p[i + 1]))
			return i;
		i += scan_step(&scan, p + i, end - i);
	}
	return end;
}

static size_t line_end(const char *p, size_t n, size_t at)
{
	const char *end = at < n ? memchr(p + at, '\n', n - at) : NULL;

	return end ? (size_t)(end - p) : n;
}

/*
 * Behind the lines of `.check <<WORD`, up to and with the line WORD; at
 * itself if the line at [begin, end) has no such thing; n + 1: not there yet.
 */
static size_t heredoc_end(const char *p, size_t n, size_t begin, size_t end)
{
	const char *mark = memmem(p + begin, end - begin, "<<", 2);
	size_t at, len = 0;

	if (!mark)
		return end;
	mark += 2;
	while (mark + len < p + end && (is_alpha(mark[len]) || is_digit(mark[len])))
		len++;
	if (!len)
		return end;
	for (at = end; at < n;) {
		size_t line = at + 1, stop = line_end(p, n, line), k = stop - line;

		if (k && p[stop - 1] == '\r')
			k--;
		if (k == len && !memcmp(p + line, mark, len))
			return stop;
		at = stop;
	}
	return n + 1;
}

struct piece piece_next(const struct shade_env *env, const char *text, size_t n,
			size_t at, bool final)
{
	struct piece piece = { .kind = PIECE_END, .next = n };
	size_t begin = skip_blank(text, n, at), from, to, slash;
	enum shade_waits waits;

	if (begin == n)
		return piece;
	piece.begin = begin;
	if ((text[begin] == '.' && begin + 1 < n && is_alpha(text[begin + 1])) ||
	    text[begin] == '\\') {
		piece.kind = PIECE_DOT;
		piece.end = line_end(text, n, begin);
		to = heredoc_end(text, n, begin, piece.end);
		if (to > n && !final) {
			piece.kind = PIECE_WAIT;
			piece.waits = SHADE_WAITS_BLOCK;
			return piece;
		}
		if (to <= n)
			piece.end = to;
		piece.next = piece.end < n ? piece.end + 1 : n;
		if (piece.end == n && !final)
			piece.kind = PIECE_WAIT, piece.waits = SHADE_WAITS_EMPTY;
		return piece;
	}
	waits = shade_split(env, text + begin, n - begin, &from, &to);
	to += begin;
	slash = find_suffix(text, begin, to);
	if (slash < to) {
		piece.kind = PIECE_SQL;
		piece.end = slash;
		piece.suffix = slash;
		piece.suffix_end = line_end(text, n, slash);
		piece.next = piece.suffix_end < n ? piece.suffix_end + 1 : n;
		if (piece.suffix_end == n && !final)
			piece.kind = PIECE_WAIT, piece.waits = SHADE_WAITS_STATEMENT;
		return piece;
	}
	piece.kind = waits == SHADE_WAITS_NOT || final ? PIECE_SQL : PIECE_WAIT;
	piece.waits = waits;
	piece.end = to;
	piece.next = to;
	/* `select 1; \gx` on one line is not a suffix: ';' ran it. */
	return piece;
}

size_t script_start(const char *text, size_t n)
{
	size_t at = 0;

	if (n >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		at = 3;
	if (n - at >= 2 && text[at] == '#' && text[at + 1] == '!')
		at = line_end(text, n, at);
	return at;
}
