/*
 * json_text.h - moving over JSON text without building anything.
 *
 * All functions work on [p, e) with 64 readable bytes behind e.  They check
 * what they need to move on (strings end, brackets match), not more.
 */
#ifndef SHADE_FORMAT_JSON_TEXT_H
#define SHADE_FORMAT_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/str.h"

#define JSON_DEPTH 512 /* deeper values are malformed */
#define JSON_PAD 64

static inline bool json_is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline const char *json_space(const char *p, const char *e)
{
	while (p < e && json_is_space(*p))
		p++;
	return p;
}

/* p is behind the opening quote; returns the closing quote, NULL if there is
 * none.  *escaped: a backslash was met. */
const char *json_string_end(const char *p, const char *e, bool *escaped);
/* Behind the value that begins at p (no blanks before it); NULL: malformed. */
const char *json_skip(const char *p, const char *e);
/* Is it the depth of the value at p why json_skip gave it up? */
bool json_is_too_deep(const char *p, const char *e);
/* Separators, brackets and blanks: what ends a number or word. */
extern const bool json_ends_scalar[256];

/* Behind the number or word at p. */
static inline const char *json_scalar_end(const char *p, const char *e)
{
	while (p < e && !json_ends_scalar[(unsigned char)*p])
		p++;
	return p;
}

/* json_skip with the common cases in place. */
static inline const char *json_skip_fast(const char *p, const char *e)
{
	const char *end;
	bool escaped;

	if (*p == '"') {
		end = json_string_end(p + 1, e, &escaped);
		return end ? end + 1 : NULL;
	}
	if (*p == '{' || *p == '[')
		return json_skip(p, e);
	if ((*p < '0' || *p > '9') && !memchr("-tfnNI", *p, 6))
		return NULL; /* no number, true, false, null, NaN, Infinity */
	end = json_scalar_end(p, e);
	return end > p ? end : NULL;
}

/* Line feeds in p[0..n). */
size_t count_newlines(const char *p, size_t n);

/* The characters that an escaped string means, at most e - p bytes; returns
 * the length, SIZE_MAX if an escape is wrong.  Half surrogates become U+FFFD. */
size_t json_unescape(const char *p, const char *e, char *dst);
/* Is [p, e) exactly a JSON number? */
bool json_is_number(const char *p, const char *e);
/* NaN, Infinity, -Infinity: JSON cannot write them, Python and others do. */
bool json_is_float_word(const char *p, const char *e);
/* Is [p, e) one valid JSON value (or such a word), checked throughout? */
bool json_is_valid(const char *p, const char *e);

#endif
