/*
 * f_regexp.c - regular expressions, through PCRE2.
 *
 * A constant pattern is compiled once a call site; others are compiled when
 * they change.  Backtracking is limited, so a hostile pattern is an error
 * and not a hang.
 */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/utf8.h"
#include "func/args.h"

#define MATCH_LIMIT 10000000
#define DEPTH_LIMIT 100000

struct regexp {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
	struct str pattern, flags; /* compiled ones; copies in the call's arena */
};

static shade_status regexp_init(struct func_call *fc, const struct value *const *consts)
{
	struct regexp *re = arena_new_of(fc->arena, struct regexp);

	(void)consts;
	re->context = pcre2_match_context_create(NULL);
	if (!re->context)
		return cx_nomem(fc->cx);
	pcre2_set_match_limit(re->context, MATCH_LIMIT);
	pcre2_set_depth_limit(re->context, DEPTH_LIMIT);
	fc->state = re;
	return SHADE_OK;
}

static void regexp_drop(struct regexp *re)
{
	pcre2_match_data_free(re->data);
	pcre2_code_free(re->code);
	re->data = NULL;
	re->code = NULL;
}

static void regexp_fini(struct func_call *fc)
{
	struct regexp *re = fc->state;

	if (!re)
		return;
	regexp_drop(re);
	pcre2_match_context_free(re->context);
	fc->state = NULL;
}

static shade_status read_flags(struct func_call *fc, struct str flags, uint32_t *out)
{
	for (size_t i = 0; i < flags.n; i++) {
		switch (flags.p[i]) {
		case 'i': *out |= PCRE2_CASELESS; break;
		case 'm':
		case 'n': *out |= PCRE2_MULTILINE; break;
		case 's': *out |= PCRE2_DOTALL; break;
		case 'x': *out |= PCRE2_EXTENDED; break;
		case 'c':
		case 'g': break;
		default:
			return shade_fail(fc->cx, SHADE_E_REGEX, fc->span,
					  "\"%c\" is not a regular expression flag; "
					  "there are i, c, m, s, x and g",
					  flags.p[i]);
		}
	}
	return SHADE_OK;
}

static shade_status regexp_compile(struct func_call *fc, struct str pattern,
				   struct str flags)
{
	struct regexp *re = fc->state;
	uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_NO_UTF_CHECK;
	PCRE2_SIZE at;
	int err;

	if (re->code && str_eq(re->pattern, pattern) && str_eq(re->flags, flags))
		return SHADE_OK;
	regexp_drop(re);
	TRY(read_flags(fc, flags, &options));
	re->code = pcre2_compile((PCRE2_SPTR)pattern.p, pattern.n, options, &err, &at,
				 NULL);
	if (!re->code) {
		char text[128] = "";

		pcre2_get_error_message(err, (PCRE2_UCHAR *)text, sizeof(text));
		return shade_fail(
			fc->cx, SHADE_E_REGEX, fc->span,
			"bad regular expression \"%.*s\" at character %zu: %s",
			STR_ARG(pattern), at + 1, text);
	}
	pcre2_jit_compile(re->code, PCRE2_JIT_COMPLETE);
	re->data = pcre2_match_data_create_from_pattern(re->code, NULL);
	if (!re->data)
		return cx_nomem(fc->cx);
	re->pattern = str_dup(fc->arena, pattern);
	re->flags = str_dup(fc->arena, flags);
	return SHADE_OK;
}

/* Match from byte `from`; *found, and the ovector holds the groups. */
static shade_status regexp_match(struct func_call *fc, struct str s, size_t from,
				 bool *found)
{
	struct regexp *re = fc->state;
	int rc = pcre2_match(re->code, (PCRE2_SPTR)s.p, s.n, from, PCRE2_NO_UTF_CHECK,
			     re->data, re->context);

	*found = rc > 0;
	if (rc > 0 || rc == PCRE2_ERROR_NOMATCH)
		return SHADE_OK;
	return shade_fail(fc->cx, SHADE_E_REGEX, fc->span,
			  "regular expression \"%.*s\" takes too many steps",
			  STR_ARG(re->pattern));
}

static struct str group_text(struct func_call *fc, struct str s, size_t group)
{
	struct regexp *re = fc->state;
	PCRE2_SIZE *ov = pcre2_get_ovector_pointer(re->data);

	if (group >= pcre2_get_ovector_count(re->data) || ov[2 * group] == PCRE2_UNSET)
		return STR_NONE;
	return (struct str){ s.p + ov[2 * group], ov[2 * group + 1] - ov[2 * group] };
}

/* Where the next search starts: behind the match, one further if empty. */
static size_t next_start(struct func_call *fc, struct str s)
{
	struct regexp *re = fc->state;
	PCRE2_SIZE *ov = pcre2_get_ovector_pointer(re->data);
	size_t len;

	if (ov[1] > ov[0] || ov[1] >= s.n)
		return ov[1] + (ov[1] == ov[0]);
	utf8_decode(s.p + ov[1], s.n - ov[1], &len);
	return ov[1] + len;
}

static struct str flags_of(const struct vector *args, size_t n_args, size_t at,
			   size_t i)
{
	return n_args > at ? arg_str(&args[at], i) : STR("");
}

static shade_status k_regexp_like(struct func_call *fc, const struct vector *args,
				  size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	for (size_t i = 0; i < n; i++) {
		bool found;

		if (!out_valid(out, i))
			continue;
		TRY(regexp_compile(fc, arg_str(&args[1], i),
				   flags_of(args, n_args, 2, i)));
		TRY(regexp_match(fc, arg_str(&args[0], i), 0, &found));
		to[i] = found;
	}
	return SHADE_OK;
}

static shade_status k_regexp_full_match(struct func_call *fc, const struct vector *args,
					size_t n_args, size_t n, struct vector *out)
{
	uint8_t *to = out->data;

	for (size_t i = 0; i < n; i++) {
		struct text_out t = { .fc = fc };
		struct str p;
		bool found;

		if (!out_valid(out, i))
			continue;
		p = arg_str(&args[1], i);
		text_add(&t, "\\A(?:", 5);
		text_add(&t, p.p, p.n);
		text_add(&t, ")\\z", 3);
		if (t.failed)
			return fc->cx->err.code;
		TRY(regexp_compile(fc, (struct str){ t.p, t.n },
				   flags_of(args, n_args, 2, i)));
		TRY(regexp_match(fc, arg_str(&args[0], i), 0, &found));
		to[i] = found;
	}
	return SHADE_OK;
}

/* --- replacing ------------------------------------------------------------ */

/* Groups in the replacement: \1 and $1; \\ and \$ are the signs themselves. */
static void add_replacement(struct func_call *fc, struct text_out *t, struct str s,
			    struct str rep)
{
	for (size_t i = 0; i < rep.n; i++) {
		char c = rep.p[i];
		char next = i + 1 < rep.n ? rep.p[i + 1] : 0;

		if ((c == '\\' || c == '$') && next >= '0' && next <= '9') {
			struct str g = group_text(fc, s, (size_t)(next - '0'));

			text_add(t, g.p, g.n);
			i++;
		} else if (c == '\\' && (next == '\\' || next == '$')) {
			text_addc(t, next);
			i++;
		} else {
			text_addc(t, c);
		}
	}
}

static shade_status replace_row(struct func_call *fc, struct str s, struct str rep,
				struct vector *out, size_t i)
{
	struct regexp *re = fc->state;
	struct text_out t = { .fc = fc };
	size_t done = 0, from = 0;
	bool found;

	while (from <= s.n) {
		PCRE2_SIZE *ov;

		TRY(regexp_match(fc, s, from, &found));
		if (!found)
			break;
		ov = pcre2_get_ovector_pointer(re->data);
		text_add(&t, s.p + done, ov[0] - done);
		add_replacement(fc, &t, s, rep);
		done = ov[1];
		from = next_start(fc, s);
	}
	if (done == 0 && t.n == 0 && from == 0) {
		out_view(out, i, s.p, s.n);
		return SHADE_OK;
	}
	text_add(&t, s.p + done, s.n - done);
	return text_end(&t, out, i);
}

static shade_status k_regexp_replace(struct func_call *fc, const struct vector *args,
				     size_t n_args, size_t n, struct vector *out)
{
	for (size_t i = 0; i < n; i++) {
		if (!out_valid(out, i))
			continue;
		TRY(regexp_compile(fc, arg_str(&args[1], i),
				   flags_of(args, n_args, 3, i)));
		TRY(replace_row(fc, arg_str(&args[0], i), arg_str(&args[2], i), out,
				i));
	}
	return SHADE_OK;
}

/* --- extracting ----------------------------------------------------------- */

static shade_status k_regexp_extract(struct func_call *fc, const struct vector *args,
				     size_t n_args, size_t n, struct vector *out)
{
	struct regexp *re = fc->state;

	for (size_t i = 0; i < n; i++) {
		struct str s, g = STR("");
		int64_t group;
		bool found;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		group = n_args > 2 ? arg_i64(&args[2], i) : 0;
		TRY(regexp_compile(fc, arg_str(&args[1], i), STR("")));
		if (group < 0 || (uint64_t)group >= pcre2_get_ovector_count(re->data))
			return shade_fail(
				fc->cx, SHADE_E_RANGE, fc->span,
				"regular expression \"%.*s\" has no group %lld",
				STR_ARG(re->pattern), (long long)group);
		TRY(regexp_match(fc, s, 0, &found));
		if (found)
			g = group_text(fc, s, (size_t)group);
		out_view(out, i, g.n ? g.p : "", g.n);
	}
	return SHADE_OK;
}

/* The match itself, NULL if there is none. */
static shade_status k_regexp_substr(struct func_call *fc, const struct vector *args,
				    size_t n_args, size_t n, struct vector *out)
{
	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s, g;
		bool found;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		TRY(regexp_compile(fc, arg_str(&args[1], i), STR("")));
		TRY(regexp_match(fc, s, 0, &found));
		if (!found) {
			out_null(fc, out, i);
			continue;
		}
		g = group_text(fc, s, 0);
		out_view(out, i, g.n ? g.p : "", g.n);
	}
	return SHADE_OK;
}

static shade_status k_regexp_count(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;
		size_t from = 0;
		bool found;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		TRY(regexp_compile(fc, arg_str(&args[1], i), STR("")));
		to[i] = 0;
		while (from <= s.n) {
			TRY(regexp_match(fc, s, from, &found));
			if (!found)
				break;
			to[i]++;
			from = next_start(fc, s);
		}
	}
	return SHADE_OK;
}

static shade_status k_regexp_instr(struct func_call *fc, const struct vector *args,
				   size_t n_args, size_t n, struct vector *out)
{
	int32_t *to = out->data;

	(void)n_args;
	for (size_t i = 0; i < n; i++) {
		struct str s;
		bool found;

		if (!out_valid(out, i))
			continue;
		s = arg_str(&args[0], i);
		TRY(regexp_compile(fc, arg_str(&args[1], i), STR("")));
		TRY(regexp_match(fc, s, 0, &found));
		to[i] = 0;
		if (found) {
			struct str g = group_text(fc, s, 0);

			to[i] = (int32_t)utf8_count(s.p, (size_t)(g.p - s.p)) + 1;
		}
	}
	return SHADE_OK;
}

#define ROW(n, s, k, d, e, r)                                                         \
	{                                                                             \
		.name = (n), .sig = (s), .kernel = (k), .flags = FUNC_CAN_FAIL,       \
		.init = regexp_init, .fini = regexp_fini, .doc = (d), .example = (e), \
		.result = (r)                                                         \
	}

static const struct func_row rows[] = {
	ROW("regexp_like", "VARCHAR, VARCHAR [, VARCHAR] -> BOOLEAN", k_regexp_like,
	    "does the expression match somewhere? flags: i, c, m, s, x",
	    "regexp_like('Shade', '^s.*e$', 'i')", "true"),
	ROW("regexp_matches", "VARCHAR, VARCHAR [, VARCHAR] -> BOOLEAN", k_regexp_like,
	    "does the expression match somewhere?", "regexp_matches('abc', 'b')",
	    "true"),
	ROW("regexp", "VARCHAR, VARCHAR -> BOOLEAN", k_regexp_like,
	    "does the expression match somewhere?", "regexp('abc', '^b')", "false"),
	ROW("rlike", "VARCHAR, VARCHAR -> BOOLEAN", k_regexp_like,
	    "does the expression match somewhere?", "'abc' RLIKE 'b.'", "true"),
	ROW("regexp_full_match", "VARCHAR, VARCHAR [, VARCHAR] -> BOOLEAN",
	    k_regexp_full_match, "does the expression match the whole text?",
	    "regexp_full_match('abc', 'b')", "false"),
	ROW("regexp_replace", "VARCHAR, VARCHAR, VARCHAR [, VARCHAR] -> VARCHAR",
	    k_regexp_replace, "every match replaced; $1 or \\1 is a group",
	    "regexp_replace('2024-01-31', '(\\d+)-(\\d+)', '$2/$1')", "01/2024-31"),
	ROW("regexp_extract", "VARCHAR, VARCHAR [, BIGINT] -> VARCHAR",
	    k_regexp_extract, "the first match, or a group of it; empty if none",
	    "regexp_extract('a=12', '(\\w)=(\\d+)', 2)", "12"),
	ROW("regexp_substr", "VARCHAR, VARCHAR -> VARCHAR", k_regexp_substr,
	    "the first match; NULL if none", "regexp_substr('a12b', '\\d+')", "12"),
	ROW("regexp_count", "VARCHAR, VARCHAR -> INT", k_regexp_count,
	    "number of matches", "regexp_count('banana', 'an')", "2"),
	ROW("regexp_instr", "VARCHAR, VARCHAR -> INT", k_regexp_instr,
	    "position of the first match, 0: none", "regexp_instr('ab12', '\\d')", "3"),
};

const struct func_family func_family_regexp = {
	.name = "Regular expressions",
	.rows = rows,
	.n = ARRAY_LEN(rows),
};
