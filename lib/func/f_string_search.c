/*
 * f_string_search.c - text: finding, replacing, joining, splitting.
 */
#include "base/utf8.h"
#include "func/args.h"

/* Byte offset of needle in s from byte `from` on, or SIZE_MAX. */
static size_t find(struct str s, struct str needle, size_t from)
{
	const char *p;

	if (from > s.n)
		return SIZE_MAX;
	if (needle.n == 0)
		return from;
	p = memmem(s.p + from, s.n - from, needle.p, needle.n);
	return p ? (size_t)(p - s.p) : SIZE_MAX;
}

/* 1-based character position of a byte offset; 0 for SIZE_MAX. */
static int64_t position_of(struct str s, size_t at)
{
	return at == SIZE_MAX ? 0 : (int64_t)utf8_count(s.p, at) + 1;
}

/* position(needle, s [, from]) */
static shade_status k_position(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	int64_t *to = out->data;

	(void)fc;
	for (size_t i = 0; i < n; i++) {
		struct str s, needle;
		size_t from = 0;

		if (!out_valid(out, i))
			continue;
		needle = arg_str(&args[0], i);
		s = arg_str(&args[1], i);
		if (n_args > 2) {
			int64_t start = arg_i64(&args[2], i);

			if (start < 1 || (uint64_t)start > s.n + 1) {
				to[i] = 0;
				continue;
			}
			from = utf8_offset(s.p, s.n, (size_t)start - 1);
		}
		to[i] = position_of(s, find(s, needle, from));
	}
	return SHADE_OK;
}

/* instr(s, needle) */
static shade_status k_instr(struct func_call *fc, const struct vector *args,
			    size_t n_args, size_t n, struct vector *out)
{
	struct vector swapped[2] = { args[1], args[0] };

	(void)n_args;
	return k_position(fc, swapped, 2, n, out);
}

static shade_status k_contains(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			to[i] = find(arg_str(&args[0], i), arg_str(&args[1], i), 0) !=
				SIZE_MAX;
	return SHADE_OK;
}

static shade_status k_starts_with(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			to[i] = str_starts_with(arg_str(&args[0], i),
						arg_str(&args[1], i));
	return SHADE_OK;
}

static shade_status k_ends_with(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		if (out_valid(out, i))
			to[i] = str_ends_with(arg_str(&args[0], i),
					      arg_str(&args[1], i));
	return SHADE_OK;
}

/* --- replacing ------------------------------------------------------------ */

static shade_status k_replace(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str s, from, to;
		size_t at = 0, hit;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		from = arg_str(&args[1], i);
		to = n_args > 2 ? arg_str(&args[2], i) : STR("");
		if (from.n == 0 || find(s, from, 0) == SIZE_MAX) {
			out_view(out, i, s.p, s.n);
			continue;
		}
		while ((hit = find(s, from, at)) != SIZE_MAX) {
			text_add(&t, s.p + at, hit - at);
			text_add(&t, to.p, to.n);
			at = hit + from.n;
		}
		text_add(&t, s.p + at, s.n - at);
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

/* Each character of `from` becomes the one at its place in `to`, or nothing. */
static shade_status k_translate(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str s, from, to;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		from = arg_str(&args[1], i);
		to = arg_str(&args[2], i);
		for (size_t at = 0, len; at < s.n; at += len) {
			size_t place = 0, f = 0, flen;
			bool found = false;

			utf8_decode(s.p + at, s.n - at, &len);
			for (; f < from.n; f += flen, place++) {
				utf8_decode(from.p + f, from.n - f, &flen);
				found = flen == len &&
					memcmp(from.p + f, s.p + at, len) == 0;
				if (found)
					break;
			}
			if (!found) {
				text_add(&t, s.p + at, len);
				continue;
			}
			f = utf8_offset(to.p, to.n, place);
			if (f < to.n) {
				utf8_decode(to.p + f, to.n - f, &flen);
				text_add(&t, to.p + f, flen);
			}
		}
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

/* overlay(s, new, from [, for]) */
static shade_status k_overlay(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str s, put;
		int64_t from, len;
		size_t head, tail;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		put = arg_str(&args[1], i);
		from = arg_i64(&args[2], i);
		len = n_args > 3 ? arg_i64(&args[3], i) : -1;
		if (len < 0)
			len = (int64_t)utf8_count(put.p, put.n);
		if (from < 1 || (uint64_t)from > s.n + 1) {
			out_view(out, i, s.p, s.n);
			continue;
		}
		head = utf8_offset(s.p, s.n, (size_t)from - 1);
		tail = head;
		if ((uint64_t)len < s.n)
			tail += utf8_offset(s.p + head, s.n - head, (size_t)len);
		else
			tail = s.n;
		text_add(&t, s.p, head);
		text_add(&t, put.p, put.n);
		text_add(&t, s.p + tail, s.n - tail);
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

/* Arguments of any type are cast to text. */
static shade_status text_bind(struct func_bind *fb, const struct agg_class **agg)
{
	(void)agg;
	for (size_t i = 0; i < fb->n_args; i++)
		if (fb->arg_types[i]->id != TYPE_VARCHAR)
			fb->arg_types[i] = type_of(TYPE_VARCHAR);
	return SHADE_OK;
}

/* --- joining -------------------------------------------------------------- */

static shade_status k_concat(struct func_call *fc, const struct vector *args,
			     size_t n_args, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };

		if (!out_valid(out, i))
			continue;
		for (size_t a = 0; a < n_args; a++) {
			struct str s = arg_str(&args[a], i);

			text_add(&t, s.p, s.n);
		}
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

/* NULL only when the separator is; NULL arguments are left out. */
static shade_status k_concat_ws(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str sep;
		bool any = false;

		if (vector_is_null(&args[0], i)) {
			out_null(fc, out, i);
			continue;
		}
		sep = arg_str(&args[0], i);
		for (size_t a = 1; a < n_args; a++) {
			struct str s;

			if (vector_is_null(&args[a], i))
				continue;
			s = arg_str(&args[a], i);
			if (any)
				text_add(&t, sep.p, sep.n);
			text_add(&t, s.p, s.n);
			any = true;
		}
		TRY(text_end(&t, out, i));
	}
	return SHADE_OK;
}

/* --- splitting ------------------------------------------------------------ */

/* Part number k (0-based) of s; false beyond the last. */
static bool split_at(struct str s, struct str sep, size_t k, struct str *out)
{
	size_t at = 0, hit;

	for (;;) {
		hit = sep.n ? find(s, sep, at) : SIZE_MAX;
		if (k == 0) {
			size_t end = hit == SIZE_MAX ? s.n : hit;

			*out = (struct str){ s.p + at, end - at };
			return true;
		}
		if (hit == SIZE_MAX)
			return false;
		at = hit + sep.n;
		k--;
	}
}

static size_t count_parts(struct str s, struct str sep)
{
	size_t n = 1;

	for (size_t at = 0, hit; sep.n && (hit = find(s, sep, at)) != SIZE_MAX;
	     at = hit + sep.n)
		n++;
	return n;
}

/* 1-based, negative from the end; beyond the parts: empty; 0: an error. */
static shade_status k_split_part(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s, sep, part = STR("");
		int64_t k;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		sep = arg_str(&args[1], i);
		k = arg_i64(&args[2], i);
		if (k == 0)
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "split_part counts from 1, not from 0");
		if (k < 0)
			k += (int64_t)count_parts(s, sep) + 1;
		if (k > 0)
			(void)split_at(s, sep, (size_t)k - 1, &part);
		out_view(out, i, part.p, part.n);
	}
	return SHADE_OK;
}

/* 0-based; beyond the parts: NULL (Flink). */
static shade_status k_split_index(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str part;
		int64_t k;

		if (!out_valid(out, i))
			continue;
		k = arg_i64(&args[2], i);
		if (k >= 0 && split_at(arg_str(&args[0], i), arg_str(&args[1], i),
				       (size_t)k, &part))
			out_view(out, i, part.p, part.n);
		else
			out_null(fc, out, i);
	}
	return SHADE_OK;
}

/* Text before the count-th separator, negative: behind it from the end. */
static shade_status k_substring_index(struct func_call *fc, const struct vector *args,
				      size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s, sep, part;
		int64_t k, parts;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		sep = arg_str(&args[1], i);
		k = arg_i64(&args[2], i);
		parts = (int64_t)count_parts(s, sep);
		if (k == 0) {
			out_view(out, i, "", 0);
		} else if (k >= parts || k <= -parts) {
			out_view(out, i, s.p, s.n);
		} else if (k > 0) {
			(void)split_at(s, sep, (size_t)k - 1, &part);
			out_view(out, i, s.p, (size_t)(part.p - s.p) + part.n);
		} else {
			(void)split_at(s, sep, (size_t)(parts + k), &part);
			out_view(out, i, part.p, s.n - (size_t)(part.p - s.p));
		}
	}
	return SHADE_OK;
}

/* --- choosing and comparing ----------------------------------------------- */

static shade_status k_elt(struct func_call *fc, const struct vector *args,
			  size_t n_args, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		struct str s;
		int64_t k;

		if (vector_is_null(&args[0], i)) {
			out_null(fc, out, i);
			continue;
		}
		k = arg_i64(&args[0], i);
		if (k < 1 || (uint64_t)k >= n_args || vector_is_null(&args[k], i)) {
			out_null(fc, out, i);
			continue;
		}
		s = arg_str(&args[k], i);
		out_view(out, i, s.p, s.n);
	}
	return SHADE_OK;
}

static shade_status k_find_in_set(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str word, list, part;

		if (!out_valid(out, i))
			continue;
		word = arg_str(&args[0], i);
		list = arg_str(&args[1], i);
		to[i] = 0;
		for (size_t k = 0; split_at(list, STR(","), k, &part); k++)
			if (str_eq(part, word)) {
				to[i] = (int32_t)k + 1;
				break;
			}
	}
	return SHADE_OK;
}

static shade_status k_levenshtein(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str a, b;
		uint32_t *row, *bc;
		size_t nb, len;

		if (!out_valid(out, i))
			continue;
		a = arg_str(&args[0], i);
		b = arg_str(&args[1], i);
		if (a.n > 65535 || b.n > 65535)
			return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
					  "levenshtein takes texts up to 64 KB");
		row = heap_alloc(fc->heap, (2 * b.n + 2) * sizeof(*row));
		if (!row)
			return cx_nomem(fc->cx);
		bc = row + b.n + 1;
		nb = 0;
		for (size_t at = 0; at < b.n; at += len)
			bc[nb++] = utf8_decode(b.p + at, b.n - at, &len);
		for (size_t k = 0; k <= nb; k++)
			row[k] = (uint32_t)k;
		for (size_t at = 0, r = 1; at < a.n; at += len, r++) {
			uint32_t ca = utf8_decode(a.p + at, a.n - at, &len);
			uint32_t diagonal = row[0];

			row[0] = (uint32_t)r;
			for (size_t k = 1; k <= nb; k++) {
				uint32_t best = diagonal + (ca != bc[k - 1]);

				diagonal = row[k];
				if (row[k] + 1 < best)
					best = row[k] + 1;
				if (row[k - 1] + 1 < best)
					best = row[k - 1] + 1;
				row[k] = best;
			}
		}
		to[i] = (int32_t)row[nb];
	}
	return SHADE_OK;
}

static char soundex_code(char c)
{
	/*                          ABCDEFGHIJKLMNOPQRSTUVWXYZ */
	static const char codes[] = "01230127022455012623010202";

	return codes[c - 'A'];
}

static shade_status k_soundex(struct func_call *fc, const struct vector *args,
			      size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;
		char code[5] = "0000";
		size_t k = 0;
		char last = 0;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		for (size_t at = 0; at < s.n && k < 4; at++) {
			char c = s.p[at] & ~0x20;

			if (c < 'A' || c > 'Z') {
				if (k == 0)
					break;
				continue;
			}
			if (k == 0)
				code[k++] = c;
			else if (soundex_code(c) != '0' && soundex_code(c) != last &&
				 c != 'H' && c != 'W')
				code[k++] = soundex_code(c);
			if (c != 'H' && c != 'W')
				last = soundex_code(c);
		}
		if (k == 0)
			out_view(out, i, s.p, s.n);
		else
			out_view(out, i, code, 4);
	}
	return SHADE_OK;
}

/* --- kinds of text -------------------------------------------------------- */

static bool all_of(struct str s, bool (*is)(char c))
{
	for (size_t i = 0; i < s.n; i++)
		if (!is(s.p[i]))
			return false;
	return s.n > 0;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_decimal(struct str s)
{
	size_t digits = 0, points = 0;

	if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+'))
		s = (struct str){ s.p + 1, s.n - 1 };
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '.' && points == 0)
			points++;
		else if (is_digit(s.p[i]))
			digits++;
		else
			return false;
	}
	return digits > 0;
}

static shade_status k_is_alpha(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		to[i] = !vector_is_null(&args[0], i) &&
			all_of(arg_str(&args[0], i), is_letter);
	return SHADE_OK;
}

static shade_status k_is_digit(struct func_call *fc, const struct vector *args,
			       size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		to[i] = !vector_is_null(&args[0], i) &&
			all_of(arg_str(&args[0], i), is_digit);
	return SHADE_OK;
}

static shade_status k_is_decimal(struct func_call *fc, const struct vector *args,
				 size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		to[i] = !vector_is_null(&args[0], i) &&
			is_decimal(arg_str(&args[0], i));
	return SHADE_OK;
}

#define ROW(n, s, k, f, d, e, r)                                                  \
	{                                                                         \
		.name = (n), .sig = (s), .kernel = (k), .flags = (f), .doc = (d), \
		.example = (e), .result = (r)                                     \
	}

static const struct func_row rows[] = {
	ROW("position", "VARCHAR, VARCHAR [, BIGINT] -> BIGINT", k_position, 0,
	    "where a text first occurs in another, 0: nowhere",
	    "position('a' IN 'shade')", "3"),
	ROW("locate", "VARCHAR, VARCHAR [, BIGINT] -> BIGINT", k_position, 0,
	    "where a text first occurs in another, from a position on",
	    "locate('a', 'banana', 3)", "4"),
	ROW("charindex", "VARCHAR, VARCHAR [, BIGINT] -> BIGINT", k_position, 0,
	    "where a text first occurs in another", "charindex('n', 'banana')", "3"),
	ROW("instr", "VARCHAR, VARCHAR -> BIGINT", k_instr, 0,
	    "where the second text first occurs in the first, 0: nowhere",
	    "instr('banana', 'n')", "3"),
	ROW("strpos", "VARCHAR, VARCHAR -> BIGINT", k_instr, 0,
	    "where the second text first occurs in the first", "strpos('banana', 'x')",
	    "0"),
	ROW("contains", "VARCHAR, VARCHAR -> BOOLEAN", k_contains, 0,
	    "does the first text contain the second?", "contains('shade', 'had')",
	    "true"),
	ROW("starts_with", "VARCHAR, VARCHAR -> BOOLEAN", k_starts_with, 0,
	    "does the first text start with the second?", "starts_with('shade', 'sh')",
	    "true"),
	ROW("startswith", "VARCHAR, VARCHAR -> BOOLEAN", k_starts_with, 0,
	    "does the first text start with the second?", "startswith('shade', 'x')",
	    "false"),
	ROW("prefix", "VARCHAR, VARCHAR -> BOOLEAN", k_starts_with, 0,
	    "does the first text start with the second?", "prefix('shade', 'sh')",
	    "true"),
	ROW("ends_with", "VARCHAR, VARCHAR -> BOOLEAN", k_ends_with, 0,
	    "does the first text end with the second?", "ends_with('shade', 'de')",
	    "true"),
	ROW("endswith", "VARCHAR, VARCHAR -> BOOLEAN", k_ends_with, 0,
	    "does the first text end with the second?", "endswith('shade', 'de')",
	    "true"),
	ROW("suffix", "VARCHAR, VARCHAR -> BOOLEAN", k_ends_with, 0,
	    "does the first text end with the second?", "suffix('shade', 'x')",
	    "false"),
	ROW("replace", "VARCHAR, VARCHAR [, VARCHAR] -> VARCHAR", k_replace,
	    FUNC_CAN_FAIL, "every occurrence of the second text replaced by the third",
	    "replace('banana', 'an', 'o')", "booa"),
	ROW("translate", "VARCHAR, VARCHAR, VARCHAR -> VARCHAR", k_translate,
	    FUNC_CAN_FAIL, "characters replaced one by one, or dropped",
	    "translate('12345', '143', 'ax')", "a2x5"),
	ROW("overlay", "VARCHAR, VARCHAR, BIGINT [, BIGINT] -> VARCHAR", k_overlay,
	    FUNC_CAN_FAIL, "a part replaced by another text",
	    "overlay('Txxxxas' PLACING 'hom' FROM 2 FOR 4)", "Thomas"),
	{ .name = "concat",
	  .sig = "ANY, ANY... -> VARCHAR",
	  .kernel = k_concat,
	  .bind = text_bind,
	  .flags = FUNC_CAN_FAIL,
	  .doc = "values joined as text; NULL if one is NULL",
	  .example = "concat('a', 1, true)",
	  .result = "a1true" },
	{ .name = "concat_ws",
	  .sig = "VARCHAR, ANY... -> VARCHAR",
	  .kernel = k_concat_ws,
	  .bind = text_bind,
	  .flags = FUNC_NULLS | FUNC_CAN_FAIL,
	  .doc = "values joined as text with a separator; NULLs are left out",
	  .example = "concat_ws('-', 'a', NULL, 'b')",
	  .result = "a-b" },
	ROW("split_part", "VARCHAR, VARCHAR, BIGINT -> VARCHAR", k_split_part,
	    FUNC_CAN_FAIL, "part number n of a text split at a separator",
	    "split_part('a-b-c', '-', 2)", "b"),
	ROW("split_index", "VARCHAR, VARCHAR, BIGINT -> VARCHAR", k_split_index, 0,
	    "part number n, from 0, of a text split at a separator",
	    "split_index('a-b-c', '-', 0)", "a"),
	ROW("substring_index", "VARCHAR, VARCHAR, BIGINT -> VARCHAR", k_substring_index,
	    0, "text before the n-th separator, or behind from the end",
	    "substring_index('a.b.c', '.', 2)", "a.b"),
	ROW("elt", "BIGINT, VARCHAR, VARCHAR... -> VARCHAR", k_elt, FUNC_NULLS,
	    "the n-th of the texts", "elt(2, 'a', 'b')", "b"),
	ROW("find_in_set", "VARCHAR, VARCHAR -> INT", k_find_in_set, 0,
	    "place of a word in a comma-separated list, 0: not there",
	    "find_in_set('b', 'a,b,c')", "2"),
	ROW("levenshtein", "VARCHAR, VARCHAR -> INT", k_levenshtein, FUNC_CAN_FAIL,
	    "edits between two texts", "levenshtein('kitten', 'sitting')", "3"),
	ROW("editdist3", "VARCHAR, VARCHAR -> INT", k_levenshtein, FUNC_CAN_FAIL,
	    "edits between two texts", "editdist3('duck', 'duke')", "2"),
	ROW("soundex", "VARCHAR -> VARCHAR", k_soundex, 0, "how an English word sounds",
	    "soundex('Robert')", "R163"),
	ROW("is_alpha", "VARCHAR -> BOOLEAN", k_is_alpha, FUNC_NULLS, "only letters?",
	    "is_alpha('abc')", "true"),
	ROW("is_digit", "VARCHAR -> BOOLEAN", k_is_digit, FUNC_NULLS, "only digits?",
	    "is_digit('12a')", "false"),
	ROW("is_decimal", "VARCHAR -> BOOLEAN", k_is_decimal, FUNC_NULLS,
	    "a number with or without a point?", "is_decimal('-1.5')", "true"),
};

const struct func_family func_family_search = {
	.name = "Searching text",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
