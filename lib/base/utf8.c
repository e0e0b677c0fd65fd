#include "base/utf8.h"

#include <string.h>

#define HIGH_BITS 0x8080808080808080u

static inline bool is_tail(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Bytes of the well-formed code point at p, or 0. */
static size_t well_formed(const unsigned char *p, size_t n)
{
	if (p[0] < 0x80)
		return 1;
	if (p[0] < 0xc2)
		return 0; /* tail byte, or an overlong form */
	if (p[0] < 0xe0)
		return n >= 2 && (p[1] & 0xc0) == 0x80 ? 2 : 0;
	if (p[0] < 0xf0) {
		if (n < 3 || (p[1] & 0xc0) != 0x80 || (p[2] & 0xc0) != 0x80)
			return 0;
		if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f))
			return 0; /* overlong, surrogate */
		return 3;
	}
	if (p[0] > 0xf4 || n < 4 || (p[1] & 0xc0) != 0x80 || (p[2] & 0xc0) != 0x80 ||
	    (p[3] & 0xc0) != 0x80)
		return 0;
	if ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
		return 0; /* overlong, beyond U+10FFFF */
	return 4;
}

static size_t ascii_prefix(const char *p, size_t n)
{
	size_t i = 0;
	uint64_t word;

	for (; i + 8 <= n; i += 8) {
		memcpy(&word, p + i, 8);
		if (word & HIGH_BITS)
			break;
	}
	while (i < n && !(p[i] & 0x80))
		i++;
	return i;
}

size_t utf8_valid_prefix(const char *p, size_t n)
{
	size_t i = 0;

	while (i < n) {
		size_t len;

		if (!(p[i] & 0x80)) {
			i += ascii_prefix(p + i, n - i);
			continue;
		}
		len = well_formed((const unsigned char *)p + i, n - i);
		if (!len)
			break;
		i += len;
	}
	return i;
}

bool utf8_is_ascii(const char *p, size_t n)
{
	return ascii_prefix(p, n) == n;
}

size_t utf8_count(const char *p, size_t n)
{
	size_t tails = 0, all = n;

	/* a tail byte: 10xxxxxx; eight at a time */
	for (; n >= 8; n -= 8, p += 8) {
		uint64_t w;

		memcpy(&w, p, 8);
		w = (w >> 7) & ~(w >> 6) & 0x0101010101010101u;
		tails += (size_t)((w * 0x0101010101010101u) >> 56);
	}
	for (size_t i = 0; i < n; i++)
		tails += is_tail(p[i]);
	return all - tails;
}

uint32_t utf8_decode(const char *p, size_t n, size_t *len)
{
	const unsigned char *u = (const unsigned char *)p;

	*len = 1;
	if (n == 0 || u[0] < 0xc0)
		return n ? u[0] : 0;
	if (u[0] < 0xe0 && n >= 2) {
		*len = 2;
		return (uint32_t)(u[0] & 0x1f) << 6 | (u[1] & 0x3f);
	}
	if (u[0] < 0xf0 && n >= 3) {
		*len = 3;
		return (uint32_t)(u[0] & 0x0f) << 12 | (uint32_t)(u[1] & 0x3f) << 6 |
		       (u[2] & 0x3f);
	}
	if (n >= 4) {
		*len = 4;
		return (uint32_t)(u[0] & 0x07) << 18 | (uint32_t)(u[1] & 0x3f) << 12 |
		       (uint32_t)(u[2] & 0x3f) << 6 | (u[3] & 0x3f);
	}
	return 0xfffd;
}

size_t utf8_encode(uint32_t cp, char out[4])
{
	if (cp < 0x80) {
		out[0] = (char)cp;
		return 1;
	}
	if (cp < 0x800) {
		out[0] = (char)(0xc0 | cp >> 6);
		out[1] = (char)(0x80 | (cp & 0x3f));
		return 2;
	}
	if (cp < 0x10000) {
		if (cp >= 0xd800 && cp < 0xe000)
			return 0;
		out[0] = (char)(0xe0 | cp >> 12);
		out[1] = (char)(0x80 | (cp >> 6 & 0x3f));
		out[2] = (char)(0x80 | (cp & 0x3f));
		return 3;
	}
	if (cp > 0x10ffff)
		return 0;
	out[0] = (char)(0xf0 | cp >> 18);
	out[1] = (char)(0x80 | (cp >> 12 & 0x3f));
	out[2] = (char)(0x80 | (cp >> 6 & 0x3f));
	out[3] = (char)(0x80 | (cp & 0x3f));
	return 4;
}

size_t utf8_offset(const char *p, size_t n, size_t i)
{
	size_t at = 0;

	while (at < n && i) {
		at++;
		while (at < n && is_tail(p[at]))
			at++;
		i--;
	}
	return at;
}
