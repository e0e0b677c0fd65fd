/*
 * f_code.c - text and bytes: hexadecimal, base64, URLs, digests.
 *
 * Digests come from libnettle.
 */
#include <nettle/md5.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>

#include "base/utf8.h"
#include "func/args.h"

/* --- hexadecimal ---------------------------------------------------------- */

static const char hex_digits[] = "0123456789ABCDEF";

static shade_status out_hex(struct func_call *fc, struct vector *out, size_t i,
			    const uint8_t *p, size_t n, bool lower)
{
	char *to = out_room(fc, 2 * n);

	if (!to)
		return fc->cx->err.code;
	for (size_t k = 0; k < n; k++) {
		char hi = hex_digits[p[k] >> 4], lo = hex_digits[p[k] & 15];

		to[2 * k] = lower ? (char)(hi | 0x20) : hi;
		to[2 * k + 1] = lower ? (char)(lo | 0x20) : lo;
	}
	out_view(out, i, to, 2 * n);
	return SHADE_OK;
}

static shade_status k_hex(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		TRY(out_hex(fc, out, i, (const uint8_t *)s.p, s.n, false));
	}
	return SHADE_OK;
}

static shade_status base_rows(struct func_call *fc, const struct vector *args, size_t n,
			      struct vector *out, unsigned shift)
{
	(void)fc;
	for (size_t i = 0; i < n; i++) {
		char digits[65];
		size_t at = sizeof(digits);
		uint64_t v;

		if (!out_valid(out, i))
			continue;
		v = (uint64_t)arg_i64(&args[0], i);
		do {
			digits[--at] = hex_digits[v & ((1u << shift) - 1)];
			v >>= shift;
		} while (v > 0);
		TRY(out_copy(fc, out, i, digits + at, sizeof(digits) - at));
	}
	return SHADE_OK;
}

static shade_status k_hex_int(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return base_rows(fc, args, n, out, 4);
}

static shade_status k_bin(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return base_rows(fc, args, n, out, 1);
}

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* An odd number of digits counts as if a 0 stood before. NULL if not hex. */
static shade_status k_unhex(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;
		char *to;
		size_t k = 0, used = 0;
		bool bad = false;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		to = out_room(fc, s.n / 2 + 1);
		if (!to)
			return fc->cx->err.code;
		if (s.n % 2) {
			bad = hex_value(s.p[0]) < 0;
			to[used++] = (char)hex_value(s.p[0]);
			k = 1;
		}
		for (; k < s.n; k += 2) {
			int hi = hex_value(s.p[k]), lo = hex_value(s.p[k + 1]);

			bad |= hi < 0 || lo < 0;
			to[used++] = (char)(hi * 16 + lo);
		}
		if (bad)
			out_null(fc, out, i);
		else
			out_view(out, i, to, used);
	}
	return SHADE_OK;
}

/* --- base64 (RFC 4648) ---------------------------------------------------- */

static const char b64[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static shade_status k_to_base64(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;
		char *to;
		size_t at = 0;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		to = out_room(fc, (s.n + 2) / 3 * 4);
		if (!to)
			return fc->cx->err.code;
		for (size_t k = 0; k < s.n; k += 3) {
			const uint8_t *p = (const uint8_t *)s.p + k;
			size_t left = s.n - k;
			uint32_t v = (uint32_t)p[0] << 16;

			v |= left > 1 ? (uint32_t)p[1] << 8 : 0;
			v |= left > 2 ? p[2] : 0;
			to[at++] = b64[v >> 18];
			to[at++] = b64[v >> 12 & 63];
			to[at++] = left > 1 ? b64[v >> 6 & 63] : '=';
			to[at++] = left > 2 ? b64[v & 63] : '=';
		}
		out_view(out, i, to, at);
	}
	return SHADE_OK;
}

static int b64_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

static shade_status k_from_base64(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;
		char *to;
		size_t at = 0, bits = 0;
		uint32_t v = 0;

		if (!out_valid(out, i))
			continue;
		s = str_trim(arg_str(&args[0], i));
		to = out_room(fc, s.n);
		if (!to)
			return fc->cx->err.code;
		while (s.n > 0 && s.p[s.n - 1] == '=')
			s.n--;
		for (size_t k = 0; k < s.n; k++) {
			int d = b64_value(s.p[k]);

			if (d < 0)
				return shade_fail(fc->cx, SHADE_E_CAST, fc->span,
						  "\"%.*s\" is not base64", STR_ARG(s));
			v = v << 6 | (uint32_t)d;
			bits += 6;
			if (bits >= 8) {
				bits -= 8;
				to[at++] = (char)(v >> bits);
			}
		}
		out_view(out, i, to, at);
	}
	return SHADE_OK;
}

/* --- URLs ----------------------------------------------------------------- */

static bool url_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '*';
}

static shade_status k_url_encode(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str s;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		for (size_t k = 0; k < s.n; k++) {
			uint8_t c = (uint8_t)s.p[k];

			if (url_plain(s.p[k])) {
				text_addc(&t, s.p[k]);
			} else if (c == ' ') {
				text_addc(&t, '+');
			} else {
				text_addc(&t, '%');
				text_addc(&t, hex_digits[c >> 4]);
				text_addc(&t, hex_digits[c & 15]);
			}
		}
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

/* False: a % without two digits, or the bytes are not UTF-8. */
static bool url_decode(struct text_out *t, struct str s)
{
	for (size_t k = 0; k < s.n; k++) {
		if (s.p[k] == '+') {
			text_addc(t, ' ');
		} else if (s.p[k] != '%') {
			text_addc(t, s.p[k]);
		} else if (k + 2 < s.n && hex_value(s.p[k + 1]) >= 0 &&
			   hex_value(s.p[k + 2]) >= 0) {
			text_addc(t, (char)(hex_value(s.p[k + 1]) << 4 |
					    hex_value(s.p[k + 2])));
			k += 2;
		} else {
			return false;
		}
	}
	return utf8_valid_prefix(t->p ? t->p : "", t->n) == t->n;
}

static shade_status k_url_decode(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	bool is_try = fc->row->name[0] == 't';

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str s;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		if (url_decode(&t, s))
			TRY(text_end(&t, out, i));
		else if (is_try && !t.failed)
			out_null(fc, out, i);
		else if (t.failed)
			return fc->cx->err.code;
		else
			return shade_fail(fc->cx, SHADE_E_CAST, fc->span,
					  "\"%.*s\" is not the encoded text of a URL",
					  STR_ARG(s));
	}
	return SHADE_OK;
}

/* --- digests -------------------------------------------------------------- */

enum digest { MD5, SHA1, SHA224, SHA256, SHA384, SHA512 };

#define DIGEST(name, NAME)                                      \
	do {                                                    \
		struct name##_ctx ctx;                          \
		name##_init(&ctx);                              \
		name##_update(&ctx, s.n, (const uint8_t *)s.p); \
		name##_digest(&ctx, NAME##_DIGEST_SIZE, to);    \
		return NAME##_DIGEST_SIZE;                      \
	} while (0)

static size_t digest_of(enum digest d, struct str s, uint8_t to[64])
{
	switch (d) {
	case MD5: DIGEST(md5, MD5);
	case SHA1: DIGEST(sha1, SHA1);
	case SHA224: DIGEST(sha224, SHA224);
	case SHA256: DIGEST(sha256, SHA256);
	case SHA384: DIGEST(sha384, SHA384);
	case SHA512: DIGEST(sha512, SHA512);
	}
	unreachable();
}

static shade_status digest_rows(struct func_call *fc, const struct vector *args,
				size_t n, struct vector *out, enum digest d)
{
	for (size_t i = 0; i < n; i++) {
		uint8_t bytes[64];

		if (out_valid(out, i))
			TRY(out_hex(fc, out, i, bytes,
				    digest_of(d, arg_str(&args[0], i), bytes), true));
	}
	return SHADE_OK;
}

#define DIGEST_KERNEL(fn, d)                                                    \
	static shade_status fn(struct func_call *fc, const struct vector *args, \
			       size_t n_args, size_t n, struct vector *out)     \
	{                                                                       \
		(void)n_args;                                                   \
		return digest_rows(fc, args, n, out, d);                        \
	}

DIGEST_KERNEL(k_md5, MD5)
DIGEST_KERNEL(k_sha1, SHA1)
DIGEST_KERNEL(k_sha224, SHA224)
DIGEST_KERNEL(k_sha256, SHA256)
DIGEST_KERNEL(k_sha384, SHA384)
DIGEST_KERNEL(k_sha512, SHA512)

static shade_status k_sha2(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		uint8_t bytes[64];
		enum digest d;
		int64_t bits;

		if (!out_valid(out, i))
			continue;
		bits = arg_i64(&args[1], i);
		if (bits != 0 && bits != 224 && bits != 256 && bits != 384 &&
		    bits != 512) {
			out_null(fc, out, i);
			continue;
		}
		d = bits == 224   ? SHA224
		    : bits == 384 ? SHA384
		    : bits == 512 ? SHA512
				  : SHA256;
		TRY(out_hex(fc, out, i, bytes,
			    digest_of(d, arg_str(&args[0], i), bytes), true));
	}
	return SHADE_OK;
}

/* CRC-32 of ISO 3309, bit by bit over a nibble table. */
static shade_status k_crc32(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	static const uint32_t table[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
		0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};
	int64_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;
		uint32_t crc = 0xffffffff;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		for (size_t k = 0; k < s.n; k++) {
			crc = crc >> 4 ^ table[(crc ^ (uint8_t)s.p[k]) & 15];
			crc = crc >> 4 ^ table[(crc ^ (uint8_t)s.p[k] >> 4) & 15];
		}
		to[i] = (int64_t)(crc ^ 0xffffffff);
	}
	return SHADE_OK;
}

#define ROW(n, s, k, f, d, e, r)                                                  \
	{                                                                         \
		.name = (n), .sig = (s), .kernel = (k), .flags = (f), .doc = (d), \
		.example = (e), .result = (r)                                     \
	}
#define BOTH(n, to, k, f, d, e, r) \
	ROW(n, "VARCHAR -> " to, k, f, d, e, r), ROW(n, "BINARY -> " to, k, f, d, e, r)

static const struct func_row rows[] = {
	ROW("hex", "BIGINT -> VARCHAR", k_hex_int, 0, "hexadecimal digits", "hex(255)",
	    "FF"),
	BOTH("hex", "VARCHAR", k_hex, FUNC_CAN_FAIL, "hexadecimal digits of the bytes",
	     "hex('abc')", "616263"),
	ROW("to_hex", "BIGINT -> VARCHAR", k_hex_int, 0, "hexadecimal digits",
	    "to_hex(42)", "2A"),
	ROW("bin", "BIGINT -> VARCHAR", k_bin, 0, "binary digits", "bin(5)", "101"),
	ROW("unhex", "VARCHAR -> BINARY", k_unhex, FUNC_CAN_FAIL,
	    "bytes of hexadecimal digits; NULL if they are none",
	    "hex(unhex('616263'))", "616263"),
	ROW("from_hex", "VARCHAR -> BINARY", k_unhex, FUNC_CAN_FAIL,
	    "bytes of hexadecimal digits", "hex(from_hex('ff'))", "FF"),
	BOTH("to_base64", "VARCHAR", k_to_base64, FUNC_CAN_FAIL, "bytes as base64",
	     "to_base64('hello')", "aGVsbG8="),
	BOTH("base64", "VARCHAR", k_to_base64, FUNC_CAN_FAIL, "bytes as base64",
	     "base64('hello')", "aGVsbG8="),
	ROW("from_base64", "VARCHAR -> BINARY", k_from_base64, FUNC_CAN_FAIL,
	    "bytes of base64", "hex(from_base64('aGk='))", "6869"),
	ROW("unbase64", "VARCHAR -> BINARY", k_from_base64, FUNC_CAN_FAIL,
	    "bytes of base64", "hex(unbase64('aGk='))", "6869"),
	ROW("url_encode", "VARCHAR -> VARCHAR", k_url_encode, FUNC_CAN_FAIL,
	    "text as part of a URL", "url_encode('a b&c')", "a+b%26c"),
	ROW("url_decode", "VARCHAR -> VARCHAR", k_url_decode, FUNC_CAN_FAIL,
	    "text of a part of a URL", "url_decode('a+b%26c')", "a b&c"),
	ROW("try_url_decode", "VARCHAR -> VARCHAR", k_url_decode, FUNC_CAN_FAIL,
	    "text of a part of a URL; NULL if it is none", "try_url_decode('a%2')",
	    "NULL"),
	BOTH("md5", "VARCHAR", k_md5, FUNC_CAN_FAIL, "MD5 digest", "md5('a')",
	     "0cc175b9c0f1b6a831c399e269772661"),
	BOTH("sha", "VARCHAR", k_sha1, FUNC_CAN_FAIL, "SHA-1 digest", "sha('a')",
	     "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"),
	BOTH("sha1", "VARCHAR", k_sha1, FUNC_CAN_FAIL, "SHA-1 digest", "sha1('a')",
	     "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"),
	BOTH("sha224", "VARCHAR", k_sha224, FUNC_CAN_FAIL, "SHA-224 digest",
	     "length(sha224('a'))", "56"),
	BOTH("sha256", "VARCHAR", k_sha256, FUNC_CAN_FAIL, "SHA-256 digest",
	     "substr(sha256('a'), 1, 8)", "ca978112"),
	BOTH("sha384", "VARCHAR", k_sha384, FUNC_CAN_FAIL, "SHA-384 digest",
	     "length(sha384('a'))", "96"),
	BOTH("sha512", "VARCHAR", k_sha512, FUNC_CAN_FAIL, "SHA-512 digest",
	     "length(sha512('a'))", "128"),
	ROW("sha2", "VARCHAR, BIGINT -> VARCHAR", k_sha2, FUNC_CAN_FAIL,
	    "SHA-2 digest of 224, 256 (also 0), 384 or 512 bits; NULL for others",
	    "substr(sha2('a', 256), 1, 8)", "ca978112"),
	BOTH("crc32", "BIGINT", k_crc32, 0, "CRC-32 checksum", "crc32('abc')",
	     "891568578"),
};

const struct func_family func_family_code = {
	.name = "Encodings and digests",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
