/*
 * utf8.h - UTF-8 decoding and validation.
 */
#ifndef SHADE_BASE_UTF8_H
#define SHADE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Length of the valid prefix of p[0..n). */
size_t utf8_valid_prefix(const char *p, size_t n);
/* Code points in valid text. */
size_t utf8_count(const char *p, size_t n);
/* Decode one code point of valid text at p; *len bytes consumed. */
uint32_t utf8_decode(const char *p, size_t n, size_t *len);
/* Encode; returns 1 to 4 bytes written, 0 for surrogates and > U+10FFFF. */
size_t utf8_encode(uint32_t cp, char out[4]);
/* Byte offset of code point number i (0-based), n when beyond the end. */
size_t utf8_offset(const char *p, size_t n, size_t i);
bool utf8_is_ascii(const char *p, size_t n);

#endif
