/*
 * f_string.c - text: case, length, parts, padding.
 *
 * Positions and lengths count code points, from 1.
 */
#include <locale.h>
#include <wctype.h>

#include "base/utf8.h"
#include "func/args.h"

/* --- case ----------------------------------------------------------------- */

static locale_t utf8_locale(void)
{
	static _Atomic(locale_t) cached;
	locale_t l = atomic_load(&cached);

	if (!l) {
		l = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
		if (!l)
			l = newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
		atomic_store(&cached, l);
	}
	return l;
}

#define EACH_BYTE(x) ((uint64_t)(x)*0x0101010101010101u)

/* Eight bytes below 128 at a time: adding carries into the top bit where a byte
 * is at least `first`, and where it is past the last letter. */
static inline uint64_t case_word(uint64_t w, char first)
{
	uint64_t from = w + EACH_BYTE(128 - first), past = w + EACH_BYTE(102 - first);

	return w ^ ((from & ~past & EACH_BYTE(0x80)) >> 2);
}

/* first 'a': to upper; 'A': to lower.  False: not ASCII. */
static bool ascii_case(char *to, const char *p, size_t n, char first)
{
	uint64_t seen = 0, w = 0;

	for (; n >= 8; n -= 8, p += 8, to += 8) {
		memcpy(&w, p, 8);
		seen |= w;
		w = case_word(w, first);
		memcpy(to, &w, 8);
	}
	w = 0;
	for (size_t i = 0; i < n; i++)
		w |= (uint64_t)(uint8_t)p[i] << (8 * i);
	seen |= w;
	w = case_word(w, first);
	for (size_t i = 0; i < n; i++)
		to[i] = (char)(w >> (8 * i));
	return !(seen & EACH_BYTE(0x80));
}

#undef EACH_BYTE

static shade_status unicode_case(struct func_call *fc, struct str s, bool upper,
				 struct vector *out, size_t i)
{
	struct text_out t = { .fc = fc };
	locale_t loc = utf8_locale();

	for (size_t at = 0, len; at < s.n; at += len) {
		uint32_t cp = utf8_decode(s.p + at, s.n - at, &len);
		char enc[4];

		cp = upper ? towupper_l(cp, loc) : towlower_l(cp, loc);
		text_add(&t, enc, utf8_encode(cp, enc));
	}
	return text_end(&t, out, i);
}

static shade_status change_case(struct func_call *fc, const struct vector *args,
				size_t n, struct vector *out, bool upper)
{
	for (size_t i = 0; i < n; i++) {
		char small[STRV_INLINE], *to = small;
		struct str s;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		if (s.n > STRV_INLINE) {
			to = out_room(fc, s.n);
			if (!to)
				return fc->cx->err.code;
		}
		if (ascii_case(to, s.p, s.n, upper ? 'a' : 'A'))
			out_view(out, i, to, s.n);
		else
			TRY(unicode_case(fc, s, upper, out, i));
	}
	return SHADE_OK;
}

static shade_status k_upper(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return change_case(fc, args, n, out, true);
}

static shade_status k_lower(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	return change_case(fc, args, n, out, false);
}

/* Words are runs of letters and digits, as in PostgreSQL and Flink. */
static shade_status k_initcap(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	locale_t loc = utf8_locale();

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str s = arg_str(&args[0], i);
		bool in_word = false;

		if (!out_valid(out, i))
			continue;
		for (size_t at = 0, len; at < s.n; at += len) {
			uint32_t cp = utf8_decode(s.p + at, s.n - at, &len);
			char enc[4];

			cp = in_word ? towlower_l(cp, loc) : towupper_l(cp, loc);
			in_word = iswalnum_l(cp, loc);
			text_add(&t, enc, utf8_encode(cp, enc));
		}
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

/* --- length --------------------------------------------------------------- */

static shade_status k_length(struct func_call *fc, const struct vector *args,
			     size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s = arg_str(&args[0], i);

		if (out_valid(out, i))
			to[i] = (int64_t)utf8_count(s.p, s.n);
	}
	return SHADE_OK;
}

static shade_status k_octet_length(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		to[i] = (int64_t)((const struct strv *)args[0]
					  .data)[arg_at(&args[0], i)]
				.n;
	return SHADE_OK;
}

static shade_status k_bit_length(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	TRY(k_octet_length(fc, args, n_args, n, out));
	for (size_t i = 0; i < n; i++)
		to[i] *= 8;
	return SHADE_OK;
}

/* --- parts ---------------------------------------------------------------- */

/* Code points [start, start + len) of s, 0-based, clipped to the text. */
static struct str slice(struct str s, int64_t start, int64_t len)
{
	size_t from, to;

	if (start < 0) {
		len = len > INT64_MAX + start ? len : len + start;
		start = 0;
	}
	if (len <= 0 || (uint64_t)start >= s.n)
		return (struct str){ s.p, 0 };
	if (utf8_is_ascii(s.p, s.n)) {
		from = (size_t)start;
		to = (uint64_t)len < s.n - from ? from + (size_t)len : s.n;
		return (struct str){ s.p + from, to - from };
	}
	from = utf8_offset(s.p, s.n, (size_t)start);
	to = (uint64_t)len < s.n ? utf8_offset(s.p + from, s.n - from, (size_t)len)
				 : s.n - from;
	return (struct str){ s.p + from, to };
}

/*
 * substring(s, start, len): a negative start counts from the end, position
 * 0 is before the first, a negative length takes what is before (as sqlite
 * and DuckDB do).
 */
static struct str substring(struct str s, int64_t start, int64_t len)
{
	int64_t at;

	if (start > 0)
		at = start - 1;
	else if (start < 0)
		at = start < -(int64_t)s.n - 1 - INT32_MAX
			     ? start
			     : (int64_t)utf8_count(s.p, s.n) + start;
	else
		at = len == INT64_MAX ? 0 : -1;
	if (len < 0) {
		int64_t count = len == INT64_MIN ? INT64_MAX : -len;
		int64_t end = at;

		at = end - count < 0 || count > end ? 0 : end - count;
		len = end - at;
	}
	return slice(s, at, len);
}

static shade_status k_substring(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	(void)fc;
	for (size_t i = 0; i < n; i++) {
		struct str s;

		if (!out_valid(out, i))
			continue;
		s = substring(arg_str(&args[0], i), arg_i64(&args[1], i),
			      n_args > 2 ? arg_i64(&args[2], i) : INT64_MAX);
		out_view(out, i, s.p, s.n);
	}
	return SHADE_OK;
}

/* left(s, -n): all but the last n. */
static shade_status k_left(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;
		int64_t len;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		len = arg_i64(&args[1], i);
		if (len < 0)
			len += (int64_t)utf8_count(s.p, s.n);
		s = slice(s, 0, len);
		out_view(out, i, s.p, s.n);
	}
	return SHADE_OK;
}

static shade_status k_right(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;
		int64_t len, all;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		len = arg_i64(&args[1], i);
		all = (int64_t)utf8_count(s.p, s.n);
		if (len < 0) /* all but the first -len */
			s = slice(s, len < -all ? all : -len, INT64_MAX);
		else if (len < all)
			s = slice(s, all - len, INT64_MAX);
		out_view(out, i, s.p, s.n);
	}
	return SHADE_OK;
}

/* --- trim ----------------------------------------------------------------- */

enum { TRIM_LEFT = 1, TRIM_RIGHT = 2 };

static bool in_set(struct str set, const char *p, size_t len)
{
	for (size_t at = 0, n; at < set.n; at += n) {
		utf8_decode(set.p + at, set.n - at, &n);
		if (n == len && memcmp(set.p + at, p, n) == 0)
			return true;
	}
	return false;
}

static size_t last_char(struct str s)
{
	size_t n = 1;

	while (n < s.n && ((unsigned char)s.p[s.n - n] & 0xc0) == 0x80)
		n++;
	return n;
}

static struct str trim(struct str s, struct str set, int sides)
{
	size_t len;

	while (sides & TRIM_LEFT && s.n > 0) {
		utf8_decode(s.p, s.n, &len);
		if (!in_set(set, s.p, len))
			break;
		s = (struct str){ s.p + len, s.n - len };
	}
	while (sides & TRIM_RIGHT && s.n > 0) {
		len = last_char(s);
		if (!in_set(set, s.p + s.n - len, len))
			break;
		s.n -= len;
	}
	return s;
}

static shade_status trim_rows(const struct vector *args, size_t n_args, size_t n,
			      struct vector *out, int sides)
{
	for (size_t i = 0; i < n; i++) {
		struct str s;

		if (!out_valid(out, i))
			continue;
		s = trim(arg_str(&args[0], i),
			 n_args > 1 ? arg_str(&args[1], i) : STR(" "), sides);
		out_view(out, i, s.p, s.n);
	}
	return SHADE_OK;
}

static shade_status k_trim(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	(void)fc;
	return trim_rows(args, n_args, n, out, TRIM_LEFT | TRIM_RIGHT);
}

static shade_status k_ltrim(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)fc;
	return trim_rows(args, n_args, n, out, TRIM_LEFT);
}

static shade_status k_rtrim(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)fc;
	return trim_rows(args, n_args, n, out, TRIM_RIGHT);
}

/* --- padding, repeating --------------------------------------------------- */

static void add_padding(struct text_out *t, struct str pad, size_t pad_chars,
			size_t chars)
{
	for (; chars >= pad_chars && !t->failed; chars -= pad_chars)
		text_add(t, pad.p, pad.n);
	text_add(t, pad.p, utf8_offset(pad.p, pad.n, chars));
}

static shade_status pad_rows(struct func_call *fc, const struct vector *args,
			     size_t n_args, size_t n, struct vector *out, bool left)
{
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str s, pad;
		int64_t want;
		size_t have, pad_chars;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		want = arg_i64(&args[1], i);
		pad = n_args > 2 ? arg_str(&args[2], i) : STR(" ");
		have = utf8_count(s.p, s.n);
		pad_chars = utf8_count(pad.p, pad.n);
		if (want <= (int64_t)have || pad_chars == 0) {
			s = slice(s, 0, want);
			out_view(out, i, s.p, s.n);
			continue;
		}
		/* a character takes a byte at least: no need to try */
		if ((size_t)want > FUNC_MAX_TEXT && !out_room(fc, (size_t)want))
			return fc->cx->err.code;
		if (!left)
			text_add(&t, s.p, s.n);
		add_padding(&t, pad, pad_chars, (size_t)want - have);
		if (left)
			text_add(&t, s.p, s.n);
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

static shade_status k_lpad(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	return pad_rows(fc, args, n_args, n, out, true);
}

static shade_status k_rpad(struct func_call *fc, const struct vector *args,
			   size_t n_args, size_t n, struct vector *out)
{
	return pad_rows(fc, args, n_args, n, out, false);
}

static shade_status repeat_text(struct func_call *fc, struct str s, int64_t count,
				struct vector *out, size_t i)
{
	size_t times = count > 0 ? (size_t)count : 0;
	char *to;

	if (s.n > 0 && times > FUNC_MAX_TEXT / s.n)
		to = out_room(fc, FUNC_MAX_TEXT + 1);
	else
		to = out_room(fc, s.n * times);
	if (!to)
		return fc->cx->err.code;
	for (size_t k = 0; k < times && s.n > 0; k++)
		memcpy(to + k * s.n, s.p, s.n);
	out_view(out, i, to, s.n * times);
	return SHADE_OK;
}

static shade_status k_repeat(struct func_call *fc, const struct vector *args,
			     size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			TRY(repeat_text(fc, arg_str(&args[0], i), arg_i64(&args[1], i),
					out, i));
	return SHADE_OK;
}

static shade_status k_space(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			TRY(repeat_text(fc, STR(" "), arg_i64(&args[0], i), out, i));
	return SHADE_OK;
}

static shade_status k_reverse(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;
		char *to;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		to = out_room(fc, s.n);
		if (!to)
			return fc->cx->err.code;
		for (size_t at = 0, len; at < s.n; at += len) {
			utf8_decode(s.p + at, s.n - at, &len);
			memcpy(to + s.n - at - len, s.p + at, len);
		}
		out_view(out, i, to, s.n);
	}
	return SHADE_OK;
}

/* --- code points ---------------------------------------------------------- */

static shade_status k_ascii(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s = out_valid(out, i) ? arg_str(&args[0], i) : STR_NONE;
		size_t len;

		to[i] = s.n ? (int32_t)utf8_decode(s.p, s.n, &len) : 0;
	}
	return SHADE_OK;
}

static shade_status k_chr(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		char enc[4];
		int64_t cp;
		size_t len;

		if (!out_valid(out, i))
			continue;
		cp = arg_i64(&args[0], i);
		len = cp < 0 || cp > 0x10ffff ? 0 : utf8_encode((uint32_t)cp, enc);
		if (len == 0)
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "%lld is not a code point", (long long)cp);
		out_view(out, i, enc, len);
	}
	return SHADE_OK;
}

#define TEXT_ROW(n, s, k, d, e, r)                                                  \
	{                                                                           \
		.name = (n), .sig = (s), .kernel = (k), .doc = (d), .example = (e), \
		.result = (r)                                                       \
	}
#define FAIL_ROW(n, s, k, d, e, r)                                              \
	{                                                                       \
		.name = (n), .sig = (s), .kernel = (k), .flags = FUNC_CAN_FAIL, \
		.doc = (d), .example = (e), .result = (r)                       \
	}

static const struct func_row rows[] = {
	TEXT_ROW("upper", "VARCHAR -> VARCHAR", k_upper, "text in upper case",
		 "upper('Straße')", "STRAßE"),
	TEXT_ROW("ucase", "VARCHAR -> VARCHAR", k_upper, "text in upper case",
		 "ucase('abc')", "ABC"),
	TEXT_ROW("lower", "VARCHAR -> VARCHAR", k_lower, "text in lower case",
		 "lower('ÄbC')", "äbc"),
	TEXT_ROW("lcase", "VARCHAR -> VARCHAR", k_lower, "text in lower case",
		 "lcase('ABC')", "abc"),
	TEXT_ROW("initcap", "VARCHAR -> VARCHAR", k_initcap,
		 "first letter of each word in upper case, the others in lower case",
		 "initcap('hELLO wORLD')", "Hello World"),
	TEXT_ROW("length", "VARCHAR -> BIGINT", k_length, "number of characters",
		 "length('日本')", "2"),
	TEXT_ROW("length", "BINARY -> BIGINT", k_octet_length, "number of bytes",
		 "length(X'0a0b0c')", "3"),
	TEXT_ROW("len", "VARCHAR -> BIGINT", k_length, "number of characters",
		 "len('abc')", "3"),
	TEXT_ROW("char_length", "VARCHAR -> BIGINT", k_length, "number of characters",
		 "char_length('abc')", "3"),
	TEXT_ROW("character_length", "VARCHAR -> BIGINT", k_length,
		 "number of characters", "character_length('abc')", "3"),
	TEXT_ROW("octet_length", "VARCHAR -> BIGINT", k_octet_length, "number of bytes",
		 "octet_length('é')", "2"),
	TEXT_ROW("octet_length", "BINARY -> BIGINT", k_octet_length, "number of bytes",
		 "octet_length(X'0a0b')", "2"),
	TEXT_ROW("strlen", "VARCHAR -> BIGINT", k_octet_length, "number of bytes",
		 "strlen('é')", "2"),
	TEXT_ROW("bit_length", "VARCHAR -> BIGINT", k_bit_length, "number of bits",
		 "bit_length('abc')", "24"),
	TEXT_ROW("bit_length", "BINARY -> BIGINT", k_bit_length, "number of bits",
		 "bit_length(X'0a')", "8"),
	TEXT_ROW("substring", "VARCHAR, BIGINT [, BIGINT] -> VARCHAR", k_substring,
		 "part of a text from a position (1-based, negative from the end), of "
		 "at most so many characters",
		 "substring('shade', 2, 3)", "had"),
	TEXT_ROW("substr", "VARCHAR, BIGINT [, BIGINT] -> VARCHAR", k_substring,
		 "part of a text from a position", "substr('shade', -3)", "ade"),
	TEXT_ROW("mid", "VARCHAR, BIGINT, BIGINT -> VARCHAR", k_substring,
		 "part of a text from a position", "mid('shade', 2, 2)", "ha"),
	TEXT_ROW("left", "VARCHAR, BIGINT -> VARCHAR", k_left,
		 "the first n characters; -n: all but the last n", "left('shade', 2)",
		 "sh"),
	TEXT_ROW("right", "VARCHAR, BIGINT -> VARCHAR", k_right,
		 "the last n characters; -n: all but the first n", "right('shade', 2)",
		 "de"),
	TEXT_ROW("trim", "VARCHAR [, VARCHAR] -> VARCHAR", k_trim,
		 "without these characters (blanks) at both ends", "trim('  a b ')",
		 "a b"),
	TEXT_ROW("btrim", "VARCHAR [, VARCHAR] -> VARCHAR", k_trim,
		 "without these characters (blanks) at both ends",
		 "btrim('xxaxx', 'x')", "a"),
	TEXT_ROW("ltrim", "VARCHAR [, VARCHAR] -> VARCHAR", k_ltrim,
		 "without these characters (blanks) at the start", "ltrim('xxa', 'x')",
		 "a"),
	TEXT_ROW("rtrim", "VARCHAR [, VARCHAR] -> VARCHAR", k_rtrim,
		 "without these characters (blanks) at the end", "rtrim('axx', 'x')",
		 "a"),
	FAIL_ROW("lpad", "VARCHAR, BIGINT [, VARCHAR] -> VARCHAR", k_lpad,
		 "filled on the left (with blanks) or cut to a length",
		 "lpad('7', 3, '0')", "007"),
	FAIL_ROW("rpad", "VARCHAR, BIGINT [, VARCHAR] -> VARCHAR", k_rpad,
		 "filled on the right (with blanks) or cut to a length",
		 "rpad('ab', 4, '.')", "ab.."),
	FAIL_ROW("repeat", "VARCHAR, BIGINT -> VARCHAR", k_repeat, "the text n times",
		 "repeat('ab', 3)", "ababab"),
	FAIL_ROW("space", "BIGINT -> VARCHAR", k_space, "n blanks",
		 "'[' || space(2) || ']'", "[  ]"),
	TEXT_ROW("reverse", "VARCHAR -> VARCHAR", k_reverse,
		 "characters in reverse order", "reverse('abc')", "cba"),
	TEXT_ROW("ascii", "VARCHAR -> INT", k_ascii,
		 "code point of the first character, 0 for none", "ascii('A')", "65"),
	TEXT_ROW("ord", "VARCHAR -> INT", k_ascii,
		 "code point of the first character, 0 for none", "ord('é')", "233"),
	TEXT_ROW("unicode", "VARCHAR -> INT", k_ascii,
		 "code point of the first character, 0 for none", "unicode('é')",
		 "233"),
	FAIL_ROW("chr", "BIGINT -> VARCHAR", k_chr, "character of a code point",
		 "chr(65)", "A"),
	FAIL_ROW("char", "BIGINT -> VARCHAR", k_chr, "character of a code point",
		 "char(233)", "é"),
};

const struct func_family func_family_string = {
	.name = "Text",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
