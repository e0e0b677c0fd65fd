#include "func/json.h"

#include <math.h>

#include "base/utf8.h"

static const char *blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r'))
		p++;
	return p;
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

static bool is_digit(const char *p, const char *end)
{
	return p < end && *p >= '0' && *p <= '9';
}

/* Each returns the end of what it read, or NULL. */
static const char *string_end(const char *p, const char *end)
{
	for (p++; p < end && *p != '"'; p++) {
		if ((unsigned char)*p < 0x20)
			return NULL;
		if (*p != '\\')
			continue;
		if (++p == end)
			return NULL;
		if (*p == 'u') {
			for (int i = 0; i < 4; i++)
				if (++p == end || !is_hex(*p))
					return NULL;
		} else if (!strchr("\"\\/bfnrt", *p) || *p == 0) {
			return NULL;
		}
	}
	return p < end ? p + 1 : NULL;
}

static const char *number_end(const char *p, const char *end)
{
	p += *p == '-';
	if (!is_digit(p, end))
		return NULL;
	if (*p == '0')
		p++;
	else
		while (is_digit(p, end))
			p++;
	if (p < end && *p == '.') {
		if (!is_digit(++p, end))
			return NULL;
		while (is_digit(p, end))
			p++;
	}
	if (p < end && (*p == 'e' || *p == 'E')) {
		p++;
		if (p < end && (*p == '+' || *p == '-'))
			p++;
		if (!is_digit(p, end))
			return NULL;
		while (is_digit(p, end))
			p++;
	}
	return p;
}

static const char *word_end(const char *p, const char *end, const char *word)
{
	size_t n = strlen(word);

	return (size_t)(end - p) >= n && memcmp(p, word, n) == 0 ? p + n : NULL;
}

static const char *value_end(const char *p, const char *end, int depth);

/* '[' or '{' at p; the blanks after it are read. */
static const char *list_end(const char *p, const char *end, int depth)
{
	char close = *p == '[' ? ']' : '}';

	p = blanks(p + 1, end);
	if (p < end && *p == close)
		return p + 1;
	for (;;) {
		if (close == '}') {
			if (p == end || *p != '"')
				return NULL;
			p = string_end(p, end);
			if (!p)
				return NULL;
			p = blanks(p, end);
			if (p == end || *p != ':')
				return NULL;
			p = blanks(p + 1, end);
		}
		p = value_end(p, end, depth);
		if (!p)
			return NULL;
		p = blanks(p, end);
		if (p == end)
			return NULL;
		if (*p == close)
			return p + 1;
		if (*p != ',')
			return NULL;
		p = blanks(p + 1, end);
	}
}

static const char *value_end(const char *p, const char *end, int depth)
{
	if (p == end || depth > JSON_DEPTH)
		return NULL;
	switch (*p) {
	case '"': return string_end(p, end);
	case '[':
	case '{': return list_end(p, end, depth + 1);
	case 't': return word_end(p, end, "true");
	case 'f': return word_end(p, end, "false");
	case 'n': return word_end(p, end, "null");
	default: return number_end(p, end);
	}
}

bool json_whole(struct str text, struct str *out)
{
	const char *end = text.p + text.n, *p, *q;

	if (text.n == 0)
		return false;
	p = blanks(text.p, end);
	q = value_end(p, end, 0);
	if (!q || blanks(q, end) != end)
		return false;
	*out = (struct str){ p, (size_t)(q - p) };
	return true;
}

enum json_kind json_kind_of(struct str v)
{
	if (v.n == 0)
		return JSON_INVALID;
	switch (v.p[0]) {
	case '"': return JSON_STRING;
	case '[': return JSON_ARRAY;
	case '{': return JSON_OBJECT;
	case 't':
	case 'f': return JSON_BOOL;
	case 'n': return JSON_NULL;
	default: return JSON_NUMBER;
	}
}

bool json_next(struct json_iter *it)
{
	const char *p = it->rest.p, *end = p + it->rest.n, *q;
	bool object;

	if (!it->started) {
		it->started = true;
		it->key = STR_NONE;
		if (json_kind_of(it->rest) == JSON_OBJECT)
			it->key = STR("{");
		else if (json_kind_of(it->rest) != JSON_ARRAY)
			return false;
		p++;
		end--; /* without the bracket that closes */
	}
	object = it->key.p != NULL;
	p = blanks(p, end);
	if (p < end && *p == ',')
		p = blanks(p + 1, end);
	if (p >= end)
		return false;
	if (object) {
		q = string_end(p, end);
		it->key = (struct str){ p, (size_t)(q - p) };
		p = blanks(q, end);
		p = blanks(p + 1, end);
	}
	q = value_end(p, end, 0);
	it->value = (struct str){ p, (size_t)(q - p) };
	it->rest = (struct str){ q, (size_t)(end - q) };
	return true;
}

/* --- text ----------------------------------------------------------------- */

static uint32_t hex4(const char *p)
{
	uint32_t v = 0;

	for (int i = 0; i < 4; i++) {
		char c = p[i];

		v = v * 16 + (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return v;
}

/* \uXXXX at p (behind the u), with its low surrogate; returns bytes read. */
static size_t put_escape(struct sbuf *b, const char *p, const char *end)
{
	uint32_t cp = hex4(p);
	size_t used = 4, n;
	char out[4];

	if (cp >= 0xd800 && cp < 0xdc00 && end - p >= 10 && p[4] == '\\' &&
	    p[5] == 'u') {
		uint32_t low = hex4(p + 6);

		if (low >= 0xdc00 && low < 0xe000) {
			cp = 0x10000 + ((cp - 0xd800) << 10) + (low - 0xdc00);
			used = 10;
		}
	}
	n = utf8_encode(cp, out);
	if (n == 0)
		n = utf8_encode(0xfffd, out);
	sbuf_add(b, (struct str){ out, n });
	return used;
}

struct str json_text(struct arena *a, struct str v)
{
	struct sbuf b = { .arena = a };
	const char *p, *end;

	if (json_kind_of(v) != JSON_STRING)
		return v;
	p = v.p + 1;
	end = v.p + v.n - 1;
	if (!memchr(p, '\\', (size_t)(end - p)))
		return (struct str){ p, (size_t)(end - p) };
	for (; p < end; p++) {
		if (*p != '\\') {
			sbuf_addc(&b, *p);
			continue;
		}
		switch (*++p) {
		case 'b': sbuf_addc(&b, '\b'); break;
		case 'f': sbuf_addc(&b, '\f'); break;
		case 'n': sbuf_addc(&b, '\n'); break;
		case 'r': sbuf_addc(&b, '\r'); break;
		case 't': sbuf_addc(&b, '\t'); break;
		case 'u': p += put_escape(&b, p + 1, end); break;
		default: sbuf_addc(&b, *p);
		}
	}
	return sbuf_str(&b);
}

void json_quote(struct sbuf *b, struct str s)
{
	sbuf_addc(b, '"');
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];

		switch (c) {
		case '"': sbuf_add(b, STR("\\\"")); break;
		case '\\': sbuf_add(b, STR("\\\\")); break;
		case '\n': sbuf_add(b, STR("\\n")); break;
		case '\r': sbuf_add(b, STR("\\r")); break;
		case '\t': sbuf_add(b, STR("\\t")); break;
		case '\b': sbuf_add(b, STR("\\b")); break;
		case '\f': sbuf_add(b, STR("\\f")); break;
		default:
			if (c < 0x20)
				sbuf_addf(b, "\\u%04x", c);
			else
				sbuf_addc(b, (char)c);
		}
	}
	sbuf_addc(b, '"');
}

static void put_items(struct sbuf *b, const struct value *v)
{
	bool map = v->type->id == TYPE_MAP, row = v->type->id == TYPE_ROW;

	sbuf_addc(b, map || row ? '{' : '[');
	for (size_t i = 0; i < v->list.n; i++) {
		if (i)
			sbuf_addc(b, ',');
		if (map)
			json_quote(b, value_text(b->arena, &v->list.v[i]));
		else if (row && v->type->names)
			json_quote(b, v->type->names[i]);
		if (map || row)
			sbuf_addc(b, ':');
		json_put(b, &v->list.v[map ? v->list.n + i : i]);
	}
	sbuf_addc(b, map || row ? '}' : ']');
}

void json_put(struct sbuf *b, const struct value *v)
{
	enum type_family f = type_family(v->type);

	if (v->is_null || (f == FAMILY_FLOAT && !isfinite(v->d)))
		sbuf_add(b, STR("null"));
	else if (f == FAMILY_NESTED)
		put_items(b, v);
	else if (f == FAMILY_BOOLEAN || f == FAMILY_VARIANT || type_is_numeric(v->type))
		sbuf_add(b, value_text(b->arena, v));
	else
		json_quote(b, value_text(b->arena, v));
}
