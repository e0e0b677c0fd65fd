/*
 * f_charset.c - text as bytes in a character set, and bytes that may be UTF-8.
 */
#include "base/utf8.h"
#include "func/args.h"
#include "func/func_internal.h"

enum charset { UTF8, ASCII, LATIN1, UTF16BE, UTF16LE, UTF16, UTF32, NO_CHARSET };

static enum charset charset_by_name(struct str name)
{
	static const struct {
		const char *name;
		enum charset charset;
	} sets[] = {
		{ "utf-8", UTF8 },        { "utf8", UTF8 },
		{ "us-ascii", ASCII },    { "ascii", ASCII },
		{ "iso-8859-1", LATIN1 }, { "latin1", LATIN1 },
		{ "utf-16be", UTF16BE },  { "utf-16le", UTF16LE },
		{ "utf-16", UTF16 },      { "utf-32", UTF32 },
	};

	for (size_t i = 0; i < ARRAY_LEN(sets); i++)
		if (str_eq_nocase(name, str_from(sets[i].name)))
			return sets[i].charset;
	return NO_CHARSET;
}

static shade_status read_charset(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t i, enum charset *out)
{
	struct str name = n_args > 1 ? arg_str(&args[1], i) : STR("utf-8");

	*out = charset_by_name(name);
	if (*out != NO_CHARSET)
		return SHADE_OK;
	return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
			  "\"%.*s\" is no character set; there are US-ASCII, "
			  "ISO-8859-1, UTF-8, UTF-16BE, UTF-16LE, UTF-16, UTF-32",
			  STR_ARG(name));
}

/* --- encode ---------------------------------------------------------------- */

static void put_unit(struct text_out *t, uint32_t unit, bool little)
{
	text_addc(t, (char)(little ? unit : unit >> 8));
	text_addc(t, (char)(little ? unit >> 8 : unit));
}

/* False: the set has no such character. */
static bool put_char(struct text_out *t, uint32_t cp, enum charset set)
{
	bool little = set == UTF16LE;

	switch (set) {
	case ASCII:
	case LATIN1:
		if (cp > (set == ASCII ? 0x7fu : 0xffu))
			return false;
		text_addc(t, (char)cp);
		return true;
	case UTF32:
		put_unit(t, cp >> 16, false);
		put_unit(t, cp & 0xffff, false);
		return true;
	default:
		if (cp >= 0x10000) {
			put_unit(t, 0xd800 + ((cp - 0x10000) >> 10), little);
			cp = 0xdc00 + ((cp - 0x10000) & 0x3ff);
		}
		put_unit(t, cp, little);
		return true;
	}
}

static shade_status encode_text(struct func_call *fc, struct str s, enum charset set,
				struct vector *out, size_t i)
{
	struct text_out t = { .fc = fc };
	size_t len;

	if (set == UTF8) {
		out_view(out, i, s.p, s.n);
		return SHADE_OK;
	}
	if (set == UTF16 && s.n > 0)
		put_unit(&t, 0xfeff, false);
	for (size_t k = 0; k < s.n; k += len)
		if (!put_char(&t, utf8_decode(s.p + k, s.n - k, &len), set))
			return shade_fail(fc->cx, SHADE_E_CAST, fc->span,
					  "\"%.*s\" has a character that the "
					  "character set has not",
					  STR_ARG(s));
	return text_end(&t, out, i);
}

static shade_status encode_kernel(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		enum charset set;

		if (!out_valid(out, i))
			continue;
		TRY(read_charset(fc, args, n_args, i, &set));
		TRY(encode_text(fc, arg_str(&args[0], i), set, out, i));
	}
	return SHADE_OK;
}

/* --- decode ---------------------------------------------------------------- */

static uint32_t unit_at(struct str s, size_t k, bool little)
{
	uint32_t a = (uint8_t)s.p[k], b = (uint8_t)s.p[k + 1];

	return little ? b << 8 | a : a << 8 | b;
}

/* One character at *k; false: the bytes are none of the set. */
static bool read_char(struct str s, size_t *k, enum charset set, uint32_t *cp)
{
	bool little = set == UTF16LE;
	size_t width = set <= LATIN1 ? 1 : set == UTF32 ? 4 : 2;
	uint32_t low;

	if (s.n - *k < width)
		return false;
	if (width == 1) {
		*cp = (uint8_t)s.p[(*k)++];
		return set == LATIN1 || *cp < 0x80;
	}
	*cp = unit_at(s, *k, little);
	*k += 2;
	if (width == 4 || (*cp >= 0xd800 && *cp < 0xdc00)) {
		if (s.n - *k < 2)
			return false;
		low = unit_at(s, *k, little);
		*k += 2;
		if (width == 4)
			*cp = *cp << 16 | low;
		else if (low < 0xdc00 || low > 0xdfff)
			return false;
		else
			*cp = 0x10000 + ((*cp - 0xd800) << 10) + (low - 0xdc00);
	}
	return true;
}

static bool decode_bytes(struct text_out *t, struct str s, enum charset set)
{
	size_t k = 0;

	if (set == UTF16 && s.n >= 2 &&
	    (unit_at(s, 0, false) == 0xfeff || unit_at(s, 0, false) == 0xfffe)) {
		set = unit_at(s, 0, false) == 0xfeff ? UTF16BE : UTF16LE;
		k = 2;
	}
	while (k < s.n) {
		char utf8[4];
		uint32_t cp;
		size_t len;

		if (!read_char(s, &k, set, &cp))
			return false;
		len = utf8_encode(cp, utf8);
		if (len == 0)
			return false;
		text_add(t, utf8, len);
	}
	return true;
}

static shade_status decode_kernel(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		enum charset set;
		struct str s;
		bool ok;

		if (!out_valid(out, i))
			continue;
		TRY(read_charset(fc, args, n_args, i, &set));
		s = arg_str(&args[0], i);
		ok = set == UTF8 ? utf8_valid_prefix(s.p, s.n) == s.n
				 : decode_bytes(&t, s, set);
		if (!ok)
			return shade_fail(fc->cx, SHADE_E_CAST, fc->span,
					  "the bytes are no text in that character "
					  "set");
		if (set == UTF8)
			out_view(out, i, s.p, s.n);
		else
			TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

/* --- UTF-8 that may be none ------------------------------------------------- */

static shade_status valid_kernel(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		((uint8_t *)out->data)[i] = utf8_valid_prefix(s.p, s.n) == s.n;
	}
	return SHADE_OK;
}

static shade_status validate_kernel(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		if (utf8_valid_prefix(s.p, s.n) == s.n)
			out_view(out, i, s.p, s.n);
		else if (fc->row->name[0] == 't')
			out_null(fc, out, i);
		else
			return shade_fail(fc->cx, SHADE_E_CAST, fc->span,
					  "the bytes are not UTF-8");
	}
	return SHADE_OK;
}

/* How many bytes the start of a character at p could be, by its lead byte and
 * the continuations that may follow (Unicode 3.9, maximal subparts). */
static size_t broken_part(const char *p, size_t n)
{
	uint8_t lead = (uint8_t)p[0], low = 0x80, high = 0xbf;
	size_t want, k = 1;

	if (lead < 0xc2 || lead > 0xf4)
		return 1;
	want = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
	low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : low;
	high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : high;
	while (k < want && k < n && (uint8_t)p[k] >= low && (uint8_t)p[k] <= high) {
		low = 0x80;
		high = 0xbf;
		k++;
	}
	return k;
}

static shade_status repair_kernel(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str s;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		while (s.n > 0) {
			size_t good = utf8_valid_prefix(s.p, s.n);

			text_add(&t, s.p, good);
			s = (struct str){ s.p + good, s.n - good };
			if (s.n == 0)
				break;
			text_add(&t, "\xef\xbf\xbd", 3);
			good = broken_part(s.p, s.n);
			s = (struct str){ s.p + good, s.n - good };
		}
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

#define BYTES_OR_TEXT(n, to, f, k, ...)                     \
	{ SCALAR(n, "VARCHAR -> " to, f, k), __VA_ARGS__ }, \
	{                                                   \
		SCALAR(n, "BINARY -> " to, f, k)            \
	}

static const struct func_row rows[] = {
	{ SCALAR("encode", "VARCHAR [, VARCHAR] -> BINARY", FUNC_CAN_FAIL,
		 encode_kernel),
	  DOC("text as bytes in a character set (UTF-8)",
	      "hex(encode('é', 'UTF-16BE'))", "00E9") },
	{ SCALAR("decode", "BINARY [, VARCHAR] -> VARCHAR", FUNC_CAN_FAIL,
		 decode_kernel),
	  DOC("bytes in a character set (UTF-8) as text",
	      "decode(unhex('00E9'), 'UTF-16BE')", "é") },
	BYTES_OR_TEXT("is_valid_utf8", "BOOLEAN", FUNC_TOTAL, valid_kernel,
		      DOC("are the bytes UTF-8?", "is_valid_utf8(unhex('61C0'))",
			  "false")),
	BYTES_OR_TEXT("validate_utf8", "VARCHAR", FUNC_CAN_FAIL, validate_kernel,
		      DOC("the bytes as text; an error if they are not UTF-8",
			  "validate_utf8(unhex('6162'))", "ab")),
	BYTES_OR_TEXT("try_validate_utf8", "VARCHAR", 0, validate_kernel,
		      DOC("the bytes as text; NULL if they are not UTF-8",
			  "try_validate_utf8(unhex('61C0'))", "NULL")),
	BYTES_OR_TEXT("make_valid_utf8", "VARCHAR", FUNC_CAN_FAIL, repair_kernel,
		      DOC("the bytes as text, U+FFFD for those that are not UTF-8",
			  "hex(make_valid_utf8(unhex('61C062')))", "61EFBFBD62")),
};

const struct func_family func_family_charset = {
	.name = "Character sets",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
