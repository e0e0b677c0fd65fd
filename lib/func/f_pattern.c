/*
 * f_pattern.c - SIMILAR TO, GLOB, and regular expressions that give arrays.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/utf8.h"
#include "func/values.h"

#define MATCH_LIMIT 10000000

/* The pattern in use; compiled again when it changes. */
struct pattern {
	struct str text; /* as given */
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
};

static void drop(struct pattern *p)
{
	pcre2_match_data_free(p->data);
	pcre2_code_free(p->code);
	p->data = NULL;
	p->code = NULL;
}

static shade_status init(struct func_call *fc, const struct value *const *consts)
{
	struct pattern *p = arena_new_of(fc->arena, struct pattern);

	(void)consts;
	fc->state = p;
	p->context = pcre2_match_context_create(NULL);
	if (!p->context)
		return cx_nomem(fc->cx);
	pcre2_set_match_limit(p->context, MATCH_LIMIT);
	return SHADE_OK;
}

static void fini(struct func_call *fc)
{
	struct pattern *p = fc->state;

	if (!p)
		return;
	drop(p);
	pcre2_match_context_free(p->context);
	fc->state = NULL;
}

/* SIMILAR TO in the words of a regular expression. */
static struct str from_similar(struct arena *a, struct str s, char escape)
{
	struct sbuf b = { .arena = a };

	sbuf_add(&b, STR("^(?:"));
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (escape && c == escape && i + 1 < s.n) {
			sbuf_addc(&b, '\\');
			sbuf_addc(&b, s.p[++i]);
		} else if (c == '%') {
			sbuf_add(&b, STR(".*"));
		} else if (c == '_') {
			sbuf_addc(&b, '.');
		} else {
			if (c == '.' || c == '^' || c == '$' || c == '\\')
				sbuf_addc(&b, '\\');
			sbuf_addc(&b, c);
		}
	}
	sbuf_add(&b, STR(")$"));
	return sbuf_str(&b);
}

static shade_status compile(struct func_call *fc, struct str given, struct str regexp)
{
	struct pattern *p = fc->state;
	int code;
	size_t at;
	char text[128];

	if (p->code && str_eq(p->text, given))
		return SHADE_OK;
	drop(p);
	p->code = pcre2_compile((PCRE2_SPTR)regexp.p, regexp.n,
				PCRE2_UTF | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY, &code,
				&at, NULL);
	if (!p->code) {
		pcre2_get_error_message(code, (PCRE2_UCHAR *)text, sizeof(text));
		return shade_fail(fc->cx, SHADE_E_REGEX, fc->span,
				  "pattern \"%.*s\" is invalid: %s", STR_ARG(given),
				  text);
	}
	pcre2_jit_compile(p->code, PCRE2_JIT_COMPLETE);
	p->data = pcre2_match_data_create_from_pattern(p->code, NULL);
	if (!p->data)
		return cx_nomem(fc->cx);
	p->text = str_dup(fc->arena, given);
	return SHADE_OK;
}

/* *found: the number of groups + 1, or 0. */
static shade_status match(struct func_call *fc, struct str s, size_t at, int *found)
{
	struct pattern *p = fc->state;
	int rc = pcre2_match(p->code, (PCRE2_SPTR)(s.n ? s.p : ""), s.n, at, 0, p->data,
			     p->context);

	*found = rc > 0 ? rc : 0;
	if (rc >= 0 || rc == PCRE2_ERROR_NOMATCH)
		return SHADE_OK;
	return shade_fail(fc->cx, SHADE_E_REGEX, fc->span,
			  "pattern \"%.*s\" takes too long or meets text that is not "
			  "UTF-8",
			  STR_ARG(p->text));
}

static shade_status similar_kernel(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		struct str given;
		char escape = '\\';
		int found;

		((uint8_t *)out->data)[i] = 0;
		if (!row_valid(out, i))
			continue;
		given = arg_str(&args[1], i);
		if (n_args > 2) {
			struct str e = arg_str(&args[2], i);

			escape = e.n == 1 ? e.p[0] : 0;
		}
		TRY(compile(fc, given, from_similar(func_scratch(fc), given, escape)));
		TRY(match(fc, arg_str(&args[0], i), 0, &found));
		((uint8_t *)out->data)[i] = found > 0;
	}
	return SHADE_OK;
}

/* --- GLOB: * ? [a-z] [^a-z] ----------------------------------------------- */

/* Does code point c fit the class at *p (behind the '[')?  Moves behind it. */
static bool in_class(struct str pat, size_t *p, uint32_t c)
{
	bool negate = *p < pat.n && (pat.p[*p] == '^' || pat.p[*p] == '!'), hit = false;
	bool first = true;
	size_t len;

	*p += negate;
	while (*p < pat.n && (first || pat.p[*p] != ']')) {
		uint32_t lo = utf8_decode(pat.p + *p, pat.n - *p, &len), hi = lo;

		*p += len;
		first = false;
		if (*p + 1 < pat.n && pat.p[*p] == '-' && pat.p[*p + 1] != ']') {
			hi = utf8_decode(pat.p + *p + 1, pat.n - *p - 1, &len);
			*p += 1 + len;
		}
		hit = hit || (c >= lo && c <= hi);
	}
	*p += *p < pat.n;
	return hit != negate;
}

static bool glob(struct str pat, struct str s)
{
	size_t p = 0, i = 0, star = SIZE_MAX, back = 0;

	while (i < s.n) {
		size_t len, plen, next = p + 1;
		uint32_t c = utf8_decode(s.p + i, s.n - i, &len);

		if (p < pat.n && pat.p[p] == '*') {
			star = ++p;
			back = i;
			continue;
		}
		if (p < pat.n &&
		    (pat.p[p] == '?' || (pat.p[p] == '[' && in_class(pat, &next, c)) ||
		     (pat.p[p] != '[' &&
		      utf8_decode(pat.p + p, pat.n - p, &plen) == c &&
		      (next = p + plen, true)))) {
			p = next;
			i += len;
			continue;
		}
		if (star == SIZE_MAX)
			return false;
		utf8_decode(s.p + back, s.n - back, &len);
		back += len;
		i = back;
		p = star;
	}
	while (p < pat.n && pat.p[p] == '*')
		p++;
	return p == pat.n;
}

static shade_status glob_kernel(struct func_call *fc, const struct vector *args,
				size_t n_args, size_t n, struct vector *out)
{
	(void)fc, (void)n_args;
	for (size_t i = 0; i < n; i++)
		((uint8_t *)out->data)[i] = row_valid(out, i) &&
					    glob(arg_str(&args[1], i),
						 arg_str(&args[0], i));
	return SHADE_OK;
}

/* --- arrays --------------------------------------------------------------- */

static shade_status add_part(struct func_call *fc, struct value *list, size_t *cap,
			     struct str part)
{
	if (list->list.n == *cap) {
		struct value bigger = value_list(fc, fc->type, *cap * 2);

		memcpy(bigger.list.v, list->list.v, *cap * sizeof(struct value));
		bigger.list.n = *cap;
		*list = bigger;
		*cap *= 2;
	}
	list->list.v[list->list.n++] = value_str(part);
	return SHADE_OK;
}

static struct str group_of(const struct pattern *p, struct str s, size_t g)
{
	const size_t *v = pcre2_get_ovector_pointer(p->data);

	if (v[2 * g] == PCRE2_UNSET)
		return (struct str){ s.p, 0 };
	return (struct str){ s.p + v[2 * g], v[2 * g + 1] - v[2 * g] };
}

/* One character on, so that empty matches come to an end. */
static size_t step(struct str s, size_t at)
{
	size_t len = 1;

	if (at < s.n)
		utf8_decode(s.p + at, s.n - at, &len);
	return at + len;
}

static shade_status extract_all(struct func_call *fc, const struct value *args,
				size_t n_args, struct value *out)
{
	const struct pattern *p = fc->state;
	struct str s = args[0].s;
	size_t cap = 8;
	uint32_t groups;

	TRY(compile(fc, args[1].s, args[1].s));
	pcre2_pattern_info(p->code, PCRE2_INFO_CAPTURECOUNT, &groups);
	if (n_args > 2 && (args[2].i < 0 || args[2].i > (int64_t)groups))
		return shade_fail(fc->cx, SHADE_E_RANGE, fc->span,
				  "the pattern has %u groups, not %lld", groups,
				  (long long)args[2].i);
	*out = value_list(fc, fc->type, cap);
	out->list.n = 0;
	for (size_t at = 0; at <= s.n;) {
		size_t g = n_args > 2 ? (size_t)args[2].i : 0;
		struct str whole;
		int found;

		TRY(match(fc, s, at, &found));
		if (!found)
			break;
		whole = group_of(p, s, 0);
		TRY(add_part(fc, out, &cap, group_of(p, s, g)));
		at = (size_t)(whole.p - s.p) + whole.n;
		if (whole.n == 0)
			at = step(s, at);
	}
	return SHADE_OK;
}

/* (text, pattern [, at most this many parts]) */
static shade_status split(struct func_call *fc, const struct value *args, size_t n_args,
			  struct value *out)
{
	const struct pattern *p = fc->state;
	struct str s = args[0].s;
	int64_t limit = n_args > 2 && args[2].i > 0 ? args[2].i : INT64_MAX;
	size_t cap = 8, from = 0;

	TRY(compile(fc, args[1].s, args[1].s));
	*out = value_list(fc, fc->type, cap);
	out->list.n = 0;
	for (size_t at = 0; at <= s.n && (int64_t)out->list.n + 1 < limit;) {
		struct str whole;
		size_t start;
		int found;

		TRY(match(fc, s, at, &found));
		if (!found)
			break;
		whole = group_of(p, s, 0);
		start = (size_t)(whole.p - s.p);
		if (whole.n == 0) { /* between two characters */
			at = step(s, start);
			if (start == from || start >= s.n)
				continue;
		} else {
			at = start + whole.n;
		}
		TRY(add_part(fc, out, &cap, (struct str){ s.p + from, start - from }));
		from = start + whole.n;
	}
	return add_part(fc, out, &cap, (struct str){ s.p + from, s.n - from });
}

#define LISTS FUNC_CAN_FAIL | FUNC_TOTAL

static const struct func_row rows[] = {
	{ SCALAR("similar to", "VARCHAR, VARCHAR [, VARCHAR] -> BOOLEAN",
		 OPERATOR | FUNC_CAN_FAIL, similar_kernel),
	  .init = init, .fini = fini,
	  DOC("LIKE with | * + ? { } ( ) [ ] of regular expressions",
	      "'abc' SIMILAR TO '(a|b)%'", "true") },
	{ SCALAR("glob", "VARCHAR, VARCHAR -> BOOLEAN", OPERATOR, glob_kernel),
	  DOC("file name patterns: * ? [a-z]", "'data.csv' GLOB '*.csv'", "true") },
	{ EACH("regexp_extract_all", "VARCHAR, VARCHAR [, BIGINT] -> ARRAY<VARCHAR>",
	       LISTS, extract_all),
	  .init = init, .fini = fini,
	  DOC("all matches, or a group of each",
	      "regexp_extract_all('a1b22', '[0-9]+')", "[1, 22]") },
	{ EACH("split", "VARCHAR, VARCHAR [, BIGINT] -> ARRAY<VARCHAR>", LISTS, split),
	  .init = init, .fini = fini,
	  DOC("text cut where a pattern matches", "split('a1b22c', '[0-9]+')",
	      "[a, b, c]") },
	{ EACH("regexp_split_to_array", "VARCHAR, VARCHAR -> ARRAY<VARCHAR>", LISTS,
	       split),
	  .init = init, .fini = fini,
	  DOC("text cut where a pattern matches",
	      "regexp_split_to_array('a, b', ', *')", "[a, b]") },
	{ EACH("str_split_regex", "VARCHAR, VARCHAR -> ARRAY<VARCHAR>", LISTS, split),
	  .init = init, .fini = fini,
	  DOC("text cut where a pattern matches", "str_split_regex('a  b', ' +')",
	      "[a, b]") },
};

const struct func_family func_family_pattern = { "Patterns", rows, ARRAY_LEN(rows) };
