#include "format/json_text.h"

#include "base/utf8.h"

#if defined(__SSE2__)
#include <emmintrin.h>

/* The first quote, backslash or control character at or behind p. */
static inline const char *find_special(const char *p, const char *e)
{
	const __m128i quote = _mm_set1_epi8('"'), back = _mm_set1_epi8('\\');
	const __m128i space = _mm_set1_epi8(0x1f);

	for (; p < e; p += 16) {
		__m128i x = _mm_loadu_si128((const void *)p);
		__m128i m = _mm_or_si128(_mm_cmpeq_epi8(x, quote),
					 _mm_cmpeq_epi8(x, back));
		unsigned hits;

		m = _mm_or_si128(m, _mm_cmpeq_epi8(_mm_min_epu8(x, space), x));
		hits = (unsigned)_mm_movemask_epi8(m);
		if (hits) {
			p += __builtin_ctz(hits);
			return p < e ? p : e;
		}
	}
	return e;
}

size_t count_newlines(const char *p, size_t n)
{
	const __m128i nl = _mm_set1_epi8('\n'), zero = _mm_setzero_si128();
	const char *e = p + n;
	size_t count = 0;

	while (e - p >= 16) {
		__m128i sum = zero;

		/* A byte counts to 255. */
		for (int i = 0; i < 255 && e - p >= 16; i++, p += 16)
			sum = _mm_sub_epi8(
				sum,
				_mm_cmpeq_epi8(_mm_loadu_si128((const void *)p), nl));
		sum = _mm_sad_epu8(sum, zero);
		count += (size_t)_mm_cvtsi128_si64(sum) +
			 (size_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(sum, sum));
	}
	for (; p < e; p++)
		count += *p == '\n';
	return count;
}

#else

size_t count_newlines(const char *p, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += p[i] == '\n';
	return count;
}

static inline const char *find_special(const char *p, const char *e)
{
	while (p < e && *p != '"' && *p != '\\' && (unsigned char)*p > 0x1f)
		p++;
	return p;
}

#endif

const bool json_ends_scalar[256] = {
	[','] = true,  ['}'] = true,  [']'] = true,  [' '] = true,
	['\n'] = true, ['\r'] = true, ['\t'] = true, [':'] = true,
	['"'] = true,  ['{'] = true,  ['['] = true,
};

const char *json_string_end(const char *p, const char *e, bool *escaped)
{
	while (true) {
		p = find_special(p, e);
		if (p == e)
			return NULL;
		if (*p == '"')
			return p;
		if (*p == '\\') {
			*escaped = true;
			p += 2;
			if (p > e)
				return NULL;
			continue;
		}
		/* Raw tabs are common and harmless; a line end is not inside. */
		if (*p == '\n')
			return NULL;
		p++;
	}
}

const char *json_skip(const char *p, const char *e)
{
	uint64_t kinds[JSON_DEPTH / 64] = { 0 };
	size_t depth = 0;
	bool escaped;

	while (p < e) {
		switch (*p) {
		case '"':
			p = json_string_end(p + 1, e, &escaped);
			if (!p)
				return NULL;
			p++;
			break;
		case '{':
		case '[':
			if (depth == JSON_DEPTH)
				return NULL;
			if (*p == '{')
				kinds[depth >> 6] |= (uint64_t)1 << (depth & 63);
			else
				kinds[depth >> 6] &= ~((uint64_t)1 << (depth & 63));
			depth++;
			p++;
			break;
		case '}':
		case ']':
			if (depth == 0)
				return NULL;
			depth--;
			if ((kinds[depth >> 6] >> (depth & 63) & 1) != (*p == '}'))
				return NULL;
			p++;
			break;
		case ',':
		case ':':
			if (depth == 0)
				return NULL;
			p++;
			break;
		case ' ':
		case '\n':
		case '\r':
		case '\t': p++; continue;
		default:
			while (p < e && *p != ',' && *p != '}' && *p != ']' &&
			       *p != ':' && *p != '"' && *p != '{' && *p != '[' &&
			       !json_is_space(*p))
				p++;
			break;
		}
		if (depth == 0)
			return p;
	}
	return NULL;
}

bool json_is_too_deep(const char *p, const char *e)
{
	size_t depth = 0;
	bool escaped;

	for (; p < e && depth <= JSON_DEPTH; p++) {
		if (*p == '{' || *p == '[') {
			depth++;
		} else if (*p == '}' || *p == ']') {
			if (depth < 2)
				return false;
			depth--;
		} else if (*p == '"') {
			p = json_string_end(p + 1, e, &escaped);
			if (!p)
				return false;
		}
	}
	return depth > JSON_DEPTH;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool take_hex(const char **p, const char *e, uint32_t *out)
{
	uint32_t v = 0;

	if (e - *p < 4)
		return false;
	for (int i = 0; i < 4; i++) {
		int d = hex_digit(*(*p)++);

		if (d < 0)
			return false;
		v = v << 4 | (uint32_t)d;
	}
	*out = v;
	return true;
}

static bool take_unicode(const char **p, const char *e, char **out)
{
	uint32_t c, low;

	if (!take_hex(p, e, &c))
		return false;
	if (c >= 0xd800 && c < 0xdc00 && e - *p >= 6 && (*p)[0] == '\\' &&
	    (*p)[1] == 'u') {
		const char *q = *p + 2;

		if (take_hex(&q, e, &low) && low >= 0xdc00 && low < 0xe000) {
			c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
			*p = q;
		}
	}
	if (c >= 0xd800 && c < 0xe000)
		c = 0xfffd;
	*out += utf8_encode(c, *out);
	return true;
}

size_t json_unescape(const char *p, const char *e, char *dst)
{
	char *out = dst;

	while (p < e) {
		char c = *p++;

		if (c != '\\') {
			*out++ = c;
			continue;
		}
		if (p == e)
			return SIZE_MAX;
		switch (*p++) {
		case '"': *out++ = '"'; break;
		case '\\': *out++ = '\\'; break;
		case '/': *out++ = '/'; break;
		case 'b': *out++ = '\b'; break;
		case 'f': *out++ = '\f'; break;
		case 'n': *out++ = '\n'; break;
		case 'r': *out++ = '\r'; break;
		case 't': *out++ = '\t'; break;
		case 'u':
			if (!take_unicode(&p, e, &out))
				return SIZE_MAX;
			break;
		default: return SIZE_MAX;
		}
	}
	return (size_t)(out - dst);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool json_is_number(const char *p, const char *e)
{
	if (p < e && *p == '-')
		p++;
	if (p == e || !is_digit(*p))
		return false;
	if (*p == '0')
		p++;
	else
		while (p < e && is_digit(*p))
			p++;
	if (p < e && *p == '.') {
		p++;
		if (p == e || !is_digit(*p))
			return false;
		while (p < e && is_digit(*p))
			p++;
	}
	if (p < e && (*p | 32) == 'e') {
		p++;
		if (p < e && (*p == '+' || *p == '-'))
			p++;
		if (p == e || !is_digit(*p))
			return false;
		while (p < e && is_digit(*p))
			p++;
	}
	return p == e;
}

static bool is_word(const char *p, size_t n, const char *word)
{
	return n == strlen(word) && !memcmp(p, word, n);
}

bool json_is_float_word(const char *p, const char *e)
{
	size_t n = (size_t)(e - p);

	return is_word(p, n, "NaN") || is_word(p, n, "Infinity") ||
	       is_word(p, n, "-Infinity");
}

static bool scalar_is_valid(const char **p, const char *e)
{
	const char *begin = *p;
	bool escaped = false;
	size_t n;

	if (*begin == '"') {
		const char *end = json_string_end(begin + 1, e, &escaped);

		*p = end ? end + 1 : e;
		return end != NULL;
	}
	*p = json_scalar_end(begin, e);
	n = (size_t)(*p - begin);
	return json_is_number(begin, *p) || is_word(begin, n, "true") ||
	       is_word(begin, n, "false") || is_word(begin, n, "null") ||
	       json_is_float_word(begin, *p);
}

/* The key and colon before a member's value. */
static bool key_is_valid(const char **p, const char *e)
{
	bool escaped = false;
	const char *end;

	if (*p == e || **p != '"')
		return false;
	end = json_string_end(*p + 1, e, &escaped);
	if (!end)
		return false;
	*p = json_space(end + 1, e);
	if (*p == e || **p != ':')
		return false;
	*p = json_space(*p + 1, e);
	return true;
}

bool json_is_valid(const char *p, const char *e)
{
	uint64_t kinds[JSON_DEPTH / 64] = { 0 };
	size_t depth = 0;
	bool in_object = false;

	p = json_space(p, e);
	while (p < e) {
		if (*p == '{' || *p == '[') {
			char close = *p == '{' ? '}' : ']';
			const char *next = json_space(p + 1, e);

			if (depth == JSON_DEPTH)
				return false;
			if (next < e && *next == close) {
				p = next + 1;
			} else {
				in_object = *p == '{';
				kinds[depth >> 6] &= ~((uint64_t)1 << (depth & 63));
				kinds[depth >> 6] |= (uint64_t)in_object
						     << (depth & 63);
				depth++;
				p = next;
				if (in_object && !key_is_valid(&p, e))
					return false;
				continue;
			}
		} else if (!scalar_is_valid(&p, e)) {
			return false;
		}
		/* Behind a value: close what ends here, or go on. */
		while (true) {
			p = json_space(p, e);
			if (depth == 0)
				return p == e;
			in_object = kinds[(depth - 1) >> 6] >> ((depth - 1) & 63) & 1;
			if (p == e)
				return false;
			if (*p != (in_object ? '}' : ']'))
				break;
			p++;
			depth--;
		}
		if (*p != ',')
			return false;
		p = json_space(p + 1, e);
		if (in_object && !key_is_valid(&p, e))
			return false;
	}
	return false;
}
