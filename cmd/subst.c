#include "subst.h"

#include <string.h>

#include "scan.h"
#include "shell.h"

static void add_piece(struct subst *s, size_t in_begin, size_t in_end, const char *p,
		      size_t n, bool is_copy)
{
	struct span_piece *piece;

	if (is_copy && n == 0)
		return;
	s->map.pieces = mem_grow(s->map.pieces, s->map.n + 1, sizeof(*s->map.pieces));
	piece = &s->map.pieces[s->map.n++];
	*piece = (struct span_piece){ .out_begin = s->out.n,
				      .out_end = s->out.n + n,
				      .in_begin = in_begin,
				      .in_end = in_end,
				      .is_copy = is_copy };
	text_add(&s->out, p, n);
}

static size_t name_length(const char *p, size_t n)
{
	size_t i = 0;

	while (i < n && (is_alpha(p[i]) || is_digit(p[i])))
		i++;
	return i;
}

static void add_value(struct subst *s, size_t begin, size_t end, const char *value,
		      char quote)
{
	struct text t = { 0 };

	if (quote)
		text_addc(&t, quote);
	for (const char *z = value; *z; z++) {
		if (quote && *z == quote)
			text_addc(&t, quote);
		text_addc(&t, *z);
	}
	if (quote)
		text_addc(&t, quote);
	add_piece(s, begin, end, text_str(&t), t.n, false);
	text_free(&t);
}

/* {'x':'INT'}: behind a text or a word a colon begins a value. */
static bool is_colon_of_pair(const char *p, size_t at)
{
	char before = at ? p[at - 1] : ' ';

	return before == ':' || before == '\'' || before == '"' || is_alpha(before) ||
	       is_digit(before);
}

/*
 * A reference at p[at]; returns its length, 0: none.  The name goes to
 * *name (owned by the caller), the quote wanted to *quote.
 */
static size_t reference(const char *p, size_t n, size_t at, bool in_quotes, char **name,
			char *quote)
{
	char close;
	size_t len;

	if (n - at < 4)
		return 0;
	if (p[at] == '$' && p[at + 1] == '{') {
		close = '}';
		*quote = '\0';
	} else if (!in_quotes && p[at] == ':' &&
		   (p[at + 1] == '\'' || p[at + 1] == '"') &&
		   !is_colon_of_pair(p, at)) {
		close = p[at + 1];
		*quote = close;
	} else {
		return 0;
	}
	len = name_length(p + at + 2, n - at - 2);
	if (len == 0 || at + 2 + len >= n || p[at + 2 + len] != close)
		return 0;
	*name = str_ndup(p + at + 2, len);
	return len + 3;
}

bool subst_apply(struct subst *s, const struct shell *sh, const char *p, size_t n)
{
	struct scan scan = { 0 };
	size_t copied = 0;

	*s = (struct subst){ 0 };
	if (!memchr(p, '$', n) && !memchr(p, ':', n))
		return false;
	for (size_t i = 0; i < n;) {
		const char *value;
		char *name = NULL, quote = '\0';
		size_t len = 0;

		if (scan.state != SCAN_COMMENT && scan.state != SCAN_LINE_COMMENT)
			len = reference(p, n, i, scan.state != SCAN_PLAIN, &name,
					&quote);
		value = name ? shell_var(sh, name) : NULL;
		if (value) {
			add_piece(s, copied, i, p + copied, i - copied, true);
			add_value(s, i, i + len, value, quote);
			i += len;
			copied = i;
		} else if (name && scan.state == SCAN_PLAIN && !s->missing) {
			s->missing = str_dup(name);
			s->missing_begin = i;
			s->missing_end = i + len;
			i += len;
		} else {
			i += scan_step(&scan, p + i, n - i);
		}
		mem_free(name);
	}
	if (!copied && !s->missing)
		return false;
	add_piece(s, copied, n, p + copied, n - copied, true);
	return true;
}

void subst_release(struct subst *s)
{
	text_free(&s->out);
	mem_free(s->map.pieces);
	mem_free(s->missing);
	*s = (struct subst){ 0 };
}
