/*
 * unescape.c - what quoted text and numbers say.
 */
#include "base/utf8.h"
#include "parse/parse_internal.h"

/* '' to ' and the like. */
struct str unescape_quotes(struct arena *a, struct str body, char quote)
{
	char *out = arena_alloc(a, body.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < body.n; i++) {
		out[n++] = body.p[i];
		if (body.p[i] == quote)
			i++;
	}
	return (struct str){ out, n };
}

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* Up to max hexadecimal digits; *used says how many there were. */
static uint32_t hex_number(struct str s, size_t at, size_t max, size_t *used)
{
	uint32_t value = 0;

	for (*used = 0; *used < max && at + *used < s.n; ++*used) {
		int digit = hex_value(s.p[at + *used]);

		if (digit < 0)
			break;
		value = value * 16 + (uint32_t)digit;
	}
	return value;
}

static char simple_escape(char c)
{
	switch (c) {
	case 'n': return '\n';
	case 't': return '\t';
	case 'r': return '\r';
	case 'b': return '\b';
	case 'f': return '\f';
	default: return c;
	}
}

/* One escape at body.p[*i], which is behind the backslash. */
static size_t one_escape(struct str body, size_t *i, char *out)
{
	char c = body.p[*i];
	size_t max = c == 'u' ? 4 : c == 'U' ? 8 : c == 'x' ? 2 : 0;
	size_t used = 0;
	size_t len = 0;

	if (max) {
		uint32_t cp = hex_number(body, *i + 1, max, &used);

		/* NUL and surrogates stay as they were typed. */
		if (used && cp)
			len = utf8_encode(cp, out);
	}
	if (len) {
		*i += used;
		return len;
	}
	out[0] = simple_escape(c);
	return 1;
}

/* The body of E'..': \n \t \\ \' \u0041 \x41, and '' for a quote. */
struct str unescape_backslashes(struct arena *a, struct str body)
{
	char *out = arena_alloc(a, body.n + 4);
	size_t n = 0;

	for (size_t i = 0; i < body.n; i++) {
		char c = body.p[i];

		if (c == '\\' && i + 1 < body.n) {
			i++;
			n += one_escape(body, &i, out + n);
			continue;
		}
		out[n++] = c;
		if (c == '\'')
			i++;
	}
	return (struct str){ out, n };
}

/* \101: three octal digits, the first 0 or 1. */
static bool is_octal(struct str s, size_t at)
{
	if (at + 2 >= s.n || s.p[at] < '0' || s.p[at] > '1')
		return false;
	return s.p[at + 1] >= '0' && s.p[at + 1] <= '7' && s.p[at + 2] >= '0' &&
	       s.p[at + 2] <= '7';
}

static size_t spark_escape(struct str body, size_t *i, char *out)
{
	char c = body.p[*i];
	size_t max = c == 'u' ? 4 : c == 'U' ? 8 : 0;
	size_t used = 0;

	if (max) {
		uint32_t cp = hex_number(body, *i + 1, max, &used);
		size_t len = used == max && cp ? utf8_encode(cp, out) : 0;

		if (len) {
			*i += used;
			return len;
		}
	}
	if (is_octal(body, *i)) {
		uint32_t cp = (uint32_t)((c - '0') * 64 + (body.p[*i + 1] - '0') * 8 +
					 (body.p[*i + 2] - '0'));

		*i += 2;
		return utf8_encode(cp, out);
	}
	switch (c) {
	case '0': out[0] = '\0'; return 1;
	case 'Z': out[0] = '\x1a'; return 1;
	case 'f': out[0] = 'f'; return 1;
	case '%':
	case '_': /* LIKE reads the backslash */
		out[0] = '\\';
		out[1] = c;
		return 2;
	default: out[0] = simple_escape(c); return 1;
	}
}

struct str unescape_spark(struct arena *a, struct str body, char quote)
{
	char *out = arena_alloc(a, body.n + 4);
	size_t n = 0;

	for (size_t i = 0; i < body.n; i++) {
		char c = body.p[i];

		if (c == '\\' && i + 1 < body.n) {
			i++;
			n += spark_escape(body, &i, out + n);
			continue;
		}
		out[n++] = c;
		if (c == quote)
			i++;
	}
	return (struct str){ out, n };
}

struct str strip_underscores(struct arena *a, struct str digits)
{
	char *out = arena_alloc(a, digits.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < digits.n; i++) {
		if (digits.p[i] != '_')
			out[n++] = digits.p[i];
	}
	return (struct str){ out, n };
}
